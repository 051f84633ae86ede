"""What stands around the play: instruments, the wheel, the clock, and who is wanted. No undo takes it
back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sabot.core.agreement import Eye, looked
from sabot.core.cards import Card
from sabot.core.observations import (
    Acknowledged,
    BallSeen,
    ButtonPressed,
    CardLies,
    CardTaken,
    ClockTicked,
    Confirmed,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    Noted,
    Observation,
    WheelFault,
    WheelSeen,
)
from sabot.core.reasons import NOTHING, Reason, as_reason, reason

EYE = "camera"
"""The role of the instrument that sees cards lie."""

CLOCK_SET, CLOCK_BEHIND = "clock-set", "clock-behind"
"""The notes that the table itself makes about its wall clock."""

NEXT_OPENING = "next-opening"
"""The note of the supervisor who says when a closed table opens next."""

COUP_ABANDONED = "coup-abandoned"
"""The note that the table makes when it is opened for another game, or with other house rules, over a coup
that lay undecided, stakes in prison or a bank."""

BETS_OPEN, AT_REST = "bets-open", "at-rest"
"""The phases of the wheel before a spin, and at the end of a valid one."""

NUMBER_MISSED = "number-missed"
"""The fault of a wheel that went on without a number."""
ROUND_BEGINS = (BETS_OPEN, "spin-begun")
"""Phases of the wheel after which no number of the round before is told or seen any more."""

STEP_TOLD_NS = 600_000_000_000
"""The screens tell for ten minutes that the clock was set."""


class Instrument(NamedTuple):
    """An instrument as the table knows it: `state` is `found`, `troubled` or `lost`, since `since_ns`
    (UTC)."""

    role: str
    driver: str = ""
    where: str = ""
    state: str = "found"
    why: Reason = NOTHING
    since_ns: int = 0


class WheelAlert(NamedTuple):
    """A fault of the wheel. It goes when it is both over and answered for by its name."""

    name: str
    why: Reason = NOTHING
    spin: str = ""
    since_ns: int = 0
    over: bool = False
    answered: bool = False


class Wheel(NamedTuple):
    """The wheel as it was last seen, and its open faults, oldest first. `turned` is the direction of its
    rotor in the last valid spin.

    In this round: the `number` that stands, where a camera sees that the ball `lies`, and the `coup` for
    which the two were compared (0: not yet). `denied` is a number of the wheel that was not taken because the
    camera saw another, `doubted` the camera's number of the last dispute. `waits` is a number of the wheel
    that a camera has still to see, since `waits_ns` of the clock that never steps back. `entered` is the spin
    for which a person entered the number that stands; None: no person did.
    """

    seen: WheelSeen | None = None
    faults: tuple[WheelAlert, ...] = ()
    turned: str = ""
    number: str = ""
    lies: str = ""
    coup: int = 0
    denied: str = ""
    doubted: str = ""
    waits: BallSeen | None = None
    waits_ns: int = 0
    entered: str | None = None


class ClockNotice(NamedTuple):
    """What the screens tell of the wall clock, until `ends_ns` of the clock that never steps back; 0: until
    the clock is set."""

    why: Reason = NOTHING
    ends_ns: int = 0


class Abandoned(NamedTuple):
    """What the screens tell of coup `coup` of the table before, until the next one is over."""

    why: Reason = NOTHING
    coup: int = 0


class Entered(NamedTuple):
    """The cards that a person entered while the sabot was away and that it may still tell, oldest first.
    `named` is how many cards of the sabot were withdrawn meanwhile: the next entries stand in their place."""

    cards: tuple[Card, ...] = ()
    named: int = 0


class Room(NamedTuple):
    """What stands around the play and is not taken back with it: instruments, the wheel, the clock, who is
    wanted, and what the eye sees. A closed table opens at `opens_minute` of the day, if a supervisor
    said so. `cards_asked` is how often somebody pressed for the next card. The wall clock `clock_ns` is
    `ahead_ns` ahead of the clock that never steps
    back."""

    instruments: tuple[Instrument, ...] = ()
    clock_ns: int = 0
    unconfirmed: bool = False
    help_wanted: bool = False
    wheel: Wheel = Wheel()
    shut: bool = False
    eye: Eye = Eye()
    ahead_ns: int = 0
    clock_noted: ClockNotice = ClockNotice()
    abandoned: Abandoned = Abandoned()
    opens_minute: int | None = None
    cards_asked: int = 0
    entered: Entered = Entered()

    @property
    def is_blind(self) -> bool:
        """Whether the eye is known to see badly, or late: what it said before disputes nothing now."""
        return any(each.role == EYE and each.state != "found" for each in self.instruments)

    @property
    def steady_ns(self) -> int:
        """The time by which waiting is measured, from a clock that nobody sets."""
        return self.clock_ns - self.ahead_ns

    @property
    def clock_notice(self) -> Reason:
        """What is wrong with the wall clock, or was; empty where nothing is."""
        why, ends_ns = self.clock_noted
        return why if not ends_ns or self.steady_ns < ends_ns else NOTHING

    def notices(self, coup: int) -> list[Reason]:
        """What is worth knowing of the clock, and of the table before, while `coup` is the newest one."""
        of_before = self.abandoned.why if coup <= self.abandoned.coup + 1 else NOTHING
        return [each for each in (self.clock_notice, of_before) if each]


def room_after(room: Room, observation: Observation) -> Room:
    """The room after an observation that is no act at the table."""
    match observation:
        case ClockTicked(wall_ns):
            return room._replace(clock_ns=wall_ns)
        case Confirmed():
            return room._replace(unconfirmed=False)
        case ButtonPressed(button):
            return _pressed(room, button)
        case CardLies() | CardTaken():
            return room._replace(eye=looked(room.eye, observation))
        case DeviceFound() | DeviceLost() | DeviceTroubled():
            return _with_instrument(room, observation)
        case WheelSeen() | WheelFault() | Acknowledged():
            return room._replace(wheel=_wheel_after(room, observation))
        case Noted():
            return _noted(room, observation)
    return room


def _pressed(room: Room, button: str) -> Room:
    if button == "deal":
        return room._replace(cards_asked=room.cards_asked + 1)
    return room._replace(help_wanted=True) if button == "supervisor" else room


def _noted(room: Room, note: Noted) -> Room:
    if note.what in ("table-opened", "table-closed"):
        return room._replace(shut=note.what == "table-closed", opens_minute=None)
    if note.what == NEXT_OPENING:
        return room._replace(opens_minute=note.counted) if room.shut else room
    if note.what in (CLOCK_SET, CLOCK_BEHIND):
        return room._replace(clock_noted=_clock_notice(room, note))
    if note.what == COUP_ABANDONED:
        return room._replace(abandoned=Abandoned(_lost(note), note.about))
    return room


def _lost(note: Noted) -> Reason:
    if not note.text:
        return reason(
            "coup {n} was abandoned: the table was opened for another game or with other rules", n=note.about
        )
    return reason(
        "the table was opened for another game or with other rules in coup {n}; what was on it counts no"
        " more: {what}. Give the money back",
        n=note.about,
        what=lying(note.text),
    )


_SUMS: dict[str, Callable[[str], Reason]] = {
    "mises": lambda amount: reason("mises {amount}", amount=amount),
    "prison": lambda amount: reason("prison {amount}", amount=amount),
    "bank": lambda amount: reason("bank {amount}", amount=amount),
}


def lying(text: str) -> Reason:
    """What lay on a table, as it stands on record (`punto 8♣ · mises 5.00`), with its sums to be said in any
    language.

    >>> str(lying("punto 8♣ · mises 5.00"))
    'punto 8♣ · mises 5.00'
    """
    whole = NOTHING
    for part in text.split(" · "):
        word, _, amount = part.partition(" ")
        each = _SUMS[word](amount) if word in _SUMS else Reason(part)
        whole = reason("{one} · {other}", one=whole, other=each) if whole else each
    return whole


def _clock_notice(room: Room, note: Noted) -> ClockNotice:
    seconds = note.counted or 0
    if note.what == CLOCK_BEHIND:
        return ClockNotice(reason("the clock is wrong, {n} s behind the record: set it", n=seconds))
    why = reason("the clock was set by {n} s: times jump here, the order stays", n=f"{seconds:+d}")
    return ClockNotice(why, room.steady_ns + STEP_TOLD_NS)


def _wheel_after(room: Room, seen: WheelSeen | WheelFault | Acknowledged) -> Wheel:
    if isinstance(seen, Acknowledged):
        return _wheel(room, seen.fault, answered=True)
    if isinstance(seen, WheelFault):
        return _faulted(room, seen)
    turned = seen.direction if seen.phase == AT_REST and seen.direction else room.wheel.turned
    if seen.phase in ROUND_BEGINS:
        return Wheel(seen, room.wheel.faults, turned)
    return room.wheel._replace(seen=seen, turned=turned)


def _faulted(room: Room, fault: WheelFault) -> Wheel:
    """The wheel with one more fault, or with one over. A fault that comes again is there once, not
    acknowledged."""
    if fault.since_ok:
        return _wheel(room, fault.name, over=True)
    entered = room.wheel.entered
    if fault.name == NUMBER_MISSED and entered is not None and fault.spin in ("", entered):
        return room.wheel  # a person has entered the number
    alert = WheelAlert(fault.name, fault.because, fault.spin, room.clock_ns)
    others = tuple(each for each in room.wheel.faults if each.name != fault.name)
    return room.wheel._replace(faults=(*others, alert))


def _wheel(room: Room, name: str, **now: Any) -> Wheel:
    marked = (each._replace(**now) if each.name == name else each for each in room.wheel.faults)
    return room.wheel._replace(faults=tuple(each for each in marked if not (each.over and each.answered)))


def _with_instrument(room: Room, seen: DeviceFound | DeviceLost | DeviceTroubled) -> Room:
    """When the eye is found or lost, the table forgets what it saw before."""
    blinded = seen.role == EYE and not isinstance(seen, DeviceTroubled)
    if isinstance(seen, DeviceLost):
        room = room._replace(entered=room.entered._replace(named=0))
    return room._replace(instruments=_instruments(room, seen), eye=Eye() if blinded else room.eye)


def _instruments(room: Room, seen: DeviceFound | DeviceLost | DeviceTroubled) -> tuple[Instrument, ...]:
    known = {each.role: each for each in room.instruments}
    known[seen.role] = _instrument(known.get(seen.role, Instrument(seen.role)), seen, room.clock_ns)
    return tuple(known.values())


def _instrument(
    known: Instrument, seen: DeviceFound | DeviceLost | DeviceTroubled, now_ns: int
) -> Instrument:
    if isinstance(seen, DeviceFound):
        return Instrument(seen.role, seen.driver, seen.where, "found", NOTHING, now_ns)
    if isinstance(seen, DeviceLost):
        return known._replace(state="lost", why=as_reason(seen.why), since_ns=now_ns)
    if seen.since_ok:
        return known._replace(state="found", why=NOTHING, since_ns=now_ns)
    return known._replace(state="troubled", why=as_reason(seen.trouble), since_ns=now_ns)
