"""`sabot see`: the cards in pictures, one JSON line a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from controller.cli.options import Refused


@click.command(short_help="Read the cards in pictures; prints JSON Lines.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--draw",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the marked pictures there.",
)
@click.option(
    "--letters",
    default="any",
    show_default=True,
    type=click.Choice(["any", "en", "fr", "nl", "de"]),
    help="The court letters: en J Q K, fr V D R, nl B V H, de B D K; any: as the letters seen tell.",
)
@click.pass_context
def see(context: click.Context, files: tuple[Path, ...], draw: Path | None, letters: str) -> None:
    """Read the cards in each FILE, a photograph, and print one JSON line for it. A file that cannot be read
    is named on standard error, and the exit status is 1.

    \b
    sabot see table.jpg
    sabot see --draw marked shots/*.jpg
    sabot see --letters fr belote.jpg
    """
    eye = camera_extra()
    if draw is not None:
        draw.mkdir(parents=True, exist_ok=True)
    failed = False
    for path in files:
        try:
            click.echo(json.dumps(eye.seen(path, language=letters, draw=draw), ensure_ascii=False))
        except eye.PictureError as error:
            click.echo(f"sabot: {path}: {error}", err=True)
            failed = True
    context.exit(1 if failed else 0)


def camera_extra() -> Any:
    """What reads pictures. Raises Refused where the extra `camera` is not installed."""
    from controller.assemble import eye

    try:
        return eye()
    except ModuleNotFoundError as missing:
        raise Refused(
            f"reading pictures needs {missing.name}, not in the base: pip install 'sabot[camera]'"
        ) from None
