"""Whether the screens are encrypted, and with what (controller/sabot/live/encryption.py)."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from sabot.config import ConfigError, Settings, read
from sabot.live import address, certificate, encryption
from sabot.live.certificate import DAY_S

NOW_S = 1_800_000_000.0


@pytest.fixture(scope="module")
def house() -> tuple[bytes, bytes]:
    """A certificate of the house and its key."""
    pem = certificate.made(b"", ["*.casino.example", "table7.casino.example"], now_s=NOW_S)
    cut = pem.index(b"-----BEGIN CERT")
    return pem[cut:], pem[:cut]


def table(folder: Path, keys: str) -> Settings:
    """A table that is configured there."""
    text = f'[journal]\npath = "{folder}/table.sqlite3"\n[dashboard]\n{keys}\n'
    return read(text, file=folder / "table.toml")


@pytest.fixture
def of_house(tmp_path: Path, house: tuple[bytes, bytes]) -> Settings:
    """A table with the house's certificate in two files."""
    (tmp_path / "c.pem").write_bytes(house[0])
    (tmp_path / "k.pem").write_bytes(house[1])
    (tmp_path / "k.pem").chmod(0o640)
    return table(tmp_path, 'host = "0.0.0.0"\ncertificate = "c.pem"\ncertificate_key = "k.pem"')


def refused(settings: Settings) -> str:
    with pytest.raises(ConfigError) as told:
        encryption.checked(settings)
    assert str(told.value).startswith(f"{settings.file}: dashboard.")
    assert "\n" not in str(told.value)
    return str(told.value).removeprefix(f"{settings.file}: dashboard.")


# --- whether


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1"])
def test_a_table_that_only_its_machine_reaches_is_not_encrypted(tmp_path: Path, host: str) -> None:
    assert encryption.opened(table(tmp_path, f'host = "{host}"'), now_s=NOW_S) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.7", "table7.casino.example", "fe80::1%eth0"])
def test_one_that_others_reach_is_encrypted_with_a_certificate_of_its_own(tmp_path: Path, host: str) -> None:
    found = encryption.opened(table(tmp_path, f'host = "{host}"'), now_s=NOW_S)
    assert found is not None
    assert not found.is_of_house
    assert found.certificate == certificate.read((tmp_path / "table-tls.pem").read_bytes())
    assert found.context.minimum_version == ssl.TLSVersion.TLSv1_2


def test_its_own_certificate_has_the_names_that_the_configuration_gives_the_table(tmp_path: Path) -> None:
    found = encryption.opened(table(tmp_path, 'host = "::"\nnames = "one.example two.example"'), now_s=NOW_S)
    assert found is not None
    assert {"one.example", "two.example"} <= {*found.certificate.names}


def test_only_plain_words_switch_it_off(tmp_path: Path) -> None:
    assert encryption.opened(table(tmp_path, 'host = "0.0.0.0"\nplain_http = true'), now_s=NOW_S) is None
    assert list(tmp_path.iterdir()) == []


def test_the_house_s_certificate_is_used_on_this_machine_too(of_house: Settings) -> None:
    folder = of_house.journal_path.parent
    keys = 'certificate = "c.pem"\ncertificate_key = "k.pem"'
    found = encryption.opened(table(folder, keys), now_s=NOW_S)
    assert found is not None
    assert found.is_of_house
    assert not (folder / "table-tls.pem").exists()


def test_its_key_may_be_in_the_same_file(tmp_path: Path, house: tuple[bytes, bytes]) -> None:
    (tmp_path / "both.pem").write_bytes(house[0] + house[1])
    (tmp_path / "both.pem").chmod(0o600)
    found = encryption.opened(table(tmp_path, 'certificate = "both.pem"'), now_s=NOW_S)
    assert found is not None
    assert found.certificate.names == ("*.casino.example", "table7.casino.example")


def test_a_folder_that_takes_no_certificate_is_named(tmp_path: Path) -> None:
    (tmp_path / "table-tls.pem").mkdir()
    with pytest.raises(
        ConfigError, match=r"table-tls\.pem: the table’s certificate cannot be kept there: Is a"
    ):
        encryption.opened(table(tmp_path, 'host = "0.0.0.0"'), now_s=NOW_S)


# --- the address


@pytest.mark.parametrize(
    ("host", "shown"),
    [("0.0.0.0", "table7.casino.example"), ("::", "table7.casino.example"), ("::1", "[::1]")],
)
def test_the_address_has_a_name_that_the_certificate_has(of_house: Settings, host: str, shown: str) -> None:
    keys = f'host = "{host}"\nport = 0\ncertificate = "c.pem"\ncertificate_key = "k.pem"'
    settings = table(of_house.journal_path.parent, keys)
    with address.listening(table(of_house.journal_path.parent, "port = 0")) as sockets:
        found = encryption.address(settings, sockets, encryption.opened(settings, now_s=NOW_S))
        assert found.startswith(f"https://{shown}:")
        assert encryption.address(settings, sockets, None).startswith("http://")


# --- what is wrong with the house's


def test_a_file_that_is_not_there_or_holds_something_else_is_named(
    of_house: Settings, tmp_path: Path
) -> None:
    encryption.checked(of_house)
    (tmp_path / "k.pem").write_text("hello")
    assert (
        refused(of_house)
        == f"certificate_key: {tmp_path}/k.pem cannot be used: it holds no private key; expected PEM"
    )
    (tmp_path / "c.pem").write_text("hello")
    assert (
        refused(of_house)
        == f"certificate: {tmp_path}/c.pem cannot be used: it holds no certificate; expected PEM"
    )
    (tmp_path / "k.pem").unlink()
    assert refused(of_house).startswith(f"certificate_key: {tmp_path}/k.pem cannot be read by the user ")
    assert refused(of_house).endswith(": No such file or directory")


def test_a_damaged_key_and_one_with_a_passphrase_are_named(
    of_house: Settings, tmp_path: Path, house: tuple[bytes, bytes]
) -> None:
    from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

    key = certificate.private_key(house[1])
    locked = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x"))
    (tmp_path / "k.pem").write_bytes(locked)
    assert "a passphrase protects the key" in refused(of_house)
    (tmp_path / "k.pem").write_bytes(house[1].replace(b"M", b"A"))
    assert "its key is damaged, or of an unknown kind" in refused(of_house)


def test_the_key_of_another_certificate_is_refused(of_house: Settings, tmp_path: Path) -> None:
    (tmp_path / "k.pem").write_bytes(certificate.made(b"", ["elsewhere"], now_s=NOW_S))
    why = f"certificate_key: {tmp_path}/k.pem is not the key to the certificate {tmp_path}/c.pem"
    assert refused(of_house) == why


def test_a_key_that_everybody_can_read_is_refused_with_the_command_that_helps(
    of_house: Settings, tmp_path: Path
) -> None:
    (tmp_path / "k.pem").chmod(0o644)
    assert refused(of_house).endswith(f"do: chmod o-rwx {tmp_path}/k.pem")


def test_keys_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    both = table(tmp_path, 'certificate = "c.pem"\nplain_http = true')
    assert refused(both) == "plain_http: true, although a certificate is named; expected one of the two"
    alone = table(tmp_path, 'certificate_key = "k.pem"')
    assert refused(alone) == "certificate_key: there is no certificate to it; name dashboard.certificate"


# --- what is to be said


@pytest.mark.parametrize(
    ("days", "told"),
    [
        (0, ""),
        (certificate.VALID_DAYS - 30, ""),
        (certificate.VALID_DAYS - 29.5, "ends on 2029-03-25, in 29 days: put a newer one there, and open"),
        (certificate.VALID_DAYS + 0.5, "ended on 2029-03-25, and browsers warn: put a newer one there, and"),
        (-2, "is not valid yet: look at the clock of this machine; browsers refuse the table or warn"),
    ],
)
def test_the_house_hears_in_time_that_its_certificate_ends(
    of_house: Settings, days: float, told: str
) -> None:
    now_s = NOW_S + days * DAY_S
    said = "".join(encryption.noticed(of_house, now_s=now_s))
    assert told in said
    assert bool(said) == bool(told)
    assert encryption.opened(of_house, now_s=now_s) is not None, "a game does not wait for a certificate"
    assert encryption.examined(of_house, now_s=now_s)[0] == ("missing" if told else "found")


def test_the_doctor_says_how_the_screens_are_encrypted(tmp_path: Path, of_house: Settings) -> None:
    def says(keys: str) -> tuple[str, str]:
        return encryption.examined(table(tmp_path, keys), now_s=NOW_S)

    assert says("") == ("found", "not needed: only this machine reaches the screens")
    assert says('host = "::"\nplain_http = true')[0] == "missing"
    mine = table(tmp_path, 'host = "::"')
    assert says('host = "::"') == ("found", "the table makes a certificate of its own when it opens")
    made = encryption.opened(mine, now_s=NOW_S)
    assert made is not None
    shown = f"{tmp_path}/table-tls.pem, until 2029-03-25, SHA-256 {made.certificate.fingerprint}"
    assert says('host = "::"') == ("found", shown)
    assert says('certificate = "none.pem"')[0] == "fails"
    assert encryption.examined(of_house, now_s=NOW_S)[1].startswith(f"{tmp_path}/c.pem, until 2029-03-25")
