"""Who must follow, who takes a trick, and who bids over whom."""

from __future__ import annotations

import pytest

from sabot.core.cards import Card, card_named
from sabot.games.auctions.ladder import Made, highest, over
from sabot.games.tricks.cards import ACE_BELOW_KNAVE_32, ACE_HIGH, ACE_HIGH_32, pack
from sabot.games.tricks.tricks import Following, Trick, legal, winner


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card for word in text.split() if (card := card_named(word)))


def trick(text: str) -> Trick:
    """The trick of these cards, played by seats 1, 2, 3 …"""
    played = Trick()
    for seat, card in enumerate(cards(text), start=1):
        played = played.with_play(seat, card)
    return played


HAND = cards("2C KC 7H 9S")


@pytest.mark.parametrize(
    ("led", "rule", "may"),
    [
        ("", Following(), "2C KC 7H 9S"),
        ("8C", Following(), "2C KC"),
        ("8D", Following(), "2C KC 7H 9S"),
        ("8D", Following(ruff=True), "7H"),
        ("8C QC", Following(head=True), "KC"),
        ("AC", Following(head=True), "2C KC"),
        ("8D 9H", Following(ruff=True, head=True), "7H"),
        ("8D 2H", Following(ruff=True, head=True), "7H"),
        ("8C", Following(suit="trump"), "2C KC 7H 9S"),
        ("8H", Following(suit="trump"), "7H"),
        ("8C", Following(suit="no"), "2C KC 7H 9S"),
        ("8D", Following(head=True), "7H"),
    ],
)
def test_what_may_be_played_follows_from_the_rule_of_the_game(led: str, rule: Following, may: str) -> None:
    assert legal(HAND, trick(led), trump="H", rule=rule) == cards(may)


def test_without_trumps_in_the_hand_a_game_that_demands_them_lets_any_card_be_played() -> None:
    hand = cards("2C KC")
    assert legal(hand, trick("8D"), trump="H", rule=Following(ruff=True)) == hand


@pytest.mark.parametrize(
    ("played", "trump", "taker"),
    [
        ("8C KC 9C", None, 2),
        ("8C KD 9C", None, 3),
        ("8C 2H KC", "H", 2),
        ("8H 2H AC", "H", 1),
        ("8C AD", "S", 1),
    ],
)
def test_the_highest_trump_or_the_highest_card_of_the_suit_led_takes_the_trick(
    played: str, trump: str | None, taker: int
) -> None:
    assert winner(trick(played), trump) == taker


def test_the_first_of_two_equal_cards_takes_the_trick() -> None:
    assert winner(trick("8C KC KC")) == 2


def test_where_the_ace_stands_below_the_knave_the_knave_takes_it() -> None:
    assert winner(trick("AC JC"), order=ACE_BELOW_KNAVE_32) == 2
    assert winner(trick("AC JC"), order=ACE_HIGH_32) == 1


def test_a_trick_names_its_leader_and_the_suit_led() -> None:
    assert (trick("8C KD").leader, trick("8C KD").led) == (1, "C")
    assert (Trick().leader, Trick().led) == (None, None)


def test_a_pack_has_each_card_as_often_as_it_has_copies() -> None:
    assert len({*pack(ACE_HIGH)}) == 52
    assert sorted(pack(ACE_HIGH_32, copies=2)).count(Card("7", "C")) == 2


LADDER = ("1", "2", "3")


def test_the_first_of_two_equal_bids_stands() -> None:
    assert highest([Made(1, "2"), Made(2, "2")], LADDER) == Made(1, "2")
    assert highest([Made(1, "pass")], LADDER) is None


def test_only_higher_bids_are_over_the_one_that_stands() -> None:
    assert over(LADDER, "1") == ("2", "3")
    assert over(LADDER, None) == LADDER
