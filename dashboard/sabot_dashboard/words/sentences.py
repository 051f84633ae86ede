"""The English sentences of instruments and journal, recognised, so that a screen can say them in its
reader's language.

They say why in one English sentence with names and numbers in it. `recognised` finds the sentence's
form and what stood in its slots: the form is the key in the catalogues. A sentence without a known form is
shown as it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from sabot_dashboard.words import forms
from sabot_dashboard.words.sentence import Sentence, plain

SLOTS = {
    "n": r"\d+",
    "m": r"\d+",
    "number": r"\d+(?:\.\d+)?",
    "device": "|".join(forms.DEVICES),
    "button": "deal|rnvp|end|undo|supervisor",
    "note": r".+",
    "source": r".+",
    "marks": r"[\d, ]+",
    "why": r".+",
}
"""What may stand in a slot of a form. The values of NESTED are sentences themselves."""

NESTED = ("why",)

CALIBRATION = (
    "mark {marks} is not seen: lay the marks flat and whole into the picture, "
    "or name the four points by hand",
    "four points are needed, clockwise from the upper left, that span a rectangle",
    "the four points lie too near to each other",
    "the cards are not as large as on a table of this width and height: check both, and the four points",
)
"""What is said where the eye is set up, and nowhere else."""

FORMS = (
    *CALIBRATION,
    "the picture is black: is the lamp on, the lens free?",
    "most of the light has gone: is the lamp on?",
    "the picture is white: too much light",
    "the camera gives half pictures: check the cable and its length",
    "the picture is frozen: the camera gives the same one again and again",
    "the eye is late: the computer has too much else to do",
    "the eye does not know yet where the table lies",
    *forms.EYE,
    *forms.LINE,
    *forms.RECORD,
)
"""What instruments and the journal say. The first form that fits is taken."""

PARTS = (*forms.DEVICES, *forms.BUTTONS.values())


def recognised(text: str) -> Sentence:
    """The sentence `text` as a form and its values; unknown text is a form of its own, without values."""
    for form in FORMS:
        found = _pattern(form).fullmatch(text)
        if found is not None:
            return plain(form, **{slot: _value(slot, said) for slot, said in found.groupdict().items()})
    return plain(text)


def _value(slot: str, said: str) -> Any:
    if slot == "button":
        return plain(forms.BUTTONS[said]) if said in forms.BUTTONS else "Rien ne va plus"
    if said in PARTS:
        return plain(said)
    if slot not in NESTED:
        return said
    return recognised(said)


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", form)
    literal = [re.escape(part) for part in parts[::2]]
    slots = [f"(?P<{slot}>{SLOTS[slot]})" for slot in parts[1::2]]
    return re.compile("".join(a + b for a, b in zip(literal, [*slots, ""], strict=True)))
