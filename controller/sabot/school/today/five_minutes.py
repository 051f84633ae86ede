"""A sitting of five minutes: three of questions that are due, of any game, then two at the virtual table.

Nothing is kept but which questions and which sitting belong to it; what is left of the time follows from
their times. So it goes on after a reload or a restart. On another day it has ended.
"""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypedDict

from sabot.core.reasons import Reason
from sabot.games.questions import SEVERAL, Drill, Question
from sabot.games.register import GAMES, casino
from sabot.school.dealing.sittings import Sittings
from sabot.school.schedule import Plan
from sabot.school.store import SchoolError, Store
from sabot.school.today.asking import DEALING_MINUTES, DRILLS_S, WHOLE_S, chosen, level_for, spent_s
from sabot.school.today.day import day_of, end_of_tomorrow_s

NOT_BEGUN = "Begin a sitting first."


class Part(NamedTuple):
    """A question of a sitting with its answer, the `sitting` at the virtual table, or the `end` that the
    trainee wished. Times are milliseconds since 1970."""

    what: str
    key: str
    at_ms: int
    drill: str | None
    cell: str | None
    seed: int | None
    answered_ms: int | None
    right: bool | None
    answer: str | None


class Sum(TypedDict):
    """How many questions of a drill there were, and how many of the answers were right."""

    name: str
    title: str
    group: str
    answers: int
    right: int


class Missed(TypedDict):
    """A question that was answered wrong, the rule that says what was right, and that act as its button has
    it, or the number."""

    name: str
    title: str
    group: str
    why: Reason
    truth: str


class Dealt(TypedDict):
    """What was dealt at the virtual table: coups, those without a mistake, and the key of the sitting."""

    key: str
    game: str
    coups: int
    right: int


class Summary(TypedDict):
    """A sitting that has ended: what was right, what was missed, and how many cells are due by tomorrow's
    end, in how many drills."""

    answers: int
    right: int
    sums: list[Sum]
    missed: list[Missed]
    dealt: Dealt | None
    due: int
    drills: int


class Daily:
    """The sittings of all trainees. For many threads. Raises SchoolError for what cannot be."""

    def __init__(
        self,
        store: Store,
        drills: Mapping[str, Drill],
        sittings: Sittings,
        *,
        game: str,
        plans: Callable[[int], Mapping[str, Plan]],
        ask: Callable[[int, str], dict[str, object]],
        now_s: Callable[[], float],
    ) -> None:
        self._store, self._drills, self._sittings = store, drills, sittings
        self._game = game or next(iter(GAMES))
        self._plans, self._ask, self._now_s = plans, ask, now_s
        self._lock = threading.RLock()

    def begin(self, trainee: int) -> None:
        """Begin today's sitting; one that goes on goes on."""
        with self._lock:
            if self.stands(trainee) not in ("drills", "dealing"):
                self._store.add("daily", secrets.token_hex(12), trainee, self._now_ms())

    def end(self, trainee: int) -> None:
        """End the sitting here."""
        with self._lock:
            if self.stands(trainee) in ("drills", "dealing"):
                self._add(self._newest(trainee)[0], "end", "")

    def stands(self, trainee: int) -> str:
        """Where today's sitting stands: at the `drills`, `dealing`, `over`; empty: none was begun today."""
        key, begun_ms = self._newest(trainee)
        if not key or day_of(begun_ms / 1000) != day_of(self._now_s()):
            return ""
        last = next(iter(self._parts(key)[-1:]), None)
        if last is None or last.drill is not None:
            return "drills"
        is_over = last.what == "end" or bool(self._sittings.setup(trainee, last.key)["over"])
        return "over" if is_over else "dealing"

    def dealing(self, trainee: int) -> str:
        """The sitting at the virtual table that belongs to it."""
        return next(
            (each.key for each in self._parts(self._newest(trainee)[0]) if each.what == "sitting"), ""
        )

    def next(self, trainee: int) -> dict[str, object]:
        """The question that is open, or the next one, with the time that is left; or where the sitting goes
        on: `stands`."""
        with self._lock:
            stands = self.stands(trainee)
            if not stands:
                raise SchoolError(NOT_BEGUN)
            if stands != "drills":
                return {"stands": stands}
            key, begun_ms = self._newest(trainee)
            parts = self._parts(key)
            is_open = bool(parts) and parts[-1].answered_ms is None
            left_s = self._drills_s() - self._spent_s(begun_ms, parts)
            if left_s <= 0 and not is_open:
                return {"stands": self._after_drills(trainee, key)}
            return self._asked(trainee, key, parts, left_s=max(left_s, 0.0))

    def _asked(self, trainee: int, key: str, parts: list[Part], *, left_s: float) -> dict[str, object]:
        open_drill = parts[-1].drill if parts and parts[-1].answered_ms is None else None
        name = open_drill if open_drill in self._drills else self._chosen(trainee, parts)
        question = self._ask(trainee, name or "")
        if not parts or parts[-1].key != question["id"]:
            self._add(key, "question", str(question["id"]))
        drill, done = self._drills[str(question["drill"])], [each for each in parts if each.answered_ms]
        return {
            "question": question,
            "title": drill.title,
            "group": drill.group,
            "left_s": left_s + WHOLE_S - self._drills_s(),
            "of_s": WHOLE_S,
            "right": sum(bool(each.right) for each in done),
            "answers": len(done),
        }

    def _chosen(self, trainee: int, parts: Iterable[Part]) -> str:
        home = [name for name, drill in self._drills.items() if drill.group == self._game]
        asked = [each.drill for each in parts if each.drill]
        return chosen(self._plans(trainee), asked, home=home, now_s=self._now_s())

    def _drills_s(self) -> float:
        """How long questions are asked: all the time where the virtual table does not have this game."""
        return DRILLS_S if self._game in casino() else WHOLE_S

    def _after_drills(self, trainee: int, key: str) -> str:
        """Where the sitting stands when the time of its questions is over."""
        if self._game in casino():
            self._deal(trainee, key)
            return "dealing"
        self._add(key, "end", "")
        return "over"

    def _deal(self, trainee: int, key: str) -> None:
        level = level_for(self._sittings.rating(trainee, self._game))
        body = {"game": self._game, "level": level, "mode": "coach", "minutes": DEALING_MINUTES}
        self._add(key, "sitting", self._sittings.begin(trainee, body))

    def _spent_s(self, begun_ms: int, parts: Iterable[Part]) -> float:
        moments = [begun_ms]
        for each in parts:
            moments += [each.at_ms, *([each.answered_ms] if each.answered_ms else [])]
        return spent_s([*moments, self._now_ms()])

    def summary(self, trainee: int) -> Summary:
        """What came of the newest sitting, and what goes to tomorrow."""
        parts = self._parts(self._newest(trainee)[0])
        answered = [each for each in parts if each.answered_ms and each.drill in self._drills]
        tomorrow_s, plans = end_of_tomorrow_s(self._now_s()), self._plans(trainee)
        due = [count for plan in plans.values() if (count := len(plan.due(tomorrow_s)))]
        return {
            "answers": len(answered),
            "right": sum(bool(each.right) for each in answered),
            "sums": self._sums(answered),
            "missed": self._missed(answered),
            "dealt": self._dealt(trainee, self.dealing(trainee)),
            "due": sum(due),
            "drills": len(due),
        }

    def _sums(self, answered: Sequence[Part]) -> list[Sum]:
        answers = Counter(each.drill for each in answered)
        right = Counter(each.drill for each in answered if each.right)
        return [
            {
                "name": name,
                "title": drill.title,
                "group": drill.group,
                "answers": answers[name],
                "right": right[name],
            }
            for name, drill in self._drills.items()
            if answers[name]
        ]

    def _missed(self, answered: Sequence[Part]) -> list[Missed]:
        """Each cell that was answered wrong, once."""
        wrong = {(each.drill, each.cell): each for each in answered if not each.right}
        return [self._said(self._drills[each.drill or ""], each) for each in wrong.values()]

    def _said(self, drill: Drill, part: Part) -> Missed:
        question = drill.ask(part.cell or "", part.seed or 0)
        verdict = drill.judge(question, part.answer or "")
        truth = _labelled(question, verdict.truth)
        return {
            "name": drill.name,
            "title": drill.title,
            "group": drill.group,
            "why": verdict.why,
            "truth": truth,
        }

    def _dealt(self, trainee: int, key: str) -> Dealt | None:
        if not key:
            return None
        coups = self._sittings.replay(trainee, key)
        right = sum(bool(each["right"]) for each in coups)
        game = str(self._sittings.setup(trainee, key)["game"])
        return {"key": key, "game": game, "coups": len(coups), "right": right}

    # --- the record

    def _newest(self, trainee: int) -> tuple[str, int]:
        """The newest sitting and when it was begun; an empty key where there is none."""
        asked = "SELECT id, begun_ms FROM daily WHERE trainee = ? ORDER BY rowid DESC LIMIT 1"
        return next(iter(self._store.rows(asked, trainee)), ("", 0))

    def _parts(self, key: str) -> list[Part]:
        rows = self._store.rows(
            "SELECT what, key, daily_part.at_ms, drill, cell, seed, answer.at_ms, was_right, answer"
            " FROM daily_part LEFT JOIN question ON question.id = key"
            " LEFT JOIN answer ON answer.question = key WHERE daily = ? ORDER BY nth",
            key,
        )
        return [Part(*row) for row in rows]

    def _add(self, key: str, what: str, of: str) -> None:
        nth = len(self._parts(key))
        self._store.add("daily_part", key, nth, what, of, self._now_ms())

    def _now_ms(self) -> int:
        return round(1000 * self._now_s())


def _labelled(question: Question, truth: str) -> str:
    """What is right as its buttons have it; a number or a sum as it is."""
    labels = {act.answer: act.label for act in question.acts}
    if question.typed == SEVERAL:
        return ", ".join(labels[answer] for answer in truth.split(","))
    return labels.get(truth.split(" ")[-1], "" if labels else truth)
