"""The draw: antes, exchange, raises, straddle (HS p. 68-71)."""

from __future__ import annotations

import pytest

from sabot.core.cards import DECK, card_named
from sabot.games.poker import rules
from tests.controller.games.poker.evenings import (
    evening,
    next_deal,
    offered,
    paid,
    played,
    refused,
    said,
    words_of,
)

ENTERED = "deal, see 2-5, see 1"
"""Seat 1 deals and is the book's A; B is 2, C 3, D 4, E 5."""
SERVED = f"{ENTERED}, swap 2 3, swap 3 1, swap 4 0, swap 5 2, swap 1 5"
RAISED = f"{SERVED}, raise 2 1.00, fold 3, see 4, raise 5 2.50"


# --- the book's example


def test_po_ex_sum_the_example_of_the_book_to_the_cent():
    """po-ex-sum (HS p. 69-70): 19.00 if A folded at once; D would have had to add 7.50."""
    deal = played(f"{RAISED}, fold 1, raise 2 5.00")
    assert deal.due_of(4) == 750
    deal = said(deal, "fold 4, see 5")
    assert {seat: deal.middle.of(seat) - 20 for seat in deal.seats} == {1: 0, 2: 850, 3: 0, 4: 100, 5: 850}
    assert deal.middle.total == 1900
    deal = said(deal, "show 2 QC QD 3C 4C 7D, show 5 KS KH 3D 4D 8D")
    assert rules.outcome(deal).result == {
        "winner": "5",
        "winners": {"5": "19.00"},
        "how": "showdown",
        "cards": {"2": ["QC", "QD", "3C", "4C", "7D"], "5": ["KS", "KH", "3D", "4D", "8D"]},
        "hands": {"2": "pair", "5": "pair"},
    }
    assert paid(deal) == {1: -20, 2: -870, 3: -20, 4: -120, 5: 1900 - 870}


def test_po_ex_sum_with_3_50_more_if_a_saw_earlier():
    """po-ex-sum: 22.50 in the pot."""
    deal = played(f"{RAISED}, see 1, raise 2 5.00, fold 4, see 5, fold 1")
    assert deal.middle.total == 2250
    assert (deal.stage, deal.standing) == ("show", (2, 5))


def test_each_stake_is_settled_for_what_it_was():
    deal = played(f"{RAISED}, fold 1, raise 2 5.00, fold 4, fold 5")
    assert rules.outcome(deal).result == {"winner": "2", "winners": {"2": "14.00"}, "how": "folded"}
    returned = {each.seat: (each.stake, each.returned) for each in rules.outcome(deal).settlements}
    assert returned == {1: (20, 0), 2: (870, 1400), 3: (20, 0), 4: (120, 0), 5: (370, 0)}
    assert [name for name, _ in rules.outcome(deal).lines] == ["score"]


# --- entry, exchange, raises


def test_a_deal_before_its_first_act_has_moved_no_money():
    deal = rules.begun(evening())
    assert (deal.lines, deal.faults, deal.in_play, rules.outcome(deal)) == ((), (), 0, None)
    assert offered(deal)[1] == ("deal", "hand 1 CARDS")
    assert offered(deal)[2] == ("hand 2 CARDS", "answer 2 straddle")
    assert offered(deal)[4] == ("hand 4 CARDS",)


def test_the_dealer_stakes_the_minimum_and_all_pay_twice_as_much():
    deal = played("deal")
    assert paid(deal) == {1: -10}
    assert offered(deal) == {2: ("see 2", "fold 2")}
    deal = said(deal, "see 2, fold 3, see 4-5, see 1")
    assert paid(deal) == {1: -20, 2: -20, 4: -20, 5: -20}
    assert offered(deal) == {2: ("swap 2 NUMBER",)}


def test_where_nobody_follows_the_dealer_has_the_stake_back():
    deal = played("deal, fold 2-5")
    assert (deal.ended.how, paid(deal)) == ("folded", {})


def test_cards_are_exchanged_from_the_dealers_left():
    deal = played(f"{ENTERED}, swap 2 5")
    assert offered(deal) == {3: ("swap 3 NUMBER",)}
    assert refused(deal, "swap 3 6") == "the number is from 0 to 5"
    assert refused(deal, "swap 4 1") == "it is the turn of seat 3"
    assert refused(deal, "swap 3 8C") == "the number is from 0 to 5"


def test_betting_opens_left_of_the_dealer_and_nobody_has_to_raise():
    deal = played(SERVED)
    assert offered(deal) == {2: ("fold 2", "raise 2 AMOUNT", "see 2")}
    assert said(deal, "see 2-5, see 1").stage == "show"


@pytest.mark.parametrize("amount", ["0.09", "5.01"])
def test_a_raise_has_a_least_and_a_most(amount: str):
    assert refused(played(SERVED), f"raise 2 {amount}") == "the sum is from 0.10 to 5.00"


def test_a_limit_of_0_00_is_none():
    deal = played(f"{SERVED}", minimum=0, maximum=0)
    assert [turn.limits for turn in rules.due(deal)] == [(1, 1_000_000)]


def test_a_raise_asks_all_others_once_more():
    deal = played(f"{SERVED}, see 2, raise 3 0.50")
    assert deal.waiting == (4, 5, 1, 2)
    assert said(deal, "see 4-5, see 1, see 2").stage == "show"


def test_one_who_folded_has_no_word():
    deal = played(f"{SERVED}, raise 2 1.00, fold 3")
    assert "it is the turn of seat 4" in refused(deal, "see 3")


def test_the_next_dealer_is_the_left_neighbour():
    assert next_deal(played("deal, fold 2-5")).evening.dealer == 2


# --- straddle


def test_po_straddle_all_play_for_four_times_the_minimum():
    """po-straddle (HS p. 70-71): ante 1, straddle 2: 4 to play, the dealer adds 3, the straddler 2."""
    deal = played("answer 2 straddle, deal", minimum=100)
    assert paid(deal) == {1: -100, 2: -200}
    assert deal.waiting == (3, 4, 5, 1, 2)
    assert {seat: deal.due_of(seat) for seat in deal.seats} == {1: 300, 2: 200, 3: 400, 4: 400, 5: 400}
    deal = said(deal, "see 3-5, see 1, see 2")
    assert set(paid(deal).values()) == {-400}


def test_without_a_follower_the_pot_is_the_straddlers():
    deal = played("answer 3 straddle, deal, fold 4-5, fold 1-2")
    assert (deal.ended.how, dict(deal.ended.won)) == ("folded", {3: 30})
    assert paid(deal) == {1: -10, 3: 10}


def test_only_one_of_the_second_and_third_player_straddles_and_before_the_cards():
    straddled = played("answer 3 straddle")
    why = "the dealer gives each player a hand"
    assert refused(straddled, "answer 2 straddle") == why
    assert refused(rules.begun(evening()), "answer 4 straddle") == why
    assert "to play costs 0.20" in refused(played("deal"), "answer 2 straddle")
    assert refused(rules.begun(evening(straddle=False)), "answer 2 straddle") == why


def test_who_cannot_pay_it_does_not_straddle():
    start = evening()
    start = start._replace(bought={2: 15}, purses={**start.purses, 2: 15})
    assert offered(rules.begun(start))[2] == ("hand 2 CARDS",)


# --- hands that the referee knows

KNOWN = (
    "hand 1 2C 3C 4C 5C 7C, hand 2 KC KD 7S 5H 3S, hand 3 QC QD 8S 5D 2S, hand 4 JC JD 9S 9H 2H,"
    "hand 5 AC TD 9C 8H 6S"
)


def test_known_hands_are_compared_without_being_shown():
    deal = played(f"{KNOWN}, see 2-5, see 1, swap 2-5 0, swap 1 0, see 2-5, see 1")
    assert (deal.ended.how, rules.outcome(deal).result["winner"]) == ("showdown", "1")
    assert rules.table(deal)["cards"]["2"] == ["KC", "KD", "7S", "5H", "3S"]


def test_a_known_hand_is_for_its_player_alone_and_never_in_a_line():
    deal = played(f"{KNOWN}, see 2-5, see 1")
    assert rules.held(deal, 2) == tuple(map(card_named, "KC KD 7S 5H 3S".split()))
    assert ("hand", {"seat": 2, "cards": 5}) in deal.lines
    assert set(map(tuple, rules.table(deal)["cards"].values())) == {()}
    assert "KC" not in str(deal.lines)
    assert rules.held(played(ENTERED), 2) is rules.held(deal, 9) is None


def test_some_hands_may_be_known_and_others_dealt_unseen():
    deal = played("hand 2 KC KD 7S 5H 3S, deal")
    assert rules.held(deal, 2) is not None
    assert rules.held(deal, 3) is None
    assert paid(deal) == {1: -10}


def test_the_cards_given_away_are_named_where_the_hand_is_known():
    deal = played(f"{KNOWN}, see 2-5, see 1")
    assert offered(deal) == {2: ("swap 2 0", "swap 2 CARDS")}
    assert refused(deal, "swap 2 3") == "from 1 to 5 cards are named here"
    assert refused(deal, "swap 2 QC") == "seat 2 does not hold this card"
    deal = said(deal, "swap 2 7S 5H 3S")
    assert offered(deal)[2] == ("draw 2 CARDS",)
    assert rules.held(deal, 2) is None
    assert refused(deal, "draw 2 KH KS") == "from 3 to 3 cards are named here"
    assert refused(deal, "draw 2 KH 7S 6H") == "a card cannot be at two places"
    deal = said(deal, "draw 2 KH KS 6H")
    assert rules.held(deal, 2) == tuple(map(card_named, "KC KD KH KS 6H".split()))


def test_new_cards_that_nobody_named_are_shown_at_the_end():
    deal = played(f"{KNOWN}, see 2-5, see 1, swap 2 7S 5H 3S, swap 3-5 0, swap 1 0, see 2-5, see 1")
    assert offered(deal) == {2: ("show 2 CARDS", "fold 2")}
    assert refused(deal, "show 2 KC TC TH TS 6H") == "a card that is known to be in this hand is not shown"
    assert refused(deal, "show 2 KC KD TH TS QC") == "a card cannot be at two places"
    assert refused(deal, "show 2 TH TS") == "from 3 to 3 cards are named here"
    assert rules.held(deal, 3) is None
    for shown in ("KC KD TH TS 6H", "TH TS 6H"):
        after = said(deal, f"show 2 {shown}")
        assert rules.outcome(after).result["cards"]["2"] == ["KC", "KD", "TH", "TS", "6H"]


# --- cards that cannot be


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("hand 2 KC KC 7S 5H 3S", "a card cannot be at two places"),
        ("hand 2 2C KC 7S 5H 3S", "a card cannot be at two places"),
        ("hand 2 joker KC 7S 5H 3S", "JOKER is not in this pack"),
        ("hand 2 KC 7S 5H 3S", "from 5 to 5 cards are named here"),
        ("hand 1 KC QC 7S 5H 3S", "the dealer gives each player a hand"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(act: str, why: str):
    assert refused(played("hand 1 2C 3C 4C 5C 7C", joker=False), act) == why


def test_a_shown_card_that_lies_elsewhere_is_refused():
    deal = played(f"{SERVED}, raise 2 1.00, see 3, fold 4-5, fold 1, show 2 AS AH 3C 4C 7D")
    assert refused(deal, "show 3 AS KH 3D 4D 8D") == "a card cannot be at two places"
    assert refused(deal, "show 2 AS AH 3C 4C 7D") == "it is the turn of seat 3"
    assert deal.faults == ()


def test_it_is_a_fault_of_that_seat():
    deal = said(rules.begun(evening()), "hand 3 KC KC 7S 5H 3S")
    assert (deal.faults[-1].kind, deal.faults[-1].seat) == ("impossible-card", 3)


def test_with_four_players_the_low_cards_are_left_out():
    assert refused(rules.begun(evening(players=4)), "hand 1 2C KC 7S 5H AS") == "2C is not in this pack"
    assert len(rules.PACK(evening(players=4).options, 4)) == 41
    assert len(rules.PACK(evening().options, 5)) == 53
    assert len(rules.PACK(evening(short_pack=False, joker=False).options, 3)) == 52


def test_when_the_pack_runs_out_cards_that_were_given_away_come_again():
    """Seven hands of five, and four and five more: more than fifty-three cards."""
    cards = [" ".join(map(str, DECK[first : first + 5])) for first in range(0, 35, 5)]
    dealt = ", ".join(f"hand {seat} {hand}" for seat, hand in enumerate(cards, 1))
    deal = played(f"{dealt}, see 2-7, see 1", players=7)
    for seat in (2, 3, 4):
        deal = said(deal, f"swap {seat} {cards[seat - 1]}")
    again = f"AS KS {cards[1][:8]}"
    assert "at two places" in refused(deal, f"draw 4 {again}")
    deal = said(deal, f"swap 5 {cards[4]}")
    assert said(deal, f"draw 5 {again}").faults == ()


# --- the showdown


def test_equal_hands_share_and_the_odd_cent_goes_to_the_first_from_the_dealers_left():
    entered = "deal, see 2, fold 3, see 4, fold 5, see 1, swap 2 0, swap 4 0, swap 1 0"
    deal = played(f"{entered}, see 2, raise 4 0.11, see 1, see 2, show 1 2C 3C 4C 5D 7D")
    deal = said(deal, "show 4 AC KC QC JC 9S, show 2 AD KD QD JD 9H")
    assert dict(deal.ended.won) == {2: 47, 4: 46, 1: 0}


def test_one_may_throw_the_hand_away_at_the_showdown():
    deal = played(f"{SERVED}, raise 2 1.00, see 3, fold 4-5, fold 1, fold 3")
    assert (deal.ended.how, rules.outcome(deal).result["winner"]) == ("folded", "2")


def test_hands_are_laid_open_in_any_order():
    deal = played(f"{SERVED}, raise 2 1.00, see 3, fold 4-5, fold 1, show 3 KS KH 3D 4D 8D")
    assert offered(deal) == {2: ("show 2 CARDS", "fold 2")}


def test_an_act_after_the_end_is_refused():
    assert refused(played("deal, fold 2-5"), "see 1") == "the deal is over"


@pytest.mark.parametrize("words", [("rnvp",), ("bet", "pot", 10, 2), ("card", card_named("8C"))])
def test_what_is_no_act_of_poker_is_refused(words: tuple[object, ...]):
    deal = played(SERVED)
    assert len(rules.acted(deal, words).faults) == 1


def test_every_pattern_is_an_act():
    assert {words_of(text)[0][0] for text in ("deal", "fold 1", "show 1 8C joker")} == {
        "deal",
        "fold",
        "show",
    }
