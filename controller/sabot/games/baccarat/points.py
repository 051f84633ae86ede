"""What the three games of baccarat share: the value of the cards, naturals and calls in French."""

from __future__ import annotations

from sabot.core.cards import VALUE as VALUE
from sabot.core.terms import Call

NATURAL_POINTS = (8, 9)

NUMBERS = ("baccarat", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf")
"""The totals as they are announced (CB: nothing is "baccarat")."""


def french(text: str, *, asks: str = "", to: str = "") -> Call:
    """A call in French, the language of these tables; it may ask a hand to speak, or for a card to one."""
    return Call(text, "fr", asks, to)


SHUFFLE_AND_CUT = (french("Les cartes sont mêlées"), french("La coupe, s'il vous plaît"))
"""What is announced at every new sabot."""
