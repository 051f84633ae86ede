"""`sabot calibrate wheel-camera`: measures where a camera stands over the wheel, and saves it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.instruments.table import settings_to_measure
from sabot.cli.options import Refused, configured
from sabot.cli.see import camera_extra

if TYPE_CHECKING:
    from sabot.config import Settings


@click.command(name="wheel-camera", short_help="Where a camera stands over the wheel.")
@configured
@click.option("--points", required=True, metavar="POINTS", help="Four points of the ring, in any order.")
@click.option("--pictures", metavar="SOURCE", help="A film or a folder of pictures instead of the camera.")
@click.option(
    "--draw",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the last picture with the ring and its numbers drawn in.",
)
@click.option("--dry-run", is_flag=True, help="Measure and tell; write nothing into the configuration.")
def wheel_camera(
    config_file: Path | None, points: str, pictures: str | None, draw: Path | None, dry_run: bool
) -> None:
    """Measure where the camera stands over the wheel, by four points of its picture: where the outer rim of
    the ring of numbers reaches furthest left, up, right and down. Then the rotor must turn once, without a
    ball. You can do the same on screen, at /technician/camera of an open table.

    \b
    sabot calibrate wheel-camera --config table.toml --points "84,240 320,40 556,240 320,452"
    """
    camera_extra()
    settings = settings_to_measure(config_file, "wheel-camera")
    view, turned = _measured(settings, points, source=pictures, draw=draw)
    click.echo(f"view = {view}")
    click.echo(f"the rotor was followed for {turned:.1f} turns")
    if not dry_run:
        click.echo(f"written into {_kept(settings, config_file, view)}")


def _measured(settings: Settings, points: str, *, source: str | None, draw: Path | None) -> tuple[str, float]:
    from sabot.app.eye import wheel_surveyor
    from sabot.live import camera_link, wheel_camera

    if not wheel_camera.is_over(settings):
        raise Refused(f"{settings.table.game} has no wheel: name the configuration of a table that has one")
    eye = wheel_surveyor()
    if not (source or settings.camera.source):
        raise Refused("the configuration names no camera: [camera] source, or --pictures SOURCE")
    click.echo("Push the rotor, without a ball, and let it run.", err=True)
    given = asdict(settings.camera) | asdict(settings.wheel) | {"pockets": settings.options.pockets}
    try:
        return eye.surveyed(source or camera_link.source(settings), given, points, draw)  # type: ignore[no-any-return]
    except eye.REFUSALS as error:
        raise Refused(f"{source or 'camera'}: {error}") from None


def _kept(settings: Settings, config_file: Path | None, view: str) -> Path:
    from sabot.config import ConfigError, own_file
    from sabot.config.answers import written

    file = config_file or settings.file or own_file()
    try:
        written({"wheel": {"view": view}}, file)
    except (ConfigError, OSError) as error:
        raise Refused(f"{file}: {error}") from None
    return Path(file)
