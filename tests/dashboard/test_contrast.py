"""Contrast of every pair of colours that meets (WCAG 2.2): AAA for what the croupier must read, AA for all
else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sabot_dashboard

TOKENS = (Path(sabot_dashboard.__file__).parent / "static" / "css" / "tokens.css").read_text()
AA, AAA, AA_LARGE, AAA_LARGE, SIGNS = 4.5, 7.0, 3.0, 4.5, 3.0


def block(selector: str) -> dict[str, str]:
    text = re.search(re.escape(selector) + r"\s*\{(.*?)\n\}", TOKENS, re.S)
    assert text, selector
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})", text[1]))


DAY = block(":root")
NIGHT = DAY | block('[data-theme="night"]')


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


PAIRS = [
    # what the croupier must read: the band, its buttons, the points
    ("ink", "cloth", AAA),
    ("ink", "cloth-deep", AAA),
    ("plate-ink", "plate", AAA),
    ("plate-ink", "decided", AAA),
    ("result", "cloth", AAA),
    ("alarm-ink", "error", AAA_LARGE),  # set at 26 px and more
    ("alarm-ink", "warning", AAA),
    ("alarm-ink", "info", AAA),
    ("button-ink", "button", AAA),
    ("ink", "rail", AAA),
    # everything else
    ("ink-soft", "rail", AAA),
    ("ink-soft", "cloth", AA),
    ("gilt", "cloth", AA),
    ("gilt", "rail", AA),
    ("gilt", "cloth-deep", AA),
    ("warning", "rail", AA),
    ("error-on-rail", "rail", AA),
    ("good-on-rail", "rail", AA),
    ("paper-ink", "paper", AAA),
    ("info", "rail", AA),
    ("info", "cloth", AA),
    # marks on the score card
    ("punto", "paper", SIGNS),
    ("banco", "paper", SIGNS),
    ("egalite", "paper", SIGNS),
    ("line", "cloth", SIGNS),
]


@pytest.mark.parametrize(("front", "back", "least"), PAIRS)
@pytest.mark.parametrize("theme", ["day", "night"])
def test_what_is_written_can_be_read(theme: str, front: str, back: str, least: float) -> None:
    colours = DAY if theme == "day" else NIGHT
    assert contrast(colours[front], colours[back]) >= least


@pytest.mark.parametrize("place", ["punto", "banco", "egalite"])
def test_a_white_letter_on_a_bead_can_be_read(place: str) -> None:
    assert contrast("#FFFFFF", DAY[place]) >= AA


def test_the_contrast_of_black_and_white_is_twenty_one() -> None:
    assert round(contrast("#000000", "#FFFFFF"), 1) == 21.0


def test_alarms_are_the_colours_of_okabe_and_ito_and_nothing_else_is() -> None:
    alarms = {name: DAY[name] for name in ("error", "warning", "info", "good")}
    assert alarms == {"error": "#D55E00", "warning": "#E69F00", "info": "#56B4E9", "good": "#009E73"}
    others = {value for name, value in DAY.items() if name not in alarms}
    assert not others & set(alarms.values())
