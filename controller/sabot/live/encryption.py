"""Whether the screens are encrypted, and with which certificate: the house's, or the table's own."""

from __future__ import annotations

import math
import os
import pwd
import ssl
import stat
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sabot.config import ConfigError, Settings
from sabot.live import certificate
from sabot.live.address import WILDCARDS, Listening
from sabot.live.certificate import DAY_S, Certificate

WARNED_BEFORE_DAYS = 30
"""The table speaks of the house's certificate so long before it ends."""


class Encryption(NamedTuple):
    """How the screens are encrypted; `is_of_house`: with the house's certificate."""

    context: ssl.SSLContext
    certificate: Certificate
    is_of_house: bool

    def named(self, host: str) -> str:
        """The host that people open: the first name of the house's certificate where the table listens at
        every address."""
        names = [each for each in self.certificate.names if "*" not in each]
        return names[0] if self.is_of_house and host in WILDCARDS and names else host


def address(settings: Settings, sockets: Listening, encrypted: Encryption | None) -> str:
    """Where other browsers find the screens."""
    host = settings.dashboard.host
    if encrypted is None:
        return sockets.public_address(host, "http")
    return sockets.public_address(encrypted.named(host), "https")


def by_number(settings: Settings, public: str) -> list[str]:
    """The `public` address of a table that listens at every address of its machine, spelt with each of them:
    not every device knows the machine's name. None where a certificate of the house says the name."""
    section = settings.dashboard
    if section.host not in WILDCARDS or section.certificate:
        return []
    scheme, port = urlsplit(public).scheme, urlsplit(public).port
    numbers = certificate.addresses_of_machine()
    return [f"{scheme}://{f'[{each}]' if ':' in each else each}:{port}/" for each in numbers]


def opened(settings: Settings, *, now_s: float) -> Encryption | None:
    """What encrypts the screens of this table; None where nothing does. The table's own certificate is made
    where it needs one. Raises ConfigError."""
    section = settings.dashboard
    if not section.is_encrypted:
        return None
    checked(settings)
    files = of_house(settings) if section.certificate else _own(settings, now_s)
    return Encryption(
        _context(settings, *files), certificate.read(files[0].read_bytes()), bool(section.certificate)
    )


def checked(settings: Settings) -> None:
    """Refuse a certificate of the house that cannot be used. Raises ConfigError, naming the key."""
    section = settings.dashboard
    if section.certificate and section.plain_http:
        raise _wrong(settings, "plain_http", "true, although a certificate is named; expected one of the two")
    if section.certificate_key and not section.certificate:
        raise _wrong(settings, "certificate_key", "there is no certificate to it; name dashboard.certificate")
    if section.certificate:
        _check_files(settings, *of_house(settings))


def noticed(settings: Settings, *, now_s: float) -> list[str]:
    """What is worth knowing although the table opens: that the house's certificate ends soon, or is not valid
    now."""
    if not settings.dashboard.certificate:
        return []
    file = of_house(settings)[0]
    why = _age(certificate.read(file.read_bytes()), now_s)
    return [f"the certificate {file} {why}"] if why else []


def examined(settings: Settings, *, now_s: float) -> tuple[str, str]:
    """What the doctor says of it: a state, and why."""
    section = settings.dashboard
    if not section.is_encrypted and section.is_of_this_machine:
        return "found", "not needed: only this machine reaches the screens"
    if not section.is_encrypted:
        return "missing", "dashboard.plain_http: everybody in the network can read names and PINs"
    try:
        checked(settings)
        why = "; ".join(noticed(settings, now_s=now_s))
        file = of_house(settings)[0] if section.certificate else certificate.beside(settings.journal_path)
        shown = certificate.read(file.read_bytes())
    except ConfigError as error:
        return "fails", str(error)
    except (OSError, ValueError):
        return "found", "the table makes a certificate of its own when it opens"
    return (
        "missing" if why else "found",
        why or f"{file}, until {shown.last_day}, SHA-256 {shown.fingerprint}",
    )


def of_house(settings: Settings) -> tuple[Path, Path]:
    """The files of the house's certificate, and of the key to it."""
    section = settings.dashboard
    shown = settings.beside(section.certificate)
    return shown, settings.beside(section.certificate_key) if section.certificate_key else shown


def _own(settings: Settings, now_s: float) -> tuple[Path, Path]:
    file, section = certificate.beside(settings.journal_path), settings.dashboard
    try:
        certificate.own(file, certificate.own_names(section.host, section.names.split()), now_s=now_s)
    except OSError as error:
        raise ConfigError(f"{file}: the table’s certificate cannot be kept there: {error.strerror}") from None
    return file, file


def _check_files(settings: Settings, shown: Path, key: Path) -> None:
    of_shown, of_key = "certificate", "certificate_key" if key != shown else "certificate"
    pem, secret = _read(settings, of_shown, shown), _read(settings, of_key, key)
    for name, file, question in (
        (of_shown, shown, lambda: certificate.read(pem)),
        (of_key, key, lambda: certificate.private_key(secret)),
    ):
        try:
            question()
        except ValueError as error:
            raise _wrong(settings, name, f"{file} cannot be used: {error}; expected PEM") from None
    if not certificate.is_key_of(secret, pem):
        raise _wrong(settings, of_key, f"{key} is not the key to the certificate {shown}")
    if key.stat().st_mode & stat.S_IROTH:
        why = f"{key} can be read by everybody who uses this machine; do: chmod o-rwx {key}"
        raise _wrong(settings, of_key, why)


def _read(settings: Settings, key: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        why = f"{file} cannot be read by the user {_user()}: {error.strerror}"
        raise _wrong(settings, key, why) from None


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _context(settings: Settings, shown: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(shown, key)
    except ssl.SSLError as error:
        raise _wrong(settings, "certificate", f"{shown} cannot be used: {error.reason}") from None
    return context


def _age(shown: Certificate, now_s: float) -> str:
    """What is to be said of a certificate's days; empty where nothing is."""
    days = math.floor((shown.ends_s - now_s) / DAY_S)
    if now_s < shown.begins_s:
        return "is not valid yet: look at the clock of this machine; browsers refuse the table or warn"
    if days < 0:
        return (
            f"ended on {shown.last_day}, and browsers warn: put a newer one there, and open the table again"
        )
    if days < WARNED_BEFORE_DAYS:
        return f"ends on {shown.last_day}, in {days} days: put a newer one there, and open the table again"
    return ""


def _wrong(settings: Settings, key: str, why: str) -> ConfigError:
    return ConfigError(f"{settings.file or 'the configuration'}: dashboard.{key}: {why}")
