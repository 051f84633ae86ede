"""Who plays this evening: the seats that staked or spoke since the table was opened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sabot.core.observations import Observation, Said, Staked


class Players(NamedTuple):
    """The `seats` that staked or spoke in coups that can no longer be taken back. Coup `since` was the last
    one before this evening; it and those before it do not count."""

    seats: frozenset[str] = frozenset()
    since: int = -1


def seats_in(acts: Iterable[Observation]) -> set[str]:
    """The seats that these acts name: of a stake, or of a call such as `banco 4`."""
    seats: set[str] = set()
    for act in acts:
        if isinstance(act, Staked) and act.seat is not None:
            seats.add(str(act.seat))
        elif isinstance(act, Said):
            seats.update(filter(str.isdecimal, act.words.split()[1:2]))
    return seats


def known(players: Players, coup: int, acts: Iterable[Observation]) -> Players:
    """The players with those of one more coup, whose acts can no longer be taken back."""
    return players._replace(seats=players.seats | seats_in(acts)) if coup > players.since else players
