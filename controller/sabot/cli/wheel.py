"""`sabot wheel`: a recording of a roulette wheel, spin by spin."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.bars import Bars, bars
from sabot.cli.options import Refused, journaled, refusal_of, settings_of
from sabot.core.shapes.json import whole

if TYPE_CHECKING:
    from sabot.config import Settings


@click.command(short_help="A recording of a wheel, one JSON line a spin; or what a wheel's numbers say.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@journaled
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "cammegh", "edges"]),
    default="auto",
    show_default=True,
    help="What the file is: `time TAB payload` lines, or CSV with t_us,sensor; auto: by its first line.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the driver, such as pockets=38 or required_laps=4; may be given again.",
)
@click.option(
    "--statistics",
    is_flag=True,
    help="What the numbers say of the wheel, not the spins; without FILE, of each wheel of the journal.",
)
def wheel(
    file: Path | None,
    form: str,
    settings: tuple[str, ...],
    statistics: bool,
    config_file: Path | None,
    journal_file: Path | None,
) -> None:
    """Read a recording of a roulette wheel and print one JSON line a spin.

    `number` is null without a usable number; `faults` says why. `at` is when the number was known: the time
    of the recording, or microseconds of its clock.

    \b
    sabot wheel evening.tsv
    sabot wheel edges.csv --set pockets=38
    sabot wheel evening.tsv --statistics
    sabot wheel --statistics --config table.toml
    """
    if file is None:
        if not statistics:
            raise Refused("expected a recording, or --statistics for the wheels of the journal")
        with bars(stopped="nothing was changed") as shown:
            result = _of_the_journal(settings_of(config_file, journal_file=journal_file), shown)
        click.echo(result)
        return
    from sabot.instruments.wheel import reading as wheel_reading

    with refusal_of(ValueError):
        chosen = form if form != "auto" else wheel_reading.format_of(file)
        with bars(stopped="nothing was changed") as shown:
            lines = wheel_reading.spins(file, form=chosen, options=_options(chosen, settings), progress=shown)
            if statistics:
                click.echo(_statistics(list(lines), chosen, settings))
                return
            for line in lines:
                shown.echo(json.dumps(line, ensure_ascii=False))


def _of_the_journal(settings: Settings, shown: Bars) -> str:
    from sabot.instruments.wheel import history as wheel_history
    from sabot.record.journal import JournalError

    layouts = (str(each.options["layout"]) for each in settings.instruments if "layout" in each.options)
    with refusal_of(JournalError):
        found = wheel_history.wheels(settings.journal_path, layout=next(layouts, ""), progress=shown)
        return wheel_history.as_json(found)


def _statistics(lines: list[Mapping[str, object]], form: str, settings: tuple[str, ...]) -> str:
    from sabot.games.wheel.terms import order
    from sabot.instruments.wheel import statistics as wheel_statistics

    given = _options(form, settings)
    record = wheel_statistics.Record(order(whole(given.get("pockets", 37)), str(given.get("layout", ""))))
    for line in lines:
        if line["number"] is not None:
            record = record.after(str(line["number"]), zone=str(line.get("zone") or ""))
    return json.dumps(wheel_statistics.report(record), ensure_ascii=False, indent=2)


def _options(form: str, settings: tuple[str, ...]) -> dict[str, object]:
    """Returns the given options, each with its own type. Raises Refused."""
    from sabot.instruments.registry import DRIVERS

    defaults = DRIVERS["cammegh" if form == "cammegh" else "sabot-wheel"].options()._asdict()
    given: dict[str, object] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        name = key.strip().replace("-", "_")
        if not equals or name not in defaults:
            known = ", ".join(defaults)
            raise Refused(f"--set {setting}: expected KEY=VALUE, where the key is one of: {known}")
        given[name] = _value(setting, text.strip(), defaults[name])
    return given


def _value(setting: str, text: str, default: float | str) -> object:
    if isinstance(default, bool):
        if text.lower() not in ("true", "false"):
            raise Refused(f"--set {setting}: expected true or false")
        return text.lower() == "true"
    try:
        return type(default)(text)
    except ValueError:
        raise Refused(f"--set {setting}: expected {type(default).__name__}") from None
