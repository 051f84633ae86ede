"""Papers of coups at the virtual table, papers that are withdrawn, and what is not told before the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabot.school.dealing.dealer import next_act
from sabot.school.dealing.moving import advanced, next_ms
from sabot.school.school import School
from sabot.school.store import SchoolError
from tests.controller.school.clock import Clock
from tests.controller.school.papers import DEVICE, MAES, form, issued

COUPS: dict[str, Any] = {"subject": "coups", "game": "punto-banco", "level": 2, "minutes": 60}


def deal(school: School, clock: Clock, exam: str, *, coups: int, who: int = 1) -> None:
    """Deal until this number of coups is closed, without a mistake."""
    school.exams.state(exam)
    for _ in range(1000):
        sitting = school.sittings._of(who, exam, in_exam=True)
        if len(sitting.state.coups) >= coups:
            return
        clock.s += 1
        at_ms = sitting.at_ms(round(1000 * clock.s))
        state = advanced(sitting.state, at_ms)
        act = next_act(state)
        if act is None:
            clock.s += (next_ms(state) or at_ms) / 1000 - at_ms / 1000
            continue
        school.exams.act(exam, act | {"n": state.n})


def do(school: School, exam: str, *acts: dict[str, Any]) -> None:
    for act in acts:
        table = school.exams.table(exam)
        assert table is not None
        school.exams.act(exam, act | {"n": table["n"]})


WRONG = ({"act": "close"}, {"act": "draw"}, {"act": "lay", "to": "banco"})


def test_a_paper_of_coups_is_dealt_to_its_end_and_its_mark_is_the_coups_without_a_fault(
    school: School, clock: Clock, marie: int
) -> None:
    exam = issued(school, marie, **COUPS)
    assert school.exams.state(exam)["nth"] == 1
    do(school, exam, *WRONG)
    deal(school, clock, exam, coups=10)
    state = school.exams.state(exam)
    result = state["result"]
    assert (result["questions"], result["answered"], result["right"], result["passed"]) == (10, 10, 9, True)
    assert result["drills"] == {"dealing-punto-banco": {"asked": 10, "right": 9}}
    coups = school.exams.replay(exam)
    assert [each["right"] for each in coups] == [False] + 9 * [True]
    assert school.exams.is_genuine(school.exams.report(exam, {}))


def test_the_time_ends_it_and_a_coup_that_is_not_closed_does_not_count(
    school: School, clock: Clock, marie: int
) -> None:
    exam = issued(school, marie, **COUPS | {"minutes": 5})
    deal(school, clock, exam, coups=2)
    do(school, exam, {"act": "close"})
    clock.s += 300
    assert school.exams.table(exam) is None
    assert school.exams.act(exam, {"act": "draw", "n": 0}) is None
    result = school.exams.state(exam)["result"]
    assert (result["answered"], result["right"], result["percent"]) == (2, 2, 20)


def test_nobody_stops_an_examination_early_by_the_button_of_a_sitting(school: School, marie: int) -> None:
    exam = issued(school, marie, **COUPS)
    with pytest.raises(SchoolError, match="its last coup"):
        school.exams.act(exam, {"act": "stop", "n": 0})
    assert school.exams.state(exam)["nth"] == 1


def test_the_sitting_of_an_examination_is_dealt_nowhere_else(school: School, marie: int) -> None:
    exam = issued(school, marie, **COUPS)
    own = school.sittings.begin(marie, {"game": "punto-banco", "level": 1, "mode": "coach"})
    calls: list[Any] = [school.sittings.state, school.sittings.replay]
    for call in calls:
        with pytest.raises(SchoolError, match="no such sitting"):
            call(marie, exam)
        with pytest.raises(SchoolError, match="no such sitting"):
            call(marie, own, in_exam=True)
    with pytest.raises(SchoolError, match="no such examination"):
        school.exams.table(issued_of_drills(school))
    with pytest.raises(SchoolError, match="not ended"):
        school.exams.replay(exam)


def issued_of_drills(school: School) -> str:
    return issued(school, int(school.enrol("Jan")["id"]))


def test_the_same_paper_has_the_same_sabot_for_everybody(school: School, marie: int) -> None:
    jan = int(school.enrol("Jan")["id"])
    paper = school.exams.papers.issue(form(school, marie, jan, **COUPS), by=MAES)
    exams = {who: school.exams.admit(who, paper, device=DEVICE, place="") for who in (marie, jan)}
    cards = []
    for who, exam in exams.items():
        school.exams.state(exam)
        cards.append(school.sittings._of(who, exam, in_exam=True).state.cards)
    assert cards[0] == cards[1]


def test_an_examination_of_coups_survives_a_restart_in_the_middle_of_a_coup(
    school: School, clock: Clock, marie: int
) -> None:
    exam = issued(school, marie, **COUPS)
    deal(school, clock, exam, coups=1)
    do(school, exam, {"act": "close"}, {"act": "draw"})
    before = school.exams.table(exam)
    again = School(school._store.path, house="Table 3", wall_s=clock, steady_s=clock)
    assert again.exams.table(exam) == before
    again.close()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "poker"}, "Choose a game"),
        ({"game": ["x"]}, "Choose a game"),
        ({"level": 0}, "Choose a level"),
        ({"level": 99}, "Choose a level"),
        ({"level": "2"}, "Choose a level"),
        ({"questions": 9}, "10 to 30 coups"),
        ({"questions": 31}, "10 to 30 coups"),
        ({"pass_percent": 1}, "a pass mark of 60"),
        ({"minutes": True}, "1 to 180 minutes"),
    ],
)
def test_a_paper_of_coups_that_certifies_nothing_is_not_issued(
    school: School, marie: int, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(SchoolError, match=why):
        school.exams.papers.issue(form(school, marie, **COUPS) | change, by=MAES)


# --- nothing is told before the end ------------------------------------------------------------------


def test_the_record_tells_nothing_of_an_examination_before_its_end(
    school: School, clock: Clock, marie: int
) -> None:
    exam = issued(school, marie, drills=["tirage-punto"])
    before = school.record(marie, "tirage-punto"), school.today(marie), school.menu(marie), school.roll()
    for _ in range(3):
        school.exams.answer(exam, school.exams.state(exam)["key"], "draw")
    after = school.record(marie, "tirage-punto"), school.today(marie), school.menu(marie), school.roll()
    assert (before[0], before[2:], before[1]["due"]) == (after[0], after[2:], after[1]["due"])
    clock.s += 120
    school.exams.end_overdue()
    assert school.record(marie, "tirage-punto")["total"]["answers"] == 3  # type: ignore[index]
    assert sum(each["asked"] for each in school.menu(marie)) > 0


def test_a_silent_saturday_tells_nothing_before_its_end_not_even_after_a_restart(
    school: School, clock: Clock, marie: int
) -> None:
    key = school.sittings.begin(marie, {"game": "punto-banco", "level": 8, "mode": "silent"}, seed=3)
    while not school.sittings._of(marie, key).state.coups:
        clock.s += 30
        sitting = school.sittings._of(marie, key)
        state = advanced(sitting.state, sitting.at_ms(round(1000 * clock.s)))
        school.sittings.act(marie, key, (next_act(state) or {"act": "close"}) | {"n": state.n})
    again = School(school._store.path, wall_s=clock, steady_s=clock)
    for found in (school, again):
        assert found.today(marie)["ratings"] == []
        assert found._store.rows("SELECT count(*) FROM answer") == [(0,)]
        assert found.roll()[0]["coups"]["answers"] == 0
    again.sittings.begin(marie, {"game": "roulette", "level": 1, "mode": "coach"})
    assert [each["game"] for each in again.today(marie)["ratings"]] == ["punto-banco"]
    assert again.sittings.state(marie, key)["sitting"]["over"]  # type: ignore[index]
    again.close()


def test_the_questions_stay_closed_after_the_closing_time_while_somebody_still_sits(
    school: School, clock: Clock, marie: int
) -> None:
    jan = int(school.enrol("Jan")["id"])
    paper = school.exams.papers.issue(form(school, marie, jan, minutes=10), by=MAES)
    first = school.exams.admit(marie, paper, device=DEVICE, place="")
    clock.s += 3599
    school.exams.admit(jan, paper, device="another", place="")
    clock.s += 2
    school.exams.state(first)
    with pytest.raises(SchoolError, match="nobody is to be asked"):
        school.exams.check_review(first)
    clock.s += 600
    school.exams.check_review(first)


# --- while an examination goes on --------------------------------------------------------------------


def test_an_examination_goes_on_for_its_trainee_and_at_its_device_until_its_end(
    school: School, clock: Clock, marie: int
) -> None:
    jan, exams = int(school.enrol("Jan")["id"]), school.exams
    exam = issued(school, marie)
    assert exams.under_way(marie) == exams.under_way(marie, "another") == exam
    assert exams.under_way(jan, DEVICE) == exams.under_way(None, DEVICE) == exam
    assert (exams.under_way(jan, "another"), exams.under_way(jan), exams.under_way(None, "")) == ("", "", "")
    with pytest.raises(SchoolError, match="First end"):
        issued(school, marie)
    clock.s += 120
    assert exams.under_way(marie, DEVICE) == ""
    assert exams.papers.all()[-1]["candidates"][-1]["result"], "it ended though nobody looked"


# --- withdrawn ---------------------------------------------------------------------------------------


def test_a_paper_that_is_withdrawn_is_not_begun_any_more(school: School, clock: Clock, marie: int) -> None:
    paper = school.exams.papers.issue(form(school, marie), by=MAES)
    school.exams.papers.withdraw(paper, by=MAES)
    with pytest.raises(SchoolError, match="was withdrawn"):
        school.exams.admit(marie, paper, device=DEVICE, place="")
    assert school.exams.papers.of(marie) == []
    (listed,) = school.exams.papers.all()
    assert listed["withdrawn"] == (str(MAES), round(1000 * clock.s))
    assert not listed["is_open"]
    for key, why in ((paper, "already"), ("none", "no such paper")):
        with pytest.raises(SchoolError, match=why):
            school.exams.papers.withdraw(key, by=MAES)


@pytest.mark.parametrize("change", [{}, COUPS])
def test_a_sitting_whose_paper_is_withdrawn_ends_and_is_not_passed(
    school: School, clock: Clock, marie: int, change: dict[str, Any]
) -> None:
    exam = issued(school, marie, **change)
    school.exams.state(exam)
    school.exams.papers.withdraw(school.exams.papers.all()[0]["id"], by=MAES)
    state = school.exams.state(exam)
    assert (state["result"]["passed"], state["result"]["cut"]) == (False, True)
    assert state["withdrawn"].by == str(MAES)
    with pytest.raises(SchoolError, match="there is no report"):
        school.exams.report(exam, {})
    school.exams.answer(exam, f"{exam}-0", "draw")
    assert school.exams.state(exam)["result"] == state["result"]
    assert school.exams.under_way(marie, DEVICE) == ""


def test_what_had_ended_before_a_paper_is_withdrawn_stays_and_its_report_says_so(
    school: School, clock: Clock, marie: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fpdf import FPDF

    exam = issued(school, marie)
    clock.s += 120
    before = school.exams.state(exam)
    school.exams.papers.withdraw(school.exams.papers.all()[0]["id"], by=MAES)
    after = school.exams.state(exam)
    assert (after["result"], after["code"]) == (before["result"], before["code"])
    printed: list[str] = []
    monkeypatch.setattr(FPDF, "cell", lambda self, *given, **named: printed.extend(map(str, given)))
    monkeypatch.setattr(FPDF, "multi_cell", lambda self, *given, **named: printed.extend(map(str, given)))
    school.exams.report(exam, {})
    assert "Withdrawn afterwards" in printed


def test_a_withdrawal_is_kept_and_goes_with_its_paper(school: School, clock: Clock, marie: int) -> None:
    import sqlite3

    paper = school.exams.papers.issue(form(school, marie), by=MAES)
    school.exams.papers.withdraw(paper, by=MAES)
    for text in ("DELETE FROM withdrawal", "UPDATE withdrawal SET at_ms = 0"):
        with pytest.raises(sqlite3.IntegrityError):
            school._store.rows(text)
    clock.s += 10 * 86_400
    school.forgetting.drop_before(clock.s)
    assert school._store.rows("SELECT count(*) FROM withdrawal") == [(0,)]


def test_a_paper_of_the_version_before_still_reads(school: School, clock: Clock, marie: int) -> None:
    exam = issued(school, marie)
    paper = json.loads(school._store.rows("SELECT paper FROM exam WHERE id = ?", exam)[0][0])
    del paper["level"]
    school._store.add("exam", "before", marie, json.dumps(paper), round(1000 * clock.s))
    assert school.exams.state("before")["paper"]["level"] == 0


@pytest.mark.parametrize("passed_s", [0, 4000], ids=["in its time", "after its time"])
def test_coups_whose_rules_this_version_cannot_read_end_early_and_hold_up_no_other_paper(
    school: School, clock: Clock, marie: int, passed_s: int
) -> None:
    exam = issued(school, marie, **COUPS)
    deal(school, clock, exam, coups=1)
    unreadable = '{"house": {"tie_pays": "a lot"}, "wanted": [], "minutes": 0, "examined": 10}'
    school._store.rewrite([("UPDATE sitting SET options = ? WHERE id = ?", (unreadable, exam))])
    school.sittings._open.clear()
    clock.s += passed_s
    school.exams.end_overdue()
    result = school.exams.state(exam)["result"]
    assert (result["cut"], result["answered"]) == (True, 0)
    assert not school.exams.under_way(marie)


def test_coups_of_a_game_that_is_not_installed_any_more_end_early(
    school: School, clock: Clock, marie: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    exam = issued(school, marie, **COUPS)
    deal(school, clock, exam, coups=1)
    school.sittings._open.clear()
    monkeypatch.setattr("sabot.school.dealing.sittings.casino", lambda: ())
    assert school.exams.state(exam)["result"]["cut"]


def test_coups_are_not_ended_by_a_full_disk(
    school: School, clock: Clock, marie: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    exam = issued(school, marie, **COUPS)
    deal(school, clock, exam, coups=1)

    def full(*_: object) -> bool:
        raise SchoolError("The disk is full.")

    with monkeypatch.context() as patched, pytest.raises(SchoolError, match="full"):
        patched.setattr(school._store, "add", full)
        school.exams.state(exam)
    assert "result" not in school.exams.state(exam)
