"""Cards as hands and years leave them: lifted, askew, worn, at 0.1 to 2 m/s, seen by a model of light."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable

import pytest

from sabot.instruments.line.messages import CardRead, ReadFailure
from tests.firmware import hand, optics
from tests.firmware.asked import Shoe
from tests.firmware.hand import Print
from tests.firmware.optics import Lying

CARDS = 10_000 if os.environ.get("SABOT_SOAK") else 200


def drawn(count: int, seed: int, lying: Callable[[random.Random], Lying]) -> Counter[str]:
    """Of a number of cards: how many were read, wrong, unread, and how many had not one word for one card."""
    chance, shoe, found = random.Random(seed), Shoe(), Counter[str]()
    for _ in range(count):
        name, how = (
            chance.choice(hand.NAMES),
            Print(chance.random() < 0.5, chance.uniform(-0.08, 0.08), 0.012),
        )
        edges = optics.swiped(name, optics.pace(chance), lying(chance), how, chance)
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
