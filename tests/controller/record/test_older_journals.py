"""Journals that older programs wrote.

The first is of version 0.1.0 before its code became three packages: a simulated table of chemin de fer was
killed in its sixth coup. The hashes are of what that older program itself exported. The second is of the time
when one mistake could be two faults.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sabot.core import events, observations
from sabot.core.script import read
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.record import chronicle
from sabot.record.chain import Entry
from sabot.record.journal import Journal, reading, verify
from sabot.record.resume import begun, opening, remembered
from tests.shared import VECTORS

HEAD = "ef085273db22a8827185d7a2b9a2eaf2ba1318916e92272df2260238e108c2ef"

EXPORTS = {
    "9edf3ec64490ad4866dad0199ab85c366f57a27394165e4d3effddd5c4e9c6f5": chronicle.as_json,
    "ea7794f2e0e58d65dc847f0b749384509743a519b7975b0d6fb886f8f1b7b8de": chronicle.as_csv,
    "8aebf24040f49d595cbc117754c46de013b59df622889059ef81583b0af62953": chronicle.as_script,
}


@pytest.fixture
def older(tmp_path: Path) -> Path:
    return Path(shutil.copy(VECTORS / "journal-of-the-older-tree.db", tmp_path / "table.sqlite3"))


def test_its_chain_is_whole_up_to_the_head_that_the_older_program_wrote(older: Path) -> None:
    found = verify(older)
    assert (found.records, found.head, found.wrong) == (202, HEAD, "")


@pytest.mark.parametrize(("hash_of_old", "export"), EXPORTS.items())
def test_its_exports_are_those_of_the_older_program(
    older: Path, hash_of_old: str, export: Callable[..., Any]
) -> None:
    with reading(older) as file:
        text = "".join(f"{line}\n" for line in export(file))
    assert sha256(text.encode()).hexdigest() == hash_of_old


def test_the_coup_that_lay_on_the_table_comes_back_and_the_journal_goes_on(older: Path) -> None:
    known = remembered(older)
    assert known is not None
    fresh = opened(GAMES["chemin-de-fer"], known.play.options)
    beginning = begun(older, fresh=fresh, name="Table 1", wall_ns=1)
    shown = view(beginning.table)
    assert (shown["coup"], shown["unconfirmed"], shown["places"][0]["cards"]) == (6, True, ["5D"])
    with Journal(older) as journal:
        journal.append(beginning.entries)
    assert verify(older).wrong == ""
    assert verify(older).records > 202


# --- two faults for one mistake -----------------------------------------------------------------------

MISTAKE = ("say banque 1 16", "bet ponte 3 2", "6C 6S KH KD", "say ponte carte", "4C")
"""The ponte asks for a card on six, and it comes."""
SECOND = {
    "event": "fault",
    "coup": 1,
    "kind": "faux-tirage",
    "because": "the ponte drew: ponte has 6 and stands on 6 and 7",
    "card": "4C",
    "to": "ponte",
}
"""What the older program told of the card; its word was a fault already."""


def of_the_older_program() -> Iterator[Entry]:
    """Its records of that mistake."""
    game = GAMES["chemin-de-fer"]
    table = opened(game)
    yield Entry("opening", opening(table))
    for act in read(MISTAKE, game, table.play.options):
        table, told = step(table, act)
        yield Entry("observation", observations.as_dict(act), 1)
        yield from (Entry("event", events.as_dict(each), 1) for each in told)
    yield Entry("event", SECOND, 1)


@pytest.fixture
def of_two_faults(tmp_path: Path) -> Path:
    path = tmp_path / "table.sqlite3"
    with Journal(path) as journal:
        journal.append(list(of_the_older_program()))
    return path


def test_a_record_with_two_faults_for_one_mistake_is_exported_with_both(of_two_faults: Path) -> None:
    assert verify(of_two_faults).wrong == ""
    with reading(of_two_faults) as file:
        kept = [json.loads(line)["body"] for line in chronicle.as_json(file)]
    faults = [body for body in kept if body.get("event") == "fault"]
    assert [fault.get("said") for fault in faults] == ["ponte carte", None]
    assert faults[-1] == SECOND


def test_a_record_with_two_faults_for_one_mistake_comes_back_with_one(of_two_faults: Path) -> None:
    known = remembered(of_two_faults)
    assert known is not None
    (fault,) = view(known)["faults"]
    assert (fault["said"], fault["card"]) == ("ponte carte", "4C")
    assert view(known)["aside"] == ["4C"]
    with reading(of_two_faults) as file:
        (coup,) = chronicle.coups(file)
    assert (coup.faults, coup.result and coup.result["winner"]) == (1, "en-cartes")
