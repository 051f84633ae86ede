"""`sabot people`: who has a PIN. It is for people with a login on the machine; the pages do the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.options import Refused, journaled, settings_of

if TYPE_CHECKING:
    from sabot.staff.people import People


@click.group(short_help="Who has a PIN: list, add, remove.")
def people() -> None:
    """The people of the house and their PINs: supervisors, technicians, trainers, and the croupiers and
    trainees who use other machines.

    Set a new PIN here if somebody forgot theirs. An open table uses it at once.

    \b
    sabot people list
    sabot people add "M. Dupont" supervisor
    sabot people remove "M. Dupont"
    """


def _people(config_file: Path | None, journal_file: Path | None) -> People:
    from sabot.staff.people import People, PeopleError, beside

    try:
        return People(beside(settings_of(config_file, journal_file=journal_file).journal_path))
    except PeopleError as error:
        raise Refused(str(error)) from None


@people.command(name="list", short_help="Everybody, with their role.")
@journaled
def list_people(config_file: Path | None, journal_file: Path | None) -> None:
    """List everybody on file, with their role."""
    found = _people(config_file, journal_file).listed()
    for each in found:
        click.echo(f"{each.role:<12}{each.name}")
    if not found:
        click.echo("nobody has a PIN: anybody at the screen may press every button")


@people.command(short_help="Put somebody on file, or give them another PIN.")
@journaled
@click.argument("name")
@click.argument("role", type=click.Choice(["croupier", "supervisor", "technician", "trainer", "trainee"]))
@click.option(
    "--pin", help="4 to 12 digits (6 for use at other machines), or a passphrase; else it is asked for."
)
def add(config_file: Path | None, journal_file: Path | None, name: str, role: str, pin: str | None) -> None:
    """Put NAME on file as ROLE, or give them a new PIN or passphrase.

    A passphrase has 12 characters or more. Somebody may have both: a PIN for the table's own screen, and a
    passphrase for other machines.
    """
    from sabot.staff.pins import PeopleError, is_pin

    try:
        secret = pin or _asked()
        person = _people(config_file, journal_file).add(name, role, secret)
    except PeopleError as error:
        raise Refused(str(error)) from None
    click.echo(f"{person} has a {'PIN' if is_pin(secret) else 'passphrase'} now")


def _asked() -> str:
    """Returns the PIN or passphrase, typed unseen and twice; without a terminal, the next line of input."""
    if sys.stdin.isatty():
        pin: str = click.prompt("PIN or passphrase", hide_input=True, confirmation_prompt=True)
        return pin
    line = sys.stdin.readline(200).strip()
    if not line:
        raise Refused("there is no PIN: give it as --pin DIGITS, or as a line of standard input")
    return line


@people.command(short_help="Take somebody off the file.")
@journaled
@click.argument("name")
def remove(config_file: Path | None, journal_file: Path | None, name: str) -> None:
    """Take NAME off the file."""
    from sabot.staff.people import PeopleError

    try:
        _people(config_file, journal_file).remove(name)
    except PeopleError as error:
        raise Refused(str(error)) from None
    click.echo(f"{name} has no PIN any more")
