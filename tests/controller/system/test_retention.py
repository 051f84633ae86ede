"""Pictures, the log, counts of wrong PINs and school records are kept for their days and no longer."""

from __future__ import annotations

import hashlib
import logging
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from sabot.app import retained
from sabot.config import Settings, read
from sabot.record.chain import Entry
from sabot.record.evidence import Evidence
from sabot.record.journal import Journal
from sabot.school.school import School
from sabot.school.store import SchoolError, beside
from sabot.staff import people_file, pins
from sabot.staff.people import People
from sabot.system.retention import DAY_S, Duty, Retention, drop_lines_before, is_agreed

NOW_S = 1_800_000_000.0
PAPER = {"group": "punto-banco", "questions": 1, "minutes": 2, "pass_percent": 50, "seed": 3}


class Clock:
    """Seconds since 1970 that pass when told."""

    def __init__(self) -> None:
        self.now = NOW_S

    def __call__(self) -> float:
        return self.now


class Dropped:
    """Drops nothing, and knows before which moments it was to."""

    def __init__(self) -> None:
        self.before: list[float] = []

    def __call__(self, wall_s: float) -> int:
        self.before.append(wall_s)
        return 3


def believed(wall_s: float) -> bool:
    """Every clock is right."""
    return True


def on_record(path: Path, *days_ago: float) -> Path:
    """A journal with a record of each of these moments before NOW_S."""
    with Journal(path) as journal:
        journal.append(Entry("note", {}, wall_ns=round((NOW_S - days * DAY_S) * 1e9)) for days in days_ago)
    return path


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def school(tmp_path: Path, clock: Clock) -> Iterator[School]:
    found = School(beside(tmp_path / "table.sqlite3"), wall_s=clock)
    yield found
    found.close()


def test_each_duty_gets_the_moment_of_its_own_days_and_zero_days_are_for_ever() -> None:
    a, b, c = Dropped(), Dropped(), Dropped()
    Retention(
        [Duty("a", 1, a), Duty("b", 0, b), Duty("c", 30, c)], agrees=believed, wall_s=lambda: NOW_S
    ).tidy()
    assert (a.before, b.before, c.before) == ([NOW_S - DAY_S], [], [NOW_S - 30 * DAY_S])


def test_a_duty_that_fails_is_told_and_keeps_no_other_from_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    def fails(before_s: float) -> int:
        raise SchoolError("the disk is full")

    other = Dropped()
    Retention([Duty("records", 1, fails), Duty("b", 1, other)], agrees=believed).tidy()
    assert len(other.before) == 1
    assert "records older than 1 days are still there" in caplog.text


def test_it_looks_when_the_table_opens_and_ends_with_it() -> None:
    done = Dropped()
    retention = Retention([Duty("a", 1, done)], agrees=believed, wall_s=lambda: NOW_S)
    retention.start()
    retention.stop()
    assert done.before == [NOW_S - DAY_S]


@pytest.mark.parametrize(
    ("days_ago", "is_right"),
    [
        ((1, 0), True),
        ((90, 0), True),
        ((0.5,), True),
        ((), False),  # a new journal
        ((0.49, 0), False),  # since it opened, by this clock
        ((365, 0), False),  # the clock is a year ahead, or the table was off for so long
        ((365, 1, 0), True),  # it has said so for a day
        ((-300, 1), True),  # once it was ahead
        ((20_000, 0), False),  # so far those of 1970
    ],
)
def test_a_clock_is_right_once_something_on_record_is_half_a_day_old_by_it_and_not_much_older(
    tmp_path: Path, days_ago: tuple[float, ...], is_right: bool
) -> None:
    assert is_agreed(on_record(tmp_path / "table.sqlite3", *days_ago), NOW_S) is is_right


def test_a_clock_that_was_never_set_is_not_right_whatever_is_on_record(tmp_path: Path) -> None:
    path = on_record(tmp_path / "table.sqlite3", NOW_S / DAY_S - 1)
    assert not is_agreed(path, 2 * DAY_S)


def test_nothing_is_dropped_by_a_clock_a_year_ahead_until_it_has_said_so_for_a_day(tmp_path: Path) -> None:
    path, done = on_record(tmp_path / "table.sqlite3", 365, 0), Dropped()
    clock = Clock()
    retention = Retention([Duty("a", 1, done)], agrees=partial(is_agreed, path), wall_s=clock)
    retention.tidy()
    assert done.before == []
    clock.now += DAY_S
    retention.tidy()
    assert done.before == [NOW_S]


def test_where_the_journal_cannot_be_read_nothing_is_dropped(tmp_path: Path) -> None:
    done = Dropped()
    Retention([Duty("a", 1, done)], agrees=partial(is_agreed, tmp_path / "none.sqlite3")).tidy()
    assert done.before == []


def test_pictures_of_a_clock_that_was_not_set_stay_in_their_order_and_their_days_begin_now(
    tmp_path: Path,
) -> None:
    now_ns = time.time_ns()
    for nth, name in enumerate(("first", "second")):
        (tmp_path / f"{name}.jpg").write_bytes(b"x")
        os.utime(tmp_path / f"{name}.jpg", (3_600 + nth,) * 2)
    assert Evidence(tmp_path).drop_before(NOW_S) == 0
    first, second = ((tmp_path / f"{name}.jpg").stat().st_mtime_ns for name in ("first", "second"))
    assert now_ns <= first < second


def test_pictures_go_by_the_day_on_which_they_were_taken(tmp_path: Path) -> None:
    for name, age_days in (("old", 91), ("young", 89)):
        (tmp_path / f"{name}.jpg").write_bytes(b"x")
        os.utime(tmp_path / f"{name}.jpg", (NOW_S - age_days * DAY_S,) * 2)
    assert Evidence(tmp_path).drop_before(NOW_S - 90 * DAY_S) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["young.jpg"]


def test_a_picture_that_the_eye_deletes_at_the_same_time_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "gone.jpg").symlink_to(tmp_path / "nothing")
    assert Evidence(tmp_path).drop_before(NOW_S) == 0
    assert Evidence(tmp_path / "none").drop_before(NOW_S) == 0


OLD = "2027-01-01 10:00:00,001 WARNING sabot: refused: 'M. Dupont'\nTraceback (most recent call last):\n  E\n"
YOUNG = "2027-01-15 09:00:00,001 INFO sabot: é\n"


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    file = tmp_path / "sabot.log"
    file.write_text(OLD + YOUNG, "utf-8")
    file.with_name("sabot.log.1").write_text(OLD, "utf-8")
    return file


JANUARY_10_S = 1_799_582_400.0


def test_the_lines_of_older_days_are_cut_off_the_log_and_its_older_parts(log_file: Path) -> None:
    assert drop_lines_before(log_file, JANUARY_10_S) == 2 * len(OLD)
    assert log_file.read_text("utf-8") == YOUNG
    assert log_file.with_name("sabot.log.1").read_text("utf-8") == ""
    assert drop_lines_before(log_file, JANUARY_10_S) == 0


UNSET = "1970-01-01 01:00:00,001 WARNING sabot: what was said before the clock was set\nTraceback\n"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (OLD + UNSET + YOUNG, UNSET + YOUNG),
        (UNSET + OLD + YOUNG, YOUNG),
        (OLD + UNSET, UNSET),
        (UNSET, UNSET),
        (UNSET + YOUNG, UNSET + YOUNG),
        (OLD, ""),
    ],
)
def test_lines_of_a_clock_that_was_not_set_are_as_old_as_the_next_one(
    tmp_path: Path, text: str, kept: str
) -> None:
    file = tmp_path / "sabot.log"
    file.write_text(text, "utf-8")
    drop_lines_before(file, JANUARY_10_S)
    assert file.read_text("utf-8") == kept


def test_lines_as_json_are_cut_by_their_day_too(tmp_path: Path) -> None:
    file = tmp_path / "sabot.log"
    lines = [f'{{"time": "2027-01-{day:02d}T10:00:00.001Z", "message": "x"}}\n' for day in (1, 9, 10, 15)]
    file.write_text("".join(lines))
    drop_lines_before(file, JANUARY_10_S)
    assert file.read_text().splitlines(keepends=True) == lines[2:]


def test_a_table_that_writes_its_log_goes_on_at_the_new_end(log_file: Path) -> None:
    handler = logging.FileHandler(log_file, encoding="utf-8")
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        handler.emit(logging.makeLogRecord({"msg": "2027-01-16 10:00:00 before"}))
        drop_lines_before(log_file, JANUARY_10_S)
        handler.emit(logging.makeLogRecord({"msg": "2027-01-16 10:00:01 after"}))
    finally:
        root.removeHandler(handler)
        handler.close()
    assert log_file.read_text("utf-8") == f"{YOUNG}2027-01-16 10:00:00 before\n2027-01-16 10:00:01 after\n"


def test_no_thread_writes_the_log_while_it_is_cut(log_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handler, seen = logging.FileHandler(log_file, delay=True), list[str]()
    monkeypatch.setattr(handler, "acquire", lambda: seen.append(log_file.read_text("utf-8")))
    monkeypatch.setattr(handler, "release", lambda: seen.append(log_file.read_text("utf-8")))
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    drop_lines_before(log_file, JANUARY_10_S)
    assert seen == [OLD + YOUNG, YOUNG]


def test_old_answers_and_examinations_go_and_young_ones_stay(school: School, clock: Clock) -> None:
    who = school.enrol("E. Maes")["id"]
    drill = school.menu(who)[0]["name"]
    exam = school.exams.begin(who, PAPER)
    for _ in range(2):
        asked = school.ask(who, drill)
        school.answer(who, asked["id"], "", 100)
        clock.now += 100 * DAY_S
    again = school.exams.begin(who, PAPER)
    school.exams.state(exam)
    school.forgetting.drop_before(clock.now - 150 * DAY_S)
    assert [each["id"] for each in school.exams.of(who)] == [again]
    assert len(school._store.answers(who, drill)) == 1
    assert school._store.rows("SELECT count(*) FROM result") == [(0,)]
    assert school.trainees() == [{"id": who, "name": "E. Maes"}], "who learns here stays"


def test_the_name_of_a_trainee_who_left_goes_with_their_last_record(
    school: School, clock: Clock, tmp_path: Path
) -> None:
    who = school.enrol("E. Maes")["id"]
    asked = school.ask(who, school.menu(who)[0]["name"])
    school.answer(who, asked["id"], "", 100)
    school.remove(who)
    school.forgetting.drop_before(clock.now - DAY_S)
    assert school.forgetting.number_of("E. Maes") == who
    clock.now += 3 * DAY_S
    assert school.forgetting.drop_before(clock.now - DAY_S) > 0
    assert school.forgetting.number_of("E. Maes") == 0
    assert school._store.rows("SELECT count(*) FROM enrolment") == [(0,)]
    school.close()
    assert b"Maes" not in b"".join(each.read_bytes() for each in tmp_path.iterdir())


def test_a_count_of_wrong_pins_is_forgotten_after_its_days(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins, "COST", {"n": 2, "r": 1, "p": 1})
    people = People(tmp_path / "people.json", wall_s=clock)
    people.add("M. Dupont", "supervisor", "471180")
    people.known("M. Dupont", "999999", place="10.0.0.9")
    clock.now += 10 * DAY_S
    people.known("M. Dupont", "999999")
    assert people.drop_before(clock.now - 20 * DAY_S) == 0
    assert people.drop_before(clock.now - 5 * DAY_S) == 2, "of the guest's address, and of all from afar"
    kept = people_file.read(people.path)
    assert (kept["wrong"], kept["tried"]) == ({"M. Dupont": 1}, {"M. Dupont": clock.now})


def test_counts_of_an_older_version_begin_to_age_when_they_are_first_seen(
    tmp_path: Path, clock: Clock
) -> None:
    path = tmp_path / "people.json"
    path.write_text('{"people": [], "wrong": {"M. Dupont": 2}, "key": "00"}')
    people = People(path, wall_s=clock)
    assert people.drop_before(clock.now - DAY_S) == 0
    clock.now += 3 * DAY_S
    assert people.drop_before(clock.now - DAY_S) == 1


def test_a_table_has_a_duty_for_each_key_of_its_configuration(
    tmp_path: Path, school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    settings = read('[journal]\npath = "table.sqlite3"\n[retention]\nlog_days = 7', file=tmp_path / "t.toml")
    found = retained.duties(settings, People(tmp_path / "people.json"), school)
    assert [(each.what, each.days) for each in found] == [
        ("pictures", 90),
        ("bytes of the log", 7),
        ("counts of wrong PINs", 30),
        ("records of the school", 1095),
    ]
    Retention(found, agrees=believed).tidy()
    assert (
        retained.duties(Settings(), People(tmp_path / "people.json"), None)[-1].what == "counts of wrong PINs"
    )
    with ExitStack() as parts:
        retained.retained(settings, People(tmp_path / "people.json"), school, parts)


def test_a_picture_that_was_dropped_is_no_picture_for_the_screens(tmp_path: Path) -> None:
    name = f"{hashlib.sha256(b'x').hexdigest()[:32]}.jpg"
    (tmp_path / name).write_bytes(b"x")
    pictures = Evidence(tmp_path)
    assert pictures.picture(name) == b"x"
    pictures.drop_before(2 * NOW_S)
    assert pictures.picture(name) is None
