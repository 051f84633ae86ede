"""A picture through an imagined lamp and camera, and cards laid into it."""

from __future__ import annotations

import cv2
import numpy as np

from sabot_vision.training.shapes import Chance


def place(picture: np.ndarray, card: np.ndarray, quad: np.ndarray) -> None:
    """Draw `card` (with its alpha) into `picture` at `quad`."""
    wide = np.linalg.norm(quad[1] - quad[0])
    while card.shape[1] > 1.9 * wide:
        card = cv2.resize(card, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    tall, across = card.shape[:2]
    source = np.array([[0, 0], [across, 0], [across, tall], [0, tall]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, quad)
    size = picture.shape[1], picture.shape[0]
    drawn = cv2.warpPerspective(card, matrix, size, flags=cv2.INTER_LINEAR)
    cv2.copyTo(drawn[..., :3], (drawn[..., 3] > 127).view(np.uint8), picture)


def photographed(picture: np.ndarray, chance: Chance, wide: float) -> np.ndarray:
    """The scene through a lens, onto a sensor, into a file. `wide` is the card's width in pixels."""
    size = picture.shape[1], picture.shape[0]
    gain, haze = lamp(chance)
    gain = cv2.resize(gain, size, interpolation=cv2.INTER_CUBIC)
    light = cv2.multiply(picture, gain, dtype=cv2.CV_8U)
    if haze is not None:
        haze = cv2.resize(haze, size, interpolation=cv2.INTER_CUBIC)
        light = cv2.blendLinear(light, np.full_like(light, 250), 1 - haze, haze)
    light = blurred(light, chance, wide)
    light = cv2.add(light, noise(size, chance), dtype=cv2.CV_8U)
    gamma = chance.uniform(0.8, 1.25)
    light = cv2.LUT(light, ((np.arange(256) / 255) ** gamma * 255).astype(np.uint8))
    if chance.random() < 0.7:
        _, file = cv2.imencode(".jpg", light, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(35, 96))])
        return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR))
    return np.asarray(light)


GRAIN = np.random.default_rng(0).normal(0, 1, (700, 700, 3)).astype(np.float32)
"""A sensor's noise of strength one; each scene takes another part of it."""


def noise(size: tuple[int, int], chance: Chance) -> np.ndarray:
    """A sensor's noise for a picture of that width and height."""
    wide, tall = size
    times = max(wide, tall) // len(GRAIN) + 1
    grain = np.tile(GRAIN, (times, times, 1)) if times > 1 else GRAIN
    y, x = chance.integers(0, len(grain) - max(wide, tall), 2)
    return np.asarray(grain[y : y + tall, x : x + wide] * np.float32(chance.uniform(0, 6)))


def lamp(chance: Chance) -> tuple[np.ndarray, np.ndarray | None]:
    """(how much light falls where, 48 × 48 × 3; how much of a lamp is mirrored there, 48 × 48, or None).

    The light has a slope, perhaps the edge of a shadow, a colour and an exposure.
    """
    y, x = np.mgrid[0:48, 0:48].astype(np.float32) / 48 - 0.5
    turn = chance.uniform(0, 2 * np.pi)
    slope = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn))
    light = 1 + slope * np.float32(chance.uniform(0, 0.5))
    if chance.random() < 0.25:
        edge = 1 / (1 + np.exp((slope + chance.uniform(-0.3, 0.3)) * chance.uniform(10, 80)))
        light *= 1 - edge * chance.uniform(0.2, 0.6)
    exposure = np.exp(chance.uniform(np.log(0.22), np.log(1.25)))
    gain = light[..., None] * chance.uniform(0.78, 1.1, 3) * exposure
    return gain.astype(np.float32), glare(x, y, chance) if chance.random() < 0.25 else None


def glare(x: np.ndarray, y: np.ndarray, chance: Chance) -> np.ndarray:
    """A lamp mirrored in the varnish: ink and paper drift towards its colour."""
    cx, cy = chance.uniform(-0.5, 0.5, 2)
    spread = chance.uniform(0.1, 0.5)
    strength = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * spread**2)) * chance.uniform(0.1, 0.75)
    return np.asarray(strength, np.float32)


def blurred(light: np.ndarray, chance: Chance, wide: float) -> np.ndarray:
    """Out of focus, or moved while the shutter was open. `wide` is the card's width in pixels."""
    most = max(0.8, wide / 63 * 0.55)  # half a millimetre on the card, or the sensor's own softness
    soft = cv2.GaussianBlur(light, (0, 0), chance.uniform(0.3, most))
    if chance.random() < 0.15:
        reach = max(3, int(wide / 63 * chance.uniform(0.5, 1.6)) | 1)
        line = np.zeros((reach, reach), np.float32)
        turn = chance.uniform(0, np.pi)
        arm = np.array([np.cos(turn), np.sin(turn)]) * reach / 2
        ends = [tuple(round(v) for v in reach // 2 + side * arm) for side in (-1, 1)]
        cv2.line(line, ends[0], ends[1], 1.0)
        soft = cv2.filter2D(soft, -1, line / max(1.0, line.sum()))
    return np.asarray(soft)
