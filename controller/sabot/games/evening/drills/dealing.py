"""Deals by chance with every hand known: what the drills of a household game ask about.

A question keeps nothing of its deal but the seed: the deal is made again when the answer comes, and its rules
are asked then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeVar

from sabot.core.cards import SUITS, Card, any_card_named, with_sign
from sabot.core.reasons import Reason
from sabot.core.terms import Turn
from sabot.core.words import Words, match
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.options import Household
from sabot.games.evening.wishes import filled
from sabot.games.questions import Act, chance_of

MOMENTS_MOST = 30_000
"""How many moments are looked at for a cell. A cell that is in none cannot be asked in this house."""
KEPT_POSITIONS = 256
"""Positions that are not made again when the answer comes."""
PASSES = ("pas", "pass")
OPENING_SHARE, RAISING_SHARE, LOW_BIDS = 0.6, 0.2, 3
"""How often players in these deals make the first bid, and bid over another; and among how many of the lowest
bids they choose, so that ordinary contracts come."""
JOINING_SHARE = 0.5
"""How often they join a bid of another, where the game allows it."""
RUFFING_SHARE = 0.7
"""How often players in these deals trump a card where they may, so that tricks have something to decide."""
RANKS_HIGH_TO_LOW = "AKQJT98765432"


class Taught(NamedTuple):
    """A game that is taught, in this house."""

    rules: HouseholdGame
    options: Household

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rules.NAME


def words_of(game: HouseholdGame, act: str) -> Words:
    """An act of the script as its words."""
    words = match(game.WORDS, act)
    assert words is not None, act
    return words


def after(game: HouseholdGame, coup: Coup, act: str) -> Coup:
    """The deal after this act; a card alone is turned up."""
    card = any_card_named(act)
    return game.dealt(coup, card, None)[0] if card else game.said(coup, words_of(game, act))


def moments(taught: Taught, rng: Random) -> Iterator[Coup]:
    """Every moment of deal after deal, all hands known, without end."""
    game = taught.rules
    while True:
        coup = game.opening(taught.options)
        coup = game.said(coup, ("dealer", rng.choice(coup.deal.evening.seats)))
        while coup.outcome is None:
            yield coup
            coup = after(game, coup, next_act(coup, rng))


def next_act(coup: Coup, rng: Random) -> str:
    """The next act: a hand that is dealt, else something that the first turn offers."""
    hands = ((turn, act) for turn in coup.turns for act in turn.acts if act.startswith("hand "))
    turn, act = next(hands, (coup.turns[0], ""))
    return filled(coup, turn, act or _chosen(coup, turn, rng), rng)


def _chosen(coup: Coup, turn: Turn, rng: Random) -> str:
    """What a player does: bids are low and rare, and cards are trumped often."""
    words = {act: act.split()[-1] for act in turn.acts}
    passes = [act for act in turn.acts if words[act] in PASSES]
    if not passes:
        return rng.choice(_ruffs(coup, turn) if rng.random() < RUFFING_SHARE else turn.acts)
    made = {each["bid"] for each in coup.spread.get("bids", ())} - {*PASSES}
    bids = [act for act in turn.acts if act.startswith("bid ") and act not in passes]
    joined = [act for act in bids if words[act] in made]
    if joined and rng.random() < JOINING_SHARE:
        return joined[0]
    share = RAISING_SHARE if made else OPENING_SHARE
    return rng.choice(bids[:LOW_BIDS]) if bids and rng.random() < share else passes[0]


def _ruffs(coup: Coup, turn: Turn) -> Sequence[str]:
    """The trumps that may be played to a card of another suit; all acts where there are none."""
    trump, trick = coup.spread.get("trump"), coup.spread.get("trick")
    if not trick or trump is None or trick[0]["card"].endswith(trump):
        return turn.acts
    return [act for act in turn.acts if act.endswith(trump)] or turn.acts


CellOf = Callable[[Coup], str | None]
"""To which cell a moment belongs; None where it is not asked about."""


@lru_cache(maxsize=KEPT_POSITIONS)
def position(taught: Taught, cell_of: CellOf, name: str, cell: str, seed: int) -> Coup:
    """The first moment of this cell in the deals that the seed makes."""
    found = moments(taught, chance_of(name, cell, seed))
    for _ in range(MOMENTS_MOST):
        coup = next(found)
        if cell_of(coup) == cell:
            return coup
    raise LookupError(f"{name}: no moment belongs to {cell}")


Posed = TypeVar("Posed")


@lru_cache(maxsize=KEPT_POSITIONS)
def drawn(asks: Callable[[str, Random], Posed], name: str, cell: str, seed: int) -> Posed:
    """What the seed asks of this cell. It is not worked out again when the answer comes soon."""
    return asks(cell, chance_of(name, cell, seed))


def turn_of(coup: Coup, verb: str) -> Turn | None:
    """The first turn, where its seat is to do this; None where something else is due."""
    first = coup.turns[0] if coup.turns else None
    return first if first and any(act.startswith(verb) for act in first.acts) else None


def done_with(turn: Turn, verb: str) -> list[str]:
    """The last words of the acts of this verb: cards that may be played, bids that may be made."""
    return [act.split()[-1] for act in turn.acts if act.startswith(verb)]


def refused(taught: Taught, coup: Coup, act: str) -> Reason:
    """Why the rules refuse this act."""
    return after(taught.rules, coup, act).faults[-1].because


def sorted_hand(cards: Sequence[Card]) -> list[Card]:
    """A hand as people hold it: suit by suit, the highest card first."""
    return sorted(cards, key=lambda card: (SUITS.index(card.suit), RANKS_HIGH_TO_LOW.index(card.rank)))


def card_acts(cards: Sequence[Card]) -> tuple[Act, ...]:
    """A card each, by its rank and the sign of its suit."""
    return tuple(
        Act(str(card), with_sign(card), str(nth), spoken=True) for nth, card in enumerate(cards, start=1)
    )


def seat_acts(seats: Sequence[int]) -> tuple[Act, ...]:
    """A seat each."""
    return tuple(Act(str(seat), f"Seat {seat}", str(nth), True) for nth, seat in enumerate(seats, start=1))
