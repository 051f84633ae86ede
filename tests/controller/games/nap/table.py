"""A table of nap, its script, and the lines that it reports."""

from __future__ import annotations

from sabot.core.shapes.json import Plain
from tests.controller.games.evening.lines import of, plays

played = plays("nap")

HANDS = """
hand 1 AS KS QS JS TS
hand 2 2C 3C 4C 5C 6C
hand 3 2D 3D 4D 5D 6D
hand 4 2H 3H 4H 5H 6H
"""
"""Four hands of one suit each: the best are with the dealer, seat 1."""
ALL_PASS = "bid 2 pass\nbid 3 pass\nbid 4 pass\nbid 1 pass"


def kinds(lines: list[Plain]) -> list[object]:
    """The kinds of the faults."""
    return [line["kind"] for line in of(lines, "fault")]


def tricks(*rounds: str) -> str:
    """Rounds of four cards, `1:AS 2:2C …`, one act a line."""
    return "\n".join(card for each in rounds for card in each.split())


DEALER_TAKES_ALL = tricks(
    "1:AS 2:2C 3:2D 4:2H",
    "1:KS 2:3C 3:3D 4:3H",
    "1:QS 2:4C 3:4D 4:4H",
    "1:JS 2:5C 3:5D 4:5H",
    "1:TS 2:6C 3:6D 4:6H",
)
