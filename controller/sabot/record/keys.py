"""The key of a table (Ed25519), which signs heads of the journal, backups and reports of the school.

The key is a file beside the journal that only the table's user reads; it is in no backup. A signed text
begins with a word that says what it is, so that no signature of one kind counts for another.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.config import state

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PEM = b"-----BEGIN"
"""Begins a key that openssl made."""


class Key:
    """The private key of the table with this journal; made the first time that it is asked for."""

    def __init__(self, journal: Path) -> None:
        """Raises OSError or ValueError where the key cannot be read or made."""
        self._key = _private_key(key_beside(journal))
        note_public(journal, (self.public,))

    @property
    def public(self) -> str:
        """The public key, hexadecimal."""
        return self._key.public_key().public_bytes_raw().hex()

    def signature(self, data: bytes) -> str:
        """The signature over these bytes, hexadecimal. The same bytes have the same signature."""
        return self._key.sign(data).hex()


def is_signed(data: bytes, *, key: str, signature: str) -> bool:
    """Whether the owner of this public key signed exactly these bytes; both hexadecimal."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    with suppress(InvalidSignature, ValueError):
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), data)
        return True
    return False


def key_beside(journal: Path) -> Path:
    """Where the key is that signs. It is in no backup: who has it can sign."""
    return journal.with_name(journal.stem + ".signing-key")


def public_beside(journal: Path) -> Path:
    """Where the public keys are, one a line: of this machine, and of those whose backup was put back here."""
    return journal.with_name(journal.stem + ".signing-public")


def trusted(journal: Path) -> set[str]:
    """The public keys of this table."""
    with suppress(OSError):
        return set(public_beside(journal).read_text(encoding="ascii", errors="replace").split())
    return set()


def note_public(journal: Path, keys: Iterable[str]) -> None:
    """These are keys of this table too. Raises OSError."""
    path = public_beside(journal)
    known = path.read_text(encoding="ascii", errors="replace").split() if path.exists() else []
    noted = dict.fromkeys((*known, *keys))
    if len(noted) > len(known):
        state.put(path, "".join(f"{each}\n" for each in noted).encode("ascii", "replace"))


def _private_key(path: Path) -> Ed25519PrivateKey:
    """The key in this file: 64 hexadecimal digits, or PEM as openssl writes it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if not os.path.lexists(path):
        with suppress(FileExistsError):
            state.put_first(path, f"{Ed25519PrivateKey.generate().private_bytes_raw().hex()}\n".encode())
    state.private(path)
    kept = path.read_bytes().strip()
    if not kept.startswith(PEM):
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(kept.decode("ascii")))
    try:
        key = load_pem_private_key(kept, password=None)
    except TypeError as error:  # it has a passphrase, which nobody is there to type
        raise ValueError(str(error)) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError("it is no Ed25519 key")
    return key
