"""PINs and passphrases: what may be one, and how each is kept: as a scrypt hash with its own salt."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from typing import TypedDict

PIN_DIGITS_LEAST, PIN_DIGITS_MOST = 4, 12

PHRASE_CHARS_LEAST, PHRASE_CHARS_MOST, PHRASE_SIGNS_LEAST = 12, 128, 5
"""The length of a passphrase, and how many different characters it has at least; no other rule."""

LENGTHS = {True: (PIN_DIGITS_LEAST, PIN_DIGITS_MOST), False: (PHRASE_CHARS_LEAST, PHRASE_CHARS_MOST)}
"""The shortest and the longest: of a PIN (True), and of a passphrase."""

ROWS = ("01234567890", "09876543210")
"""Digits in a row, which anybody tries first."""


class PeopleError(ValueError):
    """What cannot be, in one line for the person who wants it."""


class Cost(TypedDict):
    """What one look at a PIN or a passphrase costs, as scrypt names it."""

    n: int
    r: int
    p: int


COST: Cost = {"n": 2**14, "r": 8, "p": 1}
"""Of one look at a PIN: 16 MiB of memory and some tens of milliseconds."""


class Secret(Cost):
    """A PIN or a passphrase as a hash; an empty hash is nobody's."""

    salt: str
    hash: str


NO_SECRET: Secret = {"salt": "", "hash": "", **COST}
"""In place of a PIN or a passphrase that somebody does not have."""


def is_pin(secret: str) -> bool:
    """Whether this is looked at as a PIN: digits, and not too many. Anything else is a passphrase."""
    return secret.isascii() and secret.isdigit() and len(secret) <= PIN_DIGITS_MOST


def composed(secret: str) -> str:
    """The same characters, however a keyboard composed them."""
    return unicodedata.normalize("NFKC", secret[: 2 * PHRASE_CHARS_MOST])


def hashed(secret: str) -> Secret:
    """The secret as the file keeps it, with a salt of its own."""
    salt = secrets.token_bytes(16)
    return {"salt": salt.hex(), "hash": _digest(secret, salt).hex(), **COST}


def is_right(given: str, kept: Secret) -> bool:
    """Whether this is the secret. It takes as long where there is none."""
    cost = Cost(n=kept["n"], r=kept["r"], p=kept["p"])
    digest = _digest(given[:PHRASE_CHARS_MOST], bytes.fromhex(kept["salt"]), cost).hex()
    return len(given) <= PHRASE_CHARS_MOST and hmac.compare_digest(digest, kept["hash"])


def _digest(secret: str, salt: bytes, cost: Cost | None = None) -> bytes:
    return hashlib.scrypt(secret.encode("utf-8", "replace"), salt=salt, dklen=32, **(cost or COST))


def check(secret: str) -> None:
    """Raises PeopleError for what is neither a PIN nor a passphrase, or is guessed at once."""
    pin = is_pin(secret)
    least, most = LENGTHS[pin]
    if not least <= len(secret) <= most:
        raise PeopleError(
            f"a PIN has {PIN_DIGITS_LEAST} to {PIN_DIGITS_MOST} digits,"
            f" a passphrase {PHRASE_CHARS_LEAST} to {PHRASE_CHARS_MOST} characters"
        )
    signs = len(set(secret))
    if not pin and signs < PHRASE_SIGNS_LEAST:
        raise PeopleError(f"a passphrase has {PHRASE_SIGNS_LEAST} different characters or more")
    if pin and (signs == 1 or any(secret in row for row in ROWS)):
        raise PeopleError("that PIN is the first that anybody would try: choose another")
