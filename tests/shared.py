"""Reference data: what the repository holds, and recordings by others in a folder beside the repository."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

VECTORS = Path(__file__).parent / "vectors"
SHARED = Path(__file__).resolve().parents[1].parent / "shared"
ABSENT = "these tests wait for recordings and photographs that the repository may not hold (../shared/data)"
"""One reason for all, so that pytest's summary tells of all in one line, with their number."""


@cache
def vectors(name: str) -> Any:
    """The worked examples of tests/vectors/`name`.json; nobody may change them in place."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def shared(path: str) -> Path:
    """The file `path` of what others recorded; skips the test where it is absent."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(ABSENT)
    return found
