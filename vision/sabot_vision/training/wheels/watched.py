"""What the eye says about films of a wheel, compared with what truly happened."""

from __future__ import annotations

from collections import Counter
from time import thread_time
from typing import NamedTuple

import numpy as np

from sabot.core.observations import BallSeen, Observation, WheelFault
from sabot_vision.training.wheels.filming import Scene, WheelFilm
from sabot_vision.training.wheels.spinning import HABITS, Habits, Spinning, Truth
from sabot_vision.training.wheels.styles import Style
from sabot_vision.wheel.calibrating import calibrated
from sabot_vision.wheel.eye import WheelEye
from sabot_vision.wheel.seen import House
from sabot_vision.wheel.strips import Unroller
from sabot_vision.wheel.view import View

NAMED = {
    "ball-out": {"ball-out", "unsure"},
    "ball-removed": {"ball-removed", "ball-out", "hand-in-the-way", "unsure"},
    "launch-failed": {"launch-failed", "ball-removed", "hand-in-the-way"},
    "no-spin": {"spin-not-seen"},
    "hand": {"hand-in-the-way", "ball-removed", "unsure"},
    "carried": {"hand-in-the-way", "ball-removed", "unsure"},
    "down-at-once": {"too-few-laps"},
    "dark": {"ring-not-seen"},
}
"""The faults that are true of a spin in which this went wrong; of any other, its own name alone."""

TOUCH_PX = 2.0
"""How far off somebody touches the ring's rim (one sigma), in a picture 640 pixels wide."""


class Watched(NamedTuple):
    """What became of a spin: how often each of `COUNTED` happened, a line for each mistake, seconds from
    rest to the number, and the milliseconds of this process for each
    picture that was looked at; `share` of a core that they were."""

    counts: Counter[str]
    notes: list[str]
    took_s: list[float]
    took_ms: list[float]
    share: float = 0.0


COUNTED = ("right", "unsure", "wrong", "withdrawn", "named", "misnamed", "false-alarm", "unsaid", "in-spite")
"""Of spins with a number: `right`, `unsure` (none was given) or `wrong`. Of others: whether the fault was
`named`, `misnamed`, or nothing was said (`unsaid`); a number of theirs is `wrong`. `withdrawn`: a wrong one,
after which the eye said so. `false-alarm`: a fault that there was not, beside a number. `in-spite`: a right
number that was given although a hand, which did not move the ball, was over the wheel before it lay still."""


def touched(style: Style, seed: int) -> list[tuple[float, float]]:
    """The four points of the ring's rim, as somebody touches them."""
    chance = np.random.default_rng((seed, 33))
    angle = np.linspace(0, 2 * np.pi, 720)
    rim = style.view.pixels(np.ones(720), angle, np.zeros(720))
    points = rim[[*rim.argmin(axis=0), *rim.argmax(axis=0)]]
    return [
        (float(x), float(y)) for x, y in points + chance.normal(0, TOUCH_PX * style.view.wide / 640, (4, 2))
    ]


def surveyed(scene: Scene, seed: int) -> View:
    """The view that calibration finds. Raises RingError."""
    tall = scene.style.view.tall
    picture = scene.empty(np.full(tall, float(seed)), 0.0)
    return calibrated(picture, touched(scene.style, seed), scene.style.pockets)


class Table:
    """A wheel with its eye, over several spins."""

    def __init__(self, scene: Scene, view: View, house: House, seed: int) -> None:
        self.scene, self.seed = scene, seed
        self.eye = WheelEye(view, house)
        scene.narrow(Unroller(view, len(house.order)).reads(view.tall, view.wide))
        self._begin_s, self._before, self._spins = 0.0, (0.0, 0.0), 0
        self._clockwise = bool(seed % 2)

    def spin(self, *, wrong: str = "", habits: Habits = HABITS) -> Watched:
        """One spin more, and what the eye said of it. The rotor turns the other way than in the last spin
        that counted, unless that is to go wrong."""
        clockwise = self._clockwise == (wrong == "not-alternated")
        seed = self.seed * 100 + self._spins
        spinning = Spinning(
            self.scene.style, seed, clockwise=clockwise, wrong=wrong, habits=habits, before=self._before
        )
        film = WheelFilm(self.scene, spinning, seed=seed, begin_s=self._begin_s)
        said: list[tuple[float, Observation]] = []
        took_ms = []
        for shot in film.shots(self.eye.is_due):
            begun_s = thread_time()
            found = self.eye.see(shot.picture, shot.t_s)
            took_ms.append(1000 * (thread_time() - begun_s))
            said += [(shot.t_s - self._begin_s, each) for each in found]
        self._before, self._spins = spinning.ends(), self._spins + 1
        self._begin_s += round(spinning.truth.length_s * self.scene.style.fps) / self.scene.style.fps
        if any(isinstance(each, BallSeen) for _, each in said):
            self._clockwise = clockwise
        share = sum(took_ms) / 1000 / spinning.truth.length_s
        return compared(spinning.truth, said)._replace(took_ms=took_ms, share=share)


def compared(truth: Truth, said: list[tuple[float, Observation]]) -> Watched:
    """The verdict on one spin."""
    numbers = [(at_s, each.pocket) for at_s, each in said if isinstance(each, BallSeen)]
    faults = {each.name for _, each in said if isinstance(each, WheelFault) and not each.since_ok}
    valid = truth.wrong in ("", "hand", "not-alternated", "dark") and truth.number is not None
    counts: Counter[str] = Counter()
    if any(not valid or number != truth.number or at_s < truth.rest_s - 0.5 for at_s, number in numbers):
        counts["wrong"] = 1
        counts["withdrawn"] = int("ball-moved" in faults)
    elif truth.wrong in ("", "hand", "dark") and numbers:
        counts["in-spite" if truth.wrong == "hand" else "right"] = 1
        counts["false-alarm"] = int(bool(faults - NAMED.get(truth.wrong, set())))
    elif not truth.wrong:
        counts["unsure"] = 1
    else:
        counts[_named(truth, faults)] = 1
    fine = counts["right"] or counts["named"] or counts["in-spite"]
    note = f"{truth}: {numbers}, {sorted(faults)}"
    took_s = [at_s - truth.rest_s for at_s, _ in numbers] if counts["right"] else []
    return Watched(counts, [] if fine and not counts["false-alarm"] else [note], took_s, [])


def _named(truth: Truth, faults: set[str]) -> str:
    if faults & NAMED.get(truth.wrong, {truth.wrong}):
        return "named"
    return "misnamed" if faults else "unsaid"
