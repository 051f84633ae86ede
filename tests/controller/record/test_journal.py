"""The journal: on disk before anyone is told, only ever added to, and nothing in it changed unseen."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.config import state
from sabot.record import chain
from sabot.record.chain import Entry
from sabot.record.chronicle import as_json
from sabot.record.journal import (
    Journal,
    JournalError,
    followed,
    last_mark,
    read_only,
    reading,
    records,
    verify,
)
from sabot.record.watch import held_by
from tests.controller.crashing import crashes

KILLS = 20 if os.environ.get("SABOT_SOAK") else 8


def entry(number: int, kind: str = "observation", **fields) -> Entry:
    return Entry(kind, {"kind": "Said", "words": f"carte {number}"}, wall_ns=number, **fields)


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "table.sqlite3"


def written(path: Path, count: int) -> chain.Head:
    with Journal(path) as journal:
        for number in range(1, count + 1):
            journal.append([entry(number)])
        return journal.head


def tampered(path: Path, *statements: str) -> None:
    """What somebody with the file can do: the triggers fall first."""
    with sqlite3.connect(path, isolation_level=None) as file:
        file.execute("DROP TRIGGER IF EXISTS no_change")
        file.execute("DROP TRIGGER IF EXISTS no_removal")
        for statement in statements:
            file.execute(statement)
    file.close()


def test_what_is_appended_is_read_back_in_order(path):
    with Journal(path) as journal:
        assert journal.append([entry(1), entry(2, "event", coup=3, role="sabot", mark="9")]) == 2
        assert journal.append([]) == 2
    with reading(path) as file:
        first, second = records(file)
    assert (first.seq, first.kind, first.plain["words"]) == (1, "observation", "carte 1")
    assert (second.seq, second.coup, second.role, second.mark) == (2, 3, "sabot", "9")


def test_a_commit_is_on_the_disk_and_not_only_on_its_way_there(path):
    """SQLite: synchronous=FULL syncs the write-ahead log at every commit; NORMAL may lose the last ones."""
    with Journal(path) as journal:
        assert journal._file.execute("PRAGMA synchronous").fetchone() == (2,)
        assert journal._file.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("statement", ["UPDATE records SET body = '{}'", "DELETE FROM records"])
def test_the_file_itself_refuses_to_change_or_remove_a_record(path, statement):
    written(path, 2)
    with sqlite3.connect(path) as file, pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
        file.execute(statement)
    file.close()


def test_a_step_is_on_record_whole_or_not_at_all(path):
    with Journal(path) as journal:
        journal.append([entry(1)])
        with pytest.raises(JournalError):
            journal.append([entry(2), Entry(None, {})])
        assert journal.head[0] == 1
        assert journal.recover() is False
        assert journal.append([entry(2)]) == 2
    assert verify(path).records == 2


def test_a_second_table_cannot_write_the_same_journal(path):
    with Journal(path), pytest.raises(JournalError, match=r"being written by another sabot \(process \d+\)"):
        Journal(path)
    Journal(path).close()


def test_a_journal_is_read_while_it_is_written(path):
    with Journal(path) as journal:
        journal.append([entry(1)])
        with reading(path) as file:
            journal.append([entry(2)])
            assert len(list(records(file))) == 2
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                file.execute("CREATE TABLE mine (x)")


def test_a_journal_in_a_folder_that_nobody_may_write_is_read_with_all_that_its_log_has(path, monkeypatch):
    """SQLite: a file opened as `immutable` is read without its write-ahead log."""
    with Journal(path) as journal:
        journal.append([entry(1)])
        monkeypatch.setattr(os, "access", lambda *_: False)
        with reading(path) as file:
            assert len([*records(file)]) == 1
    assert read_only(path).endswith("&immutable=1"), "without a log, for none can be made there"


def test_the_last_message_of_each_instrument_is_known(path):
    with Journal(path) as journal:
        journal.append([entry(1, role="sabot", mark="7:1"), entry(2, role="wheel", mark="w")])
        journal.append([entry(3, role="sabot", mark="7:2"), entry(4, role="sabot")])
    assert [last_mark(path, role) for role in ("sabot", "wheel", "panel")] == ["7:2", "w", ""]


# --- what cannot be a journal


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"8C KD\n" * 200, "no journal"), (None, "there is no journal")],
)
def test_what_is_no_journal_is_refused_in_one_line(path, content, why):
    if content is not None:
        path.write_bytes(content)
        with pytest.raises(JournalError, match=why):
            Journal(path)
    with pytest.raises(JournalError, match=why) as refused, reading(path):
        pass
    assert "\n" not in str(refused.value)


def test_a_folder_is_no_journal(tmp_path):
    with pytest.raises(JournalError, match="it is a folder: name a file"):
        Journal(tmp_path)


def test_an_empty_file_is_no_journal_to_be_read(path):
    path.touch()
    with pytest.raises(JournalError, match="it is no journal"), reading(path):
        pass


def test_another_programs_database_is_left_alone(path):
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE bookings (x)")
    file.close()
    with pytest.raises(JournalError, match="no journal of a table"):
        Journal(path)


def test_a_journal_of_a_newer_sabot_is_left_alone(path):
    written(path, 1)
    tampered(path, "PRAGMA user_version = 99")
    with pytest.raises(JournalError, match="newer sabot"):
        Journal(path)


def test_a_folder_that_cannot_be_made_is_named_with_what_to_do(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalError, match=r"file/table\.sqlite3 cannot be used: its folder .*elsewhere"):
        Journal(tmp_path / "file" / "table.sqlite3")


# --- a disk that says no


def test_a_full_disk_loses_nothing_that_was_acknowledged_and_the_journal_goes_on_by_itself(path):
    kept = 0
    with Journal(path, page_limit=60) as journal:
        with pytest.raises(JournalError, match="the disk is full"):
            while True:
                kept = journal.append([Entry("observation", {"words": "x" * 900})])
        with pytest.raises(JournalError):
            journal.append([entry(1)])
        assert journal.head[0] == kept
        journal.page_limit = 0
        assert journal.recover() is False
        assert journal.append([entry(2)]) == kept + 1
    assert verify(path)[0::4] == (kept + 1, "")


def test_a_step_that_the_disk_has_although_it_said_no_is_not_written_twice(path, monkeypatch):
    with Journal(path) as journal:
        journal.append([entry(1)])
        write = journal._write

        def unanswered(steps):
            write(steps)
            raise sqlite3.OperationalError("disk I/O error")

        with monkeypatch.context() as disk:
            disk.setattr(journal, "_write", unanswered)
            with pytest.raises(JournalError):
                journal.append([entry(2)])
        assert journal.head[0] == 1
        assert journal.recover() is True
        assert journal.append([entry(3)]) == 3
    assert verify(path).wrong == ""


def test_a_journal_that_somebody_else_has_written_meanwhile_is_not_gone_on_with(path):
    with Journal(path) as journal:
        journal.append([entry(1)])
        tampered(path, "INSERT INTO records VALUES (2,0,0,'note',0,'','','{}','x')")
        with pytest.raises(JournalError, match="somebody else"):
            journal.recover()


# --- tampering


def test_a_whole_journal_is_whole(path):
    head = written(path, 5)
    assert verify(path) == chain.Verdict(5, head[1])
    assert verify(path, anchor=head).wrong == ""
    assert verify(path, anchor=(5, head[1])).wrong == ""


COLUMNS = ("wall_ns", "monotonic_ns", "kind", "coup", "role", "mark", "body", "chain")


@settings(max_examples=60)
@given(data=st.data())
def test_the_first_record_that_was_altered_removed_or_moved_is_named(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("journal") / "table.sqlite3"
    count = data.draw(st.integers(3, 12))
    head = written(path, count)
    first = data.draw(st.integers(1, count))
    how = data.draw(st.sampled_from(["alter", "remove", "swap"]))
    if how == "alter":
        column = data.draw(st.sampled_from(COLUMNS))
        value = 12345 if column in ("wall_ns", "monotonic_ns", "coup") else "'x'"
        tampered(path, f"UPDATE records SET {column} = {value} WHERE seq = {first}")
        expected = (first, "altered")
    elif how == "remove":
        last = data.draw(st.integers(first, count))
        tampered(path, f"DELETE FROM records WHERE seq BETWEEN {first} AND {last}")
        expected = (first, "removed" if last < count else "truncated")
    else:
        other = data.draw(st.integers(1, count).filter(lambda number: number != first))
        tampered(
            path,
            f"UPDATE records SET seq = 999 WHERE seq = {first}",
            f"UPDATE records SET seq = {first} WHERE seq = {other}",
            f"UPDATE records SET seq = {other} WHERE seq = 999",
        )
        expected = (min(first, other), "moved")
    verdict = verify(path, anchor=head)
    assert (verdict.seq, verdict.kind) == expected
    assert str(verdict.seq) in verdict.wrong


def test_a_journal_written_again_does_not_have_the_head_that_was_noted(path, tmp_path):
    head = written(path, 4)
    with Journal(tmp_path / "forged.sqlite3") as forged:
        forged.append([entry(number * 10) for number in range(1, 6)])
    assert verify(tmp_path / "forged.sqlite3").wrong == ""
    assert verify(tmp_path / "forged.sqlite3", anchor=head).kind == "altered"


@given(
    st.dictionaries(
        st.text(max_size=5), st.one_of(st.integers(), st.text(), st.booleans(), st.none()), max_size=4
    ),
    st.text(max_size=9),
)
def test_no_two_different_records_are_hashed_as_the_same_text(body, role):
    """A record is chained as a JSON list: no cell can flow over into the next."""
    one = next(chain.following([Entry("note", body, role=role)], (0, chain.START)))
    two = next(chain.following([Entry("note" + role, body)], (0, chain.START)))
    assert (one.chain == two.chain) == (role == "")


@pytest.mark.parametrize(
    "body", ["[1", "[]", "", "null", "1" * 5000, "[" * 100_000, '{"x":' + 100 * "[" + 100 * "]" + "}"]
)
def test_a_body_that_says_nothing_is_a_damaged_record_and_one_line(path, body):
    written(path, 3)
    tampered(path, f"UPDATE records SET body = '{body}' WHERE seq = 2")
    assert verify(path).wrong == "record 2 was altered"
    with pytest.raises(JournalError, match="record 2 is damaged"), reading(path) as file:
        list(as_json(file))


def test_bytes_that_are_no_text_are_an_altered_record(path):
    written(path, 3)
    tampered(path, "UPDATE records SET body = CAST(x'ff7b7d' AS TEXT) WHERE seq = 2")
    assert verify(path).wrong == "record 2 was altered"


def test_a_question_mark_that_was_altered_to_bytes_that_are_no_text_is_an_altered_record(path):
    with Journal(path) as journal:
        journal.append([Entry("note", {"note": "what?"})])
    altered = b'{"note":"what\xff"}'.hex()
    tampered(path, f"UPDATE records SET body = CAST(x'{altered}' AS TEXT)")
    assert verify(path).wrong == "record 1 was altered"


# --- kill -9


@pytest.mark.process
@pytest.mark.slow
def test_a_table_killed_at_any_moment_loses_no_acknowledged_card_and_doubles_none(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    tally = crashes(tmp_path, KILLS)
    assert (tally.lost, tally.doubled, tally.wrong) == (0, 0, "")
    assert tally.acknowledged >= KILLS


def test_in_a_quiet_moment_the_records_are_carried_over_into_the_file(path, tmp_path):
    with Journal(path) as journal:
        for number in range(1, 4):
            journal.append([entry(number)])
        journal.checkpoint()
        alone = tmp_path / "alone.sqlite3"
        alone.write_bytes(path.read_bytes())  # without the write-ahead log beside it
    with reading(alone) as file:
        assert len([*records(file)]) == 3
    journal.checkpoint()  # of a journal that is closed: nothing happens


def test_a_reader_of_the_journal_is_told_after_each_thousand_records_how_far_it_is():
    entries = (entry(number) for number in range(1, 2_502))
    heard: list[tuple[int, int]] = []
    rows = followed(chain.following(entries, (0, chain.START)), lambda more: heard.append((more, at)))
    at = 0
    for record in rows:
        at = record.seq
    assert heard == [(1000, 999), (1000, 1999)]


def test_a_file_that_is_opened_again_is_closed_first(path):
    with Journal(path) as journal:
        former = journal._file
        journal.recover()
        with pytest.raises(sqlite3.ProgrammingError):
            former.execute("SELECT 1")


def test_a_journal_that_is_closed_takes_no_record(path):
    journal = Journal(path)
    journal.close()
    with pytest.raises(JournalError, match="it is closed"):
        journal.append([entry(2)])


def test_a_table_that_is_refused_is_told_which_process_writes_the_journal(path):
    with Journal(path), pytest.raises(JournalError, match=rf"\(process {os.getpid()}\): stop that one"):
        Journal(path)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.EMFILE, "Too many open files"),
        (errno.EIO, "the disk failed to write"),
        (errno.ENOSPC, "the disk is full"),
        (errno.EACCES, "it may only be read here"),
    ],
)
def test_a_halted_journal_says_why_the_system_does_not_let_it_be_opened_and_goes_on_once_it_does(
    path, monkeypatch, number, why
):
    def refused(_: Path) -> None:
        raise OSError(number, os.strerror(number), str(path))

    with Journal(path) as journal:
        journal.append([entry(1)])
        with monkeypatch.context() as disk:
            disk.setattr(state, "private", refused)
            with pytest.raises(JournalError, match=f"the journal {path} cannot be used: {why}"):
                journal.recover()
            with pytest.raises(JournalError, match=f"other.sqlite3 cannot be used: {why}"):
                Journal(path.with_name("other.sqlite3"))
        assert journal.recover() is False
        assert journal.append([entry(2)]) == 2


def test_a_halted_journal_whose_lock_cannot_be_looked_at_says_so(path, monkeypatch):
    def refused(*_: object) -> bool:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with Journal(path) as journal:
        monkeypatch.setattr("sabot.record.journal.is_lock_of", refused)
        with pytest.raises(
            JournalError, match=f"the journal {path} cannot be used: the disk failed to write"
        ):
            journal.recover()


def test_on_a_full_disk_the_lock_is_held_without_a_number_and_given_back_where_the_journal_does_not_open(
    path, monkeypatch
):
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with Journal(path), pytest.raises(JournalError, match=r"another sabot \(process unknown\)"):
        Journal(path)
    monkeypatch.setattr(state, "private", full)
    with pytest.raises(JournalError, match="the disk is full: free some space"):
        Journal(path)
    assert held_by(path) == ""


def test_the_lock_of_a_longer_number_leaves_nothing_behind(path):
    path.with_name(path.name + ".lock").write_text("9" * 15)
    with Journal(path):
        assert path.with_name(path.name + ".lock").read_text() == str(os.getpid())


def test_a_record_that_was_moved_says_which_one_it_was(path):
    head = written(path, 5)
    tampered(path, "UPDATE records SET seq = 999 WHERE seq = 1", "UPDATE records SET seq = 1 WHERE seq = 4")
    tampered(path, "UPDATE records SET seq = 4 WHERE seq = 999")
    verdict = verify(path, anchor=head)
    assert verdict.wrong == "record 1 is not in its place: it is the one that was number 4"
    assert (verdict.records, verdict.head) == (0, chain.START)


def test_the_first_record_is_known_where_it_stands_elsewhere(path):
    written(path, 5)
    tampered(path, "DELETE FROM records WHERE seq = 3", "UPDATE records SET seq = 3 WHERE seq = 1")
    with reading(path) as file:
        others = {each.seq: each for each in records(file)}
    first, second = others[3], next(iter(chain.following([Entry("note", {})], (0, chain.START))))
    rows = [second, others[2]._replace(chain=chain.chained(second.chain, others[2])), first]
    verdict = chain.verified(lambda: rows)
    assert verdict.wrong == "record 3 is not in its place: it is the one that was number 1"


@pytest.mark.parametrize(
    ("gone", "words"),
    [("seq = 2", "record 2 is missing"), ("seq BETWEEN 2 AND 3", "records 2 to 3 are missing")],
)
def test_records_that_are_missing_are_named(path, gone, words):
    written(path, 5)
    tampered(path, f"DELETE FROM records WHERE {gone}")
    verdict = verify(path)
    assert (verdict.records, verdict.seq, verdict.kind, verdict.wrong) == (1, 2, "removed", words)


def test_an_end_that_was_cut_off_is_named_by_its_first_record(path):
    head = written(path, 5)
    tampered(path, "DELETE FROM records WHERE seq > 3")
    verdict = verify(path, anchor=head)
    assert verdict.wrong == "the end was cut off: record 4 and all after it, up to 5 at least"
    assert (verdict.records, verdict.seq) == (3, 4)


def test_a_record_that_stands_before_the_first_is_moved(path):
    written(path, 3)
    tampered(path, "UPDATE records SET seq = 0 WHERE seq = 1")
    assert verify(path).wrong == "record 0 stands where none can"
