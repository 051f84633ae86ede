"""What the tests of the record share."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.core import options as house
from sabot.core.observations import Observation, as_dict
from sabot.core.script import read
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import opening


@pytest.fixture
def kept(tmp_path):
    """A journal of a script, or of what was seen."""

    def of(game: str, seen: str | list[Observation], **options: str) -> Path:
        rules = GAMES[game]
        chosen = house.read(rules.Options, options.items())
        acts = list(read(seen.splitlines(), rules, chosen)) if isinstance(seen, str) else seen
        path = tmp_path / "table.sqlite3"
        with Journal(path) as journal:
            journal.append([Entry("opening", opening(opened(rules, chosen)))])
            journal.append([Entry("observation", as_dict(each), 1) for each in acts])
        return path

    return of
