"""A journal is replayed at the pace of the evening, also where somebody set the clock meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.app import replay as replaying
from sabot.core.observations import BetsClosed, CutCardSeen, Noted, Perceived
from tests.controller.live.test_loop import Table

SECOND_NS = 1_000_000_000


@pytest.mark.parametrize(
    ("moments", "waits"),
    [
        (((10, 5), (7212, 7), (7216, 11)), [2.0, 4.0]),  # set two hours ahead
        (((7210, 5), (12, 7), (16, 11)), [2.0, 4.0]),  # and back
        (((10, 900), (20, 3), (21, 4)), [0.0, 1.0]),  # the machine was started in between
        (((10, 0), (12, 0), (9, 0)), [2.0, 0.0]),  # a journal that has the wall clock alone
    ],
)
def test_the_pauses_are_those_of_the_clock_that_nobody_sets(
    tmp_path: Path, moments: tuple[tuple[int, int], ...], waits: list[float]
) -> None:
    table = Table(tmp_path / "table.sqlite3")
    for seen, (wall_s, up_s) in zip((BetsClosed(), Noted("remark"), CutCardSeen()), moments, strict=True):
        table.does(Perceived(seen, wall_s * SECOND_NS, up_s * SECOND_NS))
    table.killed()
    found: list[float] = []
    replaying.of_journal(table.path, speed=2, tell=lambda line: None, wait=found.append)
    assert found == [each / 2 for each in waits]
