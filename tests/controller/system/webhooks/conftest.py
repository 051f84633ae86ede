"""A table as `sabot run` opens it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

import sabot


@pytest.fixture
def running(tmp_path: Path) -> Callable[[str], AbstractContextManager[object]]:
    """Opens a simulated table that deals as fast as it can."""

    def opened(config: str) -> AbstractContextManager[object]:
        own = f'[dashboard]\nport = 0\n[journal]\npath = "{tmp_path}/t.sqlite3"\n'
        return sabot.running(sabot.read_settings(f"{own}[simulation]\nseconds_per_card = 0\n{config}"))

    return opened
