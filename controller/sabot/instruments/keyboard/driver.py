"""A reader that types: most bar-code and RFID readers are keyboards. We only listen.

What comes are the events of the Linux kernel (`struct input_event`, 24 bytes on a 64-bit machine). The keys
become text by the reader's keyboard layout, and the text becomes cards as the driver `lines` reads it.
Key-up and key repeat type nothing. A key without a text appears in the line as its code, `⟨183⟩`, so such a
line names no card. If the kernel dropped events, their line is an unread card.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.observations import CardSeen, Observation
from sabot.core.reasons import reason
from sabot.instruments.contract import DriverInfo
from sabot.instruments.keyboard import layouts as key_layouts
from sabot.instruments.keyboard.layouts import CAPS_LOCK, HELD, NUM_LOCK, SCROLL_LOCK
from sabot.instruments.shoes import lines

EVENT = struct.Struct("<qqHHi")
"""Seconds, microseconds, type, code, value."""

SYN, KEY = 0, 1
MISC, SCAN = 4, 4
TYPES = frozenset((*range(6), *range(0x11, 0x18)))
REPORT, DROPPED, PAUSE_CODE = 0, 3, 15
"""Codes of SYN events. PAUSE_CODE is ours, never the kernel's: nothing was typed for `pause_ms`."""

EVENT_BEFORE_S = 1 << 32
"""No event comes from after 2106: bytes that say so are not an event."""

UP, DOWN, REPEAT = 0, 1, 2
KEY_CODES_BELOW = 0x300
"""All key codes are smaller than this."""

END = "\n"
LOST = reason("keys were lost on the way: a card may be missing on record")
_NAME = re.compile(r"(?:(?:shift|altgr|ctrl|alt|meta)\+)*\d{1,3}")


class Options(NamedTuple):
    """Those of `lines`, and three more.

    `layout`: us, fr or de, as the reader is set. `keys`: the text of single keys, by the code that a card not
    read shows: `{"183": "8C", "shift+30": "a", "111": ""}`; an empty text ignores the key, and "\\n" ends the
    line. `pause_ms`: a line also ends when nothing is typed for this long; 0: only by Enter or Tab.
    """

    texts: Mapping[str, object] = {}
    pattern: str = ""
    ranks: Mapping[str, object] = {}
    suits: Mapping[str, object] = {}
    unknown: str = "unread"
    layout: str = "us"
    keys: Mapping[str, object] = {}
    pause_ms: int = 0

    def refusal(self) -> str:
        """Returns why these options are impossible; empty if they are not."""
        if self.layout not in key_layouts.ROWS:
            return f"layout = {self.layout!r}, but one of {', '.join(key_layouts.ROWS)} was expected"
        if not (self.pause_ms == 0 or 50 <= self.pause_ms <= 10_000):
            return f"pause_ms = {self.pause_ms}, but 0, or 50 to 10000, was expected"
        return _keys_refusal(self.keys) or self.of_lines().refusal()

    def of_lines(self) -> lines.Options:
        """Returns the options for the driver `lines`."""
        return lines.Options(self.texts, self.pattern, self.ranks, self.suits, self.unknown)


def _keys_refusal(keys: Mapping[str, object]) -> str:
    for name, text in keys.items():
        if not _NAME.fullmatch(name) or int(name.rpartition("+")[2]) >= KEY_CODES_BELOW:
            return f"keys: {name!r}, but the code of a key, such as 183 or shift+30, was expected"
        if not isinstance(text, str) or not (text.isprintable() or text == END):
            return f"keys: {name!r} = {text!r}, but a text in quotes was expected"
    return ""


class Parser(lines.Parser):
    """The events of one reader, typed into lines."""

    def __init__(self, options: Options | None = None, role: str = "sabot", mark: str = "") -> None:
        chosen = options or Options()
        super().__init__(chosen.of_lines(), role, mark)
        self._texts = _named(key_layouts.typed(chosen.layout)) | {
            name: str(text) for name, text in chosen.keys.items()
        }
        self._events = bytearray()
        self._forget()

    def _forget(self) -> None:
        """Nothing is held down, and no line is torn."""
        self._held: set[int] = set()
        self._caps = self._torn = self._dropping = False

    def feed(self, data: bytes) -> list[Observation]:
        """Returns the observations in these further bytes."""
        self.tally.bytes += len(data)
        self._events += data
        seen: list[Observation] = []
        at = 0
        while at + EVENT.size <= len(self._events):
            _, _, kind, code, value = event = EVENT.unpack_from(self._events, at)
            whole = _is_event(*event)
            at += EVENT.size if whole else 1
            seen += self._event(kind, code, value) if whole else self._torn_by("garbled")
        del self._events[:at]
        return seen

    def cut(self) -> list[Observation]:
        """The cable was pulled: half a line is a card that was not read."""
        if self._events:
            self.tally.refused["half"] += 1
        self._events.clear()
        self._forget()
        return super().cut()

    def text(self, line: bytes) -> str | None:
        """Returns the text of a line, in the letters of its layout."""
        return line.decode()

    def _event(self, kind: int, code: int, value: int) -> list[Observation]:
        if kind == SYN:
            return self._synchronized(code)
        if kind != KEY or self._dropping:
            return []
        if code in HELD:
            (self._held.add if value else self._held.discard)(code)
        elif value == DOWN:
            return self._pressed(code)
        return []

    def _synchronized(self, code: int) -> list[Observation]:
        if code == DROPPED:
            self._dropping = True
            return self._torn_by("dropped")
        if code == PAUSE_CODE:
            return self._ended()
        if code == REPORT:
            self.tally.frames += 1
            self._dropping = False
        return []

    def _torn_by(self, name: str) -> list[Observation]:
        """Events are missing: the held keys and the text of the line are unknown."""
        self._held.clear()
        self._torn = True
        return self._refused(name, LOST)

    def _pressed(self, code: int) -> list[Observation]:
        if code == CAPS_LOCK:
            self._caps = not self._caps
        text = self._typed(code)
        return self._ended() if text == END else self._extended(text)

    def _typed(self, code: int) -> str:
        """The text of this key with what is held down; its code where there is none."""
        held = "+".join(sorted({HELD[each] for each in self._held}))
        name = f"{held}+{code}" if held else str(code)
        text = self._texts.get(name)
        if text is None:
            return "" if code in (CAPS_LOCK, NUM_LOCK, SCROLL_LOCK) else f"⟨{name}⟩"
        return text.swapcase() if self._caps and len(text) == 1 else text

    def _extended(self, text: str) -> list[Observation]:
        self._extend(text.encode())
        return []

    def _ended(self) -> list[Observation]:
        if not self._torn:
            return self._closed(b"")
        self._torn = self._overlong = False
        self._buffer.clear()
        return [CardSeen(None, None, self.role, reason("keys were lost on the way"))]


def _is_event(second: int, microsecond: int, kind: int, code: int, value: int) -> bool:
    """Whether the kernel can have sent this event. If the time stamps are 0, the end of one event and the
    beginning of the next look like a SYN event, but with a value that no SYN event has.
    """
    if not (0 <= second < EVENT_BEFORE_S and 0 <= microsecond < 1_000_000 and kind in TYPES):
        return False
    if kind == KEY:
        return code < KEY_CODES_BELOW and UP <= value <= REPEAT
    return kind != SYN or (code <= PAUSE_CODE and value in (0, 1))


def _named(texts: Mapping[tuple[str, int], str]) -> dict[str, str]:
    return {f"{level}+{code}" if level else str(code): text for (level, code), text in texts.items()}


# --- the other direction: what such a reader sends


def events(keys: list[tuple[int, int]], *, t_us: int = 0) -> bytes:
    """Changes of keys (code, value) as the kernel reports them, each with its scan code and its report."""
    when = divmod(t_us, 1_000_000)
    return b"".join(
        EVENT.pack(*when, *said)
        for code, value in keys
        for said in ((MISC, SCAN, 0x70000 + code), (KEY, code, value), (SYN, REPORT, 0))
    )


def dropped(*, t_us: int = 0) -> bytes:
    """Returns the kernel's mark for dropped events: everything up to the next report is incomplete."""
    return EVENT.pack(*divmod(t_us, 1_000_000), SYN, DROPPED, 0)


def strokes(text: str, *, layout: str = "us") -> list[tuple[int, int]]:
    """The keys that type this text; raises KeyError for a letter that the layout does not have."""
    typed = reversed(key_layouts.typed(layout).items())
    by_text = {text: place for place, text in typed if place[1] not in key_layouts.KEYPAD}
    shifts = {name: code for code, name in reversed(HELD.items())}
    found: list[tuple[int, int]] = []
    for letter in text:
        level, code = by_text[letter]
        held = [shifts[level]] if level else []
        found += [(each, DOWN) for each in (*held, code)] + [(each, UP) for each in (code, *held)]
    return found


def line(card: Card | str, *, t_us: int = 0, layout: str = "us") -> bytes:
    """A card as such a reader types it, with Enter."""
    return events(strokes(f"{card}\n", layout=layout), t_us=t_us)


DRIVER = DriverInfo(
    name="keyboard",
    role="sabot",
    baud=115_200,
    about="a reader that types as a keyboard does: most bar-code and RFID readers on USB",
    options=Options,
    parser=Parser,
    extra="keyboard",
    types=True,
)
