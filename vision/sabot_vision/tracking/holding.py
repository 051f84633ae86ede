"""What the table has on the cloth, as the controller tells the eye."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple


class Held(NamedTuple):
    """What the table has on the cloth: the names of the cards of coup number `coup`, and whether it is
    `open`: more may come. It is open again, without a card, from the moment that its cards are taken away.
    `places`: the place and name of each; `disputed`: sabot and eye disagree, or a person named one.
    """

    cards: Counter[str]
    coup: int = 0
    open: bool = False
    places: tuple[tuple[str, str], ...] = ()
    disputed: bool = False

    @property
    def is_dealing(self) -> bool:
        """Whether cards lie there and more may come."""
        return self.open and bool(self.cards)


def held(message: object) -> Held:
    """Returns what the controller says about the table: `{"cards": ["8C"], "coup": 3, "open": true,
    "places": [["punto", "8C"]], "disputed": false}`.
    """
    if not isinstance(message, dict):
        return Held(Counter())
    cards, coup = message.get("cards"), message.get("coup")
    names = [each for each in cards if isinstance(each, str)] if isinstance(cards, list) else []
    number, is_open = coup if isinstance(coup, int) else 0, message.get("open") is True
    return Held(
        Counter(names), number, is_open, placed(message.get("places")), message.get("disputed") is not False
    )


def placed(given: object) -> tuple[tuple[str, str], ...]:
    """The pairs of a place and a card in what was given; anything else is passed over."""
    pairs = given if isinstance(given, list) else []
    whole = [each for each in pairs if isinstance(each, list) and len(each) == 2]
    return tuple((place, card) for place, card in whole if isinstance(place, str) and isinstance(card, str))
