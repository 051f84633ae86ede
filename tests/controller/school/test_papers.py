"""Papers that a trainer issues: who may sit them, when, where and how often, and what they certify."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabot.core.shapes.people import Person
from sabot.school.school import School
from sabot.school.store import SchoolError
from sabot_dashboard.words import school_words
from tests.controller.school.clock import Clock
from tests.controller.school.papers import DEVICE, HOUR_MS, MAES, form, issued

PRACTICE = {"group": "punto-banco", "questions": 1, "minutes": 2, "pass_percent": 1, "seed": 3}


def sit(school: School, key: str, *, right: int = 10) -> None:
    """Answer it to the end, `right` questions rightly."""
    while "result" not in (state := school.exams.state(key)):
        truth = school._drills[state["question"].drill].judge(state["question"], "").truth
        school.exams.answer(key, state["key"], truth if state["nth"] <= right else "wrong")


def asked(school: School, key: str) -> list[tuple[str, str, int]]:
    return [(each.drill, each.cell, each.seed) for each in school._store.of_exam(key)]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"pass_percent": 1}, "a pass mark of 60"),
        ({"pass_percent": 59}, "a pass mark of 60"),
        ({"pass_percent": 101}, "a pass mark of 60"),
        ({"questions": 1}, "10 to 200 questions"),
        ({"questions": 9}, "10 to 200 questions"),
        ({"questions": 10.5}, "10 to 200 questions"),
        ({"questions": True}, "10 to 200 questions"),
        ({"minutes": 0}, "1 to 180 minutes"),
        ({"minutes": None}, "1 to 180 minutes"),
        ({"drills": []}, "Choose what is examined"),
        ({"drills": ["tarot"]}, "Choose what is examined"),
        ({"drills": [{"a": 1}]}, "Choose what is examined"),
        ({"drills": "tirage-punto"}, "Choose what is examined"),
        ({"trainees": []}, "Choose who sits"),
        ({"trainees": [99]}, "Choose who sits"),
        ({"trainees": ["1"]}, "Choose who sits"),
        ({"trainees": [[1]]}, "Choose who sits"),
        ({"opens_ms": None}, "from when to when"),
        ({"closes_ms": 5}, "from when to when"),
        ({"opens_ms": 1, "closes_ms": 2}, "within a year"),
        ({"closes_ms": 10**18}, "within a year"),
    ],
)
def test_a_paper_that_certifies_nothing_is_not_issued(
    school: School, marie: int, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(SchoolError, match=why):
        school.exams.papers.issue(form(school, marie) | change, by=MAES)
    assert school.exams.papers.all() == []


def test_nobody_issues_a_paper_to_themselves(school: School, marie: int) -> None:
    with pytest.raises(SchoolError, match="to themselves"):
        school.exams.papers.issue(form(school, marie), by=Person("Marie", "trainer", "p-aaaaaa"))


def test_one_paper_is_the_same_for_all_or_another_for_each(school: School, marie: int) -> None:
    jan = int(school.enrol("Jan")["id"])
    papers = school.exams.papers
    for is_same in (True, False):
        key = papers.issue(form(school, marie, jan, is_same=is_same), by=MAES)
        exams = [school.exams.admit(who, key, device=DEVICE, place="") for who in (marie, jan)]
        for exam in exams:
            sit(school, exam)
        first, second = (asked(school, exam) for exam in exams)
        assert len(first) == 10
        assert (first == second) == is_same
        assert {drill for drill, *_ in first} == {"tirage-punto", "tirage-banco"}


def test_nobody_can_practise_an_issued_paper(school: School, marie: int) -> None:
    key = school.exams.papers.issue(form(school, marie), by=MAES)
    (seed,) = school.exams.papers.found(key, marie).seeds.values()
    with pytest.raises(SchoolError):
        school.exams.begin(marie, PRACTICE | {"seed": seed})


def test_only_those_it_was_issued_for_sit_a_paper(school: School, marie: int) -> None:
    jan = int(school.enrol("Jan")["id"])
    key = school.exams.papers.issue(form(school, marie), by=MAES)
    for paper, who in ((key, jan), ("none", marie)):
        with pytest.raises(SchoolError, match="no such paper for you"):
            school.exams.admit(who, paper, device=DEVICE, place="")
    assert school.exams.of(jan) == []
    assert school.exams.papers.of(jan) == []


def test_a_paper_is_begun_within_its_time(school: School, clock: Clock, marie: int) -> None:
    now_ms = round(1000 * clock.s)
    times = {"opens_ms": now_ms + HOUR_MS, "closes_ms": now_ms + 2 * HOUR_MS}
    key = school.exams.papers.issue(form(school, marie, **times), by=MAES)

    def begins() -> str:
        return school.exams.admit(marie, key, device=DEVICE, place="")

    with pytest.raises(SchoolError, match="not be begun yet"):
        begins()
    clock.s += 2 * 3600
    with pytest.raises(SchoolError, match="no longer be begun"):
        begins()
    assert school.exams.papers.of(marie) == []
    clock.s -= 1
    exam = begins()
    clock.s += 60
    assert begins() == exam, "what was begun in time goes on"
    assert [each["id"] for each in school.exams.papers.of(marie)] == [key]


def test_it_is_sat_once_and_at_the_device_where_it_was_begun(school: School, marie: int) -> None:
    exam = issued(school, marie)
    paper = school.exams.papers.all()[0]["id"]
    with pytest.raises(SchoolError, match="at another device"):
        school.exams.admit(marie, paper, device="another", place="")
    for device in ("another", ""):
        with pytest.raises(SchoolError, match="at another device"):
            school.exams.check_device(exam, device)
    school.exams.check_device(exam, DEVICE)
    sit(school, exam)
    assert school.exams.admit(marie, paper, device=DEVICE, place="") == exam, "no second sitting"
    assert len(school.exams.of(marie)) == 1
    assert school.exams.papers.of(marie) == []


def test_a_power_cut_between_admission_and_examination_costs_the_trainee_nothing(
    school: School, marie: int
) -> None:
    paper = school.exams.papers.issue(form(school, marie), by=MAES)
    school._store.add("admission", "e1", paper, marie, DEVICE, "", "")
    assert school.exams.admit(marie, paper, device=DEVICE, place="") == "e1"
    assert school.exams.state("e1")["nth"] == 1


def test_each_question_can_be_looked_at_afterwards(school: School, clock: Clock, marie: int) -> None:
    exam = issued(school, marie)
    with pytest.raises(SchoolError, match="has not ended"):
        school.exams.review(exam)
    for nth in range(3):
        state = school.exams.state(exam)
        truth = school._drills[state["question"].drill].judge(state["question"], "").truth
        clock.s += 2
        school.exams.answer(exam, state["key"], "?" if nth == 1 else truth)
    school.exams.state(exam)
    clock.s += 120
    found = school.exams.review(exam)
    assert [each["right"] for each in found] == [True, False, True, False]
    assert [each["seconds"] for each in found] == [2, 2, 2, 0]
    assert (found[1]["answer"], found[3]["answer"]) == ("?", None)
    assert found[0]["answer"] == found[0]["truth"]
    assert str(found[1]["why"])
    assert "cell" not in found[0]["question"]


def test_the_questions_stay_closed_while_others_may_still_be_asked_them(
    school: School, clock: Clock, marie: int
) -> None:
    jan = int(school.enrol("Jan")["id"])
    paper = school.exams.papers.issue(form(school, marie, jan), by=MAES)
    first, second = (school.exams.admit(who, paper, device=DEVICE, place="") for who in (marie, jan))
    sit(school, first)
    with pytest.raises(SchoolError, match="nobody is to be asked"):
        school.exams.check_review(first)
    sit(school, second)
    school.exams.check_review(first)
    late = issued(school, marie)
    clock.s += 3600
    school.exams.check_review(late)


def test_practice_has_a_review_but_no_report_and_no_code(school: School, marie: int) -> None:
    exam = school.exams.begin(marie, PRACTICE)
    sit(school, exam, right=1)
    assert "code" not in school.exams.state(exam)
    with pytest.raises(SchoolError, match="for practice"):
        school.exams.report(exam, {})
    school.exams.check_review(exam)
    assert len(school.exams.review(exam)) == 1


def test_an_examination_of_an_older_version_still_reads_and_says_that_nobody_issued_it(
    school: School, marie: int
) -> None:
    older = {name: value for name, value in PRACTICE.items() if name != "kind"}
    school._store.add("exam", "older", marie, json.dumps(older), 1_700_000_000_000)
    state = school.exams.state("older")
    assert (state["paper"]["kind"], state["result"]["passed"]) == ("older", False)
    assert state["code"]
    assert school.exams.is_genuine(school.exams.report("older", {}))
    assert [each["id"] for each in school.exams.of(marie)] == ["older"]


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de"])
def test_the_report_says_who_issued_it_to_whom_where_and_what_it_does_not_prove(
    school: School, marie: int, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    from fpdf import FPDF

    said: list[str] = []
    monkeypatch.setattr(FPDF, "cell", lambda self, *given, **named: said.extend(map(str, given)))
    monkeypatch.setattr(FPDF, "multi_cell", lambda self, *given, **named: said.extend(map(str, given)))
    paper = school.exams.papers.issue(form(school, marie), by=MAES)
    exam = school.exams.admit(marie, paper, device=DEVICE, place="10.0.0.7", witness="p-777777 (trainer)")
    sit(school, exam)
    names = {"p-0a1b2c (trainer)": "E. Maes (trainer)", "p-777777 (trainer)": "A. Petit (trainer)"}
    school.exams.report(exam, school_words.catalogue(language), named=names.__getitem__)
    text = " ".join(said)
    for told in ("E. Maes (trainer)", "A. Petit (trainer)", "Marie", "Table 3", "10.0.0.7", DEVICE[:8]):
        assert told in text, told
    if language == "en":
        assert "It does not prove who held the device" in text
    else:
        assert "does not prove" not in text


def test_old_papers_go_with_the_records_and_open_ones_stay(school: School, clock: Clock, marie: int) -> None:
    issued(school, marie)
    school.exams.papers.issue(form(school, marie), by=MAES)
    clock.s += 10 * 86_400
    stays = school.exams.papers.issue(form(school, marie), by=MAES)
    school.forgetting.drop_before(clock.s - 5 * 86_400)
    assert [each["id"] for each in school.exams.papers.all()] == [stays]
    assert school._store.rows("SELECT count(*) FROM admission") == [(0,)]
