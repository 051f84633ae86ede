"""The carrier sends what the pit does not have, goes back when it is asked, and believes no false `have`."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from unittest.mock import Mock

import pytest

from sabot.pit import carrier as of_carriers
from sabot.pit import messages
from sabot.pit.carrier import WINDOW_RECORDS, Carrier
from sabot.pit.line import Broker, Connected, Message
from sabot.pit.messages import Ask, Have
from sabot.pit.outbox import Outbox
from sabot.pit.topics import Station
from sabot.record.chain import START, Entry
from sabot.record.journal import Journal
from sabot.record.trouble import JournalError
from tests.controller.pit.tables import Wire


class Sender:
    """A carrier over a journal, and what it says."""

    def __init__(self, path: Path) -> None:
        self.path, self.now_s, self.wire = path, 0.0, Wire()
        self.rests: list[float] = []
        self.carrier = Carrier(
            Station("house", "t1"), Outbox(path), clock=lambda: self.now_s, pause=self.rests.append
        )

    def write(self, count: int, *, first: int = 0) -> None:
        with Journal(self.path) as journal:
            journal.append(Entry("note", {"n": first + number}) for number in range(count))

    def hear(self, have: Have) -> list[str]:
        self.wire.came.append(Message("sabot/1/house/t1/have", messages.have(have, pit_ns=0)))
        return self.look()

    def look(self) -> list[str]:
        self.carrier.serve(self.wire, wait_s=0)
        return self.wire.kinds()

    def have(self, seq: int, *, again: bool = False) -> Have:
        head, chain = self.carrier.outbox.head(), self.carrier.outbox.chain_at(seq)
        assert head is not None
        assert chain is not None
        return Have(head.journal, seq, chain, again)

    def sent(self) -> list[int]:
        """The numbers of the records that were sent since."""
        found = [messages.read_rows(each).rows for topic, each in self.wire.taken() if topic.endswith("rec")]
        return [record.seq for rows in found for record in rows]


@pytest.fixture
def sender(folder: Path) -> Sender:
    sender = Sender(folder / "t1.sqlite3")
    sender.write(10)
    return sender


def test_nothing_is_sent_before_the_pit_has_said_what_it_has(sender: Sender):
    assert sender.look() == ["link"]
    sender.write(1)
    assert sender.look() == ["link"]


def test_what_follows_is_sent_once(sender: Sender):
    sender.look()
    sender.hear(sender.have(4))
    assert sender.sent() == [5, 6, 7, 8, 9, 10]
    sender.hear(sender.have(6))
    assert sender.sent() == []
    sender.write(1)
    sender.look()
    assert sender.sent() == [11]


def test_no_more_than_a_window_is_on_its_way(sender: Sender):
    sender.write(300)
    sender.look()
    sender.hear(sender.have(5))
    assert sender.sent() == [*range(6, 6 + WINDOW_RECORDS)]
    sender.hear(sender.have(105))
    assert sender.sent() == [*range(206, 306)]


def test_it_rests_until_the_next_look_once_all_is_sent_and_no_answer_wakes_it(sender: Sender):
    sender.look()
    sender.hear(sender.have(4))
    assert sender.rests == []
    sender.carrier.serve(sender.wire, wait_s=0.1)
    assert (sender.rests, sender.wire.waits_s[-1]) == ([0.1], 0)


def test_it_does_not_rest_while_more_waits_than_may_be_on_its_way(sender: Sender):
    sender.write(300)
    sender.look()
    sender.hear(sender.have(5))
    sender.carrier.serve(sender.wire, wait_s=0.1)
    assert (sender.rests, sender.wire.waits_s[-1]) == ([], 0.1)
    sender.hear(sender.have(205))
    sender.look()
    assert sender.rests == [0]


def test_what_is_dealt_between_two_looks_goes_together(sender: Sender):
    sender.look()
    sender.hear(sender.have(10))
    sender.write(2)
    sender.write(1)
    sender.wire.taken()
    sender.look()
    assert (sender.wire.kinds(), sender.sent()) == (["rec"], [11, 12, 13])


def test_without_a_broker_the_journal_is_left_alone_and_afterwards_nothing_is_missing(
    sender: Sender, monkeypatch
):
    sender.look()
    sender.hear(sender.have(10))
    sender.write(2)
    sender.wire.is_there = False
    with monkeypatch.context() as patched:
        patched.setattr(Outbox, "look", Mock(side_effect=AssertionError("the journal was read")))
        sender.look()
    sender.wire.is_there = True
    sender.wire.came.append(Connected())
    sender.look()
    sender.hear(sender.have(10))
    assert sender.sent() == [11, 12]


@pytest.mark.parametrize(("is_own", "session"), [(True, "10"), (False, "")])
def test_the_carrier_of_a_table_and_a_session_of_its_own_leave_the_core_to_the_table(
    folder: Path, monkeypatch, is_own, session
):
    """A session that it shares with a terminal stays as it is."""
    steps: list[int] = []
    (folder / "autogroup").write_text("")
    monkeypatch.setattr(of_carriers, "SESSION", folder / "autogroup")
    monkeypatch.setattr(of_carriers.os, "nice", steps.append)
    monkeypatch.setattr(of_carriers.os, "getsid", lambda _: os.getpid() if is_own else 1)
    monkeypatch.setattr(of_carriers, "serve", Mock())
    of_carriers.carry(
        Station("house", "t1"), folder / "t1.sqlite3", Broker(), configuration=folder / "t.toml"
    )
    assert (steps, (folder / "autogroup").read_text()) == ([of_carriers.CARRIER_NICENESS], session)


@pytest.mark.skipif(not of_carriers.SESSION.exists(), reason="this kernel shares no core out among sessions")
def test_the_kernel_takes_the_niceness_of_a_session():
    code = "from sabot.pit import carrier as c; c._let_the_table_go_first(); print(c.SESSION.read_text())"
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, start_new_session=True
    )
    assert said.stdout.strip().endswith(" nice 10")


def test_a_kernel_that_shares_no_core_out_among_sessions_is_no_trouble(folder: Path, monkeypatch):
    monkeypatch.setattr(of_carriers, "SESSION", folder / "none" / "autogroup")
    monkeypatch.setattr(of_carriers.os, "nice", Mock())
    monkeypatch.setattr(of_carriers.os, "getsid", lambda _: os.getpid())
    of_carriers._let_the_table_go_first()


def test_when_it_is_asked_again_it_goes_back(sender: Sender):
    sender.look()
    sender.hear(sender.have(0))
    sender.sent()
    sender.hear(sender.have(8, again=True))
    assert sender.sent() == [9, 10]


def test_after_a_long_silence_it_goes_back_but_not_while_the_broker_owes_an_answer(sender: Sender):
    sender.look()
    sender.hear(sender.have(8))
    assert sender.sent() == [9, 10]
    sender.now_s, sender.wire.waiting = of_carriers.SILENCE_S + 1, 1
    sender.look()
    assert sender.sent() == []
    sender.wire.waiting = 0
    sender.look()
    assert sender.sent() == [9, 10]
    sender.look()
    assert sender.sent() == []


def test_a_have_that_its_journal_does_not_bear_out_is_not_believed(sender: Sender):
    sender.look()
    assert sender.hear(sender.have(8)._replace(chain="f" * 64)) == ["link", "points"]
    sender.write(1)
    assert "rec" not in sender.look()
    sender.hear(sender.have(10))
    assert sender.sent() == [11]


def test_a_have_beyond_its_journal_or_of_another_one_is_not_believed(sender: Sender):
    sender.look()
    assert "rec" not in sender.hear(sender.have(10)._replace(seq=11))
    assert "rec" not in sender.hear(Have("0" * 16, 0, START, again=False))


def test_it_shows_the_chains_that_it_is_asked_for(sender: Sender):
    sender.look()
    ask = messages.ask(Ask(sender.have(0).journal, 3, 99))
    sender.wire.came.append(Message("sabot/1/house/t1/ask", ask))
    sender.wire.taken()
    sender.look()
    ((_, payload),) = sender.wire.taken()
    shown = messages.read_points(payload)
    assert [each.seq for each in shown.points] == [4, 5, 6, 7, 8, 9, 10]
    assert shown.points[-1].chain == sender.have(10).chain


def test_of_many_records_some_chains_are_shown_in_even_steps(sender: Sender):
    sender.write(990)
    shown = sender.carrier.outbox.points(0, 1000)
    assert len(shown) <= 64
    assert shown[-1].seq == 1000
    assert max(b.seq - a.seq for a, b in pairwise(shown)) <= 16
    assert sender.carrier.outbox.points(5, 5) == ()


def test_a_new_line_and_another_journal_are_said_with_a_link(sender: Sender):
    sender.look()
    sender.hear(sender.have(10))
    sender.wire.taken()
    sender.wire.came.append(Connected())
    assert sender.look() == ["link"]
    assert sender.look() == ["link"]
    sender.wire.taken()
    sender.path.unlink()
    sender.write(20, first=7)
    assert sender.look() == ["link"]


def test_a_journal_that_became_shorter_is_said_with_a_link(sender: Sender):
    copy = sender.path.read_bytes()
    sender.write(5)
    sender.look()
    sender.hear(sender.have(15))
    sender.wire.taken()
    for each in sender.path.parent.glob("t1.sqlite3*"):
        each.unlink()
    sender.path.write_bytes(copy)
    assert sender.look() == ["link"]


def test_a_journal_that_is_not_there_or_is_empty_is_waited_for(folder: Path, caplog):
    sender = Sender(folder / "later.sqlite3")
    assert sender.look() == []
    assert "there is no journal" in caplog.text
    sender.write(0)
    assert sender.look() == []
    sender.write(1)
    assert sender.look() == ["link"]


def test_nonsense_from_the_pit_is_passed_over(sender: Sender, caplog):
    sender.look()
    sender.wire.came.append(Message("sabot/1/house/t1/have", b"{}"))
    sender.look()
    assert "passed over" in caplog.text


def test_the_will_says_that_this_life_of_the_carrier_is_over(sender: Sender):
    sender.look()
    ((_, payload),) = sender.wire.taken()
    topic, will = sender.carrier.will
    assert topic == "sabot/1/house/t1/link"
    assert messages.read_link(payload).is_up
    assert not messages.read_link(will).is_up
    assert messages.read_link(will).boot == messages.read_link(payload).boot


def test_a_look_reads_the_journal_only_after_a_commit(folder: Path, monkeypatch) -> None:
    outbox = Outbox(folder / "t1.sqlite3")
    head = Mock(wraps=outbox.head)
    monkeypatch.setattr(outbox, "head", head)
    with Journal(outbox.path) as journal:
        for count in range(1, 4):
            journal.append([Entry("note", {"n": count})])
            assert [outbox.look().seq for _ in range(3)] == [count] * 3
    assert head.call_count == 3


def test_a_look_sees_another_journal_in_the_place_of_the_first(sender: Sender, folder: Path) -> None:
    before = sender.carrier.outbox.look()
    other = Sender(folder / "t2.sqlite3")
    other.write(3, first=100)
    sender.path.unlink()
    other.path.rename(sender.path)
    after = sender.carrier.outbox.look()
    assert (before.seq, after.seq) == (10, 3)
    assert after.journal != before.journal


def test_a_journal_that_is_carried_already_is_refused_and_its_table_stays_as_it_is(folder: Path, monkeypatch):
    """The will of a second carrier would tell the pit that the table is gone."""
    monkeypatch.setattr(of_carriers, "_let_the_table_go_first", Mock())
    monkeypatch.setattr(of_carriers, "serve", Mock())
    given = {"configuration": folder / "t.toml"}
    station, journal = Station("house", "t1"), folder / "t1.sqlite3"
    with of_carriers._alone(journal), pytest.raises(JournalError, match="is carried to the pit by another"):
        of_carriers.carry(station, journal, Broker(), **given)
    of_carriers.carry(station, journal, Broker(), **given)
    of_carriers.serve.assert_called_once()


def test_a_carrier_that_may_not_write_beside_the_journal_says_so(folder: Path, monkeypatch):
    monkeypatch.setattr(of_carriers, "serve", Mock())
    with pytest.raises(JournalError, match=r"t1\.sqlite3\.carried cannot be written: No such file"):
        of_carriers.carry(
            Station("house", "t1"), folder / "none" / "t1.sqlite3", Broker(), configuration=folder / "t.toml"
        )
