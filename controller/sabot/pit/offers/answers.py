"""What a table says of offers, retained on the topic `answer`: the configuration and the version of the
program that it has, what became of the last offers, and why it took none the last time."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.shapes.json import Plain
from sabot.pit.messages import MalformedError, number, plain_of, storable, written
from sabot.system.pit_offers.inbox import Answer
from sabot.system.pit_offers.offer import DIGEST
from sabot.system.update.checkout import REVISION
from sabot.system.update.running_version import Running

ANSWERS_MOST = 100
LATEST_S = 2**37
"""Before the year 6400: a time that PostgreSQL and Python can hold."""


class Report(NamedTuple):
    """The SHA-256 of the configuration, why an offer was not taken (empty: it was), the answers, and the
    version of the program that runs."""

    sha256: str
    trouble: str
    answers: tuple[Answer, ...]
    running: Running = Running("", 0)


def report(value: Report) -> bytes:
    """The message."""
    answers = [each._asdict() for each in value.answers]
    given = {"sha256": value.sha256, "trouble": value.trouble, "answers": answers}
    return written({**given, "revision": value.running.revision, "since_s": value.running.since_s})


def read_report(payload: bytes) -> Report:
    """The report in a message. Raises MalformedError."""
    plain = plain_of(payload)
    sha256, answers = plain.get("sha256"), plain.get("answers")
    if not isinstance(sha256, str) or not DIGEST.fullmatch(sha256):
        raise MalformedError("it names no configuration")
    if not isinstance(answers, list) or len(answers) > ANSWERS_MOST:
        raise MalformedError("it has no answers")
    trouble = storable(plain.get("trouble"), "trouble")[:200]
    return Report(sha256, trouble, tuple(map(_answer, answers)), _running(plain))


def _running(plain: Plain) -> Running:
    """The version that runs; carriers of older versions do not say it."""
    revision = storable(plain.get("revision", ""), "revision")
    if revision and not REVISION.fullmatch(revision):
        raise MalformedError("it names no revision")
    return Running(revision, _time(plain.get("since_s", 0), "since_s"))


def _answer(given: object) -> Answer:
    if not isinstance(given, dict):
        raise MalformedError("an answer is no JSON object")
    texts = [storable(given.get(name), name)[:200] for name in ("id", "answer", "by", "why")]
    name, answer, by, why = texts
    return Answer(name, answer, by, why, _time(given.get("at_s"), "at_s"))


def _time(value: object, name: str) -> int:
    if not 0 <= (at_s := number(value, name)) < LATEST_S:
        raise MalformedError(f"{name} is no time")
    return at_s
