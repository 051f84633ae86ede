"""Which cards the house gives where it deals on screens, and which lie in the pack still."""

from __future__ import annotations

from collections import Counter

import pytest

from sabot.core import options as house
from sabot.core.cards import Card, any_card_named
from sabot.core.observations import Acknowledged, CardSeen, Observation, Said, Undone
from sabot.core.table import Table, opened, step
from sabot.games.evening.household import Coup
from sabot.games.evening.stock import Dealt, Gift, dealt, gifts, is_between, is_gift, number_of_deal
from sabot.games.register import GAMES


def table(game: str, *acts: str | Observation, **rules: str) -> Table:
    at = opened(GAMES[game], house.read(GAMES[game].Options, rules.items()))
    for act in acts:
        seen = Said(act) if isinstance(act, str) else act
        at, _ = step(at, seen)
    return at


def due(at: Table) -> list[tuple[str, int]]:
    assert isinstance(at.play.coup, Coup)
    return [(gift.act, gift.number) for gift in gifts(at.play.coup)]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card for card in map(any_card_named, text.split()) if card is not None)


def turned(name: str, place: str | None = None) -> CardSeen:
    return CardSeen(any_card_named(name), place)


def test_a_hand_is_given_to_each_seat_and_a_deal_that_nobody_saw_is_not() -> None:
    assert due(table("nap")) == [(f"hand {seat} CARDS", 5) for seat in (2, 3, 4, 1)]
    assert due(table("nap", "deal")) == []


def test_the_cards_for_those_thrown_away_are_given() -> None:
    hands = ("hand 2 AS KS QS JS TS", "hand 1 2C 3C 4C 5C 6C")
    assert due(table("nap", *hands, "swap 2 AS KS", buy="on", players="2")) == [("draw 2 CARDS", 2)]


def test_a_card_that_is_turned_up_is_given_and_so_are_open_hands() -> None:
    assert due(table("mijn-en-dijn"))[0] == ("CARD", 1)
    assert due(table("zeilen", players="2")) == [("show 2 CARDS", 3)]


def test_at_a_game_without_hands_the_cards_are_dealt_closed_and_turned_one_by_one() -> None:
    assert due(table("handelen", players="2")) == [("deal", 0)]
    at = table("handelen", "deal", turned("8H"), players="2")
    assert due(at) == [("play 2 CARD", 1)]
    assert Gift("play 2 CARD").is_turned
    assert not Gift("hand 2 CARDS", 5).is_turned
    assert Gift("hand 2 CARDS", 2).filled(cards("8H QC")) == "hand 2 8H QC"


@pytest.mark.parametrize(
    ("act", "has_cards", "is_given"),
    [
        ("show 2 CARD", False, True),
        ("show 2 CARD", True, False),
        ("show 2 9D", False, False),
        ("play 2 CARD", True, False),
        ("deal", False, False),
        ("bid 2 pass", True, False),
    ],
)
def test_a_player_s_own_cards_are_not_given_by_the_house(
    act: str, *, has_cards: bool, is_given: bool
) -> None:
    assert is_gift(act, ("deal", "hand SEAT CARDS"), has_cards=has_cards) is is_given


def test_what_was_dealt_is_what_the_rules_took() -> None:
    """A refused hand, a hand that was taken back, and an answer to a fault do not count."""
    first, second = "hand 2 AS KS QS JS TS", "hand 3 2C 3C 4C 5C 6C"
    at = table(
        "nap", first, "hand 3 AS 2C 3C 4C 5C", Acknowledged(), second, "hand 4 2D 3D 4D 5D 6D", Undone()
    )
    found = dealt(at)
    assert found.cards == cards("AS KS QS JS TS 2C 3C 4C 5C 6C")
    assert found.goes_on
    assert not dealt(table("nap", first, "answer 1 misdeal")).cards
    assert dealt(table("nap", first, "answer 1 misdeal")).shuffles == 1


def test_a_gift_of_open_hands_comes_from_a_pack_of_its_own() -> None:
    at = table("zeilen", "show 2 AS KS QS", players="2")
    found = dealt(at)
    assert found.shown == cards("AS KS QS")
    assert found.left(cards("AS AS 2C 2C"), Gift("CARD")) == Counter(cards("AS AS 2C 2C"))
    assert found.left(cards("AS AS 2C 2C"), Gift("show 1 CARDS", 1)) == Counter(cards("2C"))


def test_cards_that_are_turned_or_laid_before_a_seat_have_left_the_pack() -> None:
    at = table("handelen", "deal", turned("8H"), turned("QC", "2"), players="2")
    assert dealt(at).cards == cards("8H QC")
    at = table("nap", "deal", "bid 2 2", "bid 1 pass", turned("QC", "2"), CardSeen(None), players="2")
    assert dealt(at) == Dealt()


def test_no_deal_is_under_way_before_the_first_card_and_after_the_last() -> None:
    for at, number in (
        (table("nap"), 1),
        (table("nap", "sit 2 5.00", "sit 3 5.00", "dealer 3"), 1),
        (table("nap", "deal", "annule a card showed itself"), 2),
    ):
        assert is_between(at)
        assert number_of_deal(at) == number
        assert dealt(at) == Dealt()
    at = table("nap", "deal")
    assert (is_between(at), number_of_deal(at)) == (False, 1)


def test_once_a_deal_is_decided_the_cards_of_the_next_are_due() -> None:
    hands = ("hand 2 AS KS QS JS TS", "hand 1 2C 3C 4C 5C 6C")
    at = table("nap", *hands, "bid 2 1", "bid 1 pass", "play 2 AS", "play 1 2C", players="2")
    assert at.play.result is not None
    assert due(at) == [("hand 1 CARDS", 5), ("hand 2 CARDS", 5)]
    assert (is_between(at), number_of_deal(at)) == (True, 2)
