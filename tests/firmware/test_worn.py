"""Cards as hands and years leave them: lifted, askew, worn, at 0.1 to 2 m/s, seen by a model of light.

Each is drawn over the old sensor board (`optics`) and over the reading head with its pulsed lamp (`head`: its
samples go through light.c), then judged by the reader as it is compiled for the PC.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from sabot.instruments.line.messages import CardRead, ReadFailure
from tests.firmware import hand, head, optics
from tests.firmware.asked import Shoe
from tests.firmware.hand import Edge, Print
from tests.firmware.head import Head
from tests.firmware.optics import Lying

SOAK = bool(os.environ.get("SABOT_SOAK"))
CARDS = 10_000 if SOAK else 200
SEEDS, CARDS_OF_A_SEED = (range(20), 500) if SOAK else (range(1), 30)
"""For the reading head, whose every pulse is worked out: ten thousand cards in all."""

HALL_A = 5e-6
"""What the hall adds at most, with 100 Hz: a hundred times what passes under the bridge (docs/optics.md)."""


def before_a_head(
    name: str, speed: np.ndarray, lying: Lying, how: Print, chance: random.Random
) -> list[Edge]:
    """The edges from any honest head, the weakest to the strongest, behind any black sheet, in any hall."""
    eye = Head(
        chance.uniform(head.WEAKEST_A, head.STRONGEST_A),
        chance.uniform(0, HALL_A),
        sheet=chance.uniform(0, head.SHEET),
    )
    return head.swiped(name, speed, lying, how, eye, chance)


def drawn(
    count: int,
    seed: int,
    lying: Callable[[random.Random], Lying],
    swiped: Callable[..., list[Edge]] = optics.swiped,
) -> Counter[str]:
    """Of a number of cards: how many were read, wrong, unread, and how many had not one word for one card."""
    chance, shoe, found = random.Random(seed), Shoe(), Counter[str]()
    for _ in range(count):
        name, how = (
            chance.choice(hand.NAMES),
            Print(chance.random() < 0.5, chance.uniform(-0.08, 0.08), 0.012),
        )
        edges = swiped(name, optics.pace(chance), lying(chance), how, chance)
        found[judged(name, shoe.verdicts(edges))] += 1
    shoe.end()
    print(dict(found))
    return found


def judged(name: str, verdicts: list[CardRead | ReadFailure]) -> str:
    if any(isinstance(each, CardRead) and each.name != name for each in verdicts):
        return "wrong"
    if len(verdicts) != 1:
        return "not one word"
    return "read" if isinstance(verdicts[0], CardRead) else "unread"


def test_of_cards_within_the_tolerances_nearly_all_are_read_and_none_wrongly():
    found = drawn(CARDS, 21, optics.inside)
    assert found["read"] + found["unread"] == CARDS
    assert found["unread"] <= CARDS // 1000


def test_of_cards_beyond_the_tolerances_none_is_read_wrongly_and_many_are_unread():
    found = drawn(CARDS, 22, optics.outside)
    assert found["wrong"] == 0
    assert found["unread"] > CARDS // 10


@pytest.mark.parametrize("seed", SEEDS)
def test_of_cards_within_the_tolerances_a_reading_head_reads_nearly_all_and_none_wrongly(seed):
    found = drawn(CARDS_OF_A_SEED, 4100 + seed, optics.inside, before_a_head)
    assert found["read"] + found["unread"] == CARDS_OF_A_SEED
    assert found["unread"] <= CARDS_OF_A_SEED // 500


@pytest.mark.parametrize("seed", SEEDS)
def test_of_cards_beyond_the_tolerances_a_reading_head_reads_none_wrongly_and_leaves_many_unread(seed):
    """Of so bad a card half may be taken for another: two words, both unread, once in thousands."""
    found = drawn(CARDS_OF_A_SEED, 4200 + seed, optics.outside, before_a_head)
    assert found["wrong"] == 0
    assert found["not one word"] <= CARDS_OF_A_SEED // 500
    assert found["unread"] > CARDS_OF_A_SEED // 10


@pytest.mark.parametrize(
    ("lying", "read"),
    [
        (Lying(), True),
        (Lying(lift_mm=optics.LIFT_MM), True),
        (Lying(tilt_deg=optics.TILT_DEG), True),
        (Lying(faded=optics.FADED, dirty=optics.DIRTY), True),
        (Lying(lift_mm=0.8), False),
        (Lying(faded=0.6), False),
    ],
)
def test_each_way_of_lying_badly_does_what_the_page_says(lying, read):
    found = drawn(20, 23, lambda chance: lying)
    assert found["read" if read else "unread"] == 20
