"""What a hand is good for: advice of Doevendans (4.2, 5.1, 7.1, ch. 10, 11, 13 and 16), no rules.

The guideline of the book for a rik counts trumps and honours. For playing alone and for misère it judges by
eye; the figures here are ours and agree with all hands that it discusses.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sabot.core.cards import DECK, SUITS, Card
from sabot.games.rikken.claims import STRENGTH, losers, never_takes
from sabot.games.tricks.cards import ACE_HIGH

HONOURS_FOR_RIK = {6: 2, 7: 1}
"""How many cards from the ten upwards a number of trumps needs for a rik; from eight trumps on, none (11)."""
FEWEST_TRUMPS = 6
MOST_RISK, MOST_RISK_OF_CARD = 12, 5
"""Ranks by which a hand for misère may lie above the cards against it: all in all, and any one card."""
LONG_SUIT = 5
"""A suit as long as this wants its two at misère: otherwise the others keep that card for the end."""
SOLO_TRICKS = 12
SIDE_TRICKS = (
    ("AKQ", 3, 2),
    ("AK", 2, 1),
    ("AQ", 1.25, 1),
    ("A", 1, 0),
    ("KQJ", 2, 2),
    ("KQ", 1, 1),
    ("K", 0.5, 1),
    ("Q", 0.5, 2),
)
"""What a plain suit takes that begins with these ranks and has at least that many more cards."""
FEWEST_ALONE = 7


def suit_of(hand: Collection[Card], suit: str) -> list[Card]:
    """The cards of this suit, highest first."""
    found = [card for card in hand if card.suit == suit]
    return sorted(found, key=lambda card: STRENGTH[card.rank], reverse=True)


def best_trumps(hand: Collection[Card]) -> str:
    """The suit that makes the best trumps: the longest, then the one with the higher cards."""

    def merit(suit: str) -> tuple[int, int]:
        cards = suit_of(hand, suit)
        return len(cards), sum(STRENGTH[card.rank] for card in cards)

    return max(SUITS, key=merit)


def is_for_rik(hand: Collection[Card]) -> bool:
    """Whether the guideline says rik: six trumps with two cards from the ten up, seven with one, or eight.

    >>> [is_for_rik([Card(rank, "S") for rank in ranks]) for ranks in ("9876543", "98765432")]
    [False, True]
    """
    cards = suit_of(hand, best_trumps(hand))
    honours = sum(card.rank in "TJQKA" for card in cards)
    return len(cards) >= FEWEST_TRUMPS and honours >= HONOURS_FOR_RIK.get(len(cards), 0)


def worth_asking(hand: Collection[Card], trump: str) -> list[Card]:
    """The aces to ask for, the best first: of a singleton, of a king and one more, else of the longest suit
    (5.1). None where the hand holds them all."""
    missing = [Card("A", suit) for suit in SUITS if suit != trump and Card("A", suit) not in hand]
    return sorted(missing, key=lambda ace: _order_of_asking(suit_of(hand, ace.suit)))


def _order_of_asking(cards: Sequence[Card]) -> tuple[int, int]:
    if len(cards) == 1:
        return 0, 0
    king_and_one = len(cards) == 2 and cards[0].rank == "K"
    return (1, 0) if king_and_one else (2, -len(cards))


def tricks_alone(hand: Collection[Card], trump: str) -> float:
    """About how many tricks this hand takes alone with these trumps."""
    sides = (suit_of(hand, suit) for suit in SUITS if suit != trump)
    return _trump_tricks(suit_of(hand, trump)) + sum(map(_side_tricks, sides))


def _trump_tricks(cards: Sequence[Card]) -> float:
    """The length, less what is lost where one hand holds the higher half of the trumps that are missing."""
    missing = [Card(rank, cards[0].suit) for rank in ACE_HIGH if Card(rank, cards[0].suit) not in cards]
    return len(cards) - losers(cards, missing[len(missing) // 2 :])


def _side_tricks(cards: Sequence[Card]) -> float:
    """Tricks of the high cards of a plain suit, by its highest ranks."""
    ranks = "".join(card.rank for card in cards)
    guards = len(ranks) - 1
    found = (worth for top, worth, needed in SIDE_TRICKS if ranks.startswith(top) and guards >= needed)
    return next(found, 0)


def risk(hand: Collection[Card]) -> int:
    """By how many ranks the cards of this hand lie above those against which they must stay below."""
    return sum(sum(_risks_in(hand, suit)) for suit in SUITS)


def _risks_in(hand: Collection[Card], suit: str) -> list[int]:
    """For each card of this suit by how many ranks it lies above the card against it, where it does."""
    own = sorted(STRENGTH[card.rank] for card in suit_of(hand, suit))
    others = sorted(set(STRENGTH.values()) - {*own})
    return [mine - other for mine, other in zip(own, others, strict=False) if mine > other]


def is_for_misere(hand: Collection[Card]) -> bool:
    """Whether the hand looks as if it can avoid every trick."""
    long_suits = [suit for suit in SUITS if len(suit_of(hand, suit)) >= LONG_SUIT]
    worst = max((each for suit in SUITS for each in _risks_in(hand, suit)), default=0)
    is_low = risk(hand) <= MOST_RISK and worst <= MOST_RISK_OF_CARD
    return is_low and all(Card("2", suit) in hand for suit in long_suits)


def is_safe_misere(hand: Collection[Card]) -> bool:
    """Whether no play of the others can give this hand a trick while it does not lead."""
    return never_takes(hand, [card for card in DECK if card not in hand])


def is_for_piek(hand: Collection[Card]) -> bool:
    """Whether the hand is one for misère apart from one high card."""
    high = [card for card in hand if card.rank in "TJQKA"]
    return any(is_for_misere([other for other in hand if other != card]) for card in high)


def advised(hand: Collection[Card], *, opening: bool) -> str:
    """The bid for this hand: as the first one, or over a rik of another player."""
    tricks = tricks_alone(hand, best_trumps(hand))
    if tricks > SOLO_TRICKS:
        return "solo"
    low = _without_tricks(hand) if tricks <= FEWEST_ALONE else ""
    if low:
        return low
    if opening:
        return "rik" if is_for_rik(hand) else "pas"
    return f"{int(tricks)}" if tricks >= FEWEST_ALONE else "pas"


def _without_tricks(hand: Collection[Card]) -> str:
    """The bid of a hand that wants no trick, or just one; empty where there is none. With a two alone to lead
    all hands may lie open."""
    if is_safe_misere(hand) and any(suit_of(hand, suit) == [Card("2", suit)] for suit in SUITS):
        return "open_misere_praatje"
    if is_for_misere(hand):
        return "misere"
    return "piek" if is_for_piek(hand) else ""


def lead_against_alone(hand: Collection[Card], trump: str) -> str:
    """The suit to lead against a player alone: the longest plain one, so that they must ruff."""
    return max((suit for suit in SUITS if suit != trump), key=lambda suit: len(suit_of(hand, suit)))


def lead_at_misere(hand: Collection[Card]) -> Card:
    """What the bidder of a misère leads: the lowest card of the shortest suit that is a risk, else of any."""
    risky = [suit for suit in SUITS if _risks_in(hand, suit)] or [card.suit for card in hand]
    return suit_of(hand, min(risky, key=lambda suit: len(suit_of(hand, suit))))[-1]
