"""`sabot people`: who has a PIN, and whose pseudonym is on record. It is for people with a login on the
machine; the pages do the same."""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.options import Refused, journaled, people_of, refusal_of, refusals, settings_of
from sabot.core.shapes.people import PROGRAM_ROLES

if TYPE_CHECKING:
    from sabot.school.school import School
    from sabot.staff.programs import Programs


@click.group(short_help="Who has a PIN: list, add, remove, erase.")
def people() -> None:
    """The people of the house and their PINs: supervisors, technicians, trainers, and the croupiers and
    trainees who use other machines.

    Set a new PIN here if somebody forgot theirs. An open table uses it at once. The journal holds a pseudonym
    for each of them; only this file has the name.

    \b
    sabot people list
    sabot people add "M. Dupont" supervisor
    sabot people remove "M. Dupont"
    sabot people erase "M. Dupont"

    Other programs have keys (docs/interface.md):

    \b
    sabot people key tote reader
    sabot people keys
    sabot people revoke tote
    """


def _journal(config_file: Path | None, journal_file: Path | None) -> Path:
    return settings_of(config_file, journal_file=journal_file).journal_path


@people.command(name="list", short_help="Everybody, with role and pseudonym.")
@journaled
@click.option("--all", "everybody", is_flag=True, help="Names without a PIN too: who left, and typed names.")
def list_people(config_file: Path | None, journal_file: Path | None, everybody: bool) -> None:
    """List everybody on file, with their role, and the pseudonym under which they are on record."""
    file = people_of(_journal(config_file, journal_file))
    found = file.listed()
    for each in found:
        click.echo(f"{each.role:<12}{each.pseudonym}  {each.name}")
    if not found:
        click.echo("nobody has a PIN: anybody at the screen may press every button")
    known = {each.pseudonym for each in found}
    others = {name: key for key, name in file.names().items() if everybody and key not in known}
    for name in sorted(others):
        click.echo(f"{'no PIN':<12}{others[name]}  {name}")


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

    with refusal_of(PeopleError):
        secret = pin or _asked()
        person = people_of(_journal(config_file, journal_file)).add(name, role, secret)
    click.echo(f"{person.name} ({person.role}) has a {'PIN' if is_pin(secret) else 'passphrase'} now")


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
    """Take away the PIN of NAME. Reports still say the name: `erase` forgets it."""
    from sabot.staff.pins import PeopleError

    with refusal_of(PeopleError):
        people_of(_journal(config_file, journal_file)).remove(name)
    click.echo(f"{name} has no PIN any more")


@people.command(short_help="Forget a name: the record keeps the pseudonym.")
@journaled
@click.argument("name")
def erase(config_file: Path | None, journal_file: Path | None, name: str) -> None:
    """Forget NAME, for ever: their PIN goes, and nothing tells any more whose pseudonym is on record.

    The school forgets the name, too. Close the table first, or erase the name on its set-up page: it goes on
    record that a name was erased, by its pseudonym. A backup that was made before still has the name.
    """
    from sabot.school.store import SchoolError
    from sabot.staff import erasing
    from sabot.staff.pins import PeopleError

    journal = _journal(config_file, journal_file)
    people = people_of(journal)
    with refusal_of(PeopleError, SchoolError), refusals(), _school(journal) as school:
        traces = erasing.traces(people, school, name)
        _put_on_record(journal, traces)
        erasing.erase(people, school, name)
    click.echo(f"{name} is erased: {traces} stays on record")


@people.command(short_help="Make a key for another program.")
@journaled
@click.argument("program")
@click.argument("role", type=click.Choice(PROGRAM_ROLES))
def key(config_file: Path | None, journal_file: Path | None, program: str, role: str) -> None:
    """Make a key with which PROGRAM may ask the table as ROLE, and print it; it is shown this once.

    A reader reads; a croupier's key may also do what a croupier presses, a supervisor's what a supervisor
    decides. An older key of the same program ends.
    """
    from sabot.staff.pins import PeopleError

    with refusal_of(PeopleError):
        made = _programs(config_file, journal_file).add(program, role)
    click.echo(made)
    click.echo(f"{program} is a {role} now; this key is not shown again", err=True)


@people.command(short_help="The programs that have a key.")
@journaled
def keys(config_file: Path | None, journal_file: Path | None) -> None:
    """List the programs that have a key, with their role. No key is shown: the table does not have them."""
    found = _programs(config_file, journal_file).listed()
    for each in found:
        click.echo(f"{each.role:<12}{each.name}")
    if not found:
        click.echo("no program has a key")


@people.command(short_help="End the key of a program.")
@journaled
@click.argument("program")
def revoke(config_file: Path | None, journal_file: Path | None, program: str) -> None:
    """End the key of PROGRAM. An open table refuses it at once."""
    from sabot.staff.pins import PeopleError

    with refusal_of(PeopleError):
        _programs(config_file, journal_file).revoke(program)
    click.echo(f"{program} has no key any more")


def _programs(config_file: Path | None, journal_file: Path | None) -> Programs:
    from sabot.staff.pins import PeopleError
    from sabot.staff.programs import Programs, beside

    with refusal_of(PeopleError):
        return Programs(beside(_journal(config_file, journal_file)))


def _school(journal: Path) -> AbstractContextManager[School | None]:
    from sabot.school.school import School
    from sabot.school.store import beside

    path = beside(journal)
    return closing(School(path)) if path.exists() else nullcontext()


def _put_on_record(path: Path, traces: str) -> None:
    """Raises JournalError, also while a table is open."""
    from sabot.record.chain import Entry
    from sabot.record.journal import Journal

    if path.exists():
        note = {"note": "erased a name", "who": traces, "by": "terminal"}
        with Journal(path) as journal:
            journal.append([Entry("note", note, wall_ns=time.time_ns())])
