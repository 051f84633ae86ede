"""The web server: uvicorn in threads of our process, one for the table's own screen and one for all others.

The two share nothing but the app: a crowd at the public listener takes no place, thread or turn from the
screen at the table.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import sys
import threading
from collections.abc import Sequence
from functools import partial

import uvicorn
from flask import Flask

from sabot_dashboard.fanout import Fanout
from sabot_dashboard.serving.door import IDLE_S, Door, Doorkeeper, Limits, Served
from sabot_dashboard.serving.pace import Paces, Rate
from sabot_dashboard.serving.turns import Turns
from sabot_dashboard.serving.wsgi import Pages

USUAL_LIMITS = Limits()
OWN_LIMITS = Limits(connections=200, of_one=200)
OWN_THREADS, PUBLIC_THREADS, PUBLIC_THREADS_OF_ONE = 6, 8, 2
"""Threads that answer requests; at the public listener one address occupies only some of them."""

RATE_OF_ONE, RATE_OF_ALL = Rate(a_second=50, at_once=200), Rate(a_second=100, at_once=600)
"""How fast the public listener answers: a page with everything on it is about a hundred requests."""

SWITCH_S = 0.001
"""So long one thread of the process keeps others from running. Python's own 5 ms add up for an act: it passes
through several threads while guests keep others busy."""

BACKLOG_MOST = 64
"""Connections that are taken in one go: a thousand new ones do not hold up those that are open."""

GRACE_S = 1
"""Seconds that a slow browser gets when the table closes."""


class Server:
    """An app behind two listeners, served from threads of their own until it is closed."""

    def __init__(
        self,
        app: Flask,
        *,
        own: socket.socket,
        public: socket.socket,
        limits: Limits = USUAL_LIMITS,
        proxies: Sequence[str] = (),
        encrypted: ssl.SSLContext | None = None,
    ) -> None:
        sys.setswitchinterval(SWITCH_S)
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # what guests send is no news
        self.own = Listener(app, own, limits=OWN_LIMITS, is_own=True)
        limits = limits._replace(unlimited=frozenset(proxies))
        self.public = Listener(
            app, public, limits=limits, proxies=proxies, encrypted=encrypted, before=self.own
        )

    def close(self) -> None:
        """End every stream and every connection. The ports are free when it returns."""
        for each in (self.public, self.own):
            each.end()
        for each in (self.public, self.own):
            each.wait()


class Listener:
    """One socket, and the thread with the loop that serves it."""

    def __init__(
        self,
        app: Flask,
        listening: socket.socket,
        *,
        limits: Limits,
        proxies: Sequence[str] = (),
        encrypted: ssl.SSLContext | None = None,
        is_own: bool = False,
        before: Listener | None = None,
    ) -> None:
        host, port = listening.getsockname()[:2]
        scheme = "https" if encrypted else "http"
        self.address = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
        self._app, self._listening, self._proxies, self._is_own = app, listening, proxies, is_own
        self._before = before
        # asyncio does so by itself, but only for a socket that names its protocol. Without it a picture waits
        # for the receipt of the one before, 40 ms.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.doorkeeper = Doorkeeper(limits, encrypted)
        self._made: tuple[asyncio.AbstractEventLoop, Fanout, uvicorn.Server] | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(
            target=self._run, name="own screen" if is_own else "screens", daemon=True
        )
        self._thread.start()

    def fanout(self) -> Fanout | None:
        """Its screens; None if it could not begin."""
        self._ready.wait(60)
        return self._made[1] if self._made else None

    def hang_up(self) -> None:
        """End every connection that is open now, as a cable does that is pulled; browsers come back."""
        self._ready.wait(60)
        if self._made is not None:
            self._made[0].call_soon_threadsafe(self.doorkeeper.hang_up)

    def end(self) -> None:
        """Ask it to end: streams first."""
        self._ready.wait(60)
        if self._made is None or not self._thread.is_alive():
            return
        loop, fanout, server = self._made
        server.should_exit = True
        loop.call_soon_threadsafe(fanout.close)

    def wait(self) -> None:
        """Until it has ended."""
        self._thread.join(60)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        feed, frames = self._app.extensions["streams"]
        threads, each = (
            (OWN_THREADS, OWN_THREADS) if self._is_own else (PUBLIC_THREADS, PUBLIC_THREADS_OF_ONE)
        )
        turns = Turns(threads, each=each, name="page")
        before = self._before.fanout() if self._before else None
        fanout = Fanout(feed, frames, before=before, aside=partial(turns.put, "streams"))
        paces = None if self._is_own else Paces(one=RATE_OF_ONE, all_=RATE_OF_ALL)
        server = uvicorn.Server(self._config(Pages(self._app, turns, fanout, paces=paces)))
        self._made = asyncio.get_running_loop(), fanout, server
        self._ready.set()
        try:
            await server.serve(sockets=[self._listening])
        finally:
            fanout.close()
            turns.close()
            self.doorkeeper.hang_up()
            await asyncio.sleep(0)  # connections hear of it

    def _config(self, pages: Pages) -> Served:
        config = Served(
            pages,
            http=Door,
            loop="asyncio",
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            server_header=False,
            backlog=BACKLOG_MOST,
            timeout_keep_alive=IDLE_S,
            timeout_graceful_shutdown=GRACE_S,
            proxy_headers=bool(self._proxies),
            forwarded_allow_ips=list(self._proxies),
        )
        config.doorkeeper = self.doorkeeper
        return config
