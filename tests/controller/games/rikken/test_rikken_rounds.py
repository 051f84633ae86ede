"""The other rounds of rikken: named before the deal, open piek totaal, schoppen mieën (20.3, ch. 21, 22)."""

from __future__ import annotations

from tests.controller.games.rikken.scripts import (
    ALL_RANKS,
    ONE_SUIT_EACH,
    deal_after,
    faults,
    hands,
    lines_of,
    only,
    whys,
)
from tests.controller.games.rikken.test_rikken_deal import LONG, MIXED, deal_turn, one_suit_tricks, played

# --- rik named before the deal (ch. 21) --------------------------------------------------------------

BEFORE = "answer 1 op-voorhand\nname 2 S AH\n"


def test_the_left_of_the_dealer_names_before_the_cards() -> None:
    assert whys(lines_of("answer 1 op-voorhand\ndeal")) == [
        "seat 2 names trumps and an ace before the cards are dealt"
    ]
    assert whys(lines_of("answer 1 op-voorhand\nname 3 S AH\nname 2 S\nname 2 S AS\nname 2 S KH")) == [
        "seat 2 names it",
        "the declarer names trumps and the ace that they ask",
        "the asked card is no trump",
        "an ace is asked, and a lower card only by a player who holds the aces",
    ]
    assert len(deal_turn("answer 1 op-voorhand")) == 12
    assert whys(lines_of("answer 2 op-voorhand\nhand 1 AS\nanswer 1 mieen")) == [
        "seat 1 deals and names the round",
        "the dealer names the round before the cards are dealt",
    ]


def test_the_king_is_asked_and_counts_highest_where_the_declarer_has_the_ace() -> None:
    """It beats the ace in its own suit, and is ruffed like any card."""
    deal = deal_after(BEFORE + MIXED)
    assert (str(deal.contract.asked), deal.contract.stands_in) == ("TH", True)
    led = BEFORE + MIXED + played("2 AH", "3 TH", "4 5H", "1 2H")
    assert only(lines_of(led), "trick")[0]["seat"] == 3
    assert faults(lines_of(led)) == []


def test_the_asked_king_is_ruffed_like_any_card() -> None:
    void = hands("S:AKQJT98765432", "H:AQJT98765432 D:2", "H:K D:AKQJT9876543", "C:AKQJT98765432")
    led = BEFORE + void + played("2 AH", "3 KH", "4 2C")
    assert only(lines_of(led + "play 1 2S"), "trick")[0]["seat"] == 1
    other = BEFORE + void + played("2 2D", "3 AD", "4 2C", "1 2S", "1 AS", "2 AH", "3 KH", "4 3C")
    assert [line["seat"] for line in only(lines_of(other), "trick")] == [1, 1]


def test_who_holds_the_whole_asked_suit_plays_alone() -> None:
    """The book is silent: no card is left to ask, so nobody is the partner, and no card has to fall."""
    begun = BEFORE + ONE_SUIT_EACH
    deal = deal_after(begun)
    assert (deal.contract.asked, deal.contract.has_partner) == (None, False)
    lines = lines_of(begun + played("2 2H", "3 2D", "4 2C", "1 2S"))
    assert faults(lines) == []
    assert only(lines, "name")[-1] == {"event": "name", "coup": 1, "seat": 2, "trump": "S"}
    (result,) = only(lines_of(begun + "claim 1 13\n" + "".join(AGREED)), "result")
    assert (result["partner"], result["made"], result["points"]["2"]) == (None, False, -3)


AGREED = [f"answer {seat} akkoord\n" for seat in (2, 3, 4)]


def test_what_is_asked_is_settled_when_all_hands_are_right() -> None:
    """The card that goes from fourteen to twelve may be the ace that was named."""
    got = LONG.replace("AC", "XX").replace("5C", "AC").replace("XX", "5C")
    contract = deal_after("answer 1 op-voorhand\nname 2 S AC\n" + got + "swap 1 AC\n").contract
    assert (str(contract.asked), contract.stands_in) == ("KC", True)
    longer = hands(f"S:{ALL_RANKS}", f"H:{ALL_RANKS} C:2", f"D:{ALL_RANKS}", f"C:{ALL_RANKS[:-1]}")
    assert str(deal_after(BEFORE + longer).contract.asked) == "AH"
    contract = deal_after(BEFORE + longer + "swap 2 AH\n").contract
    assert (str(contract.asked), contract.stands_in) == ("AH", False)


def test_a_declarer_with_a_hidden_hand_says_what_is_asked_instead() -> None:
    script = BEFORE + "deal\n"
    assert str(deal_after(script + "name 2 KH").contract.asked) == "KH"
    assert whys(lines_of(script + "name 2 KD")) == ["the asked card stays of the suit of AH"]
    assert whys(lines_of(script + "name 3 KH\nplay 2 AS\nname 2 KH")) == ["nothing is to be named now"] * 2
    assert faults(lines_of(script + "play 2 2S")) == []
    led = script + "name 2 KH\n" + played("2 AH", "3 2H", "4 KH", "1 3H")
    assert only(lines_of(led), "trick")[0]["seat"] == 4
    late = script + "name 2 KH\n" + played("2 AH", "3 2H", "4 4H", "1 3H")
    assert [kind for kind, *_ in faults(lines_of(late))] == ["withheld-card"]


# --- open piek totaal and schoppen mieën -------------------------------------------------------------


def test_at_open_piek_totaal_all_hands_lie_open_and_one_trick_wins() -> None:
    """Ch. 22: without a contract everybody with just one trick wins, else those with the fewest."""
    deal = deal_after("answer 1 open-piek-totaal\n" + MIXED)
    assert deal.shown == {1, 2, 3, 4}
    lines = lines_of("answer 1 open-piek-totaal\n" + ONE_SUIT_EACH + one_suit_tricks(2, "H", 13))
    assert only(lines, "result")[0]["points"] == {"1": -1, "2": 3, "3": -1, "4": -1}
    swapped = "answer 1 open-piek-totaal\n" + LONG + "swap 1 5C"
    assert deal_after(swapped).shown == {1, 2, 3, 4}


def test_the_mie_costs_the_player_who_takes_it() -> None:
    """20.3: seat 2 takes all tricks, with all the spades of seat 1."""
    script = ONE_SUIT_EACH + one_suit_tricks(2, "H", 13)

    def of_two(**options: str) -> int:
        points = only(lines_of(script, round="mieen", **options), "result")[0]["points"]
        assert sum(points.values()) == 0
        return int(points["2"])

    assert of_two() == -3
    assert of_two(**{"mie-points": "2"}) == -6
    assert of_two(**{"no-first-trick": "on", "no-last-trick": "on"}) == -9
    assert of_two(**{"most-tricks": "win"}) == 0
    assert of_two(**{"most-tricks": "lose"}) == -6
    assert of_two(**{"spade-penalty": "1"}) == -3 - 13 * 3


def test_a_revoke_may_cost_a_deal_without_a_contract_too() -> None:
    script = "deal\n" + played("2 AH", "3 2C", "4 2H", "1 3H", "2 KH", "3 4H")
    lost = {"revoke-penalty": "deal_lost"}
    for name in ("mieen", "open-piek-totaal"):
        points = only(lines_of(script, round=name, **lost), "result")[0]["points"]
        assert points == {"1": 1, "2": 1, "3": -3, "4": 1}
