"""`sabot calibrate`: the way through it at simulated boards, and what it writes into a configuration."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cli.guard import guarded
from sabot.cli.instruments.calibrate import calibrate
from sabot.config import ConfigError, default_text, read
from sabot.instruments.calibration.board import Board
from sabot.instruments.calibration.guide import NotCalibrated, guided, met
from sabot.instruments.calibration.keeping import kept, with_options
from sabot.instruments.calibration.steps import Heard, shoe, wheel
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import link, messages
from sabot.instruments.line.port import open_line
from sabot.instruments.simulated.simulator import Simulated
from sabot.system import doctor

OWN = """# ours
[table]
name = "Table 7"   # by the window

[[instruments]]
driver = "angel-eye"
port = "/dev/ttyUSB0"

[[instruments]]
driver = "sabot-wheel" # built in May
options = {wheel = "Cammegh 12", pocket_deg = 3.0}
wait = true

[dashboard]
port = 0
"""


@pytest.mark.process
def test_a_crooked_wheel_is_measured_at_its_port_and_stands_in_the_configuration(tmp_path):
    """The simulated sensors sit where no default says; the board is its own process at a terminal."""
    file, angles = tmp_path / "table.toml", {"index2_deg": 104.0, "pocket_deg": 33.5, "track2_deg": 75.0}
    file.write_text(OWN)
    with Simulated("sabot-wheel", idle=True, baud=0, speed=40) as simulated:
        line, _ = open_line(PortSettings("sabot-wheel", simulated.path))
        board = Board(line, "sabot-wheel")
        said: list[str] = []
        assert met(board, kind="sabot-wheel").startswith("sabot-wheel SIMW")

        def hand(step):
            for each in step.hand:
                simulated.tell({**each, "angles": angles})

        found = guided(board, wheel(), say=said.append, move=hand)
        line.close()
    kept(file, "sabot-wheel", found)
    options = tomllib.loads(file.read_text())["instruments"][1]["options"]
    assert options["index2_deg"] == pytest.approx(104.0, abs=1)
    assert options["pocket_deg"] == pytest.approx(33.5, abs=1)
    assert options["pocket2_deg"] == pytest.approx(160.0, abs=1)
    assert options["pocket2"] is True
    assert options["wheel"] == "Cammegh 12"
    assert [each[:5] for each in said if each.startswith("[")] == ["[1/4]", "[2/4]", "[3/4]", "[4/4]"]


@pytest.mark.process
def test_a_shoe_is_tried_on_a_simulated_one_and_nothing_is_written(tmp_path, capsys):
    file = tmp_path / "table.toml"
    file.write_text(OWN)
    assert guarded(calibrate, ["shoe", "--simulated", "--config", str(file)]) == 0
    assert "read 8C TH AS KD 2H" in capsys.readouterr().out
    assert file.read_text() == OWN


class Still:
    """A line on which nothing ever comes, at a clock that goes by itself."""

    in_waiting = 0

    def __init__(self) -> None:
        self.now_s = 0.0

    def read(self, size: int = 1, /) -> bytes:
        self.now_s += 1.0
        return b""

    def write(self, data: bytes, /) -> int:
        return len(data)

    def close(self) -> None:
        pass


def test_a_board_that_does_not_answer_or_never_moves_is_given_up_in_one_line():
    line = Still()
    board = Board(line, "sabot-shoe", monotonic_s=lambda: line.now_s)
    with pytest.raises(NotCalibrated, match=r"^no sabot-shoe answers on this port"):
        met(board, kind="sabot-shoe")
    said: list[str] = []
    with pytest.raises(NotCalibrated, match=r"^lid: .*nothing was written$"):
        guided(board, shoe(), say=said.append, begin=lambda step: None)
    assert sum("Once more" in each for each in said) == 2


def test_a_port_that_is_not_there_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert guarded(calibrate, ["wheel", "--port", str(tmp_path / "nothing")]) == 2
    told = capsys.readouterr().err
    assert ("is not there" in told, told.count("\n")) == (True, 1)


# --- the configuration ------------------------------------------------------------------------------


def test_comments_order_and_other_options_stay_as_they_were():
    changed = with_options(OWN, "sabot-wheel", {"pocket_deg": 9.5, "calibrated": "2026-11-21"})
    there = OWN.splitlines()
    assert [line for line in changed.splitlines() if line not in there] == [
        'options = {wheel = "Cammegh 12", pocket_deg = 9.5, calibrated = "2026-11-21"}'
    ]
    assert len(changed.splitlines()) == len(there)


@pytest.mark.parametrize("text", ["", default_text(), OWN])
def test_an_instrument_that_the_file_does_not_have_yet_is_added(text):
    changed = with_options(text, "sabot-shoe", {"calibrated": "2026-11-21"}, port="auto")
    assert changed.startswith(text)
    added = read(changed).instruments[-1]
    assert (added.driver, added.port, added.options) == ("sabot-shoe", "auto", {"calibrated": "2026-11-21"})


@given(st.lists(st.sampled_from(["lines", "sabot-wheel", "bee-tek"]), unique=True), st.floats(-360, 360))
def test_whatever_instruments_there_are_only_the_one_that_is_meant_changes(drivers, angle):
    blocks = [f'[[instruments]]\ndriver = "{each}"\nport = "/dev/{each}"\n' for each in drivers]
    before = tomllib.loads("\n".join(blocks)).get("instruments", [])
    after = tomllib.loads(with_options("\n".join(blocks), "sabot-wheel", {"pocket_deg": angle}))[
        "instruments"
    ]
    others = [each for each in after if each["driver"] != "sabot-wheel"]
    assert others == [each for each in before if each["driver"] != "sabot-wheel"]
    assert [each["options"] for each in after if each["driver"] == "sabot-wheel"] == [{"pocket_deg": angle}]


def test_options_in_a_section_of_their_own_are_left_to_the_person_who_wrote_them(tmp_path):
    file = tmp_path / "table.toml"
    text = '[[instruments]]\ndriver = "sabot-wheel"\n[instruments.options]\npocket_deg = 1.0\n'
    file.write_text(text)
    with pytest.raises(ConfigError, match="a section of their own"):
        kept(file, "sabot-wheel", {"pocket_deg": 2.0})
    assert file.read_text() == text


def test_the_doctor_names_what_was_never_measured_and_when_the_rest_was():
    def findings(options):
        return list(doctor.calibration(PortSettings("sabot-wheel", "auto", "wheel", options=options)))

    (never,), (done,) = findings({}), findings({"calibrated": "2026-11-21"})
    assert (never.state, "sabot calibrate wheel" in never.why) == ("missing", True)
    assert done == ("wheel calibration", "found", "measured 2026-11-21")
    assert list(doctor.calibration(PortSettings("cammegh", "auto", "wheel"))) == []


def test_the_document_tells_every_step():
    text = (Path(__file__).parents[4] / "docs/calibration.md").read_text()
    assert [step.name for step in (*wheel(), *shoe(head=True)) if f"| {step.name} |" not in text] == []


def test_what_was_measured_is_kept_in_folders_that_are_not_there_yet_and_replaces_what_was_there(tmp_path):
    file = tmp_path / "etc" / "sabot" / "table.toml"
    kept(file, "sabot-wheel", {"pocket_deg": 9.5})
    kept(file, "sabot-wheel", {"pocket_deg": 8.5})
    assert tomllib.loads(file.read_text())["instruments"][0]["options"] == {"pocket_deg": 8.5}
    assert [each.name for each in file.parent.iterdir()] == ["table.toml"]


def test_who_may_read_the_configuration_stays_as_it_was(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(OWN)
    file.chmod(0o640)
    kept(file, "sabot-wheel", {"pocket_deg": 9.5})
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_configuration_that_begins_with_a_byte_order_mark_takes_what_was_measured(tmp_path):
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xef\xbb\xbf" + OWN.encode())
    kept(file, "sabot-wheel", {"pocket_deg": 9.5})
    assert file.read_bytes().startswith(b"# ours")


class Answering(Still):
    """A line on which a board says these bytes, and the bytes that it is sent."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data, self.sent = data, b""

    def read(self, size: int = 1, /) -> bytes:
        self.now_s += 1.0
        said, self.data = self.data[:size], self.data[size:]
        return said

    @property
    def in_waiting(self) -> int:  # type: ignore[override]
        return len(self.data)

    def write(self, data: bytes, /) -> int:
        self.sent += data
        return len(data)


def hello(kind: str, *, boot: int = 7, firmware: str = "1.0") -> bytes:
    return messages.framed(messages.Hello(link.LINK_VERSION, boot, 1, 0, kind, "SN1", firmware))


def test_a_board_of_another_kind_is_not_measured():
    board = Board(Answering(hello("sabot-wheel")), "sabot-shoe")
    with pytest.raises(NotCalibrated, match="a sabot-wheel hangs where the sabot-shoe is expected"):
        met(board, kind="sabot-shoe")


def test_a_board_that_starts_again_while_it_is_met_is_measured_all_the_same():
    board = Board(Answering(hello("sabot-shoe") + hello("sabot-shoe", boot=8)), "sabot-shoe")
    assert met(board, kind="sabot-shoe") == "sabot-shoe SN1, firmware 1.0"


def test_a_board_whose_self_test_found_something_is_measured_and_its_firmware_says_what():
    board = Board(Answering(hello("sabot-shoe", firmware="1.0 sensor 1 is dark")), "sabot-shoe")
    assert met(board, kind="sabot-shoe") == "sabot-shoe SN1, firmware 1.0 sensor 1 is dark"


def test_a_board_that_says_a_message_hears_that_it_has_arrived():
    line = Answering(hello("sabot-shoe") + messages.framed(messages.Gate(True), sequence=1, time_us=5))
    board = Board(line, "sabot-shoe")
    assert met(board, kind="sabot-shoe") == "sabot-shoe SN1, firmware 1.0"
    assert board.ear.heard == [Heard(5, messages.Gate(True))]
    board.until(lambda: True, within_s=1.0)
    told = [messages.read(frame) for frame in link.Deframer().feed(line.sent)]
    assert told == [messages.Identify(), messages.Acknowledgement(7, 1)]


GATE_BOTH_WAYS = b"".join(
    messages.framed(messages.Gate(each), sequence=number, time_us=number)
    for number, each in ((1, True), (2, False))
)


def test_what_a_board_saw_before_the_person_was_ready_is_no_part_of_the_step():
    line, said = Answering(hello("sabot-shoe")), list[str]()
    board = Board(line, "sabot-shoe", monotonic_s=lambda: line.now_s)
    met(board, kind="sabot-shoe")

    def gets_ready(step):
        line.data += GATE_BOTH_WAYS

    with pytest.raises(NotCalibrated, match=r"^gate: the gate never changed"):
        guided(board, [shoe()[1]], say=said.append, begin=gets_ready, tries=1)
    assert messages.read(link.Deframer().feed(line.sent)[-1]) == messages.Acknowledgement(7, 2)


def test_what_a_simulated_board_sees_of_its_command_is_part_of_the_step():
    line, said = Answering(hello("sabot-shoe")), list[str]()
    board = Board(line, "sabot-shoe", monotonic_s=lambda: line.now_s)
    met(board, kind="sabot-shoe")

    def moves(step):
        line.data += GATE_BOTH_WAYS

    assert guided(board, [shoe()[1]], say=said.append, move=moves, tries=1) == {}
    assert said[-1].strip() == "the gate sees a card come and go"
