"""The encrypted side of a connection, without a socket (dashboard/sabot_dashboard/encrypted)."""

from __future__ import annotations

import asyncio
import ssl

import pytest

from sabot_dashboard.encrypted.connection import FIRST_BYTE, Encrypted
from tests.dashboard.certified import context_of_table


class Plain(asyncio.Transport):
    """What is written goes nowhere; a test carries it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.9", 5)})
        self.out = bytearray()
        self.said: list[str] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_closing()
        self.out += data

    def close(self) -> None:
        self.said.append("close")

    def abort(self) -> None:
        self.said.append("abort")

    def is_closing(self) -> bool:
        return bool({"close", "abort"} & {*self.said})

    def pause_reading(self) -> None:
        self.said.append("pause")

    def resume_reading(self) -> None:
        self.said.append("resume")


class Line:
    """A browser at one end, the table at the other."""

    def __init__(self) -> None:
        self.plain = Plain()
        self.table = Encrypted(self.plain, context_of_table())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.inward, self.outward = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.browser = context.wrap_bio(self.inward, self.outward)

    def sent(self) -> bytes:
        """What the browser has sent since the last time."""
        return self.outward.read()

    def carry(self) -> None:
        """The browser gets what the table has sent."""
        self.inward.write(bytes(self.plain.out))
        self.plain.out.clear()

    def shake_hands(self) -> bool:
        """Both agree; whether the table knows it."""
        with pytest.raises(ssl.SSLWantReadError):
            self.browser.do_handshake()
        assert not self.table.greeted(self.sent())
        self.carry()
        self.browser.do_handshake()
        return self.table.greeted(self.sent())


def test_the_two_agree_and_understand_each_other() -> None:
    line = Line()
    assert line.shake_hands()
    line.browser.write(b"GET / ")
    line.browser.write(b"HTTP/1.1")
    assert line.table.decrypted(line.sent()) == b"GET / HTTP/1.1"
    line.table.write(b"200 OK")
    assert b"200" not in line.plain.out
    line.carry()
    assert line.browser.read(100) == b"200 OK"


def test_the_first_byte_tells_it_from_http_and_it_may_come_in_pieces() -> None:
    line = Line()
    with pytest.raises(ssl.SSLWantReadError):
        line.browser.do_handshake()
    hello = line.sent()
    assert hello[0] == FIRST_BYTE
    assert not any(line.table.greeted(hello[at : at + 1]) for at in range(len(hello)))
    line.carry()
    line.browser.do_handshake()
    assert line.table.greeted(line.sent())


def test_a_long_answer_arrives_whole() -> None:
    line = Line()
    line.shake_hands()
    told, answer = bytearray(), bytes(range(256)) * 400
    line.table.write(answer)
    line.carry()
    while len(told) < len(answer):
        told += line.browser.read(1 << 16)
    assert told == answer


def test_the_end_of_either_side_is_told_and_closes() -> None:
    mine, yours = Line(), Line()
    for line in (mine, yours):
        line.shake_hands()
    mine.table.close()
    mine.table.close()
    mine.carry()
    assert mine.browser.read(1) == b""
    yours.browser.write(b"bye")
    with pytest.raises(ssl.SSLWantReadError):
        yours.browser.unwrap()
    assert yours.table.decrypted(yours.sent()) == b"bye"
    for line in (mine, yours):
        assert line.table.is_closing()
        line.table.write(b"nobody hears this")
        assert b"nobody" not in line.plain.out


def test_what_is_no_tls_is_an_error_and_the_browser_is_told_of_it() -> None:
    line = Line()
    with pytest.raises(ssl.SSLError):
        line.table.greeted(b"\x16\x03\x01\x00\x08garbage!")
    assert line.plain.out[:1] == b"\x15", "an alert"
    line = Line()
    line.shake_hands()
    with pytest.raises(ssl.SSLError):
        line.table.decrypted(b"\x17\x03\x03\x00\x20" + b"x" * 32)


def test_the_server_knows_the_connection_by_its_transport() -> None:
    line = Line()
    assert line.table.get_extra_info("peername") == ("10.0.0.9", 5)
    assert line.table.get_extra_info("sockname", "none") == "none"
    assert isinstance(line.table.get_extra_info("sslcontext"), ssl.SSLContext)
    line.table.pause_reading()
    line.table.resume_reading()
    assert not line.table.is_closing()
    line.table.abort()
    assert line.plain.said == ["pause", "resume", "abort"]
