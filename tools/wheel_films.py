"""Show films of roulette wheels to the eye, and count its numbers and faults, right and wrong.

    .venv/bin/python -m tools.wheel_films                      # 10,000 spins; begun again, it goes on
    .venv/bin/python -m tools.wheel_films --spins 600 --seed 70000 --kept build/films.jsonl

Each wheel has its look, its ring and its camera by the seed (`sabot_vision.training.wheels`). The eye is
calibrated by four points that somebody touched nearly, and sees six spins. In the second one and the fifth
something goes wrong, in turn by the names of `WRONG`. A line of JSON is kept for each wheel, and a wheel
that is there is not shown again; an eye or films that were changed since begin a file of their own. At the
end one JSON object is printed; the exit status is 0 if no number is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from os import SEEK_END
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple, TextIO

import cv2
import numpy as np

import sabot_vision.training.wheels
import sabot_vision.wheel
from sabot_vision.training.wheels.filming import Scene
from sabot_vision.training.wheels.spinning import WRONG
from sabot_vision.training.wheels.styles import LAYOUTS, LOOKS, style
from sabot_vision.training.wheels.watched import Table, Watched, surveyed
from sabot_vision.wheel.calibrating import RingError
from sabot_vision.wheel.seen import House

SIZES = {"small": (640, 480), "large": (1280, 720)}
ORDER = ("", "wrong", "", "", "wrong", "")
"""The spins of a wheel: whether something goes wrong."""


class Case(NamedTuple):
    """One wheel."""

    look: str
    layout: str
    size: str
    fps: float
    seed: int


def cases(arguments: argparse.Namespace) -> Iterator[Case]:
    """Yields the wheels."""
    looks, layouts = arguments.looks.split(","), arguments.layouts.split(",")
    for number in range(math.ceil(arguments.spins / len(ORDER))):
        look = looks[number % len(looks)]
        layout = layouts[(number % len(looks) + number // len(looks)) % len(layouts)]
        fps = arguments.fps or (30.0, 30.0, 60.0)[number % 3]
        yield Case(look, layout, arguments.size, fps, arguments.seed + number)


def shown(case: Case) -> dict[str, Any]:
    """Shows the spins of one wheel: what is kept of them."""
    cv2.setNumThreads(1)
    drawn = style(case.seed, look=case.look, layout=case.layout, size=SIZES[case.size])._replace(fps=case.fps)
    scene = Scene(drawn)
    try:
        view = surveyed(scene, case.seed)
    except RingError as error:
        return {"case": case, "refused": str(error), "spins": []}
    count, order = LAYOUTS[case.layout]
    table = Table(scene, view, House(count, order), case.seed)
    names = (*WRONG, "not-alternated")
    spins = []
    for number, fails in enumerate(ORDER):
        wrong = names[(case.seed + number) % len(names)] if fails else ""
        spins.append({"wrong": wrong, **kept(table.spin(wrong=wrong))})
    return {"case": case, "refused": "", "spins": spins}


def kept(watched: Watched) -> dict[str, Any]:
    """What is kept of a spin."""
    middle, most = (round(float(np.percentile(watched.took_ms, part)), 3) for part in (50, 99))
    return {
        "counts": dict(+watched.counts),
        "notes": watched.notes,
        "took_s": [round(each, 3) for each in watched.took_s],
        "picture_ms": [middle, most],
        "share": round(watched.share, 4),
    }


def main() -> int:
    """Show the films."""
    arguments = _arguments()
    file = arguments.kept or Path(f"build/wheel_films_{arguments.seed}_{_fingerprint()}.jsonl")
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+", encoding="utf-8") as log:
        known = {Case(*line["case"]): line for line in _read(log)}
        asked = list(cases(arguments))
        missing = [case for case in asked if case not in known]
        for line in _shown(missing, arguments):
            known[Case(*line["case"])] = line
            print(json.dumps(line), file=log, flush=True)
            print(*_marks(line), sep="; ", file=sys.stderr, flush=True)
    report = Report(known[case] for case in asked if case in known)
    print(json.dumps(report.as_dict(), indent=1))
    return 1 if report.counts["valid"]["wrong"] or report.counts["faulty"]["wrong"] else 0


def _read(log: TextIO) -> Iterator[dict[str, Any]]:
    """What was kept; the last line may be cut off."""
    log.seek(0)
    for text in log:
        if text.endswith("\n"):
            yield json.loads(text)
        else:
            log.truncate(log.seek(0, SEEK_END) - len(text.encode()))


def _fingerprint() -> str:
    """What tells this eye and these films from changed ones."""
    folders = (Path(package.__path__[0]) for package in (sabot_vision.wheel, sabot_vision.training.wheels))
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--spins", type=int, default=10_000, help="how many, six at each wheel")
    parser.add_argument("--seed", type=int, default=0, help="the first wheel's")
    parser.add_argument("--looks", default=",".join(LOOKS), help="which looks, with commas between")
    parser.add_argument("--layouts", default=",".join(LAYOUTS), help="which rings")
    parser.add_argument("--size", choices=SIZES, default="small", help="of the pictures")
    parser.add_argument(
        "--fps", type=float, default=0.0, help="pictures a second; otherwise 30, and 60 at every third"
    )
    parser.add_argument("--eyes", type=int, default=1, help="how many are shown side by side")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="of processor time of one eye; no wheel begins later"
    )
    parser.add_argument("--kept", type=Path, help="the file of what was shown")
    return parser.parse_args()


def _shown(missing: list[Case], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    with ProcessPoolExecutor(arguments.eyes, initializer=_limit, initargs=(60 * arguments.minutes,)) as pool:
        yield from (line for line in pool.map(_in_time, missing) if line is not None)


def _limit(seconds: float) -> None:
    global _seconds
    _seconds = seconds


_seconds = 0.0


def _in_time(case: Case) -> dict[str, Any] | None:
    return shown(case) if process_time() < _seconds else None


def _marks(line: dict[str, Any]) -> Iterator[str]:
    """A wheel, and what became of each of its spins, in a word."""
    yield " ".join(map(str, line["case"]))
    for spin in line["spins"]:
        yield " ".join(filter(None, (spin["wrong"], *spin["counts"])))
    if line["refused"]:
        yield line["refused"]


class Report:
    """What became of all the spins."""

    def __init__(self, lines: Iterable[dict[str, Any]]) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.notes: list[str] = []
        self.took: dict[str, list[float]] = defaultdict(list)
        for line in lines:
            self._add(line, Case(*line["case"]))

    def _add(self, line: dict[str, Any], case: Case) -> None:
        refused = line["refused"]
        self.counts["wheels"][f"refused: {refused}" if refused else "seen"] += 1
        for spin in line["spins"]:
            wrong = spin["wrong"]
            for name in ("faulty", wrong) if wrong else ("valid", case.look, case.layout, f"{case.fps:g}/s"):
                self.counts[name].update(spin["counts"])
            self.notes += [f"{' '.join(map(str, case))}: {note}" for note in spin["notes"]]
            self.took["picture_ms"].append(spin["picture_ms"][0])
            self.took["picture_ms_99"].append(spin["picture_ms"][1])
            self.took["share_of_a_core"].append(spin["share"])
            self.took["rest_to_number_s"] += [] if wrong else spin["took_s"]

    def as_dict(self) -> dict[str, object]:
        """The same as plain values; each time in the middle, in 90 and in 99 of 100 spins, and at most."""
        parts = (50, 90, 99, 100)
        took = {
            name: [round(float(each), 3) for each in np.percentile(values, parts)]
            for name, values in self.took.items()
            if values
        }
        return {
            "counts": {name: dict(each) for name, each in self.counts.items()},
            **took,
            "mistakes": self.notes,
        }


if __name__ == "__main__":
    raise SystemExit(main())
