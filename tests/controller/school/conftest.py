"""A school with a clock that a test moves, and Marie, who learns there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.school.school import School
from tests.controller.school.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def school(tmp_path: Path, clock: Clock) -> Iterator[School]:
    found = School(tmp_path / "table.school.sqlite3", house="Table 3", wall_s=clock, steady_s=clock)
    yield found
    found.close()


@pytest.fixture
def marie(school: School) -> int:
    return int(school.enrol("Marie")["id"])
