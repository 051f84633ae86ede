"""The bench of the eye measures what it says that it measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from sabot_vision import bench
from sabot_vision.finding.found import Found
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.learning.margin import Learned, learned
from sabot_vision.learning.samples import Sample
from tests.overheard import overheard

QUAD = ((300.0, 200.0), (400.0, 200.0), (400.0, 340.0), (300.0, 340.0))
READ = [Found("8C", 0.99, (300, 200, 100, 140), QUAD, None, "8", "C")]


def test_a_frame_of_a_still_scene_is_not_read_and_the_first_ones_are(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[np.ndarray] = []

    def seen(picture: np.ndarray, **how: object) -> Sequence[Found]:
        shown.append(picture)
        return READ

    monkeypatch.setattr(bench, "read", seen)
    one_more = bench.settled(np.random.default_rng(3).integers(60, 90, (720, 1280, 3), dtype=np.uint8))
    first = len(shown)
    for _ in range(30):
        one_more()
    assert 0 < first == len(shown)


def test_each_table_in_the_checkout_is_timed_and_none_where_there_are_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pictures: list[np.ndarray] = []
    monkeypatch.setattr(bench, "read", overheard(pictures, lambda picture, **how: READ))
    told = bench.several()
    assert told is not None
    assert told["pictures"] == len(list(bench.TABLES.glob("*.jpg"))) > 1
    assert 0 <= float(told["cpu_ms"]) <= float(told["slowest_cpu_ms"])
    assert {picture.shape for picture in pictures} == {(720, 1280, 3)}
    assert bench.several(tmp_path) is None


@pytest.mark.parametrize(("pieces", "piece_ms", "over"), [(10, 8, False), (1, 30, True)])
def test_a_frame_is_over_the_limit_where_a_piece_is_and_not_where_a_whole_reading_is(
    pieces: int, piece_ms: int, over: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    worked_s = 0.0

    def in_pieces(picture: np.ndarray, **how: object) -> Iterator[Found | None]:
        nonlocal worked_s
        for _ in range(pieces):
            worked_s += piece_ms / 1000
            yield None
        yield from READ

    monkeypatch.setattr(bench, "in_pieces", in_pieces)
    monkeypatch.setattr(bench, "read", lambda picture, **how: READ)
    monkeypatch.setattr(bench, "process_time", lambda: worked_s)
    told = bench.each_frame()
    assert told is not None
    assert float(told["frames"]) > 100
    assert (float(told["over"]) > 0, told["slowest_cpu_ms"]) == (over, 30 if over else 16)
    assert told["first_read_cpu_ms"] == told["slowest_first_read_cpu_ms"] == pieces * piece_ms
    assert bench.each_frame(tmp_path) is None


def test_each_frame_in_which_a_witness_learns_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_s = 0.0

    def slowly(samples: Sequence[Sample]) -> Piecewise[Learned]:
        nonlocal worked_s
        for _ in range(3):
            worked_s += 0.03
            yield
        return (yield from learned(samples))

    monkeypatch.setattr("sabot_vision.learning.teacher.learned", slowly)
    monkeypatch.setattr(bench, "in_pieces", lambda picture, **how: iter(READ))
    monkeypatch.setattr(bench, "read", lambda picture, **how: READ)
    monkeypatch.setattr(bench, "process_time", lambda: worked_s)
    table = np.random.default_rng(3).integers(60, 90, (720, 1280, 3), dtype=np.uint8)
    took = bench.while_learning(table)
    assert took == {"frames": 180, "over": 3, "slowest_cpu_ms": 30.0, "learned": True}


def test_which_limits_are_kept_is_told_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(**found: object) -> None:
        for name, value in found.items():
            monkeypatch.setattr(bench, name, lambda *given, value=value, **how: value)

    frames = {"over": 0, "slowest_first_read_cpu_ms": bench.READ_TARGET_MS}
    measured(read=READ, outlines=[], settled=None, several=None, memory_mb=149, timed=([4.9], [4.9]))
    measured(each_frame=frames, while_learning={"over": 0}, of_sizes={"1280 × 720": {"over": 0}})
    assert all(bench.measure()["kept"].values())  # type: ignore[attr-defined]
    measured(each_frame=frames | {"slowest_first_read_cpu_ms": bench.READ_TARGET_MS + 1}, memory_mb=150)
    kept: dict[str, bool] = bench.measure()["kept"]  # type: ignore[assignment]
    assert [name for name, each in kept.items() if not each] == ["first_read_cpu_ms", "memory_mb"]
