"""Under which names a table answers, and from which pages it takes an act (sabot_dashboard/guard.py)."""

from __future__ import annotations

import pytest

from sabot_dashboard.guard import is_own_host, is_own_page

NAMES = frozenset({"localhost", "table-7.local"})


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "Table-7.LOCAL.",
        "192.168.1.7:8000",
        "[fe80::1%eth0]:8000",
        "[::1]",
    ],
)
def test_a_table_answers_to_its_names_and_to_plain_addresses(host: str) -> None:
    assert is_own_host(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example@localhost",
        "localhost/x",
        "localhost?x",
        "localhost#x",
        "localhost\\x",
        "localhost x",
        "[::1",
        "::1]",
        "192.168.1.7.evil.example",
    ],
)
def test_a_host_that_is_no_plain_name_of_ours_is_refused(host: str) -> None:
    assert not is_own_host(host, NAMES)


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({"X-Sabot": "act"}, True),
        ({"X-Sabot": "act", "Origin": "http://Table:8000"}, True),
        ({"X-Sabot": "act", "Sec-Fetch-Site": "same-origin"}, True),
        ({}, False),
        ({"X-Sabot": "look"}, False),
        ({"X-Sabot": "act", "Origin": "http://evil.example"}, False),
        ({"X-Sabot": "act", "Origin": "http://table:9000"}, False),
        ({"X-Sabot": "act", "Sec-Fetch-Site": "same-site"}, False),
        ({"X-Sabot": "act", "Sec-Fetch-Site": "cross-site"}, False),
    ],
)
def test_only_our_own_pages_may_act(headers: dict[str, str], ours: bool) -> None:
    assert is_own_page(headers, "table:8000") is ours
