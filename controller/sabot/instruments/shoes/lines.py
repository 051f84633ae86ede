"""Any reader that sends one card a line as text: bar-code modules, RFID readers, adaptors. We only listen.

`8C`, `TH` and `10H` need no configuration; `texts` maps whole lines to cards, `pattern` finds card, rank
and suit in longer ones. A line that names no card is a card that was not read: it is never guessed and
never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sabot.core.cards import Card, card_named
from sabot.core.observations import CardSeen, CutCardSeen, DeviceTroubled, Observation
from sabot.core.reasons import Reason, reason
from sabot.instruments.contract import DriverInfo, LineListener

LINE_BYTES_MOST = 200
"""No line is longer; anything longer without an end is noise."""

CUT = "CUT"

DAMAGED = reason("lines arrive damaged: a card may be missing on record")


class Options(NamedTuple):
    """`texts`: `{"4006381333931": "8C", "X99": "CUT"}`. `pattern`: a regular expression over the line with
    the groups `card`, or `rank` and `suit`; `ranks` and `suits` map what they found to ours (`{"R": "K"}`).
    `unknown`: a line that names no card is `unread` (a card without a name) or `ignored` (for readers that
    also send other lines).
    """

    texts: Mapping[str, object] = {}
    pattern: str = ""
    ranks: Mapping[str, object] = {}
    suits: Mapping[str, object] = {}
    unknown: str = "unread"

    def refusal(self) -> str:
        """Why these options are impossible; empty if they are not."""
        if self.unknown not in ("unread", "ignored"):
            return f"unknown = {self.unknown!r}, but unread or ignored was expected"
        return _pattern_refusal(self.pattern) or _texts_refusal(self.texts)


def _pattern_refusal(pattern: str) -> str:
    try:
        groups = re.compile(pattern).groupindex
    except re.error as error:
        return f"pattern = {pattern!r} is no regular expression: {error}"
    if pattern and "card" not in groups and not {"rank", "suit"} <= set(groups):
        return f"pattern = {pattern!r} must have a group (?P<card>…), or (?P<rank>…) and (?P<suit>…)"
    return ""


def _texts_refusal(texts: Mapping[str, object]) -> str:
    for text, name in texts.items():
        if str(name).upper() != CUT and card_named(str(name)) is None:
            return f"texts: {text!r} = {name!r}, but a card such as 8C, or {CUT}, was expected"
    return ""


class Parser(LineListener):
    """The lines of one reader. Lines end with CR, LF or both."""

    def __init__(self, options: Options | None = None, role: str = "sabot", mark: str = "") -> None:
        super().__init__(role, bytes_most=LINE_BYTES_MOST)
        self.options = options or Options()
        self._pattern = re.compile(self.options.pattern) if self.options.pattern else None
        self._garbled = False

    def cut(self) -> list[Observation]:
        """The line was lost: half a message is given up."""
        half = bytes(self._buffer)
        super().cut()
        text = self.text(half)
        if not half.strip() or text is None or self.options.unknown == "ignored":
            return []
        return [CardSeen(None, None, self.role, reason("the line was lost after {note}", note=repr(text)))]

    def whole(self, line: bytes) -> list[Observation]:
        """The card of a line; none of an empty one."""
        text = self.text(line)
        if text is None:
            return self._refused("garbled")
        return list(self._read(text.strip())) if text.strip() else []

    def too_long(self) -> list[Observation]:
        """A line without an end is noise."""
        return self._refused("long")

    def text(self, line: bytes) -> str | None:
        """The text of a line; None for bytes that are none."""
        return line.decode("ascii") if all(32 <= byte < 127 or byte == 9 for byte in line) else None

    def _refused(self, name: str, why: Reason = DAMAGED) -> list[Observation]:
        self.tally.refused[name] += 1
        if self._garbled:
            return []
        self._garbled = True
        return [DeviceTroubled(self.role, why)]

    def _read(self, line: str) -> Iterator[Observation]:
        self.tally.frames += 1
        name = self._named(line)
        card = card_named(name)
        if card is None and name.upper() != CUT:
            yield from self._unknown(line)
            return
        if self._garbled:
            self._garbled = False
            yield DeviceTroubled(self.role, reason("lines arrive whole again"), since_ok=True)
        yield CardSeen(card, None, self.role) if card else CutCardSeen(self.role)

    def _unknown(self, line: str) -> Iterator[Observation]:
        self.tally.refused["unknown"] += 1
        if self.options.unknown == "unread":
            note = reason("the reader sent {source}, which names no card", source=repr(line))
            yield CardSeen(None, None, self.role, note)

    def _named(self, line: str) -> str:
        """The name of the card in a line, or the line itself."""
        if line in self.options.texts:
            return str(self.options.texts[line])
        found = self._pattern.search(line) if self._pattern else None
        return line if found is None else self._from_groups(found.groupdict(""))

    def _from_groups(self, groups: dict[str, str]) -> str:
        if groups.get("card"):
            return str(self.options.texts.get(groups["card"], groups["card"]))
        rank, suit = groups.get("rank", ""), groups.get("suit", "")
        return f"{self.options.ranks.get(rank, rank)}{self.options.suits.get(suit, suit)}"


def line(card: Card) -> bytes:
    """A card as such a reader sends it."""
    return f"{card}\r\n".encode("ascii")


DRIVER = DriverInfo(
    name="lines",
    role="sabot",
    baud=9600,
    about="any reader that sends one card a line as text",
    options=Options,
    parser=Parser,
)
