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
    ...all(".tableau").filter((one) => box(one).right > box(all(".band .side")[0]).left),
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


WRITTEN = """one => {
  const words = document.createRange();
  words.selectNodeContents([...one.childNodes].find((each) => each.nodeType === 3 && each.data.trim()));
  const { left, right } = words.getBoundingClientRect(), box = one.getBoundingClientRect();
  return [left - box.left, box.right - right, words.getClientRects().length];
}"""
"""What is free to the left and to the right of what is written in a box, and how many lines it has."""
LEAVING = """() => {
  const box = (one) => one.getBoundingClientRect(), dialog = document.querySelector("dialog[open]");
  const within = box(dialog);
  return [...dialog.querySelectorAll("button, input")].filter((one) => one.checkVisibility()).filter((one) =>
    box(one).right > within.right - 5 || box(one).bottom > Math.min(within.bottom, innerHeight) - 5)
    .map((one) => one.textContent.trim() || one.id);
}"""


def leaving(page: Any) -> list[str]:
    """What of the open window can be touched, but not wholly within it."""
    found: list[str] = page.evaluate(LEAVING)
    return found


def covered(page: Any) -> list[str]:
    """What of a croupier's page is cut, or covered by something else."""
    found: list[str] = page.evaluate(COVERED)
    return found
