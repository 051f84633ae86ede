"""How cards may lie on a rendered table: apart, as a fan, in an overlapping row, or one across another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from sabot_vision.training.shapes import Chance

PICTURE_WIDE_PX, PICTURE_TALL_PX = 1280, 720
LONG_TO_SHORT = 88 / 63
INDEX_MM = (1.5, 2.0, 11.0, 20.0)
"""Left, top, right and bottom of the part of a corner that must be seen if the card is to be read."""


def apart(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """Each in its own cell of a grid, turned and shifted; corners 4 × 2."""
    columns = 4 if count > 6 else 3
    rows = -(-count // columns)
    card_px = chance.uniform(95, 150) if rows < 3 else chance.uniform(85, 105)
    for number in range(count):
        cell = np.array(
            [
                (number % columns + 0.5) * PICTURE_WIDE_PX / columns,
                (number // columns + 0.5) * PICTURE_TALL_PX / rows,
            ]
        )
        quad = turned(card_px, chance) + cell + chance.uniform(-20, 20, 2)
        yield quad.astype(np.float32)


def turned(wide: float, chance: Chance) -> np.ndarray:
    """The corners of a card about the origin, turned by any angle."""
    return np.asarray(upright(wide, chance.uniform(0, 2 * np.pi)) * (1, chance.uniform(0.9, 1.0)))


def upright(wide: float, turn: float) -> np.ndarray:
    """The corners of a card about the origin, turned by `turn`."""
    half = (
        np.array(
            [
                [-wide, -wide * LONG_TO_SHORT],
                [wide, -wide * LONG_TO_SHORT],
                [wide, wide * LONG_TO_SHORT],
                [-wide, wide * LONG_TO_SHORT],
            ]
        )
        / 2
    )
    return np.asarray(half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]))


def fan(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """Held in a hand: turned about a point below, each over the one before."""
    wide, step = chance.uniform(100, 190), chance.uniform(0.1, 0.28)
    arm, whole = wide * chance.uniform(0.9, 2.2), chance.uniform(0, 2 * np.pi)
    quads = []
    for number in range(count):
        turn = (number - (count - 1) / 2) * step * chance.uniform(0.85, 1.15)
        out = np.array([0, -arm * chance.uniform(0.97, 1.03)]) @ rotation(turn)
        quads.append((upright(wide, turn) + out) @ rotation(whole))
    yield from centred(quads, chance)


def row(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """Laid as a croupier lays a hand of several cards: each aside of the one before and over it."""
    wide, whole = chance.uniform(100, 170), chance.uniform(0, 2 * np.pi)
    step = np.array([chance.uniform(0.3, 0.6), chance.uniform(-0.35, 0.35)]) * wide
    quads = [
        (upright(wide, chance.normal(0, 0.04)) + step * number + chance.normal(0, 0.02 * wide, 2))
        @ rotation(whole)
        for number in range(count)
    ]
    yield from centred(quads, chance)


def crossed(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """Pairs: one card lies over the other at any angle."""
    wide, pairs = chance.uniform(100, 160), -(-count // 2)
    for number in range(count):
        cell = np.array([(number // 2 + 0.5) * PICTURE_WIDE_PX / pairs, PICTURE_TALL_PX / 2])
        aside = chance.uniform(-0.75, 0.75, 2) * (wide, wide) if number % 2 else np.zeros(2)
        yield (upright(wide, chance.uniform(0, 2 * np.pi)) + cell + aside).astype(np.float32)


def pairs(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """Hands of two as players leave them: the second card lies over a part of the first, hardly turned."""
    hands = -(-count // 2)
    columns = min(hands, 4)
    rows = -(-hands // columns)
    wide = chance.uniform(75, 110)
    cell = np.array([PICTURE_WIDE_PX / columns, PICTURE_TALL_PX / rows])
    for hand in range(hands):
        turn = chance.uniform(0, 2 * np.pi)
        step = np.array([chance.uniform(0.25, 0.7), chance.uniform(-0.2, 0.2)]) * wide
        middle = cell * (hand % columns + 0.5, hand // columns + 0.5) + chance.uniform(-15, 15, 2)
        for number in range(min(2, count - 2 * hand)):
            card = upright(wide, chance.normal(0, 0.06)) + step * (number - 0.5)
            yield (card @ rotation(turn) + middle).astype(np.float32)


def hand(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """A whole hand of whist, fanned wide and close to the camera: the cards are large in the picture."""
    wide, step = chance.uniform(200, 320), chance.uniform(0.085, 0.16)
    arm, whole = wide * chance.uniform(1.0, 1.8), chance.uniform(-0.6, 0.6)
    quads = []
    for number in range(count):
        turn = (number - (count - 1) / 2) * step * chance.uniform(0.9, 1.1)
        out = np.array([0, -arm * chance.uniform(0.98, 1.02)]) @ rotation(turn)
        quads.append((upright(wide, turn) + out) @ rotation(whole))
    yield from centred(quads, chance)


def rotation(turn: float) -> np.ndarray:
    """Points (rows) turned clockwise on the picture."""
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def centred(quads: list[np.ndarray], chance: Chance) -> Iterator[np.ndarray]:
    """Returns the group moved to the middle of the picture, and reduced if it would not fit."""
    every = np.concatenate(quads)
    low, high = every.min(axis=0), every.max(axis=0)
    scale = min(1.0, float(((PICTURE_WIDE_PX - 40, PICTURE_TALL_PX - 40) / (high - low)).min()))
    middle = np.array([PICTURE_WIDE_PX, PICTURE_TALL_PX]) / 2 + chance.uniform(-10, 10, 2)
    for quad in quads:
        yield ((quad - (low + high) / 2) * scale + middle).astype(np.float32)


def shade(picture: np.ndarray, quad: np.ndarray, chance: Chance) -> None:
    """The shadow that a card throws on what it will lie on: thin, soft, weak."""
    wide = float(np.linalg.norm(quad[1] - quad[0]))
    mask = np.zeros(picture.shape[:2], np.uint8)
    aside = quad + chance.uniform(-0.012, 0.012, 2) * wide
    cv2.fillPoly(mask, [np.rint(aside * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.8, 0.012 * wide)).astype(np.float32) / 255
    picture[:] = (picture * (1 - soft * np.float32(chance.uniform(0.08, 0.4)))[..., None]).astype(np.uint8)


def readable(quads: list[np.ndarray]) -> list[bool]:
    """Which of these cards, the later ones lying over the earlier, show one of their two indices whole."""
    covered, shown = np.zeros((PICTURE_TALL_PX, PICTURE_WIDE_PX), np.uint8), [False] * len(quads)
    for number in reversed(range(len(quads))):
        shown[number] = any(not (index & covered).any() for index in indices(quads[number]))
        cv2.fillConvexPoly(covered, np.rint(quads[number]).astype(np.int32), (1,))
    return shown


def indices(quad: np.ndarray) -> Iterator[np.ndarray]:
    """Where the two indices of a card stand, as masks."""
    left, top, right, bottom = INDEX_MM
    for own in (quad, np.roll(quad, 2, axis=0)):
        matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32), own)
        box = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
        mask = np.zeros((PICTURE_TALL_PX, PICTURE_WIDE_PX), np.uint8)
        cv2.fillConvexPoly(mask, np.rint(cv2.perspectiveTransform(box, matrix)).astype(np.int32), (1,))
        yield mask


# --- layouts on which one cause of failure is measured


def spread(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """Apart, each large enough for a standard index to be read."""
    wide, columns = chance.uniform(150, 175), 3
    cell = np.array([PICTURE_WIDE_PX / columns, PICTURE_TALL_PX / -(-count // columns)])
    for number in range(count):
        middle = cell * (number % columns + 0.5, number // columns + 0.5) + chance.uniform(-15, 15, 2)
        yield (turned(wide, chance) * 0.94 + middle).astype(np.float32)


def large_pairs(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """Hands of two as players leave them, as large as the cards of `spread`."""
    wide, hands = chance.uniform(150, 175), -(-count // 2)
    for hand in range(hands):
        step = np.array([chance.uniform(0.25, 0.7), chance.uniform(-0.2, 0.2)]) * wide
        middle = np.array([(hand + 0.5) * PICTURE_WIDE_PX / hands, PICTURE_TALL_PX / 2])
        middle += chance.uniform(-15, 15, 2)
        turn = rotation(chance.uniform(0, 2 * np.pi))
        for number in range(2):
            card = upright(wide, chance.normal(0, 0.06)) + step * (number - 0.5)
            yield (card @ turn + middle).astype(np.float32)


def over_the_edge(count: int, chance: Chance) -> Iterator[np.ndarray]:
    """Along the edges of the picture, each cut so that an index is seen whole and another is not."""
    wide = chance.uniform(150, 175)
    for number in range(count):
        yield edge_cut(number, count, wide, chance)


def edge_cut(number: int, count: int, wide: float, chance: Chance) -> np.ndarray:
    """A card whose middle lies near the upper or the lower edge, one of its indices outside the picture."""
    columns = -(-count // 2)
    across = (number % columns + 0.5) * PICTURE_WIDE_PX / columns
    while True:
        down = chance.uniform(-0.35, 0.35) * wide
        middle = across + chance.uniform(-20, 20), down if number < columns else PICTURE_TALL_PX - down
        quad = (turned(wide, chance) + middle).astype(np.float32)
        if sorted(inside(quad)) == [False, True]:
            return quad


def inside(quad: np.ndarray) -> list[bool]:
    """Which of a card's two indices lie wholly in the picture."""
    whole = abs(cv2.contourArea(quad))
    shown = [cv2.countNonZero(mask) / whole for mask in indices(quad)]
    least = 0.98 * (9.5 * 18) / (63 * 88)
    return [part > least for part in shown]


LAYOUTS: dict[str, Callable[[int, Chance], Iterator[np.ndarray]]] = {
    "apart": apart,
    "fan": fan,
    "row": row,
    "crossed": crossed,
    "pairs": pairs,
    "hand": hand,
}
