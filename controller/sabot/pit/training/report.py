"""What the school of a table tells, retained on the topic `training`: everybody who learns there now, under
the number that they have there.

Each report is whole and takes the place of the one before. So somebody who is not in it any more is not at
the pit any more either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from sabot.core.reasons import Why, reason
from sabot.core.shapes.training import Learning, Missed, Reached
from sabot.pit.messages import MalformedError, number, plain_of, storable, written

REPORT_BYTES_MOST = 128 * 1024
TRAINEES_MOST, LEVELS_MOST, MISSED_MOST = 200, 12, 10
NAME_CHARS_MOST = 64
"""Of a drill, a cell or a game."""

COUNT_MOST = 2**31 - 1
"""What PostgreSQL holds as an integer."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def report(learning: Sequence[Learning]) -> bytes:
    """The message. Of more people than it holds, those are in it who practised last. Where it would be too
    long, what was wrong is left out; a game or a cell whose name is too long is left out in any case."""
    latest = sorted(learning, key=lambda each: each.last, reverse=True)[:TRAINEES_MOST]
    trainees = [_fitting(each) for each in sorted(latest)]
    full = _written(trainees)
    if len(full) <= REPORT_BYTES_MOST:
        return full
    return _written(each._replace(missed=()) for each in trainees)


def _written(learning: Iterable[Learning]) -> bytes:
    return written({"trainees": [_row(each) for each in learning]})


def _fitting(each: Learning) -> Learning:
    levels = tuple(one for one in each.levels if len(one.game) <= NAME_CHARS_MOST)
    missed = tuple(one for one in each.missed if max(len(one.drill), len(one.cell)) <= NAME_CHARS_MOST)
    return each._replace(levels=levels[:LEVELS_MOST], missed=missed[:MISSED_MOST])


def _row(each: Learning) -> list[object]:
    return [*each[:-2], [[*one] for one in each.levels], [[*one[:4]] for one in each.missed]]


def read_report(payload: bytes) -> tuple[Learning, ...]:
    """The people in a message, by their numbers. Raises MalformedError; nothing of the message is in it."""
    if len(payload) > REPORT_BYTES_MOST:
        raise MalformedError(reason("it is longer than {n} bytes", n=REPORT_BYTES_MOST))
    found = tuple(map(_learning, _list(plain_of(payload).get("trainees"), TRAINEES_MOST, "trainees")))
    numbers = [each.number for each in found]
    if numbers != sorted(set(numbers)):
        raise MalformedError(reason("its trainees do not stand in the order of their numbers"))
    return found


def _learning(given: object) -> Learning:
    row = Learning._make(_values(given, len(Learning._fields), "a trainee"))
    return Learning(
        _count(row.number, "number"),
        _count(row.days, "days"),
        _day(row.last),
        *_counts(row.answers, row.right, "answers"),
        *_counts(row.coups, row.coups_right, "coups"),
        tuple(map(_reached, _list(row.levels, LEVELS_MOST, "levels"))),
        tuple(map(_missed, _list(row.missed, MISSED_MOST, "missed"))),
    )


def _reached(given: object) -> Reached:
    game, level = _values(given, 2, "levels")
    return Reached(_name(game, "game"), _count(level, "level"))


def _missed(given: object) -> Missed:
    drill, cell, asked, wrong = _values(given, 4, "missed")
    return Missed(_name(drill, "drill"), _name(cell, "cell"), *_counts(asked, wrong, "asked"))


def _list(given: object, most: int, name: str) -> list[object]:
    if not isinstance(given, list):
        raise MalformedError(reason("{name} is no list", name=name))
    if len(given) > most:
        raise MalformedError(reason("{name} has more than {n} entries", name=name, n=most))
    return given


def _values(given: object, count: int, name: Why) -> list[object]:
    if not isinstance(given, list) or len(given) != count:
        raise MalformedError(reason("{name} is not {n} values", name=name, n=count))
    return given


def _count(given: object, name: str) -> int:
    if not 0 <= (count := number(given, name)) <= COUNT_MOST:
        raise MalformedError(reason("{name} is no count", name=name))
    return count


def _counts(whole: object, part: object, name: str) -> tuple[int, int]:
    """A count, and how many of them are of one kind."""
    found, of_kind = _count(whole, name), _count(part, name)
    if of_kind > found:
        raise MalformedError(reason("{name} has a part that is larger than the whole", name=name))
    return found, of_kind


def _name(given: object, name: str) -> str:
    if len(text := storable(given, name)) > NAME_CHARS_MOST:
        raise MalformedError(reason("{name} is longer than {n} characters", name=name, n=NAME_CHARS_MOST))
    return text


def _day(given: object) -> str:
    """A day such as `2026-11-24`; empty: none."""
    text = storable(given, "last")
    if not text:
        return ""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise MalformedError(reason("{name} is no day", name="last"))
