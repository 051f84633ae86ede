"""The language of a page: chosen once, kept for every page, offered wherever staff or trainees look."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from sabot.live.feed import Feed
from sabot_dashboard import Screens, create_app
from sabot_dashboard.words.languages import LANGUAGES
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import Memory

STAFFED = ("/supervisor", "/technician", "/setup", "/enter", "/technician/camera")
SCHOOL = ("/school", "/school/exams", "/school/table", "/school/trainer")
LINK = re.compile(r'<a href="(\?[^"]*lang=(\w\w))"')


@pytest.fixture
def dutch() -> Flask:
    """The screens of a house that speaks Dutch."""
    return create_app(Feed(), Memory(), Screens(lang="nl"))


def language(client: FlaskClient, path: str, **asked: Any) -> str:
    """The language in which the page comes."""
    return re.findall(r'<html lang="(\w\w)"', client.get(path, follow_redirects=True, **asked).text)[0]


def asking(wishes: str) -> dict[str, dict[str, str]]:
    return {"headers": {"Accept-Language": wishes}}


def test_a_language_chosen_on_the_first_page_is_kept_by_every_page(
    casino: Casino, client: FlaskClient
) -> None:
    client.get("/?lang=de")
    for path in ("/", "/croupier", "/display", *STAFFED, *SCHOOL):
        assert language(client, path) == "de", path


def test_the_device_keeps_it_for_a_year_and_a_script_of_ours_may_change_it(dutch: Flask) -> None:
    cookie = at_the_table(dutch).get("/croupier?lang=fr").headers["Set-Cookie"]
    assert cookie.startswith("lang=fr; ")
    assert "Max-Age=31536000; Path=/; SameSite=Strict" in cookie
    assert "HttpOnly" not in cookie, "the options of the croupier's page write it too"
    over_tls = dutch.test_client().get("/?lang=fr", base_url="https://localhost", **ELSEWHERE)
    assert "Secure" in over_tls.headers["Set-Cookie"]


@pytest.mark.parametrize("path", ["/?lang=xx", "/?lang=", "/", "/assets/1/css/base.css?lang=fr"])
def test_nothing_else_is_kept(dutch: Flask, path: str) -> None:
    assert "Set-Cookie" not in at_the_table(dutch).get(path).headers


@pytest.mark.parametrize(
    ("wishes", "spoken"),
    [
        ("fr", "fr"),
        ("fr-CH, de;q=0.9", "fr"),
        ("de;q=0.3, FR-be;q=0.8", "fr"),
        ("it, es;q=0.9, de;q=0.1", "de"),
        ("en-US,en;q=0.9", "en"),
        ("it", "nl"),
        ("fr;q=0, *", "nl"),
        ("*", "nl"),
        ("", "nl"),
        (";;q=x,,", "nl"),
    ],
)
def test_before_a_choice_a_page_speaks_as_the_browser_asks_then_as_the_house(
    dutch: Flask, wishes: str, spoken: str
) -> None:
    client = at_the_table(dutch)
    assert language(client, "/", **asking(wishes)) == spoken
    assert language(client, "/croupier", **asking(wishes)) == spoken


def test_a_choice_outweighs_the_browser_and_an_address_outweighs_both(dutch: Flask) -> None:
    client = at_the_table(dutch)
    client.set_cookie("lang", "de")
    assert language(client, "/croupier", **asking("fr")) == "de"
    assert language(client, "/croupier?lang=en", **asking("fr")) == "en"


def test_the_public_display_speaks_as_the_house_and_its_address_is_for_it_alone(dutch: Flask) -> None:
    client = at_the_table(dutch)
    assert language(client, "/display", **asking("fr")) == "nl"
    assert language(client, "/display?lang=fr") == "fr"
    assert language(client, "/croupier") == "nl"


@pytest.mark.parametrize("path", [*STAFFED, *SCHOOL, "/"])
def test_every_page_of_staff_and_trainees_offers_the_four_languages(
    casino: Casino, client: FlaskClient, path: str
) -> None:
    offered = LINK.findall(client.get(path, follow_redirects=True).text)
    assert [code for _, code in offered] == list(LANGUAGES)


def test_the_croupier_s_page_offers_them_among_its_options(dutch: Flask) -> None:
    text = at_the_table(dutch).get("/croupier").text
    options = text.partition('data-option="lang"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\w\w)"', options) == list(LANGUAGES)


def test_a_page_in_another_language_is_the_same_page(casino: Casino, client: FlaskClient) -> None:
    text = client.get('/enter?for=supervisor+technician&to=/setup?a="b"&lang=de').text
    address = next(address for address, code in LINK.findall(text) if code == "fr")
    assert address == "?for=supervisor+technician&amp;to=%2Fsetup%3Fa%3D%22b%22&amp;lang=fr"


def test_a_script_that_asks_in_a_language_keeps_none(client: FlaskClient) -> None:
    assert "lang=" not in str(client.get("/supervisor/report.csv?lang=fr").headers)
