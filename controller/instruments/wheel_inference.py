"""From the edges of our own wheel sensor to spins: a pure function, NumPy arrays in, verdicts out.

Each spin is judged by itself: its rotor (`wheel_rotor`), the ball on the track (`wheel_track`), the ball at
rest (`wheel_rest`). What is not certain has no number and says why. The error that was measured stands in
docs/wheel.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.instruments import wheel_rotor, wheel_track
from controller.instruments.wheel_edges import SENSORS, Edge, Options
from controller.instruments.wheel_rest import Moments, Rest, Sighting, agreed, rest
from controller.instruments.wheel_rotor import BLIND_S, NOT_SMOOTH, Rotor, Times
from controller.instruments.wheel_terms import VOIDING
from controller.instruments.wheel_track import Run

BEFORE_S = 0.5
"""The rotor is looked at from the launch on: before it may have been turned the other way."""

GONE_TURNS, GONE_S = 3.4, 8.0
"""A ball that the sensor did not see for so many revolutions, and seconds, is no longer in its pocket."""

NEVER_TURNS = 5.0
"""One that was not seen at all for so many after it must have come to rest never lay there."""

EARLY_S = 6.0
"""A sensor that is silent is so until so long after the last pass of the ball, at least."""

Whole = NDArray[np.int64]
"""Whole numbers: microseconds, or the numbers of sensors."""

Seen = dict[str, Times]
"""Seconds at which each sensor saw something, in order, without doubles."""


class Spin(NamedTuple):
    """One spin. Times in microseconds of the recording's clock; `number` None: not certain, or not valid.

    `at_us`: when the ball was seen at its place for the second time, `known_us`: when no doubt was left,
    which is when a live table has the number. `laps`: passes of the ball on its track, missed ones
    included. `rotor_rpm` is that at the launch. `decided`: nothing that follows can change the verdict.
    `zone`: the pocket under the track sensor when the ball left it.
    """

    number: str | None
    begun_us: int
    at_us: int | None = None
    known_us: int | None = None
    rotor_rpm: float = 0.0
    direction: str = ""
    laps: int = 0
    confidence: float = 0.0
    faults: tuple[str, ...] = ()
    why: str = ""
    rnvp_us: int | None = None
    dropped_us: int | None = None
    zone: str = ""
    decided: bool = True


def seen(edges: Iterable[Edge]) -> Seen:
    """The edges by sensor, in order, without the second of two that came as one."""
    listed = list(edges)
    times = np.array([each.t_us for each in listed], dtype=np.int64)
    kinds = np.array([SENSORS[each.sensor] for each in listed], dtype=np.int64)
    return split(times, kinds)


def split(times_us: Whole, kinds: Whole) -> Seen:
    """The same from arrays: microseconds, and the sensors' numbers."""
    order = np.argsort(times_us, kind="stable")
    seconds, kinds = times_us[order] / 1e6, kinds[order]
    return {
        name: wheel_rotor.single(seconds[kinds == number], BLIND_S[name]) for name, number in SENSORS.items()
    }


def spins(edges: Seen, options: Options | None = None, *, now_s: float | None = None) -> list[Spin]:
    """Every spin in these edges. `now_s`: the edges go on, and all up to then is known; None: they are all.

    The last spin of edges that go on may not be `decided` yet.
    """
    chosen = options or Options()
    found: list[Spin] = []
    found_runs = wheel_track.balls(wheel_track.runs(edges["track"]), edges["pocket"])
    ends = [run.begun_s - 0.001 for run in found_runs[1:]]
    last_s = max((float(times[-1]) for times in edges.values() if len(times)), default=0.0)
    for number, run in enumerate(found_runs):
        over = number < len(ends) or now_s is None
        until_s = ends[number] if number < len(ends) else last_s if now_s is None else now_s
        begun_s = found_runs[number - 1].last_s if number else -np.inf
        window = _window(edges, max(begun_s, run.begun_s - BEFORE_S), until_s)
        found.append(judged(run, window, chosen, until_s=until_s, over=over, ever=len(edges["pocket"]) > 0))
        picked_up_s = _picked_up_s(run, window, chosen)
        blind = without_track(_window(edges, picked_up_s, until_s), chosen) if over else None
        if blind and blind.zone != found[-1].number:
            found.append(blind._replace(zone=""))
    if not found and (blind := without_track(edges, chosen)):
        found.append(blind._replace(zone=""))
    return alternating(found, chosen)


def _picked_up_s(run: Run, window: Seen, options: Options) -> float:
    """After which moment a ball that is seen in a pocket is another than that of this spin."""
    before_s, pocket = run.last_s, window["pocket"]
    for time_s in pocket[np.searchsorted(pocket, run.last_s) :].tolist():
        since_s = max(before_s, run.dropped_by_s + options.scatter_s)
        if time_s - since_s > GONE_S and _turns_between(window, since_s, time_s) > GONE_TURNS:
            break
        before_s = time_s
    return before_s + 0.001


def _turns_between(window: Seen, begin_s: float, end_s: float) -> int:
    return max(
        int(np.diff(np.searchsorted(window[each], (begin_s, end_s)))[0]) for each in ("index", "index2")
    )


def _window(edges: Seen, begin_s: float, end_s: float) -> Seen:
    return {
        name: times[np.searchsorted(times, begin_s) : np.searchsorted(times, end_s, side="right")]
        for name, times in edges.items()
    }


def judged(
    run: Run, window: Seen, options: Options, *, until_s: float, over: bool, ever: bool = True
) -> Spin:
    """One spin from the edges of its time; `ever`: whether the pocket sensor has seen anything at all."""
    apart = (options.index2_deg - options.index_deg) / 360
    rotor = wheel_rotor.rotor(window["index"], window["index2"], apart=apart, early_s=run.last_s + EARLY_S)
    period_s = _period(rotor, run.last_s)
    latest_s = run.dropped_by_s + options.scatter_s
    sightings = _sightings(rotor, window["pocket"], options, after_s=run.last_s + 0.02)
    moments = Moments(latest_s, until_s, period_s, over)
    verdict = _rest(rotor, _of_this_ball(sightings, rotor, latest_s), moments, options)
    waited = over or until_s > latest_s + 3.3 * period_s
    decided = verdict.place is not None or waited
    faults, why = _faults(run, rotor, verdict, moments, options, decided=decided, ever=ever)
    if over or over_lap(run, until_s):
        faults += _launch_faults(run, window, rotor, options, known=faults)
    return _spin(run, rotor, verdict, options, faults=faults, why=why, decided=decided, until_s=until_s)


def _spin(
    run: Run,
    rotor: Rotor,
    verdict: Rest,
    options: Options,
    *,
    faults: list[str],
    why: str,
    decided: bool,
    until_s: float,
) -> Spin:
    order = options.order
    valid = verdict.place is not None and not VOIDING.intersection(faults)
    place = round(verdict.place or 0.0) + order.index(options.mark_pocket)
    rnvp_s = run.rnvp_due_s(options.rnvp_rev_s)
    dropped = over_lap(run, until_s)
    return Spin(
        order[place % len(order)] if valid else None,
        _us(run.begun_s),
        _us(verdict.at_s) if valid else None,
        _us(verdict.known_s) if valid else None,
        round(rotor.rpm(run.begun_s), 2),
        rotor.direction,
        run.laps,
        verdict.confidence if valid else 0.0,
        tuple(dict.fromkeys(faults)),
        why,
        None if rnvp_s is None else _us(rnvp_s),
        _us(run.last_s) if dropped else None,
        _zone(rotor, run, options) if dropped else "",
        decided,
    )


def over_lap(run: Run, until_s: float) -> bool:
    """Whether the ball has left its track: not one pass is overdue, which may have been missed, but two."""
    return until_s > run.last_s + max(2.3 * run.last_lap_s, 0.8)


def _us(seconds: float) -> int:
    return round(seconds * 1e6)


def _period(rotor: Rotor, at_s: float) -> float:
    rpm = rotor.rpm(at_s)
    return 60 / rpm if 3 < rpm < 200 else 4.0


# --- the ball in the pockets --------------------------------------------------------------------------


def _sightings(rotor: Rotor, pocket: Times, options: Options, *, after_s: float) -> list[Sighting]:
    """Where on the rotor the ball was each time that the pocket sensor saw it."""
    if not rotor.direction:
        return []
    pockets = len(options.order)
    found = []
    for time_s in pocket[np.searchsorted(pocket, after_s) :].tolist():
        turn, rough = rotor.turned(time_s)
        if rough < NOT_SMOOTH:
            found.append(Sighting(time_s, turn, _place(rotor, turn, options, options.pocket_deg) % pockets))
    return found


def _of_this_ball(sightings: list[Sighting], rotor: Rotor, latest_s: float) -> list[Sighting]:
    """The sightings until the ball was not seen for so long that it is gone: what comes then is a hand."""
    turn, rough = rotor.turned(latest_s)
    for number, each in enumerate(sightings):
        if number == 0 and rough > NOT_SMOOTH:
            turn = each.turn
        if each.turn - turn > (GONE_TURNS if number else NEVER_TURNS):
            return sightings[:number]
        turn = max(each.turn, turn)
    return sightings


def _place(rotor: Rotor, turn: float, options: Options, sensor_deg: float) -> float:
    """The pocket (a fraction, clockwise from the mark) that lies at a sensor after this turn."""
    mark = options.index_deg / 360 + rotor.sign * turn
    return (sensor_deg / 360 - mark) * len(options.order)


def _rest(rotor: Rotor, sightings: list[Sighting], moments: Moments, options: Options) -> Rest:
    if not rotor.direction:
        return Rest(None, why="rotor")
    return rest(sightings, moments, pockets=len(options.order))


def _zone(rotor: Rotor, run: Run, options: Options) -> str:
    if not rotor.direction:
        return ""
    turn, rough = rotor.turned(run.last_s)
    place = _place(rotor, turn, options, options.track_deg)
    return options.order[round(place) % len(options.order)] if rough < NOT_SMOOTH else ""


# --- faults -------------------------------------------------------------------------------------------


def _faults(
    run: Run, rotor: Rotor, verdict: Rest, moments: Moments, options: Options, *, decided: bool, ever: bool
) -> tuple[list[str], str]:
    """The faults that the ball and the sensors leave, and a word on why there is no number."""
    if verdict.place is not None or not decided:
        return [], ""
    if rotor.silent:
        return ["sensor-silent"], rotor.silent
    if run.laps <= 3 and verdict.seen < 2:
        return ["launch-failed"], ""
    if verdict.why == "rotor":
        return ["sensors-disagree"], "index"
    if verdict.why == "moved":
        return ["sensors-disagree"], "pocket"
    watched = moments.now_s > moments.latest_s + 1.4 * moments.period_s
    if verdict.why == "nothing" and not ever:
        return ["ball-out", "sensor-silent"], "pocket"
    if watched and verdict.seen < 2 and verdict.why in ("nothing", "few"):
        return (["ball-out", "unsure"] if verdict.seen else ["ball-out"]), verdict.why
    return ["unsure"], verdict.why


def _launch_faults(run: Run, window: Seen, rotor: Rotor, options: Options, *, known: list[str]) -> list[str]:
    """The faults of the launch: laps, speed of the rotor, direction of the ball."""
    faults = []
    if run.laps < options.required_laps and "launch-failed" not in known and _has_dropped(run, window):
        faults.append("too-few-laps")
    rpm = 0.0 if "sensors-disagree" in known else rotor.rpm(run.begun_s)
    if rpm and not options.slowest_rpm <= rpm <= options.fastest_rpm:
        faults.append("rotor-too-slow" if rpm < options.slowest_rpm else "rotor-too-fast")
    ball = _ball_direction(run, window, options)
    if ball and rotor.direction and ball == rotor.sign:
        faults.append("wrong-direction")
    return faults


def _has_dropped(run: Run, window: Seen) -> bool:
    latest = max((float(times[-1]) for times in window.values() if len(times)), default=run.last_s)
    return over_lap(run, latest)


def _ball_direction(run: Run, window: Seen, options: Options) -> int:
    """1 clockwise, -1 anticlockwise, 0 unknown: a second beam across the track is needed to tell."""
    second = window["track2"]
    votes = 0
    if not len(second):
        return 0
    for before, now in zip(run.passes, run.passes[1:], strict=False):
        between = second[np.searchsorted(second, before) : np.searchsorted(second, now)]
        if len(between) == 1 and now - before < 1.5 * run.last_lap_s:
            part = (float(between[0]) - before) / (now - before)
            apart = (options.track2_deg - options.track_deg) / 360 % 1
            votes += 1 if abs(part - apart) < abs(part - (1 - apart)) else -1
    return (votes > 1) - (votes < -1)


def without_track(edges: Seen, options: Options) -> Spin | None:
    """A ball that lies in a pocket (here `zone`) although none was seen on the track: its sensor is blind."""
    pocket = edges["pocket"]
    if len(pocket) < 2:
        return None
    window = _window(edges, float(pocket[0]) - BEFORE_S, np.inf)
    apart = (options.index2_deg - options.index_deg) / 360
    rotor = wheel_rotor.rotor(window["index"], window["index2"], apart=apart)
    sightings = _sightings(rotor, pocket, options, after_s=-np.inf)
    place = agreed(sightings, pockets=len(options.order))
    if place is None:
        return None
    lies_in = options.order[(round(place) + options.order.index(options.mark_pocket)) % len(options.order)]
    at_us = _us(sightings[0].time_s)
    return Spin(None, at_us, direction=rotor.direction, faults=("sensor-silent",), why="track", zone=lies_in)


def alternating(found: list[Spin], options: Options, *, before: str = "") -> list[Spin]:
    """The spins, each that turns as the one before named a fault; `before` is the direction that came
    first."""
    if not options.alternate:
        return found
    named = []
    for spin in found:
        if spin.direction and spin.direction == before:
            spin = spin._replace(faults=(*spin.faults, "not-alternated"))
        before = spin.direction or before
        named.append(spin)
    return named
