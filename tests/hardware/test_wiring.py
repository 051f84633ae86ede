"""The pin table is what the firmware and the configuration say, and the drawings are what the table says."""

from __future__ import annotations

import csv
import re
import shutil
from dataclasses import fields
from typing import NamedTuple

import pytest

from sabot.config import PanelSection
from tests.hardware import kicad
from tests.hardware.tool import tool
from tests.house import ROOT

yaml = pytest.importorskip("yaml", reason="harnesses are read with PyYAML (sabot[hardware])")

HARDWARE = ROOT / "hardware"
IMAGES = {"shoe": 0, "wheel": 1}
CHIP = {"shoe": "Pico", "wheel": "Pico", "panel": "Pi"}
LABEL = {"shoe": "GP{}", "wheel": "GP{}", "panel": "BCM{}"}

PICO = {2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17}
PICO_GROUND, PICO_5V = {3, 8, 13, 18, 23, 28, 33, 38}, {40}
"""Header of the Raspberry Pi Pico by GPIO (its datasheet, chapter 2)."""

PI = {17: 11, 27: 13, 22: 15, 23: 16, 24: 18, 25: 22, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37}
PI_GROUND, PI_5V = {6, 9, 14, 20, 25, 30, 34, 39}, {2, 4}
"""The 40 pins of a Raspberry Pi by BCM number."""

GATE_LEADS = {"+": "BN", "OUT": "BK", "-": "BU"}
"""The leads of EE-1006, by Omron's sheet of EE-SX47/67: the black one is no ground."""

SUPPLY, GROUND = {"5V", "+"}, {"GND", "-", "COM"}


class Pin(NamedTuple):
    """A row of hardware/pins.csv."""

    board: str
    signal: str
    gpio: int
    header: int
    direction: str
    true: str
    cable: str
    what: str


def rows(name: str) -> list[dict[str, str]]:
    with (HARDWARE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


PINS = [Pin(**{**row, "gpio": int(row["gpio"]), "header": int(row["header"])}) for row in rows("pins.csv")]


def of(board: str) -> list[Pin]:
    return [pin for pin in PINS if pin.board == board]


# --- the table


@pytest.mark.parametrize("board", list(IMAGES))
def test_the_table_has_the_pins_of_the_firmware_each_at_its_level(board):
    text = (ROOT / "firmware" / "rp2040" / "pins.h").read_text()
    table = re.findall(r"PINS\[\] = \{(.*?)\n\};", text, re.DOTALL)[IMAGES[board]]
    firmware = re.findall(r"\{(\d+), (true|false)\}, +/\* (\w+):", table)
    assert len(firmware) == table.count("{")
    assert [(pin.signal, pin.gpio, pin.true) for pin in of(board)] == [
        (signal, int(gpio), "high" if high == "true" else "low") for gpio, high, signal in firmware
    ]


def test_the_table_has_the_pins_that_the_configuration_begins_with():
    section = PanelSection()
    bounded = [each.name for each in fields(section) if each.metadata["bounds"] == (-1, 27)]
    assert {pin.signal: pin.gpio for pin in of("panel")} == {name: getattr(section, name) for name in bounded}


@pytest.mark.parametrize(("board", "header"), [("shoe", PICO), ("wheel", PICO), ("panel", PI)])
def test_a_number_of_the_chip_is_that_place_of_the_header_and_used_once(board, header):
    assert [(pin.signal, pin.header) for pin in of(board)] == [
        (pin.signal, header[pin.gpio]) for pin in of(board)
    ]
    assert len({pin.gpio for pin in of(board)}) == len(of(board))


# --- the harnesses


class Wire(NamedTuple):
    """One wire of a harness: from the header's place to a pin of something."""

    header: int
    label: str
    cable: str
    what: str
    end: str


def harness(board: str) -> dict:
    return yaml.safe_load((HARDWARE / "wiring" / f"{board}.yml").read_text(encoding="utf-8"))


def wires(board: str) -> list[Wire]:
    """Every wire but the shields."""
    drawn = harness(board)
    chip = drawn["connectors"][CHIP[board]]
    labels = dict(zip(chip["pins"], chip["pinlabels"], strict=True))
    found = []
    for joined in drawn["connections"]:
        if len(joined) == 2:
            continue
        ((_, places),), ((cable, _),), ((what, ends),) = (each.items() for each in joined)
        names = drawn["connectors"][what]["pinlabels"]
        for place, end in zip(places, ends, strict=True):
            found.append(Wire(place, labels[place], cable, what, names[end - 1]))
    return found


@pytest.mark.parametrize("board", list(CHIP))
def test_every_pin_of_the_table_has_its_wire_in_its_cable_to_its_sensor(board):
    drawn = {(wire.header, wire.label): wire for wire in wires(board)}
    for pin in of(board):
        wire = drawn[pin.header, LABEL[board].format(pin.gpio)]
        assert wire.cable == pin.cable
        assert pin.signal in (wire.what.lower(), wire.end)


@pytest.mark.parametrize("board", list(CHIP))
def test_no_supply_ever_meets_an_input_and_every_cable_has_a_ground(board):
    """Five volts on an input would be its end."""
    ground, supply = (PI_GROUND, PI_5V) if board == "panel" else (PICO_GROUND, PICO_5V)
    for wire in wires(board):
        assert (wire.end in SUPPLY) == (wire.header in supply)
        assert (wire.end in GROUND) == (wire.header in ground)
    cables = {wire.cable for wire in wires(board)}
    assert cables == {wire.cable for wire in wires(board) if wire.end in GROUND}


def joined(board: str) -> list[tuple[str, list[str], str, list[str]]]:
    """Each cable of a harness between two connectors: their names, and what it joins in its order."""
    drawn = harness(board)
    found = []
    for each in drawn["connections"]:
        if len(each) == 3:
            (one, places), (other, ends) = (next(iter(each[at].items())) for at in (0, 2))
            names = [
                [_label(drawn["connectors"][name], at) for at in pins]
                for name, pins in ((one, places), (other, ends))
            ]
            found.append((one, names[0], other, names[1]))
    return found


def _label(connector: dict, pin: int) -> str:
    """What a pin is called: by its number on a header, else by its place."""
    labels = connector["pinlabels"]
    return labels[connector.get("pins", range(1, len(labels) + 1)).index(pin)]


def test_the_carriers_cables_join_what_its_schematic_has_at_each_plug():
    """5 V meets 5 V at both ends, and no plug has the pins of another."""
    carrier, head = (kicad.parts(HARDWARE / "board" / f"{name}.kicad_sch") for name in ("carrier", "head"))
    net = {"+": "5V", "-": "GND", "COM": "GND", "OUT": "GATE", "NO": "LID"}
    drawn = joined("carrier")
    for plug, labels, other, ends in drawn:
        nets = [each.removesuffix("_OUT") for each in carrier[plug].nets.values()]
        assert [net.get(label, label) for label in labels] == nets
        assert ends == labels
        if other == "Head":
            assert list(head["J1"].nets.values())[: len(ends)] == ends
    pins = [len(labels) for _, labels, _, _ in drawn]
    assert sorted(pins) == [2, 3, 5] and len(drawn) == sum(ref.startswith("J") for ref in carrier)


@pytest.mark.parametrize("board", ["carrier", "shoe"])
def test_the_gates_cable_is_drawn_in_the_colours_that_its_leads_have(board):
    (labels,) = (labels for *_, other, labels in joined(board) if other == "Gate")
    assert harness(board)["cables"]["W2"]["colors"] == [GATE_LEADS[label] for label in labels]


def test_the_cameras_cable_is_the_one_that_a_build_lists():
    ((_, _, _, _),) = joined("camera")
    cable = harness("camera")["cables"]["W1"]
    listed = [row["number"] for row in rows("builds.csv") if row["part"].startswith("camera cable")]
    words = cable["type"] + cable["notes"]
    assert all(number.split()[-1] in words for number in listed)


def test_the_lamps_of_the_nose_hang_at_5_v_and_ground_of_the_pi_and_their_plug_and_wire_are_listed():
    """At pins of their own: one pin takes one plug, and the same Pi may have a panel."""
    drawn = harness("nose")
    chip = drawn["connectors"]["Pi"]
    assert dict(zip(chip["pinlabels"], chip["pins"], strict=True)) == {"5V": 4, "GND": 6}
    assert {4} <= PI_5V and {6} <= PI_GROUND
    assert not set(chip["pins"]) & set(harness("panel")["connectors"]["Pi"]["pins"])
    for _, labels, _, ends in joined("nose"):
        assert labels == ends == ["5V", "GND"]
    of_b = [row for row in rows("builds.csv") if "b" in row["build"].split()]
    assert drawn["connectors"]["Plug"]["type"] in {row["number"] for row in of_b}
    (wire,) = [row["part"] for row in of_b if row["part"].startswith("wire 2 by 0.25 mm2")]
    cables = drawn["cables"].values()
    assert all(f"{cable['wirecount']} by {cable['gauge']}" in wire for cable in cables)
    assert f"{sum(cable['length'] for cable in cables):g} m" in wire


@pytest.mark.parametrize("board", list(CHIP))
def test_a_shield_is_grounded_at_one_end_only(board):
    drawn = harness(board)
    shielded = {name for name, cable in drawn["cables"].items() if cable.get("shield")}
    ends = [each for each in drawn["connections"] if len(each) == 2]
    grounded = [name for chip, cable in ends for name, place in cable.items() if place == "s"]
    assert sorted(grounded) == sorted(shielded)
    ground = PI_GROUND if board == "panel" else PICO_GROUND
    assert all(chip[CHIP[board]] in ground for chip, _ in ends)


# --- the drawings


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("dot") is None, reason="drawing harnesses needs graphviz: make hardware installs it"
)
@pytest.mark.parametrize("board", [path.stem for path in tool.wirings()])
def test_a_harness_is_drawn_with_every_signal_in_it(board, tmp_path):
    pytest.importorskip("wireviz")
    picture = tool.drawn(HARDWARE / "wiring" / f"{board}.yml", tmp_path)
    text = picture.read_text(encoding="utf-8")
    assert all(LABEL[board].format(pin.gpio) in text for pin in of(board))
    assert board in CHIP or all(label in text for one in joined(board) for label in one[1])
    assert (tool.PICTURES / f"{board}.svg").exists()
    assert picture.with_suffix(".png").stat().st_size > 10_000
    assert "Cable" in picture.with_suffix(".bom.tsv").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("dot") is None, reason="drawing harnesses needs graphviz: make hardware installs it"
)
def test_a_harness_is_drawn_again_where_the_makers_files_of_the_board_of_its_name_lie(tmp_path):
    """`make hardware` a second time: the first has left build/hardware/carrier, a folder."""
    pytest.importorskip("wireviz")
    (tmp_path / "carrier").mkdir()
    (tmp_path / "carrier" / "carrier-F_Cu.gbr").touch()
    assert tool.drawn(HARDWARE / "wiring" / "carrier.yml", tmp_path).exists()
    assert [each.name for each in (tmp_path / "carrier").iterdir()] == ["carrier-F_Cu.gbr"]


def test_every_part_of_the_circuits_is_bought_and_every_part_has_its_reason(tmp_path):
    pytest.importorskip("schemdraw")
    text = "".join(path.read_text(encoding="utf-8") for path in tool.circuits(tmp_path))
    drawn = {
        name[:2] + name[2:].rstrip("AB") for name in re.findall(r"\b(?:R|D|Q|C|S|U|RV|BZ)\d[AB]?\b", text)
    }
    bought = {name for row in rows("parts.csv") for name in re.findall(r"\b[A-Z]{1,2}\d\b", row["ref"])}
    assert drawn
    assert drawn <= bought
    for row in rows("parts.csv"):
        assert int(row["quantity"]) > 0
        assert float(row["euro"]) > 0
        assert len(row["why"]) > 10, row["part"]
        assert row["number"], row["part"]
        assert row["checked"] in {"data sheet", "name only", "not checked", "no number"}, row["part"]


def test_the_instructions_name_every_part_to_print_and_lead_to_files_that_are_there():
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert [model.stem for model in tool.models() if model.stem not in text] == []
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 10
    assert [link for link in links if not (HARDWARE / link.partition("#")[0]).exists()] == []
