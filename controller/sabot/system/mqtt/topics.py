"""Under which topics a table speaks."""

from __future__ import annotations

import re
from typing import NamedTuple

PREFIX = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")
"""What topics may begin with: no sign of it means anything to MQTT."""

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")

ONLINE, OFFLINE = b"online", b"offline"
"""What stands under `availability`; Home Assistant expects these words."""


class Topics(NamedTuple):
    """The topics of one table. `discovery_prefix` is what Home Assistant listens to."""

    prefix: str
    name: str
    discovery_prefix: str = "homeassistant"

    def of(self, kind: str) -> str:
        """The topic for this kind of message.

        >>> Topics("sabot", "table-3").of("state")
        'sabot/table-3/state'
        """
        return f"{self.prefix}/{self.name}/{kind}"

    @property
    def device(self) -> str:
        """The name of the table among the devices of Home Assistant: of the whole topic, since two houses
        may use one broker."""
        return f"{self.prefix}/{self.name}".replace("/", "_")

    @property
    def discovery(self) -> str:
        """Where Home Assistant finds the table."""
        return f"{self.discovery_prefix}/device/{self.device}/config"
