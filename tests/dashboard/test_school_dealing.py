"""The virtual table over HTTP: a trainee's own, with every text a sentence, and nothing told in silence."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.games.register import casino
from sabot_dashboard.words import school_words
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

ALWAYS = {"n", "picture", "sitting", "hand", "wishes", "owing", "acts", "calls", "warning", "said", "review"}


def post(client: FlaskClient, path: str, **body: Any) -> Any:
    return client.post(f"/school/{path}", json=body, headers=ACT)


@pytest.fixture
def marie(client: FlaskClient) -> FlaskClient:
    """A browser in which Marie learns."""
    assert post(client, "trainee", name="Marie").json["taken"]
    return client


def begun(client: FlaskClient, **given: Any) -> str:
    body = {"game": "punto-banco", "level": 1, "mode": "coach"} | given
    key: str = post(client, "deal", **body).json["key"]
    return key


def acts(client: FlaskClient, key: str, *wanted: dict[str, Any]) -> Any:
    """The state after these acts."""
    n = client.get(f"/school/deal/{key}/state").json["n"]
    for more, act in enumerate(wanted):
        answer = post(client, f"deal/{key}/act", n=n + more, **act)
        assert answer.json["taken"], answer.json
    return client.get(f"/school/deal/{key}/state").json


def sentences(value: Any) -> list[str]:
    """The keys of all sentences in a state."""
    if isinstance(value, list):
        return [key for each in value for key in sentences(each)]
    if not isinstance(value, dict):
        return []
    own = [value["id"]] if {*value} == {"id", "values"} else []
    return own + [key for each in value.values() for key in sentences(each)]


@pytest.mark.parametrize("game", casino())
def test_a_state_has_all_that_the_page_draws_and_every_sentence_is_known(
    marie: FlaskClient, game: str
) -> None:
    key = begun(marie, game=game, level=4)
    state = acts(marie, key, {"act": "close"})
    assert {*state} >= ALWAYS
    assert state["picture"]["game"] == game
    assert "close" not in state["acts"]
    known = school_words.catalogue("fr")
    assert [each for each in sentences(state) if each not in known] == []


def test_a_wrong_card_is_told_at_once_with_its_rule(marie: FlaskClient) -> None:
    key = begun(marie)
    state = acts(marie, key, {"act": "close"}, {"act": "draw"})
    assert state["hand"]
    state = acts(marie, key, {"act": "lay", "to": "banco"})
    assert state["review"]["right"] is False
    assert state["picture"]["band"]["tone"] == "fault"
    assert state["acts"] == ["answer", "stop"]


def test_a_silent_sitting_tells_nothing_of_a_fault(marie: FlaskClient) -> None:
    key = begun(marie, mode="silent", level=2)
    before = acts(marie, key, {"act": "close"}, {"act": "draw"})
    laid = acts(marie, key, {"act": "lay", "to": "banco"})
    assert [place["cards"] for place in laid["picture"]["places"]] == [[], [before["hand"]]]
    state = acts(marie, key, {"act": "call", "word": laid["calls"][-1]["word"]})
    assert state["acts"] == before["acts"]
    assert state["review"] is None
    assert "band" not in state["picture"]
    assert (state["picture"]["faults"], state["picture"]["result"]) == ([], None)
    assert "wrong" not in str(state)


def test_an_act_on_an_old_state_is_refused_in_words(marie: FlaskClient) -> None:
    key = begun(marie)
    acts(marie, key, {"act": "close"})
    answer = post(marie, f"deal/{key}/act", n=0, act="draw")
    assert (answer.status_code, answer.json["taken"]) == (400, False)
    assert answer.json["why"]["id"] == "The table went on meanwhile. Look at it again."


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("deal", {}),
        ("deal", {"game": "punto-banco", "level": 10**30, "mode": "coach"}),
        ("deal", {"game": ["x"], "level": 1, "mode": "coach"}),
        ("deal/none/act", {"act": "draw", "n": 0}),
        ("deal/none/act", {}),
    ],
)
def test_what_cannot_be_is_refused_in_words(marie: FlaskClient, path: str, body: dict[str, Any]) -> None:
    answer = post(marie, path, **body)
    assert (answer.status_code, answer.json["taken"]) == (400, False)
    assert answer.json["why"]["id"] in school_words.catalogue("nl")


def test_nobody_looks_at_the_sitting_of_somebody_else(marie: FlaskClient) -> None:
    key = begun(marie)
    assert post(marie, "trainee", name="Jan").json["taken"]
    assert marie.get(f"/school/deal/{key}/state").status_code == 404
    post(marie, "leave")
    assert marie.get(f"/school/deal/{key}/state").status_code == 404


def test_a_sitting_of_minutes_is_offered_beside_the_coups_of_a_level(marie: FlaskClient) -> None:
    assert marie.get("/school/deal").text.count('name="minutes"') == 4
    key = begun(marie, minutes=5)
    sitting = marie.get(f"/school/deal/{key}/state").json["sitting"]
    assert (sitting["of_s"], sitting["coups"]) == (300, None)


def test_a_trainer_opens_the_sittings_of_a_trainee_and_nobody_else_does(
    casino: Casino, marie: FlaskClient
) -> None:
    assert "No coup has been dealt yet." in marie.get("/school/trainer/1").text
    key = begun(marie)
    acts(marie, key, {"act": "close"}, {"act": "draw"}, {"act": "lay", "to": "banco"}, {"act": "stop"})
    replay = f"/school/trainer/1/deal/{key}"
    assert replay in marie.get("/school/trainer/1").text
    assert "belongs to" in marie.get(replay).text
    assert [marie.get(f"/school/trainer/{of}").status_code for of in (f"2/deal/{key}", "1/deal/none")] == [
        404
    ] * 2
    casino.office.people.add("E. Maes", "trainer", "8830")
    assert marie.get(replay).status_code == 401, "a trainee has only their own"
    assert marie.get(f"/school/deal/{key}/replay").status_code == 200
    assert post(marie, "trainee", name="Jan").json["taken"]
    assert marie.get(f"/school/deal/{key}/replay").status_code == 404
    marie.post("/enter", json={"name": "E. Maes", "pin": "8830"}, headers=ACT)
    assert marie.get(replay).status_code == 200


def test_the_first_page_says_that_coups_can_be_dealt_in_the_school(client: FlaskClient) -> None:
    assert "Whole coups to deal" in client.get("/?lang=en").text
