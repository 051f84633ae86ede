"""The faults of a spin, by name: of its sensors, its launch and its ball."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from itertools import pairwise

from sabot.games.wheel import launch
from sabot.instruments.wheel.edges import EYES, Options
from sabot.instruments.wheel.rest import Moments, Rest
from sabot.instruments.wheel.rotor import Rotor, Seen
from sabot.instruments.wheel.track import Run

SENSOR_OF_TWO_PLACES = {"moved": "pocket", "eyes": "pocket2"}
"""Which sensor is named where the ball was seen to lie in two places."""


def of_ball(
    run: Run, rotor: Rotor, verdict: Rest, moments: Moments, options: Options, *, decided: bool, ever: bool
) -> tuple[list[str], str]:
    """The faults of the ball and the sensors, and why there is no number."""
    if verdict.place is not None or not decided:
        return [], ""
    if rotor.silent:
        return ["sensor-silent"], rotor.silent
    if run.laps <= 3 and verdict.seen < 2:
        return ["launch-failed"], ""
    if verdict.why == "rotor":
        return ["sensors-disagree"], "index"
    if verdict.why in SENSOR_OF_TWO_PLACES:
        return ["sensors-disagree"], SENSOR_OF_TWO_PLACES[verdict.why]
    watched = moments.now_s > moments.latest_s + 1.4 * moments.period_s
    if verdict.why == "nothing" and not ever:
        return ["ball-out", "sensor-silent"], "pocket"
    if watched and verdict.seen < 2 and verdict.why in ("nothing", "few"):
        return (["ball-out", "unsure"] if verdict.seen else ["ball-out"]), verdict.why
    return ["unsure"], verdict.why


def blind_eye(run: Run, window: Seen, verdict: Rest, options: Options, *, ever: Collection[str]) -> str:
    """The eye that saw nothing of a ball that the other one saw come round; empty where there is none. The
    number counts: the other eye gave it."""
    if verdict.seen < 2:
        return ""
    there = [eye for eye in EYES if eye in ever or eye == "pocket" or options.pocket2]
    return next((eye for eye in there if not any(time > run.last_s for time in window[eye])), "")


def of_launch(run: Run, window: Seen, rotor: Rotor, options: Options, *, known: list[str]) -> list[str]:
    """The faults of the launch: laps, speed of the rotor, direction of the ball."""
    counts = "launch-failed" not in known and _has_dropped(run, window)
    rpm = 0.0 if "sensors-disagree" in known else rotor.rpm(run.begun_s)
    ball = _ball_direction(run, window, options)
    return launch.faults(run.laps if counts else None, rpm, options, ball=ball, rotor=rotor.sign)


def _has_dropped(run: Run, window: Seen) -> bool:
    latest = max((times[-1] for times in window.values() if times), default=run.last_s)
    return run.over(latest)


def _ball_direction(run: Run, window: Seen, options: Options) -> int:
    """1 clockwise, -1 anticlockwise, 0 unknown: a second beam across the track is needed to tell."""
    second = window["track2"]
    votes = 0
    if not second:
        return 0
    for before, now in pairwise(run.passes):
        between = second[bisect_left(second, before) : bisect_left(second, now)]
        if len(between) == 1 and now - before < 1.5 * run.last_lap_s:
            part = (between[0] - before) / (now - before)
            apart = (options.track2_deg - options.track_deg) / 360 % 1
            votes += 1 if abs(part - apart) < abs(part - (1 - apart)) else -1
    return (votes > 1) - (votes < -1)
