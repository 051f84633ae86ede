"""A trainee's day over HTTP: the five minutes from their button to their summary, and the goal."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot_dashboard.picture import rating_curve
from sabot_dashboard.words import school_words
from tests.dashboard.office import Casino
from tests.dashboard.pages import rated
from tests.dashboard.test_app import ACT


def post(client: FlaskClient, path: str, **body: Any) -> Any:
    return client.post(f"/school/{path}", json=body, headers=ACT)


@pytest.fixture
def marie(client: FlaskClient) -> FlaskClient:
    """A browser in which Marie learns."""
    assert post(client, "trainee", name="Marie").json["taken"]
    return client


def page(client: FlaskClient, path: str = "") -> str:
    return client.get(f"/school{path}?lang=en").text


def answer(client: FlaskClient, given: str = "?") -> Any:
    asked = post(client, "daily/next").json
    assert post(client, "answer", question=asked["question"]["id"], answer=given, ms=5).json["taken"]
    return asked


def test_one_button_begins_the_five_minutes_and_goes_on_with_them(marie: FlaskClient) -> None:
    assert "Today’s five minutes" in page(marie)
    assert marie.get("/school/daily").location == "/school", "nothing was begun"
    assert post(marie, "daily/next").status_code == 400
    assert post(marie, "daily").json["to"] == "/school/daily"
    assert 'id="drill"' in page(marie, "/daily")
    asked = answer(marie)
    assert asked["of_s"] == 300
    assert 295 < asked["left_s"] <= 300
    assert asked["question"]["ask"]["id"] in school_words.catalogue("nl")
    assert "Go on with the five minutes" in page(marie)
    assert "End them here" in page(marie)


def test_a_question_of_a_tableau_brings_the_table_that_a_wrong_answer_opens(marie: FlaskClient) -> None:
    post(marie, "daily")
    asked = answer(marie)
    assert asked["question"]["drill"].startswith("tirage-"), "punto banco begins with its tableau"
    assert {"of", "columns", "rows"} <= {*asked["table"]}


def test_the_last_page_says_what_was_right_and_what_goes_to_tomorrow(marie: FlaskClient) -> None:
    post(marie, "daily")
    answer(marie)
    assert post(marie, "daily/end").json["to"] == "/school/daily"
    text = page(marie, "/daily")
    assert "0 / 1" in text
    assert "What goes to tomorrow" in text
    assert "Due by tomorrow evening: 1 (drills: 1)" in text
    assert post(marie, "daily/next").json["to"] == "/school/daily"
    assert "Another five minutes" in page(marie)
    for lang in ("fr", "nl", "de"):
        assert marie.get(f"/school/daily?lang={lang}").status_code == 200


def test_the_five_minutes_go_on_at_the_virtual_table_and_end_there(
    casino: Casino, marie: FlaskClient
) -> None:
    post(marie, "daily")
    answer(marie)
    casino.school.daily._deal(1, casino.school.daily._newest(1)[0])
    table = marie.get("/school/daily").location
    assert table.startswith("/school/deal/")
    assert "data-daily" in marie.get(table).text
    sitting = marie.get(f"{table}/state").json["sitting"]
    assert (sitting["game"], sitting["level"], sitting["of_s"]) == ("punto-banco", 1, 120)
    assert post(marie, f"{table.removeprefix('/school/')}/act", n=0, act="stop").json["taken"]
    assert "Coups without a mistake" in page(marie, "/daily")


def test_nobody_begins_them_without_a_name(client: FlaskClient) -> None:
    for path in ("daily", "daily/next", "daily/end", "goal"):
        answer = post(client, path, kind="minutes", amount=5)
        assert (answer.status_code, answer.json["why"]["id"]) == (400, "Choose who you are.")
    assert client.get("/school/daily").location == "/school?to=/school/daily"


def test_a_goal_is_a_quiet_line_that_the_trainer_sees_too(marie: FlaskClient) -> None:
    assert "Set a goal" in page(marie)
    assert post(marie, "goal", kind="minutes", amount=10).json["to"] == "/school"
    for path in ("", "/trainer/1"):
        assert "Goal: 0 of 10 minutes today" in page(marie, path)
    assert "0 / 10 min" in page(marie, "/trainer")
    last = (date.today() + timedelta(days=3)).isoformat()  # noqa: DTZ011 - a day here, as on the page
    assert post(marie, "goal", kind="cells", amount=40, until=last).json["taken"]
    assert "Goal: 0 of 40 cells steady" in page(marie)
    assert "0 / 40" in page(marie, "/trainer")
    assert post(marie, "goal", kind="none").json["taken"]
    assert "Set a goal" in page(marie)


@pytest.mark.parametrize(
    "body", [{}, {"kind": "minutes", "amount": "x"}, {"kind": "cells", "amount": 5, "until": []}]
)
def test_a_goal_that_cannot_be_is_refused_in_every_language(marie: FlaskClient, body: dict[str, Any]) -> None:
    refused = post(marie, "goal", **body)
    assert refused.status_code == 400
    assert all(refused.json["why"]["id"] in school_words.catalogue(lang) for lang in ("en", "fr", "nl", "de"))


def test_the_progress_of_a_trainee_without_a_coup_with_one_and_after_some_days(
    casino: Casino, marie: FlaskClient
) -> None:
    assert "There is a rating after the first coup" in page(marie, "/progress")
    rated(casino.school, 1, days=1)
    one = page(marie, "/progress")
    assert (one.count("<circle"), one.count("<polyline"), one.count('class="middle"')) == (1, 0, 1)
    rated(casino.school, 1, days=5)
    many = page(marie, "/progress")
    assert (many.count("<circle"), many.count("<polyline"), many.count("<polygon")) == (5, 1, 1)
    assert many.count('class="range"') == 1, "the last one has its range as a line, too"
    assert "<polyline" in page(marie, "/trainer/1"), "the trainer sees it"
    assert "±" in page(marie), "the first page says how sure it is"
    for lang in ("fr", "nl", "de"):
        assert marie.get(f"/school/progress?lang={lang}").status_code == 200


def test_the_drawing_of_a_rating_lies_in_its_field_and_its_scale_holds_the_range() -> None:
    def point(day: int, value: int, within: int) -> rating_curve.Point:
        return {"day": date(2026, 11, day), "value": value, "within": within, "coups": 1}

    found = rating_curve.drawn([point(1, 1200, 400), point(11, 1300, 200), point(21, 1350, 100)])
    assert [each.x for each in found.marks] == [0, 200, 400], "days, not answers"
    assert all(0 <= each.high < each.y < each.low <= 160 for each in found.marks)
    assert [line.label for line in found.lines] == [800, 1000, 1200, 1400, 1600]
    assert found.band.split()[0] == f"0,{found.marks[0].high:g}"
    assert len(found.band.split()) == 6
    one = rating_curve.drawn([point(1, 1375, 484)])
    assert one.marks[0].x == 200
    assert len(one.lines) <= 6
