"""Where webhooks may go: addresses of the world, and of the house only where it allows it."""

from __future__ import annotations

import base64
import socket
from pathlib import Path

import pytest

from sabot.app.preflight import checked
from sabot.config import ConfigError, read
from sabot.system.webhooks import target as targets
from sabot.system.webhooks.target import Target, TargetError, is_public, looked_up, post, target
from tests.controller.system.webhooks.receiver import Receiver

INSIDE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
    *("::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::a00:1"),
    *("224.0.0.1", "ff02::1", "255.255.255.255", "192.0.2.1", "2001:0:4136:e378:8000:63bf:f5ff:fffe"),
)


def resolves(monkeypatch: pytest.MonkeyPatch, *numbers: str) -> None:
    found = [(0, 0, 0, "", (number, 443)) for number in numbers]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)


@pytest.mark.parametrize("number", INSIDE)
def test_an_address_of_the_house_is_refused_unless_it_is_allowed(
    monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    assert not is_public(number)
    resolves(monkeypatch, "198.41.0.4", number)
    with pytest.raises(TargetError, match="no address of the public network"):
        looked_up(target("https://hooks.example/", is_private_allowed=False))
    assert looked_up(target("https://hooks.example/", is_private_allowed=True)) == "198.41.0.4"


@pytest.mark.parametrize("number", ["198.41.0.4", "2001:503:ba3e::2:30", "::ffff:198.41.0.4"])
def test_an_address_of_the_world_may_be_asked(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    resolves(monkeypatch, number)
    assert looked_up(target("https://hooks.example/", is_private_allowed=False)) == number


@pytest.mark.parametrize(
    "url",
    [
        *("", "hooks.example", "ftp://hooks.example/", "https://", "https://[::1", "https://x:99999/"),
        *("https://user@hooks.example/", "https://user:pass@hooks.example/", "https://hooks.example/#x"),
        *("http://hooks.example/", "https://hooks.example/\r\nX: y", "https://höoks.example/", "file:///etc"),
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused(url: str) -> None:
    with pytest.raises(TargetError):
        target(url, is_private_allowed=False)


def test_the_parts_of_an_address_are_kept_and_its_path_is_in_no_log() -> None:
    found = target("https://hooks.example/a/b?token=s3cret", is_private_allowed=False)
    assert found == Target("https", "hooks.example", 443, "/a/b?token=s3cret", False)
    assert "s3cret" not in found.name
    assert target("http://127.0.0.1:81", is_private_allowed=True)[2:4] == (81, "/")


def test_a_name_that_is_not_found_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object, **more: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fails)
    with pytest.raises(TargetError, match=r"hooks\.example is not found"):
        looked_up(target("https://hooks.example/", is_private_allowed=False))


def test_what_was_looked_up_is_what_is_asked_whatever_the_name_says_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name may lead elsewhere a moment later: it is looked up once."""
    receiver, asked = Receiver(), []
    port = target(receiver.url, is_private_allowed=True).port
    look = socket.getaddrinfo

    def once(host: object, *given: object, **more: object) -> object:
        asked.append(host)
        return look("127.0.0.1" if host == "hooks.example" else host, *given, **more)

    monkeypatch.setattr(socket, "getaddrinfo", once)
    post(target(f"http://hooks.example:{port}/x", is_private_allowed=True), {}, b"{}")
    assert asked.count("hooks.example") == 1
    assert receiver.came.get(timeout=60).headers["host"] == f"hooks.example:{port}"
    receiver.close()


def test_a_receiver_without_the_certificate_of_its_name_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    receiver = Receiver()
    port = target(receiver.url, is_private_allowed=True).port
    with pytest.raises(TargetError, match="cannot be reached"):
        post(target(f"https://127.0.0.1:{port}/", is_private_allowed=True), {}, b"{}")
    assert receiver.waiting() == []
    receiver.close()


@pytest.mark.parametrize("sent", [b"", b"no HTTP\r\n\r\n", b"HTTP/1.1 999999 x\r\n\r\n"])
def test_a_receiver_that_answers_nonsense_has_not_taken_it(
    monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    here, there = socket.socketpair()
    there.sendall(sent)
    there.shutdown(socket.SHUT_WR)
    monkeypatch.setattr(targets.socket, "create_connection", lambda *_: here)
    with pytest.raises(TargetError, match="cannot be reached"):
        post(target("http://127.0.0.1:1/", is_private_allowed=True), {}, b"{}")
    there.close()


# --- the configuration

KEY = "whsec_" + base64.b64encode(b"x" * 24).decode()


def configured(folder: Path, text: str, secret: str | None = KEY) -> str:
    """Why a table with this section would not open; empty if it would."""
    if secret is not None:
        (folder / "secret").write_text(secret)
        (folder / "secret").chmod(0o600)
    try:
        checked(read(f"[webhooks]\n{text}", file=folder / "table.toml"))
    except ConfigError as error:
        return str(error)
    return ""


URLS = 'urls = "https://hooks.example/a https://hooks.example/b"\n'


def test_a_section_that_can_be_used_opens(tmp_path: Path) -> None:
    assert configured(tmp_path, "") == ""
    assert configured(tmp_path, f'{URLS}secret_file = "secret"') == ""
    assert configured(tmp_path, f'{URLS}secret_file = "secret"', KEY.removeprefix("whsec_") + "\n") == ""


@pytest.mark.parametrize(
    ("text", "secret", "why"),
    [
        (URLS, KEY, "webhooks.secret_file: missing"),
        (f'{URLS}secret_file = "none"', KEY, "none cannot be read: No such file"),
        (f'{URLS}secret_file = "secret"', "whsec_c2hvcnQ=", "holds no secret of 24 bytes or more"),
        (f'{URLS}secret_file = "secret"', "not base64!", "openssl rand -base64 32"),
        ('urls = "http://hooks.example/"', KEY, "is not encrypted"),
        ('urls = "hooks.example"', KEY, "webhooks.urls: hooks.example is no address"),
        ('about = "all"', KEY, "expected both or results or faults"),
    ],
)
def test_a_section_that_cannot_be_used_is_said_in_one_line(
    tmp_path: Path, text: str, secret: str, why: str
) -> None:
    said = configured(tmp_path, text, secret)
    assert why in said and "\n" not in said


def test_a_secret_that_others_may_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(KEY)
    (tmp_path / "secret").chmod(0o644)
    assert "chmod o-rwx" in configured(tmp_path, f'{URLS}secret_file = "secret"', None)
