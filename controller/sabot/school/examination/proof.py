"""What proves a report: the signature of the house in its file, and the code on its paper."""

from __future__ import annotations

import json

from sabot.record import keys
from sabot.school.examination import signing
from sabot.school.examination.exams import Admitted
from sabot.school.store import SchoolError, Store


class Proof:
    """The proofs of the table with this school: its key makes them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def signed(self, content: bytes) -> bytes:
        """A report with the signature. Raises SchoolError where there is no key."""
        return signing.signed(self._key(), content)

    def is_genuine(self, file: bytes) -> bool:
        """Whether this house signed exactly these bytes."""
        trusted = keys.trusted(signing.journal_of(self._store.path))
        return signing.is_genuine(file, trusted=trusted, older=self._older_key())

    def code(self, key: str, admitted: Admitted | None) -> str:
        """The check code of an examination that has ended. Raises SchoolError where there is no key."""
        found = self._store.rows(
            "SELECT exam.id, trainee, paper, begun_ms, result FROM exam JOIN result ON result.exam = exam.id"
            " WHERE exam.id = ?",
            key,
        )
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
