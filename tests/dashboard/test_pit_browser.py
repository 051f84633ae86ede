"""The page of the pit in a real browser: it is clean, fits a telephone, and a word is said by a person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sabot_dashboard.pit.entry import PAGES
from tests.dashboard.conftest import PHONE, TABLET, TELEVISION, violations, visitor
from tests.dashboard.doors import served
from tests.dashboard.pit import CUT, PASSWORD, Pit, app_of, people_of

WIDER = "document.documentElement.scrollWidth - innerWidth"


def comes_in(browser: Any, address: str, size: dict[str, int]) -> Any:
    page = visitor(browser, size).new_page()
    page.goto(address)
    page.fill("[name=name]", "boss")
    page.fill("[name=pin]", PASSWORD)
    page.click("#pit-enter button")
    page.locator(".pit-tiles").wait_for()
    return page


def test_somebody_comes_in_says_a_word_and_finds_every_page_clean_and_narrow_enough(
    browser: Any, tmp_path: Path, cheap_pins: None
) -> None:
    pit = Pit(tmp_path)
    people_of(pit)
    server = served(app_of(pit))
    try:
        page = comes_in(browser, server.own.address, TABLET)
        page.locator(f"[data-see='{CUT.key}']").click()
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
