"""docs/optics.md is worked out again, line by line; a few cards of each row of its table are drawn again."""

from __future__ import annotations

import doctest
import random
import re
from collections import Counter

import pytest

from tests.firmware import hand, head, optics
from tests.firmware.asked import Shoe
from tests.firmware.hand import Print
from tests.firmware.head import Head
from tests.firmware.optics import Lying
from tests.firmware.test_worn import judged
from tests.hardware import kicad
from tests.hardware.rays import Slit, sharp, strip
from tests.house import ROOT

PAGE = ROOT / "docs" / "optics.md"
AGAIN = 2
ROWS = re.findall(
    r"^\| ([\d,]+) \| (\d+) \| (.+?) \| ([\d.]+) \| ([\d,]+) \| ([\d,]+) \|$", PAGE.read_text(), re.MULTILINE
)


def test_every_number_of_the_page_is_what_its_line_gives():
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", verbose=False)
    assert found.failed == 0
    assert found.attempted > 50


def test_the_schematics_and_the_pads_to_measure_say_the_voltages_that_the_page_works_out():
    """A slow meter shows half of what is there while the lamp is lit."""
    text = PAGE.read_text(encoding="utf-8")
    (line,) = re.findall(r"round\(low, 2\), round\(high, 2\) .*\n +\(([\d., ]+)\)", text)
    weak, strong = map(float, line.split(", "))
    head_sheet = (ROOT / "hardware" / "board" / "head.kicad_sch").read_text(encoding="utf-8")
    assert f"weakest and the strongest white: {weak} V and {strong} V" in head_sheet
    meter = f"{weak / 2:.1f} to {strong / 2:.1f} V"
    assert f"{meter} with white paper on the slit" in (ROOT / "hardware" / "README.md").read_text("utf-8")
    assert "less than 0.3 V without a card" in (ROOT / "hardware" / "README.md").read_text("utf-8")
    (black,) = map(int, re.findall(r"round\(black\) .*\n +(\d+)", text))
    assert black / 4095 * 3.3 / 2 < 0.3
    pads = kicad.parts(ROOT / "hardware" / "board" / "carrier.kicad_sch")
    assert meter.replace(" to ", "-") in pads["TP6"].value


def test_the_page_and_the_model_have_the_same_weakest_and_strongest_head():
    text = PAGE.read_text(encoding="utf-8")
    (line,) = re.findall(r"for each in perfect\] .*\n +\[([\d, ]+)\]", text)
    assert [float(each) for each in line.split(", ")] == pytest.approx(
        [head.WEAKEST_A * 1e6, head.STRONGEST_A * 1e6]
    )
    (room,) = re.findall(r"before the converter is full\n +([\d.]+)", text)
    assert float(room) * 1e3 > max(float(row[1]) for row in ROWS)
    full_a = 4095 / head.STEPS_PER_A
    assert float(room) * 1e-3 == pytest.approx(full_a - head.STRONGEST_A * (1 + head.SHEET), abs=5e-6)
    assert f", {head.SHEET}]" in text


def drawn(count: int, row: tuple[str, ...], seed: int = 31) -> Counter[str]:
    """What becomes of a number of cards of a row: white, hall, card, fastest."""
    white, hall, card, fastest = row[:4]
    chance, shoe, found = random.Random(seed), Shoe(), Counter[str]()
    eye = Head(white_a=float(white) * 1e-6, hall_a=float(hall) * 1e-6)
    for _ in range(count):
        name, how = (
            chance.choice(hand.NAMES),
            Print(chance.random() < 0.5, chance.uniform(-0.08, 0.08), 0.012),
        )
        lying = lying_of(card, chance)
        edges = head.swiped(name, optics.pace(chance, float(fastest)), lying, how, eye, chance)
        found[judged(name, shoe.verdicts(edges))] += 1
    shoe.end()
    return found


def lying_of(card: str, chance: random.Random) -> Lying:
    """A card as a row calls it."""
    lifted = re.fullmatch(r"lifted ([\d.]+) mm", card)
    if lifted:
        return Lying(lift_mm=float(lifted[1]))
    return {"within the tolerances": optics.inside, "beyond them": optics.outside}[card](chance)


@pytest.mark.parametrize("row", ROWS, ids=[" ".join(row[:4]) for row in ROWS])
def test_a_row_of_the_table_holds_for_a_few_more_cards_and_none_is_read_wrongly(row):
    found = drawn(AGAIN, row)
    assert found["read"] + found["unread"] == AGAIN
    if row[4] == row[5]:
        assert found["read"] == AGAIN


def test_the_table_has_weak_and_strong_heads_lifted_cards_a_hall_and_cards_beyond_the_tolerances():
    assert {row[0] for row in ROWS} >= {"120", "250", "550"}
    assert {row[2] for row in ROWS} >= {"within the tolerances", "beyond them", "lifted 0.9 mm"}
    assert any(row[1] != "0" for row in ROWS)


def test_a_narrower_slit_sees_less_and_sharper():
    wide, narrow = Slit(0.8), Slit(0.4)
    assert strip(narrow).sum() < strip(wide).sum()
    assert sharp(narrow, 0.9) > sharp(wide, 0.9)


def test_a_phototransistor_comes_to_what_the_light_drives_and_slower_in_the_dark():
    for drive in (1e-3, 1e-5):
        assert head.currents([drive] * 99)[-1] == pytest.approx(drive)
    assert head.currents([1e-3])[0] > 0.9e-3
    assert head.currents([1e-5])[0] < 0.1e-5
    assert head.currents([1e-3, 1e-12])[1] < 0.1e-3
