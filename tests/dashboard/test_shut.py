"""The page of a table that stays shut: who may open it, and what they read before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.live.feed import Feed
from sabot.record.journal import JournalError
from sabot.staff.people import People
from sabot_dashboard.pages.shut import Shut, create_shut_app
from tests.dashboard.doors import at_the_table
from tests.dashboard.office import settled
from tests.dashboard.test_app import ACT

FOUND = ("record 7 was altered", "record 9 does not follow the one before it")


class Record:
    """What was accepted."""

    def __init__(self, fails: str = "") -> None:
        self.fails, self.words = fails, list[tuple[str, bool]]()

    def accept(self, by: str, proved: bool) -> None:
        if self.fails:
            raise JournalError(self.fails)
        self.words.append((by, proved))


@pytest.fixture
def people(tmp_path: Path, cheap_pins: None) -> People:
    return People(tmp_path / "people.json")


@pytest.fixture
def record() -> Record:
    return Record()


@pytest.fixture
def screen(tmp_path: Path, people: People, record: Record) -> FlaskClient:
    """A browser at the table's own screen."""
    shut = Shut(FOUND, people, record.accept)
    return at_the_table(create_shut_app(shut, settled(tmp_path, "punto-banco", ""), Feed()))


def accepted(screen: FlaskClient, **given: object) -> tuple[int, Any]:
    answer = screen.post("/accept", json=given, headers=ACT)
    assert answer.json is not None
    return answer.status_code, answer.json


def test_the_page_names_all_that_was_found_under_any_address(screen: FlaskClient) -> None:
    for path in ("/", "/croupier", "/supervisor/coup/7"):
        answer = screen.get(path)
        assert (answer.status_code, answer.headers["X-Frame-Options"]) == (503, "DENY")
        assert [each in answer.text for each in FOUND] == [True, True]
    assert "Der Tisch bleibt geschlossen" in screen.get("/?lang=de").text
    assert screen.get("/healthz").status_code == 503
    assert screen.get("/assets/1/js/shut.mjs").status_code == 200


def test_what_was_found_is_text_and_no_part_of_the_page(people: People, tmp_path: Path) -> None:
    shut = Shut(("<script>",), people, Record().accept)
    screen = at_the_table(create_shut_app(shut, settled(tmp_path, "punto-banco", ""), Feed()))
    assert "<li>&lt;script&gt;</li>" in screen.get("/").text


def test_a_supervisor_with_a_pin_proves_it(screen: FlaskClient, people: People, record: Record) -> None:
    people.add("M. Dupont", "supervisor", "271828")
    people.add("A. Claes", "technician", "314159")
    assert "M. Dupont" in screen.get("/").text and "A. Claes" not in screen.get("/").text
    status, said = accepted(screen, name="M. Dupont", pin="111111")
    assert (status, said["why"]["id"]) == (403, "That is not the PIN.")
    status, said = accepted(screen, name="A. Claes", pin="314159")
    assert (status, said["why"]["id"]) == (403, "Nobody of that name may do this.")
    for given in ({"name": "M. Dupont"}, {"name": 7, "pin": 7}, {}, {"name": "M. Dupont", "pin": "2" * 999}):
        assert accepted(screen, **given)[0] == 403
    assert record.words == []
    assert accepted(screen, name="M. Dupont", pin="271828") == (200, {"taken": True})
    assert record.words == [(str(people.listed("supervisor")[0]), True)]


def test_without_pins_a_name_is_enough_and_it_is_only_claimed(
    screen: FlaskClient, people: People, record: Record
) -> None:
    assert 'id="chef-name"' in screen.get("/").text
    for name in ("", "   ", 7, "\x07"):
        assert accepted(screen, name=name)[0] == 400
    assert screen.post("/accept", data="[1]", headers=ACT | {"Content-Type": "text/plain"}).status_code == 400
    assert record.words == []
    assert accepted(screen, name="  M.   Dupont ")[0] == 200
    assert record.words == [(people.claimed("M. Dupont"), False)]
    assert "claimed" in record.words[0][0]


def test_a_word_that_is_not_on_record_opens_nothing(screen: FlaskClient, record: Record) -> None:
    record.fails = "the disk is full"
    status, said = accepted(screen, name="M. Dupont")
    assert (status, said["taken"], said["why"]["id"]) == (503, False, "the disk is full")


def test_nobody_elsewhere_sees_or_opens_it(screen: FlaskClient, record: Record) -> None:
    guest = screen.application.test_client()
    for path in ("/", "/croupier", "/healthz"):
        answer = guest.get(path)
        assert (answer.status_code, FOUND[0] in answer.text) == (503, False)
    assert guest.post("/accept", json={"name": "x"}, headers=ACT).status_code == 503
    assert record.words == []


def test_no_page_of_another_site_and_no_proxy_opens_it(screen: FlaskClient, record: Record) -> None:
    assert screen.post("/accept", json={"name": "x"}).status_code == 403
    foreign = ACT | {"Origin": "http://elsewhere.example"}
    assert screen.post("/accept", json={"name": "x"}, headers=foreign).status_code == 403
    assert screen.get("/", headers={"X-Forwarded-For": "10.0.0.1"}).status_code == 403
    assert screen.get("/", headers={"Host": "elsewhere.example"}).status_code == 403
    assert record.words == []
