"""`sabot doctor`: could a table open? `sabot ports`: what hangs on this machine."""

from __future__ import annotations

import json
from pathlib import Path

import click

from controller.cli.options import journaled, settings_of

MARKS = {"found": "ok     ", "missing": "missing", "fails": "FAILS  "}


@click.command(short_help="Could a table open? What is missing, and why.")
@journaled
@click.option("--json", "as_json", is_flag=True, help="One JSON object a finding.")
def doctor(config_file: Path | None, journal_file: Path | None, as_json: bool) -> None:
    """Look at journal, disk, instruments, ports, screens, camera, display and clock.

    Says of each what was found, or why not. The exit status is 0 if a table could open, 1 if not.
    """
    from controller.doctor import could_open, examined

    findings = []
    for finding in examined(settings_of(config_file, journal_file=journal_file)):
        findings.append(finding)
        line = f"{MARKS[finding.state]}  {finding.what}: {finding.why}"
        click.echo(json.dumps(finding._asdict(), ensure_ascii=False) if as_json else line)
    opens = could_open(findings)
    if not as_json:
        click.echo("a table could open" if opens else "a table could not open")
    raise click.exceptions.Exit(0 if opens else 1)


@click.command(short_help="The serial ports and their stable names.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a port.")
def ports(as_json: bool) -> None:
    """Every serial port of this machine, with the stable names under which a configuration may ask for it."""
    from controller.instruments.discover import ports as found

    there = found()
    for port in there:
        line = f"{port.device}  {', '.join(port.names) or 'no stable name'}"
        click.echo(json.dumps(port.as_dict(), ensure_ascii=False) if as_json else line)
    if not there and not as_json:
        click.echo("no serial port is there: is the cable in?")
