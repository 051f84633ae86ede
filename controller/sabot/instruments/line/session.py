"""The sabot link to one of our own devices: every message in order, none lost, none twice.

The device numbers what it sends and keeps it until it is acknowledged. Only the next number is accepted: an
earlier one is a repeat; a later one means that one is missing, and the device sends again from the oldest. A
number is acknowledged when the message is on record, not when it arrived.
"""

from __future__ import annotations

from typing import Protocol

from sabot.core.observations import DeviceTroubled, Observation
from sabot.core.reasons import NOTHING, Reason, Why, reason
from sabot.instruments.contract import Program, Tally
from sabot.instruments.line import link, messages
from sabot.instruments.line.link import Deframer, Frame
from sabot.instruments.line.messages import Acknowledgement, Heartbeat, Hello, Identify, Level, Message
from sabot.instruments.line.troubles import Troubles

BY_WATCHDOG = "by watchdog"
"""The end of a firmware's name after its watchdog restarted it; it is reported as a restart."""

ASKED_AGAIN = 3
"""How often a board that speaks an older version is asked again: the first request may have been lost, or the
board knows no newer version."""

BEHIND_MOST = 0x1000
"""So far the oldest message that a device keeps may lie behind the next one that is awaited: more than it
keeps, and than arrive between two counts of what it dropped."""

SHAKEN = "shaken"
"""The trouble of messages that are missing, or cannot be read; it is over with the next one that counts."""

ALSO = {"sabot-shoe-light": "sabot-shoe"}
"""A board that gets an image of its own, and is the same instrument to a table."""


class Named(Protocol):
    """Options that say what the device must call itself."""

    @property
    def kind(self) -> str:
        """Such as `sabot-shoe`."""


def ahead(sequence: int, of: int) -> int:
    """How far `sequence` lies ahead of another, modulo 65536; negative: behind."""
    return (sequence - of + 0x8000) % 0x10000 - 0x8000


class Session:
    """The link to one device. `mark` is `boot:sequence:dropped` of the last message taken.

    `_taken` of the shoe and of the wheel gives the meaning of a message; `CALLED` is the device in words.
    """

    CALLED = reason("the device")
    CHECK = RESTARTED = NOTHING

    def __init__(self, options: Named, role: str, mark: str = "") -> None:
        self.options = options
        self.role = role
        self.tally = Tally()
        self.mark = mark
        self._deframer = Deframer(self.tally.refused)
        self._boot, self._next, self._dropped = _marked(mark)
        self._meets()
        self._speaks = 0
        self._settled: Acknowledgement | None = None
        self._acknowledges = False
        self.troubles = Troubles(role)
        self._tested_boot: int | None = None
        self._heard_again_us: int | None = None

    def feed(self, data: bytes) -> list[Observation]:
        """Returns the observations in these further bytes."""
        self.tally.bytes += len(data)
        seen: list[Observation] = []
        for frame in self._deframer.feed(data):
            seen += self._framed(frame)
        return seen

    def cut(self) -> list[Observation]:
        """Drop half a frame; the next device on the line must say hello."""
        self._deframer.cut()
        self._meets()
        self._heard_again_us = None
        return []

    def _meets(self) -> None:
        """The device on the line must say hello first."""
        self._met, self._asks, self._asks_again = False, True, ASKED_AGAIN

    def silent(self, why: Why) -> list[Observation]:
        """Nothing besides the loss itself."""
        self._heard_again_us = None
        return []

    def is_late(self, frame: Frame) -> bool:
        """Whether this message is of a time in which the device was not heard: from before its first greeting
        or heartbeat since then, by its own clock."""
        return self._heard_again_us is None or frame.time_us < self._heard_again_us

    def settled(self, mark: str) -> None:
        """All up to this mark is on record."""
        boot, following, _ = _marked(mark)
        if boot is None or boot != self._boot:
            return
        settled = Acknowledgement(boot, (following - 1) & 0xFFFF)
        self._acknowledges |= settled != self._settled
        self._settled = settled

    def replies(self) -> bytes:
        """An acknowledgement of what is settled, and a request to say hello, where one is due."""
        out = messages.framed(Identify()) if self._asks else b""
        if self._acknowledges and self._settled:
            out += messages.framed(self._settled)
        self._asks = self._acknowledges = False
        return out

    def _framed(self, frame: Frame) -> list[Observation]:
        self.tally.frames += 1
        message = messages.read(frame)
        if isinstance(message, Hello | Heartbeat) and self._heard_again_us is None:
            self._heard_again_us = frame.time_us
        if isinstance(message, Hello):
            return self._hello(message)
        if isinstance(message, Heartbeat):
            return [*self._heartbeat(message), *self._beaten(message, frame.time_us)]
        if isinstance(message, Level):
            return self._levelled(message, frame.time_us)
        if frame.type in link.NUMBERED:
            return self._numbered(frame, message)
        self.tally.refused["type"] += 1
        return []

    def _hello(self, hello: Hello) -> list[Observation]:
        self.tally.program = Program(hello.link_version, hello.kind, hello.firmware)
        refusal = self._refusal(hello)
        if refusal:
            self.tally.refused["kind" if hello.link_version in link.VERSIONS else "version"] += 1
            self._met = False
            return [DeviceTroubled(self.role, refusal)]
        self._met, self._speaks = True, hello.link_version
        self._ask_for_newer()
        self.tally.about = f"{hello.serial}, {hello.firmware}"
        return [*self._greeted(hello), *self._tested(hello)]

    def _greeted(self, hello: Hello) -> list[Observation]:
        if self._boot in (None, hello.boot):
            return self._met_again(hello)
        self._boot, self._next, self._dropped = hello.boot, hello.oldest, hello.dropped
        restarted = reason("{device} was restarted: {why}", device=self.CALLED, why=self.RESTARTED)
        return [*self._shake(restarted), *self._lost(hello.dropped)]

    def _refusal(self, hello: Hello) -> Reason:
        if hello.link_version not in link.VERSIONS:
            return reason(
                "the device speaks link version {n}, this controller version {m}: update the older one",
                n=hello.link_version,
                m=link.LINK_VERSION,
            )
        if self.options.kind not in (hello.kind, ALSO.get(hello.kind)):
            named = self.options.kind
            return reason(
                "a {source} hangs where the {note} is expected: change the port",
                source=hello.kind,
                note=named,
            )
        return NOTHING

    def _tested(self, hello: Hello) -> list[Observation]:
        """Returns the faults of the device's self-test, once for each start; they follow the version."""
        found = hello.firmware.partition(" ")[2].removesuffix(BY_WATCHDOG).strip()
        if not found or self._tested_boot == hello.boot:
            return []
        self._tested_boot = hello.boot
        return self._shake(
            reason("the self-test of {device} says: {why}", device=self.CALLED, why=Reason(found))
        )

    def _met_again(self, hello: Hello) -> list[Observation]:
        if self._boot is None:
            self._boot, self._next, self._dropped = hello.boot, hello.oldest, hello.dropped
        return self._skipped_to(hello.oldest, hello.dropped)

    def _heartbeat(self, beat: Heartbeat) -> list[Observation]:
        if not self._met or beat.boot != self._boot:
            self._meets()
            return []
        self._ask_for_newer()
        return self._skipped_to(beat.oldest, beat.dropped)

    def _ask_for_newer(self) -> None:
        """Ask a board that speaks an older version than this controller to say hello again, a few times."""
        if self._speaks < link.LINK_VERSION and self._asks_again:
            self._asks_again -= 1
            self._asks = True

    def _skipped_to(self, oldest: int, dropped: int) -> list[Observation]:
        """Report the messages that the device dropped and we never had.

        After our own restart the device may be ahead by acknowledged messages that needed no record: they are
        not lost. The numbers may have gone round since the last message that we had: what was dropped tells.
        """
        fresh = max(0, dropped - self._dropped)
        least = fresh - BEHIND_MOST
        lead = (oldest - self._next - least) % 0x10000 + least
        self._dropped = dropped
        if lead <= 0:
            return []
        self._next = oldest
        return self._lost(min(lead, fresh))

    def _lost(self, count: int) -> list[Observation]:
        if not count:
            return []
        return self._shake(
            reason("{n} messages of {device} are lost: {why}", n=count, device=self.CALLED, why=self.CHECK)
        )

    def _shake(self, trouble: Reason) -> list[Observation]:
        return self.troubles.begun(SHAKEN, trouble)

    def _numbered(self, frame: Frame, message: Message | None) -> list[Observation]:
        if not self._met:
            self.tally.refused["stranger"] += 1
            self._asks = True
            return []
        lead = ahead(frame.sequence, self._next)
        if lead:
            self._out_of_turn(lead)
            return []
        self._next = (self._next + 1) & 0xFFFF
        self.mark = f"{self._boot}:{frame.sequence}:{self._dropped}"
        return self._taken(frame, message)

    def _out_of_turn(self, lead: int) -> None:
        if lead < 0:
            self.tally.repeats += 1
        else:
            self.tally.refused["gap"] += 1
        self._acknowledges = True  # the device did not hear of the last one

    def _beaten(self, beat: Heartbeat, time_us: int) -> list[Observation]:
        """What the device's clock at a heartbeat says."""
        return []

    def _levelled(self, level: Level, time_us: int) -> list[Observation]:
        """What a reading head sees: nothing to a table, which never asks for it."""
        return []

    def _taken(self, frame: Frame, message: Message | None) -> list[Observation]:
        """The observations in a message that came in order."""
        raise NotImplementedError

    def _steadied(self) -> list[Observation]:
        return self.troubles.over(reason("{device} speaks again", device=self.CALLED), SHAKEN)


def _marked(mark: str) -> tuple[int | None, int, int]:
    """The boot number of a mark, the sequence number that comes after it, and how many were dropped by
    then."""
    numbers = mark.split(":")
    if len(numbers) != 3 or not all(each.isascii() and each.isdecimal() for each in numbers):
        return None, 0, 0
    boot, sequence, dropped = map(int, numbers)
    return boot, (sequence + 1) & 0xFFFF, dropped
