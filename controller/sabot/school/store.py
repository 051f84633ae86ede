"""What the school remembers, in one SQLite file beside the journal: trainees, questions, answers, papers,
sittings at the virtual table.

Nothing is changed or taken out, the file itself refuses it, but for a name that is erased and records that
have been kept long enough. A question is answered once, however often the answer is sent. Answers are kept
with full synchronisation.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sabot.config import state
from sabot.record import pseudonyms
from sabot.school.schedule import Answered

SCHEMA = """
CREATE TABLE IF NOT EXISTS trainee (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, since_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS gone_trainee (id INTEGER PRIMARY KEY);
CREATE TRIGGER IF NOT EXISTS number_stays AFTER DELETE ON trainee
  BEGIN INSERT OR IGNORE INTO gone_trainee VALUES (old.id); END;
CREATE TABLE IF NOT EXISTS enrolment (trainee INTEGER NOT NULL REFERENCES trainee, is_in INTEGER NOT NULL, at_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS question (
  id TEXT PRIMARY KEY, trainee INTEGER NOT NULL REFERENCES trainee, drill TEXT NOT NULL, cell TEXT NOT NULL,
  seed INTEGER NOT NULL, exam TEXT, asked_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS answer (
  question TEXT PRIMARY KEY REFERENCES question, answer TEXT NOT NULL, was_right INTEGER NOT NULL,
  took_ms INTEGER NOT NULL, at_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS exam (
  id TEXT PRIMARY KEY, trainee INTEGER NOT NULL REFERENCES trainee, paper TEXT NOT NULL, begun_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS exam_rules (exam TEXT PRIMARY KEY REFERENCES exam, rules TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS exam_time (
  exam TEXT NOT NULL REFERENCES exam, ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL, steady_ms INTEGER NOT NULL,
  boot TEXT NOT NULL, PRIMARY KEY (exam, ms));
CREATE TABLE IF NOT EXISTS result (exam TEXT PRIMARY KEY REFERENCES exam, result TEXT NOT NULL, at_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS sitting (
  id TEXT PRIMARY KEY, trainee INTEGER NOT NULL REFERENCES trainee, game TEXT NOT NULL, level INTEGER NOT NULL,
  mode TEXT NOT NULL, seed INTEGER NOT NULL, options TEXT NOT NULL, begun_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS sitting_act (
  sitting TEXT NOT NULL REFERENCES sitting, nth INTEGER NOT NULL, at_ms INTEGER NOT NULL, act TEXT NOT NULL,
  PRIMARY KEY (sitting, nth));
CREATE TABLE IF NOT EXISTS issued_paper (
  id TEXT PRIMARY KEY, paper TEXT NOT NULL, issuer TEXT NOT NULL, issued_ms INTEGER NOT NULL,
  opens_ms INTEGER NOT NULL, closes_ms INTEGER NOT NULL, seeds TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS admission (
  exam TEXT PRIMARY KEY, issued TEXT NOT NULL REFERENCES issued_paper, trainee INTEGER NOT NULL REFERENCES trainee,
  device TEXT NOT NULL, place TEXT NOT NULL, witness TEXT NOT NULL, UNIQUE (issued, trainee));
CREATE TABLE IF NOT EXISTS withdrawal (
  paper TEXT PRIMARY KEY REFERENCES issued_paper, person TEXT NOT NULL, at_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS daily (id TEXT PRIMARY KEY, trainee INTEGER NOT NULL REFERENCES trainee, begun_ms INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS daily_part (
  daily TEXT NOT NULL REFERENCES daily, nth INTEGER NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL,
  at_ms INTEGER NOT NULL, PRIMARY KEY (daily, nth));
CREATE TABLE IF NOT EXISTS goal (
  trainee INTEGER NOT NULL REFERENCES trainee, kind TEXT NOT NULL, amount INTEGER NOT NULL, had INTEGER NOT NULL,
  until TEXT NOT NULL, at_ms INTEGER NOT NULL);
CREATE VIEW IF NOT EXISTS enrolled AS SELECT id, name FROM trainee
  WHERE coalesce((SELECT is_in FROM enrolment WHERE trainee = trainee.id ORDER BY enrolment.rowid DESC LIMIT 1), 1) = 1;
CREATE INDEX IF NOT EXISTS of_trainee ON question (trainee, drill);
CREATE INDEX IF NOT EXISTS of_exam ON question (exam);
CREATE INDEX IF NOT EXISTS sitting_of ON sitting (trainee);
CREATE INDEX IF NOT EXISTS daily_of ON daily (trainee);
"""  # noqa: E501
TABLES = tuple(
    "trainee gone_trainee enrolment question answer exam result issued_paper admission withdrawal"
    " sitting sitting_act daily daily_part goal".split()
)

_TRIGGERS = {
    f"no_{verb}_{table}": f"BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, 'the school only adds'); END"
    for table in TABLES
    for verb in ("UPDATE", "DELETE")
}


def beside(journal: Path) -> Path:
    """Where the school of the table with this journal is kept."""
    return journal.with_name(journal.stem + ".school.sqlite3")


class SchoolError(ValueError):
    """An impossible request. The message is a sentence for the person who made it."""


class Kept(NamedTuple):
    """A question on record, and its answer if it has one."""

    id: str
    trainee: int
    drill: str
    cell: str
    seed: int
    exam: str | None
    asked_ms: int
    answer: str | None
    right: bool
    took_ms: int


class Store:
    """The file. For many threads, one at a time. Raises SchoolError where it cannot be opened."""

    def __init__(self, path: Path) -> None:
        self.path, self._lock = path, threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            state.private(path)
            self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise SchoolError(f"{path} cannot be opened: {error}") from None
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._file.close()
            why = f"{path} cannot be opened: {error}"
            if type(error) is sqlite3.DatabaseError:  # damaged, or no database: other errors are subclasses
                why += "; put back a backup, or move the file away: the school then begins empty"
            raise SchoolError(why) from None

    def _prepare(self) -> None:
        self._file.execute("PRAGMA journal_mode=WAL")
        self._file.execute("PRAGMA synchronous=FULL")
        self._file.execute("PRAGMA secure_delete=ON")
        self._file.executescript(SCHEMA)
        for name, made in _TRIGGERS.items():
            self._file.execute(f"CREATE TRIGGER IF NOT EXISTS {name} {made}")

    def close(self) -> None:
        """End it."""
        with self._lock:
            self._file.close()

    def rows(self, text: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query finds."""
        with self._lock:
            return self._file.execute(text, values).fetchall()

    def add(self, table: str, *values: object) -> bool:
        """Add a row; False where there is one of that key already. Raises SchoolError for a full disk and
        the like."""
        slots = ", ".join("?" * len(values))
        try:
            with self._lock:
                self._file.execute(f"INSERT INTO {table} VALUES ({slots})", values)  # noqa: S608
        except sqlite3.IntegrityError:
            return False
        except sqlite3.Error as error:
            raise SchoolError(f"{self.path} cannot be written: {error}") from None
        return True

    def rewrite(self, statements: Sequence[tuple[str, tuple[object, ...]]]) -> int:
        """Change or take out what these statements say, all or nothing; how many rows. What was there is
        overwritten on disk. Raises SchoolError."""
        try:
            with self._lock:
                self._file.execute("BEGIN IMMEDIATE")
                try:
                    changed = self._rewritten(statements)
                except BaseException:
                    self._file.execute("ROLLBACK")
                    raise
                self._file.execute("COMMIT")
                self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise SchoolError(f"{self.path} cannot be written: {error}") from None
        return changed

    def _rewritten(self, statements: Sequence[tuple[str, tuple[object, ...]]]) -> int:
        for name in _TRIGGERS:
            self._file.execute(f"DROP TRIGGER {name}")
        changed = sum(self._file.execute(text, values).rowcount for text, values in statements)
        for name, made in _TRIGGERS.items():
            self._file.execute(f"CREATE TRIGGER {name} {made}")
        return changed

    # --- questions and answers

    def question(self, key: str) -> Kept | None:
        """The question of this id."""
        found = self.rows(f"{_KEPT} WHERE question.id = ?", key)
        return _kept(found[0]) if found else None

    def of_exam(self, exam: str) -> list[Kept]:
        """The questions of an examination that were asked, in their order."""
        return [_kept(row) for row in self.rows(f"{_KEPT} WHERE exam = ? ORDER BY question.rowid", exam)]

    def open_question(self, trainee: int, drill: str) -> Kept | None:
        """Returns the trainee's newest unanswered question in this drill, outside examinations."""
        found = self.rows(
            f"{_KEPT} WHERE trainee = ? AND drill = ? AND exam IS NULL ORDER BY question.rowid DESC LIMIT 1",
            trainee,
            drill,
        )
        kept = _kept(found[0]) if found else None
        return kept if kept and kept.answer is None else None

    def answers(self, trainee: int, drill: str) -> list[Answered]:
        """Returns all answers of the trainee in this drill, oldest first; those in an examination once it has
        ended, because a record tells what was right."""
        found = self.rows(
            "SELECT cell, was_right, took_ms, at_ms"
            " FROM question JOIN answer ON question.id = answer.question"
            " WHERE trainee = ? AND drill = ? AND (exam IS NULL OR exam IN (SELECT exam FROM result))"
            " ORDER BY answer.rowid",
            trainee,
            drill,
        )
        return [Answered(cell, bool(right), took / 1000, at / 1000) for cell, right, took, at in found]

    def answered_in(self, trainee: int, since_s: float) -> list[tuple[float, float]]:
        """When the trainee answered since this moment, in drills and at tables (Unix time), and how many
        seconds it took."""
        found = self.rows(
            "SELECT at_ms, took_ms FROM question JOIN answer ON question.id = answer.question"
            " WHERE trainee = ? AND at_ms >= ?",
            trainee,
            round(1000 * since_s),
        )
        return [(at_ms / 1000, took_ms / 1000) for at_ms, took_ms in found]


_KEPT = (
    "SELECT question.id, trainee, drill, cell, seed, exam, asked_ms, answer, was_right, took_ms"
    " FROM question LEFT JOIN answer ON question.id = answer.question"
)


def _kept(row: tuple[Any, ...]) -> Kept:
    kept = Kept(*row)
    return kept._replace(right=bool(kept.right), took_ms=kept.took_ms or 0)


_OLDER_GOES = (
    "DELETE FROM question WHERE asked_ms < ? OR exam IN (SELECT id FROM exam WHERE begun_ms < ?)",
    "DELETE FROM answer WHERE question NOT IN (SELECT id FROM question)",
    "DELETE FROM exam WHERE begun_ms < ?",
    "DELETE FROM exam_rules WHERE exam NOT IN (SELECT id FROM exam)",
    "DELETE FROM exam_time WHERE exam NOT IN (SELECT id FROM exam)",
    "DELETE FROM result WHERE exam NOT IN (SELECT id FROM exam)",
    "DELETE FROM sitting WHERE begun_ms < ?",
    "DELETE FROM sitting_act WHERE sitting NOT IN (SELECT id FROM sitting)",
    "DELETE FROM daily WHERE begun_ms < ?",
    "DELETE FROM daily_part WHERE daily NOT IN (SELECT id FROM daily)",
    "DELETE FROM goal WHERE at_ms < ?",
    "DELETE FROM admission WHERE exam NOT IN (SELECT id FROM exam)",
    "DELETE FROM issued_paper WHERE closes_ms < ? AND id NOT IN (SELECT issued FROM admission)",
    "DELETE FROM withdrawal WHERE paper NOT IN (SELECT id FROM issued_paper)",
    "DELETE FROM trainee WHERE since_ms < ? AND id NOT IN (SELECT id FROM enrolled)"
    " AND id NOT IN (SELECT trainee FROM question) AND id NOT IN (SELECT trainee FROM exam)"
    " AND id NOT IN (SELECT trainee FROM sitting) AND id NOT IN (SELECT trainee FROM daily)"
    " AND id NOT IN (SELECT trainee FROM goal)",
    "DELETE FROM enrolment WHERE trainee NOT IN (SELECT id FROM trainee)",
)
"""What takes out all that is older than a moment, milliseconds since 1970. An examination goes as a whole."""


class Forgetting:
    """Takes things out of the file of the school, and calls `dropped` after old ones went. Raises SchoolError
    where the file cannot be written."""

    def __init__(
        self, store: Store, wall_s: Callable[[], float], *, dropped: Callable[[], None] = lambda: None
    ) -> None:
        self._store, self._wall_s, self._dropped = store, wall_s, dropped

    def number_of(self, name: str) -> int:
        """The number of somebody of this name who learns here, or did; 0 where there is none."""
        found = self._store.rows("SELECT id FROM trainee WHERE name = ?", name)
        return found[0][0] if found else 0

    def erase(self, name: str) -> None:
        """Forget this name. Its owner learns here no more; the answers stay under the trainee's number."""
        now_ms = round(1000 * self._wall_s())
        self._store.rewrite(
            [
                ("INSERT INTO enrolment SELECT id, 0, ? FROM trainee WHERE name = ?", (now_ms, name)),
                ("UPDATE trainee SET name = ? WHERE name = ?", (pseudonyms.fresh(()), name)),
            ]
        )

    def drop_before(self, wall_s: float) -> int:
        """Take out what is older than this moment (seconds since 1970): questions, answers and examinations,
        and who left with nothing else on file; their number goes to nobody else. Returns how many rows."""
        than_ms = round(1000 * wall_s)
        gone = self._store.rewrite([(text, (than_ms,) * text.count("?")) for text in _OLDER_GOES])
        self._dropped()
        return gone
