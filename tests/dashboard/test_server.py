"""The real server on real sockets: streams beside pages, the two listeners, and how it closes."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask, request

from sabot.live.feed import Feed
from sabot_dashboard import Screens, access, create_app, guard
from sabot_dashboard.roles import at_the_table
from sabot_dashboard.server import Listener, Server
from sabot_dashboard.serving.door import Limits
from sabot_dashboard.serving.pace import Rate
from sabot_dashboard.serving.wsgi import begun
from sabot_dashboard.stream import OWN
from tests.dashboard import views
from tests.dashboard.doors import free_port, served

CLOSED_WITHIN_S = 3.0
"""A table ends within this time, however its streams behave."""


class Inbox:
    """Nobody presses anything here."""


@pytest.fixture
def app(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> Flask:
    for route in ("/where", "/said", "/long", "/broken"):
        monkeypatch.setitem(access.RULES, route, access.ANYBODY)
    made = create_app(feed, Inbox(), Screens(streams=6, streams_of_one=6))  # type: ignore[arg-type]
    made.add_url_rule("/where", "where", lambda: f"{at_the_table(request)} {request.remote_addr}")
    made.add_url_rule(
        "/said", "said", lambda: f"{request.scheme} {len(request.get_data())}", methods=["POST"]
    )
    made.add_url_rule("/long", "long", lambda: iter([b"x" * 100_000] * 30))
    made.add_url_rule("/broken", "broken", lambda: 1 / 0)
    return made


@pytest.fixture
def server(app: Flask, feed: Feed) -> Iterator[Server]:
    made = served(app, limits=Limits(connections=40, of_one=20), proxies=["127.0.0.9"])
    yield made
    feed.close()
    made.close()


def reach(parts: ExitStack, listener: Listener, source: str = "127.0.0.1") -> socket.socket:
    port = int(listener.address.rpartition(":")[2])
    return parts.enter_context(socket.create_connection(("127.0.0.1", port), 60, (source, 0)))


def ask(
    parts: ExitStack,
    listener: Listener,
    path: str,
    *headers: str,
    version: str = "1.1",
    source: str = "127.0.0.1",
) -> socket.socket:
    made = reach(parts, listener, source)
    lines = [f"GET {path} HTTP/{version}", *headers]
    if not any(each.startswith("Host:") for each in headers):
        lines.append("Host: 127.0.0.1")
    made.sendall("\r\n".join([*lines, "", ""]).encode())
    return made


def heard(line: socket.socket, until: bytes) -> bytes:
    told, looked = bytearray(), 0
    while told.find(until, looked) < 0:
        looked = max(0, len(told) - len(until))
        more = line.recv(1 << 20)
        assert more, told
        told += more
    return bytes(told)


def answer(listener: Listener, path: str, *headers: str, source: str = "127.0.0.1") -> tuple[int, str]:
    """Status and body of one request, whose connection is then closed."""
    with ExitStack() as parts:
        line = ask(parts, listener, path, "Connection: close", *headers, source=source)
        told = b""
        while more := line.recv(65536):
            told += more
        return int(told.split(b" ", 2)[1]), told.partition(b"\r\n\r\n")[2].decode()


# --- streams


def test_more_streams_than_threads_are_open_and_a_page_is_still_served(feed: Feed, server: Server) -> None:
    with ExitStack() as parts:
        lines = [ask(parts, server.public, "/events?for=display") for _ in range(6)]
        for line in lines:
            heard(line, b"id: 1")
        full = heard(ask(parts, server.public, "/events"), b"\r\n\r\n")
        assert full.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 5" in full.lower()
        assert answer(server.public, "/display", "Accept: text/html")[0] == 200
        feed.close()
        server.close()
        for line in lines:
            heard(line, b"0\r\n\r\n")


def test_the_place_of_one_who_hung_up_is_free_again(server: Server) -> None:
    with ExitStack() as parts:
        for _ in range(6):
            heard(ask(parts, server.public, "/events"), b"retry: 1000")
    while True:
        with ExitStack() as parts:
            if heard(ask(parts, server.public, "/events"), b"\r\n").startswith(b"HTTP/1.1 200"):
                break


def test_guests_take_no_stream_from_the_table_s_own_screen_and_none_of_the_croupier(server: Server) -> None:
    with ExitStack() as parts:
        for _ in range(6):
            heard(ask(parts, server.public, "/events?for=display"), b"retry: 1000")
        for audience in ("croupier", "display"):
            heard(ask(parts, server.own, f"/events?for={audience}"), b"id: 1")
    assert answer(server.public, "/events?for=croupier")[0] in (401, 403)


def test_a_browser_of_old_gets_the_stream_as_it_is(server: Server) -> None:
    with ExitStack() as parts:
        told = heard(ask(parts, server.public, "/events", version="1.0"), b"id: 1")
        assert b"\r\n\r\nretry: 1000\n\nid: 1" in told


def test_a_browser_that_takes_nothing_does_not_keep_the_table_from_closing(
    app: Flask, feed: Feed, server: Server
) -> None:
    _, frames = app.extensions["streams"]
    frames.audiences["display"] = lambda view, events: {"padding": "x" * 200_000}
    with ExitStack() as parts:
        line = ask(parts, server.public, "/events?for=display")
        heard(line, b"id: 1")
        view = views.view_of("")
        for number in range(2, 80):
            feed.publish(number, {**view})
        begun_s = time.monotonic()
        feed.close()
        server.close()
        assert time.monotonic() - begun_s < CLOSED_WITHIN_S


def test_a_browser_that_was_slow_gets_the_newest_picture_when_it_has_taken_the_old_ones(
    app: Flask, feed: Feed, server: Server
) -> None:
    _, frames = app.extensions["streams"]
    frames.audiences["display"] = lambda view, events: {"padding": "x" * 400_000}
    with ExitStack() as parts:
        line = ask(parts, server.public, "/events?for=display")
        heard(line, b"id: 1")
        view = views.view_of("")
        for number in range(2, 40):  # more than the system holds for a browser
            feed.publish(number, {**view})
        heard(line, b"id: 39")


def test_a_server_that_nobody_asked_anything_closes_and_closes_again(feed: Feed, server: Server) -> None:
    server.close()
    server.close()


def test_no_picture_waits_for_the_receipt_of_the_one_before(app: Flask, feed: Feed) -> None:
    """The system gathers small writes for up to 40 ms unless the socket, or the one that it is accepted from,
    says that it must not."""
    sockets = free_port(), free_port()
    made = Server(app, own=sockets[0], public=sockets[1])
    try:
        assert all(each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for each in sockets)
    finally:
        feed.close()
        made.close()


# --- pages


def test_a_long_answer_comes_whole(server: Server) -> None:
    status, body = answer(server.public, "/long")
    assert (status, body.count("x")) == (200, 3_000_000)


def test_many_requests_on_one_connection_are_answered_in_order(server: Server) -> None:
    with ExitStack() as parts:
        line = reach(parts, server.public)
        line.sendall(b"GET /where HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3)
        assert heard(line, b"False 127.0.0.1").count(b"200 OK") >= 1


def test_a_page_with_a_fault_is_said_in_words_and_the_next_is_served(server: Server, caplog: Any) -> None:
    assert answer(server.public, "/broken")[0] == 500
    assert answer(server.public, "/where")[0] == 200


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_is_read_whole(server: Server, chunked: bool) -> None:
    with ExitStack() as parts:
        line = reach(parts, server.public)
        how = "Transfer-Encoding: chunked" if chunked else "Content-Length: 6"
        body = "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n" if chunked else "abcdef"
        line.sendall(
            f"POST /said HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Sabot: act\r\n{how}\r\n\r\n{body}".encode()
        )
        heard(line, b"http 6")


def test_a_body_that_is_too_long_is_refused(server: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.serving.wsgi.LARGEST_BODY", 1000)
    with ExitStack() as parts:
        line = reach(parts, server.public)
        line.sendall(b"POST /said HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n" + b"x" * 5000)
        assert heard(line, b"\r\n").startswith(b"HTTP/1.1 413")


def test_a_header_with_an_underscore_does_not_pass_for_another(server: Server) -> None:
    assert answer(server.own, "/where", "X_Forwarded_For: 10.0.0.7")[0] == 200


class Breaking:
    """What an app answers: half of it, and then an error."""

    def __init__(self) -> None:
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"half"
        raise OSError

    def close(self) -> None:
        self.is_closed = True


def test_an_answer_that_breaks_in_the_middle_lets_go_of_what_it_was_made_from() -> None:
    made = Breaking()
    with pytest.raises(OSError):
        begun(lambda environ, start_response: made, {})
    assert made.is_closed


# --- who stands at the table


def test_only_what_comes_through_its_own_listener_stands_at_the_table(server: Server) -> None:
    assert answer(server.own, "/where") == (200, "True 127.0.0.1")
    assert answer(server.public, "/where") == (200, "False 127.0.0.1")


@pytest.mark.parametrize("header", guard.FORWARDED)
@pytest.mark.parametrize("value", ["127.0.0.1", "for=127.0.0.1", "10.0.0.7, 127.0.0.1", ""])
def test_no_header_of_a_proxy_brings_anybody_to_the_table(server: Server, header: str, value: str) -> None:
    assert answer(server.own, "/where", f"{header}: {value}")[0] == 403
    assert answer(server.public, "/where", f"{header}: {value}") == (200, "False 127.0.0.1")


@pytest.mark.parametrize(
    "host", ["table.example", "10.0.0.7:8766", "localhost.example", "[::2]", "x@127.0.0.1", ""]
)
def test_the_table_s_own_screen_is_known_under_this_machine_s_own_names_alone(
    server: Server, host: str
) -> None:
    assert answer(server.own, "/where", f"Host: {host}")[0] == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8766", "localhost:8766", "LOCALHOST", "[::1]:8766"])
def test_a_browser_at_this_machine_may_say_any_name_of_it(server: Server, host: str) -> None:
    assert answer(server.own, "/where", f"Host: {host}") == (200, "True 127.0.0.1")


def test_a_guest_cannot_say_by_any_header_that_they_stand_at_the_table(server: Server) -> None:
    for header in (OWN, "sabot-own", "X-Sabot-Own", "sabot_own"):
        assert answer(server.public, "/where", f"{header}: True") == (200, "False 127.0.0.1")


def test_a_proxy_that_is_named_says_for_whom_it_asks_and_nobody_else_does(server: Server) -> None:
    told = "X-Forwarded-For: 10.0.0.7"
    assert answer(server.public, "/where", told, source="127.0.0.9") == (200, "False 10.0.0.7")
    assert answer(server.public, "/where", told, source="127.0.0.8") == (200, "False 127.0.0.8")
    both = "X-Forwarded-For: 192.0.2.66, 10.0.0.7"  # what the browser itself said stands first
    assert answer(server.public, "/where", both, source="127.0.0.9") == (200, "False 10.0.0.7")


# --- who takes too much


def test_one_address_has_only_its_connections_and_another_still_comes_in(server: Server) -> None:
    with ExitStack() as parts:
        lines = [reach(parts, server.public, "127.0.0.2") for _ in range(21)]
        assert any(_is_hung_up(each) for each in lines[20:])
        assert answer(server.public, "/where", source="127.0.0.3")[0] == 200
        assert answer(server.own, "/where")[0] == 200


def test_the_connections_of_a_proxy_are_those_of_many(server: Server) -> None:
    with ExitStack() as parts:
        for _ in range(25):
            reach(parts, server.public, "127.0.0.9")
        assert answer(server.public, "/where", source="127.0.0.9")[0] == 200


def test_when_the_public_listener_is_full_the_table_s_own_is_not(server: Server) -> None:
    with ExitStack() as parts:
        for nth in range(2):
            for _ in range(20):
                reach(parts, server.public, f"127.0.0.{20 + nth}")
        assert _is_hung_up(reach(parts, server.public, "127.0.0.30"))
        assert answer(server.own, "/where")[0] == 200


def test_one_who_asks_too_often_is_sent_away_and_nobody_else_is(
    app: Flask, feed: Feed, monkeypatch: Any
) -> None:
    monkeypatch.setattr("sabot_dashboard.server.RATE_OF_ONE", Rate(a_second=0.01, at_once=2))
    made = served(app)
    try:
        asked = [answer(made.public, "/where", source="127.0.0.2")[0] for _ in range(3)]
        assert asked == [200, 200, 503]
        assert answer(made.public, "/where", source="127.0.0.3")[0] == 200
        assert [answer(made.own, "/where")[0] for _ in range(5)] == [200] * 5
    finally:
        feed.close()
        made.close()


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: 127."])
def test_one_who_does_not_finish_asking_is_hung_up_on(server: Server, monkeypatch: Any, sent: bytes) -> None:
    monkeypatch.setattr("sabot_dashboard.serving.door.HEAD_S", 0.05)
    with ExitStack() as parts:
        line = reach(parts, server.public)
        line.sendall(sent)
        assert _is_hung_up(line)


def test_a_byte_at_a_time_does_not_win_time(server: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.serving.door.HEAD_S", 0.2)
    begun_s = time.monotonic()
    with ExitStack() as parts, pytest.raises(OSError):
        line = reach(parts, server.public)
        while True:
            line.sendall(b"G")
            assert time.monotonic() - begun_s < 60


def test_the_second_request_of_a_connection_has_the_same_time(server: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.serving.door.HEAD_S", 0.3)
    with ExitStack() as parts:
        line = ask(parts, server.public, "/where")
        heard(line, b"False 127.0.0.1")
        line.sendall(b"GET /where HT")
        assert _is_hung_up(line)


def test_a_body_that_does_not_come_is_not_waited_for(server: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.serving.wsgi.BODY_S", 0.05)
    with ExitStack() as parts:
        line = reach(parts, server.public)
        line.sendall(b"POST /said HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nab")
        assert heard(line, b"\r\n").startswith(b"HTTP/1.1 408")
        assert _is_hung_up(line)


def test_a_browser_that_does_not_take_its_page_is_hung_up_on(server: Server, monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.serving.door.TAKE_S", 0.05)
    with ExitStack() as parts:
        line = reach(parts, server.public)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(b"GET /long HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 8)
        until(lambda: len(server.public.doorkeeper) == 1)
        until(lambda: len(server.public.doorkeeper) == 0)


def until(met: Callable[[], bool]) -> None:
    """Returns when it is met; fails after a minute."""
    end_s = time.monotonic() + 60
    while not met():
        assert time.monotonic() < end_s


def _is_hung_up(line: socket.socket) -> bool:
    """Whether the server ends this connection, with or without a word."""
    try:
        while line.recv(65536):
            continue
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
