"""The register of enrolments: a file at the pit that says who enrolled which table. Lines are only added."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sabot.config import state
from sabot.pit.trust.certificates import TrustError


class Act(NamedTuple):
    """What was done with one certificate. `act`: `accepted`, `renewed` or `revoked`; `fingerprint` is that of
    the key, and `ends` the last moment of the certificate."""

    at: datetime
    act: str
    name: str
    serial: str
    fingerprint: str
    ends: datetime
    by: str
    why: str = ""


class Enrolled(NamedTuple):
    """How one table stands: its newest certificate, who accepted its key, and who revoked it, if anybody."""

    newest: Act
    accepted: Act
    revoked: Act | None

    def state(self, now: datetime) -> str:
        """In words: valid until when, ended, or revoked by whom and why."""
        if self.revoked is not None:
            return f"REVOKED on {self.revoked.at:%Y-%m-%d} by {self.revoked.by}: {self.revoked.why}"
        word = "valid until" if now < self.newest.ends else "ENDED on"
        return f"{word} {self.newest.ends:%Y-%m-%d}"


class Register:
    """The lines of this file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def acts(self) -> list[Act]:
        """All of them, oldest first; a last line that a power cut left unfinished is none. Raises TrustError
        for a damaged file."""
        if not self.file.exists():
            return []
        try:
            *lines, last = self.file.read_bytes().split(b"\n")
            return [_read(each) for each in (*lines, *([last] if _is_whole(last) else []))]
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise TrustError(f"{self.file} cannot be read: {error}") from None

    def add(self, act: Act) -> None:
        """Add a line, in the place of an unfinished one; it is on disk afterwards. Raises OSError."""
        state.private(self.file)
        plain = act._asdict() | {"at": act.at.isoformat(), "ends": act.ends.isoformat()}
        with self.file.open("r+b") as file:
            before, newline, last = file.read().rpartition(b"\n")
            if not _is_whole(last):
                file.truncate(file.seek(len(before + newline)))
            line = json.dumps(plain, ensure_ascii=False).encode()
            file.write((b"\n" if _is_whole(last) else b"") + line + b"\n")
            file.flush()
            os.fsync(file.fileno())
        state.sync_names(self.file.parent)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else at the pit accepts, renews or revokes meanwhile. Raises OSError."""
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=state.PRIVATE_FOLDER)
        state.private(self.file)
        with self.file.open("rb") as file:  # never another file, for lines are only added
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def enrolled(self) -> dict[str, Enrolled]:
        """How each table stands, by its name. Raises TrustError."""
        found: dict[str, Enrolled] = {}
        for act in self.acts():
            before = found.get(act.name)
            if act.act == "accepted" or before is None:
                found[act.name] = Enrolled(act, act, None)
            elif act.act == "renewed":
                found[act.name] = before._replace(newest=act)
            else:
                found[act.name] = before._replace(revoked=act)
        return dict(sorted(found.items()))


def revoked(acts: Iterable[Act]) -> list[tuple[str, datetime]]:
    """The numbers of all certificates with a key that was revoked, and since when."""
    acts = list(acts)
    since = {each.fingerprint: each.at for each in acts if each.act == "revoked"}
    return [
        (each.serial, since[each.fingerprint])
        for each in acts
        if each.act != "revoked" and each.fingerprint in since
    ]


def _is_whole(line: bytes) -> bool:
    """Whether this line, which has no end, is an act none the less: somebody has edited the file."""
    with suppress(ValueError, TypeError, KeyError):
        return bool(_read(line))
    return False


def _read(line: bytes) -> Act:
    plain = json.loads(line)
    times = {key: datetime.fromisoformat(plain[key]) for key in ("at", "ends")}
    return Act(**plain | times)
