"""A whole pit or region on one machine: broker, PostgreSQL and collector, in one folder. With certificates it
takes tables or houses of other machines; without any, those of this machine alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sabot.config import state
from sabot.pit.collector import collect
from sabot.pit.region import collector as region
from sabot.pit.services import BrokerService, DatabaseService
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.certificates import TrustError
from sabot.pit.trust.watching import watched


class Kind(NamedTuple):
    """What is served: its title with its name, the command that looks at it, and its collector."""

    title: str
    look: str
    collect: Callable[..., None]


PIT_KIND = Kind("the pit of {}", "sabot pit page", collect)
REGION_KIND = Kind("the region {}", "sabot pit region status", region.collect)


def serve(
    house: str, folder: Path, port: int | None, *, say: Callable[[str], object], kind: Kind = PIT_KIND
) -> None:
    """Start all three, and collect until the process is ended. `port` None: 8883 with certificates,
    1883 without. Raises MissingError, PitError and TrustError."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(state.PRIVATE_FOLDER)
    authority = _of(house, folder)
    database = DatabaseService(folder)
    broker = BrokerService(folder, port or (8883 if authority else 1883), authority=authority)
    database.make()
    try:
        database.up()
        broker.up()
        where = "this machine, with certificates," if authority else "127.0.0.1 alone, without certificates,"
        title, address = kind.title.format(house), database.address()
        say(f"{title} at {where} port {broker.broker.port}; database {address!r}")
        say(f"to look at it: `{kind.look}`, in another terminal")
        with watched(authority, broker):
            kind.collect(house, broker.broker, database.address(), folder=folder)
    finally:
        broker.end()
        database.end(2)


def _of(house: str, folder: Path) -> Authority | None:
    authority = Authority.of_pit(folder)
    if not authority.is_there:
        return None
    if authority.house != house:
        raise TrustError(f"the certificates in {authority.folder} are of the house {authority.house}")
    authority.refresh(datetime.now(UTC))
    return authority
