"""`sabot pit audit`: what an auditor takes along."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import click

from sabot.cli.bars import bars
from sabot.cli.pit.commands import at_a_database, in_a_folder, pit, pit_folder, reached


def _day(_context: click.Context, _parameter: click.Parameter, given: datetime | None) -> date | None:
    return given.date() if given else None


@pit.command(short_help="One table's journal and what proves it, for an auditor.")
@click.argument("table")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--from",
    "first",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=_day,
    metavar="DATE",
    help="The first day of the period, such as 2026-11-01; without it, from the beginning.",
)
@click.option(
    "--to",
    "last",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=_day,
    metavar="DATE",
    help="Its last day; without it, up to the newest record.",
)
@click.option("--course", default=0, metavar="N", help="The Nth journal of this table; else the newest.")
@at_a_database
@in_a_folder
def audit(
    table: str,
    file: Path,
    first: date | None,
    last: date | None,
    course: int,
    database: str | None,
    folder: Path | None,
) -> None:
    """Write the journal of TABLE into the new zip FILE, from its first record to the end of the period, with
    its signed heads, coups, faults, alerts and answers, the numbers of its wheels, and a signed manifest.

    `verify.py` in it verifies all of that with Python and openssl alone.
    """
    with reached(database) as connection, bars(stopped="no file was made") as shown:
        from sabot.pit.proof.bundle import bundled
        from sabot.pit.proof.countersigning import pit_key

        where = folder or pit_folder()
        made = bundled(
            connection,
            table,
            file,
            folder=where,
            key=pit_key(where, is_new=False),
            course=course,
            days=(first, last),
            progress=shown,
        )
    click.echo(f"{file}: {made.records} records, {made.heads} signed heads, {made.coups} coups of the period")
    click.echo(f"the key of the pit: {made.key}")
