"""Every option of every household game changes what is said or seen of some worked example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

import pytest

from sabot.core import options as house
from sabot.core.script import ScriptError
from tests.controller.games.evening.examples import Example, examples
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import HOUSEHOLD, coup_of

pytestmark = pytest.mark.no_cover

COMMON = {house.spelled(each.name) for each in fields(house.House)}
"""What every table has; at home it changes nothing but the limits of a stake."""
STAKED = ("een-en-twintig", "banken-variaties", "mijn-en-dijn", "loterijen", "poker")
"""The games in which the least and the most of a stake count."""
ANOTHER = {"unit": "0.25", "slice-over": "20.00"}
"""Another value of an option that has no choices; for other sums it is 0.05, for other numbers 7."""


def choices() -> Iterator[object]:
    """Each option with each of its values but the one that stands by itself; of a long row the ends."""
    for name, game in HOUSEHOLD.items():
        for each in house.described(game.Options):
            if each["name"] in COMMON - {"minimum", "maximum"} or each["name"] == "players":
                continue
            if each["name"] in COMMON and name not in STAKED:
                continue
            others = [value for value in each["choices"] if value != each["default"]]
            others = others or [ANOTHER.get(each["name"], "0.05" if "." in each["default"] else "7")]
            for value in dict.fromkeys([*others[:3], others[-1]]):
                yield pytest.param(name, each["name"], value, id=f"{name} {each['name']}={value}")


EXAMPLES = [*examples()]


def said_of(each: Example, **more: str) -> object:
    """What the referee says of this example with these options, and what everybody sees in the end."""
    options = {key.replace("-", "_"): value for key, value in each.options.items()} | more
    return _said_of(each.game, each.script, tuple(sorted(options.items())))


@cache
def _said_of(game: str, script: str, options: tuple[tuple[str, str], ...]) -> object:
    try:
        table, lines = played(table_of(game, **dict(options)), script)
    except ScriptError as error:
        return str(error)
    return lines, coup_of(table).spread


@pytest.mark.parametrize(("name", "option", "value"), [*choices()])
def test_an_option_changes_what_is_said_or_seen(name: str, option: str, value: str) -> None:
    field = option.replace("-", "_")
    default = next(
        each["default"] for each in house.described(HOUSEHOLD[name].Options) if each["name"] == option
    )
    own = sorted(
        (each for each in EXAMPLES if each.game == name),
        key=lambda each: option not in each.options and field not in each.options,
    )  # those that are about this option first: one of them shows it, mostly
    assert any(said_of(each, **{field: value}) != said_of(each, **{field: default}) for each in own), (
        f"no example of {name} shows what {option}={value} does"
    )
