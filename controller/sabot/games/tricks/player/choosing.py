"""The card that is best in most of the deals that agree with what a seat knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from sabot.core.cards import Card
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.tricks.double_dummy.answers import Contract, Open, best_cards
from sabot.games.tricks.player.playing_out import merit
from sabot.games.tricks.player.sampling import Hands, Unseen, sampled
from sabot.games.tricks.tricks import Trick

SAMPLES_PER_CARD = 20
"""Deals that are looked at for one card."""
SOLVED_CARDS_MOST = 8
"""With more cards in hand the deals are played out by rule of thumb: to solve them takes too long."""
POSITIONS_MOST = 600
"""Positions that the solver looks at in one of the deals."""


class Knowledge(NamedTuple):
    """What a seat knows when it plays a card: its `hand`, the trick under way, who led to it, all seats
    clockwise, what it does not see, and who took the tricks before."""

    seat: int
    hand: tuple[Card, ...]
    trick: Trick
    leader: int
    seats: tuple[int, ...]
    unseen: Unseen
    takers: tuple[int, ...] = ()

    def opened(self, hands: Hands, contract: Contract) -> Open:
        """The deal with all hands open, if the others hold these cards."""
        laid = dict(self.trick.plays)
        before = {seat: (*hands[seat], laid[seat]) if seat in laid else hands[seat] for seat in self.seats}
        taken = sum(seat in contract.side for seat in self.takers)
        return Open(before, self.leader, self.trick, taken)


Purpose: TypeAlias = Callable[[Hands], Contract]
"""The contract as it is in a deal with these hands."""


def deals(known: Knowledge, rng: Random, *, samples: int = SAMPLES_PER_CARD) -> Iterator[Hands]:
    """Hands of all seats that agree with what one seat knows."""
    for _ in range(samples):
        hands = sampled(known.unseen, rng)
        if hands is not None:
            yield {**hands, known.seat: known.hand}


def chosen(known: Knowledge, cards: Sequence[Card], purpose: Purpose, rng: Random) -> Card:
    """Of `cards`, which may be played, the one that is best in most deals; the lowest of equals."""
    if len(cards) == 1:
        return cards[0]
    worth = dict.fromkeys(cards, 0.0)
    for hands in deals(known, rng):
        contract = purpose(hands)
        for card, value in _valued(known.opened(hands, contract), contract, cards, rng):
            worth[card] += value
    return max(cards, key=lambda card: (round(worth[card], 6), -ACE_HIGH.index(card.rank)))


def _valued(
    deal: Open, contract: Contract, cards: Sequence[Card], rng: Random
) -> Iterator[tuple[Card, float]]:
    """What each of the cards is worth in this deal."""
    best = None
    if len(deal.hands[deal.to_play]) <= SOLVED_CARDS_MOST:
        best = best_cards(deal, _still(deal, contract), limit=POSITIONS_MOST)
    if best is not None:
        yield from ((card, float(any(alike(deal, card, other) for other in best))) for card in cards)
        return
    sign = 1 if deal.to_play in contract.side else -1
    yield from ((card, sign * merit(deal.after(card, contract), contract, rng)) for card in cards)


def _still(deal: Open, contract: Contract) -> Contract:
    """The contract while it can be made or lost; once it is made, what is left to play for: all tricks, or
    for the others not one more."""
    if contract.exactly or deal.taken < contract.tricks:
        return contract
    left = len(deal.hands[deal.leader])
    return contract._replace(tricks=deal.taken + (left if deal.to_play in contract.side else 1))


def alike(deal: Open, one: Card, other: Card) -> bool:
    """Whether two cards of the hand that is to play are worth the same: no card of the others is between."""
    if one.suit != other.suit:
        return False
    others = (card for seat, held in deal.hands.items() if seat != deal.to_play for card in held)
    low, high = sorted(ACE_HIGH.index(card.rank) for card in (one, other))
    return not any(low < ACE_HIGH.index(card.rank) < high for card in others if card.suit == one.suit)
