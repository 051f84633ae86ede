"""Whether an act is among those that are due: for games whose turns name all that may be done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason
from sabot.core.terms import FaultKind, Turn
from sabot.core.words import Words
from sabot.games.evening.whys import not_in_pack, seen_already

SIZED = ("AMOUNT", "CARDS")
"""The slots that the limits of a turn are about."""


def refusal(turns: tuple[Turn, ...], words: Words) -> Reason:
    """Why this act is not due, or why its sum or its number of cards is not; NOTHING where it may be done.

    >>> refusal((Turn(2, ("bid 2 weg", "bid 2 AMOUNT"), (1, 50)),), ("bid", 2, 20)) is NOTHING
    True
    """
    found = [
        (turn, sizes) for turn in turns for act in turn.acts if (sizes := _sizes(act, words)) is not None
    ]
    if not found:
        return turns[0].why
    turn, sizes = found[0]
    least, most = turn.limits or (0, 0)
    return NOTHING if all(least <= size <= most for size in sizes) else turn.why


def as_card(turns: tuple[Turn, ...], words: Words) -> Words:
    """A card that was seen before a seat that is to turn one, as the card alone; other words as they are.

    >>> as_card((Turn(2, ("CARD",)),), ("play", 2, "8C"))
    ('card', '8C')
    >>> as_card((Turn(2, ("CARD",)),), ("play", 3, "8C"))
    ('play', 3, '8C')
    """
    turning = [turn.seat for turn in turns if "CARD" in turn.acts]
    return ("card", words[2]) if words[0] == "play" and words[1] in turning else words


def seat_of(words: Words) -> int | None:
    """The seat that acts with these words; None where they name none.

    >>> seat_of(("buy", 2, 50)), seat_of(("bet", "3", 50, 1)), seat_of(("deal",))
    (2, 1, None)
    """
    named = words[-1:] if words[0] == "bet" else words[1:2]
    return next((word for word in named if isinstance(word, int)), None)


def kind_of(turns: tuple[Turn, ...], words: Words, *, dealt: str = "hand") -> FaultKind:
    """The kind of fault that a refused act is: a `misdeal` where cards are dealt, with the verb `dealt`, to a
    seat that is owed another number of them.

    >>> turns = (Turn(2, ("hand 2 CARDS",), (5, 5)),)
    >>> kind_of(turns, ("hand", 2, ())), kind_of(turns, ("hand", 3, ()))
    ('misdeal', 'wrong-order')
    """
    owed = [
        turn.limits for turn in turns if words[:1] == (dealt,) and f"{dealt} {words[1]} CARDS" in turn.acts
    ]
    is_other = any(limits and not limits[0] <= len(words[2]) <= limits[1] for limits in owed)
    return "misdeal" if is_other else "wrong-order"


def _sizes(act: str, words: Words) -> list[int] | None:
    """The sums and numbers of cards of these words; None where they are not this act."""
    if words[0] == "card":
        return [] if act == "CARD" else None
    parts = act.split()
    if len(parts) != len(words) or not all(map(_fits, parts, words)):
        return None
    return [
        word if part == "AMOUNT" else len(word)
        for part, word in zip(parts, words, strict=True)
        if part in SIZED
    ]


def _fits(part: str, word: Any) -> bool:
    if part == "AMOUNT":
        return isinstance(word, int)
    return isinstance(word, tuple) if part in ("CARD", "CARDS") else part == str(word)


def impossible(cards: Iterable[Card], *, seen: Iterable[Card], pack: Iterable[Card]) -> Reason:
    """Why these cards cannot come out of a pack of single cards; NOTHING where they can."""
    out, whole = {*seen}, {*pack}
    for card in cards:
        if card not in whole:
            return not_in_pack(card)
        if card in out:
            return seen_already(card)
        out.add(card)
    return NOTHING
