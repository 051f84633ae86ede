"""A game of tricks afterwards: with which card the contract was thrown away, or let through.

All hands have to be known: from the beginning, or because every card was played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.games.lessons import BROKEN, CONTRACT, DEAL, DEFENCE, TOO_HARD, UNKNOWN, Hindsight, Thrown
from sabot.games.tricks.double_dummy.answers import Contract, Error, Open, errors
from sabot.games.tricks.tricks import legal

Plays = Sequence[tuple[int, Card]]
"""Cards in the order in which they were played, each with its seat."""


class Finished(NamedTuple):
    """A deal that is over: `left` is what the known hands still hold, `plays` all cards that were played, and
    `seats` are those who played, clockwise. A hand had `size` cards. `lead_decides`: the first card makes
    trumps, so only what came after it is judged."""

    left: Mapping[int, Collection[Card]]
    plays: Plays
    seats: Sequence[int]
    size: int
    lead_decides: bool = False

    def hands(self) -> dict[int, tuple[Card, ...]] | None:
        """The hands as they were dealt, or exchanged; None where one is not known."""
        played: dict[int, list[Card]] = {seat: [] for seat in self.seats}
        for seat, card in self.plays:
            played[seat].append(card)
        whole = {seat: (*cards, *self.left.get(seat, ())) for seat, cards in played.items()}
        return whole if all(len({*cards}) == self.size for cards in whole.values()) else None


def hindsight(
    finished: Finished, contracts: Iterable[Contract], *, is_duel: bool = False, limit: int | None = None
) -> Hindsight:
    """The cards that decided each of these contracts. `is_duel`: one player against another, of whom each
    throws the deal away."""
    hands = finished.hands()
    if hands is None:
        return Hindsight(silent=UNKNOWN)
    thrown: list[Thrown] = []
    for contract in contracts:
        found = _errors(finished, hands, contract, limit)
        if isinstance(found, str):
            return Hindsight(silent=found)
        thrown += [_thrown(each, contract, is_duel=is_duel) for each in found]
    return Hindsight(tuple(sorted(thrown, key=lambda each: each.trick)))


def _errors(
    finished: Finished, hands: Mapping[int, tuple[Card, ...]], contract: Contract, limit: int | None
) -> tuple[Error, ...] | str:
    if not finished.plays:
        return ()
    deal = Open(hands, finished.plays[0][0])
    if _is_broken(deal, contract, finished.plays):
        return BROKEN
    cards = [card for _, card in finished.plays]
    begun = int(finished.lead_decides)
    for card in cards[:begun]:
        deal = deal.after(card, contract)
    found = errors(deal, contract, cards[begun:], limit=limit)
    return TOO_HARD if found is None else found


def _is_broken(deal: Open, contract: Contract, plays: Plays) -> bool:
    """Whether a card was played that the rules did not allow."""
    for seat, card in plays:
        rule, order = contract.rule, contract.order
        allowed = legal(deal.hands[seat], deal.trick, trump=contract.trump, rule=rule, order=order)
        if seat != deal.to_play or card not in allowed:
            return True
        deal = deal.after(card, contract)
    return False


def _thrown(error: Error, contract: Contract, *, is_duel: bool) -> Thrown:
    what = DEAL if is_duel else CONTRACT if error.seat in contract.side else DEFENCE
    return Thrown(error.trick, error.seat, error.card, error.better, what)
