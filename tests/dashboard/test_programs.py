"""The interface for other programs: who reads what, what each answer holds, and how it says no."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from sabot.core.shapes.people import PROGRAM_ROLES
from sabot.record.journal import reading, records
from sabot_dashboard.programs.openapi import OPERATIONS, description
from sabot_dashboard.programs.schema import schema
from sabot_dashboard.stream import OWN
from tests.dashboard import programs
from tests.dashboard.office import Casino
from tests.dashboard.programs import Client

NINE = "rnvp 8C KD AH 7S"
"""Punto wins with 9 against 7."""
OPEN = ("/api/v1/table", "/api/v1/openapi.json")
KEYED = ("/api/v1/coups", "/api/v1/faults")


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, serve=False)
    yield found
    found.close()


def silent(casino: Casino) -> None:
    """A trainee deals in silent mode from now on."""
    casino.loop._shown["training"] = "silent"
    casino.loop.show_again()
    with casino.feed.subscribe() as looks:
        while (look := looks.get(60)) and look.view.get("training") != "silent":
            pass


# --- keys


def test_what_the_display_shows_needs_no_key(casino: Casino) -> None:
    assert [Client(casino).get(path).status_code for path in OPEN] == [200, 200]


def test_the_record_needs_a_key(casino: Casino) -> None:
    for path in KEYED:
        answer = Client(casino).get(path)
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert "Authorization: Bearer KEY" in answer.get_json()["detail"]
        for role in PROGRAM_ROLES:
            assert Client(casino, role).get(path).status_code == 200


WRONG = ("Bearer sabot_wrong", "Bearer ", "Basic eDp5", "Bearer " + "x" * 300, "x", "Bearer é")


def test_a_wrong_key_is_refused_everywhere_and_noted_without_the_key(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for path, header in product((*OPEN, *KEYED), WRONG):
        assert Client(casino).get(path, headers={"Authorization": header}).status_code == 401, (path, header)
    assert "no such key" in caplog.text and "sabot_wrong" not in caplog.text
    casino.play("8C")
    assert "10.0.0.9" in on_record(casino) and "sabot_wrong" not in on_record(casino)


def test_a_key_that_is_revoked_or_made_again_counts_no_more(casino: Casino) -> None:
    first = Client(casino, "reader")
    again = Client(casino, "reader")
    assert (first.get(KEYED[0]).status_code, again.get(KEYED[0]).status_code) == (401, 200)
    casino.office.programs.revoke(again.name)
    assert again.get(KEYED[0]).status_code == 401


def test_a_key_counts_in_no_address_and_no_cookie(casino: Casino) -> None:
    key = Client(casino, "supervisor").key
    for name in ("key", "access_token", "token"):
        assert Client(casino).get(f"{KEYED[0]}?{name}={key}").status_code == 401
    client = casino.app.test_client()
    client.set_cookie("sabot", key)
    assert client.get(KEYED[0]).status_code == 401


def test_the_table_s_own_screen_opens_nothing_that_needs_a_key(casino: Casino) -> None:
    here = Client(casino, place={"environ_base": {OWN: True}})
    assert here.get(KEYED[0]).status_code == 401
    assert here.act(act="rnvp").status_code == 401


# --- the table


def test_the_table_is_what_the_display_shows(casino: Casino) -> None:
    casino.play(f"{NINE}")
    shown = Client(casino).get(OPEN[0]).get_json()
    assert (shown["table"], shown["game"], shown["phase"]) == ("Table 3", "punto-banco", "decided")
    assert shown["places"][0] == {"name": "punto", "cards": ["8C", "AH"], "points": 9}
    assert shown["outcome"]["won"] == ["punto"] and shown["outcome"]["points"] == {"punto": 9, "banco": 7}
    assert shown["results"] == [{"coup": 1, "outcome": shown["outcome"]}]
    assert shown["staff"] is None and shown["record"] == casino.feed.newest.seq


def test_before_a_table_is_open_it_is_closed(casino: Casino) -> None:
    from sabot_dashboard.programs import reading

    shown = reading.table({}, name="Table 3", role="supervisor", seq=4)
    programs.fits(shown, "Table")
    assert (shown["phase"], shown["record"], shown["staff"]) == ("closed", None, None)


def test_a_result_in_dispute_is_known_to_nobody(casino: Casino) -> None:
    casino.play("rnvp 2C 3S 3D 4H 2H 5C")  # a card too many
    for role in ("", *PROGRAM_ROLES):
        shown = Client(casino, role).get(OPEN[0]).get_json()
        assert (shown["phase"], shown["outcome"], shown["results"]) == ("moment", None, []), role


def test_only_staff_see_what_is_behind_the_cloth(casino: Casino) -> None:
    casino.play("bet rnvp 8C ??")
    assert Client(casino, "reader").get(OPEN[0]).get_json()["staff"] is None
    for role in ("croupier", "supervisor"):
        staff = Client(casino, role).get(OPEN[0]).get_json()["staff"]
        assert staff["stakes"] == [{"where": "banco", "amount": "20.00", "seat": 1}]
        assert [each["kind"] for each in staff["faults"]] == ["unread-card"]


def test_in_silent_mode_only_a_supervisor_s_key_learns_of_faults_and_records(casino: Casino) -> None:
    casino.play("rnvp 2C 3S 3D 4H 2H 5C")
    silent(casino)
    for role, sees in (("", False), ("croupier", False), ("supervisor", True)):
        client = Client(casino, role)
        shown = client.get(OPEN[0]).get_json()
        assert (shown["record"] is not None) == sees
        assert shown["outcome"] is None and shown["results"] == []
        if role:
            assert bool(shown["staff"]["faults"]) == sees
            assert client.get(KEYED[1]).status_code == (200 if sees else 403)


def test_in_silent_mode_the_coups_that_are_over_do_not_say_how_many_faults_they_had(casino: Casino) -> None:
    casino.play(f"{NINE} end {NINE}")
    reader, chief = Client(casino, "reader"), Client(casino, "supervisor")
    assert [each["faults"] for each in reader.get(KEYED[0]).get_json()["coups"]] == [0]
    silent(casino)
    (coup,) = reader.get(KEYED[0]).get_json()["coups"]
    assert (coup["coup"], coup["faults"], coup["corrections"]) == (1, None, None)
    assert chief.get(KEYED[0]).get_json()["coups"][0]["faults"] == 0


# --- the record


def test_coups_come_page_by_page_and_the_open_one_is_not_among_them(casino: Casino) -> None:
    casino.play(f"{NINE} end " * 5 + NINE)
    reader = Client(casino, "reader")
    first = reader.get(f"{KEYED[0]}?limit=2").get_json()
    assert [each["coup"] for each in first["coups"]] == [5, 4]
    second = reader.get(f"{KEYED[0]}?limit=2&before={first['next']}").get_json()
    assert [each["coup"] for each in second["coups"]] == [3, 2]
    last = reader.get(f"{KEYED[0]}?limit=2&before={second['next']}").get_json()
    assert ([each["coup"] for each in last["coups"]], last["next"]) == ([1], None)
    assert last["coups"][0]["cards"] == {"punto": ["8C", "AH"], "banco": ["KD", "7S"]}
    assert last["coups"][0]["began"].endswith("Z")
    casino.play("end")
    assert [each["coup"] for each in reader.get(f"{KEYED[0]}?limit=1").get_json()["coups"]] == [6]


def test_what_is_no_number_is_refused_in_words(casino: Casino) -> None:
    reader = Client(casino, "reader")
    for path, name, value in product(
        KEYED, ("before", "limit"), ("-1", "x", "1.5", "", "9" * 17, "²", "1e3")
    ):
        answer = reader.get(f"{path}?{name}={value}")
        assert answer.status_code == 400
        assert answer.get_json()["detail"].startswith(f"{name} is a whole number from")


def test_a_page_has_200_at_most_and_one_at_least(casino: Casino) -> None:
    reader = Client(casino, "reader")
    assert [reader.get(f"{KEYED[0]}?limit={n}").status_code for n in (0, 1, 200, 201)] == [400, 200, 200, 400]


def test_faults_come_page_by_page_with_their_rule(casino: Casino) -> None:
    casino.play("rnvp 2C 3S 3D 4H 2H 5C 6C")
    chief = Client(casino, "supervisor")
    first = chief.get(f"{KEYED[1]}?limit=1").get_json()
    second = chief.get(f"{KEYED[1]}?limit=1&before={first['next']}").get_json()
    assert (first["faults"][0]["card"], second["faults"][0]["card"], second["next"]) == ("6C", "5C", None)
    assert first["faults"][0]["because"] and first["faults"][0]["game"] == "punto-banco"


def test_a_reader_learns_the_rule_and_the_card_of_a_fault_once_its_coup_is_over(casino: Casino) -> None:
    casino.play("rnvp 8C ??")
    reader = Client(casino, "reader")
    (fault,) = reader.get(KEYED[1]).get_json()["faults"]
    assert (fault["kind"], fault["because"], fault["card"]) == ("unread-card", None, None)
    assert Client(casino, "croupier").get(KEYED[1]).get_json()["faults"][0]["because"]


def test_a_journal_that_cannot_be_read_now_is_said(casino: Casino) -> None:
    casino.settings.journal_path.rename(casino.settings.journal_path.with_name("away"))
    for path in KEYED:
        answer = Client(casino, "reader").get(path)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def on_record(casino: Casino) -> str:
    with reading(casino.settings.journal_path) as file:
        return "\n".join(f"{each.role} {each.body}" for each in records(file))


# --- the description


def test_every_route_is_described_and_every_description_has_its_route(casino: Casino) -> None:
    described = {(each.method.upper(), each.path) for each in OPERATIONS}
    there = programs.routes(casino.app)
    assert described == there


def test_the_description_is_served_and_is_valid(casino: Casino) -> None:
    made = Client(casino).get("/api/v1/openapi.json").get_json()
    assert made == json.loads(json.dumps(description()))
    assert made["openapi"] == "3.1.0"
    for name, each in made["components"]["schemas"].items():
        Draft202012Validator.check_schema(each)
        assert each["description"], name
    used = set(json.dumps(made).split('"$ref": "')[1:])
    assert {each.partition('"')[0].rpartition("/")[2] for each in used} <= made["components"][
        "schemas"
    ].keys()


def test_an_answer_with_a_key_too_many_does_not_fit() -> None:
    fault = dict.fromkeys(("coup", "kind"), None) | {"because": None, "card": None}
    for wrong in ({**fault, "coup": 1, "kind": "x", "hand": ["8C"]}, {"coup": 1}, fault):
        with pytest.raises(ValidationError):
            programs.fits(wrong, "OpenFault")


def test_a_type_that_no_answer_may_have_is_refused() -> None:
    with pytest.raises(TypeError, match="has no schema"):
        schema(set)


NOWHERE = (
    ("GET", "/api/v1/nothing", 404),
    ("GET", "/api/", 404),
    ("POST", "/api/v1/table", 405),
    ("DELETE", "/api/v1/acts", 405),
)


def test_every_refusal_is_a_problem_in_words(casino: Casino) -> None:
    chief = Client(casino, "supervisor")
    for method, path, status in NOWHERE:
        answer = chief.ask(method, path, headers={"Accept": "text/html"})
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
        assert answer.get_json()["status"] == status and answer.get_json()["detail"]
