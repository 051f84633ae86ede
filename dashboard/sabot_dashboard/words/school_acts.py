"""The acts of a coup as the school's drills show them: what is said and staked is a sentence, not the words
of a script. The croupier's calls stay as they are. Each game brings the sentences for what is said to its
table."""

from __future__ import annotations

import re
from functools import cache

from sabot.games.register import DESCRIPTORS
from sabot_dashboard.words.sentence import Sentence, chance, plain

STAKED, PAID, AT_SEAT = "A stake: {amount} on {chance}", "Paid: {amount} on {chance}", "{call}, seat {n}"
END = "End of the coup"
SEAT = "Seat {n}"
ACCENTED = {"brule": "brûle", "egaux": "égaux"}
"""Words of a script as they are written."""


@cache
def spoken() -> dict[str, str]:
    """The sentences for what is said to the tables of all games, by the regular expressions of the words."""
    lessons = [part.LESSONS for each in DESCRIPTORS.values() if (part := each.part("lessons"))]
    return {words: sentence for each in lessons for words, sentence in each.spoken.items()}


def sentences() -> tuple[str, ...]:
    """Every sentence that an act may have."""
    return (*spoken().values(), STAKED, PAID, AT_SEAT, END, SEAT)


def of_label(label: str) -> Sentence | None:
    """The sentence of an act by its name in a drill, such as `Mise : rouge 20.00`, `« Banque 1 46 »` or
    `Seat 2`; None where the name is a call."""
    if label == END:
        return plain(END)
    if found := re.fullmatch(r"Seat (\d+)", label):
        return plain(SEAT, n=found[1])
    if found := re.fullmatch(r"Mise : (\S+) (\S+)", label):
        return plain(STAKED, chance=chance(found[1]), amount=found[2])
    found = re.fullmatch("«\u00a0(.+)\u00a0»", label)
    return of_words(found[1].lower()) if found else None


def of_act(act: dict[str, str]) -> Sentence | None:
    """The sentence of an act as the drills write it; None where the page has words of its own for it."""
    if "says" in act:
        return of_words(act["says"])
    form, where = (STAKED, act.get("bet")) if "bet" in act else (PAID, act.get("pays"))
    if not where:
        return None
    return _seated(plain(form, chance=chance(where), amount=act["amount"]), act.get("seat"))


def of_words(words: str) -> Sentence | None:
    """The sentence for what is said to the table; None where there is none."""
    for pattern, form in spoken().items():
        if found := re.fullmatch(pattern, words):
            slots = found.groupdict()
            seat = slots.pop("n", None) if "{n}" not in form else None
            return _seated(plain(form, **{slot: _worded(slot, text) for slot, text in slots.items()}), seat)
    return None


def _seated(sentence: Sentence, seat: str | None) -> Sentence:
    return plain(AT_SEAT, call=sentence, n=seat) if seat else sentence


def _worded(slot: str, text: str) -> str:
    if slot == "call":
        return f"«\u00a0{ACCENTED.get(text, text).replace('-', ' ').capitalize()}\u00a0»"
    return text.capitalize() if slot == "place" else chance(text)
