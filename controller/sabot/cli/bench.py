"""`sabot bench`: how fast it is, on this machine. `sabot simulate`: whether it holds, with faults."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused
from sabot.config import extras
from sabot.instruments.camera.eye import ON_ONE_CORE

if TYPE_CHECKING:
    from sabot.core.progress import Progress
    from sabot.simulation.evenings.evening import Result
    from sabot.simulation.evenings.report import Report

BENCHES = {
    "live": "sabot.bench.live",
    "rules": "sabot.bench.rules",
    "wheel": "sabot.bench.wheel",
    "rehearsal": "sabot.bench.rehearsal",
    "vision": "sabot_vision.bench",
    "school": "sabot.bench.school",
    "screens": "sabot.bench.screens",
    "open-hands": "sabot.bench.open_hands",
    "pit": "sabot.bench.pit",
}
"""Each has a function `measure(progress=…) -> dict`."""

EXTRAS = {"vision": "camera", "pit": "pit"}
"""What a bench needs, if it is not `analysis`."""

DEFAULT_BENCHES = ("live", "rules")
"""The benches that run without a name; the others take many minutes."""


@click.command(short_help="Measure this machine; prints JSON.")
@click.argument("names", nargs=-1, type=click.Choice(sorted(BENCHES)))
@click.option(
    "--json/--lines", "as_json", default=True, help="As one JSON object (the default), or line by line."
)
@click.option("--tables", type=click.IntRange(1, 1000), help="pit: how many tables (200).")
@click.option("--seconds", type=click.IntRange(1), help="pit: how long they deal (60).")
def bench(names: tuple[str, ...], as_json: bool, tables: int | None, seconds: int | None) -> None:
    """Measure this machine: `live` (a card from the wire to the browsers), `rules` (coups a second); and,
    only when named, `rehearsal` (a million coups of every game, with faults at known places: are all found?),
    `screens` (two hundred displays: when has the slowest a card, and does the croupier's page wait?),
    `school` (a simulated learner: does the schedule ask the rare cells?), `open-hands` (deals with all
    hands open: how long until it is known whether a contract can be made?), `vision` (a picture of six
    cards, read), `wheel` (a hundred thousand spins with imperfect sensors: is any number wrong?) and `pit`
    (many tables at ten times speed: how late is the pit, and does a table's own screen wait for it?).

    \b
    sabot bench
    sabot bench live
    sabot bench rehearsal
    sabot bench pit --tables 40 --seconds 30
    """
    asked = {key: each for key, each in {"tables": tables, "seconds": seconds}.items() if each is not None}
    if asked and "pit" not in names:
        raise Refused("--tables and --seconds are for `sabot bench pit`")
    figures: dict[str, object] = {"machine": machine()}
    benches = {
        name: _bench(name) for name in names or DEFAULT_BENCHES
    }  # import all of them before the first takes minutes
    with bars(stopped="what was measured is not kept; nothing was changed") as shown:
        for name, module in benches.items():
            given = asked if name == "pit" else {}
            figures[name] = _measured(module, shown, given)
    if as_json:
        click.echo(json.dumps(figures, ensure_ascii=False, indent=2))
        return
    for line in _lines(figures):
        click.echo(line)


def _measured(module: ModuleType, progress: Progress, given: Mapping[str, int]) -> object:
    """What this bench finds. Raises Refused where a program that it needs is not installed."""
    try:
        return module.measure(progress=progress, **given)
    except RuntimeError as error:
        if type(error).__name__ != "MissingError":
            raise
        raise Refused(str(error)) from None


def _bench(name: str) -> ModuleType:
    if name == "vision":  # before NumPy is loaded
        os.environ.update(ON_ONE_CORE)
    try:
        return import_module(BENCHES[name])
    except ModuleNotFoundError as missing:
        extra = EXTRAS.get(name, "analysis")
        raise Refused(f"{name} needs {missing.name}: {extras.missing(extra)}") from None


def machine() -> dict[str, object]:
    """Returns what the machine is."""
    return {
        "name": platform.node(),
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123
            named = (
                line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))
            )
            return next(named, platform.machine())
    except OSError:
        return platform.machine()


def _lines(figures: dict[str, object], before: str = "") -> list[str]:
    lines = []
    for name, value in figures.items():
        if isinstance(value, dict):
            lines += _lines(value, f"{before}{name}.")
        else:
            lines.append(f"{before}{name}: {value}")
    return lines


@click.command(short_help="Play evenings full of faults, and see what must always hold.")
@click.option("--evenings", default=100, show_default=True, type=click.IntRange(1), help="How many evenings.")
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(0),
    help="The first evening's; each next has one more.",
)
@click.option("--trace", is_flag=True, help="Print all that happens, a line each, before the report.")
@click.option("--json", "as_json", is_flag=True, help="The report as one JSON object.")
def simulate(evenings: int, seed: int, trace: bool, as_json: bool) -> None:
    """Play whole evenings in one process, with simulated instruments, people and faults: bytes that are lost
    or late, cables, crashes in the middle of a write, full disks, wrong clocks, dead threads, an eye that
    lies.

    After each step it is checked that no card is lost or doubled, that nothing is shown that is not on
    record, that screen, replay and exports agree, and that chips are conserved. The seed decides everything:
    an evening in which something broke is played again by its seed. Exit status 1 if anything broke. No
    table, journal or configuration of yours is touched.

    \b
    sabot simulate
    sabot simulate --evenings 1 --seed 17 --trace
    """
    from sabot.simulation.evenings.report import reported

    with bars(stopped="nothing was changed") as shown:
        report = reported(seed, evenings, progress=shown, hear=_traced if trace else _unheard)
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        _say_report(report)
    if report["broken"]:
        raise click.exceptions.Exit(1)


def _traced(result: Result) -> None:
    click.echo(f"evening {result.seed}, {result.game}")
    for line in result.trace:
        click.echo(line)


def _unheard(result: Result) -> None:
    """The trace is not asked for."""


def _say_report(report: Report) -> None:
    faults = ", ".join(f"{count} {kind}" for kind, count in sorted(report["faults"].items()))
    last = report["seed"] + report["evenings"] - 1
    click.echo(
        f"{report['evenings']} evenings, seeds {report['seed']} to {last}; trace {report['trace'][:16]}"
    )
    click.echo(
        f"{report['coups']} coups, {report['records']} records, {report['programs']} starts of the table"
    )
    click.echo(f"faults: {faults or 'none'}")
    for each in report["examples"]:
        click.echo(f"broken: seed {each['seed']}, {each['game']}: {each['invariant']}: {each['found']}")
        click.echo(f"        play it again: {each['again']}")
    click.echo(f"{report['broken']} evenings in which something broke")
