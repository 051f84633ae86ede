"""How well the eye follows a deal: cards laid one after another on a rendered table, over each other or
apart, and what it tells of them.

python -m sabot_vision.training.dealt --laid row --count 40
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from sabot_vision.finding.geometry import short_side
from sabot_vision.frame import Frame
from sabot_vision.looking import Eye, Message, Rig
from sabot_vision.reading.cards import read
from sabot_vision.training import surroundings
from sabot_vision.training.artwork import Print
from sabot_vision.training.layouts import LAYOUTS, TALL, WIDE, shade
from sabot_vision.training.measure import named
from sabot_vision.training.scenes import photographed, place
from sabot_vision.training.shapes import Chance
from sabot_vision.training.tables import dealt
from sabot_vision.training.telling import watched

FPS = 10
RESTS = 20
"""So many frames pass between one card and the next."""
NOISE = 1.5
PASSES, HAND_PX, SKIN = 2, 90, (110, 140, 200)
"""In so many of them a hand covers the card; its radius, its colour."""
OFF = 0.05
"""How far the measures of the table may be off."""

Lying = list[tuple[str, np.ndarray]]


def deals(count: int, *, cards: int, seed: int, laid: str) -> Iterator[tuple[str, Lying, list[np.ndarray]]]:
    """`count` deals of so many cards: the language of the letters, the cards as printed with their corners,
    and the pictures of the table with none of them, with the first, with the first two, and so on."""
    for chance, language, chosen in dealt(count, cards, seed):
        quads = list(LAYOUTS[laid](cards, chance))
        lying = [(card.glyph + card.suit, quad) for card, quad in zip(chosen, quads, strict=True)]
        yield language, lying, list(pictured(chosen, quads, chance))


def pictured(chosen: Sequence[Print], quads: Sequence[np.ndarray], chance: Chance) -> Iterator[np.ndarray]:
    """The table after each card, under one lamp and through one camera, each time with other noise."""
    table = cv2.resize(surroundings.cloth(chance), (WIDE, WIDE), interpolation=cv2.INTER_LINEAR)[:TALL].copy()
    seed, wide = int(chance.integers(1 << 30)), float(np.linalg.norm(quads[0][1] - quads[0][0]))
    yield photographed(table, np.random.default_rng(seed), wide)
    for card, quad in zip(chosen, quads, strict=True):
        shade(table, quad, chance)
        place(table, card.picture, quad)
        yield photographed(table, np.random.default_rng(seed), wide)


def frames(pictures: Sequence[np.ndarray], lying: Lying, chance: Chance) -> Iterator[Frame]:
    """What the camera sees: before each card a hand passes, and all of it moves in a little noise."""
    grain = chance.normal(0, NOISE, (TALL + RESTS, WIDE, 3)).astype(np.int8)
    for n, picture in enumerate(pictures):
        for rest in range(RESTS):
            shown = np.asarray(cv2.add(picture, grain[rest : rest + TALL], dtype=cv2.CV_8U))
            if n and rest < PASSES:
                x, y = lying[n - 1][1].mean(axis=0)
                cv2.circle(shown, (round(x), round(y) + HAND_PX * rest), HAND_PX, SKIN, -1)
            number = n * RESTS + rest
            yield Frame(number, number / FPS, shown)


def followed(language: str, lying: Lying, pictures: Sequence[np.ndarray], chance: Chance) -> Counter[str]:
    """What an eye told of one deal: cards told right, not read, and not told at all; names told that no card
    has, those told once too often, and cards first told under another name."""
    card_px = float(np.median([short_side(quad) for _, quad in lying])) * chance.uniform(1 - OFF, 1 + OFF)
    size_mm = WIDE * 63 / card_px, TALL * 63 / card_px
    table = f"0,0 {WIDE - 1},0 {WIDE - 1},{TALL - 1} 0,{TALL - 1}"
    told: list[Message] = []
    eye = Eye(Rig(letters=language, size_mm=size_mm, corners=table, live_source=False), told.append, read)
    for frame in frames(pictures, lying, chance):
        eye.see(frame)
    return judged([named(printed, language) for printed, _ in lying], told)


def judged(truth: Sequence[str], told: Sequence[Message]) -> Counter[str]:
    """The count for one deal of these cards (see `followed`)."""
    lies: dict[str, list[str | None]] = {}
    for message in told:
        if message["eye"] == "lies":
            lies.setdefault(message["track"], []).append(message["card"])
        elif message["eye"] == "left":
            lies.pop(message["track"], None)
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
    chance, told = np.random.default_rng((arguments.seed, 1)), Counter[str]()
    some = deals(arguments.count, cards=arguments.cards, seed=arguments.seed, laid=arguments.laid)
    for language, lying, pictures in watched(some, arguments.count, doing="following deals"):
        told += followed(language, lying, pictures, chance)
    print(json.dumps(told, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
