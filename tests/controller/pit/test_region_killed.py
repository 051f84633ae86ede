"""A region of real processes that is killed while its houses deal: it has afterwards what they have, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.bench.pit.hall import sabot
from sabot.pit.region.looking import standings
from sabot.pit.services import MissingError
from tests.controller.pit.regions import REGION, deal, different
from tests.controller.pit.regions import Region as Databases
from tools.pit_floor import until
from tools.pit_houses import Region

pytestmark = pytest.mark.process


def test_a_region_that_is_killed_with_its_broker_equals_its_houses_afterwards(
    folder: Path, region: Databases
) -> None:
    try:
        processes = Region(folder / "region", region.address, name=REGION)
    except MissingError as error:
        pytest.skip(str(error))
    where = ("--region", REGION, "--broker", f"127.0.0.1:{processes.port}")
    carriers = [
        sabot("region", "carry", *where, "--database", house.address, log=folder / house.name)
        for house in region.houses.values()
    ]
    try:
        processes.start()
        for each in carriers:
            each.start(is_ready=lambda: True)
        until(lambda: len(standings(region.database)) == 2, "both houses")
        for number in range(1, 9):
            for house in region.houses.values():
                deal(house, coups=100, first=100 * number)
            if number == 4:  # the broker keeps nothing on disk: all that it held is gone
                processes.kill()
            if number == 6:
                processes.start()
        until(lambda: different(region) == [], "what the houses have")
        assert all(each.is_up for each in standings(region.database))
    finally:
        for each in carriers:
            each.end(9)
        processes.end()
