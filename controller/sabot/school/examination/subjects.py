"""What an examination asks: questions of drills, or coups at the virtual table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from sabot.games.questions import Drill, Question, Verdict
from sabot.live.clock import Elapsed
from sabot.school.at_table import rated_in
from sabot.school.catalogue import Drills, bound
from sabot.school.dealing.shown import Shown
from sabot.school.dealing.sittings import Sittings, UnreadableError
from sabot.school.examination import exams
from sabot.school.examination.exams import Asked, Paper, Progress
from sabot.school.examination.reviewing import Reviewed, reviewed
from sabot.school.store import Kept, SchoolError, Store

Took = Callable[[Kept, Verdict, Question, str, object], bool]


class Exam(NamedTuple):
    """An examination on record: its trainee by number and name, its paper, and when it began (milliseconds
    since 1970)."""

    id: str
    trainee: int
    name: str
    paper: Paper
    begun_ms: int


class Subject(Protocol):
    """How one kind of paper is sat."""

    def done(self, exam: Exam) -> int:
        """How many questions are answered, or coups closed."""

    def asked(self, exam: Exam) -> list[Asked] | None:
        """All that counts of an examination that ends now; None where this version cannot read it."""

    def can_go_on(self, exam: Exam) -> bool:
        """Whether what it asks is still taught, and can be read."""

    def progress(self, exam: Exam) -> Progress:
        """How far the trainee is, with the question that is asked now if there is one; nothing where the last
        answer has come."""


class DrillPapers:
    """Papers of drills, by the rules of the house when each was begun. `took` puts an answer on record."""

    def __init__(
        self,
        store: Store,
        drills: Drills,
        *,
        elapsed: Elapsed,
        took: Took,
    ) -> None:
        self._store, self.drills = store, drills
        self._elapsed, self._took = elapsed, took
        self._bound: dict[str, Mapping[str, Drill]] = {drills.rules(): drills}

    def begin(self, exam: str) -> None:
        """Bind the rules of the house of now to the examination of this id."""
        self._store.add("exam_rules", exam, self.drills.rules())

    def _drills_of(self, exam: str) -> Mapping[str, Drill]:
        """The drills by the rules when this examination was begun; an older version bound none."""
        found = self._store.rows("SELECT rules FROM exam_rules WHERE exam = ?", exam)
        rules = found[0][0] if found else self.drills.rules()
        if rules not in self._bound:
            self._bound[rules] = bound(rules)
        return self._bound[rules]

    def done(self, exam: Exam) -> int:
        """How many questions are answered."""
        return sum(each.answered for each in self.asked(exam))

    def asked(self, exam: Exam) -> list[Asked]:
        """Every question that was asked."""
        kept = self._store.of_exam(exam.id)
        return [Asked(each.drill, each.right, each.answer is not None) for each in kept]

    def can_go_on(self, exam: Exam) -> bool:
        """Whether all its drills are still taught, and the question that is asked now."""
        drills = self._drills_of(exam.id)
        waiting = [each for each in self._store.of_exam(exam.id) if each.answer is None]
        return bool(exams.asks_of(exam.paper, drills)) and all(_is_taught(each, drills) for each in waiting)

    def progress(self, exam: Exam) -> Progress:
        """The number of the current question, its id, and the question; nothing where all are answered."""
        kept = self._store.of_exam(exam.id)
        done = sum(each.answer is not None for each in kept)
        if done >= exam.paper.questions:
            return {}
        current = kept[-1] if len(kept) > done else self._next(exam, done)
        asked = self._drills_of(exam.id)[current.drill].ask(current.cell, current.seed)
        question = asked.waiting(self._elapsed.ms(current.id, current.asked_ms) / 1000)
        return {"nth": done + 1, "key": current.id, "question": question}

    def _next(self, exam: Exam, nth: int) -> Kept:
        """The next question, asked. Its id follows from the examination: two pages at once ask the same."""
        drill, cell, seed = exams.questions(exam.paper, self._drills_of(exam.id))[nth]
        key, now_ms = f"{exam.id}-{nth}", self._elapsed.now_ms()
        kept = Kept(key, exam.trainee, drill, cell, seed, exam.id, now_ms, None, False, 0)
        self._store.add("question", *kept[:7])
        return self._store.question(kept.id) or kept

    def answer(self, question: str, answer: str) -> None:
        """Put an answer on record; a second one changes nothing."""
        kept = self._store.question(question)
        if kept is not None:
            drill = self._drills_of(kept.exam or "")[kept.drill]
            asked = drill.ask(kept.cell, kept.seed)
            self._took(kept, drill.judge(asked, answer), asked, answer, None)

    def review(self, exam: Exam) -> list[Reviewed]:
        """Each question that was asked, with the answer, what is right, and the time."""
        drills, asked = self._drills_of(exam.id), self._store.of_exam(exam.id)
        return [reviewed(kept, drills[kept.drill]) for kept in asked if _is_taught(kept, drills)]


def _is_taught(kept: Kept, drills: Mapping[str, Drill]) -> bool:
    return kept.drill in drills and kept.cell in drills[kept.drill].cells()


class CoupPapers:
    """Papers of coups at the virtual table. Their sitting has the key of the examination."""

    def __init__(self, sittings: Sittings) -> None:
        self._sittings = sittings

    def _begin(self, exam: Exam) -> None:
        paper = exam.paper
        self._sittings.examine(
            exam.trainee, exam.id, game=paper.group, level=paper.level, coups=paper.questions, seed=paper.seed
        )

    def done(self, exam: Exam) -> int:
        """How many coups are closed; none where this version cannot read them."""
        return self._sittings.coups(exam.trainee, exam.id) if self.can_go_on(exam) else 0

    def asked(self, exam: Exam) -> list[Asked] | None:
        """Every coup that was closed: right if every act in it was. The sitting ends."""
        if not self.can_go_on(exam):
            return None
        dealt = self._sittings.end(exam.trainee, exam.id)
        return [Asked(rated_in(exam.paper.group), coup.right) for coup in dealt if coup.closed]

    def can_go_on(self, exam: Exam) -> bool:
        """Whether this version can read the rules of its sitting."""
        try:
            self._begin(exam)
            self._sittings.coups(exam.trainee, exam.id)
        except UnreadableError:
            return False
        return True

    def progress(self, exam: Exam) -> Progress:
        """The number of the coup under way."""
        return {"nth": self.done(exam) + 1}

    def table(self, exam: Exam) -> Shown:
        """The table as the trainee may see it."""
        self._begin(exam)
        return self._sittings.state(exam.trainee, exam.id, in_exam=True)

    def act(self, exam: Exam, act: Mapping[str, object]) -> None:
        """Do an act of the trainee. Raises SchoolError."""
        if act.get("act") == "stop":
            raise SchoolError("An examination ends with its last coup, or with its time.")
        self._sittings.act(exam.trainee, exam.id, dict(act), in_exam=True)

    def review(self, exam: Exam) -> list[Shown]:
        """Every coup with its steps and what was right."""
        return self._sittings.replay(exam.trainee, exam.id, in_exam=True)
