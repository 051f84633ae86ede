"""A real browser and a table for it, for the tests of the screens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache

from sabot.live.feed import Feed
from tests.dashboard import views
from tests.dashboard.doors import at_the_table
from tests.dashboard.house import House
from tests.dashboard.office import Casino
from tools import browsers

CHROMIUM = browsers.chromium()
TABLET = {"width": 1280, "height": 800}
TELEVISION = {"width": 1920, "height": 1080}
PORTRAIT = {"width": 1080, "height": 1920}
PHONE = {"width": 390, "height": 844}
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
AXE_RUN = (
    "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})"
    ".then(all => all.violations.map(one => [one.id, one.nodes.map(node => node.html).slice(0, 3)]))"
)
MINUTE_MS = 60_000
"""The limit of every wait: only what never comes takes so long."""


class Compiled(BytecodeCache):
    """The templates that this process has compiled: each app would compile its own again, for longer than
    it takes to answer."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


Flask.jinja_options = {"bytecode_cache": Compiled()}

WITHOUT = (
    *("AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "HttpsUpgrades"),
    *("DestroyProfileOnBrowserClose", "PaintHolding", "ThirdPartyStoragePartitioning"),
    "CrossOriginOpenerPolicy",
)
"""Features of Chromium that are off: those that Playwright turns off; and that a page which no other may hold
gets another process as it loads, a sixth of what it costs to open one. No page here is held by another, and
`test_app` looks at the header that asks for it."""

NEVER_IDLE = "window.requestIdleCallback = () => 0"


def visitor(browser: Any, size: dict[str, int] = TABLET, *, idle: bool = False, **more: object) -> Any:
    """A visitor with a screen of this size and a browser session of their own; nothing moves on their pages.
    With `idle`, the browser has idle moments, in which a page draws all faces of the cards ahead. That
    doubles what a page costs, so other tests go without."""
    context = browser.new_context(viewport=size, reduced_motion="reduce", **more)
    context.set_default_timeout(MINUTE_MS)
    if not idle:
        context.add_init_script(NEVER_IDLE)
    return context


def stand(page: Any) -> None:
    """Let the clock of a page that is not loaded yet stand at noon. What the table says still comes, but
    the page's own time passes by `page.clock.run_for` alone: however busy the machine, a picture grows no
    older and a button is held no longer than the test says. `page.clock.resume` lets it go on by itself;
    until then anything on the page that waits for a timer, axe too, waits for ever."""
    page.clock.pause_at(views.NOON_NS / 1e9)  # in seconds, though all else of this clock is in milliseconds


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Any, Any]]:
    """The one browser of this process, and the event loop that Playwright leaves running in this thread."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=MINUTE_MS)
    with sync_playwright() as play:
        found = play.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", f"--disable-features={','.join(WITHOUT)}"]
        )
        yield found, asyncio._get_running_loop()
        found.close()


@pytest.fixture(scope="module")
def browser(chromium: tuple[Any, Any]) -> Iterator[Any]:
    """The browser, for the tests of one file; elsewhere its loop is not known to run, so that others can."""
    found, loop = chromium
    asyncio._set_running_loop(loop)
    yield found
    asyncio._set_running_loop(None)


@pytest.fixture
def game() -> str:
    """The game of `house`; a test of another game has a parameter of this name."""
    return "punto-banco"


OPTIONS = {"baccarat-banque": {"decks": "6"}}
"""The rules of a game's house that are not the usual ones."""


@pytest.fixture
def house(game: str) -> Iterator[House]:
    found = House(game, options=OPTIONS.get(game, {}), limits="10 – 500", person="M. Laurent")
    yield found
    found.close()


@contextmanager
def pages(browser: Any, address: str, **usual: str) -> Iterator[Callable[..., Any]]:
    """Open pages of a server with the cookies of `usual`, an empty one left out; an error on a page fails the
    test. `stands`: the page's clock does; `alone`: it shares no worker, whose clock would go on; `idle`: see
    `visitor`; `beside`: in the browser of that page."""
    contexts, errors = [], []

    def open_page(
        path: str,
        *,
        size: dict[str, int] = TABLET,
        stands: bool = False,
        alone: bool = False,
        idle: bool = False,
        beside: Any = None,
        **cookies: str,
    ) -> Any:
        context = beside.context if beside else visitor(browser, size, idle=idle)
        contexts.append(context)
        kept = usual | cookies
        context.add_cookies([{"name": n, "value": v, "url": address} for n, v in kept.items() if v])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Security Policy" in said.text else None)
        if alone:
            page.add_init_script("delete window.SharedWorker")
        if stands:
            stand(page)
        page.goto(f"{address}{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def reloaded(page: Any, lang: str) -> None:
    """Show the page again in this language, for half of what a new page costs."""
    page.context.add_cookies([{"name": "lang", "value": lang, "url": page.url}])
    page.reload()


def violations(page: Any) -> list[Any]:
    """What axe finds on a page against WCAG 2.2 AA, each with the first elements that it is about."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[Any] = page.evaluate(AXE_RUN)
    return found


@pytest.fixture
def opened(browser: Any, house: House) -> Iterator[Any]:
    """Open a page of `house`, as `pages` does."""
    with pages(browser, f"{house.address}/") as found:
        yield found


@pytest.fixture
def feed() -> Iterator[Feed]:
    """A table's newest picture, for a server without a table."""
    made = Feed()
    made.publish(1, views.view_of(""))
    yield made
    made.close()


@pytest.fixture
def casino(tmp_path: Path, cheap_pins: None) -> Iterator[Casino]:
    """A table with its office, its people and its school, without a server; PINs cost nothing to check."""
    found = Casino(tmp_path, serve=False)
    yield found
    found.close()


@pytest.fixture
def client(casino: Casino) -> FlaskClient:
    """A browser at the own screen of `casino`."""
    return at_the_table(casino.app)
