"""`sabot backup`, `restore`, `backup-key`: everything that a table stores, in one file and back."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused, journaled, refusal_of, settings_of

if TYPE_CHECKING:
    from sabot.system.packed import Packed, Unlock

KEY_FILE_BYTES_MOST = 100_000


def _refusals() -> AbstractContextManager[None]:
    from sabot.system.house_key import HouseKeyError
    from sabot.system.packed import BackupError

    return refusal_of(BackupError, HouseKeyError)


@click.command(short_help="Everything that the table keeps, in one file.")
@journaled
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help="Not encrypted, and without PINs: for this machine alone.")
def backup(config_file: Path | None, journal_file: Path | None, file: Path, plain: bool) -> None:
    """Pack journal, configuration, people, trainees, pictures and recordings into FILE; also while the table
    runs.

    FILE is encrypted for the key of the house (`sabot backup-key`) and signed. It is read again when it is
    packed, and the chain of its journal verified. Keep it elsewhere.
    """
    from sabot.system.backup import save

    settings = settings_of(config_file, journal_file=journal_file)
    with _refusals(), bars(stopped=f"nothing was changed, and {file} was not written") as shown:
        packed = save(settings, file, plain=plain, progress=shown)
    click.echo(_line(packed))


@click.command(short_help="Put a backup back.")
@journaled
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--look", is_flag=True, help="Only read it, and say what is in it.")
@click.option(
    "--key",
    "key_file",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="The private key of the house; without it, it is asked for.",
)
@click.option(
    "--trust", metavar="KEY", help="Also a backup that this key signed; `unsigned`: one that none did."
)
def restore(
    config_file: Path | None,
    journal_file: Path | None,
    file: Path,
    look: bool,
    key_file: Path | None,
    trust: str | None,
) -> None:
    """Replace everything that the table stores by FILE; the old files are moved aside, not deleted.

    The table must be closed. All of FILE is read, its signature and its journal verified, before anything is
    touched. Unless this table signed FILE, or the table that the key's file names, --trust names the key.
    """
    from sabot.system.packed import examined
    from sabot.system.restoring import restore as put_back

    with _refusals():
        key = _key(file, key_file)
        with bars(stopped="nothing was changed") as shown:
            if look:
                packed = examined(file, unlock=key.unlock, progress=shown)
            else:
                settings = settings_of(config_file, journal_file=journal_file)
                trusted = [*key.tables, *([trust.lower()] if trust else [])]
                packed = put_back(file, settings, unlock=key.unlock, trust=trusted, progress=shown)
    click.echo(_line(packed))


class _Key(NamedTuple):
    """What opens a backup, and the public keys of the tables that may have signed it."""

    unlock: Unlock
    tables: list[str]


def _key(file: Path, key_file: Path | None) -> _Key:
    """The key from its file, or from the person at the terminal, where the backup is encrypted."""
    from sabot.system import house_key
    from sabot.system.packed import LOCKED, Unlock, is_encrypted

    if key_file:
        text = _text(key_file)
    elif sys.stdin.isatty() and is_encrypted(file):
        text = click.prompt("Private key of the house", hide_input=True)
    else:
        return _Key(LOCKED, [])
    return _Key(Unlock(tuple(house_key.privates_in(text))), house_key.tables_in(text))


def _text(file: Path) -> str:
    try:
        with click.open_file(str(file), encoding="ascii", errors="replace") as found:
            return str(found.read(KEY_FILE_BYTES_MOST))
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}") from None


def _line(packed: Packed) -> str:
    older = f"; {packed.left_out} older recordings left out" if packed.left_out else ""
    signed = f"signed with {packed.signer}" if packed.signer else "not signed"
    return (
        f"{packed.file}: made {packed.made}, {packed.files} files, {packed.bytes} bytes, {packed.records} "
        f"records, whole; head {packed.records}:{packed.head}; {signed}{older}"
    )


@click.command(short_help="The key for which backups are encrypted.")
@journaled
@click.option(
    "--make",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Make it, and write its private part into FILE (-: print it).",
)
@click.option(
    "--use", metavar="KEY", multiple=True, help="Use this public key of the house; may be repeated."
)
def backup_key(
    config_file: Path | None, journal_file: Path | None, make: Path | None, use: tuple[str, ...]
) -> None:
    """Print the public key of the house for which this table encrypts its backups.

    Its private part opens them. The table does not keep it: keep it outside, in two places. Without it no
    backup can be read again.

    \b
    sabot backup-key --make /media/usb/house.key
    sabot backup-key --use age1...
    """
    from sabot.system import house_key

    journal = settings_of(config_file, journal_file=journal_file).journal_path
    with _refusals():
        if make:
            _make(journal, make)
        elif use:
            _use(journal, use)
        found = house_key.publics(journal)
    if not found:
        raise Refused("there is no key of the house yet: sabot backup-key --make FILE")
    for each in found:
        click.echo(each)


def _make(journal: Path, target: Path) -> None:
    from sabot.record.keys import Key
    from sabot.system import house_key

    if known := house_key.publics(journal):
        raise Refused(f"there is a key of the house already, {known[0]}: to change it, --use another one")
    public, private = house_key.made()
    try:
        journal.parent.mkdir(parents=True, exist_ok=True)
        text = house_key.text_of(private, public=public, table=Key(journal).public)
        if str(target) == "-":
            click.echo(text, nl=False)
        else:
            house_key.kept(target, text)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Refused(f"{target} was not written, and no key is used: {why}") from None
    _use(journal, (public,))


def _use(journal: Path, keys: tuple[str, ...]) -> None:
    from sabot.system import house_key

    try:
        house_key.use(journal, keys)
    except OSError as error:
        raise Refused(f"{house_key.beside(journal)} cannot be written: {error.strerror}") from None
