"""The pit offers a configuration; the table keeps it if it is signed and fits, and says what became of it."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli.pit.commands import pit
from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.pit.carrier import Carrier
from sabot.pit.database import reason_in
from sabot.pit.line import Connected, Message
from sabot.pit.messages import MalformedError
from sabot.pit.offers import answers, offering
from sabot.pit.offers.answers import Report
from sabot.pit.offers.at_table import OffersAtTable
from sabot.pit.outbox import Outbox
from sabot.pit.topics import Station
from sabot.pit.trouble import PitError
from sabot.system.pit_offers.inbox import Answer, Inbox
from sabot.system.pit_offers.trial import Trial
from sabot.system.update.running_version import Running
from tests.controller.pit.machines import Machine
from tests.controller.pit.tables import Hall, Wire
from tools.pit_floor import HOUSE

BEFORE, AFTER = '[table]\nname = "Table 1"\n', '[table]\nname = "Table 2"\n'


def now() -> datetime:
    return datetime.now(UTC)


class Floor(Hall):
    """A hall whose carriers take offers, by the clock that a test moves."""

    def __init__(self, folder: Path, database) -> None:
        self.ahead_s = 0.0
        self.machines: dict[str, Machine] = {}
        super().__init__(folder, database)

    def open_table(self, name: str) -> Inbox:
        """A table with a configuration, a journal and a carrier; it trusts the pit."""
        self.file(name).write_text(BEFORE)
        self.write(name, "begun")
        inbox = Inbox(self.path(name))
        inbox.trust(self.key.public)
        self.open_offers(name)
        self.look()
        return inbox

    def open_offers(self, name: str) -> None:
        station = Station(HOUSE, name)
        offers = OffersAtTable(
            station,
            self.path(name),
            self.file(name),
            program=self.machines.setdefault(name, Machine()),
            now_s=lambda: now().timestamp() + self.ahead_s,
        )
        carrier = Carrier(station, Outbox(self.path(name)), offers=offers, clock=lambda: 0.0)
        self.carriers[name] = (carrier, Wire())

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.toml"

    def look(self) -> None:
        """Let them speak; nobody waits for the next time to look."""
        for _ in range(4):
            self.collector.desk._next_s = self.collector.steering._next_s = 0.0
            for carrier, _ in self.carriers.values():
                carrier._next_report_s = 0.0
            self.run(2)

    def offer(self, name: str, content: str = AFTER) -> str:
        made = offering.make(
            self.database, self.key, name, content, by="A. Visser", why="a better name", now=now()
        )
        self.look()
        return made.id

    def standings(self) -> list[str]:
        return [each.standing for each in offering.listed(self.database, now=now())]


@pytest.fixture
def floor(folder: Path, database) -> Floor:
    return Floor(folder, database)


def waiting(inbox: Inbox) -> list[str]:
    return [each.id for each in inbox.waiting()]


def test_an_offer_comes_to_its_table_alone_and_the_answer_comes_back(floor: Floor):
    inbox, other = floor.open_table("t1"), floor.open_table("t2")
    name = floor.offer("t1")
    assert (waiting(inbox), waiting(other)) == ([name], [])
    assert floor.standings() == ["waits"]
    Trial(floor.file("t1")).begin(inbox.found(name), floor.path("t1"), by="p-7f3a1c (supervisor)")
    floor.look()
    (found,) = offering.listed(floor.database, now=now())
    assert (found.standing, found.answered_by) == ("accepted", "p-7f3a1c (supervisor)")
    Trial(floor.file("t1")).put_back("the port is not there")
    floor.look()
    (found,) = offering.listed(floor.database, now=now())
    assert (found.standing, found.said) == ("failed", "the port is not there")


def test_one_that_is_accepted_while_the_carrier_looks_is_not_refused_for_what_it_changed(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
):
    inbox = floor.open_table("t1")
    name = floor.offer("t1")
    offers = OffersAtTable(Station(HOUSE, "t1"), floor.path("t1"), floor.file("t1"), program=Machine())
    seen = inbox.waiting()
    monkeypatch.setattr(offers.inbox, "waiting", lambda: seen)
    floor.file("t1").write_text(AFTER)
    inbox.answer(name, "accepted", by="p-7f3a1c (supervisor)")
    offers.report()
    assert [each.answer for each in inbox.answers()] == ["accepted"]


def test_it_is_withdrawn_also_from_a_table_that_was_away(floor: Floor):
    inbox = floor.open_table("t1")
    name = floor.offer("t1")
    del floor.carriers["t1"]
    assert offering.withdraw(floor.database, floor.key, name) == "t1"
    floor.open_offers("t1")
    floor.look()
    assert waiting(inbox) == []
    assert floor.standings() == ["withdrawn"]
    with pytest.raises(PitError, match="there is no offer"):
        offering.withdraw(floor.database, floor.key, name)


def test_a_broker_and_a_collector_that_lost_everything_send_it_again(floor: Floor):
    inbox = floor.open_table("t1")
    name = floor.offer("t1")
    (inbox.folder / f"{name}.offer").unlink()
    floor.open_collector()
    floor.carriers["t1"][1].came.append(Connected())
    floor.look()
    assert waiting(inbox) == [name]


def test_one_at_a_time_and_only_what_a_table_could_use(floor: Floor):
    with pytest.raises(PitError, match="no carrier of a table t1 has said"):
        floor.offer("t1")
    floor.open_table("t1")
    with pytest.raises(PitError, match="has this configuration already"):
        floor.offer("t1", BEFORE)
    with pytest.raises(PitError, match="unknown section"):
        floor.offer("t1", "[tabel]\n")
    floor.offer("t1")
    with pytest.raises(PitError, match="has not answered offer"):
        floor.offer("t1")


def test_what_changed_at_the_table_meanwhile_and_a_day_without_a_word_are_answered_by_the_table(floor: Floor):
    inbox = floor.open_table("t1")
    floor.offer("t1")
    floor.file("t1").write_text(BEFORE + "# by hand\n")
    floor.look()
    assert floor.standings() == ["refused"]
    name = floor.offer("t1")
    floor.ahead_s = 25 * 3600
    floor.look()
    assert floor.standings() == ["lapsed", "refused"]
    assert waiting(inbox) == []
    assert [each.id for each in inbox.answers()][-1] == name


def test_a_table_that_trusts_another_key_says_so(floor: Floor, caplog):
    inbox = floor.open_table("t1")
    inbox.trust("ab" * 32)
    floor.offer("t1")
    assert waiting(inbox) == []
    assert floor.standings() == ["waits"]
    assert "not signed with the key of the pit" in offering.troubles(floor.database)["t1"]


def test_a_table_answers_for_its_own_offers_alone(floor: Floor):
    floor.open_table("t1")
    floor.open_table("t2")
    name = floor.offer("t1")
    forged = Report("a" * 64, "", (Answer(name, "accepted", "nobody", NOTHING, 1),))
    floor.wire.came.append(Message(Station(HOUSE, "t2").topic("answer"), answers.report(forged)))
    floor.look()
    assert floor.standings() == ["waits"]


ANSWER = {"id": "a" * 16, "answer": "failed", "by": "the table", "why": "no page", "at_s": 1}


@pytest.mark.parametrize(
    "change",
    [
        {"sha256": "none"},
        {"answers": None},
        {"answers": [1]},
        {"answers": [ANSWER | {"why": "d\0"}]},
        {"answers": [ANSWER | {"at_s": 2**60}]},
        {"answers": [ANSWER | {"why": {"id": "no page", "values": {}}}]},
        {"trouble": 4},
        {"revision": "main"},
        {"since_s": 2**60},
        {"since_s": 2**33},  # as nanoseconds more than PostgreSQL holds
    ],
)
def test_a_report_that_cannot_be_is_malformed(change: dict[str, object]):
    plain = json.loads(answers.report(Report("a" * 64, "", ()))) | change
    with pytest.raises(MalformedError):
        answers.read_report(json.dumps(plain).encode())


def read_why(**answer: object) -> Reason:
    """The reason in the only answer of a report that has it so."""
    plain = json.loads(answers.report(Report("a" * 64, "", ()))) | {"answers": [ANSWER | answer]}
    (found,) = answers.read_report(json.dumps(plain).encode()).answers
    return found.why


def deep(levels: int) -> dict[str, object]:
    """A reason within a reason, and so on."""
    within = {"why": deep(levels - 1)} if levels > 1 else {}
    return {"id": "so: {why}" if within else "so", "values": within}


@pytest.mark.parametrize(
    "why",
    [
        NOTHING,
        Reason("no page {at} all"),
        reason("{n} of {of}: {why}", n=-3, of=2.5, why=reason("{card} lies", card=Card("7", "H"))),
        reason("a sentence of {later}", later="a newer program"),
        reason("git: {why}", why=Reason("{what} a text")),
        reason("{why} & <script>x</script> {then}", why="<img src=x onerror=y>", then="{why}"),
    ],
)
def test_a_reason_comes_to_the_pit_as_the_table_gave_it(why: Reason):
    given = Report("a" * 64, "", (Answer("b" * 16, "failed", "the table", why, 1),))
    assert answers.read_report(answers.report(given)).answers[0].why == why


def test_a_reason_that_is_very_long_is_kept_as_the_beginning_of_its_text():
    assert read_why(why="x" * 10_000) == Reason("x" * answers.TEXT_CHARS_MOST)
    long: dict[str, object] = {"id": "no page: {why}", "values": {"why": "x" * 10_000}}
    assert read_why(reason=long) == Reason(f"no page: {'x' * 10_000}"[: answers.TEXT_CHARS_MOST])


def test_a_reason_may_stand_in_a_reason_and_so_on_but_not_without_end():
    assert str(read_why(reason=deep(answers.NESTED_MOST))) == "so: so: so: so"
    with pytest.raises(MalformedError):
        read_why(reason=deep(answers.NESTED_MOST + 1))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (7, "reason is no text"),
        ({}, "reason is no text"),
        ({"id": 4, "values": {}}, "reason is no text"),
        ({"id": "a\0", "values": {}}, "reason has a NUL"),
        ({"id": "\ud800", "values": {}}, "reason is no UTF-8"),
        ({"id": "no page"}, "reason and its values do not fit"),
        ({"id": "no page", "values": [1]}, "reason and its values do not fit"),
        ({"id": "no page", "values": {"why": "x"}}, "reason and its values do not fit"),
        ({"id": "{why} {then}", "values": {"why": "x"}}, "reason and its values do not fit"),
        ({"id": "{why}{why}", "values": {"why": "x"}}, "reason and its values do not fit"),
        ({"id": "{why:>999999999}", "values": {"why": "x"}}, "reason and its values do not fit"),
        ({"id": "{why}{why:>999999999}", "values": {"why": "x"}}, "reason and its values do not fit"),
        ({"id": "{why.__class__}", "values": {"why.__class__": "x"}}, "reason and its values do not fit"),
        ({"id": "{0}", "values": {"0": "x"}}, "reason and its values do not fit"),
        ({"id": "{why} {", "values": {"why": "x"}}, "reason and its values do not fit"),
        ({"id": "{why}", "values": {"why": "a\0"}}, "reason has a NUL"),
        ({"id": "{why}", "values": {"why": None}}, "reason is no whole number that can be stored"),
        ({"id": "{why}", "values": {"why": True}}, "reason is no whole number that can be stored"),
        ({"id": "{why}", "values": {"why": [1]}}, "reason is no whole number that can be stored"),
        ({"id": "{why}", "values": {"why": 2**64}}, "reason is no whole number that can be stored"),
        ({"id": "{why}", "values": {"why": math.inf}}, "reason is no whole number that can be stored"),
        ({"id": "{why}", "values": {"why": math.nan}}, "reason is no whole number that can be stored"),
        ({"id": "{why}", "values": {"why": {"card": "ZZ"}}}, "reason is no text"),
    ],
)
def test_what_is_no_reason_is_refused_and_said_to_be(given: object, why: str):
    with pytest.raises(MalformedError, match=why):
        read_why(reason=given)


def test_a_refused_report_is_an_alert_of_the_table_that_says_why_in_any_language(floor: Floor):
    floor.open_table("t1")
    plain = json.loads(answers.report(Report("a" * 64, "", ()))) | {"answers": [4]}
    floor.wire.came.append(Message(Station(HOUSE, "t1").topic("answer"), json.dumps(plain).encode()))
    floor.look()
    (kept,) = floor.database.execute("SELECT reason FROM alert").fetchone() or ("",)
    no_object = reason("an answer is no JSON object")
    assert reason_in(kept, "") == reason("a message cannot be read: {why}", why=no_object)


def test_a_carrier_of_an_older_version_says_nothing_of_its_revision():
    plain = json.loads(answers.report(Report("a" * 64, "", ())))
    older = {name: plain[name] for name in ("v", "sha256", "trouble", "answers")}
    assert answers.read_report(json.dumps(older).encode()).running == Running("", 0)


def ran(*words: object) -> str:
    done = CliRunner().invoke(pit, [*map(str, words)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output


def test_the_commands_offer_list_accept_at_a_closed_table_and_withdraw(
    floor: Floor, postgres, name: str, tmp_path: Path
):
    at = ("--database", postgres.address(name))
    mine = (*at, "--folder", floor.folder)
    inbox = floor.open_table("t1")
    floor.file("t1").write_text(f'{BEFORE}[journal]\npath = "t1.sqlite3"\n')
    floor.look()
    (file := tmp_path / "new.toml").write_text(f'{AFTER}[journal]\npath = "t1.sqlite3"\n')
    named = ("--by", "A. Visser", "--why", "a better name")
    assert "offered to t1 as" in ran("offer", "configuration", "t1", file, *named, *mine)
    assert "a better name (by A. Visser): waits" in ran("offer", "list", *at)
    floor.look()
    table = ("--config", floor.file("t1"))
    assert '+name = "Table 2"' in ran("offers", *table)
    (offer,) = waiting(inbox)
    assert "tried at the next start" in ran("accept-offer", offer, "--by", "M. Dupont", *table)
    assert floor.file("t1").read_text() == file.read_text()
    assert "there is no such offer any more" in ran("accept-offer", offer, "--by", "M. Dupont", *table)
    assert "nothing is offered" in ran("offers", *table)
    floor.look()
    assert ": accepted by p-" in ran("offer", "list", *at)
    file.write_text('[table]\nname = "Table 3"\n[journal]\npath = "t1.sqlite3"\n')
    second = ran("offer", "configuration", "t1", file, *named, *mine).split()[4].rstrip(";")
    assert "withdrawn from t1" in ran("offer", "withdraw", second, *mine)
    assert "there is no offer" in ran("offer", "withdraw", second, *mine)
    assert "new.toml2: cannot be read" in ran("offer", "configuration", "t1", f"{file}2", *named, *mine)


def test_the_key_is_carried_to_a_table_by_hand(folder: Path):
    key = ran("key", "--folder", folder / "pit")
    (file := folder / "key.txt").write_text(key)
    journal = folder / "t1.sqlite3"
    assert key.strip() in ran("trust", file, "--journal", journal)
    assert Inbox(journal).key() == key.strip()
    file.write_text("nonsense")
    assert "no public key" in ran("trust", file, "--journal", journal)
    assert "No such file" in ran("trust", folder / "none", "--journal", journal)
