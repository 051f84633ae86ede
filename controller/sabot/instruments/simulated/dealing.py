"""The croupier of a simulated shoe: which card leaves the sabot next, and where it is laid. Pure.

The croupier knows the usual game and deals it right; a coup that is given card by card is dealt as it is
given, right or wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from sabot.core.cards import DECK, Card, card_named
from sabot.games.baccarat.points import VALUE
from sabot.games.register import GAMES, USUAL

RULES = GAMES[USUAL]
PLACES = RULES.PLACES

CUT_AT = 16
"""How many cards lie behind the cut card."""


class Laid(NamedTuple):
    """A card on its way from the mouth to a place; `nth` counts that hand from 1, `last`: the coup ends
    with it."""

    card: Card
    place: str
    nth: int
    last: bool = False


Coup = tuple[Laid, ...]

NEW_SABOT, CUT_CARD = "new", "cut"

Act = Coup | str
"""What a croupier does next: a coup, or `NEW_SABOT`, or `CUT_CARD` (it comes out in the next coup)."""


def shuffled(decks: int, rng: random.Random) -> list[Card]:
    """Returns a sabot of `decks` packs in the order in which it will be drawn."""
    cards = list(DECK) * decks
    rng.shuffle(cards)
    return cards


def dealt(cards: Iterator[Card]) -> Coup:
    """One coup off the top, by the rules. Raises StopIteration where the cards run out."""
    coup = RULES.opening(RULES.Options())
    laid: list[Laid] = []
    while (owed := RULES.owed(coup)) is not None:
        card, place = next(cards), owed.to or PLACES[0]
        coup, _ = RULES.dealt(coup, card, place)
        laid.append(Laid(card, place, len(RULES.hand(coup, place))))
    return (*laid[:-1], laid[-1]._replace(last=True))


def taille(cards: Sequence[Card]) -> Iterator[Act]:
    """The coups of one sabot. The coup in which the cut card shows is played, and one more."""
    rest = iter(cards)
    left = len(cards)
    while left >= CUT_AT:
        coup = dealt(rest)
        left -= len(coup)
        if left < CUT_AT:
            yield CUT_CARD
        yield coup
    yield dealt(rest)


def endless(decks: int, rng: random.Random) -> Iterator[Act]:
    """Taille after taille, each from a newly shuffled sabot."""
    while True:
        yield from taille(shuffled(decks, rng))
        yield NEW_SABOT


def given(punto: Iterable[Card], banco: Iterable[Card], *, places: Sequence[str] = PLACES) -> Coup:
    """Returns a coup with these final hands, dealt in turn; they may be right or wrong."""
    laid = [
        Laid(card, place, index)
        for index, pair in enumerate(zip_longest(punto, banco), start=1)
        for place, card in zip(places, pair, strict=True)
        if card is not None
    ]
    return (*laid[:-1], laid[-1]._replace(last=True)) if laid else ()


def read(line: str) -> Coup | None:
    """A coup as a line of text, `8C TH 4D / KS 2H`: punto's hand, then banco's; None if it is no coup."""
    hands = [[card_named(word) for word in hand.split()] for hand in line.split("/")]
    if len(hands) != 2 or any(card is None for hand in hands for card in hand):
        return None
    punto, banco = ([card for card in hand if card is not None] for hand in hands)
    return given(punto, banco) or None


def winner(coup: Coup) -> str:
    """Returns who has won, by the points of the two hands."""
    points = [sum(VALUE[laid.card.rank] for laid in coup if laid.place == place) % 10 for place in PLACES]
    return "egalite" if points[0] == points[1] else PLACES[points[1] > points[0]]
