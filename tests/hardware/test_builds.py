"""The lists of the first builds are complete, no price is invented, each board asks USB for what it draws."""

from __future__ import annotations

import math
import re

import pytest

from sabot_vision.wheel.strips import TRACK_RADII
from tests.hardware.test_wiring import HARDWARE, ROOT, harness, of, rows

BUILDS = rows("builds.csv")
PAGE = (HARDWARE / "README.md").read_text(encoding="utf-8").partition("## What is here")[0]
PANEL = "panel"
EVERYWHERE = (
    "Raspberry Pi 5",
    "power supply",
    "microSD",
    "fan",
    "pi_box",
    "screw M",
    "brass insert",
    "filament",
)
ARM = ("camera_foot", "board of wood 12 mm", "weight", "cable tie")
NOSE = ("clear pane", "lamp strip", "wire", "fuse", "connector", "felt", "screw M4", "nut M4", "spacer")
ALSO = {
    "a": ("camera", "camera cable 22 to 15 pins", "aluminium tube", *ARM),
    "b": ("camera", "camera cable 22 to 15 pins", "camera_nose", *NOSE),
    "c": ("connector", "wire", "USB cable", "boards carrier and head", "everything marked board", "glue"),
    "d": ("camera", "camera cable 22 to 15 pins", "aluminium tube", *ARM),
}
PLUGS = {"carrier": "c", "panel": PANEL}
"""Harnesses whose plugs are bought, and for which build. Others are soldered, or withdrawn with the eyes."""


def listed(build: str) -> list[dict[str, str]]:
    """What a build lists."""
    return [row for row in BUILDS if build in row["build"].split()]


@pytest.mark.parametrize("build", list(ALSO))
def test_a_build_lists_everything_from_the_supply_to_the_screws(build):
    parts = [row["part"] for row in listed(build)]
    for kind in EVERYWHERE + ALSO[build]:
        assert any(part.startswith(kind) for part in parts), kind


def test_the_panel_lists_its_strip_board_its_plug_at_both_ends_and_the_bezel_of_its_lamp():
    parts = [row["part"] for row in listed(PANEL)]
    for kind in ("everything marked panel", "strip board 60 by 28 mm", "bezel 8 mm", "gland M12", "cable 12"):
        assert any(part.startswith(kind) for part in parts), kind
    assert [part for part in parts if part.startswith("connector 1 pin")]


@pytest.mark.parametrize("board", list(PLUGS))
def test_every_plug_of_a_harness_is_listed_with_enough_contacts(board):
    drawn = [
        (number, int(places))
        for each in harness(board)["connectors"].values()
        for number in re.findall(r"JST (\S+)", f"{each['type']} {each.get('subtype', '')}")
        for places in re.findall(r"\d+", number)[:1]
    ]
    numbers = {row["number"] for row in listed(PLUGS[board])}
    assert drawn
    assert {f"JST {number}" for number, _ in drawn} <= numbers
    needed = sum(places for number, places in drawn if number.startswith(("XHP", "GHR")))
    contacts = sum(int(row["quantity"]) for row in listed(PLUGS[board]) if row["part"].startswith("contact"))
    assert contacts >= needed


def test_the_camera_over_a_wheel_hangs_so_high_that_it_sees_the_whole_track():
    """66 degrees wide, 9 high to 16 wide, so the short side decides."""
    short = 2 * math.tan(math.radians(66 / 2)) * 9 / 16
    words = f"{math.ceil(TRACK_RADII[-1] / short * 10) / 10} times the diameter of the ring"
    (camera,) = (row for row in listed("d") if row["part"] == "camera")
    assert words in camera["why"]
    assert words in PAGE
    assert words in (ROOT / "docs" / "wheel.md").read_text(encoding="utf-8").replace("\n", " ")


def test_every_screw_has_its_length_and_every_part_a_number_and_a_reason():
    for row in BUILDS:
        assert set(row["build"].split()) <= {*ALSO, PANEL}, row
        assert not row["part"].startswith("screw") or re.match(r"screw M[\d.]+×\d+", row["part"])
        assert row["number"] and len(row["why"]) > 10 and int(row["quantity"]) > 0


def test_what_is_bought_by_a_makers_number_has_two_sellers_and_the_rest_is_sold_everywhere():
    for row in BUILDS:
        names = [each for each in row["sellers"].split("; ") if each]
        if row["number"] == "printed":
            assert names == [], row
        elif names != ["any"]:
            assert len(names) == 2 == len(set(names)), row
        assert names == ["any"] or not row["number"].startswith(("any", "your own")), row


def test_a_price_has_its_date_and_its_source_or_is_said_not_to_be_known():
    for row in BUILDS:
        if row["price"] == "none known":
            assert row["seen"] == row["where"] == ""
        else:
            assert re.fullmatch(r"\d+ (USD|EUR)", row["price"])
            assert re.fullmatch(r"\d{4}-\d{2}|undated", row["seen"]) and row["where"]


def test_the_first_page_adds_up_the_known_prices_and_no_others():
    for build in ALSO:
        known = sum(int(row["price"].split()[0]) for row in listed(build) if row["seen"])
        assert f" {known} dollars" in PAGE


def test_the_first_page_answers_each_house_and_says_that_nothing_was_built():
    assert "Nothing here was ever built" in PAGE
    for each in ("**school**", "**club**", "**small casino**", "(a)", "(b)", "(c)", "(d)"):
        assert each in PAGE
    assert "nobody has shown it a real wheel" in PAGE


def drawn_ma(board):
    """What the parts of a board draw from 5 V at most; each eye of the wheel counts that has a pin."""
    eyes = len(of("wheel"))
    return sum(
        float(row["ma"]) * (eyes if board == "wheel" and row["quantity"] == "5" else int(row["quantity"]))
        for row in rows("parts.csv")
        if row["for"] == board
    )


def asked_ma(source):
    """What a board tells its host that it draws at most."""
    text = (ROOT / "firmware" / source).read_text(encoding="utf-8")
    (asked,) = re.findall(r"DEVICE = \{.*, (\d+)\};", text)
    return int(asked)


USB_MA, WEAK_USB_MA = 1600, 600
"""What all ports of a Pi 5 give together with its supply of 5 A, and with less: its maker's documentation."""

USB_CAMERA_MA = 500
"""A port of USB 2.0."""


def test_the_page_adds_up_what_hangs_at_the_usb_ports_of_a_pi_and_a_weak_supply_is_not_enough():
    boards = [asked_ma("light/device.c"), asked_ma("portable/wheel.c")]
    whole = sum(boards) + USB_CAMERA_MA
    assert WEAK_USB_MA < whole < USB_MA
    page = " ".join((HARDWARE / "README.md").read_text(encoding="utf-8").split())
    words = (
        f"{boards[0]} mA for the shoe, {boards[1]} for the wheel, {USB_CAMERA_MA} for a USB camera: {whole}"
    )
    assert f"{words} of {USB_MA:,}" in page
    (supply,) = (row for row in BUILDS if row["part"].startswith("power supply"))
    assert f"{WEAK_USB_MA} mA" in supply["why"] and f"{WEAK_USB_MA} with less" in page


def test_the_lamps_of_the_nose_take_what_the_list_says_and_less_than_their_fuse():
    listed_b = {
        row["part"].partition(" ")[0]: row for row in listed("b") if row["part"].startswith(("lamp", "fuse"))
    }
    (ampere,) = map(float, re.findall(r"both take ([\d.]+) A", listed_b["lamp"]["why"]))
    (fuse,) = map(float, re.findall(r"fuse ([\d.]+) A", listed_b["fuse"]["part"]))
    assert 1.5 * ampere < fuse
    camera = (ROOT / "docs" / "camera.md").read_text(encoding="utf-8")
    assert f"two strips of {ampere * 5 / 2:g} W" in camera


@pytest.mark.parametrize("board", ["shoe", "wheel"])
def test_a_board_asks_its_host_for_what_its_parts_draw_and_hardly_more(board):
    assert drawn_ma(board) <= asked_ma(f"portable/{board}.c") <= min(drawn_ma(board) + 5, 500)
    assert f"{board} {round(drawn_ma(board))} mA" in (HARDWARE / "README.md").read_text(encoding="utf-8")


def test_a_board_with_a_reading_head_asks_for_what_carrier_head_and_gate_draw():
    (gate_ma,) = (float(row["ma"]) for row in rows("parts.csv") if row["part"] == "gate")
    whole = drawn_ma("board carrier") + drawn_ma("board head") + gate_ma
    asked = asked_ma("light/device.c")
    assert whole <= asked <= whole + 5
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert f"{round(whole)} mA in all" in page and f"The board asks for {asked}." in page
