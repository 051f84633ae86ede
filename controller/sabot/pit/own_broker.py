"""The line of one table to a broker of the house, without a pit: as a user, encrypted."""

from __future__ import annotations

from typing import Any

from paho.mqtt.client import Client

from sabot.pit.line import Broker, Connected, Line, Will
from sabot.system.mqtt.access import Access
from sabot.system.mqtt.client import fitted, refused, unreached


class OwnBroker(Line):
    """A line that says why it cannot be had. `trouble`: what the broker did not take; empty: it took all."""

    def __init__(self, to: Access, will: Will) -> None:
        super().__init__(Broker(to.host, to.port), (), will=will)
        self._to, self._reason, self.trouble = to, "", ""

    def is_new(self, wait_s: float) -> bool:
        """Looks at the line, and connects it where it is lost. Returns whether the broker has accepted it
        since the last look."""
        heard = list(self.events(wait_s))
        return any(isinstance(each, Connected) for each in heard)

    def _new(self) -> Client:
        return fitted(super()._new(), self._to)

    def _why_unreached(self, error: OSError) -> str:
        return unreached(error)

    def _why_refused(self) -> str:
        return self._reason

    def _on_connect(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._reason = refused(reason) if reason.is_failure else ""
        super()._on_connect(client, data, flags, reason, properties)

    def _on_publish(self, client: Client, *given: Any) -> None:
        """The answer to a message: with MQTT 5 it says whether the broker took it."""
        reason = given[2]
        if reason.is_failure:
            self.trouble = f"{self._to.name} does not take what the table publishes: {reason}"
        super()._on_publish(client, *given)
