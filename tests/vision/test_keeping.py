"""Pictures that prove a card, within the space that they may take (vision/sabot_vision/keeping.py)."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from sabot_vision import keeping
from sabot_vision.keeping import Kept

CARD = ((0, 0), (299, 0), (299, 399), (0, 399))


def noise(seed: int) -> np.ndarray:
    """A picture that becomes a file of about 110 kB."""
    return np.random.default_rng(seed).integers(0, 255, (400, 300, 3), np.uint8)


def there(folder: Path) -> set[str]:
    return {each.name for each in folder.glob("*.jpg")}


def test_the_oldest_pictures_go_first_also_where_the_clock_was_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    noise = np.random.default_rng(1)
    corners = np.array([(0, 0), (300, 0), (300, 400), (0, 400)], np.float64)

    def keep(kept: Kept, now_ns: int) -> str:
        monkeypatch.setattr("sabot_vision.keeping.time.time_ns", lambda: now_ns)
        return kept.keep(noise.integers(0, 255, (420, 320, 3), np.uint8), corners)

    first = keep(Kept(tmp_path, 1), 9 * 10**18)
    kept = Kept(tmp_path, 1)
    later = [keep(kept, 10**18) for _ in range(12)]
    stay = {each.name for each in tmp_path.glob("*.jpg")}
    assert first not in stay
    assert 0 < len(stay) < 13
    assert stay == {*later[-len(stay) :]}


def test_the_oldest_pictures_go_when_the_space_is_full(tmp_path: Path):
    kept, rng = Kept(tmp_path, 1), np.random.default_rng(1)
    corners = ((0, 0), (479, 0), (479, 479), (0, 479))
    names = [kept.keep(rng.integers(0, 255, (480, 480, 3), np.uint8), corners) for _ in range(15)]
    for age, name in enumerate(names):
        if (tmp_path / name).exists():
            os.utime(tmp_path / name, ns=(age * 10**9, age * 10**9))
    names.append(kept.keep(rng.integers(0, 255, (480, 480, 3), np.uint8), corners))
    there = {each.name for each in tmp_path.glob("*.jpg")}
    assert sum(each.stat().st_size for each in tmp_path.glob("*.jpg")) <= 1_000_000
    assert names[-1] in there
    assert names[0] not in there
    assert Kept(tmp_path, 0).keep(np.zeros((9, 9, 3), np.uint8), corners) == ""
    assert Kept(tmp_path / names[-1] / "no-folder", 1).keep(np.zeros((9, 9, 3), np.uint8), corners) == ""


def test_pictures_that_somebody_deletes_make_room_for_others(tmp_path: Path):
    kept = Kept(tmp_path, 1)
    for seed in range(8):
        kept.keep(noise(seed), CARD)
    for each in tmp_path.glob("*.jpg"):
        each.unlink()
    names = [kept.keep(noise(seed), CARD) for seed in range(8, 15)]
    assert there(tmp_path) == {*names}


def test_a_picture_that_is_there_already_takes_no_more_room(tmp_path: Path):
    kept = Kept(tmp_path, 1)
    first = kept.keep(noise(0), CARD)
    names = {kept.keep(noise(1), CARD) for _ in range(12)}
    assert there(tmp_path) == {first, *names}


def test_the_newest_picture_stays_also_where_it_alone_is_too_large(tmp_path: Path):
    kept = Kept(tmp_path, 1)
    kept._most = 50_000
    names = [kept.keep(noise(seed), CARD) for seed in range(3)]
    assert there(tmp_path) == {names[-1]}


def test_a_picture_that_somebody_deletes_while_they_are_counted_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = Kept(tmp_path, 1).keep(noise(0), CARD)
    listed = [tmp_path / "deleted.jpg", tmp_path / name]
    monkeypatch.setattr(keeping.Path, "glob", lambda folder, pattern: iter(listed))
    assert Kept(tmp_path, 1).keep(noise(1), CARD)
