"""An emulated board whose serial port is a pseudo-terminal: the image that is flashed, run by rp2040js.

The other half is firmware/emulator/run.mjs. Commands go to it as JSON lines; the bytes of its serial port are
pumped between a socket and the pseudo-terminal by a thread of their own.
"""

from __future__ import annotations

import json
import os
import queue
import select
import shutil
import socket
import struct
import subprocess
import termios
import threading
import time
import tty
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.firmware.board import ROOT
from tools import firmware

BUILT = ROOT / "build" / "firmware"
RUN = ROOT / "firmware" / "emulator" / "run.mjs"
NEEDED = (
    BUILT / "bootrom.bin",
    ROOT / "firmware" / "emulator" / "node_modules" / "rp2040js" / "package.json",
)


@cache
def image(name: str) -> Path:
    """An image as it is flashed; the test is skipped where it was not built, saying how to."""
    made = BUILT / f"{name}.uf2"
    with firmware.alone():  # not while `make test` is building it
        lacking = [path.name for path in (made, *NEEDED) if not path.exists()]
    if shutil.which("node") is None:
        lacking.append("node")
    if lacking:
        pytest.skip(f"no emulated board without {', '.join(lacking)}: python tools/firmware.py --emulator")
    sources = [*(ROOT / "firmware").rglob("*.[ch]"), *(ROOT / "firmware").glob("*/CMakeLists.txt")]
    newest = max(path.stat().st_mtime for path in sources if "node_modules" not in path.parts)
    assert made.stat().st_mtime > newest, "the image is older than its sources: make firmware"
    return made


class Emulated:
    """One board. `levels` are those of its pins at the start; `port` is where its serial port is found.

    `pumped`: when bytes of the board were about to be written into the pseudo-terminal (monotonic ns).
    """

    def __init__(self, name: str, folder: Path, levels: dict[int, int], *, number: bytes = b"\1" * 8) -> None:
        self.port = folder / "port"
        made = image(name)
        self._elf = made.parent / "rp2040" / f"{made.stem}.elf"
        self._mine, theirs = socket.socketpair()
        given = {
            "image": str(made),
            "rom": str(NEEDED[0]),
            "fd": theirs.fileno(),
            "seed": 7,
            "number": list(number),
            "levels": levels,
        }
        self._node = subprocess.Popen(
            ["node", str(RUN), json.dumps(given)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        self._ends: tuple[int, ...] = ()
        self._taken: queue.SimpleQueue[tuple[int, ...]] = queue.SimpleQueue()
        self._wake = os.pipe()
        self._lock = threading.Lock()
        self.t_us = 0.0
        self.resets = 0
        self.pumped: list[int] = []
        self._pump = threading.Thread(target=self._pumps, daemon=True)
        self._pump.start()
        self.plug()

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """One command, and its answer."""
        with self._lock:
            self._node.stdin.write(json.dumps({"do": do, **more}) + "\n")
            self._node.stdin.flush()
            answer = json.loads(self._node.stdout.readline())
        self.t_us, self.resets = answer["t"], answer["resets"]
        return answer

    def run(self, us: float) -> None:
        """Let so much virtual time pass, as fast as it goes."""
        self.ask("run", until=self.t_us + us)

    def edges(self, edges: Iterable[tuple[float, int, int]]) -> None:
        """Levels to come: (µs of virtual time, pin, level)."""
        self.ask("edges", edges=list(edges))

    def watch(self, *routines: str) -> None:
        """Note from now on when these routines of the firmware are called."""
        self.ask("watch", routines=self._found(routines))

    def slow(self, routine: str, us: float) -> None:
        """From now on each call of a routine of the firmware takes so much longer."""
        self.ask("slow", at=self._found([routine])[routine], us=us)

    def _found(self, routines: Sequence[str]) -> dict[str, int]:
        """Where routines of the firmware begin."""
        listed = subprocess.run(
            ["arm-none-eabi-nm", str(self._elf)], capture_output=True, text=True, check=True
        ).stdout
        found = {name: int(at, 16) for at, _, name in map(str.split, listed.splitlines()) if name in routines}
        assert sorted(found) == sorted(routines)
        return found

    def plug(self) -> None:
        """A new pseudo-terminal under the old name."""
        master, slave = os.openpty()
        tty.setraw(slave)
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(slave))
        self._pump_takes((master, slave))

    def pull(self) -> None:
        """The cable is pulled: the port is gone, and what was on its way."""
        self.ask("line", open=False)
        self.port.unlink()
        self._pump_takes(())

    def end(self) -> None:
        """Done with it. A reader that was left alone finds nothing under the port's name any more."""
        self.port.unlink(missing_ok=True)
        self._node.stdin.close()
        self._node.wait(timeout=60)
        self._node.stdout.close()
        self._mine.shutdown(socket.SHUT_RDWR)
        self._end_pump()
        self._mine.close()
        for each in (*self._ends, *self._wake):
            os.close(each)

    def _end_pump(self) -> None:
        """End the pump, also where it waits for room in a port that nobody reads any more."""
        given_up_s = time.monotonic() + 60.0
        while self._pump.is_alive() and time.monotonic() < given_up_s:
            for each in self._ends[1:]:
                termios.tcflush(each, termios.TCIFLUSH)
            self._pump.join(timeout=0.05)

    def _pump_takes(self, ends: tuple[int, ...]) -> None:
        """Both ends of another pseudo-terminal, or none: the pump alone opens and closes what it pumps."""
        os.write(self._wake[1], struct.pack("2i", *(ends or (-1, -1))))
        self._taken.get(timeout=60)

    def _pumps(self) -> None:
        """Pump until the board is gone, also where it leaves bytes unread."""
        with suppress(ConnectionResetError, BrokenPipeError):
            self._pumps_while_there()

    def _pumps_while_there(self) -> None:
        while True:
            watched: list[Any] = [self._mine, self._wake[0], *self._ends[:1]]
            ready, _, _ = select.select(watched, [], [])
            if self._wake[0] in ready:
                self._takes()
            elif self._mine in ready:
                if not self._out(self._mine.recv(4096)):
                    return
            else:
                self._mine.sendall(os.read(self._ends[0], 4096))

    def _takes(self) -> None:
        for each in self._ends:
            os.close(each)
        ends = struct.unpack("2i", os.read(self._wake[0], 8))
        self._ends = ends if min(ends) >= 0 else ()
        self._taken.put(self._ends)

    def _out(self, data: bytes) -> bool:
        if data and self._ends:
            self.pumped.append(time.monotonic_ns())
            os.write(self._ends[0], data)
        return bool(data)
