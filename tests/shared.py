"""Recordings and reference data beside the project, used where they are present and skipped where not."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def shared(path: str) -> Path:
    """The file `path` of the reference data; skips the test, saying why, where it is absent."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"reference data not present: {path}")
    return found
