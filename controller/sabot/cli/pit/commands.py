"""`sabot pit`: many tables, one record of all of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused, journaled, settings_of
from sabot.config import extras

if TYPE_CHECKING:
    from psycopg import Connection

    from sabot.pit.line import Broker

NOTHING_CHANGED = "nothing was changed"
"""What Ctrl-C leaves behind."""


@click.group(short_help="Many tables and one pit.")
def pit() -> None:
    """Keep the records of all tables of a house in one place, and notice a journal that is not what it was.

    There are no certificates yet: broker and database must be on this machine.

    \b
    sabot pit serve --house nijmegen
    sabot pit carry --house nijmegen --table t1
    sabot pit status
    """


def pit_folder() -> Path:
    """Where `sabot pit serve` keeps everything, unless it is told of another place."""
    from sabot.config import state

    return state.folder() / "pit"


def at_a_broker(command: Callable[..., object]) -> Callable[..., object]:
    """`--house NAME` and `--broker HOST:PORT`."""
    house = click.option("--house", required=True, help="The name of the house: a to z, 0 to 9 and -.")
    broker = click.option(
        "--broker",
        "address",
        default="127.0.0.1:1883",
        show_default=True,
        metavar="HOST:PORT",
        help="Where the broker listens: on this machine.",
    )
    return house(broker(command))


def at_a_database(command: Callable[..., object]) -> Callable[..., object]:
    """`--database WHERE`."""
    return click.option(
        "--database",
        envvar="SABOT_PIT_DATABASE",
        metavar="WHERE",
        help='As PostgreSQL writes it, such as "dbname=pit"; without it, the one of `sabot pit serve`.',
    )(command)


def in_a_folder(command: Callable[..., object]) -> Callable[..., object]:
    """`--folder FOLDER`."""
    return click.option(
        "--folder",
        type=click.Path(file_okay=False, path_type=Path),
        help="Where the pit keeps its own key; without it, where `sabot pit serve` keeps everything.",
    )(command)


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuses in one line what the pit cannot do. Raises Refused."""
    if not extras.is_here("pit"):
        raise Refused(str(extras.missing("pit")))
    from sabot.pit.database import PitError
    from sabot.pit.services import MissingError
    from sabot.record.trouble import JournalError

    try:
        yield
    except (PitError, MissingError, JournalError) as error:
        raise Refused(str(error)) from None


@contextmanager
def reached(database: str | None) -> Iterator[Connection[Any]]:
    """The pit's database. Raises Refused with what cannot be done."""
    with _refusing():
        from sabot.pit.database import check, connected

        with connected(database or f"host={pit_folder()} user=sabot dbname=postgres") as connection:
            check(connection)
            yield connection


def _named(*names: str) -> None:
    from sabot.pit.topics import named

    try:
        for name in names:
            named(name)
    except ValueError as error:
        raise Refused(str(error)) from None


def _broker(address: str) -> Broker:
    from sabot.pit.line import broker_named

    try:
        return broker_named(address)
    except ValueError as error:
        raise Refused(str(error)) from None


@pit.command(short_help="Send this table's journal to the pit.")
@journaled
@at_a_broker
@click.option("--table", required=True, help="The name of this table: a to z, 0 to 9 and -.")
def carry(config_file: Path | None, journal_file: Path | None, house: str, address: str, table: str) -> None:
    """Send the journal of this table to the pit, until Ctrl-C. A process of its own: it reads the journal,
    and the table neither knows of it nor waits for it."""
    with _refusing():
        from sabot.pit.carrier import carry as carried
        from sabot.pit.topics import Station

        _named(house, table)
        path = settings_of(config_file, journal_file=journal_file).journal_path
        carried(Station(house, table), path, _broker(address))


@pit.command(short_help="Take the records of all tables.")
@at_a_broker
@at_a_database
@in_a_folder
def collect(house: str, address: str, database: str | None, folder: Path | None) -> None:
    """Take the records of all tables of a house into PostgreSQL, until Ctrl-C. A second collector of the same
    database waits until the first one ends. What tables sign is countersigned with the key in the folder."""
    with _refusing():
        from sabot.pit.collector import collect as collected

        _named(house)
        where = database or f"host={pit_folder()} user=sabot dbname=postgres"
        collected(house, _broker(address), where, folder=folder or pit_folder())


@pit.command(short_help="Broker, PostgreSQL and collector on this machine.")
@click.option("--house", required=True, help="The name of the house: a to z, 0 to 9 and -.")
@click.option(
    "--port",
    default=1883,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="Of the broker, for this machine.",
)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where all of it is kept.")
def serve(house: str, port: int, folder: Path | None) -> None:
    """Start a broker and a PostgreSQL of this user's own, and collect, until Ctrl-C. They answer this machine
    alone."""
    with _refusing():
        from sabot.pit.serving import serve as served

        _named(house)
        if os.geteuid() == 0:
            raise Refused("PostgreSQL refuses to run as root: start the pit as another user")
        served(house, (folder or pit_folder()).absolute(), port, say=click.echo)


@pit.command(short_help="The tables, and the alerts that are open.")
@at_a_database
@click.option("--json", "as_json", is_flag=True, help="One JSON object a table and an alert.")
def status(database: str | None, as_json: bool) -> None:
    """How the pit stands with every table, and which alerts nobody has answered."""
    with reached(database) as connection:
        from sabot.pit.looking import alerts, standings

        tables, opened = standings(connection), alerts(connection)
    for plain in [each._asdict() for each in tables] + [each._asdict() for each in opened] if as_json else []:
        click.echo(json.dumps(plain, default=str))
    for table in [] if as_json else tables:
        link = "up" if table.is_up else f"unknown since {table.linked_at:%Y-%m-%d %H:%M}"
        click.echo(f"{table.station}: {table.seq} records, {table.head - table.seq} behind; {link}")
    for alert in [] if as_json else opened:
        click.echo(f"{alert.station}: ALERT {alert.kind} from record {alert.seq}: {alert.why}")


@pit.command(short_help="A word for a table with an alert: take its journal as it is now.")
@click.argument("table")
@click.option("--by", required=True, metavar="NAME", help="Who accepts it.")
@click.option("--why", required=True, metavar="WORDS", help="What has happened.")
@at_a_database
def accept(table: str, by: str, why: str, database: str | None) -> None:
    """Answer the alerts of TABLE, and take the journal that it has now from its first record on. What the pit
    has of the journal before stays, and `export --course` gives it."""
    with reached(database) as connection:
        from sabot.pit.looking import accept as accepted

        journal = accepted(connection, table, by=by, why=why)
    taken = f"the journal {journal} is taken from its first record on" if journal else "the journal goes on"
    click.echo(f"{table}: accepted by {by}; {taken}")


@pit.command(short_help="Make the facts again from the records.")
@at_a_database
def rebuild(database: str | None) -> None:
    """Drop the results and faults that the pit has taken out of the records, and make them again."""
    with reached(database) as connection, bars(stopped=NOTHING_CHANGED) as shown:
        from sabot.pit.stored_facts import rebuild as rebuilt

        count = rebuilt(connection, shown)
    click.echo(f"made again from {count} records")


@pit.command(short_help="One table's journal, as a file.")
@click.argument("table")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--course", default=0, metavar="N", help="The Nth journal of this table; else the newest.")
@at_a_database
def export(table: str, file: Path, course: int, database: str | None) -> None:
    """Write the journal of TABLE into the new FILE, as the table itself keeps it: `sabot journal verify
    --journal FILE` reads it."""
    with reached(database) as connection, bars(stopped="the file is not whole") as shown:
        from sabot.pit.looking import export as exported

        count = exported(connection, table, file, course=course, progress=shown)
    click.echo(f"{file}: {count} records")
