"""`sabot pit page` and `sabot pit people`: what people look at, and who may."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.options import Refused, refusal_of
from sabot.cli.pit.commands import at_a_database, database_in, in_a_folder, pit, pit_folder, refusing
from sabot.core.shapes.floor import ROLES

if TYPE_CHECKING:
    from sabot.pit.floor.people import PitPeople


@pit.command(short_help="The page and the wall, for browsers.")
@at_a_database
@in_a_folder
@click.option(
    "--own-port",
    default=8790,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port for this machine alone; 0: any free one.",
)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where other machines find the page.")
@click.option(
    "--port",
    default=8791,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port for other machines; 0: any free one.",
)
@click.option(
    "--certificate", default="", metavar="FILE", help="The house's certificate with its chain, PEM."
)
@click.option("--certificate-key", default="", metavar="FILE", help="Its key; else it is in the same file.")
@click.option(
    "--watched-by",
    multiple=True,
    metavar="ADDRESS",
    help="A machine that may show the wall and read /metrics without a password; may be given again.",
)
@click.option(
    "--provider",
    type=click.Path(dir_okay=False, path_type=Path),
    help="People come in by the login of the house, too (OpenID Connect); the file says where it is.",
)
def page(database: str | None, folder: Path | None, watched_by: tuple[str, ...], **given: object) -> None:
    """Serve the floor, the figures and the wall until Ctrl-C: for this machine at 127.0.0.1, for others only
    with a certificate. People come in with a password: see `sabot pit people`."""
    with refusing():
        from sabot.app.pit_page import Places, served_at
        from sabot.pit.database import check, connected, house_of

        here = folder or pit_folder()
        where = database or database_in(here)
        with connected(where) as connection:
            check(connection)
            house = house_of(connection)
        places = Places(**given, watched_by=watched_by)  # type: ignore[arg-type]
        with served_at(where, here, house, places) as served:
            click.echo(f"the page of the pit of {house}: {served.own}")
            if served.public:
                click.echo(f"for other machines: {served.public}")
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
            signal.pause()


@pit.group(short_help="Who may look at the pit: list, add, remove.")
def people() -> None:
    """The people of the pit and their passwords, of 12 characters or more.

    A watcher sees the floor and the wall; a pit boss also says that an alert was seen, and has figures and
    reports; a technician says so, too, and has figures; an auditor has figures, reports and who saw what. A
    page that is open uses a new password at once.

    \b
    sabot pit people add "A. Person" boss
    """


def _people(folder: Path | None) -> PitPeople:
    from sabot.pit.floor.people import people_in
    from sabot.staff.pins import PeopleError

    with refusal_of(PeopleError):
        return people_in(folder or pit_folder())


@people.command(name="list", short_help="Everybody, with role and pseudonym.")
@in_a_folder
def list_people(folder: Path | None) -> None:
    """List everybody, with their role, and the pseudonym under which they are on record."""
    found = _people(folder).listed()
    for each in found:
        click.echo(f"{each.role:<12}{each.pseudonym}  {each.name}")
    if not found:
        click.echo("nobody has a password: nobody can look at the page")


@people.command(short_help="Let somebody look, or give them another password.")
@in_a_folder
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
def add(folder: Path | None, name: str, role: str) -> None:
    """Let NAME look at the pit as ROLE. The password is asked for, or read from a line of standard input: in
    an option other users of this machine could read it."""
    from sabot.staff.pins import PeopleError

    with refusal_of(PeopleError):
        person = _people(folder).add(name, role, _asked())
    click.echo(f"{person.name} ({person.role}) has a password now")


def _asked() -> str:
    if sys.stdin.isatty():
        typed: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return typed
    line = sys.stdin.readline(300).rstrip("\r\n")
    if not line:
        raise Refused("there is no password: give it as a line of standard input")
    return line


@people.command(short_help="Let somebody look no more.")
@in_a_folder
@click.argument("name")
def remove(folder: Path | None, name: str) -> None:
    """Take away the password of NAME; an open page shows them nothing more."""
    from sabot.staff.pins import PeopleError

    with refusal_of(PeopleError):
        _people(folder).remove(name)
    click.echo(f"{name} has no password any more")
