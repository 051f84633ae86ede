"""The chronicle: the coups in the journal, for a person who looks back. It reads, and never writes."""

from __future__ import annotations

import csv
import io
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from sqlite3 import Connection

from sabot.core import script as notation
from sabot.core.events import CoupVoided, Event, FaultFound
from sabot.core.observations import ButtonPressed, CardSeen, Observation, Undone
from sabot.core.play.acts import BUTTONS
from sabot.core.play.state import Play
from sabot.core.progress import Advance, unheard
from sabot.core.shapes.json import record as record_of
from sabot.core.shapes.past import PastCoup
from sabot.core.shapes.view import Result
from sabot.core.table import CHAPTERS_KEPT, Table
from sabot.record.carry_over import FOLDED, opened_again
from sabot.record.chain import Record
from sabot.record.journal import backwards, followed, last_coup, records
from sabot.record.naming import by_name
from sabot.record.resume import COUPS_BACK, after, counted, read, reopened


class Chapter(PastCoup):
    """One coup, for the exports of a journal."""

    __slots__ = ()

    @property
    def plain(self) -> dict[str, object]:
        """As JSON values, with times a person can read."""
        return self._asdict() | {"began": utc(self.began_ns), "ended": utc(self.ended_ns)}


def utc(wall_ns: int) -> str:
    """`2026-11-21T09:30:00.125Z`."""
    text = datetime.fromtimestamp(wall_ns / 1e9, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def newest(file: Connection, count: int, *, advance: Advance = unheard) -> list[Chapter]:
    """The last `count` coups, oldest first: folded from far enough back that no correction reaches before
    it, not from the beginning of the journal."""
    return list(deque(since(file, last_coup(file) - count + 1, advance=advance), count))


def since(file: Connection, coup: int, *, advance: Advance = unheard) -> Iterator[Chapter]:
    """The coups from that number on, oldest first, and perhaps some before it."""
    for start in backwards(file, "kind = 'taille'"):
        if counted(start) < coup - COUPS_BACK:
            return _coups(file, reopened(start.plain), start.seq, advance)
    return coups(file, advance)


def coups(file: Connection, advance: Advance = unheard) -> Iterator[Chapter]:
    """Every coup in the journal, oldest first. Raises JournalError where a record cannot be read."""
    return _coups(file, None, 0, advance)


def _coups(file: Connection, table: Table | None, begun: int, advance: Advance) -> Iterator[Chapter]:
    """The coups after record `begun`, which left the table so."""
    open_ones: dict[int, Chapter] = {}
    for record in followed(records(file, f"{FOLDED} AND seq > ?", (begun,)), advance):
        if record.kind == "opening":
            table = reopened(record.plain)
            continue
        if table is None:
            continue  # nothing can be said of what was seen before any table was opened
        if record.kind == "note":
            table = opened_again(table, record)
            continue
        observation = read(record)
        table, events = after(table, observation, record.wall_ns, record.monotonic_ns, seq=record.seq)
        number = table.play.number
        for gone in [each for each in open_ones if each > number]:
            del open_ones[gone]  # its first act was taken back, so there is no such coup
        for coup in {event.coup for event in events if isinstance(event, CoupVoided)} & open_ones.keys():
            open_ones[coup] = open_ones[coup]._replace(result=None, void=True, ended_ns=record.wall_ns)
        if table.play.opened:
            takes_back = isinstance(observation, Undone) or observation == ButtonPressed("undo")
            open_ones[number] = _chapter(
                open_ones.get(number), table, record.wall_ns, events=events, corrected=takes_back
            )
            yield from (open_ones.pop(old) for old in sorted(open_ones) if old <= number - CHAPTERS_KEPT)
    yield from (open_ones[number] for number in sorted(open_ones))


def _chapter(
    known: Chapter | None, table: Table, wall_ns: int, *, events: Iterable[Event], corrected: bool
) -> Chapter:
    play = table.play
    found = sum(isinstance(event, FaultFound) for event in events)
    return Chapter(
        play.number,
        play.game.NAME,
        known.began_ns if known else wall_ns,
        wall_ns,
        play.result.result if play.result else None,
        {place: [str(card) for card in play.game.hand(play.coup, place)] for place in play.game.PLACES},
        (known.faults if known else 0) + found,
        (known.corrections if known else 0) + corrected,
    )


# --- one record, for a person -----------------------------------------------------------------------


def line(record: Record) -> str:
    """One record as a line: number, time, kind, and what it says."""
    return f"{record.seq:>8}  {utc(record.wall_ns)}  {_said(record)}"


def _said(record: Record) -> str:
    plain = record.plain
    name = plain.pop("kind", None) or plain.pop("event", None) or plain.pop("note", None) or record.kind
    plain.pop("coup", None)
    known = {key: value for key, value in plain.items() if value not in (None, "", [], {})}
    words = "  ".join(f"{key}={_short(value)}" for key, value in known.items())
    arrow = "<-" if record.kind == "observation" else "->" if record.kind == "event" else "--"
    return f"{arrow} {name}  {words}".rstrip()


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# --- exports ----------------------------------------------------------------------------------------


def as_json(
    file: Connection, advance: Advance = unheard, *, named: Callable[[str], str] = str
) -> Iterator[str]:
    """Every record as one JSON line, its chain with it: nothing is left out. The chain is that of what is on
    record, not of the names that `named` puts there."""
    for record in followed(records(file), advance):
        yield json.dumps(record._asdict() | {"body": by_name(record.plain, named)}, ensure_ascii=False)


COLUMNS = ("coup", "game", "began", "ended", "winner", "points", "cards", "natural", "faults", "corrections")


def as_csv(file: Connection, advance: Advance = unheard) -> Iterator[str]:
    """Yields one line for each coup, after a line of headings."""
    yield ",".join(COLUMNS)
    for each in coups(file, advance):
        result = each.result or {}
        yield _row(
            each.coup,
            each.game,
            utc(each.began_ns),
            utc(each.ended_ns),
            "void" if each.void else won(result),
            _by_place(result.get("points", {})),
            _by_place({place: " ".join(cards) for place, cards in each.cards.items() if cards}),
            result.get("natural", ""),
            each.faults,
            each.corrections,
        )


def won(result: Result) -> str:
    """Returns what has won, in any game: a hand, one a side, a row and its colour, or a number."""
    if "winners" in result:
        return _by_place(result["winners"])
    won, couleur = result.get("winner", result.get("number", "")), result.get("couleur")
    if won is None:
        return ""
    return f"{won}" if couleur is None else f"{won} {'couleur' if couleur else 'inverse'}"


def _by_place(values: object) -> str:
    if not isinstance(values, dict):
        return "" if values is None else str(values)
    return "; ".join(f"{place} {value}" for place, value in values.items())


def _row(*cells: object) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([str(cell) for cell in cells])
    return out.getvalue()


def as_script(file: Connection, advance: Advance = unheard) -> Iterator[str]:
    """What happened since the last opening, as a script that `sabot referee` judges to the same events.

    A script speaks of one table: what another game or other options were opened for before is left out. What
    the notation cannot say, such as a stake on a chance that the game does not have, is a comment in it.
    """
    last = next((each.seq for each in backwards(file, "kind = 'opening'")), 0)
    coup, play = 0, None
    unread: list[bool] = []
    for record in followed(
        records(file, "kind IN ('opening', 'observation') AND seq >= ?", (last,)), advance
    ):
        if record.kind == "opening":
            play = reopened(record.plain).play
            yield from _header(record)
            continue
        observation = read(record)
        if isinstance(observation, ButtonPressed):
            observation = BUTTONS.get(observation.button, observation)
        token = _token(observation, unread)
        if token is None:
            continue
        if record.coup != coup:
            coup = record.coup
            yield f"# coup {coup}, {utc(record.wall_ns)}"
        yield token if play and _is_readable(token, play) else f"# the notation cannot say: {token}"


def _token(observation: Observation, unread: list[bool]) -> str | None:
    """The token of an observation; `unread` says of each act before it whether it was an unread card: one
    undo may withdraw several, and the script needs one word for each."""
    if not isinstance(observation, Undone):
        token = notation.written(observation)
        if token is not None:
            unread.append(isinstance(observation, CardSeen) and observation.card is None)
        return token
    times = 1
    if observation.unread:
        times = next((n for n, each in enumerate(reversed(unread)) if not each), len(unread))
    del unread[len(unread) - times :]
    return " ".join(["undo"] * times) or None


def _is_readable(token: str, play: Play) -> bool:
    """Whether the reader of scripts knows this token at a table of this game."""
    try:
        return len(list(notation.read([token], play.game, play.options))) >= 1
    except notation.ScriptError:
        return False


def _header(record: Record) -> Iterator[str]:
    plain = record.plain
    options = " ".join(f"--option {name}={value}" for name, value in record_of(plain["options"]).items())
    yield f"# opened {utc(record.wall_ns)}; judge it with:"
    yield f"# sabot referee {plain['game']} {options} FILE"
