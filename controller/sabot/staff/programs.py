"""The keys of other programs: which program may ask the table for what, each with a key of its own.

One small file beside the journal. A key is 256 random bits, shown once when it is made; the file has its
SHA-256 alone, and nothing can be guessed from that. No backup takes the file, so a restored table knows no
key that was revoked.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict

from sabot.core.shapes.people import PROGRAM_ROLES, Program
from sabot.staff import people_file
from sabot.staff.pins import PeopleError

PREFIX = "sabot_"
"""How each key begins: a program that searches for secrets by mistake left in files can know it."""

KEY_BYTES, PROGRAMS_MOST = 32, 100
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


class OnFile(TypedDict):
    """A program as it stands in the file."""

    name: str
    role: str
    digest: str


class Programs:
    """The programs of one table. For many threads, and several processes: a key that the command made or
    revoked counts for an open table at once."""

    def __init__(self, path: Path) -> None:
        self.path, self._lock = path, threading.RLock()
        self._stamp, self._kept = people_file.stamp(path), read(path)

    def listed(self) -> list[Program]:
        """Every program that has a key, by name."""
        return sorted(Program(each["name"], each["role"]) for each in self._now())

    def known(self, key: str) -> Program | None:
        """Whose key this is; None for a key that was never made, or is revoked."""
        digest = digest_of(key)
        found = [each for each in self._now() if secrets.compare_digest(each["digest"], digest)]
        return Program(found[0]["name"], found[0]["role"]) if found else None

    def add(self, name: str, role: str) -> str:
        """A new key for this program, which is kept nowhere; an older one of the same name ends. Raises
        PeopleError."""
        if not NAME.fullmatch(name):
            raise PeopleError("the name of a program has 1 to 30 small letters, digits and hyphens")
        if role not in PROGRAM_ROLES:
            raise PeopleError(f"{role} is no role of a program; expected one of {', '.join(PROGRAM_ROLES)}")
        key = PREFIX + secrets.token_urlsafe(KEY_BYTES)
        with self._changing() as kept:
            others = [each for each in kept if each["name"] != name]
            if len(others) >= PROGRAMS_MOST:
                raise PeopleError(f"there are {PROGRAMS_MOST} programs already: revoke a key first")
            self._write([*others, {"name": name, "role": role, "digest": digest_of(key)}])
        return key

    def revoke(self, name: str) -> None:
        """End the key of this program. Raises PeopleError for a program that has none."""
        with self._changing() as kept:
            others = [each for each in kept if each["name"] != name]
            if len(others) == len(kept):
                raise PeopleError(f"no program is called {name}")
            self._write(others)

    def _now(self) -> list[OnFile]:
        """The programs as the file has them now. A file that was spoilt lets nobody in."""
        with self._lock:
            if (now := people_file.stamp(self.path)) != self._stamp:
                self._stamp = now
                try:
                    self._kept = read(self.path)
                except PeopleError:
                    self._kept = []
            return self._kept

    @contextmanager
    def _changing(self) -> Iterator[list[OnFile]]:
        """The programs as the file has them, which nobody else changes meanwhile. Raises PeopleError."""
        with self._lock, people_file.alone(self.path):
            yield read(self.path)

    def _write(self, programs: list[OnFile]) -> None:
        people_file.write(self.path, {"programs": programs})
        self._kept, self._stamp = programs, people_file.stamp(self.path)


def beside(journal: Path) -> Path:
    """Where the programs of the table with this journal are kept. The name keeps it out of every backup."""
    return journal.with_name(journal.stem + "-programs.json")


def digest_of(key: str) -> str:
    """What the file has of a key. A fast hash is enough, because no key can be guessed."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def read(path: Path) -> list[OnFile]:
    """What is on file. Raises PeopleError for a file that is not one of ours."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))["programs"]
        return [OnFile(name=str(each["name"]), role=_role(each), digest=_digest(each)) for each in kept]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise PeopleError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise PeopleError(
            f"{path} is not a file of programs: remove it, and make the keys again (`sabot people key`)"
        ) from None


def _role(entry: OnFile) -> str:
    if entry["role"] not in PROGRAM_ROLES:
        raise ValueError("no role")
    return entry["role"]


def _digest(entry: OnFile) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", entry["digest"]):
        raise ValueError("no digest")
    return entry["digest"]
