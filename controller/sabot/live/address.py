"""The address of the screens. The table and the doctor try it in the same way."""

from __future__ import annotations

import errno
import os
import socket

from sabot.config import ConfigError, Settings


def listening(settings: Settings) -> socket.socket:
    """A socket that listens for the screens. Raises ConfigError, naming the wrong key, if there can be
    none."""
    return _bound(settings, settings.dashboard.port)


def checked(settings: Settings) -> None:
    """Refuse a host that is not this machine's, even if its port is in use. Raises ConfigError."""
    _bound(settings, 0).close()


def _bound(settings: Settings, port: int) -> socket.socket:
    host = settings.dashboard.host
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
            why = f"dashboard.port: {host}:{port} cannot be listened on: {reason}; expected a free port"
            raise ConfigError(f"{file}: {why} of this machine, or 0 for any") from None
    raise ConfigError(f"{file}: {why}; expected 127.0.0.1, 0.0.0.0 or one of its own addresses")
