"""A drawn wheel: the camera of a simulated table. Commands spin it, and say which fault it shows.

It replaces only the camera: the eye, the reader and the table are the real ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import cv2
import numpy as np

from sabot.core.reasons import NOTHING, reason
from sabot.core.shapes.json import record
from sabot.games.wheel.terms import CLOCKWISE
from sabot_vision.frame import LostError, Settings
from sabot_vision.training.wheels.filming import Scene, WheelFilm
from sabot_vision.training.wheels.spinning import WRONG, Spinning
from sabot_vision.training.wheels.styles import style
from sabot_vision.wheel.seen import House

SIZE_PX = (640, 480)
USUAL_SEED = 1

FAULTS = ("", "dark", "frozen", "lost", "knocked")
"""What can be wrong with the pictures: nothing; the lamp is off; the same one comes again and again; none
come; the camera looks aside."""

OTHER = "other"
"""The fault of a spin in which the drawn ball rests in another pocket than the wheel beside it says."""

KNOCKED_PX, LIT_SHARE = (34.0, 18.0), 0.02
TRIES_MOST = 4000


class DrawnWheel:
    """The source: `settings` give its pace, `house` its ring and `seed` the look of it, and its spins."""

    live, note, times = True, NOTHING, 1

    def __init__(
        self,
        settings: Settings,
        house: House,
        *,
        seed: int = 0,
        now: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._pace_s, self._order, self._now, self._wait = 1 / settings.fps, house.order, now, wait
        self.is_due: Callable[[float], bool] = lambda at_s: True
        looks = style(seed or USUAL_SEED, size=SIZE_PX)._replace(pockets=house.order, fps=float(settings.fps))
        self._scene, self._seed = Scene(looks), 1000 * (seed or USUAL_SEED)
        self._clockwise, self._fault, self._wrong = False, "", ""
        self._spinning = self._chosen("", "", before=(0.0, 0.0))
        self._film = WheelFilm(self._scene, self._spinning, seed=self._seed)
        self._begun_s = now() - self._spinning.truth.length_s
        self._next_s = -1e9
        self._last: np.ndarray | None = None

    @property
    def view(self) -> str:
        """Where its camera stands, as calibration spells it."""
        return self._scene.style.view.spelled()

    def obey(self, command: object) -> None:
        """`{"do": "spin", "number": "17", "turned": "clockwise"}`: the next spin, into any pocket without a
        number, and the other way than the last one on record; `{"do": "fault", "fault": …}`: one of `FAULTS`,
        or what goes wrong in the next spin: `OTHER` or one of `WRONG`. Other commands are ignored."""
        wanted = record(command)
        if wanted.get("do") == "spin":
            number, wrong = str(wanted.get("number", "")), str(wanted.get("wrong", ""))
            self._spin(number, wrong, turned=str(wanted.get("turned", "")))
        elif wanted.get("do") == "fault":
            self._go_wrong(str(wanted.get("fault")))

    def _go_wrong(self, fault: str) -> None:
        if fault in FAULTS:
            self._fault, self._wrong = fault, ""
        elif fault in (OTHER, *WRONG):
            self._wrong = fault

    def _spin(self, number: str, wrong: str, *, turned: str) -> None:
        wrong, self._wrong = wrong or self._wrong, ""
        if wrong == OTHER:
            wrong, number = "", self._other(number)
        if turned:  # another process may have spun before
            self._clockwise = turned != CLOCKWISE
        elif self._spinning.truth.number and self._spinning.wrong in ("", "hand"):
            self._clockwise = not self._clockwise  # a spin that did not count is spun again
        now_s = self._now()
        at_s = now_s - self._begun_s
        angle = self._spinning.rotor(at_s)
        before = angle, (angle - self._spinning.rotor(at_s - 0.01)) / 0.01
        self._spinning = self._chosen(number, wrong if wrong in WRONG else "", before=before)
        self._film = WheelFilm(self._scene, self._spinning, seed=self._seed)
        self._begun_s = now_s

    def _chosen(self, number: str, wrong: str, *, before: tuple[float, float]) -> Spinning:
        """The next spin by chance in which the ball rests in this pocket, if it rests."""
        for _ in range(TRIES_MOST):
            self._seed += 1
            found = Spinning(
                self._scene.style, self._seed, clockwise=self._clockwise, wrong=wrong, before=before
            )
            if number not in self._order or found.truth.number in (None, number):
                break
        return found

    def _other(self, number: str) -> str:
        """Another pocket than this one."""
        return (
            self._order[(self._order.index(number) + 1) % len(self._order)] if number in self._order else ""
        )

    def read(self) -> tuple[np.ndarray, float]:
        """The next picture that is due, when its time has come. Raises LostError where the fault is
        `lost`."""
        if self._fault == "lost":
            raise LostError(reason("the simulated camera was pulled out"))
        taken_s = self._next()
        while not self.is_due(taken_s):
            taken_s = self._next()
        if self._fault != "frozen" or self._last is None:
            self._last = self._spoilt(self._film.picture(taken_s - self._begun_s))
        return self._last, taken_s

    def _next(self) -> float:
        self._wait(max(0.0, self._next_s - self._now()))
        taken_s = self._now()
        self._next_s = max(self._next_s, taken_s - 1.0) + self._pace_s
        return taken_s

    def _spoilt(self, picture: np.ndarray) -> np.ndarray:
        if self._fault == "dark":
            return np.asarray(cv2.convertScaleAbs(picture, alpha=LIT_SHARE))
        if self._fault == "knocked":
            aside = np.array([(1, 0, KNOCKED_PX[0]), (0, 1, KNOCKED_PX[1])], np.float32)
            return np.asarray(cv2.warpAffine(picture, aside, SIZE_PX, borderMode=cv2.BORDER_REPLICATE))
        return picture

    def close(self) -> None:
        """There is nothing to close."""
