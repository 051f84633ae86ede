"""The image for the reading head, in an emulated RP2040 whose converter sees the light of a card: lamp,
samples, edges, bars, and the controller's own reader behind the serial port. No head was there."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sabot.core.observations import CardSeen, DeviceTroubled
from sabot.instruments.calibration.board import Board
from sabot.instruments.calibration.guide import met, says_level
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.messages import Level
from sabot.instruments.line.port import open_line
from tests.firmware import hand, head, listener, optics
from tests.firmware.bridge import Emulated
from tests.firmware.hand import GATE, Edge, Print
from tests.firmware.listener import Listener

pytestmark = [pytest.mark.slow, pytest.mark.process]
STACK = 2048
IMAGE = "sabot-shoe-light"


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Emulated]:
    board = Emulated(IMAGE, tmp_path, listener.SHOE_IDLE)
    board.run(20_000)
    yield board
    board.end()


def passing(name: str, white_a: float, seed: int, sheet: float = head.SHEET) -> list[tuple[int, int, int]]:
    """What a head samples of a card within the tolerances that is drawn out at 1.5 m/s."""
    chance, eye = random.Random(seed), head.Head(white_a=white_a, sheet=sheet)
    light = head.seen(name, optics.inside(chance), Print(), eye.slit, chance)
    return head.samples(light, np.full(4000, 1.5e-3), eye, chance)


def drawn(board: Emulated, pulses: list[tuple[int, int, int]]) -> None:
    """That card passes before the head and through the gate."""
    speed, start = np.full(4000, 1.5e-3), board.t_us + 5000
    board.ask("shine", lights=[(start + int(at), int(lit), int(dark)) for at, lit, dark in pulses])
    places = [optics.BEFORE_MM + at for at in (hand.GATE_MM, hand.CARD_MM + hand.GATE_MM)]
    busy, free = hand.times(speed, places)
    board.edges(listener.at_pins([Edge(busy, GATE, 1), Edge(free, GATE, 0)], start))
    board.run(free + 20_000)


def test_the_lamp_is_switched_every_25_microseconds_and_each_pulse_is_looked_at_once(shoe):
    shoe.watch("half_ends", "light_pulse")
    shoe.run(10_000)
    called = [name for _, name in shoe.ask("calls")["calls"]]
    assert called.count("half_ends") == pytest.approx(400, abs=4)
    assert called.count("light_pulse") == pytest.approx(200, abs=2)


def test_no_half_of_the_lamp_is_missed_when_something_else_happens_at_any_moment(shoe):
    """The gate chatters through the phases of the lamp, so the main loop goes to rest at each of them."""
    shoe.watch("half_ends")
    shoe.edges((shoe.t_us + 1000 + 997.3 * n, listener.SHOE_PINS[GATE], n % 2) for n in range(150))
    shoe.run(160_000)
    at_us = [at for at, _ in shoe.ask("calls")["calls"]]
    assert max(later - sooner for sooner, later in itertools.pairwise(at_us)) < 40


@pytest.mark.parametrize(("name", "white_a"), [("8C", head.WEAKEST_A), ("KH", head.STRONGEST_A)])
def test_a_card_before_a_head_is_the_card_that_the_controller_sees(tmp_path, name, white_a):
    """The board was switched on without a card: what the head sees then is the light of its own sheet."""
    pulses = passing(name, white_a, seed=1)
    board = Emulated(IMAGE, tmp_path, listener.SHOE_IDLE)
    board.ask("shine", lights=[(0, *map(int, pulses[0][1:]))])
    board.run(20_000)
    reader = Listener(board).met()
    try:
        drawn(board, pulses)
        seen = reader.next(CardSeen).observation
        assert str(seen.card) == name
    finally:
        reader.end()
    told = board.ask("texts")
    assert (told["product"], told["current"]) == ("Sabot shoe light", 166)
    assert 0 < board.ask("stack")["used"] <= STACK // 2
    board.end()


@pytest.mark.parametrize(
    ("lit", "dark", "words"),
    [
        (2400, 20, "bar sensor sees light without a card"),
        (400, 300, "bar sensor sees light with its lamp off"),
    ],
)
def test_a_head_that_starts_before_paper_or_in_the_light_of_a_hall_says_so(tmp_path, lit, dark, words):
    """The pin of the bar sensor, which is open on the carrier, reads dark all the while."""
    board = Emulated(IMAGE, tmp_path, listener.SHOE_IDLE)
    board.ask("shine", lights=[(0, lit, dark)])
    board.run(50_000)
    reader = Listener(board)
    try:
        said = reader.next(DeviceTroubled).observation
        assert str(said.trouble) == f"the self-test of the shoe says: {words}"
    finally:
        reader.end()
        board.end()


def test_a_calibration_is_told_ten_times_a_second_what_the_head_sees_and_a_card_while_it_passes(shoe):
    line, _ = open_line(PortSettings("sabot-shoe", str(shoe.port)))
    shoe.ask("line", open=True)
    board = Board(line, "sabot-shoe", monotonic_s=lambda: shoe.t_us / 1e6)

    def goes_on() -> bool:
        shoe.run(5_000)
        return False

    try:
        board.until(lambda: goes_on() or board.ear.hello is not None, within_s=2)
        assert met(board, kind="sabot-shoe").startswith("sabot-shoe-light")
        board.until(goes_on, within_s=0.5)
        assert says_level(board, say=pytest.fail)
        drawn(shoe, passing("8C", 250e-6, seed=1, sheet=0))
        board.until(goes_on, within_s=0.5)
    finally:
        line.close()
    told = [(each.at_us, each.message) for each in board.ear.heard if isinstance(each.message, Level)]
    gaps = [later - sooner for (sooner, _), (later, _) in itertools.pairwise(told)]
    assert len(gaps) >= 8
    assert min(gaps) >= 100_000
    assert sorted(gaps)[len(gaps) // 2] < 120_000
    before, most = told[0][1], max(level.most for _, level in told)
    assert (before.lit, before.dark, before.level) == (30, 0, 133)
    assert most > 1000
    assert board.ear.live.read == 1
