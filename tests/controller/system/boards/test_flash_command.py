"""`sabot flash`: which boards it means, and that no table is open meanwhile."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from sabot.cli.guard import guarded
from sabot.cli.instruments.flash import flash
from sabot.core.observations import BetsClosed, as_dict
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import opening
from sabot.system.boards import flashing, images
from sabot.system.restoring import closed
from sabot.system.update import closing
from tests.controller.system.boards.bench import Pico, Service, another_loader

VERSION = images.shipped("sabot-shoe").version


@pytest.fixture
def pico(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pico:
    """An old shoe at a machine without a service; its table keeps its journal in `tmp_path`."""
    pico = Pico(tmp_path / "pico")
    monkeypatch.setattr(flashing, "Machine", pico.machine)
    monkeypatch.setattr(closing, "asked_here", lambda: None)
    (tmp_path / "table.toml").write_text('[journal]\npath = "table.sqlite3"\n')
    monkeypatch.setenv("SABOT_CONFIG", str(tmp_path / "table.toml"))
    return pico


def coup_lies(folder: Path) -> None:
    """Cards lie on the table whose journal is in this folder."""
    game = GAMES["punto-banco"]
    with Journal(folder / "table.sqlite3") as journal:
        journal.append([Entry("opening", opening(opened(game, game.Options())), wall_ns=1)])
        journal.append([Entry("observation", as_dict(BetsClosed()), wall_ns=2)])


def test_every_older_board_is_flashed_and_the_next_time_nothing_is_left_to_do(pico, capsys):
    assert guarded(flash, []) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["found", "in loader", "copied", "flashed"]
    assert guarded(flash, ["--board", "shoe"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"same          {VERSION} is in it already"
    assert pico.flashes == 1
    assert guarded(flash, ["--force"]) == 0
    assert pico.flashes == 2


def test_a_dry_run_says_what_it_would_do_also_while_a_table_is_open(pico, tmp_path, capsys):
    with closed(tmp_path / "table.sqlite3"):
        assert guarded(flash, ["--dry-run"]) == 0
    assert f"would flash   sabot-shoe {VERSION}" in capsys.readouterr().out
    assert (pico.flashes, pico.bauds) == (0, [115200])


def test_nothing_is_asked_or_touched_while_a_table_is_open_or_a_coup_lies(pico, tmp_path, capsys):
    with closed(tmp_path / "table.sqlite3"):
        assert guarded(flash, []) == 2
    assert "a table is open on" in capsys.readouterr().err
    coup_lies(tmp_path)
    assert guarded(flash, ["--force"]) == 2
    assert "coup 1 lies on the table: finish it first" in capsys.readouterr().err
    assert (pico.flashes, pico.bauds) == (0, [])


def test_no_table_can_be_opened_while_a_board_is_flashed(pico, tmp_path, monkeypatch):
    def tries(data: bytes) -> None:
        with pytest.raises(Exception, match="a table is open"), closed(tmp_path / "table.sqlite3"):
            pass
        pico.becomes("runs")

    monkeypatch.setattr(pico, "takes", tries)
    assert guarded(flash, []) == 1
    with closed(tmp_path / "table.sqlite3"):
        pass


def test_a_failure_is_one_line_and_status_1(pico, capsys):
    pico.pull = "restarting"
    assert guarded(flash, []) == 1
    assert capsys.readouterr().err.startswith(
        "sabot: sabot-shoe E6616407E3 left its port, and no drive RPI-RP2"
    )


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        ([], 2, "no board of ours runs at a USB port: is the cable in"),
        (["--board", "shoe"], 1, "no sabot-shoe runs at a USB port, and no board waits in its loader"),
        (["--port", "usb:Sabot shoe:E9"], 2, "no board of ours is at usb:Sabot shoe:E9"),
        (["--closed"], 0, ""),
    ],
)
def test_where_no_board_is_there_the_person_is_told_what_to_do_and_an_update_goes_on(
    pico, capsys, words, status, why
):
    pico.becomes("away")
    assert guarded(flash, words) == status
    assert why in capsys.readouterr().err


def test_a_board_in_its_loader_is_flashed_only_where_somebody_says_which_it_is(pico, capsys):
    pico.becomes("loader")
    assert guarded(flash, []) == 2
    assert "name it with --board shoe, shoe-light or wheel" in capsys.readouterr().err
    assert guarded(flash, ["--board", "wheel"]) == 0
    assert (pico.kind, pico.firmware) == ("sabot-wheel", VERSION)


@pytest.mark.parametrize("kind", ["sabot-shoe", "sabot-shoe-light"])
def test_a_shoe_gets_the_image_of_its_own_kind_and_an_update_too(pico, kind):
    for words in ([], ["--closed"]):
        pico.kind, pico.firmware = kind, "0.1.0"
        assert guarded(flash, words) == 0
        assert (pico.kind, pico.firmware) == (kind, VERSION)
    assert pico.flashes == 2


def test_a_reading_heads_board_in_its_loader_is_named_by_its_own_name(pico):
    pico.becomes("loader")
    assert guarded(flash, ["--board", "shoe-light"]) == 0
    assert (pico.kind, pico.firmware) == ("sabot-shoe-light", VERSION)
    assert guarded(flash, ["--board", "shoe", "--force"]) == 1
    assert pico.kind == "sabot-shoe-light"


WAITS = (
    "sabot: a board waits in its loader (drive {folder}/dev/sdb1), and nothing was written to it: sabot flash"
    " --board shoe (or shoe-light, wheel) writes it while no other of that kind is plugged in\n"
)


@pytest.mark.parametrize("words", [[], ["--board", "shoe"], ["--closed"], ["--dry-run"]])
def test_a_board_that_waits_in_its_loader_beside_one_that_runs_is_told_and_not_written_to(
    pico, capsys, words
):
    another_loader(pico.folder)
    for _ in range(2):  # the first time the one that runs is flashed, the second time it is left
        assert guarded(flash, words) == 1
        assert capsys.readouterr().err == WAITS.format(folder=pico.folder)
    assert (pico.firmware, pico.state) == ("0.1.0" if "--dry-run" in words else VERSION, "runs")


def test_an_update_that_finds_only_a_board_in_its_loader_says_so_too(pico, capsys):
    another_loader(pico.folder)
    pico.becomes("away")
    assert guarded(flash, ["--closed"]) == 1
    assert capsys.readouterr().err == WAITS.format(folder=pico.folder)


def test_a_board_that_was_chosen_by_its_port_is_all_that_is_meant(pico, capsys):
    another_loader(pico.folder)
    assert guarded(flash, ["--port", "usb:Sabot shoe:E6616407E3"]) == 0
    assert capsys.readouterr().err == ""


def test_a_board_that_is_left_in_its_loader_by_a_flash_is_told_once(pico, capsys):
    pico.drive_fails = True
    assert guarded(flash, []) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_board_is_chosen_by_its_port_and_another_kind_is_left(pico, capsys):
    assert guarded(flash, ["--board", "wheel"]) == 1
    assert guarded(flash, ["--port", "usb:Sabot shoe:E6616407E3"]) == 0
    assert pico.flashes == 1
    assert guarded(flash, ["--port", "usb:Sabot shoe", "--board", "wheel"]) == 1
    assert "is a sabot-shoe, and the image is for sabot-wheel" in capsys.readouterr().err


def test_an_image_of_ones_own_is_checked_before_anything_is_asked(pico, tmp_path, capsys):
    file = Path(shutil.copy(images.SHIPPED / "sabot-shoe.uf2", tmp_path / "mine.uf2"))
    assert guarded(flash, ["--image", str(file), "--board", "wheel"]) == 2
    assert "is an image for sabot-shoe, not for sabot-wheel" in capsys.readouterr().err
    file.write_bytes(file.read_bytes()[:-512])
    assert guarded(flash, ["--image", str(file)]) == 2
    assert "mine.uf2 is cut" in capsys.readouterr().err
    assert pico.bauds == []
    shutil.copy(images.SHIPPED / "sabot-shoe.uf2", file)
    assert guarded(flash, ["--image", str(file)]) == 0
    assert pico.flashes == 1


def test_a_service_is_stopped_around_it_and_started_again_whatever_becomes_of_the_board(
    pico, monkeypatch, capsys
):
    service = Service(monkeypatch)
    assert guarded(flash, []) == 0
    assert service.calls == ["stop", "start"]
    lines = [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()]
    assert lines == ["closed", "found", "in loader", "copied", "flashed", "opened"]
    pico.firmware, pico.pull = "0.1.0", "copying"
    assert guarded(flash, []) == 1
    assert (service.calls, service.state) == (["stop", "start"] * 2, "active")


def test_a_service_with_a_coup_on_its_table_is_not_stopped(pico, monkeypatch, capsys):
    service = Service(monkeypatch, lies=True)
    assert guarded(flash, []) == 2
    assert (service.calls, pico.bauds) == ([], [])
    assert "coup 7 lies on the table" in capsys.readouterr().err


def test_a_service_is_not_stopped_for_the_boards_of_another_table(pico, monkeypatch, tmp_path):
    service = Service(monkeypatch)
    assert guarded(flash, ["--config", str(tmp_path / "table.toml")]) == 0
    assert (service.calls, pico.flashes) == ([], 1)


def test_only_root_on_a_machine_with_systemd_stops_a_service(tmp_path, monkeypatch):
    (tmp_path / "run/systemd/system").mkdir(parents=True)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert closing.asked_here(tmp_path) is closing.systemctl
    assert closing.asked_here(tmp_path / "none") is None
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert closing.asked_here(tmp_path) is None
