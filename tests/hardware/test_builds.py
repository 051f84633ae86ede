"""The lists of the first builds are complete, no price is invented, each board asks USB for what it draws."""

from __future__ import annotations

import re

import pytest

from tests.hardware.test_wiring import HARDWARE, ROOT, of, rows

BUILDS = rows("builds.csv")
PAGE = (HARDWARE / "README.md").read_text(encoding="utf-8").partition("## What is here")[0]
EVERYWHERE = ("Raspberry Pi 5", "power supply", "microSD", "screw M", "brass insert")
ALSO = {
    "a": ("camera cable 22 to 15 pins", "aluminium tube"),
    "b": ("camera cable 22 to 15 pins", "connector", "wire"),
    "c": ("connector", "wire", "USB cable", "boards carrier and head", "everything marked board"),
}


@pytest.mark.parametrize("build", list(ALSO))
def test_a_build_lists_everything_from_the_supply_to_the_screws(build):
    parts = [row["part"] for row in BUILDS if build in row["build"].split()]
    for kind in EVERYWHERE + ALSO[build]:
        assert any(part.startswith(kind) for part in parts), kind


def test_every_screw_has_its_length_and_every_part_a_number_and_a_reason():
    for row in BUILDS:
        assert set(row["build"].split()) <= set(ALSO), row
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
        known = sum(int(row["price"].split()[0]) for row in BUILDS if row["seen"] and build in row["build"])
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


@pytest.mark.parametrize("board", ["shoe", "wheel"])
def test_a_board_asks_its_host_for_what_its_parts_draw_and_hardly_more(board):
    source = (ROOT / "firmware" / "portable" / f"{board}.c").read_text(encoding="utf-8")
    (asked,) = re.findall(r"DEVICE = \{.*, (\d+)\};", source)
    assert drawn_ma(board) <= int(asked) <= min(drawn_ma(board) + 5, 500)
    assert f"{board} {round(drawn_ma(board))} mA" in (HARDWARE / "README.md").read_text(encoding="utf-8")
