"""Examinations as they are sat: begun, answered question by question, ended, reported with a signature."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping

from sabot.core.look import OURS, Look
from sabot.games.register import GAMES
from sabot.school.at_table import rated_in
from sabot.school.dealing.shown import Shown
from sabot.school.examination import exams
from sabot.school.examination.exams import Admitted, Outcome, Paper, Result, Sat, State, Withdrawn, summary
from sabot.school.examination.papers import Papers
from sabot.school.examination.proof import Proof
from sabot.school.examination.reviewing import Reviewed
from sabot.school.examination.subjects import CoupPapers, DrillPapers, Exam, Subject
from sabot.school.examination.timing import Timing
from sabot.school.store import SchoolError, Store

NO_EXAM = "There is no such examination."
NOT_ENDED = "This examination has not ended yet."
OTHER_DEVICE = "This examination was begun at another device. Go on there."
_UNENDED = (
    "SELECT admission.exam FROM admission JOIN exam ON exam.id = admission.exam"
    " LEFT JOIN result ON result.exam = exam.id WHERE result.result IS NULL"
)
"""The examinations by an issued paper that have no result yet."""


class Examinations:
    """The examinations of the school: papers of drills, and of coups that are dealt. `ended` hears of each
    trainee whose examination ends."""

    def __init__(
        self,
        store: Store,
        drilled: DrillPapers,
        dealt: CoupPapers,
        *,
        house: str,
        timing: Timing,
        ended: Callable[[int], None],
    ) -> None:
        self._store, self._drills, self._house = store, drilled.drills, house
        self._drilled, self._dealt = drilled, dealt
        self.papers, self._proof = Papers(store, drilled.drills, now_ms=timing.now_ms), Proof(store)
        self.timing, self._heard = timing, ended
        self._beginning = threading.Lock()

    def begin(self, trainee: int, given: Mapping[str, object]) -> str:
        """Returns the id of a new examination for practice. A trainee who already takes this paper continues
        it: a second tap starts nothing. Raises SchoolError for an impossible paper."""
        groups = ("all", *dict.fromkeys(drill.group for drill in self._drills.values()))
        paper = exams.paper_of(given, groups)
        with self._beginning:
            key = self._practised(trainee, paper)
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
            if self.under_way(trainee):
                raise SchoolError("First end the examination that you have begun.")
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

    def under_way(self, trainee: int | None, device: str = "") -> str:
        """The examination by an issued paper that goes on for this trainee, or else at this device; empty
        where none does."""
        found = self._store.rows(
            f"{_UNENDED} AND (exam.trainee = ? OR (device = ? AND device <> ''))"
            " ORDER BY exam.trainee = ? DESC",
            trainee,
            device,
            trainee,
        )
        return next((key for (key,) in found if self._end_if_over(self._exam(key)) is None), "")

    def end_overdue(self) -> None:
        """End every examination whose time is over, though nobody looks at it."""
        for (key,) in self._store.rows(_UNENDED):
            self._end_if_over(self._exam(key))

    def _add(self, key: str, trainee: int, paper: Paper) -> None:
        if not paper.level:
            self._drilled.begin(key)
        self._store.add("exam", key, trainee, json.dumps(paper._asdict()), self.timing.now_ms())

    def _admitted(self, key: str) -> Admitted | None:
        found = self._store.rows(
            "SELECT issued_paper.id, issuer, issued_ms, opens_ms, closes_ms, device, place, witness"
            " FROM admission JOIN issued_paper ON issued = issued_paper.id WHERE exam = ?",
            key,
        )
        return Admitted(*found[0]) if found else None

    def _withdrawn(self, key: str) -> Withdrawn | None:
        admitted = self._admitted(key)
        return self.papers.withdrawn(admitted.paper) if admitted else None

    def _practised(self, trainee: int, paper: Paper) -> str:
        """The examination for practice by this paper that goes on; empty where none does."""
        begun = [each["id"] for each in self.of(trainee) if each["paper"] == summary(paper)]
        return next((key for key in begun if self._end_if_over(self._exam(key)) is None), "")

    def state(self, key: str) -> State:
        """How far it is: what is asked now, or the result once it has ended. Raises SchoolError."""
        exam = self._exam(key)
        state: State = {
            "id": key,
            "trainee": exam.trainee,
            "name": exam.name,
            "paper": summary(exam.paper),
            "begun_ms": exam.begun_ms,
        }
        if (admitted := self._admitted(key)) is not None:
            state["admitted"] = admitted
        if (withdrawn := self._withdrawn(key)) is not None:
            state["withdrawn"] = withdrawn
        while (ended := self._end_if_over(exam)) is None:
            if progress := self._subject(exam).progress(exam):  # nothing: the last answer has just come
                return {**state, **progress, "left_s": round(self._left_s(exam))}
        return {**state, **self._outcome(exam, ended)}

    def _subject(self, exam: Exam) -> Subject:
        return self._dealt if exam.paper.level else self._drilled

    def _left_s(self, exam: Exam) -> float:
        return exam.paper.minutes * 60 - self.timing.ms(exam) / 1000

    def _outcome(self, exam: Exam, result: Result) -> Outcome:
        outcome: Outcome = {"result": result, "sitting": self._sitting(exam.id, exam.trainee)}
        if exam.paper.kind == "practice":
            return outcome
        return {**outcome, "code": self._proof.code(exam.id, self._admitted(exam.id))}

    def answer(self, key: str, question: object, answer: object) -> None:
        """An answer to the current question, timed here; one to any other, or a second one, changes
        nothing."""
        now = self.state(key)
        if not isinstance(answer, str):
            raise SchoolError("An answer is a text.")
        if "key" in now and now["key"] == question:
            self._drilled.answer(now["key"], answer)

    def table(self, key: str) -> Shown | None:
        """The table of an examination of coups as the trainee may see it, with the seconds that are left;
        None once it has ended. Raises SchoolError for an examination without a table."""
        exam = self._dealt_exam(key)
        if self._end_if_over(exam) is not None:
            return None
        return self._dealt.table(exam) | {"left_s": round(self._left_s(exam))}

    def act(self, key: str, act: Mapping[str, object]) -> Shown | None:
        """Do an act at that table; returns the table after it, None once the examination has ended. Raises
        SchoolError."""
        exam = self._dealt_exam(key)
        if self._end_if_over(exam) is None:
            self._dealt.act(exam, act)
        return self.table(key)

    def _dealt_exam(self, key: str) -> Exam:
        exam = self._exam(key)
        if not exam.paper.level:
            raise SchoolError(NO_EXAM)
        return exam

    def _end_if_over(self, exam: Exam) -> Result | None:
        """The result, which is put on record when the examination is found over; None while it goes on. It
        ends with its last question, with its time, and when its paper is withdrawn, or what it asks is not
        taught, or cannot be read, any more."""
        if (kept := self._result(exam.id)) is not None:
            return kept
        cut, subject = self._withdrawn(exam.id) is not None, self._subject(exam)
        if not cut and self._left_s(exam) > 0 and subject.done(exam) < exam.paper.questions:
            if subject.can_go_on(exam):
                return None
            cut = True
        ended_ms, asked = exam.begun_ms + self.timing.ms(exam), subject.asked(exam)
        cut = cut or asked is None
        result = exams.result(exam.paper, asked or [], ended_ms=ended_ms, begun_ms=exam.begun_ms, cut=cut)
        self._store.add("result", exam.id, json.dumps(result), self.timing.now_ms())
        self.timing.end(exam.id)
        self._heard(exam.trainee)
        return self._result(exam.id) or result

    def _result(self, key: str) -> Result | None:
        found = self._store.rows("SELECT result FROM result WHERE exam = ?", key)
        result: Result | None = json.loads(found[0][0]) if found else None
        return result

    def _exam(self, key: str) -> Exam:
        found = self._store.rows(
            "SELECT trainee, name, paper, begun_ms FROM exam JOIN trainee ON trainee = trainee.id"
            " WHERE exam.id = ?",
            key,
        )
        if not found:
            raise SchoolError(NO_EXAM)
        trainee, name, paper, begun_ms = found[0]
        return Exam(key, trainee, name, exams.read(paper), begun_ms)

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
            Sat(id=key, paper=summary(exams.read(paper)), begun_ms=begun, result=json.loads(result or "null"))
            for key, paper, begun, result in found
        ]

    # --- afterwards

    def review(self, key: str) -> list[Reviewed]:
        """Each question that was asked, with the answer, what is right, and the time. Raises SchoolError
        while it may not be seen."""
        return self._drilled.review(self._over(key))

    def replay(self, key: str) -> list[Shown]:
        """Each coup that was dealt, with its steps and what was right. Raises SchoolError while it may not be
        seen."""
        return self._dealt.review(self._over(key))

    def _over(self, key: str) -> Exam:
        exam = self._exam(key)
        if self._end_if_over(exam) is None:
            raise SchoolError(NOT_ENDED)
        return exam

    def check_review(self, key: str) -> None:
        """Raises SchoolError while others may still be asked the questions of this examination."""
        self.end_overdue()
        found = self._admitted(key)
        if found is not None and not self.papers.is_over(found.paper):
            raise SchoolError("The questions can be seen once nobody is to be asked them any more.")

    def report(
        self, key: str, words: Mapping[str, str], *, named: Callable[[str], str] = str, look: Look = OURS
    ) -> bytes:
        """The signed PDF of an examination that has ended; `words` are those of the reader's language,
        `named` gives the name of a person as the record has them, `look` is that of the house. Raises
        SchoolError for one that has not ended, and for one that was for practice."""
        from sabot.school.examination import report

        state = self.state(key)
        if state["paper"]["kind"] == "practice":
            raise SchoolError("This was for practice. A report is made of a paper that a trainer issued.")
        if "result" not in state:
            raise SchoolError(NOT_ENDED)
        if "cut" in state["result"]:
            raise SchoolError("This examination ended early: there is no report of it.")
        content = report.pdf(
            state, house=self._house, titles=self.titles(), words=words, named=named, look=look
        )
        return self._proof.signed(content)

    def titles(self) -> dict[str, tuple[str, str]]:
        """What is asked, and its game: every drill, and the coups of every game."""
        drills = {name: (drill.title, drill.group) for name, drill in self._drills.items()}
        return drills | {rated_in(game): ("Coups at the virtual table", game) for game in GAMES}

    def is_genuine(self, file: bytes) -> bool:
        """Whether this house signed exactly these bytes."""
        return self._proof.is_genuine(file)
