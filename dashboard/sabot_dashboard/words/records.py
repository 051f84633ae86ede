"""What is on record, told to somebody who looks back: each step, fault and note as a sentence of the
catalogues."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from sabot.core import reasons
from sabot.core.cloth import AT_HOME
from sabot.core.terms import money
from sabot_dashboard.picture.cloths import Cloth, cloth_of
from sabot_dashboard.picture.croupier_band import said
from sabot_dashboard.picture.faults import TITLES, kind_of
from sabot_dashboard.words.languages import number
from sabot_dashboard.words.school_words import spelled
from sabot_dashboard.words.sentence import Sentence, chance, of_reason, plain, worded

_SLOT = re.compile(r"\{(\w+)\}")
_SIGNATURE = re.compile(r"(.+) \((claimed|croupier|supervisor|technician|trainer|trainee)\)")
_ROLES = ("croupier", "chef de table")
"""What is on record where nobody has a PIN."""

TOGETHER = "{one} & {other}"
"""Several who share something, in any language."""

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def in_words(sentence: Any, words: Mapping[str, str]) -> str:
    """A sentence in the language whose catalogue is `words`."""
    if not isinstance(sentence, dict):
        return number(sentence, words)
    name = sentence["id"]
    counted = words.get(f"{name}|{sentence['values'].get('n')}") or words.get(name, name)
    text = name if sentence.get("game") else counted
    values = sentence["values"]
    return _SLOT.sub(lambda slot: in_words(values[slot[1]], words) if slot[1] in values else slot[0], text)


def person(by: str) -> Sentence | str:
    """Who is on record, as `A. Person (supervisor)` or by a role alone, with the role in the language of the
    reader. A name without a role stays as it is."""
    if by in _ROLES:
        return plain(by)
    if (found := _SIGNATURE.fullmatch(by)) is None:
        return by
    role = plain("claimed") if found[2] == "claimed" else plain(found[2])
    return plain("{name} ({role})", name=found[1], role=role)


def short(card: str) -> str:
    """`TC` as `10♣`."""
    return card[:-1].replace("T", "10") + SIGNS.get(card[-1:], "")


def step(seen: dict[str, Any], *, role: str, game: str) -> Sentence:
    """What was seen or done, as a sentence."""
    tell = _STEPS.get(seen["kind"])
    return tell(seen, role, game) if tell else plain(str(seen["kind"]))


def _card(seen: dict[str, Any], role: str, game: str) -> Sentence:
    if seen["card"] is None:
        return plain("A card that could not be read")
    if seen.get("source") == "manual":
        return plain("Card {card}, entered by hand", card=short(seen["card"]))
    return plain("Card {card}, seen by the {role}", card=short(seen["card"]), role=plain(role or "sabot"))


def _lies(seen: dict[str, Any], role: str, game: str) -> Sentence:
    if seen["card"] is None:
        return plain("A card that the eye cannot read")
    return plain("Card {card}, seen by the eye", card=short(seen["card"]))


def _ball(seen: dict[str, Any], role: str, game: str) -> Sentence:
    if seen.get("source") == "manual":
        return plain("Number {n}, entered by hand", n=seen["pocket"])
    return plain("The ball rests in {n}", n=seen["pocket"])


def _spoken(words: str) -> str:
    """Words of the notation as people say them: `avec-la-table 4` is *avec la table 4*."""
    return re.sub(r"(?<=[a-z])-(?=[a-z])", " ", spelled(words))


def _found(seen: dict[str, Any]) -> Sentence:
    """An instrument is there; old journals know no count of tries."""
    role, tries = plain(seen["role"]), seen.get("tries", 0)
    if tries:
        return plain("{role} found after {n} failed tries", role=role, n=tries)
    return plain("{role} found", role=role)


def _why(seen: dict[str, Any], name: str) -> Sentence:
    """The reason in an observation; older journals have its English text alone."""
    return of_reason(reasons.found(seen, name))


def _signed(with_reason: str, without: str) -> Callable[[dict[str, Any], str, str], Sentence]:
    """A sentence with the name of the person who did it, and their reason if there is one."""

    def signed(seen: dict[str, Any], role: str, game: str) -> Sentence:
        by, reason = person(seen.get("by") or "–"), seen.get("reason") or ""
        return plain(with_reason, by=by, reason=reason) if reason else plain(without, by=by)

    return signed


def note(seen: Mapping[str, Any]) -> Sentence:
    """What a person put on record."""
    by, text, counted = person(seen.get("by") or "–"), seen.get("text") or "", seen.get("counted")
    form = _NOTES.get(seen["what"], "Remark of {by}: {text}")
    if seen["what"] == "entry-refused":  # older journals have the name that was typed in the text
        text = ", ".join(each for each in (seen.get("by"), text) if each) or "–"
    return plain(form, by=by, text=text, n="–" if counted is None else _count(seen["what"], counted))


def _count(what: str, counted: int) -> str:
    """Money in a float, a time of the day, a sign before the seconds of a clock that was set, else a plain
    number."""
    if what.startswith("table"):
        return money(counted)
    if what == "next-opening":
        return f"{counted // 60:02d}:{counted % 60:02d}"
    return f"{counted:+d}" if what == "clock-set" else str(counted)


_NOTES = {
    "remark": "Remark of {by}: {text}",
    "table-opened": "The table was opened by {by}, float {n}. {text}",
    "table-closed": "The table was closed by {by}, float {n}. {text}",
    "next-opening": "The next opening was set to {n} by {by}. {text}",
    "sabot-opened": "A sabot was opened by {by}, {n} cards. {text}",
    "entry-refused": "A PIN was refused: {text}",
    "clock-set": "The clock was set by {n} s: {text}",
    "clock-behind": "The clock was {n} s behind the record: {text}",
    "coup-abandoned": "Left when the table was opened for another game or with other rules: {text}",
    "offer-accepted": "{by} accepted a configuration that the pit offered: {text}",
    "offer-refused": "{by} refused a configuration that the pit offered: {text}",
    "offer-failed": "A configuration that the pit offered was put back: {text}",
    "person-erased": "The name of {text} was erased by {by}",
    "eye-learned": "The eye has learned this pack from {n} cards that the sabot named",
    "eye-forgot": "The eye was told to forget what it learned from {n} cards",
    "eye-drifted": "Another pack or lamp: the eye forgot what it learned from {n} cards",
    "sabot-closed": "The sabot was closed by {by}, {n} cards left. {text}",
}

_STEPS: dict[str, Callable[[dict[str, Any], str, str], Sentence]] = {
    "CardSeen": _card,
    "CardLies": _lies,
    "CardTaken": lambda seen, role, game: plain("A card was taken from the cloth"),
    "BallSeen": _ball,
    "BallLies": lambda seen, role, game: plain("The camera sees the ball in {n}", n=seen["pocket"]),
    "ClockTicked": lambda seen, role, game: plain("Time went by"),
    "CutCardSeen": lambda seen, role, game: plain("The cut card shows"),
    "SabotOpened": lambda seen, role, game: plain("New sabot"),
    "BetsClosed": lambda seen, role, game: said(cloth_of(game).bets_closed),
    "CoupEnded": lambda seen, role, game: plain("End of the coup"),
    "Said": lambda seen, role, game: plain("Said: {words}", words=_spoken(seen["words"])),
    "Announced": lambda seen, role, game: plain("Announced: {words}", words=_spoken(seen["words"])),
    "Staked": lambda seen, role, game: plain(
        "Stake: {where} {amount}", where=chance(seen["where"]), amount=money(seen["amount"])
    ),
    "Undone": _signed("Withdrawn by {by}: {reason}", "Withdrawn by {by}"),
    "Acknowledged": _signed("Acknowledged by {by}: {reason}", "Acknowledged by {by}"),
    "Confirmed": _signed("Confirmed by {by}: {reason}", "Confirmed by {by}"),
    "ButtonPressed": lambda seen, role, game: plain("Button: {words}", words=seen["button"]),
    "Noted": lambda seen, role, game: note(seen),
    "DeviceFound": lambda seen, role, game: _found(seen),
    "DeviceLost": lambda seen, role, game: plain(
        "{role} lost: {why}", role=plain(seen["role"]), why=_why(seen, "why")
    ),
    "DeviceTroubled": lambda seen, role, game: plain(
        "{role}: {why}", role=plain(seen["role"]), why=_why(seen, "trouble")
    ),
    "WheelSeen": lambda seen, role, game: plain(
        "The wheel: {what}", what=plain(seen["phase"].replace("-", " "))
    ),
    "WheelFault": lambda seen, role, game: plain(
        "Fault of the wheel: {what}",
        what=_why(seen, "why") if seen["why"] else plain(seen["name"].replace("-", " ")),
    ),
}

FORMS = (
    *_NOTES.values(),
    *("Withdrawn by {by}: {reason}", "Withdrawn by {by}", "Acknowledged by {by}: {reason}"),
    *("Acknowledged by {by}", "Confirmed by {by}: {reason}", "Confirmed by {by}"),
    *("bets open", "spin begun", "rnvp due", "ball dropped", "at rest"),
)
"""Forms that stand in tables here, for the catalogues."""


def fault(found: Mapping[str, Any]) -> dict[str, Any]:
    """A fault of a day with its title and its rule as sentences."""
    title = plain("The wheel reports a fault") if found.get("wheel") else plain(TITLES[kind_of(found)])
    return {**found, "title": title, "because": worded(found["because"])}


def verdict(event: dict[str, Any], game: str) -> Sentence | None:
    """What was decided by a step, where a person who looks back wants to know it."""
    if event["event"] == "fault":
        title = plain(TITLES[kind_of(event)])
        return plain("▲ {title}: {why}", title=title, why=worded(event["reason"]))
    if event["event"] == "void":
        return plain("▲ {title}: {why}", title=plain("Coup annulled"), why=worded(event["reason"]))
    if event["event"] == "result":
        name = str(event.get("winner") or event.get("number") or "")
        return plain("Result: {name}", name=_winner(name, cloth_of(game))) if name else None
    return None


def _winner(name: str, cloth: Cloth) -> str | Sentence:
    """Who or what won: in the words of the cloth, seats at home in those of the reader."""
    seats = name.split() if cloth.layout in AT_HOME else []
    if not seats or not all(each.isdigit() for each in seats):
        return cloth.names.get(name, name)
    return reduce(lambda one, other: plain(TOGETHER, one=one, other=other), map(_seat, seats))


def _seat(number: str) -> Sentence:
    return plain("seat {n}", n=int(number))
