"""What a school tells outside its table: figures under a number, of everybody who learns there now."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sabot.core.shapes.training import Missed, Reached
from sabot.games.lessons import Dealt
from sabot.pit.training.school_file import summary
from sabot.school.at_table import A_COUP, rated_in
from sabot.school.school import School
from sabot.school.today.day import day_of
from tests.controller.school.clock import Clock
from tests.controller.school.papers import issued

DAY_S = 86_400.0
A_CELL = ("tirage-banco", "3/8")


def did(school: School, who: int, what: tuple[str, str], *right: bool) -> None:
    """Somebody did this, right or wrong, as often."""
    for each in right:
        school._dealt(who, Dealt(*what, right=each, seconds=2.0))


def test_nobody_learns_where_there_is_no_school_and_in_one_that_is_new(school: School, tmp_path: Path):
    assert summary(tmp_path / "of-no-table.school.sqlite3") == ()
    assert summary(school._store.path) == ()


def test_answers_and_coups_are_counted_apart_and_days_by_the_clock_of_the_table(
    school: School, clock: Clock, marie: int
):
    did(school, marie, A_CELL, True, False)
    clock.s += 600
    did(school, marie, A_COUP, False)
    clock.s += 3 * DAY_S
    did(school, marie, ("tirage-punto", "4"), True)
    did(school, marie, A_COUP, True, True)
    (found,) = summary(school._store.path)
    assert found[:7] == (marie, 2, day_of(clock()).isoformat(), 3, 2, 3, 2)
    assert found.missed == (Missed(*A_CELL, 2, 1),)


def test_somebody_who_has_done_nothing_yet_is_there(school: School, marie: int):
    assert summary(school._store.path) == ((marie, 0, "", 0, 0, 0, 0, (), ()),)


def test_the_three_cells_that_were_wrong_most_often_are_named_and_no_whole_coup(school: School, marie: int):
    for cell, wrong in (("0", 1), ("1", 4), ("2", 2), ("3", 3)):
        did(school, marie, ("tirage-punto", cell), *[False] * wrong, True)
    did(school, marie, A_COUP, *[False] * 9)
    did(school, marie, (rated_in("punto-banco"), "1"), *[False] * 9)
    (found,) = summary(school._store.path)
    assert [(each.cell, each.asked, each.wrong) for each in found.missed] == [
        ("1", 5, 4),
        ("3", 4, 3),
        ("2", 3, 2),
    ]
    assert found.answers == 14


def test_a_level_is_reached_with_a_coup_without_a_fault(school: School, marie: int):
    did(school, marie, (rated_in("punto-banco"), "2"), True)
    did(school, marie, (rated_in("punto-banco"), "5"), False, True)
    did(school, marie, (rated_in("punto-banco"), "1"), True)
    did(school, marie, (rated_in("punto-banco"), "8"), False)
    did(school, marie, (rated_in("roulette"), "3"), False)
    did(school, marie, (rated_in("another"), "a cell of another program"), True)
    (found,) = summary(school._store.path)
    assert found.levels == (Reached("punto-banco", 5),)


def test_somebody_who_was_removed_or_erased_is_not_told_of_and_no_name_ever_is(school: School, marie: int):
    for name in ("Anna", "Bram"):
        did(school, int(school.enrol(name)["id"]), A_CELL, True)
    assert [each.number for each in summary(school._store.path)] == [1, 2, 3]
    assert "Anna" not in repr(summary(school._store.path))
    school.remove(marie)
    school.forgetting.erase("Bram")
    assert [each.number for each in summary(school._store.path)] == [2]
    school.enrol("Marie")
    assert [each.number for each in summary(school._store.path)] == [1, 2]


def test_nothing_is_told_of_an_examination_that_goes_on(school: School, clock: Clock, marie: int):
    exam = issued(school, marie)
    school.exams.answer(exam, school.exams.state(exam)["key"], "nonsense")
    (before,) = summary(school._store.path)
    clock.s += 121
    school.exams.end_overdue()
    (after,) = summary(school._store.path)
    assert [(each.days, each.answers, len(each.missed)) for each in (before, after)] == [(0, 0, 0), (1, 1, 1)]


def test_a_file_that_is_no_school_is_said_to_be_none(tmp_path: Path):
    file = tmp_path / "table.school.sqlite3"
    file.write_text("this was a database once, before somebody wrote into it" * 40)
    with pytest.raises(sqlite3.Error):
        summary(file)
