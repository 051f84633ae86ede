"""`sabot pit offer`, and at a table `sabot pit offers`: another configuration or version is offered
and never imposed."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.options import Refused, journaled, people_of, settings_of
from sabot.cli.pit.commands import at_a_database, in_a_folder, pit, pit_folder, reached, refusing
from sabot.cli.pit.rolling import begin_rollout, stop_rollout, tell_rollout

if TYPE_CHECKING:
    from sabot.config import Settings
    from sabot.record.keys import Key

FILE = click.Path(dir_okay=False, path_type=Path)


def with_names(command: Callable[..., object]) -> Callable[..., object]:
    """`--by NAME` and `--why WORDS`."""
    by = click.option("--by", required=True, metavar="NAME", help="Who offers it.")
    return by(click.option("--why", required=True, metavar="WORDS", help="Why.")(command))


def _key(folder: Path | None) -> Key:
    from sabot.pit.proof.countersigning import pit_key

    return pit_key(folder or pit_folder())


def _when(at_s: int) -> str:
    return f"{datetime.fromtimestamp(at_s, UTC).astimezone():%Y-%m-%d %H:%M}"


# --- at the pit


@pit.group(short_help="Offer tables another configuration or version.")
def offer() -> None:
    """Offer a table another configuration, or all tables another version of the program, in rings. The
    supervisor or technician of a table accepts with their PIN, or refuses; after a day without an answer an
    offer lapses.

    \b
    sabot pit offer configuration t1 table-1.toml --by "A. Visser" --why "limits for the weekend"
    sabot pit offer update v0.2.0 --by "A. Visser" --why "reads worn cards"
    sabot pit offer list
    sabot pit offer withdraw 2f1c84aa03b6d971
    """


@offer.command(short_help="Offer FILE to TABLE.")
@click.argument("table")
@click.argument("file", type=FILE)
@with_names
@at_a_database
@in_a_folder
def configuration(
    table: str, file: Path, by: str, why: str, database: str | None, folder: Path | None
) -> None:
    """Offer FILE to TABLE, in the place of the configuration that it has now. Signed with the key of the
    pit."""
    try:
        content = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(
            f"{file}: cannot be read: {getattr(error, 'strerror', '') or 'it is not UTF-8'}"
        ) from None
    with reached(database) as connection:
        from sabot.pit.offers.offering import make

        made = make(connection, _key(folder), table, content, by=by, why=why, now=datetime.now(UTC))
    until = _when(made.lapses_s)
    click.echo(f"offered to {table} as {made.id}; it lapses {until}")


@offer.command("list", short_help="The offers, and what became of them.")
@at_a_database
def listed(database: str | None) -> None:
    """The roll-out and why its tables wait; then every offer, the newest first: it waits, or was withdrawn,
    accepted, refused, lapsed, failed, put back, or not reached."""
    with reached(database) as connection:
        from sabot.pit.offers.offering import listed as found
        from sabot.pit.offers.offering import troubles

        tell_rollout(connection)
        offers, wrong = found(connection, now=datetime.now(UTC)), troubles(connection)
    for each in offers:
        answer = " ".join(filter(None, (each.standing, each.answered_by and f"by {each.answered_by}")))
        said = f" ({each.said})" if each.said else ""
        click.echo(
            f"{each.id} {each.made:%Y-%m-%d %H:%M} {each.station}: {each.why} (by {each.by}): {answer}{said}"
        )
    for table, why in wrong.items():
        click.echo(f"{table}: {why}")


@offer.command(short_help="Take an offer back.")
@click.argument("name", metavar="ID")
@at_a_database
@in_a_folder
def withdraw(name: str, database: str | None, folder: Path | None) -> None:
    """Take back the offer ID, which nobody has answered yet."""
    with reached(database) as connection:
        from sabot.pit.offers.offering import withdraw as taken_back

        table = taken_back(connection, _key(folder), name)
    click.echo(f"{name}: withdrawn from {table}")


@offer.command(short_help="Roll VERSION out, ring by ring.")
@click.argument("version")
@with_names
@click.option(
    "--coups",
    type=click.IntRange(1, 100_000),
    default=50,
    show_default=True,
    help="Coups with it that each table of a ring plays before the next ring begins.",
)
@click.option(
    "--hours",
    type=click.FloatRange(0, 1000),
    default=0.0,
    show_default=True,
    help="Hours that each has had it by then; 8 is a shift.",
)
@at_a_database
def update(version: str, by: str, why: str, coups: int, hours: float, database: str | None) -> None:
    """Offer VERSION of the program to one table, then to a tenth of them, to half, and to all. VERSION is a
    revision in full, or a tag that this machine's checkout knows.

    A ring begins when every table of the one before has played `--coups` coups with it and has had it for
    `--hours` hours, without a new kind of fault or an alarm of its journal. Two failures stop the roll-out,
    or one in a ring of one table; then those that have it are asked to take the version before.
    """
    begin_rollout(database, version, by=by, why=why, coups=coups, hours=hours)


@offer.command(short_help="Stop the roll-out.")
@with_names
@at_a_database
def stop(by: str, why: str, database: str | None) -> None:
    """Stop the roll-out: nothing more is offered, and tables that have the version are asked to take the one
    before."""
    stop_rollout(database, by=by, why=why)


@pit.command(short_help="Print the public key of the pit.")
@in_a_folder
def key(folder: Path | None) -> None:
    """Print the public key of the pit, for `sabot pit trust` at each table. Its private part stays here."""
    with refusing():
        click.echo(_key(folder).public)


# --- at a table


@pit.command(short_help="At a table: the pit whose offers it takes.")
@journaled
@click.argument("file", type=FILE)
def trust(config_file: Path | None, journal_file: Path | None, file: Path) -> None:
    """Take offers that are signed with the key in FILE from now on, and no others. Carry that file here by
    hand: `sabot pit key > FILE` at the pit."""
    from sabot.system.pit_offers.inbox import Inbox
    from sabot.system.pit_offers.offer import OfferError

    journal = settings_of(config_file, journal_file=journal_file).journal_path
    try:
        Inbox(journal).trust(given := file.read_text("ascii").strip())
    except (OfferError, UnicodeDecodeError) as error:
        why = error if isinstance(error, OfferError) else "that is no public key"
        raise Refused(f"{file}: {why}") from None
    except OSError as error:
        raise Refused(f"{error.filename}: {error.strerror}") from None
    click.echo(f"offers are taken from the pit with the key {given}")


@pit.command(short_help="At a table: what the pit offers.")
@journaled
def offers(config_file: Path | None, journal_file: Path | None) -> None:
    """The offers that nobody here has answered, with what would change. Secrets are not printed."""
    from sabot.staff.pit_offers import PitOffers

    found = PitOffers(settings_of(config_file, journal_file=journal_file)).shown()
    for each in found:
        lapses = _when(each["lapses_s"])
        version = f" version {each['version']}:" if each["version"] else ""
        click.echo(f"{each['id']}:{version} {each['why']} (by {each['by']}; it lapses {lapses})")
        for line in each["difference"]:
            click.echo(line)
    if not found:
        click.echo("nothing is offered")


@pit.command("accept-offer", short_help="At a closed table: accept an offer.")
@journaled
@click.argument("name", metavar="ID")
@click.option("--by", metavar="NAME", help="The supervisor; without it, the name is asked for.")
def accept_offer(config_file: Path | None, journal_file: Path | None, name: str, by: str | None) -> None:
    """Accept the offer ID at a table that is closed. At its next start it opens with the new configuration,
    or with the one before if it cannot; for an update, the command to type is shown. An open table is asked
    on the page of its supervisor or technician."""
    from sabot.record.resume import remembered
    from sabot.staff.pit_offers import PitOffers
    from sabot.system.pit_offers.offer import UPDATE, OfferError
    from sabot.system.pit_offers.version import version_in
    from sabot.system.update.asking import Updating

    settings = settings_of(config_file, journal_file=journal_file)
    journal = settings.journal_path
    offered = PitOffers(settings, table=lambda: remembered(journal) if journal.is_file() else None)
    try:
        offered.require(name)
        who = _on_record(settings, name, by)
        taken = offered.accept(name, by=who)
    except OfferError as error:
        raise Refused(f"{name}: {error}") from None
    if taken.kind == UPDATE:
        command = Updating(settings).command(version_in(taken.content).revision)
        click.echo(f"{name}: accepted; now type: {command}")
    else:
        click.echo(f"{name}: accepted; {offered.file} is tried at the next start")


def _on_record(settings: Settings, name: str, by: str | None) -> str:
    """Puts the supervisor's word on record; they as the record has them. Raises Refused, also where the table
    is open."""
    from sabot.cli.journal import supervisor_asked
    from sabot.cli.options import refusals
    from sabot.core.observations import Noted, as_dict
    from sabot.record.chain import Entry
    from sabot.record.journal import Journal

    journal = settings.journal_path
    _, who, _ = supervisor_asked(people_of(journal), by)
    note = as_dict(Noted("offer-accepted", who, name))
    with refusals(), Journal(journal) as kept:
        kept.append([Entry("observation", note, wall_ns=time.time_ns())])
    return who
