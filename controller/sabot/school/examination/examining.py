"""Examinations as they are sat: begun, answered question by question, ended, reported with a signature."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping

from sabot.games.questions import Drill, Question, Verdict
from sabot.live.clock import Elapsed
from sabot.record import keys
from sabot.school.examination import exams, signing
from sabot.school.examination.exams import Admitted, Outcome, Paper, Result, Sat, State, summary
from sabot.school.examination.papers import Papers
from sabot.school.examination.reviewing import Reviewed, reviewed
from sabot.school.store import Kept, SchoolError, Store

NO_EXAM = "There is no such examination."
NOT_ENDED = "This examination has not ended yet."
OTHER_DEVICE = "This examination was begun at another device. Go on there."
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
        self.papers = Papers(store, drills, wall_s=wall_s)
        self._now_s, self._elapsed, self._took = wall_s, elapsed, took
        self._beginning = threading.Lock()

    def begin(self, trainee: int, given: Mapping[str, object]) -> str:
        """Returns the id of a new examination for practice. A trainee who already takes this paper continues
        it: a second tap starts nothing. Raises SchoolError for an impossible paper."""
        groups = ("all", *dict.fromkeys(drill.group for drill in self._drills.values()))
        paper = exams.paper_of(given, groups)
        with self._beginning:
            key = self._under_way(trainee, paper)
            if not key:
                key = secrets.token_hex(8)
                self._add(key, trainee, paper)
        return key

    def admit(self, trainee: int, paper: str, *, device: str, place: str, witness: str = "") -> str:
        """Returns the id of the examination that this trainee, who proved who they are, begins by an issued
        paper. On the device where they began it they go on. Raises SchoolError on another device, and outside
        the time of the paper."""
        issued = self.papers.found(paper, trainee)
        with self._beginning:
            begun = self._store.rows(
                "SELECT exam, device FROM admission WHERE issued = ? AND trainee = ?", paper, trainee
            )
            if begun and begun[0][1] != device:
                raise SchoolError(OTHER_DEVICE)
            if begun and self._store.rows("SELECT id FROM exam WHERE id = ?", begun[0][0]):
                return str(begun[0][0])
            key = begun[0][0] if begun else secrets.token_hex(8)
            wanted = self.papers.paper_for(issued, trainee)
            self._store.add("admission", key, paper, trainee, device, place, witness)
            self._add(key, trainee, wanted)
        return str(key)

    def check_device(self, key: str, device: str) -> None:
        """Raises SchoolError where this examination goes on at another device."""
        found = self._admitted(key)
        if found is not None and found.device != device:
            raise SchoolError(OTHER_DEVICE)

    def _add(self, key: str, trainee: int, paper: Paper) -> None:
        self._store.add("exam", key, trainee, json.dumps(paper._asdict()), self._now_ms())

    def _admitted(self, key: str) -> Admitted | None:
        found = self._store.rows(
            "SELECT issued_paper.id, issuer, issued_ms, opens_ms, closes_ms, device, place, witness"
            " FROM admission JOIN issued_paper ON issued = issued_paper.id WHERE exam = ?",
            key,
        )
        return Admitted(*found[0]) if found else None

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
        if (admitted := self._admitted(key)) is not None:
            summary["admitted"] = admitted
        kept = self._store.of_exam(key)
        done = sum(each.answer is not None for each in kept)
        left_s = paper.minutes * 60 - self._elapsed.ms(key, begun_ms) / 1000
        ended = self._result(key)
        if ended is None and (left_s <= 0 or done >= paper.questions):
            ended = self._ended(key, paper, kept, begun_ms)
        if ended is not None:
            return {**summary, **self._outcome(key, trainee, paper, ended)}
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

    def _outcome(self, key: str, trainee: int, paper: Paper, result: Result) -> Outcome:
        outcome: Outcome = {"result": result, "sitting": self._sitting(key, trainee)}
        return outcome if paper.kind == "practice" else {**outcome, "code": self._code(key)}

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
        return trainee, name, exams.read(paper), begun_ms

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
            {
                "id": key,
                "paper": summary(exams.read(paper)),
                "begun_ms": begun,
                "result": json.loads(result or "null"),
            }
            for key, paper, begun, result in found
        ]

    # --- afterwards

    def review(self, key: str) -> list[Reviewed]:
        """Each question that was asked, with the answer, what is right, and the time. Raises SchoolError
        while it may not be seen."""
        state = self.state(key)
        if "result" not in state:
            raise SchoolError(NOT_ENDED)
        return [
            reviewed(kept, self._drills[kept.drill])
            for kept in self._store.of_exam(key)
            if kept.drill in self._drills and kept.cell in self._drills[kept.drill].cells()
        ]

    def check_review(self, key: str) -> None:
        """Raises SchoolError while others may still be asked the questions of this examination."""
        found = self._admitted(key)
        if found is not None and not self.papers.is_over(found.paper):
            raise SchoolError("The questions can be seen once nobody is to be asked them any more.")

    def report(self, key: str, words: Mapping[str, str], *, named: Callable[[str], str] = str) -> bytes:
        """The signed PDF of an examination that has ended; `words` are those of the reader's language,
        `named` gives the name of a person as the record has them. Raises SchoolError for one that has not
        ended, and for one that was for practice."""
        from sabot.school.examination import report

        state = self.state(key)
        if state["paper"]["kind"] == "practice":
            raise SchoolError("This was for practice. A report is made of a paper that a trainer issued.")
        if "result" not in state:
            raise SchoolError(NOT_ENDED)
        titles = {name: (drill.title, drill.group) for name, drill in self._drills.items()}
        content = report.pdf(state, house=self._house, titles=titles, words=words, named=named)
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
        admitted = self._admitted(key)
        record = json.dumps([*found, admitted] if admitted else found)
        return signing.check_code(self._key(), record, older=self._older_key())

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
