"""Cards that come to a hand, or are named in one, and stakes that are laid on it. Source: HS p. 35-38."""

from __future__ import annotations

from collections import Counter

from sabot.core.cards import Card
from sabot.core.terms import money
from sabot.games.banks.twenty_one import whys
from sabot.games.banks.twenty_one.deal import Deal
from sabot.games.banks.twenty_one.values import counted
from sabot.games.evening.deal import refuse

Cards = tuple[Card, ...]


def not_one(deal: Deal, cards: Cards, *, seat: int, is_open: bool = False) -> Deal | None:
    """The deal with a fault where this is not one card that can come; else None. The fault names the card
    only where it comes open."""
    if len(cards) != 1:
        return refuse(deal, whys.ONE_ONLY, kind="misdeal", seat=seat)
    return impossible(deal, cards, seat=seat, card=cards[0] if is_open else None)


def impossible(
    deal: Deal, cards: Cards, *, seat: int, but: Cards = (), card: Card | None = None
) -> Deal | None:
    """The deal with a fault where these cards cannot be; else None. `but` are cards known before, that these
    replace; `card` is the one that the fault names."""
    known = Counter(card for hand in deal.all_hands for card in hand.cards)
    known.subtract(but)
    known.update(cards)
    if known <= counted(deal.pack):
        return None
    return refuse(deal, whys.BEYOND_THE_PACK, kind="impossible-card", seat=seat, card=card)


def as_shown(deal: Deal, nth: int, cards: Cards) -> Deal:
    """The deal with these cards as that hand, or with a fault where they cannot be. Where some of the hand
    are known, the others suffice."""
    now = deal.all_hands[nth]
    if now.cards and len(cards) == now.unseen:
        cards = (*now.cards, *cards)
    if len(cards) != now.size or Counter(now.cards) - Counter(cards):
        return refuse(deal, whys.NOT_THE_HAND, seat=now.seat)
    refused = impossible(deal, cards, seat=now.seat, but=now.cards)
    return refused or deal.with_hand(nth, cards=cards, unseen=0, bought=0)


def laid_more(deal: Deal, nth: int, amount: int) -> Deal:
    """The deal when a player lays this much more on a hand."""
    seat, stake = deal.hands[nth].seat, deal.hands[nth].stake + amount
    after = deal._replace(evening=deal.evening.paid({seat: -amount})).with_hand(nth, stake=stake)
    return after.with_line("stake", seat=seat, amount=money(amount), stake=money(stake))
