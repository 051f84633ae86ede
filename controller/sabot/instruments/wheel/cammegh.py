"""Roulette wheel Cammegh SlingShot 2: a status line twice a second. We only listen.

`*X;S;NNN;WW;F;SSS;D`: state, spin, winner, flags in hexadecimal, rotor speed, direction. The winner field
holds the previous number until state 5, so a number is taken from there alone, once, and only of a spin that
was seen. Two witnesses are asked for before it is believed: two lines in state 5, or one and the bare number
that the wheel sends before it. A line that is not whole is counted and says nothing. Lines have no time, and
may come late and many at once: only their order counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sabot.core.observations import BallSeen, Observation, WheelFault, WheelSeen
from sabot.core.reasons import NOTHING, Reason, Why, as_reason, reason
from sabot.games.wheel import terms as wheel_terms
from sabot.games.wheel.terms import AT_REST, BALL_DROPPED, BETS_OPEN, FAULTS, RNVP_DUE, SPIN_BEGUN
from sabot.instruments.contract import DriverInfo, LineListener
from sabot.instruments.wheel.cammegh_wire import (
    BARE_NUMBER,
    BETS,
    FLAGS,
    IDLE,
    LINE_BYTES_MOST,
    NO_MORE,
    OTHER_LINE,
    RIM,
    START,
    WINNER,
    Status,
    status,
)

_NATURAL = {(START, BETS), (BETS, RIM), (BETS, NO_MORE), (RIM, NO_MORE), (RIM, WINNER), (NO_MORE, WINNER)}
_NATURAL_RESTART = {(WINNER, BETS), (IDLE, START), (IDLE, BETS)}


class Options(NamedTuple):
    """`pockets` and `layout`: the wheel (pockets clockwise from zero, for one in an unusual order).

    `alternate`: whether the rotor must turn the other way in each spin. `slowest_rpm`, `fastest_rpm`: the
    bounds of the rotor during a spin. `unit_rpm`: what one of the speed field is (tenths, as far as is
    known). `witnesses`: how many must agree on a number, 1 or 2. `wheel`: the name under which statistics
    are kept; change it with the wheel.
    """

    pockets: int = 37
    layout: str = ""
    alternate: bool = True
    slowest_rpm: float = 8.0
    fastest_rpm: float = 40.0
    unit_rpm: float = 0.1
    witnesses: int = 2
    wheel: str = ""

    def refusal(self) -> str:
        """Why these options are impossible; empty if they are not."""
        if self.witnesses not in (1, 2):
            return f"witnesses = {self.witnesses}, but 1 or 2 was expected"
        if not 0 <= self.slowest_rpm < self.fastest_rpm:
            return "slowest_rpm must be below fastest_rpm"
        return wheel_terms.layout_refusal(self.pockets, self.layout)


class Parser(LineListener):
    """The lines of one wheel. `mark` is the spin whose number was published last."""

    def __init__(self, options: Options | None = None, role: str = "wheel", mark: str = "") -> None:
        super().__init__(role, bytes_most=LINE_BYTES_MOST)
        self.options = options or Options()
        self.mark = mark
        self._pockets = frozenset(wheel_terms.order(self.options.pockets, self.options.layout))
        self._now: Status | None = None
        self._odd: tuple[int, str] | None = None
        self._begun = self._asked = self._published = self._silent = False
        self._bare = ""
        self._candidate: tuple[str, str] | None = None
        self._flags = self._off_speed = 0
        self._standing: dict[str, Reason] = {}
        self._before: tuple[str, bool] | None = None

    def silent(self, why: Why) -> list[Observation]:
        """Nothing came for longer than such a wheel is ever still."""
        self._silent = True
        return list(self._fault("silent", as_reason(why)))

    def concluded(self) -> list[Observation]:
        """No line will follow: returns a number with one line in state 5 as its only witness, if there is
        one."""
        return list(self._rests(self._now)) if self._now else []

    # --- lines -----------------------------------------------------------------------------------------

    def whole(self, line: bytes) -> list[Observation]:
        """What a line of the wheel says; nothing, if it is empty."""
        return list(self._line(line)) if line else []

    def _line(self, line: bytes) -> Iterator[Observation]:
        now = status(line)
        if now is not None:
            self.tally.frames += 1
            if self._silent:
                self._silent = False
                yield from self._over("silent")
            yield from self._status(now)
        elif bare := BARE_NUMBER.fullmatch(line):
            self._bare = bare[1].decode("ascii")
            self.tally.refused["bare"] += 1
        elif OTHER_LINE.fullmatch(line):
            self.tally.frames += 1
        else:
            self.tally.refused["garbled"] += 1

    # --- a round ---------------------------------------------------------------------------------------

    def _status(self, now: Status) -> Iterator[Observation]:
        yield from self._flagged(now)
        before = self._now
        if before is None or self._believes(before, now):
            self._odd, self._now = None, now
            yield from self._moved(before, now)
        yield from self._speed(now)
        yield from self._number(now)
        self._bare = ""

    def _believes(self, before: Status, now: Status) -> bool:
        """Whether the wheel has moved on so; a step that no wheel makes must be seen twice running."""
        step, same = (before.state, now.state), before.spin == now.spin
        usual = same and (before.state == now.state or step in _NATURAL)
        if usual or step in _NATURAL_RESTART or now.state == IDLE or self._odd == (now.state, now.spin):
            return True
        self._odd = (now.state, now.spin)
        return False

    def _moved(self, before: Status | None, now: Status) -> Iterator[Observation]:
        if before is not None and (before.state, before.spin) == (now.state, now.spin):
            return
        yield from self._left(before, now)
        if now.state in (RIM, NO_MORE) and not self._begun:
            self._begun = True
            yield self._phase(SPIN_BEGUN, now)
        if now.state == NO_MORE:
            yield self._phase(RNVP_DUE, now)
            yield from self._alternates(now)
        if now.state == BETS:
            yield self._phase(BETS_OPEN, now)
        if now.state == WINNER and self._begun:
            yield self._phase(BALL_DROPPED, now)

    def _left(self, before: Status | None, now: Status) -> Iterator[Observation]:
        """What the step out of the last state means: a round that ended, or was broken off."""
        if before is None:
            return
        if before.state == IDLE:
            yield from self._over("closed-in-round")
        is_new = now.spin != before.spin or now.state in (START, BETS, IDLE)
        if now.state == IDLE and before.state in (BETS, RIM, NO_MORE):
            yield from self._fault("closed-in-round", spin=before.spin)
        elif is_new:
            yield from self._rests(before, witness=now)
            if self._begun and not self._published and before.state != IDLE:
                yield from self._fault("number-missed", spin=before.spin)
        if is_new:
            self._start_over()
            yield from self._over("not-alternated", "number-missed", "spin-not-seen", "no-such-pocket")

    def _start_over(self) -> None:
        self._begun = self._asked = self._published = False
        self._candidate = None

    def _alternates(self, now: Status) -> Iterator[Observation]:
        if not self.options.alternate or self._before is None:
            return
        spin, anticlockwise = self._before
        if (int(spin) + 1) % 1000 == int(now.spin) and anticlockwise == now.anticlockwise:
            yield from self._fault("not-alternated", spin=now.spin)

    # --- the number ------------------------------------------------------------------------------------

    def _number(self, now: Status) -> Iterator[Observation]:
        current = self._now
        if now.state != WINNER or current is None or (current.state, current.spin) != (WINNER, now.spin):
            return
        if not self._begun:
            yield from self._not_seen(now)
        elif now.winner and not now.flags and not self._published:
            twice = self._candidate == (now.spin, now.winner) or _number(self._bare) == _number(now.winner)
            self._candidate = (now.spin, now.winner)
            if twice or self.options.witnesses == 1:
                yield from self._publishes(now)

    def _rests(self, last: Status, *, witness: Status | None = None) -> Iterator[Observation]:
        """The number of a round that is over and had one line in state 5: the next round's line bears
        witness."""
        if self._candidate is None or self._published or not self._begun:
            return
        if witness is None or witness.winner == self._candidate[1]:
            yield from self._publishes(last)

    def _publishes(self, now: Status) -> Iterator[Observation]:
        assert self._candidate is not None
        spin, winner = self._candidate
        self._published, self.mark = True, spin
        if _number(winner) not in self._pockets:
            yield from self._fault("no-such-pocket", reason("the wheel shows {n}", n=winner), spin=spin)
            return
        self._before = (spin, now.anticlockwise)
        yield self._phase(AT_REST, now)
        yield BallSeen(_number(winner), self.role)

    def _not_seen(self, now: Status) -> Iterator[Observation]:
        if not self._asked and now.spin != self.mark:
            self._asked = True
            yield from self._fault("spin-not-seen", spin=now.spin)

    # --- faults ----------------------------------------------------------------------------------------

    def _flagged(self, now: Status) -> Iterator[Observation]:
        changed, self._flags = self._flags ^ now.flags, now.flags
        for bit, name in FLAGS.items():
            if changed & bit & now.flags:
                yield from self._fault(name, spin=now.spin)
            elif changed & bit:
                yield from self._over(name)

    def _speed(self, now: Status) -> Iterator[Observation]:
        """The bounds of the rotor, judged on two lines running, while the ball is in play."""
        rpm, low, high = now.speed * self.options.unit_rpm, self.options.slowest_rpm, self.options.fastest_rpm
        playing = now.state in (RIM, NO_MORE, WINNER)
        side = (rpm > high) - (rpm < low) if playing else 0
        if side and side == self._off_speed:
            yield from self._over(_off_speed(-side))
            why = reason("{number} revolutions a minute", number=f"{rpm:.1f}")
            yield from self._fault(_off_speed(side), why, spin=now.spin)
        elif not side:
            yield from self._over("rotor-too-slow", "rotor-too-fast")
        self._off_speed = side

    def _fault(self, name: str, why: Reason = NOTHING, *, spin: str = "") -> Iterator[Observation]:
        if name not in self._standing:
            self._standing[name] = why or FAULTS[name]
            yield WheelFault(name, self._standing[name], spin=spin, source=self.role)

    def _over(self, *gone: str) -> Iterator[Observation]:
        for name in gone:
            if (why := self._standing.pop(name, None)) is not None:
                yield WheelFault(name, why, since_ok=True, source=self.role)

    def _phase(self, phase: str, now: Status) -> WheelSeen:
        rpm = round(now.speed * self.options.unit_rpm, 2)
        return WheelSeen(phase, now.spin, now.direction, rpm, self.options.wheel, self.role)


def _off_speed(side: int) -> str:
    return "rotor-too-fast" if side > 0 else "rotor-too-slow"


def _number(text: str) -> str:
    """`07` and `7` are one number; `00` is another than `0`."""
    return text if text == "00" else text.lstrip("0") or text[-1:]


DRIVER = DriverInfo(
    name="cammegh",
    role="wheel",
    baud=9600,
    about="wheel Cammegh SlingShot 2 and its family, 9600 baud, listened to only",
    options=Options,
    parser=Parser,
    silence_s=5.0,
)
