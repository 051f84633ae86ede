"""The auditor's file: one table's journal up to the end of a period, and what proves it, in a signed zip that
is verified with Python's own library and openssl alone (`verify.py` in it)."""

from __future__ import annotations

import hashlib
import json
import time
import zipfile
from contextlib import suppress
from datetime import date, datetime, timedelta
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from psycopg import Connection

from sabot.config import state
from sabot.core.progress import Progress, silent
from sabot.instruments.wheel import history
from sabot.pit import looking
from sabot.pit.messages import JOURNAL_DIGITS
from sabot.pit.proof import extracts
from sabot.pit.proof.countersigning import table_keys
from sabot.pit.proof.extracts import Span
from sabot.pit.trouble import PitError
from sabot.record.keys import Key, trusted

FORM = "SABOT-AUDIT-1"
"""Begins what the pit signs of a manifest."""

README = """\
This is the journal of one table, and what proves it. To verify it, Python 3.11 and openssl 3 are enough:

    python3 verify.py --pit-key KEY

KEY is the public key of the pit. Ask the house for it: the one in keys.json proves nothing by itself.

journal.sqlite3   every record from the first on, in one table `records`
heads.txt         what the table signed and the pit countersigned, a line each
coups.csv         the results of the period; times are UTC
faults.csv        the faults of the period
answers.csv       every alert of this table at the pit, and who answered it
wheels.json       the numbers of each wheel in the journal, with chi-square
keys.json         the public keys of table and pit
manifest.json     the SHA-256 of each file; manifest.sig: the pit's signature over it
"""


class Bundle(NamedTuple):
    """What was packed: how many records, signed heads and coups; and the pit's public key."""

    records: int
    heads: int
    coups: int
    key: str


def bundled(
    database: Connection,
    station: str,
    file: Path,
    *,
    folder: Path,
    key: Key,
    course: int = 0,
    days: tuple[date | None, date | None] = (None, None),
    progress: Progress = silent,
) -> Bundle:
    """Write the auditor's file of this table into a new file. `folder`: the pit's, where its public keys are.
    `days`: the first and the last of the period, by the clock of this machine. Raises PitError, and OSError
    where the file cannot be made."""
    if file.exists():
        raise PitError(f"{file} is there already: name another file")
    with TemporaryDirectory(prefix="sabot-audit-") as name, database.transaction():
        made = Path(name)
        span = extracts.span(database, station, course, _bounds_ns(days))
        journal = made / "journal.sqlite3"
        looking.export(database, station, journal, course=span.course, last=span.last, progress=progress)
        coups = extracts.write(database, span, made, progress=progress)
        (made / "wheels.json").write_text(history.as_json(history.wheels(journal, progress=progress)) + "\n")
        pit_keys = sorted({*trusted(folder / "pit"), key.public})
        plain = {"pit": pit_keys, "table": table_keys(database, station)}
        (made / "keys.json").write_text(_spelled(plain))
        (made / "verify.py").write_bytes(resources.files(__package__).joinpath("verify.py").read_bytes())
        (made / "README.txt").write_text(README)
        (house,) = database.execute("SELECT house FROM pit").fetchone() or ("",)
        manifest = _manifest(made, span, str(house), days)
        _sign(made, manifest, key)
        _pack(made, file)
    return Bundle(span.last, len(span.heads), coups, key.public)


def _bounds_ns(days: tuple[date | None, date | None]) -> tuple[int, int]:
    """From the first moment of the first day to the last of the last, in nanoseconds since 1970."""
    first, last = days
    if first and last and last < first:
        raise PitError(f"the period ends on {last}, before it begins")
    until = _midnight_ns(last + timedelta(days=1)) if last else 2**63 - 1
    return (_midnight_ns(first) if first else -(2**63)), until


def _midnight_ns(day: date) -> int:
    return int(datetime(day.year, day.month, day.day).astimezone().timestamp()) * 10**9


def _manifest(made: Path, span: Span, house: str, days: tuple[date | None, date | None]) -> bytes:
    files = {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in sorted(made.iterdir())}
    plain = {
        "form": FORM,
        "house": house,
        "table": span.station,
        "course": span.course,
        "counts": span.counts,
        "journal": span.journal[:JOURNAL_DIGITS],
        "from": days[0] and days[0].isoformat(),
        "to": days[1] and days[1].isoformat(),
        "first": span.first,
        "last": span.last,
        "chain": span.chain,
        "heads": list(span.heads),
        "made_ns": time.time_ns(),
        "version": version("sabot"),
        "files": files,
    }
    return _spelled(plain).encode()


def _spelled(plain: object) -> str:
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _sign(made: Path, manifest: bytes, key: Key) -> None:
    (made / "manifest.json").write_bytes(manifest)
    signed = f"{FORM} {hashlib.sha256(manifest).hexdigest()} {key.public}"
    (made / "manifest.sig").write_text(f"{signed} {key.signature(signed.encode())}\n")


def _pack(made: Path, file: Path) -> None:
    """All of it as one zip, which is there whole or not at all."""
    new = file.with_name(file.name + ".new")
    try:
        state.private(new)
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:  # 1970 too
            for each in sorted(made.iterdir()):
                packed.write(each, each.name)
        state.place(new, file)
    finally:
        with suppress(OSError):
            new.unlink()
