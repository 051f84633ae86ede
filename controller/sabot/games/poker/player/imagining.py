"""The hands with which a deal may end, as one seat can know: what it does not see is dealt by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from sabot.core.cards import Card
from sabot.games.poker.deal import CLOSED_CARDS, OPEN_CARDS, Deal, Player, pack
from sabot.games.poker.player.drawing import discards
from sabot.games.poker.ranking import Worth, at_least_pair, worth

ENDINGS_IMAGINED = 60
"""Deals that are looked at for one word."""
TRIES_MOST = 12
"""How many hands are dealt by chance until one fits what its player has done."""
ENTERED_TRIES = 2
"""A player who paid to go on holds the better of as many hands, and of one more for each raise [ours]."""
RAISING = ("raise", "double")
"""What only a good hand does. Opening is often done before anybody has looked."""

DRAWN = ("swap", "bets")

Hand: TypeAlias = tuple[Card, ...]
Ending: TypeAlias = dict[int, Worth]
"""What the hand of each seat that has not folded is worth in the end."""


def seen_by(deal: Deal, seat: int) -> Deal:
    """The deal without what this seat does not see: the closed cards of the others, and what they threw
    away."""
    hidden = [
        each if each.seat == seat else each._replace(known=(), unseen=len(each.known) + each.unseen, gone=())
        for each in deal.players
    ]
    return deal._replace(players=tuple(hidden))


def endings(deal: Deal, seat: int, rng: Random, *, away: Hand | None = None) -> Iterator[Ending]:
    """Ways in which a deal may end that shows no more than this seat sees. `away`: what it throws away now;
    else it goes by the rule."""
    left = _unseen(deal, seat)
    others = [deal.player(each) for each in deal.standing if each != seat]
    for _ in range(ENDINGS_IMAGINED):
        cards = rng.sample(left, len(left))
        hands = {each.seat: _rival(deal, each, cards, rng) for each in others}
        hands[seat] = _own(deal, seat, cards, away=away)
        if not deal.options.variant.endswith("stud"):
            hands |= {
                each.seat: _exchanged(hands[each.seat], discards(hands[each.seat]), cards) for each in others
            }
        yield {each: _worth(deal, hand) for each, hand in hands.items()}


def _worth(deal: Deal, hand: Hand) -> Worth:
    return worth(hand, five_alike=deal.options.five_kind)


def _unseen(deal: Deal, seat: int) -> list[Card]:
    mine = deal.player(seat)
    seen = {*mine.known, *deal.discarded, *(card for player in deal.players for card in player.up)}
    return [card for card in pack(deal.options, len(deal.evening.seats)) if card not in seen]


def _own(deal: Deal, seat: int, cards: list[Card], *, away: Hand | None) -> Hand:
    """The hand of the seat that thinks, in the end."""
    player = deal.player(seat)
    hand = (*player.known, *player.up)
    if deal.options.variant.endswith("stud"):
        return _dealt_out(deal, hand, cards)
    if away is None:
        away = () if _has_swapped(deal, seat) else discards(hand)
    return _exchanged(hand, away, cards)


def _dealt_out(deal: Deal, hand: Hand, cards: list[Card]) -> Hand:
    """A hand of stud with the cards that are still to come."""
    variant = deal.options.variant
    whole = CLOSED_CARDS[variant] + OPEN_CARDS[variant]
    return (*hand, *(cards.pop() for _ in range(whole - len(hand))))


def _exchanged(hand: Hand, away: Hand, cards: list[Card]) -> Hand:
    """The hand after the draw; the same where the pack has run out."""
    if len(cards) < len(away):
        return hand
    return (*(card for card in hand if card not in away), *(cards.pop() for _ in away))


def raises(deal: Deal, seat: int | None = None) -> int:
    """How often this seat, or anybody, has raised or doubled in this deal."""
    return sum(name in RAISING and seat in (None, keys["seat"]) for name, keys in deal.lines)


def _has_swapped(deal: Deal, seat: int) -> bool:
    return deal.stage in ("bets", "show") or (deal.stage == "swap" and seat not in deal.waiting)


def _has_entered(deal: Deal, seat: int) -> bool:
    return deal.options.variant in ("draw", "doubles") and (deal.stage in DRAWN or seat not in deal.waiting)


def _rival(deal: Deal, player: Player, cards: list[Card], rng: Random) -> Hand:
    """The hand of another player out of these cards: whole at stud, else before the draw."""
    if deal.options.variant.endswith("stud"):
        hands = [
            _dealt_out(deal, player.up, rng.sample(cards, len(cards))) for _ in range(_tries(deal, player))
        ]
        best = max(hands, key=worth)
        for card in best[len(player.up) :]:
            cards.remove(card)
        return best
    hand = _held(deal, player, cards, rng)
    for card in hand:
        cards.remove(card)
    return hand


def _tries(deal: Deal, player: Player) -> int:
    """Of how many hands a player holds the best, as they have paid to go on and raised."""
    more = min(raises(deal, player.seat), TRIES_MOST - ENTERED_TRIES)
    return more + (ENTERED_TRIES if _has_entered(deal, player.seat) else 1)


def _held(deal: Deal, player: Player, cards: list[Card], rng: Random) -> Hand:
    """Five cards before the draw that agree with what the player has done: opened a jackpot, exchanged this
    number of cards, or paid to go on."""
    tries = [tuple(rng.sample(cards, CLOSED_CARDS[deal.options.variant])) for _ in range(TRIES_MOST)]
    if player.seat == deal.opener and deal.opens_with:
        tries = [hand for hand in tries if at_least_pair(hand, deal.opens_with)] or tries
    if _has_swapped(deal, player.seat):
        tries = [hand for hand in tries if len(discards(hand)) == player.changed] or tries
    return max(tries[: _tries(deal, player)], key=worth)
