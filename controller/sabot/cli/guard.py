"""Protects the person who typed the command: every error becomes one line, with the details in a log."""

from __future__ import annotations

import io
import logging
import logging.handlers
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from sabot.cli.asked import EndSignal, heeding, passing_over_lost
from sabot.config import state
from sabot.system.json_lines import speaks_json

log = logging.getLogger("sabot")

REFUSED_STATUS, BROKEN_STATUS = 2, 70
"""Exit statuses: the request cannot be done; the command itself has a fault."""


class Brief(logging.Formatter):
    """A record in one line, without its traceback, which goes to the log file."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return f"sabot: {record.getMessage()}".replace("\n", " ")


class Whole(logging.handlers.RotatingFileHandler):
    """The log file. On a full disk a line is lost to it; standard error has that line all the same."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is Python's
        """Print nothing where the disk does not take the line; any other error as Python does."""
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)


def logbook() -> Path:
    """Returns the file with the details of errors."""
    return state.folder() / "sabot.log"


def speak_utf8() -> None:
    """Read and write UTF-8 in every locale. A stream that the calling program closed becomes an empty one."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def keep_log() -> None:
    """Warnings to standard error in one line each, with their tracebacks to the log file."""
    brief = logging.StreamHandler()
    brief.setFormatter(Brief())
    brief.setLevel(logging.WARNING)
    logging.basicConfig(level=logging.INFO, handlers=[brief], force=True)
    try:
        logbook().parent.mkdir(mode=state.PRIVATE_FOLDER, parents=True, exist_ok=True)
        whole = Whole(logbook(), maxBytes=1_000_000, backupCount=3, encoding="utf-8", delay=True)
    except OSError:
        return  # nothing can be written on this machine: the one line must be enough
    whole.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(threadName)s: %(message)s"))
    logging.getLogger().addHandler(whole)


def guarded(command: click.Command, arguments: Sequence[str] | None) -> int:
    """Runs the command and returns the exit status. Its exceptions become one line on standard error."""
    try:
        speak_utf8()
        keep_log()
        with passing_over_lost(), heeding():
            status = command.main(arguments, prog_name="sabot", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except EndSignal as ended:
        return 128 + ended.number
    except click.UsageError as error:
        return _asked_wrongly(error)
    except click.ClickException as error:
        return _shown(error)
    except (click.Abort, KeyboardInterrupt):
        return 128 + signal.SIGINT
    except (BrokenPipeError, SystemExit):  # click itself ends at a closed pipe
        _let_go_of_output()
        return 128 + signal.SIGPIPE
    except OSError as error:
        return _failed(f"{error.filename or 'the system'}: {error.strerror or error}")
    except Exception as error:  # noqa: BLE001 - a person sees one line for any error
        return _unforeseen(error)


def _asked_wrongly(error: click.UsageError) -> int:
    """Returns one line about the typed command; it lists the possible words if one is missing."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return REFUSED_STATUS
    line = " ".join(error.format_message().split())
    if error.ctx is None or isinstance(error, click.BadParameter):
        return _failed(line)
    return _failed(f"{line} See {error.ctx.command_path} --help")


def _shown(error: click.ClickException) -> int:
    if speaks_json():
        log.error("%s", error.format_message())
    else:
        error.show()
    return error.exit_code


def _failed(line: str) -> int:
    if speaks_json():
        log.error("%s", line)
    else:
        click.echo(f"sabot: {line}", err=True)
    return REFUSED_STATUS


def _unforeseen(error: Exception) -> int:
    if speaks_json():
        log.exception("this should not have happened")
        return BROKEN_STATUS
    name = f"{type(error).__name__}: {error}".splitlines()[0]
    logging.getLogger().handlers[0].setLevel(logging.CRITICAL)  # it is reported below, once
    log.exception("unforeseen")
    click.echo(f"sabot: this should not have happened ({name}){_details()}: please report it", err=True)
    return BROKEN_STATUS


def _details() -> str:
    with suppress(OSError):
        return f"; the details are in {logbook()}"
    return ""


def _let_go_of_output() -> None:
    """The reader of our output is gone; keep Python from complaining at its end that it cannot flush it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
