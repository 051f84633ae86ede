"""The loop puts signed heads on record: after a step, so that nobody at the table waits for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.core.observations import Noted
from sabot.record import heads
from sabot.record.heads import Signer
from sabot.record.journal import JournalError, reading, records, verify
from tests.controller.live.test_loop import Table, card, kinds


@pytest.fixture
def table(tmp_path: Path):
    table = Table(tmp_path / "table.sqlite3")
    yield table
    table.killed()


def signing(table: Table, monkeypatch, *, every: int) -> None:
    monkeypatch.setattr(heads, "RECORDS_BETWEEN", every)
    table.loop._signer = Signer(table.path, wall_ns=lambda: 7)


def test_the_head_is_signed_after_so_many_records_and_when_the_table_is_closed(table, monkeypatch):
    signing(table, monkeypatch, every=4)
    table.does(card("8C"))
    table.does(Noted("table-closed", "M. Dupont"))
    with reading(table.path) as file:
        assert [each.kind for each in records(file)][3:] == ["event", "head", "observation", "head"]
    assert verify(table.path).wrong == ""


def test_a_head_that_cannot_be_kept_halts_the_table_until_it_can_write_again(table, monkeypatch):
    signing(table, monkeypatch, every=1)
    append, calls = table.journal.append, []

    def failing(entries):
        calls.append(0)
        if len(calls) == 2:
            raise JournalError("the disk is full")
        return append(entries)

    monkeypatch.setattr(table.journal, "append", failing)
    (receipt,) = table.does(card("8C"))
    assert receipt.result(0) > 0
    table.does(card("KD"))
    with reading(table.path) as file:
        assert "halted" in kinds([each for each in records(file) if each.kind != "head"])
    assert verify(table.path).wrong == ""


def test_the_head_of_a_table_that_is_closed_while_the_disk_fails_is_signed_once_it_writes_again(
    table, monkeypatch
):
    signing(table, monkeypatch, every=1000)
    table.does(card("8C"))
    append = table.journal.append

    def failing(entries):
        if [each.kind for each in entries] == ["head"]:
            monkeypatch.setattr(table.journal, "append", append)
            raise JournalError("the disk is full")
        return append(entries)

    monkeypatch.setattr(table.journal, "append", failing)
    table.does(Noted("table-closed", "M. Dupont"))
    table.does(Noted("clock-set", counted=5))
    with reading(table.path) as file:
        assert [each.kind for each in records(file)][-3:] == ["note", "observation", "head"]
