"""What the house's own automation may know besides the display: how many cards are left, whether a fault is
open, whether an instrument is lost. In silent mode no more than the trainee sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from sabot.core.shapes.json import record, records, row
from sabot.core.shapes.silence import hushed
from sabot.core.shapes.view import View

LONGEST_STATE = 255
"""Characters that a state of Home Assistant may have."""


class House(TypedDict):
    """What stands under `house`. `last_result` is the newest final result of this sabot; `faults` are the
    kinds of those that nobody has answered for; `instruments` has each role with its state."""

    last_result: str | None
    cards_left: int | None
    cards: int | None
    fault: bool
    faults: list[str]
    lost: bool
    instruments: dict[str, str]


def house(view: View, shown: Mapping[str, object]) -> House:
    """Of the view, and of what everybody is shown of it."""
    seen = hushed(view)
    sabot = seen.get("sabot")
    faults = [each["kind"] for each in seen.get("faults", ())]
    wheel = seen.get("wheel")
    faults += [each["name"] for each in wheel["faults"] if not each["answered"]] if wheel else []
    instruments = {each["role"]: each["state"] for each in seen.get("instruments", ())}
    return {
        "last_result": _last(shown),
        "cards_left": sabot["cards"] - sabot["drawn"] if sabot else None,
        "cards": sabot["cards"] if sabot else None,
        "fault": bool(faults),
        "faults": faults,
        "lost": "lost" in instruments.values(),
        "instruments": instruments,
    }


def _last(shown: Mapping[str, object]) -> str | None:
    """The newest result on the score in a word: its number, its winner, or all that won."""
    results = records(shown.get("results"))
    outcome = record(results[-1]["outcome"]) if results else {}
    won = " ".join(str(each) for each in row(outcome.get("won")))
    found = outcome.get("number") or outcome.get("winner") or won
    return str(found)[:LONGEST_STATE] if found else None
