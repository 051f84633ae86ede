"""The last ruling at a table at home: what was refused or found, and what happens now.

The band says the fault and its rule. Beneath stand the seat, the act, the card and the trick, and what to do.
"""

from __future__ import annotations

from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import FaultShown, View
from sabot_dashboard.picture.cloths import seat_named
from sabot_dashboard.picture.faults import REFUSED, TITLES, kind_of
from sabot_dashboard.words.sentence import plain, with_suit, worded

NOT_TAKEN = {
    "impossible-card": "Nothing has changed. Look at the card again, and enter the one that lies there.",
    "unread-card": "Nothing has changed. Show the card again, or enter it.",
    "misdeal": "Nothing has changed. Count the cards again.",
    "revoke": "Nothing has changed. Take the card back, and play another one.",
}
"""What happens after an act that was refused, by the kind of its fault."""

TAKE_BACK_ONE = "Nothing has changed. Take it back; now it is the turn of {seat}."
NOBODY = "Nothing has changed. Take it back, and choose another act."

FOUND = {
    "revoke": "The card stays where it lies, and the play goes on.",
    "withheld-card": "The cards stay where they lie, and the play goes on.",
    "misdeal": "The deal does not count: gather the cards, and deal again.",
}
"""What happens after a fault that was found once it was made."""

GOES_ON = "It stays as it is, and the play goes on."


def ruling(view: View) -> Plain | None:
    """The last ruling: `seat`, `said` (the act), `card`, `trick` (where it was made), and what happens `now`;
    None where nothing is open, or players do not act in turns."""
    fault = ruled(view)
    if fault is None:
        return None
    return {
        "seat": fault.get("seat"),
        "said": fault["said"],
        "card": with_suit(fault["card"]),
        "trick": fault.get("trick"),
        "now": _next(view, fault),
    }


def announced(view: View) -> Plain | None:
    """The last ruling as a public display has it: the `title` of what was broken, the `seat`, the `trick`
    and `because`, unless that names a card which does not lie open. None where an act was refused: nothing
    happened then."""
    fault = ruled(view)
    if fault is None or fault["kind"] == REFUSED or fault.get("refused"):
        return None
    named = {card for each in fault["because"]["values"].values() if (card := _card(each))}
    return {
        "title": plain(TITLES[kind_of(fault)]),
        "seat": fault.get("seat"),
        "trick": fault.get("trick"),
        "because": worded(fault["because"]) if named <= _lying_open(view) else None,
    }


def _card(value: object) -> str:
    """The card that stands in a sentence; nothing for another value."""
    return str(value.get("card", "")) if isinstance(value, dict) else ""


def _lying_open(view: View) -> set[str]:
    """The cards that everybody has seen in this deal, and the asked one, which was named aloud."""
    spread = view["spread"]
    laid = {str(line["card"]) for line in view["handed"] if line["event"] == "card"}
    before = {card for cards in spread.get("cards", {}).values() for card in cards}
    return {*laid, *before, *spread.get("turned", ()), *([asked] if (asked := spread.get("asked")) else [])}


def ruled(view: View) -> FaultShown | None:
    """The fault of the last ruling: the newest that disputes a card, else the newest."""
    if "turns" not in view or not view["faults"]:
        return None
    disputes = [fault for fault in view["faults"] if fault["kind"] != REFUSED]
    return (disputes or view["faults"])[-1]


def _next(view: View, fault: FaultShown) -> Plain:
    kind = fault["kind"]
    if not fault.get("refused") and kind not in ("unread-card", REFUSED):
        return plain(FOUND.get(kind, GOES_ON))
    if kind in NOT_TAKEN:
        return plain(NOT_TAKEN[kind])
    turns = view["turns"]
    return plain(TAKE_BACK_ONE, seat=seat_named(view, turns[0]["seat"])) if turns else plain(NOBODY)
