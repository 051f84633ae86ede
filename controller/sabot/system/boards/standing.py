"""How the program in a board is to the one that comes with this version: what the technician's page and the
doctor say of it. A board whose program somebody wrote, with no number to compare, is left in peace."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sabot.core.reasons import NOTHING, Reason, reason
from sabot.instruments.contract import PortSettings, Program
from sabot.instruments.line.failures import explained
from sabot.instruments.line.port import open_line
from sabot.instruments.line.replay import SCHEME
from sabot.instruments.registry import driver
from sabot.system.boards import images, ports

ASKED_S = 3.0
"""How long the doctor waits for a board's answer; one that runs gives it at once."""


@cache
def shipped() -> dict[str, images.Image]:
    """The images that come with this version, by kind of board; none where their manifest cannot be read."""
    try:
        return {each.board: each for each in images.listed()}
    except images.ImageError:
        return {}


def standing(program: Program) -> Reason:
    """Why this board should be looked at: its program is older or newer than ours. Nothing where it is the
    same, or cannot be compared."""
    ours = next(iter(shipped().values()), None)
    if ours is not None and program.link_version > ours.link_version:
        return reason("its program is newer than this release: bring the table up to date")
    image = shipped().get(program.kind)
    age = images.order(program.version, image.version) if image else None
    if image is None or not age:
        return NOTHING
    version = program.version.partition(" ")[0]
    if age < 0:
        return reason(
            "its program {before} is older than {after} of this release: close the table, then {command}",
            before=version,
            after=image.version,
            command="sabot flash",
        )
    return reason(
        "its program {before} is newer than {after} of this release", before=version, after=image.version
    )


def examined(line: PortSettings, *, is_held: bool) -> Iterator[tuple[str, str, str]]:
    """What the doctor says of the board at this line, as what, state and why; nothing where the line is none
    of our boards', where an open table holds it, or where it cannot be opened: that is said elsewhere."""
    if is_held or line.port.startswith(SCHEME) or not ports.PRODUCTS.keys() & driver(line.driver).usb:
        return
    try:
        opened, where = open_line(line)
        try:
            hello = ports.asked(opened, within_s=ASKED_S)
        finally:
            opened.close()
    except (OSError, ValueError) as error:
        yield f"{line.role} program", "missing", str(explained(error, line.port))
        return
    if hello is None:
        why = f"the board at {where} does not answer: pull its USB cable and plug it in again"
        yield f"{line.role} program", "missing", why
        return
    program = Program(hello.link_version, hello.kind, hello.firmware)
    why = str(standing(program))
    yield f"{line.role} program", "missing" if why else "found", why or f"{hello.kind} {hello.firmware}"
