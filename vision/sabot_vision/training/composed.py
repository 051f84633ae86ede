"""Decks of our own: pips from outlines, indices from the fonts of this machine, in four languages.

Most of what the reader learns comes from here, because no artwork varies as much as the decks on real tables:
jumbo and standard index, serif and sans, two or four corners, two or four colours, paper from white to cream.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sabot_vision.training.artwork import Print
from sabot_vision.training.shapes import CARD_TALL_PX, CARD_WIDE_PX, PIXELS_A_MM, Chance, Style, outline

FONTS = Path("/usr/share/fonts")
UNFIT = (
    *("symbol", "keyboard", "initials", "awesome", "dingbat", "thin", "hairline", "extralight", "math"),
    *("italic", "oblique", "emoji", "d050000l", "z003", "outline", "shadow", "slanted", "chancery"),
    "biolinum_k",
)
"""Words in the file names of fonts in which no index is printed. Biolinum K draws the keys of a keyboard."""

LANGUAGES = {"en": "AJQK", "fr": "1VDR", "nl": "ABVH", "de": "ABDK"}

ROWS_OF_PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(0, 0), (0, 1)],
    "3": [(0, 0), (0, 0.5), (0, 1)],
    "4": [(-1, 0), (1, 0), (-1, 1), (1, 1)],
    "5": [(-1, 0), (1, 0), (-1, 1), (1, 1), (0, 0.5)],
    "6": [(-1, 0), (1, 0), (-1, 0.5), (1, 0.5), (-1, 1), (1, 1)],
    "7": [(-1, 0), (1, 0), (-1, 0.5), (1, 0.5), (-1, 1), (1, 1), (0, 0.25)],
    "8": [(-1, 0), (1, 0), (-1, 0.5), (1, 0.5), (-1, 1), (1, 1), (0, 0.25), (0, 0.75)],
    "9": [(s, y / 3) for s in (-1.0, 1.0) for y in range(4)] + [(0, 0.5)],
    "T": [(s, y / 3) for s in (-1.0, 1.0) for y in range(4)] + [(0, 1 / 6), (0, 5 / 6)],
}
"""Where the pips stand: sideways from the middle, and from the top row (0) to the bottom row (1)."""

DRAWN_TIMES = 3  # everything is drawn this many times larger and then reduced


Colour = tuple[int, int, int]
"""Red, green, blue."""


class Look(NamedTuple):
    """What one deck has in common. Lengths in millimetres."""

    language: str
    font: Path
    squeeze: float
    height: float
    suit_size: float
    gap: float
    left: float
    top: float
    corners: int
    pip: float
    spread: float
    margin: float
    inks: dict[str, Colour]
    paper: Colour
    framed: bool
    style: Style


def fonts(folder: Path = FONTS) -> list[Path]:
    """The fonts of this machine, or of a folder, that an index may be printed in, in a fixed order."""
    found = sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf"), *folder.rglob("*.t1")])
    return [path for path in found if not any(word in path.stem.lower() for word in UNFIT) and draws(path)]


def draws(path: Path) -> bool:
    """Whether the font has every glyph of an index, each different."""
    try:
        font = ImageFont.truetype(str(path), 40)
        shapes = {
            font.getmask(glyph).getbbox() and bytes(font.getmask(glyph)) for glyph in "A123456789JQKBDVHR"
        }
    except (OSError, ValueError):
        return False
    return len(shapes) == 18 and None not in shapes


def look(chance: Chance, known: list[Path]) -> Look:
    """A deck's look, by chance."""
    jumbo = chance.random() < 0.4
    height = chance.uniform(9, 15) if jumbo else chance.uniform(5.0, 8.6)
    inset = not jumbo and chance.random() < 0.25  # some decks print their index well away from the corner
    return Look(
        language=str(chance.choice(["en", "en", "fr", "nl", "de"])),
        font=known[int(chance.integers(len(known)))],
        squeeze=chance.uniform(0.62, 1.05),
        height=height,
        suit_size=height * chance.uniform(0.5, 0.95),
        gap=height * chance.uniform(0.08, 0.3),
        left=chance.uniform(3.0, 7.5) if inset else chance.uniform(1.5, 3.6),
        top=chance.uniform(4.0, 10.0) if inset else chance.uniform(2.0, 5.0),
        corners=4 if chance.random() < 0.3 else 2,
        pip=chance.uniform(8, 12.5) * (0.85 if jumbo else 1),
        spread=chance.uniform(11, 15.5) * (0.85 if jumbo else 1),
        margin=chance.uniform(11, 20),
        inks=inks(chance),
        paper=colour(np.clip(chance.normal((248, 250, 252), (10, 5, 3)), 200, 255)),
        framed=bool(chance.random() < 0.15),
        style=Style(chance),
    )


def colour(values: np.ndarray) -> Colour:
    """Three whole numbers."""
    return int(values[0]), int(values[1]), int(values[2])


def inks(chance: Chance) -> dict[str, Colour]:
    """The colours (red, green, blue) of the four suits."""
    black = colour(chance.uniform(5, 50, 3))
    red = (int(chance.uniform(170, 235)), int(chance.uniform(10, 50)), int(chance.uniform(20, 60)))
    plain = {"C": black, "S": black, "H": red, "D": red}
    if chance.random() < 0.8:
        return plain
    green, blue, orange = (20, 120, 50), (30, 60, 180), (225, 140, 20)
    four = {**plain, "C": green, "D": blue if chance.random() < 0.6 else orange}
    return four if chance.random() < 0.7 else {**plain, "S": green, "D": orange}


NAMES = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
"""The cards of a deck."""


def card_of(how: Look, name: str, chance: Chance, faces: list[np.ndarray]) -> Print:
    """One card of a deck, `name` as in NAMES."""
    rank, suit = name[0], name[1]
    glyph = dict(zip("AJQK", LANGUAGES[how.language], strict=True)).get(rank, rank)
    return Print(glyph, suit, printed(how, rank, glyph, suit, chance, faces))


def printed(
    how: Look, rank: str, glyph: str, suit: str, chance: Chance, faces: list[np.ndarray]
) -> np.ndarray:
    """One card, CARD_TALL_PX × CARD_WIDE_PX × 4."""
    sheet = Image.new("RGB", (CARD_WIDE_PX * DRAWN_TIMES, CARD_TALL_PX * DRAWN_TIMES), how.paper)
    if rank in "JQK":
        court(sheet, how, suit, chance, faces)
    else:
        pips(sheet, how, rank, suit, chance)
    upper(sheet, how, glyph, suit)
    turned = sheet.transpose(Image.Transpose.ROTATE_180)
    upper(turned, how, glyph, suit)
    colours = cv2.cvtColor(np.asarray(turned), cv2.COLOR_RGB2BGR)
    small = cv2.resize(colours, (CARD_WIDE_PX, CARD_TALL_PX), interpolation=cv2.INTER_AREA)
    return np.dstack([small, rounded()])


def rounded() -> np.ndarray:
    """The opacity of a card with round corners."""
    radius = round(3.2 * PIXELS_A_MM)
    mask = np.zeros((CARD_TALL_PX, CARD_WIDE_PX), np.uint8)
    cv2.rectangle(mask, (radius, 0), (CARD_WIDE_PX - radius, CARD_TALL_PX), 255, -1)
    cv2.rectangle(mask, (0, radius), (CARD_WIDE_PX, CARD_TALL_PX - radius), 255, -1)
    for x in (radius, CARD_WIDE_PX - radius - 1):
        for y in (radius, CARD_TALL_PX - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def px(millimetres: float) -> float:
    """Millimetres of a card as pixels of the large drawing."""
    return millimetres * PIXELS_A_MM * DRAWN_TIMES


def upper(sheet: Image.Image, how: Look, glyph: str, suit: str) -> None:
    """The indices of the upper edge: at the left, and at the right too where the deck has four."""
    mark = index_glyph(how, "10" if glyph == "T" else glyph)
    widest = max(mark.width, px(how.suit_size))
    middle = px(how.left) + widest / 2
    ink = how.inks[suit]
    for centre in (middle, sheet.width - middle) if how.corners == 4 else (middle,):
        sheet.paste(ink, (round(centre - mark.width / 2), round(px(how.top))), mark)
        below = px(how.top) + mark.height + px(how.gap + how.suit_size / 2)
        pip(sheet, how, suit, (centre, below), how.suit_size)


def index_glyph(how: Look, text: str) -> Image.Image:
    """`text` as a mask as high as the look asks."""
    font = ImageFont.truetype(str(how.font), round(px(how.height) * 1.4))
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font)
    tall = round(px(how.height))
    tight = 0.72 if len(text) == 2 else 1.0
    wide = max(2, round(mask.width * tall / mask.height * how.squeeze * tight))
    return mask.resize((min(wide, round(px(17))), tall))


def pip(
    sheet: Image.Image, how: Look, suit: str, centre: tuple[float, float], size: float, turned: bool = False
) -> None:
    """One suit sign, `size` millimetres high."""
    draw = ImageDraw.Draw(sheet)
    for part in outline(suit, how.style):
        placed: np.ndarray = part * (-1 if turned else 1) * px(size) + centre
        draw.polygon([tuple(point) for point in placed.tolist()], fill=how.inks[suit])


def pips(sheet: Image.Image, how: Look, rank: str, suit: str, chance: Chance) -> None:
    """The signs of a number card, or the one of an ace."""
    if rank == "A":
        size = how.pip * chance.choice([1.0, 1.3, 2.2])
        pip(sheet, how, suit, (sheet.width / 2, sheet.height / 2), size)
        return
    for sideways, down in ROWS_OF_PIPS[rank]:
        x = sheet.width / 2 + sideways * px(how.spread)
        y = px(how.margin) + down * (sheet.height - 2 * px(how.margin))
        pip(sheet, how, suit, (x, y), how.pip, turned=down > 0.5)


def court(sheet: Image.Image, how: Look, suit: str, chance: Chance, faces: list[np.ndarray]) -> None:
    """A court card: a face of another deck or a weave of colours, with the suit in two corners."""
    side, rim = round(px(chance.uniform(8, 13))), round(px(chance.uniform(8, 13)))
    wide, tall = sheet.width - 2 * side, sheet.height - 2 * rim
    face = faces[int(chance.integers(len(faces)))] if faces and chance.random() < 0.75 else weave(chance)
    inner = cv2.resize(face, (wide, tall), interpolation=cv2.INTER_LINEAR)
    sheet.paste(Image.fromarray(cv2.cvtColor(inner, cv2.COLOR_BGR2RGB)), (side, rim))
    if how.framed or chance.random() < 0.6:
        ImageDraw.Draw(sheet).rectangle((side, rim, side + wide, rim + tall), outline=(40, 40, 90), width=4)
    if chance.random() < 0.7:
        size = how.pip * 0.85
        near = (side + px(size * 0.6), rim + px(size * 0.65))
        pip(sheet, how, suit, near, size)
        pip(sheet, how, suit, (sheet.width - near[0], sheet.height - near[1]), size, turned=True)


def weave(chance: Chance) -> np.ndarray:
    """Imagined garments: blocks of strong colours; the lower half is the upper half, turned."""
    small = chance.choice(
        np.array([[30, 30, 200], [200, 90, 30], [40, 200, 240], [250, 250, 250], [20, 20, 20]]), (9, 11)
    )
    half = cv2.resize(small.astype(np.uint8), (160, 130), interpolation=cv2.INTER_NEAREST)
    for _ in range(12):
        start, end = chance.integers(0, 160, 2), chance.integers(0, 160, 2)
        cv2.line(
            half, tuple(map(int, start)), tuple(map(int, end)), tuple(map(int, chance.integers(0, 255, 3))), 3
        )
    return np.vstack([half, half[::-1, ::-1]])
