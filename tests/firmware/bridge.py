"""An emulated board whose serial port is a pseudo-terminal: the image that is flashed, run by rp2040js.

The other half is firmware/emulator/run.mjs. Commands go to it as JSON lines; the bytes of its serial port are
pumped between a socket and the pseudo-terminal by a thread of their own.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import subprocess
import threading
import time
import tty
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.firmware.board import ROOT

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
    lacking = [path.name for path in (made, *NEEDED) if not path.exists()]
    if shutil.which("node") is None:
        lacking.append("node")
    if lacking:
        pytest.skip(f"no emulated board without {', '.join(lacking)}: python tools/firmware.py --emulator")
    sources = [*(ROOT / "firmware").rglob("*.[ch]"), ROOT / "firmware" / "rp2040" / "CMakeLists.txt"]
    newest = max(path.stat().st_mtime for path in sources if "node_modules" not in path.parts)
    assert made.stat().st_mtime > newest, "the image is older than its sources: make firmware"
    return made


class Emulated:
    """One board. `levels` are those of its pins at the start; `port` is where its serial port is found.

    `pumped`: when bytes of the board were about to be written into the pseudo-terminal (monotonic ns).
    """

    def __init__(self, name: str, folder: Path, levels: dict[int, int], *, number: bytes = b"\1" * 8) -> None:
        self.port = folder / "port"
        self._elf = BUILT / "rp2040" / f"{name}.elf"
        self._mine, theirs = socket.socketpair()
        given = {
            "image": str(image(name)),
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
        self._master = -1
        self._slave = -1
        self._wake = os.pipe()
        self._lock = threading.Lock()
        self.t_us = 0.0
        self.resets = 0
        self.pumped: list[int] = []
        self.plug()
        self._pump = threading.Thread(target=self._pumps, daemon=True)
        self._pump.start()

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
        listed = subprocess.run(
            ["arm-none-eabi-nm", str(self._elf)], capture_output=True, text=True, check=True
        ).stdout
        found = {name: int(at, 16) for at, _, name in map(str.split, listed.splitlines()) if name in routines}
        assert sorted(found) == sorted(routines)
        self.ask("watch", routines=found)

    def plug(self) -> None:
        """A new pseudo-terminal under the old name."""
        master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(self._slave))
        self._master = master
        os.write(self._wake[1], b".")

    def pull(self) -> None:
        """The cable is pulled: the port is gone, and what was on its way."""
        self.ask("line", open=False)
        self.port.unlink()
        master, self._master = self._master, -1
        os.write(self._wake[1], b".")
        os.close(self._slave)
        os.close(master)

    def end(self) -> None:
        """Done with it."""
        self._node.stdin.close()
        self._node.wait(timeout=60)
        self._node.stdout.close()
        self._mine.shutdown(socket.SHUT_RDWR)
        self._pump.join(timeout=60)
        self._mine.close()
        for each in (self._master, self._slave, *self._wake):
            if each >= 0:
                os.close(each)

    def _pumps(self) -> None:
        while True:
            master = self._master
            watched = [self._mine, self._wake[0], *([master] if master >= 0 else [])]
            ready, _, _ = select.select(watched, [], [], 0.5)
            try:
                if self._wake[0] in ready:
                    os.read(self._wake[0], 64)
                if self._mine in ready and not self._out(self._mine.recv(4096)):
                    return
                if master in ready and master == self._master:
                    self._mine.sendall(os.read(master, 4096))
            except OSError:
                if self._master == master and master >= 0:
                    return

    def _out(self, data: bytes) -> bool:
        if data and self._master >= 0:
            self.pumped.append(time.monotonic_ns())
            os.write(self._master, data)
        return bool(data)
