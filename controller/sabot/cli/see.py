"""`sabot see`: the cards in pictures, one JSON line a picture, or a report of a folder of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click

from sabot.cli.bars import Bars, bars
from sabot.cli.options import Refused, settings_of
from sabot.config import extras
from sabot.core.progress import stepping

if TYPE_CHECKING:
    from sabot.config import Settings


@click.command(short_help="Read the cards in pictures; prints JSON Lines.")
@click.argument("files", nargs=-1, metavar="[FILE...]", type=click.Path(path_type=Path))
@click.option(
    "--config",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="SABOT_CONFIG",
    help="The configuration of the table in the pictures: its zones and letters; without it, no zones.",
)
@click.option(
    "--draw",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the marked pictures there.",
)
@click.option(
    "--letters",
    type=click.Choice(["any", "en", "fr", "nl", "de", "ru"]),
    help="The court letters: en J Q K, fr V D R, nl B V H, de B D K, ru В Д К; any: as the letters seen "
    "tell. Without it those of --config, else any.",
)
@click.option(
    "--report",
    "pictures",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Report on all pictures in DIR instead: what is unsure, why, and what to change.",
)
@click.option(
    "--lang",
    type=click.Choice(["en", "fr", "nl", "de"]),
    help="The language of the report; without it that of --config, else English.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the report there; without it, into the folder report beside the pictures.",
)
@click.pass_context
def see(
    context: click.Context,
    files: tuple[Path, ...],
    config_file: Path | None,
    draw: Path | None,
    letters: str | None,
    pictures: Path | None,
    lang: str | None,
    output: Path | None,
) -> None:
    """Read the cards in each FILE, a photograph, and print one JSON line for it. A file that cannot be read,
    or whose marked picture cannot be written, is named on standard error, and the exit status is 1.

    With --config the line gives the zone of the table for each card. The four corners in the configuration
    are pixels: FILE must be a picture of that camera, in the size that it had when they were measured. The
    command cannot check this. Without saved corners it looks for the four marks in each FILE.

    \b
    sabot see table.jpg
    sabot see --config table.toml table.jpg
    sabot see --draw marked shots/*.jpg
    sabot see --letters fr belote.jpg
    sabot see --report shots
    """
    _refuse_both(files, pictures, draw=draw, output=output)
    eye = camera_extra()
    settings = settings_of(config_file) if config_file else None
    language = letters or (settings.camera.letters if settings else "any")
    if pictures is not None:
        spoken = lang or (settings.table.language if settings else "en")
        context.exit(_report(eye, pictures, output or pictures / "report", letters=language, lang=spoken))
    table = _table(eye, settings) if settings else None
    if draw is not None:
        draw.mkdir(parents=True, exist_ok=True)
    with (
        bars(stopped="what was read is told above, nothing else was changed") as shown,
        shown("reading pictures", len(files)) as advance,
    ):
        how = {"language": language, "table": table, "draw": draw}
        read = [_read(eye, path, how, shown) for path in stepping(files, advance)]
    context.exit(0 if all(read) else 1)


def _refuse_both(
    files: tuple[Path, ...], pictures: Path | None, *, draw: Path | None, output: Path | None
) -> None:
    """Raises UsageError for options that do not go together."""
    if pictures is None and not files:
        raise click.UsageError("Name the pictures to read, or a folder of them with --report.")
    if pictures is not None and (files or draw):
        raise click.UsageError("--report reads all pictures of its folder: leave out FILE and --draw.")
    if pictures is None and output:
        raise click.UsageError("-o says where a report is written: name a folder of pictures with --report.")


def _report(eye: ModuleType, folder: Path, target: Path, *, letters: str, lang: str) -> int:
    """Writes and prints the report of a folder. Returns the exit status. Raises Refused."""
    from sabot.app.eye import report_words

    try:
        files = eye.pictures_in(folder)
        if not files:
            raise Refused(
                f"{folder}: no pictures in it (.jpg, .png and the like; those in its folders do not count)"
            )
        with (
            bars(stopped="nothing was written") as shown,
            shown("reading pictures", len(files)) as advance,
        ):
            passing = partial(stepping, advance=advance)
            how = {"language": letters, "words": report_words(lang), "lang": lang, "passing": passing}
            text, refused = eye.reported(folder, files, target, **how)
    except eye.TruthError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{error.filename or folder}: {error.strerror}") from None
    click.echo(text, nl=False)
    return 1 if refused else 0


def _read(eye: ModuleType, path: Path, how: Mapping[str, object], shown: Bars) -> bool:
    """Prints what one picture shows, or why it cannot be read. Returns whether it did all."""
    try:
        values, unplaced, undrawn = eye.seen(path, **how)
    except eye.PictureError as error:
        shown.echo(f"sabot: {path}: {error}", err=True)
        return False
    shown.echo(json.dumps(values, ensure_ascii=False))
    if unplaced:
        shown.echo(f"sabot: {path}: no zones: {unplaced}", err=True)
    if undrawn:
        shown.echo(f"sabot: {path}: not drawn: {undrawn}", err=True)
    return not undrawn


def _table(eye: ModuleType, settings: Settings) -> object:
    """Returns the table below the camera; None for a camera in the nose of the sabot. Raises Refused."""
    camera = settings.camera
    if camera.use == "nose":
        return None
    size_mm = (float(camera.width_mm), float(camera.height_mm))
    try:
        return eye.table(settings.table.game, size_mm, corners=camera.corners, zones=camera.zones)
    except eye.PlacesError as error:
        raise Refused(f"{settings.file}: camera: {error}") from None


def camera_extra() -> ModuleType:
    """Returns the module that reads pictures. Raises Refused without the extra `camera`."""
    from sabot.app.eye import picture_reader

    try:
        return picture_reader()
    except ModuleNotFoundError as missing:
        why = f"reading pictures needs {missing.name}: {extras.missing('camera')}"
        raise Refused(why) from None
