"""What a technician sees: the decoded live bytes of each instrument, the wheel, logs and versions."""

from __future__ import annotations

import platform
import shutil
import sqlite3
import time
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from sabot.config import Settings, state
from sabot.core.observations import BallSeen, Observation, WheelSeen, as_dict
from sabot.core.play.by_hand import BY_HAND
from sabot.core.reasons import NOTHING, PlainReason
from sabot.core.reasons import as_dict as plain_reason
from sabot.games.wheel.layout import WHEELS
from sabot.instruments.line.port import Reader
from sabot.instruments.wheel.statistics import Record, report
from sabot.live.speech import Spoken
from sabot.record.journal import length, of_kinds, reading, records
from sabot.record.resume import read
from sabot.system import house_key
from sabot.system.backup import save
from sabot.system.boards.standing import standing
from sabot.system.packed import Packed
from sabot.system.update.asking import Updating

PACKAGES = ("flask", "uvicorn", "pyserial", "click", "numpy", "opencv-python-headless", "fpdf2")
LOG_BYTES, LOG_LINES = 64_000, 200
ROWS_SHOWN, LONGEST_ROW, PAUSE_NS = 80, 64, 50_000_000
"""Arrivals of a line that are shown; bytes that come within PAUSE_NS of each other stand in one row, up to so
many."""

Arrival = tuple[int, bytes, tuple[Observation, ...]]

SPINS_COUNTED = 20_000
"""The last numbers that the statistics of the wheel are taken from."""


class Workshop:
    """The technician's view of one table; `readers` are those of its lines, `notices` what it said as it
    opened."""

    def __init__(self, settings: Settings, readers: Sequence[Reader], notices: Sequence[str] = ()) -> None:
        self._settings, self._readers, self._notices = settings, readers, notices
        self._begun_s = time.monotonic()
        self.updating = Updating(settings)

    def lines(self) -> list[dict[str, object]]:
        """Each line: its status, how the `program` of a board is to ours, and its last 80 arrivals as
        `wall_ns`, `hex`, `text` and `seen`."""
        return [
            each.status() | {"program": _program(each), "recent": _recent(each)} for each in self._readers
        ]

    def wheel(self) -> dict[str, object] | None:
        """What the numbers on record say of the wheel that turns now; None at a game of cards."""
        pockets = self._settings.options.pockets
        if not pockets:
            return None
        record = Record(WHEELS[pockets].order)
        with reading(self._settings.journal_path) as file:
            last = length(file)
            where = f"kind = 'observation' AND seq > ? AND {of_kinds(BallSeen, WheelSeen)}"
            identity = ""
            for each in records(file, where, (last - 12 * SPINS_COUNTED,)):
                seen = read(each)
                if isinstance(seen, WheelSeen):
                    identity = seen.wheel or identity
                elif isinstance(seen, BallSeen) and seen.source != BY_HAND:
                    record = record.after(seen.pocket, identity=identity or record.identity)
        return report(record)

    def log(self) -> list[str]:
        """The last lines of the log, newest last."""
        try:
            file = state.folder() / "sabot.log"
            with file.open("rb") as kept:
                kept.seek(max(0, file.stat().st_size - LOG_BYTES))
                return kept.read().decode("utf-8", "replace").splitlines()[-LOG_LINES:]
        except OSError:
            return []

    def about(self) -> dict[str, object]:
        """Versions, and the state of the machine."""
        journal = self._settings.journal_path
        return {
            "sabot": version("sabot"),
            "python": platform.python_version(),
            "system": platform.platform(),
            "sqlite": sqlite3.sqlite_version,
            "packages": {name: _version(name) for name in PACKAGES},
            "journal": str(journal),
            "journal_mb": round(journal.stat().st_size / 1e6, 1) if journal.exists() else 0,
            "free_mb": shutil.disk_usage(journal.parent).free // 1_000_000,
            "config": str(self._settings.file or "–"),
            "up_s": round(time.monotonic() - self._begun_s),
            "notices": list(self._notices),
            "sound": Spoken(self._settings).trouble(),
            "update": self.updating.status(),
            "backup_keys": _backup_keys(self._settings.journal_path),
        }

    def backup(self, target: Path) -> Packed:
        """Everything that the table keeps, encrypted into `target`. Raises BackupError."""
        return save(self._settings, target)


def _backup_keys(journal: Path) -> list[str]:
    """The public keys for which backups are encrypted; none where they cannot be used."""
    try:
        return house_key.publics(journal)
    except house_key.HouseKeyError:
        return []


def _program(reader: Reader) -> PlainReason:
    said = reader.watch.parser.tally.program
    return plain_reason(standing(said) if said else NOTHING)


def _recent(reader: Reader) -> list[dict[str, object]]:
    return [
        {
            "wall_ns": wall_ns,
            "hex": data.hex(" "),
            "text": "".join(chr(each) if 32 <= each < 127 else "·" for each in data),
            "seen": [as_dict(each) for each in seen],
        }
        for wall_ns, data, seen in _gathered(list(reader.recent))[-ROWS_SHOWN:]
    ]


def _gathered(recent: list[Arrival]) -> list[Arrival]:
    """What came without a pause, until it said something, as one arrival: slow lines come byte by byte."""
    rows: list[Arrival] = []
    before_ns = 0
    for wall_ns, data, seen in recent:
        goes_on = 0 <= wall_ns - before_ns < PAUSE_NS and rows and not rows[-1][2]
        if goes_on and len(rows[-1][1]) < LONGEST_ROW:
            first_ns, begun, _ = rows.pop()
            rows.append((first_ns, begun + data, seen))
        else:
            rows.append((wall_ns, data, seen))
        before_ns = wall_ns
    return rows


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
