"""The pit notices a journal that is not what it was, and names the first record; an honest table gives no
alarm. Tables and pit are whole, only the broker is not there; `SABOT_SOAK=1` tries a thousand cases."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sabot.pit.line import Message
from sabot.pit.looking import accept, standings
from sabot.record import chain
from sabot.record.journal import Journal
from tests.controller.pit.tables import Hall

CASES = 1_000 if os.environ.get("SABOT_SOAK") else 3
KINDS = ("cut", "rewritten", "restored", "swapped")


@pytest.fixture
def hall(folder: Path, database) -> Hall:
    return Hall(folder, database)


def words(count: int) -> list[str]:
    return [f"word {number}" for number in range(count)]


def rewrite(path: Path, first: int, last: int = 0) -> None:
    """Write the journal again from this record on with a chain that fits; `last`: and leave out what follows
    it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executescript("DROP TRIGGER no_change; DROP TRIGGER no_removal")
        if last:
            file.execute("DELETE FROM records WHERE seq > ?", (last,))
        row = file.execute("SELECT chain FROM records WHERE seq = ?", (first - 1,)).fetchone()
        before = row[0] if row else chain.START
        for record in file.execute("SELECT * FROM records WHERE seq >= ? ORDER BY seq", (first,)).fetchall():
            body = record[7].replace("word", "other word")
            before = chain.chained(before, (*record[:7], body))
            file.execute("UPDATE records SET body = ?, chain = ? WHERE seq = ?", (body, before, record[0]))


def cut(path: Path, last: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executescript("DROP TRIGGER no_removal")
        file.execute("DELETE FROM records WHERE seq > ?", (last,))


def spoil(hall: Hall, kind: str, name: str, chance: random.Random) -> int:
    """Do this to the journal of a table while it is shut; the first record that is not what it was."""
    count = hall.seq(name)
    if kind == "cut":
        last = chance.randint(1, count - 1)
        cut(hall.path(name), last)
        return last + 1
    if kind == "rewritten":
        first = chance.randint(2, count)
        rewrite(hall.path(name), first)
        if chance.random() < 0.5:
            hall.write(name, *words(chance.randint(1, 5)), wall_ns=10**9)
        return first
    if kind == "restored":
        last = chance.randint(1, count - 1)
        cut(hall.path(name), last)
        hall.write(name, *(f"later {each}" for each in words(chance.randint(1, 2 * count))), wall_ns=10**9)
        return last + 1
    hall.path(name).unlink()
    hall.write(name, "another first", *words(chance.randint(0, 40)), wall_ns=chance.randint(1, 10**9))
    return 1


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_done_to_a_journal_is_named_with_the_first_record(hall: Hall, kind: str) -> None:
    for seed in range(CASES // 4 + 1):
        chance, name = random.Random(f"{kind} {seed}"), f"t{seed}"
        hall.write(name, *words(chance.randint(2, 150)))
        hall.open_carrier(name)
        hall.run()
        assert hall.alerts() == [], seed
        first = spoil(hall, kind, name, chance)
        chance.choice([hall.open_collector, lambda: None])()
        hall.open_carrier(name)
        hall.run()
        assert hall.found() == [(name, kind, first)], f"seed {seed}"
        hall.database.execute("TRUNCATE alert CASCADE")
        del hall.carriers[name]


def last_of(path: Path) -> int:
    with Journal(path) as journal:
        return journal.head[0]


def test_a_table_that_is_honest_gives_no_alarm(hall: Hall) -> None:
    chance = random.Random(7)
    for name in ("t1", "t2", "t3"):
        hall.write(name, "first")
    for _ in range(CASES + 10):
        for name in ("t1", "t2", "t3"):
            hall.write(name, *words(chance.randint(0, 9)))
            if chance.random() < 0.5:
                hall.open_carrier(name)
        if chance.random() < 0.3:
            hall.open_collector()
            for _, wire in hall.carriers.values():
                wire.came = []
        hall.run(chance.randint(1, 4))
    for name in ("t1", "t2", "t3"):
        hall.open_carrier(name)
    hall.run()
    assert hall.alerts() == []
    assert all(hall.seq(name) == last_of(hall.path(name)) for name in ("t1", "t2", "t3"))


def test_two_journals_that_changed_places_are_named_with_the_table_that_each_is_of(hall: Hall) -> None:
    for name in ("t1", "t2"):
        hall.write(name, *words(3))
        hall.open_carrier(name)
    hall.run()
    first, second = hall.copy("t1"), hall.copy("t2")
    hall.put(second, "t1")
    hall.put(first, "t2")
    hall.run()
    assert sorted(hall.found()) == [("t1", "swapped", 1), ("t2", "swapped", 1)]
    assert {each.station: each.why.rpartition(": ")[2] for each in hall.alerts()} == {
        "t1": "that of table t2",
        "t2": "that of table t1",
    }


def test_a_journal_under_a_second_name_is_an_alarm_and_counts_once(hall: Hall) -> None:
    hall.write("t1", *words(5))
    hall.open_carrier("t1")
    hall.run()
    hall.put(hall.copy("t1"), "t01")
    hall.open_carrier("t01")
    hall.run()
    hall.open_collector()
    hall.run()
    assert (hall.seq("t1"), hall.seq("t01"), hall.found()) == (5, 0, [("t01", "swapped", 1)])
    assert "already that of table t1" in hall.alerts()[0].why
    accept(hall.database, "t01", by="A. Person", why="the table has another name")
    hall.open_collector()
    hall.run()
    assert (hall.seq("t01"), hall.found()) == (5, [])


def test_a_table_that_is_gone_when_the_collector_begins_again_is_not_taken_for_connected(hall: Hall) -> None:
    for name in ("t1", "t2"):
        hall.write(name, "a")
        hall.open_carrier(name)
    hall.run()
    gone, _ = hall.carriers.pop("t1")
    gone.boot = "a start that the pit has not heard of"
    hall.links[gone.station.topic("link")] = Message(*gone.will)
    hall.open_collector()
    hall.run()
    assert [(each.station, each.is_up, each.lost_at is None) for each in standings(hall.database)] == [
        ("t1", False, False),
        ("t2", True, True),
    ]


def test_a_journal_that_is_put_right_goes_on_and_its_alert_stays(hall: Hall) -> None:
    hall.write("t1", *words(20))
    hall.open_carrier("t1")
    hall.run()
    whole = hall.copy("t1")
    rewrite(hall.path("t1"), 11)
    hall.open_carrier("t1")
    hall.run()
    hall.write("t1", "one more")
    hall.run()
    assert hall.seq("t1") == 20
    hall.put(whole, "t1")
    hall.write("t1", "one more")
    hall.open_carrier("t1")
    hall.run()
    assert hall.seq("t1") == 21
    assert hall.found() == [("t1", "rewritten", 11)]


def test_an_altered_record_is_named_and_the_other_tables_go_on(hall: Hall) -> None:
    for name in ("t1", "t2"):
        hall.write(name, *words(9))
    with closing(sqlite3.connect(hall.path("t1"))) as file:
        file.executescript("DROP TRIGGER no_change; UPDATE records SET coup = 5 WHERE seq = 7")
    for name in ("t1", "t2"):
        hall.open_carrier(name)
    hall.run()
    assert hall.found() == [("t1", "altered", 7)]
    assert (hall.seq("t1"), hall.seq("t2")) == (6, 9)


@pytest.mark.parametrize("damage", ["role = 'a' || char(0)", "mark = CAST(x'ff' AS TEXT)"])
def test_a_record_that_postgresql_would_refuse_stops_no_other_table(hall: Hall, damage: str) -> None:
    for name in ("t1", "t2"):
        hall.write(name, *words(9))
    with closing(sqlite3.connect(hall.path("t1"))) as file:
        file.executescript(f"DROP TRIGGER no_change; UPDATE records SET {damage} WHERE seq = 7")
    for name in ("t1", "t2"):
        hall.open_carrier(name)
    hall.run()
    assert hall.found() == [("t1", "unreadable", 7)]
    assert hall.seq("t2") == 9
    ((kept,),) = hall.database.execute("SELECT count(*) FROM quarantine WHERE station = 't1'")
    assert kept == 1


def test_a_word_takes_the_journal_as_it_is_and_keeps_what_was_there(hall: Hall) -> None:
    hall.write("t1", *words(9))
    hall.open_carrier("t1")
    hall.run()
    cut(hall.path("t1"), 5)
    hall.write("t1", "later", wall_ns=10**9)
    hall.open_carrier("t1")
    hall.run()
    accept(hall.database, "t1", by="A. Person", why="a backup was put back")
    hall.collector._looked_s = -10
    hall.run()
    assert (hall.seq("t1"), hall.alerts()) == (6, [])
    rows = hall.database.execute(
        "SELECT course, count(*) FROM record GROUP BY course ORDER BY course"
    ).fetchall()
    assert rows == [(1, 9), (2, 6)]


def test_a_word_that_comes_after_the_collector_began_again_is_heard_beside_tables_that_play(
    hall: Hall,
) -> None:
    for name in ("t1", "t2"):
        hall.write(name, *words(9))
        hall.open_carrier(name)
    hall.run()
    spoil(hall, "swapped", "t1", random.Random(7))
    hall.run()
    hall.open_collector()
    hall.run()
    accept(hall.database, "t1", by="A. Person", why="a new machine")
    for word in words(12):
        hall.write("t2", word)
        hall.collector._looked_s = -10
        hall.run(1)
    assert hall.alerts() == []
    assert [hall.seq(name) for name in ("t1", "t2")] == [last_of(hall.path(name)) for name in ("t1", "t2")]
