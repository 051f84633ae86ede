"""The door of a listener: who may come in, how many from one address, and how long they may take to speak.

Each connection is a `Door` with uvicorn's protocol behind it. The door counts, times and encrypts, and passes
everything else on. It uses what asyncio and uvicorn offer in public: a protocol class, and the state that
each request carries.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from sabot_dashboard.encrypted.connection import FIRST_BYTE, Encrypted
from sabot_dashboard.guard import network_of

HEAD_S = 5.0
"""Seconds until the head of a request must be complete, from its first byte or from the connection."""

IDLE_S = 60
"""Seconds for which a connection without a request stays open."""

HANDSHAKE_S = 5.0
"""Seconds until a connection must be encrypted."""

TAKE_S = 60.0
"""Seconds for a browser to take what was written to it."""


class Limits(NamedTuple):
    """How many connections there may be: at all, and from one address. `unlimited` are the addresses of
    proxies, which speak for many."""

    connections: int = 1000
    of_one: int = 100
    unlimited: frozenset[str] = frozenset()


class Doorkeeper:
    """Counts who is inside. One for each listener, used by its loop alone."""

    def __init__(self, limits: Limits, encrypted: ssl.SSLContext | None = None) -> None:
        self.encrypted = encrypted
        self._limits, self._inside = limits, set[Door]()
        self._count: Counter[str] = Counter()

    def enters(self, door: Door) -> bool:
        """Whether there is room for one more from there; who enters must leave."""
        full = len(self._inside) >= self._limits.connections
        if full or (self._count[door.place] >= self._limits.of_one and not self._is_unlimited(door)):
            return False
        self._inside.add(door)
        self._count[door.place] += 1
        return True

    def leaves(self, door: Door) -> None:
        """The connection is closed; harmless for one that never entered."""
        if door in self._inside:
            self._inside.remove(door)
            self._count -= Counter([door.place])

    def __len__(self) -> int:
        return len(self._inside)

    def hang_up(self) -> None:
        """End every connection."""
        for each in list(self._inside):
            each.hang_up()

    def _is_unlimited(self, door: Door) -> bool:
        return door.address in self._limits.unlimited


class Served(uvicorn.Config):
    """A server's configuration, with the doorkeeper of its listener."""

    doorkeeper: Doorkeeper


class Door(asyncio.Protocol):
    """One connection: uvicorn makes it, and it makes uvicorn's own protocol."""

    def __init__(
        self,
        config: Served,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._keeper = config.doorkeeper
        self._for_inner = config, server_state, app_state, _loop
        self._inner: H11Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._encrypted: Encrypted | None = None
        self._is_answering = self.is_gone = False
        self._patience: asyncio.TimerHandle | None = None
        self._when_gone: Callable[[], object] = int
        self._when_ready: Callable[[], object] = int
        self.is_unencrypted = False
        self.address = self.place = ""

    # --- what asyncio says

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let it in, unless there are too many."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self.place = network_of(self.address)
        if not self._keeper.enters(self):
            transport.abort()
        elif self._keeper.encrypted is None:
            self._opened(transport)
        else:
            self._within(HANDSHAKE_S)

    def data_received(self, data: bytes) -> None:
        """Pass on what it means; the first byte of a request starts its time."""
        try:
            said = self._understood(data)
        except ssl.SSLError:  # it was no browser, or one that does not trust the certificate
            self._close()
            return
        if not said:
            return
        if self._deadline is None and not self._is_answering:
            self._within(HEAD_S)
        if self._inner is not None:
            self._inner.data_received(said)

    def eof_received(self) -> None:
        """The browser says no more; asyncio closes the connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        """End all that belongs to this connection: its request, its time limits, its place. Its parts forget
        each other, so nothing is left for the search for garbage, which holds every thread."""
        self.is_gone = True
        self._keeper.leaves(self)
        self._cancel_deadline()
        self._has_patience()
        if self._inner is not None:
            self._inner.connection_lost(exc)
        self._when_gone()
        self._inner = self._encrypted = self._transport = None
        self._when_gone = self._when_ready = int

    def pause_writing(self) -> None:
        """The browser does not keep up; it has some time."""
        self._patience = self._loop.call_later(TAKE_S, self.hang_up)
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The browser has taken everything."""
        self._has_patience()
        if self._inner is not None:
            self._inner.resume_writing()
        self._when_ready()

    # --- what the app says

    def begun(self) -> None:
        """The head of a request is complete, and it is being answered."""
        self._is_answering = True
        self._cancel_deadline()

    def answered(self) -> None:
        """The answer is sent; the next request may come."""
        self._is_answering = False

    def when_gone(self, then: Callable[[], object]) -> None:
        """Call `then` when the browser hangs up, at once if it already has."""
        self._when_gone = then
        if self.is_gone:
            then()

    @property
    def is_busy(self) -> bool:
        """Whether the browser has not yet taken what was written."""
        return self._patience is not None

    def write(self, data: bytes) -> None:
        """Write a part of an answer that has begun, as it is, without ever waiting."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def when_ready(self, then: Callable[[], object]) -> None:
        """Call `then` each time the browser has taken everything."""
        self._when_ready = then

    def hang_up(self) -> None:
        """End the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    # --- within

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _understood(self, data: bytes) -> bytes:
        """What the browser says with these bytes; empty while the two still agree on keys. A browser that
        begins without encryption is heard, and told where to go. Raises SSLError."""
        context, plain = self._keeper.encrypted, self._transport
        if context is None or plain is None or self.is_unencrypted:
            return data
        if self._encrypted is None:
            if data[0] != FIRST_BYTE:
                self.is_unencrypted = True
                self._opened(plain)
                return data
            self._encrypted = Encrypted(plain, context)
        if self._inner is None:
            if not self._encrypted.greeted(data):
                return b""
            self._opened(self._encrypted)
            data = b""  # it is read; a request may have come with it
        return self._encrypted.decrypted(data)

    def _opened(self, transport: asyncio.Transport) -> None:
        if self._transport is not None:
            self._transport.set_write_buffer_limits(high=0)  # "sent" means taken by the system: nothing waits
        config, server_state, app_state, loop = self._for_inner
        self._transport = transport
        self._inner = H11Protocol(config, server_state, app_state | {"connection": self}, loop)
        self._inner.connection_made(transport)
        self._within(HEAD_S)

    def _has_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _within(self, limit_s: float) -> None:
        """From now on the browser has this time for its next step, and no more from before."""
        self._cancel_deadline()
        self._deadline = self._loop.call_later(limit_s, self.hang_up)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
