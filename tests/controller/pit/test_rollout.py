"""A version goes from ring to ring over twelve tables that deal, or stops at the first one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli.pit.commands import pit
from sabot.config import read
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.core.shapes.floor import Cause
from sabot.pit import stored_facts, topics
from sabot.pit.collector import Collector
from sabot.pit.database import SCHEMA_VERSION, connected, prepare, reason_in
from sabot.pit.floor import standing
from sabot.pit.judging import Finding
from sabot.pit.line import Line
from sabot.pit.offers import offering, rings, rollout, steering
from sabot.pit.offers.answers import TEXT_CHARS_MOST
from sabot.pit.services import BrokerService, MissingError
from sabot.pit.store import Store
from sabot.pit.trouble import PitError
from sabot.record.chain import Entry
from sabot.record.journal import verify
from sabot.staff import update_offers
from sabot.staff.pit_offers import PitOffers
from sabot.system.pit_offers.inbox import Inbox
from sabot.system.pit_offers.version import version_in
from sabot.system.update.checkout import Checkout
from tests.controller.pit.machines import NEW, OLD, OTHER
from tests.controller.pit.test_offers import BEFORE, Floor, now
from tests.controller.system.update.place import CLOSED, Place, changed, git
from tools.pit_floor import HOUSE, Dealt, facts, free_port, pattern, until

NAMES = [f"t{n}" for n in range(1, 13)]
COUPS_A_ROUND = 2
"""A round of the pattern has three coups; the last one does not count."""

BY = "p-7f3a1c (supervisor)"


class House(Floor):
    """Tables that deal real coups, each with a machine of its own; their people accept what is offered."""

    def __init__(self, folder: Path, database) -> None:
        super().__init__(folder, database)
        steps = pattern(folder)
        self.steps_a_round = len(steps) - 1  # the opening comes once
        self.tables = {name: Dealt(name, self.path(name), steps) for name in NAMES}
        for name, table in self.tables.items():
            self.file(name).write_text(BEFORE)
            table.deal(len(steps))
            Inbox(self.path(name)).trust(self.key.public)
            self.open_offers(name)
        self.look()

    def close(self) -> None:
        for table in self.tables.values():
            table.close()

    def begin(self, revision: str = NEW, name: str = "v2", *, hours: float = 0) -> dict[str, int]:
        period = rings.Period(rings.HEALTHY_COUPS, hours)
        given = {"by": "A. Visser", "why": "reads worn cards", "period": period}
        placed = rollout.begin(self.database, revision, name, **given, now=now())
        self.look()
        return placed

    def offered(self) -> list[str]:
        """The tables where something waits for an answer."""
        return [name for name in NAMES if Inbox(self.path(name)).waiting()]

    def accept(self, *names: str) -> None:
        """The supervisor of each table accepts, and the machine updates itself."""
        versions = {name: self._accepted(name) for name in names}
        self.look()
        for name, revision in versions.items():
            self.machines[name].update(revision)
        self.look()

    def _accepted(self, name: str) -> str:
        staff = PitOffers(read(f'[journal]\npath = "{self.path(name)}"\n'), program=self.machines[name])
        (shown,) = staff.shown()
        return version_in(staff.accept(shown["id"], by=BY).content).revision

    def deal(self, *names: str, coups: int) -> None:
        """Each of these tables deals at least this number of coups that count."""
        for name in names:
            self.tables[name].deal(self.steps_a_round * -(-coups // COUPS_A_ROUND))
        self.run(12)
        self.look()

    def waits(self) -> dict[str, str]:
        found = rollout.current(self.database)
        assert found
        return dict(rollout.standing(self.database, found, now=now())[1].waits)

    def versions(self) -> dict[str, str]:
        """The revisions that the tables run, as the pit knows them."""
        return dict(self.database.execute("SELECT station, revision FROM program").fetchall())

    def stopped(self) -> str:
        found = rollout.current(self.database)
        return str(found.stopped) if found else ""

    def fault(self, name: str, kind: str) -> None:
        entry = Entry("event", {"event": "fault", "kind": kind}, 0, wall_ns=now_ns())
        self.tables[name].journal.append([entry])
        self.look()

    def lost(self) -> list[str]:
        """Tables whose journal, chain or coups the pit has otherwise than they are."""
        self.run(12)
        cursors = Store(self.database).cursors()
        found = [
            name
            for name, table in self.tables.items()
            if (cursors[name].seq, cursors[name].chain) != table.journal.head or verify(table.path).wrong
        ]
        before = facts(self.database)
        stored_facts.rebuild(self.database)
        assert facts(self.database) == before
        query = "SELECT station, count(*) FROM coup WHERE decided IS NOT NULL GROUP BY station"
        counts: dict[str, int] = dict(self.database.execute(query).fetchall())
        return found + [
            each.name for each in self.tables.values() if counts[each.name] != COUPS_A_ROUND * each.round
        ]


def now_ns() -> int:
    return int(now().timestamp() * 1_000_000) * 1000


@pytest.fixture
def house(folder: Path, database):
    found = House(folder, database)
    yield found
    found.close()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A repository of the program."""
    return Place(tmp_path, CLOSED)


@pytest.fixture
def floor(folder: Path, database) -> Floor:
    return Floor(folder, database)


@pytest.fixture
def few_coups(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many coups make a table healthy here, so that no test deals for long."""
    monkeypatch.setattr(rings, "HEALTHY_COUPS", 10)
    return rings.HEALTHY_COUPS


class OverMosquitto(House):
    """The same house, whose collector and carriers speak over Mosquitto."""

    def __init__(self, folder: Path, database) -> None:
        self.broker, self.lines = BrokerService(folder, free_port()), dict[str, Line]()
        self.broker.up()
        super().__init__(folder, database)

    def close(self) -> None:
        for line in (self.line, *self.lines.values()):
            line.close()
        super().close()
        self.broker.end()

    def open_collector(self) -> None:
        self.line = Line(self.broker.broker, topics.of_every_table(HOUSE))
        self.collector = Collector(HOUSE, Store(self.database), self.line, key=self.key)

    def open_offers(self, name: str) -> None:
        super().open_offers(name)
        carrier, _ = self.carriers[name]
        of_the_pit = [carrier.station.topic(each) for each in topics.FROM_THE_PIT]
        self.lines[name] = Line(self.broker.broker, of_the_pit, will=carrier.will)

    def run(self, rounds: int = 12) -> None:
        for _ in range(rounds):
            for name, line in self.lines.items():
                self.carriers[name][0].serve(line, wait_s=0)
            self.collector.serve(wait_s=0.005, batch_s=0)

    def wait(self, is_true: Callable[[], bool], what: str) -> None:
        """Let them speak until this is true."""

        def is_so() -> bool:
            self.look()
            return is_true()

        until(is_so, what)

    def has_all(self) -> bool:
        """Whether the pit has every record of every table."""
        cursors = Store(self.database).cursors()
        return all(cursors[name].seq == table.journal.head[0] for name, table in self.tables.items())


@pytest.fixture
def over_mosquitto(folder: Path, database):
    try:
        found = OverMosquitto(folder, database)
    except MissingError as error:
        pytest.skip(str(error))
    yield found
    found.close()


@pytest.mark.process
def test_a_bad_version_offered_to_twelve_tables_stops_at_the_first_ring_is_put_back_and_no_coup_is_lost(
    over_mosquitto: OverMosquitto,
):
    house = over_mosquitto
    house.wait(lambda: len(house.versions()) == len(NAMES), "the versions of twelve tables")
    placed = house.begin()
    house.wait(lambda: bool(house.offered()), "an offer")
    (first,) = house.offered()
    assert placed[first] == 1
    house.deal(*NAMES, coups=3)
    house.machines[first].bad = (NEW,)
    house.accept(first)
    assert house.machines[first].revision == OLD
    house.wait(lambda: bool(house.stopped()), "the end of the roll-out")
    assert house.stopped() == f"{first}: put back: the table gives no page"
    house.deal(*NAMES, coups=3)
    house.wait(house.has_all, "the records of all tables")
    assert house.offered() == []
    assert [each.station for each in offering.listed(house.database, now=now())] == [first]
    answered = house.database.execute("SELECT answer, by FROM offer_answer ORDER BY received").fetchall()
    assert answered == [("accepted", BY), ("put back", "the table")]
    assert house.versions() == dict.fromkeys(NAMES, OLD)
    assert house.lost() == [] and house.alerts() == []


def test_a_good_version_goes_through_all_rings_each_after_the_health_of_the_one_before(
    house: House, few_coups: int
):
    placed = house.begin()
    assert Counter(placed.values()) == {1: 1, 2: 1, 3: 4, 4: 6}
    for ring in range(1, 5):
        wanted = [name for name in NAMES if placed[name] == ring]
        assert house.offered() == wanted
        assert house.waits()[wanted[0]] == "nobody has answered yet"
        house.accept(*wanted)
        house.deal(*wanted, coups=3)
        assert house.waits()[wanted[-1]].endswith(f"of {few_coups} coups")
        assert house.offered() == []
        house.deal(*wanted, coups=few_coups)
    assert rollout.current(house.database) is None
    assert {each.revision for each in house.machines.values()} == {NEW}
    assert house.lost() == [] and house.alerts() == []


def test_a_new_kind_of_fault_stops_it_and_the_version_before_is_asked_for_and_taken(house: House):
    house.begin()
    (first,) = house.offered()
    house.accept(first)
    house.deal(first, coups=3)
    assert house.stopped() == ""
    house.fault(first, "out-of-nowhere")
    assert house.stopped() == f"{first}: a new kind of fault: out-of-nowhere"
    assert house.offered() == [first]
    assert house.waits()[first].startswith("has it; the version before is offered")
    house.accept(first)
    assert house.machines[first].revision == OLD
    assert house.offered() == [] and house.waits() == {}
    assert house.lost() == []


def test_an_alarm_of_a_journal_and_a_failure_without_a_word_stop_it_with_their_reasons(house: House):
    house.begin()
    (first,) = house.offered()
    house.accept(first)
    gone = reason("the end was cut off: record {n} and all after it, up to {last}, are gone", n=3, last=9)
    store = Store(house.database)
    store.alert(first, store.cursors()[first].course, Finding(3, "cut", gone), now=now())
    house.look()
    found = rollout.current(house.database)
    why = reason("an alarm of its journal: {why}", why=gone)
    assert found and found.stopped == reason("{name}: {why}", name=first, why=why)
    kept = house.database.execute("SELECT failed_reason FROM rollout_table WHERE failed <> ''").fetchall()
    assert [reason_in(each, "") for (each,) in kept] == [why]


@pytest.mark.parametrize("answer", ["failed", "put back"])
@pytest.mark.parametrize("given", [NOTHING, reason("{n} MB are free", n=3)])
def test_how_an_update_ended_is_kept_with_the_values_that_the_table_gave(
    house: House, answer: str, given: Reason
):
    house.begin()
    (first,) = house.offered()
    inbox = Inbox(house.path(first))
    inbox.answer(inbox.waiting()[0].id, answer, by="the table", why=given)
    house.look()
    why = given or reason("the table does not say why")
    wanted = reason("{name}: {why}", name=first, why=reason(f"{answer}: {{why}}", why=why))
    (cause,) = stops(house)
    assert cause.why == reason("{name}: {why}", name="v2", why=wanted)
    assert [each.said for each in offering.listed(house.database, now=now())] == [str(given)]


def test_a_pit_of_the_version_before_keeps_what_it_has_and_says_it_in_its_own_words(house: House, postgres):
    house.begin()
    (first,) = house.offered()
    inbox = Inbox(house.path(first))
    inbox.answer(inbox.waiting()[0].id, "put back", by="the table", why="the table gives no page")
    house.look()
    older = ("rollout", "rollout_table", "offer_answer")
    before = [_all(house.database, each) for each in older]
    for table, column in zip(older, ("stopped_reason", "failed_reason", "reason"), strict=True):
        house.database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    house.database.execute("UPDATE pit SET version = 6")
    prepare(house.database, HOUSE)
    prepare(house.database, HOUSE)
    assert house.database.execute("SELECT version FROM pit").fetchone() == (SCHEMA_VERSION,)
    after = [_all(house.database, each) for each in older]
    assert [[row[:-1] for row in rows] for rows in after] == [[row[:-1] for row in rows] for rows in before]
    assert {row[-1] for rows in after for row in rows} == {""}
    found = rollout.current(house.database)
    assert found and found.stopped == Reason(f"{first}: put back: the table gives no page")
    (cause,) = stops(house)
    assert str(cause.why) == f"v2: {first}: put back: the table gives no page"
    tables, _ = rollout.standing(house.database, found, now=now())
    (failed,) = (each.seen.failed for each in tables if each.seen.failed)
    assert failed == Reason("put back: the table gives no page")
    house.database.execute("UPDATE rollout_table SET failed = ''")
    tables, _ = rollout.standing(house.database, found, now=now())
    (failed,) = (each.seen.failed for each in tables if each.seen.failed)
    assert failed == reason("put back: {why}", why=Reason("the table gives no page"))


def test_what_an_update_says_at_great_length_is_kept_at_the_table_as_its_beginning(house: House):
    house.begin()
    (first,) = house.offered()
    name = house._accepted(first)
    house.machines[first].outcome = {"state": "back", "wanted": name, "at_s": 2**32, "why": "x" * 5000}
    house.look()
    (answer,) = (each for each in Inbox(house.path(first)).answers() if each.answer == "put back")
    assert answer.why == Reason("x" * TEXT_CHARS_MOST)


def stops(house: House) -> list[Cause]:
    """What the page says of roll-outs that stopped."""
    return [each for each in standing.floor(house.database, now=now()).causes if each.kind == "rollout"]


def _all(database, table: str) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
    return found


def test_one_failure_is_borne_by_a_ring_of_four_and_the_second_puts_all_of_them_back(
    house: House, few_coups: int
):
    placed = house.begin()
    for ring in (1, 2):
        (name,) = house.offered()
        assert placed[name] == ring
        house.accept(name)
        house.deal(name, coups=few_coups)
    bad, worse, *good = house.offered()
    house.machines[bad].bad = (NEW,)
    house.accept(bad)
    assert str(house.waits()[bad]) == "put back: the table gives no page"
    assert house.stopped() == "" and bad not in house.offered()
    house.accept(good[0])
    house.accept(worse)
    house.fault(worse, "out-of-nowhere")
    assert house.stopped().count(";") == 1
    have_it = sorted(name for name, each in house.machines.items() if each.revision == NEW)
    assert len(have_it) == 4
    assert sorted(house.offered()) == have_it, "the offer that waited was withdrawn"
    house.accept(*have_it)
    assert {each.revision for each in house.machines.values()} == {OLD}
    assert house.offered() == [] and house.waits() == {}
    assert house.lost() == []


def test_a_person_stops_it_and_another_version_takes_its_place(house: House):
    house.begin()
    (first,) = house.offered()
    rollout.stop(house.database, by="A. Visser", why="the wrong one")
    house.look()
    assert house.offered() == []
    assert house.standings() == ["withdrawn"]
    with pytest.raises(PitError, match="no roll-out is at work"):
        rollout.stop(house.database, by="A. Visser", why="once more")
    house.begin(OTHER, "v3")
    (first,) = house.offered()
    house.accept(first)
    rollout.stop(house.database, by="A. Visser", why="not this one either")
    house.look()
    assert house.offered() == [first]
    placed = house.begin(NEW, "v4")
    assert house.offered() == [name for name in NAMES if placed[name] == 1]
    with pytest.raises(PitError, match="the roll-out of v4 is at work"):
        house.begin()


def test_who_stops_it_in_the_look_that_would_end_it_has_stopped_it(floor: Floor, monkeypatch):
    floor.open_table("t1")
    given = {"by": "A. Visser", "why": "reads worn cards", "now": now(), "period": rings.Period(0, 0)}
    rollout.begin(floor.database, NEW, "v2", **given)
    floor.machines["t1"].update(NEW)
    standing = rollout.standing

    def stopped_meanwhile(*given, **named):
        found = standing(*given, **named)
        if found[1].is_done:
            rollout.stop(floor.database, by="A. Visser", why="the camera is slower")
        return found

    monkeypatch.setattr(rollout, "standing", stopped_meanwhile)
    floor.look()
    found = rollout.current(floor.database)
    assert found and str(found.stopped) == "the camera is slower (by A. Visser)"


def test_of_two_who_stop_it_at_once_the_first_has_the_word(floor: Floor, postgres, name: str, monkeypatch):
    floor.open_table("t1")
    rollout.begin(floor.database, NEW, "v2", by="A. Visser", why="reads worn cards", now=now())
    current = rollout.current

    def stopped_meanwhile(database):
        found = current(database)
        monkeypatch.setattr(rollout, "current", current)
        rollout.stop(floor.database, by="A. Visser", why="cards are misread")
        return found

    monkeypatch.setattr(rollout, "current", stopped_meanwhile)
    with closing(connected(postgres.address(name))) as other:
        with pytest.raises(PitError, match="no roll-out is at work"):
            rollout.stop(other, by="M. Dupont", why="later")
        found = current(other)
    assert found and str(found.stopped) == "cards are misread (by A. Visser)"


def test_a_refusal_holds_the_ring_for_a_day_and_is_no_failure(house: House, monkeypatch):
    house.begin()
    (first,) = house.offered()
    inbox = Inbox(house.path(first))
    inbox.answer(inbox.waiting()[0].id, "refused", by=BY, why="not tonight")
    house.look()
    assert (house.offered(), house.stopped()) == ([], "")
    assert house.waits()[first].startswith("refused, lapsed or withdrawn")
    monkeypatch.setattr(rollout, "LASTS_S", 0)
    house.look()
    assert house.offered() == [first]


def test_a_ring_is_watched_for_hours_as_well_where_the_pit_wants_it(house: House, few_coups: int):
    house.begin(hours=8)
    (first,) = house.offered()
    house.accept(first)
    house.deal(first, coups=few_coups)
    assert house.waits()[first].endswith(f"of {few_coups} coups, 0.0 of 8 hours")
    assert house.offered() == []
    sql = "UPDATE program SET since = since - interval '8 hours' WHERE station = %s"
    house.database.execute(sql, (first,))
    assert first not in house.waits()


def test_a_version_that_could_not_be_fetched_is_not_tried_yet_and_offered_again(house: House, few_coups: int):
    house.begin()
    (first,) = house.offered()
    house.machines[first].away = (NEW,)
    house.accept(first)
    assert (house.stopped(), house.offered()) == ("", [first])
    assert house.waits()[first] == "nobody has answered yet"
    assert house.standings() == ["waits", "not reached"]
    house.machines[first].away = ()
    house.accept(first)
    assert house.machines[first].revision == NEW
    house.deal(first, coups=few_coups)
    assert first not in house.waits() and len(house.offered()) == 1


def test_another_offer_and_a_lost_carrier_are_waited_for(house: House):
    first = min(rings.rings(NAMES, seed=NEW).items(), key=lambda each: each[1])[0]
    name = house.offer(first)
    house.begin()
    assert house.waits()[first] == "another offer waits for an answer there"
    offering.withdraw(house.database, house.key, name)
    house.look()
    house.accept(first)
    house.database.execute("UPDATE station SET is_up = false WHERE station = %s", (first,))
    assert house.waits()[first] == "its carrier is not connected"


def test_an_offer_says_what_comes_and_what_is_taken_back_as_far_as_the_pit_knows(
    place: Place, monkeypatch: pytest.MonkeyPatch
):
    first = git(place.house, "rev-parse", "HEAD")
    changed(place.house, version="2")
    second = git(place.house, "rev-parse", "HEAD")
    monkeypatch.setattr(steering, "here", lambda: Checkout(place.house))
    assert steering.changes(first, second) == ("+more",)
    assert steering.changes(second, first) == ("-more",)
    assert steering.changes(first, "d" * 40) == ()


def ran(*words: str) -> str:
    done = CliRunner().invoke(pit, words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output


def test_the_commands_roll_out_list_and_stop(house: House, postgres, name: str):
    at = ("--database", postgres.address(name))
    named = ("--by", "A. Visser", "--why", "reads worn cards")
    assert "40 digits" in ran("offer", "update", "no-such-tag", *named, *at)
    period = ("--coups", "20", "--hours", "7.5")
    assert "in rings of 1, 1, 4, 6" in ran("offer", "update", NEW, *named, *period, *at)
    found = rollout.current(house.database)
    assert found is not None and found.period == (20, 7.5)
    house.look()
    listed = ran("offer", "list", *at)
    assert "reads worn cards (by A. Visser): ring 1 of 4" in listed
    assert "nobody has answered yet" in listed and "its ring waits for ring 1" in listed
    assert "has stopped" in ran("offer", "stop", *named, *at)
    assert "stopped: reads worn cards (by A. Visser)" in ran("offer", "list", *at)
    assert "every table has" in ran("offer", "update", OLD, *named, *at)


def test_a_table_without_screens_is_told_what_to_type_and_not_during_a_coup(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    house.begin()
    (first,) = house.offered()
    monkeypatch.setattr(update_offers, "OwnProgram", lambda: house.machines[first])
    house.file(first).write_text(f'[journal]\npath = "{house.path(first)}"\n')
    table = ("--config", str(house.file(first)))
    shown = ran("offers", *table)
    assert "version v2: reads worn cards" in shown
    accept = ("accept-offer", shown.partition(":")[0], "--by", "M. Dupont", *table)
    assert "coup 3 lies on the table: finish it first" in ran(*accept)
    while "lies on the table" in ran(*accept):
        house.tables[first].deal()
        assert house.tables[first].round < 4
    house.tables[first].close()
    assert f"update --to {NEW}" in ran(*accept)
    assert "there is no such offer any more" in ran(*accept)


def test_what_cannot_be_begun_says_why(floor: Floor):
    given = {"by": "A. Visser", "why": "reads worn cards", "now": now()}
    with pytest.raises(PitError, match="no carrier of a table has said which version it runs"):
        rollout.begin(floor.database, NEW, "v2", **given)
    floor.open_table("t1")
    with pytest.raises(PitError, match="names and reasons have at most 200 letters"):
        rollout.begin(floor.database, NEW, "v2", **(given | {"why": "a\nb"}))
    assert rollout.begin(floor.database, NEW, "v2", **given) == {"t1": 1}


def test_a_time_that_the_database_cannot_reckon_with_stops_the_roll_out_and_no_record(
    floor: Floor, caplog: pytest.LogCaptureFixture
):
    floor.open_table("t1")
    rollout.begin(floor.database, NEW, "v2", by="A. Visser", why="reads worn cards", now=now())
    floor.database.execute("UPDATE program SET revision = %s, since = '6000-01-01'", (NEW,))
    floor.look()
    assert "the roll-out stands still: bigint out of range" in caplog.text
