"""From the table's view, and from the record, to what another program may read. Pure.

The public's answer is made of the public's picture, key by key, and never of the view: what no display shows
cannot be in it. Only staff's keys get more, and in silent mode only a supervisor's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

from sabot.core import reasons
from sabot.core.shapes.json import record, records, row
from sabot.core.shapes.past import News, PastCoup, PastFault
from sabot.core.shapes.silence import hushed, is_silent
from sabot.core.shapes.view import Result, View
from sabot.games.register import DESCRIPTORS
from sabot_dashboard.picture import outcome, projection
from sabot_dashboard.programs.shapes import (
    Coup,
    Fault,
    Heard,
    Instrument,
    OpenFault,
    Outcome,
    Owed,
    Past,
    Phase,
    Place,
    Staff,
    Stake,
    Table,
)

READER, CROUPIER, SUPERVISOR = "reader", "croupier", "supervisor"
NO_RESULT = ("fault",)
"""Kinds of news that silent mode alone withholds."""

AFTER_A_COUP = ("idle", "bets-open")
"""The phases in which the coup that was opened last is over, unless its result still stands."""


def table(view: View, *, name: str, role: str = "", seq: int = 0, pockets: int = 37) -> Table:
    """The table as a key of this role sees it; without a role as everybody does."""
    shown = projection.public(view, pockets=pockets)
    result = view.get("result") if shown["phase"] == "decided" and not is_silent(view) else None
    is_told = bool(view) and (role == SUPERVISOR or not is_silent(view))
    return {
        "table": name,
        "game": view.get("game", ""),
        "coup": view.get("coup", 0),
        "phase": cast("Phase", shown["phase"]),
        "says": str(shown.get("says", "")),
        "simulated": bool(shown.get("simulated")),
        "places": [_place(each) for each in records(shown.get("places"))],
        "outcome": _outcome(result) if result is not None else None,
        "results": _results(view),
        "home": record(shown["home"]) if shown.get("home") else None,
        "record": seq if is_told else None,
        "staff": _staff(view, role) if view and role in (CROUPIER, SUPERVISOR) else None,
    }


def _place(shown: Mapping[str, object]) -> Place:
    cards, points = row(shown["cards"]), shown["points"]
    return {
        "name": str(shown["name"]),
        "cards": [str(each) for each in cards],
        "points": points if isinstance(points, int) else None,
    }


def _results(view: View) -> list[Past]:
    """The results on the score, without one that is not final."""
    if not view:
        return []
    seen = hushed(view)
    results = seen["results"]
    if seen["result"] is not None and projection.public_phase(seen) != "decided":
        results = results[:-1]
    return [{"coup": each.get("coup", 0), "outcome": _outcome(each)} for each in results]


def _outcome(result: Result) -> Outcome:
    """At home `points` are left out: they belong to hands."""
    points = {place: points for place, points in record(result.get("points")).items() if not place.isdigit()}
    number = result.get("number")
    return {
        "winner": result.get("winner"),
        "won": outcome.won(result),
        "lost": outcome.lost(result),
        "points": {place: each if isinstance(each, int) else None for place, each in points.items()},
        "natural": result.get("natural"),
        "pairs": [*result.get("pairs", ())],
        "number": None if number is None else str(number),
        "colour": result.get("colour"),
    }


# --- what only staff may see


def _staff(view: View, role: str) -> Staff:
    seen = view if role == SUPERVISOR else hushed(view)
    at_home = is_at_home(view["game"])
    owed = None if at_home else seen["owed"]
    return {
        "mark": projection.mark(view),
        "owed": Owed(to=owed["to"], of=owed["of"], choices=owed["choices"]) if owed else None,
        "faults": [
            OpenFault(
                coup=each["coup"],
                kind=each["kind"],
                because=None if at_home else _english(each["because"]),
                card=None if at_home else each["card"],
            )
            for each in seen["faults"]
        ],
        "stakes": [
            Stake(where=each["where"], amount=each["amount"], seat=each["seat"]) for each in seen["stakes"]
        ],
        "instruments": [_instrument(each) for each in seen["instruments"]],
        "help_wanted": view["help_wanted"],
        "halted": bool(view.get("halted")),
    }


def _instrument(shown: Mapping[str, object]) -> Instrument:
    return cast("Instrument", {"role": shown["role"], "state": shown["state"]})


def is_at_home(game: str) -> bool:
    """Whether hands of this game belong to their players: no answer names a card of them."""
    known = DESCRIPTORS.get(game)
    return known is None or known.is_at_home


# --- the record


def coup(past: PastCoup, *, counts: bool) -> Coup:
    """A coup of the record; `counts`: whether its faults and corrections may be known."""
    bare = past.void or past.result is None or is_at_home(past.game)
    return {
        "coup": past.coup,
        "game": past.game,
        "began": utc(past.began_ns),
        "ended": utc(past.ended_ns),
        "void": past.void,
        "outcome": _outcome(past.result) if past.result is not None else None,
        "cards": {} if bare else past.cards,
        "faults": past.faults if counts else None,
        "corrections": past.corrections if counts else None,
    }


def is_over(number: int, view: View) -> bool:
    """Whether this coup of the record is over as this view knows it."""
    if not view or number > view["coup"]:
        return False
    return number < view["coup"] or (view["phase"] in AFTER_A_COUP and view["result"] is None)


def fault(past: PastFault, *, is_bare: bool) -> Fault:
    """A fault of the record; `is_bare`: without what could name a card that lies face down."""
    bare = is_bare or is_at_home(past.game)
    return {
        "record": past.seq,
        "at": utc(past.wall_ns),
        "coup": past.coup,
        "game": past.game,
        "kind": past.kind,
        "because": None if bare else past.because,
        "card": None if bare else past.card,
        "seat": past.seat,
    }


def heard(news: News) -> Heard:
    """A message about what was decided."""
    of, kind = news.data.get("from"), news.data.get("kind")
    return {
        "record": news.seq,
        "at": utc(news.wall_ns),
        "coup": news.coup,
        "outcome": _outcome(cast("Result", news.data)) if news.kind == "result" else None,
        "of": of if isinstance(of, int) else None,
        "kind": str(kind) if news.kind == "fault" else None,
    }


def standing(news: Sequence[News]) -> list[News]:
    """The same without results that no longer stood when they could be heard: what was withheld, and then
    taken back, was never known."""
    gone = {
        each.seq
        for place, each in enumerate(news)
        for later in news[place + 1 :]
        if each.kind == "result" and _ends(later, each)
    }
    return [each for each in news if each.seq not in gone]


def _ends(later: News, result: News) -> bool:
    if later.kind == "void":
        return later.coup == result.coup
    of = later.data.get("from")
    return later.kind == "undone" and isinstance(of, int) and of <= result.seq


def may_hear(view: View, role: str, kinds: Iterable[str]) -> bool:
    """Whether news of these kinds may go out now to a key of this role: in silent mode to supervisors
    alone; results to readers once they are final."""
    if role == SUPERVISOR:
        return True
    if not view or is_silent(view):
        return False
    is_open = view["result"] is not None and projection.public_phase(view) != "decided"
    return role == CROUPIER or not (is_open and {*kinds} - {"fault"})


def utc(wall_ns: int) -> str:
    """`2026-11-21T09:30:00.125Z`."""
    text = datetime.fromtimestamp(wall_ns / 1e9, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def _english(why: Mapping[str, object]) -> str:
    return str(reasons.from_dict(why))
