"""A household game goes on after a restart where it stood: in the auction, and in the middle of a trick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from sabot.core import options as house
from sabot.core.observations import SabotOpened
from sabot.core.table import step
from sabot.record.resume import begun, is_beginning, remembered
from tests.controller.games.evening.random_games import HOUSEHOLD, dealt


@pytest.mark.parametrize("name", HOUSEHOLD)
def test_a_deal_is_resumed_where_it_stood(name: str, kept: Callable[..., Path]) -> None:
    positions = dealt(HOUSEHOLD[name], 3)
    position = positions[3 * len(positions) // 4]
    options = position.table.play.options
    chosen = {each.name: house.shown(each, getattr(options, each.name)) for each in fields(options)}
    path = kept(name, "\n".join(position.script), **chosen)
    table = remembered(path)
    assert table is not None
    assert table.play == position.table.play
    assert begun(path, fresh=table, name="", wall_ns=2).table.room.unconfirmed == position.table.play.opened


def test_no_fold_begins_where_purses_are_carried_over() -> None:
    table = dealt(HOUSEHOLD["nap"], 3)[-1].table
    table, _ = step(table, SabotOpened())
    assert not is_beginning(SabotOpened(), table)
