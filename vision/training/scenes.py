"""One card on an imagined table, as a camera would see it, and what can be cut out of that picture.

Each scene gives pictures for both networks: corners of the card turned upright (is there an index, and
which?), and the card as a whole (how many pips, which suit, or a court, a back, nothing).
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.cutting import corner_cut, face_cut
from vision.glyphs import SHOWN_BY
from vision.training.shapes import Chance
from vision.training.surroundings import SIDE, back, disc, finger


class Sample(NamedTuple):
    """A cut with what it shows: `glyph` `-` and `suit` `-` where there is nothing to read."""

    cut: np.ndarray
    glyph: str
    suit: str


class Samples(NamedTuple):
    """What one scene teaches: corners for the one network, faces for the other."""

    corners: list[Sample]
    faces: list[Sample]


class Shelf(NamedTuple):
    """All that scenes are made of: prints, and whether each has four indices; grounds."""

    pictures: np.ndarray
    glyphs: list[str]
    suits: list[str]
    fours: list[bool]
    grounds: np.ndarray


def samples(shelf: Shelf, chance: Chance) -> Samples:
    """One scene and its cuts."""
    chosen = int(chance.integers(len(shelf.glyphs)))
    glyph, suit = shelf.glyphs[chosen], shelf.suits[chosen]
    card = inked(shelf.pictures[chosen], chance)
    other = chance.random()
    if other < 0.04:
        card, glyph, suit = turned_over(card, chance), "", "back"
    elif other < 0.07:
        card, glyph, suit = paper(shelf, card, chance), "", ""
    wide = float(np.exp(chance.uniform(np.log(38), np.log(155))))
    quad, size = laid(wide, chance)
    picture = under(shelf, chance, size, wide)
    place(picture, card, quad)
    hidden = covered(picture, shelf, quad, wide, chance)
    picture = photographed(picture, chance, wide)
    found = quad + chance.normal(0, 0.018, (4, 2)) * wide * chance.choice([0.3, 1.0, 1.8])
    return cuts(picture, found.astype(np.float32), Card(glyph, suit, shelf.fours[chosen], hidden), chance)


class Card(NamedTuple):
    """What lies there: `hidden` says of each corner, clockwise from the upper left, whether it is covered."""

    glyph: str
    suit: str
    four: bool
    hidden: list[bool]


def cuts(picture: np.ndarray, quad: np.ndarray, card: Card, chance: Chance) -> Samples:
    """The cuts of a scene: two corners with an index, one without now and then, and the face."""
    corners = []
    for corner in (0, 2, *((1,) if chance.random() < 0.35 else ())):
        readable = card.glyph != "" and (corner != 1 or card.four) and not card.hidden[corner]
        shown = (card.glyph, card.suit) if readable else ("-", "-")
        corners.append(Sample(corner_cut(picture, quad, corner), *shown))
    if chance.random() < 0.2:
        wrong = np.roll(quad, 1, axis=0)  # the card taken for one that lies across
        corners.append(Sample(corner_cut(picture, wrong, int(chance.integers(4))), "-", "-"))
    if chance.random() < 0.15:
        away = quad + chance.uniform(0.5, 1.5, 2) * chance.choice([-1, 1], 2) * (quad[2] - quad[0]) * 0.5
        if card.suit not in ("", "back"):
            corners.append(Sample(corner_cut(picture, away.astype(np.float32), 0), "-", "-"))
    return Samples(corners, [face(picture, quad, card, chance)])


def face(picture: np.ndarray, quad: np.ndarray, card: Card, chance: Chance) -> Sample:
    """The whole card, or a part of the picture that is none."""
    if chance.random() < 0.12:
        around = np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]], np.float32)
        scale = (
            chance.choice([0.03, 0.1, 0.3, 0.7])
            * chance.uniform(0.6, 1.2)
            * np.linalg.norm(quad[2] - quad[0])
        )
        away = quad.mean(axis=0) + chance.uniform(-0.4, 0.4, 2) * picture.shape[0] * 0.8 + around * scale
        return Sample(face_cut(picture, away.astype(np.float32)), "-", "-")
    turned = np.roll(quad, 2, axis=0) if chance.random() < 0.5 else quad
    cut = face_cut(picture, turned)
    if card.glyph == "":
        return Sample(cut, "*" if card.suit == "back" else "-", "-")
    if sum(card.hidden) >= 2:
        return Sample(cut, "-", "-")
    return Sample(cut, SHOWN_BY[card.glyph], card.suit)


def inked(card: np.ndarray, chance: Chance) -> np.ndarray:
    """The card printed with somewhat other colours: worn, browned, or its ink weaker."""
    weak = chance.uniform(0.0, 0.3) if chance.random() < 0.5 else 0.0
    vivid = chance.uniform(0.35, 1.2) if chance.random() < 0.3 else 1.0
    mixing = np.full((3, 3), (1 - vivid) / 3) + np.eye(3) * vivid
    mixing *= (1 - weak) * chance.uniform(0.9, 1.0, (3, 1))
    offset = 235 * weak + chance.uniform(0, 12, 3)
    alone = np.zeros((4, 5))
    alone[:3, :3], alone[:3, 4], alone[3, 3] = mixing, offset, 1
    return np.asarray(cv2.transform(card, alone))


def turned_over(card: np.ndarray, chance: Chance) -> np.ndarray:
    """The card's back."""
    pattern = cv2.resize(back(chance), (card.shape[1], card.shape[0]), interpolation=cv2.INTER_AREA)
    return np.dstack([pattern, card[..., 3]])


def paper(shelf: Shelf, card: np.ndarray, chance: Chance) -> np.ndarray:
    """Something as large as a card that is none: a printed paper, a box, a plain sheet."""
    ground = shelf.grounds[int(chance.integers(len(shelf.grounds)))]
    part = cv2.resize(ground, (card.shape[1], card.shape[0]), interpolation=cv2.INTER_AREA)
    return np.dstack([part, card[..., 3]])


def laid(wide: float, chance: Chance) -> tuple[np.ndarray, int]:
    """(the card's corners, the side of the square picture around it): any rotation, mild perspective."""
    tall = wide * chance.uniform(1.36, 1.46)
    turn = chance.uniform(0, 2 * np.pi)
    upright = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    slant = 1 + chance.uniform(-0.12, 0.12, 2)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = (upright @ rotation) * slant + chance.normal(0, 0.025, (4, 2)) * wide
    size = int(tall * 1.32) + 8
    return (corners + size / 2 + chance.uniform(-0.03, 0.03, 2) * wide).astype(np.float32), size


def under(shelf: Shelf, chance: Chance, size: int, wide: float) -> np.ndarray:
    """The table, `size` × `size`, perhaps with another card on it."""
    ground = shelf.grounds[int(chance.integers(len(shelf.grounds)))]
    part = int(min(SIDE, max(64, size * chance.uniform(0.6, 1.6))))
    x, y = chance.integers(0, SIDE - part + 1, 2)
    picture = cv2.resize(ground[y : y + part, x : x + part], (size, size), interpolation=cv2.INTER_AREA)
    if chance.random() < 0.3:
        neighbour(picture, shelf, wide, chance.uniform(0, size, 2), chance)
    return np.ascontiguousarray(picture)


def neighbour(
    picture: np.ndarray, shelf: Shelf, wide: float, centre: np.ndarray, chance: Chance
) -> np.ndarray:
    """Another card about `centre`, drawn on `picture`; its corners."""
    corners, size = laid(wide, chance)
    corners = corners - size / 2 + centre.astype(np.float32)
    card = shelf.pictures[int(chance.integers(len(shelf.glyphs)))]
    if chance.random() < 0.25:
        card = turned_over(card, chance)
    place(picture, card, corners)
    return corners


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


def covered(picture: np.ndarray, shelf: Shelf, quad: np.ndarray, wide: float, chance: Chance) -> list[bool]:
    """Lay something over the card now and then; which corners (their index) it hides."""
    dice = chance.random()
    if dice > 0.3:
        return [False] * 4
    before = picture.copy()
    at = int(chance.uniform(0, picture.shape[0])), int(chance.uniform(0, picture.shape[0]))
    if dice < 0.12:
        neighbour(picture, shelf, wide, quad.mean(axis=0) + chance.uniform(-1, 1, 2) * wide, chance)
    elif dice < 0.22:
        disc(picture, chance, at, max(2, int(wide * chance.uniform(0.08, 0.3))))
    else:
        finger(picture, chance, at, max(2, int(wide * chance.uniform(0.15, 0.35))))
    changed = np.any(before != picture, axis=2).astype(np.float32)
    return [bool(index_part(changed, quad, corner).mean() > 0.22) for corner in range(4)]


def index_part(changed: np.ndarray, quad: np.ndarray, corner: int) -> np.ndarray:
    """The part of a mask over the picture where the index of a corner stands."""
    cut = corner_cut(changed, quad, corner)
    half = cut[4:44, 3:25] if corner in (0, 2) else cut[4:44, 23:45]
    return np.asarray(half)


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
