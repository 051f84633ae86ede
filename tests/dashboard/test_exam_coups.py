"""Examinations of coups over HTTP, papers that are withdrawn, what is closed while an examination goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot_dashboard.access import RULES, SCHOOL
from sabot_dashboard.pages.examination.closed import OPEN
from tests.controller.school.test_coup_papers import COUPS, WRONG
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT
from tests.dashboard.test_school_exams import (
    ATTESTED,
    PIN,
    TRAINER_PIN,
    begun,
    browser,
    paper_for,
    post,
    staffed,
)

__all__ = ["staffed"]
PLACES = {"<key>": "none", "<name>": "tirage-banco"}


def withdraw(casino: Casino, path: str) -> None:
    """E. Maes withdraws a paper on their page."""
    trainer = at_the_table(casino.app)
    trainer.post("/enter", json={"name": "E. Maes", "pin": TRAINER_PIN}, headers=ACT)
    page = trainer.get("/school/trainer/papers?lang=en").text
    assert f'data-withdraw="{path.rpartition("/")[2]}"' in page
    answer = post(trainer, f"trainer/{path}/withdraw")
    assert answer.json["taken"], answer.json
    assert "Withdrawn by E. Maes" in trainer.get("/school/trainer/papers?lang=en").text


def test_coups_are_dealt_on_the_page_of_the_examination_to_its_end(staffed: Casino) -> None:
    jan = browser(staffed, "Jan")
    path = paper_for(staffed, 2, **COUPS)
    page = jan.get(f"/school/{path}?lang=en").text
    assert "coups at the virtual table, 2. The calls" in page
    exam = begun(jan, path, pin=PIN)
    page = jan.get(f"/school/{exam}").text
    assert f'data-path="/school/{exam}"' in page
    assert 'id="stop"' not in page
    state = jan.get(f"/school/{exam}/state").json
    assert state["left_s"] > 3000
    for n, act in enumerate(WRONG):
        state = post(jan, f"{exam}/act", n=n, **act).json["state"]
    assert (state["review"], state["warning"], state["rating"], state["picture"]["faults"]) == (None,) * 3 + (
        [],
    )
    assert post(jan, f"{exam}/act", n=3, act="stop").status_code == 400
    withdraw(staffed, path)
    assert post(jan, f"{exam}/act", n=3, act="draw").json["state"] == {"ended": True}
    assert jan.get(f"/school/{exam}/state").json == {"ended": True}
    result = jan.get(f"/school/{exam}?lang=en").text
    assert "ended early" in result
    assert "Withdrawn by E. Maes" in result
    assert ".pdf" not in result
    assert jan.get(f"/school/{exam}.pdf").status_code == 409
    assert 'id="replay"' in jan.get(f"/school/{exam}/review").text


def test_nobody_deals_or_sees_the_coups_of_another_s_examination(staffed: Casino) -> None:
    jan, marie = browser(staffed, "Jan"), browser(staffed, "Marie")
    exam = begun(jan, paper_for(staffed, 2, **COUPS), pin=PIN)
    key = exam.rpartition("/")[2]
    assert marie.get(f"/school/{exam}/state").status_code == 404
    assert "somebody else" in post(marie, f"{exam}/act", act="draw", n=0).json["why"]["id"]
    for page in (f"deal/{key}", f"deal/{key}/state", f"deal/{key}/replay", f"{exam}/review"):
        assert marie.get(f"/school/{page}").status_code in (403, 404), page
    other = at_the_table(staffed.app)
    post(other, "trainee", name="Jan")
    assert "another device" in post(other, f"{exam}/act", act="draw", n=0).json["why"]["id"]
    assert other.get(f"/school/{exam}/state").status_code == 404
    drills = paper_for(staffed, 1)
    assert marie.get(f"/school/{begun(marie, drills, **ATTESTED)}/state").status_code == 404, "no table"


def asked(client: FlaskClient, endpoint: str, rule: str, **given: Any) -> Any:
    path = re.sub(r"<[^>]+>", lambda found: PLACES.get(found[0], "1"), rule)
    if "POST" in methods(client, endpoint):
        return client.post(path, json={}, headers=ACT, **given)
    return client.get(path, **given)


def methods(client: FlaskClient, endpoint: str) -> set[str]:
    return {each for rule in client.application.url_map.iter_rules(endpoint) for each in rule.methods or ()}


def test_all_else_of_the_school_is_closed_while_an_examination_goes_on(staffed: Casino) -> None:
    jan = browser(staffed, "Jan")
    exam = begun(jan, paper_for(staffed, 2), pin=PIN)
    other = at_the_table(staffed.app).application.test_client()
    other.post("/enter", json={"name": "Jan", "pin": PIN}, headers=ACT, **ELSEWHERE)
    rules = {rule.endpoint: rule.rule for rule in staffed.app.url_map.iter_rules()}
    closed = {end: rule for end, rule in rules.items() if RULES[rule] is SCHOOL and end not in OPEN}
    assert {
        "school_drill",
        "school_record",
        "school_ask",
        "school_deal_begin",
        "school_review",
    } <= closed.keys()
    for endpoint, rule in closed.items():
        for answer in (asked(jan, endpoint, rule), asked(other, endpoint, rule, **ELSEWHERE)):
            assert answer.status_code == 409, rule
            assert "An examination goes on" in answer.json["why"]["id"]
    for here in (jan.get("/school?lang=en"), other.get("/school?lang=en", **ELSEWHERE)):
        assert f'href="/school/{exam}"' in here.text
        assert "/school/drill/" not in here.text
    post(jan, "trainee", name="Marie")
    assert jan.get("/school/drill/tirage-banco").status_code == 409, "another name at the same device"
    assert browser(staffed, "Marie").get("/school/drill/tirage-banco").status_code == 200


def test_only_a_trainer_with_a_pin_withdraws_a_paper(staffed: Casino) -> None:
    path = paper_for(staffed, 2)
    jan = browser(staffed, "Jan")
    jan.post("/enter", json={"name": "Jan", "pin": PIN}, headers=ACT)
    assert post(jan, f"trainer/{path}/withdraw").status_code in (401, 403)
    assert staffed.school.exams.papers.all()[0]["withdrawn"] is None
    withdraw(staffed, path)
    assert f"/school/{path}" not in jan.get("/school/exams").text
    page = jan.get(f"/school/{path}?lang=en").text
    assert "Withdrawn by E. Maes" in page
    assert 'id="pad"' not in page
    assert "was withdrawn" in post(jan, path, pin=PIN).json["why"]["id"]


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=1>', "{{7*7}} %s {name}"]
)
def test_a_name_with_script_is_text_on_every_page_of_an_examination(staffed: Casino, name: str) -> None:
    casino = staffed
    who = casino.school.enrol(name)["id"]
    trainee = browser(casino, name)
    path = paper_for(casino, who)
    exam = begun(trainee, path, **ATTESTED)
    texts = [trainee.get(f"/school/{each}").text for each in (path, exam, "exams")]
    withdraw(casino, path)
    trainer = at_the_table(casino.app)
    trainer.post("/enter", json=ATTESTED, headers=ACT)
    texts += [
        trainer.get(f"/school/{each}").text for each in (exam, "trainer/papers", "trainer", f"{exam}/review")
    ]
    for text in texts:
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert "49" not in re.findall(r"[^\d](49) %s", text)
