"""The page of the pit in a real browser: it is clean, fits a telephone, and a word is said by a person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sabot_dashboard.pit.entry import PAGES
from sabot_dashboard.roles import COOKIE
from tests.dashboard.conftest import PHONE, TABLET, TELEVISION, violations, visitor
from tests.dashboard.doors import served
from tests.dashboard.pit import CUT, PASSWORD, Pit, app_of, people_of

WIDER = "document.documentElement.scrollWidth - innerWidth"


def comes_in(browser: Any, address: str, size: dict[str, int], **more: object) -> Any:
    page = visitor(browser, size, **more).new_page()
    page.goto(address)
    page.fill("[name=name]", "boss")
    page.fill("[name=pin]", PASSWORD)
    page.click("#pit-enter button")
    page.locator(".pit-tiles").wait_for()
    page.wait_for_load_state()  # its script runs
    return page


def test_somebody_comes_in_says_a_word_and_finds_every_page_clean_and_narrow_enough(
    browser: Any, tmp_path: Path, cheap_pins: None
) -> None:
    pit = Pit(tmp_path)
    people_of(pit)
    server = served(app_of(pit))
    try:
        page = comes_in(browser, server.own.address, TABLET)
        page.locator(f"[data-see='{CUT.key}']").hover()
        with page.expect_response(lambda found: found.ok):
            page.mouse.down()  # the floor is asked for again meanwhile, and its first answer is always drawn
        page.mouse.up()
        page.fill("[name=word]", "the disk was changed")
        page.click("#see-form .main")
        page.locator(".seen-by", has_text="boss (pit boss)").wait_for()
        assert [(key, word) for key, _, word in pit.seen] == [(CUT.key, "the disk was changed")]
        wrong = []
        for size in (PHONE, TELEVISION):
            page = comes_in(browser, server.own.address, size)
            for path, _ in PAGES:
                page.goto(f"{server.own.address}{path}")
                wrong += [(path, each) for each in (*violations(page), page.evaluate(WIDER)) if each]
        assert wrong == []
    finally:
        server.close()


INK = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((each, at) => at % 4 === 3 && each).length / (canvas.width * canvas.height);
}"""
"""The part of a chart that is drawn upon."""

IS_AS_WIDE = "() => document.querySelector('.uplot canvas').clientWidth === months.clientWidth"


@pytest.mark.parametrize(("zone", "size"), [("America/New_York", TABLET), ("Asia/Kathmandu", PHONE)])
def test_the_months_are_drawn_and_say_the_figures_of_the_one_that_is_pointed_at(
    browser: Any, tmp_path: Path, cheap_pins: None, zone: str, size: dict[str, int]
) -> None:
    pit = Pit(tmp_path)
    people_of(pit)
    server = served(app_of(pit))
    try:
        page = comes_in(browser, server.own.address, size, timezone_id=zone)
        page.goto(f"{server.own.address}/report?months=12")
        legend = page.locator(".u-legend")
        legend.wait_for()
        assert legend.locator("td").all_inner_texts() == ["November 2026", "911", "2"]
        assert page.locator("svg.chart, #months-legend").count() == 0
        assert page.locator(".uplot canvas").evaluate(INK) > 0.2
        over = page.locator(".u-over")
        over.hover(position={"x": 12, "y": 60})
        legend.locator("text=January 2026").wait_for()
        assert legend.locator("td").all_inner_texts() == ["January 2026", "901", "1"]
        page.locator("h1").hover()
        legend.locator("text=November 2026").wait_for()
        page.set_viewport_size({"width": 700, "height": 600})
        page.wait_for_function(IS_AS_WIDE)
    finally:
        server.close()


def test_without_a_script_the_picture_of_the_server_stays(
    browser: Any, tmp_path: Path, cheap_pins: None
) -> None:
    pit = Pit(tmp_path)
    server = served(app_of(pit))
    try:
        without = visitor(browser, TABLET, java_script_enabled=False)
        cookie = pit.people.let_in(pit.people.add("boss", "boss", PASSWORD))
        without.add_cookies([{"name": COOKIE, "value": cookie, "url": server.own.address}])
        page = without.new_page()
        page.goto(f"{server.own.address}/report?months=12")
        assert page.locator("svg.chart rect.bar").count() == 11
        assert page.locator("#months-legend").is_visible()
    finally:
        server.close()
