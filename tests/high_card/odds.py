"""The odds of high card: two cards off a shuffled sabot."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot.core.progress import Progress, silent
from sabot.games.odds.composition import Composition
from sabot.games.odds.figures import Figure
from sabot.games.odds.terms import Odds
from tests.high_card.rules import PLACES, Options


def figures(cards: Composition, options: Options, *, progress: Progress = silent) -> Iterator[Figure]:
    """How often both cards are of one rank, and otherwise each place wins as often."""
    by_rank = cards.by_value({rank: nth for nth, rank in enumerate("A23456789TJQK")})
    equal = sum(Fraction(n * (n if cards.replaced else n - 1)) for n in by_rank.values())
    total = cards.cards * (cards.cards if cards.replaced else cards.cards - 1)
    yield Figure("wins", "equal", equal / total)
    for place in PLACES:
        yield Figure("wins", place, (1 - equal / total) / 2)


ODDS = Odds(of_cards=figures)
