"""The school's sentences: the names of its games, modes and deeds, and how reasons and chances are read.

They have catalogues of their own (translations/school), so that the pages of the table do not carry them.
"""

from __future__ import annotations

import json
import re
from typing import Any

from sabot.core.reasons import Reason
from sabot.games.register import DESCRIPTORS
from sabot_dashboard.words import languages, school_acts
from sabot_dashboard.words.sentence import Sentence, chance, of_reason, plain

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
FIXED = (*OTHER_GROUPS.values(), *MODES.values(), *DEEDS.values(), *REPORT)


def groups() -> dict[str, str]:
    """What each group of drills is called: a game by its cloth. A game without drills has no group."""
    taught = {name: each for name, each in DESCRIPTORS.items() if "drills" in each.parts}
    return {name: each.cloth.title for name, each in taught.items()} | OTHER_GROUPS


def catalogue(language: str) -> dict[str, str]:
    """The screens' sentences with the school's."""
    return languages.catalogue(language) | languages.catalogue(language, "school")


def packed(language: str) -> str:
    """The catalogue as a page carries it."""
    return json.dumps(catalogue(language), ensure_ascii=False).replace("<", "\\u003c")


def sentence_of(why: Reason) -> Sentence:
    """A reason as a sentence: acts and chances in it as a croupier reads them."""
    return _read(of_reason(why))


def _read(sentence: Sentence) -> Sentence:
    return plain(sentence["id"], **{slot: _value(slot, value) for slot, value in sentence["values"].items()})


def _value(slot: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _read(value)
    if slot == "chance" and isinstance(value, str):
        return chance(value)
    return school_acts.of_label(value) or spelled(value) if isinstance(value, str) else value


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


def labelled(label: str) -> Sentence | str:
    """What stands on a button, as a person reads it."""
    return school_acts.of_label(label) or spelled(label)


def _labelled(label: str) -> dict[str, Any]:
    sentence = school_acts.of_label(label)
    return {"label": sentence, "spoken": False} if sentence else {"label": spelled(label)}


def _drawn(shows: dict[str, Any]) -> dict[str, Any]:
    from sabot_dashboard.picture.cloths import cloth_of
    from sabot_dashboard.picture.school_cloth import chips_at

    if shows["kind"] == "layout":
        chips = chips_at(shows["pockets"], shows["chips"])
        return shows | {"chips": [chip | {"bet": spelled(str(chip["bet"]))} for chip in chips]}
    if shows["kind"] == "evening":
        return shows | {"lang": cloth_of(str(shows["game"])).lang}
    if shows["kind"] == "acts":
        closes = {"closes": cloth_of(str(shows["game"])).bets_closed} if "game" in shows else {}
        names = [{key: spelled(value) for key, value in act.items()} | closes for act in shows["acts"]]
        acts = [
            act | {"sentence": school_acts.of_act(plainly)}
            for act, plainly in zip(names, shows["acts"], strict=True)
        ]
        return shows | {"acts": acts}
    return shows
