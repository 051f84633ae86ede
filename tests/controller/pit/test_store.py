"""The database: one house, one collector, a cursor that only its collector moves, partitions by arrival,
facts, and what people ask it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from psycopg import Connection
from psycopg.errors import LockNotAvailable

from sabot.cli.pit.commands import pit
from sabot.core.reasons import reason
from sabot.pit import looking, stored_facts
from sabot.pit.database import check, connected, only_collector, prepare
from sabot.pit.judging import Cursor, Finding
from sabot.pit.messages import Link
from sabot.pit.store import MovedError, Store, Taken
from sabot.pit.trouble import PitError, UnreachableError
from sabot.record.chain import Entry, following
from sabot.record.journal import verify
from tests.controller.pit.tables import Hall
from tests.controller.pit.test_chain_alarms import words
from tools.pit_floor import until

JOURNAL = "0123456789abcdef"
NOVEMBER, DECEMBER = datetime(2026, 11, 30, 23, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def store(database) -> Store:
    store = Store(database)
    store.linked("t1", Link(True, "boot", JOURNAL, 4, "a" * 64, "0.1.0"), now=NOVEMBER)
    return store


def taken(before: Cursor, *bodies: dict[str, object]) -> Taken:
    return taken_of(before, *(Entry("event", body, int(str(body.get("coup", 0)))) for body in bodies))


def taken_of(before: Cursor, *entries: Entry) -> Taken:
    records = tuple(following(entries, (before.seq, before.chain)))
    after = before._replace(seq=records[-1].seq, chain=records[-1].chain)
    return Taken("t1", before, after, records)


def coups(store: Store) -> list[tuple[object, ...]]:
    return store.database.execute(
        "SELECT coup, decided, winner, voided, corrections FROM coup ORDER BY coup"
    ).fetchall()


def test_another_house_may_not_use_a_pits_database(database):
    with pytest.raises(PitError, match="that of the house house: use another one for maastricht"):
        prepare(database, "maastricht")
    check(database, "house")


def test_a_database_of_a_newer_version_or_of_nobody_is_refused(database):
    database.execute("UPDATE pit SET version = 99")
    with pytest.raises(PitError, match="another version of the program"):
        check(database)
    database.execute("DROP TABLE pit")
    with pytest.raises(PitError, match="is not a pit's yet"):
        check(database)


def test_of_two_collectors_one_collects_until_it_ends(postgres, name):
    with (
        closing(connected(postgres.address(name))) as first,
        closing(connected(postgres.address(name))) as other,
    ):
        assert only_collector(first)
        assert not only_collector(other)
        first.close()
        until(lambda: only_collector(other), "its turn")  # once PostgreSQL has seen the end of the first


@pytest.mark.parametrize(
    "where", ["host=10.0.0.1", "hostaddr=10.0.0.1", "postgresql://pit.example/x", "host=/tmp,10.0.0.1"]
)
def test_a_database_on_another_machine_is_refused(where: str):
    with pytest.raises(PitError, match="only a database on this machine"):
        connected(where)


def test_a_database_that_does_not_answer_may_answer_later(folder: Path):
    with pytest.raises(UnreachableError, match="PostgreSQL does not answer"):
        connected(f"host={folder} dbname=pit")
    with pytest.raises(PitError, match="nonsense words: ") as refused:
        connected("nonsense words")
    assert not isinstance(refused.value, UnreachableError)


def test_a_cursor_that_was_moved_by_another_stores_nothing(store: Store):
    first = taken(Cursor(1, JOURNAL), {"event": "card"})
    store.save([first], now=NOVEMBER)
    with pytest.raises(MovedError):
        store.save([first], now=NOVEMBER)
    assert store.cursors() == {"t1": first.after}
    assert store.database.execute("SELECT count(*) FROM record").fetchone() == (1,)


def test_a_journal_that_was_accepted_meanwhile_counts_each_of_its_coups_once(store: Store):
    first = taken(Cursor(1, JOURNAL), {"event": "result", "coup": 1, "winner": "banco"})
    store.save([first], now=NOVEMBER)
    store.alert("t1", 1, Finding(1, "rewritten", reason("it was written again")), now=NOVEMBER)
    looking.accept(store.database, "t1", by="A. Person", why="it is right again")
    more = [{"event": "result", "coup": coup, "winner": "punto"} for coup in (2, 3)]
    with pytest.raises(MovedError):
        store.save([taken(first.after, *more)], now=NOVEMBER)
    assert coups(store) == []
    assert store.cursors() == {"t1": Cursor(2, JOURNAL)}


def test_a_journal_that_is_put_back_after_another_one_counts_each_of_its_coups_once(store: Store):
    coup = {"event": "result", "coup": 1, "winner": "banco"}
    store.save([taken(Cursor(1, JOURNAL), coup)], now=NOVEMBER)
    for course, journal in ((2, "fedcba9876543210"), (3, JOURNAL)):
        store.linked("t1", Link(True, "boot", journal, 1, "a" * 64, "0.1.0"), now=NOVEMBER)
        store.alert("t1", course - 1, Finding(1, "swapped", reason("it is another one")), now=NOVEMBER)
        assert looking.accept(store.database, "t1", by="A. Person", why="it is right") == journal
        store.save([taken(Cursor(course, journal), coup)], now=NOVEMBER)
    counted = "SELECT course, coup FROM coup ORDER BY course"
    assert store.database.execute(counted).fetchall() == [(2, 1), (3, 1)]
    stored_facts.rebuild(store.database)
    assert store.database.execute(counted).fetchall() == [(2, 1), (3, 1)]


@pytest.fixture
def beside(postgres, name: str) -> Iterator[Connection]:
    """A second connection."""
    with closing(connected(postgres.address(name))) as beside:
        yield beside


def wait_for_nobody(database: Connection) -> None:
    database.execute("SET lock_timeout = '1ms'")


def test_a_fault_that_is_answered_during_a_rebuild_stays_answered(
    store: Store, beside: Connection, monkeypatch: pytest.MonkeyPatch
):
    first = taken(Cursor(1, JOURNAL), {"event": "fault", "kind": "faux-tirage"})
    pressed = Entry("observation", {"kind": "ButtonPressed", "button": "acknowledge"})
    answered = taken_of(first.after, pressed)
    store.save([first], now=NOVEMBER)
    wait_for_nobody(store.database)
    apply = stored_facts.apply

    def applied(database: Connection, *given: Any) -> None:
        if database is beside:  # it has read the records
            with pytest.raises(LockNotAvailable):
                store.save([answered], now=NOVEMBER)
        apply(database, *given)

    monkeypatch.setattr(stored_facts, "apply", applied)
    assert stored_facts.rebuild(beside) == 1
    store.save([answered], now=NOVEMBER)
    assert store.database.execute("SELECT faults_answered FROM course").fetchone() == (2,)


def test_a_rebuild_holds_nothing_while_a_collector_makes_room_for_a_month(
    store: Store, beside: Connection, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(stored_facts, "_made_again", lambda *_: 0)  # where it would read the records
    wait_for_nobody(beside)
    with store.database.transaction():
        store._make_partition(NOVEMBER)
        with pytest.raises(LockNotAvailable):
            stored_facts.rebuild(beside)


def test_records_lie_in_the_month_of_their_arrival(store: Store):
    first = taken(Cursor(1, JOURNAL), {"event": "card"})
    store.save([first], now=NOVEMBER)
    store.save([taken(first.after, {"event": "card"})], now=DECEMBER)
    for month in (11, 12):
        assert store.database.execute(f"SELECT count(*) FROM record_2026_{month}").fetchone() == (1,)


def test_a_result_that_was_taken_back_does_not_stand(store: Store):
    moves = [
        ({"event": "result", "coup": 1, "winner": "banco"}, [(1, 1, "banco", None, 0)]),
        ({"event": "undone", "coup": 1, "from": 1}, [(1, None, None, None, 1)]),
        ({"event": "result", "coup": 1, "winner": "punto"}, [(1, 3, "punto", None, 1)]),
        ({"event": "void", "coup": 1}, [(1, 3, "punto", 4, 1)]),
        ({"event": "undone", "coup": 1, "from": 4}, [(1, 3, "punto", None, 2)]),
        ({"event": "undone", "coup": 2, "from": 4}, [(1, 3, "punto", None, 2), (2, None, None, None, 1)]),
        ({"event": "undone", "coup": 0, "from": 2}, [(1, None, None, None, 2), (2, None, None, None, 1)]),
    ]
    cursor = Cursor(1, JOURNAL)
    for body, wanted in moves:
        each = taken(cursor, body)
        store.save([each], now=NOVEMBER)
        cursor = each.after
        assert coups(store) == wanted
    before = store.database.execute("SELECT * FROM coup ORDER BY coup").fetchall()
    assert stored_facts.rebuild(store.database) == 7
    assert store.database.execute("SELECT * FROM coup ORDER BY coup").fetchall() == before


def test_the_result_before_the_one_that_was_taken_back_stands_again(store: Store):
    result = {"event": "result", "coup": 1}
    bodies = [
        *({"event": "result", "coup": 7, "winner": "another coup"}, result | {"winner": "punto"}),
        *({"event": "void", "coup": 1}, result | {"winner": "banco"}, {"event": "result", "coup": 2}),
    ]
    first = taken(Cursor(1, JOURNAL), *bodies, {"event": "undone", "coup": 1, "from": 4})
    store.save([first], now=NOVEMBER)
    assert coups(store)[0] == (1, 2, "punto", 3, 1)
    again = taken(first.after, result | {"winner": "banco"}, {"event": "undone", "coup": 1, "from": 3})
    store.save([again], now=NOVEMBER)
    assert coups(store)[0] == (1, 2, "punto", None, 2)
    last = taken(again.after, {"event": "undone", "coup": 1, "from": 2}, {"event": "undone", "from": 1})
    store.save([last], now=NOVEMBER)
    before = coups(store)
    assert before[:2] == [(1, None, None, None, 3), (2, None, None, None, 0)]
    stored_facts.rebuild(store.database)
    assert coups(store) == before


def test_the_end_of_an_older_life_of_the_carrier_says_nothing_of_the_next(store: Store):
    store.unlinked("t1", "an older boot", now=DECEMBER)
    assert store.database.execute("SELECT is_up FROM station").fetchone() == (True,)
    store.unlinked("t1", "boot", now=DECEMBER)
    assert store.database.execute("SELECT is_up, lost_at FROM station").fetchone() == (False, DECEMBER)


# --- the commands


def said(address: str, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(pit, [*words], env={"SABOT_PIT_DATABASE": address})
    return done.exit_code, done.output


def test_the_commands_show_a_table_answer_its_alert_and_give_its_journals_back(
    folder, database, postgres, name
):
    hall, address = Hall(folder, database), postgres.address(name)
    hall.write("t1", *words(7))
    hall.open_carrier("t1")
    hall.run()
    old = hall.path("t1").rename(folder / "old.sqlite3")
    hall.write("t1", "new year", *words(2))
    hall.run()
    status, text = said(address, "status")
    assert status == 0
    assert text.startswith("t1: 7 records, 0 behind; up\nt1: ALERT swapped from record 1: another journal")
    assert [json.loads(each)["station"] for each in said(address, "status", "--json")[1].splitlines()] == [
        "t1"
    ] * 2
    status, text = said(address, "accept", "t1", "--by", "A. Person", "--why", "a new year")
    assert (status, "accepted by A. Person" in text) == (0, True)
    hall.open_collector()
    hall.run()
    for course, count in ((1, 7), (0, 3)):
        file = folder / f"exported-{course}"
        assert said(address, "export", "t1", str(file), "--course", str(course)) == (
            0,
            f"{file}: {count} records\n",
        )
        assert verify(file) == verify(hall.path("t1") if not course else old)
    assert said(address, "rebuild") == (0, "made again from 10 records\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("accept", "t1", "--by", "A", "--why", "B"), "there is no alert of a table t1"),
        (("export", "t1", "new"), "the pit has no such journal"),
        (("carry", "--house", "A B", "--table", "t1"), "is no name"),
        (("carry", "--house", "a", "--table", "t1", "--broker", "10.0.0.1:1883"), "only 127.0.0.1"),
        (("collect", "--house", "a", "--broker", "10.0.0.1:1883"), "only 127.0.0.1"),
        (("collect", "--house", "a"), "use another one for a"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(folder, database, postgres, name, words, why, monkeypatch):
    monkeypatch.chdir(folder)
    status, text = said(postgres.address(name), *words)
    assert status != 0
    assert why in text
    assert len(text.splitlines()) == 1


def test_without_the_extra_a_command_says_what_installs_it(monkeypatch):
    monkeypatch.setattr("sabot.config.extras.is_here", lambda extra: False)
    status, text = said("", "status")
    assert status != 0
    assert "the extra pit is missing" in text
