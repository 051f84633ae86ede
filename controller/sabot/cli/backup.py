"""`sabot backup` and `sabot restore`: everything that a table stores, in one file and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused, journaled, settings_of

if TYPE_CHECKING:
    from sabot.system.packed import Packed


@click.command(short_help="Everything that the table keeps, in one file.")
@journaled
@click.argument("file", type=click.Path(path_type=Path))
def backup(config_file: Path | None, journal_file: Path | None, file: Path) -> None:
    """Pack journal, configuration, people, trainees, pictures and recordings into FILE, a zip; also while
    the table runs.

    FILE is read again when it is packed, and the chain of its journal verified. Keep it elsewhere.
    """
    from sabot.system.backup import save
    from sabot.system.packed import BackupError

    try:
        with bars(stopped=f"nothing was changed, and {file} was not written") as shown:
            packed = save(settings_of(config_file, journal_file=journal_file), file, progress=shown)
    except BackupError as error:
        raise Refused(str(error)) from None
    click.echo(_line(packed))


@click.command(short_help="Put a backup back.")
@journaled
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--look", is_flag=True, help="Only read it, and say what is in it.")
def restore(config_file: Path | None, journal_file: Path | None, file: Path, look: bool) -> None:
    """Replace everything that the table stores by FILE; the old files are moved aside, not deleted.

    The table must be closed. All of FILE is read and its journal verified before anything is touched.
    """
    from sabot.system.packed import BackupError, examined
    from sabot.system.restoring import restore as put_back

    try:
        with bars(stopped="nothing was changed") as shown:
            if look:
                packed = examined(file, progress=shown)
            else:
                settings = settings_of(config_file, journal_file=journal_file)
                packed = put_back(file, settings, progress=shown)
    except BackupError as error:
        raise Refused(str(error)) from None
    click.echo(_line(packed))


def _line(packed: Packed) -> str:
    older = f"; {packed.left_out} older recordings left out" if packed.left_out else ""
    return (
        f"{packed.file}: made {packed.made}, {packed.files} files, {packed.bytes} bytes, {packed.records} "
        f"records, whole; head {packed.records}:{packed.head}{older}"
    )
