"""The reader's boards: layout and schematic agree, what leaves the box is guarded, no rule is broken."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import pytest

from tests.hardware import kicad
from tests.hardware.test_wiring import HARDWARE, PICO, PICO_GROUND, of, rows
from tests.hardware.tool import tool

BOARDS = ("carrier", "head")
SCHEMATIC = {name: kicad.parts(HARDWARE / "board" / f"{name}.kicad_sch") for name in BOARDS}
PADS = {name: kicad.pads(HARDWARE / "board" / f"{name}.kicad_pcb") for name in BOARDS}
CARRIER, HEAD = (SCHEMATIC[name] for name in BOARDS)
LEAVES = ("J1", "J2", "J3")
NEEDS = "KiCad is not installed: make hardware installs it"
PAPERWORK = ("TP", "H", "#")
"""Pads to measure, holes, and marks of the drawing: nobody buys these."""


def layout(name: str) -> Path:
    return HARDWARE / "board" / f"{name}.kicad_pcb"


def bought(name: str) -> dict[str, kicad.Part]:
    return {ref: part for ref, part in SCHEMATIC[name].items() if not ref.startswith(PAPERWORK)}


def between(parts: dict[str, kicad.Part], letter: str) -> set[frozenset[str]]:
    """The two nets of every part whose reference begins so."""
    return {
        frozenset(part.nets.values()) for ref, part in parts.items() if re.fullmatch(letter + r"\d+", ref)
    }


# --- schematic and layout


@pytest.mark.parametrize("name", BOARDS)
def test_the_layout_joins_what_the_schematic_joins_and_nothing_else(name):
    drawn = {
        (ref, pin): net
        for ref, part in SCHEMATIC[name].items()
        for pin, net in part.nets.items()
        if not ref.startswith("#")
    }
    laid = {(pad.part, pad.number): pad.net for pad in PADS[name] if pad.net}
    assert laid == drawn
    assert "" not in drawn.values()


@pytest.mark.parametrize("name", BOARDS)
def test_every_part_of_a_board_is_bought_by_its_number_and_nothing_is_bought_that_is_not_there(name):
    listed = {
        ref: row["number"]
        for row in rows("parts.csv")
        if row["for"] == f"board {name}"
        for ref in row["ref"].split()
    }
    assert {ref: part.number for ref, part in bought(name).items()} == listed


# --- what leaves the box


def test_every_line_that_leaves_has_its_own_tvs_at_the_connector():
    guarded = {part.nets[pin] for ref, part in CARRIER.items() if part.symbol == "TVS2" for pin in ("1", "2")}
    out = {net for each in LEAVES for net in CARRIER[each].nets.values()} - {"GND"}
    assert guarded == out
    assert all(part.nets["3"] == "GND" for part in CARRIER.values() if part.symbol == "TVS2")


USB_MOST_V = 5.5
"""At a port, since the change of USB's limit for VBUS in 2014; the Pi's own supply gives 5.1 V (memory)."""

GATE_LEAST_V = 4.5
"""5 V less a tenth: Omron's sheet of the EE-SX47 (5 to 24 V; the tenth from memory)."""

SWITCH_V, SWITCH_MA = 5.0, 1.0
"""The least that the contacts of an SS-01 are for: Omron's sheet of the SS, "Using Micro Loads"."""


def test_a_tvs_stands_off_all_that_a_usb_port_may_give_and_the_pads_name_it():
    """At 5.2 V it would draw current all day from a port that is within its limits."""
    (row,) = (row for row in rows("parts.csv") if row["part"].startswith("two TVS"))
    stands_off = re.findall(r"stands off ([\d.]+) V", row["why"])
    assert [float(each) for each in stands_off] == [USB_MOST_V]
    for pad in ("TP2", "TP4"):
        assert float(re.findall(r"[\d.]+", CARRIER[pad].value)[-1]) == USB_MOST_V
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    tops = re.findall(r"^\| TP[24] \|.*? to ([\d.]+) V", page, re.MULTILINE)
    assert [float(each) for each in tops] == [USB_MOST_V] * 2


def test_a_meter_at_the_connectors_tells_a_supply_that_the_gate_is_not_made_for():
    """The Pico and the reading head work from 4.4 V at VBUS on, the fork does not."""
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    (least,) = re.findall(r"^\| TP4 \| 5V OUT \| ([\d.]+) to ", page, re.MULTILINE)
    assert float(least) == float(CARRIER["TP4"].value.split("-")[0]) == GATE_LEAST_V


def kiloohm(part: str) -> float:
    return float(part.split()[0])


def test_a_closed_lid_puts_on_its_switch_the_load_that_its_contacts_are_for():
    """At 3.3 V so much more current, on the carrier and at the Pico's pin of a sensor board."""
    (pull_up,) = (
        part
        for ref, part in CARRIER.items()
        if ref[0] == "R" and set(part.nets.values()) == {"3V3", "LID_OUT"}
    )
    listed = [
        row["part"].split()[1]
        for row in rows("parts.csv")
        if row["for"] == "shoe" and row["why"].startswith("pulls the lid up")
    ]
    for value in (pull_up.value, *listed):
        ma = 3.3 / kiloohm(value)
        assert ma >= SWITCH_MA
        assert ma * 3.3 >= SWITCH_V * SWITCH_MA
    assert len(listed) == 1


def test_no_line_that_leaves_touches_the_pico_but_through_a_resistor_or_the_fuse():
    pico = set(CARRIER["U1"].nets.values())
    out = {net for each in LEAVES for net in CARRIER[each].nets.values()} - {"GND"}
    assert not pico & out
    series = between(CARRIER, "R") | between(CARRIER, "F")
    assert all(any(net in pair and pair & pico for pair in series) for net in out)


def test_a_plug_fits_one_place_only_and_both_ends_of_the_heads_cable_agree():
    assert len({len(CARRIER[each].nets) for each in LEAVES}) == len(LEAVES)
    here = [CARRIER["J1"].nets[str(pin)].removesuffix("_OUT") for pin in range(1, 6)]
    assert here == [HEAD["J1"].nets[str(pin)] for pin in range(1, 6)]


def test_five_volts_reach_no_pin_of_the_pico_but_its_supply():
    """An input, or the converter, stands 3.3 V at most."""
    nets = CARRIER["U1"].nets
    assert [pin for pin, net in nets.items() if net == "VBUS"] == ["40"]
    pulled = [pair for pair in between(CARRIER, "R") if "VBUS" in pair or "5V_OUT" in pair]
    assert pulled == []
    assert HEAD["U1"].nets["5"] == "3V3"


def test_gate_and_lid_are_on_the_pins_of_the_table_and_ground_is_where_the_pico_has_it():
    nets = CARRIER["U1"].nets
    signals = {nets[str(pin.header)].lower() for pin in of("shoe") if str(pin.header) in nets}
    assert signals == {"gate", "lid"}
    for pin in of("shoe"):
        assert nets.get(str(pin.header), pin.signal).lower() == pin.signal
        assert PICO[pin.gpio] == pin.header
    assert {int(pin) for pin, net in nets.items() if net == "GND"} == PICO_GROUND


def test_every_signal_has_a_pad_to_measure_with_the_voltage_to_expect():
    pads = {part.nets["1"]: part.value for ref, part in CARRIER.items() if ref.startswith("TP")}
    assert set(pads) == set(CARRIER["U1"].nets.values()) | {"5V_OUT"}
    assert all(re.search(r"\d.*\bV\b|shut 0 open 3\.3 V", value) for value in pads.values())
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert [ref for ref in CARRIER if ref.startswith("TP") and f"| {ref} |" not in page] == []


# --- where things stand


def drawn_for(name: str) -> dict[str, list[float]]:
    """The lists of numbers at the top of a file of the printed parts."""
    scad = (HARDWARE / "library" / f"{name}.scad").read_text(encoding="utf-8")
    lists = re.findall(r"^(\w+) = \[([\d., ]+)\];", scad, re.MULTILINE)
    return {name: [float(each) for each in listed.split(",")] for name, listed in lists}


def test_the_head_fits_its_place_in_the_nose_with_only_the_sensor_towards_the_card():
    nose = drawn_for("shoe")
    (left, top), (right, bottom) = kicad.outline(layout("head"))
    assert [right - left, bottom - top] == nose["board"][:2]
    back = {pad.part: pad.at for pad in PADS["head"] if pad.side == "B.Cu"}
    assert set(back) == {"U2"}
    assert [right - back["U2"][0], back["U2"][1] - top] == nose["sensor_on_board"]


def test_the_carrier_has_a_hole_in_each_corner_at_the_places_of_the_page():
    (left, top), (right, bottom) = kicad.outline(layout("carrier"))
    assert [right - left, bottom - top] == drawn_for("pico")["board"][:2]
    holes = {pad.at for pad in PADS["carrier"] if pad.part.startswith("H")}
    assert holes == {(x, y) for x in (left + 4, right - 4) for y in (top + 4, bottom - 4)}
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert f"{right - left:.0f} by {bottom - top:.0f} mm" in page
    assert f"{right - left - 8:.0f} by {bottom - top - 8:.0f} mm" in page


def test_the_sensor_that_fits_its_pads_both_ways_has_a_mark_beside_its_first_pin_that_is_printed():
    text = layout("head").read_text(encoding="utf-8")
    (sensor,) = re.findall(r'\(footprint "sabot:onsemi_.*?\n  \)', text, re.DOTALL)
    (mark,) = re.findall(r'fp_circle \(center (\S+) (\S+)\).*?"B.SilkS"', sensor)
    pads = re.findall(r'pad "(\d)" smd roundrect \(at (\S+) (\S+)', sensor)
    away = {
        number: (float(x) - float(mark[0])) ** 2 + (float(y) - float(mark[1])) ** 2 for number, x, y in pads
    }
    assert min(away, key=away.__getitem__) == "1"


# --- KiCad


@pytest.mark.skipif(shutil.which("pcbnew") is None, reason=NEEDS)
@pytest.mark.parametrize("name", BOARDS)
def test_kicad_finds_no_broken_rule_and_writes_the_files_for_the_maker(name, tmp_path):
    made = {path.name: path.read_text(encoding="utf-8") for path in tool.laid_out(layout(name), tmp_path)}
    assert f"{name}-F_Cu.gbr" in made
    assert f"{name}-PTH.drl" in made
    assert all("%FSLAX" in text for file, text in made.items() if file.endswith(".gbr"))
    assert made[f"{name}-Edge_Cuts.gbr"].count("D01*") == 4
    assert "<svg" in made[f"{name}-front.svg"]


@pytest.mark.skipif(shutil.which("pcbnew") is None, reason=NEEDS)
def test_a_track_that_crosses_another_stops_the_drawing(tmp_path):
    whole = layout("head").read_text(encoding="utf-8")
    net = re.search(r'\(net (\d+) "SEEN"\)', whole)
    assert net
    wrong = f'  (segment (start 100.6 81.5) (end 115 81.5) (width 0.3) (layer "F.Cu") (net {net[1]}))\n)'
    (tmp_path / "head.kicad_pcb").write_text(whole.rstrip().removesuffix(")") + wrong, encoding="utf-8")
    with pytest.raises(tool.Stopped, match=r"head: \d+ broken rules"):
        tool.laid_out(tmp_path / "head.kicad_pcb", tmp_path / "out")


@pytest.mark.parametrize("name", BOARDS)
def test_a_schematic_has_no_electrical_mistake_where_kicad_can_say_so_and_is_kept_as_a_picture(
    name, tmp_path
):
    assert tool.schematic(layout(name), tmp_path).stat().st_size > 10_000


def test_the_pictures_were_drawn_from_the_boards_as_they_are():
    kept = (HARDWARE / "pictures" / "boards.sha256").read_text(encoding="utf-8").splitlines()
    now = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}"
        for name in BOARDS
        for path in tool.sources(layout(name))
    ]
    assert kept == now
