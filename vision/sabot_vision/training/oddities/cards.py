"""Prints unlike those of an ordinary deck: jokers, dark frames, boxed letters, clipped corners, foil."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sabot_vision.training.artwork import Print
from sabot_vision.training.composed import DRAWN_TIMES, Look, index_glyph, px, rounded, weave
from sabot_vision.training.shapes import CARD_TALL_PX, CARD_WIDE_PX, PIXELS_A_MM, Chance

JOKER = "JOKER"
"""What a joker is called; it has no suit."""
Corner = Callable[[Image.Image, Look, tuple[int, int, int]], None]
"""What draws the upper left corner of a joker in an ink."""
STAR_INNER = 0.4
"""How deep a five-pointed star is cut: its inner radius against the outer one."""


# --- jokers


def joker(how: Look, chance: Chance, kinds: Sequence[Corner] | None = None) -> Print:
    """A joker of that deck, marked in its corners in one of those ways, or in any of `JOKER_INDICES`."""
    ink = (int(chance.uniform(160, 225)), 20, 30) if chance.random() < 0.5 else (20, 20, 25)
    sheet = Image.new("RGB", (CARD_WIDE_PX * DRAWN_TIMES, CARD_TALL_PX * DRAWN_TIMES), how.paper)
    jester(sheet, chance)
    every = kinds or JOKER_INDICES
    chosen = every[int(chance.integers(len(every)))]
    for _ in range(2):
        chosen(sheet, how, ink)
        sheet = sheet.transpose(Image.Transpose.ROTATE_180)
    colours = cv2.cvtColor(np.asarray(sheet), cv2.COLOR_RGB2BGR)
    small = cv2.resize(colours, (CARD_WIDE_PX, CARD_TALL_PX), interpolation=cv2.INTER_AREA)
    return Print(JOKER, "", np.dstack([small, rounded()]))


def jester(sheet: Image.Image, chance: Chance) -> None:
    """The picture of a joker: garments as a court has them, or a face under a cap with three points."""
    side, rim = px(chance.uniform(11, 15)), px(chance.uniform(12, 20))
    if chance.random() < 0.5:
        size = round(sheet.width - 2 * side), round(sheet.height - 2 * rim)
        garments = cv2.resize(weave(chance), size, interpolation=cv2.INTER_LINEAR)
        sheet.paste(Image.fromarray(garments), (round(side), round(rim)))
        return
    draw = ImageDraw.Draw(sheet)
    inks = [tuple(int(v) for v in chance.uniform(20, 235, 3)) for _ in range(3)]
    middle, radius = (sheet.width / 2, sheet.height * chance.uniform(0.45, 0.6)), px(chance.uniform(8, 12))
    for ink, lean in zip(inks, (-0.9, 0.0, 0.9), strict=True):
        tip = middle[0] + lean * 2.0 * radius, middle[1] - (2.3 - abs(lean)) * radius
        base = [(middle[0] + (lean + side) * radius * 0.8, middle[1] - radius * 0.5) for side in (-0.7, 0.7)]
        draw.polygon([tip, *base], fill=ink)
        draw.ellipse([tip[0] - 8, tip[1] - 8, tip[0] + 8, tip[1] + 8], fill=(200, 170, 40))
    box = [middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius]
    draw.ellipse(box, fill=(240, 210, 180), outline=(40, 30, 30), width=3)
    draw.arc(
        [box[0] + radius / 2, box[1], box[2] - radius / 2, box[3] - radius / 3], 20, 160, (150, 20, 20), 5
    )


def star(size: float) -> list[tuple[float, float]]:
    """The corners of a five-pointed star about the origin, `size` from tip to tip."""
    turns = np.arange(10) * np.pi / 5 - np.pi / 2
    radii = np.where(np.arange(10) % 2, STAR_INNER, 1.0) * size / 2
    return [tuple(point) for point in (np.stack([np.cos(turns), np.sin(turns)], 1) * radii[:, None]).tolist()]


def at_corner(
    sheet: Image.Image, how: Look, ink: tuple[int, int, int], mark: Image.Image, top: float
) -> tuple[float, float]:
    """Print a mask in the upper left corner. Returns the middle of it, and where it ends."""
    middle = px(how.left) + max(mark.width, px(how.suit_size)) / 2
    sheet.paste(ink, (round(middle - mark.width / 2), round(top)), mark)
    return middle, top + mark.height


def stamped_star(
    sheet: Image.Image, middle: tuple[float, float], size: float, ink: tuple[int, int, int]
) -> None:
    """A star in the plane of the card."""
    points = [(x + middle[0], y + middle[1]) for x, y in star(size)]
    ImageDraw.Draw(sheet).polygon(points, fill=ink)


def letter_and_star(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """A J, and a star where a jack has its suit."""
    across, below = at_corner(sheet, how, ink, index_glyph(how, "J"), px(how.top))
    size = px(how.suit_size)
    stamped_star(sheet, (across, below + px(how.gap) + size / 2), size, ink)


def star_alone(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """A star where others have their letter."""
    size = px(how.height)
    stamped_star(sheet, (px(how.left) + size / 2, px(how.top) + size / 2), size, ink)


def letters_below(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """The word, its letters below each other."""
    small, top = how._replace(height=min(how.height, 7.0) * 0.62, squeeze=0.95), px(how.top)
    for letter in JOKER:
        _, top = at_corner(sheet, small, ink, index_glyph(small, letter), top)
        top += px(0.12 * small.height)


def capital_below(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """A J as large as any index, and the small letters below each other."""
    _, top = at_corner(sheet, how, ink, index_glyph(how, "J"), px(how.top))
    small = how._replace(height=how.height * 0.55, squeeze=0.95)
    for letter in JOKER[1:].lower():
        _, top = at_corner(sheet, small, ink, index_glyph(small, letter), top + px(0.15 * small.height))


def circled_star(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """A star in a ring."""
    size = px(how.height)
    middle = px(how.left) + size / 2, px(how.top) + size / 2
    stamped_star(sheet, middle, size * 0.7, ink)
    box = [middle[0] - size / 2, middle[1] - size / 2, middle[0] + size / 2, middle[1] + size / 2]
    ImageDraw.Draw(sheet).ellipse(box, outline=ink, width=max(2, round(size / 12)))


def star_and_word(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """A star, and the word beside it."""
    size = px(min(how.height, 7.0))
    stamped_star(sheet, (px(how.left) + size / 2, px(how.top) + size / 2), size, ink)
    moved = how._replace(left=how.left + min(how.height, 7.0) + 1.0)
    at_corner(sheet, moved, ink, written(how, size * 0.75), px(how.top + 0.8))


def word(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """The word along the short side."""
    at_corner(sheet, how, ink, written(how, px(min(how.height, 8.0) * 0.5)), px(how.top))


def word_down(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """The word along the long side."""
    mark = written(how, px(min(how.height, 8.0) * 0.6)).transpose(Image.Transpose.ROTATE_270)
    at_corner(sheet, how, ink, mark, px(how.top))


def bare(sheet: Image.Image, how: Look, ink: tuple[int, int, int]) -> None:
    """No index at all."""


MARKED: tuple[Corner, ...] = (
    *(letter_and_star, letter_and_star, capital_below, letters_below),
    *(star_alone, circled_star, star_and_word, word, word_down),
)
"""How jokers are marked in their corners,"""
JOKER_INDICES = (*MARKED, bare)
"""if they are."""


def written(how: Look, tall: float) -> Image.Image:
    """The word of the joker as a mask of that height."""
    font = ImageFont.truetype(str(how.font), 120)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(JOKER))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), JOKER, fill=255, font=font)
    return mask.resize((max(2, round(mask.width * tall / mask.height)), max(2, round(tall))))


# --- marks on ordinary prints (CARD_TALL_PX × CARD_WIDE_PX × 4)


def dark_frame(card: np.ndarray, how: Look, chance: Chance) -> np.ndarray:
    """A dark band near the edge of the card, or up to it, with the index inside it."""
    most = max(0.0, min(how.left, how.top) - 0.5)
    thick = chance.uniform(0.35, 1.0) * min(most, 2.4)
    inset = chance.choice([0.0, 1.0]) * (most - thick)
    ink = tuple(int(v) for v in chance.uniform(0, 70, 3))
    drawn, at = card.copy(), round(inset * PIXELS_A_MM)
    wide = max(1, round(thick * PIXELS_A_MM))
    inner = drawn[at : len(drawn) - at, at : drawn.shape[1] - at, :3]
    for rim in (inner[:wide], inner[-wide:], inner[:, :wide], inner[:, -wide:]):
        rim[:] = ink
    return drawn


def clipped(card: np.ndarray, how: Look, chance: Chance) -> np.ndarray:
    """Corners cut off, as a casino does with cards that it sells."""
    cut = min(chance.uniform(3.0, 6.0), 0.9 * (how.left + how.top)) * PIXELS_A_MM
    y, x = np.mgrid[0:CARD_TALL_PX, 0:CARD_WIDE_PX]
    ends = CARD_WIDE_PX - 1 - x, CARD_TALL_PX - 1 - y
    off = (x + y < cut) | (ends[0] + ends[1] < cut)
    if chance.random() < 0.5:
        off |= (ends[0] + y < cut) | (x + ends[1] < cut)
    drawn = card.copy()
    drawn[off, 3] = 0
    return drawn


def boxed(card: np.ndarray, how: Look, chance: Chance) -> np.ndarray:
    """A thin box around each index."""
    ink = [int(v) for v in chance.uniform(0, 120, 3)]
    wide = max(how.height * 0.8, how.suit_size) + 1.4
    low = how.top + how.height + how.gap + how.suit_size + 0.8
    ends = [((how.left - 0.8) * PIXELS_A_MM, (how.top - 0.9) * PIXELS_A_MM)]
    ends += [((how.left + wide) * PIXELS_A_MM, low * PIXELS_A_MM)]
    drawn = card.copy()
    for _ in range(2):
        colours = np.ascontiguousarray(drawn[..., :3])
        first, last = ((max(0, round(x)), max(0, round(y))) for x, y in ends)
        cv2.rectangle(colours, first, last, ink, 1 + int(chance.random() < 0.4), cv2.LINE_AA)
        drawn[..., :3] = colours
        drawn = drawn[::-1, ::-1].copy()
    return drawn


def foil(card: np.ndarray, how: Look, chance: Chance) -> np.ndarray:
    """Ink of metal that mirrors the lamp: bands of it are nearly as light as the paper."""
    y, x = np.mgrid[0:CARD_TALL_PX, 0:CARD_WIDE_PX].astype(np.float32)
    turn, period = chance.uniform(0, np.pi), chance.uniform(40, 140)
    wave = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / period + chance.uniform(0, 6))
    bright = np.clip(wave, 0, 1)[..., None] * chance.uniform(0.5, 0.95)
    colour = np.array([120, 190, 220]) + chance.uniform(-25, 25, 3)
    drawn = card.copy()
    ink = (255 - drawn[..., :3].min(axis=2, keepdims=True)) / 255
    drawn[..., :3] = (drawn[..., :3] * (1 - bright * ink) + colour * bright * ink).astype(np.uint8)
    return drawn
