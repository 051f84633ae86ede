"""The things under cards and on cards: cloth, wood, paper with print, fingers, coins and chips."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from sabot_vision.training.shapes import Chance

GROUND_PX = 512
"""Grounds are squares of this many pixels; a scene takes a part of one."""

CLOTHS_BGR = ((60, 110, 20), (120, 60, 20), (40, 30, 130), (70, 150, 60), (30, 30, 30), (90, 90, 60))


def ground(chance: Chance) -> np.ndarray:
    """A surface, GROUND_PX × GROUND_PX × 3, blue-green-red."""
    makers: list[Callable[[Chance], np.ndarray]] = [cloth, cloth, wood, plain, speckled, letters, boxes]
    makers += [light_wood, light_wood, linen]
    maker = makers[int(chance.integers(len(makers)))]
    return np.asarray(maker(chance), np.uint8)


def clouds(chance: Chance, cells: int) -> np.ndarray:
    """Smooth noise between -1 and 1, GROUND_PX × GROUND_PX."""
    small = chance.uniform(-1, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(small, (GROUND_PX, GROUND_PX), interpolation=cv2.INTER_CUBIC))


def finished(colour: np.ndarray | tuple[float, ...], relief: np.ndarray) -> np.ndarray:
    """A surface of one colour (three values) with a relief added to all channels."""
    return np.asarray(np.clip(np.asarray(colour) + relief[..., None], 0, 255), np.uint8)


def cloth(chance: Chance) -> np.ndarray:
    """Felt: a strong colour, fine grain, perhaps a printed line and an arc."""
    colour = np.array(CLOTHS_BGR[int(chance.integers(len(CLOTHS_BGR)))]) * chance.uniform(0.5, 1.4)
    grain = chance.normal(0, chance.uniform(1, 9), (GROUND_PX, GROUND_PX)).astype(np.float32)
    surface = finished(colour, cv2.GaussianBlur(grain, (0, 0), 0.8) * 2 + clouds(chance, 4) * 12)
    if chance.random() < 0.4:
        ink = tuple(int(v) for v in chance.choice([230, 200, 60], 3))
        centre = tuple(int(v) for v in chance.integers(0, GROUND_PX, 2))
        cv2.circle(
            surface, centre, int(chance.integers(80, 400)), ink, int(chance.integers(1, 6)), cv2.LINE_AA
        )
        cv2.line(
            surface, (0, centre[1]), (GROUND_PX, centre[0]), ink, int(chance.integers(1, 6)), cv2.LINE_AA
        )
    return surface


def wood(chance: Chance) -> np.ndarray:
    """Boards with a grain."""
    colour = np.array([50, 90, 150]) * chance.uniform(0.4, 1.6) + chance.uniform(-20, 20, 3)
    rows = chance.normal(0, 1, (GROUND_PX, 24)).astype(np.float32)
    grain = cv2.GaussianBlur(cv2.resize(rows, (GROUND_PX, GROUND_PX)), (0, 0), sigmaX=12, sigmaY=1.2)
    return finished(colour, grain * chance.uniform(8, 40) + clouds(chance, 3) * 15)


def light_wood(chance: Chance) -> np.ndarray:
    """Pale boards, nearly as light as paper, in the slope of light of a low sun."""
    colour = np.array([150, 190, 215]) * chance.uniform(0.75, 1.1) + chance.uniform(-12, 12, 3)
    rows = chance.normal(0, 1, (GROUND_PX, 24)).astype(np.float32)
    grain = cv2.GaussianBlur(cv2.resize(rows, (GROUND_PX, GROUND_PX)), (0, 0), sigmaX=14, sigmaY=1.0)
    boards = finished(colour, grain * chance.uniform(6, 24) + clouds(chance, 3) * 14)
    for at in range(int(chance.integers(20, 90)), GROUND_PX, int(chance.integers(70, 150))):
        cv2.line(boards, (0, at), (GROUND_PX, at), [int(part) for part in colour * 0.7], 1, cv2.LINE_AA)
    sun = np.linspace(chance.uniform(0.65, 0.95), chance.uniform(1.0, 1.2), GROUND_PX, dtype=np.float32)
    return np.asarray(np.clip(boards * sun[None, :, None], 0, 255), np.uint8)


def linen(chance: Chance) -> np.ndarray:
    """A white table-cloth: threads across and along, soft folds, nearly as light as paper."""
    colour = np.array([226, 232, 234]) * chance.uniform(0.82, 1.04) + chance.uniform(-6, 6, 3)
    threads = [
        cv2.GaussianBlur(
            chance.normal(0, 1, (GROUND_PX, GROUND_PX)).astype(np.float32), (0, 0), across, sigmaY=down
        )
        for across, down in ((3.0, 0.6), (0.6, 3.0))
    ]
    weave = (threads[0] + threads[1]) * chance.uniform(4, 12) + clouds(chance, 3) * chance.uniform(4, 14)
    turn, at = chance.uniform(0, np.pi), chance.uniform(0, GROUND_PX, 2)
    y, x = np.mgrid[0:GROUND_PX, 0:GROUND_PX].astype(np.float32)
    off = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
    fold = -np.exp(-((off / chance.uniform(3, 12)) ** 2)) * chance.uniform(5, 30)
    return finished(colour, weave + fold)


def chips(picture: np.ndarray, chance: Chance, quads: Sequence[np.ndarray]) -> None:
    """Draw chips and their long shadows between the cards, none over the middle of a card."""
    wide = float(np.linalg.norm(quads[0][1] - quads[0][0]))
    radius, turn = int(wide * 0.31), chance.uniform(0, 2 * np.pi)
    shadow = np.array([np.cos(turn), np.sin(turn)]) * radius * chance.uniform(0.2, 0.7)
    for _ in range(int(chance.integers(6, 22))):
        at = chance.uniform((0, 0), picture.shape[1::-1])
        if min(float(np.linalg.norm(quad.mean(axis=0) - at)) for quad in quads) < wide + radius:
            continue
        chip(picture, chance, at, radius, shadow)


def chip(picture: np.ndarray, chance: Chance, at: np.ndarray, radius: int, shadow: np.ndarray) -> None:
    """Draw a chip at `at` with its shadow, which falls by `shadow` pixels aside."""
    centre, aside = ((int(x), int(y)) for x, y in (at, at + shadow))
    dark = picture.copy()
    cv2.circle(dark, aside, radius, (40, 50, 60), -1, cv2.LINE_AA)
    cv2.addWeighted(dark, 0.45, picture, 0.55, 0, picture)
    disc(picture, chance, centre, radius)


def plain(chance: Chance) -> np.ndarray:
    """A table top of any colour, often light grey or white."""
    colour = (
        chance.uniform(0, 255, 3)
        if chance.random() < 0.4
        else chance.uniform(20, 250) + chance.uniform(-12, 12, 3)
    )
    return finished(colour, clouds(chance, 3) * chance.uniform(2, 30))


def speckled(chance: Chance) -> np.ndarray:
    """Carpet or stone."""
    coarse = chance.normal(0, 1, (GROUND_PX // 3 + 1, GROUND_PX // 3 + 1)).astype(np.float32)
    relief = cv2.resize(coarse, (GROUND_PX, GROUND_PX), interpolation=cv2.INTER_CUBIC) * chance.uniform(8, 40)
    return finished(chance.uniform(30, 220, 3), relief)


def letters(chance: Chance) -> np.ndarray:
    """Print that is no index: a newspaper, a banknote, a cloth with words."""
    surface = plain(chance)
    ink = tuple(int(v) for v in chance.uniform(0, 255, 3))
    for _ in range(30):
        text = "".join(chr(int(c)) for c in chance.integers(48, 91, int(chance.integers(1, 9))))
        at = tuple(int(v) for v in chance.integers(-30, GROUND_PX, 2))
        face = int(
            chance.choice([cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX])
        )
        cv2.putText(
            surface, text, at, face, chance.uniform(0.4, 3), ink, int(chance.integers(1, 5)), cv2.LINE_AA
        )
    return surface


def boxes(chance: Chance) -> np.ndarray:
    """Clutter: rectangles, discs and lines of any colour."""
    surface = speckled(chance) if chance.random() < 0.5 else plain(chance)
    for _ in range(int(chance.integers(4, 25))):
        a, b = (tuple(int(v) for v in chance.integers(0, GROUND_PX, 2)) for _ in range(2))
        ink = tuple(int(v) for v in chance.uniform(0, 255, 3))
        if chance.random() < 0.5:
            cv2.rectangle(surface, a, b, ink, int(chance.choice([-1, 2, 5])))
        else:
            cv2.circle(
                surface, a, int(chance.integers(5, 90)), ink, int(chance.choice([-1, 2, 5])), cv2.LINE_AA
            )
    return surface


def disc(picture: np.ndarray, chance: Chance, centre: tuple[int, int], radius: int) -> None:
    """A coin or a chip, drawn on `picture`."""
    rim, inner = (tuple(int(v) for v in chance.uniform(20, 240, 3)) for _ in range(2))
    cv2.circle(picture, centre, radius, rim, -1, cv2.LINE_AA)
    for turn in range(0, 360, 45) if chance.random() < 0.5 else ():
        cv2.ellipse(picture, centre, (radius, radius), 0, turn, turn + 20, (235, 235, 235), -1, cv2.LINE_AA)
    cv2.circle(picture, centre, max(1, int(radius * 0.7)), inner, -1, cv2.LINE_AA)
    cv2.putText(
        picture,
        str(chance.choice([1, 2, 5, 10, 25, 50, 100])),
        (centre[0] - radius // 3, centre[1] + radius // 4),
        0,
        radius / 30,
        rim,
        1,
        cv2.LINE_AA,
    )


def finger(picture: np.ndarray, chance: Chance, tip: tuple[int, int], thick: int) -> None:
    """A finger that comes from outside and ends at `tip`, drawn on `picture`."""
    skin = tuple(int(v) for v in np.array([130, 160, 210]) * chance.uniform(0.3, 1.15))
    turn = chance.uniform(0, 2 * np.pi)
    far = (int(tip[0] + 2000 * np.cos(turn)), int(tip[1] + 2000 * np.sin(turn)))
    cv2.line(picture, tip, far, skin, thick, cv2.LINE_AA)


def back(chance: Chance) -> np.ndarray:
    """The pattern of a card's back, 168 × 120 × 3."""
    ink = chance.uniform(0, 220, 3).astype(np.uint8)
    y, x = np.mgrid[0:168, 0:120].astype(np.float32)
    period, turn = chance.uniform(4, 22), chance.uniform(0, np.pi / 2)
    u = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / period)
    v = np.sin((x * np.sin(turn) - y * np.cos(turn)) * 2 * np.pi / period)
    mixed = {0: u * v, 1: np.maximum(u, v), 2: u}[int(chance.integers(3))] > chance.uniform(-0.5, 0.5)
    pattern = np.where(mixed[..., None], ink, chance.uniform(180, 255, 3).astype(np.uint8)).astype(np.uint8)
    rim = int(chance.integers(0, 10))
    if rim:
        framed = np.full_like(pattern, 245)
        framed[rim:-rim, rim:-rim] = pattern[rim:-rim, rim:-rim]
        return framed
    return pattern
