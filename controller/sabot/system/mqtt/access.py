"""The broker of the configuration: where it is, who the table is there, and how the line is encrypted."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from sabot.config import ConfigError, Settings
from sabot.config.mqtt import MqttSection
from sabot.config.private import private_text
from sabot.system.mqtt.topics import NAME, PREFIX, Topics

Read = TypeVar("Read")

LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
HOST = re.compile(rf"{LABEL}(?:\.{LABEL})*|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*")
"""The name of a machine, or its number of either kind."""


LEVELS = "expected letters, digits, - and _, in levels with / between them"
EXPECTED = {
    "broker": "expected the name or the number of a machine, without mqtt:// and without a port",
    "name": "expected 1 to 32 of a to z, 0 to 9 and -, such as table-3: the table in the topics",
    "prefix": LEVELS,
    "discovery_prefix": LEVELS,
    "user": "missing; password_file is the password of one",
    "ca_file": "needs tls = true",
}
"""What is said of a key that cannot be used."""


class Access(NamedTuple):
    """A broker. `context` encrypts the line; None: it is not encrypted."""

    host: str
    port: int
    user: str
    password: str
    context: ssl.SSLContext | None

    @property
    def name(self) -> str:
        """How the log names it: without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.context else 'mqtt'}://{host}:{self.port}"


def topics(section: MqttSection) -> Topics:
    """The topics of this table."""
    return Topics(section.prefix, section.name, section.discovery_prefix)


def access(settings: Settings) -> Access | None:
    """The broker; None: there is none. Raises ConfigError, one line with the key."""
    section = settings.mqtt
    if not section.broker:
        return None
    for key, why in _refusals(section).items():
        if why:
            raise ConfigError(f"{_file(settings)}: mqtt.{key}: {why}")
    password = (
        _read(settings, "password_file", section.password_file, private_text) if section.password_file else ""
    )
    if section.password_file and not password:
        raise ConfigError(f"{_file(settings)}: mqtt.password_file: the file is empty")
    context = _context(settings) if section.tls else None
    return Access(section.broker, section.port_of_broker, section.user, password, context)


def _refusals(section: MqttSection) -> Mapping[str, str]:
    """Why each key cannot be used; empty where it can."""
    is_wrong = {
        "broker": not HOST.fullmatch(section.broker),
        "name": not NAME.fullmatch(section.name),
        "prefix": not PREFIX.fullmatch(section.prefix),
        "discovery_prefix": not PREFIX.fullmatch(section.discovery_prefix),
        "user": bool(section.password_file) and not section.user,
        "ca_file": bool(section.ca_file) and not section.tls,
    }
    return {key: EXPECTED[key] if wrong else "" for key, wrong in is_wrong.items()}


def _context(settings: Settings) -> ssl.SSLContext:
    trusted = settings.mqtt.ca_file
    if not trusted:
        return ssl.create_default_context()
    return _read(settings, "ca_file", trusted, lambda file: ssl.create_default_context(cafile=file))


def _read(settings: Settings, key: str, name: str, read: Callable[[Path], Read]) -> Read:
    """What is in the file of this name, which is that of a key. Raises ConfigError."""
    file = settings.beside(name)
    try:
        return read(file)
    except ssl.SSLError:
        why = f"{file} holds no certificates in the form of PEM"
    except OSError as error:
        why = f"{file} cannot be read: {error.strerror}"
    except ValueError as error:
        why = str(error)
    raise ConfigError(f"{_file(settings)}: mqtt.{key}: {why}")


def _file(settings: Settings) -> str:
    return str(settings.file or "the configuration")
