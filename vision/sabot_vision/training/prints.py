"""Cards printed at random, each with its own look: most of what the networks learn from.

A card is drawn through a window: the part in millimetres that is wanted, at a scale. Nothing outside is
drawn, so a corner costs little more than its index."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.training.composed import ROWS_OF_PIPS, weave
from sabot_vision.training.composed import inks as inks_by_chance
from sabot_vision.training.marks import Marks, weighted
from sabot_vision.training.shapes import Chance

CARD_WIDE, CARD_TALL = 63.0, 88.0
COURTS = "JQKBDVHR"


class Window(NamedTuple):
    """A part of a card's plane: its upper left corner and size in millimetres, and pixels a millimetre."""

    left: float
    top: float
    wide: float
    tall: float
    scale: float

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width in pixels."""
        return round(self.tall * self.scale), round(self.wide * self.scale)

    def pixels(self) -> np.ndarray:
        """The matrix (3 × 3) from millimetres of the card to pixels of the window."""
        s = self.scale
        return np.array([[s, 0, -self.left * s - 0.5], [0, s, -self.top * s - 0.5], [0, 0, 1]])


class Layout(NamedTuple):
    """Where the index and the pips stand. Lengths in millimetres; `height` and `wide` are the letter's."""

    height: float
    wide: float
    sign: float
    gap: float
    left: float
    top: float
    four: bool
    pip: float
    spread: float
    margin: float


class Card(NamedTuple):
    """What is printed: `glyph` and `suit`, with the masks of the letter and of the suit, small and large."""

    glyph: str
    suit: str
    letter: np.ndarray
    sign: np.ndarray
    pip: np.ndarray
    ink: np.ndarray
    paper: np.ndarray
    layout: Layout


def card(marks: Marks, glyph: str, suit: str, chance: Chance) -> Card:
    """A card in a look by chance."""
    font = marks.letters[int(chance.integers(len(marks.letters)))]
    hand = marks.suits[int(chance.integers(len(marks.suits)))]
    other = hand if chance.random() < 0.8 else marks.suits[int(chance.integers(len(marks.suits)))]
    letter, sign = font[glyph], hand[suit]
    if chance.random() < 0.4:
        letter = weighted(letter, chance)
    if chance.random() < 0.15:
        sign = weighted(sign, chance)
    ink = np.array(inks_by_chance(chance)[suit][::-1], np.float32)
    paper = np.clip(chance.normal((251, 249, 248), (5, 5, 9)), 200, 255).astype(np.float32)
    return Card(glyph, suit, letter, sign, other[suit], ink, paper, layout(letter, glyph, chance))


def layout(letter: np.ndarray, glyph: str, chance: Chance) -> Layout:
    """Sizes and places by chance: small, ordinary and jumbo indices, near the corner or well inside."""
    kind = chance.random()
    height = chance.uniform(*((3.6, 5.5) if kind < 0.2 else (5.0, 9.0) if kind < 0.7 else (9.0, 16.0)))
    inset = height < 9 and chance.random() < 0.3
    tight = chance.uniform(0.6, 0.9) if glyph == "T" else 1.0
    wide = height * letter.shape[1] / letter.shape[0] * chance.uniform(0.65, 1.1) * tight
    wide = min(max(wide, height * 0.12), 14.0)
    sign, pip = height * chance.uniform(0.45, 1.0), chance.uniform(7, 13) * (0.85 if height > 9 else 1.0)
    left = chance.uniform(3.0, 10.0) if inset else chance.uniform(1.2, 3.8)
    room = 31.5 - left - max(wide, sign) - pip / 2
    return Layout(
        height=height,
        wide=wide,
        sign=sign,
        gap=height * chance.uniform(0.05, 0.35),
        left=left,
        top=chance.uniform(3.5, 14.0) if inset else chance.uniform(1.6, 5.5),
        four=bool(chance.random() < 0.3),
        pip=pip,
        spread=max(6.0, min(chance.uniform(10, 16), room)),
        margin=chance.uniform(10, 20),
    )


def printed(what: Card, window: Window, faces: list[np.ndarray], chance: Chance) -> np.ndarray:
    """The card through the window (height × width × 3, uint8, blue-green-red), its paper without end."""
    sheet = np.empty((*window.shape, 3), np.float32)
    sheet[:] = what.paper
    if what.glyph in COURTS:
        court(sheet, what, window, faces, chance)
    elif what.glyph in "A1":
        ace(sheet, what, window, chance)
    else:
        pips(sheet, what, window)
    indices(sheet, what, window)
    return sheet.astype(np.uint8)


def indices(sheet: np.ndarray, what: Card, window: Window) -> None:
    """The letter and the suit under it, in two corners or in four."""
    how = what.layout
    middle = how.left + max(how.wide, how.sign) / 2
    for x in (middle, CARD_WIDE - middle) if how.four else (middle,):
        for turned in (False, True):
            letter = x, how.top + how.height / 2
            sign = x, how.top + how.height + how.gap + how.sign / 2
            stamp(sheet, window, what.letter, at(letter, turned), (how.wide, how.height), what.ink, turned)
            stamp(sheet, window, what.sign, at(sign, turned), (how.sign, how.sign), what.ink, turned)


def at(place: tuple[float, float], turned: bool) -> tuple[float, float]:
    """The place, or where it lies when the card is turned by half."""
    return (CARD_WIDE - place[0], CARD_TALL - place[1]) if turned else place


def stamp(
    sheet: np.ndarray,
    window: Window,
    mask: np.ndarray,
    centre: tuple[float, float],
    size: tuple[float, float],
    ink: np.ndarray,
    turned: bool = False,
) -> None:
    """Print `mask` in `ink`, its middle at `centre`, as large as `size`, millimetres of the card."""
    wide, tall = max(1, round(size[0] * window.scale)), max(1, round(size[1] * window.scale))
    x = round((centre[0] - window.left) * window.scale - wide / 2)
    y = round((centre[1] - window.top) * window.scale - tall / 2)
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + wide, sheet.shape[1]), min(y + tall, sheet.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    sized = cv2.resize(mask[::-1, ::-1] if turned else mask, (wide, tall), interpolation=cv2.INTER_AREA)
    part = sheet[y0:y1, x0:x1]
    share = sized[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part += (ink - part) * share


def pips(sheet: np.ndarray, what: Card, window: Window) -> None:
    """The signs of a number card."""
    how = what.layout
    for sideways, down in ROWS_OF_PIPS[what.glyph]:
        centre = CARD_WIDE / 2 + sideways * how.spread, how.margin + down * (CARD_TALL - 2 * how.margin)
        stamp(sheet, window, what.pip, centre, (how.pip, how.pip), what.ink, down > 0.5)


def ace(sheet: np.ndarray, what: Card, window: Window, chance: Chance) -> None:
    """The one sign of an ace, now and then large and ornate, with a maker's words."""
    middle = CARD_WIDE / 2, CARD_TALL / 2
    size = what.layout.pip * chance.choice([1.0, 1.0, 1.3, 2.0, 3.2])
    stamp(sheet, window, what.pip, middle, (size, size), what.ink)
    if size > 18 and chance.random() < 0.8:
        stamp(sheet, window, what.pip, middle, (size * 0.85, size * 0.85), what.paper)
        lace(sheet, window, size, what.ink, chance)
        within = size * chance.uniform(0.3, 0.7)
        stamp(sheet, window, what.pip, middle, (within, within), what.ink)


def lace(sheet: np.ndarray, window: Window, size: float, ink: np.ndarray, chance: Chance) -> None:
    """Rings of small strokes about the middle."""
    turns = int(chance.integers(8, 40))
    for ring in range(int(chance.integers(1, 4))):
        far = size * chance.uniform(0.2, 0.75)
        for turn in np.linspace(0, 2 * np.pi, turns)[ring:]:
            spot = CARD_WIDE / 2 + far * np.cos(turn), CARD_TALL / 2 + far * np.sin(turn)
            stamp(sheet, window, DOT, spot, (1.5, 1.5), ink)


DOT = np.full((8, 8), 255, np.uint8)


def court(sheet: np.ndarray, what: Card, window: Window, faces: list[np.ndarray], chance: Chance) -> None:
    """A court: a picture in a frame, with suits in two corners of it."""
    how = what.layout
    side, rim = how.left + max(how.wide, how.sign) + chance.uniform(-1, 3), chance.uniform(5, 14)
    if chance.random() < 0.85:
        face = faces[int(chance.integers(len(faces)))] if faces and chance.random() < 0.8 else weave(chance)
        inset(sheet, window, face, (side, rim), chance)
    if chance.random() < 0.6:
        frame(sheet, window, (side, rim), chance)
    if chance.random() < 0.8:
        near = side + how.pip * chance.uniform(0.3, 0.8), rim + how.pip * chance.uniform(0.4, 0.8)
        for turned in (False, True):
            stamp(sheet, window, what.pip, at(near, turned), (how.pip, how.pip), what.ink, turned)


def inset(
    sheet: np.ndarray, window: Window, face: np.ndarray, corner: tuple[float, float], chance: Chance
) -> None:
    """A picture, or parts of one on paper, that fills the card but for a rim."""
    tall, wide = face.shape[:2]
    across, down = CARD_WIDE - 2 * corner[0], CARD_TALL - 2 * corner[1]
    matrix = window.pixels() @ np.array(
        [[across / wide, 0, corner[0]], [0, down / tall, corner[1]], [0, 0, 1]]
    )
    size = sheet.shape[1], sheet.shape[0]
    drawn = cv2.warpAffine(face, matrix[:2], size)
    there = cv2.warpAffine(np.full((tall, wide), 255, np.uint8), matrix[:2], size)
    if chance.random() < 0.5:  # do not print the picture's own paper
        there = cv2.min(
            there, cv2.threshold(cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY), 210, 255, cv2.THRESH_BINARY_INV)[1]
        )
    cv2.copyTo(drawn.astype(np.float32), there, sheet)


def frame(sheet: np.ndarray, window: Window, corner: tuple[float, float], chance: Chance) -> None:
    """One line around a court, or two."""
    ink = tuple(float(v) for v in chance.choice(np.array([[20, 20, 20], [110, 50, 20], [30, 30, 190]])))
    for more in (0.0, 1.3) if chance.random() < 0.3 else (0.0,):
        ends = [
            ((corner[0] - more, corner[1] - more)),
            (CARD_WIDE - corner[0] + more, CARD_TALL - corner[1] + more),
        ]
        first, last = (
            tuple(int(v) for v in window.pixels()[:2, :2] @ end + window.pixels()[:2, 2]) for end in ends
        )
        cv2.rectangle(sheet, first, last, ink, max(1, round(window.scale * 0.3)))


@cache
def opacity(window: Window, radius: float) -> np.ndarray:
    """Returns 255 where the window shows the card (corners rounded by `radius` mm), 0 beside it."""
    sheet = np.zeros(window.shape, np.uint8)
    to_px = window.pixels()
    for x0, y0, x1, y1 in (
        (radius, 0, CARD_WIDE - radius, CARD_TALL),
        (0, radius, CARD_WIDE, CARD_TALL - radius),
    ):
        first, last = ((to_px @ (*end, 1))[:2] for end in ((x0, y0), (x1, y1)))
        cv2.rectangle(
            sheet,
            tuple(np.round(first).astype(int).tolist()),
            tuple(np.round(last).astype(int).tolist()),
            255,
            -1,
        )
    for x in (radius, CARD_WIDE - radius):
        for y in (radius, CARD_TALL - radius):
            centre = tuple(np.round((to_px @ (x, y, 1))[:2]).astype(int).tolist())
            cv2.circle(sheet, centre, round(radius * window.scale), 255, -1)
    return sheet
