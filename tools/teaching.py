"""How much a table teaches its eye, and what a sabot that names cards wrongly does to it.

    .venv/bin/python -m tools.teaching --decks 4 --shoes 3 --wrong 0.1 --fonts DIR

Each deck is composed from the fonts in DIR, under one lamp. Its cards are laid, six at a time in two places,
and read; the table disputes a coup as it does live, where a card that was read contradicts the sabot.
After the shoes the same new cards are read by the eye alone and with what it learned. With `--change` the
deck and the lamp are exchanged after the shoes, and nobody says so: the new deck's cards are counted while
it is being learned. One JSON object a deck.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.learning.teacher import Teacher
from sabot_vision.reading.cards import in_pieces
from sabot_vision.tracking.holding import Held
from sabot_vision.tracking.track import Sighting, Track
from sabot_vision.training import composed, surroundings
from sabot_vision.training.layouts import PICTURE_TALL_PX, PICTURE_WIDE_PX, upright
from sabot_vision.training.scenes import photographed, place

CARD_PX, AT_ONCE = 90.0, 6
SHOE_COUPS, NEW_COUPS = 52, 80
"""A shoe of 312 cards, and how many coups of new cards are read afterwards."""
PLACES = ("left", "right")
RESTING_FRAMES = 400
"""More than enough quiet frames for a coup's cards, or for a head."""


class Lies(NamedTuple):
    """One card on the table: its name, its place, and its corners in the picture."""

    name: str
    place: str
    quad: np.ndarray


class Deck:
    """A deck with its own look, on one cloth under one lamp."""

    def __init__(self, seed: int, fonts: list[Path], height: float | None = None) -> None:
        chance = np.random.default_rng((seed, 21))
        self.look = composed.look(chance, fonts)
        if height is not None:
            self.look = self.look._replace(height=height, suit_size=0.7 * height, gap=0.15 * height)
        self._prints = {
            name: composed.card_of(self.look, name, chance, []).picture for name in composed.NAMES
        }
        self._lamp = int(chance.integers(1 << 30))
        self._chance = np.random.default_rng((seed, 22))
        self._cloth = cv2.resize(surroundings.cloth(chance), (PICTURE_WIDE_PX, PICTURE_WIDE_PX))

    def coup(self) -> tuple[np.ndarray, list[Lies]]:
        """Returns a picture of new cards, and the cards."""
        names = self._chance.choice(len(composed.NAMES), AT_ONCE)
        picture, lies = self._cloth[:PICTURE_TALL_PX].copy(), []
        for number, name in enumerate(composed.NAMES[int(n)] for n in names):
            column, row = number % 3, number // 3
            middle = np.array([(column + 0.5) * PICTURE_WIDE_PX / 3, (row + 0.5) * PICTURE_TALL_PX / 2])
            turned = upright(CARD_PX, self._chance.normal(0, 0.3) + np.pi * self._chance.integers(2))
            quad = (turned + middle + self._chance.uniform(-30, 30, 2)).astype(np.float32)
            place(picture, self._prints[name], quad)
            lies.append(Lies(name, PLACES[row], quad))
        return photographed(picture, np.random.default_rng(self._lamp), CARD_PX), lies


def card_px(x: float, y: float) -> float:
    """The camera is calibrated."""
    return CARD_PX


def teach(
    teacher: Teacher,
    seen: list[Found],
    number: int,
    dealt: list[tuple[str, str]],
    lies: list[Lies],
    picture: np.ndarray,
) -> None:
    """One coup at the table: `dealt` are the places and names that the sabot says."""
    tracks = []
    for n, each in enumerate(seen):
        if each.card is None and each.unsure in ("back", "no index"):
            continue
        x, y = np.mean(each.quad, axis=0).tolist()
        at = Sighting(
            each.card, x, y, CARD_PX, PLACES[int(y > PICTURE_TALL_PX / 2)], each.confidence, each.quad
        )
        tracks.append(Track(n, at, 0, 0, 0, 0, reported=True, card=at.card, place=at.place))
    said = Counter(card for _, card in dealt)
    known = {(each.place, each.card) for each in tracks if each.card}
    disputed = any(pair not in dealt for pair in known)
    teacher.hold(Held(said, number, False, tuple(dealt), disputed))
    teacher.look(picture, tracks)
    teacher.hold(Held(Counter(), number, True))
    teacher.hold(Held(Counter(), number + 1, True))
    for _ in range(RESTING_FRAMES):
        teacher.rest()


def said_of(name: str, wrong: float, chance: np.random.Generator) -> str:
    """What the sabot says a card is."""
    return composed.NAMES[int(chance.integers(52))] if chance.random() < wrong else name


def judged(seen: list[Found], lies: list[Lies]) -> Counter[str]:
    """Returns how many cards were named right, wrongly, or not."""
    counts = Counter[str]()
    for each in lies:
        middle = each.quad.mean(axis=0)
        near = [one for one in seen if np.hypot(*(np.mean(one.quad, axis=0) - middle)) < CARD_PX / 2]
        card = next((one.card for one in near if one.card), None)
        counts["unsure" if card is None else "right" if card == each.name else "wrong"] += 1
    return counts


def shoes(
    deck: Deck, teacher: Teacher, coups: int, *, wrong: float, first: int, chance: np.random.Generator
) -> Iterator[Counter[str]]:
    """Deals coups that teach. Yields the counts of each as the eye reads it with what it knows then."""
    for number in range(first, first + coups):
        picture, lies = deck.coup()
        seen = [
            each
            for each in in_pieces(picture, size_at=card_px, language=deck.look.language, hear=teacher.heard)
            if each
        ]
        dealt = [(each.place, said_of(each.name, wrong, chance)) for each in lies]
        teach(teacher, seen, number, dealt, lies, picture)
        yield judged(seen, lies)


def measured(
    seed: int, fonts: list[Path], *, count: int, wrong: float, change: bool, height: float | None
) -> dict[str, object]:
    """Returns the figures of one deck."""
    deck, messages = Deck(seed, fonts, height), list[dict[str, object]]()
    teacher = Teacher(None, messages.append, letters=deck.look.language)
    chance = np.random.default_rng((seed, 23))
    teaching = partial(shoes, teacher=teacher, wrong=wrong, chance=chance)
    learning = sum(teaching(deck, coups=count * SHOE_COUPS, first=1), Counter[str]())
    before, after = Counter[str](), Counter[str]()
    for _ in range(NEW_COUPS):
        picture, lies = deck.coup()
        alone = partial(in_pieces, picture, size_at=card_px, language=deck.look.language)
        before += judged([each for each in alone() if each], lies)
        after += judged([each for each in alone(hear=teacher.heard) if each], lies)
    figures = {
        "seed": seed,
        "font": deck.look.font.stem,
        "language": deck.look.language,
        "index_mm": round(deck.look.height, 1),
        "learning": dict(learning),
        "before": dict(before),
        "after": dict(after),
        "status": teacher.status,
        "messages": list(messages),
    }
    if change:
        other = Deck(seed + 1000, fonts, height)
        figures["other"] = {"font": other.look.font.stem, "language": other.look.language}
        figures["changed"] = [
            dict(sum(teaching(other, coups=10, first=1000 + 10 * n), Counter[str]())) for n in range(5)
        ]
        figures["messages"] = messages
    return figures


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--decks", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shoes", type=int, default=3)
    parser.add_argument(
        "--wrong", type=float, default=0.0, help="the part of cards that the sabot names wrongly"
    )
    parser.add_argument("--index", type=float, default=None, help="millimetres; else by chance")
    parser.add_argument("--change", action="store_true")
    parser.add_argument("--fonts", type=Path, default=composed.FONTS)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    if not (fonts := composed.fonts(given.fonts)):
        parser.error(f"{given.fonts}: there is no font in it that an index may be printed in")
    for seed in range(given.seed, given.seed + given.decks):
        print(
            json.dumps(
                measured(
                    seed, fonts, count=given.shoes, wrong=given.wrong, change=given.change, height=given.index
                )
            ),
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
