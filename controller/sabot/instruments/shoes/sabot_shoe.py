"""Our own card shoe, on the sabot link: every message in order, none lost, none twice.

The session takes care of that; this module gives the meaning of a shoe's messages.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.cards import card_named
from sabot.core.observations import CardSeen, CutCardSeen, Observation
from sabot.core.reasons import NOTHING, reason
from sabot.instruments.contract import DriverInfo
from sabot.instruments.line import link, messages
from sabot.instruments.line.link import Frame
from sabot.instruments.line.messages import CardRead, Lid, Message, ReadFailure
from sabot.instruments.line.session import Session

KIND = "sabot-shoe"
CUT = "CUT"
LID = {True: reason("the lid of the shoe is open"), False: reason("the lid of the shoe is closed")}


class Options(NamedTuple):
    """`kind`: what the device must call itself; a board of another kind on this port is refused by name.

    `calibrated`: the day on which lid, gate and reader were tried.
    """

    kind: str = KIND
    calibrated: str = ""


class Parser(Session):
    """The messages of one shoe."""

    CALLED = reason("the shoe")
    CHECK = reason("compare the cards on the cloth")
    RESTARTED = reason("a card on its way then may be missing on record")

    def __init__(self, options: Options | None = None, role: str = "sabot", mark: str = "") -> None:
        super().__init__(options or Options(), role, mark)

    def _taken(self, frame: Frame, message: Message | None) -> list[Observation]:
        if message is None:
            return self._unreadable(frame)
        if isinstance(message, CardRead):
            return [*self._steadied(), self._card(message, is_late=self.is_late(frame))]
        if isinstance(message, ReadFailure):
            return self._failure(message, is_late=self.is_late(frame))
        if isinstance(message, Lid):
            return self._lid(message)
        return []

    def _lid(self, lid: Lid) -> list[Observation]:
        words = LID[lid.open]
        return self.troubles.begun("lid", words) if lid.open else self.troubles.over(words, "lid")

    def _unreadable(self, frame: Frame) -> list[Observation]:
        self.tally.refused["payload" if frame.type in link.NAMES else "type"] += 1
        if frame.type == link.CARD:
            why = reason("the shoe sent a card that cannot be read")
            return [CardSeen(None, None, self.role, why, self.is_late(frame))]
        why = reason("the shoe sent a message that cannot be read (type {n})", n=frame.type)
        return self._shake(why)

    def _card(self, read: CardRead, *, is_late: bool) -> Observation:
        if read.name == CUT:
            return CutCardSeen(self.role)
        card = card_named(read.name)
        note = NOTHING if card else reason("the code {source} names no card", source=repr(read.name))
        return CardSeen(card, None, self.role, note, is_late)

    def _failure(self, failure: ReadFailure, *, is_late: bool) -> list[Observation]:
        why = messages.not_read(failure.reason)
        if failure.reason == messages.PULLED_BACK:
            return self.troubles.noted(why)
        return [CardSeen(None, None, self.role, why, is_late)]


DRIVER = DriverInfo(
    name="sabot-shoe",
    role="sabot",
    baud=115200,
    about="our own bar-code shoe on the sabot link",
    options=Options,
    parser=Parser,
    silence_s=2.0,
    usb=("Sabot shoe", "Sabot shoe light"),
    speaks=True,
    ends=b"\0",
    longest=link.FRAME_MAX,
)
