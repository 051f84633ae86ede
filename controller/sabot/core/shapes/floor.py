"""A floor of tables as the page of the pit shows it: what the pit knows of each table, and what wants
somebody to look."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.reasons import Reason, Why
from sabot.core.shapes.people import Person

WATCHER, BOSS, TECHNICIAN, AUDITOR = ROLES = ("watcher", "boss", "technician", "auditor")
"""What a person at the pit may be."""

PLAYS, CLOSED, BEHIND, SKEWED = ("plays", "closed", "behind", "skewed")
DISPUTE, FAULT, UNKNOWN, ALARM = ("dispute", "fault", "unknown", "alarm")
LOST, IDLE = ("lost", "idle")
"""How a table stands; `lost`: one of its instruments is."""

WORST = (DISPUTE, FAULT, UNKNOWN, ALARM, LOST, IDLE, BEHIND, SKEWED, PLAYS, CLOSED)
"""The worst first."""


class LoginError(Exception):
    """Why somebody does not come in by the login of the house, for the person who meets it."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why)
        self.why = why


class CameBack(NamedTuple):
    """Somebody has come in by the login of the house, and wants this page."""

    person: Person
    to: str


class Seen(NamedTuple):
    """Somebody has seen an alert: by name, with a word; seconds since 1970."""

    by: str
    word: str
    at_s: float


class Cause(NamedTuple):
    """What wants somebody to look: an alert by its `key`, of one table or, where `station` is empty, of the
    pit itself. `seq` is the first record concerned, 0: none. `why` is the rule of a fault or a dispute, the
    role of a lost instrument, and else a reason."""

    key: str
    station: str
    kind: str
    since_s: float
    seq: int = 0
    why: Why = ""
    seen: tuple[Seen, ...] = ()


class Tile(NamedTuple):
    """One table. `state` is one of WORST. `last_s`: when its last coup was decided, by its own clock; None:
    no coup is on record. `behind` is how many records the pit lacks, `lag_s` how much later than its own time
    its last record came."""

    station: str
    state: str
    game: str = ""
    is_open: bool = True
    since_s: float = 0.0
    last_s: float | None = None
    games_an_hour: int = 0
    behind: int = 0
    lag_s: float = 0.0
    causes: tuple[Cause, ...] = ()

    @property
    def is_seen(self) -> bool:
        """Whether somebody has seen all that is wrong with it."""
        return bool(self.causes) and all(each.seen for each in self.causes)


class Floor(NamedTuple):
    """All tables, the worst first, at one moment; `causes` are of the pit itself and of all tables."""

    at_s: float
    tiles: tuple[Tile, ...] = ()
    causes: tuple[Cause, ...] = ()

    @property
    def unseen(self) -> int:
        """How many alerts nobody has seen."""
        return sum(not each.seen for each in self.causes)


def worst_first(tiles: list[Tile]) -> tuple[Tile, ...]:
    """The tables as a person wants them: the worst first, of those what nobody has seen yet, then those with
    an alert, then what lacks most, then by name.

    >>> found = worst_first([Tile("b", PLAYS), Tile("a", PLAYS), Tile("c", FAULT)])
    >>> [each.station for each in found]
    ['c', 'a', 'b']
    """
    return tuple(
        sorted(
            tiles,
            key=lambda one: (WORST.index(one.state), one.is_seen, not one.causes, -one.behind, one.station),
        )
    )


class Day(NamedTuple):
    """One day or month of a report: its first day as `2026-11-24`, games, the hours in which tables dealt,
    and faults."""

    day: str
    coups: int
    hours: int
    faults: int


class Pace(NamedTuple):
    """A table over a time: games, and the hours in which it dealt."""

    station: str
    coups: int
    hours: int

    @property
    def an_hour(self) -> float:
        """Games an hour."""
        return self.coups / self.hours if self.hours else 0.0


class Rule(NamedTuple):
    """How often one kind of fault was found, and at how many tables."""

    rule: str
    times: int
    stations: int


class Stay(NamedTuple):
    """A wheel stood at a table since then, until the next one came (None: it still does)."""

    station: str
    since_s: float
    until_s: float | None


class Wheel(NamedTuple):
    """One wheel: its name, where it stood, its numbers with how often each came, clockwise; and of those the
    chi-square (None: too few spins) with the probability that chance does as much."""

    name: str
    stays: tuple[Stay, ...]
    spins: int
    counts: tuple[tuple[str, int], ...]
    chi_square: float | None
    probability: float | None
    needed: int
    is_suspect: bool


class Figures(NamedTuple):
    """What the pit counts over some days."""

    days: int
    paces: tuple[Pace, ...]
    rules: tuple[Rule, ...]
    coups: int


class Answered(NamedTuple):
    """An alert that somebody has seen or answered, for those who look back."""

    at_s: float
    station: str
    kind: str
    seq: int
    by: str
    word: str
