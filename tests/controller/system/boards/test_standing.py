"""How a board's program is to ours, on the technician's page and for the doctor. No board was there."""

from __future__ import annotations

import errno

import pytest

from sabot.instruments.contract import PortSettings, Program
from sabot.instruments.line.messages import Hello
from sabot.instruments.shoes.sabot_shoe import Parser
from sabot.record.journal import Journal
from sabot.system import doctor
from sabot.system.boards import images, ports, standing
from sabot.system.boards.images import ImageError
from tests.controller.system.test_doctor import settings

VERSION = images.shipped("sabot-shoe").version
OLDER = f"its program 0.1.0 is older than {VERSION} of this release: close the table, then sabot flash"
NEWER = f"its program 9.0.0 is newer than {VERSION} of this release"
LINE = PortSettings("sabot-shoe", "/dev/shoe", "sabot")


@pytest.fixture(autouse=True)
def fresh():
    standing.shipped.cache_clear()
    yield
    standing.shipped.cache_clear()


@pytest.mark.parametrize("kind", ports.KINDS.values())
@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("0.1.0", OLDER),
        ("0.1.0 gate blocked at start", OLDER),
        ("9.0.0", NEWER),
        (VERSION, ""),
        (f"{VERSION} by watchdog", ""),
        ("1-simulated", ""),
    ],
)
def test_a_board_is_named_where_its_program_is_older_or_newer_than_ours(kind, version, said):
    assert str(standing.standing(Program(2, kind, version))) == said


def test_a_board_of_a_link_that_is_not_known_here_is_newer_and_a_strange_one_is_left_in_peace():
    assert "newer than this release: bring the table up to date" in str(standing.standing(Program(9, "", "")))
    assert not standing.standing(Program(2, "sabot-else", "0.1.0"))


def test_without_a_manifest_nothing_is_said_of_any_board(monkeypatch):
    def damaged():
        raise ImageError("images.json cannot be read")

    monkeypatch.setattr(images, "listed", damaged)
    assert not standing.standing(Program(9, "sabot-shoe", "0.1.0"))


@pytest.mark.parametrize("link_version", [2, 9])
def test_a_reader_keeps_what_a_board_said_of_its_program_even_where_it_refuses_the_board(link_version):
    parser = Parser()
    parser._hello(Hello(link_version, 7, 1, 0, "sabot-shoe", "SN1", "0.1.0"))
    assert parser.tally.program == Program(link_version, "sabot-shoe", "0.1.0")


class Port:
    is_open = True

    def close(self):
        self.is_open = False


@pytest.fixture
def port(monkeypatch):
    port = Port()
    monkeypatch.setattr(standing, "open_line", lambda line: (port, line.port))
    return port


def found(**more):
    return list(standing.examined(LINE._replace(**more), is_held=False))


@pytest.mark.parametrize(
    ("hello", "finding"),
    [
        (Hello(2, 7, 1, 0, "sabot-shoe", "E6", "0.1.0"), ("missing", OLDER)),
        (Hello(2, 7, 1, 0, "sabot-shoe-light", "E6", "9.0.0"), ("missing", NEWER)),
        (Hello(2, 7, 1, 0, "sabot-shoe", "E6", VERSION), ("found", f"sabot-shoe {VERSION}")),
        (
            None,
            ("missing", "the board at /dev/shoe does not answer: pull its USB cable and plug it in again"),
        ),
    ],
)
def test_the_doctor_asks_a_board_for_its_program(monkeypatch, port, hello, finding):
    monkeypatch.setattr(ports, "asked", lambda line, within_s: hello)
    assert found() == [("sabot program", *finding)]
    assert not port.is_open


def test_a_board_whose_cable_is_pulled_while_it_is_asked_is_said(monkeypatch, port):
    def pulled(line, within_s):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(ports, "asked", pulled)
    ((what, state, why),) = found()
    assert (what, state) == ("sabot program", "missing") and why
    assert not port.is_open


def test_nothing_is_asked_of_other_instruments_recordings_and_of_a_board_that_a_table_has(monkeypatch):
    monkeypatch.setattr(standing, "open_line", lambda line: pytest.fail("the line was opened"))
    assert found(driver="angel-eye") == found(port="replay://a.jsonl") == []
    assert list(standing.examined(LINE, is_held=True)) == []


def test_the_doctor_names_an_old_board_beside_its_line(tmp_path, monkeypatch, port):
    monkeypatch.setattr(doctor.lines, "instruments", lambda settings: [LINE])
    monkeypatch.setattr(doctor, "instrument", lambda line, holder: doctor.Finding("sabot", "found", ""))
    old = Hello(2, 7, 1, 0, "sabot-shoe", "E6", "0.1.0")
    monkeypatch.setattr(ports, "asked", lambda line, within_s: old)
    named = [each for each in doctor.instruments(settings(tmp_path)) if each.what == "sabot program"]
    assert named == [doctor.Finding("sabot program", "missing", OLDER)]
    assert doctor.could_open(named)
    with Journal(tmp_path / "table.sqlite3"):  # an open table has the board
        assert "sabot program" not in [each.what for each in doctor.instruments(settings(tmp_path))]
