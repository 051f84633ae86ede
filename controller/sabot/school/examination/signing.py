"""The signature of the house under a report: Ed25519, over every byte before it, with the table's own key.

Anyone who has the public key can check a report. Reports of older versions end with an HMAC-SHA256: only the
house that wrote one can check it, with a key that is still beside the school's file there.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection
from pathlib import Path

from sabot.record.keys import Key, is_signed

MARK = b"\n%SABOT-REPORT-1 "
"""Begins the last line of a signed PDF, a comment to its readers: the public key and the signature."""

_SIGNED = re.compile(rb"(.*%s([0-9a-f]{64}) )([0-9a-f]{128})\n" % MARK, re.DOTALL)

OLDER_MARK = b"\n%sabot-school-signature "
"""The same in a report of an older version: the HMAC."""

CODE = "SABOT-CODE-1 "


def journal_of(school: Path) -> Path:
    """The journal of the table with this school: its key signs."""
    return school.with_name(school.name.removesuffix(".school.sqlite3") + ".sqlite3")


def older_key(school: Path) -> bytes:
    """The key of older reports; empty where there is none. Raises OSError and ValueError."""
    path = Path(f"{school}.key")
    return bytes.fromhex(path.read_text(encoding="ascii").strip()) if path.exists() else b""


def signed(key: Key, content: bytes) -> bytes:
    """`content` with the key and the signature as a last line."""
    text = content + MARK + key.public.encode() + b" "
    return text + key.signature(text).encode() + b"\n"


def is_genuine(file: bytes, *, trusted: Collection[str], older: bytes = b"") -> bool:
    """Whether the owner of one of these keys signed exactly these bytes."""
    if found := _SIGNED.fullmatch(file):
        text, key, signature = found[1], found[2].decode(), found[3].decode()
        return key in trusted and is_signed(text, key=key, signature=signature)
    return bool(older) and _is_of_older_version(older, file)


def _is_of_older_version(key: bytes, file: bytes) -> bool:
    content, mark, line = file.rpartition(OLDER_MARK)
    given = line.removesuffix(b"\n")
    is_right = hmac.compare_digest(given, _hmac(key, content).encode())
    return bool(mark) and line.endswith(b"\n") and is_right


def _hmac(key: bytes, content: bytes) -> str:
    return hmac.new(key, content, hashlib.sha256).hexdigest()


def check_code(key: Key, record: str, *, older: bytes = b"") -> str:
    """Sixteen signs for a person to compare: what stands on the paper, and what the house works out. Where
    there is an older key, it goes on making them, so that papers of older versions fit."""
    sign = _hmac(older, record.encode()) if older else key.signature(f"{CODE}{record}".encode())
    return "-".join(sign[at : at + 4].upper() for at in range(0, 16, 4))
