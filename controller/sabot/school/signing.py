"""The signature of the house under a report: HMAC-SHA256 over every byte of the file, with a key of its own.

To check a report, ask the house that wrote it; so the key never leaves it, nothing must be distributed,
and no further package is needed. But anyone who can read the key can sign: it lies in a file that its
owner alone reads.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

MARK = b"\n%sabot-school-signature "
"""Begins the last line of a signed PDF; to a reader of PDF it is a comment."""


def key_in(path: Path) -> bytes:
    """The key of the house; made the first time it is asked for. Raises OSError and ValueError."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return bytes.fromhex(path.read_text(encoding="ascii").strip())
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return bytes.fromhex(path.read_text(encoding="ascii").strip())


def signature(key: bytes, content: bytes) -> str:
    """The signature under `content`."""
    return hmac.new(key, content, hashlib.sha256).hexdigest()


def signed(key: bytes, content: bytes) -> bytes:
    """`content` with its signature as a last line."""
    return content + MARK + signature(key, content).encode() + b"\n"


def is_genuine(key: bytes, file: bytes) -> bool:
    """Whether this house signed exactly these bytes."""
    content, mark, line = file.rpartition(MARK)
    given = line.removesuffix(b"\n").decode("ascii", "replace")
    if not mark or not given.isascii():
        return False
    return line.endswith(b"\n") and hmac.compare_digest(given, signature(key, content))


def check_code(key: bytes, record: str) -> str:
    """Sixteen signs for a person to compare: what stands on the paper, and what the house works out."""
    sign = signature(key, record.encode())[:16].upper()
    return "-".join(sign[at : at + 4] for at in range(0, 16, 4))
