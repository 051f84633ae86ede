"""Cards, their text and the count of a sabot."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK, Card, Sabot, card_named, with_sign


def test_a_pack_has_fifty_two_different_cards() -> None:
    assert len({*DECK}) == 52


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_read_as_it_is_written(card: Card) -> None:
    assert card_named(str(card)) is card
    assert card_named(str(card).lower()) is card


@pytest.mark.parametrize(
    "text", ["", "8", "C8", "1C", "8X", "88C", "10", "11H", " 8C", "8С"]
)  # the last is Cyrillic
def test_what_is_no_card_is_none(text: str) -> None:
    assert card_named(text) is None


def test_people_read_a_ten_as_a_number_and_each_suit_as_its_sign() -> None:
    assert [with_sign(Card("T", suit)) for suit in "CDHS"] == ["10♣", "10♦", "10♥", "10♠"]
    assert with_sign(Card("A", "S")) == "A♠"


def test_hearts_and_diamonds_are_red() -> None:
    assert {card.suit for card in DECK if card.is_red} == {"D", "H"}


@given(st.integers(1, 12), st.lists(st.sampled_from([*DECK, None]), max_size=200))
def test_a_sabot_counts_what_was_drawn(decks: int, drawn: list[Card | None]) -> None:
    sabot = Sabot(decks)
    for card in drawn:
        sabot = sabot.after(card)
    assert sabot.drawn == len(drawn)
    assert sabot.left == max(0, sabot.cards - len(drawn))
    for card in DECK:
        assert sabot.copies(card) == drawn.count(card)
        assert sabot.has_too_many(card) == (drawn.count(card) > decks)


@given(st.integers(1, 3), st.lists(st.sampled_from(DECK[:4])), st.lists(st.sampled_from(DECK[:4])))
def test_many_cards_leave_a_sabot_as_they_would_one_by_one(
    decks: int, before: list[Card], cards: list[Card]
) -> None:
    sabot = Sabot(decks)
    for card in before:
        sabot = sabot.after(card)
    after = sabot
    for card in cards:
        after = after.after(card)
    assert sabot.after_all(cards) == after
    assert after.before_all(cards) == sabot
    assert after.is_possible == all((*before, *cards).count(card) <= decks for card in DECK)
