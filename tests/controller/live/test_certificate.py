"""The table's own certificate (controller/sabot/live/certificate.py)."""

from __future__ import annotations

import hashlib
import shutil
import socket
import ssl
import subprocess
from pathlib import Path

import pytest

from sabot.live import certificate
from sabot.live.certificate import DAY_S

NOW_S = 1_800_000_000.0
NAMES = ("table.casino.example", "10.0.0.7")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "table-tls.pem"


def own(file: Path, names: tuple[str, ...] = NAMES, *, days: float = 0) -> bytes:
    """The file after a start `days` days later."""
    certificate.own(file, names, now_s=NOW_S + days * DAY_S)
    return file.read_bytes()


def test_it_is_made_at_the_first_start_for_its_owner_alone_and_kept_at_the_next(file: Path) -> None:
    first = own(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    assert own(file, days=certificate.VALID_DAYS - certificate.RENEWED_BEFORE_DAYS - 1) == first


def test_it_says_when_it_is_valid_and_for_which_names(file: Path) -> None:
    found = certificate.read(own(file))
    assert found.names[0] == "table.casino.example"
    assert "10.0.0.7" in found.names
    assert found.begins_s == NOW_S - DAY_S
    assert found.ends_s == NOW_S + certificate.VALID_DAYS * DAY_S
    assert found.last_day == "2029-03-25"


def test_the_fingerprint_is_that_of_the_whole_certificate_as_browsers_show_it(file: Path) -> None:
    pem = own(file)
    der = ssl.PEM_cert_to_DER_cert(pem[pem.index(b"-----BEGIN CERT") :].decode())
    groups = certificate.read(pem).fingerprint.split(":")
    assert groups == [f"{each:02X}" for each in hashlib.sha256(der).digest()]


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
def test_openssl_reads_what_it_is_for(file: Path) -> None:
    told = subprocess.run(
        ["openssl", "x509", "-noout", "-text"], input=own(file), capture_output=True, check=True, timeout=60
    ).stdout.decode()
    for part in (
        "Public-Key: (256 bit)",
        "CA:FALSE",
        "TLS Web Server Authentication",
        "DNS:table.casino.example, IP Address:10.0.0.7",
    ):
        assert part in told


def test_it_is_made_again_before_it_ends_with_the_same_key(file: Path) -> None:
    first = own(file)
    later = own(file, days=certificate.VALID_DAYS - certificate.RENEWED_BEFORE_DAYS)
    assert certificate.read(later).ends_s > certificate.read(first).ends_s
    assert certificate.is_key_of(first, later)


def test_it_is_made_again_for_a_name_that_it_lacks_and_not_because_an_address_is_new(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = own(file)
    monkeypatch.setattr(certificate, "addresses_of_machine", lambda: ["192.168.7.7"])
    assert own(file) == first
    assert own(file, NAMES[:1]) == first
    assert {"other.example", "192.168.7.7"} <= {*certificate.read(own(file, ("Other.Example",))).names}


@pytest.mark.parametrize(
    "held", [b"", b"\x00\xff", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"]
)
def test_a_damaged_one_is_replaced(file: Path, held: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(held)
    assert certificate.is_key_of(own(file), file.read_bytes())


def test_one_without_its_key_or_with_that_of_another_is_replaced(file: Path) -> None:
    mine, other = own(file), certificate.made(b"", NAMES, now_s=NOW_S)
    of_key, shown = mine.index(b"-----BEGIN PRIVATE"), mine.index(b"-----BEGIN CERT")
    for held in (mine[shown:], other[: other.index(b"-----BEGIN CERT")] + mine[shown:], mine[of_key:shown]):
        file.write_bytes(held)
        made = own(file)
        assert made != held
        assert certificate.is_key_of(made, made)


def test_others_lose_the_right_to_read_it(file: Path) -> None:
    first = own(file)
    file.chmod(0o644)
    assert own(file) == first
    assert file.stat().st_mode & 0o777 == 0o600


def test_its_names_are_those_under_which_the_table_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Table1")
    assert certificate.own_names("0.0.0.0") == ("table1", "table1.local")
    assert certificate.own_names("::") == ("table1", "table1.local")
    named = certificate.own_names("10.0.0.7", ["table.example", "10.0.0.7"])
    assert named == ("10.0.0.7", "table1", "table1.local", "table.example")


def test_names_and_addresses_are_spelt_as_certificates_do(file: Path) -> None:
    names = ("Bücher.example", "FE80::0:1%eth0")
    first = own(file, names)
    assert {"xn--bcher-kva.example", "fe80::1"} <= {*certificate.read(first).names}
    assert own(file, names) == first


def test_a_machine_without_a_network_has_one_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> socket.socket:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(certificate.socket, "socket", unreachable)
    assert certificate.read(own(file)).names == NAMES


def test_one_that_is_made_in_1970_still_counts_when_the_clock_is_set(file: Path) -> None:
    certificate.own(file, NAMES, now_s=60.0)
    held = file.read_bytes()
    certificate.own(file, NAMES, now_s=1_765_000_000.0)
    assert file.read_bytes() == held
    assert certificate.read(held).begins_s <= 1_765_000_000.0
