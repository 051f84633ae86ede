"""Writing the configuration: the default file, every key with what it is for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import Field, fields

from sabot.config.sections import SECTIONS, InstrumentSection
from sabot.core import options
from sabot.games.register import GAMES


def as_toml(value: object) -> str:
    """A plain value as TOML spells it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_key(name)} = {as_toml(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def as_key(name: str) -> str:
    """The name of a key as TOML spells it: in quotes where it has more than letters, digits, _ and -."""
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else as_toml(name)


def default_text() -> str:
    """The commented default file. It loads, and equals the defaults."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The configuration of a table: sabot run --config THIS-FILE"
    yield "# Every key stands here with its default; a key that is left out keeps it."
    for name, section in SECTIONS.items():
        yield from ("", f"# {_sentence(section)}", f"[{name}]")
        for each in fields(section):
            yield from (f"# {_about(each)}", f"{each.name} = {as_toml(each.default)}")
    for game, rules in GAMES.items():
        yield from ("", f"# The house rules of {game}.", f"[rules.{game}]")
        for option in options.described(rules.Options):
            default = LIVE.get(option["name"], option["default"])
            choices = f" ({_choices(option['choices'])})" if option["choices"] else ""
            yield from (f"# {option['doc']}{choices}", f"{option['name']} = {_as_rule(default)}")
    yield from ("", f"# {_sentence(InstrumentSection)}", "# [[instruments]]")
    for each in fields(InstrumentSection):
        yield from (f"# # {_about(each)}", f"# {each.name} = {as_toml(_example(each))}")


def _sentence(section: type) -> str:
    return str(section.__doc__).strip()


def _about(each: Field[object]) -> str:
    low, high = each.metadata.get("bounds", (0, 0))
    among = each.metadata.get("among", ())
    kinds = (
        f" ({', '.join(filter(None, map(str, among)))})" if among else f" ({low} to {high})" if high else ""
    )
    return f"{each.metadata['about']}{kinds}"


def _choices(choices: list[str]) -> str:
    """`1, 2, 3 … 12` as `1 to 12`, others one by one."""
    if len(choices) > 4 and choices[0].isdigit():
        return f"{choices[0]} to {choices[-1]}"
    return ", ".join(choices)


def _as_rule(text: str) -> str:
    """An option's text as TOML: switches and numbers bare, words in quotes."""
    bare = {"on": "true", "off": "false"}
    return bare.get(text) or (text if text.replace(".", "", 1).isdigit() else as_toml(text))


def _example(each: Field[object]) -> object:
    return {"driver": "angel-eye", "options": {}}.get(each.name, each.default)


LIVE = {"close": "croupier"}
"""Where the defaults of a live table differ from those of a script: a croupier closes the coup."""


def as_text(value: object) -> str:
    """A TOML value as the options of a game are written on a command line: `true` -> `on`, 2.5 -> `2.50`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
