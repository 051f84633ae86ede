"""The cards of a coup that a trainee needs: of a few random coups the one that asks most of what is due.

As the cards fall, a rare cell of the tableau comes once in some hundred coups. So the top of the sabot is one
of several random orders of its cards. No card is added or missing, and the seed decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sabot.core.cards import Card
from sabot.core.observations import BetsClosed, CardSeen, Said
from sabot.core.options import House
from sabot.core.table import Table, opened, step
from sabot.core.view import phase, view
from sabot.games.lessons import Played
from sabot.games.register import GAMES
from sabot.school.dealing.state import State
from sabot.school.schedule import Plan
from sabot.school.table_cells import cells

ORDERS_TRIED = 60
"""Random orders among which one is chosen."""

TOP_CARDS = 20
"""Cards that a coup may need, at the two rows of trente et quarante."""


def arranged(state: State) -> State:
    """The sitting with the next coup's cards in an order that asks what the trainee wants to learn. What it
    asks is wanted no longer."""
    if not state.wanted or len(state.cards) < TOP_CARDS:
        return state
    rng = state.chance("arrange")
    wanted = {cell: len(state.wanted) - nth for nth, cell in enumerate(state.wanted)}
    best, most, asks = state.cards, 0, frozenset[str]()
    for nth in range(ORDERS_TRIED):
        cards = _mixed(state.cards, rng) if nth else state.cards
        found = asked(state.setup.game, state.setup.options, cards, rng)
        worth = sum(wanted.get(cell, 0) for cell in found)
        if worth > most:
            best, most, asks = cards, worth, found
    return state._replace(cards=best, wanted=tuple(cell for cell in state.wanted if cell not in asks))


def needs(plans: Mapping[str, Plan], at_s: float) -> tuple[str, ...]:
    """The cells that a trainee needs, as `drill|cell`: what is due first, then what was never asked."""
    due = [f"{drill}|{cell}" for drill, plan in plans.items() for cell in plan.due(at_s)]
    new = [f"{drill}|{cell}" for drill, plan in plans.items() for cell in plan.unseen()]
    return (*due, *new)


def _mixed(cards: tuple[Card, ...], rng: Random) -> tuple[Card, ...]:
    """The same cards with others on top; the next one is the last."""
    mixed = [*cards]
    for place in range(len(mixed) - TOP_CARDS, len(mixed)):
        other = rng.randrange(len(mixed))
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return tuple(mixed)


def asked(game: str, options: House, cards: tuple[Card, ...], rng: Random) -> frozenset[str]:
    """The cells, as `drill|cell`, that a coup of these cards asks, the next card last; hands that are free
    choose at random."""
    table, _ = step(opened(GAMES[game], options), BetsClosed())
    phases, left = [phase(table.play)], [*cards[-TOP_CARDS:]]
    while table.play.owed is not None and table.play.result is None and left:
        table = _next(table, left, rng)
        phases.append(phase(table.play))
    played = Played(view(table), (), {}, (), tuple(dict.fromkeys(phases)), True)
    return frozenset(f"{each.drill}|{each.cell}" for each in cells(played) if table.play.result is not None)


def _next(table: Table, left: list[Card], rng: Random) -> Table:
    owed = table.play.owed
    assert owed is not None
    if owed.of:
        return step(table, Said(f"{owed.of} {rng.choice(owed.choices)}"))[0]
    return step(table, CardSeen(left.pop(), owed.to))[0]
