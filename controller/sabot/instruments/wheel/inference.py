"""From the edges of our own wheel sensor to spins: a pure function.

Each spin is judged by itself: its rotor (`wheel_rotor`), the ball on the track (`wheel_track`), where it was
seen (`wheel_places`), the ball at rest (`wheel_rest`), what went wrong (`wheel_faults`). What is not certain
has no number and says why. docs/wheel.md has the measured error.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable
from typing import NamedTuple

from sabot.core.progress import Progress, silent, stepping
from sabot.games.wheel.terms import VOIDING
from sabot.instruments.wheel import faults as wheel_faults
from sabot.instruments.wheel import rotor as wheel_rotor
from sabot.instruments.wheel import track as wheel_track
from sabot.instruments.wheel.edges import EYES, SENSORS, Edge, Options
from sabot.instruments.wheel.places import GONE_S, GONE_TURNS, glances, of_this_ball, sightings, zone
from sabot.instruments.wheel.rest import Moments, Rest, Sighting, agreed, rest
from sabot.instruments.wheel.rotor import BLIND_S, Rotor, Seen
from sabot.instruments.wheel.track import Run

BEFORE_S = 0.5
"""The rotor is looked at from the launch on: before it may have been turned the other way."""

EARLY_S = 6.0
"""A silent sensor must be silent until at least this long after the last pass of the ball."""


class Spin(NamedTuple):
    """One spin. Times in microseconds of the recording's clock; `number` None: not certain, or not valid.

    `at_us`: when the ball was seen at its place a revolution after the first time, `known_us`: when no
    doubt was left, which is when a live table has the number. `laps`: passes of the ball on its track, missed
    ones included. `rotor_rpm` is that at the launch. `decided`: nothing that follows can change the verdict.
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
    found: Seen = {name: [] for name in SENSORS}
    for each in sorted(edges, key=lambda edge: edge.t_us):
        found[each.sensor].append(each.t_us / 1e6)
    return {name: wheel_rotor.single(times, BLIND_S[name]) for name, times in found.items()}


def spins(
    edges: Seen,
    options: Options | None = None,
    *,
    now_s: float | None = None,
    progress: Progress = silent,
) -> list[Spin]:
    """Every spin in these edges. `now_s`: the edges go on, and all up to then is known; None: they are all.

    The last spin of edges that go on may not be `decided` yet.
    """
    chosen = options or Options()
    found: list[Spin] = []
    found_runs = wheel_track.balls(wheel_track.runs(edges["track"]), glances(edges))
    ever = frozenset(eye for eye in EYES if edges[eye])
    ends = [run.begun_s - 0.001 for run in found_runs[1:]]
    last_s = max((times[-1] for times in edges.values() if times), default=0.0)
    with progress("judging spins", len(found_runs)) as advance:
        for number, run in enumerate(stepping(found_runs, advance)):
            over = number < len(ends) or now_s is None
            until_s = ends[number] if number < len(ends) else last_s if now_s is None else now_s
            begun_s = found_runs[number - 1].last_s if number else -math.inf
            window = _window(edges, max(begun_s, run.begun_s - BEFORE_S), until_s)
            found.append(judged(run, window, chosen, until_s=until_s, over=over, ever=ever))
            picked_up_s = _picked_up_s(run, window, chosen)
            blind = without_track(_window(edges, picked_up_s, until_s), chosen) if over else None
            if blind and blind.zone != found[-1].number:
                found.append(blind._replace(zone=""))
    if not found and (blind := without_track(edges, chosen)):
        found.append(blind._replace(zone=""))
    return alternating(found, chosen)


def _picked_up_s(run: Run, window: Seen, options: Options) -> float:
    """After which moment a ball that is seen in a pocket is another than that of this spin."""
    before_s, pocket = run.last_s, glances(window)
    for time_s in pocket[bisect_left(pocket, run.last_s) :]:
        since_s = max(before_s, run.dropped_by_s + options.scatter_s)
        if time_s - since_s > GONE_S and _turns_between(window, since_s, time_s) > GONE_TURNS:
            break
        before_s = time_s
    return before_s + 0.001


def _turns_between(window: Seen, begin_s: float, end_s: float) -> int:
    marks = (window[each] for each in ("index", "index2"))
    return max(bisect_left(times, end_s) - bisect_left(times, begin_s) for times in marks)


def _window(edges: Seen, begin_s: float, end_s: float) -> Seen:
    return {
        name: times[bisect_left(times, begin_s) : bisect_right(times, end_s)] for name, times in edges.items()
    }


def judged(
    run: Run, window: Seen, options: Options, *, until_s: float, over: bool, ever: Collection[str]
) -> Spin:
    """One spin from the edges of its time; `ever`: the eyes that have seen anything at all."""
    early_s = run.last_s + EARLY_S
    rotor = wheel_rotor.rotor(window["index"], window["index2"], apart=options.index_apart, early_s=early_s)
    period_s = _period(rotor, run.last_s)
    latest_s = run.dropped_by_s + options.scatter_s
    found = sightings(rotor, window, options, after_s=run.last_s + 0.02)
    moments = Moments(latest_s, until_s, period_s, over)
    verdict = _rest(rotor, of_this_ball(found, rotor, latest_s), moments, options)
    waited = over or until_s > latest_s + 3.3 * period_s
    decided = verdict.place is not None or waited
    faults, why = wheel_faults.of_ball(
        run, rotor, verdict, moments, options, decided=decided, ever=bool(ever)
    )
    if over or run.over(until_s):
        faults += wheel_faults.of_launch(run, window, rotor, options, known=faults)
    spin = _spin(run, rotor, verdict, options, faults=faults, why=why, decided=decided, until_s=until_s)
    blind = wheel_faults.blind_eye(run, window, verdict, options, ever=ever) if over else ""
    return spin._replace(faults=(*spin.faults, "sensor-silent"), why=blind) if blind else spin


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
    dropped = run.over(until_s)
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
        zone(rotor, run, options) if dropped else "",
        decided,
    )


def _us(seconds: float) -> int:
    return round(seconds * 1e6)


def _period(rotor: Rotor, at_s: float) -> float:
    rpm = rotor.rpm(at_s)
    return 60 / rpm if 3 < rpm < 200 else 4.0


def without_track(edges: Seen, options: Options) -> Spin | None:
    """A ball that lies in a pocket (here `zone`) although none was seen on the track: its sensor is blind."""
    pocket = glances(edges)
    if len(pocket) < 2:
        return None
    window = _window(edges, pocket[0] - BEFORE_S, math.inf)
    rotor = wheel_rotor.rotor(window["index"], window["index2"], apart=options.index_apart)
    found = sightings(rotor, edges, options, after_s=-math.inf)
    place = agreed(found, pockets=len(options.order))
    if place is None:
        return None
    lies_in = options.order[(round(place) + options.order.index(options.mark_pocket)) % len(options.order)]
    at_us = _us(found[0].time_s)
    return Spin(None, at_us, direction=rotor.direction, faults=("sensor-silent",), why="track", zone=lies_in)


def _rest(rotor: Rotor, found: list[Sighting], moments: Moments, options: Options) -> Rest:
    if not rotor.direction:
        return Rest(None, why="rotor")
    return rest(found, moments, pockets=len(options.order))


def alternating(found: list[Spin], options: Options) -> list[Spin]:
    """The spins, each that turns as the one before named a fault."""
    if not options.alternate:
        return found
    named, before = [], ""
    for spin in found:
        if spin.direction and spin.direction == before:
            spin = spin._replace(faults=(*spin.faults, "not-alternated"))
        before = spin.direction or before
        named.append(spin)
    return named
