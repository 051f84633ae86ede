"""Where a camera stands over a wheel, for a program: four points in a picture, then one turn of the rotor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from sabot.core.reasons import reason
from sabot_vision.calibrating import written
from sabot_vision.frame import Frame, StuckError, settings_of
from sabot_vision.places import PlacesError, points_spelled
from sabot_vision.sources import frames
from sabot_vision.wheel.calibrating import RingError, calibrated
from sabot_vision.wheel.eye import WheelEye
from sabot_vision.wheel.marking import marked
from sabot_vision.wheel.seen import house_of

REFUSALS = (PlacesError, RingError, StuckError)
"""What `surveyed` raises, each with the reason."""

WITHIN_S = 60.0
"""The rotor must have turned once by then."""


def surveyed(source: str, given: Mapping[str, object], points: str, draw: Path | None) -> tuple[str, float]:
    """The view of the camera as the configuration has it, and how many turns the rotor was followed. `given`
    are the configuration's keys, `points` is written as in `sabot_vision.places`. Raises one of `REFUSALS`.
    """
    house = house_of(given)
    eye, first, turned = None, np.nan, 0.0
    picture: np.ndarray | None = None
    for picture, at_s in _pictures(frames(source, settings_of(given))):
        eye = eye or WheelEye(calibrated(picture, points_spelled(points), house.order), house)
        eye.see(picture, at_s)
        rotor = eye.seen.rotor if eye.seen else None
        if rotor is None or not rotor.sure:
            first = np.nan
            continue
        first = rotor.place if np.isnan(first) else first
        turned = abs(rotor.place - first) / len(house.order)
        if turned >= 1:
            break
    if eye is None or picture is None:
        raise RingError(reason("there is no picture"))
    if draw is not None:
        written(marked(picture, eye.view, house.order, eye.seen), draw)
    if turned < 1:
        raise RingError(
            reason("the rotor was not followed once round: push it, and look whether the points are right")
        )
    return eye.view.spelled(), turned


def _pictures(taken: Iterable[Frame]) -> Iterator[tuple[np.ndarray, float]]:
    """The pictures of `WITHIN_S`, each with its second. Raises RingError where there is none."""
    begun_s = np.nan
    for frame in taken:
        if frame.picture is None:
            raise RingError(frame.why)
        begun_s = frame.t_s if np.isnan(begun_s) else begun_s
        if frame.t_s > begun_s + WITHIN_S:
            return
        yield frame.picture, frame.t_s
