"""An offer of the pit: a signed message that a table may accept, and its withdrawal.

The signature (Ed25519, the pit's key) is over one spelling of all of it, in which a word says what it is: no
signature of another kind counts for an offer.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import NamedTuple

from sabot.core.reasons import Reason, of_error
from sabot.core.shapes.json import Plain, record
from sabot.record.chain import canonical
from sabot.record.keys import is_signed

CONFIGURATION, UPDATE = "configuration", "update"
KINDS = (CONFIGURATION, UPDATE)

LASTS_S = 24 * 3600
"""An offer that nobody answers lapses after a day."""

CONTENT_BYTES_MOST, WORDS_CHARS_MOST = 256 * 1024, 200
"""Of a configuration, and of the reason why it is offered."""

ID, DIGEST = re.compile(r"[0-9a-f]{16}"), re.compile(r"[0-9a-f]{64}")


class OfferError(ValueError):
    """Why an offer is refused or cannot be made: a Reason where people at the table may read it."""

    @property
    def why(self) -> Reason:
        """The reason."""
        return of_error(self)


class Offer(NamedTuple):
    """What the pit offers to one table. `base` is the SHA-256 of the file that `content` replaces, or of the
    revision that an update replaces; times are seconds since 1970."""

    id: str
    kind: str
    house: str
    table: str
    base: str
    content: str
    by: str
    why: str
    made_s: int
    lapses_s: int

    @property
    def signed(self) -> bytes:
        """The bytes that the pit signs."""
        return canonical({"is": "sabot-offer", "v": 1, **self._asdict()}).encode()

    def withdrawal(self) -> bytes:
        """The bytes that the pit signs to take it back."""
        where = {"house": self.house, "table": self.table, "id": self.id}
        return canonical({"is": "sabot-offer-withdrawn", "v": 1, **where}).encode()


class Signed(NamedTuple):
    """An offer as it came: with its signature, or with that of its withdrawal where it `is_withdrawn`."""

    offer: Offer
    signature: str
    is_withdrawn: bool = False

    def written(self) -> Plain:
        """As plain JSON values."""
        return {"offer": self.offer._asdict(), "signature": self.signature, "withdrawn": self.is_withdrawn}

    def require_of(self, key: str) -> None:
        """Raises OfferError unless the owner of this public key signed it."""
        data = self.offer.withdrawal() if self.is_withdrawn else self.offer.signed
        if not is_signed(data, key=key, signature=self.signature):
            raise OfferError("it is not signed with the key of the pit that this table trusts")


def digest_of(content: bytes) -> str:
    """The SHA-256 by which an offer names a file."""
    return hashlib.sha256(content).hexdigest()


def read(payload: bytes) -> Signed:
    """The offer in these bytes; its signature is not verified yet. Raises OfferError."""
    try:
        plain = record(json.loads(payload))
        given = record(plain.get("offer"))
        offer = Offer(**{name: _fitting(name, given.get(name)) for name in Offer._fields})  # type: ignore[arg-type]
        offer.signed  # noqa: B018 - text that is no UTF-8 has no signature
    except (ValueError, RecursionError):
        raise OfferError("it is no offer of this version") from None
    return Signed(offer, str(plain.get("signature")), plain.get("withdrawn") is True)


def _fitting(name: str, value: object) -> object:
    """The value of this field. Raises ValueError for one that no pit writes."""
    if name in ("made_s", "lapses_s"):
        fits = type(value) is int and 0 <= value < 2**40
    else:
        fits = isinstance(value, str) and _is_text_for(name, value)
    if not fits:
        raise ValueError(name)
    return value


def _is_text_for(name: str, text: str) -> bool:
    match name:
        case "id":
            return bool(ID.fullmatch(text))
        case "base":
            return bool(DIGEST.fullmatch(text))
        case "kind":
            return text in KINDS
        case "content":
            return len(text.encode()) <= CONTENT_BYTES_MOST
    return len(text) <= WORDS_CHARS_MOST and text.isprintable()
