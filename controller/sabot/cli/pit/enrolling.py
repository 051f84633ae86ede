"""`sabot pit enrol`: a table proves who it is by a certificate, which a person at the pit has accepted."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.pit.commands import named_all, of_a_house, pit, pit_folder, refusing

if TYPE_CHECKING:
    from sabot.pit.trust.authority import Authority


@pit.group(short_help="Certificates: who may speak at the pit.")
def enrol() -> None:
    """Let tables of other machines join the pit. A table's key is made on the table and never leaves it.

    \b
    sabot pit enrol house --house nijmegen                    at the pit, once
    sabot pit enrol request --house nijmegen --table t1 FILE  at the table
    sabot pit enrol accept FILE --by NAME --fingerprint WORDS at the pit
    sabot pit enrol install FILE                              at the table
    """


def _authority(folder: Path | None) -> Authority:
    from sabot.pit.trust.authority import Authority

    return Authority.of_pit(folder or pit_folder())


at_the_pit = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the pit, as `sabot pit serve --folder` has it.",
)
at_the_table = click.option(
    "--certificates",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where this machine keeps its key and certificate.",
)
by_a_person = click.option("--by", required=True, metavar="NAME", help="Who does it.")
a_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


def _now() -> datetime:
    return datetime.now(UTC)


@enrol.command(short_help="Make the house, once, at the pit.")
@of_a_house
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the key of the house's root goes, such as a USB stick; else into the folder of the pit.",
)
@at_the_pit
def house(house: str, root: Path | None, folder: Path | None) -> None:
    """Make the root of a house and the pit's own authority, with certificates of broker and collector. The
    key of the root is needed no more: keep it elsewhere."""
    with refusing():
        named_all(house)
        authority = _authority(folder)
        place = root or authority.folder
        shown = authority.make(house, root=place, now=_now())
    click.echo(f"the house {house}: fingerprint {shown}")
    click.echo(f"the key of its root is in {place}: keep it away from the pit")


@enrol.command(short_help="Ask for a certificate, at the table.")
@of_a_house
@click.option("--table", required=True, help="The name of this table: a to z, 0 to 9 and -.")
@click.option("--new-key", is_flag=True, help="Make a new key: after the old one was revoked.")
@a_file
@at_the_table
def request(house: str, table: str, new_key: bool, file: Path, certificates: Path | None) -> None:
    """Make this table's key, if it has none, and write a request into the new FILE. The fingerprint that is
    shown is compared at the pit. The key before a new one works on until `install`."""
    with refusing():
        from sabot.pit.topics import Station
        from sabot.pit.trust import enrolment
        from sabot.pit.trust.papers import Papers, of_this_machine

        named_all(house, table)
        papers = Papers(certificates) if certificates else of_this_machine()
        shown = enrolment.write_request(file, papers, Station(house, table), is_new_key=new_key)
    click.echo(f"{file}: take it to the pit. The fingerprint of {table} is\n{shown}")


@enrol.command(short_help="What a request says, at the pit.")
@a_file
@at_the_pit
def show(file: Path, folder: Path | None) -> None:
    """Show the house, the table and the fingerprint of the request in FILE."""
    with refusing():
        from sabot.pit.trust.papers import given

        asked = _authority(folder).asked(given(file))
    click.echo(f"{asked.table} of {asked.house}: {asked.fingerprint}")


@enrol.command(short_help="Sign a request, at the pit.")
@a_file
@by_a_person
@click.option("--fingerprint", required=True, metavar="WORDS", help="As the table's own screen shows it.")
@at_the_pit
def accept(file: Path, by: str, fingerprint: str, folder: Path | None) -> None:
    """Sign the request in FILE, after a person has compared the fingerprint with that on the table. The
    certificate is written beside it, as FILE.certificate."""
    with refusing():
        from sabot.pit.trust.papers import given

        authority, made = _authority(folder), file.with_name(f"{file.name}.certificate")
        pem = authority.accept(given(file), by=by, fingerprint=fingerprint, now=_now())
        made.write_bytes(pem)
    click.echo(f"{made}: accepted by {by}; take it to the table. The house is {authority.fingerprint}")


@enrol.command(short_help="Put the certificate in place, at the table.")
@a_file
@click.option("--fingerprint", default="", metavar="WORDS", help="Of the house, as the pit shows it.")
@at_the_table
def install(file: Path, fingerprint: str, certificates: Path | None) -> None:
    """Put in place what the pit has signed. A carrier that runs takes it at its next connection."""
    with refusing():
        from sabot.pit.trust import enrolment
        from sabot.pit.trust.papers import Papers, given, of_this_machine

        papers = Papers(certificates) if certificates else of_this_machine()
        done = enrolment.install(papers, given(file), now=_now(), house_fingerprint=fingerprint)
    click.echo(f"{done.station.table} is enrolled with {done.station.house} until {done.last_day}")
    click.echo(f"the house is {done.house_fingerprint}: compare it with what the pit shows")


@enrol.command("list", short_help="The tables, and who accepted them.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a table.")
@at_the_pit
def listed(as_json: bool, folder: Path | None) -> None:
    """The house and its tables: until when a certificate is valid, who accepted it, who revoked it."""
    with refusing():
        authority = _authority(folder)
        heading = f"the house {authority.house}: {authority.fingerprint}"
        tables, warned = authority.register.enrolled(), list(authority.warnings())
    for name, each in tables.items() if as_json else ():
        acts = {key: act and act._asdict() for key, act in each._asdict().items()}
        click.echo(json.dumps({"table": name, "state": each.state(_now()), **acts}, default=str))
    if not as_json:
        lines = [
            f"{name}: {each.state(_now())}; accepted by {each.accepted.by} on {each.accepted.at:%Y-%m-%d}"
            for name, each in tables.items()
        ]
        click.echo(
            "\n".join([heading, *lines, *(each for each in warned if each.partition(":")[0] not in tables)])
        )


@enrol.command(short_help="Take a table's certificate back.")
@click.argument("table")
@by_a_person
@click.option("--why", required=True, metavar="WORDS", help="What has happened.")
@at_the_pit
def revoke(table: str, by: str, why: str, folder: Path | None) -> None:
    """Revoke the certificates of TABLE. `sabot pit serve` ends its connection within seconds; a broker of
    your own must be started again. The table plays on."""
    with refusing():
        _authority(folder).revoke(table, by=by, why=why, now=_now())
    click.echo(f"{table}: revoked by {by}. Start the broker again, if it is not that of `sabot pit serve`")


@enrol.command(short_help="Renew what the pit itself needs.")
@at_the_pit
def refresh(folder: Path | None) -> None:
    """Renew the certificates of broker and collector and the list of revoked ones, where they are due. `sabot
    pit serve` does it by itself."""
    with refusing():
        is_new = _authority(folder).refresh(_now())
    click.echo("made again: start the broker again" if is_new else "nothing is due")


@enrol.command(short_help="What a broker of your own needs.")
@click.option(
    "--port", default=8883, show_default=True, type=click.IntRange(1, 65535), help="Where it listens."
)
@at_the_pit
def broker(port: int, folder: Path | None) -> None:
    """Print the lines for the configuration of a Mosquitto of your own, and write the file of rights that
    they name. Its user must be able to read these files."""
    with refusing():
        from sabot.pit.messages import MESSAGE_BYTES_MOST
        from sabot.pit.trust import rights

        lines = rights.listener(_authority(folder), port)
    limit = f"message_size_limit {MESSAGE_BYTES_MOST}"
    click.echo(f"persistence false\nset_tcp_nodelay true\n{limit}\n{lines}", nl=False)
