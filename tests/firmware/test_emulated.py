"""The very image that is flashed, in an emulated RP2040: edges at its pins, bytes from a pseudo-terminal,
judged by the controller's own drivers. It proves the code; a board, a sensor or a cable was not there."""

from __future__ import annotations

import queue
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

import pytest

from controller.instruments.contract import PortSettings
from controller.instruments.link import Deframer
from controller.instruments.messages import Hello, read
from controller.instruments.port import Reader
from controller.observations import BallSeen, CardSeen, CutCardSeen, DeviceTroubled, Perceived
from tests.firmware import bridge, hand
from tests.firmware.bridge import Emulated
from tests.firmware.hand import Edge, Print

pytestmark = [pytest.mark.slow, pytest.mark.process]

SHOE_PINS = {hand.BAR: 2, hand.GATE: 3, hand.LID: 4}
SHOE_IDLE = {2: 1, 3: 0, 4: 0}
PATIENCE_S = 20.0


@pytest.fixture(autouse=True)
def both_images_are_built() -> None:
    """Before anything is opened: where there is no image, there is no board."""
    bridge.image("sabot-shoe")
    bridge.image("sabot-wheel")


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Emulated]:
    board = Emulated("sabot-shoe", tmp_path, SHOE_IDLE, number=bytes(range(1, 9)))
    board.run(100_000)
    yield board
    board.end()


class Table:
    """The controller's reader on a port, and what it perceived."""

    def __init__(self, port: Path, driver: str = "sabot-shoe", **more: object) -> None:
        self.perceived: queue.Queue[Perceived] = queue.Queue()
        settings = PortSettings(driver, str(port))
        self.reader = Reader(settings, self.perceived.put, retry_s=0.01, **more)
        self.reader.start()

    def next(self, kind: type = object, board: Emulated | None = None) -> Perceived:
        """The next observation of this kind; virtual time passes meanwhile on `board`."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                found = self.perceived.get(timeout=0.002)
            except queue.Empty:
                if board is not None:
                    board.run(20_000)
                continue
            if isinstance(found.observation, kind):
                return found
        raise AssertionError(f"no {kind.__name__} came; the line: {self.reader.status()}")


def at_pins(edges: Sequence[Edge], from_us: float) -> list[tuple[float, int, int]]:
    return [(from_us + each.at_us, SHOE_PINS[each.sensor], each.level) for each in edges]


def listened(board: Emulated, table: Table) -> None:
    """The port is opened, and the shoe has said hello and how the lid is."""
    board.ask("line", open=True)
    table.next(DeviceTroubled, board)


def until(board: Emulated, true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end
        board.run(20_000)


def test_each_board_tells_the_host_its_own_product_name_and_serial_number(shoe, tmp_path):
    told = shoe.ask("texts")
    assert (told["product"], told["serial"]) == ("Sabot shoe", "0102030405060708")
    (tmp_path / "wheel").mkdir()
    wheel = Emulated("sabot-wheel", tmp_path / "wheel", {6: 1, 7: 1, 8: 0, 9: 1, 10: 0})
    wheel.run(100_000)
    told = wheel.ask("texts")
    wheel.end()
    assert (told["product"], told["serial"]) == ("Sabot wheel", "0101010101010101")


def test_cards_drawn_before_the_pins_are_the_cards_that_the_controller_sees(shoe):
    chance = random.Random(11)
    table = Table(shoe.port)
    listened(shoe, table)
    seen, drawn = [], []
    for _ in range(200):
        name = chance.choice(hand.NAMES)
        card = hand.drawn(name, hand.pace(chance), Print(chance.random() < 0.5, blur_mm=0.012), chance)
        shoe.edges(at_pins(card, shoe.t_us + 1000))
        shoe.run(card[-1].at_us + 20_000)
        drawn.append(name)
        observation = table.next(CardSeen | CutCardSeen, shoe).observation
        seen.append("CUT" if isinstance(observation, CutCardSeen) else str(observation.card))
    table.reader.stop()
    assert sum(one != other for one, other in zip(drawn, seen, strict=True)) <= 1
    assert {other for one, other in zip(drawn, seen, strict=True) if one != other} <= {"None"}


def test_a_cable_that_is_pulled_again_and_again_loses_no_card_and_doubles_none(shoe):
    chance = random.Random(12)
    table = Table(shoe.port)
    listened(shoe, table)
    drawn, free_us = [], 0.0
    for _ in range(25):
        for _ in range(chance.randrange(1, 4)):
            drawn.append(chance.choice(hand.NAMES[:-1]))
            card = hand.moved(drawn[-1], [(0.0, -1.0), (2e5, 99.0)], Print(), chance)
            begin_us = max(shoe.t_us, free_us) + 1000
            shoe.edges(at_pins(card, begin_us))
            free_us = begin_us + card[-1].at_us + 10_000
            shoe.run(chance.uniform(0, 250_000))
        shoe.pull()
        shoe.run(chance.uniform(10_000, 900_000))
        shoe.plug()
        shoe.ask("line", open=True)
    seen: list[str] = []
    while len(seen) < len(drawn):
        observation = table.next(CardSeen, shoe).observation
        seen.append(str(observation.card))
    shoe.run(2_000_000)
    table.reader.stop()
    while not table.perceived.empty():
        assert not isinstance(table.perceived.get().observation, CardSeen)
    assert seen == drawn


def hellos(data: bytes) -> list[Hello]:
    return [message for frame in Deframer().feed(data) if isinstance(message := read(frame), Hello)]


def test_a_program_that_hangs_is_started_anew_by_the_watchdog_and_says_so(shoe):
    heard = bytearray()
    table = Table(shoe.port, record=lambda data, _: heard.extend(data))
    listened(shoe, table)
    until(shoe, lambda: bool(hellos(bytes(heard))))
    shoe.ask("stall")
    shoe.run(900_000)
    assert shoe.resets == 0
    until(shoe, lambda: shoe.resets == 1)
    shoe.run(100_000)
    shoe.ask("line", open=True)
    table.next(DeviceTroubled, shoe)
    table.reader.stop()
    first, *_, last = hellos(bytes(heard))
    assert first.boot != last.boot
    assert last.firmware == f"{first.firmware} by watchdog"


def test_a_board_that_starts_without_its_black_ground_or_with_a_card_in_the_mouth_says_so(tmp_path):
    for levels, words in (({2: 0, 3: 0, 4: 0}, "bar sensor"), ({2: 0, 3: 1, 4: 0}, "gate blocked")):
        heard = bytearray()
        board = Emulated("sabot-shoe", tmp_path, levels)
        board.run(100_000)
        table = Table(board.port, record=lambda data, _, heard=heard: heard.extend(data))
        board.ask("line", open=True)
        until(board, lambda heard=heard: bool(hellos(bytes(heard))))
        table.reader.stop()
        board.end()
        assert words in hellos(bytes(heard))[0].firmware


def test_a_card_is_seen_a_few_milliseconds_after_it_left_the_mouth(shoe):
    """From the gate's edge at the pin: the board's part in virtual time, the rest on this machine's clock."""
    heard: list[int] = []
    table = Table(shoe.port, record=lambda data, _: heard.append(time.time_ns()))
    listened(shoe, table)
    card = hand.moved("8C", [(0.0, -1.0), (1e5, 99.0)], Print(), random.Random(1))
    board_us, line_ms, driver_ms = [], [], []
    for _ in range(40):
        start_us = shoe.t_us + 1000
        shoe.edges(at_pins(card, start_us))
        shoe.run(90_000)
        shoe.ask("log")
        heard.clear()
        perceived_us = start_us + card[-1].at_us
        shoe.run(20_000)
        found = table.next(CardSeen)
        sent_us, sent_ms, _ = next(each for each in shoe.ask("log")["log"] if each[0] >= perceived_us)
        read_ns = next(at for at in heard if at >= sent_ms * 1e6)
        board_us.append(sent_us - perceived_us)
        line_ms.append(read_ns / 1e6 - sent_ms)
        driver_ms.append((found.wall_ns - read_ns) / 1e6)
        shoe.run(300_000)
    table.reader.stop()
    print(
        f"edge to USB {median(board_us):.0f} us (1000 of them the gate's steadiness), "
        f"USB to the reader {median(line_ms):.2f} ms, reader to observation {median(driver_ms):.2f} ms"
    )
    assert 1000 <= median(board_us) < 1600
    assert median(line_ms) + median(driver_ms) < 50


# --- the wheel

WHEEL_PINS = {"index": (6, 0), "index2": (7, 0), "track": (8, 1), "pocket": (9, 0), "track2": (10, 1)}
"""Each sensor's pin, and its level while it sees something."""
WHEEL_IDLE = {pin: 1 - level for pin, level in WHEEL_PINS.values()}
PULSE_US = 2000


def pulses_at_pins(pulses: Sequence[tuple[float, str]], from_us: float) -> list[tuple[float, int, int]]:
    found = []
    for seconds, sensor in pulses:
        pin, level = WHEEL_PINS[sensor]
        at_us = from_us + seconds * 1e6
        found += [(at_us, pin, level), (at_us + PULSE_US, pin, 1 - level)]
    return sorted(found)


def test_spins_before_the_wheels_pins_are_the_numbers_that_the_controller_sees(tmp_path):
    pytest.importorskip("numpy", reason="spins are judged with numpy (sabot[analysis])")
    from controller.instruments import wheel_physics

    board = Emulated("sabot-wheel", tmp_path, WHEEL_IDLE)
    board.run(100_000)
    table = Table(board.port, "sabot-wheel")
    board.ask("line", open=True)
    habits = wheel_physics.HABITS._replace(hand=0.0)
    rested, seen = [], []
    for seed in range(4):
        truth, pulses = wheel_physics.spin(random.Random(seed), clockwise=seed % 2 == 0, habits=habits)
        board.edges(pulses_at_pins(pulses, board.t_us))
        rested.append(truth.number)
        begin_us = board.t_us
        while board.t_us < begin_us + (truth.over_s + 5) * 1e6:
            board.run(1_000_000)
        seen.append(table.next(BallSeen, board).observation.pocket)
    table.reader.stop()
    board.end()
    assert seen == rested
