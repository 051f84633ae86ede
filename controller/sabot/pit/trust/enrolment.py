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
    where a new one is wanted: that one lies beside the old one, which works until `install`. Raises
    TrustError and OSError."""
    is_first = not papers.key.exists()
    if is_new_key or is_first:
        keep(papers.key if is_first else papers.next_key, certificates.key_written(certificates.new_key()))
    key = certificates.key_read(given(papers.next_key if papers.next_key.exists() else papers.key))
    asked = certificates.request(*station, key).public_bytes(Encoding.PEM)
    return asked, certificates.fingerprint(key.public_key())


def install(papers: Papers, pem: bytes, *, now: datetime, house_fingerprint: str = "") -> Installed:
    """Put in place what the pit has signed, if it is for this table's key and follows from its house.
    `house_fingerprint`: that of the house, where a person typed it. Raises TrustError and OSError."""
    chain = certificates.read(pem)
    is_for_next = _is_for(papers.next_key, chain)
    _check(papers.next_key if is_for_next else papers.key, chain, now)
    shown = certificates.fingerprint(certificates.public_key(chain[-1]))
    if house_fingerprint and not certificates.is_same(house_fingerprint, shown):
        raise TrustError(f"this is another house: its fingerprint is {shown}. Nothing was installed")
    keep(papers.house, certificates.written(chain[-1:]))
    keep(papers.certificate, certificates.written(chain[:-1]))
    if is_for_next:
        papers.next_key.replace(papers.key)
    station = Station(*certificates.house_and_name(chain[0].subject))
    return Installed(station, certificates.last_day(chain[0]), shown)


def renew(papers: Papers, pem: bytes, *, now: datetime) -> bool:
    """Put in place a certificate that came over the line, if it is this table's own, of the same house, and
    ends later; whether it did. Raises TrustError and OSError."""
    chain = certificates.read(pem)
    _check(papers.key, chain, now)
    own, house = (certificates.read(given(each))[0] for each in (papers.certificate, papers.house))
    if chain[-1] != house or chain[0].subject != own.subject:
        raise TrustError("the certificate that came is of another house or name: it was not installed")
    if chain[0].not_valid_after_utc <= own.not_valid_after_utc:
        return False
    keep(papers.certificate, certificates.written(chain[:-1]))
    return True


def _is_for(file: Path, chain: list[x509.Certificate]) -> bool:
    """Whether the certificate is that of the key in this file."""
    if not file.exists():
        return False
    key: Key = certificates.key_read(given(file))
    return chain[0].public_key() == key.public_key()


def _check(key: Path, chain: list[x509.Certificate], now: datetime) -> None:
    if not key.exists():
        raise TrustError("this machine has asked for no certificate: `sabot pit enrol request` comes first")
    if not _is_for(key, chain):
        raise TrustError("the certificate is for another machine's key: nothing was installed")
    certificates.check_chain(chain)
    if now >= chain[0].not_valid_after_utc:
        raise TrustError(f"the certificate ended on {certificates.last_day(chain[0])}: ask for a new one")


def write_request(file: Path, papers: Papers, station: Station, *, is_new_key: bool = False) -> str:
    """Write the request of this table into a new file, before any key is made; the fingerprint to compare.
    Raises TrustError and OSError."""
    try:
        made = file.open("xb")
    except FileExistsError:
        raise TrustError(f"{file} is there already: name another file") from None
    try:
        with made:
            asked, shown = request(papers, station, is_new_key=is_new_key)
            made.write(asked)
    except (TrustError, OSError):
        file.unlink()
        raise
    return shown
