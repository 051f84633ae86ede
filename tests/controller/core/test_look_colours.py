"""The colours of a house: what can be read is taken, all else is refused with the nearest that can be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.look.colours import (
    ACCENT,
    ALARM_APART,
    ALARMS,
    CLOTH,
    INKS,
    LINES_CONTRAST,
    WORDS_CONTRAST,
    contrast,
    distance,
    is_colour,
    palette,
    refusal_of_accent,
    refusal_of_cloth,
    shaded,
)

TOKENS = Path(__file__).parents[3] / "dashboard" / "sabot_dashboard" / "static" / "css" / "tokens.css"
LIKE_OURS = 0.05
"""How far the tokens that follow from our two colours may be from those that were drawn by hand."""

colours = st.integers(0, 0xFFFFFF).map("#{:06X}".format)


def drawn(theme: str) -> dict[str, str]:
    """The tokens of the style sheet, of the day or of the dark room."""
    day, _, night = TOKENS.read_text().partition('[data-theme="night"]')
    tokens = re.findall(r"--([\w-]+): (#[0-9A-F]{6});", day)
    return dict(tokens if theme == "day" else [*tokens, *re.findall(r"--([\w-]+): (#[0-9A-F]{6});", night)])


def nearest(refusal: str) -> str:
    return refusal.rpartition("the nearest colour that can be used is ")[2]


def test_a_colour_is_six_digits_behind_a_sign() -> None:
    assert is_colour("#0e3b2E")
    assert not any(map(is_colour, ("", "0E3B2E", "#0E3", "#0E3B2G", "#0E3B2E ", "green")))


@pytest.mark.parametrize("theme", ["day", "night"])
def test_our_own_colours_give_the_tokens_of_the_style_sheet(theme: str) -> None:
    ours = drawn(theme)
    assert INKS[theme] == (ours["ink"], ours["ink-soft"])
    for name, colour in palette("", "")[theme].items():
        assert distance(colour, ours[name]) < LIKE_OURS, name
    assert (ours["cloth"], ours["gilt"]) == (CLOTH, ACCENT) or theme == "night"


def test_the_alarms_are_those_of_the_style_sheet() -> None:
    ours = drawn("day")
    named = {"error": ("error", "error-on-rail"), "warning": ("warning",), "information": ("info",)}
    named["good"] = ("good", "good-on-rail")
    assert {alarm: tuple(ours[name] for name in names) for alarm, names in named.items()} == ALARMS


@pytest.mark.parametrize(
    ("cloth", "accent"),
    [("", ""), ("#0B2545", "#C0C0C0"), ("#5A0F1E", "#F7E7CE"), ("#3B1F6B", ""), ("#000000", "#FFFFFF")],
)
def test_colours_that_can_be_read_are_taken(cloth: str, accent: str) -> None:
    assert not cloth or refusal_of_cloth(cloth, accent) == ""
    assert not accent or refusal_of_accent(cloth, accent) == ""


def test_a_cloth_on_which_nobody_can_read_is_refused_with_the_measured_contrast_and_the_nearest() -> None:
    why = refusal_of_cloth("#808080", "#FFFFFF")
    assert "words (#F3EBD8) on the cloth (#808080) have a contrast of 3.33; 4.5 is the least" in why
    assert distance(nearest(why), "#808080") < 0.2
    assert refusal_of_cloth(nearest(why), "#FFFFFF") == ""


def test_an_accent_is_refused_on_a_cloth_that_is_too_like_it() -> None:
    why = refusal_of_accent("#0E3B2E", "#1B6B52")
    assert "words in the accent (#1B6B52) on the cloth (#0E3B2E) have a contrast of 1.94" in why
    assert refusal_of_accent("#0E3B2E", nearest(why)) == ""
    assert refusal_of_accent("", "#1B6B52") == why, "without a cloth of the house it lies on ours"


def test_a_colour_that_fails_in_the_dark_room_alone_says_so() -> None:
    why = refusal_of_accent("#000000", "#888888")
    assert "words in the accent (#707070) on the cloth (#000000) in the dark room" in why
    assert refusal_of_accent("#000000", nearest(why)) == ""


def test_a_cloth_without_an_accent_of_the_house_is_seen_with_ours() -> None:
    cloth = "#5F4A2E"
    assert "lines in the accent (#A38E66) on the cloth (#5F4A2E)" in refusal_of_cloth(cloth, "")
    assert refusal_of_cloth(cloth, "#FFFFFF") == ""


@pytest.mark.parametrize(("alarm", "colour"), [(a, c) for a, them in ALARMS.items() for c in them])
def test_no_accent_imitates_an_alarm(alarm: str, colour: str) -> None:
    why = refusal_of_accent("#000000", shaded(colour, 1.05))
    assert f"look like the alarm {alarm} ({colour}): 0.0" in why
    tokens = palette("#000000", nearest(why))["day"]
    assert all(distance(tokens["gilt"], each) >= ALARM_APART for them in ALARMS.values() for each in them)


@pytest.mark.no_cover
@pytest.mark.parametrize("alarm", sorted(colour for them in ALARMS.values() for colour in them))
def test_no_cloth_imitates_an_alarm(alarm: str) -> None:
    for part in (0.7, 0.8, 0.9, 1.0):
        cloth = shaded(alarm, part)
        assert distance(cloth, alarm) > ALARM_APART or refusal_of_cloth(cloth, "#FFFFFF")


@pytest.mark.no_cover
@settings(max_examples=8, deadline=None)
@given(colours, colours)
def test_the_colours_that_are_offered_instead_of_any_others_are_taken(cloth: str, accent: str) -> None:
    cloth = nearest(refusal_of_cloth(cloth, accent)) or cloth
    accent = nearest(refusal_of_accent(cloth, accent)) or accent
    assert (refusal_of_cloth(cloth, accent), refusal_of_accent(cloth, accent)) == ("", "")
    for theme, tokens in palette(cloth, accent).items():
        assert min(contrast(ink, tokens["cloth"]) for ink in INKS[theme]) >= WORDS_CONTRAST
        assert contrast(tokens["gilt"], tokens["rail"]) >= WORDS_CONTRAST
        assert contrast(tokens["line"], tokens["cloth"]) >= LINES_CONTRAST
