"""The web server: waitress, whose connections may be kept for a stream after the request is answered.

A stream that lives in a thread of the server costs one thread a browser, and all of them wake at each
picture. A connection that is kept costs none: who keeps it writes to it when there is something to say.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import create_server
from waitress.task import WSGITask

KEEP = "sabot.keep"
"""In the environment of a request: a function that takes another, and calls it with the `Line` once the
answer is written. The answer must be an iterator, for its length is not yet known."""


class GoneError(Exception):
    """The browser at the other end has hung up."""


class Line(Protocol):
    """An open answer to one browser, to which more may be written."""

    def send(self, data: bytes) -> bool:
        """Write `data` without ever waiting; False, and nothing written, while what went before is still on
        its way. Raises GoneError."""

    def end(self) -> None:
        """End the answer; the browser knows that it was whole."""


class _Line:
    def __init__(self, channel: Any, *, chunked: bool) -> None:
        self._channel, self._chunked = channel, chunked

    def send(self, data: bytes) -> bool:
        if self._channel.total_outbufs_len:
            return False
        try:
            self._channel.write_soon(b"%X\r\n%b\r\n" % (len(data), data) if self._chunked else data)
        except (ClientDisconnected, OSError):  # an error of the system: the server itself has hung up
            raise GoneError from None
        return True

    def end(self) -> None:
        channel = self._channel
        with suppress(ClientDisconnected, OSError):
            channel.write_soon(b"0\r\n\r\n" if self._chunked else b"")
        channel.close_when_flushed = True


class _Task(WSGITask):  # type: ignore[misc]
    """One request, whose connection stays open where it was kept."""

    _kept: Callable[[Line], object] | None = None

    def keep(self, kept: Callable[[Line], object]) -> None:
        self._kept = kept

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[KEEP] = self.keep
        return environ

    def finish(self) -> None:
        if self._kept is None:
            super().finish()
        else:
            self.channel.is_kept, self.close_on_finish = True, False

    def service(self) -> None:
        try:
            super().service()
        finally:  # also if the browser hung up: the keeper of the line notices when it writes
            if self._kept is not None:
                self._kept(_Line(self.channel, chunked=self.chunked_response))


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection; what a browser sends on one that is kept is not read as a request."""

    task_class = _Task
    is_kept = False

    def received(self, data: bytes) -> bool:
        return False if self.is_kept else bool(super().received(data))

    def handle_write(self) -> None:
        with self.outbuf_lock:  # no task runs, and still somebody may be writing
            super().handle_write()


class Server:
    """An app behind waitress, served from threads of its own until it is closed; `options` as waitress has
    them."""

    def __init__(self, app: Any, **options: Any) -> None:
        # waitress would take off what a proxy says of its visitor, who then looks like somebody at the table.
        options["clear_untrusted_proxy_headers"] = False
        self._made: Any = create_server(app, ident=None, asyncore_use_poll=True, **options)
        self._made.channel_class = _Channel
        self.address = f"http://{self._made.effective_host}:{self._made.effective_port}"
        self._streams = app.extensions["streams"]
        self._thread = threading.Thread(target=self._made.run, name="screens", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Once the feed is closed: see every stream ended, then hang up in the server's own thread. While
        that still waits for its sockets the system holds the port, and the table could not be opened
        again."""
        if not self._thread.is_alive():
            return
        for each in self._streams:
            each.wait()
        self._made.task_dispatcher.shutdown(timeout=1)
        with suppress(OSError):  # the server may have hung up before the trigger is pulled
            self._made.trigger.pull_trigger(self._hang_up)
        self._thread.join(60)

    def _hang_up(self) -> None:
        for each in list(self._made._map.values()):
            each.close()
