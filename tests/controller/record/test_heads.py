"""Signed heads: a head noted outside names a cut end, a copy put back, and a chain that was written again."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import journal as command
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record import heads, keys
from sabot.record.chain import SIGNED, START, Entry, Record, following
from sabot.record.heads import RECORDS_BETWEEN, SignedHead, Signer
from sabot.record.heads_on_record import foreign, newest
from sabot.record.journal import Journal, JournalError, reading, records, verify
from sabot.record.resume import begun


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite3"


def signer(path: Path) -> Signer:
    return Signer(path, wall_ns=lambda: 7)


def written(path: Path, count: int, by: Signer) -> SignedHead:
    """This many notes and the signed head after them."""
    with Journal(path) as journal:
        journal.append([Entry("note", {"note": f"card {number}"}) for number in range(count)])
        journal.append([by.entry(journal.head)])
    head = newest(path)
    assert head is not None
    return head


def rewritten(path: Path) -> None:
    """What somebody does who knows the chain and not the key: another card, and every chain after it."""
    with reading(path) as file:
        known = list(records(file))
    entries = [
        Entry(each.kind, {**each.plain, "note": "another"} if each.seq == 2 else each.plain, each.coup)
        for each in known
    ]
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        triggers = [row[0] for row in file.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")]
        file.execute("DROP TRIGGER no_change")
        file.execute("DROP TRIGGER no_removal")
        file.execute("DELETE FROM records")
        file.executemany("INSERT INTO records VALUES (?,?,?,?,?,?,?,?,?)", following(entries, (0, START)))
        for each in triggers:
            file.execute(each)


def said(path: Path, *words: str) -> tuple[int, str]:
    found = CliRunner().invoke(command.journal, ["verify", "--journal", str(path), *words])
    return found.exit_code, found.output


def test_a_signed_head_is_a_record_and_one_line_of_text(path: Path) -> None:
    head = written(path, 3, signer(path))
    assert head.head == (3, verify_head_of(path, 3))
    assert head.is_genuine
    assert heads.read(head.text) == head
    assert heads.read(head.text.lower().replace("sabot-head-1 ", "SABOT-HEAD-1\n")) == head
    assert verify(path).wrong == ""
    assert foreign(path, head) == []


def verify_head_of(path: Path, seq: int) -> str:
    with reading(path) as file:
        return next(each.chain for each in records(file) if each.seq == seq)


def test_a_head_with_one_sign_changed_is_not_genuine(path: Path) -> None:
    head = written(path, 3, signer(path))
    for changed in (
        head._replace(head=(4, head.head[1])),
        head._replace(wall_ns=8),
        head._replace(signature="0" * 128),
        head._replace(key="0" * 64),
    ):
        assert not changed.is_genuine


def test_the_key_is_made_once_and_only_its_owner_reads_it(path: Path) -> None:
    first = signer(path).public
    assert signer(path).public == first
    assert keys.key_beside(path).stat().st_mode & 0o777 == 0o600
    assert keys.public_beside(path).read_text() == f"{first}\n"


def test_a_new_key_does_not_take_the_place_of_the_old_public_one(path: Path) -> None:
    first = signer(path).public
    keys.key_beside(path).unlink()
    second = signer(path).public
    assert keys.trusted(path) == {first, second}


def test_a_chain_that_was_written_again_signs_another_head(path: Path) -> None:
    written(path, 3, signer(path))
    rewritten(path)
    assert verify(path).wrong == "record 4 signs another head: the records before it were written again"


def forged(path: Path) -> None:
    """The same, with heads that name the new chain; only the signature is still the old one."""
    known, chain = list(stored(path)), (0, START)
    entries = []
    for each in known:
        signed = heads.of_record(each) if each.kind == SIGNED else None
        body = {"text": signed._replace(head=chain).text} if signed else {**each.plain, "note": "another"}
        entries.append(Entry(each.kind, body))
        chain = next(following([entries[-1]], chain))[0::8]
    path.unlink()
    with Journal(path) as journal:
        journal.append(entries)


def stored(path: Path) -> list[Record]:
    with reading(path) as file:
        return list(records(file))


def test_a_head_that_names_the_new_chain_without_the_key_is_not_believed(path: Path) -> None:
    written(path, 3, signer(path))
    forged(path)
    last = stored(path)[-1]
    assert heads.of_record(last).head == stored(path)[-2][0::8]
    assert verify(path).wrong == "record 4 signs another head: the records before it were written again"


def test_a_table_does_not_open_on_a_chain_that_was_written_again(kept) -> None:
    path = kept("punto-banco", "9C KD")
    with Journal(path) as journal:
        journal.append([signer(path).entry(journal.head)])
    rewritten(path)
    game = GAMES["punto-banco"]
    with pytest.raises(JournalError, match="record 4 signs another head"):
        begun(path, fresh=opened(game, game.Options()), name="", wall_ns=1)


def test_a_start_checks_from_the_last_signed_head_even_where_it_reads_less(kept) -> None:
    path = kept("punto-banco", "9C KD")
    with reading(path) as file:
        again = next(records(file)).plain
    with Journal(path) as journal:
        journal.append([signer(path).entry(journal.head), Entry("note", {}), Entry("opening", again)])
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        trigger = file.execute("SELECT sql FROM sqlite_schema WHERE name = 'no_change'").fetchone()[0]
        file.execute("DROP TRIGGER no_change")
        file.execute("UPDATE records SET coup = 9 WHERE seq = 5")
        file.execute(trigger)
    game = GAMES["punto-banco"]
    with pytest.raises(JournalError, match="record 5 was altered"):
        begun(path, fresh=opened(game, game.Options()), name="", wall_ns=1)


def test_a_cut_end_does_not_have_the_head_that_was_noted(path: Path, tmp_path: Path) -> None:
    by = signer(path)
    written(path, 3, by)
    shutil.copy(path, tmp_path / "copy")
    noted = written(path, 3, by)
    assert said(path, "--head", noted.text)[0] == 0
    shutil.copy(tmp_path / "copy", path)
    status, words = said(path, "--head", noted.text)
    assert (status, "the end was cut off: record 5 and all after it, up to 7" in words) == (1, True)


def test_a_journal_that_was_written_again_without_any_head_is_named_by_a_noted_one(
    path: Path, tmp_path: Path
) -> None:
    noted = written(path, 3, signer(path))
    (tmp_path / "head.txt").write_text(noted.text + "\n")
    forged = tmp_path / "forged.sqlite3"
    with Journal(forged) as journal:
        journal.append([Entry("note", {"note": "another"})] * 4)
    status, words = said(forged, "--head", str(tmp_path / "head.txt"))
    assert (status, "record 3 is not the one that was noted: the journal was rewritten" in words) == (1, True)


def test_heads_of_a_foreign_key_are_named(path: Path, tmp_path: Path) -> None:
    signer(path)
    written(path, 2, signer(tmp_path / "other.sqlite3"))
    status, words = said(path, "--head", newest(path).text)
    assert status == 1
    assert "record 3 is signed with a key that is not this table's" in words
    assert "the noted head is signed with a key that is not this table's" in words


@pytest.mark.parametrize(
    ("text", "why"), [("17:ab", "this is no signed head"), ("x" * 5000, "this is no signed head")]
)
def test_what_is_no_head_is_refused_in_one_line(path: Path, text: str, why: str) -> None:
    status, words = said(path, "--head", text)
    assert (status, why in words) == (2, True)


def test_a_head_that_was_mistyped_is_refused(path: Path) -> None:
    head = written(path, 2, signer(path))
    status, words = said(path, "--head", head._replace(wall_ns=8).text)
    assert (status, "its signature is wrong: it was mistyped or forged" in words) == (2, True)


def test_a_head_is_due_after_a_thousand_records_and_when_the_table_is_closed(path: Path) -> None:
    by = signer(path)
    with Journal(path) as journal:
        journal.append([Entry("note", {})] * 10)
        by.sign(journal)  # on record as number 11
        assert not by.is_due(11, shut=False)
        assert not by.is_due(10 + RECORDS_BETWEEN, shut=False)
        assert by.is_due(11 + RECORDS_BETWEEN, shut=False)
        assert not by.is_due(11, shut=True)  # all of it is signed
        assert not by.is_due(12, shut=True)  # it was closed before
        assert not by.is_due(12, shut=False)
        assert by.is_due(12, shut=True)
        assert by.is_due(13, shut=True)
        assert not by.is_due(14, shut=False)
        assert by.is_behind(12)
        assert not by.is_behind(11)


def test_a_closed_table_is_signed_once_and_not_after_each_record_that_follows(path: Path) -> None:
    by = signer(path)
    with Journal(path) as journal:
        journal.append([Entry("note", {})])
        assert by.is_due(1, shut=True)
        by.sign(journal)  # on record as number 2
        assert not by.is_due(3, shut=True)


def test_a_head_that_could_not_be_written_is_still_due(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by = signer(path)

    def full(_: object) -> int:
        raise JournalError("the disk is full")

    with Journal(path) as journal:
        journal.append([Entry("note", {})])
        assert by.is_due(1, shut=True)
        with monkeypatch.context() as disk:
            disk.setattr(journal, "append", full)
            with pytest.raises(JournalError):
                by.sign(journal)
        assert by.is_behind(1)
        assert by.is_due(1, shut=True)
        by.sign(journal)
        assert not by.is_behind(2)
        assert not by.is_due(2, shut=True)


def test_a_journal_without_any_head_has_none(path: Path) -> None:
    assert newest(path) is None
    with Journal(path) as journal:
        journal.append([Entry("note", {})])
    assert newest(path) is None
    assert foreign(path) == []


def test_a_record_that_holds_no_head_signs_nothing(path: Path) -> None:
    with Journal(path) as journal:
        journal.append([Entry("note", {}), Entry(SIGNED, {"text": "SABOT-HEAD-1"})])
    assert verify(path).kind == "rewritten"
