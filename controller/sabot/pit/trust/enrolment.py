"""A table asks to be enrolled, and puts in place what the pit has signed. Its key is made here and stays."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from sabot.pit.topics import Station
from sabot.pit.trust import certificates
from sabot.pit.trust.certificates import Key, TrustError
from sabot.pit.trust.papers import Papers, given, keep


class Installed(NamedTuple):
    """What was put in place: table and house of the certificate, its last day, the house's fingerprint."""

    station: Station
    last_day: str
    house_fingerprint: str


def request(papers: Papers, station: Station, *, is_new_key: bool = False) -> tuple[bytes, str]:
    """The request of this table as PEM, and the fingerprint to compare. The key is made the first time, or
    where a new one is wanted. Raises TrustError and OSError."""
    if is_new_key or not papers.key.exists():
        keep(papers.key, certificates.key_written(certificates.new_key()))
    key = certificates.key_read(given(papers.key))
    asked = certificates.request(*station, key).public_bytes(Encoding.PEM)
    return asked, certificates.fingerprint(key.public_key())


def install(papers: Papers, pem: bytes, *, now: datetime, house_fingerprint: str = "") -> Installed:
    """Put in place what the pit has signed, if it is for this table's key and follows from its house.
    `house_fingerprint`: that of the house, where a person typed it. Raises TrustError and OSError."""
    chain = certificates.read(pem)
    _check(papers, chain, now)
    shown = certificates.fingerprint(certificates.public_key(chain[-1]))
    if house_fingerprint and not certificates.is_same(house_fingerprint, shown):
        raise TrustError(f"this is another house: its fingerprint is {shown}. Nothing was installed")
    keep(papers.house, certificates.written(chain[-1:]))
    keep(papers.certificate, certificates.written(chain[:-1]))
    station = Station(*certificates.house_and_name(chain[0].subject))
    return Installed(station, certificates.last_day(chain[0]), shown)


def renew(papers: Papers, pem: bytes, *, now: datetime) -> bool:
    """Put in place a certificate that came over the line, if it is this table's own, of the same house, and
    ends later; whether it did. Raises TrustError and OSError."""
    chain = certificates.read(pem)
    _check(papers, chain, now)
    own, house = (certificates.read(given(each))[0] for each in (papers.certificate, papers.house))
    if chain[-1] != house or chain[0].subject != own.subject:
        raise TrustError("the certificate that came is of another house or name: it was not installed")
    if chain[0].not_valid_after_utc <= own.not_valid_after_utc:
        return False
    keep(papers.certificate, certificates.written(chain[:-1]))
    return True


def _check(papers: Papers, chain: list[x509.Certificate], now: datetime) -> None:
    if not papers.key.exists():
        raise TrustError("this machine has asked for no certificate: `sabot pit enrol request` comes first")
    key: Key = certificates.key_read(given(papers.key))
    if chain[0].public_key() != key.public_key():
        raise TrustError("the certificate is for another machine's key: nothing was installed")
    certificates.check_chain(chain)
    if now >= chain[0].not_valid_after_utc:
        raise TrustError(f"the certificate ended on {certificates.last_day(chain[0])}: ask for a new one")


def write_request(file: Path, asked: bytes) -> None:
    """Write the request into a new file. Raises TrustError and OSError."""
    try:
        with file.open("xb") as made:
            made.write(asked)
    except FileExistsError:
        raise TrustError(f"{file} is there already: name another file") from None
