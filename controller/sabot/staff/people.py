"""The people of the house: who may do what, each with a PIN or a passphrase, and who has come in.

One small file beside the journal. Both are kept as scrypt hashes (RFC 7914), each with a salt of its own,
and so is the number of wrong attempts, which a restart does not forget. The journal holds pseudonyms; whose
they are stands in this file alone. Anyone who can write it controls the table; only its owner can read it.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sabot.core.shapes.people import Person, Refused, claimed_on_record, named
from sabot.record import pseudonyms
from sabot.staff import people_file
from sabot.staff.attempts import HERE, Attempts, Strangers, Wrong, not_believed
from sabot.staff.inside import Inside
from sabot.staff.people_file import (
    File,
    Filed,
    OnFile,
    beside,
    checked,
    entry_with,
    person_of,
    pseudonym_of,
    stamp,
    with_name,
    with_names,
    with_wrong,
    without_name,
    young_of,
)
from sabot.staff.pins import NO_SECRET, PeopleError, check, composed, is_pin, is_right

__all__ = ["People", "PeopleError", "beside"]

log = logging.getLogger(__name__)

ROLES = ("croupier", "supervisor", "technician", "trainer", "trainee")
"""What a person may be to the table. The croupier at the table's own screen needs no PIN."""


PEOPLE_MOST, NAMES_MOST = 300, 3_000
"""How many may have a PIN, and how many names the file keeps: a typed one beyond that gets a pseudonym that
nobody can read back."""


class People:
    """Those on file, and those who have come in. For many threads; PINs are looked at one at a time."""

    roles: Sequence[str] = ROLES
    check = staticmethod(check)  # what may not be anybody's secret raises PeopleError

    def __init__(
        self,
        path: Path,
        *,
        monotonic_s: Callable[[], float] = time.monotonic,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.path, self._wall_s = path, wall_s
        self._lock = threading.RLock()
        self._stamp = stamp(path)
        self._kept = people_file.read(path)
        self._attempts, self._strangers = Attempts(monotonic_s), Strangers(monotonic_s)
        self._inside = Inside(monotonic_s)
        self._fill()

    def listed(self, role: str = "") -> list[Person]:
        """Everybody, or everybody of one role, by name."""
        return sorted(each for each in self._everybody() if role in ("", each.role))

    def guards(self, role: str) -> bool:
        """Whether anybody has this role; if nobody has, there is no PIN to ask for."""
        return any(each.role == role for each in self._everybody())

    def add(self, name: str, role: str, secret: str) -> Person:
        """Put somebody on file, or give them a new PIN or passphrase; one does not change the other. Raises
        PeopleError."""
        secret, name = composed(secret), checked(name, role, self.roles)
        self.check(secret)
        with self._changing() as kept:
            entry = entry_with(self._entry(name), name, role, secret)
            others = [each for each in kept["people"] if each["name"] != name]
            if len(others) >= PEOPLE_MOST:
                raise PeopleError(f"there are {PEOPLE_MOST} people already: remove somebody first")
            wrong = self._attempts.believed(kept["wrong"], name, HERE)
            known = with_name({**kept, "people": [*others, entry]}, name)
            self._write(with_wrong(known, wrong, self._wall_s()))
            self._forget(name)
            return person_of(self._kept, entry)

    def remove(self, name: str) -> None:
        """Take somebody off the file, and out; their pseudonym is still theirs. Raises PeopleError for one
        who is not on it."""
        with self._changing() as kept:
            others = [each for each in kept["people"] if each["name"] != name]
            if len(others) == len(kept["people"]):
                raise PeopleError(f"nobody is called {name}")
            self._write({**kept, "people": others})
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
                return self._strangers.refusal(name, pin, place)
            refusal = self._attempts.refusal(self._kept["wrong"], name, pin, place)
            return refusal or self._looked_at(entry, pin, place)

    def _looked_at(self, entry: OnFile, pin: str, place: str) -> Person | Refused:
        name = entry["name"]
        if not is_right(pin, entry if is_pin(pin) else entry.get("phrase", NO_SECRET)):
            self._recount(self._attempts.missed, name, place)
            return not_believed(self._kept["wrong"], name, place)
        if self._attempts.believed(self._kept["wrong"], name, place) != self._kept["wrong"]:
            self._recount(self._attempts.believed, name, place)
        return person_of(self._kept, entry)

    def _recount(self, count: Callable[[Wrong, str, str], Wrong], name: str, place: str) -> None:
        """Change the counts of wrong PINs: in memory first, then on file, where it can be written."""

        def counted() -> File:
            return with_wrong(self._kept, count(self._kept["wrong"], name, place), self._wall_s())

        self._kept = counted()
        try:
            with people_file.alone(self.path):
                self._write(counted() if self._read_again() else self._kept)
        except PeopleError as error:
            log.warning("wrong PINs are counted until the table is closed: %s", error)

    def named(self, by: str) -> str:
        """Who did something, by name; `by` is what the journal has. Without a name where that was erased."""
        with self._lock:
            self._look_again()
            return named(by, self._kept["names"].get)

    def names(self) -> dict[str, str]:
        """Every pseudonym with its name: of those who have a PIN, of those who had one, of typed names."""
        with self._lock:
            self._look_again()
            return dict(self._kept["names"])

    def pseudonym_of(self, name: str) -> str:
        """The pseudonym of this name; empty for a name that is not on file."""
        with self._lock:
            self._look_again()
            return pseudonym_of(self._kept, name)

    def claimed(self, name: str) -> str:
        """A typed name as the journal has it. A new name is on file before its pseudonym is on record; where
        that fails, the act still goes on record, under a pseudonym that nobody can read back."""
        known = self.pseudonym_of(name)
        try:
            return claimed_on_record(known or self._enrolled(name))
        except PeopleError as error:
            log.warning("a typed name is not kept: %s", error)
            return claimed_on_record(pseudonyms.fresh(self.names()))

    def _enrolled(self, name: str) -> str:
        with self._changing() as kept:
            if len(kept["names"]) >= NAMES_MOST:
                raise PeopleError(f"{self.path} has {NAMES_MOST} names already: erase those nobody needs")
            self._write(with_name(kept, name))
            return pseudonym_of(self._kept, name)

    def erase(self, name: str) -> None:
        """Forget this name: it has no PIN any more, and nothing tells whose its pseudonym was. Raises
        PeopleError for a name that is not on file."""
        with self._changing() as kept:
            if not pseudonym_of(kept, name):
                raise PeopleError(f"nobody is called {name}")
            self._write(without_name(kept, name))
            self._forget(name)

    def drop_before(self, wall_s: float) -> int:
        """Forget the counts of wrong PINs to which none was added since then (seconds since 1970); how many.
        Raises PeopleError."""
        with self._changing() as kept:
            young = young_of(kept, wall_s)
            if kept["tried"].keys() != young.keys():  # those of an older version have no time yet
                self._write(with_wrong(kept, young, self._wall_s()))
            return len(kept["wrong"]) - len(young)

    def _entry(self, name: str) -> OnFile | None:
        return next((each for each in self._kept["people"] if each["name"] == name), None)

    # --- who has come in

    def let_in(self, person: Person) -> str:
        """Returns the cookie for their browser: a signed token that has a meaning only here. It means nothing
        where they were taken off the file or got another PIN while they came in."""
        with self._lock:
            token = self._inside.come(person) if self._is_here(person) else ""
        return f"{token}.{self._signature(token)}"

    def _is_here(self, person: Person) -> bool:
        self._look_again()
        return isinstance(person, Filed) and person.entry in self._kept["people"]

    def inside(self, cookie: str, *, acts: bool = True) -> Person | None:
        """Who this browser belongs to; None if to nobody who is still here. A page that stays open does not
        act (`acts`), and keeps nobody here."""
        token, _, signature = cookie.partition(".")
        if not token.isascii() or not signature.isascii():
            return None
        if not hmac.compare_digest(signature, self._signature(token)):
            return None
        with self._lock:
            self._look_again()
            return self._inside.found(token, acts=acts)

    def let_out(self, cookie: str) -> None:
        """Log this browser out."""
        with self._lock:
            self._inside.leave(cookie.partition(".")[0])

    def sealed(self, text: str) -> str:
        """The text as a cookie that only this table can have made, also after a restart."""
        self._keep_key()
        return f"{text}.{self._signature(f'sealed {text}')}"

    def unsealed(self, cookie: str) -> str:
        """The text of a cookie that `sealed` made; empty for any other."""
        text, _, signature = cookie.rpartition(".")
        is_ours = cookie.isascii() and hmac.compare_digest(signature, self._signature(f"sealed {text}"))
        return text if is_ours else ""

    def _keep_key(self) -> None:
        """Put the key on file where there is none yet, so that cookies outlive a restart."""
        try:
            if not any(self._stamp):
                with self._changing() as kept:
                    self._write(kept)
        except PeopleError as error:
            log.warning("cookies last until the table is closed: %s", error)

    def _signature(self, token: str) -> str:
        return hmac.new(bytes.fromhex(self._kept["key"]), token.encode(), hashlib.sha256).hexdigest()

    def _everybody(self) -> list[Person]:
        with self._lock:
            self._look_again()
            return [person_of(self._kept, each) for each in self._kept["people"]]

    @contextmanager
    def _changing(self) -> Iterator[File]:
        """The file as it is now, which nobody else changes meanwhile. Raises PeopleError."""
        with self._lock, people_file.alone(self.path):
            self._read_again()
            yield self._kept

    def _look_again(self) -> None:
        """Take up what somebody else, such as `sabot people`, wrote meanwhile."""
        if self._read_again():
            self._fill()

    def _fill(self) -> None:
        """Give a pseudonym to those who have none: everybody in the file of an older version."""
        if all(pseudonym_of(self._kept, each["name"]) for each in self._kept["people"]):
            return
        with self._changing() as kept:
            self._write(with_names(kept))

    def _read_again(self) -> bool:
        """Read the file if it is another one, and return whether it was; what cannot be read changes
        nothing."""
        if (now := stamp(self.path)) == self._stamp:
            return False
        self._stamp, before = now, self._kept["people"]
        try:
            self._kept = people_file.read(self.path) if any(now) else {**self._kept, "people": []}
        except PeopleError:
            log.exception("the people of the house stay as they were")
            return False
        same = {each["name"] for each in self._kept["people"] if each in before}
        self._inside.only(same.__contains__)  # with another PIN or role, too, one has to come in again
        return True

    def _forget(self, name: str) -> None:
        self._attempts.forget(name)
        self._inside.only(lambda here: here != name)

    def _write(self, kept: File) -> None:
        people_file.write(self.path, kept)
        self._kept, self._stamp = kept, stamp(self.path)
