"""A restart is a replay: the table as the journal remembers it. Live table, restart and replay use the
same `after`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple

from sabot.core import options, reasons
from sabot.core.cards import card_named
from sabot.core.events import Event
from sabot.core.game import Game
from sabot.core.observations import (
    Acknowledged,
    ButtonPressed,
    ClockTicked,
    CoupEnded,
    Noted,
    Observation,
    SabotOpened,
    Undone,
    from_dict,
)
from sabot.core.options import House
from sabot.core.play.seated import seats
from sabot.core.play.state import RESULTS_KEPT, Alert, Play
from sabot.core.players import Players
from sabot.core.reasons import Reason
from sabot.core.shapes.json import Plain, whole
from sabot.core.shapes.people import without_words
from sabot.core.surroundings import Room
from sabot.core.table import Chapter, Table, opened, resumed, step
from sabot.core.terms import Fault
from sabot.games.register import GAMES
from sabot.record import abandoned, carry_over
from sabot.record.acceptance import require_unbroken
from sabot.record.carry_over import RESUMED, alone, opened_again
from sabot.record.chain import Entry, Record
from sabot.record.journal import JournalError, backwards, last_coup, reading, records

log = logging.getLogger(__name__)

COUPS_BACK = 160
"""A replay begins at least this many coups back, so that everything that could be taken back still can be."""

COUPS_BETWEEN = 100
"""In a game without a sabot a replay may begin after this many coups."""


def after(
    table: Table, observation: Observation, wall_ns: int, monotonic_ns: int = 0, *, seq: int = 0
) -> tuple[Table, tuple[Event, ...]]:
    """The table after what was perceived at `wall_ns`, and what was decided by it. Never raises.

    `monotonic_ns` is the same moment on the clock that never steps back; 0: not known, the wall's is used.
    `seq` is the number of its record in the journal, by which an undo names it; 0: there is none.

    Should the referee fail, that is written to the log and the observation changes nothing. The same
    observations fail alike when they are replayed, so the table is the same again.
    """
    try:
        ahead_ns = wall_ns - monotonic_ns if monotonic_ns else 0
        table = table._replace(room=table.room._replace(ahead_ns=ahead_ns), line=seq or table.line)
        timed, found = step(table, ClockTicked(wall_ns))  # a doubt may have become a dispute meanwhile
        stepped, events = step(timed._replace(line=seq) if seq else timed, observation)
        return stepped, (*found, *events) if found else events
    except Exception:  # any error is caught here: a table must not stop because of a card
        log.exception("the referee failed at %s", without_words(observation))
        return table, ()


# --- openings ---------------------------------------------------------------------------------------


def opening(table: Table, *, name: str = "") -> dict[str, object]:
    """What must be known to open this table again: game, options, number of the last coup, open faults, what
    the coup that lies ready carries on from those before it, the seats that have played, and whether the
    table is closed or somebody is wanted."""
    play = table.play
    kept = carry_over.written(play.game, play.options, play.coup)
    room = carry_over.room_written(table.room)
    return {
        "game": play.game.NAME,
        "options": _spelled(play.options),
        "coup": play.number,
        "alerts": [_plain(alert) for alert in play.taille.alerts],
        "table": name,
        **({"carried": kept} if kept else {}),
        **({"room": room} if room else {}),
        **({"players": sorted(seats(table))} if play.coup.fewest_players else {}),
    }


def _plain(alert: Alert) -> dict[str, object]:
    fault = alert.fault
    card, because = str(fault.card) if fault.card else None, str(fault.because)
    more = {"card": card, "because": because, "reason": reasons.as_dict(fault.because)}
    return {"coup": alert.coup, "fault": fault._asdict() | more}


def _alert(plain: dict[str, Any]) -> Alert:
    """The open fault that `_plain` wrote; older journals have the text of its reason alone."""
    fields = dict(plain["fault"])
    kept = fields.pop("reason", None)
    because = reasons.from_dict(kept) if kept else Reason(fields["because"])
    card = card_named(fields["card"]) if fields["card"] else None
    return Alert(plain["coup"], Fault(**fields | {"card": card, "because": because}))


def _spelled(kept: House) -> dict[str, str]:
    return {
        options.spelled(each.name): options.shown(each, getattr(kept, each.name)) for each in fields(kept)
    }


def reopened(body: dict[str, Any]) -> Table:
    """The table that `opening` described. Raises JournalError when this sabot no longer knows its game or
    options."""
    try:
        game: Game = GAMES[body["game"]]
        of_house = options.recorded(game.Options, body["options"])
        alerts = tuple(map(_alert, body.get("alerts", ())))
        table = opened(game, of_house)
        if kept := body.get("carried"):
            coup = carry_over.read(game, of_house, kept)
            play = table.play._replace(coup=coup, owed=game.owed(coup), calls=game.calls(coup))
            table = table._replace(play=play)
        players = Players(frozenset(map(str, body.get("players", ()))))
        table = table._replace(players=players, room=carry_over.room_read(body.get("room", {})))
        return counting_on(table, int(body["coup"]), alerts)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise JournalError(f"the journal tells of a table that this sabot does not know: {error}") from None


def counting_on(table: Table, number: int, alerts: tuple[Alert, ...] = ()) -> Table:
    """A fresh table whose next coup follows coup `number`, with these faults still open."""
    play = table.play._replace(number=number, taille=table.play.taille._replace(alerts=alerts))
    return table._replace(play=play, chapters=(Chapter(play),))


def is_beginning(observation: Observation, table: Table) -> bool:
    """Whether a fold may begin from `opening` of this table as it stands after `observation`: with a new
    sabot, or, at a game without one, after every hundredth coup."""
    play, room = table.play, table.room
    if room.shut or room.eye.lying:
        return False  # only an earlier replay knows that it is closed, or which cards lie there
    if play.game.PLACES:
        return type(observation) is SabotOpened and _can_be_reopened(play)
    due = play.number % COUPS_BETWEEN == 0 and type(observation) is CoupEnded and not play.opened
    stands = room.wheel.faults or room.help_wanted
    return due and not stands and _can_be_reopened(play._replace(taille=play.taille._replace(results=())))


def _can_be_reopened(play: Play) -> bool:
    """Whether the table that is opened again is this one, to the letter."""
    try:
        again = reopened(opening(Table(play, Room(), ())))
    except (TypeError, JournalError):
        return False
    return again.play == play


# --- folding ----------------------------------------------------------------------------------------


class TooShortError(Exception):
    """An act before the beginning of the replay was taken back."""


def folded(table: Table, observed: Iterable[Record], *, whole: bool) -> Table:
    """The table after all these observations and notes; `whole`: `table` is where everything began.

    Raises TooShortError where it is not and that matters, and JournalError for what cannot be read.
    """
    for record in observed:
        if record.kind == "note":
            table = opened_again(table, record)
            continue
        observation = read(record)
        if not whole and _takes_back(observation) and _at_its_beginning(table):
            raise TooShortError
        table, _ = after(table, observation, record.wall_ns, record.monotonic_ns, seq=record.seq)
    return table


def read(record: Record) -> Observation:
    """The observation on record. Raises JournalError when this sabot does not know it."""
    try:
        return from_dict(record.plain)
    except (ValueError, TypeError) as error:
        raise JournalError(f"record {record.seq} cannot be read: {error}") from None


def _takes_back(observation: Observation) -> bool:
    return isinstance(observation, Undone) or observation == ButtonPressed("undo")


def _at_its_beginning(table: Table) -> bool:
    if len(table.chapters) > 1:
        return False
    acts = table.acts
    while acts and isinstance(acts[0], Acknowledged):
        acts = acts[1]
    return not acts


# --- resuming ---------------------------------------------------------------------------------------


def remembered(
    path: Path, *, check: Callable[[Connection, int], object] = lambda file, seq: None
) -> Table | None:
    """The table as the journal knows it, no instrument at it yet; None for a journal without any opening.

    `check` is called with the file and the number of the record at which a fold is about to begin.
    """
    with reading(path) as file:
        for start in _beginnings(file):
            check(file, start.seq)
            seen = records(file, "kind IN ('observation', 'note') AND seq > ?", (start.seq,))
            with suppress(TooShortError):
                return alone(folded(reopened(start.plain), seen, whole=start.kind == "opening"))
    return None


def _beginnings(file: Connection) -> Iterator[Record]:
    """Where a replay may begin, best first: far enough back, but no further. The last is the opening
    itself."""
    number = last_coup(file)
    for each in backwards(file, "kind IN ('opening', 'taille')"):
        if each.kind == "opening":
            yield each
            return
        if counted(each) <= number - _coups_back(each.plain):
            yield each


def counted(start: Record) -> int:
    """The number of the coup before the beginning of a fold. Raises JournalError where it has none."""
    try:
        return whole(start.plain["coup"])
    except (KeyError, ValueError, TypeError):
        raise JournalError(f"record {start.seq} cannot be read: it has no number of a coup") from None


def _coups_back(body: Plain) -> int:
    """In a game without a sabot, all results that the screens show are replayed."""
    game = GAMES.get(str(body.get("game")))
    return COUPS_BACK if game is None or game.PLACES else RESULTS_KEPT


class Beginning(NamedTuple):
    """The table to go on with, what must be put on record before it does, and what is to be noted once it
    does."""

    table: Table
    entries: tuple[Entry, ...]
    noted: Noted | None = None


def begun(path: Path, *, fresh: Table, name: str, wall_ns: int) -> Beginning:
    """The table of the journal where its game and options are those of `fresh`; else `fresh`, newly opened.

    A coup that lay on the table is shown as unconfirmed. A new opening counts on, and keeps open faults; a
    closed table stays closed, and who is wanted is wanted still. Raises JournalError for a journal that was
    changed while no table was open.
    """
    known = remembered(path, check=require_unbroken)
    if known is not None and _same(known, fresh):
        table = resumed(known)
        note = Entry("note", {"note": RESUMED, "unconfirmed": table.room.unconfirmed}, wall_ns=wall_ns)
        return Beginning(table, (note,))
    entries: tuple[Entry, ...] = ()
    noted = abandoned.noted(known) if known is not None else None
    if known is not None:
        fresh = counting_on(fresh, known.play.number, known.play.taille.alerts)
        is_same_game = known.play.game is fresh.play.game
        fresh = fresh._replace(room=carry_over.room_kept(known.room, is_same_game=is_same_game))
        entries = abandoned.entries(known.play, wall_ns)
    begins = Entry("opening", opening(fresh, name=name), wall_ns=wall_ns)
    return Beginning(fresh, (*entries, begins), noted)


def _same(known: Table, fresh: Table) -> bool:
    return known.play.game is fresh.play.game and known.play.options == fresh.play.options
