"""`sabot calibrate` writes into the configuration of its table, which is closed meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sabot.cli.guard import guarded
from sabot.cli.instruments import calibrate as command
from sabot.cli.instruments.calibrate import calibrate
from sabot.config import load
from sabot.system.restoring import closed
from sabot.system.service import files
from tests.controller.system.boards.bench import Service
from tests.controller.system.boards.test_flash_command import coup_lies

MEASURED = {"index2_deg": 91.5}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The drivers whose boards were asked: each gives the same angle."""
    drivers = list[str]()

    def measures(driver: str, *_: object, **__: object) -> dict[str, float]:
        drivers.append(driver)
        return MEASURED

    monkeypatch.setattr(command, "_measured", measures)
    return drivers


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text('[journal]\npath = "table.sqlite3"\n')
    return file


@pytest.fixture
def of_service(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Root at a machine whose service has this configuration."""
    monkeypatch.delenv("SABOT_CONFIG", raising=False)
    monkeypatch.setattr(files, "CONFIGURATION", file)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return file


def options(file: Path) -> dict[str, object]:
    return dict(load(file).instruments[0].options)


def test_a_calibration_says_into_which_file_it_wrote(file, measured, capsys):
    assert guarded(calibrate, ["wheel", "--config", str(file)]) == 0
    assert f"written into {file}: index2_deg = 91.5, calibrated = " in capsys.readouterr().out
    assert options(file)["index2_deg"] == 91.5


@pytest.mark.parametrize("kind", ["wheel", "shoe"])
def test_no_board_is_asked_while_a_table_is_open_or_a_coup_lies(file, tmp_path, measured, capsys, kind):
    """What a shoe has kept for its table would be acknowledged, and on no record."""
    words = [kind, "--config", str(file)]
    with closed(tmp_path / "table.sqlite3"):
        assert guarded(calibrate, words) == 2
    assert "a table is open on" in capsys.readouterr().err
    coup_lies(tmp_path)
    assert guarded(calibrate, words) == 2
    assert "coup 1 lies on the table: finish it first" in capsys.readouterr().err
    assert measured == []


@pytest.mark.parametrize(
    "words", [["wheel"], ["shoe"], ["camera"], ["wheel-camera", "--points", "84,240 320,40 556,240 320,452"]]
)
def test_root_is_told_to_name_the_configuration_of_the_service(of_service, measured, capsys, words):
    assert guarded(calibrate, words) == 2
    line = f"sudo sabot calibrate {words[0]} --config {of_service}"
    assert capsys.readouterr().err.endswith(f"has its configuration in {of_service}: {line}\n")
    assert measured == []


@pytest.mark.parametrize("state", ["active", "inactive"])
def test_the_service_is_stopped_until_what_was_measured_is_written(
    of_service, measured, monkeypatch, capsys, state
):
    service = Service(monkeypatch)
    service.state = state
    assert guarded(calibrate, ["wheel", "--config", str(of_service)]) == 0
    assert service.calls == (["stop", "start"] if state == "active" else [])
    steps = [line.split(" ")[0] for line in capsys.readouterr().out.splitlines()]
    assert steps == (["closed", "written", "opened"] if state == "active" else ["written"])
    assert options(of_service)["index2_deg"] == 91.5


@pytest.mark.parametrize("state", ["active", "inactive"])
def test_the_board_of_a_service_with_a_coup_on_its_table_is_not_asked(
    of_service, measured, monkeypatch, capsys, state
):
    service = Service(monkeypatch, lies=True)
    service.state = state
    assert guarded(calibrate, ["shoe", "--config", str(of_service)]) == 2
    assert (service.calls, measured) == ([], [])
    assert "coup 7 lies on the table" in capsys.readouterr().err
