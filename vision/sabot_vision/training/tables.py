"""Whole tables as a rig's camera sees them, with the truth beside them: what the reader is measured on.

The decks here are composed from other seeds than those that the networks learn from. A few of these pictures
are kept for the tests (`python -m sabot_vision.training.tables tests/vision/pictures`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.keeping import packed
from sabot_vision.training import composed, surroundings
from sabot_vision.training.artwork import Print
from sabot_vision.training.layouts import LAYOUTS, PICTURE_TALL_PX, PICTURE_WIDE_PX, readable, shade
from sabot_vision.training.scenes import photographed, place
from sabot_vision.training.shapes import Chance

TABLE_SEED = 77

GROUNDS: dict[str, Callable[[Chance], np.ndarray]] = {
    "cloth": surroundings.cloth,
    "light wood": surroundings.light_wood,
}
"""What a rendered table is made of. On light wood chips lie between the cards, under a low sun."""


class Table(NamedTuple):
    """A picture (PICTURE_TALL_PX × PICTURE_WIDE_PX × 3), its readable cards (name as printed, corners), the
    cards with covered indices, and the language of the letters."""

    picture: np.ndarray
    cards: list[tuple[str, np.ndarray]]
    language: str
    covered: list[tuple[str, np.ndarray]]


def tables(
    count: int, *, cards: int = 6, seed: int = TABLE_SEED, laid: str = "apart", ground: str = "cloth"
) -> Iterator[Table]:
    """Yields `count` tables with `cards` cards each, face up, laid as in `LAYOUTS`, on one of `GROUNDS`."""
    for chance, language, chosen in dealt(count, cards, seed):
        yield laid_out(chosen, chance, language, laid, ground)


def dealt(count: int, cards: int, seed: int) -> Iterator[tuple[Chance, str, list[Print]]]:
    """Yields, `count` times, `cards` cards of a newly composed deck, the random generator after them, and the
    language of the letters."""
    known = composed.fonts()
    for number in range(count):
        chance = np.random.default_rng((seed, number))
        look = composed.look(chance, known)
        names = [composed.NAMES[int(n)] for n in chance.choice(len(composed.NAMES), cards, replace=False)]
        yield chance, look.language, [composed.card_of(look, name, chance, []) for name in names]


def laid_out(chosen: list[Print], chance: Chance, language: str, laid: str, ground: str = "cloth") -> Table:
    """The cards on a table, seen by a camera."""
    surface = cv2.resize(
        GROUNDS[ground](chance), (PICTURE_WIDE_PX, PICTURE_WIDE_PX), interpolation=cv2.INTER_LINEAR
    )[:PICTURE_TALL_PX]
    picture = np.ascontiguousarray(surface)
    quads = list(LAYOUTS[laid](len(chosen), chance))
    if ground == "light wood":
        surroundings.chips(picture, chance, quads)
    for card, quad in zip(chosen, quads, strict=True):
        if laid != "apart":
            shade(picture, quad, chance)
        place(picture, card.picture, quad)
    picture = photographed(picture, chance, float(np.linalg.norm(quads[0][1] - quads[0][0])))
    named = [(card.glyph + card.suit, quad) for card, quad in zip(chosen, quads, strict=True)]
    shown = readable(quads)
    open_cards, hidden = (
        [card for card, one in zip(named, shown, strict=True) if one is seen] for seen in (True, False)
    )
    return Table(picture, open_cards, language, hidden)


def main() -> None:
    """Write some tables with their truth."""
    parser = argparse.ArgumentParser(description="Write rendered tables and truth.json.")
    parser.add_argument("target", type=Path)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--cards", type=int, default=6)
    arguments = parser.parse_args()
    arguments.target.mkdir(parents=True, exist_ok=True)
    truth = {}
    for number, table in enumerate(tables(arguments.count, cards=arguments.cards)):
        name = f"table-{number:03d}.jpg"
        (arguments.target / name).write_bytes(packed(table.picture, 85))
        truth[name] = {
            "language": table.language,
            "cards": [[card, np.round(quad, 1).tolist()] for card, quad in table.cards],
        }
    (arguments.target / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")


if __name__ == "__main__":
    main()
