"""From the wire to changed pixels: how long a card takes until Chromium has painted it.

    python -m tools.pixels [--cards 60]

`sabot run` with a shoe on a pseudo-terminal, the croupier's page and two displays open in Chromium. A
card is written; a page notes, in the frame after the one in which the card came into the document, the wall
clock of both, which is that of this machine. Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from controller import bench_live as live

NOTED = """
() => {
  window.painted = [];
  const known = new Set(document.querySelectorAll("[data-card]"));
  new MutationObserver(() => {
    const fresh = [...document.querySelectorAll("[data-card]")].filter((one) => !known.has(one));
    fresh.forEach((one) => known.add(one));
    if (fresh.length) requestAnimationFrame(() => requestAnimationFrame(() =>
      window.painted.push(performance.timeOrigin + performance.now())));
  }).observe(document.getElementById("cloth"), { childList: true, subtree: true });
}
"""
PAGES = ("croupier", "display", "display")


def main() -> int:
    wanted = argparse.ArgumentParser(description="From the wire to changed pixels.")
    wanted.add_argument("--cards", type=int, default=60, help="so many cards (60)")
    given = wanted.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("pixels: Chromium is not installed: sudo apt install chromium", file=sys.stderr)
        return 1
    print(json.dumps(measured(given.cards, chromium), indent=2))
    return 0


def measured(cards: int, chromium: str) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as name,
        live.line() as (port, write),
        live.table(Path(name), "angel-eye", port) as (address, _, _),
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        pages = [browser.new_page(bypass_csp=True) for _ in PAGES]
        for page, path in zip(pages, PAGES, strict=True):
            page.goto(f"{address}{path}")
            page.locator("body:not(.stale)").wait_for()
            page.evaluate(NOTED)
        spent: dict[str, list[float]] = {path: [] for path in PAGES}
        for message in live.messages("angel-eye", cards, random.Random(1)):
            counts = [page.evaluate("window.painted.length") for page in pages]
            begun_ms = time.time() * 1000
            write(message)
            for page, path, before in zip(pages, PAGES, counts, strict=True):
                if (painted_ms := _painted(page, before)) is not None:
                    spent[path].append(painted_ms - begun_ms)
            time.sleep(random.Random(len(spent)).uniform(0.1, 0.2))
        browser.close()
    shown = {path: len(each) for path, each in spent.items()}
    return {
        "cards": cards,
        "shown": shown,
        **{f"{path}_ms": live.quantiles(each) for path, each in spent.items()},
    }


def _painted(page: Any, before: int) -> float | None:
    """When the page painted the card that came after so many; None for one that changes nothing there (the
    same card in the same place as in the coup before)."""
    from playwright.sync_api import TimeoutError as TooLong

    try:
        page.wait_for_function(f"window.painted.length > {before}", timeout=3_000)
    except TooLong:
        return None
    painted_ms: float = page.evaluate(f"window.painted[{before}]")
    return painted_ms


if __name__ == "__main__":
    sys.exit(main())
