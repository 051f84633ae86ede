"""Card shoe Bee-Tek: `[Game]<Card:4S>` and similar reports in ASCII, without a checksum. We only listen.

A report is an optional `[mode]` and a `<text>`. A text that begins as a card and names none is a card that
left the shoe unread: it is never guessed and never dropped. A flipped bit that makes another card cannot be
seen in this format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sabot.core.cards import Card, card_named
from sabot.core.observations import CardSeen, CutCardSeen, Observation
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.instruments.contract import DriverInfo, Listener
from sabot.instruments.line.troubles import Troubles

REPORT_BYTES_MOST = 80
"""No report is longer; anything longer without an end is noise."""

_REPORT = re.compile(rb"(?:\[([^\[\]<>\r\n]*)\])?<([^\[\]<>\r\n]*)>")
_BEGUN = re.compile(rb"\[[^\[\]<>\r\n]*(?:\](?:<[^\[\]<>\r\n]*)?)?|<[^\[\]<>\r\n]*")

_CARD = "Card:"
_ALARM = "Alarm:"


class Options(NamedTuple):
    """`cut_card`: the text of a card report that means the cut card. `unread_alarm`: whether an alarm that
    says *not read* stands for a card without a report of its own (`card`) or is only reported (`trouble`: the
    failed read has a report of its own).
    """

    cut_card: str = "CUT"
    unread_alarm: str = "trouble"

    def refusal(self) -> str:
        """Why these options are impossible; empty if they are not."""
        if self.unread_alarm not in ("trouble", "card"):
            return f"unread_alarm = {self.unread_alarm!r}, but trouble or card was expected"
        return ""


def report(text: str, *, mode: str = "Game") -> bytes:
    """One report as the shoe sends it."""
    return (f"[{mode}]" if mode else "").encode("ascii") + f"<{text}>".encode("ascii")


def card_report(card: Card) -> bytes:
    """A card as the shoe sends it."""
    return report(f"{_CARD}{card}")


class Parser(Listener):
    """The reports of one shoe."""

    def __init__(self, options: Options | None = None, role: str = "sabot", mark: str = "") -> None:
        super().__init__(role)
        self.options = options or Options()
        self._troubles = Troubles(role)

    def feed(self, data: bytes) -> list[Observation]:
        """Returns the observations in these further bytes."""
        self.tally.bytes += len(data)
        self._buffer += data
        seen: list[Observation] = []
        while self._buffer:
            taken, found = self._scanned()
            if not taken:
                break
            del self._buffer[:taken]
            seen += found
        return seen

    def _scanned(self) -> tuple[int, list[Observation]]:
        """Bytes to drop from the buffer, and what they said; nothing to drop: wait for more."""
        whole = _REPORT.match(self._buffer)
        if whole and whole.end() <= REPORT_BYTES_MOST:
            return whole.end(), list(self._read(whole[1], whole[2]))
        begun = _BEGUN.match(self._buffer)
        if begun is None:
            self.tally.refused["noise"] += self._buffer[0] not in b"\r\n"
            return 1, []
        if begun.end() == len(self._buffer) and begun.end() <= REPORT_BYTES_MOST:
            return 0, []
        return self._broken(min(begun.end(), REPORT_BYTES_MOST))

    def _broken(self, end: int) -> tuple[int, list[Observation]]:
        """A report that never ends. If it began as a card, a card has left the shoe."""
        self.tally.refused["half"] += 1
        if _CARD.encode() not in self._buffer[:end]:
            return end, []
        return end, [CardSeen(None, None, self.role, reason("the report of a card was cut short"))]

    def cut(self) -> list[Observation]:
        """The line was lost: half a message is given up."""
        seen = self._broken(len(self._buffer))[1] if self._buffer else []
        self._buffer.clear()
        self._troubles.forget()
        return seen

    def _read(self, mode: bytes | None, text: bytes) -> Iterator[Observation]:
        self.tally.frames += 1
        said, mode_said = _shown(text), _shown(mode or b"")
        if said.startswith(_CARD):
            yield from self._card(said.removeprefix(_CARD).strip())
        elif said == "Game" or (said and said == mode_said):
            yield CardSeen(None, None, self.role, reason("the shoe could not read a card"))
        elif said.startswith(_ALARM):
            yield from self._alarm(said.removeprefix(_ALARM).strip())
        else:
            yield from self._troubles.noted(reason("the shoe says {note}", note=repr(said)))

    def _card(self, name: str) -> Iterator[Observation]:
        yield from self._troubles.over(reason("the shoe reads cards again"), "alarm")
        card = card_named(name)
        if card is None and name.upper() == self.options.cut_card.upper():
            yield CutCardSeen(self.role)
        else:
            note = (
                NOTHING if card else reason("the shoe sent {source}, which names no card", source=repr(name))
            )
            yield CardSeen(card, None, self.role, note)

    def _alarm(self, words: str) -> Iterator[Observation]:
        if self.options.unread_alarm == "card" and "not read" in words.lower():
            yield CardSeen(None, None, self.role, Reason(words))
        yield from self._troubles.begun("alarm", reason("the shoe alarms: {note}", note=words))


def _shown(text: bytes) -> str:
    """Returns bytes as text for a screen: each byte outside printable ASCII becomes a question mark."""
    return "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in text)


DRIVER = DriverInfo(
    name="bee-tek",
    role="sabot",
    baud=9600,
    about="card shoe Bee-Tek, 9600 baud; its manual burn mode deals any game",
    options=Options,
    parser=Parser,
)
