"""What every simulated shoe can send, and the base of those that only send."""

from __future__ import annotations

from typing import Protocol

from sabot.core.cards import Card


class Voice(Protocol):
    """What a shoe of one make says."""

    def card(self, card: Card, *, place: str | None, index: int, t_us: int) -> bytes:
        """A card left the mouth and was read."""

    def unread(self, t_us: int) -> bytes:
        """A card left the mouth and was not read."""

    def cut(self, t_us: int) -> bytes:
        """The cut card left the mouth."""

    def coup_over(self, winner: str, t_us: int) -> bytes:
        """The coup is decided, for a shoe that judges."""

    def beats(self, t_us: int) -> bytes:
        """What is sent now without being asked."""

    def hears(self, data: bytes, t_us: int) -> bytes:
        """The answer to what came in."""

    def plugged(self, t_us: int) -> bytes:
        """The cable is in, again or for the first time."""

    def again(self) -> bytes:
        """The last message once more, as if the instrument stuttered."""

    def spoilt(self, data: bytes) -> bytes:
        """A message damaged on its way, so that its check (where it has one) fails."""


class Plain:
    """The base of makes that never receive anything."""

    last = b""

    def coup_over(self, winner: str, t_us: int) -> bytes:
        """Nothing: the shoe knows no game."""
        return b""

    def beats(self, t_us: int) -> bytes:
        """Nothing: it speaks only when something happens."""
        return b""

    def hears(self, data: bytes, t_us: int) -> bytes:
        """Nothing: it does not listen."""
        return b""

    def plugged(self, t_us: int) -> bytes:
        """Nothing."""
        return b""

    def again(self) -> bytes:
        """The last message once more."""
        return self.last

    def spoilt(self, data: bytes) -> bytes:
        """One character in it is changed."""
        at = max(0, len(data) - 4)
        return data[:at] + b"?" + data[at + 1 :]

    def _said(self, data: bytes) -> bytes:
        self.last = data
        return data
