"""An index without a coup: no reader of ours believes it, and `verify` names it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import journal as command
from sabot.core.cards import card_named
from sabot.core.observations import CardSeen, as_dict
from sabot.core.options import read as options_of
from sabot.core.script import read as acts_of
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record import chronicle, indexes, shift
from sabot.record.chain import Entry
from sabot.record.journal import Journal, last_coup, last_mark, reading, verify
from sabot.record.resume import opening, remembered

NATURAL = "9C KD 3H 5S end"
MIDDAY_NS = int(datetime(2026, 11, 21, 12).timestamp() * 1e9)  # noqa: DTZ001


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of three coups, their cards numbered by the sabot."""
    game = GAMES["punto-banco"]
    options = options_of(game.Options, [])
    path = tmp_path / "table.sqlite3"
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(opened(game, options)), wall_ns=MIDDAY_NS)])
        for coup in (1, 2, 3):
            for number, act in enumerate(acts_of([NATURAL], game, options)):
                mark = f"{coup}:{number}"
                journal.append([Entry("observation", as_dict(act), coup, MIDDAY_NS, role="sabot", mark=mark)])
    return path


def rebuilt(path: Path, index: str, sql: str) -> None:
    """What somebody with the file does: build the index by another rule, then restore its description."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        ours = file.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (index,)).fetchone()[0]
    described(path, index, sql)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(f"REINDEX {index}")
    described(path, index, ours)


def described(path: Path, name: str, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA writable_schema = ON")
        file.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))


def hidden(path: Path) -> None:
    """Coup 2 is in no index."""
    rebuilt(path, "by_coup", "CREATE INDEX by_coup ON records (coup, seq) WHERE coup <> 2")
    rebuilt(path, "by_kind", "CREATE INDEX by_kind ON records (kind, seq) WHERE coup <> 2")
    rebuilt(path, "by_mark", "CREATE INDEX by_mark ON records (role, seq) WHERE mark = '1:0'")


def told(path: Path) -> list[object]:
    """All that the readers say of this journal."""
    with reading(path) as file:
        exports = [[*export(file)] for export in (chronicle.as_csv, chronicle.as_json, chronicle.as_script)]
        listed = [chronicle.newest(file, 20), [*chronicle.coups(file)], last_coup(file)]
    shown = CliRunner().invoke(command.journal, ["show", "2", "--journal", str(path)])
    day = shift.Shifts(path).report(datetime(2026, 11, 21).date())  # noqa: DTZ001
    return [
        exports,
        listed,
        shown.output,
        shift.steps(path, 2),
        day,
        remembered(path),
        last_mark(path, "sabot"),
    ]


def said(path: Path) -> list[str]:
    found = CliRunner().invoke(command.journal, ["verify", "--journal", str(path)])
    assert found.exit_code == (0 if "whole" in found.output else 1)
    return [line.removeprefix(f"{path}: ") for line in found.output.splitlines() if str(path) in line]


def test_a_program_that_trusts_the_index_does_not_see_the_coup_any_more(path: Path) -> None:
    hidden(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT count(*) FROM records WHERE coup = 2").fetchone() == (0,)


def test_every_reader_of_ours_still_tells_the_coup(path: Path) -> None:
    before = told(path)
    hidden(path)
    assert told(path) == before


def test_verify_names_the_index_and_the_coup_that_it_leaves_out(path: Path) -> None:
    assert said(path) == [f"16 records, whole; head 16:{verify(path).head}"]
    hidden(path)
    assert verify(path).wrong == ""
    assert said(path) == [
        "coup 2: the index by_coup has 0 of 5 records",
        "kind observation: the index by_kind has 10 of 15 records",
        "role sabot: the index by_mark has 1 of 15 records",
    ]


def test_an_index_that_gives_two_coups_the_number_of_the_other_is_named(path: Path) -> None:
    exchanged = "CASE coup WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE coup END"
    rebuilt(path, "by_coup", f"CREATE INDEX by_coup ON records ({exchanged}, seq)")
    assert "the file is damaged: row 2 missing from index by_coup" in said(path)


def test_an_index_that_still_says_what_it_leaves_out_is_named(path: Path) -> None:
    described(path, "by_coup", "CREATE INDEX by_coup ON records (coup, seq) WHERE coup <> 2")
    assert said(path)[0] == (
        "the index by_coup, by which other programs look records up, is not the one that a table makes"
    )


def test_a_trigger_that_is_gone_and_one_that_was_put_in_are_named(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DROP TRIGGER no_change")
        file.execute("CREATE TRIGGER mine AFTER INSERT ON records BEGIN SELECT 1; END")
    assert said(path) == [
        "the trigger mine is not from this program: somebody has put it into the file",
        "the trigger no_change, which refuses to change or remove a record, is missing",
    ]


def test_a_view_in_place_of_the_records_is_not_read(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("ALTER TABLE records RENAME TO others")
        file.execute("CREATE VIEW records AS SELECT * FROM others WHERE coup <> 2")
    assert "somebody has replaced its table of records: put a backup back" in said_wrong(path)


def said_wrong(path: Path) -> str:
    return CliRunner().invoke(command.journal, ["list", "--journal", str(path)]).output


def test_of_many_coups_left_out_the_first_are_named_and_the_others_counted(path: Path) -> None:
    with Journal(path) as journal:
        journal.append([Entry("note", {}, coup) for coup in range(10, 31)])
    rebuilt(path, "by_coup", "CREATE INDEX by_coup ON records (coup, seq) WHERE coup < 10")
    found = indexes.troubles(path)
    assert len(found) == indexes.FINDINGS_MOST + 1
    assert found[-1] == "the index by_coup is wrong for 1 more"


def test_a_coup_is_found_behind_those_that_an_undo_left_and_behind_records_of_no_coup(path: Path) -> None:
    seen = as_dict(CardSeen(card_named("9C")))
    with Journal(path) as journal:
        for coup in (80, 20, 0):
            journal.append([Entry("observation", seen, coup, MIDDAY_NS)])
    assert [step["seq"] for step in shift.steps(path, 80)] == [17]


def test_a_coup_that_never_was_has_no_steps(path: Path) -> None:
    assert shift.steps(path, 4) == []


def test_a_beginning_without_the_number_of_its_coup_is_said_in_one_line(path: Path) -> None:
    with Journal(path) as journal:
        journal.append([Entry("taille", {"game": "punto-banco"}), Entry("note", {}, coup=4)])
    assert "record 17 cannot be read: it has no number of a coup" in said_wrong(path)
