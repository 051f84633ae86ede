"""From the wire to changed pixels: how long a card takes until Chromium has shown it.

    python -m tools.pixels [--cards 60] [--dealt 0] [--pages croupier display display]

`sabot run` with a shoe on a pseudo-terminal, the croupier's page (1280 × 800) and two displays (1920 ×
1080) open in Chromium, all on this machine. A card is written; each page notes the wall clock, which is
that of this machine, when the picture comes, when the first thing that it changes is in the document, when
the frame with it is painted and when that frame was presented, as the browser itself tells (Element
Timing). That thing is the card's face; on a display whose screen a result covers it is the result's word,
which stands whole in its first frame. The pages are asked once they have it: nothing polls them meanwhile.
What they do afterwards counts for the frames and the layout shifts, not for the time. `--dealt` cards come
quickly before the measured ones, so that the roads are full. Prints JSON: `work_ms` is what a page worked
for each of its frames, and of every frame over 50 ms `long_frames` says what it was (`tools.frames`).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from sabot.bench import live
from tools import browsers, frames

NOTED = """
  const now = () => performance.timeOrigin + performance.now();
  window.shifted = [];
  const Own = window.SharedWorker;
  window.SharedWorker = class extends Own {
    constructor(...given) {
      super(...given);
      this.port.addEventListener("message", ({ data }) => { if (data.data) window.heard = now(); });
    }
  };
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
    const alone = document.getElementById("result");
    const result = () => alone.hidden || changed("result", alone.querySelector(".winner"));
    if (alone) new MutationObserver(result).observe(alone, { attributeFilter: ["hidden"] });
  });
"""
"""In each page: when the picture came, when what it changes first was in the document, painted, presented."""

CLEARED = """new Promise((tell) => {
  const alone = document.getElementById("result");
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
QUICK_S = 0.03
SETTLED_S = 6
"""So long the pages have to fetch the faces before the first card, and to draw what came before it."""


def main() -> int:
    wanted = argparse.ArgumentParser(description="From the wire to changed pixels.")
    wanted.add_argument("--cards", type=int, default=60, help="how many cards (60)")
    wanted.add_argument(
        "--pages", nargs="+", choices=sorted(SIZES), default=PAGES, help="the pages (all three)"
    )
    wanted.add_argument("--dealt", type=int, default=0, help="how many before them (0)")
    given = wanted.parse_args()
    chromium = browsers.chromium()
    if chromium is None:
        print(f"pixels: Chromium is not installed: {browsers.INSTALL}", file=sys.stderr)
        return 1
    print(json.dumps(measured(given, chromium), indent=2))
    return 0


class Shown(NamedTuple):
    """One card at one page: `what` it changed there first, and the milliseconds of each of `PARTS`."""

    page: str
    what: str
    parts_ms: list[float]


def measured(given: argparse.Namespace, chromium: str) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    messages = live.messages("angel-eye", given.dealt + given.cards, random.Random(1))
    with (
        tempfile.TemporaryDirectory() as name,
        live.line() as (port, write),
        live.table(Path(name), "angel-eye", port) as (addresses, _, _),
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        pages = [_opened(browser, addresses.own, path) for path in given.pages]
        for message in islice(messages, given.dealt):
            write(message)
            time.sleep(QUICK_S)
        time.sleep(SETTLED_S)
        stolen_ms = _stolen_ms()
        browser.start_tracing(categories=frames.CATEGORIES)
        marks = [_marked(page, f"page {nth}") for nth, page in enumerate(pages)]
        shown = list(_dealt(list(zip(pages, given.pages, strict=True)), write, messages))
        figures = {"cards": given.cards, "load": os.getloadavg()[0], "stolen_ms": _stolen_ms() - stolen_ms}
        shifted = [each for page in pages for each in page.evaluate("window.shifted")]
        drawn = frames.frames(browser.stop_tracing(), marks)
        figures |= _times(shown) | _frames(list(zip(given.pages, drawn, strict=True)))
        browser.close()
    return figures | {"layout_shifts": shifted}


def _marked(page: Any, name: str) -> str:
    """From here on what comes counts; the trace knows the page by this name."""
    page.evaluate("name => { window.shifted.length = 0; performance.mark(name); }", name)
    return name


def _stolen_ms() -> int:
    """What the host of this machine, where it is a virtual one, has given to others so far."""
    fields = Path("/proc/stat").read_text("ascii").split(maxsplit=9)
    return int(fields[8]) * 1000 // os.sysconf("SC_CLK_TCK")


def _opened(browser: Any, address: str, path: str) -> Any:
    page = browser.new_page(bypass_csp=True, viewport=SIZES[path])
    page.add_init_script(NOTED)
    page.goto(f"{address}{path}")
    page.locator("body:not(.stale)").wait_for()
    return page


def _dealt(pages: list[tuple[Any, str]], write: Any, messages: Iterator[bytes]) -> Iterator[Shown]:
    """Deal these cards; each at each page that shows it."""
    rng = random.Random(2)
    for message in messages:
        for page, _ in pages:
            page.evaluate("window.next()")
        begun_ms = time.time() * 1000
        write(message)
        for page, path in pages:
            if (coming := page.evaluate("window.coming")) is not None:
                what, times = coming
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


def _frames(pages: list[tuple[str, list[frames.Frame]]]) -> dict[str, Any]:
    each_of = {path: [frame for of, drawn in pages if of == path for frame in drawn] for path, _ in pages}
    return {
        "frames": {path: len(each) for path, each in each_of.items()},
        "work_ms": {path: live.quantiles([one.worked for one in each]) for path, each in each_of.items()},
        "long_frames": [
            {"page": path} | one._asdict()
            for path, each in each_of.items()
            for one in each
            if one.lasted > LONG_MS
        ],
    }


if __name__ == "__main__":
    sys.exit(main())
