"""The colours of a house: what follows from its cloth and its accent, and whether people can read them.

Contrast is that of WCAG 2.2. How far two colours are apart is their distance in the colour space OKLab, in
which equal steps look about equal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import product

CLOTH, ACCENT = "#0E3B2E", "#DCC08A"
"""The colours of a house that chooses none."""

WORDS_CONTRAST, LINES_CONTRAST = 4.5, 3.0
"""The least contrast of words, and of lines and large signs (WCAG 2.2, 1.4.3 and 1.4.11)."""

ALARMS = {
    "error": ("#D55E00", "#FF8A3D"),
    "warning": ("#E69F00",),
    "information": ("#56B4E9",),
    "good": ("#009E73", "#2FC99A"),
}
"""The colours of alarms on the screens. No house has them, or one that could be taken for one of them."""

ALARM_APART = 0.08
"""The least distance from an alarm: black and white are 1 apart."""

INKS = {"day": ("#F3EBD8", "#CFCBB8"), "night": ("#CFC6B0", "#A9A593")}
"""What is written on the cloth in each theme, plain and soft; tests compare them with the style sheet."""

SHADES = {
    "day": {"cloth": 1.0, "cloth-deep": 0.83, "rail": 0.59, "gilt": 1.0, "line": 0.74},
    "night": {"cloth": 0.525, "cloth-deep": 0.41, "rail": 0.22, "gilt": 0.82, "line": 0.55},
}
"""How bright each token is in each theme: grounds as parts of the cloth, words and lines of the accent."""

GROUNDS = ("cloth", "cloth-deep", "rail")


def is_colour(text: str) -> bool:
    """Whether this is a colour as the configuration has it.

    >>> is_colour("#0E3B2E"), is_colour("green")
    (True, False)
    """
    return re.fullmatch(r"#[0-9A-Fa-f]{6}", text) is not None


def palette(cloth: str, accent: str) -> dict[str, dict[str, str]]:
    """The tokens of each theme that follow from the two colours of a house; an empty one is ours."""
    return {
        theme: {
            name: shaded((cloth or CLOTH) if name in GROUNDS else (accent or ACCENT), part)
            for name, part in shades.items()
        }
        for theme, shades in SHADES.items()
    }


def refusal_of_cloth(cloth: str, accent: str) -> str:
    """Why this cloth cannot be used, with the nearest that can; empty where it can. It is seen with the
    accent only where the house chooses none."""
    return _refusal(cloth, lambda each: _wrong_with_cloth(each, "" if accent else ACCENT))


def refusal_of_accent(cloth: str, accent: str) -> str:
    """Why this accent cannot be used on this cloth, with the nearest that can; empty where it can."""
    return _refusal(accent, lambda each: _wrong_with_accent(cloth or CLOTH, each))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21.

    >>> contrast("#FFFFFF", "#000000")
    21.0
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# --- what is wrong with a colour

Wrong = Callable[[str], Iterator[str]]
"""What is wrong with a colour, a sentence each."""


def _refusal(colour: str, wrong: Wrong) -> str:
    why = next(wrong(colour), "")
    return f"{why}; the nearest colour that can be used is {_nearest(colour, wrong)}" if why else ""


def _wrong_with_cloth(cloth: str, accent: str) -> Iterator[str]:
    """What is wrong with a cloth under the ink, and under this accent if there is one. On every colour like
    an alarm's the ink is too faint."""
    for theme, tokens in palette(cloth, accent).items():
        for ink in INKS[theme]:
            yield from _too_faint(ink, tokens, WORDS_CONTRAST, f"words ({ink})", theme)
    if accent:
        yield from _wrong_with_accent(cloth, accent)


def _wrong_with_accent(cloth: str, accent: str) -> Iterator[str]:
    for theme, tokens in palette(cloth, accent).items():
        yield from _too_faint(
            tokens["gilt"], tokens, WORDS_CONTRAST, f"words in the accent ({tokens['gilt']})", theme
        )
        line = tokens["line"]
        yield from _too_faint(
            line, {"cloth": tokens["cloth"]}, LINES_CONTRAST, f"lines in the accent ({line})", theme
        )
        yield from _like_an_alarm(tokens)


def _too_faint(front: str, tokens: dict[str, str], least: float, what: str, theme: str) -> Iterator[str]:
    """What has less contrast than `least` on one of the grounds."""
    where = " in the dark room" if theme == "night" else ""
    for name in GROUNDS:
        measured = contrast(front, tokens[name]) if name in tokens else least
        if measured < least:
            yield (
                f"{what} on the cloth ({tokens[name]}){where} have a contrast of {measured:.2f}; {least}"
                " is the least"
            )


def _like_an_alarm(tokens: dict[str, str]) -> Iterator[str]:
    alarms = [(each, name) for name, them in ALARMS.items() for each in them]
    for token, what in (("gilt", "words"), ("line", "lines")):
        colour = tokens[token]
        apart, alarm, name = min((distance(colour, each), each, name) for each, name in alarms)
        if apart < ALARM_APART:
            yield (
                f"{what} in the accent ({colour}) look like the alarm {name} ({alarm}): {apart:.2f} apart;"
                f" {ALARM_APART} is the least"
            )


# --- the nearest that can be used

BRIGHTNESS_STEPS = 50
"""How many brightnesses are tried."""

CHROMA_PARTS, HUE_TURNS_DEG = (1.0, 0.75, 0.5, 0.25, 0.0), (0, 12, -12, 25, -25, 45, -45)
"""What is tried besides: parts of the chroma, and turns of the hue in degrees."""


def _nearest(colour: str, wrong: Wrong) -> str:
    """The nearest colour with which nothing is wrong: grey in the end."""
    tried = sorted({*_around(colour)}, key=lambda each: distance(colour, each))
    return next(each for each in tried if not any(wrong(each)))


def _around(colour: str) -> Iterator[str]:
    _, a, b = _lab(colour)
    for step, chroma, turn in product(range(BRIGHTNESS_STEPS + 1), CHROMA_PARTS, HUE_TURNS_DEG):
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        yield _hex(step / BRIGHTNESS_STEPS, chroma * (a * cos - b * sin), chroma * (a * sin + b * cos))


# --- colour spaces


def shaded(colour: str, part: float) -> str:
    """A colour with this part of its brightness.

    >>> shaded("#FF8000", 0.5)
    '#804000'
    """
    return "#" + "".join(f"{min(255, round(each * part)):02X}" for each in _parts(colour))


def distance(one: str, other: str) -> float:
    """How far two colours are apart in OKLab; black and white are 1 apart."""
    return math.dist(_lab(one), _lab(other))


def _parts(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _linear(colour: str) -> list[float]:
    """Red, green and blue as amounts of light, 0 to 1."""
    parts = (each / 255 for each in _parts(colour))
    return [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(colour: str) -> tuple[float, float, float]:
    red, green, blue = _linear(colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _hex(light: float, a: float, b: float) -> str:
    """The colour at this point of OKLab; what a screen cannot show is cut to what it can."""
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    parts = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _encoded(each)):02X}" for each in parts)


def _encoded(amount: float) -> float:
    """An amount of light as a screen takes it."""
    light = min(1.0, max(0.0, amount))
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
