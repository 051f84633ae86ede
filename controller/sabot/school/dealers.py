"""The dealers of the school: coups as the rehearsals deal them, with a fault or without, act by act.

They do not ask the referee; what is right is what the referee finds. Which fault a coup has is told as finely
as it is learnt: a row stopped short is another thing than a card too many, though both are faux tirage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

from sabot.core.events import Called
from sabot.core.observations import (
    Announced,
    BallSeen,
    BetsClosed,
    CardSeen,
    CoupEnded,
    Observation,
    Said,
    Staked,
)
from sabot.core.options import House
from sabot.core.table import opened, step
from sabot.games.lessons import NONE, PAYOUT, CellOf, Faults
from sabot.games.register import GAMES
from sabot.school.acts import Act, at_table, laid
from sabot.school.paying import paid_wrongly, payouts, settled

Shift = Callable[..., Iterator[tuple[Observation, str | None]]]
"""The acts of a shift, each with the kind of fault that it is, as a rehearsal deals them."""


class Dealer(NamedTuple):
    """A game that is rehearsed, and how its faults are taught (`sabot.games.lessons.Faults`)."""

    game: str
    shift: Shift
    options: House
    kinds: tuple[str, ...]
    cells: tuple[str, ...]
    cell_of: CellOf
    speakers: tuple[str, ...] = ()
    even: tuple[str, ...] = ()
    acts: range = range(5, 100)
    target_s: float = 12.0

    @property
    def pays(self) -> bool:
        """Whether stakes and payments are shown."""
        return bool(self.even)


def dealer(game: str, shift: Shift, faults: Faults) -> Dealer:
    """The dealer of a game whose faults are taught."""
    return Dealer(game, shift, *faults)


# --- dealing -----------------------------------------------------------------------------------------


def coups(dealer: Dealer, rng: Random, cell: str) -> Iterator[list[Act]]:
    """Coup after coup without an end, each to the cards' collection, in which the fault of `cell` may be."""
    faulty = cell not in (NONE, PAYOUT)
    while True:
        acts: list[Observation] = []
        for act, _ in dealer.shift(rng, coups=60, faults=float(faulty), options=dealer.options):
            if _is_shown(act, dealer):
                acts.append(act)
            if type(act) is CoupEnded:
                yield _finished(dealer, acts, rng, wrongly=cell == PAYOUT)
                acts = []


def _is_shown(act: Observation, dealer: Dealer) -> bool:
    if type(act) is Said:
        who, _, says = act.words.partition(" ")
        return who in dealer.speakers and says in ("carte", "non", "abat")
    return type(act) in (CardSeen, Announced, BetsClosed, CoupEnded) or (
        dealer.pays and type(act) in (Staked, BallSeen)
    )


def _finished(dealer: Dealer, acts: list[Observation], rng: Random, *, wrongly: bool) -> list[Act]:
    """The coup with every card where it lies; where a bank pays, with every call and every payment that
    belongs to it, so that none of them tells that something is wrong. Empty where it is no whole coup."""
    game, options = dealer.game, dealer.options
    if not dealer.pays:
        return [*laid(game, options, rng, acts)]
    whole = type(acts[0]) is Staked and not any(type(a) is type(b) is Announced for a, b in pairwise(acts))
    places = [(act.where, act.seat) for act in acts if type(act) is Staked]
    if not whole or len({*places}) < len(places):
        return []
    called = laid(game, options, rng, _called(dealer, acts))
    table, _ = at_table(game, options, called[:-1])
    if any(each.bet not in {where for where, _ in places} for each in settled(table)):
        return []  # an announced bet is paid chip by chip
    paid = paid_wrongly(table, rng, even=dealer.even) if wrongly else payouts(table)
    return [*called[:-1], *paid, called[-1]] if paid or not wrongly else []


def _called(dealer: Dealer, acts: list[Observation]) -> list[Observation]:
    """The acts with the calls that the rules ask for where nobody made one."""
    table, made = opened(GAMES[dealer.game], dealer.options), []
    for act, then in pairwise(acts):
        table, events = step(table, act)
        calls = [event.call.text for event in events if type(event) is Called]
        made.append(act)
        if calls and type(act) in (CardSeen, BallSeen) and type(then) is not Announced:
            made.append(Announced(calls[-1]))
    return [*made, acts[-1]]
