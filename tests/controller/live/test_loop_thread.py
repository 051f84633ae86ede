"""The loop in its thread: how it begins, waits, tells the time and ends (controller/sabot/live/loop.py)."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import pytest

from sabot.core.observations import BetsClosed, Perceived
from sabot.core.reasons import reason
from sabot.core.table import opened
from sabot.live import loop
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox, NotKept, Waiting
from sabot.live.loop import Loop
from sabot.record.journal import Journal, JournalError
from sabot.record.resume import begun
from tests.controller.live.test_loop import GAME, LIVE, Table, card


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.sqlite3"


@pytest.fixture
def table(path):
    table = Table(path)
    yield table
    table.killed()


class Waits(Inbox):
    """An inbox in which nothing is, that notes how long it is asked to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float | None] = []
        self.enough = threading.Event()

    def take(self, timeout_s: float | None, *, most: int = 64) -> list[Waiting]:
        self.asked.append(timeout_s)
        if len(self.asked) == 3:
            self.enough.set()
        return []


def test_a_table_at_which_nothing_happens_learns_once_a_second_what_time_it_is(path):
    inbox = Waits()
    with Journal(path) as journal:
        table = begun(path, fresh=opened(GAME, LIVE), name="T", wall_ns=1).table
        loop = Loop(table, journal=journal, inbox=inbox, feed=Feed())
        loop.start()
        assert inbox.enough.wait(60)
        loop.stop()
    assert set(inbox.asked[:3]) == {1.0}
    assert loop.table.room.clock_ns > 0


def test_a_loop_that_ends_refuses_what_still_waits(table):
    table.loop.start()
    table.loop.stop()
    receipt = table.inbox.put(card("8C"))
    table.loop.stop()
    with pytest.raises(NotKept, match="being closed"):
        receipt.result(0)


class Last(Inbox):
    """An inbox into which much comes while the loop is told to end: a press between cards of the sabot."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table, self.receipts = table, list[Future[int]]()

    def take(self, timeout_s: float | None, *, most: int = 64) -> list[Waiting]:
        if not self.receipts:
            self.table.loop._stop.set()
            seen = [Perceived(card("8C"), 1, 1)] * 100
            self.receipts = [self.put(each, role="sabot") for each in (*seen[1:], BetsClosed(), seen[0])]
            return []
        return super().take(timeout_s, most=most)


@pytest.fixture
def closing(table, monkeypatch):
    inbox = Last(table)
    monkeypatch.setattr(table.loop, "_inbox", inbox)
    return inbox


def test_what_an_instrument_sent_before_the_end_is_put_on_record_and_a_press_is_refused(table, closing):
    table.loop.run()
    *cards, pressed, last = closing.receipts
    assert all(each.result(0) for each in (*cards, last))
    assert last.result(0) == table.journal.head[0]
    with pytest.raises(NotKept, match="the table is being closed"):
        pressed.result(0)


def test_what_cannot_be_put_on_record_at_the_end_is_named_in_the_log(table, closing, monkeypatch, caplog):
    def full(entries):
        raise JournalError("the disk is full")

    monkeypatch.setattr(table.journal, "append", full)
    table.loop.run()
    table.loop.stop()
    assert all(isinstance(each.exception(0), NotKept) for each in closing.receipts)
    named = [each.message for each in caplog.records if "is not on record" in each.message]
    assert len(named) == 100
    assert named[0].startswith("sabot: CardSeen(card=Card(rank='8', suit='C')")


def test_a_table_that_stands_still_when_it_is_closed_keeps_nothing_out_of_order(table, closing, caplog):
    closing.halted = reason("the disk is full")
    table.loop.run()
    table.loop.stop()
    assert all(isinstance(each.exception(0), NotKept) for each in closing.receipts)
    assert sum("is not on record" in each.message for each in caplog.records) == 100


def test_the_loop_in_its_thread_keeps_what_is_put_and_says_that_it_is_alive(table):
    table.loop.start()
    assert table.inbox.put(BetsClosed()).result(60) == 4
    assert table.feed.silent_s < 60
    table.loop.stop()
    assert not [each for each in threading.enumerate() if each.name == "loop"]


def test_a_loop_that_is_stopped_is_waited_for_five_seconds_and_refuses_what_still_waits(table, monkeypatch):
    waited_s = []
    ended = threading.Thread(target=lambda: None)
    monkeypatch.setattr(ended, "join", lambda timeout=None: waited_s.append(timeout))
    monkeypatch.setattr(table.loop, "_thread", ended)
    receipts = [table.inbox.put(BetsClosed()) for _ in range(100)]
    table.loop.stop()
    assert waited_s == [5]
    for receipt in receipts:
        with pytest.raises(NotKept, match="the table is being closed"):
            receipt.result(0)


def test_a_loop_that_ends_waits_for_nothing_more(path):
    inbox = Waits()
    with Journal(path) as journal:
        table = begun(path, fresh=opened(GAME, LIVE), name="T", wall_ns=1).table
        Loop(table, journal=journal, inbox=inbox, feed=Feed()).stop()
    assert inbox.asked == [0]


def test_a_loop_that_waits_is_woken_when_the_table_closes(table, monkeypatch):
    woken = []
    monkeypatch.setattr(table.inbox, "wake", lambda: woken.append(1))
    table.loop.stop()
    assert woken == [1]


def test_a_loop_shows_the_table_before_anything_happens(table):
    with table.feed.subscribe() as place:
        table.loop.start()
        first = place.get(60)
        table.loop.stop()
    assert (first.seq, first.view["coup"], first.events) == (1, 0, ())


def test_a_loop_that_hangs_keeps_no_program_from_ending(table):
    table.loop.start()
    assert table.loop._thread.daemon
    table.loop.stop()


def test_a_moment_in_which_nothing_waits_is_used_to_tidy_the_journal_and_the_memory(table, monkeypatch):
    journal, memory = threading.Event(), threading.Event()
    monkeypatch.setattr(table.journal, "checkpoint", journal.set)
    monkeypatch.setattr(loop, "use_quiet_moment", memory.set)
    monkeypatch.setattr(table.inbox, "take", lambda timeout_s, *, most=64: [])
    table.loop.start()
    assert journal.wait(60)
    assert memory.wait(60)
    table.loop.stop()


def test_a_view_says_nothing_more_than_the_table_where_nothing_was_set_up(path):
    with Journal(path) as journal:
        fresh = begun(path, fresh=opened(GAME, LIVE), name="T", wall_ns=1).table
        feed = Feed()
        Loop(fresh, journal=journal, inbox=Inbox(), feed=feed).tell(3, fresh)
    assert feed.newest.seq == 3
    assert feed.newest.view["halted"] is None
    assert "lang" not in feed.newest.view


def test_a_journal_that_failed_is_tried_again_after_a_quarter_of_a_second(path, monkeypatch):
    with Journal(path) as journal:
        fresh = begun(path, fresh=opened(GAME, LIVE), name="T", wall_ns=1).table
        waited_s: list[float] = []
        loop = Loop(fresh, journal=journal, inbox=Inbox(), feed=Feed(), wait=waited_s.append)
        monkeypatch.setattr(journal, "append", fails_once(journal.append))
        loop.keep([Waiting(Perceived(BetsClosed(), 1, 1), "", False, Future())])
    assert waited_s == [0.25]


def fails_once(append):
    failures = [JournalError("the disk is full")]

    def appended(entries):
        if failures:
            raise failures.pop()
        return append(entries)

    return appended


class Looks:
    """An output that lets a thread ask, at the first picture that it hears, which one is the newest."""

    def __init__(self) -> None:
        self.feed: Feed | None = None
        self.found: list[int] = []
        self.thread = threading.Thread(target=lambda: self.found.append(self.feed.newest.seq))

    def publish(self, seq, view, events=()) -> None:
        if self.thread.ident is None:
            self.thread.start()
            self.thread.join(0.05)  # the time to find a part of it


def test_nobody_finds_a_part_of_what_was_taken_together_to_be_the_newest(path):
    looks = Looks()
    table = Table(path, outputs=[looks])
    looks.feed = table.feed
    receipts = table.does(BetsClosed(), card("8C"))
    looks.thread.join(60)
    assert looks.found == [receipts[-1].result(0)]
    table.killed()
