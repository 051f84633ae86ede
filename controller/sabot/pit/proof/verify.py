#!/usr/bin/env python3
"""Verify what `sabot pit audit` made, without the program that made it.

It needs Python 3.11 or newer and the program `openssl` (3.0 or newer), nothing else.

    python3 verify.py [FILE.zip | FOLDER] [--pit-key KEY]

Without a name it verifies the folder in which it lies. KEY is the public key of the pit (64 hexadecimal
digits), as the house gave it: without it, anybody could have made and signed the file.

It verifies the signature of the manifest, every file by its SHA-256, the chain of the journal from its first
record on, every head that the table signed, and every countersignature of the pit. Each thing that is wrong
is a line. The exit status is 0 if all is right, 1 if not, 2 if it cannot be read. docs/journal.md and
docs/pit.md of the program say how records are chained and heads are signed.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

START = "0" * 64
MANIFEST, SIGNATURE, JOURNAL, HEADS, KEYS = (
    "manifest.json",
    "manifest.sig",
    "journal.sqlite3",
    "heads.txt",
    "keys.json",
)
MANIFEST_SIGNED = re.compile(r"(SABOT-AUDIT-1 ([0-9a-f]{64}) ([0-9a-f]{64})) ([0-9a-f]{128})\n?")
HEAD = re.compile(r"(SABOT-HEAD-1 (\d+):([0-9A-F]{64}) (\d+) ([0-9A-F]{64})) ([0-9A-F]{128})")
COUNTERSIGNED = re.compile(
    r"(SABOT-COUNTERSIGN-1 (\S+) (\S+) ([0-9a-f]{16}) \d+ (SABOT-HEAD-1 .+) ([0-9a-f]{64})) ([0-9a-f]{128})"
)
ED25519_PREFIX = bytes.fromhex("302a300506032b6570032100")
"""What comes before the 32 bytes of an Ed25519 key in a public key file (RFC 8410)."""


class UnreadableError(Exception):
    """Why nothing can be said; one line."""


@cache
def is_signed(data: bytes, *, key: str, signature: str) -> bool:
    """Whether the owner of this key signed exactly these bytes; `openssl` says so."""
    pem = base64.encodebytes(ED25519_PREFIX + bytes.fromhex(key)).decode().replace("\n", "")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "key").write_text(f"-----BEGIN PUBLIC KEY-----\n{pem}\n-----END PUBLIC KEY-----\n")
        (folder / "text").write_bytes(data)
        (folder / "signature").write_bytes(bytes.fromhex(signature))
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "key", "-rawin", "-in", "text"]
        command += ["-sigfile", "signature"]
        try:
            asked = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        except FileNotFoundError:
            raise UnreadableError("the program openssl is missing: install it") from None
    return asked.returncode == 0


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The folder of this name, or the files of this zip in a folder that passes."""
    if path.is_dir():
        yield path
        return
    with tempfile.TemporaryDirectory() as name:
        try:
            with zipfile.ZipFile(path) as packed:
                names = packed.namelist()
                if twice := sorted({each for each in names if names.count(each) > 1}):
                    raise UnreadableError(f"{twice[0]} is in it twice")
                packed.extractall(name)
        except (OSError, zipfile.BadZipFile) as error:
            raise UnreadableError(f"{path} cannot be read: {error}") from None
        yield Path(name)


class Bundle:
    """The unpacked files, and what the manifest says of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: dict[str, Any] = self._plain(MANIFEST)
        self.keys: dict[str, Any] = self._plain(KEYS)
        self.heads = self._text(HEADS).splitlines()
        self.chains: dict[int, str] = {}
        self.read = self.signed_by = ""

    def _text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, ValueError):
            raise UnreadableError(f"{name} is missing, or cannot be read") from None

    def _plain(self, name: str) -> dict[str, Any]:
        try:
            plain = json.loads(self._text(name))
        except (ValueError, RecursionError):
            plain = None
        if not isinstance(plain, dict):
            raise UnreadableError(f"{name} cannot be read")
        return plain

    def wrong(self, pit_key: str) -> Iterator[str]:
        """What is wrong, a line each."""
        yield from self._wrong_manifest(pit_key)
        yield from self._wrong_files()
        yield from self._wrong_journal()
        yield from self._wrong_heads()

    # --- the manifest and the files

    def _wrong_manifest(self, pit_key: str) -> Iterator[str]:
        found = MANIFEST_SIGNED.fullmatch(self._text(SIGNATURE))
        if found is None:
            yield f"{SIGNATURE}: this is no signature"
            return
        self.signed_by = found[3]
        if found[2] != hashlib.sha256((self.folder / MANIFEST).read_bytes()).hexdigest():
            yield f"{MANIFEST} was changed"
        elif not is_signed(found[1].encode(), key=found[3], signature=found[4]):
            yield f"{SIGNATURE}: the signature is wrong"
        if found[3] != (pit_key or found[3]) or found[3] not in self.keys.get("pit", ()):
            yield f"{SIGNATURE}: it is signed with another key than the pit's: {found[3]}"

    def _wrong_files(self) -> Iterator[str]:
        named = self.manifest.get("files", {})
        for name, wanted in named.items():
            file = self.folder / name
            if not file.is_file():
                yield f"{name} is missing"
            elif hashlib.sha256(file.read_bytes()).hexdigest() != wanted:
                yield f"{name} was changed"
        there = {each.name for each in self.folder.iterdir()} - {"__pycache__"}
        for name in sorted(there - {*named, MANIFEST, SIGNATURE}):
            yield f"{name} is not in the manifest"

    # --- the journal

    def _wrong_journal(self) -> Iterator[str]:
        seen, chain = 0, START
        wanted = {self._numbers(line)[0] for line in self.heads}
        for record in self._records():
            if record[0] != seen + 1:
                yield f"{JOURNAL}: record {seen + 1} is missing, or others up to {record[0]} are"
                return
            if chained(chain, record) != record[8]:
                yield f"{JOURNAL}: record {record[0]} was altered"
                return
            if record[3] == "head" and (trouble := self._trouble(record, (seen, chain))):
                yield f"{JOURNAL}: record {record[0]} {trouble}"
            seen, chain = record[0], record[8]
            if seen in wanted:
                self.chains[seen] = chain
            if seen == 1 and chain[:16] != self.manifest.get("journal"):
                yield f"{JOURNAL}: it is another journal than the manifest names"
        if (seen, chain) != (self.manifest.get("last"), self.manifest.get("chain")):
            yield f"{JOURNAL}: it ends at record {seen}, and not as the manifest has it"
        self.read = f"{seen} records and {len(self.heads)} countersigned heads, whole; head {seen}:{chain}"

    def _records(self) -> Iterator[tuple[Any, ...]]:
        path = self.folder / JOURNAL
        try:
            where = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            with closing(sqlite3.connect(where, uri=True)) as file:
                file.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
                columns = "seq, wall_ns, monotonic_ns, kind, coup, role, mark, body, chain"
                yield from file.execute(f"SELECT {columns} FROM records NOT INDEXED ORDER BY seq")
        except sqlite3.Error as error:
            raise UnreadableError(f"{JOURNAL} cannot be read: {error}") from None

    def _trouble(self, record: tuple[Any, ...], before: tuple[int, str]) -> str:
        try:
            text = str(json.loads(record[7])["text"])
        except (ValueError, TypeError, KeyError, RecursionError):
            text = ""
        found = HEAD.fullmatch(text)
        if found is None or (int(found[2]), found[3].lower()) != before:
            return "signs another head"
        return self._trouble_of_head(found)

    def _trouble_of_head(self, found: re.Match[str]) -> str:
        key = found[5].lower()
        if not is_signed(found[1].encode(), key=key, signature=found[6].lower()):
            return "has a wrong signature"
        if self.keys.get("table") and key not in self.keys["table"]:
            return f"is signed with a key that is not the table's: {key}"
        return ""

    # --- the heads

    @staticmethod
    def _numbers(line: str) -> tuple[int, str]:
        """The record that is signed in this line, and its chain; 0 where there is none."""
        found = COUNTERSIGNED.fullmatch(line)
        head = found and HEAD.fullmatch(found[5])
        return (int(head[2]), head[3].lower()) if head else (0, "")

    def _wrong_heads(self) -> Iterator[str]:
        there = [self._numbers(line)[0] for line in self.heads]
        for seq in self.manifest.get("heads", ()):
            if seq not in there:
                yield f"{HEADS}: the head of record {seq} is missing"
        for number, line in enumerate(self.heads, 1):
            if trouble := self._trouble_of_line(line):
                yield f"{HEADS}, line {number}: {trouble}"

    def _trouble_of_line(self, line: str) -> str:
        found = COUNTERSIGNED.fullmatch(line)
        head = found and HEAD.fullmatch(found[5])
        if not found or not head:
            return "this is no countersigned head"
        which = f"the head of record {head[2]}"
        where = (self.manifest.get("house"), self.manifest.get("table"), self.manifest.get("journal"))
        if (found[2], found[3], found[4]) != where:
            return f"{which} is of another table or journal"
        if trouble := self._trouble_of_head(head):
            return f"{which} {trouble}"
        if not is_signed(found[1].encode(), key=found[6], signature=found[7]):
            return f"{which} has a wrong countersignature"
        if found[6] not in self.keys.get("pit", ()):
            return f"{which} is countersigned with a key that is not the pit's: {found[6]}"
        if self.chains.get(int(head[2])) != head[3].lower():
            return f"{which} does not fit the journal"
        return ""


def chained(before: str, record: tuple[Any, ...]) -> str:
    """The chain of this record after one with the chain `before`."""
    text = json.dumps([before, *record[:8]], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def main(words: list[str] | None = None) -> int:
    """The exit status."""
    asked = argparse.ArgumentParser(description="Verify what `sabot pit audit` made.")
    here = Path(__file__).resolve().parent
    asked.add_argument("path", type=Path, nargs="?", default=here, help="the zip, or the unpacked folder")
    asked.add_argument("--pit-key", default="", help="the public key of the pit, from the house: 64 digits")
    given = asked.parse_args(words)
    pit_key = given.pit_key.strip().lower()
    try:
        if pit_key and not re.fullmatch("[0-9a-f]{64}", pit_key):
            raise UnreadableError("--pit-key: expected 64 hexadecimal digits")
        with unpacked(given.path) as folder:
            bundle = Bundle(folder)
            wrong = list(bundle.wrong(pit_key))
    except UnreadableError as error:
        print(f"verify: {error}", file=sys.stderr)
        return 2
    print("\n".join(wrong) or bundle.read)
    if not wrong and not pit_key:
        print(f"signed with the key {bundle.signed_by}: compare it with the one that the house gave you")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
