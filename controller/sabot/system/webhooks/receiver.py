"""What takes news: an address of a webhook, a topic of a broker."""

from __future__ import annotations

from typing import Protocol

from sabot.core.shapes.json import Plain


class DeliveryError(Exception):
    """What was sent was not taken; the message is one line."""


class Receiver(Protocol):
    """Somebody who is sent news. The log names it by `kind` and `name`."""

    @property
    def kind(self) -> str:
        """What is sent to it, such as `webhooks`."""

    @property
    def name(self) -> str:
        """Its address without anything secret."""

    def send(self, key: str, news: Plain) -> None:
        """Send this, and return once it was taken. `key` is always that of the same news. Raises
        DeliveryError."""
