"""What the table has on the cloth, as the controller tells the eye."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple


class Held(NamedTuple):
    """What the table has on the cloth: the names of the cards of coup number `coup`, and whether it is
    `open`.
    """

    cards: Counter[str]
    coup: int = 0
    open: bool = False


def held(message: object) -> Held:
    """Returns what the controller says about the table: `{"cards": ["8C"], "coup": 3, "open": true}`."""
    if not isinstance(message, dict):
        return Held(Counter())
    cards, coup = message.get("cards"), message.get("coup")
    names = [each for each in cards if isinstance(each, str)] if isinstance(cards, list) else []
    return Held(Counter(names), coup if isinstance(coup, int) else 0, message.get("open") is True)
