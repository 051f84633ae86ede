"""What the pages of the pit say: its states and alerts in words, moments and ages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache

from sabot.core.reasons import as_reason
from sabot.core.shapes import floor as shapes
from sabot.core.shapes.training import Missed
from sabot.games.register import DESCRIPTORS
from sabot_dashboard.picture.faults import TITLES
from sabot_dashboard.words import school_words
from sabot_dashboard.words.languages import catalogue, words_in
from sabot_dashboard.words.sentence import Sentence, of_reason, plain

STATES = {
    shapes.DISPUTE: "Dispute open",
    shapes.FAULT: "Fault open",
    shapes.UNKNOWN: "Unknown",
    shapes.ALARM: "Journal alarm",
    shapes.LOST: "Instrument lost",
    shapes.IDLE: "No coup for long",
    shapes.BEHIND: "Catching up",
    shapes.SKEWED: "Clock is wrong",
    shapes.PLAYS: "Plays",
    shapes.CLOSED: "Closed",
}
SIGNS = {
    shapes.DISPUTE: "≠",
    shapes.FAULT: "▲",
    shapes.UNKNOWN: "?",
    shapes.ALARM: "◆",
    shapes.LOST: "×",
    shapes.IDLE: "◷",
    shapes.BEHIND: "⇣",
    shapes.SKEWED: "◷",
    shapes.PLAYS: "●",
    shapes.CLOSED: "–",
}
"""A shape beside each colour."""

KINDS = {
    "cut": "The journal ends before what the pit has",
    "rewritten": "Records were written again",
    "restored": "An older copy was put back",
    "swapped": "Another journal is in its place",
    "altered": "A record was altered",
    "unreadable": "A message cannot be read",
    "forged": "A signed head is forged",
    "contradicted": "The table signed another record than the pit has",
    "key": "The table signs with another key",
    "dispute": "Two instruments disagree",
    "fault": "Fault at the table",
    "link": "The table is not heard",
    "instrument": "An instrument is lost",
    "collector": "The pit takes no records: its collector is gone",
    "broker": "No table is heard: the broker is gone",
    "rollout": "The roll-out of a version has stopped",
}
ROLES = {
    shapes.WATCHER: "watcher",
    shapes.BOSS: "pit boss",
    shapes.TECHNICIAN: "technician",
    shapes.AUDITOR: "auditor",
}

SCRIPT = (
    "Not live: this picture is {n} s old",
    "Not sent: the table does not answer. Try again.",
    "That is not the PIN.",
    "Too many wrong PINs. Wait {n} s.",
    "The name or the PIN is wrong.",
    "Nobody of that name may do this.",
    "Say in a word or two what you saw.",
    "This alert is not open any more.",
)
"""What the script says, or is told to say."""

LOST_ONE = "Lost: {role}"
"""Which instrument an alert is about."""

CARDS = {"-": "–", "X": "10"}
"""Cards in the names of cells: none, and a ten."""

AGES = ("{n} s", "{n} min", "{n} h", "{n} days")


@cache
def words_of(language: str) -> dict[str, str]:
    """English sentence -> sentence in this language: what the screens say, and what the pit alone says."""
    return catalogue(language) | words_in("sabot_dashboard", language, "pit")


def for_script(words: Mapping[str, str]) -> dict[str, str]:
    """What the script needs of them."""
    return {english: text for english, text in words.items() if english.partition("|")[0] in SCRIPT}


def rule_title(rule: str) -> str:
    """A kind of fault as people call it; another program's as it is."""
    return TITLES.get(rule, rule.replace("-", " "))


def title(cause: shapes.Cause) -> Sentence:
    """What an alert is about, in a few words."""
    if cause.kind in ("fault", "dispute") and cause.why:
        return plain(rule_title(str(cause.why)))
    if cause.kind == "instrument":
        return plain(LOST_ONE, role=plain(str(cause.why)))
    return plain(KINDS.get(cause.kind, cause.kind))


def why(cause: shapes.Cause) -> Sentence | None:
    """Why, where the title does not say it."""
    if not cause.why or cause.kind in ("fault", "dispute", "instrument"):
        return None
    sentence = of_reason(as_reason(cause.why))
    return _titled(sentence) if cause.kind == "rollout" else sentence


def _titled(sentence: Sentence) -> Sentence:
    """The same with kinds of faults by their titles."""
    return plain(sentence["id"], **{slot: _part(slot, each) for slot, each in sentence["values"].items()})


def _part(slot: str, value: object) -> object:
    if isinstance(value, dict):
        return _titled(value)
    return plain(rule_title(str(value))) if slot == "rule" else value


def game_title(game: str) -> str:
    """The game as its cloth has it."""
    known = DESCRIPTORS.get(game)
    return known.cloth.title if known else game or "–"


def subject(missed: Missed, language: str) -> str:
    """What was wrong, as the school calls it: the game, the drill and its cell. Names of another program
    stand as they are."""
    words = school_words.catalogue(language)
    parts = (CARDS.get(part) or words.get(part, part) for part in missed.cell.split("/"))
    cell = school_words.spelled("\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}".join(parts))
    title = words.get(missed.title, missed.title) or missed.drill.replace("-", " ")
    game = school_words.groups().get(missed.game, "")
    return " · ".join(filter(None, (words.get(game, game), title, cell)))


def person(by: str, words: Mapping[str, str]) -> str:
    """Who is on record, by `A. Person (boss)`, with their role in the language of these words."""
    name, _, role = by.removesuffix(")").rpartition(" (")
    known = ROLES.get(role)
    return f"{name} ({words.get(known, known)})" if name and known else by


def age(seconds: float) -> Sentence:
    """How long that is, in the largest unit that fits."""
    for form, unit, most in zip(AGES, (1, 60, 3600, 86_400), (60, 3600, 86_400, 1e15), strict=True):
        if seconds < most:
            return {"id": form, "values": {"n": int(max(0.0, seconds) // unit)}}
    return {"id": AGES[-1], "values": {"n": 0}}


def moment(at_s: float, now_s: float) -> str:
    """A moment by the clock of the pit's machine: the time of today, else with its date."""
    at = datetime.fromtimestamp(at_s).astimezone()
    is_today = at.date() == datetime.fromtimestamp(now_s).astimezone().date()
    return f"{at:%H:%M}" if is_today else f"{at:%Y-%m-%d %H:%M}"
