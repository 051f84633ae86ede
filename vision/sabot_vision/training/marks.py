"""What cards are printed with, as masks to stamp: letters of every installed font, suits in many styles."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sabot_vision.training.shapes import Chance, Style, outline

MASK_PX = 64
"""The height of a mask; letters have their own width, suits are square."""

LETTERS = "A123456789TJQKBDVHR"
SUITS = "CDHS"
SIGNS = dict(zip(SUITS, "\u2663\u2666\u2665\u2660", strict=True))
"""The suits as fonts have them."""
SUIT_STYLES = 400
"""How many styles of the four suits there are; those of fonts come half as often."""


class Marks(NamedTuple):
    """Masks (uint8, 255 where there is ink): one dictionary a font, one a way of drawing suits."""

    letters: list[dict[str, np.ndarray]]
    suits: list[dict[str, np.ndarray]]


def marks(fonts: list[Path], chance: Chance, hands: int = SUIT_STYLES) -> Marks:
    """Returns the letters of these fonts, and suits in `hands` styles, drawn or from fonts that have them."""
    letters = [{letter: lettered(font, letter) for letter in LETTERS} for font in fonts]
    suits = []
    for _ in range(hands):
        style = Style(chance)
        suits.append({suit: drawn(suit, style) for suit in SUITS})
    cast = {
        b"".join(map(bytes, hand.values())): hand for hand in (cast_suits(font) for font in fonts) if hand
    }
    return Marks(letters, suits + list(cast.values()) * (hands // 2 // max(1, len(cast))))


def cast_suits(path: Path) -> dict[str, np.ndarray]:
    """Returns the four suits of a font (MASK_PX × MASK_PX); empty if one is missing or is another suit."""
    font = ImageFont.truetype(str(path), 100)
    hand = {suit: squared(font, sign) for suit, sign in SIGNS.items()}
    if len({bytes(mask) for mask in hand.values()}) < 4:
        return {}
    return hand if hand["S"][: MASK_PX // 4].sum() < 0.9 * hand["C"][: MASK_PX // 4].sum() else {}


def squared(font: ImageFont.FreeTypeFont, sign: str) -> np.ndarray:
    """One sign of a font, as high or as wide as the square that it fills; all black where there is none."""
    sheet = Image.new("L", (300, 300))
    ImageDraw.Draw(sheet).text((100, 100), sign, fill=255, font=font)
    left, top, right, bottom = sheet.getbbox() or (0, 0, 1, 1)
    side = max(right - left, bottom - top)
    square = Image.new("L", (side, side))
    square.paste(
        sheet.crop((left, top, right, bottom)), ((side - right + left) // 2, (side - bottom + top) // 2)
    )
    return np.asarray(square.resize((MASK_PX, MASK_PX), Image.Resampling.BOX))


def lettered(path: Path, letter: str) -> np.ndarray:
    """One letter (10 for T), cut out tightly, MASK_PX pixels high."""
    text = "10" if letter == "T" else letter
    font = ImageFont.truetype(str(path), 100)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font)
    wide = max(8, round(mask.width * MASK_PX / mask.height))
    return np.asarray(mask.resize((wide, MASK_PX), Image.Resampling.BOX))


def drawn(suit: str, style: Style) -> np.ndarray:
    """One suit, MASK_PX × MASK_PX, reduced from four times the size."""
    large = np.zeros((MASK_PX * 4, MASK_PX * 4), np.uint8)
    for part in outline(suit, style):
        cv2.fillPoly(large, [np.round((part + 0.5) * (MASK_PX * 4 - 1)).astype(np.int32)], 255)
    return np.asarray(cv2.resize(large, (MASK_PX, MASK_PX), interpolation=cv2.INTER_AREA))


def weighted(mask: np.ndarray, chance: Chance) -> np.ndarray:
    """The mask printed with more ink or less: strokes grow or shrink."""
    rim = cv2.copyMakeBorder(mask, 6, 6, 6, 6, cv2.BORDER_CONSTANT)
    soft = cv2.GaussianBlur(rim, (0, 0), chance.uniform(1.0, 3.0)).astype(np.int16)
    return np.clip((soft - int(chance.uniform(70, 185))) * 6 + 128, 0, 255).astype(np.uint8)
