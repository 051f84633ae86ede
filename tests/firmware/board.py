"""The firmware's portable code on the PC, with sanitizers, as a process that is told what its sensors see."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from sabot.instruments.line.link import Deframer, Frame

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "firmware" / "host"


@cache
def built(program: str) -> Path:
    """A program of firmware/host.mk; the test that wants it is skipped where there is no C compiler."""
    if shutil.which("cc") is None or shutil.which("make") is None:
        pytest.skip("the firmware's host build needs cc and make: sudo apt-get install build-essential")
    BUILT.mkdir(parents=True, exist_ok=True)
    lock = ["flock", str(BUILT / "lock")] if shutil.which("flock") else []
    target = BUILT / program
    done = subprocess.run(
        [*lock, "make", "-s", "-f", "firmware/host.mk", f"OUT={BUILT}", str(target)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target


def asked(program: str, lines: Iterable[str]) -> list[str]:
    """The lines that a program prints when it is told these; a sanitizer's complaint fails the test."""
    done = subprocess.run(
        [built(program)], input="\n".join(lines) + "\n", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout.splitlines()


def frames(lines: Iterable[str]) -> list[Frame]:
    """The frames in lines of HEX; nothing in them may be anything else."""
    deframer = Deframer()
    found = [frame for line in lines for frame in deframer.feed(bytes.fromhex(line))]
    assert not deframer.refused
    return found


class Board:
    """A board as a process: it hears and says when it is told to, in its own time."""

    def __init__(self, program: str, start: str) -> None:
        self.process = subprocess.Popen(
            [built(program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1 << 16,
        )
        self.tell(start)

    def tell(self, *lines: str) -> None:
        """Commands that are not answered."""
        self.process.stdin.write("\n".join(lines) + "\n")

    def said(self, t_us: int) -> bytes:
        """What it has for the line now."""
        self.tell(f"send {t_us}")
        self.process.stdin.flush()
        return bytes.fromhex(self.process.stdout.readline())

    def end(self) -> None:
        """Let it end; a sanitizer's complaint fails the test."""
        _, errors = self.process.communicate()
        assert self.process.returncode == 0, errors[-4000:]
