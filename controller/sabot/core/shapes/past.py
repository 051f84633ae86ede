"""What other programs look back on: coups and faults of the record, page by page, and what came since.

Times are nanoseconds since 1970; `seq` is the number of a record in the journal.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Result


class RecordError(RuntimeError):
    """The record of the table cannot be read or written now."""


class PastCoup(NamedTuple):
    """One coup in its final form, after all corrections.

    `result` is that of the `result` line, None while it is undecided or if it is `void`: annulled, or
    abandoned for a new sabot. `cards` by place, as the record has them: not all of them were shown to
    everybody. `faults` were found in it, `corrections` made.
    """

    coup: int
    game: str
    began_ns: int
    ended_ns: int
    result: Result | None
    cards: dict[str, list[str]]
    faults: int
    corrections: int
    void: bool = False


class PastFault(NamedTuple):
    """A fault of the game, or of the wheel (`kind` is `wheel` then). `because` is the rule in English, and
    may name a card of a hand."""

    seq: int
    wall_ns: int
    coup: int
    game: str
    kind: str
    because: str
    card: str | None
    seat: int | None


class News(NamedTuple):
    """What was decided: a `result`, a `void` coup, an act that was `undone`, or a `fault`. `data` has
    what everybody may know of it once it is final, and no card of a hand. `chain` is that of its record."""

    seq: int
    wall_ns: int
    kind: str
    coup: int
    data: Plain
    chain: str


NEWS = ("result", "void", "undone", "fault")
"""The kinds of news."""

OPEN_RESULT = (
    *("winner", "winners", "points", "natural", "pairs", "couleur", "void"),
    *("number", "colour", "parity", "half", "dozen", "column"),
)
"""The keys of a result that everybody may see. A result of a game at home may have more: hands are in it."""


def open_result(result: Plain) -> Plain:
    """What everybody may see of a result.

    >>> open_result({"event": "result", "winner": "punto", "hands": {"2": ["8C"]}})
    {'winner': 'punto'}
    """
    return {key: result[key] for key in OPEN_RESULT if key in result}
