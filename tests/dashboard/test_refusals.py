"""What is refused is a page for a person, and JSON for a script."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from sabot.live.feed import Feed
from sabot_dashboard import Screens, create_app
from sabot_dashboard.pages.shut import Shut, create_shut_app
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino, settled
from tests.dashboard.test_app import ACT, Memory

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
JSON = {"Accept": "application/json"}
WAY_BACK = 'href="/">Back to the first page'


@pytest.fixture
def app() -> Flask:
    made = create_app(Feed(), Memory(), Screens(table="Table 7", streams=0))

    def fails() -> str:
        raise ZeroDivisionError

    made.view_functions["display"] = fails
    made.config["PROPAGATE_EXCEPTIONS"] = False
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return at_the_table(app)


def assert_page(answer: Any, status: int, sentence: str) -> None:
    assert (answer.status_code, answer.mimetype) == (status, "text/html"), answer.text
    assert sentence in answer.text
    assert WAY_BACK in answer.text
    assert "css/desk.css" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/nowhere", 404, "There is no such page here."),
        ("GET", "/school/", 404, "There is no such page here."),
        ("POST", "/croupier", 405, "There is no such page here."),
        ("GET", "/acts", 405, "There is no such page here."),
        ("GET", "/display", 500, "This screen has an error."),
        ("GET", "/events?for=spy", 404, "There is no such page here."),
        ("POST", "/acts", 403, "one of this table&#39;s own pages"),
    ],
)
def test_a_person_reads_a_page_with_a_way_back(
    client: FlaskClient, method: str, path: str, status: int, sentence: str
) -> None:
    assert_page(client.open(path, method=method, headers=HTML), status, sentence)


def test_a_page_asked_for_with_too_long_a_body_is_refused_as_a_page(client: FlaskClient) -> None:
    answer = client.post("/acts", data=b"x" * 200_000, content_type="application/json", headers=HTML | ACT)
    assert_page(answer, 413, "That is too long to be an act.")


def test_a_table_with_too_many_screens_says_when_to_come_again(app: Flask) -> None:
    answer = app.test_client().get("/events", headers=HTML, **ELSEWHERE)
    assert_page(answer, 503, "as many screens as it can serve")
    assert answer.headers["Retry-After"] == "5"
    assert ">Try again<" in answer.text


@pytest.mark.parametrize(
    ("path", "status"), [("/nowhere", 404), ("/acts", 405), ("/display", 500), ("/events?for=spy", 404)]
)
@pytest.mark.parametrize("headers", [JSON, JSON | ACT])
def test_a_script_gets_json(client: FlaskClient, path: str, status: int, headers: dict[str, str]) -> None:
    answer = client.get(path, headers=headers)
    assert (answer.status_code, answer.mimetype) == (status, "application/json")
    assert set(answer.json or {}) == {"taken", "why"}


def test_who_says_nothing_of_json_gets_a_page_where_nothing_is(client: FlaskClient) -> None:
    assert_page(client.get("/nowhere"), 404, "There is no such page here.")
    assert_page(client.get("/nowhere", headers={"Accept": "*/*"}), 404, "There is no such page here.")
    assert client.post("/nowhere", json={}).mimetype == "application/json"
    assert client.get("/nowhere", headers=ACT).mimetype == "application/json"
    assert client.get("/assets/1/none.svg", headers={"Accept": "image/*"}).mimetype == "application/json"


def test_the_sentence_is_in_the_reader_s_language(client: FlaskClient) -> None:
    answer = client.get("/nowhere", headers=HTML | {"Accept-Language": "fr"})
    assert '<html lang="fr"' in answer.text
    assert "Retour à la première page" in answer.text
    assert "There is no such page here." not in answer.text


def test_a_person_who_is_logged_in_can_log_out_on_a_page_that_is_refused(casino: Casino) -> None:
    client = at_the_table(casino.app)
    assert 'id="words"' not in client.get("/nowhere", headers=HTML).text, "nobody is logged in"
    casino.office.people.add("J. Peeters", "technician", "4711")
    client.post("/enter", json={"name": "J. Peeters", "pin": "4711"}, headers=ACT)
    page = client.get("/nowhere", headers=HTML).text
    assert 'id="log-out"' in page
    assert 'id="words"' in page, "the script of the button reads the sentences of its page"


def test_a_page_that_is_refused_says_nothing_of_the_address(client: FlaskClient) -> None:
    answer = client.get("/<script>alert(1)</script>?x=<b>", headers=HTML)
    assert answer.status_code == 404
    assert "alert(1)" not in answer.text


def test_the_school_says_in_its_own_words_that_there_is_no_such_trainee(casino: Casino) -> None:
    marie = at_the_table(casino.app)
    casino.school.enrol("Marie")
    answer = marie.get("/school/trainer/7?lang=nl", headers=HTML)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "There is no such trainee." not in answer.text


def test_a_guest_of_a_table_that_stays_shut_reads_why_on_a_page(tmp_path: Path, casino: Casino) -> None:
    shut = Shut(("record 7 was changed",), casino.office.people, lambda by, proved: None)
    app = create_shut_app(shut, settled(tmp_path, "punto-banco", ""), Feed())
    guest = app.test_client().get("/?lang=en", headers=HTML)
    assert_page(guest, 503, "The table is not open.")
    assert "record 7" not in guest.text
    here = at_the_table(app).get("/?lang=de", headers=HTML)
    assert "record 7 was changed" in here.text
    assert "Der Tisch bleibt geschlossen" in here.text
    assert 'lang=fr"' in here.text
