"""The board with a reading head tells what it sees while it is asked, and looks at it when it starts: the
program of the chip, compiled for the PC."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import numpy as np
import pytest

from sabot.instruments.calibration import light
from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import CardRead, Hello, Level, ReadFailure, Watch
from sabot.instruments.simulated import head as simulated
from tests.firmware import hand, head, optics
from tests.firmware.board import ROOT, Board, asked, frames
from tests.firmware.hand import GATE, Print

BLACK = (30, 0)
START = "start 0 1 0 0 7"
WATCH = messages.framed(Watch()).hex()
VERSION = re.search(r'FIRMWARE_VERSION "([\d.]+)"', (ROOT / "firmware/portable/device.h").read_text())[1]


def defined(name: str) -> int:
    """A number of light.h."""
    (found,) = re.findall(rf"^#define {name} (\d+)u", (ROOT / "firmware/portable/light.h").read_text(), re.M)
    return int(found)


@pytest.fixture
def board() -> Iterator[Board]:
    """It is switched on, and its line is open."""
    started = Board("shoe-light", START)
    started.tell("line 0 1")
    started.said(0)
    yield started
    started.end()


def levels(board: Board, until_us: int, from_us: int = 0) -> list[tuple[int, Level]]:
    """The levels that come, each with its time; the board looks every 10 ms, as the chip does."""
    found = []
    for t_us in range(from_us, until_us, 10_000):
        board.tell(f"tick {t_us}")
        for frame in frames([board.said(t_us).hex()]):
            if isinstance(message := messages.read(frame), Level):
                assert frame.sequence == 0
                found.append((frame.time_us, message))
    return found


def test_a_head_that_nobody_watches_tells_no_level(board):
    board.tell("pulse 100 2000 100")
    assert levels(board, 5_000_000) == []


def test_a_head_that_is_watched_tells_its_level_ten_times_a_second_and_stops_by_itself(board):
    board.tell(f"hear 1000000 {WATCH}")
    told = [at_us for at_us, _ in levels(board, 7_000_000, 1_000_000)]
    assert told == [*range(1_000_000, 1_000_000 + messages.WATCH_US, messages.LEVEL_US)]


def test_who_asks_again_in_time_is_told_without_a_gap(board):
    told: list[int] = []
    for from_us in range(0, 6_000_000, 1_000_000):
        board.tell(f"hear {from_us} {WATCH}")
        told += [at_us for at_us, _ in levels(board, from_us + 1_000_000, from_us)]
    assert len(told) in (59, 60)


def test_a_request_ends_with_the_line_and_no_level_waits_for_the_next_controller(board):
    board.tell(f"hear 0 {WATCH}", "tick 200000", "line 210000 0", "line 300000 1")
    assert levels(board, 2_000_000, 310_000) == []


def test_the_figures_are_those_of_the_last_pulse_and_the_extremes_since_the_last_message(board):
    board.tell(f"hear 0 {WATCH}")
    pulses = [(2000, 100), (2000, 100), (300, 100), (1000, 100)]
    board.tell(*(f"pulse {50 * at} {lit} {dark}" for at, (lit, dark) in enumerate(pulses, start=1)))
    ((_, first),) = levels(board, 190_000, 100_000)
    assert first[:5] == (1000, 100, 900, 30, 1950)
    assert first.level == pytest.approx(30 + 1870 * 110 / 256, rel=0.01)
    board.tell("pulse 190100 900 100")
    ((_, second),) = levels(board, 290_000, 200_000)
    assert second[:5] == (900, 100, 800, 800, 900)


def test_a_level_that_the_line_does_not_take_keeps_the_extremes_of_the_whole_time(board):
    board.tell(f"hear 0 {WATCH}", "pulse 100 500 0", "tick 100000", "pulse 100100 3000 0", "tick 300000")
    board.tell("pulse 300100 100 0")
    (first, second) = (level for _, level in levels(board, 500_000, 310_000)[:2])
    assert (first.most, second.least, second.most) == (500, 100, 3000)


@pytest.mark.parametrize(("device", "sensors"), [("shoe", 3), ("wheel", 6)])
def test_a_board_without_a_head_passes_over_the_request(device, sensors):
    lines = [f"start 0 {'1 ' * sensors}7", "line 0 1", f"hear 10 {WATCH}", "tick 400000", "send 400000"]
    kinds = {frame.type for frame in frames(asked(device, lines))}
    assert kinds and kinds <= {link.HELLO, *link.NUMBERED}


def test_a_request_with_more_in_it_is_none(board):
    frame = link.encoded(link.Frame(link.WATCH, payload=b"\1"))
    board.tell(f"hear 0 {frame.hex()}")
    assert levels(board, 1_000_000) == []


def test_a_card_that_passes_while_somebody_watches_is_read_and_its_white_is_told():
    chance, begins_us = random.Random(3), 400_000
    eye = head.Head(white_a=250e-6)
    seen = head.seen("8C", optics.inside(chance), Print(), eye.slit, chance)
    speed = np.full(4000, 1.5e-3)
    busy, free = hand.times(
        speed, [optics.BEFORE_MM + at for at in (hand.GATE_MM, hand.CARD_MM + hand.GATE_MM)]
    )
    lines = [
        (int(at), f"pulse {{}} {lit} {dark}") for at, lit, dark in head.samples(seen, speed, eye, chance)
    ]
    lines += [(int(busy), f"edge {{}} {GATE} 1"), (int(free), f"edge {{}} {GATE} 0")]
    lines += [(at, f"{what} {{}}") for at in range(0, 300_000, 10_000) for what in ("tick", "send")]
    passing = [line.format(begins_us + at) for at, line in sorted(lines)]
    told = frames(asked("shoe-light", [START, "line 0 1", "send 0", f"hear 0 {WATCH}", *passing]))
    said = [messages.read(frame) for frame in told]
    assert [each.name for each in said if isinstance(each, CardRead)] == ["8C"]
    whites = [each.most for each in said if isinstance(each, Level)]
    assert len(whites) == 3
    assert max(whites) > 2 * light.PAPER_LEAST


# --- when it starts


@pytest.mark.parametrize(
    ("rests", "levels_now", "words"),
    [
        (BLACK, "1 0 0", ""),
        ((640 + 152, 152), "1 0 0", ""),
        ((2400, 20), "1 0 0", " bar sensor sees light without a card"),
        ((641, 0), "1 0 0", " bar sensor sees light without a card"),
        ((200, 153), "1 0 0", " bar sensor sees light with its lamp off"),
        ((4095, 4095), "1 0 0", " bar sensor sees light with its lamp off"),
        ((2400, 20), "1 1 0", " gate blocked at start"),
        ((4095, 4095), "1 1 0", " gate blocked at start"),
        (BLACK, "0 0 0", ""),  # the pin of the bar sensor is open
    ],
)
def test_the_self_test_of_a_head_is_of_what_the_head_sees(rests, levels_now, words):
    lines = [f"rests {rests[0]} {rests[1]}", f"start 0 {levels_now} 7", "line 0 1", "send 0"]
    hello = next(
        message
        for frame in frames(asked("shoe-light", lines))
        if isinstance(message := messages.read(frame), Hello)
    )
    assert hello.firmware == VERSION + words
    assert words.strip() in ("", *(str(each) for each in messages.SELF_TEST))
    assert len(f"{VERSION}{words} by watchdog") <= 60


def passing(pulses: list[tuple[int, int, int]], begins_us: int, gate_us: tuple[float, float]) -> list[str]:
    """What the board is told while a card passes, and for a while after it."""
    lines = [(int(at), f"pulse {{}} {lit} {dark}") for at, lit, dark in pulses]
    lines += [(int(at), f"edge {{}} {GATE} {busy}") for at, busy in zip(gate_us, (1, 0), strict=True)]
    lines += [(at, "tick {}") for at in range(lines[0][0], 200_000, 10_000)]
    return [line.format(begins_us + at) for at, line in sorted(lines)]


def test_a_card_that_lay_over_the_slit_at_the_start_is_not_read_and_the_next_one_is():
    """The weakest head: its paper is taken for what is there without a card."""
    chance, eye, speed = random.Random(4), head.Head(white_a=head.WEAKEST_A), np.full(4000, 1.5e-3)
    seen = head.seen("8C", optics.inside(chance), Print(), eye.slit, chance)
    places = [optics.BEFORE_MM + at for at in (hand.GATE_MM, hand.CARD_MM + hand.GATE_MM)]
    pulses, gate = head.samples(seen, speed, eye, chance), hand.times(speed, places)
    from_us = hand.times(speed, [optics.BEFORE_MM + hand.GATE_MM - 1])[0]
    rest = [each for each in pulses if each[0] > from_us]
    lines = [f"rests {rest[0][1]} {rest[0][2]}", START, "line 0 1", "send 0"]
    lines += [*passing(rest, 100_000, gate), *passing(pulses, 400_000, gate), "tick 700000", "send 700000"]
    said = [messages.read(frame) for frame in frames(asked("shoe-light", lines))]
    verdicts = [type(each) for each in said if isinstance(each, CardRead | ReadFailure)]
    assert verdicts == [ReadFailure, CardRead]


# --- one set of numbers


def test_the_limits_of_the_calibration_and_of_the_simulated_head_are_those_of_the_firmware():
    share = defined("LIGHT_SHARE")
    assert defined("LIGHT_HALL_MOST") == light.HALL_MOST
    assert defined("LIGHT_BLACK_MOST") == light.BLACK_MOST
    assert defined("LIGHT_SETTLES") == head.SETTLES
    assert (share / 256, defined("LIGHT_LEAST")) == (simulated.LEVEL_SHARE, simulated.PAPER_TAKEN_LEAST)


def test_the_times_of_the_request_are_the_same_at_both_ends():
    text = (ROOT / "firmware/portable/link.h").read_text()
    for name in ("WATCH_US", "LEVEL_US"):
        assert f"#define {name} {getattr(messages, name)}u" in text
