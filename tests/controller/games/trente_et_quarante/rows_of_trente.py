"""Rows of trente et quarante as cards, and the tests' own view of what a script came to."""

from __future__ import annotations

from typing import Any

from tests.controller.dealing import Lines, only
from tests.shared import vectors

GAME = "trente-et-quarante"


def row(points: int, first: str = "noir") -> str:
    """Four cards that count so much; the first is black or red."""
    last = "A23456789T"[points - 31]
    return f"T{'C' if first == 'noir' else 'D'} JH QS {last}S"


def coup(noir: int, rouge: int, first: str = "noir") -> str:
    """The cards of two rows that count so much."""
    return f"{row(noir, first)} {row(rouge)}"


REFAIT = coup(31, 31)
NOIR_AND_COULEUR = coup(33, 35)
NOIR_AND_INVERSE = coup(33, 35, "rouge")
ROUGE_AND_COULEUR = coup(40, 33, "rouge")
ROUGE_AND_INVERSE = coup(40, 33)


def texts(lines: Lines) -> list[str]:
    """What was called, in order."""
    return [line["text"] for line in only(lines, "call")]


def vector(name: str) -> dict[str, Any]:
    """The worked example of the sources that has this name."""
    told = vectors("casino")["vectors"]
    found: dict[str, Any] = next(each for each in told if each["id"] == name)
    return found
