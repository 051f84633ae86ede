"""The school for its pages: the trainees, their next question, their results. Plain JSON values.

Time comes from the machine's clock. A question that was asked and not answered stays the question: to load
the page again, or to open a second one, brings no other.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from sabot.core.options import House
from sabot.games.lessons import Dealt
from sabot.games.questions import Drill, Question, Tableau, Verdict, no_table
from sabot.live.clock import Elapsed
from sabot.school import records
from sabot.school.afterwards.deals import Deals
from sabot.school.at_table import AtTable
from sabot.school.catalogue import Drills
from sabot.school.dealing.arranging import needs
from sabot.school.dealing.sittings import Sittings
from sabot.school.examination.examining import Examinations
from sabot.school.examination.subjects import CoupPapers, DrillPapers
from sabot.school.examination.timing import Timing
from sabot.school.schedule import Answered, Plan
from sabot.school.shapes import DrillSummary, InMenu, as_dict
from sabot.school.store import Forgetting, Kept, SchoolError, Store
from sabot.school.taught import lessons
from sabot.school.today.day import SHOWN_DAYS, Today, due, learnt_on
from sabot.school.today.five_minutes import Daily
from sabot.school.today.goals import Goals
from sabot.school.trainees import Trainees

LONGEST_ANSWER = 120
"""Characters of an answer that are kept."""

LONGEST_MS = 600_000
"""Nobody thinks for longer: the page was left."""

ON_THE_WAY_MS = 400
"""What an answer against the clock may take to come here."""

NO_DRILL = "There is no such drill."


class School(Trainees):
    """Everything the pages of the school need. For many threads."""

    def __init__(
        self,
        path: Path,
        *,
        house: str = "",
        options: Mapping[str, House] | None = None,
        journal: Path | None = None,
        wall_s: Callable[[], float] = time.time,
        steady_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(Store(path), wall_s)
        self._drills = Drills(options)
        self._game = next(iter(options or {}), "")
        self.pockets = next((each.pockets for each in (options or {}).values() if each.pockets), 37)
        self._plans: dict[tuple[int, str], Plan] = {}
        self._elapsed = Elapsed(wall_s=wall_s, steady_s=steady_s)
        self.table = AtTable(keep=self._dealt)
        self.deals = Deals(journal if lessons(self._game).hindsight else None)
        self.sittings = Sittings(
            self._store, options or {}, keep=self._dealt, needs=self._needs, wall_s=wall_s
        )
        drilled = DrillPapers(self._store, self._drills, elapsed=self._elapsed, took=self._took)
        self.exams = Examinations(
            self._store,
            drilled,
            CoupPapers(self.sittings),
            house=house,
            timing=Timing(self._store, self._elapsed),
            ended=self._learn_again,
        )
        self.forgetting = Forgetting(self._store, wall_s, dropped=self._learn_all_again)
        self.goals = Goals(self._store, steady=self._steady, now_s=self._time_s)
        self.daily = Daily(
            self._store,
            self._drills,
            self.sittings,
            game=self._game,
            plans=self._plans_of,
            ask=self.ask,
            now_s=self._time_s,
        )

    def close(self) -> None:
        """End it."""
        self._store.close()

    # --- drills

    def menu(self, trainee: int) -> list[InMenu]:
        """Every drill with how the trainee stands in it."""
        plans, now_s = self._plans_of(trainee), self._now_s()
        return [{**_named(drill), **plans[drill.name].standing(now_s)} for drill in self._drills.values()]

    def today(self, trainee: int) -> Today:
        """What is due for a trainee, on which days they learnt, and their ratings."""
        now_s = self._now_s()
        answered = self._store.answered_in(trainee, now_s - SHOWN_DAYS * 86_400)
        return {
            **due(self.menu(trainee), self._game),
            "unsteady": sum(plan.unsteady() for plan in self._plans_of(trainee).values()),
            "days": learnt_on([at_s for at_s, _ in answered], now_s),
            "ratings": self.sittings.ratings(trainee),
            "daily": self.daily.stands(trainee),
            "goal": self.goals.of(trainee),
        }

    def drill(self, name: str) -> DrillSummary:
        """Name, title and game of a drill. Raises SchoolError."""
        return _named(self._drill(name))

    def laws(self, name: str) -> list[str]:
        """What the rules of this house say in each cell of a drill: `draw`, `stand`, `free`, or what is
        right there. Raises SchoolError."""
        drill = self._drill(name)
        return [drill.judge(drill.ask(cell, 0), "").truth for cell in drill.cells()]

    def tableau(self, name: str) -> Tableau | None:
        """The table of the rules behind a drill, as this house plays it; None where there is none. Raises
        SchoolError."""
        drill = self._drill(name)
        return None if drill.table is no_table else drill.table(self.laws(name))

    def _drill(self, name: object) -> Drill:
        if not isinstance(name, str) or name not in self._drills:
            raise SchoolError(NO_DRILL)
        return self._drills[name]

    def ask(self, trainee: object, name: object) -> dict[str, object]:
        """Returns the trainee's next question in this drill, or the one still unanswered. A timed question
        whose page was closed long ago does not count against them."""
        drill, who = self._drill(name), self.known(trainee)
        with self._lock:
            kept = self._store.open_question(who, drill.name)
            if kept is None or kept.cell not in drill.cells() or self._was_left(kept, drill):
                kept = self._asked(who, drill)
        return as_dict(kept.id, drill.ask(kept.cell, kept.seed).waiting(self._waited_ms(kept) / 1000))

    def _was_left(self, kept: Kept, drill: Drill) -> bool:
        return bool(drill.ask(kept.cell, kept.seed).within_s) and self._waited_ms(kept) > LONGEST_MS

    def _waited_ms(self, kept: Kept) -> int:
        return self._elapsed.ms(kept.id, kept.asked_ms)

    def _asked(self, trainee: int, drill: Drill) -> Kept:
        key, seed = secrets.token_hex(12), secrets.randbelow(1_000_000)
        cell, now = self._plan(trainee, drill).next(self._now_s()), self._now_ms()
        self._store.add("question", key, trainee, drill.name, cell, seed, None, now)
        return Kept(key, trainee, drill.name, cell, seed, None, now, None, False, 0)

    def answer(self, trainee: object, key: object, answer: object, ms: object) -> dict[str, object]:
        """Returns the verdict of the rules on the answer. Only the first answer counts; a further one is
        told so."""
        who = self.known(trainee)
        kept = self._store.question(key) if isinstance(key, str) else None
        if kept is None or kept.trainee != who or kept.exam is not None or kept.drill not in self._drills:
            raise SchoolError("This question was not asked here.")
        if not isinstance(answer, str):
            raise SchoolError("An answer is a text.")
        drill = self._drills[kept.drill]
        question = drill.ask(kept.cell, kept.seed)
        again = not self._took(kept, drill.judge(question, answer[:LONGEST_ANSWER]), question, answer, ms)
        kept = self._store.question(kept.id) or kept
        verdict = drill.judge(question, kept.answer or "")
        late = verdict.right and not kept.right
        return {"right": kept.right, "late": late, "why": verdict.why, "truth": verdict.truth,
                "cells": [*(verdict.read or (kept.cell,))], "again": again, "ms": kept.took_ms}  # fmt: skip

    def _took(self, kept: Kept, verdict: Verdict, question: Question, answer: str, ms: object) -> bool:
        """Put an answer on record; False where there is one already. Too late is wrong, and a clock that
        is asked against is this one's: the page's clock starts again when it is reloaded."""
        waited = self._waited_ms(kept)
        measured = ms if type(ms) is int and 0 < ms <= waited and not question.within_s else waited
        took = min(measured, LONGEST_MS)
        right = verdict.right and not (question.within_s and took > 1000 * question.within_s + ON_THE_WAY_MS)
        with self._lock:
            now = self._now_ms()
            if not self._store.add("answer", kept.id, answer[:LONGEST_ANSWER], int(right), took, now):
                return False
            if kept.exam is None:  # nothing of an examination is told before its end
                answered = Answered(kept.cell, right, took / 1000, now / 1000)
                self._learnt(kept.trainee, kept.drill, answered)
        return True

    def _learnt(self, trainee: int, drill: str, answered: Answered) -> None:
        """Tell the plan of an answer on record. One that is not made yet will read it there."""
        plan = self._plans.get((trainee, drill))
        if plan is not None:
            plan.take(answered)

    def _learn_again(self, trainee: int) -> None:
        """The plans of a trainee whose examination has ended follow from all of their answers."""
        with self._lock:
            self._plans = {key: plan for key, plan in self._plans.items() if key[0] != trainee}

    def _learn_all_again(self) -> None:
        """Every plan follows from the answers that are left."""
        with self._lock:
            self._plans.clear()

    def _plan(self, trainee: int, drill: Drill) -> Plan:
        key = (trainee, drill.name)
        if key not in self._plans:
            answers = self._store.answers(trainee, drill.name)
            self._plans[key] = Plan(drill.cells(), target_s=drill.target_s, answers=answers)
        return self._plans[key]

    def _plans_of(self, trainee: int) -> dict[str, Plan]:
        with self._lock:
            return {name: self._plan(trainee, drill) for name, drill in self._drills.items()}

    def _steady(self, trainee: int) -> int:
        return sum(plan.steady() for plan in self._plans_of(trainee).values())

    def _time_s(self) -> float:
        return self._now_s()

    # --- records

    def record(self, trainee: object, name: object) -> dict[str, object]:
        """Returns the trainee's record in a drill: its table as a heat map, the curve, the total."""
        drill, who = self._drill(name), self.known(trainee)
        return {**records.record(drill, self._store.answers(who, drill.name)), **_named(drill)}

    def roll(self) -> list[records.Stands]:
        """Returns the class: each trainee with their total in each game, coups at the table, and
        examinations."""
        return [
            records.stands(
                each,
                self._drills.values(),
                self._store.answers,
                exams=self.exams.of(each["id"]),
                goal=self.goals.of(each["id"]),
            )
            for each in self.trainees()
        ]

    def shown(self, key: str, question: Question) -> dict[str, object]:
        """A question as a page gets it, under the id `key`."""
        return as_dict(key, question)

    def groups(self) -> list[str]:
        """The games that are taught, in order."""
        return list(dict.fromkeys(drill.group for drill in self._drills.values()))

    # --- at the table

    def _dealt(self, trainee: int, dealt: Dealt) -> None:
        """Put on record what a trainee at the table did right or wrong."""
        key, now = secrets.token_hex(12), self._now_ms()
        dealt = dealt if dealt.seconds < LONGEST_MS / 1000 else dealt._replace(seconds=0.0)
        with self._lock:  # a plan that is made in between would count it twice
            self._store.add("question", key, trainee, dealt.drill, dealt.cell, 0, None, now)
            self._store.add("answer", key, "", int(dealt.right), round(1000 * dealt.seconds), now)
            answered = Answered(dealt.cell, dealt.right, dealt.seconds, now / 1000)
            self._learnt(trainee, dealt.drill, answered)

    def _needs(self, trainee: int, game: str) -> tuple[str, ...]:
        """What a trainee needs most of what the coups of this game ask, for the virtual table."""
        with self._lock:
            taught = [each for each in self._drills.values() if each.group == game]
            return needs({each.name: self._plan(trainee, each) for each in taught}, self._now_s())


def _named(drill: Drill) -> DrillSummary:
    return {"name": drill.name, "title": drill.title, "group": drill.group}
