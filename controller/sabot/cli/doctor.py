"""`sabot doctor`: could a table open? `sabot ports`: what is connected to this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.bars import bars
from sabot.cli.options import journaled, refusal_of, settings_of
from sabot.config.writing import as_toml

if TYPE_CHECKING:
    from sabot.instruments.line.found import Found

MARKS = {"found": "ok     ", "missing": "missing", "fails": "FAILS  "}


@click.command(short_help="Could a table open? What is missing, and why.")
@journaled
@click.option("--json", "as_json", is_flag=True, help="One JSON object a finding.")
def doctor(config_file: Path | None, journal_file: Path | None, as_json: bool) -> None:
    """Check journal, disk, instruments, ports, screens, camera, display and clock.

    Says for each what was found, or why it fails. The exit status is 0 if a table could open, 1 if not.
    """
    from sabot.system.doctor import could_open, examined

    findings = []
    settings = settings_of(config_file, journal_file=journal_file)
    with bars(stopped="nothing was changed") as shown:
        for finding in examined(settings, progress=shown):
            findings.append(finding)
            line = f"{MARKS[finding.state]}  {finding.what}: {finding.why}"
            shown.echo(json.dumps(finding._asdict(), ensure_ascii=False) if as_json else line)
    opens = could_open(findings)
    if not as_json:
        click.echo("a table could open" if opens else "a table could not open")
    raise click.exceptions.Exit(0 if opens else 1)


@click.command(short_help="The serial ports and readers that type, with their stable names.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a port.")
def ports(as_json: bool) -> None:
    """List every serial port of this machine, with the stable names for a configuration.

    Then list every device that types like a keyboard, with the two lines that make it an instrument.
    """
    from sabot.instruments.line.discovery import PortsUnknown, everything

    with refusal_of(PortsUnknown):
        there = everything()
    for port in there:
        click.echo(json.dumps(port.as_dict(), ensure_ascii=False) if as_json else _line_of(port))
    if not there and not as_json:
        click.echo("no serial port and no device that types is there: is the cable in?")
    elif any(port.types for port in there) and not as_json:
        click.echo("Name a reader of cards only: what it types then reaches nothing but the table.")


def _line_of(port: Found) -> str:
    if not port.types:
        return f"{port.device}  {', '.join(port.names) or 'no stable name'}"
    about = f"{port.device}  {port.product or 'a device'} types: a reader, or a keyboard"
    if not port.names:
        return f"{about}; it has no stable name"
    return f'{about}\n    driver = "keyboard"\n    port = {as_toml(port.names[0])}'
