"""Let a camera stall again and again, at each step, and see how long the table is without its pictures.

    .venv/bin/python -m tools.stalls --times 100 --eyes 4

The eye is the real process (`sabot_vision.camera`) and the reader is the one of every table, each with the
limits that they always have. Only picamera2 is a stand-in (`tests/vision/stalling_picamera.py`), found before
a real one. The time runs from the stall until the reader gets the first beat with a picture that was taken
after it. Several eyes stall side by side, each with a process of its own; that makes them slower, never
quicker. One JSON object is printed; the exit status is 0 where every camera was back within ten seconds.

Steps that a running camera does not take are reached by a cable that is pulled first. Each eye runs well for
eleven seconds between two stalls. One that stalls again before is started again more and more rarely, on
purpose.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple, TypedDict

from sabot.cli.bars import Bars
from sabot.config import read
from sabot.instruments.line.losses import Pauses
from sabot.instruments.line.port import Reader
from sabot.live.camera_link import line
from tests.vision.stalling_picamera import FAILS, FOLDER, FOR_EVER, GREY, IN_TIME, LOCKED
from tools.endings import runs

ROOT = Path(__file__).resolve().parents[1]

LIMIT_S = 10.0
"""A camera that stalled gives pictures again by then."""

GIVEN_UP_S = 60.0
"""One that gives none by then is not waited for any longer."""

WELL_S = Pauses().longest_s + 1.0
"""How long an eye runs well before its next stall."""

CONFIGURATION = """
[camera]
source = "picamera"
number = {number}
corners = "0,0 639,0 639,479 0,479"
"""


class Case(NamedTuple):
    """Where a camera stalls, and how (`tests/vision/stalling_picamera.py`)."""

    step: str
    how: str


CASES = (
    Case("capture_arrays", IN_TIME),
    Case("configure", FOR_EVER),
    Case("capture_metadata", IN_TIME),
    Case("capture_arrays", LOCKED),
    Case("autofocus_cycle", IN_TIME),
    Case("start", FOR_EVER),
    Case("capture_arrays", FOR_EVER),
    Case("create", FOR_EVER),
    Case("capture_metadata", FOR_EVER),
    Case("configure", LOCKED),
    Case("autofocus_cycle", FOR_EVER),
    Case("set_controls", FOR_EVER),
    Case("close", FOR_EVER),
)
"""Each step of a camera, and each way in which it may stall."""


class Stall(NamedTuple):
    """One stall: how long until the next picture (None: there was none), and whether that came from a new
    process."""

    case: Case
    back_s: float | None
    in_new_process: bool = False

    @property
    def is_right(self) -> bool:
        """Whether the camera was back in time."""
        return self.back_s is not None and self.back_s <= LIMIT_S


class Eye:
    """One eye at a stalling camera, and what the table hears of it."""

    def __init__(self, folder: Path, number: int) -> None:
        self._folder = folder / str(number)
        self._folder.mkdir()
        self._heard: queue.SimpleQueue[tuple[bytes, int]] = queue.SimpleQueue()
        self._stalls, self._rest = 0, b""
        settings = read(CONFIGURATION.format(number=number), file=folder / "table.toml")
        camera = line(settings)
        assert camera is not None
        self.reader = Reader(camera, lambda perceived: None, record=lambda *data: self._heard.put(data))

    def stall(self, case: Case) -> Stall:
        """Let the camera stall, and wait until it gives pictures again."""
        self._stalls += 1
        order = self._folder / "order.new"
        order.write_text(json.dumps({**first(case), case.step: case.how}))
        order.rename(self._folder / "order.json")
        seen_s = self.picture_s()
        if seen_s is None:
            return Stall(case, None)
        begun = json.loads((self._folder / "begun.json").read_bytes())
        return Stall(case, round(seen_s - begun["at_s"], 3), in_new_process=not runs(begun["pid"]))

    def picture_s(self) -> float | None:
        """Wait for a picture that was taken after the last stall: when the reader heard of it (seconds of the
        monotonic clock), or None where none came."""
        ends_s = time.monotonic() + GIVEN_UP_S
        while (left_s := ends_s - time.monotonic()) > 0:
            try:
                data, heard_ns = self._heard.get(timeout=left_s)
            except queue.Empty:
                break
            *beats, self._rest = (self._rest + data).split(b"\n")
            if any(shows(beat, GREY[self._stalls % 2]) for beat in beats):
                return heard_ns / 1e9
        return None


def first(case: Case) -> dict[str, str]:
    """What goes wrong before, so that the camera takes this step."""
    return {} if case.step == "capture_arrays" else {"capture_arrays": FAILS}


def shows(said: bytes, grey: int) -> bool:
    """Whether an eye says this of a picture of about this brightness."""
    beat = json.loads(said)
    return "width" in beat and abs(beat["light"] - grey) < 10


def stand_in(folder: Path, limits_s: Mapping[str, float]) -> None:
    """Put a picamera2 that stalls into this folder; `limits_s`: other limits than the eye's own, by name."""
    lines = ["from sabot_vision import picamera", "from tests.vision.stalling_picamera import Picamera2"]
    lines += [f"picamera.{name} = {limit_s}" for name, limit_s in limits_s.items()]
    (folder / "picamera2.py").write_text("\n".join(lines) + "\n")


@contextmanager
def eyes(count: int, limits_s: Mapping[str, float]) -> Iterator[list[Eye]]:
    """Eyes that run, each with a camera of its own that may be told to stall."""
    kept = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="sabot-stalls-") as name:
        stand_in(Path(name), limits_s)
        os.environ |= {"PYTHONPATH": os.pathsep.join([name, str(ROOT)]), FOLDER: name}
        started = [Eye(Path(name), number) for number in range(count)]
        try:
            for each in started:
                each.reader.start()
            yield started
        finally:
            for each in started:
                each.reader.stop()
            os.environ.clear()
            os.environ.update(kept)


def stalled(eye: Eye, cases: Sequence[Case], *, well_s: float, tell: Callable[[Stall], None]) -> None:
    """Let one eye's camera stall in each of these ways; `tell` gets each stall."""
    eye.picture_s()
    for case in cases:
        time.sleep(well_s)
        tell(eye.stall(case))


def measured(
    cases: Sequence[Case],
    *,
    at_once: int,
    well_s: float = WELL_S,
    limits_s: Mapping[str, float] | None = None,
) -> list[Stall]:
    """What came of these stalls, shared out among `at_once` eyes."""
    reports: queue.SimpleQueue[Stall] = queue.SimpleQueue()
    with (
        eyes(at_once, limits_s or {}) as started,
        ThreadPoolExecutor(at_once) as workers,
        Bars()("stalls", len(cases)) as advance,
    ):
        for number, each in enumerate(started):
            workers.submit(stalled, each, cases[number::at_once], well_s=well_s, tell=reports.put)
        found = []
        for _ in cases:
            found.append(reports.get(timeout=len(cases) * (GIVEN_UP_S + well_s)))
            advance(1)
    return found


class Figures(TypedDict):
    """How long cameras were away that came back: the middle one and the slowest, in seconds; None where none
    came back."""

    times: int
    median_s: float | None
    slowest_s: float | None


def figures(found: Sequence[Stall]) -> Figures:
    """The figures of these stalls."""
    back_s = sorted(each.back_s for each in found if each.back_s is not None)
    middle, slowest = (back_s[len(back_s) // 2], back_s[-1]) if back_s else (None, None)
    return {"times": len(found), "median_s": middle, "slowest_s": slowest}


def summary(found: Sequence[Stall]) -> dict[str, object]:
    """What is printed."""
    by_case = {case: [each for each in found if each.case == case] for case in CASES}
    return {
        "limit_s": LIMIT_S,
        "back_in_time": sum(each.is_right for each in found),
        **figures(found),
        "new_processes": sum(each.in_new_process for each in found),
        "cases": {f"{case.step}, {case.how}": figures(each) for case, each in by_case.items() if each},
        "wrong": [each for each in found if not each.is_right],
    }


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--times", type=int, default=100)
    asked.add_argument("--eyes", type=int, default=4)
    words = asked.parse_args()
    found = measured(list(islice(cycle(CASES), words.times)), at_once=words.eyes)
    print(json.dumps(summary(found), indent=2))
    return 0 if all(each.is_right for each in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
