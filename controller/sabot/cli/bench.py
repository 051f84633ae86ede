"""`sabot bench`: how fast it is, on this machine, as JSON."""

from __future__ import annotations

import json
import os
import platform
from importlib import import_module
from types import ModuleType

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused
from sabot.config import extras

BENCHES = {
    "live": "sabot.bench.live",
    "rules": "sabot.bench.rules",
    "wheel": "sabot.bench.wheel",
    "rehearsal": "sabot.bench.rehearsal",
    "vision": "sabot_vision.bench",
    "school": "sabot.school.learner",
    "screens": "sabot.bench.screens",
}
"""Each has a function `measure(progress=…) -> dict`."""

DEFAULT_BENCHES = ("live", "rules")
"""The benches that run without a name; the others take many minutes."""


@click.command(short_help="Measure this machine; prints JSON.")
@click.argument("names", nargs=-1, type=click.Choice(sorted(BENCHES)))
@click.option(
    "--json/--lines", "as_json", default=True, help="As one JSON object (the default), or line by line."
)
def bench(names: tuple[str, ...], as_json: bool) -> None:
    """Measure this machine: `live` (a card from the wire to the browsers), `rules` (coups a second); and,
    only when named, `rehearsal` (a million coups of every game, with faults at known places: are all found?),
    `screens` (two hundred displays: when has the slowest a card, and does the croupier's page wait?),
    `school` (a simulated learner: does the schedule ask the rare cells?), `vision` (a picture of six cards,
    read) and `wheel` (a hundred thousand spins with imperfect sensors: is any number wrong?).

    \b
    sabot bench
    sabot bench live
    sabot bench rehearsal
    """
    figures: dict[str, object] = {"machine": machine()}
    benches = {
        name: _bench(name) for name in names or DEFAULT_BENCHES
    }  # import all of them before the first takes minutes
    with bars(stopped="what was measured is not kept; nothing was changed") as shown:
        for name, module in benches.items():
            figures[name] = module.measure(progress=shown)
    if as_json:
        click.echo(json.dumps(figures, ensure_ascii=False, indent=2))
        return
    for line in _lines(figures):
        click.echo(line)


def _bench(name: str) -> ModuleType:
    try:
        return import_module(BENCHES[name])
    except ModuleNotFoundError as missing:
        extra = "camera" if name == "vision" else "analysis"
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
