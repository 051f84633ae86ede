"""`sabot update`: brings this checkout up to date, or puts it back if that fails."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import NoReturn

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused, configured, refusal_of, settings_of


@click.command(short_help="Bring this installation up to date; put it back where that fails.")
@configured
@click.option("--check", is_flag=True, help="Only say whether there is something newer.")
@click.option("--to", metavar="VERSION", default="", help="This tag or revision, not the newest.")
@click.option("--put-back", is_flag=True, help="Only undo an update that was broken off.")
@click.option("--table", "part", hidden=True)
@click.option("--as-asked", envvar="SABOT_UPDATE_AS_ASKED", is_flag=True, hidden=True)
def update(
    config_file: Path | None, check: bool, to: str, put_back: bool, part: str | None, as_asked: bool
) -> None:
    """Prepare the newer version beside the older, back up, check, switch; if a step fails, switch back.

    --to takes a version that the origin's branch has: a newer one, or an older one that is still kept here.
    The table must be closed. A service is stopped and started around it: sudo sabot update.

    Exit status: 0 up to date, 1 put back as it was (--check: there is no newer version), 2 nothing was
    started, 3 it could not be put back.
    """
    from sabot.system.update.running import UpdateError

    if part:
        raise click.exceptions.Exit(_part(part, config_file))
    if to and (check or put_back):
        raise Refused("--to goes with neither --check nor --put-back")
    with refusal_of(UpdateError):
        status = _looked() if check else _done(config_file, put_back=put_back, to=to, as_asked=as_asked)
    raise click.exceptions.Exit(status)


def _looked() -> int:
    from sabot.system.update.checkout import here

    program = here()
    newer = program.newer()
    click.echo(f"there is {'something' if newer else 'nothing'} newer than {program.called()}")
    return 0 if newer else 1


def _done(config_file: Path | None, *, put_back: bool, to: str, as_asked: bool) -> int:
    from sabot.system.update.steps import begun

    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a closed terminal is no reason to stop halfway
    signal.signal(signal.SIGTERM, _broken_off)
    update = begun(config_file, say=click.echo, wanted=to)
    if as_asked and not put_back:
        update = update.as_asked()
    state = update.settled() if put_back else update.done()
    return {"done": 0, "nothing": 0, "back": 0 if put_back else 1, "stuck": 3}[state]


def _part(part: str, config_file: Path | None) -> int:
    """The part of an update that the table's own user does. It prints its results and its reasons."""
    from sabot.system.update.table import PARTS

    try:
        with bars(stopped="nothing was changed") as shown:
            click.echo(PARTS[part](settings_of(config_file), shown))
    except (click.ClickException, RuntimeError, OSError) as error:
        click.echo(str(error))
        return 1
    return 0


def _broken_off(*_: object) -> NoReturn:
    raise KeyboardInterrupt(f"it was broken off (process {os.getpid()})")
