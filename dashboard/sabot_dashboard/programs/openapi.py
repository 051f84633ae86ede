"""The description of the interface as OpenAPI 3.1, made of the list below and of the types of answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

from sabot_dashboard.access import RULES
from sabot_dashboard.programs.problems import KIND, TITLES
from sabot_dashboard.programs.schema import Schema, described, schema, within
from sabot_dashboard.programs.shapes import ActBody, Alive, Coups, Done, Faults, Heard, Problem, Table

ANYWHERE_REFUSED = (400, 401, 403, 405, 408, 413, 500, 503)
"""Refusals that any address may give."""

KEY_HEADER = "Idempotency-Key"
LAST_HEADER = "Last-Event-ID"
COUPS_MOST = 200


class Parameter(NamedTuple):
    """A value in the address, or in a header."""

    name: str
    place: str
    kind: Schema
    about: str
    is_needed: bool = False


class Operation(NamedTuple):
    """A method of an address: what it does, what it takes, and what it answers."""

    method: str
    path: str
    name: str
    about: str
    answers: Mapping[int, Any]
    refusals: tuple[int, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    body: Any = None


PAGING = (
    Parameter(
        "limit",
        "query",
        {"type": "integer", "minimum": 1, "maximum": COUPS_MOST, "default": 50},
        "how many at most",
    ),
    Parameter(
        "before",
        "query",
        {"type": "integer", "minimum": 0},
        "`next` of the page before; without it the newest",
    ),
)

OPERATIONS = (
    Operation(
        "get",
        "/api/v1/table",
        "table",
        "The table as it stands. Without a key: what the public display shows.",
        {200: Table},
    ),
    Operation(
        "get",
        "/api/v1/coups",
        "coups",
        "The coups of the record that are over, page by page.",
        {200: Coups},
        parameters=PAGING,
    ),
    Operation(
        "get",
        "/api/v1/faults",
        "faults",
        "The faults on record, page by page. While a trainee deals in silent mode only a supervisor's key "
        "reads them.",
        {200: Faults},
        parameters=PAGING,
    ),
    Operation(
        "get",
        "/api/v1/events",
        "events",
        "A stream of server-sent events. `table` (a Table) comes at once and after each change. With a key "
        "come `result`, `void`, `undone` and `fault` (a Heard), each with an id: send the last one as "
        "Last-Event-ID when you connect again, and what you missed comes too. `alive` (an Alive) comes each "
        "second.",
        {200: (Table, Heard, Alive)},
        parameters=(
            Parameter(
                LAST_HEADER,
                "header",
                {"type": "string", "maxLength": 20},
                "the id of the last message that came",
            ),
        ),
    ),
    Operation(
        "post",
        "/api/v1/acts",
        "act",
        "Does what a person presses on a screen: the same acts, by the same way, on record under the name "
        "of the program. The same idempotency key twice is done once. 202: taken, and not on disk yet.",
        {200: Done, 202: Done},
        refusals=(409, 415, 422),
        parameters=(
            Parameter(
                KEY_HEADER,
                "header",
                {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
                "names this one act, and no other: a random one is best",
                is_needed=True,
            ),
        ),
        body=ActBody,
    ),
    Operation("get", "/api/v1/openapi.json", "description", "This description.", {200: object}),
)


@cache
def description() -> Schema:
    """The whole description."""
    paths: dict[str, dict[str, object]] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method] = _operation(each)
    kinds = sorted(_kinds(), key=lambda kind: str(kind.__name__))
    return {
        "openapi": "3.1.0",
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "info": {
            "title": "Sabot",
            "version": version("sabot"),
            "summary": "A casino table that referees itself, for other programs.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": {kind.__name__: described(kind) for kind in kinds},
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "`sabot people key`"}
            },
        },
    }


def _kinds() -> set[Any]:
    answers = [kind for each in OPERATIONS for kind in (*each.answers.values(), each.body)]
    parts = [part for kind in answers for part in (kind if isinstance(kind, tuple) else (kind,))]
    return within(Problem).union(*map(within, parts))


def _operation(each: Operation) -> Schema:
    rule = RULES[each.path]
    refusals = {*ANYWHERE_REFUSED, *each.refusals} - ({413, 408} if each.method == "get" else set())
    answers = {str(status): _answer(each, kind) for status, kind in sorted(each.answers.items())}
    answers |= {str(status): _refusal(status) for status in sorted(refusals)}
    made: Schema = {
        "operationId": each.name,
        "description": each.about,
        "security": [{}, {"key": []}] if rule.is_public else [{"key": []}],
        "parameters": [_parameter(one) for one in each.parameters],
        "responses": answers,
    }
    if rule.programs:
        made["x-roles"] = [*rule.programs]
    if each.body is not None:
        made["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema(each.body)}},
        }
    return made


def _answer(each: Operation, kind: Any) -> Schema:
    if isinstance(kind, tuple):
        content: Schema = {
            "text/event-stream": {"schema": {"type": "string"}, "x-data": [schema(one) for one in kind]}
        }
    else:
        content = {"application/json": {"schema": schema(kind)}}
    return {"description": each.about.partition(".")[0] + ".", "content": content}


def _refusal(status: int) -> Schema:
    return {"description": TITLES[status], "content": {KIND: {"schema": schema(Problem)}}}


def _parameter(one: Parameter) -> Schema:
    return {
        "name": one.name,
        "in": one.place,
        "required": one.is_needed,
        "description": one.about,
        "schema": one.kind,
    }
