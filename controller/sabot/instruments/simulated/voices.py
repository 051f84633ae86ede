"""What simulated shoes send, byte for byte: the counterpart of each driver. Pure; times are arguments, in
microseconds.

The voice of our own shoe keeps messages until they are acknowledged. Each voice can damage a message.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable

from sabot.core.cards import Card
from sabot.instruments.keyboard import driver as keyboard
from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import (
    Acknowledgement,
    CardRead,
    Heartbeat,
    Hello,
    Identify,
    Message,
    ReadFailure,
    Watch,
)
from sabot.instruments.shoes import angel_eye_wire, bee_tek, lines
from sabot.instruments.simulated.head import Head
from sabot.instruments.simulated.voice import Plain, Voice

BEAT_US = 500_000
RESEND_US = 400_000


ANGEL_EYE_HANDS = {"punto": angel_eye_wire.PLAYER, "ponte": angel_eye_wire.PLAYER}
ANGEL_EYE_RESULTS = {"punto": 1, "egalite": 2, "banco": 4}


class AngelEye(Plain):
    """Three copies of everything, numbered with a digit."""

    def __init__(self) -> None:
        self._sequence = 0

    def card(self, card: Card, *, place: str | None, index: int, t_us: int) -> bytes:
        """Code D, with place and index."""
        where = ANGEL_EYE_HANDS.get(place or "punto", angel_eye_wire.BANKER)
        return self.report("D", angel_eye_wire.card_data(card, place=where, index=index))

    def unread(self, t_us: int) -> bytes:
        """Error 1: cannot read."""
        return self.report("E", b"\x81")

    def cut(self, t_us: int) -> bytes:
        """Code C."""
        return self.report("C")

    def coup_over(self, winner: str, t_us: int) -> bytes:
        """Code G."""
        return self.report("G", bytes((0x80 | ANGEL_EYE_RESULTS.get(winner, 7) << 4,)))

    def spoilt(self, data: bytes) -> bytes:
        """The first copy has a wrong check; the two others are whole."""
        end = len(data) // angel_eye_wire.REPORT_COPIES
        return data[: end - 1] + bytes((data[end - 1] ^ 1,)) + data[end:]

    def report(self, code: str, data: bytes = b"") -> bytes:
        """A report in its three copies."""
        self._sequence = (self._sequence + 1) % 10
        return self._said(
            angel_eye_wire.report(0x30 + self._sequence, code, data) * angel_eye_wire.REPORT_COPIES
        )


class BeeTek(Plain):
    """ASCII in brackets."""

    def card(self, card: Card, *, place: str | None, index: int, t_us: int) -> bytes:
        """`[Game]<Card:…>`; the shoe knows no place."""
        return self._said(bee_tek.card_report(card))

    def unread(self, t_us: int) -> bytes:
        """A failed read, and the alarm that comes with it."""
        return self._said(bee_tek.report("Game") + bee_tek.report("Alarm:E3 Card Not Read"))

    def cut(self, t_us: int) -> bytes:
        """The cut card, read as a card."""
        return self._said(bee_tek.report("Card:CUT"))


class Lines(Plain):
    """A card a line."""

    def card(self, card: Card, *, place: str | None, index: int, t_us: int) -> bytes:
        """The name of the card."""
        return self._said(lines.line(card))

    def unread(self, t_us: int) -> bytes:
        """What bar-code modules are set to send when they could not read."""
        return self._said(b"NOREAD\r\n")

    def cut(self, t_us: int) -> bytes:
        """The cut card has a code, too."""
        return self._said(b"CUT\r\n")


class Keyboard(Plain):
    """A card a line, key by key, as the kernel reports them."""

    def card(self, card: Card, *, place: str | None, index: int, t_us: int) -> bytes:
        """The name of the card, and Enter."""
        return self._said(keyboard.line(card, t_us=t_us))

    def unread(self, t_us: int) -> bytes:
        """What bar-code modules are set to send when they could not read."""
        return self._said(keyboard.line("NOREAD", t_us=t_us))

    def cut(self, t_us: int) -> bytes:
        """The cut card has a code, too."""
        return self._said(keyboard.line("CUT", t_us=t_us))

    def spoilt(self, data: bytes) -> bytes:
        """The kernel was not read in time and dropped the first events."""
        return keyboard.dropped(t_us=0) + data[len(data) // 2 // keyboard.EVENT.size * keyboard.EVENT.size :]


class SabotShoe:
    """The firmware's part of the sabot link: a ring of what was not acknowledged, sent again until it is."""

    def __init__(
        self,
        *,
        boot: int = 1,
        serial: str = "SIM1",
        ring: int = link.RING_MESSAGES,
        kind: str = "sabot-shoe",
        head: Head | None = None,
    ) -> None:
        self.boot, self.serial, self.kind, self.head = boot, serial, kind, head
        self.ring: deque[tuple[int, bytes]] = deque()
        self.sent = self.dropped = 0
        self._ring_size = ring
        self.resend_us = RESEND_US
        self._deframer = link.Deframer()
        self._beat_us = self._sent_us = 0
        self.last = b""

    @property
    def next(self) -> int:
        """The number of the next message."""
        return (self.sent + 1) & 0xFFFF

    @property
    def oldest(self) -> int:
        """The number of the oldest message kept, or of the next one."""
        return self.ring[0][0] if self.ring else self.next

    def says(self, message: Message, t_us: int) -> bytes:
        """A numbered message: kept until it is acknowledged; the oldest one gives way when the ring is
        full."""
        if len(self.ring) == self._ring_size:
            self.ring.popleft()
            self.dropped += 1
        if self.head is not None and isinstance(message, CardRead | ReadFailure):
            self.head.passed(t_us)
        self.last = messages.framed(message, sequence=self.next, time_us=t_us)
        self.ring.append((self.next, self.last))
        self.sent += 1
        self._sent_us = t_us
        return self.last

    def card(self, card: Card, *, place: str | None, index: int, t_us: int) -> bytes:
        """The card came into the mouth, was read and is gone."""
        return self._passed(CardRead(str(card), speed_mm_s=400), t_us)

    def unread(self, t_us: int) -> bytes:
        """The check digit was wrong."""
        return self._passed(messages.ReadFailure(2), t_us)

    def cut(self, t_us: int) -> bytes:
        """The cut card has a code, too."""
        return self._passed(CardRead("CUT", speed_mm_s=400), t_us)

    def _passed(self, message: Message, t_us: int) -> bytes:
        said = self.says(messages.Gate(True), max(0, t_us - 200_000))
        said += self.says(message, t_us)
        return said + self.says_quietly(messages.Gate(False), t_us)

    def says_quietly(self, message: Message, t_us: int) -> bytes:
        """A numbered message that `again` does not repeat."""
        last = self.last
        said = self.says(message, t_us)
        self.last = last
        return said

    def coup_over(self, winner: str, t_us: int) -> bytes:
        """Nothing: the shoe knows no game."""
        return b""

    def beats(self, t_us: int) -> bytes:
        """A heartbeat, what was not acknowledged for a while, and the level of a head that is watched."""
        out = b""
        if t_us - self._beat_us >= BEAT_US:
            self._beat_us = t_us
            out = messages.framed(self._heartbeat(t_us), time_us=t_us)
        if self.ring and t_us - self._sent_us >= self.resend_us:
            out += self._resent(t_us)
        if self.head is not None and (level := self.head.says(t_us)) is not None:
            out += messages.framed(level, time_us=t_us)
        return out

    def hears(self, data: bytes, t_us: int) -> bytes:
        """Acknowledgements empty the ring; a request gets hello and all kept messages."""
        out = b""
        for frame in self._deframer.feed(data):
            message = messages.read(frame)
            if isinstance(message, Acknowledgement):
                self._acknowledged(message)
            elif isinstance(message, Identify):
                out += self.plugged(t_us)
            elif isinstance(message, Watch) and self.head is not None:
                self.head.watched(t_us)
        return out

    def plugged(self, t_us: int) -> bytes:
        """Hello, and all that is kept; a zero first, to end what noise began."""
        hello = Hello(
            link.LINK_VERSION, self.boot, self.oldest, self.dropped, self.kind, self.serial, "1-simulated"
        )
        return b"\0" + messages.framed(hello, time_us=t_us) + self._resent(t_us)

    def again(self) -> bytes:
        """The last message once more."""
        return self.last

    def spoilt(self, data: bytes) -> bytes:
        """One bit is changed; the message stays in the ring and is sent again."""
        at = len(data) // 2
        return data[:at] + bytes((data[at] ^ 0x10 or 1,)) + data[at + 1 :]

    def _acknowledged(self, message: Acknowledgement) -> None:
        if message.boot != self.boot:
            return
        while self.ring and (message.sequence - self.ring[0][0]) & 0xFFFF < 0x8000:
            self.ring.popleft()

    def _resent(self, t_us: int) -> bytes:
        self._sent_us = t_us
        return b"".join(frame for _, frame in self.ring)

    def _heartbeat(self, t_us: int) -> Heartbeat:
        queued = min(len(self.ring), messages.QUEUED_MAX)
        return Heartbeat(self.boot, self.oldest, t_us // 1_000_000, self.sent, self.dropped, queued)


def with_head() -> SabotShoe:
    """Our own shoe with a reading head."""
    return SabotShoe(boot=secrets.randbits(32), kind="sabot-shoe-light", head=Head())


VOICES: dict[str, Callable[[], Voice]] = {
    "angel-eye": AngelEye,
    "bee-tek": BeeTek,
    "lines": Lines,
    "keyboard": Keyboard,
    "sabot-shoe": lambda: SabotShoe(boot=secrets.randbits(32)),
}
