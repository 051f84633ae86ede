"""The rules of an examination of drills are those of the house when it was begun."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sabot.core import options as house
from sabot.games.register import GAMES
from sabot.school import catalogue
from sabot.school.school import School
from sabot.school.store import SchoolError
from tests.controller.school.clock import Clock
from tests.controller.school.papers import DEVICE, MAES, form

Open = Callable[[str], School]


@pytest.fixture
def opened(tmp_path: Path, clock: Clock) -> Open:
    """Opens the school of a roulette table whose wheel has the named number of pockets."""

    def school(pockets: str) -> School:
        options = {"roulette": house.read(GAMES["roulette"].Options, [("pockets", pockets)])}
        return School(tmp_path / "s.sqlite3", options=options, wall_s=clock, steady_s=clock)

    return school


def _begun(school: School, *drills: str) -> str:
    who = int(school.enrol("Marie")["id"])
    paper = school.exams.papers.issue(form(school, who, drills=[*drills]), by=MAES)
    exam = school.exams.admit(who, paper, device=DEVICE, place="")
    school.exams.state(exam)
    return exam


def _right_answer(school: School, exam: str) -> tuple[str, str]:
    """The question that is asked now, and what is right by the rules of now."""
    key = school.exams.state(exam)["key"]
    kept = school._store.question(key)
    assert kept is not None
    drill = school._drills[kept.drill]
    return key, drill.judge(drill.ask(kept.cell, kept.seed), "").truth


def test_other_rules_of_the_house_do_not_change_what_is_right_in_an_examination(opened: Open) -> None:
    with closing(opened("37")) as school:
        exam = _begun(school, "wheel-order")
        key, right = _right_answer(school, exam)
    with closing(opened("38")) as school:
        assert _right_answer(school, exam)[1] != right
        school.exams.answer(exam, key, right)
        kept = school._store.question(key)
        assert kept is not None
        assert kept.right


def test_an_examination_goes_on_whose_drill_the_new_rules_do_not_have(opened: Open, clock: Clock) -> None:
    with closing(opened("37")) as school:
        exam = _begun(school, "wheel-order", "wheel-sector")
    with closing(opened("38")) as school:
        assert "wheel-sector" not in school._drills
        for nth in range(10):
            assert school.exams.state(exam)["nth"] == nth + 1
            school.exams.answer(exam, school.exams.state(exam)["key"], "")
        assert "cut" not in school.exams.state(exam)["result"]
        assert len(school.exams.review(exam)) == 10
        clock.s += 86_400
        school.forgetting.drop_before(clock.s)
        assert school._store.rows("SELECT count(*) FROM exam_rules") == [(0,)]


def test_an_examination_whose_drill_is_taught_no_more_ends_early(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(opened("37")) as school:
        exam = _begun(school, "wheel-order", "wheel-sector")
    every = catalogue.drills
    monkeypatch.setattr(
        catalogue,
        "drills",
        lambda options: {name: each for name, each in every(options).items() if name != "wheel-sector"},
    )
    with closing(opened("37")) as school:
        result = school.exams.state(exam)["result"]
        assert (result["cut"], result["passed"]) == (True, False)
        with pytest.raises(SchoolError, match="ended early"):
            school.exams.report(exam, {})


def test_an_examination_whose_rules_this_version_cannot_read_ends_early(opened: Open) -> None:
    with closing(opened("37")) as school:
        exam = _begun(school, "wheel-order")
        unreadable = '{"roulette": {"pockets": "many"}}'
        school._store.rewrite([("UPDATE exam_rules SET rules = ?", (unreadable,))])
    with closing(opened("37")) as school:
        assert school.exams.state(exam)["result"]["cut"]


def test_an_examination_of_an_older_version_has_the_rules_of_now(opened: Open) -> None:
    with closing(opened("37")) as school:
        exam = _begun(school, "wheel-order")
        school._store.rewrite([("DELETE FROM exam_rules", ())])
        key, right = _right_answer(school, exam)
        school.exams.answer(exam, key, right)
        kept = school._store.question(key)
        assert kept is not None
        assert kept.right
