"""The time of an examination: no clock that is set and no restart gives or takes any."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sabot.school.examination import timing
from sabot.school.school import School
from sabot.school.store import SchoolError
from tests.controller.school.clock import Clock
from tests.controller.school.papers import issued

HOURS_S = 3 * 3600.0


class House:
    """A school whose program and whose machine can be started again. Its examination takes two minutes."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady, self.boot = Clock(), Clock(), 1
        self.path, self.steady.s = path, 1000.0
        monkeypatch.setattr(timing, "boot_id", lambda: f"boot {self.boot}")
        self.school = self._opened()
        self.key = issued(self.school, int(self.school.enrol("Marie")["id"]))

    def _opened(self) -> School:
        return School(self.path, wall_s=self.wall, steady_s=self.steady)

    def passes(self, seconds: float) -> None:
        self.wall.s += seconds
        self.steady.s += seconds

    def starts_again(self) -> None:
        self.school.close()
        self.school = self._opened()

    def is_off(self, seconds: float) -> None:
        """Cut the power for so long."""
        self.wall.s += seconds
        self.steady.s, self.boot = 10.0, self.boot + 1
        self.starts_again()

    def left_s(self) -> int:
        return int(self.school.exams.state(self.key).get("left_s", 0))


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    found = House(tmp_path / "table.school.sqlite3", monkeypatch)
    yield found
    found.school.close()


@pytest.mark.parametrize("set_by_s", [HOURS_S, -HOURS_S])
def test_a_clock_that_was_set_before_a_restart_changes_nothing(house: House, set_by_s: float) -> None:
    assert house.left_s() == 120
    house.wall.s += set_by_s
    house.passes(20)
    house.starts_again()
    house.passes(1)
    assert house.left_s() == 99


def test_the_time_in_which_the_program_is_away_counts(house: House) -> None:
    house.left_s()
    house.passes(50)
    house.starts_again()
    assert house.left_s() == 70
    house.passes(70)
    house.starts_again()
    assert "result" in house.school.exams.state(house.key)


@pytest.mark.parametrize("set_by_s", [HOURS_S, -HOURS_S])
def test_the_time_without_power_counts_from_the_last_note_by_the_clock_on_the_wall(
    house: House, set_by_s: float
) -> None:
    house.left_s()
    house.wall.s += set_by_s
    house.passes(30)
    house.school.exams.timing.note()
    house.passes(10)
    house.is_off(5)
    assert house.left_s() == 75


@pytest.mark.parametrize("was_unset", [True, False])
def test_without_power_and_without_a_clock_what_is_on_record_counts(house: House, was_unset: bool) -> None:
    now_s = house.wall.s
    house.left_s()
    house.wall.s = 100.0 if was_unset else now_s
    house.passes(40)
    house.school.exams.timing.note()
    house.wall.s = now_s if was_unset else 100.0
    house.is_off(30)
    assert house.left_s() == 80


def test_an_examination_goes_on_while_its_time_cannot_be_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SchoolError("the disk is full")

    house.left_s()
    house.passes(40)
    monkeypatch.setattr(house.school._store, "add", full)
    assert house.left_s() == 80


def test_an_examination_that_is_over_writes_no_more(house: House) -> None:
    def noted() -> int:
        return int(house.school._store.rows("SELECT count(*) FROM exam_time")[0][0])

    house.left_s()
    for _ in range(10):
        house.passes(30)
        house.school.exams.timing.note()
    assert noted() == 5, "its beginning, and each half minute"
    house.left_s()
    house.school.exams.timing.note()
    assert noted() == 5
    house.school.forgetting.drop_before(house.wall.s)
    assert noted() == 0


def test_a_thousand_questions_of_others_take_no_time_from_an_examination(house: House) -> None:
    asked: Callable[[str, int], int] = house.school._elapsed.ms
    house.left_s()
    begun_ms = round(1000 * house.wall.s)
    asked("mine", begun_ms)
    for number in range(1500):
        asked(f"of another {number}", begun_ms)
        asked("mine", begun_ms)
    house.wall.s += HOURS_S
    assert (asked("mine", begun_ms), house.left_s()) == (0, 120)


def test_a_system_that_does_not_tell_its_start_is_taken_by_the_clock_on_the_wall(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "boot_id", lambda: "")
    house.starts_again()
    house.left_s()
    house.passes(30)
    house.starts_again()
    assert house.left_s() == 90
