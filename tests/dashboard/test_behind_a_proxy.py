"""Behind a proxy on the same machine nobody stands at the table's own screen, asked through the real port."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from sabot_dashboard.roles import OF_A_PROXY
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

VISITORS = ("203.0.113.9", "127.0.0.1", "", "for=127.0.0.1;proto=https", "unknown")


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    found = Casino(tmp_path_factory.mktemp("proxy"))
    yield found
    found.close()


def status(casino: Casino, method: str, path: str, headers: dict[str, str]) -> int:
    """What the server answers at its port."""
    line = http.client.HTTPConnection(urlsplit(casino.address).netloc, timeout=20)
    try:
        line.request(method, path, body="{}" if method == "POST" else None, headers=headers)
        return line.getresponse().status
    finally:
        line.close()


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("name", [*OF_A_PROXY, "x-forwarded-for", "FORWARDED"])
@pytest.mark.parametrize("visitor", VISITORS)
def test_what_a_proxy_says_of_its_visitor_reaches_the_screens(
    casino: Casino, name: str, visitor: str
) -> None:
    behind = {name: visitor}
    for path in ("/croupier", "/supervisor", "/technician/backup", "/setup", "/school"):
        assert status(casino, "GET", path, behind) == 403, path
    assert status(casino, "GET", "/events?for=croupier", behind) == 403
    for path in ("/acts", "/setup/people"):
        assert status(casino, "POST", path, behind | ACT | JSON) == 403, path
    assert status(casino, "GET", "/display", behind) == 200


def test_without_a_proxy_the_same_pages_open_at_the_table(casino: Casino) -> None:
    assert status(casino, "GET", "/croupier", {}) == 200
    assert status(casino, "GET", "/supervisor", {}) == 200
