"""The screens over TLS, through the real server: pages, cookies, streams, and browsers that forget it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest
from flask import Flask, request

from sabot.live.feed import Feed
from sabot_dashboard import Screens, access, create_app
from sabot_dashboard.server import Server
from sabot_dashboard.serving.door import Limits
from tests.dashboard import views
from tests.dashboard.certified import context_of_table
from tests.dashboard.doors import served
from tests.dashboard.office import Casino

OF_ONE = 6
OUR_PAGE = {"X-Sabot": "act", "Content-Type": "application/json"}


@pytest.fixture
def app(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> Flask:
    for route in ("/long", "/scheme"):
        monkeypatch.setitem(access.RULES, route, access.ANYBODY)
    made = create_app(feed, None, Screens(has_house_certificate=True))  # type: ignore[arg-type]
    made.add_url_rule("/long", "long", lambda: iter([b"x" * 100_000] * 30))
    made.add_url_rule("/scheme", "scheme", lambda: request.scheme)
    return made


@pytest.fixture
def server(app: Flask, feed: Feed) -> Iterator[Server]:
    made = served(app, limits=Limits(of_one=OF_ONE), encrypted=context_of_table())
    yield made
    feed.close()
    made.close()


def port(server: Server) -> int:
    return int(server.public.address.rpartition(":")[2])


def browser() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def encrypted(parts: ExitStack, server: Server) -> ssl.SSLSocket:
    plain = parts.enter_context(socket.create_connection(("127.0.0.1", port(server)), 60))
    return parts.enter_context(browser().wrap_socket(plain))


def plain(parts: ExitStack, server: Server) -> socket.socket:
    return parts.enter_context(socket.create_connection(("127.0.0.1", port(server)), 60))


def answer(
    server: Server, path: str, *, method: str = "GET", tls: bool = True, body: str = "", **headers: str
) -> tuple[HTTPResponse, bytes]:
    """One request and its answer; a header of Python's `X_Name` is `X-Name`."""
    line = (
        HTTPSConnection("127.0.0.1", port(server), timeout=60, context=browser())
        if tls
        else HTTPConnection("127.0.0.1", port(server), timeout=60)
    )
    with closing(line):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body, OUR_PAGE | named if method == "POST" else named)
        found = line.getresponse()
        return found, found.read()


def heard(line: socket.socket, until: bytes) -> bytes:
    told = b""
    while until not in told:
        more = line.recv(65536)
        assert more, told
        told += more
    return told


# --- pages


def test_a_page_is_served_by_tls_and_its_address_says_so(server: Server) -> None:
    assert server.public.address.startswith("https://")
    assert server.own.address.startswith("http://")
    found, page = answer(server, "/display")
    assert found.status == 200
    assert b"</html>" in page


def test_a_long_answer_arrives_whole_and_the_connection_is_used_again(server: Server) -> None:
    with closing(HTTPSConnection("127.0.0.1", port(server), timeout=60, context=browser())) as line:
        for _ in range(2):
            line.request("GET", "/long")
            assert len(line.getresponse().read()) == 3_000_000


def test_a_request_that_comes_in_pieces_or_with_another_behind_it_is_answered(server: Server) -> None:
    with ExitStack() as parts:
        line = encrypted(parts, server)
        for piece in (b"GET /scheme HT", b"TP/1.1\r\nHost: 127.0", b".0.1\r\n\r\n"):
            line.sendall(piece)
        assert heard(line, b"\r\n\r\nhttps").startswith(b"HTTP/1.1 200")


def test_the_house_s_certificate_makes_browsers_insist_on_it(server: Server) -> None:
    assert answer(server, "/display")[0].headers["Strict-Transport-Security"] == "max-age=31536000"
    with closing(HTTPConnection(server.own.address.removeprefix("http://"), timeout=60)) as own:
        own.request("GET", "/display")
        assert "Strict-Transport-Security" not in own.getresponse().headers


# --- streams


def test_the_stream_runs_over_tls_and_ends_with_the_table(feed: Feed, server: Server) -> None:
    with ExitStack() as parts:
        lines = [encrypted(parts, server) for _ in range(3)]
        for line in lines:
            line.sendall(b"GET /events?for=display HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            heard(line, b"id: 1")
        feed.publish(2, views.view_of("punto 7H"))
        for line in lines:
            heard(line, b"id: 2")
        feed.close()
        server.close()
        for line in lines:
            heard(line, b"0\r\n\r\n")
            assert line.recv(1) == b"", "the end of the encryption is told"


# --- without it


@pytest.mark.parametrize("path", ["/", "/display?show=past", "/school/exams/1", "/no/such/page"])
def test_a_page_asked_for_without_encryption_is_elsewhere(server: Server, path: str) -> None:
    found, page = answer(server, path, tls=False)
    assert found.status == 307
    assert found.headers["Location"] == f"https://127.0.0.1:{port(server)}{path}"
    assert "Strict-Transport-Security" not in found.headers
    assert b"croupier" not in page


def test_an_act_without_encryption_is_refused_and_so_is_a_proxy_that_would_circle(
    server: Server,
) -> None:
    found, said = answer(server, "/acts", method="POST", tls=False, body="{}")
    assert (found.status, b"open it by https" in said) == (403, True)
    found, said = answer(server, "/display", tls=False, X_Forwarded_Proto="https")
    assert (found.status, b"plain_http = true" in said) == (403, True)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_program_is_not_sent_on_but_hears_that_its_key_went_in_the_open(
    server: Server, method: str
) -> None:
    found, said = answer(server, "/api/v1/coups", method=method, tls=False)
    assert (found.status, b"revoke it" in said) == (403, True)
    assert found.headers["Content-Type"] == "application/problem+json"


def test_a_name_that_is_not_the_table_s_is_led_nowhere(server: Server) -> None:
    assert answer(server, "/display", tls=False, Host="evil.example")[0].status == 400


# --- those that never get so far


@pytest.mark.parametrize(
    "said", [b"", b"\x16\x03\x01\x00\x08garbage!", b"\x16\x03\x01\x02\x00half", b"\x80\x2e\x01\x00\x02"]
)
def test_connections_that_fail_are_gone_and_take_no_place(server: Server, said: bytes) -> None:
    for _ in range(2 * OF_ONE):
        with ExitStack() as parts:
            line = plain(parts, server)
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            with suppress(ConnectionResetError):
                while line.recv(4096):
                    pass
    assert answer(server, "/scheme")[1] == b"https"


def test_what_is_no_tls_is_told_so_and_hung_up_on_at_once(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot_dashboard.serving.door.HANDSHAKE_S", 3_600.0)
    with ExitStack() as parts:
        line = plain(parts, server)
        line.sendall(b"\x16\x03\x01\x00\x08garbage!")
        assert line.recv(1) == b"\x15", "an alert"
        while line.recv(4096):
            pass


def test_a_browser_that_does_not_trust_the_certificate_takes_no_place(server: Server) -> None:
    strict = ssl.create_default_context()
    for _ in range(2 * OF_ONE):
        with ExitStack() as parts, pytest.raises(ssl.SSLCertVerificationError):
            strict.wrap_socket(plain(parts, server), server_hostname="127.0.0.1")
    assert answer(server, "/scheme")[1] == b"https"


def test_one_that_says_nothing_or_stops_halfway_is_hung_up_on(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot_dashboard.serving.door.HANDSHAKE_S", 0.05)
    with ExitStack() as parts:
        for said in (b"", b"\x16\x03\x01\x02\x00"):
            line = plain(parts, server)
            line.sendall(said)
            with suppress(ConnectionResetError):
                assert line.recv(4096) == b""


# --- cookies


def test_who_logs_in_by_tls_has_a_cookie_that_only_tls_and_this_host_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot.staff.pins.COST", {"n": 2, "r": 1, "p": 1})
    casino = Casino(tmp_path, serve=False)
    casino.office.people.add("M. Dupont", "supervisor", "739154")
    app = casino.app
    by_tls = app.test_client()
    given = {"name": "M. Dupont", "pin": "739154"}
    where = {"base_url": "https://127.0.0.1", "headers": {"X-Sabot": "act"}}
    came = by_tls.post("/enter", json=given, **where)
    kept = came.headers["Set-Cookie"]
    assert kept.startswith("__Host-sabot=")
    for part in ("Secure", "HttpOnly", "SameSite=Strict", "Path=/"):
        assert part in kept
    assert "Domain" not in kept
    assert by_tls.get("/supervisor", base_url="https://127.0.0.1").status_code == 200
    value = kept.partition("=")[2].partition(";")[0]
    by_http = app.test_client()
    by_http.set_cookie("__Host-sabot", value)
    assert by_http.get("/supervisor", headers={"Accept": "application/json"}).status_code == 401
    forgotten = by_tls.post("/leave", json={}, **where).headers["Set-Cookie"]
    assert forgotten.startswith("__Host-sabot=;")
    assert "Secure" in forgotten
    assert by_tls.get("/supervisor", base_url="https://127.0.0.1").status_code == 401
    casino.close()


# --- the fingerprint


def test_the_fingerprint_is_on_the_table_s_own_screen_and_on_no_other(feed: Feed) -> None:
    shown = Screens(others="https://table7:8765/", fingerprint="AB:CD:EF")
    app = create_app(feed, None, shown)  # type: ignore[arg-type]
    from tests.dashboard.doors import ELSEWHERE, at_the_table

    page = at_the_table(app).get("/").text
    assert "https://table7:8765/" in page
    assert "AB:<wbr>CD:<wbr>EF" in page
    assert "AB:<wbr>CD:<wbr>EF" not in at_the_table(app).get("/", **ELSEWHERE).text
    plain_table = create_app(feed, None, shown._replace(fingerprint=""))  # type: ignore[arg-type]
    assert "https://table7" not in at_the_table(plain_table).get("/").text
