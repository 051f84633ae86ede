"""Every route, asked by everybody: guests, each role, and the table's own screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from sabot.live.inbox import Inbox
from sabot.staff import pins
from sabot.staff.people import ROLES
from sabot_dashboard import access
from sabot_dashboard.access import RULES, Rule, rule_of
from sabot_dashboard.roles import COOKIE
from sabot_dashboard.stream import OWN
from tests.dashboard.doors import ELSEWHERE
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

ROOT = Path(__file__).parents[2]
HERE: dict[str, Any] = {"environ_base": {OWN: True}}
GUEST = "guest"
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
VALUES = {"<version>": "1", "<path:name>": "css/base.css", "<name>": "none", "<key>": "none"}


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """A table at which somebody of every role has a PIN."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "COST", {"n": 2, "r": 1, "p": 1})
        found = Casino(tmp_path_factory.mktemp("access"), serve=False)
        for role in ROLES:
            found.office.people.add(role, role, "471180")
        yield found
        found.close()


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """A table at which nobody has a PIN."""
    found = Casino(tmp_path_factory.mktemp("bare"), serve=False)
    yield found
    found.close()


def browser(casino: Casino, role: str) -> FlaskClient:
    """A browser in which somebody of this role is logged in."""
    client = casino.app.test_client()
    if role != GUEST:
        client.set_cookie(COOKIE, casino.office.people.let_in(casino.office.people.listed(role)[0]))
    return client


def asked(client: FlaskClient, route: str, method: str, place: dict[str, Any]) -> int:
    """The status of the answer. The stream of the public is not asked for: it never ends."""
    path = re.sub("<int:[^>]*>", "1", route)
    for name, value in VALUES.items():
        path = path.replace(name, value)
    with client.open(
        path, method=method, headers=ACT, json={} if method == "POST" else None, **place
    ) as answer:
        return answer.status_code


def is_refused(status: int) -> bool:
    return status in (401, 403)


def may(rule: Rule, role: str, *, at_table: bool) -> bool:
    """What docs/security.md says of a house in which every role has a PIN."""
    return rule.is_public or role in rule.roles or (rule.is_at_table and at_table)


QUIET = [
    route
    for route in RULES
    if route not in ("/events", "/api/v1/events", "/setup/renew", "/technician/update")
]
"""The routes that can be asked for with an empty body and do nothing then."""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("role", [GUEST, *ROLES])
@pytest.mark.parametrize("place", [HERE, ELSEWHERE], ids=["at the table", "elsewhere"])
def test_each_role_may_ask_for_what_its_rule_says_and_for_nothing_else(
    casino: Casino, role: str, place: dict[str, Any], method: str
) -> None:
    client, at_table = browser(casino, role), place is HERE
    wrong = []
    for route in QUIET:
        if route in ("/leave", "/enter") and method == "POST":
            continue  # these answer 403 and change who is logged in by themselves
        status = asked(client, route, method, place)
        if status in (404, 405) and is_none_of(casino.app, route, method):
            continue
        if is_refused(status) == may(RULES[route], role, at_table=at_table):
            wrong.append((route, status))
    assert wrong == []


def is_none_of(app: Flask, route: str, method: str) -> bool:
    """Whether no route answers to this method there."""
    methods = {each for rule in app.url_map.iter_rules() if rule.rule == route for each in rule.methods or ()}
    return method not in methods


def test_neither_guests_nor_trainees_put_anything_on_record(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But refused logins, which are counted (tests/dashboard/test_roles.py)."""
    heard: list[object] = []
    presses = Inbox.press

    def press_of(inbox: Inbox, seen: Any, **more: Any) -> Any:
        heard.append(seen)
        return presses(inbox, seen, **more)

    monkeypatch.setattr(Inbox, "press", press_of)
    press = {"act": "supervisor", "key": "access-1"}
    for role in (GUEST, access.TRAINEE):
        client = browser(casino, role)
        for route in {*QUIET} - {"/enter", "/leave"}:
            for method in ("GET", "POST"):
                asked(client, route, method, ELSEWHERE)
        for path in ("/acts", "/supervisor/acts"):
            assert client.post(path, json=press, headers=ACT, **ELSEWHERE).status_code in (401, 403)
    assert heard == []
    croupier = browser(casino, access.CROUPIER)
    assert croupier.post("/acts", json=press, headers=ACT, **ELSEWHERE).status_code == 200
    assert len(heard) == 1


GUARDED = [route for route, rule in RULES.items() if not (rule.is_public or rule.is_seated or rule.programs)]


@pytest.mark.parametrize("route", GUARDED)
def test_while_nobody_has_a_pin_everything_but_the_display_opens_at_the_table_s_own_screen_alone(
    bare: Casino, route: str
) -> None:
    client = bare.app.test_client()
    methods = next(rule.methods or set() for rule in bare.app.url_map.iter_rules() if rule.rule == route)
    method = "GET" if "GET" in methods else "POST"
    assert asked(client, route, method, ELSEWHERE) == 403
    if route in QUIET:
        assert not is_refused(asked(client, route, method, HERE))


@pytest.mark.parametrize("role", [GUEST, *ROLES])
def test_the_croupier_s_stream_is_the_croupier_s(casino: Casino, role: str) -> None:
    client = browser(casino, role)
    with client.get("/events?for=croupier", **ELSEWHERE) as answer:
        assert is_refused(answer.status_code) == (role not in ("croupier", "supervisor"))
    with client.get("/events?for=supervisor", **ELSEWHERE) as answer:
        assert is_refused(answer.status_code) == (role != "supervisor")
    assert rule_of("/events", "display") == access.ANYBODY


@pytest.mark.parametrize("role", [GUEST, *ROLES])
def test_what_belongs_to_a_seat_is_nobody_s_by_a_pin_or_by_the_table_s_own_screen(
    casino: Casino, role: str
) -> None:
    seated = [route for route, rule in RULES.items() if rule.is_seated]
    assert len(seated) == 4
    for route, place in product(seated, (HERE, ELSEWHERE)):
        method = "GET" if route.endswith("/now") else "POST"
        assert asked(browser(casino, role), route, method, place) == 403, route


def test_every_post_must_come_from_one_of_our_own_pages(casino: Casino) -> None:
    for role in ROLES:
        client = browser(casino, role)
        for rule in casino.app.url_map.iter_rules():
            if "POST" in (rule.methods or ()):
                path = re.sub("<[^>]*>", "1", rule.rule)
                assert client.post(path, json={}).status_code in (401, 403), path
                foreign = ACT | {"Origin": "https://evil.example"}
                assert client.post(path, json={}, headers=foreign).status_code in (401, 403), path


def test_a_route_without_a_rule_stops_the_screens_from_being_made(casino: Casino) -> None:
    app = Flask(__name__)
    app.add_url_rule("/secret", "secret", lambda: "secret")
    with pytest.raises(RuntimeError, match="no rule says who may ask for /secret, /static"):
        access.all_ruled(app)


def test_every_rule_is_of_a_route(casino: Casino) -> None:
    assert {*RULES} - {rule.rule for rule in casino.app.url_map.iter_rules()} <= CAMERA


CAMERA = {route for route in RULES if "camera" in route} | {"/pictures/<name>"}
"""The routes of a table that has a camera."""


ROUTES = (*RULES, *(f"/events?for={audience}" for audience in access.STREAMS))


def documented(heading: str) -> dict[str, tuple[str, ...]]:
    """The routes that stand under this heading of docs/security.md, each with its row."""
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    part = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    shown = re.findall(r"^\| `(/[^`]*)` \|(.*)\|$", part, re.MULTILINE)
    return {route: tuple(cell.strip() for cell in row.split("|")) for route, row in shown}


def test_the_document_shows_the_rules_as_they_are(casino: Casino) -> None:
    written = documented("Who may ask for what")
    assert written == {route: row_of(rule_of(*_parts(route))) for route in ROUTES}


def _parts(route: str) -> tuple[str, str]:
    path, _, audience = route.partition("?for=")
    return path, audience


def row_of(rule: Rule) -> tuple[str, ...]:
    """A row of the table: guests, the table's own screen, and each role."""
    return tuple(
        "yes" if may(rule, role, at_table=at_table) else "–"
        for role, at_table in ((GUEST, False), (GUEST, True), *((role, False) for role in ROLES))
    )
