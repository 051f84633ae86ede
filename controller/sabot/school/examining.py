"""Examinations as they are sat: begun, answered question by question, ended, reported with a signature."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping

from sabot.games.questions import Drill, Question, Verdict
from sabot.live.clock import Elapsed
from sabot.record import keys
from sabot.school import exams, signing
from sabot.school.exams import Paper, Result, Sat, State, summary
from sabot.school.store import Kept, SchoolError, Store

NO_EXAM = "There is no such examination."
Took = Callable[[Kept, Verdict, Question, str, object], bool]


class Examinations:
    """The examinations of the school. `took` puts an answer on record."""

    def __init__(
        self,
        store: Store,
        drills: Mapping[str, Drill],
        *,
        house: str,
        wall_s: Callable[[], float],
        elapsed: Elapsed,
        took: Took,
    ) -> None:
        self._store, self._drills, self._house = store, drills, house
        self._now_s, self._elapsed, self._took = wall_s, elapsed, took
        self._beginning = threading.Lock()

    def begin(self, trainee: int, given: Mapping[str, object]) -> str:
        """Returns the id of a new examination. A trainee who already takes this paper continues it: a
        second tap starts nothing. Raises SchoolError for an impossible paper."""
        groups = ("all", *dict.fromkeys(drill.group for drill in self._drills.values()))
        paper = exams.paper_of(given, groups)
        with self._beginning:
            key = self._under_way(trainee, paper)
            if not key:
                key = secrets.token_hex(8)
                self._store.add("exam", key, trainee, json.dumps(paper._asdict()), self._now_ms())
        return key

    def _under_way(self, trainee: int, paper: Paper) -> str:
        begun = [each for each in self.of(trainee) if each["paper"] == summary(paper) and not each["result"]]
        return next((str(each["id"]) for each in begun if "result" not in self.state(each["id"])), "")

    def state(self, key: str) -> State:
        """How far it is: the current question, or the result once it has ended. Raises SchoolError."""
        trainee, name, paper, begun_ms = self._exam(key)
        summary: State = {
            "id": key,
            "trainee": trainee,
            "name": name,
            "paper": exams.summary(paper),
            "begun_ms": begun_ms,
        }
        kept = self._store.of_exam(key)
        done = sum(each.answer is not None for each in kept)
        left_s = paper.minutes * 60 - self._elapsed.ms(key, begun_ms) / 1000
        ended = self._result(key)
        if ended is None and (left_s <= 0 or done >= paper.questions):
            ended = self._ended(key, paper, kept, begun_ms)
        if ended is not None:
            sitting = self._sitting(key, trainee)
            return {**summary, "result": ended, "code": self._code(key), "sitting": sitting}
        current = kept[-1] if len(kept) > done else self._next(key, trainee, paper, done)
        asked = self._drills[current.drill].ask(current.cell, current.seed)
        question = asked.waiting(self._elapsed.ms(current.id, current.asked_ms) / 1000)
        return {
            **summary,
            "nth": done + 1,
            "left_s": round(left_s),
            "key": current.id,
            "question": question,
        }

    def _next(self, key: str, trainee: int, paper: Paper, nth: int) -> Kept:
        """The next question, asked. Its id follows from the examination: two pages at once ask the same."""
        drill, cell, seed = exams.questions(paper, self._drills)[nth]
        kept = Kept(f"{key}-{nth}", trainee, drill, cell, seed, key, self._now_ms(), None, False, 0)
        self._store.add("question", *kept[:7])
        return self._store.question(kept.id) or kept

    def answer(self, key: str, question: object, answer: object) -> None:
        """An answer to the current question, timed here; one to any other, or a second one, changes
        nothing."""
        now = self.state(key)
        if not isinstance(answer, str):
            raise SchoolError("An answer is a text.")
        if now.get("key") != question or "result" in now:
            return
        kept = self._store.question(str(question))
        if kept is not None:
            asked = self._drills[kept.drill].ask(kept.cell, kept.seed)
            verdict = self._drills[kept.drill].judge(asked, answer)
            self._took(kept, verdict, asked, answer, None)

    def _ended(self, key: str, paper: Paper, kept: list[Kept], begun_ms: int) -> Result:
        ended_ms = begun_ms + self._elapsed.ms(key, begun_ms)
        result = exams.result(paper, kept, ended_ms=ended_ms, begun_ms=begun_ms)
        self._store.add("result", key, json.dumps(result), self._now_ms())
        return self._result(key) or result

    def _result(self, key: str) -> Result | None:
        found = self._store.rows("SELECT result FROM result WHERE exam = ?", key)
        result: Result | None = json.loads(found[0][0]) if found else None
        return result

    def _exam(self, key: str) -> tuple[int, str, Paper, int]:
        found = self._store.rows(
            "SELECT trainee, name, paper, begun_ms FROM exam JOIN trainee ON trainee = trainee.id"
            " WHERE exam.id = ?",
            key,
        )
        if not found:
            raise SchoolError(NO_EXAM)
        trainee, name, paper, begun_ms = found[0]
        return trainee, name, Paper(**json.loads(paper)), begun_ms

    def _sitting(self, key: str, trainee: int) -> int:
        """Returns how often the trainee has begun this paper, including this time."""
        begun = [(each["id"], each["paper"]["group"], each["paper"]["seed"]) for each in self.of(trainee)]
        at = [each[0] for each in begun].index(key)
        return sum(each[1:] == begun[at][1:] for each in begun[at:])

    def of(self, trainee: int) -> list[Sat]:
        """Returns the trainee's examinations, the newest first; finished ones with their results."""
        found = self._store.rows(
            "SELECT exam.id, paper, begun_ms, result FROM exam LEFT JOIN result ON result.exam = exam.id"
            " WHERE trainee = ? ORDER BY exam.rowid DESC",
            trainee,
        )
        return [
            {"id": key, "paper": json.loads(paper), "begun_ms": begun, "result": json.loads(result or "null")}
            for key, paper, begun, result in found
        ]

    # --- the report

    def report(self, key: str, words: Mapping[str, str]) -> bytes:
        """The signed PDF of an examination that has ended; `words` are those of the reader's language.
        Raises SchoolError for one that has not ended."""
        from sabot.school import report

        state = self.state(key)
        if "result" not in state:
            raise SchoolError("This examination has not ended yet.")
        titles = {name: (drill.title, drill.group) for name, drill in self._drills.items()}
        content = report.pdf(state, house=self._house, titles=titles, words=words)
        return signing.signed(self._key(), content)

    def is_genuine(self, file: bytes) -> bool:
        """Whether this house signed exactly these bytes."""
        trusted = keys.trusted(signing.journal_of(self._store.path))
        return signing.is_genuine(file, trusted=trusted, older=self._older_key())

    def _code(self, key: str) -> str:
        found = self._store.rows(
            "SELECT exam.id, trainee, paper, begun_ms, result FROM exam JOIN result ON result.exam = exam.id"
            " WHERE exam.id = ?",
            key,
        )
        return signing.check_code(self._key(), json.dumps(found), older=self._older_key())

    def _key(self) -> keys.Key:
        journal = signing.journal_of(self._store.path)
        try:
            return keys.Key(journal)
        except (OSError, ValueError) as error:
            raise SchoolError(f"{keys.key_beside(journal)} cannot be used as a key: {error}") from None

    def _older_key(self) -> bytes:
        try:
            return signing.older_key(self._store.path)
        except (OSError, ValueError) as error:
            raise SchoolError(f"{self._store.path}.key cannot be used as a key: {error}") from None

    def _now_ms(self) -> int:
        return round(1000 * self._now_s())
