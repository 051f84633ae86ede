"""People in training at the pit: the report of a table, what a report may not be, and that nothing stays of
people who have left the school of their table."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from psycopg import Connection

from sabot.cli.pit.commands import pit
from sabot.core.shapes.training import Learning, Missed, Reached
from sabot.games.lessons import Dealt
from sabot.pit import carrier, stored_facts
from sabot.pit.carrier import Carrier
from sabot.pit.database import SCHEMA_VERSION, check, connected, prepare
from sabot.pit.floor.office import PitOffice
from sabot.pit.floor.people import people_in
from sabot.pit.line import Connected, Message
from sabot.pit.messages import MalformedError
from sabot.pit.topics import Station
from sabot.pit.training import keeping
from sabot.pit.training.at_table import AGAIN_S, EXPIRES_S, LOOK_S, REST_TIMES, TrainingAtTable
from sabot.pit.training.report import (
    LEVELS_MOST,
    MISSED_MOST,
    REPORT_BYTES_MOST,
    TRAINEES_MOST,
    read_report,
    report,
)
from sabot.pit.trouble import PitError
from sabot.school.school import School
from sabot.school.store import beside
from tests.controller.pit.floor import NOW
from tests.controller.pit.regions import House, Region
from tests.controller.pit.tables import Hall
from tools.pit_floor import HOUSE

MARIE = Learning(
    *(1, 2, "2026-11-24", 30, 21, 4, 3),
    (Reached("punto-banco", 3),),
    (Missed("tirage-banco", "3/8", 9, 6),),
)
PLAIN: dict[str, Any] = json.loads(report([MARIE]))


# --- the message


def test_a_report_is_read_as_it_was_written():
    assert read_report(report([])) == ()
    assert read_report(report([MARIE, MARIE._replace(number=2, last="", levels=(), missed=())])) == (
        MARIE,
        MARIE._replace(number=2, last="", levels=(), missed=()),
    )


def test_of_a_school_that_is_too_large_those_are_told_who_practised_last():
    days = [f"2026-{1 + number % 12:02}-{1 + number % 28:02}" for number in range(TRAINEES_MOST + 30)]
    everybody = [MARIE._replace(number=number, last=day) for number, day in enumerate(days)]
    told = read_report(report(everybody))
    assert len(told) == TRAINEES_MOST
    left_out = {each.last for each in everybody} - {each.last for each in told}
    assert max(left_out) <= min(each.last for each in told)
    without = [each for each in everybody if each.number != told[0].number]
    assert told[0] not in read_report(report(without))


def test_a_report_that_would_be_too_long_says_no_more_what_was_wrong():
    odd = "\N{CARD FILE BOX}" * 64
    full = [MARIE._replace(number=n, missed=(Missed(odd, odd, 2, 1),) * 3) for n in range(1, 201)]
    many = tuple(Reached("é" * 64, 8) for _ in range(LEVELS_MOST + 1))
    told = report([each._replace(levels=many[:1]) for each in full])
    assert len(told) <= REPORT_BYTES_MOST
    assert {each.missed for each in read_report(told)} == {()}
    assert [len(each.levels) for each in read_report(report([full[0]._replace(levels=many)]))] == [
        LEVELS_MOST
    ]


def test_what_has_too_long_a_name_is_left_out():
    long = Missed("x" * 65, "1", 2, 1), Missed("x", "1" * 65, 2, 1)
    told = MARIE._replace(levels=(Reached("x" * 65, 2),), missed=(*long, *MARIE.missed * 12))
    (found,) = read_report(report([told]))
    assert (found.levels, found.missed) == ((), MARIE.missed * MISSED_MOST)


def changed(**change: object) -> dict[str, Any]:
    """The report of Marie, with one thing otherwise."""
    row = dict(zip(Learning._fields, PLAIN["trainees"][0], strict=True)) | change
    return {"v": 1, "trainees": [[*row.values()]]}


HOSTILE: dict[str, tuple[object, str]] = {
    "another version": ({**PLAIN, "v": 2}, "its version is not 1"),
    "no list": ({"v": 1, "trainees": {}}, "trainees is no list"),
    "nothing": ({"v": 1}, "trainees is no list"),
    "too many": ({"v": 1, "trainees": [[]] * 201}, "trainees has more than 200 entries"),
    "a trainee who is none": ({"v": 1, "trainees": ["Marie"]}, "a trainee is not 9 values"),
    "a name more": ({"v": 1, "trainees": [[*PLAIN["trainees"][0], "Marie"]]}, "a trainee is not 9 values"),
    "twice the same": ({"v": 1, "trainees": PLAIN["trainees"] * 2}, "in the order of their numbers"),
    "a number that is a text": (changed(number="1"), "number is no whole number"),
    "true as a number": (changed(number=True), "number is no whole number"),
    "half a day": (changed(days=0.5), "days is no whole number"),
    "less than nothing": (changed(days=-1), "days is no count"),
    "more than PostgreSQL holds": (changed(answers=2**31), "answers is no count"),
    "more right than asked": (changed(right=31), "answers has a part that is larger than the whole"),
    "more coups right than dealt": (changed(coups_right=5), "coups has a part that is larger"),
    "a day that is none": (changed(last="2026-02-30"), "last is no day"),
    "a week": (changed(last="2026-W07-1"), "last is no day"),
    "a day with a NUL": (changed(last="2026-11-2\0"), "last has a NUL"),
    "a day that is a number": (changed(last=20261124), "last is no text"),
    "levels that are none": (changed(levels=None), "levels is no list"),
    "too many levels": (changed(levels=[["punto-banco", 1]] * 13), "levels has more than 12 entries"),
    "a level without a game": (changed(levels=[[3]]), "levels is not 2 values"),
    "a game with a NUL": (changed(levels=[["punto\0banco", 3]]), "game has a NUL"),
    "a game that is no UTF-8": (changed(levels=[["\ud800", 3]]), "game is no UTF-8"),
    "a long game": (changed(levels=[["x" * 65, 3]]), "game is longer than 64 characters"),
    "a level that is a text": (changed(levels=[["punto-banco", "3"]]), "level is no whole number"),
    "a miss that is none": (changed(missed=[{}]), "missed is not 4 values"),
    "a miss of nothing": (changed(missed=[["tirage-banco", None, 9, 6]]), "cell is no text"),
    "more wrong than asked": (changed(missed=[["x", "1", 6, 9]]), "asked has a part that is larger"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_report_that_no_table_writes_is_malformed(what: str):
    plain, why = HOSTILE[what]
    with pytest.raises(MalformedError, match=why):
        read_report(json.dumps(plain).encode())


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_report_is_malformed(payload: bytes):
    with pytest.raises(MalformedError):
        read_report(payload)


def test_a_report_of_more_than_128_kilobytes_is_not_even_read():
    with pytest.raises(MalformedError, match="it is longer than 131072 bytes"):
        read_report(b" " * REPORT_BYTES_MOST + report([]))
    assert read_report(report([]).ljust(REPORT_BYTES_MOST)) == ()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda each: st.lists(each, max_size=9) | st.dictionaries(st.text(max_size=4), each, max_size=3),
    max_leaves=20,
)


@given(ANYTHING, st.sampled_from(Learning._fields))
def test_whatever_stands_in_a_field_is_read_or_malformed(value: object, field: str):
    try:
        found = read_report(json.dumps(changed(**{field: value})).encode())
    except MalformedError:
        return
    assert read_report(report(found)) == found


# --- at the table


class Told:
    """A table with a school, and the part of its carrier that tells of it."""

    def __init__(self, folder: Path, name: str = "t1") -> None:
        self.now_s = 1000.0
        self.path = beside(folder / f"{name}.sqlite3")
        self.school = School(self.path)
        self.training = self.at_table(self.path)

    def at_table(self, school: Path | None) -> TrainingAtTable:
        return TrainingAtTable(school, clock=lambda: self.now_s, start=lambda task: task())

    def enrol(self, name: str = "Marie", *, wrong: int = 1) -> int:
        who = int(self.school.enrol(name)["id"])
        for _ in range(wrong):
            self.school._dealt(who, Dealt("tirage-banco", "3/8", right=False, seconds=2.0))
        return who

    def due(self, *, after_s: float = LOOK_S) -> bytes:
        self.now_s += after_s
        return self.training.due()

    def numbers(self) -> list[int]:
        """Who is in the report that is due now."""
        return [each.number for each in read_report(self.due())]


@pytest.fixture
def told(folder: Path):
    told = Told(folder)
    yield told
    told.school.close()


def test_a_report_is_due_when_the_line_is_new_and_when_the_school_has_changed(told: Told):
    assert told.numbers() == []
    assert told.due() == b""
    told.enrol()
    assert told.due(after_s=LOOK_S - 1) == b""
    assert told.due(after_s=1) != b""
    assert told.due() == b""
    told.training.begin_again()
    assert [each.number for each in read_report(told.due(after_s=0))] == [1]


def test_what_changes_nothing_in_the_report_is_not_sent(told: Told):
    told.enrol()
    assert told.numbers() == [1]
    told.school._store.add("question", "q", 1, "tirage-banco", "3/8", 0, None, 1)
    assert told.due() == b""


def test_a_report_is_sent_again_after_a_day_because_the_broker_drops_it_after_two(told: Told):
    told.enrol()
    first = told.due()
    assert told.due(after_s=AGAIN_S - LOOK_S) == b""
    assert told.due() == first
    assert EXPIRES_S > AGAIN_S + LOOK_S


def test_nobody_waits_while_a_school_is_read_and_it_is_read_once_at_a_time(told: Told):
    waiting: list[Callable[[], None]] = []
    told.training._start = waiting.append
    told.enrol()
    assert [told.due(), told.due()] == [b"", b""]
    (read,) = waiting
    read()
    assert [each.number for each in read_report(told.due(after_s=0))] == [1]


def test_a_school_that_takes_long_to_read_is_read_more_seldom(told: Told):
    def slowly(task: Callable[[], None]) -> None:
        told.training._clock = iter((told.now_s, told.now_s + 2)).__next__
        task()
        told.training._clock = lambda: told.now_s

    told.training._start = slowly
    told.enrol()
    assert told.numbers() == [1]
    told.enrol("Bram")
    assert told.due(after_s=2 + 2 * REST_TIMES - 1) == b""
    assert [each.number for each in read_report(told.due(after_s=1))] == [1, 2]


def test_a_school_that_is_not_to_be_told_of_is_an_empty_report(told: Told):
    told.enrol()
    assert read_report(told.at_table(None).due()) == ()


def test_a_school_that_is_put_away_is_an_empty_report(told: Told):
    told.enrol()
    assert told.numbers() == [1]
    told.school.close()
    told.path.unlink()
    assert told.numbers() == []


def test_a_school_that_cannot_be_read_leaves_the_report_as_it_was(told: Told, caplog):
    told.enrol()
    assert told.numbers() == [1]
    told.school.close()
    told.path.write_text("this was a database once, before somebody wrote into it" * 40)
    assert told.due() == b""
    assert "the school is not told to the pit" in caplog.text


def test_the_school_is_read_where_its_folder_cannot_be_written(told: Told, monkeypatch):
    told.enrol()
    told.school.close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert told.numbers() == [1]


# --- from the table to the pit


class Training(Hall):
    """Tables with schools, carriers and a collector that speak without a network."""

    def __init__(self, folder: Path, database: Connection) -> None:
        super().__init__(folder, database)
        self.told: dict[str, Told] = {}

    def open_table(self, name: str) -> Told:
        self.write(name, "opened")
        told = self.told[name] = Told(self.folder, name)
        self.open_carrier(name).training = told.training
        return told

    def look(self) -> None:
        """Let them speak, after what makes a carrier look again."""
        for each in self.told.values():
            each.now_s += LOOK_S
        self.run(2)

    def numbers(self) -> dict[str, list[int]]:
        """The numbers that the pit has, by table."""
        return {
            each.station: [one.number for one in each.learning] for each in keeping.classes(self.database)
        }

    def send(self, payload: bytes, table: str = "t1", house: str = HOUSE) -> None:
        self.wire.came.append(Message(Station(house, table).topic("training"), payload))
        self.run(1)


@pytest.fixture
def training(folder: Path, database):
    training = Training(folder, database)
    yield training
    for each in training.told.values():
        each.school.close()


def test_what_a_school_tells_is_at_the_pit_and_changes_with_it(training: Training):
    told = training.open_table("t1")
    told.enrol(wrong=2)
    training.look()
    (found,) = keeping.classes(training.database)
    assert (found.station, found.refused, len(found.learning)) == ("t1", None, 1)
    assert found.learning[0].missed == (Missed("tirage-banco", "3/8", 2, 2),)
    told.enrol(wrong=1)
    training.look()
    (found,) = keeping.classes(training.database)
    assert found.learning[0].answers == 3


def test_somebody_whose_name_was_erased_is_not_at_the_pit_any_more(training: Training):
    told, other = training.open_table("t1"), training.open_table("t2")
    for each in (told, other):
        each.enrol("Marie")
        each.enrol("Bram")
    training.look()
    assert training.numbers() == {"t1": [1, 2], "t2": [1, 2]}
    told.school.forgetting.erase("Marie")
    training.look()
    assert training.numbers() == {"t1": [2], "t2": [1, 2]}
    left = training.database.execute("SELECT number FROM trainee WHERE station = 't1'").fetchall()
    assert left == [(2,)]
    told.school.remove(2)
    training.look()
    assert training.numbers() == {"t2": [1, 2]}


def test_a_collector_that_begins_again_takes_what_the_broker_kept_once_more(training: Training):
    training.open_table("t1").enrol()
    training.look()
    training.open_collector()
    training.send(report([MARIE, MARIE._replace(number=7)]))
    assert training.numbers() == {"t1": [1, 7]}


def test_of_several_reports_at_once_the_last_one_counts(training: Training):
    training.wire.came += [
        Message(Station(HOUSE, "t1").topic("training"), report([MARIE._replace(number=n)])) for n in (1, 2, 3)
    ]
    training.run(1)
    assert training.numbers() == {"t1": [3]}


def test_a_report_that_is_not_taken_is_named_and_harms_neither_journal_nor_what_was_known(training: Training):
    training.open_table("t1").enrol()
    training.look()
    before = keeping.classes(training.database)
    for payload in (b"{", b" " * (REPORT_BYTES_MOST + 1), json.dumps(changed(last="\0")).encode()):
        training.send(payload)
    training.write("t1", "more")
    training.run()
    (found,) = keeping.classes(training.database)
    assert str(found.refused) == "last has a NUL"
    assert found._replace(refused=None) == before[0]
    assert (training.found(), training.seq("t1")) == ([], 2)
    assert training.database.execute("SELECT count(*) FROM quarantine").fetchone() == (0,)
    training.send(report([MARIE]))
    assert keeping.classes(training.database)[0].refused is None


def test_a_table_that_never_said_anything_that_could_be_read_is_named(training: Training):
    training.send(b"[]", table="t9")
    (found,) = keeping.classes(training.database)
    assert (found.station, found.said_s, found.learning) == ("t9", None, ())


@pytest.mark.parametrize(("table", "house"), [("t1", "elsewhere"), ("T1", HOUSE), ("+", HOUSE)])
def test_a_report_under_a_foreign_topic_is_passed_over(training: Training, table: str, house: str):
    training.send(report([MARIE]), table=table, house=house)
    assert keeping.classes(training.database) == []


def test_a_table_that_says_nothing_for_ninety_days_is_forgotten(training: Training):
    training.send(report([MARIE]))
    training.send(report([MARIE]), table="t2")
    ago = timedelta(days=keeping.KEPT_DAYS, seconds=1)
    training.database.execute("UPDATE training SET said = said - %s WHERE station = 't1'", (ago,))
    training.collector._lived_s = float("-inf")
    training.run(1)
    assert training.numbers() == {"t2": [1]}


def test_facts_that_are_made_again_leave_it_alone(training: Training):
    training.send(report([MARIE]))
    stored_facts.rebuild(training.database)
    assert training.numbers() == {"t1": [1]}


def test_a_carrier_without_a_school_to_tell_of_says_nothing_of_one(training: Training):
    training.write("t1", "opened")
    training.open_carrier("t1")
    training.run()
    assert training.database.execute("SELECT count(*) FROM training").fetchone() == (0,)


def test_the_broker_is_told_when_to_drop_a_report_and_nothing_else(training: Training):
    training.open_table("t1").enrol()
    training.look()
    wire = training.carriers["t1"][1]
    assert {topic.rpartition("/")[2]: each for topic, each in wire.expires_s.items() if each} == {
        "training": EXPIRES_S
    }


def test_a_carrier_whose_line_is_new_tells_it_again(training: Training):
    training.open_table("t1").enrol()
    training.look()
    training.database.execute("DELETE FROM training")
    training.carriers["t1"][1].came.append(Connected())
    training.run(2)
    assert training.numbers() == {"t1": [1]}


@pytest.mark.parametrize(("words", "numbers"), [([], [1]), (["--no-training"], [])])
def test_the_command_carries_what_the_school_beside_the_journal_tells_unless_told_not_to(
    told: Told, folder: Path, words: list[str], numbers: list[int], monkeypatch
):
    told.enrol()
    served: list[Carrier] = []
    monkeypatch.setattr(carrier, "serve", lambda given, *_: served.append(given))
    where = ("--journal", str(folder / "t1.sqlite3"), "--house", HOUSE, "--table", "t1")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    done = CliRunner().invoke(pit, ["carry", *where, *words])
    assert done.output == ""
    served[0].training._start = lambda task: task()
    assert [each.number for each in read_report(served[0].training.due())] == numbers


# --- nobody is in a region


def test_nothing_of_it_goes_up_to_a_region_and_a_region_keeps_none(house: House, region: Region):
    before = house.entries()
    keeping.replace(house.database, "t1", [MARIE], now=NOW)
    assert house.entries() == before
    wire = region.wire
    wire.came.append(Message(Station(region.collector.house, "nijmegen").topic("training"), report([MARIE])))
    region.collector.serve(wait_s=0, batch_s=0)
    assert region.database.execute("SELECT to_regclass('trainee')").fetchone() == (None,)


# --- the database of an older version, and what the page asks


def test_a_database_of_the_version_before_gets_the_tables_that_it_lacks(database: Connection):
    database.execute("DROP TABLE trainee, training")
    database.execute("UPDATE pit SET version = 4")
    with pytest.raises(PitError, match=r"another version of the program made this database \(4\)"):
        check(database)
    with pytest.raises(PitError, match="is that of the house"):
        prepare(database, "elsewhere")
    assert database.execute("SELECT version FROM pit").fetchone() == (4,)
    prepare(database, HOUSE)
    assert database.execute("SELECT version FROM pit").fetchone() == (SCHEMA_VERSION,)
    assert keeping.classes(database) == []


def test_the_office_says_what_drills_are_called_and_leaves_those_of_another_program(
    postgres, name: str, tmp_path: Path
):
    with connected(postgres.address(name)) as database:
        prepare(database, HOUSE)
        missed = (*MARIE.missed, Missed("of-another-program", "x", 2, 1))
        keeping.replace(database, "t1", [MARIE._replace(missed=missed)], now=NOW)
    office = PitOffice(postgres.address(name), people_in(tmp_path))
    (found,) = office.training()
    office.close()
    known, other = found.learning[0].missed
    assert (known.title, known.game) == ("Banco draws or stands", "punto-banco")
    assert (other.title, other.game) == ("", "")
