"""The controller's end of an emulated board: its reader on the pseudo-terminal, and what it perceived."""

from __future__ import annotations

import queue
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sabot.core.observations import Observation, Perceived
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader
from tests.firmware import hand
from tests.firmware.bridge import Emulated
from tests.firmware.hand import Edge

PATIENCE_S = 60.0
SHOE_PINS = {hand.BAR: 2, hand.GATE: 3, hand.LID: 4}
SHOE_IDLE = {2: 1, 3: 0, 4: 0}
WHEEL_PINS = {"index": (6, 0), "index2": (7, 0), "track": (8, 1), "pocket": (9, 0), "track2": (10, 1)}
WHEEL_PINS["pocket2"] = 11, 0
"""Each sensor's pin, and its level while it sees something."""
WHEEL_IDLE = {pin: 1 - level for pin, level in WHEEL_PINS.values()}
PULSE_US = 20_000
"""A ball or the mark passes a sensor in about this time; the gleam of a fret would be shorter."""

Kind = TypeVar("Kind", bound=Observation)


class Listener:
    """A reader at work. Virtual time passes on `board` while something is waited for."""

    def __init__(self, board: Emulated, driver: str = "sabot-shoe", **more: Any) -> None:
        self.board = board
        self.perceived: queue.Queue[Perceived] = queue.Queue()
        self.reader = Reader(
            PortSettings(driver, str(board.port)),
            more.pop("put", self.perceived.put),
            retry_s=0.01,
            **more,
        )
        self.reader.start()
        board.ask("line", open=True)

    def met(self) -> Listener:
        """The shoe has said hello."""
        self.until(lambda: bool(self.reader.status()["about"]))
        return self

    def next(self, *kinds: type[Observation]) -> Perceived:
        """The next observation of one of these kinds."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                found = self.perceived.get(timeout=0.002)
            except queue.Empty:
                self.board.run(20_000)
                continue
            if isinstance(found.observation, kinds):
                return found
        raise AssertionError(f"no {kinds[0].__name__} came; the line: {self.reader.status()}")

    def until(self, true: Callable[[], bool]) -> None:
        """Let virtual time pass until that is so."""
        end = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end, f"it never came to that; the line: {self.reader.status()}"
            self.board.run(20_000)

    def left(self) -> list[Observation]:
        """What was perceived and not yet taken."""
        found = []
        while not self.perceived.empty():
            found.append(self.perceived.get().observation)
        return found

    def end(self) -> None:
        """No more reading."""
        self.reader.stop()


def shoe(folder: Path, levels: dict[int, int] | None = None, **more: Any) -> Emulated:
    """The image of the shoe, switched on a tenth of a second ago."""
    board = Emulated("sabot-shoe", folder, levels or SHOE_IDLE, **more)
    board.run(100_000)
    return board


def wheel(folder: Path, **more: Any) -> Emulated:
    """The image of the wheel, switched on a tenth of a second ago."""
    board = Emulated("sabot-wheel", folder, WHEEL_IDLE, **more)
    board.run(100_000)
    return board


def at_pins(edges: Sequence[Edge], from_us: float) -> list[tuple[float, int, int]]:
    """A card's edges at the pins of the shoe."""
    return [(from_us + each.at_us, SHOE_PINS[each.sensor], each.level) for each in edges]


def pulses_at_pins(pulses: Sequence[tuple[float, str]], from_us: float) -> list[tuple[float, int, int]]:
    """Pulses of the wheel's sensors (seconds, name), as a rise and a fall at their pins."""
    found = []
    for seconds, sensor in pulses:
        pin, level = WHEEL_PINS[sensor]
        at_us = from_us + seconds * 1e6
        found += [(at_us, pin, level), (at_us + PULSE_US, pin, 1 - level)]
    return sorted(found)


def drawn(board: Emulated, edges: Sequence[Edge], from_us: float) -> float:
    """A card is drawn over the pins, in virtual time from `from_us` on. When it is over."""
    board.edges(at_pins(edges, from_us))
    return from_us + edges[-1].at_us


def steady(name: str, mm_s: float, how: hand.Print, chance: random.Random) -> list[Edge]:
    """A card drawn out at one speed."""
    return hand.moved(name, [(0.0, -1.0), (100e6 / mm_s, 99.0)], how, chance)
