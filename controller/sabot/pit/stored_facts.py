"""The facts in the database: changed with each record that comes, or made again from all records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from psycopg import Connection

from sabot.core.progress import Progress, silent
from sabot.pit.facts import (
    Answered,
    Begun,
    Book,
    Change,
    Decided,
    Faulty,
    Found,
    Lost,
    Placed,
    Spun,
    Stood,
    Voided,
    Withdrawn,
)
from sabot.pit.region.log import differences
from sabot.record.chain import Record

READ_RECORDS = 5_000
"""Records that are in memory at a time."""

COUP_RECORDS_MOST = 5_000
"""An older result of the same coup is looked for no further back than this."""

SEQ_MOST = 2**63 - 1
"""No journal has as many records."""

DERIVED = ("coup", "fault", "wheel_at", "spin", "lost_instrument")
"""The tables that follow from the records."""

_RESULT = "decided, wall_ns, coup, game, winner, number, result"


def apply(database: Connection, station: str, course: int, changes: Iterable[Change]) -> None:
    """Write these changes, in their order."""
    for change in changes:
        match change:
            case Decided():
                _decide(database, (station, course, *change))
            case Voided(seq, coup):
                _upsert(database, "voided = EXCLUDED.voided", (station, course, coup, seq, 0))
            case Withdrawn(seq, coup, first):
                if coup:
                    again = "corrections = coup.corrections + 1"
                    _upsert(database, again, (station, course, coup, None, 1))
                _withdraw(database, (station, course, first), seq)
            case Faulty() | Placed() | Spun():
                _insert(database, (station, course), change)
            case _:
                _stand(database, (station, course), change)


def _stand(
    database: Connection, where: tuple[str, int], change: Answered | Begun | Found | Lost | Stood
) -> None:
    """How the table stands from now on."""
    match change:
        case Stood(is_open):
            database.execute(
                "UPDATE course SET is_open = %s WHERE station = %s AND course = %s AND is_open <> %s",
                (is_open, *where, is_open),
            )
        case Answered(seq):
            database.execute(
                "UPDATE course SET faults_answered = %s WHERE station = %s AND course = %s", (seq, *where)
            )
        case Lost():
            database.execute(
                "INSERT INTO lost_instrument VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
                (*where, *change),
            )
        case Found(role):
            database.execute(
                "DELETE FROM lost_instrument WHERE station = %s AND course = %s AND role = %s", (*where, role)
            )
        case Begun():
            database.execute("DELETE FROM lost_instrument WHERE station = %s AND course = %s", where)


def _insert(database: Connection, where: tuple[str, int], change: Faulty | Placed | Spun) -> None:
    name = {Faulty: "fault", Placed: "wheel_at", Spun: "spin"}[type(change)]
    row = (*where, *change)
    slots = ", ".join(["%s"] * len(row))
    database.execute(f"INSERT INTO {name} VALUES ({slots})".encode(), row)  # noqa: S608 - names of ours


def _decide(database: Connection, row: tuple[object, ...]) -> None:
    database.execute(
        f"INSERT INTO coup (station, course, {_RESULT}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"  # noqa: S608
        " ON CONFLICT (station, course, coup) DO UPDATE SET decided = EXCLUDED.decided, voided = NULL,"
        " wall_ns = EXCLUDED.wall_ns, game = EXCLUDED.game, winner = EXCLUDED.winner,"
        " number = EXCLUDED.number, result = EXCLUDED.result",
        row,
    )


def _upsert(database: Connection, change: str, row: tuple[object, ...]) -> None:
    database.execute(
        f"INSERT INTO coup (station, course, coup, voided, corrections) VALUES (%s, %s, %s, %s, %s)"  # noqa: S608
        f" ON CONFLICT (station, course, coup) DO UPDATE SET {change}".encode(),
        row,
    )


def _withdraw(database: Connection, where: tuple[str, int, int], seq: int) -> None:
    """Results and annulments from this record on do not stand, as record `seq` says; the last ones before it
    do again."""
    taken_back = database.execute(
        "SELECT coup, game FROM coup WHERE station = %s AND course = %s AND decided >= %s", where
    ).fetchall()
    database.execute(
        "UPDATE coup SET decided = NULL, wall_ns = NULL, game = NULL, winner = NULL, number = NULL,"
        " result = NULL WHERE station = %s AND course = %s AND decided >= %s",
        where,
    )
    database.execute(
        "UPDATE coup SET voided = NULL WHERE station = %s AND course = %s AND voided >= %s", where
    )
    for coup, game in taken_back:
        apply(database, *where[:2], reversed([*_standing(database, where, seq, coup, game)]))


def _standing(
    database: Connection, where: tuple[str, int, int], seq: int, coup: int, game: str
) -> Iterator[Decided | Voided]:
    """The result of this coup that stands before the first of these records, and its annulment after it, the
    newest first; both as the journal said it at record `seq`."""
    found = database.execute(
        "SELECT seq, wall_ns, monotonic_ns, kind, coup, role, mark, body, encode(chain, 'hex') FROM record"
        " WHERE station = %s AND course = %s AND seq > %s AND seq < %s AND kind = 'event'"
        ' AND body ~ \'"event":"(result|void|undone)"\' ORDER BY seq DESC',
        (*where[:2], where[-1] - COUP_RECORDS_MOST, seq),
    ).fetchall()
    before = where[-1]
    for change in Book(game).changes(map(Record._make, found)):
        match change:
            case Withdrawn():
                before = min(before, change.first)
            case Decided() | Voided() if change.coup == coup and change.seq < before:
                yield change
                if isinstance(change, Decided):
                    return


def rebuild(database: Connection, progress: Progress = silent) -> int:
    """Drop all facts and make them again from the records; how many records were read. A collector waits
    meanwhile: it can commit no fact, and so no fact is counted twice or left out. The locks are taken in its
    order, room for a month and then the cursors, so that neither waits for what the other holds."""
    with database.transaction():
        database.execute("LOCK TABLE record IN ACCESS SHARE MODE")
        database.execute("LOCK TABLE course IN EXCLUSIVE MODE")
        _count_one_by_one(database, wanted=False)
        with differences(database):
            count = _made_again(database, progress)
        database.execute("SELECT recount()")
        _count_one_by_one(database, wanted=True)
    return count


def _made_again(database: Connection, progress: Progress) -> int:
    for name in DERIVED:
        database.execute(f"DELETE FROM {name}".encode())  # noqa: S608 - names of ours
    for scan in ("enable_seqscan", "enable_bitmapscan"):  # what was dropped still lies in the tables
        database.execute(f"SET LOCAL {scan} = off".encode())
    courses = database.execute(
        "SELECT station, course, seq FROM course WHERE counts ORDER BY station, course"
    ).fetchall()
    with progress("reading records", sum(seq for *_, seq in courses)) as advance:
        for station, course, seq in courses:
            _rebuild(database, station, course)
            advance(seq)
    for scan in ("enable_seqscan", "enable_bitmapscan"):
        database.execute(f"SET LOCAL {scan} = on".encode())
    return sum(seq for *_, seq in courses)


def _count_one_by_one(database: Connection, *, wanted: bool) -> None:
    """Whether hours and numbers are counted with each fact; a rebuild counts them once, at its end."""
    for name in ("coup", "fault", "spin"):
        database.execute(f"ALTER TABLE {name} {'ENABLE' if wanted else 'DISABLE'} TRIGGER counted".encode())


def _rebuild(database: Connection, station: str, course: int) -> None:
    """Make the facts of one journal again: read in pieces, and written without waiting for each."""
    book, found = Book(), records(database, station, course)
    while piece := [*islice(found, READ_RECORDS)]:
        changes = [*book.changes(piece)]
        with database.pipeline():
            apply(database, station, course, changes)


def records(database: Connection, station: str, course: int, *, last: int = SEQ_MOST) -> Iterator[Record]:
    """The records of one journal as the table wrote them, oldest first, up to number `last`; inside a
    transaction."""
    with database.cursor(f"records_{course}") as cursor:
        cursor.itersize = READ_RECORDS
        cursor.execute(
            "SELECT seq, wall_ns, monotonic_ns, kind, coup, role, mark, body, encode(chain, 'hex')"
            " FROM record WHERE station = %s AND course = %s AND seq <= %s ORDER BY seq",
            (station, course, last),
        )
        yield from map(Record._make, cursor)
