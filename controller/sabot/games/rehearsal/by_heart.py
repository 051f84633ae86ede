"""The tableau of the free banker (HS) by heart: told the other way round than in the rules."""

from __future__ import annotations

DRAWS = {0: "-1234567890", 1: "-1234567890", 2: "-1234567890"} | {
    3: "-12345670",
    4: "-234567",
    5: "-567",
    6: "67",
    7: "",
}
"""The banker's total and the cards given against which the banker must draw (`-`: none, `0`: a ten)."""

FREE = {(3, 9), (5, 4)}
"""Where the banker is free: the banker's total and the card given."""


def banker(points: int, given: int | None) -> str:
    """`carte`, `non` or `free`: what a banker with these points owes against the card given."""
    if (points, given) in FREE:
        return "free"
    return "carte" if ("-" if given is None else str(given)) in DRAWS[points] else "non"


def ponte(points: int, *, on_five: str) -> str:
    """The same of a ponte; `on_five` is the option of the house."""
    if points == 5:
        return "free" if on_five == "free" else "carte"
    return "carte" if points < 5 else "non"
