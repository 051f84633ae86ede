"""The pit's side: what a table signed is compared with what the pit has, and countersigned if it fits."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from psycopg import Connection

from sabot.config import state
from sabot.core.reasons import reason
from sabot.pit.judging import Cursor, Finding
from sabot.pit.proof import countersigned
from sabot.pit.proof.countersigned import Countersigned, read_head
from sabot.pit.store import Store
from sabot.pit.topics import Station
from sabot.pit.trouble import PitError
from sabot.record.heads import SignedHead
from sabot.record.keys import Key, key_beside

KINDS = ("forged", "contradicted", "key")
"""The alerts about a signed head. The journal itself is not in doubt by them."""


_TRUSTED = (
    "(is_first OR EXISTS (SELECT FROM alert a JOIN answer ON alert = a.id"
    " WHERE a.station = k.station AND a.kind = 'key' AND a.seq = k.seq))"
)


def pit_key(folder: Path, *, is_new: bool = True) -> Key:
    """The pit's own key, in its folder; made the first time, where it may be new. Raises PitError."""
    if not is_new and not key_beside(folder / "pit").exists():
        raise PitError(f"there is no key of a pit in {folder}: name the folder of the pit")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=state.PRIVATE_FOLDER)
        return Key(folder / "pit")
    except (OSError, ValueError) as error:
        raise PitError(f"the key of the pit in {folder} cannot be used: {error}") from None


def table_keys(database: Connection, station: str) -> list[str]:
    """The public keys of a table: the first with which it signed, and those whose alert was answered."""
    found = database.execute(f"SELECT key FROM signing_key k WHERE station = %s AND {_TRUSTED}", (station,))  # noqa: S608
    return [str(key) for (key,) in found]


class Heads:
    """The signed heads of all tables of a house."""

    def __init__(self, house: str, store: Store, key: Key) -> None:
        self.house, self.store, self.key = house, store, key

    def taken(
        self, table: str, cursor: Cursor, payload: bytes, *, now: datetime
    ) -> Countersigned | Finding | None:
        """The head in this message, countersigned, or what is wrong with it. None where there is nothing to
        say: it is of a journal or a record that the pit does not have, or the alert was given. Raises
        MalformedError."""
        journal, head = read_head(payload)
        if journal != cursor.journal or head.head[0] > cursor.seq:
            return None
        with self.store.database.transaction():
            finding = self._doubt(table, cursor, head)
            if finding is None:
                return self._countersign(table, cursor, head, now)
            return None if self._was_raised(table, cursor.course, finding) else finding

    def _doubt(self, table: str, cursor: Cursor, head: SignedHead) -> Finding | None:
        seq, chain = head.head
        if not head.is_genuine:
            which = f"{head.signature[:16]}…"
            why = reason(
                "the signed head of record {n} has a wrong signature: {signature}", n=seq, signature=which
            )
            return Finding(seq, "forged", why)
        if self._chain(table, cursor.course, seq) != chain:
            why = reason(
                "the table signed another record {n} than the pit has: {chain}", n=seq, chain=f"{chain[:16]}…"
            )
            return Finding(seq, "contradicted", why)
        first, is_trusted = self._key(table, cursor.course, head)
        if not is_trusted:
            why = reason("the table signs with another key than before: {key}", key=head.key)
            return Finding(first, "key", why)
        return None

    def _chain(self, table: str, course: int, seq: int) -> str:
        """The chain that the pit has; by one number, which PostgreSQL looks up at once."""
        sql = "SELECT encode(chain, 'hex') FROM record WHERE (station, course, seq) = (%s, %s, %s)"
        found = self.store.database.execute(sql, (table, course, seq)).fetchone()
        return str(found[0]) if found else ""

    def _key(self, table: str, course: int, head: SignedHead) -> tuple[int, bool]:
        """The record with which this key came, and whether it is one of the table's: the first that came is,
        and one whose alert was answered."""
        self.store.database.execute(
            "INSERT INTO signing_key SELECT %s, %s, %s, %s,"
            " NOT EXISTS (SELECT FROM signing_key WHERE station = %s) ON CONFLICT DO NOTHING",
            (table, head.key, course, head.head[0], table),
        )
        found = self.store.database.execute(
            f"SELECT seq, {_TRUSTED} FROM signing_key k WHERE station = %s AND key = %s",  # noqa: S608
            (table, head.key),
        ).fetchone()
        return (int(found[0]), bool(found[1])) if found else (head.head[0], False)

    def _was_raised(self, table: str, course: int, finding: Finding) -> bool:
        """A head stays in its journal, and comes again whenever the table connects."""
        where = (table, course, *finding)
        sql = "SELECT FROM alert WHERE (station, course, seq, kind, why) = (%s, %s, %s, %s, %s)"
        return self.store.database.execute(sql, where).fetchone() is not None

    def _countersign(self, table: str, cursor: Cursor, head: SignedHead, now: datetime) -> Countersigned:
        """What was countersigned before has the same countersignature."""
        seq, chain = head.head
        unsigned = Countersigned(
            Station(self.house, table), cursor.journal, int(now.timestamp() * 1e9), head, self.key.public, ""
        )
        signed = unsigned._replace(signature=self.key.signature(unsigned.signed))
        row = (table, cursor.course, seq, chain, head.wall_ns, head.key, head.text, signed.line, now)
        self.store.database.execute(
            "INSERT INTO head VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING", row
        )
        kept = self.store.database.execute(
            "SELECT countersigned FROM head WHERE station = %s AND course = %s AND text = %s",
            (table, cursor.course, head.text),
        ).fetchone()
        return countersigned.read(kept[0]) if kept else signed
