"""What the drills of a report are called. The pit has the same games as its tables, more or less."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sabot.core.shapes.training import Class, Learning
from sabot.games.questions import Drill
from sabot.school import catalogue


@cache
def drills() -> Mapping[str, Drill]:
    """Every drill of this program by its name."""
    return catalogue.drills()


def titled(given: Class, known: Mapping[str, Drill]) -> Class:
    """The same, with the titles and games of the drills that are known."""
    return given._replace(learning=tuple(_titled(each, known) for each in given.learning))


def _titled(each: Learning, known: Mapping[str, Drill]) -> Learning:
    missed = (
        one._replace(title=drill.title, game=drill.group) if (drill := known.get(one.drill)) else one
        for one in each.missed
    )
    return each._replace(missed=tuple(missed))
