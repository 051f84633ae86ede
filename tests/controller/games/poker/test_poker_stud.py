"""Stud with five and with seven cards (HS p. 74-75)."""

from __future__ import annotations

from sabot.core.cards import JOKER, card_named
from sabot.games.poker import rules
from tests.controller.games.poker.evenings import evening, offered, paid, played, refused, said

OPENED = "deal, wait 2, open 3, see 4, fold 5, see 1, fold 2"
"""Seats 1, 3 and 4 play; the open cards begin left of the dealer with seat 3."""
FIRST = f"{OPENED}, play 3 8C, play 4 KD, play 1 KH"


def five(text: str, **options: object):
    return played(text, variant="five-stud", **options)


def seven(text: str, **options: object):
    return played(text, variant="seven-stud", **options)


def test_one_opens_in_the_blind_and_the_callers_pay_as_much():
    deal = five(OPENED)
    assert paid(deal) == {1: -10, 3: -10, 4: -10}
    assert (deal.stage, deal.waiting) == ("up", (3, 4, 1))


def test_where_nobody_opens_the_next_player_deals():
    deal = five("deal, wait 2-5, wait 1")
    assert (deal.ended.how, rules.following(deal).dealer, deal.in_play) == ("unopened", 2, 0)


def test_each_gets_one_open_card_in_turn():
    deal = five(f"{OPENED}, play 3 8C")
    assert offered(deal) == {4: ("CARD",)}
    assert refused(deal, "play 1 9C") == "it is the turn of seat 4"
    assert refused(deal, "play 4 8C") == "a card cannot be at two places"
    assert rules.acted(deal, ("card", card_named("KD"))) == said(deal, "play 4 KD")
    assert rules.table(said(deal, "play 4 KD"))["cards"]["4"] == ["KD"]


def test_the_joker_may_lie_open():
    deal = rules.acted(five(OPENED), ("card", JOKER))
    assert deal.player(3).up == (JOKER,)


def test_the_highest_open_card_speaks_first_and_of_equals_the_first_from_the_dealers_left():
    deal = five(FIRST)
    assert deal.waiting == (4, 1, 3)
    assert offered(deal) == {4: ("fold 4", "raise 4 AMOUNT", "cheap 4")}


def test_an_open_pair_speaks_before_an_ace():
    deal = five(f"{FIRST}, cheap 4, cheap 1, cheap 3, play 3 8D, play 4 AD, play 1 QH")
    assert deal.waiting == (3, 4, 1)


def test_if_all_say_cheap_the_next_card_comes():
    deal = five(f"{FIRST}, cheap 4, cheap 1, cheap 3")
    assert (deal.stage, deal.waiting) == ("up", (3, 4, 1))


def test_after_a_raise_one_sees_raises_or_folds():
    deal = five(f"{FIRST}, cheap 4, raise 1 1.00")
    assert offered(deal) == {3: ("fold 3", "raise 3 AMOUNT", "see 3")}
    deal = said(deal, "raise 3 0.50, fold 4, see 1")
    assert (deal.middle.of(1), deal.middle.of(3), deal.stage) == (160, 160, "up")
    assert deal.waiting == (3, 1)


def test_after_the_last_open_card_the_closed_ones_are_shown():
    rest = "play 3 2C, play 4 5D, play 1 6H, cheap 1, cheap 3-4, play 3 2D, play 4 9D, play 1 7H"
    deal = five(f"{FIRST}, cheap 4, cheap 1, cheap 3, {rest}, cheap 3, cheap 4, cheap 1")
    assert offered(deal)[3] == ("show 3 CARDS", "fold 3")
    assert refused(deal, "show 3 KD AS") == "a card cannot be at two places"
    deal = said(deal, "show 3 2H 8D, show 4 AD KS, show 1 3S 3H")
    assert rules.outcome(deal).result["hands"] == {"3": "full-house", "4": "pair", "1": "pair"}
    assert dict(deal.ended.won) == {3: 30, 4: 0, 1: 0}
    assert rules.table(deal)["cards"]["3"] == ["2H", "8D", "8C", "2C", "2D"]


def test_closed_cards_may_be_known_to_the_referee():
    hands = "hand 1 AC AD, hand 2 2C 3C, hand 3 2D 3D, hand 4 2H 3H, hand 5 2S 3S"
    deal = five(hands)
    assert deal.stage == "open"
    assert rules.held(deal, 1) == (card_named("AC"), card_named("AD"))
    assert not rules.due(deal)[0].private


# --- seven cards

SEVEN = "deal, open 2, see 3, fold 4-5, fold 1"
THREE_UP = "play 2 KC, play 3 8C, cheap 2-3, play 2 KD, play 3 9C, cheap 2-3, play 2 3C, play 3 TC, cheap 2-3"


def test_seven_cards_are_three_closed_and_four_open():
    deal = seven(SEVEN)
    assert rules.table(deal)["hands"] == {"1": 0, "2": 3, "3": 3, "4": 0, "5": 0}
    deal = said(deal, f"{THREE_UP}, play 2 4C, play 3 JC, raise 2 1.00, see 3")
    assert (deal.stage, deal.faults) == ("show", ())
    deal = said(deal, "show 2 KH KS 5D, show 3 7C 2D 2H")
    assert rules.outcome(deal).result["hands"] == {"2": "four", "3": "straight-flush"}
    assert dict(deal.ended.won) == {3: 220, 2: 0}


def test_after_the_fourth_open_card_the_first_to_speak_raises_or_folds():
    deal = seven(f"{SEVEN}, {THREE_UP}, play 2 4C, play 3 JC")
    assert offered(deal) == {2: ("fold 2", "raise 2 AMOUNT")}
    assert refused(deal, "cheap 2") == "after the last open card the first to speak raises or folds"
    assert said(deal, "raise 2 0.10").waiting == (3,)


def test_who_folds_forfeits_and_the_next_speaks_first():
    text = SEVEN.replace("fold 4", "see 4").replace("see 4-5", "see 4, fold 5")
    cards = ", ".join(
        f"play 2 {a}, play 3 {b}, play 4 {c}" + ("" if a == "4C" else ", cheap 2-4")
        for a, b, c in (("KC", "8C", "7D"), ("KD", "9C", "6D"), ("3C", "TC", "5D"), ("4C", "JC", "AS"))
    )
    deal = said(seven(f"{text}, {cards}"), "fold 2")
    assert offered(deal) == {3: ("fold 3", "raise 3 AMOUNT")}


def test_who_cannot_raise_may_say_cheap():
    start = evening(variant="seven-stud")
    start = start._replace(bought={2: 15}, purses={**start.purses, 2: 15})
    deal = played(f"{SEVEN}, {THREE_UP}, play 2 4C, play 3 JC", start=start)
    assert offered(deal) == {2: ("fold 2", "cheap 2")}
