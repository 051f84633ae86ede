"""Two houses and their region, that speak to each other at once: databases, and wires without a network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from uuid import uuid4

from psycopg.conninfo import conninfo_to_dict

from sabot.pit import messages, stored_facts
from sabot.pit.carrier import Carrier
from sabot.pit.database import connected
from sabot.pit.database import prepare as prepare_house
from sabot.pit.facts import Decided, Faulty, Placed, Spun, Voided
from sabot.pit.line import Message
from sabot.pit.region import log
from sabot.pit.region.collector import Collector
from sabot.pit.region.database import prepare
from sabot.pit.region.store import Store
from sabot.pit.services import DatabaseService
from sabot.pit.topics import Station
from sabot.record.chain import Entry, following
from tests.controller.pit.tables import Wire
from tools.pit_houses import differences

REGION = "benelux"
ODD = 'a "rule" \\ of\nmany\tsigns \x01\x7f é 漢 😀 \u2028'


def new_database(service: DatabaseService, *, like: str = "template1") -> str:
    """Where a new database is: an empty one, or a copy of one that nobody is connected to."""
    name = f"pit_{uuid4().hex}"
    with closing(connected(service.address())) as database:
        database.execute(f"CREATE DATABASE {name} TEMPLATE {like} STRATEGY file_copy".encode())
    return service.address(name)


class House:
    """The database of a house, and its carrier to the region."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address, self.database = name, address, connected(address)
        prepare_house(self.database, name)

    def join(self) -> None:
        """Keep a log of facts, with a carrier that knows nothing else."""
        log.begin(self.database)
        self.log = log.FactLog(self.database)
        self.carrier, self.wire = Carrier(Station(REGION, self.name), self.log), Wire()

    def close(self) -> str:
        """Let go of the database; its name."""
        self.database.close()
        return str(conninfo_to_dict(self.address)["dbname"])

    def entries(self) -> list[tuple[str, str]]:
        """The kind of each entry of the log, and whether it stands or is gone."""
        head = self.log.head()
        found = self.log.after(0, last=head.seq if head else 0)
        return [(each.kind, next(iter(each.plain))) for each in found]


class Region:
    """The collector of a region, and houses that have joined it."""

    def __init__(self, address: str, *houses: House) -> None:
        self.address, self.database = address, connected(address)
        prepare(self.database, REGION)
        self.houses = {each.name: each for each in houses}
        self.open_collector()

    def open_collector(self) -> None:
        """A collector that knows nothing but what the database has."""
        self.wire = Wire()
        self.collector = Collector(REGION, Store(self.database), self.wire)

    def run(self, rounds: int = 8) -> None:
        """Let them speak, and carry what they say."""
        for _ in range(rounds):
            for house in self.houses.values():
                house.carrier.serve(house.wire, wait_s=0)
                self.wire.came += [Message(*each) for each in house.wire.taken()]
            self.collector.serve(wait_s=0, batch_s=0)
            for topic, payload in self.wire.taken():
                self.houses[topic.split("/")[3]].wire.came.append(Message(topic, payload))

    def close(self) -> str:
        """Let go of all databases; the name of the region's."""
        for each in self.houses.values():
            each.close()
        self.database.close()
        return str(conninfo_to_dict(self.address)["dbname"])


@contextmanager
def joined(service: DatabaseService, models: Mapping[str, str]) -> Iterator[Region]:
    """Two houses that have joined a region, which has heard nothing yet: copies of these databases."""
    copies = {name: new_database(service, like=model) for name, model in models.items()}
    houses = [House(name, copies[name]) for name in ("nijmegen", "breda")]
    for house in houses:
        house.join()
    region = Region(copies[REGION], *houses)
    yield region
    region.close()


def deal(house: House, *, coups: int, first: int = 1, table: str = "t1") -> None:
    """A table of this house has dealt."""
    numbers = range(first, first + coups)
    results = [Decided(10 * n, n, n, "roulette", "", str(n), '{"number":"7"}') for n in numbers]
    stored_facts.apply(house.database, table, 1, results)


def deal_everything(house: House, *, coups: int) -> None:
    """A table of this house has dealt, and there is something of every kind."""
    deal(house, coups=coups)
    others = (Faulty(5, 5, 1, ODD), Placed(6, 6, "W1"), Spun(7, 7, "W1", "32"), Voided(25, 2))
    stored_facts.apply(house.database, "t1", 1, others)
    head = ("t1", 1, 40, "c" * 64, 8, "key", "a head", "a countersigned head")
    house.database.execute("INSERT INTO head VALUES (%s, %s, %s, %s, %s, %s, %s, %s, now())", head)


def different(region: Region) -> list[str]:
    """Where the region does not equal its houses."""
    found = (differences(each.database, region.database, each.name) for each in region.houses.values())
    return [why for each in found for why in each]


def said(region: Region, house: str, *entries: Entry) -> None:
    """A message with entries after the last one comes in the name of this house."""
    head = region.houses[house].log.head()
    assert head is not None
    payload = messages.rows(head.journal, following(entries, (head.seq, head.chain)))
    region.wire.came.append(Message(Station(REGION, house).topic("rec"), payload))
    region.run()
