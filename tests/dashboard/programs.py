"""Other programs, for tests: each asks with a key, and each answer is held against the description."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from sabot_dashboard.programs.openapi import description
from tests.dashboard.doors import ELSEWHERE
from tests.dashboard.office import Casino


class Client:
    """A program on another machine, with the key of a role; without a role it has none."""

    def __init__(self, casino: Casino, role: str = "", *, place: Any = None) -> None:
        self.app, self.place = casino.app, ELSEWHERE if place is None else place
        self.name = f"a-{role}"
        self.key = casino.office.programs.add(self.name, role) if role else ""

    def get(self, path: str, **given: Any) -> TestResponse:
        return self.ask("GET", path, **given)

    def act(self, key: str = "0123456789", **body: Any) -> TestResponse:
        return self.ask("POST", "/api/v1/acts", json=body, headers={"Idempotency-Key": key})

    def ask(self, method: str, path: str, *, headers: Any = None, **given: Any) -> TestResponse:
        """The answer, which is one that the description knows."""
        with_key = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        answer = self.app.test_client().open(
            path, method=method, headers=with_key | (headers or {}), **self.place, **given
        )
        held(method, path.partition("?")[0], answer)
        return answer


@cache
def _described() -> dict[str, Any]:
    made: dict[str, Any] = description()
    return made


def held(method: str, path: str, answer: TestResponse) -> None:
    """Fails for an answer that the description does not know."""
    operation = _described()["paths"].get(path, {}).get(method.lower())
    if operation is None:
        assert answer.status_code in (404, 405), path
        fits(answer.get_json(), "Problem")
        return
    known = operation["responses"]
    assert str(answer.status_code) in known, (path, answer.status_code, answer.text)
    (kind,) = known[str(answer.status_code)]["content"]
    assert answer.mimetype == kind
    if kind.endswith("json"):
        valid(answer.get_json(), known[str(answer.status_code)]["content"][kind]["schema"])


def fits(value: object, name: str) -> None:
    """Fails for a value that is not of the type of this name."""
    valid(value, {"$ref": f"#/components/schemas/{name}"})


def valid(value: object, schema: dict[str, Any]) -> None:
    Draft202012Validator({**schema, "components": _described()["components"]}).validate(value)


def routes(app: Flask) -> set[tuple[str, str]]:
    """(method, address) of every route for programs."""
    return {
        (method, re.sub("<[^>]*>", "1", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }
