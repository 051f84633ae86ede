"""Certificates: what one says of itself, and the one that the table makes for itself.

The table's own certificate signs itself, so browsers ask before they trust it. Its fingerprint is on the
table's own screen, to compare. It cannot sign for others: a key that is stolen from a table harms that table
alone.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sabot.config import state
from sabot.live.address import WILDCARDS
from sabot.record.shift.days import UNSET_BEFORE_NS

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes

DAY_S = 86_400

VALID_DAYS = 800
"""Apple's systems refuse one that is valid for more than 825 days."""

RENEWED_BEFORE_DAYS = 60
"""The table's own is made again at a start so long before it ends."""

_KEY = re.compile(rb"-----BEGIN ([A-Z ]*)PRIVATE KEY-----.*?-----END \1PRIVATE KEY-----", re.DOTALL)


class Certificate(NamedTuple):
    """What a certificate says of itself; `fingerprint` is the SHA-256 of all of it, as browsers show it."""

    fingerprint: str
    names: tuple[str, ...]
    begins_s: float
    ends_s: float

    @property
    def last_day(self) -> str:
        """The day on which it ends."""
        return datetime.fromtimestamp(self.ends_s, UTC).date().isoformat()


def read(pem: bytes) -> Certificate:
    """The first certificate in a PEM file: the machine's own, before its chain. Raises ValueError."""
    from cryptography.hazmat.primitives import hashes

    found = _first(pem)
    return Certificate(
        found.fingerprint(hashes.SHA256()).hex(":").upper(),
        _names(found),
        found.not_valid_before_utc.timestamp(),
        found.not_valid_after_utc.timestamp(),
    )


def is_key_of(key: bytes, pem: bytes) -> bool:
    """Whether the private key in one PEM file is that of the certificate in the other. Raises ValueError
    where there is none that can be used."""
    return private_key(key).public_key() == _first(pem).public_key()


def private_key(pem: bytes) -> PrivateKeyTypes:
    """The private key in a PEM file. Raises ValueError where there is none, or a passphrase protects it."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if (found := _KEY.search(pem)) is None:
        raise ValueError("it holds no private key")
    try:
        return load_pem_private_key(found[0], None)
    except TypeError:
        raise ValueError("a passphrase protects the key") from None
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError("its key is damaged, or of an unknown kind") from None


def _first(pem: bytes) -> x509.Certificate:
    from cryptography import x509

    try:
        return x509.load_pem_x509_certificates(pem)[0]
    except ValueError:
        raise ValueError("it holds no certificate") from None


def _names(found: x509.Certificate) -> tuple[str, ...]:
    from cryptography import x509

    with suppress(x509.ExtensionNotFound, ValueError):
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return (
            *named.get_values_for_type(x509.DNSName),
            *(str(each) for each in named.get_values_for_type(x509.IPAddress)),
        )
    return ()


# --- the table's own


def beside(journal: Path) -> Path:
    """Where the table keeps its own certificate and its key. No backup takes it, and no restore moves it."""
    return journal.with_name(journal.stem + "-tls.pem")


def own_names(host: str, more: Iterable[str] = ()) -> tuple[str, ...]:
    """The names under which other machines open a table that listens at `host`, and has `more` names."""
    here = socket.gethostname().lower()
    named = () if host in WILDCARDS else (host,)
    return tuple(dict.fromkeys((*named, here, f"{here}.local", *more)))


def own(path: Path, names: Sequence[str], *, now_s: float) -> None:
    """Sees to it that the table's own certificate is at `path`: it is made where there is none, where it is
    damaged or ends soon, and where it lacks one of the names. Raises OSError."""
    held = path.read_bytes() if path.exists() else b""
    now_s = max(now_s, UNSET_BEFORE_NS / 1e9)  # in 1970 it would have ended when the clock is set
    if not _serves(held, names, now_s=now_s):
        path.parent.mkdir(parents=True, exist_ok=True)
        state.put(path, made(held, (*names, *addresses_of_machine()), now_s=now_s))
    state.private(path)


def _serves(pem: bytes, names: Collection[str], *, now_s: float) -> bool:
    with suppress(ValueError):
        found = read(pem)
        left_s = found.ends_s - now_s
        return (
            is_key_of(pem, pem)
            and left_s > RENEWED_BEFORE_DAYS * DAY_S
            and {*map(_spelt, names)} <= {*found.names}
        )
    return False


def made(held: bytes, names: Sequence[str], *, now_s: float) -> bytes:
    """A new certificate for these names, after its key: the key in `held`, which devices may know already, or
    else a new one."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = _kept_key(held)
    signed = _signed_by_itself(key, names, datetime.fromtimestamp(now_s, UTC))
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + signed.public_bytes(
        Encoding.PEM
    )


def _signed_by_itself(key: EllipticCurvePrivateKey, names: Sequence[str], now: datetime) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, _spelt(names[0])[:64])])
    use = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(use, critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(each) for each in names]), critical=False)
        .sign(key, hashes.SHA256())
    )


def _kept_key(held: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    with suppress(ValueError):
        key = private_key(held)
        if isinstance(key, ec.EllipticCurvePrivateKey):
            return key
    return ec.generate_private_key(ec.SECP256R1())


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    spelt = _spelt(name)
    try:
        return x509.IPAddress(ipaddress.ip_address(spelt))
    except ValueError:
        return x509.DNSName(spelt)


def _spelt(name: str) -> str:
    """A name or an address as a certificate spells it."""
    try:
        return str(ipaddress.ip_address(name.partition("%")[0]))
    except ValueError:
        return name.lower().encode("idna").decode("ascii")


def addresses_of_machine() -> list[str]:
    """The addresses by which this machine speaks to others; no packet is sent."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as made:
            made.connect((far, 9))
            found.append(str(made.getsockname()[0]))
    return found
