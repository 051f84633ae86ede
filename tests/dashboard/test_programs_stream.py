"""The stream for other programs: what comes, from which record on, and what is withheld."""

from __future__ import annotations

import http.client
import json
import queue
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from sabot.core.observations import Undone
from sabot.live.feed import Feed
from sabot_dashboard.programs.following import Follower, Followers
from tests.dashboard import programs, views
from tests.dashboard.office import Casino
from tests.dashboard.test_programs import NINE, silent


class Stream:
    """A program that follows the table, by the real port."""

    def __init__(self, casino: Casino, role: str = "", last: str = ""):
        self.key = casino.office.programs.add(f"s-{role}", role) if role else ""
        at = urlsplit(casino.server.public.address)
        self.connection = http.client.HTTPConnection(at.hostname, at.port, timeout=60)
        headers = {"Authorization": f"Bearer {self.key}"} if role else {}
        headers |= {"Last-Event-ID": last} if last else {}
        self.connection.request("GET", "/api/v1/events", headers=headers)
        self.answer = self.connection.getresponse()
        self.ids: list[str] = []

    def messages(self) -> Iterator[tuple[str, Any]]:
        """(event, data) of each message until the table ends the stream."""
        event = ""
        while line := self.answer.readline().decode():
            field, _, value = line.rstrip("\n").partition(": ")
            if field == "event":
                event = value
            elif field == "id":
                self.ids.append(value)
            elif field == "data":
                data = json.loads(value)
                programs.fits(data, {"table": "Table", "alive": "Alive"}.get(event, "Heard"))
                yield event, data

    def until(self, wanted: Any) -> list[tuple[str, Any]]:
        """The messages up to the one that is wanted, without signs of life."""
        found = []
        for event, data in self.messages():
            if event != "alive":
                found.append((event, data))
            if wanted(event, data):
                return found
        raise AssertionError(f"the stream ended: {found}")

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path)
    yield found
    found.close()


def decided(event: str, data: Any) -> bool:
    return event == "table" and data["phase"] == "decided"


def is_result(event: str, data: Any) -> bool:
    return event == "result"


def test_without_a_key_the_table_comes_and_nothing_else(casino: Casino) -> None:
    stream = Stream(casino)
    casino.play(f"{NINE} ??")
    casino.play("end")
    found = stream.until(lambda event, data: event == "table" and data["phase"] == "moment")
    assert {event for event, _ in found} == {"table"}
    assert stream.ids == []
    assert all(data["staff"] is None for _, data in found)
    stream.close()


def test_a_sign_of_life_comes_each_second_and_says_how_long_the_table_was_silent(casino: Casino) -> None:
    stream = Stream(casino)
    stream.until(lambda event, data: event == "alive" and data["silent_s"] < 60)
    stream.close()


def test_with_a_key_results_come_and_a_program_that_was_away_gets_what_it_missed(casino: Casino) -> None:
    stream = Stream(casino, "reader")
    stream.until(lambda event, data: event == "table")
    assert stream.ids, "its place in the journal comes at once"
    casino.play(NINE)
    (_, result), *_ = stream.until(is_result)[-1:]
    assert (result["coup"], result["outcome"]["won"]) == (1, ["punto"])
    last = stream.ids[-1]
    assert last == str(result["record"])
    stream.close()
    casino.play(f"end {NINE} end {NINE}")
    again = Stream(casino, "reader", last=last)
    missed = [data["coup"] for event, data in again.until(is_third) if event == "result"]
    assert missed == [2, 3]
    again.close()


def is_third(event: str, data: Any) -> bool:
    return event == "result" and data["coup"] == 3


def test_a_fault_and_a_withdrawal_come_without_a_card(casino: Casino) -> None:
    stream = Stream(casino, "reader")
    stream.until(lambda event, data: event == "table")
    casino.play("rnvp 8C ??")
    casino.tell(Undone())
    found = stream.until(lambda event, data: event == "undone")
    assert [(event, data["kind"]) for event, data in found if event in ("fault", "undone")] == [
        ("fault", "unread-card"),
        ("undone", None),
    ]
    assert found[-1][1]["of"] < found[-1][1]["record"]
    stream.close()


def test_a_result_in_dispute_is_not_heard_and_one_that_was_taken_back_never_is(casino: Casino) -> None:
    """Punto has 7 to 7; a sixth card is a fault, and both are taken back before anybody heard of it."""
    reader, croupier = Stream(casino, "reader"), Stream(casino, "croupier")
    for each in (reader, croupier):
        each.until(lambda event, data: event == "table")
    casino.tell_together(*map(views.observation, "rnvp 2C 3S 3D 4H 2H 5C".split()))
    assert croupier.until(lambda event, data: event == "fault")[-1]
    casino.tell_together(Undone(), Undone())
    casino.play("8H end")
    heard = reader.until(is_result)
    assert [data["outcome"]["won"] for event, data in heard if event == "result"] == [["banco"]]
    for each in (reader, croupier):
        each.close()


def test_in_silent_mode_a_supervisor_s_stream_goes_on_and_others_have_it_afterwards(casino: Casino) -> None:
    silent(casino)
    chief, reader = Stream(casino, "supervisor"), Stream(casino, "reader")
    reader.until(lambda event, data: event == "table")
    assert reader.ids == []
    casino.play("rnvp 2C 3S 3D 4H 2H 5C")
    chief.until(lambda event, data: event == "fault")
    reader.until(lambda event, data: event == "alive")
    assert reader.ids == []
    casino.tell(Undone())
    casino.loop._shown["training"] = "off"
    casino.loop.show_again()
    found = reader.until(lambda event, data: event == "undone")
    assert [event for event, _ in found if event != "table"] == ["result", "fault", "undone"]
    for each in (chief, reader):
        each.close()


def test_a_stream_ends_when_its_key_is_revoked(casino: Casino) -> None:
    stream = Stream(casino, "reader")
    stream.until(lambda event, data: event == "table")
    casino.office.programs.revoke("s-reader")
    last = [event for event, _ in islice(stream.messages(), 9)]
    assert len(last) < 9, "it goes on"
    stream.close()


def test_a_place_that_is_none_is_refused(casino: Casino) -> None:
    for last in ("x", "-1", "1.0", "9" * 20):
        stream = Stream(casino, "reader", last=last)
        assert stream.answer.status == 400, last
        programs.fits(json.loads(stream.answer.read()), "Problem")
        stream.close()


def test_a_place_beyond_the_journal_is_its_end(casino: Casino) -> None:
    stream = Stream(casino, "reader", last="999999")
    stream.until(lambda event, data: event == "table")
    casino.play(NINE)
    assert stream.until(is_result)
    stream.close()


def test_too_many_streams_of_one_address_are_refused_in_words(tmp_path: Path) -> None:
    casino = Casino(tmp_path, config="[dashboard]\nstreams_of_one = 1\n")
    first, second = Stream(casino), Stream(casino)
    assert (first.answer.status, second.answer.status) == (200, 503)
    programs.fits(json.loads(second.answer.read()), "Problem")
    for each in (first, second):
        each.close()
    casino.close()


class Slow:
    """A follower that has not taken what was written, and the pages of the journal that are read for it."""

    role, after, view, is_busy = "supervisor", 0, None, True
    told: bytes = b""

    def is_known(self) -> bool:
        return True

    def tell(self, data: bytes) -> None:
        self.told += data


def test_a_slow_program_is_passed_over_and_gets_all_of_it_later(casino: Casino) -> None:
    followers = Followers(casino.feed, casino.office.past, lambda update, role: {"seq": update.seq})
    slow: Any = Slow()
    followers._here = [slow]
    casino.play(f"{NINE} end {NINE} end")
    followers.turn()
    assert slow.told == b""
    slow.is_busy = False
    followers.turn()
    assert slow.told.count(b"event: result") == 2
    assert slow.told.count(b"event: table") == 1
    assert not followers.turn()


def test_a_result_that_the_table_has_not_shown_yet_waits_because_it_may_be_in_dispute(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is on record a moment before the view that says so."""
    casino.play("rnvp")
    shown = casino.feed.newest
    casino.play("2C 3S 3D 4H 2H 5C")
    monkeypatch.setattr(casino.feed, "_newest", shown)
    followers = Followers(casino.feed, casino.office.past, lambda update, role: {})
    reader: Any = Slow()
    reader.role, reader.is_busy = "reader", False
    followers._here = [reader]
    assert not followers.turn()
    assert (reader.told.count(b"event: result"), reader.after) == (0, shown.seq)


def test_a_program_that_was_long_away_gets_it_in_several_turns(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot.record.shift.past.AT_ONCE_RECORDS", 5)
    followers = Followers(casino.feed, casino.office.past, lambda update, role: {})
    slow: Any = Slow()
    slow.is_busy = False
    followers._here = [slow]
    casino.play(f"{NINE} end " * 3)
    turns = 1
    while followers.turn():
        turns += 1
    assert turns > 1
    assert slow.told.count(b"event: result") == 3


class Told(Follower):
    """A stream that notes what comes, and whether it was ended."""

    def __init__(self) -> None:
        super().__init__("", 0, is_known=lambda: True)
        self.came, self.is_ended = queue.Queue[bytes](), False

    def tell(self, data: bytes) -> None:
        self.came.put(data)

    def end(self) -> None:
        self.is_ended = True


def test_a_stream_that_begins_as_the_last_one_ends_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    feed, first, second = Feed(), Told(), Told()
    feed.publish(1, {"coup": 1})
    followers = Followers(feed, None, lambda update, role: {**update.view})  # type: ignore[arg-type]
    forget = feed.forget

    def forgetting(place: Any) -> None:
        if followers._here == [] and not second.came.qsize():
            monkeypatch.setattr(feed, "forget", forget)
            followers.join(second)
        forget(place)

    monkeypatch.setattr(feed, "forget", forgetting)
    followers.join(first)
    first.came.get(timeout=60)
    first.is_over = True
    feed.publish(2, {"coup": 2})
    second.came.get(timeout=60)
    feed.publish(3, {"coup": 3})
    assert b'"coup":3' in second.came.get(timeout=60)
    assert not second.is_ended
    feed.close()
