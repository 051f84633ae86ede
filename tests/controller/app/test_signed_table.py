"""A table signs the head of its journal when it opens and when it closes; a game does not wait for a key."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.app import assemble
from sabot.app.assemble import running
from sabot.config import Settings, read
from sabot.record import keys
from sabot.record.chain import Entry
from sabot.record.journal import Journal, reading, records, verify


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return read(f'[journal]\npath = "{tmp_path}/table.sqlite3"\n[dashboard]\nport = 0\nstreams = 4\n')


def kinds(settings: Settings) -> list[str]:
    with reading(settings.journal_path) as file:
        return [each.kind for each in records(file)]


def test_the_last_head_is_signed_when_the_parts_are_closed(settings: Settings) -> None:
    with Journal(settings.journal_path) as journal:
        signer = assemble._signer(settings)
        assert signer is not None
        journal.append([Entry("note", {})])
        assemble._signed_at_last(journal, signer)
        assemble._signed_at_last(journal, signer)  # nothing new: nothing to sign
    assert kinds(settings) == ["note", "head"]


def test_a_key_that_cannot_be_read_is_said_in_the_log_and_the_table_opens(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    keys.key_beside(settings.journal_path).write_text("")
    assert assemble._signer(settings) is None
    assert "the heads of the journal are not signed: the key" in caplog.text


@pytest.mark.process
@pytest.mark.slow
def test_a_table_signs_when_it_opens_and_when_it_closes(settings: Settings) -> None:
    with running(settings):
        pass
    found = kinds(settings)
    assert found[:2] == ["opening", "head"]
    assert found[-1] == "head"
    assert verify(settings.journal_path).wrong == ""
