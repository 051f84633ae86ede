"""The people of the house: who may do what, each with a PIN or a passphrase, and who has come in.

One small file beside the journal. Both are kept as scrypt hashes (RFC 7914), each with a salt of its own,
and so is the number of wrong attempts, which a restart does not forget. Anyone who can write that file
controls the table; only its owner can read it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from sabot.core.shapes.people import Person, Refused
from sabot.staff.attempts import HERE, Attempts, Wrong
from sabot.staff.pins import NO_SECRET, PeopleError, Secret, check, composed, hashed, is_pin, is_right

__all__ = ["People", "PeopleError"]

log = logging.getLogger(__name__)

ROLES = ("croupier", "supervisor", "technician", "trainer", "trainee")
"""What a person may be to the table. The croupier at the table's own screen needs no PIN."""


IDLE_S, LONGEST_S = 15 * 60.0, 12 * 3600.0
"""A person who does nothing for this long is logged out; nobody stays longer than a shift."""

LONGEST_NAME, PEOPLE_MOST = 40, 300


class OnFile(Secret):
    """Somebody as they stand in the file, with the hash of their PIN, and of their passphrase if they have
    one."""

    name: str
    role: str
    phrase: NotRequired[Secret]


class File(TypedDict):
    """The file: the people, how often in a row a wrong PIN was given, and the key that signs cookies."""

    people: list[OnFile]
    wrong: Wrong
    key: str


class People:
    """Those on file, and those who have come in. For many threads; PINs are looked at one at a time."""

    def __init__(self, path: Path, *, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self.path, self._now = path, monotonic_s
        self._lock = threading.RLock()
        self._stamp = _stamp(path)
        self._kept = _read(path)
        self._attempts = Attempts(monotonic_s)
        self._inside: dict[str, tuple[Person, float, float]] = {}

    def listed(self, role: str = "") -> list[Person]:
        """Everybody, or everybody of one role, by name."""
        return sorted(each for each in self._everybody() if role in ("", each.role))

    def guards(self, role: str) -> bool:
        """Whether anybody has this role; if nobody has, there is no PIN to ask for."""
        return any(each.role == role for each in self._everybody())

    def add(self, name: str, role: str, secret: str) -> Person:
        """Put somebody on file, or give them a new PIN or passphrase; one does not change the other. Raises
        PeopleError."""
        secret = composed(secret)
        person = _checked(name, role, secret)
        with self._lock:
            before = self._entry(person.name)
            others = [each for each in self._kept["people"] if each["name"] != person.name]
            if len(others) >= PEOPLE_MOST:
                raise PeopleError(f"there are {PEOPLE_MOST} people already: remove somebody first")
            entry = _with(before, person, secret)
            wrong = self._attempts.believed(self._kept["wrong"], person.name, HERE)
            self._write({**self._kept, "people": [*others, entry], "wrong": wrong})
            self._forget(person.name)
        return person

    def remove(self, name: str) -> None:
        """Take somebody off the file, and out. Raises PeopleError for one who is not on it."""
        with self._lock:
            others = [each for each in self._kept["people"] if each["name"] != name]
            if len(others) == len(self._kept["people"]):
                raise PeopleError(f"nobody is called {name}")
            self._write({**self._kept, "people": others})
            self._forget(name)

    def known(
        self, name: str, pin: str, *, roles: Sequence[str] = ROLES, place: str = HERE
    ) -> Person | Refused:
        """Returns the person, if the PIN or passphrase is theirs and their role is one of `roles`. `place` is
        the address of the device where it was given, empty for the table's own screen."""
        pin = composed(pin)
        with self._lock:
            self._look_again()
            entry = self._entry(name)
            if entry is None or entry["role"] not in roles:
                return Refused("Nobody of that name may do this.")
            refusal = self._attempts.refusal(self._kept["wrong"], name, pin, place)
            return refusal or self._looked_at(entry, pin, place)

    def _looked_at(self, entry: OnFile, pin: str, place: str) -> Person | Refused:
        name, wrong = entry["name"], self._kept["wrong"]
        if is_right(pin, entry if is_pin(pin) else entry.get("phrase", NO_SECRET)):
            fewer = self._attempts.believed(wrong, name, place)
            if fewer != wrong:
                self._write({**self._kept, "wrong": fewer})
            return Person(name, entry["role"])
        more, wait_s = self._attempts.missed(wrong, name, place)
        self._write({**self._kept, "wrong": more})
        return Refused("That is not the PIN.", wait_s)

    def _entry(self, name: str) -> OnFile | None:
        return next((each for each in self._kept["people"] if each["name"] == name), None)

    # --- who has come in

    def let_in(self, person: Person) -> str:
        """Returns the cookie for their browser: a signed token that has a meaning only here."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._swept()
            self._inside[_mark(token)] = (person, self._now(), self._now())
        return f"{token}.{self._signature(token)}"

    def inside(self, cookie: str) -> Person | None:
        """Who this browser belongs to; None if to nobody who is still here."""
        token, _, signature = cookie.partition(".")
        if not token.isascii() or not signature.isascii():
            return None
        if not hmac.compare_digest(signature, self._signature(token)):
            return None
        with self._lock:
            self._swept()
            found = self._inside.get(_mark(token))
            if found is None:
                return None
            person, came, _ = found
            self._inside[_mark(token)] = (person, came, self._now())
            return person

    def let_out(self, cookie: str) -> None:
        """Log this browser out."""
        with self._lock:
            self._inside.pop(_mark(cookie.partition(".")[0]), None)

    def sealed(self, text: str) -> str:
        """The text as a cookie that only this table can have made."""
        return f"{text}.{self._signature(f'sealed {text}')}"

    def unsealed(self, cookie: str) -> str:
        """The text of a cookie that `sealed` made; empty for any other."""
        text, _, signature = cookie.rpartition(".")
        is_ours = cookie.isascii() and hmac.compare_digest(signature, self._signature(f"sealed {text}"))
        return text if is_ours else ""

    def _swept(self) -> None:
        """Those who did nothing for too long, or stayed too long, have left."""
        now = self._now()
        self._inside = {
            mark: (person, came, seen)
            for mark, (person, came, seen) in self._inside.items()
            if now - seen <= _idle_s(person) and now - came <= LONGEST_S
        }

    def _signature(self, token: str) -> str:
        return hmac.new(bytes.fromhex(self._kept["key"]), token.encode(), hashlib.sha256).hexdigest()

    def _everybody(self) -> list[Person]:
        with self._lock:
            self._look_again()
        return [Person(each["name"], each["role"]) for each in self._kept["people"]]

    def _look_again(self) -> None:
        """Take up what somebody else, such as `sabot people`, wrote meanwhile; what cannot be read changes
        nothing."""
        if (stamp := _stamp(self.path)) == self._stamp:
            return
        self._stamp = stamp
        try:
            self._kept = _read(self.path) if any(stamp) else {**self._kept, "people": []}
        except PeopleError:
            log.exception("the people of the house stay as they were")
            return
        on_file = {each["name"] for each in self._kept["people"]}
        self._inside = {mark: each for mark, each in self._inside.items() if each[0].name in on_file}

    def _forget(self, name: str) -> None:
        self._attempts.forget(name)
        self._inside = {mark: each for mark, each in self._inside.items() if each[0].name != name}

    def _write(self, kept: File) -> None:
        """Write the file, whole or not at all."""
        beside = self.path.with_name(self.path.name + ".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        except OSError as error:
            raise PeopleError(f"{self.path} cannot be written: {error.strerror}") from None
        self._kept, self._stamp = kept, _stamp(self.path)


def beside(journal: Path) -> Path:
    """Where the people of the table with this journal are kept."""
    return journal.with_name(journal.stem + ".people.json")


def _idle_s(person: Person) -> float:
    return LONGEST_S if person.role == "croupier" else IDLE_S


def _stamp(path: Path) -> tuple[int, int]:
    """What tells that the file is another one; `(0, 0)` where there is none."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return found.st_mtime_ns, found.st_ino


def _mark(token: str) -> str:
    """Returns the key under which the token is stored: our memory holds no token itself."""
    return hashlib.sha256(token.encode()).hexdigest()


def _with(before: OnFile | None, person: Person, secret: str) -> OnFile:
    """The entry of this person with a new PIN, or with a new passphrase; the other of the two stays."""
    pin, phrase = before or NO_SECRET, before.get("phrase") if before else None
    if is_pin(secret):
        pin = hashed(secret)
    else:
        phrase = hashed(secret)
    salt, digest, n, r, p = pin["salt"], pin["hash"], pin["n"], pin["r"], pin["p"]
    entry = OnFile(name=person.name, role=person.role, salt=salt, hash=digest, n=n, r=r, p=p)
    if phrase:
        entry["phrase"] = phrase
    return entry


def _checked(name: str, role: str, secret: str) -> Person:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise PeopleError(f"a name has 1 to {LONGEST_NAME} letters")
    if role not in ROLES:
        raise PeopleError(f"{role} is no role; expected one of {', '.join(ROLES)}")
    check(secret)
    return Person(name, role)


def _read(path: Path) -> File:
    """What is on file. Raises PeopleError for a file that is not one of ours: nobody comes in by spoiling
    it."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        bytes.fromhex(kept["key"])
        for each in kept["people"]:
            for secret in (each, each.get("phrase", each)):
                _ = (each["name"], each["role"], bytes.fromhex(secret["salt"]), secret["hash"], secret["n"])
        return cast("File", dict(kept))  # looked at above
    except FileNotFoundError:
        return {"people": [], "wrong": {}, "key": secrets.token_hex(32)}
    except OSError as error:
        raise PeopleError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise PeopleError(
            f"{path} is not a file of people: restore it from a backup, or remove it and set the PINs again"
        ) from None
