"""`sabot calibrate camera`: measures where the table lies in the camera's picture, and saves it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.instruments.table import settings_to_measure
from sabot.cli.options import Refused, configured
from sabot.cli.see import camera_extra

if TYPE_CHECKING:
    from sabot.config import Settings

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(short_help="Where the table lies in the camera's picture.")
@configured
@click.option("--picture", type=FILE, help="Measure in this picture instead of the camera's.")
@click.option("--points", default="", metavar="POINTS", help="Four points, clockwise from the upper left.")
@click.option("--draw", type=FILE, metavar="FILE", help="Write the picture with points and places drawn in.")
@click.option(
    "--print-marks",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the four marks as pictures into DIR, and no more.",
)
@click.option("--dry-run", is_flag=True, help="Measure and tell; write nothing into the configuration.")
def camera(
    config_file: Path | None,
    picture: Path | None,
    points: str,
    draw: Path | None,
    print_marks: Path | None,
    dry_run: bool,
) -> None:
    """Measure where the table lies in the camera's picture: by four marks (--print-marks DIR makes them), or
    by four given points. You can do the same on screen, at /technician/camera of an open table.

    \b
    sabot calibrate camera --print-marks marks
    sabot calibrate camera --config table.toml --draw marked.png
    sabot calibrate camera --picture cloth.jpg --points "210,95 1080,90 1190,640 120,650"
    """
    camera_extra()
    from sabot.app.eye import table_surveyor

    eye = table_surveyor()
    try:
        if print_marks is not None:
            print_marks.mkdir(parents=True, exist_ok=True)
            click.echo("\n".join(map(str, eye.print_marks(print_marks))))
            return
        settings = settings_to_measure(config_file, "camera")
        shown = _shown(eye, settings, picture)
        where = _measured(eye, shown, settings, points)
        if draw is not None:
            eye.marked(shown[-1], where, draw)
    except (eye.PlacesError, eye.PictureError) as error:
        raise Refused(f"{picture or 'camera'}: {error}") from None
    corners = eye.spelled(where.corners)
    click.echo(f"corners = {corners}")
    if not dry_run:
        click.echo(f"written into {_kept(settings, config_file, corners)}")


def _shown(eye: ModuleType, settings: Settings, picture: Path | None) -> list[object]:
    if picture is not None:
        return [eye.loaded(picture)]
    if not settings.camera.source:
        raise Refused("the configuration names no camera: [camera] source, or --picture FILE")
    from sabot.live.camera_link import source

    return list(eye.pictures(source(settings), asdict(settings.camera)))


def _measured(eye: ModuleType, shown: list[object], settings: Settings, points: str) -> Any:
    section = settings.camera
    size = (float(section.width_mm), float(section.height_mm))
    return eye.surveyed(shown, game=settings.table.game, size_mm=size, points=points, zones=section.zones)


def _kept(settings: Settings, config_file: Path | None, corners: str) -> Path:
    from sabot.config import ConfigError, own_file
    from sabot.system import first_start as setting_up

    file = config_file or settings.file or own_file()
    try:
        setting_up.written({"camera": {**asdict(settings.camera), "corners": corners}}, file)
    except (ConfigError, OSError) as error:
        raise Refused(f"{file}: {error}") from None
    return Path(file)
