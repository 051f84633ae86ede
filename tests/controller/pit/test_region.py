"""Two houses and a region: facts and heads go up, records stay; a house never waits; and what a house has
changed, the region has changed."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from psycopg.errors import LockNotAvailable

from sabot.cli.pit.commands import pit
from sabot.pit import stored_facts
from sabot.pit.carrier import WINDOW_RECORDS
from sabot.pit.database import connected
from sabot.pit.facts import Decided, Faulty, Withdrawn
from sabot.pit.line import Connected, Message
from sabot.pit.messages import MalformedError
from sabot.pit.region import facts, looking
from sabot.pit.region.database import as_house, enter
from sabot.pit.region.looking import accept, alerts, standings
from sabot.pit.store import MovedError
from sabot.pit.trouble import PitError
from sabot.record import chain
from sabot.record.chain import START, Entry, Record, following
from sabot.record.journal import Journal
from tests.controller.pit.regions import House, Region, deal, different, new_database, said
from tests.controller.pit.tables import Hall

# --- what a house keeps for its region


def test_the_log_begins_with_the_facts_that_there_are_and_goes_on_with_each_change(house: House):
    before = [("coup", "fact")] * 3 + [(kind, "fact") for kind in ("fault", "wheel_at", "spin", "head")]
    assert house.entries() == before
    stored_facts.apply(house.database, "t1", 1, [Withdrawn(99, 1, 20)])
    house.database.execute("UPDATE coup SET game = game")
    house.database.execute("DELETE FROM spin")
    assert house.entries()[len(before) :] == [("coup", "fact")] * 4 + [("spin", "gone")]


def test_the_log_is_chained_as_a_journal_is__a_fact_has(house: House):
    log = house.log
    head = log.head()
    verdict = chain.verified(lambda: log.after(0, last=head.seq))
    assert (verdict.wrong, verdict.head, verdict.records) == ("", head.chain, head.seq)
    assert log.chain_at(head.seq) == head.chain
    assert log.chain_at(head.seq + 1) is None
    assert [each.seq for each in log.points(2, 5)] == [3, 4, 5]


def test_what_is_not_committed_leaves_no_gap_in_the_log(house: House):
    head = house.log.head()
    with pytest.raises(ZeroDivisionError), house.database.transaction():
        deal(house, coups=3, first=10)
        assert house.log.head().seq == head.seq + 3
        raise ZeroDivisionError
    deal(house, coups=1, first=10)
    assert house.log.head().seq == head.seq + 1


def test_a_second_fact_of_the_house_waits_for_the_number_of_the_first(house: House):
    other = connected(house.address)
    other.execute("SET lock_timeout = '20ms'")
    with house.database.transaction():
        deal(house, coups=1, first=10)
        with pytest.raises(Exception, match="lock timeout"):
            stored_facts.apply(other, "t2", 1, [Faulty(1, 1, 1, "revoke")])
    stored_facts.apply(other, "t2", 1, [Faulty(1, 1, 1, "revoke")])
    other.close()
    assert [each.seq for each in house.log.after(0, last=99)] == [*range(1, house.log.head().seq + 1)]


def test_a_house_that_has_joined_before_goes_on_with_its_log(house: House):
    head = house.log.head()
    house.join()
    assert house.log.head() == head


# --- what the region has


def test_the_region_has_what_both_houses_have_and_hears_of_each_change(region: Region):
    region.run()
    assert different(region) == []
    nijmegen, breda = region.houses.values()
    stored_facts.apply(nijmegen.database, "t1", 1, [Withdrawn(99, 0, 15)])
    breda.database.execute("DELETE FROM coup WHERE coup = 1")
    deal(breda, coups=5, table="t2")
    region.run()
    assert different(region) == []
    assert [(each.house, each.is_up, each.head - each.seq) for each in standings(region.database)] == [
        ("breda", True, 0),
        ("nijmegen", True, 0),
    ]


def test_of_a_fact_that_changed_twice_in_one_batch_the_last_stands(region: Region):
    region.run()
    house = region.houses["nijmegen"]
    for change in (Decided(70, 70, 7, "", "", "", ""), Decided(71, 71, 7, "", "punto", "", "")):
        stored_facts.apply(house.database, "t1", 1, [change])
    house.database.execute("DELETE FROM fault")
    deal(house, coups=1, first=8)
    house.database.execute("DELETE FROM coup WHERE coup = 8")
    region.run()
    assert different(region) == []


def test_a_region_that_dies_while_facts_come_loses_and_doubles_nothing(region: Region):
    for house in region.houses.values():
        deal(house, coups=2 * WINDOW_RECORDS, first=100)
    region.run(rounds=3)
    behind = [each.head - each.seq for each in standings(region.database)]
    assert min(behind) > 0
    region.open_collector()
    for house in region.houses.values():
        deal(house, coups=3, first=1000)
        house.wire.came.append(Connected())  # the broker too has come again, and knows nothing
    region.run(rounds=12)
    assert different(region) == []


def test_a_region_that_was_put_back_to_an_older_state_gets_what_follows(region: Region):
    region.run()
    older = [each.seq for each in standings(region.database)]
    with as_house(region.database, "breda"):
        region.database.execute("DELETE FROM entry WHERE seq > 2")
        region.database.execute(
            "UPDATE log SET seq = 2, chain = (SELECT encode(chain, 'hex') FROM entry WHERE seq = 2)"
        )
        region.database.execute("DELETE FROM head")
    region.open_collector()
    region.run()
    assert [each.seq for each in standings(region.database)] == older
    assert different(region) == []


def test_another_collector_that_moves_the_cursor_stops_this_one(region: Region):
    region.run()
    with as_house(region.database, "breda"):
        region.database.execute("UPDATE log SET chain = %s", (START,))
    deal(region.houses["breda"], coups=1, first=10)
    with pytest.raises(MovedError):
        region.run()


# --- what it means for the house


def test_a_house_without_its_region_keeps_all_its_records_and_facts(folder: Path, database, postgres):
    hall = Hall(folder, database)
    hall.write("t1", "one", "two")
    hall.open_carrier("t1")
    hall.run()
    house = House("house", postgres.address(database.info.dbname))
    house.join()  # and there is no region
    hall.write("t1", "three")
    stored_facts.apply(database, "t1", 1, [Faulty(3, 3, 1, "revoke")])
    hall.run()
    assert hall.seq("t1") == 3
    assert hall.found() == []
    region = Region(new_database(postgres), house)
    region.run()
    assert different(region) == []
    assert hall.seq("t1") == 3
    region.close()


def test_no_record_of_a_table_comes_to_the_region(folder: Path, database, postgres):
    hall = Hall(folder, database)
    hall.write("t1", "a word that stays")
    hall.open_carrier("t1")
    hall.run()
    house = House("house", postgres.address(database.info.dbname))
    house.join()
    stored_facts.apply(database, "t1", 1, [Faulty(3, 3, 1, "a fault that goes up")])
    region = Region(new_database(postgres), house)
    region.run()
    with as_house(region.database, "house"):
        tables = region.database.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        texts = [
            str(region.database.execute(f"SELECT * FROM {name}".encode()).fetchall()) for (name,) in tables
        ]
    assert ("record",) not in tables
    assert any("a fault that goes up" in each for each in texts)
    assert not any("a word that stays" in each for each in texts)
    region.close()


def test_facts_that_a_house_makes_again_go_up_only_where_they_differ(folder: Path, database, postgres):
    hall, result = Hall(folder, database), {"event": "result", "winner": "punto"}
    bodies = [result | {"coup": n} for n in (1, 2)] + [{"event": "fault", "coup": 2, "kind": "revoke"}]
    with Journal(hall.path("t1")) as journal:
        journal.append(Entry("event", each, int(str(each["coup"]))) for each in bodies)
    hall.open_carrier("t1")
    hall.run()
    house = House("house", postgres.address(database.info.dbname))
    house.join()
    region = Region(new_database(postgres), house)
    region.run()
    entries = house.entries()
    assert len(entries) == 3
    stored_facts.rebuild(database)
    assert house.entries() == entries
    database.execute("UPDATE coup SET winner = 'banco' WHERE coup = 1")
    stored_facts.apply(database, "t1", 1, [Faulty(9, 9, 1, "another")])
    region.run()
    stored_facts.rebuild(database)
    assert house.entries()[3:] == [("coup", "fact"), ("fault", "fact"), ("coup", "fact"), ("fault", "gone")]
    region.run()
    assert different(region) == []
    region.close()


# --- what comes from outside


def test_an_entry_that_is_no_fact_stops_its_house_alone_and_is_named(region: Region):
    region.run()
    said(region, "breda", Entry("tips", {"fact": {}}))
    deal(region.houses["nijmegen"], coups=1, first=50)
    region.run()
    (alert,) = alerts(region.database)
    assert (alert.house, alert.kind, alert.seq) == ("breda", "unreadable", 9)
    assert alert.why.endswith(
        "entry 9: this version knows no facts of the kind tips: update the region first"
    )
    assert different(region) == []


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("fault", {"fact": {"station": "t1"}}, "it is no fact of the kind fault"),
        ("fault", {"fact": 7}, "it is no fact of the kind fault"),
        ("head", {"gone": dict.fromkeys(facts.FACT_COLUMNS["head"], "")}, "what was signed stands for ever"),
    ],
)
def test_what_is_no_fact_is_refused(kind: str, body: dict[str, object], why: str):
    (record,) = following([Entry(kind, body)], (3, START))
    with pytest.raises(MalformedError, match=f"entry 4: {why}"):
        facts.read(record)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"course": 2**31}, "course is too great a number"),
        ({"course": None}, "course is no whole number"),
        ({"station": "a\0b"}, "station has a NUL"),
        ({"key": 1}, "key is no text"),
        ({"received": "yesterday"}, "received is no time"),
        ({"received": "0001-01-01T00:00:00+14:00"}, "received is no time"),
    ],
)
def test_a_value_that_postgresql_would_refuse_is_refused_before(changes, why):
    whole = dict.fromkeys(facts.FACT_COLUMNS["head"], "x") | {"course": 1, "seq": 1, "wall_ns": 1}
    body = {"fact": whole | {"received": "2026-11-24T21:30:00+01:00"} | changes}
    (record,) = following([Entry("head", body)], (3, START))
    with pytest.raises(MalformedError, match=f"entry 4: {why}"):
        facts.read(record)


def test_a_body_that_is_no_json_is_refused():
    with pytest.raises(MalformedError, match="entry 4: record 4 is damaged"):
        facts.read(Record(4, 0, 0, "fault", 0, "", "", "{", START))


def test_a_moment_is_kept_in_one_spelling():
    whole = dict.fromkeys(facts.FACT_COLUMNS["head"], "x") | {"course": 1, "seq": 1, "wall_ns": 1}
    (record,) = following(
        [Entry("head", {"fact": whole | {"received": "2026-11-24T21:30+01:00"}})], (0, START)
    )
    assert facts.read(record).row["received"] == "2026-11-24T20:30:00+00:00"


# --- a log that is another one


def test_a_house_whose_database_is_another_one_is_named_until_somebody_answers(region: Region, postgres):
    region.run()
    other = House("breda", new_database(postgres))
    deal(other, coups=1)
    other.join()
    region.houses["breda"].database.close()
    region.houses["breda"] = other
    region.run()
    assert [(each.house, each.kind) for each in alerts(region.database)] == [("breda", "swapped")]
    with pytest.raises(PitError, match="no alert of a house nijmegen"):
        accept(region.database, "nijmegen", by="A. Person", why="a try")
    env = {"SABOT_REGION_DATABASE": region.address}
    words = ["region", "accept", "breda", "--by", "A. Person", "--why", "the machine burnt down"]
    done = CliRunner().invoke(pit, words, env=env)
    assert done.output.startswith("breda: accepted by A. Person; the log ")
    with as_house(region.database, "breda"):
        region.database.execute("DELETE FROM head")
    region.open_collector()
    region.run()
    assert alerts(region.database) == []
    with as_house(region.database, "breda"):
        assert region.database.execute("SELECT course, seq FROM log").fetchone() == (2, other.log.head().seq)
    assert different(region) == []


def test_a_collector_sees_that_an_alert_was_answered(region: Region):
    region.run()
    said(region, "breda", Entry("tips", {}))
    accept(region.database, "breda", by="A. Person", why="an older version")
    region.collector._looked_s = -10
    region.run()
    assert alerts(region.database) == []
    assert [each.seq for each in standings(region.database)] == [
        each.log.head().seq for each in (region.houses["breda"], region.houses["nijmegen"])
    ]


def test_an_end_of_the_line_is_seen_and_an_older_one_is_not(region: Region):
    region.run()
    house = region.houses["breda"]
    topic, will = house.carrier.will
    region.wire.came.append(Message(topic, will.replace(house.carrier.boot.encode(), b"older")))
    region.run()
    assert [each.is_up for each in standings(region.database)] == [True, True]
    region.wire.came.append(Message(topic, will))
    region.run()
    assert [each.is_up for each in standings(region.database)] == [False, True]
    env = {"SABOT_REGION_DATABASE": region.address}
    shown = CliRunner().invoke(pit, ["region", "status"], env=env).output.splitlines()
    assert shown[0].startswith("breda: 8 entries, 0 behind; unknown since ")
    assert shown[1] == "nijmegen: 7 entries, 0 behind; up"
    shown = CliRunner().invoke(pit, ["region", "status", "--json"], env=env).output.splitlines()
    assert [json.loads(each)["house"] for each in shown] == ["breda", "nijmegen"]


def test_of_two_who_accept_at_once_the_second_waits_and_then_finds_no_alert(region: Region, monkeypatch):
    region.run()
    said(region, "breda", Entry("tips", {}))
    with closing(connected(region.address)) as second:
        enter(second)
        second.execute("SET lock_timeout = '100ms'")
        alerts_of = looking._alerts

        def meanwhile(database, name):
            if database is region.database:
                with pytest.raises(LockNotAvailable):
                    accept(second, "breda", by="B. Person", why="an older version")
            return alerts_of(database, name)

        monkeypatch.setattr(looking, "_alerts", meanwhile)
        accept(region.database, "breda", by="A. Person", why="an older version")
        with pytest.raises(PitError, match="nothing was accepted"):
            accept(second, "breda", by="B. Person", why="an older version")


def test_a_house_that_is_gone_when_the_collector_begins_again_is_not_taken_for_connected(region: Region):
    region.run()
    assert {each.is_up for each in looking.standings(region.database)} == {True}
    region.open_collector()
    region.collector.serve(wait_s=0, batch_s=0)
    assert {each.is_up for each in looking.standings(region.database)} == {False}
