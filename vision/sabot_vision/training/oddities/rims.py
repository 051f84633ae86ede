"""What some decks print around an index or a card: a box, a dark frame; ink that browned and faded; foil."""

from __future__ import annotations

import cv2
import numpy as np

from sabot_vision.training.prints import CARD_TALL, CARD_WIDE, Card, Window, at
from sabot_vision.training.shapes import Chance

BROWN_SHARE, BOX_SHARE, FRAME_SHARE, FOIL_SHARE = 0.12, 0.08, 0.08, 0.05
"""How many cards have each."""
FADED_MOST = 0.5


def browned(what: Card, chance: Chance) -> Card:
    """The card, one in ten in ink that was black or red, browned, and faded by up to a half."""
    if chance.random() > BROWN_SHARE:
        return what
    brown = np.array([50, 70, 95] if what.suit in "CS" else [75, 95, 180]) + chance.uniform(-20, 25, 3)
    faded = chance.uniform(0, FADED_MOST)
    return what._replace(ink=np.asarray(brown * (1 - faded) + what.paper * faded, np.float32))


def silvered(sheet: np.ndarray, window: Window, chance: Chance) -> np.ndarray:
    """The print, one in twenty with ink of metal: bands of it mirror the lamp, nearly as light as paper."""
    if chance.random() > FOIL_SHARE:
        return sheet
    tall, wide = sheet.shape[:2]
    turn, period = chance.uniform(0, np.pi), chance.uniform(8, 40) * window.scale
    y, x = np.arange(tall, dtype=np.float32)[:, None], np.arange(wide, dtype=np.float32)
    wave = np.sin((x * np.cos(turn) + y * np.sin(turn)) * (2 * np.pi / period) + chance.uniform(0, 6))
    blue, green, red = cv2.split(sheet)
    ink = (255 - cv2.min(cv2.min(blue, green), red)[..., None]) / np.float32(255)
    share = np.clip(wave, 0, 1)[..., None] * ink * chance.uniform(0.4, 0.95)
    metal = chance.choice(np.array([[120, 190, 220], [200, 200, 200]])) + chance.uniform(-30, 30, 3)
    return np.asarray(sheet + (metal - sheet) * share).astype(np.uint8)


def rimmed(sheet: np.ndarray, what: Card, window: Window, chance: Chance) -> np.ndarray:
    """The print of a card with what else its deck has around the index or the card, if anything."""
    dice, ink = chance.random(), chance.uniform(0, 130, 3)
    if dice < BOX_SHARE:
        return boxed(sheet, what, window, ink, chance)
    if dice < BOX_SHARE + FRAME_SHARE:
        return framed(sheet, what, window, ink, chance)
    return sheet


def boxed(sheet: np.ndarray, what: Card, window: Window, ink: np.ndarray, chance: Chance) -> np.ndarray:
    """A thin box around each index: its letter and suit, or the letter alone."""
    how, rim = what.layout, chance.uniform(0.3, 1.2, 4)
    first = how.left - rim[0], how.top - rim[1]
    below = how.height if chance.random() < 0.3 else how.height + how.gap + how.sign
    last = how.left + max(how.wide, how.sign) + rim[2], how.top + below + rim[3]
    drawn, thick = sheet.copy(), max(1, round(window.scale * chance.uniform(0.15, 0.5)))
    for turned in (False, True):
        corners = [pixel(window, at(end, turned)) for end in (first, last)]
        cv2.rectangle(drawn, corners[0], corners[1], ink.tolist(), thick)
    return drawn


def framed(sheet: np.ndarray, what: Card, window: Window, ink: np.ndarray, chance: Chance) -> np.ndarray:
    """A dark band around the card, outside the index, at the edge or a little in."""
    room = max(0.4, min(what.layout.left, what.layout.top) - 0.4)
    thick = min(2.5, room) * chance.uniform(0.3, 1.0)
    inset = (room - thick) * chance.random() if chance.random() < 0.7 else 0.0
    outer = [pixel(window, (inset, inset)), pixel(window, (CARD_WIDE - inset, CARD_TALL - inset))]
    within = inset + thick
    inner = [pixel(window, (within, within)), pixel(window, (CARD_WIDE - within, CARD_TALL - within))]
    band = np.zeros(sheet.shape[:2], np.uint8)
    cv2.rectangle(band, outer[0], outer[1], (1,), -1)
    cv2.rectangle(band, inner[0], inner[1], (0,), -1)
    drawn = sheet.copy()
    drawn[band > 0] = ink
    return drawn


def pixel(window: Window, place: tuple[float, float]) -> tuple[int, int]:
    """A place on the card (millimetres) in whole pixels of the window."""
    x, y, _ = window.pixels() @ (*place, 1)
    return round(float(x)), round(float(y))
