"""What a rotor and a bowl look like, drawn flat: rows are radii, columns angles."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from sabot.games.wheel.layout import POCKETS
from sabot_vision.training.wheels.styles import Chance, Style

COLUMNS_PER_POCKET = 32
ROWS_COUNT = 150
"""Rows of a rotor, from its middle to the rim of the ring."""

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
)

DEFLECTORS_COUNT = 8
"""The small obstacles on the bowl."""


class Rotor(NamedTuple):
    """A rotor: its colours (rows × columns × 3) and how much each spot shines (rows × columns), both uint8.
    Column 0 is the middle of the first pocket; angles run clockwise."""

    colours: np.ndarray
    shine: np.ndarray


def colour_of(name: str) -> str:
    """`rouge`, `noir` or `vert`, by the name of a pocket."""
    return POCKETS[name].colour or "vert"


def rotor(style: Style) -> Rotor:
    """The rotor of this style."""
    chance = np.random.default_rng((style.seed, 22))
    wide = COLUMNS_PER_POCKET * len(style.pockets)
    flat = np.zeros((ROWS_COUNT, wide, 3), np.float32)
    shine = np.full((ROWS_COUNT, wide), 40.0, np.float32)
    flat[:] = chance.uniform((20, 35, 60), (50, 70, 100))  # the cone
    _turret(flat, shine, chance)
    inks = {
        "rouge": chance.uniform((20, 15, 130), (50, 45, 190)),
        "noir": chance.uniform(15, 38, 3),
        "vert": chance.uniform((30, 90, 10), (70, 140, 40)),
    }
    grey = chance.uniform(60, 110)
    ink = chance.uniform((150, 190, 200), (215, 225, 235))
    low, high = round(style.pocket_in * ROWS_COUNT), round(style.ring_in * ROWS_COUNT)
    for number, name in enumerate(style.pockets):
        cell = slice(number * COLUMNS_PER_POCKET, (number + 1) * COLUMNS_PER_POCKET)
        flat[high:, cell] = inks[colour_of(name)]
        flat[low:high, cell] = grey if style.metal else inks[colour_of(name)] * 0.75
        _numbered(flat[high:, cell], name, ink, FONTS[style.seed % len(FONTS)])
    for fret in range(len(style.pockets)):
        edge = fret * COLUMNS_PER_POCKET
        flat[low:high, max(edge - 1, 0) : edge + 2] = chance.uniform(95, 150)
        shine[low:high, max(edge - 1, 0) : edge + 2] = 255
    for row in (low, high, ROWS_COUNT - 1):
        flat[row - 1 : row + 1], shine[row - 1 : row + 1] = chance.uniform(90, 150), 200
    flat = _worn(flat, style, chance)
    half = COLUMNS_PER_POCKET // 2
    colours = np.clip(np.roll(flat, -half, axis=1), 0, 255).astype(np.uint8)
    return Rotor(colours, np.roll(np.clip(shine, 0, 255), -half, axis=1).astype(np.uint8))


def _turret(flat: np.ndarray, shine: np.ndarray, chance: Chance) -> None:
    """The handles in the middle."""
    arms, wide = int(chance.choice([4, 4, 5])), flat.shape[1]
    metal = chance.uniform((90, 130, 150), (140, 180, 200))
    for arm in range(arms):
        middle = round(arm * wide / arms)
        columns = np.arange(middle - wide // 40, middle + wide // 40) % wide
        flat[: round(0.4 * ROWS_COUNT), columns], shine[: round(0.4 * ROWS_COUNT), columns] = metal, 255
    flat[: round(0.12 * ROWS_COUNT)] = metal


def _numbered(cell: np.ndarray, name: str, ink: np.ndarray, font: int) -> None:
    """The number of a pocket; its foot is towards the middle."""
    share = 0.62 if len(name) < 3 else 0.6
    small = share * cell.shape[1] / cv2.getTextSize("0" * max(2, len(name)), font, 1.0, 1)[0][0]
    (wide, tall), _ = cv2.getTextSize(name, font, small, 1)
    drawn = np.zeros(cell.shape[:2], np.uint8)
    at = ((cell.shape[1] - wide) // 2, (cell.shape[0] + tall) // 2)
    cv2.putText(drawn, name, at, font, small, (255,), 1, cv2.LINE_AA)
    part = drawn[::-1, :, None].astype(np.float32) / 255
    cell[:] = cell * (1 - part) + ink.astype(np.float32) * part


def _worn(flat: np.ndarray, style: Style, chance: Chance) -> np.ndarray:
    """Faded towards a brown grey, in spots, with scratches."""
    spots = chance.uniform(0, 1, (6, flat.shape[1] // 40)).astype(np.float32)
    faded = cv2.resize(spots, (flat.shape[1], ROWS_COUNT), interpolation=cv2.INTER_LINEAR)[..., None]
    part = np.float32(0.55 * style.worn) * (0.5 + faded)
    worn = flat * (1 - part) + np.array((60, 75, 85), np.float32) * part
    rough = chance.normal(0, 3 + 9 * style.worn, flat.shape[:2]).astype(np.float32)
    return np.asarray(worn + cv2.GaussianBlur(rough, (3, 3), 0)[..., None])


def bowl(style: Style, radius: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """What stands still, for pixels whose radius and angle are given: float32, height × width × 3."""
    chance = np.random.default_rng((style.seed, 23))
    wood = chance.uniform((20, 40, 70), (50, 90, 140))
    track = wood * chance.uniform(0.6, 1.5)
    felt = chance.uniform((40, 60, 10), (75, 110, 45))
    grain = 1 + 0.08 * np.sin(radius * 90 + 3 * np.sin(angle * 5))
    drawn: np.ndarray = (wood * grain[..., None]).astype(np.float32)
    rim = style.track + 0.07
    drawn[np.abs(radius - style.track) < 0.07] = track
    for edge in (rim, style.track - 0.07):
        drawn[np.abs(radius - edge) < 0.008] = wood * 0.5
    turn = chance.uniform(0, 2 * np.pi)
    for number in range(DEFLECTORS_COUNT):
        away = np.abs((angle - turn - number * 2 * np.pi / DEFLECTORS_COUNT + np.pi) % (2 * np.pi) - np.pi)
        long, short = (0.05, 0.014) if number % 2 else (0.018, 0.04)
        drawn[np.abs(radius - 1.2) / long + away * 1.2 / short < 1] = chance.uniform(120, 190)
    drawn[radius > rim + 0.07] = felt
    return drawn
