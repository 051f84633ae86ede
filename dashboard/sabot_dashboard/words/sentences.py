"""The English sentences of rules, instruments and journal, recognised, so that a screen can say them in its
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

GIVEN = r"no third card|an ace|an 8|a ten-value card|a natural \d|a \d"
LAWS = r"draw|stand|as he likes|nothing"

SLOTS = {
    "n": r"\d+",
    "m": r"\d+",
    "place": r"punto|banco|ponte|banque|droite|gauche|noir|rouge",
    "given": GIVEN,
    "other": GIVEN,
    "law": LAWS,
    "rule": LAWS,
    "did": r"the ponte drew|the banker drew",
    "speaker": r"the ponte|the banker|droite|gauche|banque",
    "pocket": r"0|00|000|\d+",
    "side": r"droite|gauche",
    "zeros": r"[0, ]+",
    "chance": r"\S+",
    "game": r"[a-z-]+",
    "amount": r"\d+\.\d\d",
    "sum": r"\d+\.\d\d",
    "number": r"\d+(?:\.\d+)?",
    "device": "|".join(forms.DEVICES),
    "button": "deal|rnvp|end|undo|supervisor",
    "note": r".+",
    "source": r".+",
    "card": r"[A2-9TJQK][CDHS]",
    "marks": r"[\d, ]+",
    "dealt": r"[A2-9TJQK][CDHS]",
    "to": r"punto|banco|ponte|banque|droite|gauche|noir|rouge",
    "who": r"the banker stood|the ponte stood|a card is still owed",
    "why": r".+",
}
"""What may stand in a slot of a form. The values of NESTED are sentences themselves."""

CARDS = ("card", "dealt")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
"""Cards are shown with the sign of their suit."""

NESTED = ("given", "other", "law", "rule", "did", "speaker", "who", "why")

CALIBRATION = (
    "mark {marks} is not seen: lay the marks flat and whole into the picture, "
    "or name the four points by hand",
    "four points are needed, clockwise from the upper left, that span a rectangle",
    "the four points lie too near to each other",
    "the cards are not as large as on a table of this width and height: check both, and the four points",
)
"""What is said where the eye is set up, and nowhere else."""

FORMS = (
    "the first four cards go to punto, banco, punto, banco",
    "{place} has {n} and draws to {m}",
    "banco has {n} against no third card",
    "banco has {n} against {given}",
    "{who}: {why}",
    "a draw after a natural: 8 or 9 in two cards ends the deal and nobody draws",
    "the ponte drew: punto has {n} and stands on 6 and 7",
    "the banker drew: no hand takes more than three cards",
    "the ponte drew: no hand takes more than three cards",
    "a card too many was drawn: punto and banco both stand",
    "the banker drew: banco has {n} against no third card and stands",
    "the banker drew: banco has {n} against {given} and stands",
    "the card was owed to {place} and counts there, wherever it was laid",
    "a sabot of {n} packs holds no more than {m} of each card",
    "a sabot of one pack holds each card once",
    "no card leaves the sabot before rien ne va plus",
    "the first card of a new sabot is burned, with as many more as it counts (say brule)",
    "a card that nobody could read decides nothing: take it back and name it",
    "a card that nobody could read decides nothing: take it back and name it ({why})",
    "the card before this one was not read: name it first",
    "the sabot is spent: no coup is dealt from it until a new one is opened",
    "a new sabot was opened while a coup lay unfinished: the coup is abandoned",
    "a stake is more than nothing",
    "the coup is decided and not yet closed: the next stakes come after it",
    "no stake after rien ne va plus or the first card",
    "the smallest stake at this table is {amount}",
    "the largest stake at this table is {amount}",
    "the stakes are closed already",
    "a burn opens a new sabot, and only where the option brule is on",
    "the coup is not decided",
    "the coup is not decided: {why}",
    "the table shows: {note}",
    "there is no coup to close",
    "the coup waits until the card that nobody could read is named",
    "the settlement is held until the supervisor confirms it (say confirme)",
    "there is nothing to take back",
    "nothing waits to be confirmed",
    "this house takes no stakes on pairs (option pairs)",
    "the eye reads {card} at {place}, and the sabot said {dealt}",
    "the eye reads {card} at {place}, and no such card was dealt",
    "the eye sees {card} at {place}, and it was dealt to {to}",
    *CALIBRATION,
    "the picture is black: is the lamp on, the lens free?",
    "most of the light has gone: is the lamp on?",
    "the picture is white: too much light",
    "the camera gives half pictures: check the cable and its length",
    "the picture is frozen: the camera gives the same one again and again",
    "the eye is late: the computer has too much else to do",
    "the eye does not know yet where the table lies",
    *forms.EYE,
    *forms.FORMS,
    *forms.LINE,
    *forms.RECORD,
)
"""The forms of the sentences of punto banco and of what all games share, then those of the other games, then
what instruments and the journal say. The first that fits is taken."""

WORDS = ("an ace", "an 8", "a ten-value card", *(f"a {n}" for n in (2, 3, 4, 5, 6, 7, 9)))
WORDS += ("no third card", "a natural 8", "a natural 9", "draw", "stand", "as he likes", "nothing")
PARTS = (
    *("the banker stood", "the ponte stood", "a card is still owed", "the ponte drew", "the banker drew"),
    *("the ponte", "the banker"),
    *forms.DEVICES,
    *forms.BUTTONS.values(),
)

Sentence = dict[str, Any]
"""`{"id": form, "values": {slot: text or Sentence}}`."""


def plain(form: str, **values: Any) -> Sentence:
    """A sentence of our own making."""
    return {"id": form, "values": values}


def with_suit(card: str | None) -> str:
    """A card by rank and the sign of its suit, such as 10♥; nothing for none."""
    return card[0].replace("T", "10") + SUITS[card[1]] if card else ""


def recognised(text: str) -> Sentence:
    """The sentence `text` as a form and its values; unknown text is a form of its own, without values."""
    for form in FORMS:
        found = _pattern(form).fullmatch(text)
        if found is not None:
            return plain(form, **{slot: _value(slot, said) for slot, said in found.groupdict().items()})
    return plain(text)


def _value(slot: str, said: str) -> Any:
    if slot in CARDS:
        return with_suit(said)
    if slot == "button":
        return plain(forms.BUTTONS[said]) if said in forms.BUTTONS else "Rien ne va plus"
    if said in WORDS or said in PARTS:
        return plain(said)
    if slot == "speaker" or slot not in NESTED:
        return said
    return recognised(said)


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", form)
    literal = [re.escape(part) for part in parts[::2]]
    slots = [f"(?P<{slot}>{SLOTS[slot]})" for slot in parts[1::2]]
    return re.compile("".join(a + b for a, b in zip(literal, [*slots, ""], strict=True)))
