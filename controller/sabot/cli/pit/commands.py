"""`sabot pit`: many tables, one record of all of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused, journaled, refusal_of, settings_of
from sabot.config import extras

if TYPE_CHECKING:
    from psycopg import Connection

    from sabot.pit.line import Broker
    from sabot.pit.topics import Station
    from sabot.pit.trust.papers import Papers

NOTHING_CHANGED = "nothing was changed"
"""What Ctrl-C leaves behind."""


@click.group(short_help="Many tables and one pit.")
def pit() -> None:
    """Keep the records of all tables of a house in one place, and notice a journal that is not what it was.

    Without certificates all of it must be on this machine; `sabot pit enrol` joins tables of others. The
    database is always on the pit's machine.

    \b
    sabot pit serve --house nijmegen
    sabot pit carry --house nijmegen --table t1
    sabot pit status
    sabot pit page
    """


def pit_folder() -> Path:
    """Where `sabot pit serve` keeps everything, unless it is told of another place."""
    from sabot.config import state

    return state.folder() / "pit"


def at_a_broker(command: Callable[..., object]) -> Callable[..., object]:
    """`--broker HOST:PORT` and `--certificates FOLDER`."""
    broker = click.option(
        "--broker",
        "address",
        metavar="HOST:PORT",
        help="Where the broker listens: 127.0.0.1:1883, or with certificates port 8883 and any machine.",
    )
    certificates = click.option(
        "--certificates",
        type=click.Path(file_okay=False, path_type=Path),
        help="Where this machine's key and certificate are, if not where `sabot pit enrol` keeps them.",
    )
    return broker(certificates(command))


of_a_house = click.option("--house", required=True, help="The name of the house: a to z, 0 to 9 and -.")
at_a_port = click.option(
    "--port",
    type=click.IntRange(1, 65535),
    help="Of the broker: 1883 for this machine alone, or with certificates 8883.",
)
with_all_in_a_folder = click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), help="Where all of it is kept."
)
at_a_database = click.option(
    "--database",
    envvar="SABOT_PIT_DATABASE",
    metavar="WHERE",
    help='As PostgreSQL writes it, such as "dbname=pit"; without it, the one of `sabot pit serve`.',
)
in_a_folder = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the pit keeps its own key; without it, where `sabot pit serve` keeps everything.",
)


def database_in(folder: Path) -> str:
    """The PostgreSQL that `serve` keeps in this folder."""
    return f"host={folder.absolute()} user=sabot dbname=postgres"


def refusing() -> AbstractContextManager[None]:
    """Refuses in one line what the pit cannot do. Raises Refused."""
    if not extras.is_here("pit"):
        raise Refused(str(extras.missing("pit")))
    from sabot.pit.services import MissingError
    from sabot.pit.trouble import PitError
    from sabot.pit.trust.certificates import TrustError
    from sabot.record.trouble import JournalError

    return refusal_of(PitError, MissingError, JournalError, TrustError)


@contextmanager
def reached(database: str | None) -> Iterator[Connection[Any]]:
    """The pit's database. Raises Refused with what cannot be done."""
    with refusing():
        from sabot.pit.database import check, connected

        with connected(database or database_in(pit_folder())) as connection:
            check(connection)
            yield connection


def named_all(*names: str) -> None:
    """Refuses what no house and no table may be called. Raises Refused."""
    from sabot.pit.topics import named

    with refusal_of(ValueError):
        for name in names:
            named(name)


def refuse_root() -> None:
    """Raises Refused for the one user whose process PostgreSQL may not be."""
    if os.geteuid() == 0:
        raise Refused("PostgreSQL refuses to run as root: start this as another user")


def broker_of(address: str | None, papers: Papers, station: Station, *, is_named: bool) -> Broker:
    """The broker, with certificates where they were named or are there. Raises Refused and TrustError."""
    from sabot.pit.line import broker_named

    shown = papers if is_named or papers.is_there else None
    if shown:
        shown.check_name(station)
    with refusal_of(ValueError):
        return broker_named(address or ("127.0.0.1:8883" if shown else "127.0.0.1:1883"), shown)


@pit.command(short_help="Send this table's journal to the pit.")
@journaled
@of_a_house
@at_a_broker
@click.option("--table", required=True, help="The name of this table: a to z, 0 to 9 and -.")
@click.option("--no-training", is_flag=True, help="Do not tell the pit how people in training do.")
def carry(
    config_file: Path | None,
    journal_file: Path | None,
    house: str,
    address: str | None,
    certificates: Path | None,
    table: str,
    no_training: bool,
) -> None:
    """Send the journal of this table to the pit, until Ctrl-C, and keep what the pit offers until somebody
    here answers. A process of its own: it reads the journal, and the table neither knows of it nor waits for
    it."""
    with refusing():
        from sabot.config import own_file
        from sabot.pit.carrier import carry as carried
        from sabot.pit.topics import Station
        from sabot.pit.trust.papers import Papers, of_this_machine

        named_all(house, table)
        papers = Papers(certificates) if certificates else of_this_machine()
        broker = broker_of(address, papers, Station(house, table), is_named=certificates is not None)
        settings = settings_of(config_file, journal_file=journal_file)
        file = settings.file or own_file()
        station, journal = Station(house, table), settings.journal_path
        carried(station, journal, broker, configuration=file, training=not no_training)


@pit.command(short_help="Take the records of all tables.")
@of_a_house
@at_a_broker
@at_a_database
@in_a_folder
def collect(
    house: str, address: str | None, certificates: Path | None, database: str | None, folder: Path | None
) -> None:
    """Take the records of all tables of a house into PostgreSQL, until Ctrl-C. A second collector of the same
    database waits until the first one ends. What tables sign is countersigned with the key in the folder."""
    with refusing():
        from sabot.pit.collector import collect as collected
        from sabot.pit.topics import Station
        from sabot.pit.trust.authority import Authority
        from sabot.pit.trust.certificates import COLLECTOR
        from sabot.pit.trust.papers import Papers

        named_all(house)
        kept = folder or pit_folder()
        papers = Papers(certificates) if certificates else Authority.of_pit(kept).collector
        broker = broker_of(address, papers, Station(house, COLLECTOR), is_named=certificates is not None)
        collected(house, broker, database or database_in(pit_folder()), folder=kept)


@pit.command(short_help="Broker, PostgreSQL and collector on this machine.")
@of_a_house
@at_a_port
@with_all_in_a_folder
def serve(house: str, port: int | None, folder: Path | None) -> None:
    """Start a broker and a PostgreSQL of this user's own, and collect, until Ctrl-C. After `sabot pit enrol
    house` the broker takes the enrolled tables of any machine; before, those of this machine alone."""
    with refusing():
        from sabot.pit.serving import serve as served

        named_all(house)
        refuse_root()
        served(house, (folder or pit_folder()).absolute(), port, say=click.echo)


@pit.command(short_help="The tables, and the alerts that are open.")
@at_a_database
@click.option("--json", "as_json", is_flag=True, help="One JSON object a table and an alert.")
def status(database: str | None, as_json: bool) -> None:
    """How the pit stands with every table, which alerts nobody has answered, and whose certificate was
    revoked or has ended."""
    with reached(database) as connection:
        from sabot.pit.looking import alerts, standings
        from sabot.pit.trust.watching import warnings

        tables, opened, warned = standings(connection), alerts(connection), warnings(pit_folder())
    if as_json:
        tell_json(tables, opened, warned)
        return
    for table in tables:
        behind = table.head - table.seq
        click.echo(f"{table.station}: {table.seq} records, {behind} behind; {linked(table.lost_at)}")
    for alert in opened:
        click.echo(f"{alert.station}: ALERT {alert.kind} from record {alert.seq}: {alert.why}")
    for why in warned:
        click.echo(why)


def tell_json(standings: Iterable[NamedTuple], alerts: Iterable[NamedTuple], warnings: Iterable[str]) -> None:
    """Print one JSON object for each of them."""
    plains = [each._asdict() for each in (*standings, *alerts)]
    for plain in [*plains, *({"warning": each} for each in warnings)]:
        click.echo(json.dumps(plain, default=str))


def linked(lost_at: datetime | None) -> str:
    """How a link stands, in words."""
    return f"unknown since {lost_at:%Y-%m-%d %H:%M}" if lost_at else "up"


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
