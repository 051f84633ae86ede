"""What a table signs, the pit compares, countersigns and sends back; what does not fit is an alert with the
record."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.pit.line import Message
from sabot.pit.looking import accept
from sabot.pit.proof import countersigned
from sabot.pit.proof.countersigning import Heads
from sabot.pit.proof.receipts import beside, kept
from sabot.pit.topics import Station
from sabot.record.heads import SignedHead, Signer
from sabot.record.journal import Journal
from sabot.record.keys import key_beside
from tests.controller.pit.tables import Hall
from tests.controller.pit.test_chain_alarms import words
from tools.pit_floor import HOUSE


@pytest.fixture
def hall(folder: Path, database) -> Hall:
    return Hall(folder, database)


def sign(hall: Hall, name: str) -> None:
    """The table signs its head, as when it is opened or closed."""
    with Journal(hall.path(name)) as journal:
        journal.append([Signer(hall.path(name), wall_ns=lambda: 7).entry(journal.head)])


def head_of(hall: Hall, name: str) -> SignedHead:
    """A head of the journal's end, signed by the table."""
    with Journal(hall.path(name)) as journal:
        text = Signer(hall.path(name), wall_ns=lambda: 8).entry(journal.head).body["text"]
    return countersigned.heads.read(str(text))


def said(hall: Hall, name: str, head: SignedHead) -> None:
    """The table's carrier says this head."""
    carrier, _ = hall.carriers[name]
    assert carrier.head is not None
    topic = Station(HOUSE, name).topic("head")
    payload = countersigned.head_message(carrier.head.journal, head)
    hall.wire.came.append(Message(topic, payload))
    hall.run()


def receipts(hall: Hall, name: str) -> list[countersigned.Countersigned]:
    return kept(beside(hall.path(name)))


def dealt(hall: Hall, name: str = "t1", *, rounds: int = 1) -> None:
    """A journal that was signed, and its carrier."""
    for _ in range(rounds):
        hall.write(name, *words(4))
        sign(hall, name)
    hall.open_carrier(name)
    hall.run()


def test_what_the_table_signed_comes_back_countersigned_and_is_kept_on_both_sides(hall: Hall):
    dealt(hall, rounds=2)
    found = receipts(hall, "t1")
    assert [each.head.head[0] for each in found] == [4, 9]
    assert all(each.is_genuine and each.key == hall.key.public for each in found)
    assert {each.station for each in found} == {Station(HOUSE, "t1")}
    stored = hall.database.execute("SELECT countersigned FROM head ORDER BY seq").fetchall()
    assert [each.line for each in found] == [line for (line,) in stored]
    assert hall.alerts() == []


def test_the_file_of_countersignatures_and_the_key_of_the_pit_are_their_users_alone(hall: Hall):
    dealt(hall)
    for file in (beside(hall.path("t1")), key_beside(hall.folder / "pit")):
        assert file.stat().st_mode & 0o077 == 0


def test_a_head_is_said_only_when_the_pit_has_its_record(hall: Hall):
    dealt(hall)
    hall.write("t1", *words(300))
    sign(hall, "t1")
    carrier, wire = hall.carriers["t1"]
    carrier.serve(wire, wait_s=0)
    assert wire.kinds() == ["rec"]
    hall.run()
    assert [each.head.head[0] for each in receipts(hall, "t1")] == [4, 305]


def test_a_countersignature_that_was_lost_comes_again_and_is_the_same(hall: Hall):
    dealt(hall)
    before = receipts(hall, "t1")
    beside(hall.path("t1")).unlink()
    hall.open_carrier("t1")
    hall.run()
    assert receipts(hall, "t1") == before


def test_countersignatures_that_were_lost_come_again_also_where_the_broker_has_the_newest_head_first(
    hall: Hall,
):
    dealt(hall, rounds=3)
    before = receipts(hall, "t1")
    beside(hall.path("t1")).write_text(before[0].line + "\n")
    hall.open_collector()
    hall.open_carrier("t1")
    newest = countersigned.head_message(before[-1].journal, before[-1].head)
    hall.wire.came.append(Message(Station(HOUSE, "t1").topic("head"), newest))
    hall.run()
    assert sorted(receipts(hall, "t1"), key=lambda each: each.head.head) == before


def test_a_countersignature_that_was_lost_comes_again_although_a_newer_one_is_kept(hall: Hall):
    """A broker keeps the newest of them alone, and may give it to a carrier that was killed before the pit
    says what it has."""
    dealt(hall, rounds=3)
    first, lost, newest = receipts(hall, "t1")
    beside(hall.path("t1")).write_text(f"{first.line}\n{newest.line}\n")
    hall.open_carrier("t1")
    hall.run()
    assert receipts(hall, "t1") == [first, newest, lost]


def test_what_is_countersigned_and_kept_is_not_shown_again(hall: Hall, monkeypatch):
    dealt(hall, rounds=3)
    shown: list[object] = []
    monkeypatch.setattr(Heads, "taken", lambda *given, **named: shown.append(given))
    hall.open_carrier("t1")
    hall.run()
    assert shown == []


def test_a_line_that_a_power_cut_left_unfinished_harms_no_other(hall: Hall):
    dealt(hall)
    with beside(hall.path("t1")).open("a") as file:
        file.write("SABOT-COUNTERSIGN-1 hou")
    sign(hall, "t1")
    hall.open_carrier("t1")
    hall.run()
    assert [each.head.head[0] for each in receipts(hall, "t1")] == [4, 5]


def test_a_head_with_a_wrong_signature_is_named_once_and_an_answer_is_enough(hall: Hall):
    dealt(hall)
    forged = head_of(hall, "t1")._replace(wall_ns=9)
    for _ in range(2):
        said(hall, "t1", forged)
        assert hall.found() == [("t1", "forged", 5)]
    assert accept(hall.database, "t1", by="A. Person", why="a test") == ""
    said(hall, "t1", forged)
    assert hall.found() == []
    assert [*hall.database.execute("SELECT count(*) FROM head")] == [(1,)]


def test_a_head_of_another_record_than_the_pit_has_is_named(hall: Hall):
    dealt(hall)
    other = hall.folder / "t2.sqlite3"
    hall.write("t2", *words(3))
    key_beside(other).write_bytes(key_beside(hall.path("t1")).read_bytes())
    said(hall, "t1", head_of(hall, "t2"))
    assert hall.found() == [("t1", "contradicted", 3)]


def test_another_key_is_named_with_the_record_and_counts_after_an_answer(hall: Hall):
    dealt(hall)
    key_beside(hall.path("t1")).unlink()
    hall.write("t1", "on another machine")
    sign(hall, "t1")
    hall.run()
    assert hall.found() == [("t1", "key", 6)]
    assert len(receipts(hall, "t1")) == 1
    assert accept(hall.database, "t1", by="A. Person", why="a new machine") == ""
    hall.collector._looked_s = -10
    hall.run()
    assert hall.found() == []
    assert [each.head.head[0] for each in receipts(hall, "t1")] == [4, 6]
    assert hall.seq("t1") == 7


def test_a_head_beyond_what_the_pit_has_waits_and_nonsense_is_kept_aside(hall: Hall):
    dealt(hall)
    said(hall, "t1", head_of(hall, "t1")._replace(head=(99, "f" * 64)))
    assert hall.alerts() == []
    hall.wire.came.append(Message(Station(HOUSE, "t1").topic("head"), b'{"v":1,"text":"no head"}'))
    hall.run()
    assert [kind for _, kind, _ in hall.found()] == ["unreadable"]


def test_a_countersignature_that_is_not_the_pits_is_not_kept(hall: Hall, caplog):
    dealt(hall)
    (true,) = receipts(hall, "t1")
    false = [
        (true._replace(pit_ns=1), "wrong"),
        (true._replace(station=Station(HOUSE, "t2")), "another table's"),
        (signed(hall, true, "other"), "and all in"),
        (signed(hall, true._replace(head=head_of_another(hall)), "pit"), "another record 3"),
    ]
    for each, why in false:
        _, wire = hall.carriers["t1"]
        wire.came.append(Message(Station(HOUSE, "t1").topic("countersign"), countersigned.message(each)))
        hall.run()
        assert why in caplog.text
        assert receipts(hall, "t1") == [true]


def signed(hall: Hall, value: countersigned.Countersigned, name: str) -> countersigned.Countersigned:
    """Signed with the key of this name."""
    key = hall.key_of(name)
    unsigned = value._replace(key=key.public)
    return unsigned._replace(signature=key.signature(unsigned.signed))


def head_of_another(hall: Hall) -> SignedHead:
    hall.write("t9", *words(3))
    return head_of(hall, "t9")


def test_a_journal_that_does_not_fit_its_countersignature_is_named_in_the_log(hall: Hall, caplog):
    dealt(hall)
    (true,) = receipts(hall, "t1")
    other = true._replace(head=true.head._replace(head=(4, "f" * 64)))
    beside(hall.path("t1")).write_text(f"{other.line}\n")
    hall.open_carrier("t1")
    hall.run()
    assert "record 4 is not the one that the pit countersigned" in caplog.text


def test_a_pit_that_lost_what_it_countersigned_is_named_in_the_log(hall: Hall, caplog):
    dealt(hall)
    for name in ("head", "record"):
        hall.database.execute(f"DELETE FROM {name}")
    hall.database.execute("UPDATE course SET seq = 0, chain = %s", ("0" * 64,))
    hall.open_collector()
    hall.open_carrier("t1")
    hall.run()
    assert "the pit countersigned record 4 and has 0 now" in caplog.text
    assert [each.head.head[0] for each in receipts(hall, "t1")] == [4, 4]
    assert hall.alerts() == []
