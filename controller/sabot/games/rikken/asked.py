"""The asked card (*gevraagde Aas*): which one may be asked, and when it must fall.

Source: Doevendans ch. 3, 4.1, 5.1, 6.1 and 21. The partner of a rik is the player who holds it, and nobody
says so before it lies on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sabot.core.cards import SUITS, Card
from sabot.core.reasons import Reason, reason
from sabot.games.rikken.bids import Bid
from sabot.games.rikken.options import Options
from sabot.games.tricks.revokes import Laid

HIGH_TO_LOW = "AKQJT98765432"
ACES = tuple(Card("A", suit) for suit in SUITS)
Hand = Collection[Card] | None
"""A hand that is known, or None."""


def may_be_asked(options: Options, bid: Bid, hand: Hand, *, trump: str | None) -> tuple[Card, ...]:
    """The cards that the declarer may ask. Where their hand is not known, all that some hand allows.

    An ace that they lack and that is no trump; with all of these in hand the next rank (2.5, A8). For
    malheur the trumps are not known yet.

    >>> from sabot.games.rikken.bids import RIK
    >>> [str(card) for card in may_be_asked(Options(), RIK[0][0], ACES[:2], trump="S")]
    ['AH']
    """
    suits = [suit for suit in SUITS if suit != trump]
    if hand is None:
        return tuple(Card(rank, suit) for rank in _ranks(options, bid) for suit in suits)
    return highest_missing(hand, suits)


def _ranks(options: Options, bid: Bid) -> str:
    """The ranks that may have to be asked: lower ones than aces only by who holds all the aces."""
    if bid.group == "malheur":
        return "AKQ"
    return "A" if options.malheur == "compulsory" else "AK"


def highest_missing(hand: Collection[Card], suits: Sequence[str]) -> tuple[Card, ...]:
    """The cards of the highest rank that this hand lacks in these suits; () where it lacks none."""
    lacking = (
        tuple(Card(rank, suit) for suit in suits if Card(rank, suit) not in hand) for rank in HIGH_TO_LOW
    )
    return next((cards for cards in lacking if cards), ())


def refusal(options: Options, bid: Bid, hand: Hand, *, trump: str | None, card: Card) -> Reason | None:
    """Why this card may not be asked with these trumps; None where it may."""
    if card.suit == trump:
        return reason("the asked card is no trump")
    if card in (hand or ()):
        return reason("{card} is in the hand of the player who asks for it", card=card)
    if card in may_be_asked(options, bid, hand, trump=trump):
        return None
    return reason("an ace is asked, and a lower card only by a player who holds the aces")


def in_its_place(hand: Collection[Card], asked: Card) -> Card | None:
    """The card that is asked after all, where the named one is in the declarer's own hand: the highest of
    the suit that they lack (ch. 21). None where they hold the whole suit; the book is silent.

    >>> from sabot.core.cards import card_named
    >>> str(in_its_place([card_named("AD"), card_named("KD")], card_named("AD")))
    'QD'
    """
    return next(iter(highest_missing(hand, asked.suit)), None) if asked in hand else asked


def first_led(laid: Laid, suit: str) -> int | None:
    """The number of the first trick to which this suit was led; None before it was."""
    return next((number for number, trick in enumerate(laid, start=1) if trick[0][1].suit == suit), None)


def must_play(hand: Collection[Card], asked: Card, laid: Laid) -> bool:
    """Whether the holder of `asked` must follow with it now: its suit is led for the first time (4.1).
    `laid` ends with the trick under way."""
    return asked in hand and bool(laid) and first_led(laid, asked.suit) == len(laid)


def may_lead(hand: Collection[Card], asked: Card, laid: Laid) -> Collection[Card]:
    """What the holder of `asked` may lead: of a suit that nobody has led, the asked card alone (4.1)."""
    if asked not in hand or first_led(laid, asked.suit) is not None:
        return hand
    return tuple(card for card in hand if card.suit != asked.suit or card == asked)


def has_duty(options: Options, bid: Bid) -> bool:
    """Whether the asked card must fall when its suit is first led (4.1, 6.1; a variant of ch. 19)."""
    return bid.group != "malheur" or options.malheur_must_play_fourth
