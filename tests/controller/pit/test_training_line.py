"""People in training over Mosquitto with certificates, and with PostgreSQL: what one table may say of them,
and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from psycopg import Connection

from sabot.games.lessons import Dealt
from sabot.pit.attack.stranger import Stranger
from sabot.pit.carrier import Carrier
from sabot.pit.collector import Collector
from sabot.pit.line import Broker, Line, Message
from sabot.pit.outbox import Outbox
from sabot.pit.services import BrokerService, MissingError
from sabot.pit.store import Store
from sabot.pit.topics import FROM_THE_PIT, Station, of_every_table
from sabot.pit.training import keeping
from sabot.pit.training.at_table import LOOK_S, TrainingAtTable
from sabot.pit.training.report import report
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.papers import Papers
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.keys import Key
from sabot.school.school import School
from sabot.school.store import beside
from tests.controller.pit.houses import enrolled, house
from tools.pit_floor import HOUSE, free_port, until

pytestmark = pytest.mark.process


class Pit:
    """A broker that takes certificates alone, a collector, and the tables t1 and t2, each with a school."""

    def __init__(self, folder: Path, database: Connection) -> None:
        self.folder, self.database, self.now_s = folder, database, 0.0
        self.authority: Authority = house(folder)
        self.broker = BrokerService(folder, free_port(), authority=self.authority)
        self.papers = {name: enrolled(self.authority, folder, name) for name in ("t1", "t2")}
        self.schools = {name: self._school(name) for name in self.papers}
        self.broker.up()
        self.carriers = {name: self._carrier(name, papers) for name, papers in self.papers.items()}
        self.open_collector()

    def _school(self, name: str) -> School:
        with Journal(self.folder / f"{name}.sqlite3") as journal:
            journal.append([Entry("note", {"word": "opened", "of": name}, wall_ns=1)])
        school = School(beside(self.folder / f"{name}.sqlite3"))
        for who in ("Marie", "Bram"):
            number = int(school.enrol(who)["id"])
            school._dealt(number, Dealt("tirage-banco", "3/8", right=False, seconds=2.0))
        return school

    def _line(self, papers: Papers, topics: tuple[str, ...]) -> Line:
        return Line(Broker(port=self.broker.broker.port, papers=papers), topics)

    def _carrier(self, name: str, papers: Papers) -> tuple[Carrier, Line]:
        station, journal = Station(HOUSE, name), self.folder / f"{name}.sqlite3"
        training = TrainingAtTable(beside(journal), clock=lambda: self.now_s)
        return (
            Carrier(station, Outbox(journal), training=training),
            self._line(papers, tuple(map(station.topic, FROM_THE_PIT))),
        )

    def open_collector(self) -> None:
        self.line = self._line(self.authority.collector, of_every_table(HOUSE))
        self.collector = Collector(HOUSE, Store(self.database), self.line, key=Key(self.folder / "pit"))

    def numbers(self) -> dict[str, list[int]]:
        return {
            each.station: [one.number for one in each.learning] for each in keeping.classes(self.database)
        }

    def is_there(self, wanted: dict[str, list[int]]) -> bool:
        """Let them speak; whether the pit has these people of these tables."""
        for carrier, line in self.carriers.values():
            carrier.serve(line, wait_s=0.01)
        self.collector.serve(wait_s=0.01)
        return self.numbers() == wanted

    def waits_for(self, wanted: dict[str, list[int]]) -> None:
        until(partial(self.is_there, wanted), f"{wanted}")

    def close(self) -> None:
        for each in (*(line for _, line in self.carriers.values()), self.line, *self.schools.values()):
            each.close()
        self.broker.end()


@pytest.fixture
def pit(folder: Path, database: Connection) -> Iterator[Pit]:
    try:
        pit = Pit(folder, database)
    except MissingError as error:
        pytest.skip(str(error))
    yield pit
    pit.close()


def test_what_schools_tell_comes_and_somebody_who_is_erased_goes(pit: Pit):
    pit.waits_for({"t1": [1, 2], "t2": [1, 2]})
    pit.schools["t1"].forgetting.erase("Marie")
    pit.now_s += LOOK_S
    pit.waits_for({"t1": [2], "t2": [1, 2]})


def test_a_table_cannot_speak_of_the_people_of_another_nor_can_it_read_what_is_said_of_them(pit: Pit):
    pit.waits_for({"t1": [1, 2], "t2": [1, 2]})
    topic = Station(HOUSE, "t2").topic("training")
    with closing(Stranger(pit.broker.broker.address, pit.papers["t1"])) as sly:
        assert sly.publish(topic, report([])).words == "Not authorized"
        own = Station(HOUSE, "t1").topic("training")
        assert sly.publish(own, b"{").is_taken
    until(lambda: pit.is_there({"t1": [1, 2], "t2": [1, 2]}) and refused(pit, "t1"), "a refusal")
    assert not refused(pit, "t2")
    listening = pit._line(pit.papers["t1"], (topic,))
    until(lambda: any(True for _ in listening.events(0.05)), "a connection")
    assert [*listening.events(0.5)] == []
    listening.close()


def refused(pit: Pit, table: str) -> bool:
    """Whether the last report of this table was not taken."""
    return any(each.station == table and each.refused for each in keeping.classes(pit.database))


def test_a_broker_and_a_pit_that_lost_it_have_it_again(pit: Pit):
    pit.waits_for({"t1": [1, 2], "t2": [1, 2]})
    keeping.replace(pit.database, "t1", [], now=datetime.now(UTC))
    pit.line.close()
    pit.open_collector()  # what the broker kept
    pit.waits_for({"t1": [1, 2], "t2": [1, 2]})
    pit.database.execute("DELETE FROM training")
    pit.broker.end(9)
    pit.broker.up()
    pit.waits_for({"t1": [1, 2], "t2": [1, 2]})


def kept(pit: Pit) -> set[bytes]:
    """What the broker gives a collector that is new, under the topics of t1."""
    line, found = pit._line(pit.authority.collector, of_every_table(HOUSE)), set[bytes]()

    def is_whole() -> bool:
        found.update(each.payload for each in line.events(0.05) if isinstance(each, Message))
        return {b"long", b"lasting"} <= found

    try:
        until(is_whole, "what lasts")
        return found | {each.payload for each in line.events(0.05) if isinstance(each, Message)}
    finally:
        line.close()


def test_a_broker_drops_what_expires_and_keeps_what_does_not(pit: Pit):
    (carrier, line), heard = pit.carriers["t1"], set[bytes]()
    listener = pit._line(pit.authority.collector, of_every_table(HOUSE))

    def has_heard(*payloads: bytes) -> bool:
        heard.update(each.payload for each in listener.events(0.05) if isinstance(each, Message))
        for _ in line.events(0):
            pass
        return {*payloads} <= heard

    until(lambda: any(True for _ in line.events(0.05)), "a connection")
    line.publish(carrier.station.topic("link"), b"lasting", retain=True)
    until(lambda: has_heard(b"lasting"), "a listener")
    for topic, payload, expires_s in (("training", b"short", 1), ("answer", b"long", 3600)):
        line.publish(carrier.station.topic(topic), payload, retain=True, expires_s=expires_s)
    until(lambda: has_heard(b"short", b"long"), "what expires and what does not")
    listener.close()
    until(lambda: kept(pit) == {b"long", b"lasting"}, "the end of what expires")
