"""The carrier of a house: sends its log of facts to the region. It is the carrier of a table with another
journal; if the region is away, nothing waits for it."""

from __future__ import annotations

import logging
import time
from typing import NoReturn

import psycopg
from psycopg import Connection

from sabot.pit.carrier import Carrier, serve
from sabot.pit.database import check, connected, house_of
from sabot.pit.line import Broker
from sabot.pit.receiving import PAUSE_S
from sabot.pit.region import log as of_facts
from sabot.pit.topics import Station
from sabot.pit.trouble import UnreachableError

log = logging.getLogger(__name__)


def station(database: Connection, region: str) -> Station:
    """The house of this database, as the region knows it. Raises PitError if the database is not a pit's."""
    check(database)
    return Station(region, house_of(database))


def carry(region: str, broker: Broker, database: str) -> None:
    """Carry the facts and heads of the house in this database to the region, until the process is ended.
    Raises PitError if the database is not a pit's."""
    while True:
        try:
            with connected(database) as connection:
                _carry(station(connection, region), broker, connection)
        except (psycopg.OperationalError, UnreachableError) as error:
            log.warning("begun again at what the region has: %s", " ".join(str(error).split()))
        time.sleep(PAUSE_S)


def _carry(station: Station, broker: Broker, database: Connection) -> NoReturn:
    of_facts.begin(database)
    serve(Carrier(station, of_facts.FactLog(database), papers=broker.papers), station, broker)
