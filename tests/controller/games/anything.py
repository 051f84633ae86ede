"""Anything that may happen at a table: acts that every game must accept, and what holds after each."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sabot.core.observations import (
    Acknowledged,
    BetsClosed,
    CoupEnded,
    CutCardSeen,
    Observation,
    SabotOpened,
    Undone,
)
from sabot.core.table import Table, step
from sabot.core.view import view

ACTS_WITHOUT_WORDS: list[Observation] = [
    *(BetsClosed(), CoupEnded(), SabotOpened(), CutCardSeen()),
    *(Undone(), Acknowledged()),
]


def each_act_shows_plain_values_and_can_be_taken_back(table: Table, acts: Iterable[Observation]) -> None:
    """An answer to a fault is no act that is taken back, nor is a correction itself."""
    for act in acts:
        before = view(table)
        after, _ = step(table, act)
        json.dumps(view(after))
        if not isinstance(act, Undone | Acknowledged):
            assert view(step(after, Undone())[0]) == before
        table = after
