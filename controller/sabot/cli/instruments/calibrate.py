"""`sabot calibrate`: the angles of a wheel's sensors, a shoe, a camera, measured and written into the
configuration."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.bars import LiveLine
from sabot.cli.instruments.calibrate_camera import camera
from sabot.cli.instruments.calibrate_wheel_camera import wheel_camera
from sabot.cli.instruments.table import said, settings_to_measure, table_closed
from sabot.cli.options import Refused, configured, settings_of

if TYPE_CHECKING:
    from sabot.config import Settings
    from sabot.instruments.calibration.board import Board
    from sabot.instruments.calibration.steps import Step
    from sabot.instruments.line.port import Line
    from sabot.instruments.simulated.simulator import Simulated


PORT = click.option("--port", help="The board's port, where the configuration names none.")
SIMULATED = click.option("--simulated", is_flag=True, help="Try it on a simulated board; nothing is written.")


@click.group(short_help="Measure how an instrument sits, and write it into the configuration.")
def calibrate() -> None:
    """Measure how an instrument is mounted at this table, step by step, and write it into the configuration.

    \b
    sabot calibrate wheel --config table.toml
    sabot calibrate shoe --config table.toml
    sabot calibrate camera --config table.toml
    sabot calibrate wheel-camera --config table.toml --points "84,240 320,40 556,240 320,452"
    """


calibrate.add_command(camera)
calibrate.add_command(wheel_camera)


@calibrate.command(short_help="Where the sensors of our own wheel sensor sit.")
@configured
@PORT
@SIMULATED
def wheel(config_file: Path | None, port: str | None, simulated: bool) -> None:
    """Measure the places of `sabot-wheel`'s sensors: angles, direction, the offset of zero.

    Turn the rotor by hand without a ball, then with the ball in the pocket of the mark, then in the other
    direction; then launch the ball once. The table must be closed, without an open coup; a service is stopped
    and started around it: sudo sabot calibrate wheel --config /etc/sabot/table.toml.
    """
    from sabot.instruments.calibration.steps import wheel as steps
    from sabot.instruments.wheel.edges import Options

    settings = settings_of(config_file) if simulated else settings_to_measure(config_file, "wheel")
    mark = str(_options(settings, "sabot-wheel").get("mark_pocket", Options().mark_pocket))
    _calibrated(
        settings, config_file, "sabot-wheel", lambda board, say: steps(mark), port=port, simulated=simulated
    )


@calibrate.command(short_help="Lid, gate and reader of our own shoe, tried.")
@configured
@PORT
@SIMULATED
def shoe(config_file: Path | None, port: str | None, simulated: bool) -> None:
    """Try the lid, the gate and the reader of `sabot-shoe` with a few cards, and note the day.

    The table must be closed, without an open coup: what the shoe says meanwhile is on no record. A service is
    stopped and started around it: sudo sabot calibrate shoe --config /etc/sabot/table.toml.
    """
    from sabot.instruments.calibration.guide import says_level
    from sabot.instruments.calibration.steps import shoe as steps_of

    def steps(board: Board, say: Callable[[str], object]) -> tuple[Step, ...]:
        return steps_of(head=says_level(board, say=say))

    settings = settings_of(config_file) if simulated else settings_to_measure(config_file, "shoe")
    _calibrated(settings, config_file, "sabot-shoe", steps, port=port, simulated=simulated)


def _options(settings: Settings, driver: str) -> dict[str, object]:
    return next((dict(each.options) for each in settings.instruments if each.driver == driver), {})


def _calibrated(
    settings: Settings,
    config_file: Path | None,
    driver: str,
    steps: Callable[[Board, Callable[[str], object]], tuple[Step, ...]],
    *,
    port: str | None,
    simulated: bool,
) -> None:
    where = port or next((each.port for each in settings.instruments if each.driver == driver), "auto")
    with nullcontext() if simulated else table_closed(config_file, said):
        measured = _measured(driver, where, steps, simulated=simulated)
        found = {**measured, "calibrated": datetime.now(UTC).date().isoformat()}
        settings_text = ", ".join(f"{name} = {value}" for name, value in found.items())
        if simulated:
            click.echo(f"nothing is written of a simulated board; it would be: {settings_text}")
            return
        path = _kept(settings, config_file, driver, found, where=where)
        click.echo(f"written into {path}: {settings_text}")


def _measured(
    driver: str,
    where: str,
    steps: Callable[[Board, Callable[[str], object]], tuple[Step, ...]],
    *,
    simulated: bool,
) -> dict[str, float]:
    from sabot.instruments.calibration.board import Board
    from sabot.instruments.calibration.guide import NotCalibrated, guided, idle, met

    sensors = LiveLine()
    try:
        with _line(driver, where, simulated=simulated) as (line, move):
            board = Board(line, driver, show=sensors.show)
            sensors.echo(met(board, kind=driver))
            begin = idle if simulated else _ready
            return guided(board, steps(board, sensors.echo), say=sensors.echo, begin=begin, move=move)
    except NotCalibrated as error:
        raise Refused(str(error)) from None
    finally:
        sensors.leave()


def _kept(
    settings: Settings, config_file: Path | None, driver: str, found: dict[str, object], *, where: str
) -> Path:
    from sabot.config import ConfigError, own_file
    from sabot.instruments.calibration.keeping import kept

    path = config_file or settings.file or own_file()
    try:
        kept(path, driver, found, port=where)
    except ConfigError as error:
        raise Refused(f"{path}: {error}") from None
    return path


@contextmanager
def _line(driver: str, port: str, *, simulated: bool) -> Iterator[tuple[Line, Callable[[Step], object]]]:
    """Returns the open port, and what moves a simulated board at a step. Raises Refused if the port cannot be
    opened."""
    from sabot.instruments.calibration.guide import idle
    from sabot.instruments.contract import PortSettings
    from sabot.instruments.line.failures import explained
    from sabot.instruments.line.port import open_line
    from sabot.instruments.simulated.simulator import Simulated

    if simulated:
        head = {"head": True} if driver == "sabot-shoe" else {}
        with Simulated(driver, idle=True, baud=0, speed=20, **head) as board:
            line, _ = open_line(PortSettings(driver, board.path))
            yield line, lambda step: _moved(board, step)
            line.close()
        return
    try:
        line, where = open_line(PortSettings(driver, port))
    except (OSError, ValueError) as error:
        why = f"{explained(error, port)} (is a table open on it?); --simulated tries it without one"
        raise Refused(why) from None
    click.echo(f"listening at {where}")
    yield line, idle
    line.close()


def _moved(board: Simulated, step: Step) -> None:
    for each in step.hand:
        board.tell(dict(each))


def _ready(step: Step) -> None:
    """Wait until a person has placed the ball; without a terminal, go on at once."""
    if sys.stdin.isatty():
        click.prompt("      Press Enter, then do it", default="", show_default=False, prompt_suffix=" ")
