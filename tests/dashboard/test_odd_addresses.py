"""Addresses that nobody means: numbers and days beyond everything. Each gets an answer in words."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

NUMBERS = (0, 2**31, 2**53 - 1, 2**53, 2**63, 10**23, 10**400)
DAYS = (
    "9999-12-31",
    "0001-01-01",
    "1970-01-01",
    "2200-01-02",
    "2026-13-01",
    "yesterday",
    "1" * 500,
)
DAYS_OF = ("/supervisor/shift", "/supervisor/report.csv", "/supervisor/report.pdf")


def numbered(casino: Casino) -> list[str]:
    """Each page with a number in its address."""
    rules = casino.app.url_map.iter_rules()
    return [rule.rule for rule in rules if "<int:" in rule.rule and "GET" in (rule.methods or ())]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{number:.0e}" if number < 10**300 else "400")
def test_a_number_of_any_size_leads_to_a_page_or_to_none(
    casino: Casino, client: FlaskClient, number: int
) -> None:
    assert len(numbered(casino)) >= 6
    for rule in numbered(casino):
        path = re.sub("<int:[^>]*>", str(number), rule).replace("<name>", "tableau")
        assert client.get(path).status_code in (200, 403, 404), (
            path
        )  # 403: a seat that is another telephone's


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("path", DAYS_OF)
def test_a_day_that_no_calendar_or_clock_has_is_refused_in_words(
    client: FlaskClient, path: str, day: str
) -> None:
    answer = client.get(path, query_string={"day": day})
    assert (answer.status_code, answer.json["why"]["id"]) == (400, "There is no such day on record.")


@pytest.mark.parametrize("day", ["1971-01-01", "2026-11-23", "2200-01-01"])
@pytest.mark.parametrize("path", DAYS_OF)
def test_a_day_of_the_calendar_is_answered(client: FlaskClient, path: str, day: str) -> None:
    assert client.get(path, query_string={"day": day}).status_code == 200


def test_a_place_in_the_journal_of_any_size_is_no_error(client: FlaskClient) -> None:
    for after in ("-1", "1" * 30, "x", ""):
        assert client.get("/supervisor/shift", query_string={"after": after}).status_code == 200


@pytest.mark.parametrize("path", ["/school/exams/%0D%0AX:%20y", "/school/record/%0D%0AX:%20y"])
def test_ends_of_lines_in_an_address_lead_to_the_entrance_of_the_school(
    client: FlaskClient, path: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/school?to={path.replace(':', '%3A')}"


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 20_000])
@pytest.mark.parametrize("path", ["/enter", "/school/trainee", "/supervisor/acts", "/acts"])
def test_json_that_is_nested_too_deep_is_refused_in_words(client: FlaskClient, path: str, deep: str) -> None:
    answer = client.post(path, data=deep, content_type="application/json", headers=ACT)
    assert answer.status_code in (400, 403)
    assert answer.json["why"]["id"]


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PATCH"])
def test_a_method_that_no_page_has_is_refused(client: FlaskClient, method: str) -> None:
    assert client.open("/", method=method, headers=ACT).status_code == 405
