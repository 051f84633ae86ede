"""`sabot journal`: look back, prove that nothing was changed, and export."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import TYPE_CHECKING, NamedTuple

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused, journaled, people_of, refusal_of, refusals, settings_of
from sabot.core.progress import Advance

if TYPE_CHECKING:
    from sabot.record.chronicle import Chapter
    from sabot.record.heads import SignedHead
    from sabot.staff.people import People

LONGEST_FILE_NAME = 255

RECORDS_MOST = 2**63 - 1
"""The greatest number that a journal can hold."""

READ_ONLY = "the journal was only read, nothing was changed"
"""What Ctrl-C leaves behind."""


@click.group(short_help="Look back; verify; export.")
def journal() -> None:
    """Look into the record of the table, also while the table runs.

    \b
    sabot journal list
    sabot journal show 17
    sabot journal verify
    sabot journal accept
    sabot journal export --format csv > coups.csv
    """


by_their_names = click.option(
    "--names", is_flag=True, help="People by name; without it, by the pseudonyms that are on record."
)
"""An option for what may leave the house: names only when asked for."""


class Opened(NamedTuple):
    """A journal that is read from end to end: how to print a line, and what gets the progress."""

    file: Connection
    echo: Callable[[str], None]
    advance: Advance


@contextmanager
def _opened(config_file: Path | None, journal_file: Path | None) -> Iterator[Opened]:
    from sabot.record.journal import length, reading

    path = settings_of(config_file, journal_file=journal_file).journal_path
    with (
        refusals(),
        reading(path) as file,
        bars(stopped=READ_ONLY) as shown,
        shown("reading records", length(file)) as advance,
    ):
        yield Opened(file, shown.echo, advance)


@journal.command(name="list", short_help="The coups, newest last.")
@journaled
@click.option(
    "--last",
    default=20,
    show_default=True,
    type=click.IntRange(1, RECORDS_MOST),
    help="How many of the newest coups.",
)
@click.option("--all", "everything", is_flag=True, help="All coups.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a coup.")
def list_coups(
    config_file: Path | None, journal_file: Path | None, last: int, everything: bool, as_json: bool
) -> None:
    """List the coups: time, cards and places, winner, faults."""
    from sabot.record.chronicle import coups, newest

    with _opened(config_file, journal_file) as (file, echo, advance):
        chosen = coups(file, advance) if everything else newest(file, last, advance=advance)
        for each in chosen:
            echo(json.dumps(each.plain, ensure_ascii=False) if as_json else _line(each))


def _line(coup: Chapter) -> str:
    from sabot.record.chronicle import utc, won

    cards = "  ".join(f"{place} {' '.join(held) or '-'}" for place, held in coup.cards.items())
    winner = "void" if coup.void else "undecided" if coup.result is None else won(coup.result) or "-"
    marks = [f"{coup.faults} faults"] * bool(coup.faults) + [f"{coup.corrections} taken back"] * bool(
        coup.corrections
    )
    return f"{coup.coup:>6}  {utc(coup.began_ns)}  {cards}  {winner}" + (
        f"  ({', '.join(marks)})" if marks else ""
    )


@journal.command(short_help="Every record of one coup.")
@journaled
@click.argument("coup", type=click.IntRange(0, RECORDS_MOST))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a record.")
@by_their_names
def show(config_file: Path | None, journal_file: Path | None, coup: int, as_json: bool, names: bool) -> None:
    """Every record of coup number COUP: what was seen (<-) and what was decided (->). 0: the records outside
    coups."""
    from sabot.record.chronicle import line
    from sabot.record.journal import followed, records
    from sabot.record.naming import record_by_name

    named = _named(config_file, journal_file) if names else None

    with _opened(config_file, journal_file) as (file, echo, advance):
        found = followed(records(file, "coup = ?", (coup,)), advance)
        first = next(iter(found), None)
        if first is None:
            raise Refused(f"there is no coup {coup} in this journal")
        for record in itertools.chain((first,), found):
            shown = record_by_name(record, named) if named else record
            echo(json.dumps(shown._asdict(), ensure_ascii=False) if as_json else line(shown))


@journal.command()
@journaled
@click.option(
    "--anchor", metavar="NUMBER:HASH", help="A head noted elsewhere: it must still be in the chain."
)
@click.option("--head", metavar="FILE|TEXT", help="A signed head, as the QR code gives it: likewise.")
def verify(config_file: Path | None, journal_file: Path | None, anchor: str | None, head: str | None) -> None:
    """Prove that no record was altered, removed or moved; or name the first that was (exit status 1).

    It also compares the indexes with the records: no coup is hidden from a program that reads by an index.

    Prints the head of the chain. Note it elsewhere: given back as --anchor, it also shows that the end was
    cut off, or that all of it was written again.
    """
    from sabot.record import heads_on_record, indexes
    from sabot.record.journal import verify as verified

    path = settings_of(config_file, journal_file=journal_file).journal_path
    noted = _noted(head) if head else None
    with refusals(), bars(stopped=READ_ONLY) as shown:
        wanted = noted.head if noted else _anchor(anchor) if anchor else None
        verdict = verified(path, anchor=wanted, progress=shown)
        found = [verdict.wrong] * bool(verdict.wrong) + indexes.troubles(path, shown)
        found += heads_on_record.foreign(path, noted)
    for each in found:
        click.echo(f"{path}: {each}")
    if found:
        raise click.exceptions.Exit(1)
    if verdict.accepted:
        numbers = ", ".join(map(str, verdict.accepted))
        click.echo(f"{path}: a supervisor has accepted what was changed: record {numbers} (journal show 0)")
    state = "not whole" if verdict.accepted else "whole"
    click.echo(f"{path}: {verdict.records} records, {state}; head {verdict.records}:{verdict.head}")
    if verdict.accepted:
        raise click.exceptions.Exit(1)


def _noted(given: str) -> SignedHead:
    """The head in this text, or in a file of this name. Raises Refused."""
    from sabot.record import heads

    text = _in_file(given)
    try:
        signed = heads.read(given if text is None else text)
    except ValueError as error:
        no_file = "there is no such file, and as a text " if text is None else ""
        raise Refused(f"--head {given[:60]}: {no_file}{error}") from None
    if not signed.is_genuine:
        raise Refused(f"--head {given[:60]}: its signature is wrong: it was mistyped or forged")
    return signed


def _in_file(given: str) -> str | None:
    """The text in the file of this name; None where there is none. Raises Refused."""
    file = Path(given)
    try:
        return file.read_text(encoding="utf-8") if len(given) < LONGEST_FILE_NAME and file.exists() else None
    except OSError as error:
        raise Refused(f"--head {given[:60]}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Refused(f"--head {given[:60]}: byte {error.start + 1} is not UTF-8 text") from None


def _anchor(text: str) -> tuple[int, str]:
    number, _, digest = text.strip().partition(":")
    is_number = number.isascii() and number.isdecimal() and len(number) <= len(str(RECORDS_MOST))
    if not is_number or len(digest) != 64:
        raise Refused(f"--anchor {text}: expected a head as `sabot journal verify` prints it, NUMBER:HASH")
    return int(number), digest.lower()


@journal.command(short_help="A supervisor's word for a changed record.")
@journaled
@click.option("--by", metavar="NAME", help="The supervisor; without it, the name is asked for.")
def accept(config_file: Path | None, journal_file: Path | None, by: str | None) -> None:
    """Accept records that were changed while the table was shut, so that it opens again.

    Prints what was found, asks for the supervisor's name, and for their PIN if supervisors have one. All of
    it goes on record; `verify` names the records for ever. Indexes and triggers are made again. Close the
    table first. To undo the change instead, put a backup back: `sabot restore FILE`.
    """
    from sabot.record import acceptance

    path = settings_of(config_file, journal_file=journal_file).journal_path
    with refusals(), bars(stopped=READ_ONLY) as shown:
        found = acceptance.findings(path, shown)
    for each in found.sentences:
        click.echo(f"{path}: {each}")
    if not found.sentences:
        click.echo(f"{path}: there is nothing to accept")
        return
    name, signature, proved = supervisor_asked(people_of(path), by)
    with refusals():
        seq = acceptance.accept(path, found, by=signature, proved=proved, wall_ns=time.time_ns())
    click.echo(f"{path}: accepted by {name}, on record as number {seq}; the table can be opened")


def _named(config_file: Path | None, journal_file: Path | None) -> Callable[[str], str]:
    """Returns what gives the name behind a pseudonym. Raises Refused."""
    return people_of(settings_of(config_file, journal_file=journal_file).journal_path).named


def supervisor_asked(people: People, by: str | None) -> tuple[str, str, bool]:
    """Returns the name of the supervisor, how the record has it, and whether they gave their PIN. Raises
    Refused."""
    from sabot.core.shapes.people import Refused as NotLetIn

    name = " ".join((by or click.prompt("Name of the supervisor")).split())
    if not name:
        raise Refused("there is no name: nothing was accepted")
    if not people.guards("supervisor"):
        return name, people.claimed(name), False
    known = people.known(name, click.prompt("PIN", hide_input=True), roles=("supervisor",))
    if isinstance(known, NotLetIn):
        why = known.why.format(n=round(known.wait_s))
        raise Refused(f"{name}: {why} Nothing was accepted")
    return name, str(known), True


@journal.command(short_help="As csv, json or a script.")
@journaled
@click.option(
    "--format",
    "kind",
    type=click.Choice(["csv", "json", "script", "roads", "card"]),
    default="csv",
    show_default=True,
    help="csv: a line a coup; json: a line a record, nothing left out; script: for `sabot referee`; "
    "roads, card: a line a taille, as a display draws its results.",
)
@by_their_names
def export(config_file: Path | None, journal_file: Path | None, kind: str, names: bool) -> None:
    """Write the journal to standard output in another form. Of these, json alone says who did something."""
    from sabot.record.chronicle import as_csv, as_json, as_script
    from sabot.record.tailles import NotDrawnError, as_card, as_roads

    named = _named(config_file, journal_file) if names else str
    formats: dict[str, Callable[[Connection, Advance], Iterator[str]]] = {
        "csv": as_csv,
        "json": partial(as_json, named=named),
        "script": as_script,
        "roads": as_roads,
        "card": as_card,
    }
    with _opened(config_file, journal_file) as (file, echo, advance), refusal_of(NotDrawnError):
        for line in formats[kind](file, advance):
            echo(line)
