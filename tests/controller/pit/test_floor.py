"""A floor of real processes: what is killed, comes back, and loses and doubles nothing; what the pit gives
back is what the tables have."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest

from sabot.pit.database import connected
from sabot.pit.services import MissingError
from tools.pit_floor import Floor, facts
from tools.pit_kills import VICTIMS, killed

pytestmark = pytest.mark.process

SEED = 4


@pytest.fixture
def floor(folder: Path, postgres, name: str):
    try:
        floor = Floor(folder, postgres, tables=2, name=name)
    except MissingError as error:
        pytest.skip(str(error))
    try:
        floor.start()
        yield floor
    finally:
        floor.end()
        if not postgres.is_running:
            postgres.up()


def test_a_floor_whose_broker_collector_database_and_carrier_are_killed_equals_its_tables(
    floor: Floor,
) -> None:
    chance = random.Random(SEED)
    victims = [*VICTIMS]
    chance.shuffle(victims)
    assert killed(floor, victims, chance, apart_s=0.3) == [], f"seed {SEED}"
    with closing(connected(floor.address)) as database:
        results, faults = facts(database)
        assert {row[5] for row in results if row[3]} == {"punto-banco"}
        assert len(faults) > 1


def test_what_the_pit_lacks_is_seen(floor: Floor) -> None:
    for table in floor.tables:
        table.deal(30)
    floor.wait()
    assert floor.wrong() == []
    floor.collector.end(9)
    with closing(connected(floor.address)) as database:
        database.execute("DELETE FROM record WHERE station = 't2' AND seq = 3")
        database.execute("UPDATE coup SET winner = 'punto' WHERE station = 't1' AND coup = 1")
    wrong = floor.wrong()
    assert [each.partition(":")[0] for each in wrong] == [
        *["t2"] * 3,
        "the facts made again from the records differ from those kept",
    ]
