"""What the page asks of the pit, over one connection that is opened again whenever it was lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TypeVar

import psycopg
from psycopg import Connection

from sabot.core.shapes.floor import Answered, Day, Figures, Floor, Wheel
from sabot.core.shapes.training import Class
from sabot.pit.database import check, connected
from sabot.pit.floor import counting, standing
from sabot.pit.floor.people import PitPeople
from sabot.pit.training import keeping
from sabot.pit.training.titles import drills, titled
from sabot.pit.trouble import PitError

Found = TypeVar("Found")

LONGEST = "5s"
"""No question keeps the database busy for longer."""

KEPT_S = 0.9
"""How long one look at the floor serves everybody."""


class PitOffice:
    """The floor, its figures and its people. For many threads, one question at a time."""

    def __init__(
        self, database: str, people: PitPeople, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.people = people
        self._database, self._clock = database, clock
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._floor: Floor | None = None

    def floor(self) -> Floor:
        """All tables as they stand now. Raises RuntimeError where the database does not answer."""
        now = self._clock()
        kept = self._floor
        if kept is None or not 0 <= now.timestamp() - kept.at_s < KEPT_S:
            kept = self._floor = self._asked(lambda database: standing.floor(database, now=now))
        return kept

    def see(self, key: str, *, by: str, word: str) -> bool:
        """Somebody has seen this alert; False where it is not open any more. Raises RuntimeError."""
        now, self._floor = self._clock(), None
        return self._asked(lambda database: standing.see(database, key, by=by, word=word, now=now))

    def figures(self, days: int) -> Figures:
        """Games and faults of the last days. Raises RuntimeError."""
        return self._asked(lambda database: counting.figures(database, days=days, now=self._clock()))

    def report(self, months: int, by: str) -> list[Day]:
        """The last months by `day` or by `month`. Raises RuntimeError."""
        return self._asked(
            lambda database: counting.report(database, months=months, by=by, now=self._clock())
        )

    def wheels(self, weeks: int) -> list[Wheel]:
        """The wheels, by their numbers of the last weeks. Raises RuntimeError."""
        return self._asked(lambda database: counting.wheels(database, weeks=weeks, now=self._clock()))

    def training(self) -> list[Class]:
        """People in training, table by table. Raises RuntimeError."""
        return [titled(each, drills()) for each in self._asked(keeping.classes)]

    def answers(self) -> list[Answered]:
        """Who saw and who answered what. Raises RuntimeError."""
        return self._asked(counting.answers)

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            self._drop()

    def _asked(self, question: Callable[[Connection], Found]) -> Found:
        """The answer. A connection that was lost since the last question is opened once more."""
        with self._lock:
            for is_last in (False, True):
                try:
                    return question(self._opened())
                except psycopg.OperationalError as error:
                    self._drop()
                    if is_last:
                        raise PitError(
                            f"PostgreSQL does not answer: {' '.join(str(error).split())}"
                        ) from None
            raise AssertionError("the second try answers or raises")

    def _opened(self) -> Connection:
        if self._connection is None:
            connection = connected(self._database)
            connection.execute(f"SET statement_timeout = '{LONGEST}'".encode())
            try:
                check(connection)
            except PitError:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()
