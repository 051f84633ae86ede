"""The folder of one machine with its key, its certificate and the root of its house, and what is wrong with
them. Only its own user may read it."""

from __future__ import annotations

import socket
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509

from sabot.config import state
from sabot.pit.topics import Station
from sabot.pit.trust import certificates
from sabot.pit.trust.certificates import TrustError

FOLDER = "enrolment"
"""Where a table has them, in its folder of state."""

AGAIN = "`sabot pit enrol request` at the table, `accept` at the pit, `install` at the table"


class Papers(NamedTuple):
    """What one machine shows to the others of its house."""

    folder: Path

    @property
    def key(self) -> Path:
        """The private key, which never leaves this machine."""
        return self.folder / "key.pem"

    @property
    def next_key(self) -> Path:
        """A new key that was asked for, until its certificate is installed: the old one works until then."""
        return self.folder / "next-key.pem"

    @property
    def certificate(self) -> Path:
        """Its certificate, and after it that of the pit which signed it."""
        return self.folder / "certificate.pem"

    @property
    def house(self) -> Path:
        """The certificate of the house: whom this machine believes."""
        return self.folder / "house.pem"

    @property
    def is_there(self) -> bool:
        """Whether this machine was enrolled."""
        return self.certificate.exists()

    @property
    def station(self) -> Station:
        """The house and the name that the certificate is made out to. Raises TrustError."""
        return Station(*certificates.house_and_name(self._own.subject))

    @property
    def _own(self) -> x509.Certificate:
        return certificates.read(_bytes(self.certificate))[0]

    def check(self, now: datetime) -> None:
        """Raises TrustError for a certificate that the pit would refuse by its dates, with what to do."""
        if not self.is_there:
            raise TrustError(f"there is no certificate in {self.folder}: {AGAIN}")
        own = self._own
        if now >= own.not_valid_after_utc:
            name = self.station.table
            raise TrustError(f"the certificate of {name} ended on {certificates.last_day(own)}: {AGAIN}")
        if now < own.not_valid_before_utc:
            raise TrustError("the certificate is not valid yet: the clock of this machine is slow, set it")

    def check_name(self, station: Station) -> None:
        """Raises TrustError where there is no certificate, or one of another table or house."""
        if not self.is_there:
            raise TrustError(f"there is no certificate in {self.folder}: {AGAIN}")
        if self.station != station:
            of = self.station
            raise TrustError(
                f"the certificate in {self.folder} is that of {of.table} in the house {of.house}"
            )

    def context(self) -> ssl.SSLContext:
        """How this machine speaks to the broker: it shows its certificate, and takes no broker but that of
        its house. Raises TrustError."""
        self.check(datetime.now(UTC))
        try:
            context = _OfTheHouse(ssl.PROTOCOL_TLS_CLIENT)
            context.minimum_version = ssl.TLSVersion.TLSv1_2
            context.sslsocket_class = _ClosedWhenRefused
            context.load_verify_locations(self.house)
            context.load_cert_chain(self.certificate, self.key)
        except (OSError, ValueError) as error:
            raise TrustError(f"the certificates in {self.folder} cannot be used: {error}") from None
        return context


class _ClosedWhenRefused(ssl.SSLSocket):
    """Closed when the two do not agree, for the client would leave it open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


class _OfTheHouse(ssl.SSLContext):
    """The broker proves its name in the house, not an address: addresses change."""

    def wrap_socket(self, sock: socket.socket, *args: Any, **words: Any) -> ssl.SSLSocket:
        words["server_hostname"] = certificates.BROKER
        return super().wrap_socket(sock, *args, **words)


def of_this_machine() -> Papers:
    """Those in this user's folder of state. Raises FileNotFoundError where there is no home."""
    return Papers(state.folder() / FOLDER)


def keep(path: Path, data: bytes) -> None:
    """Write a file that only its owner reads, whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=state.PRIVATE_FOLDER)
    state.put(path, data)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise TrustError(f"{path}: {error.strerror}") from None


def given(path: Path) -> bytes:
    """What a file holds that a person named. Raises TrustError."""
    return _bytes(path)
