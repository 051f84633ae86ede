"""`sabot flash`: puts the program that comes with this version into our own boards."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.instruments.table import said, table_closed
from sabot.cli.options import Refused, configured, refusal_of

if TYPE_CHECKING:
    from sabot.system.boards.flashing import Job, Machine
    from sabot.system.boards.images import Image
    from sabot.system.boards.ports import Board


@click.command(short_help="Put the program of this version into our own boards, where theirs is older.")
@configured
@click.option("--board", "name", type=click.Choice(["shoe", "shoe-light", "wheel"]), help="Only this board.")
@click.option("--image", "file", type=click.Path(path_type=Path), help="Another image, a .uf2 file.")
@click.option("--port", help="Only the board at this port, named as in the configuration.")
@click.option("--force", is_flag=True, help="Also where the board has this version, or a newer one.")
@click.option("--dry-run", "dry", is_flag=True, help="Only say what would be done.")
@click.option("--closed", is_flag=True, hidden=True)
def flash(
    config_file: Path | None,
    name: str | None,
    file: Path | None,
    port: str | None,
    *,
    force: bool,
    dry: bool,
    closed: bool,
) -> None:
    """Find our boards, ask each for its version, and flash those that are older.

    A board that is newer is left. The table must be closed; a service is stopped and started around it:
    sudo sabot flash. A board that waits in its loader (the drive RPI-RP2) is flashed with --board.

    Exit status: 0 every board has this version or a newer one, 1 a board was not flashed, 2 nothing was
    begun.
    """
    from sabot.system.boards.flashing import FlashError, Job, Machine
    from sabot.system.boards.images import ImageError

    machine = Machine()
    with refusal_of(ImageError):
        image = _chosen(file, name)
        boards = _boards(machine, kind=image.board if image else None, port=port, may_be_none=closed)
        pairs = [(each, image or _shipped(each)) for each in boards]
    waiting = [] if port or boards == [None] else _waiting(machine)
    jobs = [Job(board, found, said, machine, force=force, dry=dry) for board, found in pairs]
    with nullcontext() if dry or closed else table_closed(config_file, said):
        done = [_done(job, FlashError) for job in jobs]
    for each in waiting:
        click.echo(f"sabot: {each}", err=True)
    raise click.exceptions.Exit(0 if all(done) and not waiting else 1)


def _chosen(file: Path | None, name: str | None) -> Image | None:
    """The image that was named, or the one for the board that was; None where neither was."""
    from sabot.system.boards import images
    from sabot.system.boards.ports import KINDS

    if file is None:
        return images.shipped(KINDS[name]) if name else None
    image = images.checked(file)
    if name and image.board != KINDS[name]:
        raise Refused(f"{file} is an image for {image.board}, not for {KINDS[name]}")
    return image


def _shipped(board: Board | None) -> Image:
    from sabot.system.boards import images

    assert board is not None
    return images.shipped(board.kind)


def _boards(
    machine: Machine, *, kind: str | None, port: str | None, may_be_none: bool
) -> list[Board] | list[None]:
    """The boards that are meant; None stands for one that waits in its loader."""
    from sabot.system.boards import ports

    found = ports.at(port, machine.list_ports(), root=machine.root) if port else machine.boards()
    if port and not found:
        raise Refused(f"no board of ours is at {port} (`sabot ports` lists them)")
    found = [each for each in found if port or kind in (None, each.kind)]
    if found or may_be_none:
        return found
    if kind is None:
        waits = "One that waits in its loader (drive RPI-RP2): name it with --board shoe, shoe-light or wheel"
        raise Refused(f"no board of ours runs at a USB port: is the cable in? {waits}")
    return [None]


def _waiting(machine: Machine) -> list[str]:
    """What is said of each board that waits in its loader while others run. It gets nothing: a loader does
    not say which kind of board it is."""
    from sabot.system.boards import drives

    how = (
        "sabot flash --board shoe (or shoe-light, wheel) writes it while no other of that kind is plugged in"
    )
    return [
        f"a board waits in its loader (drive {each.device}), and nothing was written to it: {how}"
        for each in drives.drives(machine.root)
    ]


def _done(job: Job, failure: type[Exception]) -> bool:
    """Whether all is well with this board; where it is not, why."""
    try:
        job.done()
    except failure as error:
        click.echo(f"sabot: {error}", err=True)
        return False
    return True
