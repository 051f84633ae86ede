"""Roll-outs of versions: begun, stopped and shown by people, kept in the database; `steering` moves them
on."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from psycopg import Connection
from psycopg.rows import dict_row

from sabot.core.reasons import NOTHING, Reason, reason
from sabot.pit.database import reason_as_json, reason_in
from sabot.pit.offers.offering import require_words
from sabot.pit.offers.rings import (
    ACCEPTED,
    DECLINED,
    NONE,
    USUAL_PERIOD,
    WAITS,
    Next,
    Period,
    Seen,
    following,
    rings,
)
from sabot.pit.trouble import PitError
from sabot.system.pit_offers.inbox import FAILED, PUT_BACK, UNREACHED
from sabot.system.pit_offers.offer import LASTS_S
from sabot.system.update.checkout import REVISION, here
from sabot.system.update.running import UpdateError


class Rollout(NamedTuple):
    """A roll-out; `stopped` says why it stopped, nothing where it did not."""

    id: str
    revision: str
    name: str
    by: str
    why: str
    made: datetime
    stopped: Reason
    period: Period


class Placed(NamedTuple):
    """One of its tables, as it stands: what `following` is asked about, and the version that it had."""

    seen: Seen
    before: str


def revision_of(version: str) -> str:
    """The revision of a version that people name: in full, or as the pit's own checkout knows it. Raises
    PitError."""
    if REVISION.fullmatch(version):
        return version
    try:
        return here().revision_of(version)
    except UpdateError as error:
        raise PitError(f"{error}; a revision in full (40 digits) is taken anywhere") from None


def begin(
    database: Connection,
    revision: str,
    name: str,
    *,
    by: str,
    why: str,
    now: datetime,
    period: Period = USUAL_PERIOD,
) -> dict[str, int]:
    """Begin a roll-out at all tables that have said that they run another version; the ring of each. One that
    stopped before is ended. Each ring is watched for this `period`. Raises PitError."""
    require_words(by, why, name)
    with database.transaction():
        database.execute("LOCK TABLE rollout IN SHARE ROW EXCLUSIVE MODE")
        if (running := current(database)) and not running.stopped:
            raise PitError(f"the roll-out of {running.name} is at work: stop it first")
        found = database.execute("SELECT station, revision FROM program WHERE revision <> ''").fetchall()
        if not found:
            raise PitError("no carrier of a table has said which version it runs: start one first")
        before: dict[str, str] = {station: each for station, each in found if each != revision}
        if not before:
            raise PitError(f"every table has {name} already")
        placed = rings(before, seed=revision)
        _end(database, now)
        rollout = secrets.token_hex(8)
        database.execute(
            "INSERT INTO rollout (id, revision, name, by, why, made, coups, hours)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
            (rollout, revision, name, by, why, now, *period),
        )
        for station, ring in placed.items():
            database.execute(
                "INSERT INTO rollout_table VALUES (%s, %s, %s, %s)", (rollout, station, ring, before[station])
            )
    return placed


def stop(database: Connection, *, by: str, why: str) -> Rollout:
    """Stop the one that is at work: nothing more is offered, and who has the version is asked to take the one
    before. Raises PitError."""
    require_words(by, why)
    with database.transaction():
        found = current(database)
        if found is None or not stopped(database, found, reason("{why} (by {by})", why=why, by=by)):
            raise PitError("no roll-out is at work")
    return found


def current(database: Connection) -> Rollout | None:
    """The roll-out that is looked after: at work, or stopped and not ended."""
    found = database.execute(
        "SELECT id, revision, name, by, why, made, stopped_reason, stopped, coups, hours FROM rollout"
        " WHERE ended IS NULL"
    ).fetchone()
    if found is None:
        return None
    *first, why, english, coups, hours = found
    return Rollout._make([*first, reason_in(why, english), Period(coups, hours)])


def standing(database: Connection, rollout: Rollout, *, now: datetime) -> tuple[list[Placed], Next]:
    """Its tables, in the order of their rings, and what comes next."""
    tables = [*_placed(database, rollout, now=now)]
    return tables, following([each.seen for each in tables], stopped=rollout.stopped)


# --- what steering puts down


def stopped(database: Connection, rollout: Rollout, why: Reason) -> bool:
    """It has stopped. False where it was not at work any more: who was first has the word."""
    found = database.execute(
        "UPDATE rollout SET stopped = %s, stopped_reason = %s, stopped_at = now()"
        " WHERE id = %s AND stopped = '' AND ended IS NULL",
        (why, reason_as_json(why), rollout.id),
    )
    return found.rowcount > 0


def done(database: Connection, rollout: Rollout, *, now: datetime) -> None:
    """It is done, unless somebody has stopped it meanwhile."""
    database.execute("UPDATE rollout SET ended = %s WHERE id = %s AND stopped = ''", (now, rollout.id))


def failed(database: Connection, rollout: Rollout, station: str, why: Reason) -> None:
    """The table has failed with this version, for good: the first reason stays."""
    database.execute(
        "UPDATE rollout_table SET failed = %s, failed_reason = %s"
        " WHERE rollout = %s AND station = %s AND failed = ''",
        (why, reason_as_json(why), rollout.id, station),
    )


def offered(database: Connection, rollout: Rollout, station: str, offer: str, *, before: str) -> None:
    """The version was offered to the table, which had the revision `before`."""
    database.execute(
        "UPDATE rollout_table SET offer = %s, before = %s WHERE rollout = %s AND station = %s",
        (offer, before, rollout.id, station),
    )


def asked_back(database: Connection, rollout: Rollout, station: str, offer: str) -> None:
    """The version before was offered to the table."""
    database.execute(
        "UPDATE rollout_table SET back = %s WHERE rollout = %s AND station = %s", (offer, rollout.id, station)
    )


def runs(database: Connection, station: str) -> str:
    """The revision that the table runs, as it said last."""
    found = database.execute("SELECT revision FROM program WHERE station = %s", (station,)).fetchone()
    return str(found[0]) if found else ""


def waiting_offer(database: Connection, rollout: Rollout, station: str) -> str:
    """The offer of this roll-out that waits for an answer of the table."""
    found = database.execute(
        "SELECT o.id FROM rollout_table t JOIN open_offer o ON o.id = t.offer"
        " WHERE t.rollout = %s AND t.station = %s",
        (rollout.id, station),
    ).fetchone()
    return str(found[0]) if found else ""


def leftovers(database: Connection) -> list[str]:
    """Offers of roll-outs that have ended which still wait for an answer."""
    found = database.execute(
        "SELECT o.id FROM open_offer o JOIN rollout_table t ON o.id IN (t.offer, t.back)"
        " JOIN rollout r ON r.id = t.rollout WHERE r.ended IS NOT NULL ORDER BY o.id"
    )
    return [name for (name,) in found]


def _end(database: Connection, now: datetime) -> None:
    database.execute("UPDATE rollout SET ended = %s WHERE ended IS NULL", (now,))


# --- how its tables stand

_TABLES = """
SELECT t.station, t.ring, t.before, t.failed, t.failed_reason,
    coalesce(p.revision = %(revision)s, false) AS has_it,
    coalesce(s.is_up, false) AS is_up, extract(epoch FROM p.since)::bigint * 1000000000 AS since_ns,
    o.made AS offered, o.withdrawn IS NOT NULL OR o.lapses <= %(now)s AS is_over,
    ARRAY(SELECT answer FROM offer_answer WHERE offer = t.offer) AS answers,
    bad.answer AS bad, bad.why AS bad_why, bad.reason AS bad_reason,
    b.made AS asked_back, b.withdrawn IS NOT NULL OR b.lapses <= %(now)s AS back_is_over,
    ARRAY(SELECT answer FROM offer_answer WHERE offer = t.back) AS back_answers,
    NOT EXISTS (SELECT FROM open_offer WHERE station = t.station) AS is_free
FROM rollout_table t LEFT JOIN program p USING (station) LEFT JOIN station s USING (station)
    LEFT JOIN offer o ON o.id = t.offer LEFT JOIN offer b ON b.id = t.back
    LEFT JOIN LATERAL (
        SELECT answer, why, reason FROM offer_answer WHERE offer = t.offer AND answer = ANY(%(bad)s)
        ORDER BY received LIMIT 1
    ) bad ON true
WHERE t.rollout = %(rollout)s ORDER BY t.ring, t.station
"""


def _placed(database: Connection, rollout: Rollout, *, now: datetime) -> Iterator[Placed]:
    given = {"rollout": rollout.id, "revision": rollout.revision, "now": now, "bad": [FAILED, PUT_BACK]}
    with database.cursor(row_factory=dict_row) as cursor:
        for row in cursor.execute(_TABLES, given).fetchall():
            coups, hours, why = 0, 0.0, _failed(row)
            if row["has_it"]:
                hours = max(0.0, now.timestamp() - row["since_ns"] / 1e9) / 3600
                coups = _coups(database, row["station"], row["since_ns"])
                why = why or _wrong(database, row, rollout)
            offer = _offer_standing(row["offered"], row["answers"], is_over=row["is_over"], now=now)
            back = _offer_standing(
                row["asked_back"], row["back_answers"], is_over=row["back_is_over"], now=now
            )
            stands = (row["has_it"], row["is_up"], offer, row["is_free"], coups, why, back, hours)
            yield Placed(Seen(row["station"], row["ring"], *stands, rollout.period), row["before"])


def _failed(row: Mapping[str, Any]) -> Reason:
    """Why it has failed, as the pit knows it already or the table answered."""
    if row["failed"] or not row["bad"]:
        return reason_in(row["failed_reason"], row["failed"])
    why = reason_in(row["bad_reason"], row["bad_why"]) or reason("the table does not say why")
    return reason("put back: {why}", why=why) if row["bad"] == PUT_BACK else reason("failed: {why}", why=why)


def _offer_standing(made: datetime | None, answers: list[str], *, is_over: bool, now: datetime) -> str:
    """What nobody wants is offered again a day after it was; what the table could not fetch, at once: people
    there accept it again."""
    if made is None or UNREACHED in answers:
        return NONE
    if {ACCEPTED, FAILED, PUT_BACK} & {*answers}:
        return ACCEPTED
    if answers or is_over:
        return NONE if now >= made + timedelta(seconds=LASTS_S) else DECLINED
    return WAITS


def _coups(database: Connection, station: str, since_ns: int) -> int:
    """Coups of the table since then that count."""
    (count,) = database.execute(
        "SELECT count(*) FROM coup WHERE station = %s AND wall_ns >= %s"
        " AND decided IS NOT NULL AND voided IS NULL",
        (station, since_ns),
    ).fetchone() or (0,)
    return int(count)


def _wrong(database: Connection, row: Mapping[str, Any], rollout: Rollout) -> Reason:
    """What went wrong with the version: a kind of fault that neither this table had before, nor any other
    before the roll-out; or a journal that is not what it was."""
    made_ns = int(rollout.made.timestamp() * 1_000_000) * 1000
    kind = database.execute(
        "SELECT rule FROM fault f WHERE station = %s AND wall_ns >= %s AND NOT EXISTS (SELECT FROM fault o"
        " WHERE o.rule = f.rule AND (o.wall_ns < %s OR o.station = f.station AND o.wall_ns < %s))"
        " ORDER BY wall_ns LIMIT 1",
        (row["station"], row["since_ns"], made_ns, row["since_ns"]),
    ).fetchone()
    if kind:
        return reason("a new kind of fault: {rule}", rule=kind[0])
    alert = database.execute(
        "SELECT reason, why FROM alert a WHERE station = %s AND raised >= %s"
        " AND NOT EXISTS (SELECT FROM answer WHERE alert = a.id) ORDER BY id LIMIT 1",
        (row["station"], row["offered"] or rollout.made),
    ).fetchone()
    return reason("an alarm of its journal: {why}", why=reason_in(*alert)) if alert else NOTHING
