"""The band across the croupier's page. It says in the largest letters what the croupier must know now, and no
other part of the page changes its colour.

`band_of` returns its `tone` (`fault`, `refused`, `lost`, `check`, `owed`, `decided`, `open`), its words, why,
and its buttons. A fault comes before a lost instrument, and that before the course of the game."""

from __future__ import annotations

from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import InstrumentShown, OwedShown, View, WheelAlertShown
from sabot_dashboard.picture import outcome
from sabot_dashboard.picture.cloths import Cloth, cloth_of_table, seat_named
from sabot_dashboard.picture.faults import CALL_CHEF, CHEF, NOT_THIS, REFUSED, FaultDrawn, Way, WayShown
from sabot_dashboard.picture.phrases import choices_of
from sabot_dashboard.words.sentence import Sentence, plain, with_suit, worded

Band = dict[str, object]

BUTTONS_MOST = 3
"""Buttons that the band has room for."""
SPENT = "the sabot is spent: no coup is dealt from it until a new one is opened"
WHEEL = plain("The wheel reports a fault")
CARD_BY_HAND = Way("card", "Enter a card by hand")
SOLD = Way("say", "Sold", words="adjuge")
CONFIRM = Way("confirm", "Yes, this is the coup")


def band_of(view: View, faults: list[FaultDrawn]) -> Band:
    """The band for this view. `faults` are as the projection draws them. The newest is shown; an act that was
    merely refused is shown only if nothing is in dispute."""
    if halted := view.get("halted"):
        return framed("fault", plain("The record is halted"), why=worded(halted))
    wheel = view.get("wheel")
    standing = [each for each in wheel["faults"] if not each["answered"]] if wheel else []
    if faults:
        return _of_fault(view, faults, standing)
    if view["unconfirmed"]:
        why = plain("The system was restarted. Compare the cards, then confirm.")
        return framed("check", plain("Is this the coup on the cloth?"), why=why, ways=(CONFIRM, NOT_THIS))
    if standing:
        return _of_wheel(standing)
    band = _of_game(view, cloth_of_table(view["game"], view))
    lost = [each for each in view["instruments"] if each["state"] != "found"]
    return band if not lost else with_lost(band, lost, view)


def _of_fault(view: View, faults: list[FaultDrawn], standing: list[WheelAlertShown]) -> Band:
    """The fault to show, with the number of its `coup` if that coup is over, and the names of the others. One
    answer settles all of them. It needs the supervisor if one of them does, and a long press likewise."""
    newest = fault_shown(faults)
    others = [each for each in reversed(faults) if each is not newest and each["kind"] != REFUSED]
    ways = [_for_all(way, (newest, *others)) for way in newest["ways"]] if others else newest["ways"]
    also: list[Plain] = [{"title": each["title"], "card": with_suit(each["card"])} for each in others]
    return {
        "tone": "refused" if all(fault["kind"] == REFUSED for fault in faults) else "fault",
        "text": newest["title"],
        "why": newest["because"],
        "coup": newest["coup"] if newest["coup"] != view["coup"] else None,
        "ways": ways,
        "also": [*also, *[{"title": WHEEL, "card": ""}][: len(standing)]],
        "cell": newest["cell"],
        "picture": newest["picture"],
    }


def _for_all(way: WayShown, faults: tuple[FaultDrawn, ...]) -> WayShown:
    """An answer to one of several open faults as the answer to all of them."""
    answers = [each for fault in faults for each in fault["ways"] if each["act"] == "acknowledge"]
    if way["act"] != "acknowledge" or len(answers) < 2:
        return way
    hold = any(each["hold"] for each in answers)
    label = plain("All {n} are settled: the coup goes on", n=len(answers))
    return {**way, "label": label, "by": CHEF if hold else way["by"], "hold": hold}


def _of_wheel(standing: list[WheelAlertShown]) -> Band:
    """The newest open fault of the wheel, under its own name."""
    newest = standing[-1]
    understood = Way("acknowledge", "Understood", fault=newest["name"])
    band = framed("refused", WHEEL, why=worded(newest["why"]), ways=(understood, CALL_CHEF))
    others = reversed(standing[:-1])
    return band | {"also": [{"title": worded(other["why"]), "card": ""} for other in others]}


def fault_shown(faults: list[FaultDrawn]) -> FaultDrawn:
    """Returns the fault in the band: the newest dispute, or else the newest refusal."""
    disputes = [fault for fault in faults if fault["kind"] != REFUSED]
    return (disputes or faults)[-1]


def _of_game(view: View, cloth: Cloth) -> Band:
    owed, phase = view["owed"], view["phase"]
    calls = [call["text"] for call in view["calls"]]
    sabot = view["sabot"]
    if phase == "idle" and not calls and sabot and sabot["state"] == "spent":
        return framed("open", plain("◆ sabot spent"), why=plain(SPENT))
    if bets_are_to_close(view):
        return framed("owed", said(cloth.bets_closed), why=plain("the ball leaves its track soon"))
    if phase in ("idle", "bets-open"):
        text = said(cloth.shut if is_shut(view) else calls[-1] if calls else cloth.bets_open)
        return framed("open", text, ways=(SOLD,) if view.get("bid") else ())
    if phase == "decided":
        return _of_deal_over(view, cloth) if "turns" in view else _of_coup_over(calls)
    if owed is None:
        return framed("open", said(calls[-1] if calls else ""))
    if "turns" in view:
        return _of_turn(owed, cloth)
    speaker = _speaker(view, owed)
    if speaker is not None:
        return _decision(view, owed, speaker, calls)
    why = worded(owed["why"]) if owed["why"] and not _hidden(view, owed["to"] or "") else None
    return framed("owed", said(cloth.card_for.format(place=cloth.place(owed["to"] or ""))), why=why)


def _of_coup_over(calls: list[str]) -> Band:
    """The result to announce, and what the croupier does then."""
    then = plain("Pay, collect, then close the coup.")
    return framed("decided", said(calls[-1] if calls else ""), why=then)


def _of_deal_over(view: View, cloth: Cloth) -> Band:
    """Who won, and who begins the next deal: its first act closes this one."""
    won = outcome.sentence(cloth, view["result"] or {}, [])
    seats = [turn["seat"] for turn in view["turns"]]
    next_one = seat_named(view, seats[0]) if seats else ""
    if not won:
        then = plain("{seat} begins the next one.", seat=next_one) if seats else None
        return framed("decided", plain("The deal is over"), why=then)
    then = plain("The deal is over; {seat} begins the next one.", seat=next_one) if seats else None
    return framed("decided", said(won), why=then)


def _of_turn(owed: OwedShown, cloth: Cloth) -> Band:
    """Whose turn it is, where players act in turns. There are buttons where a few acts can be named whole."""
    seat = str(owed["of"])
    acts = [act for act in owed["choices"] if act == act.lower()]
    room = len(acts) == len(owed["choices"]) <= BUTTONS_MOST
    ways = [Way("say", act.split()[-1], cloth.names.get(seat, seat), words=act) for act in acts if room]
    why = worded(owed["why"]) if owed["why"] else None
    return framed("owed", said(cloth.names.get(seat, seat)), why=why, ways=tuple(ways))


def is_shut(view: View) -> bool:
    """Whether the table is closed and nobody plays."""
    return view["shut"] and view["phase"] in ("idle", "bets-open")


def bets_are_to_close(view: View) -> bool:
    """Whether the wheel says that the ball will leave its track soon, and the stakes are open still."""
    if view["phase"] != "bets-open" or not (wheel := view.get("wheel")):
        return False
    return (wheel["seen"] or {}).get("phase") == "rnvp-due"


def has_old_calls(view: View) -> bool:
    """Whether the last calls are over: the bets are to be closed, or the table is closed."""
    return bets_are_to_close(view) or is_shut(view)


def _hidden(view: View, *names: str) -> list[str]:
    """Which of these places, or of all, have two cards that lie face down."""
    return [
        place["name"]
        for place in view["places"]
        if place.get("face_down") and len(place["cards"]) >= 2 and (not names or place["name"] in names)
    ]


def _speaker(view: View, owed: OwedShown) -> str | None:
    """Returns the party that must speak: the free one; but if that would reveal a face-down hand, the one
    that the call asks, or else the first hidden hand. None where a card is owed, or has been called for."""
    calls = view["calls"]
    if not _hidden(view, owed["to"] or owed["of"] or ""):
        return str(owed["of"]) if owed["of"] else None
    if calls and calls[-1]["to"]:
        return None
    return next((call["asks"] for call in reversed(calls) if call["asks"]), _hidden(view)[0])


def _decision(view: View, owed: OwedShown, who: str, calls: list[str]) -> Band:
    """`who` must speak: the buttons are the words that they may say. It says why they are free to choose only
    if their hand is open."""
    cloth, hidden = cloth_of_table(view["game"], view), _hidden(view)
    words = choices_of(view["game"], who) if who in hidden else owed["choices"]
    ways = [
        Way("say", cloth.choices.get(word, word), cloth.names.get(who, who), words=f"{who} {word}")
        for word in words
    ]
    text = calls[-1] if calls else " / ".join(owed["choices"])
    why = worded(owed["why"]) if owed["why"] and who not in hidden else None
    return framed("owed", said(text), why=why, ways=tuple(ways))


def said(text: str) -> Sentence:
    """Words of the game: shown unchanged in every language of the page."""
    return plain(text) | {"game": True}


EXTRA_MISSING = "the extra {source} is missing: {note}"
"""The key of the reason that an instrument gives when a part of the program is not installed for it."""


def _why(lost: InstrumentShown) -> Sentence | None:
    """Why an instrument is lost. The command that installs something stands on the technician's page."""
    why = lost["why"]
    if why is not None and why["id"] == EXTRA_MISSING:
        return plain("a part of the program is not installed; the technician’s page says how")
    return worded(why) if why else None


def with_lost(band: Band, missed: list[InstrumentShown], view: View) -> Band:
    """The band while instruments are lost. What is owed stays the largest, and words that are due stay
    buttons. The notice below names the lost instrument, since when, and what still works. Of several it names
    a lost one before one in trouble, and first the one that reads the deal or tells the number, which has a
    key of its own to be entered by."""
    roles = {each["role"] for each in view["instruments"]}
    deals = "wheel" if not view["places"] else "sabot" if "sabot" in roles else "camera"
    lost = min(missed, key=lambda each: (each["state"] != "lost", each["role"] != deals))
    still = [each["role"] for each in view["instruments"] if each["state"] == "found"]
    notice = {
        "role": lost["role"],
        "state": lost["state"],
        "why": _why(lost),
        "since_ns": lost["since_ns"],
        "still": still,
    }
    is_dealt_by_hand = lost["role"] == deals != "wheel" and lost["state"] == "lost"
    ways = [*ways_of(band), *([CARD_BY_HAND.plain()] if is_dealt_by_hand else [])]
    return band | {"tone": "lost", "lost": notice, "ways": ways[:BUTTONS_MOST]}


def ways_of(band: Band) -> list[WayShown]:
    """The buttons of a band."""
    ways = band["ways"]
    return [*ways] if isinstance(ways, list) else []


def framed(tone: str, text: Sentence, *, why: Sentence | None = None, ways: tuple[Way, ...] = ()) -> Band:
    """A band as the page gets it, with nothing else open."""
    return {"tone": tone, "text": text, "why": why, "ways": [way.plain() for way in ways], "also": []}
