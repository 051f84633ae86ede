"""A board gets its program, step by step: ask, compare, send to the loader, copy, wait, ask again.

Until the board is sent to its loader nothing has changed. From then on each failure says what the board does
now and how it gets out of there. The table must be closed meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from sabot.instruments.line import discovery
from sabot.instruments.line.failures import explained
from sabot.instruments.line.found import Found
from sabot.instruments.line.messages import Hello
from sabot.instruments.line.port import Line
from sabot.system.boards import drives, images, ports
from sabot.system.boards.drives import Drive, DriveError
from sabot.system.boards.images import Image
from sabot.system.boards.ports import Board

DRIVE_S, BACK_S, LOOK_S = 20.0, 20.0, 0.25
"""How long a board may take to appear as a drive, and to come back to its port; how often to look."""

AS_BEFORE = "pull its USB cable and plug it in again: it then runs the program that it had"
IF_WHOLE = ", if that is a whole one"
"""So much is known of a board that was found in its loader."""
ONCE_MORE = (
    "If it shows up as the drive {label} when it is plugged in again, it holds half a program; if it neither"
    " does that nor answers, hold its BOOTSEL button while plugging it in."
    " Then sabot flash --board {board} writes it again"
)

Something = TypeVar("Something")


class FlashError(RuntimeError):
    """Why a board was not flashed: what happened, how the board is now, and what to do."""


class Machine(NamedTuple):
    """What a flash needs of this machine; a test puts its own in place."""

    list_ports: Callable[[], list[Found]] = discovery.ports
    open_port: Callable[[str, int], Line] = ports.opened
    mounted: Callable[[Drive], AbstractContextManager[Path]] = drives.mounted
    no_mount: Callable[[], str] = drives.no_mount
    root: Path = Path("/")
    wait: Callable[[float], object] = time.sleep
    monotonic_s: Callable[[], float] = time.monotonic

    def boards(self) -> list[Board]:
        """Our boards that run."""
        return ports.boards(self.list_ports(), root=self.root)

    def until(self, look: Callable[[], Something | None], within_s: float) -> Something | None:
        """What `look` finds; None where it finds nothing in time."""
        ends_s = self.monotonic_s() + within_s
        while (found := _seen(look)) is None and self.monotonic_s() < ends_s:
            self.wait(LOOK_S)
        return found


def _seen(look: Callable[[], Something | None]) -> Something | None:
    """What `look` finds; None also while the ports of this machine cannot be listed, as one comes or goes."""
    with suppress(discovery.PortsUnknown):
        return look()
    return None


class Job(NamedTuple):
    """One board and the image for it. `board` None: it waits in its loader already. `say` takes a step and
    what came of it."""

    board: Board | None
    image: Image
    say: Callable[[str, str], object]
    machine: Machine = Machine()
    force: bool = False
    dry: bool = False

    def done(self) -> bool:
        """Flash it where it is older; whether it was, or would be, flashed. Raises FlashError."""
        had = self._hello(self.board) if self.board is not None else None
        if self.board is not None and had is not None and not self._is_due(self.board, had):
            return False
        drive = self._waiting() if self.board is None else None
        if why := self.machine.no_mount():
            raise FlashError(f"this user may not mount the drive of a board ({why}): sudo sabot flash")
        if self.dry:
            self.say("would flash", self.image.called())
            return True
        try:
            drive = drive or self._sent()
            self._copied(drive)
            self._proved(drive, had)
        except Exception:
            raise
        except BaseException:  # Ctrl-C, or told to end
            self.say("broken off", f"the board may wait in its loader: {AS_BEFORE}. {self._once_more()}")
            raise
        return True

    # --- before anything is touched

    def _is_due(self, board: Board, hello: Hello) -> bool:
        self.say("found", f"{board.named()} at {board.device}, firmware {hello.firmware or 'unknown'}")
        if not board.socket:
            raise FlashError(f"{board.device} is no port of USB, and only by USB a board can be flashed")
        if other := self._another_kind(board, hello):
            raise FlashError(f"{board.device} is a {other}, and the image is for {self.image.board}")
        age = _age(hello, self.image)
        if self.force or age == -1:
            return True
        if age == 0:
            self.say("same", f"{self.image.version} is in it already")
        else:
            what = "is newer than" if age else "cannot be compared with"
            self.say("left", f"its version {what} {self.image.version} (--force flashes it nevertheless)")
        return False

    def _another_kind(self, board: Board, hello: Hello) -> str:
        """What this board is by its name on USB or by its answer; empty where it is what the image is for."""
        both = (board.kind, hello.kind or board.kind)  # one of another link says its version only
        return next((each for each in both if each != self.image.board), "")

    def _hello(self, board: Board) -> Hello:
        try:
            line = self.machine.open_port(board.device, ports.ASKED_BAUD)
            try:
                hello = ports.asked(line, monotonic_s=self.machine.monotonic_s)
            finally:
                line.close()
        except (OSError, ValueError) as error:
            why = str(explained(error, board.device))
            busy = ": by a table? Close it first; a service: sudo sabot flash" if "in use" in why else ""
            raise FlashError(f"{board.named()} was not asked: {why}{busy}") from None
        if hello is None:
            silent = f"{board.named()} at {board.device} does not answer; nothing was changed"
            raise FlashError(f"{silent}. {_by_button(board)}")
        return hello

    def _waiting(self) -> Drive:
        found = drives.drives(self.machine.root)
        if not found:
            why = "no board waits in its loader: is the cable in?"
            raise FlashError(f"no {self.image.board} runs at a USB port, and {why}")
        if len(found) > 1:
            raise FlashError(f"{len(found)} boards wait in their loaders: leave one plugged in")
        self.say("found", f"a board in its loader, drive {found[0].device}")
        return found[0]

    # --- in the loader

    def _sent(self) -> Drive:
        board = self.board
        assert board is not None
        with suppress(OSError, ValueError):  # the board may be gone before its port is open
            self.machine.open_port(board.device, ports.TOUCH_BAUD).close()
        drive = self.machine.until(lambda: self._drive(board.socket), DRIVE_S)
        if drive is not None:
            self.say("in loader", f"{board.named()}, drive {drive.device}")
            return drive
        if self._there(board.socket):
            raise FlashError(
                f"{board.named()} did not restart into its loader; it runs as before. {_by_button(board)}"
            )
        what = f"no drive {drives.LABEL} came within {DRIVE_S:g} s"
        raise FlashError(f"{board.named()} left its port, and {what}: {AS_BEFORE}")

    def _drive(self, socket: str) -> Drive | None:
        return next((each for each in drives.drives(self.machine.root) if each.socket == socket), None)

    def _copied(self, drive: Drive) -> None:
        try:
            with self.machine.mounted(drive) as folder:
                drives.checked(folder, len(self.image.data))
                early = drives.copied(self.image.data, folder / self.image.file.name)
        except DriveError as error:
            why = f"{error}. The board waits in its loader, and nothing was written"
            raise FlashError(f"{why}: {AS_BEFORE}{'' if self.board else IF_WHOLE}") from None
        self.say("copied", f"{self.image.called()}{f' ({early})' if early else ''}")

    # --- after

    def _there(self, socket: str) -> Board | None:
        """The board that runs at this socket, of any kind."""
        return next((each for each in self.machine.boards() if each.socket == socket), None)

    def _proved(self, drive: Drive, had: Hello | None) -> None:
        """The board is back, and says the kind and the version of the image. `had`: what it said before; None
        where it could not be asked. Raises FlashError."""
        once_more = self._once_more()
        board = self.machine.until(lambda: self._there(drive.socket), BACK_S)
        if board is None:
            raise FlashError(f"the board did not come back within {BACK_S:g} s. {once_more}")
        hello = self.machine.until(lambda: self._says(board), BACK_S)
        if hello is None:
            raise FlashError(f"{board.named()} came back, and does not answer. {once_more}")
        if other := self._another_kind(board, hello):
            why = f"came back as a {other}, and the image is for {self.image.board}"
            raise FlashError(f"the board at {board.device} {why}: this is not what was copied. {once_more}")
        if _age(hello, self.image) != 0:
            why = f"came back with {hello.firmware or 'an unknown version'}, not with {self.image.version}"
            raise FlashError(f"{board.named()} {why}{_instead(hello, had)}: flash it once more")
        self.say("flashed", f"{board.named()} says {hello.firmware}")

    def _once_more(self) -> str:
        return ONCE_MORE.format(label=drives.LABEL, board=_short(self.image.board))

    def _says(self, board: Board) -> Hello | None:
        """The board's answer; None where its port is not ready yet: udev has just begun with it."""
        with suppress(FlashError):
            return self._hello(board)
        return None


def _age(hello: Hello, image: Image) -> int | None:
    """How a board is to an image: older (-1), the same (0), newer (1), or not to be compared (None)."""
    return 1 if hello.link_version > image.link_version else images.order(hello.firmware, image.version)


def _instead(hello: Hello, had: Hello | None) -> str:
    """What runs in a board that came back without the image, by what it said before."""
    if had is None:
        return ""
    if (hello.link_version, _version(hello)) == (had.link_version, _version(had)):
        return ": the copy did not arrive. It runs as before"
    return f". It had {had.firmware or 'an unknown version'}, so what runs in it now is neither of the two"


def _version(hello: Hello) -> str:
    """Without what the self-test found."""
    return hello.firmware.partition(" ")[0]


def _short(kind: str) -> str:
    """What a person calls this kind of board."""
    return next(name for name, each in ports.KINDS.items() if each == kind)


def _by_button(board: Board) -> str:
    button = "Plug it in with its BOOTSEL button held"
    return f"{button}, then: sabot flash --board {_short(board.kind)}"
