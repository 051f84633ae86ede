"""The rules of a household game in short: a text for each language in the game's folder.

A line of the text is a sentence or two, under one of four headings. `{unit}` stands for what the table has
chosen there, and a line that begins with `[rent=same|auction]` holds where the option is one of these, with
`[fund!=0.00]` where it is not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib import resources
from typing import NamedTuple

from sabot.core.options import House, described, shown, spelled
from sabot.games.register import DESCRIPTORS
from sabot_dashboard.words.languages import number

HEADINGS = {"aim": "The aim", "deal": "The deal", "turn": "A turn", "paid": "What is paid"}
"""The headings of a text, as its file and as the page has them."""

CONDITION = re.compile(r"\[([a-z0-9-]+)!?=([^\]]+)\] ")
SLOT = re.compile(r"\{([a-z0-9-]+)\}")
NO_SUM = "0.00"


class Part(NamedTuple):
    """A heading, in English, and its sentences in the language of the text."""

    heading: str
    lines: list[str]


class Chosen(NamedTuple):
    """An option as it stands at this table: its sentence and its value in words, and whether it is usual."""

    says: str
    value: str
    is_usual: bool


@cache
def text(game: str, language: str) -> str:
    """The text of this game; empty where nobody has written one."""
    file = resources.files(DESCRIPTORS[game].folder) / "translations" / "rules" / f"{language}.txt"
    return file.read_text("utf-8") if file.is_file() else ""


def values(options: House) -> dict[str, str]:
    """Each option by its name, as it is written on a command line."""
    return {spelled(each.name): shown(each, getattr(options, each.name)) for each in fields(options)}


def rules(game: str, language: str, options: House, words: Mapping[str, str]) -> list[Part]:
    """The rules of this game as they hold with these options."""
    chosen, parts = values(options), list[Part]()
    for line in text(game, language).splitlines():
        if line.startswith("# "):
            parts.append(Part(HEADINGS[line[2:]], []))
        elif sentence := _holding(line, chosen):
            parts[-1].lines.append(SLOT.sub(lambda found: number(chosen[found[1]], words), sentence))
    return parts


def _holding(line: str, chosen: Mapping[str, str]) -> str:
    """The sentence of this line; empty where one of its conditions does not hold."""
    while found := CONDITION.match(line):
        is_one, wants_none = chosen[found[1]] in found[2].split("|"), "!=" in found[0]
        if is_one == wants_none:
            return ""
        line = line[found.end() :]
    return line


def options_of(options: House, words: Mapping[str, str]) -> list[Chosen]:
    """What the house chose at this table, but for what every table has and what is no limit."""
    general = {(each["name"], each["doc"]) for each in described(House)}
    chosen = values(options)
    return [
        Chosen(
            words.get(each["doc"], each["doc"]),
            _value(each["name"], chosen[each["name"]], words),
            chosen[each["name"]] == each["default"],
        )
        for each in described(type(options))
        if (each["name"], each["doc"]) not in general
        or (each["name"] in ("minimum", "maximum") and chosen[each["name"]] != NO_SUM)
    ]


def _value(name: str, value: str, words: Mapping[str, str]) -> str:
    """A value in words: `on`, or that of this option alone, such as `rent: same`."""
    return words.get(f"{name}: {value}") or number(words.get(value, value), words)
