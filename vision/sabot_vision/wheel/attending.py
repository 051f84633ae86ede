"""The eye over a wheel at work: frames in, messages out, and what the person who sets it up is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from sabot.core.observations import as_dict
from sabot.core.reasons import NOTHING, Reason, of_error, reason, written
from sabot.core.shapes.json import record
from sabot.core.shapes.room import reason_of
from sabot_vision.frame import Frame
from sabot_vision.keeping import Shown
from sabot_vision.places import PlacesError, points_spelled
from sabot_vision.rig import Message
from sabot_vision.watching import FAULTS, Watch, light, small
from sabot_vision.wheel.calibrating import RingError, calibrated
from sabot_vision.wheel.eye import WheelEye
from sabot_vision.wheel.fit import Fit
from sabot_vision.wheel.marking import marked
from sabot_vision.wheel.seen import House
from sabot_vision.wheel.view import View, view_of

BEAT_S, FAULT_S = 0.5, 0.4
"""How often a beat is sent; after how long a fault of the pictures counts, and its end."""

WATCHES_S = 0.2
"""How often the pictures themselves are examined."""

BLINDING = ("black", "white", "torn", "frozen")
"""Faults of the pictures with which nothing can be judged. The judge itself says that a wheel is too dark."""

WHY = FAULTS | {
    "unplaced": reason("it is not known where the wheel lies: touch the four points of its ring"),
    "resized": reason("the pictures have another size than before: touch the four points of the ring again"),
    "knocked": reason(
        "the ring of numbers is not where it was: turn the camera back, or touch the four points again"
    ),
}
"""Why the eye does not see, by the name of its state."""


class Attendant:
    """Takes frames and sends messages. `view` is where the camera stands, spelled, or empty; `live` a folder
    for what is shown; `live_source`: the pictures come from a camera."""

    def __init__(
        self,
        house: House,
        view: str,
        tell: Callable[[Message], None],
        *,
        live: Path | None = None,
        live_source: bool = True,
    ) -> None:
        self.house, self._tell, self._live_source = house, tell, live_source
        self._shown, self._watch = Shown(live), Watch()
        self._state, self._pending, self._fault = "fine", ("fine", 0.0), ""
        self._beat_s = self._watched_s = -1e9
        self._points: str | None = None
        self._doubt = NOTHING
        self._place(view_of(view) if view else None)

    def _place(self, view: View | None) -> None:
        self.view = view
        self._begun_at, self._turned = np.nan, 0.0
        self._fit = Fit(view, self.house.order) if view else None
        self._awake()

    def _awake(self) -> None:
        """Nothing is known of a spin, nor of the rotor."""
        self.eye = WheelEye(self.view, self.house) if self.view else None

    def is_due(self, at_s: float) -> bool:
        """Whether a picture taken at this second would be looked at."""
        if self.eye is None or self._state != "fine":
            return at_s - self._watched_s >= WATCHES_S
        return self.eye.is_due(at_s)

    def see(self, frame: Frame) -> None:
        """Take one more frame, or the message that there is none."""
        if frame.picture is None:
            self._lost(frame)
            self._show(frame)
        elif self.is_due(frame.t_s):
            if self._points is not None:
                self._calibrate(frame.picture)
            self._look(frame.picture, frame.t_s)
            self._show(frame)

    def obey(self, command: object) -> None:
        """Obey a command of the controller: four points of the ring are the `corners`."""
        asked = record(command)
        if asked.get("do") == "corners":
            self._points = str(asked.get("corners", ""))

    # --- pictures

    def _lost(self, frame: Frame) -> None:
        if self._state != "lost":
            self._watch, self._fault, self._beat_s = Watch(), "", -1e9
            self._awake()
        self._state, self._pending = "lost", ("lost", frame.t_s)
        self._beat(frame.t_s, frame.why)

    def _look(self, picture: np.ndarray, at_s: float) -> None:
        if at_s - self._watched_s >= WATCHES_S:
            self._watched_s = at_s
            fault = self._watch.seen(picture, small(picture), at_s, live=self._live_source)
            self._fault = fault if fault in BLINDING else ""
        self._judge(self._fault or self._misplaced(picture) or "fine", at_s)
        if self.eye is not None and self._state in ("fine", "knocked") and not self._fault:
            said = self.eye.see(picture, at_s)
            self._turn()
            if self._fit and self.eye.judge.idle:
                self._fit.look(picture, self.eye.seen, at_s)
            if self._state == "fine":
                for each in said:
                    self._tell({"eye": "wheel", "seen": as_dict(each)})
        self._beat(at_s, WHY.get(self._state, NOTHING), picture)

    def _misplaced(self, picture: np.ndarray) -> str:
        if self.view is None:
            return "unplaced"
        if picture.shape[:2] != (self.view.tall, self.view.wide):
            return "resized"
        return "knocked" if self._fit and self._fit.knocked else ""

    def _judge(self, state: str, at_s: float) -> None:
        """A state counts after a while; the first picture after a loss counts at once."""
        if state != self._pending[0]:
            self._pending = (state, at_s)
        since_s = at_s - self._pending[1]
        if state == self._state or (since_s < FAULT_S and not (self._state == "lost" and state == "fine")):
            return
        self._state, self._beat_s = state, -1e9
        self._awake()

    def _beat(self, at_s: float, why: Reason, picture: np.ndarray | None = None) -> None:
        if 0 <= at_s - self._beat_s < BEAT_S:
            return
        self._beat_s = at_s
        more = light(picture, small(picture))._asdict() if picture is not None else {}
        self._tell({"eye": "beat", "state": self._state, **written(why, "why"), **more})

    # --- where the wheel lies

    def _calibrate(self, picture: np.ndarray) -> None:
        """The wheel lies where the points say, or as before if they cannot be right."""
        spelled, self._points = self._points, None
        try:
            view = calibrated(picture, points_spelled(spelled or ""), self.house.order)
        except (PlacesError, RingError) as error:
            self._doubt = of_error(error)
        else:
            self._doubt = NOTHING
            self._place(view)

    def _turn(self) -> None:
        """How far the rotor has turned since it was placed, while it was known which pocket is which."""
        rotor = self.eye.seen.rotor if self.eye and self.eye.seen else None
        if rotor is None or not rotor.sure:
            self._begun_at = np.nan
            return
        if np.isnan(self._begun_at):
            self._begun_at = rotor.place
        away = abs(rotor.place - self._begun_at) / len(self.house.order)
        self._turned = max(self._turned, away)

    # --- being looked at

    def _show(self, frame: Frame) -> None:
        if not self._shown.is_due(frame.t_s):
            return
        seen = self.eye.seen if self.eye else None
        status: Message = {
            "state": self._state,
            "why": reason_of(frame.why or WHY.get(self._state, frame.note)),
            "calibration": reason_of(self._doubt),
            "view": self.view.spelled() if self.view else "",
            "turned": round(self._turned, 2),
            "sure": bool(seen and seen.rotor.sure and seen.rotor.seen),
        }
        picture = frame.picture
        if picture is not None:
            status |= {"width": picture.shape[1], "height": picture.shape[0]}
            status |= light(picture, small(picture))._asdict()
            if self.view and self._state != "resized":
                picture = marked(picture, self.view, self.house.order, seen)
        self._shown.show(picture, status, frame.t_s)
