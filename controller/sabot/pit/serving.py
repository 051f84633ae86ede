"""A whole pit on one machine: broker, PostgreSQL and collector, in one folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sabot.config import state
from sabot.pit.collector import collect
from sabot.pit.services import BrokerService, DatabaseService


def serve(house: str, folder: Path, port: int, *, say: Callable[[str], object]) -> None:
    """Start all three, and collect until the process is ended. Raises MissingError and PitError."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(state.PRIVATE_FOLDER)
    database, broker = DatabaseService(folder), BrokerService(folder, port)
    database.make()
    try:
        database.up()
        broker.up()
        say(f"the pit of {house}: tables send to 127.0.0.1:{port}; the database is {database.address()!r}")
        collect(house, broker.broker, database.address(), folder=folder)
    finally:
        broker.end()
        database.end(2)
