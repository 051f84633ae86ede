"""What must outlive a power cut is on disk before it takes its place, and its name is after that."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest

from sabot.config import answers
from sabot.instruments.calibration import keeping
from sabot.live import certificate
from sabot.pit.trust import papers
from sabot.record import keys
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.staff import people_file
from sabot.staff.seats_file import SeatsFile
from sabot.system import house_key
from sabot.system.pit_offers.inbox import LAPSED, Inbox
from sabot.system.service import installing
from sabot.system.update import outcome
from sabot.system.webhooks.cursor import Cursor
from tests.controller.syncing import noting


@pytest.fixture(autouse=True)
def no_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of systemd write files of their own."""
    monkeypatch.setattr(shutil, "which", lambda name: None)


def lapsed(folder: Path) -> None:
    inbox = Inbox(folder / "table.sqlite3")
    inbox.folder.mkdir()
    inbox.answer_first("1", LAPSED, by="the table", now_s=0.0)


def sent(folder: Path) -> None:
    with Journal(folder / "table.sqlite3") as journal:
        journal.append([Entry("opening", {"game": "roulette"})])
    Cursor(folder / "table.sqlite3", "http://receiver").keep(1)


def installed(folder: Path) -> None:
    system = installing.System(folder)
    list(installing.installed(system, program=PurePosixPath("/opt/sabot"), screen=False, page=""))


def set_up(folder: Path) -> None:
    for name in ("one", "two"):
        answers.written({"table": {"name": name}}, folder / "table.toml")


WRITTEN: dict[str, Callable[[Path], object]] = {
    "table.toml": set_up,
    "table.toml.before": set_up,
    "measured.toml": lambda folder: keeping.kept(folder / "measured.toml", "sabot-shoe", {"dark": 0.5}),
    "table.people.json": lambda folder: people_file.write(folder / "table.people.json", {}),
    "table-telephones.json": lambda folder: SeatsFile(folder / "table.sqlite3").write({1: ["a" * 64]}),
    "table-tls.pem": lambda folder: certificate.own(folder / "table-tls.pem", ["table"], now_s=1.8e9),
    "key.pem": lambda folder: papers.keep(folder / "key.pem", b"key"),
    "table.backup-public": lambda folder: house_key.use(folder / "table.sqlite3", [house_key.made()[0]]),
    "table.signing-key": lambda folder: keys.Key(folder / "table.sqlite3"),
    "1.answer": lapsed,
    "table-webhook-": sent,
    "outcome.json": lambda folder: outcome.tell(folder, state="done"),
    "sabot.service": installed,
}


@pytest.mark.parametrize("name", WRITTEN)
def test_it_takes_its_place_when_it_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    steps = noting(monkeypatch)
    WRITTEN[name](tmp_path)
    places = {path.name: path.parent.name for path in tmp_path.rglob("*") if not path.is_symlink()}
    placed = [(at, step) for at, step in enumerate(steps) if step.startswith((f"to {name}", f"first {name}"))]
    assert placed
    for at, step in placed:
        file = step.split()[1]
        before, after = steps[at - 1], steps[at + 1]
        assert before.startswith(f"sync {file}.")
        assert before.endswith(".new")
        assert after == f"sync {places[file]}"


def test_what_the_system_reads_is_read_by_others_too_and_its_configuration_by_the_table(
    tmp_path: Path,
) -> None:
    installed(tmp_path)
    outcome.tell(tmp_path, state="done")
    rights = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_file()}
    assert rights.pop("table.toml") == 0o640
    assert {*rights.values()} == {0o644}
