"""Where on the rotor the eyes saw the ball, and where it was when it left its track."""

from __future__ import annotations

from bisect import bisect_left

from sabot.instruments.wheel.edges import EYES, Options
from sabot.instruments.wheel.rest import Sighting
from sabot.instruments.wheel.rotor import UNEVEN_TURNS, Rotor, Seen, Times
from sabot.instruments.wheel.track import Run

GONE_TURNS, GONE_S = 3.4, 8.0
"""A ball that no eye saw for this many revolutions of the rotor, and seconds, is no longer in its pocket."""

NEVER_TURNS = 5.0
"""A ball not seen at all for this many revolutions after it must be at rest was never there."""


def glances(edges: Seen) -> Times:
    """Seconds at which either eye saw something, in order."""
    return sorted(time for eye in EYES for time in edges[eye])


def sightings(rotor: Rotor, edges: Seen, options: Options, *, after_s: float) -> list[Sighting]:
    """Where on the rotor the ball was each time that an eye saw it, in order of time."""
    if not rotor.direction:
        return []
    found = [each for eye in EYES for each in _of_eye(eye, rotor, edges[eye], options, after_s)]
    return sorted(found)


def _of_eye(eye: str, rotor: Rotor, times: Times, options: Options, after_s: float) -> list[Sighting]:
    pockets, sensor_deg = len(options.order), float(getattr(options, EYES[eye]))
    found = []
    for time_s in times[bisect_left(times, after_s) :]:
        turn, rough = rotor.turned(time_s)
        if rough < UNEVEN_TURNS:
            found.append(Sighting(time_s, turn, _place(rotor, turn, options, sensor_deg) % pockets, eye))
    return found


def of_this_ball(seen: list[Sighting], rotor: Rotor, latest_s: float) -> list[Sighting]:
    """Returns the sightings until the ball is gone; later ones are a hand's."""
    turn, rough = rotor.turned(latest_s)
    for number, each in enumerate(seen):
        if number == 0 and rough > UNEVEN_TURNS:
            turn = each.turn
        if each.turn - turn > (GONE_TURNS if number else NEVER_TURNS):
            return seen[:number]
        turn = max(each.turn, turn)
    return seen


def _place(rotor: Rotor, turn: float, options: Options, sensor_deg: float) -> float:
    """The pocket (a fraction, clockwise from the mark) that lies at a sensor after this turn."""
    mark = options.index_deg / 360 + rotor.sign * turn
    return (sensor_deg / 360 - mark) * len(options.order)


def zone(rotor: Rotor, run: Run, options: Options) -> str:
    """The pocket under the track sensor at the last pass; empty where the turn is not known."""
    if not rotor.direction:
        return ""
    turn, rough = rotor.turned(run.last_s)
    place = _place(rotor, turn, options, options.track_deg)
    return options.order[round(place) % len(options.order)] if rough < UNEVEN_TURNS else ""
