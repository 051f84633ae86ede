"""`sabot install` and `sabot uninstall`: the table as a service of a Raspberry Pi."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from sabot.cli.options import Refused, refusal_of
from sabot.config.extras import Place

if TYPE_CHECKING:
    from sabot.system.update.checkout import Checkout

ROOT = click.option(
    "--root",
    type=click.Path(path_type=Path),
    default=Path("/"),
    help="The root of another system: a card in a reader, an image.",
)
DRY = click.option("--dry-run", "dry", is_flag=True, help="Change nothing; say what would be done.")


PAGES = {
    "display": "display",
    "coup": "display?show=coup",
    "past": "display?show=past",
    "croupier": "croupier",
}
"""What `--page` names, with its address."""


@click.command(short_help="Make the table a service that starts with this Raspberry Pi.")
@ROOT
@DRY
@click.option(
    "--program",
    type=click.Path(path_type=PurePosixPath),
    help="The command sabot of that system, by its whole path; without: this one.",
)
@click.option(
    "--screen/--no-screen", default=True, help="Whether this machine shows the table on its own screen."
)
@click.option(
    "--page",
    type=click.Choice(list(PAGES)),
    default="display",
    show_default=True,
    help="What its own screen shows; coup and past are a display of that alone.",
)
def install(root: Path, dry: bool, program: PurePosixPath | None, screen: bool, page: str) -> None:
    """Install the table as a service: units with a watchdog, names for the ports, a screen.

    Says what it did, line by line. A second run changes nothing; an existing configuration stays.

    \b
    sudo sabot install
    sabot install --dry-run
    sudo sabot install --root /mnt/card --program /opt/sabot/bin/sabot
    """
    from sabot.system.service import installing

    _is_apts_affair(root, "brought the service; for a screen: sudo systemctl enable --now sabot-screen")
    command = program or PurePosixPath(_own())
    if not command.is_absolute():
        raise Refused(f"--program {command}: expected a whole path, such as /opt/sabot/bin/sabot")
    system = installing.System(root, dry)
    if program is None and not dry and not installing.refusal(system) and (checkout := _checkout()):
        checkout.link()
    _print(installing.installed(system, program=command, screen=screen, page=PAGES[page]))


@click.command(short_help="Take the service out again; the journal stays.")
@ROOT
@DRY
def uninstall(root: Path, dry: bool) -> None:
    """Remove what `sabot install` installed. The journal, the configuration and their users stay."""
    from sabot.system.service import installing

    _is_apts_affair(root, "takes its service with it: sudo apt-get remove sabot")
    _print(installing.uninstalled(installing.System(root, dry)))


def _is_apts_affair(root: Path, why: str) -> None:
    """Refuse to do by hand what the Debian package already does for its system."""
    if root == Path("/") and Place().is_debian_package:
        raise Refused(f"this sabot is a Debian package, which {why}")


def _print(lines: Iterable[str]) -> None:
    from sabot.system.service.installing import InstallError

    failed = False
    with refusal_of(InstallError):
        for line in lines:
            click.echo(line)
            failed |= line.startswith("FAILED")
    if failed:
        raise click.exceptions.Exit(1)


def _own() -> str:
    """Returns the full path of this command; in a checkout through its link, which an update changes."""
    if checkout := _checkout():
        return str(checkout.linked)
    beside = Path(sys.executable).with_name("sabot")
    return str(beside if beside.exists() else shutil.which("sabot") or beside)


def _checkout() -> Checkout | None:
    """Returns the checkout that runs this; None for another kind of installation."""
    from sabot.system.update import checkout

    return None if checkout.by_hand() else checkout.here()
