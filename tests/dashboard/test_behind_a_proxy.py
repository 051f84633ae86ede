"""Behind a proxy on the same machine nobody stands at the table's own screen, asked through the real port."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from sabot_dashboard.guard import FORWARDED
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

VISITORS = ("203.0.113.9", "127.0.0.1", "", "for=127.0.0.1;proto=https", "unknown")
STAFF_PAGES = ("/croupier", "/supervisor", "/technician/backup", "/setup", "/school", "/events?for=croupier")
STAFF_ACTS = ("/acts", "/setup/people")
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    found = Casino(tmp_path_factory.mktemp("proxy"))
    yield found
    found.close()


def status(address: str, method: str, path: str, headers: dict[str, str]) -> int:
    """What the listener at this address answers."""
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    try:
        line.request(method, path, body="{}" if method == "POST" else None, headers=headers)
        return line.getresponse().status
    finally:
        line.close()


def assert_guest(address: str, behind: dict[str, str]) -> None:
    """Who asks so sees the public display, and nothing that belongs to the staff."""
    for path in STAFF_PAGES:
        assert status(address, "GET", path, behind) == 403, path
    for path in STAFF_ACTS:
        assert status(address, "POST", path, behind | ACT | JSON) == 403, path
    assert status(address, "GET", "/display", behind) == 200


@pytest.mark.parametrize("name", [*FORWARDED, "x-forwarded-for", "FORWARDED"])
def test_behind_a_proxy_everybody_is_a_guest_whatever_it_says_of_them(casino: Casino, name: str) -> None:
    assert_guest(casino.server.public.address, {name: "127.0.0.1"})


@pytest.mark.parametrize("visitor", VISITORS)
def test_no_address_of_a_visitor_brings_them_to_the_table(casino: Casino, visitor: str) -> None:
    assert_guest(casino.server.public.address, {"X-Forwarded-For": visitor})


def test_behind_a_proxy_that_says_nothing_of_its_visitors_everybody_is_a_guest(casino: Casino) -> None:
    assert_guest(casino.server.public.address, {})


@pytest.mark.parametrize("host", ["table.example", "localhost", "127.0.0.1:8766"])
def test_a_name_that_the_browser_asked_for_brings_nobody_to_the_table(casino: Casino, host: str) -> None:
    for path in STAFF_PAGES:
        assert status(casino.server.public.address, "GET", path, {"Host": host}) in (400, 403), path


@pytest.mark.parametrize("name", FORWARDED)
def test_a_proxy_that_was_set_before_the_wrong_address_opens_nothing(casino: Casino, name: str) -> None:
    assert status(casino.address, "GET", "/croupier", {name: "127.0.0.1"}) == 403
    assert status(casino.address, "POST", "/acts", {name: ""} | ACT | JSON) == 403


def test_without_a_proxy_the_same_pages_open_at_the_table(casino: Casino) -> None:
    assert status(casino.address, "GET", "/croupier", {}) == 200
    assert status(casino.address, "GET", "/supervisor", {}) == 200
