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

    def server(where, *, family):
        found.append((where, family))
        return Listening()

    monkeypatch.setattr(socket, "create_server", server)
    return found


def test_the_screens_are_listened_for_at_the_host_and_port_of_the_configuration(claimed):
    address.listening(at("127.0.0.1", 8099))
    assert claimed == [(("127.0.0.1", 8099), socket.AF_INET)]


def test_an_address_of_the_newer_kind_is_listened_on_as_such(claimed):
    address.listening(at("::1", 8099))
    ((where, family),) = claimed
    assert (where[:2], family) == (("::1", 8099), socket.AF_INET6)


def test_a_host_is_checked_at_a_free_port_which_is_given_back_at_once(claimed):
    address.checked(at("127.0.0.1", 8099))
    assert claimed == [(("127.0.0.1", 0), socket.AF_INET), "closed"]


def test_of_several_addresses_of_a_name_the_first_is_taken(claimed, monkeypatch):
    found = [(socket.AF_INET, 1, 6, "", (host, 80)) for host in ("10.0.0.1", "10.0.0.2")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **how: found)
    address.listening(at("casino.example"))
    assert claimed == [(("10.0.0.1", 80), socket.AF_INET)]


def fails(monkeypatch, error: OSError) -> str:
    """The refusal when the system says no like this."""

    def server(where, *, family):
        raise error

    monkeypatch.setattr(socket, "create_server", server)
    with pytest.raises(ConfigError) as refused:
        address.listening(at("127.0.0.1", 80))
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
