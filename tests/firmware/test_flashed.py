"""A whole flash with the very image that is flashed: it answers at a pseudo-terminal, goes to its loader when
that is opened at 1200 baud, and says its version when it is back. The loader and its drive are simulated."""

from __future__ import annotations

import termios
from pathlib import Path
from typing import Any

import pytest

from sabot.instruments.line.found import Found
from sabot.system.boards import images, ports
from sabot.system.boards.flashing import FlashError
from tests.controller.system.boards.bench import Pico
from tests.firmware import listener
from tests.firmware.bridge import Emulated

pytestmark = [pytest.mark.slow, pytest.mark.process]

SPEEDS = {termios.B1200: 1200, termios.B115200: 115200}
TO_LOADER = "rom_reset_usb_boot"


class Running:
    """An open port of the emulated board; virtual time passes while somebody reads."""

    def __init__(self, line: Any, chip: Chip) -> None:
        self._line, self._chip = line, chip

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)

    def read(self, size: int = 1, /) -> bytes:
        self._chip.clock.wait(0.02)
        self._chip.board.run(20_000)
        return self._line.read(size)


class Chip(Pico):
    """The emulated board at its pseudo-terminal, and a folder for its drive."""

    def __init__(self, folder: Path, board: Emulated, kind: str = "sabot-shoe") -> None:
        self.board = board
        super().__init__(folder, kind)
        board.watch(TO_LOADER)

    @property
    def device(self) -> str:
        return str(self.board.port)

    def ports(self) -> list[Found]:
        told = self.board.ask("texts")
        return [Found(self.device, told["product"], told["serial"])] if self.state == "runs" else []

    def opened(self, device: str, baud: int) -> Any:
        """The port, really opened. Its USB host tells the board the speed at which the terminal now is."""
        line = ports.opened(device, baud)
        self.bauds.append(SPEEDS[termios.tcgetattr(line.fileno())[4]])
        for do, more in {"line": {"open": True}, "speed": {"baud": self.bauds[-1]}}.items():
            self.board.ask(do, **more)
            self.board.run(50_000)
        if self.board.ask("calls")["calls"]:
            self.board.pull()
            self.becomes("loader")
        return Running(line, self)

    def takes(self, data: bytes) -> None:
        super().takes(data)
        self.board.plug()
        self.board.ask("load")
        self.board.run(200_000)


def test_the_program_of_a_board_goes_through_a_whole_flash(tmp_path):
    board = listener.shoe(tmp_path, number=bytes(range(1, 9)))
    try:
        chip, version = Chip(tmp_path / "machine", board), images.shipped("sabot-shoe").version
        assert not chip.job().done()
        assert chip.says == [
            f"found: sabot-shoe 0102030405060708 at {board.port}, firmware {version}",
            f"same: {version} is in it already",
        ]
        assert chip.job(force=True).done()
        assert chip.bauds == [115200, 115200, 1200, 115200]
        assert (chip.flashes, board.resets) == (1, 1)
        assert chip.says[-1] == f"flashed: sabot-shoe 0102030405060708 says {version}"
    finally:
        board.end()


def test_the_program_of_a_reading_head_says_what_it_is_and_takes_no_image_of_the_plain_shoe(tmp_path):
    board = Emulated("sabot-shoe-light", tmp_path, listener.SHOE_IDLE)
    board.run(100_000)
    try:
        chip = Chip(tmp_path / "machine", board, "sabot-shoe-light")
        with pytest.raises(FlashError, match="is a sabot-shoe-light, and the image is for sabot-shoe"):
            chip.job(images.shipped("sabot-shoe"), force=True).done()
        assert chip.says[0].startswith("found: sabot-shoe-light ")
        assert chip.bauds == [115200]
    finally:
        board.end()
