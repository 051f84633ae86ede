"""The cards of baccarat banque: two sides against one banker, and the games for the last cards of a sabot.

Source: HS p. 7-16. Droite, gauche, banque, one card each, twice; the banker looks first, and an 8 or 9
ends the deal. Then droite speaks, then gauche, then the banker. What the rules tell each is in `hands`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sabot.core.reasons import Reason, reason
from sabot.core.terms import Call, Owed
from sabot.games.baccarat.choices import BY_RULE, CHOICES
from sabot.games.baccarat.points import NUMBERS, VALUE, french
from sabot.games.baccarat.tableau import Rule
from sabot.games.baccarat.whys import AFTER_A_NATURAL, SPEAKERS, broken, had_said
from sabot.games.baccarat_banque.hands import (
    AT,
    NAMES,
    NOTHING_HEARD,
    PLACES,
    SIDES,
    Hands,
    Heard,
    Table,
    banker_rule,
    is_natural,
    is_over,
    side_rule,
    two,
)
from sabot.games.baccarat_banque.whys import DEAL, ONE_CARD, banker_why, side_why


class Position(NamedTuple):
    """All that the values of the cards and the decisions heard say of a coup.

    In *tapis pour dix* and *la plus belle à une* each hand begins with the value of a virtual ten. `turn` is
    whose decision or card comes next once all hands have their two; `winners` are those of droite and gauche
    once the coup is decided (None at *rouge ou noir*, where the suit decides).
    """

    table: Table
    values: Hands
    said: Heard
    points: tuple[int, int, int]
    owed: Owed | None
    turn: str | None
    winners: tuple[str, str] | None
    natural: bool
    calls: tuple[Call, ...]
    then: dict[str, Position]

    @property
    def complete(self) -> bool:
        """Whether every hand has its first two cards."""
        return len(self.values[2]) >= 2


def rule(now: Position, who: str) -> Rule:
    """What the rules say to `who` now that all hands have two cards."""
    if is_natural(now.values[2]):
        return "S"
    if who == "banque":
        return banker_rule(now.table, now.values)
    return side_rule(now.table, now.values[AT[who]])


def tirage(table: Table, hands: Hands, said: Heard = NOTHING_HEARD) -> Owed | None:
    """What is owed with these values and decisions; None: the coup is decided."""
    if table.mode == "rouge-noir":
        return None if hands[2] else Owed("banque", why=reason("the next card decides: rouge ou noir"))
    if len(hands[2]) < 2:
        return Owed(_next_place(hands), why=DEAL[table.mode])
    if table.mode == "belle" or is_over(hands):
        return None
    for place, heard in zip(PLACES, said, strict=True):
        if wanted := _wanted(table, hands, place, heard):
            return wanted
    return None


def _next_place(hands: Hands) -> str:
    counts = [len(hand) for hand in hands]
    return PLACES[counts.index(min(counts))]


def _wanted(table: Table, hands: Hands, who: str, heard: str | None) -> Owed | None:
    """The card or the decision of one hand, if it has not had it yet."""
    values = hands[AT[who]]
    if len(values) == 3 or is_natural(values):
        return None
    choice = heard or BY_RULE[banker_rule(table, hands) if who == "banque" else side_rule(table, values)]
    if choice == "non":
        return None
    why = banker_why(table, hands) if who == "banque" else side_why(table, hands, who)
    return Owed(who, why=why) if choice else Owed(of=who, choices=CHOICES, why=why)


# --- positions ---------------------------------------------------------------------------------------


def winner(ponte: int, banque: int) -> str:
    """Who wins a side with these points."""
    return "egalite" if ponte == banque else "ponte" if ponte > banque else "banque"


def start(table: Table) -> Position:
    """The position before any card."""
    hand = (0,) if table.mode in ("tapis", "belle") else ()
    return position(table, (hand, hand, hand), NOTHING_HEARD)


# Bounded: with two sides there are over a million of them, and each costs a few microseconds only.
@lru_cache(maxsize=1 << 15)
def position(table: Table, values: Hands, said: Heard) -> Position:
    """What these values, in the order drawn, and these decisions say."""
    droite, gauche, banque = (sum(hand) % 10 for hand in values)
    owed = tirage(table, values, said)
    whole = len(values[2]) >= 2
    turn = owed and (owed.to or owed.of) if whole else None
    won = _winners(table, values, (droite, gauche, banque)) if owed is None and whole else None
    natural = won is not None and table.mode in ("normal", "tapis") and any(map(is_natural, values))
    now = Position(table, values, said, (droite, gauche, banque), owed, turn, won, natural, (), {})
    return now._replace(calls=_calls(now))


def _winners(table: Table, values: Hands, points: tuple[int, int, int]) -> tuple[str, str]:
    droite, gauche, banque = points
    if table.natural == "points" or table.mode == "belle":
        return winner(droite, banque), winner(gauche, banque)
    at_once = two(values[2])
    return (
        winner(droite, at_once if is_natural(values[0]) else banque),
        winner(gauche, at_once if is_natural(values[1]) else banque),
    )


def advanced(now: Position, rank: str) -> Position:
    """The position when the hand whose card or decision is next gets a card of this rank."""
    at = AT[(now.owed and (now.owed.to or now.owed.of)) or "banque"]
    hand = _short((*now.values[at], VALUE[rank]))
    values: Hands = (*now.values[:at], hand, *now.values[at + 1 :])  # type: ignore[assignment]
    then = position(now.table, values, now.said)
    if len(now.values[2]) < 2:
        now.then[rank] = then
    return then


def _short(values: tuple[int, ...]) -> tuple[int, ...]:
    """Two cards count as one sum from now on: hands with the same sum and third card are one position."""
    return (sum(values) % 10, 0) if len(values) == 2 else values


def decided(now: Position, who: str, choice: str) -> Position:
    """The position once `who` has said `carte` or `non`."""
    at = AT[who]
    said: Heard = (*now.said[:at], choice, *now.said[at + 1 :])  # type: ignore[assignment]
    return position(now.table, now.values, said)


# --- calls -------------------------------------------------------------------------------------------

_AT_SIDE = {"droite": "à droite", "gauche": "à gauche", "banque": "à la banque"}
_SPEAKS = {place: (french(f"La parole est {where}", asks=place),) for place, where in _AT_SIDE.items()}
_CARD = {place: (french(f"Carte {where}", to=place),) for place, where in _AT_SIDE.items()}
_GIVES = french("J'en donne")


def _calls(now: Position) -> tuple[Call, ...]:
    """What is called; of hands that lie face down it tells nothing."""
    if now.winners is not None:
        return (french(_result_call(now, now.winners)),)
    if not now.complete or now.owed is None:
        return ()
    if all(len(hand) == 2 for hand in now.values) and now.said == NOTHING_HEARD:
        return (_GIVES, *(_shown(now, side) for side in turned_up(now)))
    who = now.turn or "banque"
    return _CARD[who] if now.said[AT[who]] else _SPEAKS[who]


def turned_up(now: Position) -> tuple[str, ...]:
    """The sides that show 8 or 9."""
    return tuple([side for side in SIDES if is_natural(now.values[AT[side]])])


def _shown(now: Position, side: str) -> Call:
    return french(f"{NUMBERS[now.points[AT[side]]].capitalize()} {_AT_SIDE[side]}")


def _result_call(now: Position, winners: tuple[str, str]) -> str:
    natural = now.natural and is_natural(now.values[2])
    opens = f"{NUMBERS[now.points[2]].capitalize()} à la banque. " if natural else ""
    sides = [_side_call(now, side, won) for side, won in zip(SIDES, winners, strict=True)]
    return opens + " ; ".join(sides)


def _side_call(now: Position, side: str, won: str) -> str:
    ponte, banque = now.points[AT[side]], now.points[2]
    name = side.capitalize()
    if won == "egalite":
        return f"{name} : égalité, {NUMBERS[ponte]} partout"
    if won == "ponte" and ponte <= banque:
        return f"{name} : le ponte gagne, {NUMBERS[ponte]}, naturel"
    who, high, low = ("le ponte", ponte, banque) if won == "ponte" else ("la banque", banque, ponte)
    return f"{name} : {who} gagne, {NUMBERS[high]} à {NUMBERS[low]}"


# --- what a breach is called -------------------------------------------------------------------------


def breach(now: Position, who: str, choice: str) -> Reason | None:
    """The rule that `who` breaks by `carte` or `non`; None when they break none."""
    law = rule(now, who)
    if law == "F" or choice == BY_RULE[law]:
        return None
    if is_over(now.values) or is_natural(now.values[AT[who]]):
        return AFTER_A_NATURAL
    why = banker_why(now.table, now.values) if who == "banque" else side_why(now.table, now.values, who)
    return broken(NAMES[who], choice, why)


def too_many(now: Position, place: str | None) -> Reason:
    """Why a coup has no place for another card, laid before `place` if anyone saw where."""
    who = place or "banque"
    if now.table.mode in ("belle", "rouge-noir"):
        return broken(NAMES[who], "carte", ONE_CARD[now.table.mode])
    if is_over(now.values):
        return AFTER_A_NATURAL
    if len(now.values[AT[who]]) == 3:
        return reason("{speaker} drew: no hand takes more than three cards", speaker=SPEAKERS[NAMES[who]])
    return breach(now, who, "carte") or had_said(NAMES[who])
