#!/usr/bin/env python3
"""Verify a table’s journal without the program that wrote it: the chain of its records, and the signed heads.
Or a report of its school.

One file for a stranger. It needs Python 3.11 or newer and the program `openssl` (3.0 or newer), nothing else.

    python3 verify_journal.py JOURNAL [--key KEY] [--head FILE|TEXT]
    python3 verify_journal.py REPORT.pdf --key KEY

KEY is the public key of the house: 64 hexadecimal digits, or a file with one key or more. The head is the
text of a QR code that was noted earlier. The exit status is 0 if all is right, 1 if the journal is not whole,
2 if it cannot be read. docs/journal.md says how records are chained and heads are signed.
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
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

START = "0" * 64

Record = tuple[int, int, int, str, int, str, str, str, str]
"""seq, wall_ns, monotonic_ns, kind, coup, role, mark, body, chain."""

HEAD = re.compile(r"(SABOT-HEAD-1 (\d+):([0-9A-F]{64}) (\d+) ([0-9A-F]{64})) ([0-9A-F]{128})")
SIGNED_REPORT = re.compile(rb"(%PDF.*\n%SABOT-REPORT-1 ([0-9a-f]{64}) )([0-9a-f]{128})\n", re.DOTALL)
"""A report: all that is signed, with the key at its end, and the signature."""

ED25519_PREFIX = bytes.fromhex("302a300506032b6570032100")
"""What comes before the 32 bytes of an Ed25519 key in a public key file (RFC 8410)."""


class UnreadableError(Exception):
    """Why nothing can be said; one line."""


def records(path: Path) -> Iterator[Record]:
    """Every record in the order of the table itself; no index is asked."""
    if not path.is_file():
        raise UnreadableError(f"there is no journal {path}")
    log = path.with_name(path.name + "-wal")
    still = "" if log.exists() else "&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{still}", uri=True)) as file:
            file.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
            columns = "seq, wall_ns, monotonic_ns, kind, coup, role, mark, body, chain"
            yield from file.execute(f"SELECT {columns} FROM records NOT INDEXED ORDER BY seq")
    except sqlite3.Error as error:
        raise UnreadableError(f"{path} cannot be read: {error}") from None


def chained(before: str, record: Record) -> str:
    """The chain of this record after one with the chain `before`."""
    text = json.dumps([before, *record[:8]], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def head_in(text: str) -> re.Match[str] | None:
    """The signed head in this text."""
    return HEAD.fullmatch(" ".join(text.split()).upper())


def head_of(body: str) -> re.Match[str] | None:
    """The signed head in the body of a record."""
    try:
        return head_in(json.loads(body)["text"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def is_genuine(head: re.Match[str]) -> bool:
    """Whether the signature belongs to the key that the head names."""
    return is_signed(head[1].encode(), key=head[5], signature=head[6])


def is_signed(data: bytes, *, key: str, signature: str) -> bool:
    """Whether the owner of this key signed exactly these bytes; `openssl` says so."""
    pem = base64.encodebytes(ED25519_PREFIX + bytes.fromhex(key)).decode().replace("\n", "")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "key").write_text(f"-----BEGIN PUBLIC KEY-----\n{pem}\n-----END PUBLIC KEY-----\n")
        (folder / "text").write_bytes(data)
        (folder / "signature").write_bytes(bytes.fromhex(signature))
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "key", "-rawin", "-in", "text"]
        try:
            asked = subprocess.run(
                [*command, "-sigfile", "signature"], cwd=folder, capture_output=True, check=False
            )
        except FileNotFoundError:
            raise UnreadableError("the program openssl is missing: install it") from None
    return asked.returncode == 0


def trouble_of_head(record: Record, before: tuple[int, str], keys: set[str]) -> str:
    """What is wrong with the signed head in this record; empty: nothing."""
    head, number = head_of(record[7]), record[0]
    if head is None or (int(head[2]), head[3].lower()) != before or not is_genuine(head):
        return f"record {number} signs another head: the records before it were written again"
    if keys and head[5] not in keys:
        return f"record {number} is signed with another key: {head[5][:16].lower()}"
    return ""


def verify(path: Path, *, keys: set[str], noted: re.Match[str] | None = None) -> tuple[str, str]:
    """What is wrong first (empty: nothing), and a line about what was read."""
    seen, chain, heads = 0, START, 0
    wanted = (int(noted[2]), noted[3].lower()) if noted else None
    passed = wanted is None
    for record in records(path):
        if record[0] != seen + 1:
            return f"record {seen + 1} is missing, or others up to {record[0]} are", ""
        if chained(chain, record) != record[8]:
            return f"record {record[0]} was altered", ""
        if record[3] == "head":
            if trouble := trouble_of_head(record, (seen, chain), keys):
                return trouble, ""
            heads += 1
        seen, chain = record[0], record[8]
        passed = passed or (seen, chain) == wanted
    if wanted and not passed:
        if seen < wanted[0]:
            return f"the end was cut off: record {seen + 1} and all after it, up to {wanted[0]} at least", ""
        return f"record {wanted[0]} is not the one that was noted: the journal was rewritten", ""
    return "", f"{seen} records, whole; {heads} signed heads; head {seen}:{chain}"


def is_report(path: Path) -> bool:
    """Whether this is a PDF."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"%PDF"
    except OSError:
        return False


def verify_report(path: Path, keys: set[str]) -> tuple[str, str]:
    """What is wrong with a report of the school (empty: nothing), and a line about it."""
    if not keys:
        raise UnreadableError("--key: a report is verified with the public key of the house")
    found = SIGNED_REPORT.fullmatch(path.read_bytes())
    if found is None:
        return "it is not signed, or something was added or cut off; older versions signed for themselves", ""
    key, signature = found[2].decode(), found[3].decode()
    if key.upper() not in keys:
        return f"it is signed with another key: {key[:16]}", ""
    if not is_signed(found[1], key=key, signature=signature):
        return "it was changed after it was signed", ""
    return "", f"signed with {key} and unchanged"


def text_of(given: str) -> str:
    """The content of the file of this name; without one, what was given."""
    file = Path(given)
    try:
        return file.read_text(encoding="utf-8") if len(given) < 255 and file.is_file() else given
    except (OSError, ValueError) as error:
        raise UnreadableError(f"{given}: {error}") from None


def keys_of(given: str) -> set[str]:
    """The public keys, in capitals."""
    keys = text_of(given).upper().split()
    if not keys or not all(re.fullmatch("[0-9A-F]{64}", each) for each in keys):
        raise UnreadableError("--key: expected 64 hexadecimal digits, or a file that has them")
    return set(keys)


def noted_head(given: str, keys: set[str]) -> re.Match[str]:
    """The head that was noted, its signature verified."""
    head = head_in(text_of(given))
    if head is None:
        raise UnreadableError("--head: this is no signed head: one begins with SABOT-HEAD-1")
    if not is_genuine(head):
        raise UnreadableError("--head: its signature is wrong: it was mistyped or forged")
    if keys and head[5] not in keys:
        raise UnreadableError("--head: it is signed with another key than --key")
    return head


def main(words: list[str] | None = None) -> int:
    """The exit status."""
    asked = argparse.ArgumentParser(
        description="Verify the journal of a table: its chain and its signed heads."
    )
    asked.add_argument("journal", type=Path, help="the journal, or a report of the school (PDF)")
    asked.add_argument("--key", default="", help="the public key of the house: 64 digits, or a file")
    asked.add_argument("--head", default="", help="a head that was noted: the text of the QR code, or a file")
    given = asked.parse_args(words)
    try:
        keys = keys_of(given.key) if given.key else set()
        noted = noted_head(given.head, keys) if given.head else None
        if is_report(given.journal):
            wrong, read = verify_report(given.journal, keys)
        else:
            wrong, read = verify(given.journal, keys=keys, noted=noted)
    except UnreadableError as error:
        print(f"verify_journal: {error}", file=sys.stderr)
        return 2
    print(f"{given.journal}: {wrong or read}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
