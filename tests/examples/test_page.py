"""examples/page: a page of one's own shows the table in a real browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from examples.page.serve import server
from tests.dashboard.conftest import browser as browser
from tests.dashboard.conftest import chromium as chromium
from tests.dashboard.conftest import pages
from tests.dashboard.house import House
from tools import browsers

in_a_browser = pytest.mark.browser


@pytest.fixture
def house() -> Iterator[House]:
    found = House()
    yield found
    found.close()


@pytest.fixture
def address(house: House) -> Iterator[str]:
    """Where the page of `house` is served."""
    with server(house.address + "/", port=0) as serving:
        threading.Thread(target=serving.serve_forever, args=(0.01,)).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()
        house.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, address: str) -> Iterator[Any]:
    """The page in Chromium; an error on it fails the test."""
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
    if browsers.chromium() is None:
        pytest.skip(f"Chromium is not installed ({browsers.INSTALL})")
    with pages(request.getfixturevalue("browser"), address) as opened:
        yield opened("")


@in_a_browser
def test_the_page_shows_each_card_and_the_result(house: House, page: Any) -> None:
    from playwright.sync_api import expect

    house.play("8C")
    expect(page.locator("#hands")).to_have_text("punto8C")
    house.play("KD AH 7S")
    expect(page.locator("#says")).to_have_text("Punto gagne")
    expect(page.locator("#hands dd")).to_have_text(["8C AH", "KD 7S"])


@in_a_browser
def test_a_page_that_is_opened_late_shows_what_the_others_show(house: House, page: Any) -> None:
    from playwright.sync_api import expect

    house.play("8C KD AH 7S")
    page.reload()
    expect(page.locator("#says")).to_have_text("Punto gagne")


@in_a_browser
def test_a_table_that_has_gone_is_no_live_data(house: House, page: Any) -> None:
    from playwright.sync_api import expect

    house.play("8C")
    expect(page.locator("#hands")).to_have_text("punto8C")
    house.close()
    expect(page.locator("#says")).to_have_text("No live data")
    expect(page.locator("#hands")).to_be_empty()


@in_a_browser
def test_a_table_that_stands_still_is_no_live_data_until_it_goes_on(
    house: House, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import expect

    house.play("8C")
    expect(page.locator("#hands")).to_have_text("punto8C")
    with monkeypatch.context() as still:
        still.setattr(house.feed, "_monotonic_ns", lambda: 10 * 10**9)
        expect(page.locator("#says")).to_have_text("No live data")
    expect(page.locator("#hands")).to_have_text("punto8C")


@pytest.mark.parametrize("path", ["/croupier", "/events?for=croupier", "/../serve.py"])
def test_nothing_is_served_but_the_page_and_what_the_public_may_see(address: str, path: str) -> None:
    with pytest.raises(HTTPError, match="404"):
        urlopen(address + path, timeout=60)
