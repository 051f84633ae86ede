"""While a cable is pulled, the ports of the machine may not be listed: pyserial then raises anything."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner
from serial.tools import list_ports

from sabot.cli import sabot
from sabot.config import ConfigError, read
from sabot.core.observations import DeviceFound, DeviceLost
from sabot.games.register import GAMES
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import discovery
from sabot.instruments.line.port import Reader
from sabot.live import readers
from sabot.system import doctor, notices
from sabot.system.boards.flashing import Machine
from sabot.system.first_start.listening import PortListener

CANNOT = "the ports of this machine cannot be listed now: leave the cables as they are and try again"
SHOE = PortSettings("sabot-shoe", "auto", "sabot")
CONFIGURED = '[[instruments]]\ndriver = "sabot-shoe"\n'


class Silent:
    """A port that is open and gives nothing."""

    in_waiting = 0

    def read(self, size=1):
        return b""

    def close(self):
        pass


@pytest.fixture(autouse=True)
def torn(monkeypatch):
    """A port whose description vanishes while pyserial reads it; returns how to end that."""
    monkeypatch.setattr(list_ports, "comports", lambda: [int("")])
    return lambda: monkeypatch.setattr(list_ports, "comports", list)


def test_the_error_of_pyserial_becomes_one_line_that_says_what_to_do():
    with pytest.raises(discovery.PortsUnknown, match=CANNOT):
        discovery.everything()


def test_a_link_that_vanishes_while_the_links_are_read_is_the_same(torn, monkeypatch):
    def vanished():
        raise FileNotFoundError(2, "No such file or directory")

    torn()
    monkeypatch.setattr(discovery, "_by_id", vanished)
    with pytest.raises(discovery.PortsUnknown, match=CANNOT):
        discovery.ports()


def test_a_reader_says_so_and_looks_again():
    told: list[Any] = []
    turns = Reader(SHOE, told.append).turns()
    next(turns)
    assert [(type(each.observation), str(each.observation.why)) for each in told] == [(DeviceLost, CANNOT)]
    assert discovery.presence(SHOE) is None
    assert next(turns) > 0


def test_a_reader_outlives_whatever_is_raised_where_its_port_is_opened(caplog):
    def opened(settings):
        if not told:
            raise TypeError("a fault in a driver of the system")
        return Silent(), "x"

    told: list[Any] = []
    reader = Reader(PortSettings("lines", "auto"), told.append, opened=opened, present=lambda line: None)
    turns = reader.turns()
    while not any(isinstance(each.observation, DeviceFound) for each in told):
        next(turns)
    assert "a fault in a driver" in caplog.text


def test_a_table_whose_ports_cannot_be_listed_is_not_taken_for_one_without_instruments():
    with pytest.raises(ConfigError, match=CANNOT):
        readers.instruments(read(""))
    with pytest.raises(ConfigError, match=CANNOT):
        readers.instruments(read(CONFIGURED))


def test_a_table_whose_instruments_are_named_opens_with_a_notice():
    settings = read(f"{CONFIGURED}wait = true\n")
    assert CANNOT in notices.notices(settings)


@pytest.mark.parametrize("config", ["", CONFIGURED, f"{CONFIGURED}wait = true\n"])
def test_the_doctor_says_it_plainly(config):
    found = list(doctor.instruments(read(config)))
    assert [(each.state, each.why) for each in found if CANNOT in each.why]


def test_the_command_that_lists_the_ports_says_it_in_one_line():
    said = CliRunner().invoke(sabot, ["ports"])
    assert (said.exit_code, said.output) == (2, f"sabot: {CANNOT}\n")


def test_who_listens_for_instruments_is_told():
    listener = PortListener(game="punto-banco", rules=GAMES["punto-banco"].Options())
    with pytest.raises(OSError, match=CANNOT):
        listener.listen()


def test_a_board_that_comes_back_meanwhile_is_awaited():
    waited: list[float] = []
    machine = Machine(wait=waited.append, monotonic_s=lambda: float(len(waited)))
    assert machine.until(lambda: machine.boards() or None, 2.0) is None
    assert len(waited) == 2
