"""Messages as they are written are read again; anything else is refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sabot.pit import messages, topics
from sabot.pit.line import Broker, broker_named
from sabot.pit.messages import Ask, Have, Link, MalformedError, Point, Points
from sabot.pit.topics import Station
from sabot.pit.trust.papers import Papers
from sabot.record.chain import Record

JOURNAL, CHAIN = "0123456789abcdef", "ab" * 32
RECORD = Record(1, 2, 3, "note", 4, "sabot", "5", '{"é":1}', CHAIN)
LINK = Link(True, "b1", JOURNAL, 7, CHAIN, "0.1.0")
READERS = (
    messages.read_rows,
    messages.read_have,
    messages.read_link,
    messages.read_ask,
    messages.read_points,
)


def test_every_message_is_read_as_it_was_written():
    assert messages.read_rows(messages.rows(JOURNAL, [RECORD])) == (JOURNAL, (RECORD,))
    have = Have(JOURNAL, 7, CHAIN, True)
    assert messages.read_have(messages.have(have, pit_ns=1)) == have
    assert messages.read_link(messages.link(LINK, wall_ns=1)) == LINK
    assert messages.read_ask(messages.ask(Ask(JOURNAL, 1, 9))) == (JOURNAL, 1, 9)
    shown = Points(JOURNAL, 9, (Point(2, CHAIN, 5), Point(9, CHAIN, 6)))
    assert messages.read_points(messages.points(shown)) == shown


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seq": 2**63}, "the number of a record is no whole number"),
        ({"seq": True}, "the number of a record is no whole number"),
        ({"wall_ns": 1.5}, "record 1: wall_ns is no whole number"),
        ({"role": "a\0"}, "record 1: role has a NUL"),
        ({"body": "\udc80"}, "record 1: body is no UTF-8"),
        ({"mark": 5}, "record 1: mark is no text"),
        ({"chain": "AB" * 32}, "record 1: a chain is not 64"),
    ],
)
def test_a_record_that_cannot_be_stored_is_refused(change: dict[str, object], why: str):
    with pytest.raises(MalformedError, match=why):
        messages.read_rows(messages.rows(JOURNAL, [RECORD._replace(**change)]))


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (b"\xff", "it is no JSON"),
        (b"[" * 100_000, "it is no JSON"),
        (b"[]", "it is no JSON object"),
        (b'{"v":1}' + b" " * messages.MESSAGE_BYTES_MOST, "it has more than 4194304 bytes"),
        (b'{"v":2}', "its version is not 1"),
        (b'{"v":1,"rows":[]}', "it names no journal"),
        (b'{"v":1}', "it has no rows"),
        (b'{"v":1,"journal":"0123456789abcdef","rows":[[]]}', "a row is not nine values"),
    ],
)
def test_what_is_no_message_is_refused(payload: bytes, why: str):
    with pytest.raises(MalformedError, match=why):
        messages.read_rows(payload)


@settings(max_examples=15)
@given(
    some.recursive(some.none() | some.integers() | some.text(), lambda each: some.lists(each), max_leaves=5)
)
def test_anything_at_all_is_read_or_refused(value: object):
    for reader in READERS:
        for key in ("rows", "points", "journal", "seq"):
            plain = {"v": 1, "journal": JOURNAL, "chain": CHAIN, "seq": 1, "head": 1, "after": 1, key: value}
            try:
                reader(json.dumps(plain).encode())
            except MalformedError:
                continue


def test_a_message_holds_no_more_records_and_bytes_than_it_may():
    many = [RECORD._replace(seq=seq) for seq in range(1, 502)]
    assert [len(each) for each in messages.batches(many)] == [200, 200, 101]
    long = [each._replace(body="x" * 50_000) for each in many[:3]]
    assert [len(each) for each in messages.batches([*long, RECORD._replace(body="x" * 500_000)])] == [2, 1, 1]
    assert [*messages.batches([])] == []


def test_a_topic_names_the_table_and_what_it_says():
    assert Station("nijmegen", "t1").topic("rec") == "sabot/1/nijmegen/t1/rec"
    assert topics.read("sabot/1/nijmegen/t1/rec", "nijmegen") == ("t1", "rec")


@pytest.mark.parametrize(
    "topic",
    [
        "sabot/1/other/t1/rec",
        "sabot/2/nijmegen/t1/rec",
        "sabot/1/nijmegen/T!/rec",
        "sabot/1/nijmegen/t1/have",
        "a",
    ],
)
def test_a_topic_that_no_table_of_this_house_writes_is_passed_over(topic: str):
    assert topics.read(topic, "nijmegen") is None


@pytest.mark.parametrize("name", ["", "T1", "a/b", "+", "-a", "a-", "a" * 33, "a\n"])
def test_a_name_that_means_something_elsewhere_is_refused(name: str):
    with pytest.raises(ValueError, match="is no name"):
        topics.named(name)


@pytest.mark.parametrize("text", ["127.0.0.1:1883", "localhost:1883", "[::1]:1883"])
def test_a_broker_on_this_machine_may_be_named(text: str):
    assert broker_named(text) == Broker(text.rpartition(":")[0].strip("[]"), 1883)


@pytest.mark.parametrize("text", ["10.0.0.1:1883", "0.0.0.0:1883", "pit.example:1883", "127.0.0.1.example:1"])
def test_a_broker_on_another_machine_is_refused_without_a_certificate(text: str):
    with pytest.raises(ValueError, match=r"only 127\.0\.0\.1 is allowed"):
        broker_named(text)


def test_with_a_certificate_a_broker_may_be_on_another_machine(folder: Path):
    papers = Papers(folder)
    assert broker_named("10.0.0.1:8883", papers) == Broker("10.0.0.1", 8883, papers)


@pytest.mark.parametrize("text", ["", "1883", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536"])
def test_what_is_no_address_is_refused(text: str):
    with pytest.raises(ValueError, match="expected HOST:PORT"):
        broker_named(text)
