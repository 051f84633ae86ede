"""The table whose instruments are measured or get a program: its configuration, and that it is closed."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.options import Refused, refusal_of, refusals, settings_of

if TYPE_CHECKING:
    from sabot.config import Settings
    from sabot.system.update.closing import Service


def settings_to_measure(config_file: Path | None, command: str) -> Settings:
    """Returns the settings into which `sabot calibrate COMMAND` writes. Raises Refused: also for root without
    `--config` where a service has a configuration, for root's own belongs to no table there."""
    service = _file_of_service()
    if config_file is None and os.geteuid() == 0 and service.exists():
        line = f"sudo sabot calibrate {command} --config {shlex.quote(str(service))}"
        raise Refused(f"the table of this machine has its configuration in {service}: {line}")
    return settings_of(config_file)


@contextmanager
def table_closed(config_file: Path | None, say: Callable[[str, str], object]) -> Iterator[None]:
    """No table is open meanwhile, and no coup lies on it: a service is stopped, and started again. `say`
    takes a step and what came of it. Raises Refused."""
    from sabot.core.progress import silent
    from sabot.system import restoring
    from sabot.system.packed import BackupError
    from sabot.system.update.closing import Service, asked_here, table_of_service
    from sabot.system.update.running import UpdateError
    from sabot.system.update.table import at_rest

    service = Service(asked_here(), say)
    with refusal_of(UpdateError, BackupError), refusals():
        if _is_of_service(config_file, service):
            table_of_service().does(Path(sys.executable).with_name("sabot"), "at-rest")
            with service.stopped():
                yield
            return
        settings = settings_of(config_file)
        at_rest(settings, silent)
        with restoring.closed(settings.journal_path):
            yield


def said(what: str, more: str) -> None:
    """Prints a step and what came of it."""
    click.echo(f"{what:<13} {more}")


def _is_of_service(config_file: Path | None, service: Service) -> bool:
    """Whether the table of this machine's service is meant; it may be stopped."""
    file = _file_of_service()
    if service.asks is None or (config_file is not None and config_file.absolute() != file):
        return False
    return file.exists() or service.runs()


def _file_of_service() -> Path:
    from sabot.system.service.files import CONFIGURATION

    return Path(CONFIGURATION)
