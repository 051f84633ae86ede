"""From the edge at the emulated pin to the table after it, split by part.

The board's parts are virtual time: what its 125 MHz would take by the emulator's count of cycles; the USB
part is the emulator's host, which is no bus. From the pseudo-terminal on it is this machine's clock.
"""

from __future__ import annotations

import random
import select
import time
from collections.abc import Sequence
from concurrent.futures import Future
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from sabot.core import options as house
from sabot.core.cards import DECK
from sabot.core.events import Event
from sabot.core.observations import CardSeen, Perceived
from sabot.core.shapes.view import View
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import open_line
from sabot.instruments.line.serial_line import READ_S
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.journal import Journal
from sabot.record.resume import begun
from tests.firmware import listener
from tests.firmware.bridge import Emulated
from tests.firmware.hand import Print
from tests.firmware.listener import Listener

BOARD = ("changed", "swipe_gate", "card_read", "link_say", "tud_cdc_n_write")
"""Routines of the firmware at which its parts begin."""

PARTS_US = ("interrupt", "loop", "gate_steady", "decoding", "link_frame", "usb")
"""The board's parts: to the interrupt, to the loop, until the gate has stood still (1000 µs by design), the
bars read, the message numbered and framed, the frame at the host."""

PARTS_MS = ("bridge", "pty", "pyserial", "parser", "journal_and_referee")
"""The controller's parts: a socket and a thread of the test bridge, until the pseudo-terminal can be read,
until pyserial has the bytes, the driver's parser, the inbox with journal (on disk) and referee until outputs
are told."""


class House:
    """A real table behind the reader: inbox, journal on disk, loop; it notes when a card was told, and
    the table after it."""

    def __init__(self, folder: Path) -> None:
        game, path = GAMES["punto-banco"], folder / "table.sqlite3"
        self.journal = Journal(path)
        beginning = begun(
            path, fresh=opened(game, house.read(game.Options, [("close", "auto")])), name="T", wall_ns=1
        )
        self.journal.append(beginning.entries)
        self.inbox = Inbox()
        self.loop = Loop(beginning.table, journal=self.journal, inbox=self.inbox, feed=Feed(), outputs=[self])
        self.put_ns: list[int] = []
        self.kept_ns: list[int] = []
        self.view: View | None = None
        self.loop.start()

    def put(self, perceived: Perceived) -> Future[int]:
        """What the reader hands over."""
        if isinstance(perceived.observation, CardSeen):
            self.put_ns.append(time.monotonic_ns())
        return self.inbox.put(perceived, role="sabot")

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """The table after a step, on record by now."""
        self.view = view
        if len(self.kept_ns) < len(self.put_ns):
            self.kept_ns.append(time.monotonic_ns())

    def end(self) -> None:
        """Close the table."""
        self.loop.stop()
        self.journal.close()


class TimedLine:
    """A port that notes when there is something to read, before pyserial reads it."""

    def __init__(self, line: Any, ready_ns: list[int]) -> None:
        self._line, self._ready_ns = line, ready_ns

    def read(self, size: int = 1) -> bytes:
        """What comes within the reader's look."""
        if select.select([self._line.fileno()], [], [], READ_S)[0]:
            self._ready_ns.append(time.monotonic_ns())
        return self._line.read(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)


class Stamps(NamedTuple):
    """When there was something to read, and when the reader had it (monotonic ns)."""

    ready_ns: list[int]
    heard_ns: list[int]

    def opened(self, settings: PortSettings) -> tuple[Any, str]:
        """The port, with a clock at it."""
        line, where = open_line(settings)
        return TimedLine(line, self.ready_ns), where

    def record(self, data: bytes, at_ns: int) -> None:
        """The reader has these bytes."""
        self.heard_ns.append(at_ns)


class Way(NamedTuple):
    """One card: the parts in the order of `PARTS_US` and of `PARTS_MS`."""

    board_us: tuple[float, ...]
    controller_ms: tuple[float, ...]


def ways(folder: Path, cards: int, seed: int = 1) -> list[Way]:
    """The ways of `count` cards of one sabot, drawn at 0.5 m/s a third of a second apart."""
    chance, board, table = random.Random(seed), listener.shoe(folder), House(folder)
    stamps = Stamps([], [])
    try:
        board.watch(*BOARD)
        with_reader = Listener(board, put=table.put, record=stamps.record, opened=stamps.opened)
        with_reader.until(lambda: with_reader.reader.status()["state"] == "found")
        board.run(500_000)
        names = [str(card) for card in chance.sample(DECK * 8, cards)]
        found = [_way(board, table, stamps, with_reader, name) for name in names]
        with_reader.end()
        return found
    finally:
        table.end()
        board.end()


def _way(board: Emulated, table: House, stamps: Stamps, with_reader: Listener, name: str) -> Way:
    edges = listener.steady(name, 500, Print(), random.Random(name))
    edge_us = listener.drawn(board, edges, board.t_us + 1000)
    board.run(edge_us - board.t_us - 500)
    for forget in (board.pumped.clear, lambda: board.ask("calls"), lambda: board.ask("log")):
        forget()
    before = len(table.kept_ns)
    board.run(20_000)
    with_reader.until(lambda: len(table.kept_ns) > before)
    marks = _marks(edge_us, board.ask("calls")["calls"])
    usb_us, sent_ns, _ = next(each for each in board.ask("log")["log"] if each[0] >= marks[-1])
    path_ns = [
        *_back(table.put_ns[-1], stamps.heard_ns, stamps.ready_ns, board.pumped),
        table.kept_ns[-1],
    ]
    board.run(300_000)
    steps_ns = _steps([min(sent_ns, path_ns[0]), *path_ns])
    return Way(_steps([*marks, usb_us]), tuple(ns / 1e6 for ns in steps_ns))


def _back(last_ns: int, *stamped: Sequence[int]) -> list[int]:
    """From the end of the way back: the newest stamp of each that is not younger than the one behind it."""
    path_ns = [last_ns]
    for stamps_ns in stamped:
        path_ns.insert(0, max((at for at in stamps_ns if at <= path_ns[0]), default=path_ns[0]))
    return path_ns


def _marks(edge_us: float, calls: Sequence[tuple[float, str]]) -> list[float]:
    """The edge, and the first call of each routine after that of the one before it."""
    found, rest = [edge_us], [each for each in calls if each[0] >= edge_us]
    for routine in BOARD:
        while rest[0][1] != routine:
            rest.pop(0)
        found.append(rest[0][0])
    return found


def _steps(times: Sequence[float]) -> tuple[float, ...]:
    return tuple(later - sooner for sooner, later in pairwise(times))


def figures(found: Sequence[Way]) -> dict[str, Any]:
    """Median and 95th percentile of each part, and of the whole without the test's own bridge."""
    parts_us = zip(PARTS_US, zip(*(way.board_us for way in found), strict=True), strict=True)
    parts_ms = zip(PARTS_MS, zip(*(way.controller_ms for way in found), strict=True), strict=True)
    whole = [sum(way.board_us) / 1000 + sum(way.controller_ms[1:]) for way in found]
    return {
        "cards": len(found),
        "board_us": {name: _spread(values, 1) for name, values in parts_us},
        "controller_ms": {name: _spread(values, 3) for name, values in parts_ms},
        "edge_to_table_ms": _spread(whole, 3),
    }


def _spread(values: Sequence[float], digits: int) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "p50": round(ordered[len(ordered) // 2], digits),
        "p95": round(ordered[min(len(ordered) * 95 // 100, len(ordered) - 1)], digits),
    }
