"""A card under an imagined lamp and camera, straight into the cuts that the networks look at.

No whole scene is drawn: only the wanted window of the card and the things around and over it. One warp takes
it to the sensor at any angle and size, with blur, noise and JPEG; another takes it back as the finder of
outlines would cut it, with the errors that it makes."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.networks.cutting import CARD_MM, CORNER_SIZE, FACE_SIZE, REACH_MM, RIM_MM
from sabot_vision.training.prints import Window
from sabot_vision.training.scenes import GRAIN, lamp
from sabot_vision.training.shapes import Chance


class Aim(NamedTuple):
    """A kind of cut: the window drawn for it, its size in pixels, millimetres to its pixels, its middle."""

    window: Window
    size: tuple[int, int]
    matrix: np.ndarray
    middle: tuple[float, float]


def corner_aim(right: bool) -> Aim:
    """The upper left corner of a card, or the upper right one."""
    scale = CORNER_SIZE[0] / REACH_MM[0]
    left = CARD_MM[0] - REACH_MM[0] + RIM_MM if right else -RIM_MM
    matrix = np.array([[scale, 0, -left * scale - 0.5], [0, scale, RIM_MM * scale - 0.5], [0, 0, 1]])
    window = Window(left - 4.5, -6, REACH_MM[0] + 9, REACH_MM[1] + 9, 240 / 63)
    return Aim(window, CORNER_SIZE, matrix, (left + REACH_MM[0] / 2, REACH_MM[1] / 2 - RIM_MM))


def face_aim() -> Aim:
    """The whole card."""
    across, down = FACE_SIZE[0] / CARD_MM[0], FACE_SIZE[1] / CARD_MM[1]
    matrix = np.array([[across, 0, -0.5], [0, down, -0.5], [0, 0, 1]])
    return Aim(Window(-5, -5, CARD_MM[0] + 10, CARD_MM[1] + 10, 1.9), FACE_SIZE, matrix, (31.5, 44.0))


CORNERS = (corner_aim(False), corner_aim(True))
FACE = face_aim()


OBLIQUE_SHARE = 0.12
"""How many cuts are seen from 30 to 45 degrees off the upright."""


class Lamps(NamedTuple):
    """Light by chance: how much falls where (48 × 48 × 3), and how much of a lamp is mirrored (or None)."""

    gains: list[np.ndarray]
    hazes: list[np.ndarray | None]


def lamps(chance: Chance, count: int = 400) -> Lamps:
    """Returns `count` lamps."""
    made = [lamp(chance) for _ in range(count)]
    return Lamps([gain for gain, _ in made], [haze for _, haze in made])


def seen(sheet: np.ndarray, aim: Aim, light: Lamps, chance: Chance) -> np.ndarray:
    """Returns the drawing on `sheet` (the window of `aim`) as the cut of a photograph."""
    resolution = min(2.7, float(np.exp(chance.uniform(np.log(0.85), np.log(5.0)))))
    if aim is FACE:
        resolution = min(resolution, 1.35)
    while aim.window.scale * sheet.shape[1] / aim.window.shape[1] > 1.9 * resolution:
        sheet = cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    drawn = sheet.shape[1] / aim.window.shape[1]
    from_mm = np.diag((drawn, drawn, 1)) @ aim.window.pixels()
    to_camera, side = posed(aim, resolution, chance)
    picture = cv2.warpPerspective(
        sheet, to_camera @ cv2.invert(from_mm)[1], (side, side), borderMode=cv2.BORDER_REPLICATE
    )
    picture = photographed(picture, resolution, light, chance)
    back = aim.matrix @ missed(aim, chance) @ cv2.invert(to_camera)[1]
    return np.asarray(cv2.warpPerspective(picture, back, aim.size, borderMode=cv2.BORDER_REPLICATE))


def posed(aim: Aim, resolution: float, chance: Chance) -> tuple[np.ndarray, int]:
    """(millimetres of the card to pixels of the sensor, the side of the part that is needed)."""
    wide, tall = aim.size[0] / aim.matrix[0, 0], aim.size[1] / aim.matrix[1, 1]
    turn = chance.uniform(0, 2 * np.pi) if chance.random() < 0.7 else chance.normal(0, 0.1)
    slant = resolution * (1 + chance.uniform(-0.14, 0.1, 2))
    if chance.random() < OBLIQUE_SHARE:
        slant[int(chance.integers(2))] *= chance.uniform(0.7, 0.9)
    cos, sin = np.cos(turn), np.sin(turn)
    side = int(resolution * (abs(cos) * max(wide, tall) + abs(sin) * min(wide, tall)) * 1.12) + 4
    if abs(sin) > 0.2:
        side = int(resolution * np.hypot(wide, tall) * 1.06) + 4
    matrix = np.array(
        [[cos * slant[0], -sin * slant[1], 0], [sin * slant[0], cos * slant[1], 0], [0, 0, 1.0]]
    )
    matrix[2, :2] = chance.normal(0, 0.0006, 2)  # nearer on one side
    centred = np.array([[1, 0, -aim.middle[0]], [0, 1, -aim.middle[1]], [0, 0, 1.0]])
    shifted = np.array(
        [
            [1, 0, side / 2 + chance.uniform(-0.5, 0.5)],
            [0, 1, side / 2 + chance.uniform(-0.5, 0.5)],
            [0, 0, 1],
        ]
    )
    return shifted @ matrix @ centred, side


def missed(aim: Aim, chance: Chance) -> np.ndarray:
    """Where the finder thinks the card is, against where it is: a matrix from millimetres to millimetres."""
    by = float(chance.choice([0.3, 1.0, 1.8]))
    wide, tall = CARD_MM
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    thought = corners + chance.normal(0, 0.9 * by, (4, 2))
    narrow = chance.uniform(0.97, 1.09)  # decks differ in width
    thought[:, 0] = (thought[:, 0] - wide / 2) * narrow + wide / 2
    return cv2.getPerspectiveTransform(corners, thought.astype(np.float32))


def photographed(picture: np.ndarray, resolution: float, light: Lamps, chance: Chance) -> np.ndarray:
    """Light, lens, sensor, file."""
    picture = blurred(lit(picture, light, chance), resolution, chance)
    if chance.random() < 0.6:
        picture = grainy(picture, chance)
    if chance.random() < 0.4:
        _, file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(40, 97))])
        return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR))
    return picture


def grainy(picture: np.ndarray, chance: Chance) -> np.ndarray:
    """With a sensor's noise, fine, or coarse as a phone's own smoothing leaves it."""
    side = picture.shape[0]
    y, x = chance.integers(0, len(GRAIN) - side, 2)
    grain = GRAIN[y : y + side, x : x + side]
    if chance.random() < 0.4:
        half = grain[: side // 2 + 1, : side // 2 + 1]
        grain = np.asarray(cv2.resize(half, (side, side), interpolation=cv2.INTER_LINEAR), np.float32)
    noisy = cv2.scaleAdd(grain, 6 * chance.random() ** 2, picture.astype(np.float32))
    return np.clip(noisy, 0, 255).astype(np.uint8)


def lit(picture: np.ndarray, light: Lamps, chance: Chance) -> np.ndarray:
    """Under one of the lamps: a part of its field, a gamma and a contrast."""
    chosen = int(chance.integers(len(light.gains)))
    part = int(chance.integers(16, 49))
    y, x = chance.integers(0, 49 - part, 2)
    size = picture.shape[1], picture.shape[0]
    gain = cv2.resize(light.gains[chosen][y : y + part, x : x + part], size, interpolation=cv2.INTER_LINEAR)
    bright = np.arange(256, dtype=np.float32) / 255
    curve = (bright ** chance.uniform(0.75, 1.3) * 255).astype(np.uint8)
    picture = cv2.multiply(cv2.LUT(picture, curve), gain, dtype=cv2.CV_8U)
    haze = light.hazes[chosen]
    if haze is not None:
        over = cv2.resize(haze[y : y + part, x : x + part], size, interpolation=cv2.INTER_LINEAR)
        picture = cv2.blendLinear(picture, np.full_like(picture, 250), 1 - over, over)
    return np.asarray(picture)


def blurred(picture: np.ndarray, resolution: float, chance: Chance) -> np.ndarray:
    """Out of focus, or moved while the shutter was open, or sharpened by the camera's own hand."""
    soft = cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.2, max(0.7, 0.45 * resolution)))
    dice = chance.random()
    if dice < 0.1:
        reach = max(3, int(resolution * chance.uniform(0.5, 1.5)) | 1)
        line = np.zeros((reach, reach), np.float32)
        turn = chance.uniform(0, np.pi)
        arm = np.array([np.cos(turn), np.sin(turn)]) * reach / 2
        ends = [tuple(round(v) for v in reach // 2 + sign * arm) for sign in (-1, 1)]
        cv2.line(line, ends[0], ends[1], 1.0)
        return np.asarray(cv2.filter2D(soft, -1, line / max(1.0, line.sum())))
    if dice < 0.3:
        more = chance.uniform(0.3, 1.5)
        return np.asarray(
            cv2.addWeighted(picture, 1 + more, cv2.GaussianBlur(picture, (0, 0), 1.2), -more, 0)
        )
    return np.asarray(soft)
