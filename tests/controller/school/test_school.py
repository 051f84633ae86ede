"""The school's memory: a question is answered once, records add up, an examination ends and is signed."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from sabot.games.lessons import Dealt
from sabot.record import keys
from sabot.record.keys import Key
from sabot.school.examination import signing
from sabot.school.examination.subjects import DrillPapers
from sabot.school.records import Heat
from sabot.school.school import School
from sabot.school.store import SchoolError, beside
from tests.controller.school.clock import Clock
from tests.controller.school.papers import issued

PAPER = {"group": "punto-banco", "questions": 6, "minutes": 2, "pass_percent": 50, "seed": 3}


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same questions every time."""
    seeds = count(1)
    monkeypatch.setattr(secrets, "randbelow", lambda below: next(seeds) % below)


def answered(school: School, clock: Clock, who: int, drill: str, *, right: bool = True) -> dict[str, Any]:
    """One question of the drill, answered rightly or wrongly."""
    question = school.ask(who, drill)
    clock.s += 2
    kept = school._store.question(question["id"])
    assert kept is not None
    truth = school._drills[drill].judge(school._drills[drill].ask(kept.cell, kept.seed), "").truth
    return school.answer(who, question["id"], truth if right else "wrong", None)


def test_a_question_is_answered_once(school: School, clock: Clock, marie: int) -> None:
    question = school.ask(marie, "tirage-punto")
    clock.s += 1.5
    first = school.answer(marie, question["id"], "draw", 1200)
    again = school.answer(marie, question["id"], "stand", 1)
    assert not first["again"]
    assert again == first | {"again": True}
    assert first["ms"] == 1200
    assert school.record(marie, "tirage-punto")["total"]["answers"] == 1


def test_a_question_stays_until_it_is_answered_and_tells_nothing_of_its_cell(
    school: School, clock: Clock, marie: int
) -> None:
    question = school.ask(marie, "faults-punto-banco")
    assert school.ask(marie, "faults-punto-banco") == question
    assert "cell" not in question
    answered(school, clock, marie, "faults-punto-banco")
    assert school.ask(marie, "faults-punto-banco")["id"] != question["id"]


def test_nobody_thinks_for_longer_than_the_question_lay_there(
    school: School, clock: Clock, marie: int
) -> None:
    for told, taken in ((90_000, 3000), (None, 3000), (-5, 3000), ("1", 3000), (10**20, 3000), (2000, 2000)):
        question = school.ask(marie, "tirage-punto")
        clock.s += 3
        assert school.answer(marie, question["id"], "draw", told)["ms"] == taken


def test_a_call_that_comes_too_late_is_wrong(school: School, clock: Clock, marie: int) -> None:
    question = school.ask(marie, "calls")
    kept = school._store.question(question["id"])
    assert kept is not None
    drill = school._drills["calls"]
    truth = drill.judge(drill.ask(kept.cell, kept.seed), "").truth
    clock.s += float(question["within_s"]) + 0.5
    verdict = school.answer(marie, question["id"], truth, None)
    assert (verdict["right"], verdict["late"]) == (False, True)


def test_the_clock_of_a_call_runs_on_in_a_drill_while_its_page_is_loaded_again(
    school: School, clock: Clock, marie: int
) -> None:
    asked = school.ask(marie, "calls")
    within_s = float(asked["within_s"])
    assert asked["left_s"] == within_s > 0
    clock.s += 3
    again = school.ask(marie, "calls")
    assert (again["id"], again["left_s"]) == (asked["id"], pytest.approx(within_s - 3))
    clock.s += within_s
    truth = school._drills["calls"].judge(school._drills["calls"].ask(*_drawn(school, asked)), "").truth
    assert school.answer(marie, asked["id"], truth, 100)["late"]


def test_a_call_whose_page_was_left_long_ago_is_not_held_against_anyone(
    school: School, clock: Clock, marie: int
) -> None:
    left = school.ask(marie, "calls")
    clock.s += 86_400
    asked = school.ask(marie, "calls")
    assert asked["id"] != left["id"]
    assert asked["left_s"] == asked["within_s"]
    untimed = school.ask(marie, "tirage-punto")
    clock.s += 86_400
    assert school.ask(marie, "tirage-punto")["id"] == untimed["id"]


def _drawn(school: School, asked: dict[str, Any]) -> tuple[str, int]:
    kept = school._store.question(asked["id"])
    assert kept is not None
    return kept.cell, kept.seed


def test_the_heat_map_is_the_tableau(school: School, clock: Clock, marie: int) -> None:
    for nth in range(44):
        answered(school, clock, marie, "tirage-banco", right=nth % 4 != 0)
    record = school.record(marie, "tirage-banco")
    assert [len(row) for row in record["rows"]] == [11] * 8
    boxes = [box for row in record["rows"] for box in row]
    assert sum(box["asked"] for box in boxes) == record["total"]["answers"] == 44
    assert sum(box["wrong"] for box in boxes) == 11
    assert {box["tone"] for box in boxes} >= {"new", "sure", "poor"}
    assert [point["answers"] for point in record["curve"]] == [20, 40, 44]
    assert record["total"] == {"answers": 44, "wrong_percent": 25, "seconds": 2.0}


@pytest.mark.parametrize(
    ("asked", "wrong", "tone"),
    [
        (0, 0, "new"),
        (9, 0, "sure"),
        (5, 1, "fair"),
        (4, 1, "weak"),
        (2, 1, "weak"),
        (5, 3, "poor"),
        (1, 1, "poor"),
    ],
)
def test_a_cell_has_the_tone_of_its_errors(asked: int, wrong: int, tone: str) -> None:
    assert Heat(asked, wrong, None).tone == tone


def test_records_outlive_the_school_that_wrote_them(school: School, clock: Clock, marie: int) -> None:
    answered(school, clock, marie, "rows", right=False)
    school.close()
    again = School(school._store.path, wall_s=clock, steady_s=clock)
    assert again.menu(marie) == [each | {} for each in again.menu(marie)]
    assert [each["asked"] for each in again.menu(marie) if each["name"] == "rows"] == [1]
    assert again.trainees() == [{"id": marie, "name": "Marie"}]
    again.close()


@pytest.fixture
def renewed(school: School, clock: Clock, marie: int) -> Iterator[School]:
    """The school of a table that was renewed while a question to Marie was open."""
    school.ask(marie, "rows")
    school.close()
    found = School(school._store.path, wall_s=clock, steady_s=clock)
    yield found
    found.close()


def test_the_first_answer_after_the_table_was_renewed_counts_once(
    renewed: School, clock: Clock, marie: int
) -> None:
    """Two would make the cell unsteady."""
    answered(renewed, clock, marie, "rows", right=False)
    assert renewed.today(marie)["unsteady"] == 0
    assert [each["asked"] for each in renewed.menu(marie) if each["name"] == "rows"] == [1]


def test_what_is_dealt_first_after_the_table_was_renewed_counts_once(renewed: School, marie: int) -> None:
    cell = renewed._drills["tirage-banco"].cells()[0]
    renewed._dealt(marie, Dealt("tirage-banco", cell, right=False, seconds=2.0))
    assert renewed.today(marie)["unsteady"] == 0


def test_what_is_dealt_counts_once_when_a_page_looks_as_it_is_put_on_record(
    renewed: School, marie: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = renewed._store.add

    def look() -> None:
        if renewed._lock.acquire(blocking=False):
            renewed.today(marie)
            renewed._lock.release()

    def added(*row: Any) -> bool:
        done = add(*row)
        if row[0] == "answer":
            page = Thread(target=look)
            page.start()
            page.join(60)
        return done

    monkeypatch.setattr(renewed._store, "add", added)
    cell = renewed._drills["tirage-banco"].cells()[0]
    renewed._dealt(marie, Dealt("tirage-banco", cell, right=False, seconds=2.0))
    assert renewed.today(marie)["unsteady"] == 0


def test_the_file_refuses_to_change_or_lose_an_answer(school: School, clock: Clock, marie: int) -> None:
    answered(school, clock, marie, "rows")
    with sqlite3.connect(school._store.path) as file:
        for change in ("UPDATE answer SET was_right = 1", "DELETE FROM answer", "DELETE FROM trainee"):
            with pytest.raises(sqlite3.IntegrityError, match="the school only adds"):
                file.execute(change)
    file.close()


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 10_000, "x" * 41, "a\nb", "\u202egnirts", None, 7, ["Marie"]]
)
def test_a_name_that_cannot_be_is_refused_in_a_sentence(school: School, name: Any) -> None:
    with pytest.raises(SchoolError, match="A name has 1 to 40 letters"):
        school.enrol(name)
    assert school.trainees() == []


def test_the_same_name_is_the_same_trainee(school: School, marie: int) -> None:
    assert school.enrol("  Marie ")["id"] == marie
    assert school.enrol("Jan")["id"] != marie


@pytest.mark.parametrize("trainee", [None, 0, 99, "1", True, 2**70])
def test_somebody_unknown_learns_nothing(school: School, marie: int, trainee: Any) -> None:
    with pytest.raises(SchoolError, match="Choose who you are"):
        school.ask(99 if trainee is True else trainee, "rows")


@pytest.mark.parametrize(("question", "answer"), [("nope", "x"), (None, "x"), (3, "x"), ("mine", None)])
def test_an_answer_to_nothing_is_refused(school: School, marie: int, question: Any, answer: Any) -> None:
    key = school.ask(marie, "rows")["id"] if question == "mine" else question
    with pytest.raises(SchoolError):
        school.answer(marie, key, answer, None)


def test_one_trainee_cannot_answer_for_another(school: School, marie: int) -> None:
    jan = int(school.enrol("Jan")["id"])
    with pytest.raises(SchoolError):
        school.answer(jan, school.ask(marie, "rows")["id"], "31", None)


# --- examinations


def sit(school: School, clock: Clock, key: str, *, right: int) -> dict[str, Any]:
    """Answer an examination, `right` questions rightly."""
    while "result" not in (state := school.exams.state(key)):
        truth = school._drills[state["question"].drill].judge(state["question"], "").truth
        clock.s += 3
        school.exams.answer(key, state["key"], truth if state["nth"] <= right else "wrong")
    return {**state}


def test_the_same_seed_is_the_same_paper_for_a_whole_class(school: School, clock: Clock, marie: int) -> None:
    jan = int(school.enrol("Jan")["id"])
    papers = []
    for who in (marie, jan):
        key = school.exams.begin(who, PAPER)
        sit(school, clock, key, right=6)
        papers.append([(each.drill, each.cell, each.seed) for each in school._store.of_exam(key)])
    assert papers[0] == papers[1]
    other = school.exams.begin(marie, PAPER | {"seed": 4})
    sit(school, clock, other, right=0)
    assert [(each.drill, each.cell, each.seed) for each in school._store.of_exam(other)] != papers[0]


@pytest.mark.parametrize(("right", "passed"), [(6, True), (3, True), (2, False)])
def test_the_pass_mark_decides(school: School, clock: Clock, marie: int, right: int, passed: bool) -> None:
    result = sit(school, clock, school.exams.begin(marie, PAPER), right=right)["result"]
    assert (result["right"], result["passed"]) == (right, passed)
    assert school.roll()[0]["exams"][0]["result"] == result


def test_when_the_time_is_over_the_rest_is_wrong(school: School, clock: Clock, marie: int) -> None:
    key = school.exams.begin(marie, PAPER)
    state = school.exams.state(key)
    truth = school._drills[state["question"].drill].judge(state["question"], "").truth
    school.exams.answer(key, state["key"], truth)
    late = school.exams.state(key)
    clock.s += 121
    school.exams.answer(key, late["key"], "draw")
    result = school.exams.state(key)["result"]
    assert (result["answered"], result["right"], result["seconds"]) == (1, 1, 120)


def test_a_second_answer_in_an_examination_counts_for_nothing(
    school: School, clock: Clock, marie: int
) -> None:
    key = school.exams.begin(marie, PAPER)
    first = school.exams.state(key)
    assert school.exams.state(key)["key"] == first["key"]  # two tabs see the same question
    clock.s += 1
    school.exams.answer(key, first["key"], "wrong")
    school.exams.answer(key, first["key"], "draw")
    school.exams.answer(key, "another", "draw")
    assert school.exams.state(key)["nth"] == 2
    with pytest.raises(SchoolError):
        school.answer(marie, first["key"], "draw", None)


@pytest.mark.parametrize("second", ["a look", "a tap"])
def test_the_last_answer_may_come_while_another_page_asks_how_far_it_is(
    school: School, marie: int, monkeypatch: pytest.MonkeyPatch, second: str
) -> None:
    key = school.exams.begin(marie, PAPER | {"questions": 1})
    last, progress = school.exams.state(key)["key"], DrillPapers.progress

    def held(papers: DrillPapers, exam: Any) -> Any:
        monkeypatch.setattr(DrillPapers, "progress", progress)
        school.exams.answer(key, last, "draw")
        return progress(papers, exam)

    monkeypatch.setattr(DrillPapers, "progress", held)
    if second == "a tap":
        school.exams.answer(key, last, "stand")
    assert school.exams.state(key)["result"]["answered"] == 1
    assert [each.answer for each in school._store.of_exam(key)] == ["draw"]


def test_a_second_tap_begins_no_second_examination_and_each_sitting_is_counted(
    school: School, clock: Clock, marie: int
) -> None:
    key = school.exams.begin(marie, PAPER)
    assert school.exams.begin(marie, PAPER) == key
    assert school.exams.begin(int(school.enrol("Jan")["id"]), PAPER) != key
    assert sit(school, clock, key, right=0)["sitting"] == 1
    again = school.exams.begin(marie, PAPER | {"minutes": 9})  # the same questions, so the same paper
    assert (again != key, sit(school, clock, again, right=6)["sitting"]) == (True, 2)
    assert school.exams.state(key)["sitting"] == 1


@pytest.mark.parametrize(
    "change",
    [{"group": "tarot"}, {"questions": 0}, {"questions": 10_000}, {"minutes": "x"}, {"seed": -1},
     {"pass_percent": 101}, {"questions": True}, {"group": None}],
)  # fmt: skip
def test_a_paper_that_cannot_be_is_refused(school: School, marie: int, change: dict[str, Any]) -> None:
    with pytest.raises(SchoolError):
        school.exams.begin(marie, PAPER | change)


def test_the_report_is_signed_and_any_change_shows(school: School, clock: Clock, marie: int) -> None:
    key = issued(school, int(school.enrol("Ēriks Kļava")["id"]))
    with pytest.raises(SchoolError, match="has not ended"):
        school.exams.report(key, {})
    sit(school, clock, key, right=6)
    report = school.exams.report(key, {})
    assert report.startswith(b"%PDF-")
    assert school.exams.report(key, {}) == report
    assert school.exams.is_genuine(report)
    for at in range(0, len(report), 37):
        spoilt = report[:at] + bytes([report[at] ^ 1]) + report[at + 1 :]
        assert not school.exams.is_genuine(spoilt)
    assert not school.exams.is_genuine(report + b"\n")
    assert not school.exams.is_genuine(report[:-1])
    assert not school.exams.is_genuine(b"")


def test_another_house_does_not_vouch_for_it(tmp_path: Path) -> None:
    mine, theirs = Key(tmp_path / "mine.sqlite3"), Key(tmp_path / "theirs.sqlite3")
    report = signing.signed(mine, b"%PDF-1.7 x")
    assert signing.is_genuine(report, trusted={mine.public, theirs.public})
    assert not signing.is_genuine(report, trusted={theirs.public})
    named = report.replace(mine.public.encode(), theirs.public.encode())
    assert not signing.is_genuine(named, trusted={mine.public, theirs.public})
    assert not signing.is_genuine(report.replace(b"x\n%", b"y\n%"), trusted={mine.public})
    upper = report[:-129] + report[-129:].upper()
    assert upper != report
    assert not signing.is_genuine(upper, trusted={mine.public})


def older_report(key: bytes, content: bytes) -> bytes:
    """As older versions signed it."""
    mac = hmac.new(key, content, hashlib.sha256).hexdigest()
    return content + b"\n%sabot-school-signature " + mac.encode() + b"\n"


def test_a_report_of_an_older_version_is_checked_with_the_key_that_is_still_there(
    school: School, tmp_path: Path
) -> None:
    key = bytes(range(32))
    report = older_report(key, b"%PDF-1.7 x")
    assert not school.exams.is_genuine(report)
    Path(f"{school.exams._store.path}.key").write_text(key.hex() + "\n")
    assert school.exams.is_genuine(report)
    for spoilt in (
        report[:-1],
        report + b"\n",
        report.replace(b"x\n", b"y\n"),
        older_report(b"k", b"%PDF-1.7 x"),
    ):
        assert not school.exams.is_genuine(spoilt)
    assert not signing.is_genuine(report, trusted=())


def test_the_code_of_an_older_paper_stays_what_it_was(tmp_path: Path) -> None:
    key = Key(tmp_path / "table.sqlite3")
    older = hmac.new(b"older", b"[1]", hashlib.sha256).hexdigest()[:16].upper()
    assert signing.check_code(key, "[1]", older=b"older").replace("-", "") == older
    assert signing.check_code(key, "[1]") == signing.check_code(key, "[1]") != signing.check_code(key, "[2]")
    assert re.fullmatch("([0-9A-F]{4}-){3}[0-9A-F]{4}", signing.check_code(key, "[1]"))


def test_a_key_that_cannot_be_used_is_told_in_one_line(school: School, clock: Clock, marie: int) -> None:
    path = school.exams._store.path
    keys.key_beside(signing.journal_of(path)).write_text("no key")
    with pytest.raises(SchoolError, match=r"signing-key cannot be used as a key"):
        sit(school, clock, issued(school, marie), right=6)
    Path(f"{path}.key").write_text("no key")
    with pytest.raises(SchoolError, match=r"\.key cannot be used as a key"):
        school.exams.is_genuine(b"%PDF")


def test_the_school_lies_beside_the_journal() -> None:
    assert beside(Path("/srv/table.sqlite3")) == Path("/srv/table.school.sqlite3")


def test_a_school_that_cannot_be_opened_says_so_in_one_line_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no database, but long enough to be taken for one" * 40)
    with pytest.raises(
        SchoolError, match="opened: file is not a database; put back a backup, or move"
    ) as error:
        School(tmp_path / "x")
    assert "\n" not in str(error.value)


def test_the_clock_of_a_call_runs_on_in_an_examination_while_nobody_looks(
    school: School, clock: Clock, marie: int
) -> None:
    key = school.exams.begin(marie, PAPER | {"group": "trente-et-quarante", "questions": 30})
    while not (state := school.exams.state(key))["question"].left_s:
        school.exams.answer(key, state["key"], "x")
    clock.s += 3
    assert school.exams.state(key)["question"].left_s == pytest.approx(state["question"].left_s - 3)
    clock.s += 10
    truth = school._drills["calls"].judge(state["question"], "").truth
    school.exams.answer(key, state["key"], truth)
    assert not school._store.of_exam(key)[state["nth"] - 1].right


def test_an_examination_that_nobody_sat_has_a_report_too(school: School, clock: Clock, marie: int) -> None:
    key = issued(school, marie)
    clock.s += 3600
    result = school.exams.state(key)["result"]
    assert (result["answered"], result["passed"], result["seconds"]) == (0, False, 120)
    assert school.exams.is_genuine(school.exams.report(key, {}))


@pytest.mark.parametrize("set_by_s", [3600, -3600])
def test_an_examination_does_not_end_because_somebody_sets_the_clock(tmp_path: Path, set_by_s: int) -> None:
    wall, steady = Clock(), Clock()
    school = School(tmp_path / "s.sqlite3", house="T", wall_s=wall, steady_s=steady)
    key = school.exams.begin(int(school.enrol("Marie")["id"]), PAPER)
    assert school.exams.state(key)["left_s"] == 120
    wall.s += set_by_s
    steady.s += 119
    assert school.exams.state(key)["left_s"] == 1
    steady.s += 1
    assert school.exams.state(key)["result"]["seconds"] == 120
    school.close()
