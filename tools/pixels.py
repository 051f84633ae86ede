"""From the wire to changed pixels: how long a card takes until Chromium has shown it.

    python -m tools.pixels [--cards 60] [--pages croupier display display]

`sabot run` with a shoe on a pseudo-terminal, the croupier's page (1280 × 800) and two displays
(1920 × 1080) open in Chromium, all on this machine. A card is written; each page notes the wall clock, which
is that of this machine, when the picture comes, when the first thing that it changes is in the document, when
the frame with it is painted and when that frame was presented, as the browser itself tells (Element Timing).
That thing is the card's face; on a display whose screen a result covers it is the result's word, which stands
whole in its first frame. The pages are asked once they have it: nothing polls them meanwhile. What they do
afterwards counts for the frames over 50 ms and the layout shifts, not for the time. A frame lasts from the
first wish to draw, so that it may have waited for its turn among three pages on one machine; `worst_at_work`
is what the page itself did in the worst of them. Prints JSON.
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
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from controller import bench_live as live

NOTED = """
  const now = () => performance.timeOrigin + performance.now();
  window.long = []; window.shifted = [];
  const Own = window.SharedWorker;
  window.SharedWorker = class extends Own {
    constructor(...given) {
      super(...given);
      this.port.addEventListener("message", ({ data }) => { if (data.data) window.heard = now(); });
    }
  };
  const spent = ({ startTime, duration, renderStart, scripts }) => {
    const drawing = renderStart ? startTime + duration - renderStart : duration;
    return [duration, Math.min(duration, scripts.reduce((sum, one) => sum + one.duration, drawing))];
  };
  new PerformanceObserver((all) => window.long.push(...all.getEntries().map(spent)))
    .observe({ type: "long-animation-frame" });
  const named = ({ node }) => node && `${node.nodeName} ${node.id || node.className || node.textContent}`;
  new PerformanceObserver((all) => window.shifted.push(...all.getEntries().map((one) =>
    [one.value, ...one.sources.map(named)]))).observe({ type: "layout-shift" });
  const drawn = new Map();
  new PerformanceObserver((all) => all.getEntries().forEach(({ identifier, paintTime, presentationTime }) => {
    if (!drawn.has(identifier)) return;
    const times = [paintTime, presentationTime].map((time) => performance.timeOrigin + time);
    const [what, ...before] = drawn.get(identifier);
    drawn.delete(identifier);
    window.tell?.([what, [...before, ...times]]);
  })).observe({ type: "element" });
  let waiting = false, count = 0;
  const changed = (what, element) => {
    if (!waiting) return;
    waiting = false;
    element.setAttribute("elementtiming", `${what} ${count += 1}`);
    drawn.set(`${what} ${count}`, [what, window.heard, now()]);
  };
  window.next = () => {
    waiting = true;
    window.coming = new Promise((tell) => { window.tell = tell; setTimeout(tell, 3000, null); });
  };
  addEventListener("DOMContentLoaded", () => {
    const known = new Set(document.querySelectorAll("[data-card]"));
    new MutationObserver(() => {
      const fresh = [...document.querySelectorAll("[data-card]")].filter((one) => !known.has(one));
      fresh.forEach((one) => known.add(one));
      if (fresh.length) changed("card", fresh.at(-1).firstElementChild);
    }).observe(document.getElementById("cloth"), { childList: true, subtree: true });
    const alone = document.getElementById("alone");
    const result = () => alone.hidden || changed("result", alone.querySelector(".winner"));
    if (alone) new MutationObserver(result).observe(alone, { attributeFilter: ["hidden"] });
  });
"""
"""In each page: when the picture came, when what it changes first was in the document, painted, presented."""

CLEARED = """new Promise((tell) => {
  const alone = document.getElementById("alone");
  const look = () => alone.hidden && tell();
  new MutationObserver(look).observe(alone, { attributeFilter: ["hidden"] });
  look();
})"""
"""The last result has had its four seconds. Asking again and again would want a frame each time."""

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
    wanted.add_argument(
        "--pages", nargs="+", choices=sorted(SIZES), default=PAGES, help="the pages (all three)"
    )
    given = wanted.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("pixels: Chromium is not installed: sudo apt install chromium", file=sys.stderr)
        return 1
    print(json.dumps(measured(given.cards, chromium, given.pages), indent=2))
    return 0


class Shown(NamedTuple):
    """One card at one page: `what` it changed there first, and the milliseconds of each of `PARTS`."""

    page: str
    what: str
    parts_ms: list[float]


def measured(cards: int, chromium: str, paths: Sequence[str] = PAGES) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as name,
        live.line() as (port, write),
        live.table(Path(name), "angel-eye", port) as (address, _, _),
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        pages = [_opened(browser, address, path) for path in paths]
        time.sleep(SETTLED_S)
        for page in pages:
            page.evaluate("window.long.length = window.shifted.length = 0")  # what comes on an update counts
        shown = list(_dealt(list(zip(pages, paths, strict=True)), write, cards))
        told = {"cards": cards, "load": os.getloadavg()[0]} | _times(shown) | _frames(pages)
        browser.close()
    return told


def _opened(browser: Any, address: str, path: str) -> Any:
    page = browser.new_page(bypass_csp=True, viewport=SIZES[path])
    page.add_init_script(NOTED)
    page.goto(f"{address}{path}")
    page.locator("body:not(.stale)").wait_for()
    return page


def _dealt(pages: list[tuple[Any, str]], write: Any, cards: int) -> Iterator[Shown]:
    """Deal so many cards; each at each page that shows it."""
    rng = random.Random(2)
    for message in live.messages("angel-eye", cards, random.Random(1)):
        for page, _ in pages:
            page.evaluate("window.next()")
        begun_ms = time.time() * 1000
        write(message)
        for page, path in pages:
            if (told := page.evaluate("window.coming")) is not None:
                what, times = told
                yield Shown(path, what, _parts(begun_ms, times))
        time.sleep(rng.uniform(*PAUSE_S))
        for page, path in pages:
            if path == "display":
                page.evaluate(CLEARED)


def _parts(begun_ms: float, times: list[float]) -> list[float]:
    steps = [begun_ms, *times]
    return [*(after - before for before, after in pairwise(steps)), times[-1] - begun_ms]


def _times(shown: list[Shown]) -> dict[str, Any]:
    """How often and how fast each kind of page showed something; the results once more by themselves. The
    same card in the same place as in the coup before changes nothing, and is in no figure."""
    groups = {page: [one.parts_ms for one in shown if one.page == page] for page in SIZES}
    groups["result"] = [one.parts_ms for one in shown if one.what == "result"]
    return {"shown": {name: len(each) for name, each in groups.items()}} | {
        f"{name}_ms": {part: live.quantiles([one[nth] for one in each]) for nth, part in enumerate(PARTS)}
        for name, each in groups.items()
        if each
    }


def _frames(pages: list[Any]) -> dict[str, Any]:
    long = [each for page in pages for each in page.evaluate("window.long") if each[0] > LONG_MS]
    shifted = [each for page in pages for each in page.evaluate("window.shifted")]
    return {
        "frames_over_50_ms": {
            "count": len(long),
            "worst": round(max((lasted for lasted, _ in long), default=0)),
            "worst_at_work": round(max((worked for _, worked in long), default=0)),
        },
        "layout_shifts": shifted,
    }


if __name__ == "__main__":
    sys.exit(main())
