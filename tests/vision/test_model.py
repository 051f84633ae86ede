"""The networks in the repository are those that MODEL.md describes."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import numpy as np
import pytest

from sabot_vision.networks.cutting import CORNER_SIZE, FACE_SIZE
from sabot_vision.networks.glyphs import GLYPHS, RUSSIAN, SHOWN, SIGNS, STRANGE
from sabot_vision.networks.running import (
    FILES,
    MODEL,
    RUSSIAN_FILE,
    corners_seen,
    faces_seen,
    in_cells,
    index_answers,
    network,
    ready,
    russian,
    strangers_seen,
)


@pytest.mark.parametrize("path", [*FILES.values(), RUSSIAN_FILE], ids=[*FILES, "russian"])
def test_the_hash_of_a_network_stands_in_its_card(path: Path) -> None:
    told = dict(re.findall(r"`(\w+\.(?:onnx|npz))`[^`]*`([0-9a-f]{64})`", (MODEL / "MODEL.md").read_text()))
    assert hashlib.sha256(path.read_bytes()).hexdigest() == told[path.name]


def test_the_networks_together_stay_under_five_megabytes() -> None:
    assert sum(path.stat().st_size for path in FILES.values()) < 5_000_000


def test_each_network_answers_with_probabilities_of_every_glyph_and_suit() -> None:
    grey = [np.full((CORNER_SIZE[1], CORNER_SIZE[0], 3), shade, np.uint8) for shade in (0, 128, 255)]
    faces = [np.full((FACE_SIZE[1], FACE_SIZE[0], 3), shade, np.uint8) for shade in (0, 128, 255)]
    for seen, names in ((corners_seen(grey), GLYPHS), (faces_seen(faces), SHOWN)):
        assert [len(one.glyphs) for one in seen] == [len(names)] * 3
        assert [len(one.suits) for one in seen] == [len(SIGNS)] * 3
        assert np.allclose([one.glyphs.sum() for one in seen], 1)


def test_no_network_is_loaded_with_the_first_card_once_they_are_ready() -> None:
    network.cache_clear()
    ready()
    loaded = network.cache_info().misses
    corners_seen([np.zeros((CORNER_SIZE[1], CORNER_SIZE[0], 3), np.uint8)])
    faces_seen([np.zeros((FACE_SIZE[1], FACE_SIZE[0], 3), np.uint8)])
    index_answers(np.zeros((64, 64, 3), np.uint8))
    assert network.cache_info().misses == loaded == len(FILES)


def test_a_cut_is_answered_alike_alone_and_among_others() -> None:
    chance = np.random.default_rng(5)
    cuts = list(chance.integers(0, 256, (7, CORNER_SIZE[1], CORNER_SIZE[0], 3), dtype=np.uint8))
    together, alone = corners_seen(cuts), [corners_seen([cut])[0] for cut in cuts]
    for one, other in zip(together, alone, strict=True):
        assert np.allclose(one.glyphs, other.glyphs, atol=1e-4)


def test_a_cell_holds_four_pixels_row_by_row() -> None:
    picture = np.arange(2 * 4 * 6 * 3).reshape(2, 4, 6, 3)
    cells = in_cells(picture)
    assert cells.shape == (2, 12, 2, 3)
    assert (cells[1, :, 1, 2].reshape(2, 2, 3) == picture[1, 2:4, 4:6]).all()


def test_the_letters_of_a_russian_pack_are_told_beside_the_kinds_of_strangers() -> None:
    (seen,) = strangers_seen([np.full((CORNER_SIZE[1], CORNER_SIZE[0], 3), 128, np.uint8)])
    assert len(seen) == len(STRANGE) + len(RUSSIAN)
    assert seen[: len(STRANGE)].sum() == pytest.approx(1)
    assert seen[len(STRANGE) :].sum() <= 1
    assert russian()[0].shape == (1 + len(RUSSIAN), 128)


def test_no_cut_is_no_answer() -> None:
    assert strangers_seen([]) == []
    assert corners_seen([]) == []
