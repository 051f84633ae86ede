"""Deals without a contract: open piek totaal (Doevendans ch. 22) and schoppen mieën (20.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sabot.core.cards import Card
from sabot.games.rikken.options import Options
from sabot.games.rikken.score import Points, summed

MIE = Card("Q", "S")
"""The queen of spades, *de Mie*."""


def totaal_winners(tricks: Mapping[int, int]) -> frozenset[int]:
    """Who wins open piek totaal: two players with all tricks, else those with just one, else those with the
    fewest of more than one. No trick at all loses.

    One player with all thirteen wins alone: nobody shares them [ours].

    >>> sorted(totaal_winners({1: 0, 2: 6, 3: 0, 4: 7})), sorted(totaal_winners({1: 1, 2: 5, 3: 1, 4: 6}))
    ([2, 4], [1, 3])
    """
    takers = {seat: number for seat, number in tricks.items() if number}
    if len(takers) == 2:
        return frozenset(takers)
    fewest = min(takers.values())
    return frozenset(seat for seat, number in takers.items() if number == fewest)


def totaal_points(options: Options, tricks: Mapping[int, int]) -> Points:
    """Each loser pays each winner; the book leaves the amount to the players."""
    winners, each = totaal_winners(tricks), options.piek_totaal_points
    losers = len(tricks) - len(winners)
    return {seat: each * losers if seat in winners else -each * len(winners) for seat in tricks}


def mie_points(
    options: Options, piles: Sequence[tuple[int, Collection[Card]]], order: Sequence[int]
) -> Points:
    """What schoppen mieën costs each seat; `piles` are the winner and the cards of each trick in order."""
    fined = [seat for seat, cards in piles if MIE in cards]
    fined += [piles[0][0]] if options.no_first_trick else []
    fined += [piles[-1][0]] if options.no_last_trick else []
    each = [_fine(order, seat, options.mie_points) for seat in fined]
    each += [_fine(order, seat, _spades(cards) * options.spade_penalty) for seat, cards in piles]
    if options.most_tricks != "off":
        sign = -1 if options.most_tricks == "win" else 1
        each += [_fine(order, seat, sign * options.mie_points) for seat in _with_most(piles)]
    return summed(order, each)


def _fine(order: Sequence[int], seat: int, amount: int) -> Points:
    return {other: -amount * (len(order) - 1) if other == seat else amount for other in order}


def _spades(cards: Collection[Card]) -> int:
    """How many spades these are. The Mie is one of them, besides its own price."""
    return sum(card.suit == "S" for card in cards)


def _with_most(piles: Sequence[tuple[int, Collection[Card]]]) -> list[int]:
    winners = [seat for seat, _ in piles]
    most = max(map(winners.count, winners))
    return [seat for seat in dict.fromkeys(winners) if winners.count(seat) == most]
