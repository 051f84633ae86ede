"""`sabot pit archive`: past months as Parquet."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused
from sabot.cli.pit.commands import at_a_database, pit, reached
from sabot.config import extras


@pit.command(short_help="Past months as Parquet files.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--before",
    required=True,
    type=click.DateTime(["%Y-%m"]),
    metavar="MONTH",
    help="Every month before this one, such as 2026-11.",
)
@at_a_database
def archive(folder: Path, before: datetime, database: str | None) -> None:
    """Write records, results and faults of all tables that arrived before MONTH into FOLDER, as Parquet by
    house, table and month. A file that is there already is left as it is."""
    with reached(database) as connection, bars(stopped="files that are there are whole") as shown:
        if not extras.is_here("pit-archive"):
            raise Refused(str(extras.missing("pit-archive")))
        from sabot.pit.archive import archive as archived

        written, there = archived(connection, folder, before=before.date(), progress=shown)
    click.echo(f"{folder}: {written} files written, {there} were there")
