"""The samples for the readers: corners and whole cards with their right answers, each drawn at random."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.networks.glyphs import SHOWN_BY
from sabot_vision.training.covering import covered, other_card
from sabot_vision.training.oddities.rims import browned, rimmed, silvered
from sabot_vision.training.prints import Window, card, opacity, printed
from sabot_vision.training.shapes import Chance
from sabot_vision.training.sights import CORNERS, FACE, seen
from sabot_vision.training.stock import Stock, one_of

GLYPHS = "AAA1122333445556677888999TTJJQQKKKBDDVHRR"
"""How often each glyph is drawn: aces, the letters of one language, and figures that are taken for others
more often."""
SUITS = "CCCSSSDDHH"
"""How often each suit: the black ones are the hardest to tell apart."""
CORNER_RADII_MM = (1.5, 2.5, 3.2, 4.0, 5.0)
ARTWORK_SHARE = 0.3
"""The share of cards of decks that others drew."""
COVERED_SHARE = 0.25
"""The share of cards with something over them."""
FACE_BOX_MM = (8.0, 8.0, 55.0, 80.0)
"""Left, top, right and bottom of the part of a card that its face is read from."""
ARTWORK_INDEX_MM = (1.5, 2.0, 11.0, 10.0, 19.0)
"""Left, top, where the suit begins, right and bottom of the index of a deck that others drew."""


class Sample(NamedTuple):
    """A cut with what it shows: `glyph` `-` and `suit` `-` where there is nothing to read."""

    cut: np.ndarray
    glyph: str
    suit: str


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
    parts = shown.parts_at(right)
    hidden = covered(stock, sheet, aim.window, parts, chance) if chance.random() < COVERED_SHARE else 0.0
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
    hidden = covered(stock, sheet, window, [FACE_BOX_MM], chance) if chance.random() < COVERED_SHARE else 0.0
    cut = seen(sheet, FACE, stock.light, chance)
    if hidden > 0.28:
        return Sample(cut, "-", "-")
    return Sample(cut, SHOWN_BY[shown.glyph], shown.suit)


class Shown(NamedTuple):
    """A card through a window, with what it is and where its upper left index stands: left, top, where the
    suit begins, right and bottom in millimetres."""

    sheet: np.ndarray
    glyph: str
    suit: str
    four: bool
    stands: tuple[float, float, float, float, float]

    def index_at(self, right: bool) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the upper left index, or of the upper right one."""
        left, top, _, over, low = self.stands
        return (63 - over, top, 63 - left, low) if right else (left, top, over, low)

    def parts_at(self, right: bool) -> list[tuple[float, float, float, float]]:
        """The same of the letter of that index, and of its suit."""
        (left, top, over, low), between = self.index_at(right), self.stands[2]
        return [(left, top, over, between), (left, between, over, low)]


def drawn(stock: Stock, window: Window, chance: Chance) -> Shown:
    """A card by chance: composed, or of somebody's deck."""
    if chance.random() < ARTWORK_SHARE:
        return artwork(stock, window, chance)
    what = browned(card(stock.marks, one_of(GLYPHS, chance), one_of(SUITS, chance), chance), chance)
    how = what.layout
    sheet = silvered(printed(what, window, stock.faces, chance), window, chance)
    sheet = tinted(rimmed(sheet, what, window, chance), chance)
    between, over = how.top + how.height + how.gap / 2, how.left + max(how.wide, how.sign)
    index = how.left, how.top, between, over, how.top + how.height + how.gap + how.sign
    return Shown(sheet, what.glyph, what.suit, how.four, index)


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
        ARTWORK_INDEX_MM,
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
    return np.asarray(cv2.cvtColor(put, cv2.COLOR_BGRA2BGR))


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
        around[:] = (around * 0.2 + np.array(cv2.mean(sheet)[:3]) * 0.8).astype(np.uint8)
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
