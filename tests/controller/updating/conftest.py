"""A house and its copy for each test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.controller.updating.place import CLOSED, Place


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of whoever tests is not made to write all that it has."""
    monkeypatch.setattr(os, "sync", lambda: None)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, CLOSED)
