"""`sabot school`: the trainees, and whether this house signed a report of an examination."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.options import Refused, journaled, refusal_of, settings_of

if TYPE_CHECKING:
    from sabot.school.school import School


@click.group(short_help="Who learns here; is this report genuine?")
def school() -> None:
    """The school of this table. Its pages are at /school.

    \b
    sabot school list
    sabot school verify examination.pdf
    """


@contextmanager
def _school(config_file: Path | None, journal_file: Path | None) -> Iterator[School]:
    from sabot.school.school import School
    from sabot.school.store import SchoolError, beside

    path = beside(settings_of(config_file, journal_file=journal_file).journal_path)
    if not path.exists():
        raise Refused(f"there is no school yet: {path} is made when the table first opens")
    with refusal_of(SchoolError), closing(School(path)) as found:
        yield found


@school.command(name="list", short_help="Every trainee, with answers, errors and examinations.")
@journaled
def list_trainees(config_file: Path | None, journal_file: Path | None) -> None:
    """List every trainee: answers, errors in percent, examinations passed and taken."""
    with _school(config_file, journal_file) as found:
        roll = found.roll()
    for each in roll:
        sat = [exam["result"] for exam in each["exams"] if exam["result"]]
        passed = sum(result["passed"] for result in sat)
        wrong = each["total"]["wrong_percent"]
        share = "" if wrong is None else f"{wrong} % wrong"
        click.echo(f"{each['total']['answers']:>6}  {share:<12}{passed}/{len(sat)}  {each['name']}")
    if not roll:
        click.echo("nobody learns here yet")


@school.command(short_help="Whether this house signed exactly this file.")
@journaled
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(config_file: Path | None, journal_file: Path | None, file: Path) -> None:
    """Say whether this house signed FILE, every byte of it. Status 1 if it did not."""
    with _school(config_file, journal_file) as found:
        genuine = found.exams.is_genuine(file.read_bytes())
    if not genuine:
        click.echo(f"{file}: not signed by this house, or changed since")
        raise click.exceptions.Exit(1)
    click.echo(f"{file}: signed by this house and unchanged")
