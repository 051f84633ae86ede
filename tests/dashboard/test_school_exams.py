"""Examinations over HTTP: a trainer issues a paper, trainees prove who they are and sit it where they began
it, and what others try is refused in words."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.controller.school.papers import form
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

PIN, TRAINER_PIN = "831557", "442266"


@pytest.fixture
def staffed(casino: Casino) -> Casino:
    """E. Maes is a trainer with a PIN, Jan a trainee with one; Marie has none."""
    casino.office.people.add("E. Maes", "trainer", TRAINER_PIN)
    casino.office.people.add("Jan", "trainee", PIN)
    for name in ("Marie", "Jan"):
        casino.school.enrol(name)
    return casino


def post(client: FlaskClient, path: str, **body: Any) -> Any:
    return client.post(f"/school/{path}", json=body, headers=ACT)


def browser(casino: Casino, name: str) -> FlaskClient:
    """A browser at the table's own screen in which this trainee learns."""
    found = at_the_table(casino.app)
    assert post(found, "trainee", name=name).json["taken"]
    return found


def paper_for(casino: Casino, *trainees: int, **change: Any) -> str:
    """The path of a paper that E. Maes issues on their page."""
    trainer = at_the_table(casino.app)
    trainer.post("/enter", json={"name": "E. Maes", "pin": TRAINER_PIN}, headers=ACT)
    answer = post(trainer, "trainer/papers", **form(casino.school, *trainees, **change))
    assert answer.json["taken"], answer.json
    return "papers/" + str(answer.json["to"].rpartition("#")[2])


def begun(client: FlaskClient, path: str, **given: Any) -> str:
    """The path of the examination that begins there."""
    answer = post(client, path, **given)
    assert answer.json["taken"], answer.json
    return str(answer.json["to"]).removeprefix("/school/")


def sit(client: FlaskClient, exam: str) -> None:
    """Answer it to the end."""
    asked = post(client, f"{exam}/next").json
    while "ended" not in asked:
        asked = post(client, f"{exam}/answer", question=asked["question"]["id"], answer="draw").json
        assert asked["taken"], asked


ATTESTED = {"name": "E. Maes", "pin": TRAINER_PIN}


def test_a_paper_is_issued_by_a_trainer_with_a_pin_and_by_nobody_else(casino: Casino) -> None:
    jan = casino.school.enrol("Jan")["id"]
    anybody = at_the_table(casino.app)
    assert "logged in with a PIN" in anybody.get("/school/trainer/papers?lang=en").text
    answer = post(anybody, "trainer/papers", **form(casino.school, jan))
    assert answer.status_code == 400
    assert "logged in with a PIN" in answer.json["why"]["id"]
    casino.office.people.add("T. Smit", "technician", TRAINER_PIN)
    anybody.post("/enter", json={"name": "T. Smit", "pin": TRAINER_PIN}, headers=ACT)
    assert post(anybody, "trainer/papers", **form(casino.school, jan)).status_code == 400
    assert casino.school.exams.papers.all() == []


def test_a_trainee_without_a_pin_is_attested_by_a_trainer_who_is_there(staffed: Casino) -> None:
    path = paper_for(staffed, 1)
    marie = browser(staffed, "Marie")
    page = marie.get(f"/school/{path}?lang=en").text
    assert "attests that you are Marie" in page
    assert "E. Maes" in page
    for wrong in (
        {},
        {"name": "E. Maes", "pin": "000000"},
        {"name": "Jan", "pin": PIN},
        {"pin": TRAINER_PIN},
    ):
        refusal = post(marie, path, **wrong)
        assert (refusal.status_code, refusal.json["taken"]) == (403, False)
    exam = begun(marie, path, **ATTESTED)
    admitted = staffed.school.exams.state(exam.rpartition("/")[2])["admitted"]
    assert staffed.office.people.named(admitted.witness) == "E. Maes (trainer)"
    assert staffed.office.people.named(admitted.issuer) == "E. Maes (trainer)"
    assert "E. Maes" not in admitted.witness, "the name stands with the people alone"


def test_a_trainee_with_a_pin_gives_their_own_and_no_other_counts(staffed: Casino) -> None:
    path = paper_for(staffed, 2)
    jan = browser(staffed, "Jan")
    assert post(jan, path, **ATTESTED).status_code == 403
    assert post(jan, path, name="Jan", pin="000000").status_code == 403
    assert staffed.school.exams.of(2) == []
    exam = begun(jan, path, name="Jan", pin=PIN)
    assert staffed.school.exams.state(exam.rpartition("/")[2])["admitted"].witness == ""


def test_another_device_is_refused_in_words_and_this_one_goes_on(staffed: Casino) -> None:
    path = paper_for(staffed, 2)
    jan, other = browser(staffed, "Jan"), at_the_table(staffed.app).application.test_client()
    exam = begun(jan, path, pin=PIN)
    other.post("/enter", json={"name": "Jan", "pin": PIN}, headers=ACT, **ELSEWHERE)
    refusals = [
        other.post(f"/school/{each}", json={"pin": PIN}, headers=ACT, **ELSEWHERE)
        for each in (path, f"{exam}/next", f"{exam}/answer")
    ]
    for refusal in refusals:
        assert refusal.status_code == 400
        assert "at another device" in refusal.json["why"]["id"]
    page = other.get(f"/school/{exam}?lang=en", **ELSEWHERE)
    assert (page.status_code, "begun at another device" in page.text) == (403, True)
    assert begun(jan, path, pin=PIN) == exam
    assert post(jan, f"{exam}/next").json["nth"] == 1


@pytest.mark.parametrize("forged", ["1", "2", "device", "devices-x"])
def test_no_made_up_cookie_and_no_other_one_of_ours_is_a_device(staffed: Casino, forged: str) -> None:
    path = paper_for(staffed, 2)
    jan = browser(staffed, "Jan")
    jan.set_cookie("device", staffed.office.people.sealed(forged))
    exam = begun(jan, path, pin=PIN)
    assert len(staffed.school.exams.state(exam.rpartition("/")[2])["admitted"].device) == 16
    for value in (forged, staffed.office.people.sealed(forged)):
        jan.set_cookie("device", value)
        assert post(jan, f"{exam}/next").status_code == 400


def test_nobody_answers_or_reads_another_s_examination(staffed: Casino) -> None:
    exam = begun(browser(staffed, "Jan"), paper_for(staffed, 2), pin=PIN)
    marie = browser(staffed, "Marie")
    for path in (f"{exam}/next", f"{exam}/answer"):
        assert "somebody else" in post(marie, path, question="x", answer="draw").json["why"]["id"]
    for page in (exam, f"{exam}/review", f"{exam}.pdf"):
        assert marie.get(f"/school/{page}").status_code == 403
    stranger = at_the_table(staffed.app)
    assert stranger.get(f"/school/{exam}.pdf").status_code == 303


def test_an_answer_that_is_sent_again_changes_nothing(staffed: Casino) -> None:
    jan = browser(staffed, "Jan")
    exam = begun(jan, paper_for(staffed, 2), pin=PIN)
    question = post(jan, f"{exam}/next").json["question"]["id"]
    for nth, answer in enumerate(("draw", "stand", "draw")):
        after = post(jan, f"{exam}/answer", question=question, answer=answer).json
        assert (after["taken"], after["nth"]) == (True, 2), nth
    key = exam.rpartition("/")[2]
    assert post(jan, f"{exam}/answer", question=f"{key}-7", answer="draw").json["nth"] == 2
    assert staffed.school.exams._store.of_exam(key)[0].answer == "draw"
    assert post(jan, "answer", question=f"{key}-1", answer="draw", ms=1).status_code == 409, "not as a drill"


def test_from_the_paper_to_the_report_and_each_question_afterwards(staffed: Casino) -> None:
    path = paper_for(staffed, 1, 2)
    jan, marie = browser(staffed, "Jan"), browser(staffed, "Marie")
    assert f"/school/{path}" in jan.get("/school/exams").text
    exam = begun(jan, path, pin=PIN)
    sit(jan, exam)
    assert f"/school/{path}" not in jan.get("/school/exams").text
    assert "E. Maes" in jan.get(f"/school/{exam}").text
    assert jan.get(f"/school/{exam}.pdf").mimetype == "application/pdf"
    closed = jan.get(f"/school/{exam}/review?lang=en")
    assert (closed.status_code, "nobody is to be asked" in closed.text) == (403, True)
    trainer = at_the_table(staffed.app)
    trainer.post("/enter", json=ATTESTED, headers=ACT)
    assert trainer.get(f"/school/{exam}/review").status_code == 200
    sit(marie, begun(marie, path, **ATTESTED))
    assert 'id="questions"' in jan.get(f"/school/{exam}/review").text
    listed = trainer.get("/school/trainer/papers").text
    assert listed.count("/school/exams/") >= 2


def test_practice_is_for_anybody_and_has_no_report(staffed: Casino) -> None:
    marie = browser(staffed, "Marie")
    exam = str(post(marie, "exams", group="chips", questions=1).json["to"]).removeprefix("/school/")
    sit(marie, exam)
    page = marie.get(f"/school/{exam}?lang=en").text
    assert "for practice" in page
    assert ".pdf" not in page
    refusal = marie.get(f"/school/{exam}.pdf?lang=en")
    assert (refusal.status_code, "for practice" in refusal.text) == (409, True)
    assert marie.get(f"/school/{exam}/review").status_code == 200
