"""Show films of a cloth with hands to the eye, and count what it tells right and wrong.

    .venv/bin/python -m tools.films --times 100

Each film is one coup: cards are brought, slid, turned, covered, squared, collected, while arms cross over
them (`sabot_vision.training.films`). Every kind of camera of `CAMERAS` takes its share of the films, each at
15 and at 30 pictures a second. One JSON object is printed; the exit status is 0 if no card was reported
under a wrong name or as two cards.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.training.composed import NAMES
from sabot_vision.training.films.filming import TELEPHONE, Film, Knock, Shooting
from sabot_vision.training.films.followed import followed

PLAIN = Shooting()
CAMERAS = {
    "plain": PLAIN,
    "flicker": PLAIN._replace(flicker=0.25, exposure_s=0.004),
    "telephone": TELEPHONE,
    "knocked": PLAIN._replace(wide=752, tall=424, marks=True),
}
"""How films are taken. A knocked camera is knocked differently in each film, and there are marks."""

RATES_FPS = (15.0, 30.0)
"""Pictures a second."""


class Case(NamedTuple):
    """One film."""

    camera: str
    fps: float
    seed: int


def cases(times: int) -> Iterator[Case]:
    """Yields `times` films for each rate."""
    for seed in range(times):
        for fps in RATES_FPS:
            yield Case(list(CAMERAS)[seed % len(CAMERAS)], fps, seed)


def shown(case: Case) -> tuple[Case, Counter[str], list[str], list[float]]:
    """Returns the counts of a film, a line for each mistake, and the milliseconds of each frame."""
    cv2.setNumThreads(1)
    chance = np.random.default_rng((case.seed, 9))
    names = [NAMES[int(n)] for n in chance.choice(len(NAMES), int(chance.integers(2, 5)), replace=False)]
    how = CAMERAS[case.camera]._replace(fps=case.fps)
    if case.camera == "knocked":
        x_px, y_px = chance.choice([-1, 1], 2) * chance.uniform(4, 20, 2)
        knock = Knock(chance.uniform(3, 9), float(x_px), float(y_px), chance.uniform(-2.5, 2.5))
        how = how._replace(knock=knock)
    outcome = followed(Film(names, how, case.seed))
    return case, outcome.counts + Counter(cards=outcome.cards, films=1), outcome.notes, outcome.took_ms


def main() -> int:
    """Show the films."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=100, help="how many films for each rate")
    parser.add_argument("--eyes", type=int, default=2, help="how many are shown side by side")
    arguments = parser.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    mistakes: dict[str, list[str]] = {}
    took_ms: list[float] = []
    with ProcessPoolExecutor(arguments.eyes) as pool:
        for case, counted, notes, ms in pool.map(shown, cases(arguments.times)):
            counts[f"{case.camera}, {case.fps:g} pictures a second"] += counted
            took_ms += ms
            if notes:
                mistakes[" ".join(map(str, case))] = notes
    result = {"counts": {name: dict(each) for name, each in counts.items()}, "mistakes": mistakes}
    print(json.dumps(result | {"mean_ms": round(float(np.mean(took_ms)), 1)}, indent=1))
    every = sum(counts.values(), Counter[str]())
    return 1 if every["wrong"] or every["twice"] or not every["films"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
