"""What an instrument must know about its table, so that the configuration need not repeat it."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.core.options import House
from sabot.instruments.registry import driver


def suited(name: str, given: Mapping[str, object], *, game: str, rules: House) -> dict[str, object]:
    """Returns the options of driver `name`: those `given`, the others from game and house rules."""
    known = driver(name).options._fields
    said = _said_by_the_table(game, rules)
    spelled = {each.replace("-", "_") for each in given}
    return {each: said[each] for each in known if each in said and each not in spelled} | dict(given)


def _said_by_the_table(game: str, rules: House) -> dict[str, object]:
    """`game`: whose hands a shoe deals; `burn`: whether its first card is burned or is a card like any
    other; `pockets`: those of the wheel."""
    said: dict[str, object] = {"game": game, "burn": "say" if rules.brule else "cards"}
    return said | ({"pockets": rules.pockets} if rules.pockets else {})
