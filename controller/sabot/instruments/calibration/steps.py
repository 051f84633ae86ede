"""The steps of a calibration: what to do, when enough was seen, and the result. Pure.

`heard` is every message since the step began; there is no port or clock here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sabot.instruments.calibration import light
from sabot.instruments.calibration.angles import Measured, apart, measured, rounded, single
from sabot.instruments.line.messages import CardRead, Edges, Gate, Level, Lid, Message, ReadFailure, not_read
from sabot.instruments.wheel.edges import EYES, NAMES, Options

TURNS_MEASURED = 8
"""How many revolutions of the rotor are measured."""

SPREAD_DEG = 2.0
"""If passes of one sensor are further apart than this, the rotor was turned too unevenly, or the sensor is
loose."""

LAPS_MEASURED, SWIPES_MEASURED, LEVELS_MEASURED = 5, 5, 10


class Heard(NamedTuple):
    """One message of the board, and the board's clock when it was sent (microseconds)."""

    at_us: int
    message: Message


class Verdict(NamedTuple):
    """What a step found: `options` to keep, or, where it is not `good`, what to do about it."""

    good: bool
    text: str
    options: Mapping[str, float] = {}


class Step(NamedTuple):
    """One step. `do`: for the person at the table; `enough` and `judge`: of what was heard, with the options
    kept so far; `hand`: the same as a command for a simulated instrument."""

    name: str
    do: str
    enough: Callable[[Sequence[Heard]], bool]
    judge: Callable[[Sequence[Heard], Mapping[str, float]], Verdict]
    hand: tuple[Mapping[str, object], ...] = ()


# --- the wheel --------------------------------------------------------------------------------------


def edges(heard: Sequence[Heard]) -> dict[str, list[int]]:
    """Microseconds at which each sensor saw something."""
    seen: dict[str, list[int]] = {name: [] for name in NAMES.values()}
    for at_us, message in heard:
        if isinstance(message, Edges):
            for sensor, after in message.edges:
                seen.get(NAMES.get(sensor, ""), []).append(at_us + after)
    return {name: single(times) for name, times in seen.items()}


def _seen(heard: Sequence[Heard], *sensors: str, times: int) -> bool:
    by_name = edges(heard)
    return any(len(by_name[name]) >= times for name in sensors)


def _steady(found: Measured | None, what: str) -> str:
    """Returns why this result is not usable; empty if it is."""
    if found is None:
        return (
            f"{what} was never seen between two passes of the mark: look at its cable, its distance, its mark"
        )
    if found.spread_deg > SPREAD_DEG:
        return (
            f"{what} scatters by {found.spread_deg:.1f} degrees: turn evenly, and let go; is it fixed well?"
        )
    return ""


def _index(heard: Sequence[Heard], known: Mapping[str, float]) -> Verdict:
    seen = edges(heard)
    for eye in EYES:
        if seen[eye]:
            return Verdict(False, f"{eye} sees something without a ball: light, or something bright there")
    found = measured(seen["index"], seen["index2"])
    if why := _steady(found, "index2"):
        return Verdict(False, why)
    assert found is not None
    if abs(found.angle_deg % 180 - 90) > 60:
        why = f"index2 sits at {found.angle_deg:.1f} degrees; expected 30 to 150 from index, on either side"
        return Verdict(False, why)
    kept = {"index_deg": 0.0, "index2_deg": rounded(found.angle_deg)}
    return Verdict(True, f"index2 sits {_angle_text(found)} clockwise from index", kept)


def _pocket(heard: Sequence[Heard], known: Mapping[str, float]) -> Verdict:
    seen = edges(heard)
    found = measured(seen["index"], seen["pocket"])
    if why := _steady(found, "the ball"):
        return Verdict(False, why)
    assert found is not None
    kept = {"pocket_deg": rounded(found.angle_deg), "pocket2": bool(seen["pocket2"])}
    text = f"the pocket sensor sits {_angle_text(found)} clockwise from index"
    if not seen["pocket2"]:
        return Verdict(True, f"{text}; no second one is fitted", kept)
    second = measured(seen["index"], seen["pocket2"])
    if why := _steady(second, "pocket2"):
        return Verdict(False, why)
    assert second is not None
    kept["pocket2_deg"] = rounded(second.angle_deg)
    if why := Options(pocket_deg=kept["pocket_deg"], pocket2_deg=kept["pocket2_deg"]).refusal():
        return Verdict(False, f"pocket2 sits at {second.angle_deg:.1f} degrees: {why}")
    return Verdict(True, f"{text}; pocket2 {_angle_text(second)}", kept)


def _direction(heard: Sequence[Heard], known: Mapping[str, float]) -> Verdict:
    """In the other direction the angles must be their opposites; otherwise two things were swapped."""
    seen = edges(heard)
    for sensor, name in {"index2": "index2_deg", **EYES}.items():
        if name not in known:
            continue  # no second eye is fitted
        found = measured(seen["index"], seen[sensor])
        if why := _steady(found, sensor):
            return Verdict(False, why)
        assert found is not None
        off = apart(-found.angle_deg, known[name])
        if abs(off) > 2 * SPREAD_DEG:
            why = f"{sensor} is {off:.0f} degrees off the other way round: was each turned as asked?"
            return Verdict(False, why)
    return Verdict(True, "both ways agree: direction and zero are right")


def _track(heard: Sequence[Heard], known: Mapping[str, float]) -> Verdict:
    seen = edges(heard)
    if not seen["track"]:
        return Verdict(
            False, "the track sensor saw nothing: look at its cable and whether the ball cuts its beam"
        )
    if not seen["track2"]:
        return Verdict(True, f"the track sensor saw {len(seen['track'])} laps; no second one is fitted")
    found = measured(seen["track"], seen["track2"])
    if why := _steady(found and found._replace(spread_deg=found.spread_deg / 4), "track2"):
        return Verdict(False, why)  # a ball is faster than a hand, so its angle is less exact
    assert found is not None
    track_deg = known.get("track_deg", 0.0)
    kept = {"track2_deg": rounded(track_deg + found.angle_deg)}
    return Verdict(True, f"track2 sits {_angle_text(found)} clockwise from track", kept)


def _angle_text(found: Measured) -> str:
    angle_deg, worst_deg = rounded(found.angle_deg), found.spread_deg
    return f"{angle_deg:.1f} degrees (of {found.passes} passes, the worst {worst_deg:.1f} off)"


def wheel(mark_pocket: str = "0") -> tuple[Step, ...]:
    """The steps for a wheel whose mark sits at this pocket."""
    clockwise = {"do": "turn", "clockwise": True, "turns": TURNS_MEASURED + 4}
    both = ({**clockwise, "clockwise": False, "ball": mark_pocket},)
    return (
        Step(
            "index",
            "Take the ball out. Turn the rotor clockwise, seen from above, and let it run.",
            lambda heard: _seen(heard, "index", times=TURNS_MEASURED),
            _index,
            (clockwise,),
        ),
        Step(
            "pocket",
            f"Lay the ball into pocket {mark_pocket}. Turn the rotor clockwise again and let it run.",
            lambda heard: _seen(heard, "index", times=TURNS_MEASURED),
            _pocket,
            ({**clockwise, "ball": mark_pocket},),
        ),
        Step(
            "direction",
            f"Leave the ball in pocket {mark_pocket}. Turn the rotor anticlockwise and let it run.",
            lambda heard: _seen(heard, "index", times=TURNS_MEASURED),
            _direction,
            both,
        ),
        Step(
            "track",
            "Take the ball and launch it clockwise along the track.",
            lambda heard: _seen(heard, "track", times=LAPS_MEASURED),
            _track,
            ({"do": "roll", "laps": LAPS_MEASURED + 3},),
        ),
    )


# --- the shoe ---------------------------------------------------------------------------------------


def _count(heard: Sequence[Heard], message: Message) -> int:
    return sum(each.message == message for each in heard)


def _levels(heard: Sequence[Heard]) -> list[Level]:
    """What the reading head said."""
    return [each.message for each in heard if isinstance(each.message, Level)]


def _light(heard: Sequence[Heard], known: Mapping[str, float]) -> Verdict:
    return Verdict(*light.without_card(_levels(heard)[1:]))  # the first one looks back to before the step


def _lid(heard: Sequence[Heard], known: Mapping[str, float]) -> Verdict:
    if not (_count(heard, Lid(True)) and _count(heard, Lid(False))):
        return Verdict(
            False, "the switch of the lid never changed: look at its cable, and whether the lid reaches it"
        )
    last = next(each.message for each in reversed(heard) if isinstance(each.message, Lid))
    if last == Lid(True):
        return Verdict(
            False, "the lid counts as open though it was closed last: its switch is the wrong way round"
        )
    return Verdict(True, "the lid is seen to open and to close")


def _gate(heard: Sequence[Heard], known: Mapping[str, float]) -> Verdict:
    if not (_count(heard, Gate(True)) and _count(heard, Gate(False))):
        return Verdict(False, "the gate never changed: look at its cable, and that nothing lies in its light")
    return Verdict(True, "the gate sees a card come and go")


def _cards(heard: Sequence[Heard], known: Mapping[str, float]) -> Verdict:
    read = [each.message for each in heard if isinstance(each.message, CardRead)]
    failed = [each.message for each in heard if isinstance(each.message, ReadFailure)]
    white = light.of_cards(_levels(heard))
    if failed:
        whys = "; ".join(sorted({str(not_read(each.reason)) for each in failed}))
        return Verdict(
            False, f"{len(failed)} of {len(read) + len(failed)} cards were not read: {whys}{white}"
        )
    if len(read) < SWIPES_MEASURED:
        why = f"{len(read)} cards were read; expected {SWIPES_MEASURED}: is the code where the sensor passes?"
        return Verdict(False, f"{why}{white}")
    speeds = [each.speed_mm_s for each in read]
    names = " ".join(each.name for each in read)
    return Verdict(True, f"read {names}, at {min(speeds)} to {max(speeds)} mm a second: compare them{white}")


LIGHT = Step(
    "light",
    "Close the lid, and leave the mouth empty.",
    lambda heard: len(_levels(heard)) > LEVELS_MEASURED,
    _light,
)
"""The first step for a shoe with a reading head."""


def shoe(*, head: bool = False) -> tuple[Step, ...]:
    """The steps for a shoe. `head`: it has a reading head that says its level."""
    swipes = tuple({"do": "swipe", "card": name} for name in ("8C", "TH", "AS", "KD", "2H"))
    return (
        *((LIGHT,) if head else ()),
        Step(
            "lid",
            "Open the lid, wait a second, and close it.",
            lambda heard: (
                _count(heard, Lid(True)) > 0 and isinstance(_last(heard, Lid), Lid) and not _open(heard)
            ),
            _lid,
            ({"do": "lid", "open": True}, {"do": "lid", "open": False}),
        ),
        Step(
            "gate",
            "Put a card into the mouth, and take it out the way it came.",
            lambda heard: _count(heard, Gate(True)) > 0 and _count(heard, Gate(False)) > 0,
            _gate,
            ({"do": "gate", "busy": True}, {"do": "gate", "busy": False}),
        ),
        Step(
            "cards",
            f"Draw {SWIPES_MEASURED} cards, as fast as in a game.",
            lambda heard: _drawn(heard, head=head),
            _cards,
            swipes,
        ),
    )


def _drawn(heard: Sequence[Heard], *, head: bool) -> bool:
    """Enough cards were drawn, and a reading head has said how white the last one was."""
    passed = [n for n, each in enumerate(heard) if isinstance(each.message, CardRead | ReadFailure)]
    return len(passed) >= SWIPES_MEASURED and (not head or bool(_levels(heard[passed[-1] :])))


def _last(heard: Sequence[Heard], kind: type[Message]) -> Message | None:
    return next((each.message for each in reversed(heard) if isinstance(each.message, kind)), None)


def _open(heard: Sequence[Heard]) -> bool:
    return _last(heard, Lid) == Lid(True)
