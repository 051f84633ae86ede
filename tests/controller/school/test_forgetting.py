"""What the school forgets, and that nobody gets what was another person's."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sabot.school.school import School
from sabot.school.store import SchoolError
from tests.controller.school.clock import Clock
from tests.controller.school.papers import MAES, form

DAY_S = 86_400


def _leaves_and_is_forgotten(school: School, who: int, clock: Clock) -> None:
    school.remove(who)
    clock.s += 2 * DAY_S
    school.forgetting.drop_before(clock.s - DAY_S)


def test_the_number_of_a_trainee_who_is_forgotten_goes_to_nobody_else(
    school: School, marie: int, clock: Clock
) -> None:
    _leaves_and_is_forgotten(school, marie, clock)
    assert school.enrol("Yara")["id"] == marie + 1


def test_a_paper_of_a_trainee_who_is_forgotten_is_no_paper_of_the_next(
    school: School, marie: int, clock: Clock
) -> None:
    closes_ms = round(1000 * (clock.s + 30 * DAY_S))
    paper = school.exams.papers.issue(form(school, marie, closes_ms=closes_ms), by=MAES)
    _leaves_and_is_forgotten(school, marie, clock)
    yara = school.enrol("Yara")["id"]
    assert school.exams.papers.of(yara) == []
    with pytest.raises(SchoolError, match="paper"):
        school.exams.admit(yara, paper, device="d", place="")


def test_what_was_learnt_from_dropped_answers_goes_with_them(
    school: School, marie: int, clock: Clock
) -> None:
    drill = school.menu(marie)[0]["name"]
    fresh = school.menu(marie)[0]
    school.answer(marie, school.ask(marie, drill)["id"], "", 100)
    clock.s += 2 * DAY_S
    school.forgetting.drop_before(clock.s - DAY_S)
    assert school.menu(marie)[0] == fresh


def test_a_file_of_an_older_version_keeps_the_numbers_of_whom_it_forgets(
    school: School, marie: int, clock: Clock, tmp_path: Path
) -> None:
    school.close()
    with sqlite3.connect(school._store.path) as file:
        file.executescript("DROP TRIGGER number_stays; DROP TABLE gone_trainee;")
    file.close()
    again = School(school._store.path, wall_s=clock, steady_s=clock)
    _leaves_and_is_forgotten(again, marie, clock)
    assert again.enrol("Yara")["id"] == marie + 1
    again.close()


def test_a_name_that_cannot_be_erased_whole_is_not_erased_at_all(school: School, marie: int) -> None:
    school._store._file.execute(
        "CREATE TRIGGER full BEFORE INSERT ON enrolment BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )
    with pytest.raises(SchoolError, match="full"):
        school.forgetting.erase("Marie")
    assert school.trainees() == [{"id": marie, "name": "Marie"}]
