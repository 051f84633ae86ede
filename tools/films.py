"""Show films of a cloth with hands to the eye, and count what it tells right and wrong.

    .venv/bin/python -m tools.films --times 100
    .venv/bin/python -m tools.films --times 20 --slower 4     # a machine four times slower than this one
    .venv/bin/python -m tools.films --times 28 --fonts DIR    # decks printed in other fonts

Each film is one coup: cards are brought, slid, turned, covered, squared, collected, while arms cross over
them (`sabot_vision.training.films`). Every kind of camera of `CAMERAS` takes its share of the films, each at
15 and at 30 pictures a second. One JSON object is printed; the exit status is 0 if no card was reported
under a wrong name or as two cards.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision import drawing
from sabot_vision.training import composed
from sabot_vision.training.composed import NAMES
from sabot_vision.training.films.filming import EVERYTHING, TELEPHONE, Film, Knock, Shooting
from sabot_vision.training.films.followed import followed
from sabot_vision.training.films.slower import Slower

PLAIN = Shooting()
SMALL, LARGE = PLAIN._replace(px_per_mm=0.9), PLAIN._replace(wide=1280, tall=720, px_per_mm=2.4)
CAMERAS = {
    "plain": PLAIN,
    "flicker": PLAIN._replace(flicker=0.25, exposure_s=0.004),
    "telephone": TELEPHONE,
    "knocked": PLAIN._replace(wide=752, tall=424, marks=True),
    "everything": EVERYTHING._replace(wide=752, tall=424),
    "small cards": SMALL,
    "other decks": PLAIN,
    "other decks, large cards": LARGE,
}
"""How films are taken; `everything` is a telephone that is knocked under a lamp that flickers.
A knocked camera is knocked differently in each film, and there are marks. Cards are
57 pixels wide if they are small, 151 if they are large, else 76."""
OTHER_DECKS = {"other decks": (10.0, 14.0), "other decks, large cards": (5.5, 9.0)}
"""From and to which height in millimetres the indices of such a deck are printed, each film with its own."""

RATES_FPS = (15.0, 30.0)
"""Pictures a second."""


class Case(NamedTuple):
    """One film."""

    camera: str
    fps: float
    seed: int
    slower: float
    fonts: Path


def cases(times: int, slower: float, fonts: Path) -> Iterator[Case]:
    """Yields `times` films for each rate."""
    for seed in range(times):
        for fps in RATES_FPS:
            yield Case(list(CAMERAS)[seed % len(CAMERAS)], fps, seed, slower, fonts)


def faces(case: Case) -> Callable[[str], np.ndarray]:
    """Returns what draws the cards of a film."""
    if case.camera not in OTHER_DECKS:
        return drawing.card
    chance = np.random.default_rng((case.seed, 10))
    how = composed.look(chance, composed.fonts(case.fonts))
    high = float(chance.uniform(*OTHER_DECKS[case.camera]))
    how = how._replace(language="en", height=high, suit_size=0.7 * high, gap=0.15 * high)
    return cache(lambda name: np.ascontiguousarray(composed.card_of(how, name, chance, []).picture[..., :3]))


def shown(case: Case) -> tuple[Case, Counter[str], list[str], list[float]]:
    """Returns the counts of a film, a line for each mistake, and the milliseconds of each frame."""
    cv2.setNumThreads(1)
    chance = np.random.default_rng((case.seed, 9))
    names = [NAMES[int(n)] for n in chance.choice(len(NAMES), int(chance.integers(2, 5)), replace=False)]
    how = CAMERAS[case.camera]._replace(fps=case.fps)
    if case.camera in ("knocked", "everything"):
        x_px, y_px = chance.choice([-1, 1], 2) * chance.uniform(4, 20, 2)
        knock = Knock(chance.uniform(3, 9), float(x_px), float(y_px), chance.uniform(-2.5, 2.5))
        how = how._replace(knock=knock)
    slower = Slower(case.slower) if case.slower else None
    outcome = followed(Film(names, how, case.seed, face=faces(case)), slower=slower)
    return case, outcome.counts + Counter(cards=outcome.cards, films=1), outcome.notes, outcome.took_ms


def main() -> int:
    """Show the films."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=100, help="how many films for each rate")
    parser.add_argument("--eyes", type=int, default=2, help="how many are shown side by side")
    parser.add_argument(
        "--slower", type=float, default=0.0, help="times slower than this machine; 0: no frame is lost"
    )
    parser.add_argument("--fonts", type=Path, default=composed.FONTS, help="of the other decks")
    arguments = parser.parse_args()
    if not composed.fonts(arguments.fonts):
        parser.error(f"{arguments.fonts}: there is no font in it that an index may be printed in")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    mistakes: dict[str, list[str]] = {}
    took_ms: list[float] = []
    with ProcessPoolExecutor(arguments.eyes) as pool:
        for case, counted, notes, ms in pool.map(
            shown, cases(arguments.times, arguments.slower, arguments.fonts)
        ):
            counts[f"{case.camera}, {case.fps:g} pictures a second"] += counted
            took_ms += ms
            if notes:
                mistakes[f"{case.camera} {case.fps:g} {case.seed}"] = notes
    result = {"counts": {name: dict(each) for name, each in counts.items()}, "mistakes": mistakes}
    print(json.dumps(result | {"mean_ms": round(float(np.mean(took_ms)), 1)}, indent=1))
    total = sum(counts.values(), Counter[str]())
    return 1 if total["wrong"] or total["twice"] or not total["films"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
