"""Where the screens are listened for (controller/sabot/live/address.py)."""

from __future__ import annotations

import errno
import os
import socket

import pytest

from sabot.config import ConfigError, Settings, read
from sabot.live import address


def at(host: str, port: int = 8080) -> Settings:
    """A table whose screens are asked for there."""
    return read(f'[dashboard]\nhost = "{host}"\nport = {port}\n')


@pytest.fixture
def claimed(monkeypatch):
    """The addresses that are listened on, with their families; nothing is opened."""
    found = []

    class Listening:
        def close(self) -> None:
            found.append("closed")

        def __enter__(self) -> Listening:
            return self

        def __exit__(self, *_: object) -> None:
            self.close()

    def server(where, *, family):
        found.append((where, family))
        return Listening()

    monkeypatch.setattr(socket, "create_server", server)
    return found


def listened(settings: Settings) -> None:
    with address.listening(settings):
        pass


def test_the_screens_are_listened_for_at_the_host_and_port_and_the_table_s_own_beside_it(claimed):
    listened(at("10.0.0.1", 8099))
    ports = [("10.0.0.1", 8099), ("127.0.0.1", 8100)]
    assert claimed == [*((port, socket.AF_INET) for port in ports), "closed", "closed"]


@pytest.mark.parametrize(
    ("keys", "own"),
    [("port = 0", 0), ("port = 65535", 65534), ("own_port = 9", 9), ("port = 0\nown_port = 9", 9)],
)
def test_the_own_port_is_the_one_that_is_named_or_beside_the_other_or_any(keys, own):
    assert read(f"[dashboard]\n{keys}").dashboard.port_of_own_screen == own


def test_the_addresses_are_those_that_a_person_can_open():
    with address.listening(at("0.0.0.0", 0)) as found:
        ports = [each.getsockname()[1] for each in found]
        assert found.own_address == f"http://127.0.0.1:{ports[0]}/"
        assert found.public_address("0.0.0.0", "https") == f"https://{socket.gethostname()}:{ports[1]}/"
        assert found.public_address("::1", "http") == f"http://[::1]:{ports[1]}/"


def test_a_proxy_that_is_no_address_is_refused_before_the_table_opens():
    address.checked(read('[dashboard]\nproxies = "127.0.0.1 fd00::1"'))
    with pytest.raises(ConfigError, match=r"dashboard\.proxies: 'caddy' is no address"):
        address.checked(read('[dashboard]\nproxies = "127.0.0.1 caddy"'))


def test_an_address_of_the_newer_kind_is_listened_on_as_such(claimed):
    listened(at("::1", 8099))
    where, family = claimed[0]
    assert (where[:2], family) == (("::1", 8099), socket.AF_INET6)


def test_a_host_is_checked_at_a_free_port_which_is_given_back_at_once(claimed):
    address.checked(at("127.0.0.1", 8099))
    assert claimed == [(("127.0.0.1", 0), socket.AF_INET), "closed"]


def test_of_several_addresses_of_a_name_the_first_is_taken(claimed, monkeypatch):
    found = [(socket.AF_INET, 1, 6, "", (host, 80)) for host in ("10.0.0.1", "10.0.0.2")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **how: found)
    listened(at("casino.example"))
    assert claimed[0] == (("10.0.0.1", 80), socket.AF_INET)


def fails(monkeypatch, error: OSError) -> str:
    """The refusal when the system says no like this."""

    def server(where, *, family):
        raise error

    monkeypatch.setattr(socket, "create_server", server)
    with pytest.raises(ConfigError) as refused:
        listened(at("127.0.0.1", 80))
    return str(refused.value)


def test_a_port_that_cannot_be_had_is_named_with_the_reason_of_the_system(monkeypatch):
    denied, why = errno.EACCES, os.strerror(errno.EACCES)
    assert fails(monkeypatch, PermissionError(denied, "while attempting to bind")) == (
        f"the configuration: dashboard.port: 127.0.0.1:80 cannot be listened on: {why}; "
        "expected a free port of this machine, or 0 for any"
    )


def test_a_failure_without_a_number_is_told_in_its_own_words(monkeypatch):
    assert "cannot be listened on: no such family; expected" in fails(monkeypatch, OSError("no such family"))


def test_an_address_of_another_machine_is_named_as_the_host_and_not_as_the_port(monkeypatch):
    assert fails(monkeypatch, OSError(errno.EADDRNOTAVAIL, "bind")) == (
        "the configuration: dashboard.host: 127.0.0.1 is no address of this machine; "
        "expected 127.0.0.1, 0.0.0.0 or one of its own addresses"
    )
