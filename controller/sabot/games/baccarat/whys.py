"""Why a hand of baccarat draws, stands or is free, and what breaks the rule: reasons that the games share."""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.core.terms import Owed
from sabot.games.baccarat.tableau import Rule

GIVEN_NAMES = {
    None: reason("no third card"),
    0: reason("a ten-value card"),
    1: reason("an ace"),
    2: reason("a 2"),
    3: reason("a 3"),
    4: reason("a 4"),
    5: reason("a 5"),
    6: reason("a 6"),
    7: reason("a 7"),
    8: reason("an 8"),
    9: reason("a 9"),
}
"""The card given by its value, for a sentence."""

SPEAKERS = {"ponte": reason("the ponte"), "banker": reason("the banker")}
DREW = {"ponte": reason("the ponte drew"), "banker": reason("the banker drew")}
STOOD = {"ponte": reason("the ponte stood"), "banker": reason("the banker stood")}
"""What a hand did, by its holder."""

AFTER_A_NATURAL = reason("a draw after a natural: 8 or 9 in two cards ends the deal and nobody draws")


def pontes_why(place: str, points: int, law: Rule, five: str) -> Reason:
    """The rule of the ponte at this place."""
    if law == "F":
        return reason("{place} has {n} and is free on 5", place=place, n=points)
    if law == "D":
        return reason("{place} has {n} and draws to {m}", place=place, n=points, m=5 if five == "draw" else 4)
    return reason("{place} has {n} and stands on 6 and 7", place=place, n=points)


def still_owed(owed: Owed) -> Reason:
    """What closing breaks while this card is owed and no hand was to speak."""
    return reason("{who}: {why}", who=reason("a card is still owed"), why=owed.why)


def broken(name: str, choice: str, why: Reason) -> Reason:
    """A breach of the rule `why`: the ponte or the banker, by NAMES, said or did `carte` or `non`."""
    if choice == "carte":
        return reason("{did}: {why}", did=DREW[name], why=why)
    return reason("{who}: {why}", who=STOOD[name], why=why)


def with_sequel(why: Reason, choice: str, *, is_decided: bool) -> Reason:
    """A breach by word with what follows from it, where the word is not the hand's choice: a card that comes
    for it counts in no hand, or the card that it refuses is still owed."""
    if choice == "non":
        return (
            why if is_decided else reason("{why}; the card is still owed before the coup is closed", why=why)
        )
    if is_decided:
        return reason("{why}; a card that comes for this counts in no hand", why=why)
    return reason(
        "{why}; a card that comes for this counts in no hand, and the others play without it", why=why
    )


def had_said(name: str) -> Reason:
    """A hand drew that had said that it stands."""
    return reason("{did}: they had said that they stand", did=DREW[name])


def too_late(*, is_dealing: bool) -> Reason:
    """Why the bank, and the stakes against it, stay as they are."""
    if is_dealing:
        return reason("no call about the bank or the stakes after the first card")
    return reason("no call about the bank or the stakes after rien ne va plus")
