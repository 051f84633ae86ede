"""What can be touched on a page, whether a finger in a glove hits it, and what else covers what."""

from __future__ import annotations

from typing import Any

TOUCHED = """() => [...document.querySelectorAll("button, select, input, a[href], [role=button]")]
  .filter((one) => one.checkVisibility() && one.closest("dialog") === document.querySelector("dialog[open]"))
  .map((one) => { const box = one.getBoundingClientRect();
    const name = one.textContent.trim() || one.id || one.name;
    return [name, Math.min(box.width, box.height), box.right, box.bottom] })"""
COVERED = """() => {
  const box = (one) => one.getBoundingClientRect(), all = (what) => [...document.querySelectorAll(what)];
  const strip = all(".strip > *").filter((one) => box(one).width), { top, bottom } = box(all(".band")[0]);
  const begins = (one) => box(one).left + (one.id === "gear" ? 28 : 1); // it is drawn narrower
  return [
    ...strip.filter((one, nth) => nth && begins(one) < box(strip[nth - 1]).right),
    ...all(".cloth > :is(.place, .ball, .prints, .prison), .table > *, .last > li").filter(
      (one) => box(one).bottom > top || box(one).right > innerWidth),
    ...all(".band .main > *").filter((one) => box(one).bottom > bottom),
    ...all(".cloth .place .face").filter((one) => box(one).bottom > box(one.closest(".place")).bottom),
  ].map((one) => one.outerHTML.slice(0, 120));
}"""
"""What of the strip lies upon what stands before it, what of the cloth reaches under the band or over the
edge, and what of the band is cut."""
FOURTEEN_MM_PX = 82.4
"""1280 pixels of a screen of 10.1 inches and 16 to 10: 5.885 to the millimetre."""


def touched(page: Any) -> list[Any]:
    """What can be touched now: its name, its smaller side, its right and its lower edge."""
    found = [each for each in page.evaluate(TOUCHED) if each[0]]
    assert found
    return found


def too_small(page: Any) -> list[Any]:
    """What is narrower or lower than 14 mm."""
    return [each for each in touched(page) if each[1] < FOURTEEN_MM_PX]


def beyond(page: Any, size: dict[str, int]) -> list[Any]:
    """What reaches over the edge of the screen."""
    return [each for each in touched(page) if each[2] > size["width"] or each[3] > size["height"]]


def covered(page: Any) -> list[str]:
    """What of a croupier's page is cut, or covered by something else."""
    found: list[str] = page.evaluate(COVERED)
    return found
