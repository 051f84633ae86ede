"""A card that was changed while the table was shut: the table stays shut until a supervisor accepts it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import journal as command
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record.acceptance import findings
from sabot.record.chain import Entry, canonical, following
from sabot.record.journal import Journal, JournalError, reading, records, verify
from sabot.record.resume import Beginning, begun
from sabot.staff.people import People, beside

GAME = GAMES["punto-banco"]
CARDS = "9C KD 3H 5S end 8C"


@pytest.fixture
def path(kept) -> Path:
    """The journal of a coup and a card, which were seen in records 2 to 7."""
    return kept("punto-banco", CARDS)


def changed(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        ours = [row[0] for row in file.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")]
        file.execute("DROP TRIGGER no_change")
        file.execute("DROP TRIGGER no_removal")
        for statement in (*statements, *ours):
            file.execute(statement)


def nine_for_eight(path: Path) -> None:
    changed(path, "UPDATE records SET body = replace(body, '8C', '9C') WHERE seq = 7")


def opens(path: Path) -> Beginning:
    return begun(path, fresh=opened(GAME, GAME.Options()), name="Table 1", wall_ns=1)


def accepted(path: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(command.journal, ["accept", "--journal", str(path), *words], input=typed)


def test_a_whole_journal_opens_and_has_nothing_to_accept(path: Path) -> None:
    assert opens(path).table.room.unconfirmed
    assert accepted(path).output == f"{path}: there is nothing to accept\n"


def test_a_card_that_was_changed_while_the_table_was_shut_keeps_it_shut(path: Path) -> None:
    nine_for_eight(path)
    with pytest.raises(JournalError) as refused:
        opens(path)
    assert str(refused.value) == (
        f"the journal {path} cannot be used: it was changed while no table was open: record 7 was altered."
        " A supervisor can accept this (`sabot journal accept`), or put a backup back (`sabot restore`)"
    )


def test_the_table_opens_with_a_supervisor_s_word_which_is_on_record(path: Path) -> None:
    nine_for_eight(path)
    said = accepted(path, typed="M. Dupont\n")
    assert said.exit_code == 0, said.output
    assert "accepted by M. Dupont, on record as number 8" in said.output
    with reading(path) as file:
        note = list(records(file))[-1].plain
    assert (note["proved"], note["why"]) == (False, ["record 7 was altered"])
    assert "Dupont" not in str(note["by"])
    assert People(beside(path)).named(str(note["by"])) == '"M. Dupont" (claimed)'
    assert str(opens(path).table.play.coup.punto[0]) == "9C"


def test_where_supervisors_have_a_pin_the_pin_is_asked_for(path: Path) -> None:
    people = People(beside(path))
    people.add("M. Dupont", "supervisor", "271828")
    nine_for_eight(path)
    wrong = accepted(path, "--by", "M. Dupont", typed="111111\n")
    assert (wrong.exit_code, "That is not the PIN. Nothing was accepted" in wrong.output) == (2, True)
    with pytest.raises(JournalError):
        opens(path)
    assert accepted(path, "--by", "M. Dupont", typed="271828\n").exit_code == 0
    with reading(path) as file:
        note = list(records(file))[-1].plain
    assert (note["proved"], people.named(str(note["by"]))) == (True, "M. Dupont (supervisor)")
    opens(path)


def test_nobody_accepts_without_a_name(path: Path) -> None:
    nine_for_eight(path)
    assert "there is no name: nothing was accepted" in accepted(path, "--by", " ").output
    assert len(findings(path).sentences) == 1


def test_an_accepted_record_that_is_altered_again_needs_another_word(path: Path) -> None:
    nine_for_eight(path)
    accepted(path, "--by", "M. Dupont")
    changed(path, "UPDATE records SET body = replace(body, '9C', '2C') WHERE seq = 7")
    with pytest.raises(JournalError, match="record 7 was altered"):
        opens(path)


def test_a_second_record_that_is_altered_later_is_named_and_the_accepted_one_is_not(path: Path) -> None:
    nine_for_eight(path)
    accepted(path, "--by", "M. Dupont")
    changed(path, "UPDATE records SET wall_ns = 5 WHERE seq = 3")
    assert findings(path).sentences == ("record 3 was altered",)
    assert verify(path).wrong == "record 3 was altered"


def test_verify_still_says_that_an_accepted_journal_is_not_whole(path: Path) -> None:
    nine_for_eight(path)
    accepted(path, "--by", "M. Dupont")
    said = CliRunner().invoke(command.journal, ["verify", "--journal", str(path)])
    assert said.exit_code == 1
    assert "a supervisor has accepted what was changed: record 7" in said.output
    assert "8 records, not whole" in said.output
    assert verify(path).wrong == ""


def test_records_that_are_gone_from_the_middle_keep_the_table_shut(path: Path) -> None:
    changed(path, "DELETE FROM records WHERE seq IN (4, 5)")
    with pytest.raises(JournalError, match="records 4 to 5 are missing"):
        opens(path)
    accepted(path, "--by", "M. Dupont")
    opens(path)


def test_the_first_record_that_is_read_must_follow_the_one_before_it(path: Path) -> None:
    with reading(path) as file:
        again = next(records(file)).plain
    with Journal(path) as journal:
        journal.append([Entry("opening", again)])
    changed(path, "UPDATE records SET coup = 3 WHERE seq = 8")
    with pytest.raises(JournalError, match="record 8 was altered"):
        opens(path)


def test_what_is_not_read_any_more_does_not_keep_the_table_shut(path: Path) -> None:
    """The whole journal is for `verify`; the start of a table stays fast after years."""
    with reading(path) as file:
        again = next(records(file)).plain
    with Journal(path) as journal:
        journal.append([Entry("opening", again)])
    nine_for_eight(path)
    opens(path)
    assert findings(path).sentences == ("record 7 was altered",)


def test_a_note_that_somebody_wrote_into_the_file_accepts_nothing(path: Path) -> None:
    nine_for_eight(path)
    body = canonical({"accepted": list(findings(path).marks)})
    changed(path, f"INSERT INTO records VALUES (8, 0, 0, 'note', 0, '', '', '{body}', 'x')")
    assert len(findings(path).sentences) == 2


def test_a_number_that_is_left_out_is_a_missing_record_even_where_the_chain_fits(path: Path) -> None:
    seq, head = verify(path)[:2]
    (forged,) = following([Entry("note", {})], (seq + 1, head))
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("INSERT INTO records VALUES (?,?,?,?,?,?,?,?,?)", forged)
    assert verify(path).wrong == "record 8 is missing"


def test_a_foreign_trigger_keeps_the_table_shut_and_goes_when_it_is_accepted(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute('CREATE TRIGGER "to ""hide" AFTER INSERT ON records BEGIN SELECT 1; END')
        file.execute("DROP INDEX by_coup")
    with pytest.raises(JournalError, match=r"the index by_coup, .*, is missing \(and 1 more\)"):
        opens(path)
    accepted(path, "--by", "M. Dupont")
    opens(path)
    said = CliRunner().invoke(command.journal, ["verify", "--journal", str(path)])
    assert "8 records, whole" in said.output


def test_a_running_table_is_not_interrupted(path: Path) -> None:
    nine_for_eight(path)
    with Journal(path):
        said = accepted(path, "--by", "M. Dupont")
    assert (said.exit_code, "is being written by another sabot" in said.output) == (2, True)
