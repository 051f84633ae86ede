"""The bets on a game of écarté: the stakes of the players and of the gallery. Source: HS p. 51-52.

Both sides are equal before the card is turned. Bets are laid before and during the first deal of a game and
are settled when the game is won. HS does not say what becomes of a stake that nobody covers; the dealer may
let it go back, the last one first.
"""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.core.terms import money
from sabot.games.ecarte.deal import Bet, Deal, other
from sabot.games.evening.deal import Line, refuse
from sabot.games.evening.evening import Evening
from sabot.games.evening.household import PLACES
from sabot.games.evening.whys import no_chips

TOO_LATE = reason("bets on a game are laid before the card of its first deal is turned")
UNEQUAL = reason("the bets on both players are equal before the card is turned")


def gap(deal: Deal) -> int:
    """The sum of the bets on the first player, less that on the second."""
    first, second = deal.game.pair
    return deal.staked_on(first) - deal.staked_on(second)


def short(deal: Deal) -> int:
    """The player with the smaller sum of bets on them; 0 where both sums are equal."""
    first, second = deal.game.pair
    return 0 if not gap(deal) else (second if gap(deal) > 0 else first)


def are_open(deal: Deal) -> bool:
    """Whether bets can be laid now."""
    return deal.is_first and deal.phase in ("dealing", "turning")


def bet(deal: Deal, where: str, amount: int, seat: int | None) -> Deal:
    """A stake on one of the players; these bet on themselves."""
    side = int(where) if where in PLACES else 0
    if seat is None:
        return refuse(
            deal, reason("a bet names its seat: bet {on} {amount} 3", on=where, amount=money(amount))
        )
    if because := _refused(deal, side, amount, seat=seat):
        return refuse(deal, because, seat=seat)
    deal = returned(deal)
    laid = deal._replace(evening=given(deal.evening, seat, -amount))
    laid = laid._replace(game=laid.game._replace(bets=(*laid.game.bets, Bet(seat, side, amount))))
    return laid.with_line("pot", seat=seat, on=side, amount=money(amount), pot=money(laid.in_play))


def _refused(deal: Deal, side: int, amount: int, *, seat: int) -> Reason | None:
    if not are_open(deal):
        return TOO_LATE
    if side not in deal.game.pair or seat not in deal.evening.seats:
        return reason("a bet is on one of the two players, by a seat at the table")
    if seat in deal.game.pair and seat != side:
        return reason("a player bets on their own game")
    return None if deal.evening.can_pay(seat, amount) else no_chips(seat)


def evened(deal: Deal) -> Deal:
    """The deal when the stakes that nobody covered went back, the last one first."""
    left = abs(gap(deal))
    long = other(deal.game.pair, short(deal))
    kept = []
    lines: tuple[Line, ...] = ()
    for each in reversed(deal.game.bets):
        back = min(left, each.amount) if each.on == long else 0
        left -= back
        if back:
            deal = deal._replace(evening=given(deal.evening, each.seat, back))
            lines = (*lines, _paid(each.seat, back))
        if each.amount > back:
            kept.append(each._replace(amount=each.amount - back))
    bets = tuple(reversed(kept))
    return deal._replace(game=deal.game._replace(bets=bets), lines=(*deal.lines, *lines))


def settled(deal: Deal, winner: int) -> Deal:
    """The deal when a game was won: the stakes on the winner are paid one to one, by those on the other."""
    evening, lines = deal.evening, list[Line]()
    for each in deal.game.bets:
        if each.on == winner:
            evening = given(evening, each.seat, 2 * each.amount)
            lines.append(_paid(each.seat, 2 * each.amount))
    return deal._replace(evening=evening, paid=tuple(lines), game=deal.game._replace(bets=()))


def returned(deal: Deal) -> Deal:
    """The deal when the stakes on a game that was given up went back."""
    evening = deal.evening
    for each in deal.stale:
        evening = given(evening, each.seat, each.amount)
    lines = tuple(_paid(each.seat, each.amount) for each in deal.stale)
    return deal._replace(evening=evening, stale=(), lines=(*deal.lines, *lines))


def given(evening: Evening, seat: int, amount: int) -> Evening:
    """The evening when this seat got a sum, also where it has left: the sheet then says what it is owed."""
    return evening._replace(purses={**evening.purses, seat: evening.purses.get(seat, 0) + amount})


def _paid(seat: int, amount: int) -> Line:
    return "paid", {"seat": seat, "amount": money(amount), "of": "pot"}
