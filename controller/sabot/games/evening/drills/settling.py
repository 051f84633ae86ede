"""What an act of a deal moves: a deal that chance makes is played by the rules until they pay something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Generic, NamedTuple, TypeVar

from sabot.core.terms import Stake, Turn, minor_units, money
from sabot.games.evening.drills.dealing import MOMENTS_MOST, Taught, after
from sabot.games.evening.household import Coup
from sabot.games.evening.wishes import filled

TITLE = "What is paid"
ONE_COUNTER = 10
"""The smallest counter in these deals, in minor units."""
COUNTERS_MOST = 50
"""As many counters are a large stake in these deals."""


class Moment(NamedTuple):
    """An act: all acts of its deal up to this one, and the deal before and after it."""

    acts: tuple[str, ...]
    before: Coup
    after: Coup

    def gain(self, seat: int) -> int:
        """What this seat has more than before, below zero where it has less."""
        return self.after.deal.evening.purses[seat] - self.before.deal.evening.purses[seat]

    def paid(self, seat: int) -> int:
        """What others paid this seat, less what it paid them; stakes that go back do not count."""
        lines = self.after.deal.lines[len(self.before.deal.lines) :]
        moves = [keys for name, keys in lines if name == "paid"]
        got = sum(_amount(keys) for keys in moves if keys["seat"] == seat)
        return got - sum(_amount(keys) for keys in moves if keys["of"] == str(seat))


def _amount(keys: Mapping[str, object]) -> int:
    return minor_units(str(keys["amount"])) or 0


Chooses = Callable[[Coup, Random], str]
"""What is done next, by chance."""
What = TypeVar("What")
Posed = TypeVar("Posed")
Cases = Callable[[Moment], Iterable[tuple[str, What]]]
"""The cells that a moment belongs to, each with what is asked about: a seat, a ticket, some acts."""


def staked(turn: Turn, act: str, rng: Random) -> str:
    """The act with a sum of whole counters, where it has one."""
    least, most = turn.limits or (ONE_COUNTER, ONE_COUNTER)
    sums = range(max(least, ONE_COUNTER), min(most, ONE_COUNTER * COUNTERS_MOST) + 1)
    whole = [each for each in sums if each % ONE_COUNTER == 0]
    return act.replace("AMOUNT", money(rng.choice(whole or [least])))


def chosen(coup: Coup, rng: Random) -> str:
    """Anything that the first turn offers."""
    turn = coup.turns[0]
    return filled(coup, turn, staked(turn, rng.choice(turn.acts), rng), rng)


def done(taught: Taught, coup: Coup, act: str) -> Coup:
    """The deal after this act, a stake too."""
    verb, *words = act.split()
    if verb != "bet":
        return after(taught.rules, coup, act)
    where, amount, seat = words
    return taught.rules.staked(coup, Stake(where, minor_units(amount) or 0, int(seat)))


def moments(taught: Taught, rng: Random, chooses: Chooses = chosen) -> Iterator[Moment]:
    """Every act of deal after deal, without end; acts that the rules refuse are left out. It ends only where
    too many are refused."""
    refused = 0
    while refused < MOMENTS_MOST:
        acts: tuple[str, ...] = (f"dealer {rng.choice((1, 2))}",)
        coup = after(taught.rules, taught.rules.opening(taught.options), acts[0])
        while coup.outcome is None:
            act = chooses(coup, rng)
            then = done(taught, coup, act)
            if len(then.faults) > len(coup.faults):
                refused += 1
                if refused == MOMENTS_MOST:
                    break
                continue
            acts = (*acts, act)
            yield Moment(acts, coup, then)
            coup = then


def found(found_in: Iterator[Moment], cases: Cases[What], cell: str, rng: Random) -> tuple[Moment, What]:
    """The first moment of this cell, and what is asked about."""
    for moment in islice(found_in, MOMENTS_MOST):
        if asked := [what for each, what in cases(moment) if each == cell]:
            return moment, rng.choice(asked)
    raise LookupError(f"no moment belongs to {cell}")


class Subject(NamedTuple, Generic[What, Posed]):
    """What is asked of the deals of a game: the moments of each cell, how one of them is `posed`, and what
    players do in these deals."""

    taught: Taught
    cases: Cases[What]
    posed: Callable[[Moment, What, Random], Posed]
    chooses: Chooses = chosen
    among: int = 1
    """Among how many moments of a cell one is drawn, where the first is nearly always the same."""

    def found(self, cell: str, rng: Random) -> tuple[Moment, Posed]:
        """A moment of this cell, and what is asked of it."""
        dealt = moments(self.taught, rng, self.chooses)
        for _ in range(rng.randrange(self.among)):
            found(dealt, self.cases, cell, rng)
        moment, what = found(dealt, self.cases, cell, rng)
        return moment, self.posed(moment, what, rng)

    def asks(self, cell: str, rng: Random) -> Posed:
        """What is asked of this cell, by chance."""
        return self.found(cell, rng)[1]
