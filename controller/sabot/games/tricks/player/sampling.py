"""Deals that agree with what a seat knows of the other hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import NamedTuple, TypeAlias

from sabot.core.cards import Card

Hands: TypeAlias = dict[int, tuple[Card, ...]]

TRIES_MOST = 20
"""How often the unseen cards are dealt until every hand has room for its own."""
THE_STOCK = 0
"""Where the cards lie that nobody holds."""


class Unseen(NamedTuple):
    """What a seat does not see: the `cards`, and how many of them each other seat holds (`sizes`). Those that
    are left over lie in the stock.

    `voids`: seats with suits that they lack. `held`: cards among them that a seat surely holds. `asked`: a
    card that one of these seats holds.
    """

    cards: Collection[Card]
    sizes: Mapping[int, int]
    voids: Collection[tuple[int, str]] = ()
    held: Mapping[int, tuple[Card, ...]] = {}
    asked: tuple[Card, tuple[int, ...]] | None = None


def sampled(unseen: Unseen, rng: Random) -> Hands | None:
    """The hands of the others by chance, as they may be; None where no try found any.

    A player who revoked makes the voids wrong. Then these are left out.
    """
    tries = [unseen] * TRIES_MOST + [unseen._replace(voids=())]
    return next((hands for each in tries if (hands := _dealt(each, rng)) is not None), None)


def in_stock(unseen: Unseen, hands: Hands) -> list[Card]:
    """The cards that nobody holds in a deal with these hands."""
    held = {card for hand in hands.values() for card in hand}
    return [card for card in unseen.cards if card not in held]


def _dealt(unseen: Unseen, rng: Random) -> Hands | None:
    """The cards dealt one by one, those that fit into the fewest hands first."""
    hands = {seat: [*unseen.held.get(seat, ())] for seat in unseen.sizes}
    if unseen.asked:
        card, holders = unseen.asked
        hands[rng.choice(holders)].append(card)
    known = {card for held in hands.values() for card in held}
    cards = sorted(card for card in unseen.cards if card not in known)
    rooms = {seat: size - len(hands[seat]) for seat, size in unseen.sizes.items()}
    rooms[THE_STOCK] = len(cards) - sum(rooms.values())
    if min(rooms.values()) < 0:
        return None
    rng.shuffle(cards)
    voids = {*unseen.voids}
    for card in sorted(cards, key=lambda card: sum((seat, card.suit) not in voids for seat in rooms)):
        places = [seat for seat, room in rooms.items() if room and (seat, card.suit) not in voids]
        if not places:
            return None
        (seat,) = rng.choices(places, [rooms[seat] for seat in places])
        rooms[seat] -= 1
        hands.setdefault(seat, []).append(card)
    return {seat: tuple(hands[seat]) for seat in unseen.sizes}
