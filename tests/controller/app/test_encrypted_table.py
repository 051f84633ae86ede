"""A whole table that other machines reach: encrypted, under the names of its certificate."""

from __future__ import annotations

import ssl
import time
from http.client import HTTPMessage
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import HTTPSHandler, Request, build_opener, urlopen

import pytest

from sabot.app.assemble import running
from sabot.cli.run import addresses
from sabot.config import Settings, read
from sabot.live import certificate
from sabot.live.certificate import DAY_S
from sabot.system.notices import notices

NAME = "table7.casino.example"


def house(folder: Path, *, days_left: float) -> Settings:
    """A table in a network, with a certificate of the house that ends in `days_left` days."""
    made_s = time.time() + (days_left - certificate.VALID_DAYS) * DAY_S
    (folder / "c.pem").write_bytes(certificate.made(b"", [NAME], now_s=made_s))
    (folder / "c.pem").chmod(0o600)
    text = (
        f'[journal]\npath = "{folder}/table.sqlite3"\n'
        '[dashboard]\nhost = "0.0.0.0"\nport = 0\ncertificate = "c.pem"\n'
    )
    return read(text, file=folder / "table.toml")


def test_the_house_hears_of_its_certificate_s_end_when_the_table_opens(tmp_path: Path) -> None:
    assert not [each for each in notices(house(tmp_path, days_left=90)) if "c.pem" in each]
    assert [each for each in notices(house(tmp_path, days_left=9)) if "c.pem ends on " in each]


def asked(port: int | None, file: Path, name: str) -> HTTPMessage:
    """The headers of a page that a browser gets which trusts this certificate and asks by this name."""
    trusting = ssl.create_default_context(cafile=file)
    trusting.check_hostname = False  # the name leads nowhere from here
    request = Request(f"https://127.0.0.1:{port}/display", headers={"Host": name})
    with build_opener(HTTPSHandler(context=trusting)).open(request, timeout=60) as page:
        assert page.status == 200
        headers: HTTPMessage = page.headers
        return headers


@pytest.mark.process
@pytest.mark.slow
def test_it_is_served_by_tls_under_its_name_and_its_own_screen_says_where(tmp_path: Path) -> None:
    with running(house(tmp_path, days_left=90)) as table:
        assert table.others.startswith(f"https://{NAME}:")
        assert table.fingerprint == certificate.read((tmp_path / "c.pem").read_bytes()).fingerprint
        headers = asked(urlsplit(table.others).port, tmp_path / "c.pem", NAME)
        assert headers["Strict-Transport-Security"]
        with urlopen(table.address, timeout=60) as own:
            told = own.read().decode()
        assert table.others in told
        assert table.fingerprint in told.replace("<wbr>", "")


@pytest.mark.process
@pytest.mark.slow
def test_no_browser_insists_on_a_certificate_that_the_table_made_itself(tmp_path: Path) -> None:
    text = f'[journal]\npath = "{tmp_path}/table.sqlite3"\n[dashboard]\nhost = "0.0.0.0"\nport = 0\n'
    settings = read(text)
    with running(settings) as table:
        headers = asked(urlsplit(table.others).port, tmp_path / "table-tls.pem", "localhost")
        assert "Strict-Transport-Security" not in headers
        assert "\n".join(addresses(table, settings)).endswith(f"(SHA-256): {table.fingerprint}")
