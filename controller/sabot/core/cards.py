"""Cards, their text, and the count of a sabot.

A card is written rank then suit: `8C`, `TH`, `AS`. Nothing here knows a game; what a rank is worth is
each game's own business (`sabot.games`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

Kind = TypeVar("Kind")

if TYPE_CHECKING:

    def value(kind: type[Kind], fields: tuple[object, ...]) -> Kind:
        """Returns the same as `Kind(*fields)`."""
else:
    # Takes half the time of calling the class itself: for the few classes that every card makes.
    value = tuple.__new__

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RED = "DH"

VALUE = {rank: value for value, rank in enumerate("A23456789", start=1)} | dict.fromkeys("TJQK", 0)
"""What a card counts at baccarat, and how many are burnt after it is turned up; tens and figures: 0."""


class Card(NamedTuple):
    """One card of a French pack: `rank` one of `RANKS`, `suit` one of `SUITS`."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def is_red(self) -> bool:
        """Whether it is a diamond or a heart."""
        return self.suit in RED and self.suit != ""


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The fifty-two cards, suit by suit, ace first."""

TEXT: dict[Card, str] = {card: str(card) for card in DECK}
"""How each card is written."""


def with_sign(card: Card) -> str:
    """A card as people read it: its rank and the sign of its suit.

    >>> with_sign(Card("T", "C"))
    '10♣'
    """
    return card.rank.replace("T", "10") + SIGNS[card.suit]


_BY_TEXT = {text: card for card, text in TEXT.items()} | {
    "10" + card.suit: card for card in DECK if card.rank == "T"
}


def card_named(text: str) -> Card | None:
    """The card that `text` names (`8C`, `th`, `10H`), or None when it names none.

    >>> import sabot
    >>> card = sabot.card_named("8c")
    >>> str(card), card.rank, card.suit, card.is_red
    ('8C', '8', 'C', False)
    >>> sabot.card_named("10H") == sabot.Card("T", "H")
    True
    >>> sabot.card_named("9X") is None
    True
    """
    return _BY_TEXT.get(text.upper())


JOKER = Card("JOKER", "")
"""The joker, in games among friends that play with it; no sabot holds one."""


def any_card_named(text: str) -> Card | None:
    """The card or the joker that `text` names, or None when it names neither.

    >>> any_card_named("joker") == JOKER, str(any_card_named("8c"))
    (True, '8C')
    """
    return JOKER if text.upper() == JOKER.rank else card_named(text)


_COUNT_BITS = 16
_MASK = (1 << _COUNT_BITS) - 1
_SHIFT = {card: _COUNT_BITS * place for place, card in enumerate(DECK)}
_ONE = {card: (shift, 1 << shift) for card, shift in _SHIFT.items()}
_added = {card: one for card, (_, one) in _ONE.items()}.__getitem__
_EACH = sum(map(_added, DECK))
_TOPMOST = _EACH << (_COUNT_BITS - 1)


class Sabot(NamedTuple):
    """The dealing shoe as far as it has been seen: how many cards left it, and which.

    `seen` holds the copies of each card in sixteen bits of one integer, so that a count is a value like any
    other: comparing, keeping and taking back a sabot costs nothing. `drawn` also counts cards that nobody
    could read.

    >>> sabot = Sabot(decks=6).after(card_named("8C")).after(None)
    >>> sabot.cards, sabot.drawn, sabot.left
    (312, 2, 310)
    >>> sabot.copies(card_named("8C"))
    1
    """

    decks: int
    seen: int = 0
    drawn: int = 0

    @property
    def cards(self) -> int:
        """How many cards a full sabot holds."""
        return 52 * self.decks

    @property
    def left(self) -> int:
        """How many cards should still lie in the sabot; never below zero."""
        decks, _, drawn = self
        left = 52 * decks - drawn
        return left if left > 0 else 0

    def copies(self, card: Card) -> int:
        """How often `card` was seen since the sabot was opened."""
        return (self.seen >> _SHIFT[card]) & _MASK

    def after(self, card: Card | None) -> Sabot:
        """The sabot when one more card has left it; None is a card that was not read."""
        decks, seen, drawn = self
        return self.dealt(card)[0] if card is not None else value(Sabot, (decks, seen, drawn + 1))

    def dealt(self, card: Card) -> tuple[Sabot, bool]:
        """The sabot when `card` has left it, and whether it cannot hold as many copies as were seen now.

        >>> sabot, too_many = Sabot(decks=1).dealt(card_named("AS"))
        >>> too_many
        False
        >>> sabot, too_many = sabot.dealt(card_named("AS"))
        >>> too_many
        True
        """
        decks, seen, drawn = self
        shift, one = _ONE[card]
        seen += one
        return value(Sabot, (decks, seen, drawn + 1)), (seen >> shift) & _MASK > decks

    def after_all(self, cards: Sequence[Card]) -> Sabot:
        """The sabot when all these cards have left it."""
        decks, seen, drawn = self
        return value(Sabot, (decks, sum(map(_added, cards), seen), drawn + len(cards)))

    def before_all(self, cards: Sequence[Card]) -> Sabot:
        """The sabot before all these cards, which have left it, did."""
        decks, seen, drawn = self
        return value(Sabot, (decks, seen - sum(map(_added, cards)), drawn - len(cards)))

    def has_too_many(self, card: Card) -> bool:
        """Whether more copies of `card` were seen than this sabot can hold."""
        decks, seen, _ = self
        return (seen >> _SHIFT[card]) & _MASK > decks

    @property
    def is_possible(self) -> bool:
        """Whether no more copies of any card were seen than this sabot can hold."""
        decks, seen, _ = self
        return not (seen + _EACH * (_MASK // 2 - decks)) & _TOPMOST  # where it is one more, that bit is set
