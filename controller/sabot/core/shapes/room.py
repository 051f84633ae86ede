"""The room around a table as plain JSON values: its instruments, the wheel, its clock."""

from __future__ import annotations

from sabot.core import reasons
from sabot.core.reasons import PlainReason, Reason
from sabot.core.shapes.view import InstrumentShown, View, WheelAlertShown, WheelShown
from sabot.core.surroundings import Instrument, Room, Wheel, WheelAlert


def reason_of(why: Reason) -> PlainReason | None:
    """A reason for the screens; None where there is none."""
    return reasons.as_dict(why) if why else None


def room_shown(room: Room) -> View:
    """What of the room any screen may know."""
    return {
        "instruments": [_instrument(each) for each in room.instruments],
        "clock_ns": room.clock_ns,
        "unconfirmed": room.unconfirmed,
        "help_wanted": room.help_wanted,
        "wheel": _wheel(room.wheel),
        "shut": room.shut,
        "opens_minute": room.opens_minute,
    }


def _instrument(known: Instrument) -> InstrumentShown:
    return {
        "role": known.role,
        "driver": known.driver,
        "where": known.where,
        "state": known.state,
        "why": reason_of(known.why),
        "since_ns": known.since_ns,
    }


def _wheel(wheel: Wheel) -> WheelShown | None:
    """The wheel where there is one: the round as it stands, and its open faults by name."""
    if wheel.seen is None and not wheel.faults:
        return None
    seen = wheel.seen._asdict() if wheel.seen else None
    return {"seen": seen, "faults": [_wheel_alert(each) for each in wheel.faults]}


def _wheel_alert(fault: WheelAlert) -> WheelAlertShown:
    return {
        "name": fault.name,
        "why": reasons.as_dict(fault.why),
        "spin": fault.spin,
        "since_ns": fault.since_ns,
        "over": fault.over,
        "answered": fault.answered,
    }
