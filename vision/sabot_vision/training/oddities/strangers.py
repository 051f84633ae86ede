"""Corners that the readers have no name for: jokers, and letters of packs that they do not know.

The network that tells them from indices learns from these, and from the corners of all other cards."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import ImageFont

from sabot_vision.networks.glyphs import STRANGE
from sabot_vision.training import composed, marks, prints, sampling
from sabot_vision.training.oddities import cards
from sabot_vision.training.prints import Window
from sabot_vision.training.sampling import Sample
from sabot_vision.training.shapes import PIXELS_A_MM, Chance
from sabot_vision.training.sights import CORNERS, seen
from sabot_vision.training.stock import Stock, one_of

ORDINARY, JOKER, LETTER = tuple(STRANGE)
ORDINARY_SHARE, JOKER_SHARE = 0.6, 0.24
"""The shares of corners of other cards and of jokers; the rest are letters."""
LETTERS = "ДДДДДДДТТТFCSENPGLMXZ"
"""Letters of other packs, the Russian ones more often: Д looks like an R, a D or an H."""
JOKERS_DRAWN = 600
"""How many jokers are drawn."""
INK_LEVELS = 25.0
"""A corner of a joker whose brightness varies by less than this has no index."""
INDEX_BOX_MM = (1.5, 2.0, 10.0, 19.0)


class Strangers(NamedTuple):
    """Jokers (CARD_TALL_PX × CARD_WIDE_PX × 4), and the letters of each font that has them."""

    jokers: list[np.ndarray]
    letters: list[dict[str, np.ndarray]]


def gathered(stock: Stock, known: list[Path], chance: Chance) -> Strangers:
    """Jokers of our own and of the decks on the shelf, as many of each, and letters of the `known` fonts."""
    drawn = [
        cards.joker(composed.look(chance, known), chance, cards.MARKED).picture for _ in range(JOKERS_DRAWN)
    ]
    shelf = stock.shelf
    others = [
        shelf.pictures[n]
        for n, (glyph, suit) in enumerate(zip(shelf.glyphs, shelf.suits, strict=True))
        if not glyph and not suit
    ]
    return Strangers(drawn + others * (len(drawn) // max(1, len(others))), [*lettered(known)])


def lettered(known: list[Path]) -> list[dict[str, np.ndarray]]:
    """The letters that each font has, without fonts that have none."""
    found = [
        {letter: marks.lettered(font, letter) for letter in sorted(set(LETTERS)) if has(font, letter)}
        for font in known
    ]
    return [letters for letters in found if letters]


def has(font: Path, letter: str) -> bool:
    """Whether a font has a letter: what it draws is neither nothing nor its sign for one that it lacks."""
    drawing = ImageFont.truetype(str(font), 40)
    mask = drawing.getmask(letter)
    return mask.getbbox() is not None and bytes(mask) != bytes(drawing.getmask("\uffff"))


def corner(stock: Stock, strangers: Strangers, chance: Chance) -> Sample:
    """The cut of a corner: `glyph` is one of `STRANGE`, the suit always none."""
    dice = chance.random()
    if dice < ORDINARY_SHARE:
        return Sample(sampling.corner(stock, chance).cut, ORDINARY, "-")
    window = CORNERS[0].window
    if dice < ORDINARY_SHARE + JOKER_SHARE:
        picture = one_of(strangers.jokers, chance)
        turned = bool(chance.random() < 0.5)
        kind = JOKER if has_index(picture, turned) else ORDINARY
        sheet = sampling.through(picture, window, chance, turned)
    else:
        kind, sheet = LETTER, foreign(stock, strangers, window, chance)
    laid = sampling.on_table(stock, sampling.tinted(sheet, chance), window, chance)
    return Sample(seen(laid, CORNERS[0], stock.light, chance), kind, "-")


def has_index(joker: np.ndarray, turned: bool) -> bool:
    """Whether something stands in the upper left corner of a joker, or in the lower right one."""
    left, top, right, bottom = (round(edge * PIXELS_A_MM) for edge in INDEX_BOX_MM)
    shown = joker[::-1, ::-1] if turned else joker
    return float(shown[top:bottom, left:right, :3].std()) > INK_LEVELS


def foreign(stock: Stock, strangers: Strangers, window: Window, chance: Chance) -> np.ndarray:
    """A card through the window, with a letter of another pack."""
    letters = one_of(strangers.letters, chance)
    letter = one_of([each for each in LETTERS if each in letters], chance)
    ace = letter == "Т" or chance.random() < 0.15
    what = prints.card(stock.marks, "A" if ace else "K", one_of(sampling.SUITS, chance), chance)
    mask = letters[letter]
    if chance.random() < 0.4:
        mask = marks.weighted(mask, chance)
    wide = what.layout.height * mask.shape[1] / mask.shape[0] * chance.uniform(0.65, 1.1)
    what = what._replace(letter=mask, layout=what.layout._replace(wide=min(wide, 14.0)))
    return prints.printed(what, window, stock.faces, chance)
