"""Turns, open cards and faults as plain JSON values. No hand is in what everybody may see."""

from __future__ import annotations

from sabot.core import reasons
from sabot.core.cards import any_card_named
from sabot.core.game import Coup
from sabot.core.play.state import Alert
from sabot.core.shapes.room import reason_of
from sabot.core.shapes.view import FaultShown, OwnShown, PlaceShown, Spread, TurnShown, View
from sabot.core.table import Table
from sabot.core.terms import Turn
from sabot.core.words import SECRET_VERBS


def turns_shown(coup: Coup) -> View:
    """Whose turn it is, and what everybody may see; nothing where players do not act in turns."""
    if coup.turns is None:
        return {}
    spread = coup.spread
    return {
        "turns": [_turn(turn) for turn in _public(coup.turns)],
        "spread": spread,
        "places": [_place(coup.turns, spread, str(seat)) for seat in spread.get("seats", ())],
    }


def _public(turns: tuple[Turn, ...]) -> list[Turn]:
    """The first turn, and those of the others that betray no hand by being there."""
    return [turn for nth, turn in enumerate(turns) if nth == 0 or not turn.private]


def _place(turns: tuple[Turn, ...], spread: Spread, seat: str) -> PlaceShown:
    """A seat as a place: the card that it played to the trick, and those that lie open before it."""
    played = [each["card"] for each in spread.get("trick", ()) if str(each["seat"]) == seat]
    cards = [*spread.get("cards", {}).get(seat, ()), *played]
    owed = bool(turns) and str(turns[0].seat) == seat
    return {"name": seat, "cards": cards, "points": None, "owed": owed, "face_down": False}


def own_shown(table: Table, seat: int) -> OwnShown:
    """What the player at this seat may see and nobody else."""
    coup = table.play.coup
    hand = coup.hand_of(seat)
    turns = [turn for turn in coup.turns or () if turn.seat == seat]
    return {
        "seat": seat,
        "hand": None if hand is None else [*map(str, hand)],
        "turns": [_shown(turn, turn.acts) for turn in turns],
    }


def public_acts(turn: Turn) -> tuple[str, ...]:
    """The acts of this turn as everybody may know them: a card of a hand is the slot CARD, and where the acts
    would betray the hand, they are those of a hand that nobody knows.

    >>> public_acts(Turn(2, ("play 2 8C", "play 2 9C", "bid 2 pass")))
    ('play 2 CARD', 'bid 2 pass')
    >>> public_acts(Turn(2, ("swap 2 8C 9C", "swap 2 2")))
    ('swap 2 CARD', 'swap 2 2')
    """
    acts = turn.open_acts if turn.private else turn.acts
    return tuple(dict.fromkeys(_without_cards(act) for act in acts))


def _without_cards(act: str) -> str:
    """The act with slots for its cards. A word after the seat names a card wherever it can be read as one."""
    verb, *words = act.split()
    if verb not in (*SECRET_VERBS, "play", "show"):
        return act
    named = ["CARD" if any_card_named(word) else word for word in words]
    once = [word for nth, word in enumerate(named) if word != "CARD" or word not in named[:nth]]
    return " ".join([verb, *once])


def _turn(turn: Turn) -> TurnShown:
    return _shown(turn, public_acts(turn))


def _shown(turn: Turn, acts: tuple[str, ...]) -> TurnShown:
    return {
        "seat": turn.seat,
        "acts": list(acts),
        "limits": list(turn.limits) if turn.limits else None,
        "why": reason_of(turn.why),
    }


def fault_shown(alert: Alert) -> FaultShown:
    """An open fault."""
    fault = alert.fault
    shown: FaultShown = {
        "kind": fault.kind,
        "because": reasons.as_dict(fault.because),
        "card": str(fault.card) if fault.card else None,
        "to": fault.to,
        "owed": fault.owed,
        "said": fault.said,
        "picture": fault.picture,
        "coup": alert.coup,
    }
    if fault.seat is not None:
        shown["seat"] = fault.seat
    if fault.trick is not None:
        shown["trick"] = fault.trick
    if alert.refused:
        shown["refused"] = True
    return shown
