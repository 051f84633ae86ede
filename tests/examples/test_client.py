"""examples/client.py: another program follows the table, goes on where it was, and acts once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest

from examples.client import Message, Table, messages, refusal, text_of
from tests.dashboard.office import Casino
from tests.dashboard.test_programs import NINE


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path)
    yield found
    found.close()


def following(table: Table) -> tuple[threading.Thread, queue.SimpleQueue[str]]:
    shown = queue.SimpleQueue[str]()
    follower = threading.Thread(target=table.follow, args=(lambda each: shown.put(text_of(each)),))
    follower.start()
    return follower, shown


def until(shown: queue.SimpleQueue[str], wanted: str) -> None:
    while shown.get(timeout=60) != wanted:
        pass


def test_it_follows_the_results_acts_and_reads_the_record(casino: Casino) -> None:
    table = Table(casino.server.public.address, casino.office.programs.add("client", "croupier"))
    follower, shown = following(table)
    until(shown, "coup 0: bets-open")
    assert table.act(act="rnvp")["taken"] is True
    casino.play(f"{NINE} end ??")
    until(shown, "coup 1: punto wins")
    until(shown, "coup 2: a fault, unread-card")
    assert [each["coup"] for each in table.coups()] == [1]
    casino.feed.close()
    follower.join(60)
    assert int(table.last) > 1


def test_a_refusal_is_in_the_words_of_the_table(casino: Casino) -> None:
    with pytest.raises(HTTPError) as refused:
        Table(casino.server.public.address, "sabot_wrong").get("/api/v1/coups")
    with refused.value as error:
        assert refusal(error).startswith("No key, or one that does not count: This key does not count")


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (Message("", "alive", {"silent_s": 0.1}), ""),
        (Message("7", "void", {"coup": 3}), "coup 3 is void"),
        (
            Message("7", "undone", {"coup": 3, "of": 5}),
            "coup 3: what came since record 5 does not stand any more",
        ),
        (Message("7", "result", {"coup": 3, "outcome": {"number": "17", "won": []}}), "coup 3: 17 wins"),
    ],
)
def test_a_message_is_one_line(message: Message, line: str) -> None:
    assert text_of(message) == line


def test_a_stream_is_read_message_by_message() -> None:
    stream = b'retry: 1000\n\nid: 7\nevent: void\ndata: {"coup": 3}\n\nevent: alive\ndata: {}\n\n'
    assert [*messages(stream.splitlines(keepends=True))] == [
        Message("7", "void", {"coup": 3}),
        Message("", "alive", {}),
    ]
