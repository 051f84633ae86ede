"""The web server: what it writes to a browser whose line is kept, and how it ends
(sabot_dashboard/server.py)."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.channel import ClientDisconnected

from sabot_dashboard import server
from sabot_dashboard.server import GoneError, Server


class Wire:
    """waitress's side of a line: what is written to it, and what still waits to be sent."""

    def __init__(self) -> None:
        self.total_outbufs_len = 0
        self.written: list[bytes] = []
        self.close_when_flushed = False
        self.fails: type[Exception] | None = None

    def write_soon(self, data: bytes) -> None:
        if self.fails:
            raise self.fails
        self.written.append(data)


@pytest.mark.parametrize(
    ("chunked", "written"), [(True, [b"A\r\n0123456789\r\n", b"0\r\n\r\n"]), (False, [b"0123456789", b""])]
)
def test_what_is_sent_is_a_chunk_where_the_browser_knows_chunks(chunked: bool, written: list[bytes]) -> None:
    wire = Wire()
    line = server._Line(wire, chunked=chunked)
    assert line.send(b"0123456789")
    assert not wire.close_when_flushed
    line.end()
    assert wire.written == written
    assert wire.close_when_flushed


def test_while_one_byte_is_on_its_way_nothing_more_is_written() -> None:
    wire = Wire()
    wire.total_outbufs_len = 1
    assert not server._Line(wire, chunked=True).send(b"late")
    assert wire.written == []


@pytest.mark.parametrize("error", [ClientDisconnected, OSError])
def test_a_browser_that_has_hung_up_is_told_from_a_slow_one(error: type[Exception]) -> None:
    wire = Wire()
    wire.fails = error
    line = server._Line(wire, chunked=True)
    with pytest.raises(GoneError):
        line.send(b"anyone?")
    line.end()
    assert wire.close_when_flushed


class Made:
    """A server of waitress that serves nobody and ends when it is hung up."""

    effective_host, effective_port = "127.0.0.1", 8099

    def __init__(self, log: list[str]) -> None:
        self.log, self.ended = log, threading.Event()
        self._map = {each: SimpleNamespace(close=lambda each=each: self._closed(each)) for each in (1, 2)}
        self.task_dispatcher = SimpleNamespace(shutdown=lambda timeout: log.append(f"shutdown {timeout}"))
        self.trigger = SimpleNamespace(pull_trigger=lambda thunk: thunk())

    def run(self) -> None:
        assert self.ended.wait(60)

    def _closed(self, each: int) -> None:
        self.log.append(f"close {each}")
        del self._map[each]
        if not self._map:
            self.ended.set()


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def made(log: list[str], monkeypatch: pytest.MonkeyPatch) -> Made:
    """What stands in for waitress; it notes with which options it was made."""
    found = Made(log)

    def create(app: Any, **options: Any) -> Made:
        log.append(f"made {options}")
        return found

    monkeypatch.setattr(server, "create_server", create)
    return found


HEADERS_LEFT = {"clear_untrusted_proxy_headers": False}


def app(log: list[str]) -> Any:
    streams = [SimpleNamespace(wait=lambda: log.append("stream ended"))]
    return SimpleNamespace(extensions={"streams": streams})


def test_the_server_says_where_it_serves_and_names_itself_to_nobody(made: Made, log: list[str]) -> None:
    found = Server(app(log), port=0, threads=3)
    assert found.address == "http://127.0.0.1:8099"
    (made_with,) = log
    assert made_with == f"made {dict(ident=None, asyncore_use_poll=True, port=0, threads=3, **HEADERS_LEFT)}"
    assert found._thread.daemon
    found.close()


def test_a_server_ends_its_streams_then_its_tasks_then_every_connection_and_is_gone(
    made: Made, log: list[str]
) -> None:
    found = Server(app(log))
    log.clear()
    found.close()
    assert log == ["stream ended", "shutdown 1", "close 1", "close 2"]
    assert not found._thread.is_alive()
    found.close()
    assert len(log) == 4


def test_a_server_that_has_hung_up_by_itself_is_closed_without_a_word(
    made: Made, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited_s: list[float | None] = []

    def pulled(thunk: object) -> None:
        made.ended.set()
        raise OSError("the trigger is closed")

    made.trigger.pull_trigger = pulled
    found = Server(app(log))
    join = found._thread.join

    def joined(timeout: float | None = None) -> None:
        waited_s.append(timeout)
        join(timeout)

    monkeypatch.setattr(found._thread, "join", joined)
    found.close()
    assert waited_s == [60]
