"""The tailles in the journal, each with the roads or the card that its results draw. It reads, and never
writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from sqlite3 import Connection
from typing import NamedTuple

from sabot.core.events import ShoeChanged
from sabot.core.progress import Advance, unheard
from sabot.core.shapes.view import ResultShown
from sabot.core.table import Table
from sabot.core.view import results_shown
from sabot.games.register import DESCRIPTORS
from sabot.record.carry_over import FOLDED, opened_again
from sabot.record.chain import Record
from sabot.record.journal import followed, records
from sabot.record.resume import after, read, reopened

DRAWINGS = {"roads": ("roads", "plates"), "card": ("card",)}
"""What each export takes of the drawings of a game's score."""


class NotDrawnError(ValueError):
    """The games of this journal have no such drawing; the message is for the person who asked."""


class Taille(NamedTuple):
    """The results of one taille, as they stand after all corrections."""

    game: str
    pockets: int
    results: tuple[ResultShown, ...]


def tailles(file: Connection, advance: Advance = unheard) -> Iterator[Taille]:
    """Every taille with a result, oldest first. Raises JournalError where a record cannot be read."""
    table: Table | None = None
    before: list[Taille] = []
    for record in followed(records(file, FOLDED), advance):
        if record.kind == "opening":
            yield from _with_results([*before, *_of(table)])
            table, before = reopened(record.plain), []
        elif table is not None and record.kind == "note":
            table = opened_again(table, record)
        elif table is not None:
            table = _followed(table, record, before)
            yield from _with_results(before[:-1])
            del before[:-1]
    yield from _with_results([*before, *_of(table)])


def _followed(table: Table, record: Record, before: list[Taille]) -> Table:
    """The table after this record; `before` keeps the taille that a new sabot ends, until an undo opens it
    again."""
    changed, events = after(table, read(record), record.wall_ns, record.monotonic_ns, seq=record.seq)
    if any(isinstance(event, ShoeChanged) and event.state == "new" for event in events):
        before.extend(_of(table))
    elif before and not table.play.taille.results and [*_of(changed)] == before[-1:]:
        before.pop()
    return changed


def _of(table: Table | None) -> Iterator[Taille]:
    if table is not None:
        options = table.play.options
        yield Taille(table.play.game.NAME, options.pockets, tuple(results_shown(table)))


def _with_results(found: list[Taille]) -> Iterator[Taille]:
    return (each for each in found if each.results)


# --- as lines ---------------------------------------------------------------------------------------


def as_roads(file: Connection, advance: Advance = unheard) -> Iterator[str]:
    """The roads or bead plates of every taille, as one JSON line each. Raises NotDrawnError where no game of
    this journal draws any."""
    return _drawn(file, "roads", advance)


def as_card(file: Connection, advance: Advance = unheard) -> Iterator[str]:
    """The score card of every taille, as one JSON line each. Raises NotDrawnError where no game of this
    journal keeps one."""
    return _drawn(file, "card", advance)


def _drawn(file: Connection, wanted: str, advance: Advance) -> Iterator[str]:
    others: set[str] = set()
    drew = False
    for number, taille in enumerate(tailles(file, advance), start=1):
        score = _score(taille)
        if score.get("kind") not in DRAWINGS[wanted]:
            others.add(taille.game)
            continue
        drew = True
        coups = [taille.results[0]["coup"], taille.results[-1]["coup"]]
        yield json.dumps(
            {"taille": number, "game": taille.game, "from_to": coups, **score}, ensure_ascii=False
        )
    if others and not drew:
        raise NotDrawnError(f"no {wanted} of {', '.join(sorted(others))}: --format csv has every coup")


def _score(taille: Taille) -> dict[str, object]:
    past = DESCRIPTORS[taille.game].part("past")
    return past.score(taille.results, pockets=taille.pockets) if past else {}
