"""Who learns here: trainees come, are known by their number, and leave; what they learnt waits for them."""

from __future__ import annotations

import threading
from collections.abc import Callable

from sabot.school.shapes import Trainee
from sabot.school.store import SchoolError, Store

LONGEST_NAME, MOST_TRAINEES = 40, 200
NOBODY = "Choose who you are."


class Trainees:
    """The trainees of a school, on record. For many threads."""

    def __init__(self, store: Store, wall_s: Callable[[], float]) -> None:
        self._store, self._now_s = store, wall_s
        self._lock = threading.RLock()

    def trainees(self) -> list[Trainee]:
        """Everybody who learns here, by name; not those who were removed."""
        found = self._store.rows("SELECT id, name FROM enrolled ORDER BY name COLLATE NOCASE")
        return [{"id": key, "name": name} for key, name in found]

    def enrol(self, name: object) -> Trainee:
        """The trainee of this name, new where there is none. Raises SchoolError."""
        name = " ".join(name.split()) if isinstance(name, str) and name.isprintable() else ""
        if not 0 < len(name) <= LONGEST_NAME:
            raise SchoolError("A name has 1 to 40 letters.")
        with self._lock:
            here = {each["name"]: each for each in self.trainees()}
            if name not in here:
                here[name] = self._begun(name, len(here))
            return here[name]

    def _begun(self, name: str, others: int) -> Trainee:
        """Somebody who begins, or comes back with what they had learnt."""
        if others >= MOST_TRAINEES:
            raise SchoolError("There are 200 trainees already.")
        (last,) = self._store.rows(
            "SELECT coalesce(max(id), 0) FROM (SELECT id FROM trainee UNION SELECT id FROM gone_trainee)"
        )[0]
        self._store.add("trainee", last + 1, name, self._now_ms())
        key = self._store.rows("SELECT id FROM trainee WHERE name = ?", name)[0][0]
        self._store.add("enrolment", key, 1, self._now_ms())
        return {"id": key, "name": name}

    def remove(self, trainee: object) -> None:
        """Somebody learns here no more; their record stays, and waits for them. Raises SchoolError."""
        self._store.add("enrolment", self.known(trainee), 0, self._now_ms())

    def named(self, key: object) -> Trainee | None:
        """The trainee of this number, if there is one."""
        sought = key if type(key) is int and 0 < key < 2**31 else 0
        found = self._store.rows("SELECT id, name FROM enrolled WHERE id = ?", sought)
        return {"id": found[0][0], "name": found[0][1]} if found else None

    def known(self, key: object) -> int:
        """The number of a trainee who is there. Raises SchoolError."""
        found = self.named(key)
        if found is None:
            raise SchoolError(NOBODY)
        return found["id"]

    def _now_ms(self) -> int:
        return round(1000 * self._now_s())
