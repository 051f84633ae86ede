"""A house and its copy for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controller.system.update.place import CLOSED, Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, CLOSED)
