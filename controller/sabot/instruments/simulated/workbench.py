"""What a hand does to a simulated wheel while its sensors are measured: turn the rotor, roll the ball."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot.core.shapes.json import decimal, record, whole
from sabot.games.wheel.turning import Turning
from sabot.instruments.wheel.edges import EYES, Options
from sabot.instruments.wheel.physics import Truth, passes

TURN_RPM, TURN_SLOWING, TURN_DRAG = 24.0, 0.03, 1
LAP_S, LAP_GROWTH = 0.6, 1.04
TURNS_MOST = 200

Pulses = list[tuple[float, str]]


def turned(command: Mapping[str, object], wheel: Options) -> tuple[Truth, Pulses]:
    """The rotor turned by hand for `turns` turns, `clockwise` or not, perhaps with a `ball` in a pocket.

    `angles` are the true angles of the sensors, if they differ from the configured ones. Raises
    ValueError for an unknown pocket or angle.
    """
    wheel = _crooked(wheel, record(command.get("angles")))
    clockwise, turns = bool(command.get("clockwise", True)), _bounded(command.get("turns", 12))
    turning = Turning(TURN_RPM / 60, TURN_SLOWING, TURN_DRAG)
    end_s = turning.when(turns)
    sensors = {"index": (0.0, wheel.index_deg), "index2": (0.0, wheel.index2_deg)}
    if ball := str(command.get("ball", "")):
        if ball not in wheel.order:
            raise ValueError(f"{ball!r} is no pocket of this wheel")
        place = (wheel.order.index(ball) - wheel.order.index(wheel.mark_pocket)) / len(wheel.order)
        sensors |= {eye: (place, float(getattr(wheel, option))) for eye, option in EYES.items()}
    pulses = [
        (each, sensor)
        for sensor, (place, sensor_deg) in sensors.items()
        for each in passes(
            wheel, turning, clockwise=clockwise, place=place, sensor_deg=sensor_deg, end_s=end_s
        )
    ]
    return _nothing(clockwise, end_s), sorted(pulses)


def rolled(command: Mapping[str, object], wheel: Options) -> tuple[Truth, Pulses]:
    """The ball rolled clockwise along its track for `laps` laps, and taken out again."""
    wheel = _crooked(wheel, record(command.get("angles")))
    part = (wheel.track2_deg - wheel.track_deg) / 360 % 1
    pulses, now_s, lap_s = Pulses(), 0.5, LAP_S
    for _ in range(_bounded(command.get("laps", 8))):
        pulses += [(now_s, "track"), (now_s + part * lap_s, "track2")]
        now_s, lap_s = now_s + lap_s, lap_s * LAP_GROWTH
    return _nothing(True, now_s), pulses


def _crooked(wheel: Options, angles: Mapping[str, object]) -> Options:
    unknown = [name for name in angles if not (name.endswith("_deg") and name in wheel._fields)]
    if unknown:
        raise ValueError(f"no sensor has the angle {unknown[0]!r}")
    crooked: dict[str, Any] = {name: decimal(angle) for name, angle in angles.items()}
    return wheel._replace(**crooked)


def _bounded(value: object) -> int:
    return min(TURNS_MOST, max(1, whole(value)))


def _nothing(clockwise: bool, end_s: float) -> Truth:
    """No ball came to rest."""
    return Truth(None, clockwise, TURN_RPM, 0, 0.0, 0.0, end_s, 0.0, end_s)
