"""The school's sentences: the forms of what its drills say, and what its cells are called.

They have catalogues of their own (translations/school), so that the pages of the table do not carry them.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from sabot.games.register import DESCRIPTORS
from sabot_dashboard.words import languages, school_acts, sentences
from sabot_dashboard.words.sentences import Sentence, plain, recognised

SLOTS = {
    "n": r"\d+",
    "m": r"\d+",
    "call": r".+",
    "note": r".+",
    "pocket": r"\d+",
    "chance": r"[a-z][a-z-]*(?::\S+)?",
    "amount": r"\d+\.\d\d",
    "sum": r"\d+\.\d\d",
    "tax": r"\d+\.\d\d",
}

FORMS = (
    "the row counts {n}: {call}",
    "noir has {n} and rouge {m}: {call}",
    "no act of this coup breaks a rule",
    "{amount} on banco gains {sum} less {tax}: {note}",
    "{amount} on {chance} gains {n} to 1: {sum}",
    "{chance} has not won: nothing is paid to it",
    "{note}: {n} chips",
    "beside {pocket} lie {n} and {m}",
    "{pocket} lies in {chance}",
    "{chance} takes {n} chips: {note}",
    "the call is: {call}",
    "the coup is decided",
    "of these, one act breaks no rule now: {call}",
)
"""What the school's own drills give as their reason; a rule's sentence is recognised as on all screens."""

OTHER_GROUPS = {"chips": "Chips", "all": "All games"}
"""The groups of drills beside the games."""


MODES = {"off": "Nobody learns", "coach": "Coach: warns before the card", "silent": "Silent: only records"}
DEEDS = {
    "unread": "The next card is not read",
    "extra": "A card too many",
    "silence": "The sabot falls silent for 5 s",
    "noise": "Noise on the line",
    "cut": "The cut card shows",
    "pull": "The cable is pulled for 5 s",
}
REPORT = (
    *("check code", "This file is signed: sabot school verify FILE", "seed", "Paper", "Date"),
    "Sitting of this paper",
)
FIXED = (*OTHER_GROUPS.values(), *MODES.values(), *DEEDS.values(), *REPORT, *school_acts.SENTENCES)


def groups() -> dict[str, str]:
    """What each group of drills is called: a game by its cloth."""
    return {name: each.cloth.title for name, each in DESCRIPTORS.items()} | OTHER_GROUPS


@cache
def catalogue(language: str) -> dict[str, str]:
    """The screens' sentences with the school's."""
    return languages.catalogue(language) | languages.catalogue(language, "school")


def packed(language: str) -> str:
    """The catalogue as a page carries it."""
    return json.dumps(catalogue(language), ensure_ascii=False).replace("<", "\\u003c")


def told(text: str) -> Sentence:
    """A reason as a sentence that can be said in four languages."""
    for form in FORMS:
        found = _pattern(form).fullmatch(text)
        if found is not None:
            values = found.groupdict().items()
            return plain(form, **{slot: school_acts.of_label(text) or spelled(text) for slot, text in values})
    return recognised(text)


def is_known(sentence: Sentence) -> bool:
    """Whether the sentence has a form: one without is shown as it is."""
    known = (*FORMS, *school_acts.SENTENCES, *sentences.FORMS, *sentences.WORDS, *sentences.PARTS)
    return sentence["id"] in known and all(
        is_known(value) for value in sentence["values"].values() if isinstance(value, dict)
    )


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", form)
    slots = [f"(?P<{slot}>{SLOTS[slot]})" for slot in parts[1::2]]
    literal = [re.escape(part) for part in parts[::2]]
    return re.compile("".join(a + b for a, b in zip(literal, [*slots, ""], strict=True)))


_CHANCE = re.compile(r"\b(?:([a-z-]+):(?=\d)|([EeMm](?:galit|oiti))e\b)")


def spelled(text: str) -> str:
    """Names of chances as a croupier reads them: `carre:4-6` as `carré 4-6`, `egalite` as `égalité`."""

    def read(found: re.Match[str]) -> str:
        if found[1]:
            return found[1].replace("-", " ").replace("carre", "carré") + " "
        return found[2].replace("E", "É").replace("eg", "ég") + "é"

    return _CHANCE.sub(read, text)


def question(asked: dict[str, Any]) -> dict[str, Any]:
    """A question as its page draws it: the sentence with its slots, chips with their places."""
    values = {slot: spelled(value) for slot, value in asked["values"].items()}
    acts = [act | _labelled(act["label"]) if act["spoken"] else act for act in asked["acts"]]
    return asked | {"ask": plain(asked["ask"], **values), "acts": acts, "shows": _drawn(asked["shows"])}


def _labelled(label: str) -> dict[str, Any]:
    sentence = school_acts.of_label(label)
    return {"label": sentence, "spoken": False} if sentence else {"label": spelled(label)}


def _drawn(shows: dict[str, Any]) -> dict[str, Any]:
    from sabot_dashboard.picture.school_cloth import chips_at

    if shows["kind"] == "layout":
        chips = chips_at(shows["pockets"], shows["chips"])
        return shows | {"chips": [chip | {"bet": spelled(chip["bet"])} for chip in chips]}
    if shows["kind"] == "acts":
        names = [{key: spelled(value) for key, value in act.items()} for act in shows["acts"]]
        told = [
            act | {"told": school_acts.of_act(plainly)}
            for act, plainly in zip(names, shows["acts"], strict=True)
        ]
        return shows | {"acts": told}
    return shows
