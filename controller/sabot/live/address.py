"""The addresses of the screens. The table and the doctor try them in the same way."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sabot.config import ConfigError, Settings
from sabot.config.screens import OWN_HOST

WILDCARDS = ("0.0.0.0", "::")  # noqa: S104
"""The hosts that mean every address of this machine."""


class Listening(NamedTuple):
    """Two sockets that listen: for the table's own screen, on this machine alone, and for all others."""

    own: socket.socket
    public: socket.socket

    @property
    def own_address(self) -> str:
        """Where a browser on this machine finds the table's own screen."""
        return f"http://{OWN_HOST}:{self.own.getsockname()[1]}/"

    def public_address(self, host: str, scheme: str) -> str:
        """Where other browsers find the screens that `host` serves."""
        return f"{scheme}://{_reached(host)}:{self.public.getsockname()[1]}/"


@contextmanager
def listening(settings: Settings) -> Iterator[Listening]:
    """Listens for the screens until the block ends. Raises ConfigError, naming the wrong key, if it
    cannot."""
    section = settings.dashboard
    with _bound(settings, "port", section.host, section.port) as public:
        _refuse_one_port(settings, public)
        with _bound(settings, "own_port", OWN_HOST, section.port_of_own_screen) as own:
            yield Listening(own, public)


def checked(settings: Settings) -> None:
    """Refuse a host that is not this machine's, even if its port is in use, one port for all screens, and a
    proxy that is no address. Raises ConfigError."""
    with _bound(settings, "port", settings.dashboard.host, 0) as public:
        _refuse_one_port(settings, public)
    for each in settings.dashboard.proxies.split():
        try:
            ipaddress.ip_address(each)
        except ValueError:
            why = f"dashboard.proxies: {each!r} is no address; expected addresses such as 127.0.0.1"
            raise ConfigError(f"{settings.file or 'the configuration'}: {why}") from None


def _refuse_one_port(settings: Settings, public: socket.socket) -> None:
    section = settings.dashboard
    if 0 < section.port == section.own_port and public.getsockname()[0] in (OWN_HOST, WILDCARDS[0]):
        why = f"dashboard.own_port: {section.port} is the number in `port` too; expected another, or 0"
        raise ConfigError(f"{settings.file or 'the configuration'}: {why} for the one beside it")


def _bound(settings: Settings, key: str, host: str, port: int) -> socket.socket:
    file = settings.file or "the configuration"
    try:
        kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=kind)
    except (socket.gaierror, UnicodeError):
        why = f"dashboard.host: {host!r} is no name that this machine knows"
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        if error.errno == errno.EADDRNOTAVAIL:
            why = f"dashboard.host: {host} is no address of this machine"
        else:
            why = f"dashboard.{key}: {host}:{port} cannot be listened on: {reason}; expected a free port"
            raise ConfigError(f"{file}: {why} of this machine, or 0 for any") from None
    raise ConfigError(f"{file}: {why}; expected 127.0.0.1, 0.0.0.0 or one of its own addresses")


def _reached(host: str) -> str:
    """The name under which a person reaches a server that listens on `host`."""
    if host in WILDCARDS:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
