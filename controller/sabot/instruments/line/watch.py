"""The state of a line, from bytes, errors, or nothing at all. Pure: it gets the time as an argument.

An instrument with a heartbeat (`silence_s`) is connected if a whole frame came within that time; an open port
is not enough. One that sends only when something happens counts as connected while its port is open; nobody
can know more. `losses` decides which losses and returns are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from sabot.core.observations import DeviceFound, DeviceLost, DeviceTroubled, Observation
from sabot.core.reasons import NOTHING, Reason, Why, as_dict, reason
from sabot.instruments.contract import DriverInfo, Parser
from sabot.instruments.line.losses import STEADY_S, Losses

UNFRAMED_BYTES = 64
"""This many bytes more than the longest message, without a frame, are not noise: the speed or the driver is
wrong."""

UNFRAMED_FEW = 8
PAUSE_NS = 1_000_000_000
"""On a mostly quiet line fewer bytes are enough after it has been quiet for this long."""


_no_keys = partial(reason, "bytes arrive but none are keys: a reader on a serial line is no {source}")
_no_frames = partial(
    reason,
    "bytes arrive but none are frames of {source}: wrong speed ({n} baud here), or another instrument",
)


class Marked(NamedTuple):
    """An observation, and the instrument's own number of the message that is whole with it.

    Only the last observation of a message has the number. If the power fails between two of them, the message
    is not on record as a whole, and the instrument sends it again.
    """

    observation: Observation
    mark: str = ""


class Watch:
    """Watches one line. `state` is `away`, `open` (nothing whole heard yet), `found` or `silent`."""

    def __init__(
        self, info: DriverInfo, parser: Parser, *, role: str, baud: int, steady_s: float = STEADY_S
    ) -> None:
        self.info, self.parser, self.role, self.baud = info, parser, role, baud
        self.losses = Losses(role, info.name, steady_s=steady_s)
        self.state, self.where = "away", ""
        self.why: Why = NOTHING
        self.heard_ns: int | None = None
        self.framed_ns: int | None = None
        self._since_ns = 0
        self._framed_bytes = 0
        self._unframed = False
        self._waiting: list[Observation] = []
        self._trouble: DeviceTroubled | None = None  # the last one that the parser told and has not ended

    def opened(self, where: str, t_ns: int) -> list[Marked]:
        """The port is open."""
        self.where, self._since_ns = where, t_ns
        self._framed_bytes = self.parser.tally.bytes
        self.state = "open"
        return [] if self.info.silence_s is not None else self._found(t_ns)

    def received(self, data: bytes, t_ns: int) -> list[Marked]:
        """These bytes came."""
        self.heard_ns = t_ns
        marked = self._back(self.losses.held(t_ns))
        for piece in _pieces(data, self.info.ends):
            before = self.parser.tally.frames
            seen = self.parser.feed(piece)
            if self.parser.tally.frames > before:
                is_blind = any(isinstance(each, DeviceLost) for each in seen)
                marked += self._framed(t_ns, is_blind=is_blind)
            marked += self._said(seen, t_ns)
        return marked + self._judged_speed(UNFRAMED_BYTES + self.info.longest)

    def nothing(self, t_ns: int) -> list[Marked]:
        """The port is open and gave no bytes for a while."""
        still = t_ns - (self.heard_ns or 0) >= PAUSE_NS
        seen = self._back(self.losses.held(t_ns))
        seen += self._judged_speed(UNFRAMED_FEW) if still and self.framed_ns is None else []
        limit_s = self.info.silence_s
        if limit_s is None or self.state not in ("open", "found"):
            return seen
        quiet_s = (t_ns - max(self._since_ns, self.framed_ns or 0)) / 1e9
        if quiet_s < limit_s:
            return seen
        why = self._silence(limit_s)
        beyond = [] if self.losses.is_lost else self.parser.silent(why)
        return seen + self._lost(why, "silent", t_ns) + self._marked(beyond)

    def failed(self, why: Why, t_ns: int) -> list[Marked]:
        """The port is gone, or could not be opened."""
        half = self._said(self.parser.cut(), t_ns)
        self._waiting = [each for each in self._waiting if getattr(each, "since_ok", False)]
        self._unframed, self._trouble = False, None
        return half + self._lost(why, "away", t_ns)

    def has_held(self, since_ns: int, t_ns: int, *, for_s: float) -> bool:
        """Whether the line, open since `since_ns`, spoke as it should and did so for at least `for_s`."""
        return self.state == "found" and t_ns - since_ns >= for_s * 1e9

    def status(self) -> dict[str, object]:
        """All that is known of the line, as plain values."""
        return {
            "role": self.role,
            "driver": self.info.name,
            "where": self.where,
            "state": self.state,
            "why": as_dict(self.why),
            "tries": self.losses.tries,
            "heard_ns": self.heard_ns,
            "framed_ns": self.framed_ns,
            **self.parser.tally.as_dict(),
        }

    def _found(self, t_ns: int, *, is_blind: bool = False) -> list[Marked]:
        self.state, self.why = "found", NOTHING
        return [] if is_blind else self._back(self.losses.found(self.where, t_ns))

    def _back(self, returns: list[DeviceFound]) -> list[Marked]:
        """The return, if it is reported now, what had to wait for it, and the trouble that is not over."""
        if not returns:
            return []
        waited, self._waiting = self._waiting, []
        still = [each for each in [self._trouble] if each and each not in waited]
        return [Marked(each) for each in (*returns, *waited, *still)]

    def _lost(self, why: Why, state: str, t_ns: int) -> list[Marked]:
        if self.state != "silent":  # one that is silent was counted when it fell silent
            self.losses.tried()
        self.state, self.why = state, why
        return [Marked(each) for each in self.losses.lost(why, t_ns)]

    def _framed(self, t_ns: int, *, is_blind: bool) -> list[Marked]:
        """A whole frame came: the line is fine again, although the device may be blind."""
        self.framed_ns, self._framed_bytes = t_ns, self.parser.tally.bytes
        found = self._found(t_ns, is_blind=is_blind) if self.state != "found" else []
        if not self._unframed:
            return found
        self._unframed = False
        over = DeviceTroubled(self.role, reason("frames arrive again"), since_ok=True)
        return found or [Marked(self._trouble or over)]

    def _said(self, seen: list[Observation], t_ns: int) -> list[Marked]:
        """What one message says, after the return of the instrument that says it. That something troubles it,
        or no longer does, waits until the return has held: a camera may freeze after each start."""
        marked: list[Marked] = []
        for each in seen:
            if isinstance(each, DeviceLost):  # the instrument itself has lost its sensor
                marked += [Marked(lost) for lost in self.losses.lost(each.why, t_ns)]
                self._trouble = None
            elif isinstance(each, DeviceFound):
                marked += self._back(self.losses.found(each.where, t_ns))
            elif self.losses.is_lost and (
                isinstance(each, DeviceTroubled) or getattr(each, "since_ok", False)
            ):
                self._waiting = [*(other for other in self._waiting if other != each), each]
            else:
                marked += [*self._back(self.losses.insisted()), Marked(each, self.parser.mark)]
            if isinstance(each, DeviceTroubled):
                self._trouble = None if each.since_ok else each
        return _with_one_mark(marked)

    def _marked(self, seen: list[Observation]) -> list[Marked]:
        return _with_one_mark([Marked(each, self.parser.mark) for each in seen])

    def _silence(self, limit_s: float) -> Reason:
        if self.parser.tally.bytes > self._framed_bytes:
            return self._wrong_speed()
        return reason("the port is open, but nothing was heard for {number} s", number=f"{limit_s:g}")

    def _judged_speed(self, enough: int) -> list[Marked]:
        unframed = self.parser.tally.bytes - self._framed_bytes
        if self._unframed or self.losses.is_lost or unframed < enough:
            return []
        self._unframed = True
        return [Marked(DeviceTroubled(self.role, self._wrong_speed()))]

    def _wrong_speed(self) -> Reason:
        if self.info.types:
            return _no_keys(source=self.info.name)
        return _no_frames(source=self.info.name, n=self.baud)


def _with_one_mark(marked: list[Marked]) -> list[Marked]:
    """The observations of one message, the mark on the last that has one."""
    last = max((number for number, each in enumerate(marked) if each.mark), default=-1)
    return [each if number == last else Marked(each.observation) for number, each in enumerate(marked)]


def _pieces(data: bytes, ends: bytes) -> Iterator[bytes]:
    """The data, cut after each `ends`, so that every message is fed alone; uncut where there is none."""
    if not ends:
        yield data
        return
    for piece in data.split(ends)[:-1]:
        yield piece + ends
    if rest := data.rsplit(ends, 1)[-1]:
        yield rest
