"""Worked examples of the household games, in tests/vectors/household: a file each, written as

    == HS p. 36: what is shown, with its page
    options players=3
        hand 2 KS; hand 3 9S
    money 1:-1.00 2:1.00
    faults wrong-order
    result winner=2

`money` is what each seat has in the end (seats that it does not name: nothing), `faults` the kinds of all
faults, `result` keys of the last result line, `acts` all that is due then, `open` how many cards of a seat
lie open. They were written from the text of the book, before they were played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sabot.core.shapes.json import Plain
from sabot.core.table import Table
from sabot.core.terms import money
from tests.controller.games.evening.lines import acts, of, played, purses, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.shared import VECTORS

FOLDER = VECTORS / "household"
KEYS = ("options", "money", "faults", "result", "acts", "open")


class Example(NamedTuple):
    """A script of a game, and what is said of it by key."""

    game: str
    name: str
    script: str
    says: Mapping[str, str]

    @property
    def options(self) -> dict[str, str]:
        """The options of the house."""
        return _pairs(self.says.get("options", ""), "=")


def _pairs(text: str, sign: str) -> dict[str, str]:
    return {key: value for word in text.split() for key, _, value in [word.partition(sign)]}


def examples() -> Iterator[Example]:
    """All of them."""
    for path in sorted(FOLDER.glob("*.txt")):
        for text in path.read_text(encoding="utf-8").split("== ")[1:]:
            name, *lines = text.strip().splitlines()
            says = {key: rest for line in lines for key, _, rest in [line.partition(" ")] if key in KEYS}
            script = "\n".join(line for line in lines if line.startswith(" "))
            assert len(says) + script.count("\n") + bool(script) == len([*filter(None, lines)]), text
            yield Example(path.stem, name, script, says)


def found(each: Example) -> dict[str, str]:
    """What the referee makes of it, in the words of the example."""
    table, lines = played(table_of(each.game, **each.options), each.script)
    return {key: FOUND[key](table, lines, each.says[key]) for key in each.says if key != "options"}


def _money(table: Table, lines: list[Plain], said: str) -> str:
    return " ".join(f"{seat}:{money(amount)}" for seat, amount in sorted(purses(table).items()) if amount)


def _faults(table: Table, lines: list[Plain], said: str) -> str:
    return " ".join(str(line["kind"]) for line in of(lines, "fault"))


def _result(table: Table, lines: list[Plain], said: str) -> str:
    result = of(lines, "result")[-1]
    return " ".join(f"{key}={_written(result[key])}" for key in _pairs(said, "="))


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _acts(table: Table, lines: list[Plain], said: str) -> str:
    return "; ".join(acts(table))


def _open(table: Table, lines: list[Plain], said: str) -> str:
    cards = coup_of(table).spread["cards"]
    return " ".join(f"{seat}:{len(shown)}" for seat, shown in cards.items() if shown)


FOUND = {"money": _money, "faults": _faults, "result": _result, "acts": _acts, "open": _open}
