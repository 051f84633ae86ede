"""Dealing, playing, claims and faults of rikken (Doevendans 1.2, ch. 2, 4.1, 8, 16, 20.3, 21, 22)."""

from __future__ import annotations

import pytest

from sabot.core.cards import card_named
from sabot.core.view import view
from sabot.games.rikken import rules
from sabot.games.rikken.bids import named
from sabot.games.rikken.claims import takes_the_rest
from sabot.games.rikken.options import Options
from sabot.games.rikken.score import base, worth
from tests.controller.games.rikken.scripts import (
    ALL_RANKS,
    ONE_SUIT_EACH,
    deal_after,
    faults,
    hands,
    lines_of,
    only,
    table_after,
    turns_after,
    whys,
)

RIK_OF_TWO = "bid 2 rik\nbid 3 pas\nbid 4 pas\nbid 1 pas\n"
MISERE_OF_TWO = "bid 2 misere\nbid 3 pas\nbid 4 pas\nbid 1 pas\n"
NINE_OF_THREE = "bid 2 rik\nbid 3 9\nbid 4 pas\nbid 1 pas\nbid 2 pas\n"
MIXED = hands(
    "S:AKQJ H:432 D:432 C:432",
    "S:T98 H:AKQJ D:765 C:765",
    "S:765 H:T98 D:AKQJ C:T98",
    "S:432 H:765 D:T98 C:AKQJ",
)
"""Seat 1 is strong in spades, 2 in hearts, 3 in diamonds, 4 in clubs; each has the ace of that suit."""


def played(*cards: str) -> str:
    """These cards in turn: seat 2 leads where nobody is named."""
    return "".join(f"play {card}\n" for card in cards)


def one_suit_tricks(leader: int, suit: str, number: int) -> str:
    """Tricks that `leader` takes from the top of their suit, when each player has one suit."""
    suits, rows = {1: "S", 2: "H", 3: "D", 4: "C"}, []
    for nth in range(number):
        for step in range(4):
            seat = (leader + step - 1) % 4 + 1
            rows.append(f"play {seat} {ALL_RANKS[nth]}{suits[seat]}")
    assert suits[leader] == suit
    return "\n".join(rows) + "\n"


# --- the deal (1.2) ----------------------------------------------------------------------------------


def test_a_hand_is_reported_without_its_cards() -> None:
    (first, *_) = only(lines_of(MIXED), "hand")
    assert first == {"event": "hand", "coup": 1, "seat": 1, "cards": 13}


def test_no_card_is_dealt_twice() -> None:
    assert whys(lines_of("hand 1 AS KS\nhand 2 AS")) == [
        "each card is there once, and only cards from 2 to ace are played with"
    ]
    assert faults(lines_of("hand 1 AS AS")) == [("impossible-card", 1, None)]
    assert faults(lines_of("hand 1 JOKER")) == [("impossible-card", 1, None)]


def test_each_player_gets_one_hand() -> None:
    assert whys(lines_of("hand 1 AS\nhand 1 KS")) == ["seat 1 gets no other hand"]
    assert whys(lines_of("deal\ndeal\nhand 3 AS")) == ["the hands are dealt", "the hands are dealt"]


LONG = hands(
    "S:AKQJ H:432 D:432 C:5432",
    "S:T98 H:AKQJ D:765 C:76",
    "S:765 H:T98 D:AKQJ C:T98",
    "S:432 H:765 D:T98 C:AKQJ",
)
"""Seat 1 was dealt fourteen cards and seat 2 twelve."""


def test_of_fourteen_and_twelve_one_card_goes_over() -> None:
    table, lines = table_after(LONG)
    assert faults(lines) == [("misdeal", 1, 0)]
    (turn,) = table.play.coup.turns or ()
    assert (turn.seat, len(turn.acts)) == (1, 14)
    after = deal_after(LONG + "bid 2 rik\nswap 2 AH\nswap 1 AC\nswap 1 5C\nbid 2 rik\n")
    assert [len(hand) for hand in after.hands.values()] == [13, 13, 13, 13]
    assert [fault.kind for fault in after.faults] == ["misdeal", "wrong-order", "wrong-order", "wrong-order"]
    assert after.auction.calls


def test_a_house_may_deal_again_after_fourteen_and_twelve() -> None:
    lines = lines_of(LONG + "deal", **{"misdeal-14-12": "redeal"})
    assert faults(lines) == [("misdeal", 1, 0), ("misdeal", 2, 0)]
    assert only(lines, "result")[0]["void"] == "misdeal"
    assert only(lines, "deal")[0]["dealer"] == 1


def test_any_other_number_of_cards_is_dealt_again() -> None:
    assert only(lines_of("hand 1 AS KS\ndeal"), "result")[0]["void"] == "misdeal"


def test_a_player_who_counts_a_wrong_number_voids_the_deal() -> None:
    """SVB 25: noticed after trick 11; nobody scores, and the same dealer deals again."""
    assert faults(lines_of("deal\nanswer 1 kaarten 13\n" + MISERE_OF_TWO)) == []
    lines = lines_of("deal\n" + NINE_OF_THREE + "name 3 S\nplay 2 AH\nanswer 4 kaarten 12\ndeal\n")
    assert faults(lines) == [("misdeal", 4, 1)]
    assert only(lines, "result")[0] == {"event": "result", "coup": 1, "winner": None, "void": "misdeal"}
    assert [line["dealer"] for line in only(lines, "deal")] == [1, 1]


def test_before_the_first_call_one_card_may_still_go_over() -> None:
    """The book lets fourteen and twelve be put right; nobody has to see the card."""
    lines = lines_of("deal\nanswer 1 kaarten 14\nbid 2 rik\nanswer 1 kaarten 14\n")
    assert faults(lines) == [("misdeal", 1, 0), ("misdeal", 1, 0)]
    assert only(lines, "result")[0]["void"] == "misdeal"
    why = ["a player whose hand is hidden counts their cards"]
    assert whys(lines_of("answer 1 kaarten 13")) == why
    assert whys(lines_of(MIXED + "answer 1 kaarten 13")) == why
    counts = [turn for turn in turns_after("deal\n" + MISERE_OF_TWO) if "kaarten" in turn.acts[0]]
    assert [(turn.seat, turn.limits) for turn in counts] == [(seat, (13, 13)) for seat in (2, 3, 4, 1)]


# --- play (ch. 2) ------------------------------------------------------------------------------------


def test_nobody_plays_before_trumps_and_partner_are_named() -> None:
    why = "no card is played before trumps and partner are named"
    assert whys(lines_of("play 2 AS")) == [why]
    assert whys(lines_of("deal\nplay 2 AS\n" + RIK_OF_TWO + "play 2 AS")) == [why, why]


def test_a_card_out_of_turn_is_refused() -> None:
    """F5."""
    lines = lines_of(MIXED + RIK_OF_TWO + "name 2 H AS\nplay 3 AD\nplay 2 AH\nplay 4 5H\n")
    assert faults(lines) == [("wrong-order", 3, 1), ("wrong-order", 4, 1)]
    assert whys(lines)[0] == "seat 2 plays now"


def test_a_card_of_another_hand_is_impossible() -> None:
    begun = MIXED + MISERE_OF_TWO
    assert whys(lines_of(begun + "play 2 AS")) == ["AS is not in the hand of seat 2"]
    half = "hand 1 " + " ".join(f"{rank}S" for rank in ALL_RANKS) + "\ndeal\n" + MISERE_OF_TWO
    assert whys(lines_of(half + "play 2 AS")) == ["AS is not in the hand of seat 2"]
    assert whys(lines_of(half + "2:JOKER")) == ["JOKER is not in the hand of seat 2"]


def test_a_known_hand_follows_suit() -> None:
    """2.2: no duty to trump; the card is refused, and the right one is taken."""
    begun = MIXED + RIK_OF_TWO + "name 2 H AS\nplay 2 AH\n"
    lines = lines_of(begun + "play 3 AD\nplay 3 8H\nplay 4 5H\nplay 1 2H")
    assert faults(lines) == [("revoke", 3, 1)]
    assert whys(lines) == ["seat 3 can follow AH and does not"]
    assert only(lines, "trick")[0]["cards"] == ["AH", "8H", "5H", "2H"]


def test_a_refused_card_stands_when_the_next_player_plays_on() -> None:
    begun = MIXED + RIK_OF_TWO + "name 2 H AS\nplay 2 AH\n"
    lines = lines_of(begun + "play 3 AD\nplay 4 5H\nplay 1 2H")
    assert faults(lines) == [("revoke", 3, 1)]
    assert only(lines, "trick")[0]["cards"] == ["AH", "AD", "5H", "2H"]
    assert faults(lines_of(begun + "play 3 AD\nplay 1 2H")) == [("revoke", 3, 1), ("wrong-order", 1, 1)]


def test_a_refused_card_that_was_put_right_does_not_fall_by_itself_in_a_later_trick() -> None:
    begun = MIXED + RIK_OF_TWO + "name 2 H AS\n" + played("2 AH", "3 AD", "3 8H", "4 5H", "1 2H")
    lines = lines_of(begun + played("2 KH", "4 6H"), **{"revoke-penalty": "deal_lost"})
    assert faults(lines) == [("revoke", 3, 1), ("wrong-order", 4, 2)]
    assert not only(lines, "result")


def test_after_one_revoke_the_next_is_found_too() -> None:
    """The second by counting: twelve diamonds are out, and only seat 2 may hold them."""
    begun = "deal\n" + NINE_OF_THREE + "name 3 S\n"
    first = played("2 AH", "3 2C", "4 2H", "1 3H", "2 KH", "3 4H", "4 5H", "1 6H")
    lines = lines_of(begun + first + played("2 AD", "3 3C", "4 4C", "1 5C"))
    assert faults(lines) == [("revoke", 3, 1), ("revoke", None, 3)]


def test_an_asked_card_that_was_kept_back_is_owed_no_more() -> None:
    """The duty is that of the first lead of its suit; a card that was played on stands."""
    named = MIXED + RIK_OF_TWO + "name 2 H AC\n"
    kept = named + played("2 5C", "3 TC", "4 KC", "1 2C")
    assert faults(lines_of(kept)) == [("withheld-card", 4, 1)]
    assert "play 4 JC" in deal_turn(kept)
    again = kept + played("4 5H", "1 4H", "2 AH", "3 TH", "2 6C", "3 9C")
    assert deal_turn(again) == ("play 4 AC", "play 4 JC", "play 4 QC")


def test_a_house_may_give_the_deal_away_for_a_revoke() -> None:
    """The book forbids it and names no penalty."""
    begun = MIXED + RIK_OF_TWO + "name 2 H AS\nplay 2 AH\n"
    (result,) = only(lines_of(begun + "play 3 AD\nplay 4 5H", **{"revoke-penalty": "deal_lost"}), "result")
    assert (result["made"], result["points"]) == (True, {"1": 1, "2": 1, "3": -1, "4": -1})
    unseen = "deal\n" + NINE_OF_THREE + "name 3 S\n" + played("2 AH", "3 2C", "4 2H", "1 3H", "2 KH", "3 4H")
    (result,) = only(lines_of(unseen, **{"revoke-penalty": "deal_lost"}), "result")
    assert (result["made"], result["points"]["3"]) == (False, -3)


def test_the_partner_plays_the_asked_card_when_its_suit_is_first_led() -> None:
    """4.1: even under a card that would win, and as the first lead of the suit."""
    begun = MIXED + RIK_OF_TWO + "name 2 H AS\n"
    lines = lines_of(begun + "play 2 TS\nplay 3 7S\nplay 4 4S\nplay 1 KS\nplay 1 AS")
    assert faults(lines) == [("withheld-card", 1, 1)]
    assert whys(lines) == ["the asked card falls when its suit is first led"]
    table, _ = table_after(begun + played("2 5C", "3 8C", "4 JC", "1 2C", "4 QC", "1 3C", "2 6C", "3 9C"))
    (card, *_) = table.play.coup.turns or ()
    assert "play 4 4S" in card.acts
    led = begun + played("2 TS", "3 7S", "4 4S", "1 AS")
    assert set(deal_turn(led)) >= {"play 1 KS", "play 1 2D"}
    own = MIXED + RIK_OF_TWO.replace("2 rik", "2 pas").replace("bid 1 pas", "bid 1 rik") + "name 1 S AH\n"
    assert [act for act in deal_turn(own) if act.endswith("H")] == ["play 2 AH"]


def deal_turn(script: str, **options: str) -> tuple[str, ...]:
    """What may be done first after this script."""
    return turns_after(script, **options)[0].acts


def test_a_house_may_let_the_fourth_ace_stay_in_hand() -> None:
    """Ch. 19."""
    aces = hands(
        "S:65432 H:KQJT D:KQ C:KQ",
        "S:A87 H:A98 D:A98 C:JT98",
        "S:KQJT9 H:765 D:765 C:76",
        "H:432 D:JT432 C:A5432",
    )
    led = aces + "bid 2 malheur\nbid 3 pas\nbid 4 pas\nbid 1 pas\nname 4 D\nplay 2 JC\nplay 3 6C\n"
    assert deal_turn(led) == ("play 4 AC",)
    assert "play 4 2C" in deal_turn(led, **{"malheur-must-play-fourth": "off"})


def test_the_bidder_of_an_open_misere_leads_and_their_hand_lies_open() -> None:
    """16; in some circles the left of the dealer leads, or the hand is laid open later (ch. 19)."""
    bids = "bid 2 pas\nbid 3 open_misere\nbid 4 pas\nbid 1 pas\n"
    table, _ = table_after(MIXED + bids)
    assert (table.play.coup.turns or ())[0].seat == 3
    assert list(view(table)["spread"]["cards"]) == ["3"]
    assert deal_turn(MIXED + bids, **{"open-bidder-leads": "off"})[0].startswith("play 2")
    later = {"open-after-tricks": "1"}
    assert view(table_after(MIXED + bids, **later)[0])["spread"]["cards"] == {}
    trick = played("3 7S", "4 4S", "1 AS", "2 TS")
    assert list(view(table_after(MIXED + bids + trick, **later)[0])["spread"]["cards"]) == ["3"]


def test_with_talk_all_hands_lie_open() -> None:
    bids = "bid 2 open_piek_praatje\nbid 3 pas\nbid 4 pas\nbid 1 pas\n"
    assert set(view(table_after(MIXED + bids)[0])["spread"]["cards"]) == {"1", "2", "3", "4"}
    shows = [turn.acts for turn in turns_after("deal\n" + bids) if turn.acts[0].startswith("show")]
    assert shows == [(f"show {seat} CARDS",) for seat in (2, 3, 4, 1)]


# --- hands that are laid open ------------------------------------------------------------------------


def test_a_hand_that_is_laid_open_is_whole_and_new() -> None:
    spades = " ".join(f"{rank}S" for rank in ALL_RANKS)
    begun = "deal\n" + MISERE_OF_TWO
    assert whys(lines_of(begun + "show 2 2S 3S")) == ["seat 2 lays all 13 cards open"]
    assert whys(lines_of(begun + f"show 9 {spades}")) == ["nobody plays at seat 9"]
    assert whys(lines_of(begun + f"show 2 {spades}\nshow 3 {spades}")) == ["AS is not in the hand of seat 3"]
    assert whys(lines_of(begun + f"play 2 AH\nshow 3 {spades.replace('AS', 'AH')}")) == [
        "AH is not in the hand of seat 3"
    ]
    lines = lines_of(begun + f"show 2 {spades}\nshow 2 {spades}")
    assert faults(lines) == []
    assert len(only(lines, "show")[0]["cards"]) == 13


def test_cards_that_are_laid_open_prove_a_revoke() -> None:
    """F1c."""
    script = "deal\n" + NINE_OF_THREE + "name 3 S\n" + played("2 AH", "3 2C", "4 2H", "1 3H")
    rest = "4H KC QC JC TC 9C 8C 7C 6C 5C 4C 3C"
    assert faults(lines_of(script + f"show 3 {rest}")) == [("revoke", 3, 1)]


def test_the_third_ace_proves_that_malheur_was_not_called() -> None:
    """F7."""
    script = "deal\n" + NINE_OF_THREE + "name 3 S\n"
    three = played("2 AH", "3 2H", "4 3H", "1 4H", "2 AD", "3 2D", "4 3D", "1 4D", "2 AC")
    lines = lines_of(script + three)
    assert whys(lines) == ["seat 2 has three aces and did not call malheur"]
    assert faults(lines) == [("wrong-announcement", 2, 3)]
    assert faults(lines_of(script + three, malheur="optional")) == []


def test_three_aces_that_nobody_called_are_found_after_four_passes_too() -> None:
    """F7: each of the four could have called malheur."""
    four = "deal\n" + "".join(f"bid {seat} pas\n" for seat in (2, 3, 4, 1))
    three = played("2 AH", "3 2H", "4 3H", "1 4H", "2 AD", "3 2D", "4 3D", "1 4D", "2 AC")
    assert faults(lines_of(four + three, **{"four-passes": "mie"})) == [("wrong-announcement", 2, 3)]


# --- what was announced wrongly ----------------------------------------------------------------------


def test_a_declarer_who_holds_the_asked_ace_is_found_when_it_falls() -> None:
    """F3. Nobody is then their partner, and they play alone: the book is silent."""
    script = "deal\n" + RIK_OF_TWO + "name 2 H AS\nplay 2 AS\n"
    lines = lines_of(script)
    assert whys(lines) == ["seat 2 asked for AS and holds it"]
    assert rules.partner(deal_after(script)) is None


MALHEUR = "deal\nbid 2 malheur\nbid 3 pas\nbid 4 pas\nbid 1 pas\nname 2 AC\nname 4 H\n"


def test_an_ace_in_another_hand_proves_that_there_was_no_malheur() -> None:
    """F8."""
    lines = lines_of(MALHEUR + played("2 5D", "3 AD"))
    assert whys(lines) == ["seat 2 called malheur without AD"]
    assert faults(lines_of(MALHEUR + played("2 AD", "3 2D", "4 3D", "1 4D"))) == []
    assert whys(lines_of(MALHEUR + played("2 5C", "3 AC"))) == ["AC is not in the hand of seat 4"]


def test_only_the_known_holder_of_the_fourth_ace_names_trumps() -> None:
    clubs = "hand 3 " + " ".join(f"{rank}C" for rank in ALL_RANKS) + "\n"
    begun = clubs + MALHEUR.replace("name 4 H\n", "")
    assert whys(lines_of(begun + "name 4 H\nname 3 H")) == ["the player who holds AC names trumps"]
    assert deal_after(begun + "name 3 H").contract.partner == 3


def test_the_known_partner_who_keeps_the_asked_ace_back_is_named_at_once() -> None:
    lines = lines_of(MALHEUR + played("2 5C", "3 6C", "4 7C", "1 8C", "1 KC", "2 9C", "3 TC", "4 AC"))
    assert faults(lines) == [("withheld-card", 4, 1)]


def test_an_asked_ace_that_was_thrown_away_earlier_is_no_longer_owed() -> None:
    """The book is silent; it is legal and shows the partner."""
    script = (
        "deal\n"
        + RIK_OF_TWO
        + "name 2 H AS\n"
        + played("2 AD", "3 2D", "4 AS", "1 3D", "2 2S", "3 3S", "4 4S")
    )
    lines = lines_of(script + "play 1 5S")
    assert faults(lines) == []
    assert rules.partner(deal_after(script)) == 4


def test_the_partner_is_known_when_the_two_others_are_void_in_the_asked_suit() -> None:
    script = "deal\n" + RIK_OF_TWO + "name 2 H AS\n" + played("2 2S", "3 2D", "4 3D")
    assert rules.partner(deal_after(script)) == 1
    assert rules.partner(deal_after("deal\n" + MISERE_OF_TWO)) is None
    assert rules.partner(deal_after("deal\n" + RIK_OF_TWO + "name 2 H AS\n")) is None


# --- claims (16.1) -----------------------------------------------------------------------------------

ALL_HEARTS = ONE_SUIT_EACH + "bid 2 solo_beter\nbid 3 pas\nbid 4 pas\nbid 1 pas\n"


def test_the_rest_is_claimed_where_no_card_can_beat_it() -> None:
    begun = ALL_HEARTS + one_suit_tricks(2, "H", 1)
    lines = lines_of(begun + "claim 2 12")
    (result,) = only(lines, "result")
    assert (result["side_tricks"], result["made"], result["points"]["2"]) == (13, True, 48)
    assert len(only(lines, "granted")) == 1


@pytest.mark.parametrize(
    "hand, others, trump, holds",
    [
        ("AS KS AH", "QS 2S KH 3H 5D", None, True),
        ("AS KS AH", "QS 2S KH 3H 5D", "D", False),  # a trump is out
        ("AS KS AH", "QS 2S KH 3H 5D", "S", True),  # trumps are drawn first
        ("AS JS AH", "QS TS KH 3H 5D", "S", False),
        ("AS KS QH", "QS 2S KH 3H", "S", False),
        ("AS AH", "QS 2S KS", None, True),  # a suit that is only theirs
    ],
)
def test_the_rest_is_certain_wherever_the_other_cards_lie(
    hand: str, others: str, trump: str | None, holds: bool
) -> None:
    own, out = ([card for name in each.split() if (card := card_named(name))] for each in (hand, others))
    assert takes_the_rest(own, out, trump) is holds


def test_after_a_claim_that_the_cards_do_not_bear_out_the_play_goes_on() -> None:
    begun = MIXED + NINE_OF_THREE + "name 3 D\n" + played("2 AH", "3 8H", "4 5H", "1 2H")
    lines = lines_of(begun + "claim 3 12\nplay 2 KH\n")
    assert faults(lines) == []
    assert [line["holds"] for line in only(lines, "claim")] == [False]


def test_a_claim_has_its_time_and_its_owner() -> None:
    begun = ALL_HEARTS + one_suit_tricks(2, "H", 1)
    assert whys(lines_of(begun + "claim 2 13")) == ["12 tricks are left"]
    assert whys(lines_of(begun + "play 2 KH\nclaim 2 12")) == ["a claim is made between two tricks"]
    misere = MIXED + MISERE_OF_TWO
    assert whys(lines_of(misere + "claim 3 0")) == ["the bidder of a misère or piek claims it"]
    joint = "deal\nbid 2 misere\nbid 3 misere\nbid 4 pas\nbid 1 pas\nclaim 2 0"
    assert whys(lines_of(joint)) == [
        "several play a misère or piek: it is played on until all but one have lost theirs"
    ]
    assert whys(lines_of("answer 1 mieen\ndeal\nclaim 2 0")) == ["only a contract can be claimed"]
    rik = "deal\n" + RIK_OF_TWO + "name 2 H AS\nclaim 2 13"
    assert whys(lines_of(rik)) == ["nobody claims before the partner is known"]


def test_the_last_of_several_on_misere_may_claim_it() -> None:
    """4.4: seat 4 has taken a trick and is an opponent now; its own tricks are what it took."""
    joint = ONE_SUIT_EACH + "bid 2 pas\nbid 3 misere\nbid 4 misere\nbid 1 pas\n"
    fallen = joint.replace("2C", "XX").replace("2S", "2C").replace("XX", "2S").replace("2H", "YY")
    fallen = fallen.replace("3C", "2H").replace("YY", "3C")
    led = fallen + played("2 3C", "3 AD", "4 AC", "1 2C")
    lines = lines_of(led + "claim 4 0\nclaim 3 0")
    assert whys(lines) == ["the bidder of a misère or piek claims it"]
    (result,) = only(lines, "result")
    assert result["points"] == {"1": 0, "2": 0, "3": 12, "4": -12}
    assert (result["made"], result["tricks"]["4"]) == (True, 1)


def test_who_fell_first_on_a_joint_misere_has_no_tricks_of_a_claim() -> None:
    joint = "bid 2 misere\nbid 3 misere\nbid 4 pas\nbid 1 pas\n"
    lines = lines_of(ONE_SUIT_EACH + joint + one_suit_tricks(2, "H", 1) + "claim 3 0")
    (result,) = only(lines, "result")
    assert (result["side_tricks"], result["made"]) == (1, False)
    assert result["points"] == {"1": 0, "2": -12, "3": 12, "4": 0}


def test_the_others_accept_a_claim_that_nobody_can_check() -> None:
    begun = "deal\n" + NINE_OF_THREE + "name 3 S\n" + played("2 AH", "3 2S", "4 2H", "1 3H") + "claim 3 9\n"
    waiting = [turn.seat for turn in turns_after(begun)]
    assert waiting == [2, 4, 1]
    assert whys(lines_of(begun + "play 3 AS\nanswer 3 akkoord")) == [
        "the others answer the claim of seat 3",
        "seat 3 has no claim to answer",
    ]
    agreed = begun + "answer 2 akkoord\nanswer 4 akkoord\nanswer 1 akkoord\n"
    (result,) = only(lines_of(agreed), "result")
    assert (result["side_tricks"], result["points"]["3"]) == (10, 6)
    assert faults(lines_of(begun + "answer 2 akkoord\nanswer 4 doorspelen\nplay 3 AS")) == []


def test_an_opponent_claims_for_their_side() -> None:
    begun = "deal\n" + NINE_OF_THREE + "name 3 S\n" + played("2 AH", "3 2H", "4 4H", "1 3H") + "claim 2 12\n"
    agreed = begun + "answer 3 akkoord\nanswer 4 akkoord\nanswer 1 akkoord\n"
    (result,) = only(lines_of(agreed), "result")
    assert (result["side_tricks"], result["made"]) == (0, False)


def test_where_hands_are_hidden_any_claim_may_be_made() -> None:
    begun = "deal\n" + NINE_OF_THREE + "name 3 S\n" + played("2 AH", "3 2S", "4 2H", "1 3H")
    claims = [turn for turn in turns_after(begun) if turn.acts[0].startswith("claim")]
    assert (claims[0].acts, claims[0].limits, len(claims)) == (("claim 2 NUMBER",), (0, 12), 4)
    assert not [turn for turn in turns_after(begun + "play 3 KS") if turn.acts[0].startswith("claim")]


def test_a_claim_with_the_asked_ace_still_out_is_checked_with_the_duty_to_play_it() -> None:
    begun = MIXED + RIK_OF_TWO + "name 2 H AS\n" + played("2 AH", "3 8H", "4 5H", "1 2H")
    assert [line.get("holds") for line in only(lines_of(begun + "claim 2 12"), "claim")] == [False]
    assert len(only(lines_of(begun + "claim 2 0"), "granted")) == 1


def test_where_a_king_beats_the_ace_the_players_judge_a_claim() -> None:
    begun = "answer 1 op-voorhand\nname 2 S AH\n" + MIXED + played("2 AH", "3 TH", "4 5H", "1 2H")
    assert "holds" not in only(lines_of(begun + "claim 2 12"), "claim")[0]


# --- how a deal ends ---------------------------------------------------------------------------------


def test_a_solo_is_lost_with_the_first_trick_of_another() -> None:
    lost = (
        hands(*(f"{suit}:{ALL_RANKS}" for suit in "SHDC"))
        + "bid 2 solo\nbid 3 pas\nbid 4 pas\nbid 1 pas\nname 2 S\n"
    )
    (result,) = only(lines_of(lost + played("2 AH", "3 AD", "4 AC", "1 2S")), "result")
    assert (result["made"], result["points"]) == (False, {"1": 15, "2": -45, "3": 15, "4": 15})


def test_to_play_on_after_a_contract_has_fallen_is_no_fault() -> None:
    """F13; a card that was played before, or that is not theirs, is one all the same."""
    fallen = MIXED + MISERE_OF_TWO + played("2 AH", "3 TH", "4 5H", "1 2H")
    lines = lines_of(fallen + "play 2 KH\nplay 3 9H\n")
    assert faults(lines) == []
    assert only(lines, "over")[0] == {"event": "over", "coup": 1, "seat": 2, "card": "KH"}
    for card in ("2 AH", "3 KH", "9 KH"):
        assert len(faults(lines_of(fallen + f"play {card}\n"))) == 1
    assert len(faults(lines_of("deal\nanswer 1 kaarten 9\nplay 2 KH\n"))) == 2
    whole = ONE_SUIT_EACH + MISERE_OF_TWO.replace("misere", "solo_beter") + one_suit_tricks(2, "H", 13)
    assert len(faults(lines_of(whole + "play 2 2H\n"))) == 1


def test_a_piek_is_lost_with_its_second_trick() -> None:
    piek = "deal\nbid 2 piek\nbid 3 pas\nbid 4 pas\nbid 1 pas\n"
    two = played("2 AH", "3 2H", "4 3H", "1 4H", "2 AD", "3 2D", "4 3D", "1 4D")
    (result,) = only(lines_of(piek + two), "result")
    assert result["points"] == {"1": 3, "2": -9, "3": 3, "4": 3}


def test_each_of_several_on_misere_is_settled_against_the_others() -> None:
    """13.1: seat 2 falls and seat 3 does not; they pay each other, too."""
    joint = "bid 2 misere\nbid 3 misere\nbid 4 pas\nbid 1 pas\n"
    (result,) = only(lines_of(ONE_SUIT_EACH + joint + one_suit_tricks(2, "H", 13)), "result")
    assert result["points"] == {"1": 0, "2": -12, "3": 12, "4": 0}


def test_the_losers_pay_the_winners_in_money() -> None:
    script = ALL_HEARTS + one_suit_tricks(2, "H", 1) + "claim 2 12"
    lines = lines_of(script, unit="0.25")
    assert [(line["seat"], line["amount"], line["of"]) for line in only(lines, "paid")] == [
        (2, "4.00", "3"),
        (2, "4.00", "4"),
        (2, "4.00", "1"),
    ]
    assert only(lines, "score")[0]["purses"] == {"1": "-4.00", "2": "12.00", "3": "-4.00", "4": "-4.00"}


def test_the_left_neighbour_deals_next() -> None:
    lines = lines_of(ALL_HEARTS + one_suit_tricks(2, "H", 1) + "claim 2 12\ndeal\nbid 3 rik")
    assert faults(lines) == []
    assert only(lines, "deal")[0]["dealer"] == 2


@pytest.mark.parametrize("tricks, points", [(8, 1), (7, -1 - 1), (5, -1 - 3)])
def test_a_house_may_price_each_missing_trick(tricks: int, points: int) -> None:
    assert worth(Options(undertrick_points=1), named(Options())["rik"][1], tricks) == points
    assert worth(Options(undertrick_points=1), named(Options())["misere"][1], 1) == -3
    assert worth(Options(undertrick_points=1), named(Options())["piek"][1], 0) == -4
    assert worth(Options(undertrick_points=1), named(Options())["piek"][1], 2) == -3
    assert worth(Options(undertrick_points=1), named(Options())["solo"][1], 4) == -16


def test_a_house_may_price_the_numbers_alone_by_their_height() -> None:
    """8.1 wishes it; the scheme of the book has them all alike."""
    bids = [named(Options())[name][1] for name in ("7", "9_beter", "12")]
    assert [base(Options(), bid) for bid in bids] == [1, 1, 1]
    assert [base(Options(score_table="rising"), bid) for bid in bids] == [1, 3, 6]


# --- secrets, and acts that rikken does not know -----------------------------------------------------


def test_no_screen_shows_a_hand() -> None:
    table, _ = table_after(MIXED + RIK_OF_TWO + "name 2 H AS\n")
    shown = str(view(table))
    assert "AKQJ" not in shown
    assert "AC" not in shown
    assert "play 2 CARD" in shown
    assert [str(card) for card in table.play.coup.hand_of(1) or ()][:3] == ["2C", "3C", "4C"]
    assert table_after("deal")[0].play.coup.hand_of(1) is None


def test_what_may_be_called_is_secret_where_it_tells_of_the_aces() -> None:
    assert turns_after(MIXED)[0].private
    assert not turns_after("deal")[0].private


def test_everybody_sees_how_the_play_stands() -> None:
    table, _ = table_after(MIXED + RIK_OF_TWO + "name 2 H AS\nplay 2 AH\n")
    spread = view(table)["spread"]
    assert (spread["trump"], spread["contract"]) == ("H", "2 rik")
    assert spread["trick"] == [{"seat": 2, "card": "AH"}]
    assert spread["hands"] == {"2": 12, "3": 13, "4": 13, "1": 13}
    assert "hands" not in view(table_after("hand 1 AS")[0])["spread"]
    assert len(rules.PACK(Options(), 4)) == 52


def test_a_card_from_the_pack_is_no_act_of_rikken() -> None:
    assert whys(lines_of("deal\nAS")) == ["rikken knows no such act"]


def test_before_the_deal_the_dealer_may_name_the_round() -> None:
    first, *hands_, rounds = turns_after("dealer 1\n")
    assert first.acts == ("deal",)
    assert [turn.acts[0] for turn in hands_] == [f"hand {seat} CARDS" for seat in (2, 3, 4, 1)]
    assert rounds.acts == tuple(f"answer 1 {each}" for each in rules.ANNOUNCED_ROUNDS)
