"""Which card on the cloth the sabot named how: what the eye may learn from. Pure.

Only an undisputed coup teaches. A card that the eye named as the sabot did teaches. So does the one card of a
place that it could not read, if one dealt card is left for it. A place with anything else teaches nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Lying(NamedTuple):
    """A card that the eye reported at a place, under the number of its track; None: it cannot read it."""

    track: int
    card: str | None
    place: str


def named_by_the_sabot(dealt: Sequence[tuple[str, str]], lying: Iterable[Lying]) -> dict[int, str]:
    """Returns the sabot's names for cards on the cloth, by track. `dealt`: the places and names of the cards
    of the coup."""
    every, names = list(lying), dict[int, str]()
    for place in dict.fromkeys(place for place, _ in dealt):
        cards = [card for at, card in dealt if at == place]
        names |= of_place(cards, [each for each in every if each.place == place])
    return names


def of_place(cards: Sequence[str], lying: Sequence[Lying]) -> dict[int, str]:
    """The same for one place; nothing if a card there is at variance with what was dealt."""
    left, names, unread = list(cards), dict[int, str](), list[Lying]()
    for each in lying:
        if each.card is None:
            unread.append(each)
        elif each.card in left:
            left.remove(each.card)
            names[each.track] = each.card
        else:
            return {}
    if len(unread) == len(left) == 1:
        names[unread[0].track] = left[0]
    return names
