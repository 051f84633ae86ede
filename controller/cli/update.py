"""`sabot update`: this installation, brought up to date, and put back where that fails."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import click

from controller.cli.options import Refused, configured


@click.command(short_help="Bring this installation up to date; put it back where that fails.")
@configured
@click.option("--check", is_flag=True, help="Only say whether there is something newer.")
@click.option(
    "--package",
    type=click.Path(exists=True, dir_okay=False, resolve_path=True),
    help="Where it was installed as a package: the file of the newer one.",
)
def update(config_file: Path | None, check: bool, package: str | None) -> None:
    """Back up, fetch, prepare, check; where a step fails, everything is put back as it was.

    The table must be closed. A service is stopped and started around it: sudo sabot update.

    Exit status: 0 up to date, 1 put back as it was (--check: there is nothing newer), 2 nothing was begun,
    3 it could not be put back.
    """
    from controller.updating.users import UpdateError

    try:
        status = _looked() if check else _done(config_file, package or "")
    except UpdateError as error:
        raise Refused(str(error)) from None
    raise click.exceptions.Exit(status)


def _looked() -> int:
    from controller.updating.installation import here

    program = here()
    newer = program.newer()
    click.echo(f"there is {'something' if newer else 'nothing'} newer than {program.called()}")
    return 0 if newer else 1


def _done(config_file: Path | None, package: str) -> int:
    from controller.updating.beginning import begun

    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal that goes away is no reason to stop halfway
    signal.signal(signal.SIGTERM, _broken_off)
    update = begun(config_file, say=click.echo)
    return {"done": 0, "nothing": 0, "back": 1, "stuck": 3}[update.done(package)]


def _broken_off(*_: Any) -> None:
    raise KeyboardInterrupt(f"it was broken off (process {os.getpid()})")
