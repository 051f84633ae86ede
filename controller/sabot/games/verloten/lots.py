"""Who deals: each draws a card, the highest deals the prizes and the second the tickets. Source: HS p. 82."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sabot.core.cards import Card
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.verloten.deal import Deal

DEALERS = ("prijzen", "loten")
"""What the two dealers deal, in the order in which they are drawn."""


def by_rank(lots: Mapping[int, Card]) -> list[list[int]]:
    """The seats that drew a card of the same rank, the highest rank first."""
    ranks = sorted({ACE_HIGH.index(card.rank) for card in lots.values()}, reverse=True)
    return [[seat for seat, card in lots.items() if ACE_HIGH.index(card.rank) == rank] for rank in ranks]


def found(lots: Mapping[int, Card], already: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dealers that are found, and the seats that have to draw once more: those with equal cards, where
    one of them has to be a dealer. The book is silent."""
    dealers = [*already]
    for seats in by_rank(lots):
        if len(dealers) == len(DEALERS):
            break
        if len(seats) > 1:
            return tuple(dealers), tuple(seats)
        dealers += seats
    return tuple(dealers), ()


def drawn(deal: Deal, seat: int, card: Card) -> Deal:
    """The round when a seat drew a card for the deal."""
    drawing = deal.drawing or deal.order
    deal = deal._replace(
        phase="draw", drawing=drawing, lots={**deal.lots, seat: card}, drawn=(*deal.drawn, card)
    )
    if len(deal.lots) < len(drawing):
        return deal
    dealers, again = found(deal.lots, deal.found)
    deal = deal._replace(found=dealers, drawing=again, lots={})
    return deal if again else _named(deal)


def _named(deal: Deal) -> Deal:
    """The round when both dealers are found."""
    prizes, tickets = deal.found
    evening = deal.evening._replace(dealer=prizes)
    deal = deal._replace(phase="begin", evening=evening, tickets=tickets)
    for seat, what in zip(deal.found, DEALERS, strict=True):
        deal = deal.with_line("dealer", seat=seat, deals=what)
    return deal
