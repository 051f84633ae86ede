"""The search with all hands open, against a plain search of small hands."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from sabot.core.cards import DECK, Card, card_named
from sabot.games.tricks.search import Goal, Position, can_reach
from sabot.games.tricks.tricks import Trick, legal, winner

Hands = dict[int, list[Card]]
SIDE = (1, 3)


Choice = Callable[[list[int]], int]


def tricks_of(hands: Hands, trick: Trick, turn: int, *, trump: str | None, chosen: dict[int, Choice]) -> int:
    """The tricks of seats 1 and 3 by trying everything, when each seat chooses the most or the fewest."""
    if not hands[turn]:
        return 0
    found = []
    for card in legal(hands[turn], trick, trump=trump):
        left = {seat: [each for each in held if each != card] for seat, held in hands.items()}
        after, taken, then = trick.with_play(turn, card), 0, turn % 4 + 1
        if len(after.plays) == 4:
            then = winner(after, trump)
            after, taken = Trick(), then in SIDE
        found.append(taken + tricks_of(left, after, then, trump=trump, chosen=chosen))
    return chosen[turn](found)


@pytest.mark.parametrize("seed", range(10))
def test_the_search_agrees_with_trying_everything(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(DECK, 12)
    hands = {seat: cards[3 * seat - 3 : 3 * seat] for seat in (1, 2, 3, 4)}
    trump, turn = rng.choice(["S", "H", None]), rng.randint(1, 4)
    position = Position(hands, turn, trump)
    most = tricks_of(hands, Trick(), turn, trump=trump, chosen={1: max, 2: min, 3: max, 4: min})
    assert [can_reach(position, Goal(SIDE, least, 3)) for least in range(4)] == [
        least <= most for least in range(4)
    ]
    fewest = tricks_of(hands, Trick(), turn, trump=trump, chosen={1: min, 2: max, 3: min, 4: max})
    assert [can_reach(position, Goal(SIDE, 0, limit)) for limit in range(4)] == [
        limit >= fewest for limit in range(4)
    ]


def test_a_trick_under_way_is_played_out() -> None:
    hands = {seat: [card] for seat, name in ((1, "2S"), (2, "3H")) if (card := card_named(name))}
    led = card_named("4S")
    assert led
    hands[1] = []
    assert can_reach(Position(hands, turn=2, trick=(led,)), Goal([1], 1, 1)) is True
    assert can_reach(Position(hands, turn=2, trump="H", trick=(led,)), Goal([1], 1, 1)) is False


def test_the_search_gives_up_after_a_number_of_positions() -> None:
    rng = random.Random(1)
    cards = rng.sample(DECK, 52)
    hands = {seat: cards[13 * seat - 13 : 13 * seat] for seat in (1, 2, 3, 4)}
    assert can_reach(Position(hands, turn=1), Goal([1], 3, 5), positions=50) is None
