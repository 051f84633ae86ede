"""What `sabot run` says of the way in: the truth for the host that the table listens on."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sabot.cli.run import Elsewhere, addresses
from sabot.config import Settings, read
from sabot.live import certificate
from sabot.live.address import listening
from sabot.live.encryption import by_number


def settings(keys: str = "") -> Settings:
    return read(f"[dashboard]\n{keys}\n", file=Path("/etc/sabot/table.toml"))


def told(others: str, keys: str = "", fingerprint: str = "") -> list[str]:
    table: Any = SimpleNamespace(others=others, fingerprint=fingerprint)
    return list(addresses(table, settings(keys)))


@pytest.fixture(autouse=True)
def numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "addresses_of_machine", lambda: ["192.0.2.7", "2001:db8::7"])


@pytest.mark.parametrize("keys", ["", 'host = "127.0.0.1"', 'host = "localhost"', 'host = "::1"'])
def test_a_table_that_only_its_own_machine_reaches_says_so_and_what_lets_others_in(keys: str) -> None:
    no_way, proxy = told("http://127.0.0.1:8765/", keys)
    assert no_way == (
        "No other device can open it. To let phones and televisions in, start it with --host 0.0.0.0, or set "
        'host = "0.0.0.0" under [dashboard] in /etc/sabot/table.toml'
    )
    assert proxy == "For a proxy on this machine: http://127.0.0.1:8765/"


def test_without_a_file_it_names_the_one_that_the_set_up_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table: Any = SimpleNamespace(others="http://127.0.0.1:8765/", fingerprint="")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert next(addresses(table, Settings())).endswith(f"in {tmp_path}/sabot/table.toml")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError()))
    assert next(addresses(table, Settings())).endswith("in the configuration")


def test_a_table_at_every_address_is_named_and_numbered() -> None:
    first, certified = told("https://Table7:8765/", 'host = "0.0.0.0"', "AB:CD")
    assert first == (
        "That is the table’s own screen, on this machine alone. All others: https://Table7:8765/ or "
        "https://192.0.2.7:8765/ or https://[2001:db8::7]:8765/"
    )
    assert certified == "Fingerprint of its certificate (SHA-256): AB:CD"


@pytest.mark.parametrize("keys", ['host = "192.0.2.9"', 'host = "0.0.0.0"\ncertificate = "c.pem"'])
def test_one_address_and_the_name_in_a_certificate_stand_alone(keys: str) -> None:
    assert by_number(settings(keys), "https://table.example:8765/") == []


def test_a_host_on_the_command_line_outweighs_the_file_and_leaves_the_rest() -> None:
    file = settings('host = "127.0.0.1"\nport = 8700\nown_port = 8710')
    opened = Elsewhere("0.0.0.0").applied(file).dashboard
    assert (opened.host, opened.port, opened.own_port) == ("0.0.0.0", 8700, 8710)
    moved = Elsewhere(port=0).applied(file).dashboard
    assert (moved.host, moved.port, moved.own_port) == ("127.0.0.1", 0, 0)
    assert Elsewhere().applied(file) == file


def test_what_listens_on_every_network_is_reached_by_the_name_of_its_machine() -> None:
    open_to_all = Elsewhere("0.0.0.0", 0).applied(Settings())
    with listening(open_to_all) as sockets:
        assert sockets.public.getsockname()[0] == "0.0.0.0"
        assert sockets.own.getsockname()[0] == "127.0.0.1"
