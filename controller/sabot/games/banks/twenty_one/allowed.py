"""What a hand may do at een-en-twintig. Source: HS p. 35-38."""

from __future__ import annotations

from sabot.core.reasons import Reason
from sabot.games.banks.stakes import MOST_STAKE
from sabot.games.banks.twenty_one import whys
from sabot.games.banks.twenty_one.deal import Deal, Hand
from sabot.games.banks.twenty_one.values import bank, times

NO_RAISE_CARDS = 4
"""With four cards the stake is not raised before the next (HS p. 36)."""


def raise_limits(deal: Deal, hand: Hand) -> tuple[int, int] | None:
    """By how much this hand may raise its stake now; None where it may not. Not with four cards (HS p. 36).
    By the first stake at most: the book is silent."""
    options, seat = deal.evening.options, hand.seat
    if options.no_raise or deal.is_ten or hand.raised or hand.size == NO_RAISE_CARDS or not deal.cards_left:
        return None
    most = hand.first if options.raise_limit == "stake" else options.maximum or MOST_STAKE
    if seat in deal.evening.bought:
        most = min(most, deal.evening.purses[seat])
    return (1, most) if most else None


def must_open(deal: Deal, hand: Hand) -> bool:
    """Whether a known hand has to be opened: two cards that are a bank, twenty-one, or more. Where the table
    counts ten, an ace may be opened, and may as well count one (HS p. 39)."""
    is_ace = deal.is_ten and hand.size == 1
    return hand.is_known and not is_ace and (deal.points(hand) >= deal.how.aim or bank_of(deal, hand) > 0)


def may_open(deal: Deal, hand: Hand) -> bool:
    """Whether a known hand may be opened: also one of many cards, and the ace where the table counts ten."""
    return hand.is_known and (
        must_open(deal, hand) or bank_of(deal, hand) > 0 or times(hand.size, deal.how) > 1
    )


def not_opened(deal: Deal) -> Reason:
    """Why this hand is not opened: which hands are."""
    return whys.NOT_OPENED[min(deal.how.many, default=0)]


def bank_of(deal: Deal, hand: Hand) -> int:
    """How many times the two cards of a hand are paid. A split ace with a ten is plain
    twenty-one; the book is silent."""
    return 0 if hand.is_split else bank(hand.cards, deal.how)


def may_split(deal: Deal, hand: Hand) -> bool:
    """Whether this hand may be split: two of one rank, as far as they are known, and nobody
    has spoken."""
    alike = not hand.is_known or len({card.rank for card in hand.cards}) == 1
    fresh = not deal.begun and hand.state == "in" and hand.size == 2 and not hand.is_split
    can = deal.evening.can_pay(hand.seat, hand.stake) and deal.cards_left > 1
    return deal.evening.options.split and fresh and alike and can and not bank_of(deal, hand)
