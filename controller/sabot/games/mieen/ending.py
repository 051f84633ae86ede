"""What a deal of mieën comes to: the thirds of the pot, and who pays into the next. Source: HS p. 58-59."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot.games.evening.deal import Outcome
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import THE_POT
from sabot.games.mieen.deal import FULL_HAND, Carried, Deal


def shares(pot: int, tricks: Mapping[int, int], *, unit: int = 1) -> dict[int, int]:
    """What each seat takes of the pot: a third for each trick, and all of it for three.

    A pot that was defended leaves a third, so a later one may not divide by three: then a trick is worth the
    whole counters in a third, and the odd ones stay. The book is silent.

    >>> shares(15, {1: 2, 2: 1}), shares(17, {1: 2, 2: 1}), shares(17, {1: 3, 2: 0})
    ({1: 10, 2: 5}, {1: 10, 2: 5}, {1: 17, 2: 0})
    """
    third = (pot - odd_counters(pot, unit=unit)) // FULL_HAND
    return {seat: pot if taken == FULL_HAND else taken * third for seat, taken in tricks.items()}


def odd_counters(pot: int, *, unit: int = 1) -> int:
    """What is left of a pot that is divided by three in whole counters.

    >>> odd_counters(15), odd_counters(17), odd_counters(175, unit=10)
    (0, 2, 25)
    """
    return pot % (FULL_HAND * unit)


def dead(deal: Deal) -> tuple[int, ...]:
    """The seats that went along and have no trick. A dealer who defends is not among them."""
    play = deal.play
    return tuple(seat for seat in deal.along if play and not play.taken(seat))


def decided(deal: Deal) -> Deal:
    """The deal after three tricks: each takes thirds of the pot, and a player without a trick pays as much as
    was in it into the next one. What a defending dealer wins stays."""
    assert deal.play is not None
    pot, options = deal.pot, deal.options
    tricks = {seat: deal.play.taken(seat) for seat in deal.along}
    won = [(THE_POT, seat, sum_) for seat, sum_ in shares(pot, tricks, unit=options.unit).items()]
    owed = min(pot, options.dead_cap or pot)
    return _over(deal, [*won, *((seat, THE_POT, owed) for seat in dead(deal))])


def undisputed(deal: Deal) -> Deal:
    """Nobody plays against the only player who went along: they take the pot. Where nobody did, it stays; the
    book is silent."""
    return _over(deal, [(THE_POT, seat, deal.pot) for seat in deal.along])


def _over(deal: Deal, payments: list[tuple[int, int, int]]) -> Deal:
    after, lines = deal.with_paid(payments)
    return after._replace(phase="over", divided=deal.pot, paid=lines)


def outcome(deal: Deal) -> Outcome:
    """The result line, the payments and the score."""
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    return Outcome(_result(deal), lines=(*deal.paid, ("score", {"purses": purses, "pot": money(deal.pot)})))


def _result(deal: Deal) -> Plain:
    """`winner`: the seat with the most tricks, or the only one that went along; None where several have
    as many."""
    play = deal.play
    tricks = {seat: play.taken(seat) for seat in play.seats} if play else dict.fromkeys(deal.along, FULL_HAND)
    most = [seat for seat, taken in tricks.items() if taken == max(tricks.values())]
    return {
        "winner": str(most[0]) if len(most) == 1 else None,
        "tricks": {str(seat): taken for seat, taken in tricks.items()} if play else {},
        "dead": [*dead(deal)],
        "defends": deal.dealer if deal.defends else None,
        "divided": money(deal.divided),
        "pot": money(deal.pot),
    }


def following(deal: Deal) -> Evening:
    """The left neighbour deals. A player without a trick has paid, and a dealer who defended owes nothing."""
    exempt = (*dead(deal), deal.dealer) if deal.defends else dead(deal)
    return deal.evening.following(carried=Carried(deal.pot, exempt))
