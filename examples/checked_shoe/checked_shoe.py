r"""A driver for a shoe that sends `$8C*7B\r\n`: a card, and a check of it in two hexadecimal digits.

A driver is a parser without a port: any bytes in, observations out. It has no clock and no thread, and it
raises nothing; `sabot.instruments.contract` is the whole contract. A message that arrives damaged is a
card that nobody could read: the card has left the shoe, so it is never dropped, and its name is never
guessed.
"""

import re
from functools import reduce
from operator import xor
from typing import NamedTuple

from sabot.core.cards import card_named
from sabot.core.observations import CardSeen, CutCardSeen, Observation
from sabot.core.reasons import NOTHING
from sabot.instruments.contract import DriverInfo, Listener

START, END = ord("$"), ord("\n")
LONGEST_BYTES = 12
"""A message that is longer without an end is damaged."""

MESSAGE = re.compile(rb"\$(\w{1,3}|\?\?)\*([0-9A-F]{2})\r?\n")
CUT, UNREAD = "CUT", "??"


class Options(NamedTuple):
    """What the configuration may say of this shoe: nothing."""


def check(text: bytes) -> bytes:
    """The check of a text: all its bytes, exclusive or."""
    return f"{reduce(xor, text, 0):02X}".encode()


def message(text: str) -> bytes:
    """A message as the shoe sends it: of a card, `CUT`, or `??` for a card that it could not read."""
    return b"$" + text.encode() + b"*" + check(text.encode()) + b"\r\n"


class Parser(Listener):
    """The messages of one shoe."""

    def __init__(self, options: Options, role: str, mark: str) -> None:
        super().__init__(role)

    def feed(self, data: bytes) -> list[Observation]:
        """What these further bytes say, however they were cut."""
        self.tally.bytes += len(data)
        return [seen for byte in data for seen in self._taken(byte)]

    def cut(self) -> list[Observation]:
        """The line was lost: a message that had begun is a card that nobody could read."""
        return self._damaged("half") if self._buffer else []

    def _taken(self, byte: int) -> list[Observation]:
        if byte != START and not self._buffer:
            return []  # noise between two messages
        before = self.cut() if byte == START else []
        self._buffer.append(byte)
        return self._whole() if byte == END or len(self._buffer) > LONGEST_BYTES else before

    def _whole(self) -> list[Observation]:
        found = MESSAGE.fullmatch(bytes(self._buffer))
        if found is None or check(found[1]) != found[2]:
            return self._damaged("check")
        self._buffer.clear()
        self.tally.frames += 1
        text = found[1].decode("ascii")
        if text == CUT:
            return [CutCardSeen(self.role)]
        card = card_named(text)
        return [CardSeen(card, None, self.role, NOTHING if card else f"the shoe sent {text}")]

    def _damaged(self, why: str) -> list[Observation]:
        self._buffer.clear()
        self.tally.refused[why] += 1
        return [CardSeen(None, None, self.role, "a message of the shoe arrived damaged")]


DRIVER = DriverInfo(
    name="checked-shoe",
    role="sabot",
    baud=9600,
    about="an example: a shoe whose messages carry a check",
    options=Options,
    parser=Parser,
)
