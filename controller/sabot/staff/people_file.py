"""The people's file beside the journal: PINs as hashes, wrong PINs, and the name behind each pseudonym.

The journal names nobody: it holds a pseudonym, and this file says whose that is. To erase a person is to
forget that line. It is written whole or not at all, by one process at a time.
"""

from __future__ import annotations

import fcntl
import json
import math
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from sabot.config import state
from sabot.core.shapes.people import Person
from sabot.record import pseudonyms
from sabot.staff.attempts import Wrong
from sabot.staff.pins import NO_SECRET, PeopleError, Secret, hashed, is_pin

LONGEST_NAME = 40

COST_MOST = 2**18
"""The largest product of a PIN's costs: a look at a PIN takes some tens of milliseconds."""


class OnFile(Secret):
    """Somebody as they stand in the file, with the hash of their PIN, and of their passphrase if they have
    one."""

    name: str
    role: str
    phrase: NotRequired[Secret]


class Filed(Person):
    """Somebody, with their entry as it was when they were looked up; a new PIN makes it another one."""

    entry: OnFile


class File(TypedDict):
    """The file: the people, how often in a row a wrong PIN was given (`wrong`) and when the last time
    (`tried`, seconds since 1970), and the key that signs cookies.

    `names` has a name for each pseudonym: of those who have a PIN, of those who had one, and of typed names.
    `erased` are the pseudonyms whose names were forgotten: nobody else gets them.
    """

    people: list[OnFile]
    wrong: Wrong
    tried: dict[str, float]
    key: str
    names: dict[str, str]
    erased: list[str]


def read(path: Path) -> File:
    """What is on file. Raises PeopleError for a file that is not one of ours: nobody comes in by spoiling
    it."""
    try:
        kept = {"names": {}, "erased": [], "tried": {}} | json.loads(path.read_text(encoding="utf-8"))
        return _checked(cast("File", kept))
    except FileNotFoundError:
        key = secrets.token_hex(32)
        return {"people": [], "wrong": {}, "tried": {}, "key": key, "names": {}, "erased": []}
    except OSError as error:
        raise PeopleError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PeopleError(
            f"{path} is not a file of people: restore it from a backup, or remove it and set the PINs again"
        ) from None


def _checked(kept: File) -> File:
    """The same. Raises an exception of Python's own for a file that no version of this program wrote."""
    bytes.fromhex(kept["key"])
    texts = [*kept["names"], *kept["names"].values(), *kept["erased"]]
    for each in kept["people"]:
        texts += [each["name"], each["role"]]
        for secret in (each, each.get("phrase", each)):
            _ = bytes.fromhex(secret["salt"]), bytes.fromhex(secret["hash"])
            if not _is_cost(secret["n"], secret["r"], secret["p"]):
                raise ValueError("what a look at a PIN costs is nothing that scrypt can take")
    "".join(texts)
    sum([*kept["wrong"].values(), *kept["tried"].values()])
    json.dumps(kept, ensure_ascii=False).encode()  # half a letter could not be written again
    return kept


def _is_cost(*given: object) -> bool:
    """Whether scrypt takes these: positive, the first of them a power of two, and not too many."""
    costs = [each for each in given if type(each) is int and each > 0]
    return len(costs) == 3 and costs[0] > 1 and costs[0].bit_count() == 1 and math.prod(costs) <= COST_MOST


def write(path: Path, kept: Mapping[str, object]) -> None:
    """Write the file, whole or not at all. Raises PeopleError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        state.put(path, json.dumps(kept, ensure_ascii=False, indent=1).encode())
    except OSError as error:
        raise PeopleError(f"{path} cannot be written: {error.strerror}") from None


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else changes the file meanwhile: not the open table, not a command. Raises PeopleError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, state.PRIVATE_FILE)
    except OSError as error:
        raise PeopleError(f"{path} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def beside(journal: Path) -> Path:
    """Where the people of the table with this journal are kept."""
    return journal.with_name(journal.stem + ".people.json")


def stamp(path: Path) -> tuple[int, int, int]:
    """What tells that the file is another one; only zeros where there is none."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)
    return found.st_mtime_ns, found.st_ino, found.st_size


def entry_with(before: OnFile | None, name: str, role: str, secret: str) -> OnFile:
    """The entry of this person with a new PIN, or with a new passphrase; the other of the two stays."""
    pin, phrase = before or NO_SECRET, before.get("phrase") if before else None
    if is_pin(secret):
        pin = hashed(secret)
    else:
        phrase = hashed(secret)
    salt, digest, n, r, p = pin["salt"], pin["hash"], pin["n"], pin["r"], pin["p"]
    entry = OnFile(name=name, role=role, salt=salt, hash=digest, n=n, r=r, p=p)
    if phrase:
        entry["phrase"] = phrase
    return entry


# --- names and pseudonyms


def person_of(kept: File, entry: OnFile) -> Filed:
    """Whose entry this is."""
    person = Filed(entry["name"], entry["role"], pseudonym_of(kept, entry["name"]))
    person.entry = entry
    return person


def pseudonym_of(kept: File, name: str) -> str:
    """The pseudonym of this name; empty where it has none."""
    return next((each for each, known in kept["names"].items() if known == name), "")


def with_name(kept: File, name: str) -> File:
    """The file in which this name has a pseudonym: the one that it had, or a new one."""
    if pseudonym_of(kept, name):
        return kept
    new = pseudonyms.fresh({*kept["names"], *kept["erased"]})
    return {**kept, "names": {**kept["names"], new: name}}


def with_names(kept: File) -> File:
    """The file in which everybody in it has a pseudonym."""
    for each in kept["people"]:
        kept = with_name(kept, each["name"])
    return kept


def young_of(kept: File, wall_s: float) -> Wrong:
    """The counts of wrong PINs to which one was added since then (seconds since 1970)."""
    tried = kept["tried"]
    return {door: count for door, count in kept["wrong"].items() if tried.get(door, math.inf) >= wall_s}


def with_wrong(kept: File, wrong: Wrong, now_s: float) -> File:
    """The file with these counts of wrong PINs; those that are new or changed were tried now."""
    same = {door for door, count in wrong.items() if kept["wrong"].get(door) == count}
    tried = {door: kept["tried"].get(door, now_s) if door in same else now_s for door in wrong}
    return {**kept, "wrong": wrong, "tried": tried}


def without_name(kept: File, name: str) -> File:
    """The file in which nothing says whose this pseudonym is; its owner has no PIN either."""
    gone = pseudonym_of(kept, name)
    return {
        **kept,
        "people": [each for each in kept["people"] if each["name"] != name],
        "wrong": {door: count for door, count in kept["wrong"].items() if door.partition("\t")[0] != name},
        "tried": {door: at for door, at in kept["tried"].items() if door.partition("\t")[0] != name},
        "names": {each: known for each, known in kept["names"].items() if known != name},
        "erased": [*kept["erased"], *([gone] if gone else [])],
    }


def checked(name: str, role: str, roles: Sequence[str]) -> str:
    """The name as it is kept. Raises PeopleError."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise PeopleError(f"a name has 1 to {LONGEST_NAME} letters")
    if role not in roles:
        raise PeopleError(f"{role} is no role; expected one of {', '.join(roles)}")
    return name
