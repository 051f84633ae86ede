"""A real browser and a table for it, for the tests of the screens."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.dashboard.house import House

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
TABLET = {"width": 1280, "height": 800}
TELEVISION = {"width": 1920, "height": 1080}
PORTRAIT = {"width": 1080, "height": 1920}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)  # milliseconds; only what never comes takes so long
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def game() -> str:
    """The game of `house`; a test of another game has a parameter of this name."""
    return "punto-banco"


@pytest.fixture
def house(game: str) -> Iterator[House]:
    options = {"decks": "6"} if game == "baccarat-banque" else {}
    found = House(game, options=options, limits="10 – 500", person="M. Laurent")
    yield found
    found.close()


@pytest.fixture
def opened(browser: Any, house: House) -> Iterator[Any]:
    """Open a page: `opened("croupier", size=TABLET, clock=False, **cookies)`; any error on it fails the
    test."""
    contexts, errors = [], []

    def open_page(path: str, *, size: dict[str, int] = TABLET, clock: bool = False, **cookies: str) -> Any:
        context = browser.new_context(viewport=size, reduced_motion="reduce")
        contexts.append(context)
        context.add_cookies(
            [{"name": name, "value": value, "url": house.address} for name, value in cookies.items()]
        )
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Security Policy" in said.text else None)
        if clock:
            page.clock.install()
        page.goto(f"{house.address}/{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
