"""Rounds of a Cammegh wheel as lines, for tests: `round_of` plays one as the recordings of a real wheel
show it."""

from sabot.core.observations import BallSeen, WheelFault, WheelSeen
from sabot.instruments.wheel.cammegh import Parser
from sabot.instruments.wheel.cammegh_wire import Status, line_of


def line(state, spin=1, winner="", *, flags=0, speed=160, turned=False):
    return line_of(Status(state, f"{spin:03d}", str(winner), flags, speed, turned))


def round_of(number, *, spin=1, before="", turned=None, bare=True, **more):
    """One round: stakes, rim, no more bets, the bare number, and the winner."""
    way = bool(spin % 2) if turned is None else turned
    lines = [line(state, spin, before, turned=way, **more) for state in (2, 2, 3, 3, 4, 4, 4)]
    lines += [f"{number}\r\n".encode()] if bare else []
    return lines + [line(5, spin, number, turned=way, **more)] * 4


def rounds(numbers, *, first=1):
    lines, before = [], ""
    for spin, number in enumerate(numbers, start=first):
        lines += round_of(number, spin=spin, before=before)
        before = number
    return lines


def heard(*pieces, parser=None):
    reader = parser or Parser()
    return [each for piece in pieces for each in reader.feed(piece)]


def numbers(seen):
    return [each.pocket for each in seen if isinstance(each, BallSeen)]


def faults(seen):
    return [each.name for each in seen if isinstance(each, WheelFault) and not each.since_ok]


def ended(seen):
    return [each.name for each in seen if isinstance(each, WheelFault) and each.since_ok]


def phases(seen):
    return [each.phase for each in seen if isinstance(each, WheelSeen)]
