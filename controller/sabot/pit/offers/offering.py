"""What people at the pit offer to tables: made, listed, taken back, and what became of it. The database keeps
it, and the collector sends it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from psycopg import Connection

from sabot.config import ConfigError
from sabot.config import read as settings_in
from sabot.pit.database import reason_as_json
from sabot.pit.offers.answers import Report
from sabot.pit.trouble import PitError
from sabot.record.keys import Key
from sabot.system.pit_offers.offer import (
    CONFIGURATION,
    LASTS_S,
    UPDATE,
    WORDS_CHARS_MOST,
    Offer,
    OfferError,
    Signed,
    digest_of,
    read,
)
from sabot.system.pit_offers.version import Version, base_of

LONG = f"names and reasons have at most {WORDS_CHARS_MOST} letters, on one line, and a file 256 kB of text"


class Listed(NamedTuple):
    """An offer, and how it stands: waits, withdrawn, accepted, refused, lapsed, failed, put
    back, not reached; `answered_by` and `said` tell who answered, and what."""

    id: str
    station: str
    kind: str
    by: str
    why: str
    made: datetime
    standing: str
    answered_by: str
    said: str


def make(
    database: Connection, key: Key, station: str, content: str, *, by: str, why: str, now: datetime
) -> Offer:
    """Offer this configuration to a table, in the place of the one that it has now. Raises PitError."""
    with database.transaction():
        database.execute("LOCK TABLE offer IN SHARE ROW EXCLUSIVE MODE")
        base = _require_offerable(database, station, content)
        return _put(
            database, key, CONFIGURATION, station, base=base, content=content, by=by, why=why, now=now
        )


def make_update(
    database: Connection,
    key: Key,
    station: str,
    version: Version,
    *,
    base: str,
    by: str,
    why: str,
    now: datetime,
) -> Offer:
    """Offer this version of the program to a table, in the place of the revision `base`. Raises PitError."""
    with database.transaction():
        database.execute("LOCK TABLE offer IN SHARE ROW EXCLUSIVE MODE")
        _require_free(database, station)
        given = {"base": base_of(base), "content": version.content, "by": by, "why": why}
        return _put(database, key, UPDATE, station, **given, now=now)


def _put(
    database: Connection,
    key: Key,
    kind: str,
    station: str,
    *,
    base: str,
    content: str,
    by: str,
    why: str,
    now: datetime,
) -> Offer:
    """Sign it, and keep it. Raises PitError."""
    made_s = int(now.timestamp())
    (house,) = database.execute("SELECT house FROM pit").fetchone() or ("",)
    lapses_s, name = made_s + LASTS_S, secrets.token_hex(8)
    offer = Offer(name, kind, house, station, base, content, by, why, made_s, lapses_s)
    message = _message(Signed(offer, key.signature(offer.signed)))
    times = (now, datetime.fromtimestamp(lapses_s, UTC))
    digest = digest_of(content.encode())
    database.execute(
        "INSERT INTO offer VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, NULL)",
        (name, station, message, kind, digest, by, why, *times),
    )
    return offer


def require_words(*words: str) -> None:
    """Raises PitError for names and reasons that an offer cannot hold."""
    if not all(each.isprintable() and len(each) <= WORDS_CHARS_MOST for each in words):
        raise PitError(LONG)


def _require_offerable(database: Connection, station: str, content: str) -> str:
    """The SHA-256 of the configuration that the table has now. Raises PitError."""
    found = database.execute("SELECT sha256 FROM configuration WHERE station = %s", (station,)).fetchone()
    if found is None:
        raise PitError(f"no carrier of a table {station} has said which configuration it has: start it first")
    if found[0] == digest_of(content.encode()):
        raise PitError(f"{station} has this configuration already")
    _require_free(database, station)
    try:
        settings_in(content)
    except ConfigError as error:
        raise PitError(str(error)) from None
    return str(found[0])


def _require_free(database: Connection, station: str) -> None:
    if waits := database.execute("SELECT id FROM open_offer WHERE station = %s", (station,)).fetchone():
        raise PitError(f"{station} has not answered offer {waits[0]} yet: withdraw it first")


def withdraw(database: Connection, key: Key, name: str) -> str:
    """Take an offer back that nobody has answered; the table. Raises PitError."""
    with database.transaction():
        found = database.execute(
            "SELECT station, message FROM open_offer WHERE id = %s FOR UPDATE", (name,)
        ).fetchone()
        if found is None:
            raise PitError(f"there is no offer {name} that waits for an answer")
        station, message = found
        offer = read(message.encode()).offer
        back = _message(Signed(offer, key.signature(offer.withdrawal()), is_withdrawn=True))
        database.execute("UPDATE offer SET withdrawn = %s WHERE id = %s", (back, name))
    return str(station)


def listed(database: Connection, *, now: datetime) -> list[Listed]:
    """Every offer, the newest first."""
    found = database.execute(
        "SELECT DISTINCT ON (o.made, o.id) o.id, station, kind, o.by, o.why, made, CASE"
        " WHEN a.answer IS NOT NULL THEN a.answer WHEN withdrawn IS NOT NULL THEN 'withdrawn'"
        " WHEN lapses <= %s THEN 'lapsed' ELSE 'waits' END, coalesce(a.by, ''), coalesce(a.why, '')"
        " FROM offer o LEFT JOIN offer_answer a ON a.offer = o.id"
        " ORDER BY o.made DESC, o.id, a.answer IN ('failed', 'put back', 'not reached') DESC,"
        " a.received DESC",
        (now,),
    )
    return [Listed(*each) for each in found]


def troubles(database: Connection) -> dict[str, str]:
    """Why a table took no offer the last time, by table."""
    found = database.execute(
        "SELECT station, trouble FROM configuration WHERE trouble <> '' ORDER BY station"
    )
    return dict(found)


# --- for the collector


def outgoing(database: Connection, *, now: datetime) -> dict[str, bytes]:
    """The message for each table that has an offer, or the withdrawal of one, and has not answered."""
    found = database.execute(
        "SELECT DISTINCT ON (station) station, coalesce(withdrawn, message) FROM offer o WHERE lapses > %s"
        " AND NOT EXISTS (SELECT FROM offer_answer WHERE offer = o.id) ORDER BY station, made DESC",
        (now,),
    )
    return {station: message.encode() for station, message in found}


def reported(database: Connection, station: str, report: Report, *, now: datetime) -> None:
    """Keep what a table says: of its own offers alone, and each answer once."""
    with database.transaction():
        database.execute(
            "INSERT INTO configuration VALUES (%s, %s, %s, %s) ON CONFLICT (station) DO UPDATE SET"
            " sha256 = EXCLUDED.sha256, trouble = EXCLUDED.trouble, received = EXCLUDED.received",
            (station, report.sha256, report.trouble, now),
        )
        since = datetime.fromtimestamp(report.running.since_s, UTC)
        database.execute(
            "INSERT INTO program VALUES (%s, %s, %s, %s) ON CONFLICT (station) DO UPDATE SET"
            " revision = EXCLUDED.revision, since = EXCLUDED.since, received = EXCLUDED.received",
            (station, report.running.revision, since, now),
        )
        for each in report.answers:
            at = datetime.fromtimestamp(each.at_s, UTC)
            database.execute(
                "INSERT INTO offer_answer SELECT id, %s, %s, %s, %s, %s, %s FROM offer WHERE id = %s"
                " AND station = %s ON CONFLICT DO NOTHING",
                (each.answer, each.by, each.why, at, now, reason_as_json(each.why), each.id, station),
            )


def _message(signed: Signed) -> str:
    plain: Mapping[str, object] = signed.written()
    text = json.dumps(plain, ensure_ascii=False)
    try:
        read(text.encode())
    except (OfferError, UnicodeEncodeError):
        raise PitError(LONG) from None
    return text
