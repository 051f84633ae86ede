"""The topics of MQTT by which tables and pit speak: `sabot/1/HOUSE/TABLE/KIND`. The first level has the
version."""

from __future__ import annotations

import re
from typing import NamedTuple

MESSAGE_VERSION = 1
"""The version of every message; it stands in the topic too."""

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
"""What a house or a table may be called: no sign of it means anything to MQTT, SQL or a shell."""

FROM_TABLES = ("rec", "link", "points", "head", "answer", "training")
"""What a table writes: its records, that it is connected, chains at some of its records, signed heads, what
became of offers, and how the people in training do."""

FROM_THE_PIT = ("have", "ask", "countersign", "offer", "certificate")
"""What the pit writes: what it has, the chains that it asks for, heads that it countersigned, offers, and
renewed certificates."""


class Station(NamedTuple):
    """One table of one house."""

    house: str
    table: str

    def topic(self, kind: str) -> str:
        """The topic for messages of this kind."""
        return f"sabot/{MESSAGE_VERSION}/{self.house}/{self.table}/{kind}"


def named(name: str) -> str:
    """The name, if a house or a table may have it. Raises ValueError."""
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name: 1 to 32 of a to z, 0 to 9 and -, with no - at its ends")
    return name


def of_every_table(house: str) -> tuple[str, ...]:
    """What the pit of this house listens to."""
    return tuple(Station(house, "+").topic(kind) for kind in FROM_TABLES)


def read(topic: str, house: str) -> tuple[str, str] | None:
    """The table and the kind of a message; None for one that no table of this house can have sent."""
    parts = topic.split("/")
    if len(parts) != 5 or parts[:3] != ["sabot", str(MESSAGE_VERSION), house] or not NAME.fullmatch(parts[3]):
        return None
    return (parts[3], parts[4]) if parts[4] in FROM_TABLES else None
