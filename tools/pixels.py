"""From the wire to changed pixels: how long a card takes until Chromium has painted it.

    python -m tools.pixels [--cards 60]

`sabot run` with a shoe on a pseudo-terminal, the croupier's page and two displays open in Chromium. A
card is written; a page notes the wall clock, which is that of this machine, when the picture comes, when the
card is in the document, and in the frame after that. Frames over 50 ms and layout shifts are counted. Prints
JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from controller import bench_live as live

NOTED = """
  const now = () => performance.timeOrigin + performance.now();
  window.painted = []; window.long = []; window.shifted = [];
  const Own = window.EventSource;
  window.EventSource = class extends Own {
    constructor(address) {
      super(address);
      this.addEventListener("message", () => { window.heard = now(); });
    }
  };
  new PerformanceObserver((all) => window.long.push(...all.getEntries().map((one) => one.duration)))
    .observe({ type: "long-animation-frame" });
  const named = ({ node }) => node && `${node.nodeName} ${node.id || node.className || node.textContent}`;
  new PerformanceObserver((all) => window.shifted.push(...all.getEntries().map((one) =>
    [one.value, ...one.sources.map(named)]))).observe({ type: "layout-shift" });
  addEventListener("DOMContentLoaded", () => {
    const known = new Set(document.querySelectorAll("[data-card]"));
    new MutationObserver(() => {
      const fresh = [...document.querySelectorAll("[data-card]")].filter((one) => !known.has(one));
      fresh.forEach((one) => known.add(one));
      const heard = window.heard, drawn = now();
      if (fresh.length) requestAnimationFrame(() => requestAnimationFrame(() =>
        window.painted.push([heard, drawn, now()])));
    }).observe(document.getElementById("cloth"), { childList: true, subtree: true });
  });
"""
"""In each page: when the picture came, when its card was in the document, and when it was painted."""

PARTS = ("heard", "drawn", "painted", "all")
"""From the wire to the page's own script; the drawing; until the frame stands; all of it."""

LONG_MS = 50
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
            page.add_init_script(NOTED)
            page.goto(f"{address}{path}")
            page.locator("body:not(.stale)").wait_for()
            page.evaluate("window.long.length = window.shifted.length = 0")  # what comes on an update counts
        spent: dict[str, list[list[float]]] = {path: [] for path in PAGES}
        for message in live.messages("angel-eye", cards, random.Random(1)):
            counts = [page.evaluate("window.painted.length") for page in pages]
            begun_ms = time.time() * 1000
            write(message)
            for page, path, before in zip(pages, PAGES, counts, strict=True):
                if (times := _painted(page, before)) is not None:
                    spent[path].append(_parts(begun_ms, times))
            time.sleep(random.Random(len(spent)).uniform(0.1, 0.2))
        long = [each for page in pages for each in page.evaluate("window.long") if each > LONG_MS]
        shifted = [each for page in pages for each in page.evaluate("window.shifted")]
        browser.close()
    return {
        "cards": cards,
        "load": os.getloadavg()[0],
        "shown": {path: len(each) for path, each in spent.items()},
        **{
            f"{path}_ms": {part: live.quantiles([one[nth] for one in each]) for nth, part in enumerate(PARTS)}
            for path, each in spent.items()
        },
        "frames_over_50_ms": {"count": len(long), "worst": round(max(long, default=0))},
        "layout_shifts": shifted,
    }


def _parts(begun_ms: float, times: list[float]) -> list[float]:
    heard, drawn, painted = times
    return [heard - begun_ms, drawn - heard, painted - drawn, painted - begun_ms]


def _painted(page: Any, before: int) -> list[float] | None:
    """When the page painted the card that came after so many; None for one that changes nothing there (the
    same card in the same place as in the coup before)."""
    from playwright.sync_api import TimeoutError as TooLong

    try:
        page.wait_for_function(f"window.painted.length > {before}", timeout=3_000)
    except TooLong:
        return None
    times: list[float] = page.evaluate(f"window.painted[{before}]")
    return times


if __name__ == "__main__":
    sys.exit(main())
