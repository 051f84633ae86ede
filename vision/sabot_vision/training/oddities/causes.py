"""What the eye loses, by cause: tables on which one thing only is unlike an ordinary table.

python -m sabot_vision.training.oddities.causes --count 20 --seed 2001

The decks, how the cards lie and the camera are the same for every cause; `--fonts` takes the letters from a
folder, such as one of fonts that no training had."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import ImageFont

from sabot_vision.reading.cards import read
from sabot_vision.training import composed, surroundings
from sabot_vision.training.artwork import Print
from sabot_vision.training.composed import Look
from sabot_vision.training.layouts import (
    PICTURE_TALL_PX,
    PICTURE_WIDE_PX,
    crossed,
    fan,
    large_pairs,
    over_the_edge,
    readable,
    row,
    shade,
    spread,
)
from sabot_vision.training.measure import outcomes
from sabot_vision.training.oddities import cards
from sabot_vision.training.scenes import noise, place
from sabot_vision.training.shapes import Chance
from sabot_vision.training.tables import Table
from sabot_vision.training.telling import watched

CARDS_A_TABLE = 6
COUNTED = ("right", "unsure", "missed", "wrong", "named twice", "invented")
PRINTED_RUSSIAN = {"J": "В", "Q": "Д", "K": "К", "A": "Т"}
"""The letters of a Russian pack (U+0412, U+0414, U+041A, U+0422)."""

Way = Callable[[int, Chance], Iterator[np.ndarray]]


class Cause(NamedTuple):
    """One way in which a table differs: the deck's `look`, what is done to each `card`, how the cards `lie`,
    the `ground` (with `chips` on it), and what is done to the picture and the corners of the cards before the
    camera (`seen`). The first half of the cards is `mostly` of these glyphs."""

    look: Callable[[Look, Chance], Look] = lambda how, chance: how
    card: Callable[[np.ndarray, Look, Chance], np.ndarray] = lambda card, how, chance: card
    lie: Way | None = None
    ground: Callable[[Chance], np.ndarray] = surroundings.cloth
    seen: Callable[[np.ndarray, list[np.ndarray], Chance], tuple[np.ndarray, list[np.ndarray]]] | None = None
    jokers: bool = False
    aces: bool = False
    mostly: str = ""
    russian: bool = False
    chips: bool = False


# --- what is unlike


def brown(how: Look, chance: Chance) -> Look:
    """Ink that was black and red, browned, and faded by up to a half."""
    paper = np.array([238, 228, 205]) + chance.uniform(-8, 8, 3)
    dark = np.array([95, 70, 50]) + chance.uniform(-20, 25, 3)
    red = np.array([175, 95, 75]) + chance.uniform(-20, 20, 3)
    faded = chance.uniform(0, 0.5)
    inks = {
        suit: composed.colour((red if suit in "DH" else dark) * (1 - faded) + paper * faded)
        for suit in "CDHS"
    }
    return how._replace(inks=inks, paper=composed.colour(paper))


def small_serif(how: Look, chance: Chance) -> Look:
    """Letters with serifs, 4.6 to 5.6 millimetres high."""
    return how._replace(height=float(chance.uniform(4.6, 5.6)), suit_size=float(chance.uniform(3.2, 4.4)))


def four(how: Look, chance: Chance) -> Look:
    """An index in each corner."""
    return how._replace(corners=4, spread=min(how.spread, 10.0))


def wide_rim(how: Look, chance: Chance) -> Look:
    """Room for a frame outside the index."""
    return how._replace(left=float(chance.uniform(2.8, 4.5)), top=float(chance.uniform(3.2, 5.5)))


def aslant(
    picture: np.ndarray, quads: list[np.ndarray], chance: Chance
) -> tuple[np.ndarray, list[np.ndarray]]:
    """The table seen from 30 to 45 degrees off the upright, the camera three cards' lengths of table away."""
    size = np.array([PICTURE_WIDE_PX, PICTURE_TALL_PX], np.float32)
    lean, far = np.deg2rad(chance.uniform(30, 45)), 1.35 * PICTURE_WIDE_PX
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * size
    flat = corners - size / 2
    away = far - flat[:, 1] * np.sin(lean)
    there = np.stack([flat[:, 0], flat[:, 1] * np.cos(lean)], 1) * (far / away)[:, None]
    low, high = there.min(axis=0), there.max(axis=0)
    there = (there - low) * float((size / (high - low)).min())
    matrix = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
    moved = [cv2.perspectiveTransform(quad[None].astype(np.float32), matrix)[0] for quad in quads]
    return np.asarray(
        cv2.warpPerspective(picture, matrix, picture.shape[1::-1], borderValue=(60, 60, 60))
    ), moved


def mirrored_lamp(
    picture: np.ndarray, quads: list[np.ndarray], chance: Chance
) -> tuple[np.ndarray, list[np.ndarray]]:
    """A lamp mirrored in the varnish, near an index of each card."""
    y, x = np.mgrid[0:PICTURE_TALL_PX, 0:PICTURE_WIDE_PX].astype(np.float32)
    for quad in quads:
        part = chance.uniform(0.1, 0.9)
        at = (1 - part) * quad[0] + part * quad[2]
        reach = chance.uniform(0.25, 0.5) * float(np.linalg.norm(quad[1] - quad[0]))
        haze = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2)) * chance.uniform(0.5, 0.85)
        picture = cv2.blendLinear(picture, np.full_like(picture, 250), 1 - haze, haze)
    return picture, quads


CAUSES: dict[str, Cause] = {
    "none": Cause(),
    "cut by the picture's edge": Cause(lie=over_the_edge),
    "dark frame": Cause(look=wide_rim, card=cards.dark_frame),
    "dark frames in pairs": Cause(look=wide_rim, card=cards.dark_frame, lie=large_pairs),
    "light wood": Cause(ground=surroundings.light_wood),
    "white linen": Cause(ground=surroundings.linen),
    "brown, faded ink": Cause(look=brown),
    "foil": Cause(card=cards.foil),
    "glare": Cause(seen=mirrored_lamp),
    "seen from 30 to 45 degrees": Cause(seen=aslant),
    "clipped corners": Cause(card=cards.clipped),
    "letters in a box": Cause(look=wide_rim, card=cards.boxed),
    "four indices": Cause(look=four),
    "small letters": Cause(look=small_serif),
    "Russian letters": Cause(russian=True),
    "jokers": Cause(jokers=True),
    "pictured aces": Cause(aces=True, mostly="A"),
    "in pairs": Cause(lie=large_pairs),
    "one across another": Cause(lie=crossed),
    "in rows": Cause(lie=row),
    "in fans": Cause(lie=fan),
    "in pairs on light wood, chips": Cause(ground=surroundings.light_wood, chips=True, lie=large_pairs),
    "in rows on light wood, chips": Cause(ground=surroundings.light_wood, chips=True, lie=row),
}
"""By what is unlike; `none` is what they are compared with."""


def drawn(cause: Cause, seed: int, number: int, known: list[Path]) -> Table:
    """Table `number` of a seed, its deck in one of the `known` fonts, with that cause."""
    deck, lying, strange, camera = (np.random.default_rng((seed, number, part)) for part in range(4))
    fit = [path for path in known if writes_russian(path)] if cause.russian else known
    how = cause.look(plain(composed.look(deck, fit), deck), strange)
    laid = [odd(cause, how, name, deck, strange) for name in names(deck, cause.mostly)]
    return put(cause, laid, "en" if cause.russian else how.language, lying, strange, camera)


def put(
    cause: Cause, laid: Sequence[Print], language: str, lying: Chance, strange: Chance, camera: Chance
) -> Table:
    """The cards `laid` on a table with that cause, seen by a camera."""
    picture = cv2.resize(cause.ground(lying), (PICTURE_WIDE_PX, PICTURE_WIDE_PX))[:PICTURE_TALL_PX].copy()
    quads = list((cause.lie or spread)(len(laid), lying))
    if cause.chips:
        surroundings.chips(picture, strange, quads)
    for card, quad in zip(laid, quads, strict=True):
        shade(picture, quad, lying)
        place(picture, card.picture, quad)
    shown = readable(quads)
    if cause.seen:
        picture, quads = cause.seen(picture, quads, strange)
    named = [(card.glyph + card.suit, quad) for card, quad in zip(laid, quads, strict=True)]
    seen, hidden = (
        [card for card, one in zip(named, shown, strict=True) if one is way] for way in (True, False)
    )
    return Table(photographed(picture, camera), seen, language, hidden)


@cache
def writes_russian(path: Path) -> bool:
    """Whether a font has the letters of a Russian pack."""
    font = ImageFont.truetype(str(path), 40)
    shapes = {bytes(font.getmask(letter)) for letter in (*PRINTED_RUSSIAN.values(), "\uffff")}
    return len(shapes) == len(PRINTED_RUSSIAN) + 1


def names(deck: Chance, mostly: str = "") -> list[str]:
    """The cards of a table; the first half of them are `mostly` of these glyphs."""
    chosen = [composed.NAMES[int(n)] for n in deck.choice(len(composed.NAMES), CARDS_A_TABLE, replace=False)]
    if not mostly:
        return chosen
    others = [name for name in chosen if name[0] not in mostly][: CARDS_A_TABLE // 2]
    wanted = [glyph + suit for glyph in mostly for suit in "CDHS"]
    return [*map(str, deck.permutation(wanted)[: CARDS_A_TABLE - len(others)]), *others]


def plain(how: Look, deck: Chance) -> Look:
    """The look of a deck with an index of ordinary size in two corners, near them."""
    height = float(deck.uniform(6.2, 9.0))
    return how._replace(
        height=height,
        suit_size=height * 0.75,
        gap=height * 0.15,
        left=float(deck.uniform(1.8, 3.2)),
        top=float(deck.uniform(2.2, 4.2)),
        corners=2,
        squeeze=max(0.75, how.squeeze),
        framed=False,
    )


def odd(cause: Cause, how: Look, name: str, deck: Chance, strange: Chance) -> Print:
    """One card, drawn as the cause asks; with jokers, every third card is one."""
    if cause.russian:
        letter = PRINTED_RUSSIAN.get(name[0], name[0])
        return Print(name[0], name[1], composed.printed(how, name[0], letter, name[1], deck, []))
    if cause.aces and name[0] == "A":
        return pictured_ace(how, name[1], deck)
    card = composed.card_of(how, name, deck, [])
    if cause.jokers and strange.random() < 1 / 3:
        return cards.joker(how, strange)
    return card._replace(picture=cause.card(card.picture, how, strange))


def pictured_ace(how: Look, suit: str, deck: Chance) -> Print:
    """An ace with the picture of a court on it."""
    glyph = composed.LANGUAGES[how.language][0]
    return Print(glyph, suit, composed.printed(how, "K", glyph, suit, deck, []))


def photographed(picture: np.ndarray, camera: Chance) -> np.ndarray:
    """Through a fair camera in daylight: a little soft, a little noise, a good file."""
    soft = cv2.GaussianBlur(picture, (0, 0), camera.uniform(0.6, 0.9))
    soft = cv2.add(soft, noise((soft.shape[1], soft.shape[0]), camera) * np.float32(0.4), dtype=cv2.CV_8U)
    _, file = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR))


def counted(cause: Cause, seed: int, count: int, known: list[Path]) -> Counter[str]:
    """What became of the cards of `count` tables."""
    counts: Counter[str] = Counter()
    for number in range(count):
        table = drawn(cause, seed, number, known)
        counts += outcomes(table, read(table.picture, language="any" if cause.russian else table.language))
    return counts


def line(name: str, counts: Counter[str]) -> str:
    """One line of the table, with what was named wrongly behind it."""
    cards = sum(counts[each] for each in COUNTED[:4])
    wrong = ", ".join(each for each in sorted(counts) if " for " in each)
    return f"| {name} | {cards} | {' | '.join(str(counts[each]) for each in COUNTED)} | {wrong}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Read tables on which one thing is unlike, and count.")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=2001)
    parser.add_argument("--fonts", type=Path, default=composed.FONTS)
    parser.add_argument("--cause", choices=sorted(CAUSES), action="append")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    known, chosen = composed.fonts(arguments.fonts), arguments.cause or list(CAUSES)
    print("| unlike | cards |", " | ".join(COUNTED), "|")  # noqa: T201
    for name in watched(chosen, len(chosen), doing="reading tables"):
        print(line(name, counted(CAUSES[name], arguments.seed, arguments.count, known)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
