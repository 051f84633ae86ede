"""Readers that type, as people meet them: the list of ports, the configuration, the doctor, the service."""

import io
import json

import pytest
from click.testing import CliRunner

from sabot.cli import doctor as cli
from sabot.config import ConfigError, extras, read
from sabot.instruments.keyboard import devices as input_devices
from sabot.live import readers as lines
from sabot.system import doctor, notices
from sabot.system.service import files
from tests.controller.instruments.input_machine import Machine
from tests.overheard import overheard


@pytest.fixture
def machine(tmp_path, monkeypatch):
    return Machine(tmp_path, monkeypatch)


def test_the_ports_are_told_with_the_two_lines_that_make_a_reader_an_instrument(machine):
    machine.plug(5, "Example Scanner", by_id="usb-Example-event-kbd")
    told = CliRunner().invoke(cli.ports)
    assert told.exit_code == 0
    assert told.output.splitlines() == [
        f"{machine.devices}/event5  Example Scanner types: a reader, or a keyboard",
        '    driver = "keyboard"',
        f'    port = "{machine.devices}/by-id/usb-Example-event-kbd"',
        "Name a reader of cards only: what it types then reaches nothing but the table.",
    ]
    (plain,) = map(json.loads, CliRunner().invoke(cli.ports, ["--json"]).output.splitlines())
    assert (plain["types"], plain["drivers"]) == (True, ["keyboard"])


def test_a_machine_on_which_nothing_hangs_is_said(machine):
    assert "is the cable in?" in CliRunner().invoke(cli.ports).output


def test_the_configuration_that_the_ports_were_told_for_is_taken(machine, monkeypatch):
    opened: list[object] = []
    monkeypatch.setattr(doctor, "open_line", overheard(opened, lambda line: (io.BytesIO(), line.port)))
    machine.plug(5, by_id="usb-Example-event-kbd")
    port = input_devices.typing()[0].called()
    settings = read(f'[[instruments]]\ndriver = "keyboard"\nport = "{port}"\n')
    (line,) = lines.instruments(settings)
    assert doctor.instrument(line) == doctor.Finding("sabot (keyboard)", "found", port)
    assert opened == [line]


@pytest.mark.parametrize("port", ["auto", "/dev/input/event5"])
def test_a_vague_port_is_refused_with_the_exact_one_beside_it_also_where_the_table_would_wait(machine, port):
    machine.plug(5, by_id="usb-Example-event-kbd")
    for wait in ("false", "true"):
        text = f'[[instruments]]\ndriver = "keyboard"\nport = "{port}"\nwait = {wait}\n'
        with pytest.raises(ConfigError, match="write the port that `sabot ports` prints") as refused:
            lines.instruments(read(text))
        assert wait == "true" or f"{machine.devices}/by-id/usb-Example-event-kbd" in str(refused.value)


def test_a_table_without_the_package_opens_and_says_what_installs_it(machine, monkeypatch):
    monkeypatch.setitem(extras.MODULES, "keyboard", ("no_such_module",))
    device = machine.plug(5)
    settings = read(f'[[instruments]]\ndriver = "keyboard"\nport = "{device}"\n')
    (line,) = lines.instruments(settings)
    why = extras.missing("keyboard")
    assert f"the driver keyboard: {why}" in notices.notices(settings)
    assert doctor.instrument(line) == doctor.Finding("sabot (keyboard)", "missing", str(why))


def test_the_doctor_names_what_types_where_no_instrument_is_configured(machine):
    machine.plug(5, "Example Scanner")
    (_, finding) = doctor.instruments(read(""))
    assert finding.state == "found"
    assert finding.why.startswith("Example Scanner: sabot ports says what to write")


def test_the_service_may_read_what_types():
    assert 'SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660"' in files.rules().splitlines()
    assert "m sabot input" in files.USERS.splitlines()
    assert files.rules().index('SUBSYSTEM=="input"') < files.rules().index("GOTO=")
