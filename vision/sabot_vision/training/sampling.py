"""The samples for the readers: corners and whole cards with their right answers, each drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, TypeVar

import cv2
import numpy as np

from sabot_vision.networks.glyphs import SHOWN_BY
from sabot_vision.training.marks import Marks
from sabot_vision.training.oddities.rims import browned, rimmed
from sabot_vision.training.prints import Window, card, opacity, printed
from sabot_vision.training.shapes import Chance
from sabot_vision.training.sights import CORNERS, FACE, Lamps, seen
from sabot_vision.training.surroundings import back, disc, finger

GLYPHS = "AAA112233445566778899TTJJQQKKKBDDVHRR"
"""How often each glyph is drawn: aces and the letters of one language more often."""
SUITS = "CCCSSSDDHH"
"""How often each suit: the black ones are the hardest to tell apart."""
CORNER_RADII_MM = (1.5, 2.5, 3.2, 4.0, 5.0)
Thing = TypeVar("Thing")
ARTWORK_SHARE = 0.3
"""The share of cards of decks that others drew."""


class Shelf(NamedTuple):
    """Decks that others drew: prints, and whether each has four indices; and grounds."""

    pictures: np.ndarray
    glyphs: list[str]
    suits: list[str]
    fours: list[bool]
    grounds: np.ndarray


class Stock(NamedTuple):
    """All that samples are made of."""

    shelf: Shelf
    marks: Marks
    faces: list[np.ndarray]
    light: Lamps
    backs: list[np.ndarray]
    readable: list[int]
    small: np.ndarray
    grounds: list[np.ndarray]


class Sample(NamedTuple):
    """A cut with what it shows: `glyph` `-` and `suit` `-` where there is nothing to read."""

    cut: np.ndarray
    glyph: str
    suit: str


def stocked(shelf: Shelf, marks: Marks, faces: list[np.ndarray], light: Lamps, chance: Chance) -> Stock:
    """The stock, with some card backs, prints of half the size, and the surfaces at three sizes."""
    readable = [n for n, glyph in enumerate(shelf.glyphs) if glyph]
    half = partial(cv2.resize, dsize=None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    small = np.stack([half(one) for one in shelf.pictures])
    twice = [cv2.resize(one[:300, :300], (600, 600)) for one in shelf.grounds[::2]]
    grounds = [*shelf.grounds, *map(half, shelf.grounds), *twice]
    return Stock(shelf, marks, faces, light, [back(chance) for _ in range(150)], readable, small, grounds)


def one_of(things: Sequence[Thing], chance: Chance) -> Thing:
    """One of them by chance."""
    return things[int(chance.integers(len(things)))]


def corner(stock: Stock, chance: Chance) -> Sample:
    """A corner of a card, or of something that is not a card."""
    dice = chance.random()
    if dice < 0.08:
        return Sample(
            seen(strange(stock, CORNERS[0].window, chance), CORNERS[0], stock.light, chance), "-", "-"
        )
    right = chance.random() < 0.3
    aim = CORNERS[right]
    shown = drawn(stock, aim.window, chance)
    sheet = on_table(stock, shown.sheet, aim.window, chance)
    hidden = (
        covered(stock, sheet, aim.window, shown.index_at(right), chance) if chance.random() < 0.25 else 0.0
    )
    bare = (right and not shown.four) or hidden > 0.3
    if dice < 0.12:
        sheet, bare = across(sheet, chance), True
    cut = seen(sheet, aim, stock.light, chance)
    return Sample(cut, "-", "-") if bare else Sample(cut, shown.glyph, shown.suit)


def across(sheet: np.ndarray, chance: Chance) -> np.ndarray:
    """Returns the sheet as it looks if a card is mistaken for one that lies across."""
    turned = cv2.rotate(sheet, int(chance.choice([cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE])))
    return np.asarray(cv2.resize(turned, (sheet.shape[1], sheet.shape[0]), interpolation=cv2.INTER_AREA))


def face(stock: Stock, chance: Chance) -> Sample:
    """A whole card, or something that is not a card."""
    dice, window = chance.random(), FACE.window
    if dice < 0.14:
        if dice < 0.05:
            sheet = on_table(stock, turned_over(stock, window, chance), window, chance)
            return Sample(seen(sheet, FACE, stock.light, chance), "*", "-")
        return Sample(seen(strange(stock, window, chance), FACE, stock.light, chance), "-", "-")
    shown = drawn(stock, window, chance)
    sheet = on_table(stock, shown.sheet, window, chance)
    if dice < 0.18:
        return Sample(seen(part_of(sheet, chance), FACE, stock.light, chance), "-", "-")
    hidden = covered(stock, sheet, window, (8, 8, 55, 80), chance) if chance.random() < 0.25 else 0.0
    cut = seen(sheet, FACE, stock.light, chance)
    if hidden > 0.28:
        return Sample(cut, "-", "-")
    return Sample(cut, SHOWN_BY[shown.glyph], shown.suit)


class Shown(NamedTuple):
    """A card through a window, with what it is and where its upper left index stands (millimetres)."""

    sheet: np.ndarray
    glyph: str
    suit: str
    four: bool
    box: tuple[float, float, float, float]

    def index_at(self, right: bool) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the upper left index, or of the upper right one."""
        x0, y0, x1, y1 = self.box
        return (63 - x1, y0, 63 - x0, y1) if right else self.box


def drawn(stock: Stock, window: Window, chance: Chance) -> Shown:
    """A card by chance: composed, or of somebody's deck."""
    if chance.random() < ARTWORK_SHARE:
        return artwork(stock, window, chance)
    what = browned(card(stock.marks, one_of(GLYPHS, chance), one_of(SUITS, chance), chance), chance)
    how = what.layout
    sheet = tinted(rimmed(printed(what, window, stock.faces, chance), what, window, chance), chance)
    box = how.left, how.top, how.left + max(how.wide, how.sign), how.top + how.height + how.gap + how.sign
    return Shown(sheet, what.glyph, what.suit, how.four, box)


def artwork(stock: Stock, window: Window, chance: Chance) -> Shown:
    """A card of somebody's deck."""
    shelf = stock.shelf
    chosen = stock.readable[int(chance.integers(len(stock.readable)))]
    pictures = stock.small if window is FACE.window else shelf.pictures
    sheet = through(pictures[chosen], window, chance, turned=bool(chance.random() < 0.5))
    return Shown(
        tinted(sheet, chance),
        shelf.glyphs[chosen],
        shelf.suits[chosen],
        shelf.fours[chosen],
        (1.5, 2, 10, 19),
    )


def through(picture: np.ndarray, window: Window, chance: Chance, turned: bool = False) -> np.ndarray:
    """A picture of a whole card through the window, moved and stretched a little."""
    tall, wide = picture.shape[:2]
    across, down, x, y = 63 / wide, 88 / tall, chance.normal(0, 0.5), chance.normal(0, 0.5)
    own = np.array([[across, 0, x], [0, down, y], [0, 0, 1]])
    if turned:
        own = np.array([[-across, 0, 63 + x], [0, -down, 88 + y], [0, 0, 1]])
    size = window.shape[1], window.shape[0]
    put = cv2.warpAffine(picture, (window.pixels() @ own)[:2], size, borderValue=(250, 250, 250, 0))
    return np.ascontiguousarray(put[..., :3])


def tinted(sheet: np.ndarray, chance: Chance) -> np.ndarray:
    """Worn, browned, or weaker ink."""
    if chance.random() < 0.5:
        return sheet
    weak = chance.uniform(0.0, 0.3) if chance.random() < 0.5 else 0.0
    vivid = chance.uniform(0.35, 1.2) if chance.random() < 0.3 else 1.0
    mixing = (
        (np.full((3, 3), (1 - vivid) / 3) + np.eye(3) * vivid) * (1 - weak) * chance.uniform(0.9, 1.0, (3, 1))
    )
    offset = 235 * weak + chance.uniform(0, 12, (3, 1))
    return np.asarray(cv2.transform(sheet, np.hstack([mixing, offset])))


def on_table(stock: Stock, sheet: np.ndarray, window: Window, chance: Chance) -> np.ndarray:
    """The card with its round corners on something, perhaps beside or over other cards."""
    around = ground(stock, window.shape, chance)
    if chance.random() < 0.3:
        other_card(stock, around, window, chance)
    if chance.random() < 0.1:  # hardly any edge between card and table
        around[:] = (around * 0.2 + sheet.mean(axis=(0, 1)) * 0.8).astype(np.uint8)
    mask = opacity(window, one_of(CORNER_RADII_MM, chance))
    cv2.copyTo(sheet, mask, around)
    return around


def ground(stock: Stock, shape: tuple[int, int], chance: Chance) -> np.ndarray:
    """A part of a surface, of that height and width."""
    if chance.random() < 0.15:
        return np.full((*shape, 3), int(chance.integers(0, 40)), np.uint8)
    whole = one_of(stock.grounds, chance)
    y, x = int(chance.integers(len(whole) - shape[0])), int(chance.integers(len(whole) - shape[1]))
    return whole[y : y + shape[0], x : x + shape[1]].copy()


def other_card(stock: Stock, sheet: np.ndarray, window: Window, chance: Chance) -> np.ndarray:
    """Another card drawn on the sheet at any turn; where it is (mask)."""
    picture = stock.small[int(chance.integers(len(stock.small)))]
    if chance.random() < 0.15:
        picture = turned_picture(stock, chance)
    turn = chance.uniform(0, 2 * np.pi) if chance.random() < 0.7 else chance.normal(0, 0.15)
    scale = 63 / picture.shape[1] * window.scale
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
    centre = window.pixels() @ (*(chance.uniform(-50, 90, 1)), *(chance.uniform(-50, 110, 1)), 1)
    matrix[:, 2] = centre[:2] - matrix[:, :2] @ (picture.shape[1] / 2, picture.shape[0] / 2)
    size = sheet.shape[1], sheet.shape[0]
    put = cv2.warpAffine(picture, matrix, size)
    mask = (put[..., 3] > 127).view(np.uint8)
    cv2.copyTo(np.ascontiguousarray(put[..., :3]), mask, sheet)
    return np.asarray(mask)


def covered(
    stock: Stock, sheet: np.ndarray, window: Window, box: tuple[float, float, float, float], chance: Chance
) -> float:
    """Lay something over the card. Returns which part of the box (millimetres) it hides, never a half."""
    for _ in range(4):
        laid = sheet.copy()
        mask = laid_over(stock, laid, window, chance)
        to_px = window.pixels()
        (x0, y0, _), (x1, y1, _) = (np.round(to_px @ (*end, 1)).astype(int) for end in (box[:2], box[2:]))
        inside = mask[max(0, y0) : y1, max(0, x0) : x1]
        hidden = float(inside.mean()) if inside.size else 0.0
        if hidden < 0.07 or hidden > 0.35:
            sheet[:] = laid
            return hidden
    return 0.0


def laid_over(stock: Stock, sheet: np.ndarray, window: Window, chance: Chance) -> np.ndarray:
    """A card, a coin or chip, or a finger, drawn on the sheet; where it is (1, else 0)."""
    dice = chance.random()
    if dice < 0.45:
        return other_card(stock, sheet, window, chance)
    before = sheet.copy()
    at = int(chance.uniform(0, sheet.shape[1])), int(chance.uniform(0, sheet.shape[0]))
    if dice < 0.75:
        disc(sheet, chance, at, max(2, int(window.scale * chance.uniform(6, 20))))
    else:
        finger(sheet, chance, at, max(2, int(window.scale * chance.uniform(8, 22))))
    return np.asarray((before != sheet).any(axis=2), np.uint8)


def turned_picture(stock: Stock, chance: Chance) -> np.ndarray:
    """A card's back with its opacity, as small as the small prints."""
    pattern = cv2.resize(one_of(stock.backs, chance), stock.small.shape[2:0:-1])
    return np.dstack([pattern, stock.small[stock.readable[0]][..., 3]])


def turned_over(stock: Stock, window: Window, chance: Chance) -> np.ndarray:
    """A card's back through the window."""
    return through(one_of(stock.backs, chance), window, chance)


def strange(stock: Stock, window: Window, chance: Chance) -> np.ndarray:
    """No index: a surface, a printed paper, a back, or the middle of a card."""
    dice = chance.random()
    if dice < 0.3:
        return ground(stock, window.shape, chance)
    if dice < 0.5:
        return on_table(stock, ground(stock, window.shape, chance), window, chance)
    if dice < 0.65:
        sheet = np.full((*window.shape, 3), int(chance.integers(180, 255)), np.uint8)
        return on_table(stock, sheet, window, chance)
    if dice < 0.8 and window is not FACE.window:
        return on_table(stock, turned_over(stock, window, chance), window, chance)
    return middle_of(stock, window, chance)


def middle_of(stock: Stock, window: Window, chance: Chance) -> np.ndarray:
    """A part of a card that is no corner, as large as a corner or a card would be."""
    picture = stock.shelf.pictures[one_of(stock.readable, chance)]
    tall = int(chance.integers(60, 120))
    wide = round(tall * window.shape[1] / window.shape[0])
    y, x = int(chance.integers(80, 256 - tall // 2)), int(chance.integers(60, 180 - wide // 2))
    part = picture[y : y + tall, x : x + wide, :3]
    return np.asarray(cv2.resize(part, window.shape[::-1], interpolation=cv2.INTER_AREA))


def part_of(sheet: np.ndarray, chance: Chance) -> np.ndarray:
    """A quarter or less of what is on the sheet, as large as the whole."""
    tall, wide = sheet.shape[:2]
    share = chance.uniform(0.2, 0.55)
    y, x = chance.uniform(0, 1 - share, 2)
    part = sheet[int(y * tall) : int((y + share) * tall), int(x * wide) : int((x + share) * wide)]
    return np.asarray(cv2.resize(part, (wide, tall), interpolation=cv2.INTER_LINEAR))
