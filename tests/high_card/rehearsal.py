"""A shift at high card, with cards dealt to the wrong place, cards too many and wrong announcements."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sabot.core.cards import DECK, RANKS, Card
from sabot.core.observations import Announced, BetsClosed, CardSeen, CoupEnded, SabotOpened, Staked
from sabot.games.rehearsal import Act
from tests.high_card.rules import PLACES, Options

HOUSE = Options(minimum=1_00, close="croupier", decks=8)
FAULTS = ("misplaced-card", "faux-tirage", "wrong-announcement")


def shift(rng: Random, *, coups: int, faults: float = 0.0, options: Options = HOUSE) -> Iterator[Act]:
    """Yields the acts of `coups` coups; in a part `faults` of them one act is a fault."""
    sabot: list[Card] = []
    for _ in range(coups):
        if len(sabot) < 3:
            if sabot:
                yield SabotOpened(), None
            sabot = list(DECK) * options.decks
            rng.shuffle(sabot)
        yield from _coup(rng, sabot, rng.choice(FAULTS) if rng.random() < faults else "")


def _coup(rng: Random, sabot: list[Card], fault: str) -> Iterator[Act]:
    yield Staked(rng.choice(PLACES), rng.randrange(1, 9) * 10_00, rng.randint(1, 7)), None
    yield BetsClosed(), None
    cards = {place: sabot.pop() for place in PLACES}
    for place, card in cards.items():
        wrong = fault == "misplaced-card" and place == "left"
        yield CardSeen(card, "right" if wrong else place), fault if wrong else None
    if fault == "faux-tirage":
        yield CardSeen(sabot.pop()), fault
    left, right = (RANKS.index(card.rank) for card in cards.values())
    true = "equal" if left == right else "left" if left > right else "right"
    if fault == "wrong-announcement":
        yield Announced(next(each for each in (*PLACES, "equal") if each != true)), fault
    yield Announced(true), None
    yield CoupEnded(), None
