"""Cards that follow each other closely: the firmware on the PC has a word for each, and each in its place.

The next card may stand before the bar sensor while the last one leaves the gate, so light at the gate proves
nothing: only a card that went back is pulled back.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence

import pytest

from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.instruments.line.messages import CardRead, ReadFailure
from sabot.instruments.shoes.sabot_shoe import Parser
from tests.firmware import hand
from tests.firmware.asked import Shoe
from tests.firmware.board import Board
from tests.firmware.hand import BAR, BLANK, CARD_MM, GATE, GATE_MM, Edge, Print
from tests.firmware.test_swipes import NO_START, PLAIN, PULLED_BACK

PAIRS = 100_000 if os.environ.get("SABOT_SOAK") else 300
CLOSEST_MM, FURTHEST_MM = 1.0, 7.0


@pytest.fixture
def shoe() -> Iterator[Shoe]:
    board = Shoe()
    yield board
    board.end()


def said(verdicts: Sequence[CardRead | ReadFailure]) -> list[str | int]:
    """The name of each card, or why it was not read."""
    return [each.name if isinstance(each, CardRead) else each.reason for each in verdicts]


def at(mm_s: float, cards: int, gap_mm: float):
    """A number of cards at one speed."""
    return hand.np.full(round((cards * (CARD_MM + gap_mm) + GATE_MM) / hand.STEP_MM) + 2, mm_s / 1e6)


def test_of_two_cards_at_any_gap_and_any_speed_none_is_lost_without_a_word(shoe):
    """1 to 7 mm apart, 0.1 to 3 m/s, changing by up to 2:1 meanwhile; either way round."""
    chance, unread = random.Random(8), 0
    for _ in range(PAIRS):
        names = [chance.choice(hand.NAMES) for _ in range(2)]
        gap_mm = chance.uniform(CLOSEST_MM, FURTHEST_MM)
        speed = hand.pace(chance, way_mm=2 * CARD_MM + gap_mm + GATE_MM)
        how = Print(chance.random() < 0.5, chance.uniform(-0.08, 0.08), blur_mm=0.012)
        found = said(shoe.verdicts(hand.followed(names, [gap_mm], speed, how, chance)))
        assert len(found) == 2, (names, gap_mm, found)
        assert PULLED_BACK not in found
        wrong = [each for name, each in zip(names, found, strict=True) if each not in (name, *range(1, 8))]
        assert wrong == [], (names, gap_mm, found)
        unread += sum(isinstance(each, int) for each in found)
    print(f"of {2 * PAIRS} cards in pairs {unread} unread, 0 wrong, 0 lost")
    assert unread <= max(1, 2 * PAIRS // 1000)


@pytest.mark.parametrize("gap_mm", [1.0, 2.0, 3.2, 4.0, 5.5, 5.9, 6.0, 6.1, 6.5])
@pytest.mark.parametrize("mm_s", [100, 700, 2000])
def test_a_card_that_cannot_be_read_is_unread_also_with_the_next_one_at_its_heels(shoe, gap_mm, mm_s):
    """Dirt over one bar: it left the shoe, so a coup must wait for it."""
    edges = hand.followed(["8C", "KH"], [gap_mm], at(mm_s, 2, gap_mm), PLAIN, random.Random(1))
    bars = [each for each in edges if each.sensor == BAR]
    for gone in (bars[9:11], bars[15:17]):
        first, second = said(shoe.verdicts([each for each in edges if each not in gone]))
        assert first in (1, 2) and second == "KH"


@pytest.mark.parametrize("gap_mm", [2.0, 4.0, 5.9])
@pytest.mark.parametrize("mm_s", [100, 500])
def test_a_card_without_a_code_before_another_is_unread(shoe, gap_mm, mm_s):
    edges = hand.followed([BLANK, "KH"], [gap_mm], at(mm_s, 2, gap_mm), PLAIN, random.Random(1))
    assert said(shoe.verdicts(edges)) == [NO_START, "KH"]


@pytest.mark.parametrize("gap_mm", [1.0, 3.0, 5.0])
def test_three_cards_in_one_pull_are_three_cards(shoe, gap_mm):
    for mm_s in (300, 3000):
        names = ["8C", "8C", "CUT"]
        edges = hand.followed(names, [gap_mm] * 2, at(mm_s, 3, gap_mm), PLAIN, random.Random(1))
        assert said(shoe.verdicts(edges)) == names


def resting(edges: Sequence[Edge], after_us: float, rest_us: float) -> list[Edge]:
    """The same, but the hand rests for a while."""
    return [each._replace(at_us=each.at_us + (rest_us if each.at_us > after_us else 0)) for each in edges]


@pytest.mark.parametrize("gap_mm", [1.0, 3.0, 5.5])
@pytest.mark.parametrize("out_mm", [0.3, 5.0, 10.0, 15.0])
def test_a_next_card_that_came_out_a_little_and_rests_is_read_when_it_is_drawn(shoe, gap_mm, out_mm):
    edges = hand.followed(["8C", "KH"], [gap_mm], at(500, 2, gap_mm), PLAIN, random.Random(1))
    rests_us = (CARD_MM + gap_mm + GATE_MM - gap_mm + out_mm) / 500 * 1e6
    assert said(shoe.verdicts(resting(edges, rests_us, 60e6))) == ["8C", "KH"]


@pytest.mark.parametrize("out_mm", [2.5, 7.0, 18.0])
def test_a_next_card_that_is_pushed_in_again_does_not_take_the_last_one_with_it(shoe, out_mm):
    """The next card comes as far as this, goes back, and is drawn later."""
    gap_mm = 3.0
    first = hand.moved("8C", [(0.0, -1.0), (200e3, 99.0)], PLAIN, random.Random(1))
    way = [(0.0, -CARD_MM - gap_mm - 1), (200e3, 99 - CARD_MM - gap_mm), (250e3, out_mm + 8), (600e3, -1.0)]
    pushed = hand.moved("KH", way, PLAIN, random.Random(1))
    later = hand.moved("KH", [(1e6, -1.0), (1.2e6, 99.0)], PLAIN, random.Random(1))
    found = said(shoe.verdicts(sorted([*first, *pushed, *later])))
    assert [each for each in found if each != PULLED_BACK] == ["8C", "KH"]


def test_a_card_on_its_way_back_is_no_card_unless_its_bars_say_so(shoe):
    """At each millimetre where it turns: pulled back, or unread where too little was seen; never silence."""
    found = []
    for turn_mm in range(7, 94):
        way = [(0.0, -1.0), (200e3, float(turn_mm)), (700e3, -1.0)]
        found += said(shoe.verdicts(hand.moved("8C", way, PLAIN, random.Random(1))))
    assert len(found) == 87
    assert found.count(PULLED_BACK) >= 84
    assert {each for each in found if each != PULLED_BACK} <= {NO_START}


def test_a_card_that_went_back_is_read_when_it_is_drawn_after_all(shoe):
    for turn_mm in (10, 40, 80):
        way = [(0.0, -1.0), (2e5, float(turn_mm)), (4e5, 2.0), (8e5, 99.0)]
        edges = hand.moved("8C", way, PLAIN, random.Random(1))
        assert said(shoe.verdicts(edges)) == [PULLED_BACK, "8C"]


def test_a_card_pushed_in_from_the_front_is_never_silence(shoe):
    way = [(0.0, 99.0), (2e5, -1.0)]
    assert said(shoe.verdicts(hand.moved("8C", way, PLAIN, random.Random(1)))) == [NO_START]


def test_a_card_without_a_code_that_comes_from_the_gate_did_not_go_back(shoe):
    """The gate was busy before the sensor saw it: this is not the order of a card that came and went back."""
    edges = [Edge(0, GATE, 1), Edge(6e3, BAR, 0), Edge(88e3, GATE, 0), Edge(94e3, BAR, 1)]
    assert said(shoe.verdicts(edges)) == [NO_START]


def test_something_at_the_gate_that_the_bar_sensor_never_saw_is_unread(shoe):
    assert said(shoe.verdicts([Edge(0, GATE, 1), Edge(50e3, GATE, 0)])) == [NO_START]


def test_a_coup_waits_for_a_card_that_could_not_be_read_and_no_later_card_takes_its_place():
    """The board's own bytes through the driver to the referee: the second of four cards has a bar too few."""
    board = Board("shoe", "start 0 1 0 0 7")
    board.tell("line 0 1")
    driver, table = Parser(), opened(GAMES["punto-banco"])
    edges = hand.followed(["8C", "4S", "KD", "KH"], [3.0] * 3, at(700, 4, 3.0), PLAIN, random.Random(1))
    dirt = [each for each in edges if each.sensor == BAR][43:45]
    board.tell(*(f"edge {10_000 + round(e.at_us)} {e.sensor} {e.level}" for e in edges if e not in dirt))
    for now_us in range(2_000_000, 2_500_000, 20_000):
        board.tell(f"tick {now_us}", f"hear {now_us} {driver.replies().hex()}")
        for observation in driver.feed(board.said(now_us)):
            table, _ = step(table, observation)
    board.end()
    seen = view(table)
    assert (seen["phase"], seen["sabot"]["drawn"], seen["result"]) == ("unread", 4, None)
    assert [each["cards"] for each in seen["places"]] == [["8C"], []]
