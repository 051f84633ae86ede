"""The faces of the cards, which a page draws ahead as pixels in its idle moments, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dashboard.conftest import CHROMIUM
from tests.dashboard.house import House
from tools import browsers

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if CHROMIUM is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

KEEP_FACES = """async () => { const { face } = await import(`${document.body.dataset.assets}js/cards.mjs`);
    while (!face("TS").src.startsWith("blob:")) await new Promise(requestAnimationFrame); }"""
"""Comes back when the page has made the pixels of the last of its cards."""


@pytest.mark.parametrize("path", ["croupier", "croupier?lang=fr", "croupier?lang=de", "display?lang=de"])
def test_a_page_with_all_its_cards_weighs_less_than_170_kb(opened: Any, house: House, path: str) -> None:
    page = opened("favicon.ico", idle=True)  # nothing of the page is known to the browser yet
    answered: list[Any] = []
    page.on("requestfinished", lambda one: answered.append(one))
    with page.expect_event("requestfinished", lambda one: one.url.endswith("/faces.json")):
        page.goto(f"{house.address}/{path}")
    weight = sum(one.sizes()["responseBodySize"] + one.sizes()["responseHeadersSize"] for one in answered)
    assert sum("/cards/" in one.url for one in answered) == 1
    assert 50_000 < weight < 170_000, weight
    page.evaluate(KEEP_FACES)
    house.play("rnvp 2C")
    face = page.locator("[data-card='2C'] img[src^='blob:']")
    points, across = face.evaluate("one => [one.naturalWidth, one.offsetWidth]")  # also while it turns
    assert 0 <= points - across <= 1
