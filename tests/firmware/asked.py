"""The shoe's firmware on the PC, asked passage by passage what it has to say of the edges of each."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.instruments.line import messages
from sabot.instruments.line.link import Deframer
from sabot.instruments.line.messages import CardRead, Message, ReadFailure
from tests.firmware.board import Board
from tests.firmware.hand import Edge

BOOT = 5
PAUSE_US = 300_000


class Shoe:
    """One board. All that it says is acknowledged at once."""

    def __init__(self) -> None:
        self.board = Board("shoe", f"start 0 1 0 0 {BOOT}")
        self.board.tell("line 0 1")
        self.now_us = 1_000_000
        self._deframer = Deframer()
        self._last = 0
        self._said()

    def passes(self, edges: Sequence[Edge]) -> list[Message]:
        """Every message about these edges, in order; they begin a while after the last ones."""
        self.now_us += PAUSE_US
        self.board.tell(
            *(f"edge {self.now_us + round(each.at_us)} {each.sensor} {each.level}" for each in edges)
        )
        self.now_us += round(edges[-1].at_us) + PAUSE_US
        self.board.tell(f"tick {self.now_us}")
        return self._said()

    def verdicts(self, edges: Sequence[Edge]) -> list[CardRead | ReadFailure]:
        """What it says of the cards alone."""
        return [each for each in self.passes(edges) if isinstance(each, CardRead | ReadFailure)]

    def end(self) -> None:
        """Let it end; a sanitizer's complaint fails the test."""
        self.board.end()

    def _said(self) -> list[Message]:
        found = []
        for frame in self._deframer.feed(self.board.said(self.now_us)):
            if frame.sequence == (self._last + 1) & 0xFFFF and frame.type in range(0x10, 0x40):
                self._last = frame.sequence
                message = messages.read(frame)
                assert message is not None
                found.append(message)
        known = messages.framed(messages.Acknowledgement(BOOT, self._last))
        self.board.tell(f"hear {self.now_us} {known.hex()}")
        return found
