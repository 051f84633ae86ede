"""What is learnt of een-en-twintig: what a hand counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from sabot.core.cards import Card
from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.games.banks.twenty_one.values import ACE_MORE, Counting, cards_of, points, values_of
from sabot.games.een_en_twintig import rules
from sabot.games.een_en_twintig.options import Options
from sabot.games.evening.drills import paying
from sabot.games.evening.drills.paying import Worth
from sabot.games.questions import Drill

NO_ACE, HIGH_ACE, LOW_ACE, TOO_MUCH = (
    *("no ace", "an ace that counts eleven"),
    *("an ace that counts one", "more than twenty-one"),
)
ASK = "What does this hand count?"


def cell_of(cards: tuple[Card, ...], how: Counting) -> str:
    """What a hand is an example of."""
    counted = points(cards, how)
    if counted > how.aim:
        return TOO_MUCH
    if all(card.rank != "A" for card in cards):
        return NO_ACE
    low = sum(how.values[card.rank] for card in cards)
    return HIGH_ACE if counted == low + ACE_MORE else LOW_ACE


def asks(cell: str, rng: Random, *, options: Options) -> Worth:
    """A hand of two to five cards."""
    how, pack = values_of(options), cards_of(options, 2)
    while True:
        cards = tuple(rng.sample(pack, rng.randint(2, 5)))
        if cell_of(cards, how) == cell:
            break
    shows: dict[str, object] = {"hand": [*map(str, cards)]}
    counted = points(cards, how)
    return Worth(ASK, shows, counted, WHYS[cell])


WHYS = {
    NO_ACE: reason("each card counts its number, and a figure what this house gives it"),
    HIGH_ACE: reason("an ace counts eleven where that is not too much"),
    LOW_ACE: reason("an ace counts one where eleven would be too much"),
    TOO_MUCH: reason("with more than twenty-one an ace counts one"),
}


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What a hand counts in this house."""
    given = options.get(rules.NAME)
    count = partial(asks, options=given if isinstance(given, Options) else Options())
    cells = (NO_ACE, HIGH_ACE, LOW_ACE, TOO_MUCH)
    return (paying.drill(rules.NAME, "What a hand counts", (cells,), count, name="counting", target_s=4.0),)
