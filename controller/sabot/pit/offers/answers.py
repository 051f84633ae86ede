"""What a table says of offers, retained on the topic `answer`: the configuration that it has, what became of
the last offers, and why it took none the last time."""

from __future__ import annotations

from typing import NamedTuple

from sabot.pit.messages import MalformedError, number, plain_of, storable, written
from sabot.system.pit_offers.inbox import Answer
from sabot.system.pit_offers.offer import DIGEST

ANSWERS_MOST = 100
LATEST_S = 2**37
"""Before the year 6400: a time that PostgreSQL and Python can hold."""


class Report(NamedTuple):
    """The SHA-256 of the configuration, why an offer was not taken (empty: it was), and the answers."""

    sha256: str
    trouble: str
    answers: tuple[Answer, ...]


def report(value: Report) -> bytes:
    """The message."""
    answers = [each._asdict() for each in value.answers]
    return written({"sha256": value.sha256, "trouble": value.trouble, "answers": answers})


def read_report(payload: bytes) -> Report:
    """The report in a message. Raises MalformedError."""
    plain = plain_of(payload)
    sha256, answers = plain.get("sha256"), plain.get("answers")
    if not isinstance(sha256, str) or not DIGEST.fullmatch(sha256):
        raise MalformedError("it names no configuration")
    if not isinstance(answers, list) or len(answers) > ANSWERS_MOST:
        raise MalformedError("it has no answers")
    return Report(sha256, storable(plain.get("trouble"), "trouble")[:200], tuple(map(_answer, answers)))


def _answer(given: object) -> Answer:
    if not isinstance(given, dict):
        raise MalformedError("an answer is no JSON object")
    texts = [storable(given.get(name), name)[:200] for name in ("id", "answer", "by", "why")]
    name, answer, by, why = texts
    at_s = number(given.get("at_s"), "at_s")
    if not 0 <= at_s < LATEST_S:
        raise MalformedError("at_s is no time")
    return Answer(name, answer, by, why, at_s)
