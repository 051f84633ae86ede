"""Papers that a trainer issues: what is asked, which trainees are asked, and on which days; and papers that
are withdrawn.

The seeds are drawn at issue, so nobody chooses their questions."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from sabot.core.shapes.people import Person
from sabot.games.questions import Drill
from sabot.games.register import casino
from sabot.school.dealing.levels import LEVELS
from sabot.school.examination import exams
from sabot.school.examination.exams import Paper, PaperSummary, Result, Withdrawn, summary
from sabot.school.store import SchoolError, Store

Bounds = dict[str, tuple[int, int]]

BOUNDS: Bounds = {"questions": (10, 200), "minutes": (1, 180), "pass_percent": (60, 100)}
"""Least and most. A paper of one question, or one that is passed with 1 %, certifies nothing."""

COUPS: Bounds = {**BOUNDS, "questions": (10, 30)}
"""The same where the questions are coups: more of them do not fit into three hours."""

ISSUED_SEEDS = (1_000_000, 2**62)
"""From the first up to the last. Practice papers have smaller ones: nobody can practise an issued paper.
There are too many to try, so nobody works out from the first questions what comes next."""

LONGEST_OPEN_MS = 366 * 86_400_000
PAPERS_SHOWN = 50

NO_PAPER = "There is no such paper for you."


class Issued(NamedTuple):
    """An issued paper: `seeds` has the seed of each trainee by their number; `issuer` is a person as the
    record has them. Moments are milliseconds since 1970."""

    id: str
    paper: Paper
    issuer: str
    issued_ms: int
    opens_ms: int
    closes_ms: int
    seeds: dict[int, int]


class Candidate(TypedDict):
    """A trainee of an issued paper: their examination once they began it, and its result."""

    id: int
    name: str
    exam: str | None
    result: Result | None


class Overview(TypedDict):
    """An issued paper as the trainer's page lists it."""

    id: str
    paper: PaperSummary
    issuer: str
    opens_ms: int
    closes_ms: int
    is_open: bool
    withdrawn: Withdrawn | None
    candidates: list[Candidate]


class Papers:
    """The issued papers of the school."""

    def __init__(self, store: Store, drills: Mapping[str, Drill], *, now_ms: Callable[[], int]) -> None:
        self._store, self._drills, self._now_ms = store, drills, now_ms

    def issue(self, given: Mapping[str, object], *, by: Person) -> str:
        """Issue the paper that a form describes; returns its id. Raises SchoolError."""
        paper = self._paper(given)
        opens_ms, closes_ms = self._window(given)
        trainees = self._trainees(given.get("trainees"), by)
        seeds = _seeds(trainees, is_same=given.get("is_same") is not False)
        key = secrets.token_hex(6)
        text = json.dumps(paper._asdict())
        self._store.add(
            "issued_paper", key, text, str(by), self._now_ms(), opens_ms, closes_ms, json.dumps(seeds)
        )
        return key

    def withdraw(self, key: str, *, by: Person) -> None:
        """Nobody begins this paper any more, and a sitting that goes on ends. Raises SchoolError for one that
        is withdrawn already, and for none."""
        if not self._store.rows("SELECT id FROM issued_paper WHERE id = ?", key):
            raise SchoolError("There is no such paper.")
        if not self._store.add("withdrawal", key, str(by), self._now_ms()):
            raise SchoolError("This paper was withdrawn already.")

    def withdrawn(self, key: str) -> Withdrawn | None:
        """Who withdrew this paper, and when; None: nobody did."""
        found = self._store.rows("SELECT person, at_ms FROM withdrawal WHERE paper = ?", key)
        return Withdrawn(*found[0]) if found else None

    def _paper(self, given: Mapping[str, object]) -> Paper:
        return self._of_coups(given) if given.get("subject") == "coups" else self._of_drills(given)

    def _of_coups(self, given: Mapping[str, object]) -> Paper:
        game, level = given.get("game"), given.get("level")
        if not isinstance(game, str) or game not in casino():
            raise SchoolError("Choose a game.")
        if type(level) is not int or not 1 <= level <= len(LEVELS):
            raise SchoolError("Choose a level.")
        numbers = _numbers(given, COUPS)
        if numbers is None:
            raise SchoolError(
                "A paper has 10 to 30 coups, 1 to 180 minutes, and a pass mark of 60 % or more."
            )
        return Paper(game, *numbers, seed=0, kind="issued", level=level)

    def _of_drills(self, given: Mapping[str, object]) -> Paper:
        drills = given.get("drills")
        drills = [each for each in drills if type(each) is str] if isinstance(drills, list) else []
        if not drills or not self._drills.keys() >= {*drills}:
            raise SchoolError("Choose what is examined.")
        numbers = _numbers(given, BOUNDS)
        if numbers is None:
            raise SchoolError(
                "A paper has 10 to 200 questions, 1 to 180 minutes, and a pass mark of 60 % or more."
            )
        chosen = tuple(name for name in self._drills if name in drills)
        groups = {self._drills[name].group for name in chosen}
        group = groups.pop() if len(groups) == 1 else "all"
        return Paper(group, *numbers, seed=0, kind="issued", drills=chosen)

    def _window(self, given: Mapping[str, object]) -> tuple[int, int]:
        opens, closes, now = given.get("opens_ms"), given.get("closes_ms"), self._now_ms()
        if type(opens) is not int or type(closes) is not int or not opens < closes:
            raise SchoolError("Say from when to when the paper can be begun.")
        if not now < closes < now + LONGEST_OPEN_MS:
            raise SchoolError("The paper must be open at some time from now on, within a year.")
        return opens, closes

    def _trainees(self, given: object, by: Person) -> list[int]:
        names = dict(self._store.rows("SELECT id, name FROM enrolled"))
        wanted = given if isinstance(given, list) else []
        if not wanted or not all(type(each) is int and each in names for each in wanted):
            raise SchoolError("Choose who sits the paper.")
        if any(names[each] == by.name for each in wanted):
            raise SchoolError("Nobody issues a paper to themselves.")
        return sorted(set(wanted))

    def subjects(self) -> dict[str, dict[str, str]]:
        """What can be examined: the titles of the drills by their names, by game."""
        found: dict[str, dict[str, str]] = {}
        for drill in self._drills.values():
            found.setdefault(drill.group, {})[drill.name] = drill.title
        return found

    def found(self, key: str, trainee: int) -> Issued:
        """The paper of this id, which was issued to this trainee. Raises SchoolError."""
        rows = self._store.rows("SELECT * FROM issued_paper WHERE id = ?", key)
        issued = _issued(rows[0]) if rows else None
        if issued is None or trainee not in issued.seeds:
            raise SchoolError(NO_PAPER)
        return issued

    def paper_for(self, issued: Issued, trainee: int) -> Paper:
        """The paper with the questions of this trainee. Raises SchoolError outside the time in which it can
        be begun, and for one that was withdrawn."""
        now = self._now_ms()
        if self.withdrawn(issued.id):
            raise SchoolError("This paper was withdrawn.")
        if now < issued.opens_ms:
            raise SchoolError("This paper cannot be begun yet.")
        if now >= issued.closes_ms:
            raise SchoolError("This paper can no longer be begun.")
        return issued.paper._replace(seed=issued.seeds[trainee])

    def of(self, trainee: int) -> list[Overview]:
        """The papers that this trainee can begin, now or later, or go on with; the newest first."""
        listed = []
        for each in self.all():
            mine = [one for one in each["candidates"] if one["id"] == trainee and not one["result"]]
            can_begin = each["closes_ms"] > self._now_ms() and not each["withdrawn"]
            if mine and (mine[0]["exam"] or can_begin):
                listed.append(Overview(**{**each, "candidates": mine}))
        return listed

    def all(self) -> list[Overview]:
        """The newest papers with what came of them, the newest first."""
        rows = self._store.rows("SELECT * FROM issued_paper ORDER BY rowid DESC LIMIT ?", PAPERS_SHOWN)
        return [self._overview(_issued(row)) for row in rows]

    def _overview(self, issued: Issued) -> Overview:
        withdrawn = self.withdrawn(issued.id)
        return {
            "id": issued.id,
            "paper": summary(issued.paper),
            "issuer": issued.issuer,
            "opens_ms": issued.opens_ms,
            "closes_ms": issued.closes_ms,
            "is_open": issued.opens_ms <= self._now_ms() < issued.closes_ms and not withdrawn,
            "withdrawn": withdrawn,
            "candidates": self.candidates(issued),
        }

    def candidates(self, issued: Issued) -> list[Candidate]:
        """The trainees of this paper, and how far each has come."""
        rows = self._store.rows(
            "SELECT trainee.id, name, admission.exam, result FROM trainee"
            " LEFT JOIN admission ON trainee = trainee.id AND issued = ?"
            " LEFT JOIN result ON result.exam = admission.exam ORDER BY name COLLATE NOCASE",
            issued.id,
        )
        return [
            {"id": key, "name": name, "exam": exam, "result": json.loads(result or "null")}
            for key, name, exam, result in rows
            if key in issued.seeds
        ]

    def is_over(self, key: str) -> bool:
        """Whether nobody is to be asked the questions of this paper any more: it was withdrawn, or all who
        may still begin it, or have begun it, have ended it."""
        issued = _issued(self._store.rows("SELECT * FROM issued_paper WHERE id = ?", key)[0])
        no_more = self._now_ms() >= issued.closes_ms or self.withdrawn(key) is not None
        return all(each["result"] or (no_more and not each["exam"]) for each in self.candidates(issued))


def _numbers(given: Mapping[str, object], bounds: Bounds) -> tuple[int, int, int] | None:
    """How many questions in how many minutes, and the mark; None where one of them is outside the bounds."""
    found = []
    for name, (low, high) in bounds.items():
        number = given.get(name)
        if type(number) is not int or not low <= number <= high:
            return None
        found.append(number)
    questions, minutes, percent = found
    return questions, minutes, percent


def _seeds(trainees: Sequence[int], *, is_same: bool) -> dict[int, int]:
    """A seed for each trainee: the same for all, or one of their own."""
    first, last = ISSUED_SEEDS
    common = secrets.randbelow(last - first)
    return {each: first + (common if is_same else secrets.randbelow(last - first)) for each in trainees}


def _issued(row: tuple[Any, ...]) -> Issued:
    kept = Issued(*row)
    seeds = {int(each): seed for each, seed in json.loads(row[-1]).items()}
    return kept._replace(paper=exams.read(row[1]), seeds=seeds)
