"""What `sabot journal` says of the coups of other games, and of numbers that nobody counts to."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import journal as command
from sabot.core import events, script
from sabot.core.observations import as_dict
from sabot.core.table import opened, step
from sabot.games.register import GAMES
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import opening


def said(path: Path, *words: str) -> tuple[int, str]:
    found = CliRunner().invoke(command.journal, [words[0], "--journal", str(path), *words[1:]])
    return found.exit_code, found.output


def played(path: Path, game: str, text: str) -> None:
    """Put what happens at a table of this game on record."""
    table = opened(GAMES[game])
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(table), wall_ns=1)])
        for act in script.read(text.splitlines(), table.play.game, table.play.options):
            table, found = step(table, act)
            seen = Entry("observation", as_dict(act), coup=1, wall_ns=1)
            told = [Entry("event", events.as_dict(each), coup=1, wall_ns=1) for each in found]
            journal.append([seen, *told])


@pytest.mark.parametrize(
    ("game", "text", "won"),
    [
        ("baccarat-banque", "say banque 1 100\n8C KD 9H TS 8S KS", "droite banque; gauche banque"),
        ("trente-et-quarante", "TH JS 9C 5C 8D TS KD 3C 4S 6H 7H 2C", "rouge couleur"),
        ("punto-banco", "8C 4S", "undecided"),
    ],
)
def test_the_list_says_what_has_won_in_every_game(tmp_path: Path, game: str, text: str, won: str) -> None:
    played(tmp_path / "table.sqlite3", game, text)
    status, out = said(tmp_path / "table.sqlite3", "list")
    assert (status, out.splitlines()[0].split("  ")[-1]) == (0, won)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("verify", "--anchor", f"\u00b2:{'0' * 64}"), "expected a head as `sabot journal verify` prints it"),
        (("verify", "--anchor", f"\u0663:{'0' * 64}"), "expected a head as `sabot journal verify` prints it"),
        (("verify", "--anchor", f"{'9' * 5000}:{'0' * 64}"), "expected a head as"),
        (("show", "99999999999999999999"), "is not in the range 0<=x<="),
        (("list", "--last", "99999999999999999999"), "is not in the range 1<=x<="),
    ],
)
def test_a_number_that_no_journal_has_is_refused_in_a_line(
    tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    played(tmp_path / "table.sqlite3", "punto-banco", "8C")
    status, out = said(tmp_path / "table.sqlite3", *words)
    assert (status, why in out) == (2, True)


def test_the_greatest_number_is_one_that_can_be_asked_for(tmp_path: Path) -> None:
    played(tmp_path / "table.sqlite3", "punto-banco", "8C")
    path = tmp_path / "table.sqlite3"
    assert said(path, "list", "--last", str(command.RECORDS_MOST))[0] == 0
    assert (
        f"there is no coup {command.RECORDS_MOST} in this journal"
        in said(path, "show", str(command.RECORDS_MOST))[1]
    )
