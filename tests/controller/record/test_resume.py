"""What one observation makes of a table, and its clocks (controller/sabot/record/resume.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.core.observations import Acknowledged, BetsClosed, Undone, as_dict
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record.chain import Entry
from sabot.record.journal import Journal, JournalError, reading, records
from sabot.record.resume import TooShortError, after, folded, read

GAME = GAMES["punto-banco"]


def test_the_wall_clock_is_ahead_of_the_other_by_what_they_differ():
    table, _ = after(opened(GAME, GAME.Options()), BetsClosed(), 1_000, 400)
    assert table.room.ahead_ns == 600


def test_where_the_other_clock_is_not_known_the_wall_clock_is_used_as_it_is():
    table, _ = after(opened(GAME, GAME.Options()), BetsClosed(), 1_000)
    assert table.room.ahead_ns == 0
    assert table.room.clock_ns == 1_000


@pytest.mark.parametrize("before", [(), (Acknowledged(),), (Acknowledged(), Acknowledged())])
def test_what_lies_before_the_beginning_of_a_fold_cannot_be_taken_back(
    tmp_path: Path, before: tuple[object, ...]
):
    with Journal(tmp_path / "table.sqlite3") as journal:
        journal.append([Entry("observation", as_dict(each), wall_ns=1) for each in (*before, Undone())])
    with reading(tmp_path / "table.sqlite3") as file:
        seen = list(records(file))
    table = opened(GAME, GAME.Options())
    assert folded(table, seen, whole=True).play == table.play
    with pytest.raises(TooShortError):
        folded(table, seen, whole=False)


def test_a_record_that_this_sabot_does_not_know_is_refused_by_its_number(tmp_path: Path):
    with Journal(tmp_path / "table.sqlite3") as journal:
        journal.append([Entry("observation", as_dict(BetsClosed()), wall_ns=1)])
        journal.append([Entry("observation", {"kind": "DiceSeen", "eyes": 6}, wall_ns=1)])
    with reading(tmp_path / "table.sqlite3") as file:
        known, unknown = records(file)
    assert read(known) == BetsClosed()
    with pytest.raises(JournalError, match="record 2 cannot be read: "):
        read(unknown)
