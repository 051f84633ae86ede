"""The idle screen of a display, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.core.look import Look
from sabot.core.look.mark import mark
from sabot.core.look.openings import openings
from sabot.core.observations import Noted
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if browsers.chromium() is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

from tests.dashboard.conftest import PHONE, PORTRAIT, TABLET, TELEVISION, pages, violations  # noqa: E402
from tests.dashboard.house import House  # noqa: E402
from tests.dashboard.test_house_look import SVG  # noqa: E402
from tests.pictures import png  # noqa: E402

expect = playwright.expect

DAILY = "mo-su 15:00"
IDLE_S = 2
"""Less than the three seconds after which a picture is no longer live."""

RESTING = re.compile(r"\bresting\b")
INSIDE = """() => {
    const { left, top, right, bottom } = document.getElementById('sheet').getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight; }"""


@pytest.fixture
def resting(browser: Any, tmp_path: Path) -> Iterator[tuple[House, Any]]:
    """A table that no coup was dealt at, and its display, whose clock stands; the first picture is broken."""
    contents = {"1 broken.png": png()[:40], "2 the bar.png": png(), "3 the hall.png": png()}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    look = Look(
        mark=mark(SVG),
        cloth="#0B2545",
        accent="#D9C9A3",
        idle_s=IDLE_S,
        picture_s=20,
        pictures=lambda: {name: str(tmp_path / name) for name in contents},
        opens=openings(DAILY),
    )
    house = House(limits="1000000 – 250000000", look=look)
    with pages(browser, f"{house.address}/") as opened:
        page = opened("display", size=TELEVISION, stands=True, alone=True, lang="fr")
        house.play("found")
        yield house, page
    house.close()


def shown(page: Any) -> str:
    """The newest picture, by its address."""
    return str(page.locator("#sight img").last.get_attribute("src"))


def test_a_display_rests_after_a_while_without_a_coup_and_wakes_with_the_first_stake(
    resting: tuple[House, Any],
) -> None:
    house, page = resting
    body, idle = page.locator("body"), page.locator("#idle")
    expect(page.locator("#says")).to_have_text("Faites vos jeux")
    page.clock.run_for(1000 * IDLE_S - 200)
    expect(body).not_to_have_class(RESTING)
    page.clock.run_for(300)
    expect(body).to_have_class(RESTING)
    expect(idle).to_be_visible()
    expect(idle).to_contain_text("1\u00a0000\u00a0000 – 250\u00a0000\u00a0000")
    expect(page.locator("#opens, #closed").filter(visible=True)).to_have_count(0)  # it is not closed
    expect(page.locator("#sight img")).to_have_count(1)
    assert shown(page).endswith("/house/pictures/2%20the%20bar.png")  # the broken one is passed over
    expect(page.locator("#sight img")).to_have_css("animation-name", "none")  # for who wants no motion
    house.play("bet")
    expect(body).not_to_have_class(RESTING)
    expect(page.locator("#sight img")).to_have_count(0)


def test_a_closed_table_says_when_it_opens_and_its_words_move_and_fit_every_screen(
    resting: tuple[House, Any],
) -> None:
    house, page = resting
    body = page.locator("body")
    expect(page.locator("#says")).to_have_text("Faites vos jeux")
    house.put(Noted("table-closed", "E. Maes", "", 0, 0))
    expect(body).to_have_class(RESTING)
    expect(page.locator("#opens")).to_contain_text("Prochaine ouverture")
    expect(page.locator("#when")).to_contain_text("15:00")
    expect(page.locator("#closed")).to_be_hidden()
    expect(page.locator("#sight img")).to_have_count(1)
    expect(page.locator("#idle .mark")).to_be_visible()
    expect(page.locator("#idle .title")).to_have_css("color", "rgb(217, 201, 163)")  # the accent of the house
    for size in (TELEVISION, PORTRAIT, TABLET, PHONE):
        page.set_viewport_size(size)
        page.wait_for_function(INSIDE)
    page.set_viewport_size(TELEVISION)
    expect(page.locator("#sheet")).to_have_css("translate", "0px")
    page.clock.run_for(61_000)
    expect(page.locator("#sheet")).to_have_css("translate", "6px -8px")
    house.put(Noted("table-opened", "E. Maes", "", 0, 0))
    expect(body).not_to_have_class(RESTING)
    house.put(Noted("table-closed", "E. Maes", "", 0, 0))
    expect(body).to_have_class(RESTING)
    house.put(Noted("next-opening", "E. Maes", "", 0, 9 * 60 + 30))
    expect(page.locator("#when")).to_contain_text("09:30")
    page.clock.resume()  # axe waits for a timer
    assert violations(page) == []
