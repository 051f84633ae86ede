"""How well the eye follows a deal: cards are laid one after another on a rendered table, over each other or
apart, and its reports are counted.

python -m sabot_vision.training.dealt --laid row --count 40"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from sabot_vision.finding.geometry import short_side
from sabot_vision.frame import Frame
from sabot_vision.looking import Eye
from sabot_vision.reading.cards import read
from sabot_vision.rig import Message, Rig
from sabot_vision.training import surroundings
from sabot_vision.training.artwork import Print
from sabot_vision.training.layouts import LAYOUTS, PICTURE_TALL_PX, PICTURE_WIDE_PX, shade
from sabot_vision.training.measure import named
from sabot_vision.training.scenes import photographed, place
from sabot_vision.training.shapes import Chance
from sabot_vision.training.tables import dealt
from sabot_vision.training.telling import watched

FRAMES_FPS = 10
FRAMES_BETWEEN_CARDS = 20
"""How many frames pass between one card and the next."""
NOISE_LEVELS = 1.5
HAND_FRAMES, HAND_PX, SKIN_BGR = 2, 90, (110, 140, 200)
"""In how many of them a hand covers the card; the radius and the colour of the hand."""
MEASURE_ERROR_PART = 0.05
"""How far the measures of the table may be off."""

Lying = list[tuple[str, np.ndarray]]


def deals(count: int, *, cards: int, seed: int, laid: str) -> Iterator[tuple[str, Lying, list[np.ndarray]]]:
    """Yields `count` deals of `cards` cards: the language of the letters, the cards as printed with their
    corners, and pictures of the table with no card, with the first, with the first two, and so on."""
    for chance, language, chosen in dealt(count, cards, seed):
        quads = list(LAYOUTS[laid](cards, chance))
        lying = [(card.glyph + card.suit, quad) for card, quad in zip(chosen, quads, strict=True)]
        yield language, lying, list(pictured(chosen, quads, chance))


def pictured(chosen: Sequence[Print], quads: Sequence[np.ndarray], chance: Chance) -> Iterator[np.ndarray]:
    """Returns the table after each card, under one lamp and through one camera, each time with new noise."""
    table = cv2.resize(
        surroundings.cloth(chance), (PICTURE_WIDE_PX, PICTURE_WIDE_PX), interpolation=cv2.INTER_LINEAR
    )[:PICTURE_TALL_PX].copy()
    seed, wide = int(chance.integers(1 << 30)), float(np.linalg.norm(quads[0][1] - quads[0][0]))
    yield photographed(table, np.random.default_rng(seed), wide)
    for card, quad in zip(chosen, quads, strict=True):
        shade(table, quad, chance)
        place(table, card.picture, quad)
        yield photographed(table, np.random.default_rng(seed), wide)


def frames(pictures: Sequence[np.ndarray], lying: Lying, chance: Chance) -> Iterator[Frame]:
    """What the camera sees: before each card a hand passes, and all of it moves in a little noise."""
    grain = chance.normal(
        0, NOISE_LEVELS, (PICTURE_TALL_PX + FRAMES_BETWEEN_CARDS, PICTURE_WIDE_PX, 3)
    ).astype(np.int8)
    for n, picture in enumerate(pictures):
        for rest in range(FRAMES_BETWEEN_CARDS):
            shown = np.asarray(cv2.add(picture, grain[rest : rest + PICTURE_TALL_PX], dtype=cv2.CV_8U))
            if n and rest < HAND_FRAMES:
                x, y = lying[n - 1][1].mean(axis=0)
                cv2.circle(shown, (round(x), round(y) + HAND_PX * rest), HAND_PX, SKIN_BGR, -1)
            number = n * FRAMES_BETWEEN_CARDS + rest
            yield Frame(number, number / FRAMES_FPS, shown)


def followed(language: str, lying: Lying, pictures: Sequence[np.ndarray], chance: Chance) -> Counter[str]:
    """Returns the count for one deal: cards reported right, not read, and not reported at all; names that no
    card has, names reported too often, and cards first reported under another name."""
    card_px = float(np.median([short_side(quad) for _, quad in lying])) * chance.uniform(
        1 - MEASURE_ERROR_PART, 1 + MEASURE_ERROR_PART
    )
    size_mm = PICTURE_WIDE_PX * 63 / card_px, PICTURE_TALL_PX * 63 / card_px
    table = f"0,0 {PICTURE_WIDE_PX - 1},0 {PICTURE_WIDE_PX - 1},{PICTURE_TALL_PX - 1} 0,{PICTURE_TALL_PX - 1}"
    messages: list[Message] = []
    eye = Eye(Rig(letters=language, size_mm=size_mm, corners=table, live_source=False), messages.append, read)
    for frame in frames(pictures, lying, chance):
        eye.see(frame)
    return judged([named(printed, language) for printed, _ in lying], messages)


def judged(truth: Sequence[str], messages: Sequence[Message]) -> Counter[str]:
    """The count for one deal of these cards (see `followed`)."""
    lies: dict[str, list[str | None]] = {}
    for message in messages:
        if message["eye"] == "lies":
            card = message["card"]
            lies.setdefault(str(message["track"]), []).append(card if card is None else str(card))
        elif message["eye"] == "left":
            lies.pop(str(message["track"]), None)
    latest, wanted = [cards[-1] for cards in lies.values()], Counter(truth)
    last, unread = Counter(card for card in latest if card), latest.count(None)
    right = (last & wanted).total()
    return Counter(
        {
            "right": right,
            "not read": unread,
            "not told": max(0, len(truth) - right - unread),
            "wrong": sum(count for card, count in last.items() if card not in wanted),
            "told twice": sum(
                count - wanted[card] for card, count in last.items() if count > wanted[card] > 0
            ),
            "told otherwise first": sum(int(len(set(cards) - {None}) > 1) for cards in lies.values()),
        }
    )


def main() -> None:
    """Print the counts as JSON."""
    parser = argparse.ArgumentParser(description="Follow rendered deals and count.")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--cards", type=int, default=6)
    parser.add_argument("--seed", type=int, default=78)
    parser.add_argument("--laid", choices=sorted(LAYOUTS), default="apart")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    chance, counts = np.random.default_rng((arguments.seed, 1)), Counter[str]()
    some = deals(arguments.count, cards=arguments.cards, seed=arguments.seed, laid=arguments.laid)
    for language, lying, pictures in watched(some, arguments.count, doing="following deals"):
        counts += followed(language, lying, pictures, chance)
    print(json.dumps(counts, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
