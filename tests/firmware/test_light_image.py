"""The image for the reading head, in an emulated RP2040 whose converter sees the light of a card: lamp,
samples, edges, bars, and the controller's own reader behind the serial port. No head was there."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sabot.core.observations import CardSeen
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


def drawn(board: Emulated, name: str, white_a: float, seed: int) -> None:
    """A card within the tolerances is drawn out at 1.5 m/s before the head and through the gate."""
    chance, speed, start = random.Random(seed), np.full(4000, 1.5e-3), board.t_us + 5000
    eye = head.Head(white_a=white_a)
    light = head.seen(name, optics.inside(chance), Print(), eye.slit, chance)
    pulses = head.samples(light, speed, eye, chance)
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


def test_cards_before_the_head_are_the_cards_that_the_controller_sees(shoe):
    reader = Listener(shoe).met()
    try:
        for seed, (name, white_a) in enumerate((("8C", 126e-6), ("KH", 550e-6))):
            drawn(shoe, name, white_a, seed)
            seen = reader.next(CardSeen).observation
            assert str(seen.card) == name
    finally:
        reader.end()
    told = shoe.ask("texts")
    assert (told["product"], told["current"]) == ("Sabot shoe light", 160)
    assert 0 < shoe.ask("stack")["used"] <= STACK // 2
