"""Encrypted files in the format age v1 (c2sp.org/age): anybody with the public key writes one, and the
private key reads it.

A head, in text, holds a random file key, wrapped for each reader by X25519, and a MAC over itself. Then come
pieces of 64 KiB (ChaCha20-Poly1305). Each has a number, and the last one a mark, so a piece that was changed,
moved, taken out or cut off is noticed. A file of any size needs the memory of one piece.
"""

from __future__ import annotations

import hmac
import io
import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import IO, BinaryIO, NamedTuple

FORM = b"age-encryption.org/v1"
X25519_FORM = FORM + b"/X25519"

PIECE_BYTES, TAG_BYTES, FILE_KEY_BYTES, NONCE_BYTES = 64 * 1024, 16, 16, 16
HEAD_BYTES_MOST = 64 * 1024
LINE_LETTERS = 64
"""A line of base64 in the head; a shorter one, or an empty one, ends the text."""

FIRST = bytes(12)
"""The number of a piece where a key seals nothing else."""


class SealedError(ValueError):
    """Why an encrypted file cannot be read: the end of a sentence that begins with its name."""


class Wrapped(NamedTuple):
    """The file key as one reader can open it: the `share` of the writer, and the key, encrypted."""

    share: bytes
    body: bytes


# --- keys


def public_of(private: bytes) -> bytes:
    """The public key of this private one; 32 bytes each."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def _shared(private: bytes, public: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

    own = X25519PrivateKey.from_private_bytes(private)
    return own.exchange(X25519PublicKey.from_public_bytes(public))


def _derived(secret: bytes, *, salt: bytes, purpose: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length=32, salt=salt, info=purpose).derive(secret)


def _sealed(key: bytes, number: bytes, data: bytes) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return ChaCha20Poly1305(key).encrypt(number, data, None)


def _opened(key: bytes, number: bytes, data: bytes) -> bytes | None:
    """What was sealed with this key and number; None where it was not."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        return ChaCha20Poly1305(key).decrypt(number, data, None)
    except InvalidTag:
        return None


def _wrapped(file_key: bytes, public: bytes) -> Wrapped:
    once = secrets.token_bytes(32)
    share = public_of(once)
    key = _derived(_shared(once, public), salt=share + public, purpose=X25519_FORM)
    return Wrapped(share, _sealed(key, FIRST, file_key))


def _unwrapped(wrapped: Wrapped, private: bytes) -> bytes | None:
    try:
        shared = _shared(private, wrapped.share)
    except ValueError:  # a share that gives no secret
        return None
    key = _derived(shared, salt=wrapped.share + public_of(private), purpose=X25519_FORM)
    return _opened(key, FIRST, wrapped.body)


# --- the head


def _text(data: bytes) -> bytes:
    return b64encode(data).rstrip(b"=")


def _data(text: bytes) -> bytes:
    """The bytes of base64 without its padding. Raises ValueError where it is written in any other way."""
    data = b64decode(text + b"=" * (-len(text) % 4), validate=True)
    if _text(data) != text:
        raise ValueError("base64 in another spelling")
    return data


def _head(file_key: bytes, publics: Sequence[bytes]) -> bytes:
    lines = [FORM]
    for public in publics:
        share, body = _wrapped(file_key, public)
        lines += [b"-> X25519 " + _text(share), _text(body)]
    signed = b"\n".join([*lines, b"---"])
    return signed + b" " + _text(_mac(file_key, signed)) + b"\n"


def _mac(file_key: bytes, signed: bytes) -> bytes:
    return hmac.digest(_derived(file_key, salt=b"", purpose=b"header"), signed, "sha256")


class _Head(NamedTuple):
    """A head that was read: the recipients that the key is wrapped for, the bytes under the MAC, the MAC."""

    wrapped: tuple[Wrapped, ...]
    signed: bytes
    mac: bytes


def _read_head(file: BinaryIO) -> _Head:
    """Reads up to the end of the head. Raises ValueError for one that is not as the format has it."""
    lines = [b""]
    while not lines[-1].startswith(b"--- "):
        line = file.readline(HEAD_BYTES_MOST)
        if not line.endswith(b"\n") or file.tell() > HEAD_BYTES_MOST:
            raise ValueError("the head has no end")
        lines.append(line.removesuffix(b"\n"))
    del lines[0]
    signed = b"\n".join([*lines[:-1], b"---"])
    return _Head(tuple(_wraps(lines[1:-1])), signed, _data(lines[-1].removeprefix(b"--- ")))


def _wraps(lines: Sequence[bytes]) -> list[Wrapped]:
    """The keys that are wrapped by X25519; what is wrapped in other ways is for other programs."""
    found: list[Wrapped] = []
    at = 0
    while at < len(lines):
        kind, *values = lines[at].removeprefix(b"-> ").split(b" ")
        end = next(each for each in range(at + 1, len(lines) + 1) if _ends(lines, each))
        if kind == b"X25519" and len(values) == 1:
            found.append(Wrapped(_data(values[0]), _data(b"".join(lines[at + 1 : end + 1]))))
        at = end + 1
    return found


def _ends(lines: Sequence[bytes], at: int) -> bool:
    return at == len(lines) or len(lines[at]) < LINE_LETTERS


# --- writing


class Writer:
    """Encrypts what is written into it, for each of these public keys; `close` writes the end."""

    def __init__(self, out: IO[bytes], publics: Sequence[bytes]) -> None:
        nonce = secrets.token_bytes(NONCE_BYTES)
        self.file_key = secrets.token_bytes(FILE_KEY_BYTES)
        self._out, self._held, self._number = out, bytearray(), 0
        self._key = _derived(self.file_key, salt=nonce, purpose=b"payload")
        out.write(_head(self.file_key, publics) + nonce)

    def write(self, data: bytes) -> int:
        """Take these bytes; returns how many."""
        self._held += data
        while len(self._held) > PIECE_BYTES:  # a full piece may still be the last one
            self._seal(bytes(self._held[:PIECE_BYTES]), is_last=False)
            del self._held[:PIECE_BYTES]
        return len(data)

    def flush(self) -> None:
        """Nothing: a piece is written when it is full."""

    def close(self) -> None:
        """Write the last piece."""
        self._seal(bytes(self._held), is_last=True)

    def _seal(self, piece: bytes, *, is_last: bool) -> None:
        self._out.write(_sealed(self._key, _numbered(self._number, is_last=is_last), piece))
        self._number += 1


def _numbered(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


# --- reading


def is_sealed(file: BinaryIO) -> bool:
    """Whether this is an encrypted file; it is at its beginning then and after."""
    file.seek(0)
    begins = file.read(len(FORM))
    file.seek(0)
    return begins == FORM


class Reader(io.RawIOBase):
    """What is in an encrypted file, piece by piece, from any place in it. Raises SealedError."""

    def __init__(self, file: BinaryIO, *, privates: Sequence[bytes] = (), file_key: bytes = b"") -> None:
        super().__init__()
        try:
            head = _read_head(file)
            key = file_key or self._file_key(head, privates)
            is_whole = hmac.compare_digest(_mac(key, head.signed), head.mac)
        except SealedError:
            raise
        except ValueError:
            is_whole, key = False, b""
        nonce = file.read(NONCE_BYTES)
        if not is_whole or len(nonce) < NONCE_BYTES:
            raise SealedError("is damaged: its head was changed or cut off")
        self._file, self._key = file, _derived(key, salt=nonce, purpose=b"payload")
        self._begin = file.tell()
        size = file.seek(0, os.SEEK_END) - self._begin
        self._last = max(0, -(-size // (PIECE_BYTES + TAG_BYTES)) - 1)
        self._size = size - (self._last + 1) * TAG_BYTES
        self._at, self._number, self._piece = 0, -1, b""
        self._piece_of(self._last)

    @staticmethod
    def _file_key(head: _Head, privates: Sequence[bytes]) -> bytes:
        found = (_unwrapped(wrapped, each) for wrapped in head.wrapped for each in privates)
        key = next(filter(None, found), None)
        if key is None:
            raise SealedError("is encrypted for another key than this one, or its head is damaged")
        return key

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """The place of the next byte."""
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to this place; returns it."""
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        if base + offset < 0:
            raise ValueError("a place before the beginning")
        self._at = base + offset
        return self._at

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill the buffer as far as this piece goes; returns how many bytes, 0 at the end."""
        number, inside = divmod(self._at, PIECE_BYTES)
        if self._at >= self._size:
            return 0
        part = self._piece_of(number)[inside : inside + len(buffer)]
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)

    def _piece_of(self, number: int) -> bytes:
        if number != self._number:
            self._file.seek(self._begin + number * (PIECE_BYTES + TAG_BYTES))
            data = self._file.read(PIECE_BYTES + TAG_BYTES)
            piece = _opened(self._key, _numbered(number, is_last=number == self._last), data)
            if piece is None:
                raise SealedError(self._trouble(number, data))
            self._number, self._piece = number, piece
        return self._piece

    def _trouble(self, number: int, data: bytes) -> str:
        begins = number * PIECE_BYTES
        if number < self._last:
            return f"is damaged: the piece at byte {begins} was changed, or is not in its place"
        if _opened(self._key, _numbered(number, is_last=False), data) is not None:
            return "was cut off: its end is missing"
        return "was cut off, or its end was changed"
