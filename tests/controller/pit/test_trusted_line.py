"""A broker that takes certificates alone, and the lines of those who have one of this house or another,
or none: with Mosquitto itself."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from sabot.pit.line import Broker, Connected, Line, Message
from sabot.pit.services import BrokerService, MissingError
from sabot.pit.serving import serve
from sabot.pit.topics import Station
from sabot.pit.trust import enrolment, refusal
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.certificates import TrustError
from sabot.pit.trust.papers import Papers
from sabot.pit.trust.watching import Watch, watched
from tests.controller.pit.houses import NOW, PERSON, asked, days, enrolled, house
from tools.pit_floor import HOUSE, free_port, until

pytestmark = pytest.mark.process


@pytest.fixture
def authority(folder: Path) -> Authority:
    return house(folder)


@pytest.fixture
def broker(folder: Path, authority: Authority) -> Iterator[BrokerService]:
    try:
        broker = BrokerService(folder, free_port(), authority=authority)
        broker.up()
    except MissingError as error:
        pytest.skip(str(error))
    yield broker
    broker.end()


def line(broker: BrokerService, papers: Papers | None, *topics: str) -> Line:
    return Line(Broker(port=broker.broker.port, papers=papers), topics)


def is_connected(line: Line) -> bool:
    return any(isinstance(each, Connected) for each in line.events(0.05))


def connect(*lines: Line) -> None:
    for each in lines:
        until(partial(is_connected, each), "a connection")


def is_refused(line: Line) -> bool:
    return not is_connected(line) and bool(line.refused)


def heard(line: Line) -> list[bytes]:
    return [each.payload for each in line.events(0.05) if isinstance(each, Message)]


def why_refused(broker: BrokerService, papers: Papers | None) -> str:
    tried = line(broker, papers)
    try:
        until(lambda: is_refused(tried), "a refusal")
        return tried.refused
    finally:
        tried.close()


def test_a_table_of_the_house_speaks_with_the_collector(broker: BrokerService, authority, folder) -> None:
    papers, topic = enrolled(authority, folder, "t1"), Station(HOUSE, "t1").topic("rec")
    table, collector = line(broker, papers), line(broker, authority.collector, topic)
    connect(table, collector)

    def is_heard() -> bool:  # again: the broker may take the record before it takes the subscription
        table.publish(topic, b"a record")
        return b"a record" in heard(collector)

    until(is_heard, "a record")
    for each in (table, collector):
        each.close()


def test_a_table_whose_line_is_closed_in_order_is_gone_for_the_pit_too(
    broker: BrokerService, authority: Authority, folder: Path
) -> None:
    topic = Station(HOUSE, "t1").topic("link")
    collector = line(broker, authority.collector, topic)
    at_the_broker = Broker(port=broker.broker.port, papers=enrolled(authority, folder, "t1"))
    table = Line(at_the_broker, (), will=(topic, b"gone"))
    connect(table, collector)
    table.close()
    until(lambda: b"gone" in heard(collector), "what the table left to be said")
    collector.close()


def test_who_is_revoked_is_out_at_once_and_told_so_and_the_others_are_back(
    broker: BrokerService, authority: Authority, folder: Path
) -> None:
    lines = [line(broker, enrolled(authority, folder, name)) for name in ("t1", "t2")]
    connect(*lines)
    watch = Watch(authority, broker)
    assert not watch.look(NOW)
    authority.revoke("t2", by=PERSON, why="it was stolen", now=NOW)
    assert watch.look(NOW)
    until(lambda: is_connected(lines[0]), "the other table's connection")
    until(lambda: is_refused(lines[1]), "a refusal")
    assert "the pit has revoked the certificate" in lines[1].refused
    for each in lines:
        each.close()
    (why,) = authority.warnings(NOW)
    assert why.startswith("t2: certificate REVOKED")
    assert refusal.refused(broker.log) is not None


def test_a_broker_that_died_is_started_again(broker: BrokerService, authority: Authority) -> None:
    with watched(authority, broker):
        broker.end(9)
        until(lambda: broker.is_running, "the broker")
    assert broker.is_running


def test_a_pit_does_not_serve_with_the_certificates_of_another_house(
    folder: Path, authority: Authority
) -> None:
    with pytest.raises(TrustError, match=f"are of the house {HOUSE}"):
        serve("elsewhere", authority.folder.parent, None, say=print)


def test_a_certificate_of_another_house_is_refused_as_that(broker: BrokerService, folder: Path) -> None:
    foreign = enrolled(house(folder / "foreign"), folder, "t1")
    assert "is not the broker of this house" in why_refused(broker, foreign)
    ours = Papers(folder / "trust" / "collector")
    foreign.house.write_bytes(ours.house.read_bytes())  # it believes the broker, and the broker not it
    assert "is of another house" in why_refused(broker, foreign)


def test_a_certificate_that_ends_while_the_table_runs_is_refused_as_that(
    broker: BrokerService, authority: Authority, folder: Path
) -> None:
    papers = enrolled(authority, folder, "t1", now=days(-91))
    assert "the certificate of t1 ended on" in why_refused(broker, papers)


def test_the_pit_says_so_too_where_the_tables_clock_is_slow(
    broker: BrokerService, authority: Authority, folder: Path, monkeypatch
) -> None:
    papers = enrolled(authority, folder, "t1", now=days(-91))
    monkeypatch.setattr(Papers, "check", lambda self, now: None)
    assert "has ended by the pit's clock" in why_refused(broker, papers)


def test_a_broker_that_speaks_plainly_is_not_the_pit(folder: Path, authority: Authority) -> None:
    plain = BrokerService(folder, free_port())
    plain.up()
    try:
        assert "without encryption" in why_refused(plain, authority.collector)
    finally:
        plain.end()


def test_without_a_certificate_nobody_is_taken(broker: BrokerService, authority: Authority) -> None:
    class Bare(Papers):
        def context(self) -> ssl.SSLContext:
            context = ssl.create_default_context(cafile=str(self.house))
            context.check_hostname = False
            return context

    assert "showed none" in why_refused(broker, Bare(authority.collector.folder))


def test_a_table_is_no_broker(folder: Path, authority: Authority) -> None:
    """Its certificate is of the house, and still nobody takes it for the pit."""
    sly = enrolled(authority, folder, "t2")
    pretender = Authority(authority.folder)
    pretender.broker = sly
    service = BrokerService(folder, free_port(), authority=pretender)
    service.up()
    try:
        assert "is not the broker of this house" in why_refused(service, enrolled(authority, folder, "t1"))
    finally:
        service.end()


def test_a_new_certificate_needs_no_new_line(broker: BrokerService, authority, folder) -> None:
    papers = Papers(folder / "t1")
    request, fingerprint = asked(papers, "t1")
    waiting = line(broker, papers)
    until(lambda: is_refused(waiting), "a refusal")
    assert "there is no certificate" in waiting.refused
    pem = authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)
    enrolment.install(papers, pem, now=NOW)
    until(lambda: is_connected(waiting), "a connection")
    assert waiting.refused == ""
    waiting.close()


def test_a_broker_that_is_there_already_is_never_taken_for_ones_own(tmp_path: Path):
    """One that was left behind when its pit was killed knows no revocation since."""
    left = BrokerService(tmp_path, free_port())
    left.up()
    again = BrokerService(tmp_path, left.broker.port)
    try:
        with pytest.raises(MissingError, match="mosquitto runs here already; it belongs to another pit"):
            again.up()
        assert not again.is_running
    finally:
        left.end()
    again.up()
    again.end()
