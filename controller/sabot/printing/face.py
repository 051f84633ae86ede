"""The face of a card as plain SVG: references are written out, so that any renderer can draw it."""

from __future__ import annotations

import copy
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from sabot.core.cards import Card

DRAWING_WIDTH, DRAWING_HEIGHT = 240.0, 336.0
"""The size of the drawing in its own units; its middle is at zero."""

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_CARD_WHITE, _PAPER = "#fffcf5", "#fff"
_PLACED = {"x", "y", "width", "height", "transform", _HREF}


@cache
def face(card: Card, drawings: Path, *, width_mm: float, height_mm: float) -> str:
    """The card's face as SVG of this size, from a folder with a drawing of each card (`8C.svg`). Raises
    OSError without the drawing."""
    drawing = (drawings / f"{card}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(drawing)  # noqa: S314 - our own file
    parts = {each.get("id", ""): each for each in root.iter() if each.get("id")}
    drawn = ElementTree.Element(
        "svg", {"viewBox": f"0 0 {DRAWING_WIDTH} {DRAWING_HEIGHT}", "xmlns": _SVG[1:-1]}
    )
    drawn.attrib.update(width=f"{width_mm}mm", height=f"{height_mm}mm")
    centred = ElementTree.SubElement(
        drawn, "g", {"transform": f"translate({DRAWING_WIDTH / 2} {DRAWING_HEIGHT / 2})"}
    )
    for each in root:
        if each.tag not in (f"{_SVG}symbol", f"{_SVG}defs"):
            centred.append(_plain(each, parts))
    return ElementTree.tostring(drawn, encoding="unicode").replace(_CARD_WHITE, _PAPER)


def _plain(element: ElementTree.Element, parts: dict[str, ElementTree.Element]) -> ElementTree.Element:
    if element.tag == f"{_SVG}use":
        return _used(element, parts)
    found = ElementTree.Element(element.tag.removeprefix(_SVG), dict(element.attrib))
    found.attrib.pop("id", None)
    found.extend(_plain(each, parts) for each in element)
    return found


def _used(use: ElementTree.Element, parts: dict[str, ElementTree.Element]) -> ElementTree.Element:
    """A group in the place of a reference."""
    part = parts[use.get(_HREF, "")[1:]]
    group = ElementTree.Element("g", {name: value for name, value in use.items() if name not in _PLACED})
    steps = [use.get("transform", ""), *_fitted(use, part)]
    group.set("transform", " ".join(step for step in steps if step))
    inner = list(part) if part.tag == f"{_SVG}symbol" else [copy.copy(part)]
    group.extend(_plain(each, parts) for each in inner)
    return group


def _fitted(use: ElementTree.Element, part: ElementTree.Element) -> list[str]:
    """How a symbol's own box is laid into the place given to it (SVG 2, 8.2: the transform of viewBox)."""
    x, y = float(use.get("x", 0)), float(use.get("y", 0))
    if part.tag != f"{_SVG}symbol":
        return [f"translate({x} {y})"]
    left, top, wide, high = map(float, re.split(r"[ ,]+", part.get("viewBox", "")))
    across = float(use.get("width", DRAWING_WIDTH)) / wide
    down = float(use.get("height", DRAWING_HEIGHT)) / high
    spare = 0.0
    if part.get("preserveAspectRatio") != "none":  # all others here are xMinYMid
        scale = min(across, down)
        spare, across, down = (down - scale) * high / 2, scale, scale
    return [
        f"translate({x} {y + spare})",
        f"scale({across} {down})",
        f"translate({-left} {-top})",
    ]
