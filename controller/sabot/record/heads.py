"""Signed heads: the number and the chain of a record, signed with a key that only the table reads.

A head that somebody has noted outside (a QR code on paper, a photograph) proves later that the journal still
leads to it: an end that was cut off, a copy that was put back and a chain that was written again do not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sabot.record import keys
from sabot.record.chain import SIGNED, Entry, Head, Record

if TYPE_CHECKING:
    from sabot.record.journal import Journal

RECORDS_BETWEEN = 1_000
"""A head is signed at least this often."""

SEARCHED_RECORDS = 5 * RECORDS_BETWEEN
"""So far back the newest signed head is looked for."""

FORM = "SABOT-HEAD-1"
"""Begins the text of a head, and says how to read it."""

_TEXT = re.compile(
    rf"({FORM} (\d+):([0-9a-f]{{64}}) (\d+) ([0-9a-f]{{64}})) ([0-9a-f]{{128}})", re.IGNORECASE
)


class SignedHead(NamedTuple):
    """A head as it was signed: when, with which key, and the signature over all of it (hexadecimal)."""

    head: Head
    wall_ns: int
    key: str
    signature: str

    @property
    def signed(self) -> bytes:
        """What is signed: the text without the signature."""
        (seq, chain), wall_ns, key, _ = self
        return f"{FORM} {seq}:{chain.upper()} {wall_ns} {key.upper()}".encode()

    @property
    def text(self) -> str:
        """One line for a QR code; capitals, which need less room in it."""
        return f"{self.signed.decode()} {self.signature.upper()}"

    @property
    def is_genuine(self) -> bool:
        """Whether the signature belongs to the key that the head names."""
        return keys.is_signed(self.signed, key=self.key, signature=self.signature)


def read(text: str) -> SignedHead:
    """The head in a text, such as a QR code gives it. Raises ValueError where it is none."""
    found = _TEXT.fullmatch(" ".join(text.split()))
    if found is None:
        raise ValueError(f"this is no signed head: one begins with {FORM}")
    _, seq, chain, wall_ns, key, signature = found.groups()
    return SignedHead((int(seq), chain.lower()), int(wall_ns), key.lower(), signature.lower())


def of_record(record: Record) -> SignedHead | None:
    """The head in a record of this kind; None where it has none."""
    with suppress(ValueError):
        return read(str(record.plain.get("text", "")))
    return None


def fits(record: Record, before: Head) -> bool:
    """Whether this record signs the head `before` it, and the signature is right."""
    signed = of_record(record)
    return signed is not None and signed.head == before and signed.is_genuine


class Signer:
    """Signs the heads of one journal. Says when the next is due."""

    def __init__(self, journal: Path, *, wall_ns: Callable[[], int]) -> None:
        """Raises OSError or ValueError where the key cannot be read or made."""
        self._key, self._wall_ns = keys.Key(journal), wall_ns
        self._signed_seq, self._was_shut, self._is_closing = 0, False, False

    @property
    def public(self) -> str:
        """The public key, hexadecimal."""
        return self._key.public

    def is_behind(self, seq: int) -> bool:
        """Whether anything up to record `seq` is not signed."""
        return seq > self._signed_seq

    def is_due(self, seq: int, *, shut: bool) -> bool:
        """Whether to sign after record `seq`: after many records, and when a table is closed, until it is
        done."""
        closed, self._was_shut = shut and not self._was_shut, shut
        self._is_closing = self.is_behind(seq) and shut and (closed or self._is_closing)
        return self._is_closing or seq - self._signed_seq >= RECORDS_BETWEEN

    def sign(self, journal: Journal) -> None:
        """Put the head of the journal on record, signed. Raises JournalError; it is then still to be done."""
        self._signed_seq = journal.append([self.entry(journal.head)])
        self._is_closing = False

    def entry(self, head: Head) -> Entry:
        """The head, signed, to be put on record."""
        unsigned = SignedHead(head, self._wall_ns(), self.public, "")
        signed = unsigned._replace(signature=self._key.signature(unsigned.signed))
        return Entry(SIGNED, {"text": signed.text}, wall_ns=signed.wall_ns)
