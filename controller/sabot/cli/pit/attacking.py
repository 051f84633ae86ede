"""`sabot pit attack`: whether a pit refuses what it must refuse."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from sabot.cli.options import Refused
from sabot.cli.pit.commands import pit, refusing


@pit.command(short_help="Attack a pit that is made for it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object an attack.")
@click.option("--database", metavar="WHERE", help="An empty one; without it, a PostgreSQL of its own.")
def attack(as_json: bool, database: str | None) -> None:
    """Start a pit with two tables and attack it: another table's topic, a stolen client id, certificates that
    were revoked, have ended or are of another house, a forged receipt, a poisoned record. Each must be
    refused by name, and the other table unharmed; else the command fails. No pit that runs is touched."""
    held = True
    with (
        refusing(),
        TemporaryDirectory(prefix="sabot-attack-") as name,
        _database(Path(name), database) as where,
    ):
        from sabot.pit.attack.attempts import outcomes
        from sabot.pit.attack.ground import opened

        with opened(Path(name), where) as ground:
            for each in outcomes(ground):
                click.echo(json.dumps({**each._asdict(), "is_held": each.is_held}) if as_json else str(each))
                held = held and each.is_held
    raise SystemExit(0 if held else 1)


@contextmanager
def _database(folder: Path, given: str | None) -> Iterator[str]:
    """The database that was named, or one of its own meanwhile."""
    from sabot.pit.services import PASSING, DatabaseService

    if given is not None:
        yield given
        return
    if os.geteuid() == 0:
        raise Refused("PostgreSQL refuses to run as root: attack as another user, or name a --database")
    service = DatabaseService(folder / "database", settings=PASSING)
    service.folder.mkdir(mode=0o700)
    try:
        service.make()
        service.up()
        yield service.address()
    finally:
        service.end(3)
