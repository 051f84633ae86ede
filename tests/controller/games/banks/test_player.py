"""Simulated players at een-en-twintig: what wins most, and that they see their own cards only."""

from __future__ import annotations

import pytest

from sabot.core.cards import DECK, any_card_named, card_named
from sabot.games.banks.player.twenty_one import Hand, Outlook
from sabot.games.banks.twenty_one.deal import Deal
from sabot.games.banks.twenty_one.turns import opened
from sabot.games.banks.twenty_one.values import ACE_KING, SMALL_PACK, TABLE_TEN, USUAL, Counting
from sabot.games.evening.household import Coup
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.controller.games.evening.thinking import positions, wished

TABLE = Outlook(USUAL, DECK, first_cards=2)
THREE = {"players": "3"}


def cards(text: str):
    return tuple(card for name in text.split() if (card := card_named(name)))


def wish(script: str, **options: str) -> str:
    table, _ = played(table_of("een-en-twintig", **{**THREE, **options}), script)
    return wished("een-en-twintig", coup_of(table), 1)


def dealt(mine: str, *, bank: str = "5D 9C", other: str = "KC 9S") -> str:
    """The hands of seat 2, seat 3 and the banker, seat 1, after stakes of one."""
    firsts, seconds = zip(mine.split(), other.split(), bank.split(), strict=True)
    return (
        f"hand 2 {firsts[0]}, hand 3 {firsts[1]}, hand 1 {firsts[2]}, bet kaart 1 2, bet kaart 1 3,"
        f"hand 2 {seconds[0]}, hand 3 {seconds[1]}, hand 1 {seconds[2]}"
    )


def test_all_ends_of_a_hand_have_the_whole_share():
    assert sum(TABLE.totals(Hand()).values()) == pytest.approx(1)


@pytest.mark.parametrize("how", [USUAL, ACE_KING, SMALL_PACK, TABLE_TEN])
def test_a_hand_near_the_aim_stands_and_one_far_below_it_buys(how: Counting):
    table = Outlook(how, DECK, first_cards=1 if how is TABLE_TEN else 2)
    high, low = how.aim - 1, how.aim - 9
    assert table.standing(high) > table.buying(Hand(high, size=2))
    assert table.standing(low) < table.buying(Hand(low, size=2))


def test_over_the_aim_many_cards_pay_more_and_below_it_they_are_paid_more():
    assert TABLE.opening(Hand(25, size=3)) == -1
    assert TABLE.opening(Hand(25, size=6)) == -3
    assert TABLE.opening(Hand(18, size=6)) == 3
    assert TABLE.worth(Hand(18, size=6)) == 3


def test_a_stake_on_an_ace_is_larger_than_one_on_a_six():
    assert wish("hand 2 AC, hand 3 6D, hand 1 9C") == "bet kaart 2.00 2"
    assert wish("hand 2 6C, hand 3 6D, hand 1 9C") == "bet kaart 1.00 2"
    assert wish("deal") == "bet kaart 1.00 2"


@pytest.mark.parametrize(
    ("hand", "act"),
    [
        ("KH 9D", "stand 2"),
        ("KH 2D", "buy 2"),
        ("KH AD", "open 2"),
        ("8H 8D", "split 2"),
        ("KH KD", "stand 2"),
    ],
)
def test_what_wins_most_is_done(hand: str, act: str):
    assert wish(dealt(hand)) == act


def test_a_stake_is_raised_before_a_card_that_wins():
    assert wish(dealt("6H 5S")) == "raise 2 1.00"
    assert wish(dealt("6H 5S") + ", raise 2 1") == "buy 2"


def test_while_a_bought_card_is_on_its_way_nobody_wishes_anything():
    assert wish(dealt("KH 2D") + ", buy 2") == ""


def test_the_banker_draws_against_hands_that_are_likely_to_have_more():
    stood = ", stand 2, stand 3"
    assert len(wish(dealt("KH 9D", bank="7C 5C") + stood).split()) == 1
    assert wish(dealt("KH 9D", bank="KD QC") + stood) == "stand 1"


def exchanged(coup: Coup, seat: int) -> Coup:
    """The same deal in which the closed cards of all others are other cards."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    left = sorted({*deal.pack} - {card for hand in deal.all_hands for card in hand.cards}, reverse=True)
    for nth, hand in enumerate(deal.all_hands):
        shown = opened(hand)
        if hand.seat != seat and not hand.is_open:
            closed = [left.pop() for _ in range(len(hand.cards) - len(shown))]
            deal = deal.with_hand(nth, cards=(*closed, *shown))
    return coup._replace(deal=deal)


@pytest.mark.no_cover
def test_whole_deals_are_played_and_what_the_others_hold_changes_no_choice():
    verbs = set()
    for coup in map(coup_of, positions("een-en-twintig", 2, deals=3, maximum=200)):
        choice = wished("een-en-twintig", coup, 5) if coup.outcome is None else ""
        if choice and any_card_named(choice) is None:
            assert wished("een-en-twintig", exchanged(coup, coup.turns[0].seat), 5) == choice
            verbs.add(choice.split()[0])
    assert {"bet", "buy", "stand"} <= verbs
