"""A pit with a key, and the folder of a table that trusts it."""

from __future__ import annotations

import json
from pathlib import Path

from sabot.record.keys import Key
from sabot.system.pit_offers.inbox import Inbox
from sabot.system.pit_offers.offer import CONFIGURATION, LASTS_S, Offer, Signed, digest_of

NOON_S = 1_800_000_000
HOUSE, TABLE = "nijmegen", "t1"


class Pit:
    """What signs offers for the table in this folder, whose configuration is `table.toml`."""

    def __init__(self, folder: Path) -> None:
        self.key = Key(folder / "pit.sqlite3")
        self.file, self.journal = folder / "table.toml", folder / "table.sqlite3"
        self.inbox = Inbox(self.journal)
        self.inbox.trust(self.key.public)
        self.count = 0

    def offer(self, content: str, *, base: str | None = None, table: str = TABLE) -> Offer:
        self.count += 1
        before = self.file.read_bytes() if self.file.exists() else b""
        return Offer(
            f"{self.count:016x}",
            CONFIGURATION,
            HOUSE,
            table,
            base or digest_of(before),
            content,
            "A. Visser",
            "higher limits tonight",
            NOON_S + self.count,
            NOON_S + LASTS_S,
        )

    def signed(self, offer: Offer) -> Signed:
        return Signed(offer, self.key.signature(offer.signed))

    def withdrawn(self, offer: Offer) -> Signed:
        return Signed(offer, self.key.signature(offer.withdrawal()), is_withdrawn=True)

    def send(self, signed: Signed) -> None:
        """It arrives at the table."""
        self.inbox.take(json.dumps(signed.written()).encode(), house=HOUSE, table=TABLE)

    def offered(self, content: str) -> Offer:
        """An offer that has arrived."""
        offer = self.offer(content)
        self.send(self.signed(offer))
        return offer
