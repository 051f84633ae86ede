"""The key of the house for its backups: a table has the public part, the house keeps the private one outside.

So a table can write backups, with nobody there, and cannot read them. Both parts are text as the program
`age` has them, in Bech32 (BIP 173), whose six last letters notice a mistake in typing.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path

from sabot.config import state
from sabot.system.sealed import public_of

PUBLIC, PRIVATE = "age", "age-secret-key-"
"""What a key begins with, before the digit 1."""

KEY_BYTES = 32
_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_CHECK_GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_KEY_DIGITS, _CHECK_DIGITS, _SPARE_BITS = 52, 6, 4
"""32 bytes are 52 digits of five bits, with four bits to spare."""


_TABLE = re.compile(r"^# table: ([0-9a-f]{64})$", re.MULTILINE)


class HouseKeyError(ValueError):
    """What is wrong with a key; one line."""


def beside(journal: Path) -> Path:
    """Where the public keys of the house are, one a line."""
    return journal.with_name(journal.stem + ".backup-public")


def publics(journal: Path) -> list[str]:
    """The public keys for which the table with this journal encrypts. Raises HouseKeyError."""
    path = beside(journal)
    try:
        words = path.read_text(encoding="ascii", errors="replace").split()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HouseKeyError(f"{path} cannot be read: {error.strerror}") from None
    for each in words:
        public_bytes(each)
    return words


def use(journal: Path, keys: Sequence[str]) -> None:
    """Let the table with this journal encrypt for these public keys. Raises HouseKeyError and OSError."""
    for each in keys:
        public_bytes(each)
    path = beside(journal)
    path.parent.mkdir(parents=True, exist_ok=True)
    state.put(path, "".join(f"{each}\n" for each in keys).encode("ascii"))


def made() -> tuple[str, str]:
    """A new key: its public and its private part."""
    private = secrets.token_bytes(KEY_BYTES)
    return written(PUBLIC, public_of(private)), written(PRIVATE, private).upper()


def text_of(private: str, *, public: str, table: str) -> str:
    """What the house keeps: the private part, and the public keys to compare; `table` signs the backups."""
    return f"# public key: {public}\n# table: {table}\n{private}\n"


def kept(path: Path, text: str) -> None:
    """Write this into a new file that only its owner reads. Raises OSError, also where there is such a
    file."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, state.PRIVATE_FILE)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def tables_in(text: str) -> list[str]:
    """The public keys of the tables whose backups the house believes."""
    return _TABLE.findall(text)


def privates_in(text: str) -> list[bytes]:
    """The private keys in the text of a file: a line each, and lines with `#` for people. Raises
    HouseKeyError."""
    lines = [line.strip() for line in text.splitlines()]
    found = [read(PRIVATE, line) for line in lines if line and not line.startswith("#")]
    if not found:
        raise HouseKeyError(f"there is no key: one begins with {PRIVATE.upper()}1")
    return found


def public_bytes(text: str) -> bytes:
    """The 32 bytes of a public key. Raises HouseKeyError."""
    return read(PUBLIC, text)


# --- Bech32


def written(kind: str, key: bytes) -> str:
    """32 bytes as text of this kind."""
    value = int.from_bytes(key, "big") << _SPARE_BITS
    digits = [value >> 5 * at & 31 for at in reversed(range(_KEY_DIGITS))]
    check = _checked([*_spread(kind), *digits, *[0] * _CHECK_DIGITS]) ^ 1
    digits += [check >> 5 * at & 31 for at in reversed(range(_CHECK_DIGITS))]
    return f"{kind}1{''.join(_LETTERS[each] for each in digits)}"


def read(kind: str, text: str) -> bytes:
    """The 32 bytes of a text of this kind. Raises HouseKeyError; it never has the text of a private key."""
    begins, _, rest = text.lower().rpartition("1")
    if begins != kind or (text not in (text.lower(), text.upper())):
        what = "public" if kind == PUBLIC else "private"
        raise HouseKeyError(f"this is no {what} key: one begins with {_cased(kind)}1")
    digits = [_LETTERS.find(each) for each in rest]
    is_whole = len(digits) == _KEY_DIGITS + _CHECK_DIGITS and min(digits) >= 0
    if not is_whole or _checked([*_spread(kind), *digits]) != 1:
        raise HouseKeyError("the key was mistyped: its letters do not fit together")
    value = 0
    for each in digits[:_KEY_DIGITS]:
        value = value << 5 | each
    return (value >> _SPARE_BITS).to_bytes(KEY_BYTES, "big")


def _cased(kind: str) -> str:
    return kind.upper() if kind == PRIVATE else kind


def _spread(kind: str) -> list[int]:
    return [*(ord(each) >> 5 for each in kind), 0, *(ord(each) & 31 for each in kind)]


def _checked(digits: Iterable[int]) -> int:
    """The remainder of BIP 173; 1 where the last six digits fit the others."""
    check = 1
    for digit in digits:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ digit
        for bit, generator in enumerate(_CHECK_GENERATORS):
            check ^= generator * (top >> bit & 1)
    return check
