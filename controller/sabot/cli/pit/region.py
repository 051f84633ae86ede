"""`sabot pit region`: several houses, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.pit.commands import (
    at_a_broker,
    at_a_database,
    at_a_port,
    broker_of,
    database_in,
    linked,
    named_all,
    pit,
    pit_folder,
    refuse_root,
    refusing,
    tell_json,
    with_all_in_a_folder,
)

if TYPE_CHECKING:
    from psycopg import Connection

of_a_region = click.option("--region", required=True, help="The name of the region: a to z, 0 to 9 and -.")


@pit.group(short_help="Several houses and one region.")
def region() -> None:
    """Keep the facts of several houses in one place: results, faults, numbers of wheels, and signed heads.
    Records stay in their house.

    \b
    sabot pit region serve --region benelux    at the region
    sabot pit region carry --region benelux    at each house, beside `sabot pit serve`
    sabot pit region status                    at the region
    """


def region_folder() -> Path:
    """Where `sabot pit region serve` keeps everything, unless it is told of another place."""
    from sabot.config import state

    return state.folder() / "region"


at_its_database = click.option(
    "--database",
    envvar="SABOT_REGION_DATABASE",
    metavar="WHERE",
    help='As PostgreSQL writes it, such as "dbname=region"; else the one of `sabot pit region serve`.',
)


@contextmanager
def _reached(database: str | None) -> Iterator[Connection[Any]]:
    """The region's database. Raises Refused with what cannot be done."""
    with refusing():
        from sabot.pit.database import connected
        from sabot.pit.region.database import enter

        with connected(database or database_in(region_folder())) as connection:
            enter(connection)
            yield connection


@region.command(short_help="Broker, PostgreSQL and collector on this machine.")
@of_a_region
@at_a_port
@with_all_in_a_folder
def serve(region: str, port: int | None, folder: Path | None) -> None:
    """Start a broker and a PostgreSQL of this user's own, and take the facts of all houses, until Ctrl-C.
    With certificates in the folder the broker takes the enrolled houses of any machine; without, those of
    this machine alone."""
    with refusing():
        from sabot.pit.serving import REGION_KIND
        from sabot.pit.serving import serve as served

        named_all(region)
        refuse_root()
        served(region, (folder or region_folder()).absolute(), port, say=click.echo, kind=REGION_KIND)


@region.command(short_help="Take the facts of all houses.")
@of_a_region
@at_a_broker
@at_its_database
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the certificates of the region are, if not where `sabot pit region serve` keeps them.",
)
def collect(
    region: str, address: str | None, certificates: Path | None, database: str | None, folder: Path | None
) -> None:
    """Take the facts of all houses of a region into PostgreSQL, until Ctrl-C. A second collector of the same
    database waits until the first one ends."""
    with refusing():
        from sabot.pit.region.collector import collect as collected
        from sabot.pit.topics import Station
        from sabot.pit.trust.authority import Authority
        from sabot.pit.trust.certificates import COLLECTOR
        from sabot.pit.trust.papers import Papers

        named_all(region)
        kept = folder or region_folder()
        papers = Papers(certificates) if certificates else Authority.of_pit(kept).collector
        broker = broker_of(address, papers, Station(region, COLLECTOR), is_named=certificates is not None)
        collected(region, broker, database or database_in(region_folder()), folder=kept)


@region.command(short_help="Send this house's facts to the region.")
@of_a_region
@at_a_broker
@at_a_database
def carry(region: str, address: str | None, certificates: Path | None, database: str | None) -> None:
    """Send the facts and signed heads of this house to the region, until Ctrl-C. From the first time on the
    house's database keeps a log of them. If the region is away, nothing in the house waits for it."""
    with refusing():
        from sabot.pit.database import connected
        from sabot.pit.region.carrying import carry as carried
        from sabot.pit.region.carrying import station
        from sabot.pit.trust.papers import Papers, of_this_machine

        named_all(region)
        where = database or database_in(pit_folder())
        with connected(where) as connection:
            name = station(connection, region)
        papers = Papers(certificates) if certificates else of_this_machine()
        broker = broker_of(address, papers, name, is_named=certificates is not None)
        carried(region, broker, where)


@region.command(short_help="The houses, and the alerts that are open.")
@at_its_database
@click.option("--json", "as_json", is_flag=True, help="One JSON object a house and an alert.")
def status(database: str | None, as_json: bool) -> None:
    """How the region stands with every house, which alerts nobody has answered, and whose certificate was
    revoked or has ended."""
    with _reached(database) as connection:
        from sabot.pit.region.looking import alerts, standings
        from sabot.pit.trust.watching import warnings

        houses, opened, warned = standings(connection), alerts(connection), warnings(region_folder())
    if as_json:
        tell_json(houses, opened, warned)
        return
    for house in houses:
        behind = house.head - house.seq
        click.echo(f"{house.house}: {house.seq} entries, {behind} behind; {linked(house.lost_at)}")
    for alert in opened:
        click.echo(f"{alert.house}: ALERT {alert.kind} from entry {alert.seq}: {alert.why}")
    for why in warned:
        click.echo(why)


@region.command(short_help="A word for a house with an alert: take its log as it is now.")
@click.argument("house")
@click.option("--by", required=True, metavar="NAME", help="Who accepts it.")
@click.option("--why", required=True, metavar="WORDS", help="What has happened.")
@at_its_database
def accept(house: str, by: str, why: str, database: str | None) -> None:
    """Answer the alerts of HOUSE, and take the log that it has now from its first entry on. The facts that
    the region has of the house are taken again; signed heads stay."""
    with _reached(database) as connection:
        from sabot.pit.region.looking import accept as accepted

        journal = accepted(connection, house, by=by, why=why)
    click.echo(f"{house}: accepted by {by}; the log {journal} is taken from its first entry on")
