"""From a type to its JSON Schema (2020-12), as OpenAPI 3.1 takes it: TypedDicts, lists, choices."""

from __future__ import annotations

import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, object]

PLAIN: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    object: {},
}


def schema(kind: Any) -> Schema:
    """The schema of a type; of a TypedDict a reference to it. Raises TypeError for a type that no answer may
    have.

    >>> schema(list[int | None])
    {'type': 'array', 'items': {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}}
    """
    origin, given = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    if origin is list:
        return {"type": "array", "items": schema(given[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(given[1])}
    if origin is Literal:
        return {"enum": [*given]}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(each) for each in given]}
    if kind not in PLAIN:
        raise TypeError(f"{kind} has no schema")
    return PLAIN[kind]


def described(kind: Any) -> Schema:
    """The schema of a TypedDict itself: exactly its keys, with its docstring."""
    keys = get_type_hints(kind)
    return {
        "type": "object",
        "description": " ".join(str(kind.__doc__).split()),
        "properties": {name: schema(each) for name, each in keys.items()},
        "required": sorted(kind.__required_keys__),
        "additionalProperties": False,
    }


def within(kind: Any) -> set[Any]:
    """Every TypedDict in a type, and in those that stand in it."""
    if is_typeddict(kind):
        return {kind}.union(*(within(each) for each in get_type_hints(kind).values()))
    return set[Any]().union(*(within(each) for each in get_args(kind)))
