"""What may be seen and heard at a table at which a trainee deals in silent mode.

`hushed` returns the view as the trainee's screens, lamps and loudspeakers get it: the cards as they lie, and
nothing that the rules say about them until the coup is closed. The pages of the trainer and the supervisor
get the whole view.
"""

from __future__ import annotations

from sabot.core.shapes.view import FaultShown, InstrumentShown, PlaceShown, SabotShown, View

SILENT = "silent"


def is_silent(view: View) -> bool:
    """Whether a trainee deals at this table in silent mode.

    >>> is_silent({"training": "silent"}), is_silent({"training": "coach"}), is_silent({})
    (True, False, False)
    """
    return view.get("training") == SILENT


def hushed(view: View) -> View:
    """The view without faults, points, what is owed, calls, result, and money that the result moves. Any
    other view is returned as it is."""
    if not is_silent(view) or "places" not in view:
        return view
    wheel = view.get("wheel")
    quiet: View = {
        "phase": _phase(view["phase"]),
        "places": _as_they_lie(view),
        "owed": None,
        "calls": [],
        "result": None,
        "settlements": [],
        "handed": [],
        "ledger": [],
        "faults": [],
        "aside": [],
        "announced": [],
        "results": view["results"] if view["result"] is None else view["results"][:-1],
        "sabot": _open_sabot(view),
        "eye": {"lying": [], "unseen": []},
        "instruments": [_without_trouble(each) for each in view["instruments"]],
        "wheel": {"seen": None, "faults": []} if wheel else None,
    }
    return {**view, **quiet}


def _open_sabot(view: View) -> SabotShown | None:
    """The sabot; that the last coup has spent it would say that the cards have decided."""
    sabot = view["sabot"]
    if sabot is None or view["result"] is None or sabot["state"] != "spent":
        return sabot
    return {**sabot, "state": "last-coup"}


def _without_trouble(known: InstrumentShown) -> InstrumentShown:
    """An instrument that works in spite of a trouble does not say which: a sabot counts the cards, too."""
    return known if known["state"] == "lost" else {**known, "state": "found", "why": None}


def _phase(phase: str) -> str:
    """The phase, which does not tell whether the cards have decided."""
    return phase if phase in ("idle", "bets-open", "bets-closed") else "dealing"


def _as_they_lie(view: View) -> list[PlaceShown]:
    """Each place with its cards where the trainee laid them, right or wrong."""
    places: list[PlaceShown] = [
        {**place, "cards": [*place["cards"]], "points": None, "owed": False} for place in view["places"]
    ]
    for fault in view["faults"]:
        if fault["card"] and fault["coup"] == view["coup"] and view["phase"] not in ("idle", "bets-open"):
            _laid(places, fault, fault["card"])
    return places


def _laid(places: list[PlaceShown], fault: FaultShown, card: str) -> None:
    """Put the card of a fault to the place where it was laid."""
    named = {place["name"]: place["cards"] for place in places}
    to, owed = fault["to"] or "", fault["owed"] or ""
    if fault["kind"] == "misplaced-card" and to in named and card in named.get(owed, ()):
        named[owed].remove(card)
        named[to].append(card)
    elif fault["kind"] == "faux-tirage":
        named.get(to, places[-1]["cards"]).append(card)
