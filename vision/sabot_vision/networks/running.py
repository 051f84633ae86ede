"""Runs the networks by OpenCV; reading cards needs nothing else.

Their files are in `model/` beside this one. `MODEL.md` there says how they were made and how well they read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from sabot_vision.networks.cutting import evened
from sabot_vision.networks.glyphs import GLYPHS, SHOWN, STRANGE
from sabot_vision.networks.judging import Seen

MODEL = Path(__file__).parents[1] / "model"
ANSWERS, FEATURES = "answers", "onnx_node!/judging/judging.1/Relu"
"""The layers of the readers that are asked: the logits, and the 128 numbers that they are made of."""
RUSSIAN_FILE = MODEL / "russian.npz"
"""The layer that tells the letters of a Russian pack from what the network of strangers makes of a corner."""
FILES = {name: MODEL / f"{name}.onnx" for name in ("corner", "face", "finder", "stranger")}


@cache
def network(name: str) -> cv2.dnn.Net:
    """The network called `corner`, `face`, `finder` or `stranger`, loaded once."""
    return cv2.dnn.readNetFromONNX(str(FILES[name]))


def ready() -> None:
    """Load all networks now, so that the first card does not wait."""
    for name in FILES:
        network(name)
    russian()


def corners_seen(cuts: Sequence[np.ndarray]) -> list[Seen]:
    """What each corner cut (see `sabot_vision.networks.cutting`) shows: `GLYPHS` and suits, with features."""
    if not cuts:
        return []
    lines, features = asked_of("corner", cuts, [ANSWERS, FEATURES])
    parts = probable(lines[:, : len(GLYPHS)]), probable(lines[:, len(GLYPHS) :]), features
    return [*map(Seen, *parts)]


def faces_seen(cuts: Sequence[np.ndarray]) -> list[Seen]:
    """What each face cut shows: `SHOWN` and suits."""
    if not cuts:
        return []
    (lines,) = asked_of("face", cuts, [ANSWERS])
    return [*map(Seen, probable(lines[:, : len(SHOWN)]), probable(lines[:, len(SHOWN) :]))]


def strangers_seen(cuts: Sequence[np.ndarray]) -> list[np.ndarray]:
    """How likely each corner cut shows each of `STRANGE`, and then each of `RUSSIAN`."""
    if not cuts:
        return []
    lines, features = asked_of("stranger", cuts, [ANSWERS, FEATURES])
    weights, offsets = russian()
    letters = probable(features @ weights.T + offsets)[:, 1:]
    return [*np.hstack([probable(lines[:, : len(STRANGE)]), letters])]


@cache
def russian() -> tuple[np.ndarray, np.ndarray]:
    """The weights and the offsets of `RUSSIAN_FILE`, loaded once; the first of each is of no such letter."""
    with np.load(RUSSIAN_FILE) as kept:
        return kept["weights"], kept["offsets"]


def index_answers(picture: np.ndarray) -> np.ndarray:
    """Returns the finder's answer for `picture` (height × width × 3, uint8, sides a multiple of 8): 7 ×
    height / 4 × width / 4, float32, as `sabot_vision.finding.indices` takes it.
    """
    asked = network("finder")
    asked.setInput((in_cells(picture[None]).astype(np.float32) - 85) / 85)
    return np.asarray(asked.forward()[0])


def asked_of(name: str, cuts: Sequence[np.ndarray], layers: Sequence[str]) -> Sequence[np.ndarray]:
    """What these layers of a network say of the cuts, a row for each cut."""
    asked = network(name)
    asked.setInput(in_cells(evened(cuts)))
    return [np.array(lines) for lines in asked.forward(list(layers))]


def in_cells(pictures: np.ndarray) -> np.ndarray:
    """Pictures (n × height × width × 3, both even) as the networks take them, n × 12 × height / 2 × width /
    2: four pixels side by side are one cell, which halves the time of the first convolution."""
    count, tall, wide, _ = pictures.shape
    cells = pictures.reshape(count, tall // 2, 2, wide // 2, 2, 3).transpose(0, 2, 4, 5, 1, 3)
    return cells.reshape(count, 12, tall // 2, wide // 2)


def probable(logits: np.ndarray) -> np.ndarray:
    """Logits as probabilities, row by row."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
