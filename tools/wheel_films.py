"""Show films of roulette wheels to the eye, and count its numbers and faults, right and wrong.

    .venv/bin/python -m tools.wheel_films --wheels 100

Each wheel has its look, its ring and its camera by the seed (`sabot_vision.training.wheels`). The eye is
calibrated by four points that somebody touched nearly, and sees three spins. In the second one something
goes wrong, in turn by the names of `WRONG`. One JSON object is printed; the exit status is 0 if no number is
wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import process_time
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.training.wheels.filming import Scene
from sabot_vision.training.wheels.spinning import WRONG
from sabot_vision.training.wheels.styles import LAYOUTS, LOOKS, style
from sabot_vision.training.wheels.watched import Table, Watched, surveyed
from sabot_vision.wheel.calibrating import RingError
from sabot_vision.wheel.seen import House

SIZES = {"small": (640, 480), "large": (1280, 720)}


class Case(NamedTuple):
    """One wheel."""

    look: str
    layout: str
    size: str
    fps: float
    seed: int


class Shown(NamedTuple):
    """What became of the spins at one wheel: first of those in which nothing was to go wrong, then of the
    others."""

    case: Case
    plain: list[Watched]
    faulty: list[tuple[str, Watched]]
    refused: str = ""

    def marks(self) -> Iterator[str]:
        """What became of each spin, in a word."""
        for wrong, watched in [("", each) for each in self.plain] + self.faulty:
            yield " ".join(filter(None, (wrong, *(name for name, count in watched.counts.items() if count))))


def cases(arguments: argparse.Namespace) -> Iterator[Case]:
    """Yields the wheels."""
    looks, layouts = arguments.looks.split(","), arguments.layouts.split(",")
    for number in range(arguments.wheels):
        seed = arguments.seed + number
        look, layout = looks[number % len(looks)], layouts[number // len(looks) % len(layouts)]
        fps = 60.0 if number % 5 == 4 and not arguments.fps else arguments.fps or 30.0
        yield Case(look, layout, arguments.size, fps, seed)


def shown(case: Case) -> Shown:
    """Shows the spins of one wheel."""
    cv2.setNumThreads(1)
    drawn = style(case.seed, look=case.look, layout=case.layout, size=SIZES[case.size])._replace(fps=case.fps)
    scene = Scene(drawn)
    try:
        view = surveyed(scene, case.seed)
    except RingError as error:
        return Shown(case, [], [], str(error))
    count, order = LAYOUTS[case.layout]
    table = Table(scene, view, House(count, order), case.seed)
    wrong = (*WRONG, "not-alternated")[case.seed % (len(WRONG) + 1)]
    first, second = table.spin(), table.spin(wrong=wrong)
    return Shown(case, [first, table.spin()], [(wrong, second)])


def main() -> int:
    """Show the films."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--wheels", type=int, default=100, help="how many wheels, of three spins each")
    parser.add_argument("--seed", type=int, default=0, help="the first wheel's")
    parser.add_argument("--looks", default=",".join(LOOKS), help="which looks, with commas between")
    parser.add_argument("--layouts", default="french,american,french,triple", help="which rings")
    parser.add_argument("--size", choices=SIZES, default="small", help="of the pictures")
    parser.add_argument(
        "--fps", type=float, default=0.0, help="pictures a second; otherwise 30, and 60 at every fifth"
    )
    parser.add_argument("--eyes", type=int, default=1, help="how many are shown side by side")
    parser.add_argument(
        "--minutes", type=float, default=9.0, help="of processor time of one eye; no wheel begins later"
    )
    arguments = parser.parse_args()
    report = Report()
    with ProcessPoolExecutor(arguments.eyes, initializer=_limit, initargs=(60 * arguments.minutes,)) as pool:
        for each in pool.map(_in_time, cases(arguments)):
            if each is not None:
                report.add(each)
                print(" ".join(map(str, each.case)), *each.marks(), sep="; ", file=sys.stderr, flush=True)
    print(json.dumps(report.as_dict(), indent=1))
    return 1 if report.counts["valid"]["wrong"] or report.counts["faulty"]["wrong"] else 0


def _limit(seconds: float) -> None:
    global _seconds
    _seconds = seconds


_seconds = 0.0


def _in_time(case: Case) -> Shown | None:
    return shown(case) if process_time() < _seconds else None


class Report:
    """What became of all the spins."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.notes: list[str] = []
        self.took_s: list[float] = []
        self.took_ms: list[float] = []
        self.pace: list[float] = []

    def add(self, shown: Shown) -> None:
        """The spins of one wheel more."""
        case = shown.case
        self.counts["wheels"][f"refused: {shown.refused}" if shown.refused else "seen"] += 1
        for watched in shown.plain:
            self._add(["valid", case.look, case.layout], watched, case)
            self.took_s += watched.took_s
        for wrong, watched in shown.faulty:
            self._add(["faulty", wrong], watched, case)

    def _add(self, names: list[str], watched: Watched, case: Case) -> None:
        for name in names:
            self.counts[name] += watched.counts
        self.notes += [f"{' '.join(map(str, case))}: {note}" for note in watched.notes]
        self.took_ms += watched.took_ms
        self.pace.append(watched.share)

    def as_dict(self) -> dict[str, object]:
        """The same as plain values."""
        took = {}
        for name, values, parts in (
            ("rest_to_number_s", self.took_s, (50, 90, 99, 100)),
            ("picture_ms", self.took_ms, (50, 99)),
            ("share_of_a_core", self.pace, (50, 100)),
        ):
            took[name] = {
                f"{part} %": round(float(np.percentile(values, part)), 3) for part in parts if values
            }
        return {
            "counts": {name: dict(each) for name, each in self.counts.items()},
            **took,
            "mistakes": self.notes,
        }


if __name__ == "__main__":
    raise SystemExit(main())
