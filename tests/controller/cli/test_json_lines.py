"""The log as JSON lines: an event is one line, with its fields, and without the names of people."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sabot.cli.guard import guarded
from sabot.cli.run import run
from sabot.system.json_lines import JsonLines, room, speak_json, speaks_json


@pytest.fixture(autouse=True)
def handlers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The log of these tests ends with them."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    log = logging.getLogger()
    before, level = log.handlers[:], log.level
    yield
    for each in set(log.handlers) - set(before):
        each.close()
    log.handlers[:], log.level = before, level


def record(message: str, *given: object, failed: bool = False) -> logging.LogRecord:
    raised = sys.exc_info() if failed else None
    made = logging.LogRecord("sabot.live.loop", logging.ERROR, "loop.py", 1, message, given, raised)
    made.created, made.threadName = 1_800_000_000.25, "loop"
    return made


def test_an_event_is_one_line_with_its_fields() -> None:
    line = JsonLines("Table 3").format(record("halted: %s\nand so on, “é”", "the disk is full"))
    assert "\n" not in line
    assert line.isascii()
    assert json.loads(line) == {
        "time": "2027-01-15T08:00:00.250Z",
        "level": "error",
        "room": "live",
        "thread": "loop",
        "table": "Table 3",
        "message": "halted: the disk is full\nand so on, “é”",
    }


def test_an_exception_stands_in_fields_of_its_own() -> None:
    try:
        raise ValueError("no such card")
    except ValueError:
        found = json.loads(JsonLines("T").format(record("failed", failed=True)))["exception"]
    assert (found["type"], found["message"]) == ("ValueError", "no such card")
    assert found["trace"].startswith("Traceback")
    assert found["trace"].endswith("ValueError: no such card\n")


@pytest.mark.parametrize(
    ("logger", "name"),
    [
        ("sabot.live.loop", "live"),
        ("sabot", "sabot"),
        ("sabot_dashboard.wsgi", "dashboard"),
        ("sabot_vision", "vision"),
        ("uvicorn.error", "uvicorn.error"),
        ("root", "root"),
    ],
)
def test_the_room_of_an_event_is_that_of_its_logger(logger: str, name: str) -> None:
    assert room(logger) == name


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (click.ClickException("no journal"), 1, "no journal"),
        (OSError(28, "No space left on device", "x.sqlite3"), 2, "x.sqlite3: No space left on device"),
        (ZeroDivisionError(), 70, "this should not have happened"),
    ],
)
def test_what_ends_the_command_is_a_json_line_too(
    error: Exception, status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def fails() -> None:
        speak_json("Table 3")
        logging.getLogger("sabot.live").info("about to")
        raise error

    assert guarded(fails, []) == status
    told, ended = lines(capsys.readouterr().err)
    assert (told["level"], told["message"]) == ("info", "about to")
    assert (ended["message"], ended["table"]) == (message, "Table 3")
    assert (status == 70) == ("exception" in ended)


def test_without_being_asked_standard_error_has_text(capsys: pytest.CaptureFixture[str]) -> None:
    @click.command()
    def fails() -> None:
        assert not speaks_json()
        logging.getLogger("sabot.live").info("about to")
        logging.getLogger("sabot.live").warning("slow")
        raise click.ClickException("no journal")

    assert guarded(fails, []) == 1
    assert capsys.readouterr().err == "sabot: slow\nError: no journal\n"


@pytest.mark.parametrize(
    ("arguments", "section", "is_json"),
    [
        (["--log", "json"], "", True),
        ([], '[log]\nformat = "json"\n', True),
        (["--log", "text"], '[log]\nformat = "json"\n', False),
        ([], "", False),
    ],
)
def test_a_table_speaks_json_where_the_command_or_else_the_configuration_says_so(
    arguments: list[str], section: str, is_json: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'{section}[table]\nname = "T"\n[journal]\npath = "{tmp_path}"\n')  # a folder: refused
    assert guarded(run, ["--config", str(config), *arguments]) != 0
    told = capsys.readouterr().err
    assert told.startswith("{") == is_json
    assert not is_json or lines(told)[-1]["table"] == "T"
