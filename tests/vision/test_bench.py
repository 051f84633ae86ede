"""What the bench of the eye measures is what it says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision import bench
from vision.found import Found


def test_a_frame_of_a_still_scene_is_not_read_and_the_first_ones_are(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[np.ndarray] = []

    def seen(picture: np.ndarray, *, language: str) -> Sequence[Found]:
        shown.append(picture)
        quad = ((300.0, 200.0), (400.0, 200.0), (400.0, 340.0), (300.0, 340.0))
        return [Found("8C", 0.99, (300, 200, 100, 140), quad, None, "8", "C")]

    monkeypatch.setattr(bench, "read", seen)
    one_more = bench.settled(np.random.default_rng(3).integers(60, 90, (720, 1280, 3), dtype=np.uint8))
    first = len(shown)
    for _ in range(30):
        one_more()
    assert 0 < first == len(shown)
