"""The very image that is flashed, in an emulated RP2040: edges at its pins, bytes from a pseudo-terminal,
judged by the controller's own drivers. It proves the code; a board, a sensor or a cable was not there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.core.observations import DeviceTroubled
from sabot.instruments.line.link import Deframer
from sabot.instruments.line.messages import Edges, Hello, read
from sabot.instruments.wheel.edges import SENSORS
from sabot.instruments.wheel.pulses import PULSE_ENDS, Words, words
from tests.firmware import bridge, figures, hand, latency, listener
from tests.firmware.bridge import Emulated
from tests.firmware.listener import Listener
from tools import firmware_images

pytestmark = [pytest.mark.slow, pytest.mark.process]

STACK = 2048


@pytest.fixture(autouse=True)
def both_images_are_built() -> None:
    """Before anything is opened: where there is no image, there is no board."""
    bridge.image("sabot-shoe")
    bridge.image("sabot-wheel")


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[Emulated]:
    board = listener.shoe(tmp_path, number=bytes(range(1, 9)))
    yield board
    board.end()


def hellos(data: bytes) -> list[Hello]:
    return [message for frame in Deframer().feed(data) if isinstance(message := read(frame), Hello)]


def test_each_board_tells_the_host_its_own_name_and_serial_number_and_how_much_current_it_draws(
    shoe, tmp_path
):
    told = shoe.ask("texts")
    assert (told["product"], told["serial"]) == ("Sabot shoe", "0102030405060708")
    assert told["current"] == 160
    (tmp_path / "wheel").mkdir()
    wheel = listener.wheel(tmp_path / "wheel")
    told = wheel.ask("texts")
    wheel.end()
    assert (told["product"], told["serial"]) == ("Sabot wheel", "0101010101010101")
    assert told["current"] == 250


@pytest.mark.parametrize(("baud", "restarts"), [(1200, 1), (1201, 0)])
def test_a_board_whose_port_is_opened_at_1200_baud_goes_to_the_loader_of_its_chip(shoe, baud, restarts):
    shoe.watch("rom_reset_usb_boot")
    shoe.run(100_000)
    shoe.ask("speed", baud=baud)
    shoe.run(50_000)
    assert [name for _, name in shoe.ask("calls")["calls"]] == ["rom_reset_usb_boot"] * restarts


def test_cards_drawn_before_the_pins_are_the_cards_that_the_controller_sees(tmp_path):
    """A sample; `make soak` draws ten thousand. Half of the stack is never touched."""
    found = figures.swipes(tmp_path, 90, 11)
    assert found.wrong == ()
    assert found.unread.total() <= 1
    assert 0 < found.stack <= STACK // 2


def test_a_cable_that_is_pulled_again_and_again_loses_no_card_and_doubles_none(tmp_path):
    """A sample; `make soak` pulls it a thousand times."""
    found = figures.pulls(tmp_path, 20, 12)
    assert found.cards > 20
    assert (found.lost, found.amiss) == (0, 0)


def test_a_coup_waits_for_a_card_that_could_not_be_read_with_the_next_one_at_its_heels(tmp_path):
    """Four cards drawn in two pulls, each pair 3 mm apart; one bar of the third is missing. The image that
    is flashed, its serial port, the reader, the journal and the referee."""
    board, table = listener.shoe(tmp_path), latency.House(tmp_path)
    try:
        with_reader = Listener(board, put=table.put)
        with_reader.until(lambda: with_reader.reader.status()["state"] == "found")
        for names, gone in ((["8C", "4S"], slice(0)), (["KD", "KH"], slice(9, 11))):
            edges = hand.followed(names, [3.0], hand.np.full(4000, 7e-4), hand.Print(), random.Random(1))
            bars = [each for each in edges if each.sensor == hand.BAR]
            listener.drawn(board, [each for each in edges if each not in bars[gone]], board.t_us + 1000)
            board.run(edges[-1].at_us + 20_000)
        with_reader.until(lambda: len(table.kept_ns) >= 4)
        with_reader.end()
    finally:
        table.end()
        board.end()
    assert (table.view["phase"], table.view["sabot"]["drawn"]) == ("unread", 4)
    assert [each["cards"] for each in table.view["places"]] == [["8C"], ["4S"]]


def test_a_program_that_hangs_is_started_again_by_the_watchdog_and_says_so(shoe):
    heard = bytearray()
    with_reader = Listener(shoe, record=lambda data, _: heard.extend(data)).met()
    with_reader.until(lambda: bool(hellos(bytes(heard))))
    shoe.ask("stall")
    shoe.run(900_000)
    assert shoe.resets == 0
    with_reader.until(lambda: shoe.resets == 1)
    shoe.run(100_000)
    shoe.ask("line", open=True)
    with_reader.next(DeviceTroubled)
    with_reader.end()
    first, *_, last = hellos(bytes(heard))
    assert first.boot != last.boot
    assert last.firmware == f"{first.firmware} by watchdog"


def test_a_moment_that_is_over_before_its_alarm_is_set_does_not_put_the_board_to_sleep_for_good(shoe):
    """The lid moves as the gate has nearly settled, and setting an alarm takes longer than there is left."""
    shoe.slow("hardware_alarm_set_target", 25)
    gate, lid = (listener.SHOE_PINS[each] for each in (hand.GATE, hand.LID))
    for number, after_us in enumerate(range(965, 995, 4)):
        level = (number + 1) % 2
        shoe.edges([(shoe.t_us + 1000, gate, level), (shoe.t_us + 1000 + after_us, lid, level)])
        shoe.run(1_100_000)
    assert shoe.resets == 0


def test_a_board_that_was_just_flashed_does_not_say_that_its_program_hung(shoe):
    """The loader starts it by the same watchdog."""
    heard = bytearray()
    shoe.ask("load")
    with_reader = Listener(shoe, record=lambda data, _: heard.extend(data)).met()
    with_reader.until(lambda: bool(hellos(bytes(heard))))
    with_reader.end()
    assert shoe.resets == 1
    assert {each.firmware for each in hellos(bytes(heard))} == {firmware_images.numbers()[0]}


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ({2: 0, 3: 0, 4: 0}, "bar sensor sees light without a card"),
        ({2: 0, 3: 1, 4: 0}, "gate blocked at start"),
    ],
)
def test_a_board_that_starts_without_its_black_ground_or_with_a_card_in_the_mouth_says_so(
    tmp_path, levels, words
):
    board = listener.shoe(tmp_path, levels)
    with_reader = Listener(board)
    said = with_reader.next(DeviceTroubled).observation
    about = with_reader.reader.status()["about"]
    with_reader.end()
    board.end()
    assert str(said.trouble) == f"the self-test of the shoe says: {words}"
    assert about.endswith(words)


def test_a_card_is_on_record_at_the_table_a_few_milliseconds_after_it_left_the_mouth(tmp_path):
    """The board's parts are counted cycles, the same at each run; the others depend on this machine."""
    found = latency.ways(tmp_path, 6)
    for way in found:
        board = dict(zip(latency.PARTS_US, way.board_us, strict=True))
        assert 1000 <= board["gate_steady"] < 1100
        assert sum(way.board_us) < 2000
        assert min(way.controller_ms) >= 0
    assert latency.figures(found)["cards"] == 6


def test_what_passes_at_each_pin_of_the_wheel_is_stamped_under_the_number_of_its_sensor(tmp_path):
    board, heard = listener.wheel(tmp_path), bytearray()
    with_reader = Listener(board, "sabot-wheel", record=lambda data, _: heard.extend(data))
    begun_us = board.t_us + 500_000
    board.edges(listener.pulses_at_pins([(number / 10, name) for name, number in SENSORS.items()], begun_us))

    def stamped() -> list[tuple[int, int]]:
        once = {frame.sequence: frame for frame in Deframer().feed(bytes(heard))}  # a late answer: told again
        return [
            (sensor, frame.time_us + after)
            for frame in once.values()
            if isinstance(batch := read(frame), Edges)
            for sensor, after in batch.edges
            if not sensor & PULSE_ENDS
        ]

    with_reader.until(lambda: len(stamped()) >= len(SENSORS))
    with_reader.end()
    board.end()
    (_, first_us), *_ = found = stamped()
    assert [sensor for sensor, _ in found] == [1, 2, 3, 4, 5, 6]
    assert [at_us - first_us for _, at_us in found] == pytest.approx([n * 100_000 for n in range(6)], abs=3)


def test_the_wheel_tells_how_long_each_pulse_was_and_how_many_edges_a_storm_took_from_it(tmp_path):
    """A loose wire changes 3,000 times in 6 ms, more than the queue holds, between two pulses of 30 ms."""
    board, heard = listener.wheel(tmp_path), bytearray()
    with_reader = Listener(board, "sabot-wheel", record=lambda data, _: heard.extend(data))
    with_reader.until(lambda: any(each.link_version == 2 for each in hellos(bytes(heard))))
    (pin, seen), (loose, _) = listener.WHEEL_PINS["pocket"], listener.WHEEL_PINS["track"]
    begun_us = board.t_us + 50_000
    storm = [(begun_us + 50_000 + 2 * n, loose, n % 2) for n in range(3000)]
    pulses = [
        (begun_us + at_us + n * 200_000, pin, level)
        for n in (0, 1)
        for at_us, level in ((0, seen), (30_000, 1 - seen))
    ]
    board.edges(sorted(pulses + storm))

    def told() -> list[Words]:
        once = {frame.sequence: frame for frame in Deframer().feed(bytes(heard))}
        return [
            words(batch, frame.time_us) for frame in once.values() if isinstance(batch := read(frame), Edges)
        ]

    def at(which: str) -> list[int]:
        edges = [each for one in told() for each in getattr(one, which)]
        return [each.t_us for each in edges if each.sensor == "pocket"]

    with_reader.until(lambda: len(at("ends")) == 2)
    with_reader.end()
    board.end()
    widths = [end_us - begin_us for begin_us, end_us in zip(at("begins"), at("ends"), strict=True)]
    assert widths == pytest.approx([30_000, 30_000], abs=3)
    assert sum(each.lost for each in told()) > 1000


def test_spins_before_the_wheels_pins_are_the_numbers_that_the_controller_sees(tmp_path):
    """A sample of two, one each way round; `make soak` spins two hundred."""
    assert figures.spins(tmp_path, 2, 0) == (2, 2, 0, 0)
