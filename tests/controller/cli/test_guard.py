"""The log file of a command (controller/sabot/cli/guard.py)."""

from __future__ import annotations

import errno
import logging
import os
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from sabot.cli.guard import Whole


def line(*values: object) -> logging.LogRecord:
    return logging.LogRecord("sabot", logging.ERROR, __file__, 1, "halted: %s", values, None)


def test_a_line_that_does_not_fit_on_a_full_disk_prints_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Whole) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Whole, "_open", full)
    Whole(tmp_path / "sabot.log", delay=True).handle(line("the disk is full"))
    assert capsys.readouterr().err == ""


def test_a_line_that_is_wrong_itself_is_told_by_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Whole(tmp_path / "sabot.log", delay=True)) as log_file:
        log_file.handle(line(1, 2, 3))
    assert "Logging error" in capsys.readouterr().err
