"""The encrypted side of a connection, with the standard library's TLS on memory: it knows no socket and waits
for nothing.

asyncio's own would take 256 KiB for each connection, and its limits of writing cannot be 0, so that a slow
browser would get old pictures.
"""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress

FIRST_BYTE = 0x16
"""Begins what a browser says that wants an encrypted connection (RFC 8446, 5.1); no HTTP begins so."""

READ_BYTES = 1 << 16


class Encrypted(asyncio.Transport):
    """A transport over a plain one: what is written here goes out encrypted."""

    def __init__(self, plain: asyncio.Transport, context: ssl.SSLContext) -> None:
        super().__init__()
        self._plain, self._context = plain, context
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)

    def greeted(self, data: bytes) -> bool:
        """Take what the browser says; whether the connection is encrypted now. Raises SSLError."""
        self._in.write(data)
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            return False
        finally:
            self._flush()  # in an error too: it tells the browser which
        return True

    def decrypted(self, data: bytes) -> bytes:
        """What the browser says with these bytes; closes where it says that it ends. Raises SSLError."""
        self._in.write(data)
        said = bytearray()
        try:
            while part := self._tls.read(READ_BYTES):
                said += part
            self.close()
        except ssl.SSLWantReadError:
            pass
        finally:
            self._flush()
        return bytes(said)

    def _flush(self) -> None:
        if (data := self._out.read()) and not self._plain.is_closing():
            self._plain.write(data)

    # --- what asyncio wants of a transport

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send it."""
        left = memoryview(data)
        while left and not self._plain.is_closing():
            left = left[self._tls.write(left) :]
        self._flush()

    def close(self) -> None:
        """Say so, and close when everything is sent."""
        with suppress(ssl.SSLError):  # the browser's own goodbye is not waited for
            self._tls.unwrap()
        self._flush()
        self._plain.close()

    def abort(self) -> None:
        """Close at once."""
        self._plain.abort()

    def is_closing(self) -> bool:
        """Whether it is closed, or will be."""
        return self._plain.is_closing()

    def pause_reading(self) -> None:
        """Hear nothing for a while."""
        self._plain.pause_reading()

    def resume_reading(self) -> None:
        """Hear again."""
        self._plain.resume_reading()

    def get_extra_info(self, name: str, default: object = None) -> object:
        """What is known of the connection."""
        return self._context if name == "sslcontext" else self._plain.get_extra_info(name, default)
