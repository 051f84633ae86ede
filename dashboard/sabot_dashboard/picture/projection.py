"""From the table's view to the picture that a screen draws: one pure function for each kind of screen.

The croupier's picture is the view with its sentences made translatable, the band that says what comes
first, and the ways out of a fault. The public's is built up from nothing, key by key: what is not named
here can never reach a display – no count of the sabot, no stake, no fault, no card that is not in its
place, no result that is not final.
"""

from __future__ import annotations

import json
from typing import TypedDict
from zlib import crc32

from sabot.core.shapes.json import records
from sabot.core.shapes.silence import hushed, is_silent
from sabot.core.shapes.view import FaultShown, PlaceShown, Result, ResultShown, View
from sabot_dashboard.picture import croupier_band, outcome, silence
from sabot_dashboard.picture.cloths import cloth_of, cloth_of_table
from sabot_dashboard.picture.coach import coach
from sabot_dashboard.picture.faults import (
    ALL_UNREAD,
    ANNUL,
    DRAW_OWED,
    REFUSED,
    TAKE_BACK,
    TITLES,
    UNDERSTOOD,
    WAYS,
    FaultDrawn,
    Way,
    kind_of,
)
from sabot_dashboard.picture.home import home
from sabot_dashboard.picture.offers import offered
from sabot_dashboard.picture.rulings import announced, ruling
from sabot_dashboard.picture.score import score
from sabot_dashboard.picture.tableau import cell_of
from sabot_dashboard.words.sentence import plain, worded

Picture = dict[str, object]
Events = tuple[dict[str, object], ...]

MOVING = ("card", "result", "fault", "call")
"""The events at which something moves on a screen."""

OF_THE_LAST = ("name-card", "undo-unread")
"""The acts of answers that concern the card dealt last."""

ROOM_FOR = 3
"""Buttons of 14 mm that stand one over the other in the band."""

UNREAD = "??"
"""The card dealt last, where nobody could read it."""

FAULT_BITS, COUP_BITS, LYING_BITS = 20, 7, 26
"""The parts of a mark: 53 bits, which a number of JavaScript holds."""

BACK = "back"
"""What a screen gets for a card that lies face down. Nobody who looks over a shoulder shall learn it."""


class Lies(TypedDict):
    """A place as it lies open."""

    name: str
    cards: list[str]
    points: int | None


def croupier(view: View, events: Events = (), *, pockets: int = 37) -> Picture:
    """All that the croupier's page draws: in silent mode nothing that the rules say."""
    if not is_silent(view):
        return whole(view, events, pockets=pockets)
    quiet = [event for event in events if event["event"] == "card"]
    picture = whole(hushed(view), (*quiet,), pockets=pockets)
    return picture | {"band": silence.band(view), "held": False, "unseen": []}


def whole(view: View, events: Events = (), *, pockets: int = 37) -> Picture:
    """All that is known: the croupier's picture, and in every mode what the supervisor's page draws."""
    if not view:
        return {"phase": "closed"}
    faults = [_fault(view, fault) for fault in view["faults"]]
    result, shown = view["result"] or {}, croupier_band.band_of(view, faults)
    speaks = any(way.get("act") == "say" for way in records(shown["ways"]))
    return {
        "game": view["game"],
        "coup": view["coup"],
        "phase": view["phase"],
        "places": [{**_open(place), "owed": place["owed"] and not speaks} for place in view["places"]],
        "won": outcome.won(result),
        "lost": outcome.lost(result),
        "number": _number(view),
        "score": score(view, pockets=pockets) if cloth_of(view["game"]).layout == "wheel" else None,
        "prison": view["prison"],
        "bank": view["bank"],
        "handed": _of_bank(view, view.get("handed", [])),
        "ledger": _of_bank(view, view["ledger"]),
        "calls": [] if croupier_band.has_old_calls(view) else view["calls"],
        "result": view["result"],
        "stakes": view["stakes"],
        "settlements": view["settlements"],
        "faults": faults,
        "band": shown,
        "coach": coach(view),
        "sabot": view["sabot"],
        "aside": view.get("aside", []) if faults else [],
        "instruments": view["instruments"],
        "help_wanted": view["help_wanted"],
        "shut": view["shut"],
        "held": view["phase"] == "hold",
        "notices": [worded(each) for each in view.get("notices", [])],
        "manual": _by_hand(view, final=True),
        "unseen": eye["unseen"] if (eye := view.get("eye")) else [],
        "simulated": bool(view.get("simulated")),
        "mark": mark(view),
        "home": home(view),
        "turns": offered(view),
        "ruling": ruling(view),
        "events": [event["event"] for event in events if event["event"] in MOVING],
    }


def _of_bank(view: View, lines: list[dict[str, object]]) -> list[dict[str, object]]:
    """Lines about money, each with `is_bank`: whether it says what a player's bank is worth."""
    bank = cloth_of(view["game"]).bank
    return [line | {"is_bank": line["event"] == bank} for line in lines]


def mark(view: View) -> int:
    """A number for the open cards and the faults: a person decides only on what they saw. Its upper bits
    stand for the faults, the middle ones for the coup."""
    view = hushed(view)
    faults = crc32(json.dumps([view["faults"], view["unconfirmed"]]).encode()) % (1 << FAULT_BITS)
    coup = view["coup"] % (1 << COUP_BITS)
    lies = [view["coup"], [_open(place) for place in view["places"]], view["faults"], view["unconfirmed"]]
    lying = crc32(json.dumps(lies).encode()) % (1 << LYING_BITS)
    return (faults << COUP_BITS | coup) << LYING_BITS | lying


def is_same(seen: object, view: View) -> bool:
    """Whether the table is the one that somebody saw with the mark `seen`."""
    return seen == mark(view)


def has_same_faults(seen: object, view: View) -> bool:
    """Whether the faults that somebody saw with the mark `seen` are the open ones now, even if cards came
    since."""
    shift = COUP_BITS + LYING_BITS
    return type(seen) is int and seen >> shift == mark(view) >> shift


def is_same_coup(seen: object, view: View) -> bool:
    """Whether, besides, the coup is the same."""
    return type(seen) is int and seen >> LYING_BITS == mark(view) >> LYING_BITS


def _fault(view: View, fault: FaultShown) -> FaultDrawn:
    kind = kind_of(fault)
    return {
        "kind": fault["kind"],
        "title": plain(TITLES[kind]),
        "because": worded(fault["because"]),
        "card": fault.get("card"),
        "to": fault.get("to"),
        "said": fault.get("said"),
        "picture": fault.get("picture"),
        "coup": fault.get("coup"),
        "cell": cell_of(view, fault),
        "ways": [way.plain() for way in _ways(WAYS[kind], view, fault)],
    }


def _ways(ways: tuple[Way, ...], view: View, fault: FaultShown) -> list[Way]:
    """The ways out that lead anywhere: a card is withdrawn or named again only while it is the last,
    because what came after it would be withdrawn instead, and says so; many at once where there are many."""
    if view["phase"] == "idle" or fault["coup"] != view["coup"]:  # that coup is over
        ways = tuple([UNDERSTOOD if way is DRAW_OWED else way for way in ways if way is not ANNUL])
    if fault.get("refused"):  # nothing has changed that could be withdrawn
        return [UNDERSTOOD for way in ways if way.act == "acknowledge"]
    unread = fault["kind"] == "unread-card"
    is_last = view.get("last_card") == (UNREAD if unread else fault.get("said") or fault["card"])
    if not is_last:
        others = [TAKE_BACK if way.act == "undo" else way for way in ways if way.act not in OF_THE_LAST]
        return others[:ROOM_FOR]
    many = len([each for each in view["faults"] if each["kind"] == "unread-card"]) > 1
    return [way for way in ways if many or way is not ALL_UNREAD][:ROOM_FOR]  # the supervisor has another key


def public(view: View, events: Events = (), *, pockets: int = 37) -> Picture:
    """All that the public may see."""
    if not view:
        return {"phase": "closed"}
    view = hushed(view)
    final = _final(view)
    result: Result = (view["result"] if final else None) or {}
    return {
        "game": view["game"],
        "coup": view["coup"],
        "phase": public_phase(view),
        "rests": rests(view),
        "opens_minute": view.get("opens_minute"),
        "says": _says(view),
        "simulated": bool(view.get("simulated")),
        "places": [_open(place) for place in view["places"]],
        "home": home(view),
        "ruling": announced(view),
        "won": outcome.won(result),
        "lost": outcome.lost(result),
        "number": _number(view) if final else None,
        "manual": _by_hand(view, final=final),
        "result": _public_result(view) if final else None,
        "score": score({**view, "results": _final_results(view, final=final)}, pockets=pockets),
        "events": [event["event"] for event in events if event["event"] in _public_moves(view)],
    }


def _public_moves(view: View) -> tuple[str, ...]:
    return ("card",) if is_silent(view) else ("card", "result")


def _by_hand(view: View, *, final: bool) -> list[str]:
    """What a person entered, as far as it lies open: no card face down, no number before it is final."""
    lying = {card for place in view["places"] for card in _open(place)["cards"]}
    return [name for name in view["manual"] if name in lying or (final and not view["places"])]


def public_phase(view: View) -> str:
    """`bets-open`, `bets-closed`, `dealing`, `decided`; `moment` while the table has something to settle;
    `shut` while nobody plays."""
    disputed = any(fault["kind"] != REFUSED for fault in view["faults"])
    if view.get("halted") or view["unconfirmed"] or disputed or view["phase"] in ("hold", "unread"):
        return "moment"
    if croupier_band.is_shut(view):
        return "shut"
    phase: str = view["phase"]
    return {"idle": "bets-open", "decision": "dealing"}.get(phase, phase)


def rests(view: View) -> bool:
    """Whether no coup is under way: nothing was dealt or staked since the last result, and nothing is to be
    settled."""
    phase = public_phase(view)
    return phase in ("shut", "decided") or (phase == "bets-open" and not view["stakes"])


def _final(view: View) -> bool:
    return view["result"] is not None and public_phase(view) == "decided"


def _final_results(view: View, *, final: bool) -> list[ResultShown]:
    """The results without that of a coup that is decided but still in dispute."""
    results = view["results"]
    return results if final or view["result"] is None else results[:-1]


def _open(place: PlaceShown) -> Lies:
    """A place as it lies: of a hand that lies face down, backs and only the third card open."""
    name, cards, points = place["name"], place["cards"], place["points"]
    if place.get("face_down"):
        return {"name": name, "cards": [*[BACK] * len(cards[:2]), *cards[2:]], "points": None}
    return {"name": name, "cards": cards, "points": points}


def _number(view: View) -> list[str] | None:
    """The number on which the ball rests, and its colour."""
    result = view["result"] or {}
    return [str(result["number"]), result["colour"] or "zero"] if "number" in result else None


_RESULT_KEYS = ("winner", "winners", "points", "natural", "pairs")


def _public_result(view: View) -> dict[str, object]:
    calls = [call["text"] for call in view["calls"]]
    result: Result = view["result"] or {}
    alone = outcome.headline(cloth_of_table(view["game"], view), result, calls)
    return {key: value for key, value in result.items() if key in _RESULT_KEYS} | {"alone": alone}


def _says(view: View) -> str:
    """The state of the game in the words of the game."""
    cloth = cloth_of_table(view["game"], view)
    calls = [call["text"] for call in view["calls"]]
    match public_phase(view):
        case "moment":
            return cloth.moment
        case "shut":
            return cloth.shut
        case "bets-open":
            return calls[-1] if calls and cloth.talks else cloth.bets_open
        case "decided":
            return outcome.sentence(cloth, view["result"] or {}, calls)
    owed = view["owed"]
    if "turns" in view and owed is not None:
        return ""  # the seat itself is lit
    return cloth.bets_closed
