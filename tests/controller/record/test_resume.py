"""What one observation makes of a table, and its clocks (controller/sabot/record/resume.py)."""

from __future__ import annotations

from sabot.core.observations import BetsClosed
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record.resume import after

GAME = GAMES["punto-banco"]


def test_the_wall_clock_is_ahead_of_the_other_by_what_they_differ():
    table, _ = after(opened(GAME, GAME.Options()), BetsClosed(), 1_000, 400)
    assert table.room.ahead_ns == 600


def test_where_the_other_clock_is_not_known_the_wall_clock_is_used_as_it_is():
    table, _ = after(opened(GAME, GAME.Options()), BetsClosed(), 1_000)
    assert table.room.ahead_ns == 0
    assert table.room.clock_ns == 1_000
