"""What the house asks about a table at home: whose turn it is, and with which acts. Pure functions."""

from __future__ import annotations

from collections.abc import Collection

from sabot.core.observations import Observation, Said, Staked
from sabot.core.play.state import Play
from sabot.core.table import Table
from sabot.core.terms import Turn
from sabot.games.evening.household import Coup
from sabot.games.evening.stock import has_cards, is_between, is_gift
from sabot.simulation.pack import is_taken


def coup_of(play: Play) -> Coup:
    """The deal of this play."""
    assert isinstance(play.coup, Coup)
    return play.coup


def is_first(table: Table) -> bool:
    """Whether the first deal of the evening is due."""
    coup = coup_of(table.play)
    return is_between(table) and coup.outcome is None and coup.deal.evening.number == 1


def is_open(table: Table, act: str) -> bool:
    """Whether this has still to be done before the first deal."""
    evening, (verb, seat, *_) = coup_of(table.play).deal.evening, act.split()
    is_done = int(seat) in evening.bought if verb == "sit" else int(seat) == evening.dealer
    return not is_done and is_taken(table, Said(act))


def own_acts(coup: Coup, turn: Turn) -> tuple[str, ...]:
    """The acts of this turn that are no dealing."""
    held = has_cards(coup, turn.seat)
    return tuple(
        act for act in turn.acts if act != "deal" and not is_gift(act, coup.rules.WORDS, has_cards=held)
    )


def for_anybody(turn: Turn) -> list[list[str]]:
    """The acts of a turn without its seat."""
    return [[word for word in act.split() if word != str(turn.seat)] for act in turn.acts]


def turns_of(coup: Coup, seats: Collection[int]) -> list[Turn]:
    """The turns of these seats."""
    return [turn for turn in coup.turns if turn.seat in seats]


def is_stake(turn: Turn) -> bool:
    """Whether a stake is laid in this turn."""
    return all(act.startswith("bet ") for act in turn.acts)


def seat_of(act: Observation) -> int:
    """The seat of an act; 0: it names none."""
    if isinstance(act, Staked):
        return act.seat or 0
    words = act.words.split() if isinstance(act, Said) else []
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
