"""A journal that an older program wrote: version 0.1.0 before its code became three packages.

A simulated table of chemin de fer was killed in its sixth coup. The hashes are of what that older program
itself exported.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sabot.core.table import opened
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.record import chronicle
from sabot.record.journal import Journal, reading, verify
from sabot.record.resume import begun, remembered
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
