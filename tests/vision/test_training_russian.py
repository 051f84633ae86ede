"""How the letters of a Russian pack are learned (vision/sabot_vision/training/oddities/russian.py)."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from sabot_vision.networks.running import probable
from sabot_vision.training import composed
from sabot_vision.training.oddities import russian
from sabot_vision.training.oddities.causes import writes_russian
from sabot_vision.training.oddities.russian import Corners, gathered, learned


def corners(count: int) -> Corners:
    """Features in which two numbers tell two letters, one of them written large and the other small."""
    letters = np.arange(count) % 3
    features = np.random.default_rng(3).normal(0, 1, (count, 128))
    features[:, 0] += 60 * (letters == 1)
    features[:, 1] = 7 + 0.01 * features[:, 1] + 0.2 * (letters == 2)
    return Corners(features, letters)


def test_what_was_learned_tells_corners_that_were_not_seen() -> None:
    weights, offsets = learned(corners(300))
    assert (weights.shape, offsets.shape) == ((3, 128), (3,))
    others = corners(600)
    chances = probable(others.features[300:] @ weights.T + offsets)
    assert (chances.argmax(axis=1) == others.letters[300:]).mean() > 0.99


@pytest.fixture(scope="module")
def fonts() -> list[Path]:
    found = [font for font in composed.fonts() if writes_russian(font)][:2]
    if not found:
        pytest.skip("no font of this machine has the letters of a Russian pack")
    return found


def test_two_corners_of_each_card_are_gathered_and_queens_and_aces_of_russian_packs_are_the_letters(
    fonts: list[Path],
) -> None:
    found = gathered(fonts, 5, 3)
    assert found.features.shape == (3 * 6 * 2, 128)
    assert {*found.letters[:24]} == {0, 1, 2}
    assert not found.letters[24:].any()  # the third table has another pack


def test_what_was_learned_is_written_where_it_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "russian.npz"
    monkeypatch.setattr(russian, "RUSSIAN_FILE", file)
    monkeypatch.setattr(russian, "gathered", lambda fonts, seed, tables: corners(30))
    monkeypatch.setattr(sys, "argv", ["russian"])
    russian.main()
    with np.load(file) as kept:
        assert (kept["weights"].shape, kept["offsets"].shape) == ((3, 128), (3,))
