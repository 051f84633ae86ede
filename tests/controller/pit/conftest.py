"""One PostgreSQL a session and one database a test; a broker where a test asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytest.importorskip("psycopg", reason="the extra pit is missing: make setup EXTRA=pit")

from psycopg import Connection

from sabot.pit.database import connected, prepare
from sabot.pit.services import DatabaseService, MissingError
from tests.controller.pit.regions import REGION, House, Region, deal_everything, joined, new_database
from tools.pit_floor import HOUSE, cluster, memory


@pytest.fixture(scope="session")
def postgres() -> Iterator[DatabaseService]:
    """A PostgreSQL for this session alone."""
    try:
        with cluster() as service:
            yield service
    except MissingError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def prepared(postgres: DatabaseService) -> str:
    """The name of a database of the house `house`, to be copied: making the tables takes longer."""
    with closing(connected(new_database(postgres))) as database:
        prepare(database, HOUSE)
        return database.info.dbname


@pytest.fixture
def name(request: pytest.FixtureRequest, postgres: DatabaseService) -> str:
    """The name of a database: an empty one, unless the test asks for `database` as well."""
    like = request.getfixturevalue("prepared") if "database" in request.fixturenames else "template1"
    with closing(connected(new_database(postgres, like=like))) as database:
        return database.info.dbname


@pytest.fixture
def database(postgres: DatabaseService, name: str) -> Iterator[Connection]:
    """A database of the house `house`, with the tables of a pit in it."""
    with closing(connected(postgres.address(name))) as database:
        yield database


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where journals lie; each of their commits waits for the disk, if it is on one."""
    with TemporaryDirectory(prefix="sabot-pit-", dir=memory()) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def models(postgres) -> dict[str, str]:
    """The databases of two houses, each with facts, and of a region that has none yet, to be copied."""
    found = {}
    for number, name in enumerate(("nijmegen", "breda"), 1):
        house = House(name, new_database(postgres))
        deal_everything(house, coups=2 + number)
        house.join()
        found[name] = house.close()
    region = Region(new_database(postgres))
    return found | {REGION: region.close()}


@pytest.fixture
def house(postgres, models: dict[str, str]) -> Iterator[House]:
    """A house that keeps a log of its facts."""
    house = House("nijmegen", new_database(postgres, like=models["nijmegen"]))
    house.join()
    yield house
    house.close()


@pytest.fixture
def region(postgres, models: dict[str, str]) -> Iterator[Region]:
    """Two houses that have joined a region, which has heard nothing yet."""
    with joined(postgres, models) as region:
        yield region
