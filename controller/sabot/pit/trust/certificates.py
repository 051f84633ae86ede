"""Certificates of a house, as values: made, written, read and compared. No file is touched here.

Keys are of P-256. A certificate has the house as its organisation, and as its name the table's; those of
broker and collector have a dot in their names, which no table may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

Key = ec.EllipticCurvePrivateKey

BROKER, COLLECTOR = "pit.broker", "pit.collector"
"""The names of the pit's own certificates."""

ROOT_DAYS, PIT_DAYS, LEAF_DAYS, CRL_DAYS = 7305, 3652, 90, 365
"""So long the house's root, the pit's own authority, a leaf and the list of revoked ones are valid."""

RENEWED_AFTER_DAYS = 60
"""A leaf is made again when it is so old."""

BEGINS_BEFORE = timedelta(days=1)
"""A certificate is valid already to a clock that is slow by less."""

FINGERPRINT_DIGITS, GROUP_DIGITS = 32, 4
"""128 bits: nobody makes a second key with the same ones, and a person can still compare them."""


class TrustError(RuntimeError):
    """What is wrong with a certificate or a request, and what to do about it, in one line."""


class Issuer(NamedTuple):
    """Who signs: the name that stands in what is signed, and the key."""

    name: x509.Name
    key: Key


def new_key() -> Key:
    """A new private key."""
    return ec.generate_private_key(ec.SECP256R1())


def key_written(key: Key) -> bytes:
    """The private key as PEM, without a passphrase: nobody is there to type one."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def key_read(pem: bytes) -> Key:
    """The private key in this PEM. Raises TrustError."""
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise TrustError("the file holds no private key that can be used") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TrustError("the private key is not of the kind that Sabot makes")
    return key


def written(certificates: Iterable[x509.Certificate]) -> bytes:
    """Certificates as PEM, one after the other."""
    return b"".join(each.public_bytes(Encoding.PEM) for each in certificates)


def read(pem: bytes) -> list[x509.Certificate]:
    """The certificates in this PEM, at least one. Raises TrustError."""
    try:
        return x509.load_pem_x509_certificates(pem)
    except ValueError:
        raise TrustError("the file holds no certificate") from None


# --- what one says


def fingerprint(key: ec.EllipticCurvePublicKey) -> str:
    """The first digits of the SHA-256 of a public key, in groups that a person can compare."""
    digits = sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()
    return " ".join(digits[at : at + GROUP_DIGITS] for at in range(0, FINGERPRINT_DIGITS, GROUP_DIGITS))


def is_same(given: str, shown: str) -> bool:
    """Whether a person typed this fingerprint; spaces, colons and capitals make no difference."""
    return "".join(given.split()).replace(":", "").lower() == shown.replace(" ", "")


def public_key(certificate: x509.Certificate | x509.CertificateSigningRequest) -> ec.EllipticCurvePublicKey:
    """Its key. Raises TrustError if it is of another kind than Sabot's."""
    key = certificate.public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise TrustError("its key is not of the kind that Sabot makes (P-256)")
    return key


def house_and_name(named: x509.Name) -> tuple[str, str]:
    """The house and the name that a certificate or a request is made out to. Raises TrustError."""
    found = [named.get_attributes_for_oid(each) for each in (NameOID.ORGANIZATION_NAME, NameOID.COMMON_NAME)]
    if [len(each) for each in found] != [1, 1]:
        raise TrustError("it is made out to no house and no name")
    house, name = (str(each[0].value) for each in found)
    return house, name


def serial(certificate: x509.Certificate) -> str:
    """Its number, hexadecimal."""
    return f"{certificate.serial_number:x}"


def last_day(certificate: x509.Certificate) -> str:
    """The day on which it ends."""
    return certificate.not_valid_after_utc.date().isoformat()


def is_due(certificate: x509.Certificate, now: datetime) -> bool:
    """Whether it is to be made again."""
    age = now - certificate.not_valid_before_utc - BEGINS_BEFORE
    return age >= timedelta(days=RENEWED_AFTER_DAYS) or now >= certificate.not_valid_after_utc


def check_chain(chain: Sequence[x509.Certificate]) -> None:
    """Raises TrustError unless each certificate was signed by the next, and the last by itself."""
    try:
        for each, issuer in zip(chain, [*chain[1:], chain[-1]], strict=True):
            each.verify_directly_issued_by(issuer)
    except (ValueError, TypeError, InvalidSignature):
        raise TrustError("its certificates do not follow from each other") from None


# --- made


def request(house: str, name: str, key: Key) -> x509.CertificateSigningRequest:
    """A request for a certificate of this name, signed by its key."""
    return (
        x509.CertificateSigningRequestBuilder().subject_name(_named(house, name)).sign(key, hashes.SHA256())
    )


def request_read(pem: bytes) -> x509.CertificateSigningRequest:
    """A request that its own key signed. Raises TrustError."""
    try:
        found = x509.load_pem_x509_csr(pem)
        is_signed = found.is_signature_valid
    except (ValueError, UnsupportedAlgorithm, InvalidSignature):
        raise TrustError("the file holds no request (`sabot pit enrol request` makes one)") from None
    if not is_signed:
        raise TrustError("the request was not signed by its own key: it was changed on the way")
    return found


def root(house: str, key: Key, now: datetime) -> x509.Certificate:
    """The house's root, which signs itself."""
    name = _named(house, f"house {house}")
    return _signer(name, key.public_key(), Issuer(name, key), now, days=ROOT_DAYS, below=1)


def pit(house: str, key: Key, by: Issuer, now: datetime) -> x509.Certificate:
    """The pit's own authority, signed by the root: it signs leaves and no other authority."""
    return _signer(_named(house, f"pit of {house}"), key.public_key(), by, now, days=PIT_DAYS, below=0)


def leaf(
    house: str, name: str, key: ec.EllipticCurvePublicKey, by: Issuer, now: datetime
) -> x509.Certificate:
    """The certificate of a table, the broker or the collector. Only the broker's may answer connections."""
    use = ExtendedKeyUsageOID.SERVER_AUTH if name == BROKER else ExtendedKeyUsageOID.CLIENT_AUTH
    return (
        _begun(_named(house, name), key, by, now, days=LEAF_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([use]), critical=False)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(by.key, hashes.SHA256())
    )


def revocations(serials: Iterable[tuple[str, datetime]], by: Issuer, now: datetime) -> bytes:
    """The list of revoked certificates as PEM: their numbers, and since when."""
    builder = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(by.name)
        .last_update(now - BEGINS_BEFORE)
        .next_update(now + timedelta(days=CRL_DAYS))
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(by.key.public_key()), critical=False
        )
        .add_extension(x509.CRLNumber(int(now.timestamp() * 1000)), critical=False)
    )
    for number, at in serials:
        revoked = x509.RevokedCertificateBuilder().serial_number(int(number, 16)).revocation_date(at)
        builder = builder.add_revoked_certificate(revoked.build())
    return builder.sign(by.key, hashes.SHA256()).public_bytes(Encoding.PEM)


def revocations_end(pem: bytes) -> datetime:
    """When a list of revoked certificates stops being valid. Raises TrustError."""
    try:
        return x509.load_pem_x509_crl(pem).next_update_utc or datetime.max.replace(tzinfo=UTC)
    except ValueError:
        raise TrustError("the list of revoked certificates is damaged") from None


def _named(house: str, name: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, house),
            x509.NameAttribute(NameOID.COMMON_NAME, name),
        ]
    )


def _begun(
    subject: x509.Name, key: ec.EllipticCurvePublicKey, by: Issuer, now: datetime, *, days: int
) -> x509.CertificateBuilder:
    of_issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(by.key.public_key())
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(by.name)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BEGINS_BEFORE)
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(of_issuer, critical=False)
    )


def issuer(certificate: x509.Certificate, key: Key) -> Issuer:
    """Who signs with this certificate. Raises TrustError if the key is not its own."""
    if certificate.public_key() != key.public_key():
        raise TrustError("the certificate and the key that is to sign do not belong together")
    return Issuer(certificate.subject, key)


def _signer(
    subject: x509.Name, key: ec.EllipticCurvePublicKey, by: Issuer, now: datetime, *, days: int, below: int
) -> x509.Certificate:
    """An authority; `below`: how many authorities may stand between it and a leaf."""
    use = x509.KeyUsage(
        key_cert_sign=True,
        crl_sign=True,
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        _begun(subject, key, by, now, days=days)
        .add_extension(x509.BasicConstraints(ca=True, path_length=below), critical=True)
        .add_extension(use, critical=True)
        .sign(by.key, hashes.SHA256())
    )
