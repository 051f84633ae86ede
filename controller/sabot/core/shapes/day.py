"""What the supervisor looks back on: a gaming day, its coups and faults, and a coup step by step.

Times are nanoseconds since 1970; `seq` is the number of a record in the journal.
"""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from sabot.core.reasons import PlainReason
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import CallShown, FaultShown, OwedShown, PlaceShown, Result, StakeShown


class ReportedCoup(TypedDict):
    """One coup of the day; `manual`: how often a person entered a card or a number. `staked` and `returned`:
    of the stakes that were entered and are settled, in minor units; not those that stay on the cloth."""

    coup: int
    game: str
    began_ns: int
    ended_ns: int
    seq: int
    result: Result | None
    won: str
    cards: dict[str, list[str]]
    faults: int
    corrections: int
    manual: int
    staked: NotRequired[int]
    returned: NotRequired[int]


class Answer(TypedDict):
    """Who answered for a fault, or withdrew what caused it."""

    by: str
    reason: str
    wall_ns: int
    withdrawn: NotRequired[bool]


class ReportedFault(TypedDict):
    """One fault of the day; `wheel`: its name where the wheel reports it."""

    seq: int
    wall_ns: int
    coup: int
    kind: str
    because: PlainReason
    card: str | None
    owed: str | None
    to: NotRequired[str | None]
    said: NotRequired[str | None]
    wheel: str | None
    answer: Answer | None


class ReportedNote(TypedDict):
    """What a person put on record: the fields of the observation `Noted`."""

    wall_ns: int
    what: str
    by: str
    text: str
    about: int
    counted: int | None


class Summary(TypedDict):
    """The day in a few numbers; `faults` by their kind."""

    coups: int
    decided: int
    corrections: int
    manual: int
    faults: dict[str, int]
    unanswered: int


class DayReport(TypedDict):
    """The day, coups and faults oldest first; `seq` is the last record that was read."""

    day: str
    seq: int
    newest: int
    coups: list[ReportedCoup]
    faults: list[ReportedFault]
    notes: list[ReportedNote]
    summary: Summary


class Bar(NamedTuple):
    """One bar of a plot: what it stands for, how long it is, and that in words."""

    label: str
    length: float
    text: str


class Plot(NamedTuple):
    """Bars under a heading, from zero: side by side, or, where `is_wide`, one below the other with room for a
    sentence each."""

    heading: str
    bars: tuple[Bar, ...]
    is_wide: bool = False


class Cover(NamedTuple):
    """The first page of a report: the `name` of the house, what it is, one line that says how the day went,
    the `figures` with their names, and plots. `mark` is the house's, an SVG or a PNG; empty where it has
    none. `cloth` is its colour; empty: ours."""

    name: str
    title: str
    line: str
    figures: tuple[tuple[str, str], ...]
    plots: tuple[Plot, ...]
    mark: bytes = b""
    cloth: str = ""


class HeadShown(TypedDict):
    """The newest signed head of the journal: the number of its record, one line of text, and that line as a
    QR code (an SVG element)."""

    seq: int
    text: str
    svg: str


class Step(TypedDict):
    """What was seen, what was decided by it, and how the table stood then."""

    seq: int
    wall_ns: int
    role: str
    seen: Plain
    events: list[Plain]
    phase: str
    places: list[PlaceShown]
    owed: OwedShown | None
    calls: list[CallShown]
    result: Result | None
    faults: list[FaultShown]
    stakes: list[StakeShown]
    settlements: list[Plain]
    manual: list[str]
    aside: list[str]
    picture: NotRequired[str]
