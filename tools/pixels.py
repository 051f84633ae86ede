"""From the wire to changed pixels: how long a card takes until Chromium has shown it.

    python -m tools.pixels [--cards 60]

`sabot run` with a shoe on a pseudo-terminal, the croupier's page (1280 × 800) and two displays
(1920 × 1080) open in Chromium, all on this machine. A card is written; each page notes the wall clock, which
is that of this machine, when the picture comes, when the card is in the document, when its frame is painted
and when that frame was presented, as the browser itself tells of the card's face (Element Timing). The pages
are asked once they have it: nothing polls them meanwhile. Frames over 50 ms and layout shifts are counted.
Prints JSON.
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
from itertools import pairwise
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
  const drawn = new Map();
  new PerformanceObserver((all) => all.getEntries().forEach(({ identifier, paintTime, presentationTime }) => {
    if (!drawn.has(identifier)) return;
    const times = [paintTime, presentationTime].map((time) => performance.timeOrigin + time);
    window.painted.push([...drawn.get(identifier), ...times]);
    drawn.delete(identifier);
    window.seen?.();
  })).observe({ type: "element" });
  window.next = () => {
    window.painted.length = 0;
    window.coming = new Promise((seen) => { window.seen = seen; setTimeout(seen, 3000); });
  };
  addEventListener("DOMContentLoaded", () => {
    const known = new Set(document.querySelectorAll("[data-card]"));
    new MutationObserver(() => {
      const fresh = [...document.querySelectorAll("[data-card]")].filter((one) => !known.has(one));
      fresh.forEach((one) => known.add(one));
      if (!fresh.length) return;
      fresh.at(-1).firstElementChild.setAttribute("elementtiming", `card ${known.size}`);
      drawn.set(`card ${known.size}`, [window.heard, now()]);
    }).observe(document.getElementById("cloth"), { childList: true, subtree: true });
  });
"""
"""In each page: when the picture came, when its card was in the document, painted, and presented."""

PARTS = ("heard", "drawn", "painted", "presented", "all")
"""From the wire to the page's own script; the drawing; style, layout and paint; until the frame is on the
screen; all of it."""

LONG_MS = 50
PAGES = ("croupier", "display", "display")
SIZES: dict[str, Any] = {
    "croupier": {"width": 1280, "height": 800},
    "display": {"width": 1920, "height": 1080},
}
PAUSE_S = 0.7, 1.4
"""Between two cards, as a croupier draws them; a coup begins when the last result has had its four seconds on
the displays."""
SETTLED_S = 3
"""So long the pages have to fetch the faces before the first card."""


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
        pages = [browser.new_page(bypass_csp=True, viewport=SIZES[path]) for path in PAGES]
        for page, path in zip(pages, PAGES, strict=True):
            page.add_init_script(NOTED)
            page.goto(f"{address}{path}")
            page.locator("body:not(.stale)").wait_for()
        time.sleep(SETTLED_S)
        for page in pages:
            page.evaluate("window.long.length = window.shifted.length = 0")  # what comes on an update counts
        spent: dict[str, list[list[float]]] = {path: [] for path in PAGES}
        rng = random.Random(2)
        for message in live.messages("angel-eye", cards, random.Random(1)):
            for page in pages:
                page.evaluate("window.next()")
            begun_ms = time.time() * 1000
            write(message)
            for page, path in zip(pages, PAGES, strict=True):
                if (times := _painted(page)) is not None:
                    spent[path].append(_parts(begun_ms, times))
            time.sleep(rng.uniform(*PAUSE_S))
            for page in pages[1:]:
                page.locator("#alone").wait_for(state="hidden")
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
    steps = [begun_ms, *times]
    return [*(after - before for before, after in pairwise(steps)), times[-1] - begun_ms]


def _painted(page: Any) -> list[float] | None:
    """When the page showed the card; None for one that changes nothing there (the same card in the same place
    as in the coup before)."""
    times: list[float] | None = page.evaluate("window.coming.then(() => window.painted.shift() ?? null)")
    return times


if __name__ == "__main__":
    sys.exit(main())
