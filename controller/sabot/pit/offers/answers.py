"""What a table says of offers, retained on the topic `answer`: the configuration and the version of the
program that it has, what became of the last offers, and why it took none the last time."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from sabot.core.cards import any_card_named
from sabot.core.reasons import Reason, Value, reason
from sabot.core.shapes.json import Plain
from sabot.pit.messages import MalformedError, number, plain_of, storable, written
from sabot.system.pit_offers.inbox import Answer
from sabot.system.pit_offers.offer import DIGEST
from sabot.system.update.checkout import REVISION
from sabot.system.update.running_version import Running

ANSWERS_MOST = 100
TEXT_CHARS_MOST = 200
"""Of each text in a report, and of a reason in English."""
NESTED_MOST = 4
"""A reason within a reason, and so on, is no deeper than this."""
LATEST_S = 2**33
"""In the year 2242: PostgreSQL holds a time before it in nanoseconds, too."""

_SLOT, _BRACE = re.compile(r"\{([a-z_]+)\}"), re.compile(r"[{}]")


class Report(NamedTuple):
    """The SHA-256 of the configuration, why an offer was not taken (empty: it was), the answers, and the
    version of the program that runs."""

    sha256: str
    trouble: str
    answers: tuple[Answer, ...]
    running: Running = Running("", 0)


def report(value: Report) -> bytes:
    """The message."""
    answers = [each.plain for each in value.answers]
    given = {"sha256": value.sha256, "trouble": value.trouble, "answers": answers}
    return written({**given, "revision": value.running.revision, "since_s": value.running.since_s})


def read_report(payload: bytes) -> Report:
    """The report in a message. Raises MalformedError."""
    plain = plain_of(payload)
    sha256, answers = plain.get("sha256"), plain.get("answers")
    if not isinstance(sha256, str) or not DIGEST.fullmatch(sha256):
        raise MalformedError(reason("it names no configuration"))
    if not isinstance(answers, list) or len(answers) > ANSWERS_MOST:
        raise MalformedError(reason("it has no answers"))
    trouble = storable(plain.get("trouble"), "trouble")[:TEXT_CHARS_MOST]
    return Report(sha256, trouble, tuple(map(_answer, answers)), _running(plain))


def _running(plain: Plain) -> Running:
    """The version that runs; carriers of older versions do not say it."""
    revision = storable(plain.get("revision", ""), "revision")
    if revision and not REVISION.fullmatch(revision):
        raise MalformedError(reason("it names no revision"))
    return Running(revision, _time(plain.get("since_s", 0), "since_s"))


def _answer(given: object) -> Answer:
    if not isinstance(given, dict):
        raise MalformedError(reason("an answer is no JSON object"))
    name, answer, by = (storable(given.get(each), each)[:TEXT_CHARS_MOST] for each in ("id", "answer", "by"))
    return Answer(name, answer, by, _why(given), _time(given.get("at_s"), "at_s"))


def _why(given: Plain) -> Reason:
    """The reason in an answer; one without values, and that of an older version, is its text alone. One that
    this version does not know is said in English."""
    text, kept = storable(given.get("why"), "why"), given.get("reason")
    return short(Reason(text) if kept is None else _reason(kept, NESTED_MOST))


def _reason(given: object, nested: int) -> Reason:
    """A reason as `as_dict` writes it. The key of one with values has a plain slot for each, once: it is
    filled in here, and any other might become a text without end. Raises MalformedError."""
    plain = given if isinstance(given, dict) and nested else {}
    key, values = storable(plain.get("id"), "reason"), plain.get("values")
    slots = _SLOT.findall(key)
    if not isinstance(values, dict) or (
        values and (sorted(slots) != sorted(values) or _BRACE.search(_SLOT.sub("", key)))
    ):
        raise MalformedError(reason("{name} and its values do not fit", name="reason"))
    return Reason(key, tuple((slot, _value(values[slot], nested)) for slot in slots if values))


def _value(given: object, nested: int) -> Value:
    if isinstance(given, str):
        return storable(given, "reason")
    if isinstance(given, float) and math.isfinite(given):
        return given
    if isinstance(given, dict):
        return any_card_named(str(given.get("card"))) or _reason(given, nested - 1)
    return number(given, "reason")


def short(why: Reason) -> Reason:
    """The reason, or as much of its English text as a report holds."""
    return why if len(text := str(why)) <= TEXT_CHARS_MOST else Reason(text[:TEXT_CHARS_MOST])


def _time(value: object, name: str) -> int:
    if not 0 <= (at_s := number(value, name)) < LATEST_S:
        raise MalformedError(reason("{name} is no time", name=name))
    return at_s
