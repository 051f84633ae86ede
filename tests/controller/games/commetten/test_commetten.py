"""Commetten (HS p. 44-47): runs of cards, five pots, and the nine of diamonds."""

from __future__ import annotations

import pytest

from sabot.core.shapes.turns import own_shown
from sabot.core.table import Table
from sabot.core.view import view
from sabot.games.commetten import rules
from tests.controller.games.evening.lines import acts_by_seat as acts
from tests.controller.games.evening.lines import of, played, plays, purses, refused
from tests.controller.games.evening.random_games import coup_of

EXAMPLE = """
2:2C 1:3C 3:4C 3:7C 2:8C 3:9C 1:10C 1:6C 1:2D 5:3D 4:4D 4:5D 4:7H 4:8H 2:9H 1:10H
3:JH 3:QH 4:KH 2:AH 2:4H 2:7S 2:QS 2:KD
""".split()
"""The example of the book: players A to E are seats 1 to 5, and seat 1 deals."""

HANDS = """
hand 1 2C 3C 4C 5C 6C 7C 8C 9D
hand 2 9C TC JC QC KC AC 2S 3S
hand 3 2H 3H 4H 5H 6H 7H 8H 9H
hand 4 2D 3D 4D 5D 6D 7D 8D TD
hand 5 TH JH QH KH AH AS KS QS
"""

NEXT = "the next higher card of the suit is called, or the last caller begins another run"


def table(script: str = "", **options: object) -> Table:
    after, lines = plays("commetten", **options)(script)
    assert of(lines, "fault") == []
    return after


def counters(at: Table) -> dict[int, int]:
    return {seat: amount // 10 for seat, amount in purses(at).items()}


def pots(at: Table) -> dict[str, int]:
    return {name: amount // 10 for name, amount in coup_of(at).deal.pots.items()}


@pytest.mark.parametrize(("players", "each", "stock"), [(5, 8, 12), (6, 7, 10)])
def test_co_deal_how_many_cards_each_gets(players: int, each: int, stock: int) -> None:
    """co-deal-5, co-deal-6 (HS p. 45)."""
    spread = coup_of(table("deal", players=players)).spread
    assert set(spread["hands"].values()) == {each}
    assert 52 - sum(spread["hands"].values()) == stock


def test_co_ex_payout_the_example_pays_nineteen_counters() -> None:
    """co-ex-payout (HS p. 46-47): A holds three cards, not four."""
    at, lines = played(table("deal, 6H"), "\n".join([*EXAMPLE, "show 4 9D"]))
    (result,) = of(lines, "result")
    assert result["winner"] == "2"
    assert result["cards_left"] == {"1": 3, "2": 0, "3": 3, "4": 3, "5": 7}
    assert result["commette"] == 4
    taken = [(line["name"], line["seat"]) for line in of(lines, "paid") if line["of"] == "pot"]
    assert taken == [("boeren", 3), ("vrouwen", 3), ("heeren", 4), ("azen", 2)]
    paid = {line["of"]: line["amount"] for line in of(lines, "paid") if line["of"] != "pot"}
    assert paid == {"3": "0.30", "4": "0.60", "5": "0.70", "1": "0.30"}
    assert counters(at) == {1: -8, 2: 19, 3: 2, 4: -6, 5: -12}


def test_co_pots_what_nobody_won_stays_in_its_pot() -> None:
    """co-pots (HS p. 47)."""
    at = table("\n".join(["deal", "6H", *EXAMPLE, "show 4 9D", "deal"]))
    assert pots(at) == {"azen": 5, "heeren": 5, "vrouwen": 5, "boeren": 5, "commetten": 10}
    assert coup_of(at).spread["dealer"] == 2


def test_everyone_puts_a_counter_into_each_pot() -> None:
    at = table("deal", ten_pot=True)
    assert counters(at) == dict.fromkeys(range(1, 6), -6)
    assert [*pots(at)] == ["azen", "heeren", "vrouwen", "boeren", "tienen", "commetten"]
    assert coup_of(at).spread["pot"] == "3.00"


def test_a_player_with_few_chips_puts_in_what_they_have() -> None:
    at = table("sit 1 0.20, sit 2, sit 3, sit 4, sit 5, deal")
    assert pots(at) == {"azen": 5, "heeren": 5, "vrouwen": 4, "boeren": 4, "commetten": 4}


def test_the_nine_of_diamonds_as_trump_gives_the_dealer_half_its_pot() -> None:
    at = table("deal, 9D")
    assert (pots(at)["commetten"], counters(at)[1]) == (3, -3)
    assert view(at)["spread"]["trump"] == "D"


def test_the_left_neighbour_of_the_dealer_begins() -> None:
    at = table("deal, 6H")
    assert acts(at) == {2: ["play 2 CARD"]}
    assert refused(at, "3:2C") == "the last caller begins another run with any card"


def test_hands_are_dealt_once_whole_and_of_one_pack() -> None:
    at = table("hand 1 2C 3C 4C 5C 6C 7C 8C 9D")
    assert refused(at, "hand 1 2H 3H 4H 5H 6H 7H 8H 9H") == "seat 1 gets no cards now"
    assert refused(at, "hand 6 2H 3H 4H 5H 6H 7H 8H 9H") == "seat 6 gets no cards now"
    assert refused(at, "hand 2 2H 3H") == "8 cards are dealt to each"
    assert refused(at, "hand 2 2C 3H 4H 5H 6H 7H 8H 9H") == "a card cannot be at two places"
    assert refused(at, "hand 2 JOKER 3H 4H 5H 6H 7H 8H 9H") == "JOKER is not in this pack"
    assert refused(at, "2:2C") == "the cards are not dealt yet"
    at = table(HANDS)
    assert refused(at, "2C") == "a card cannot be at two places"
    assert refused(at, "deal") == "the top card of the stock is turned: its suit is trump"
    assert acts(at) == {1: ["CARD"]}
    assert acts(table())[1] == ["deal", "hand 1 CARDS"]


def test_a_known_hand_holds_the_next_card_and_calls_it() -> None:
    at = table(HANDS + "4S, 2:9C")
    assert acts(at) == {2: ["play 2 TC"]}
    assert refused(at, "2:2S") == NEXT
    assert refused(at, "1:2C") == "it is the turn of seat 2"
    assert refused(at, "1:TC") == "seat 1 does not hold this card"
    assert refused(at, "6:TC") == "seat 6 does not hold this card"
    assert refused(at, "deal") == NEXT
    assert own_shown(at, 3)["hand"] == "2H 3H 4H 5H 6H 7H 8H 9H".split()


def test_after_the_ace_the_last_caller_begins_another_run() -> None:
    at = table(HANDS + "4S, 2:9C, 2:TC, 2:JC, 2:QC, 2:KC, 2:AC")
    assert acts(at) == {2: ["play 2 2S", "play 2 3S"]}
    assert refused(at, "deal") == "the last caller begins another run with any card"


def test_a_card_in_the_stock_ends_the_run() -> None:
    at = table(HANDS + "4S, 2:3S")
    assert [*acts(at)] == [2]
    assert table(HANDS + "5S, 2:3S") is not None


def test_a_card_of_a_hand_that_nobody_knows_may_be_with_anybody() -> None:
    at = table("hand 1 2C 3C 4C 5C 6C 7C 8C 9D, deal, 4S, 2:9C")
    assert acts(at) == {3: ["play 3 TC"], 4: ["play 4 TC"], 5: ["play 5 TC"], 2: ["play 2 CARD"]}
    assert refused(at, "3:2S") == NEXT
    assert refused(at, "2:2C") == "a card cannot be at two places"
    assert refused(at, "2:9C") == "a card cannot be at two places"
    assert refused(at, "2:JOKER") == "a card cannot be at two places"


def test_a_card_that_was_kept_back_is_a_fault_once_it_is_seen() -> None:
    at, lines = played(table("deal, 6H, 2:2C, 1:3C, 1:5D, 2:6D"), "2:4C")
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"], fault["card"]) == ("withheld-card", 2, 1, "4C")
    assert fault["because"] == "in run 1 this card was called for and kept"
    assert coup_of(at).deal.calls[-1][0] == 2


def test_the_nine_of_diamonds_may_be_kept_and_nobody_learns_who_has_it() -> None:
    at = table("hand 1 2C 3C 4C 5C 6C 7C 8C 9D, deal, 4S, 2:8D")
    assert acts(at) == {2: ["play 2 CARD"], 1: ["play 1 9D"]}
    assert [turn["seat"] for turn in view(at)["turns"]] == [2]
    assert own_shown(at, 1)["turns"][0]["acts"] == ["play 1 9D"]
    unknown = table("deal, 4S, 2:8D")
    assert acts(unknown)[3] == ["play 3 9D"]
    later, lines = played(unknown, "2:3C, 3:4C, 3:9D")
    assert of(lines, "fault") == []
    assert coup_of(later).deal.missed != {}


OUT = "2:2C, 2:2H, 2:2S, 2:4D, 2:6D, 2:8H, 2:8S"
"""Seven cards of seat 2, each the beginning of a run that nobody continues."""


def test_who_is_out_with_the_nine_of_diamonds_wins_its_pot() -> None:
    at, lines = played(table(f"deal, 4S, {OUT}"), "2:9D")
    (pot,) = [line for line in of(lines, "paid") if line["of"] == "pot"]
    assert (pot["seat"], pot["amount"], pot["name"]) == (2, "0.50", "commetten")
    assert counters(at) == {1: -13, 2: 32, 3: -13, 4: -13, 5: -13}
    assert of(lines, "result")[0]["commette"] is None


def test_an_unknown_holder_of_the_nine_of_diamonds_is_asked_for() -> None:
    at = table(f"deal, 4S, {OUT}, 2:KC")
    assert acts(at)[1] == ["answer 1 stok", "show 1 9D"]
    assert [*acts(at)] == [1, 3, 4, 5]
    assert refused(at, "answer 2 stok") == "it is the turn of seat 1"
    assert refused(at, "show 2 9D") == "seat 2 does not hold this card"
    assert refused(at, "show 3 8D") == "the deal ends when it is known who has the nine of diamonds"
    assert refused(at, "deal") == "the deal ends when it is known who has the nine of diamonds"
    assert counters(table(f"deal, 4S, {OUT}, 2:KC, answer 1 stok"))[2] == 27
    assert counters(table(f"deal, 4S, {OUT}, 2:KC, 3:9D"))[2] == 35


def test_a_known_hand_with_the_nine_of_diamonds_pays_double_at_once() -> None:
    at = table(f"hand 1 4C 3D 9D TD JD QD KD AD, deal, 4S, {OUT}, 2:KC")
    assert counters(at)[1] == -5 - 16


def test_a_deal_that_is_over_takes_no_more_cards() -> None:
    deal = coup_of(table(f"deal, 4S, {OUT}, 2:9D")).deal
    assert str(rules.acted(deal, ("deal",)).faults[-1].because) == "the deal is over"
    assert rules.due(deal) == ()
