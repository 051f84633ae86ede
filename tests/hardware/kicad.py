"""Reading KiCad's own files: what a schematic joins by wires and labels, and a layout by its nets.

No program of KiCad is needed for it. A schematic here is one sheet without buses; symbols are not turned.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Tree = list[Any]
Place = tuple[float, float]


class Part(NamedTuple):
    """A symbol of a schematic; `nets` by the number of the pin."""

    symbol: str
    value: str
    number: str
    nets: dict[str, str]


def tree(path: Path) -> Tree:
    """The file as lists of words and lists."""
    stack: list[Tree] = [[]]
    for opened, closed, quoted, word in re.findall(
        r'(\()|(\))|"((?:[^"\\]|\\.)*)"|([^\s()"]+)', path.read_text(encoding="utf-8")
    ):
        if opened:
            stack.append([])
        elif closed:
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or quoted)
    (whole,) = stack[0]
    return whole


def each(of: Tree, name: str) -> Iterator[Tree]:
    """Its children of one kind."""
    return (child for child in of if isinstance(child, list) and child and child[0] == name)


def one(of: Tree, name: str) -> Tree:
    """Its only child of a kind."""
    (found,) = each(of, name)
    return found


def place(of: Tree, name: str = "at") -> Place:
    """Where it stands."""
    x, y = one(of, name)[1:3] if name == "at" else of[1:3]
    return round(float(x), 2), round(float(y), 2)


def parts(schematic: Path) -> dict[str, Part]:
    """The parts of a schematic by reference. A pin that nothing is joined to has no net."""
    sheet = tree(schematic)
    pins = {symbol[1]: _pins(symbol) for symbol in each(one(sheet, "lib_symbols"), "symbol")}
    names = _names(sheet)
    found = {}
    for symbol in each(sheet, "symbol"):
        kind = one(symbol, "lib_id")[1]
        says = {field[1]: field[2] for field in each(symbol, "property")}
        x, y = place(symbol)
        nets = {
            number: names.get((round(x + dx, 2), round(y - dy, 2)), "")
            for number, (dx, dy) in pins[kind].items()
        }
        found[says["Reference"]] = Part(kind.partition(":")[2], says["Value"], says["Number"], nets)
    return found


def _pins(symbol: Tree) -> dict[str, Place]:
    units = each(symbol, "symbol")
    return {one(pin, "number")[1]: place(pin) for unit in units for pin in each(unit, "pin")}


def _names(sheet: Tree) -> dict[Place, str]:
    """The label of each end of a wire."""
    joined: dict[Place, set[Place]] = defaultdict(set)
    for wire in each(sheet, "wire"):
        ends = [place(point, "xy") for point in each(one(wire, "pts"), "xy")]
        for end in ends:
            joined[end].update(ends)
    names: dict[Place, str] = {}
    for label in each(sheet, "global_label"):
        todo, done = {place(label)}, set[Place]()
        while todo - done:
            at = (todo - done).pop()
            done.add(at)
            todo |= joined[at]
        for at in done:
            assert names.setdefault(at, label[1]) == label[1], f"{at} has two names"
    return names


class Pad(NamedTuple):
    """A pad of a layout; where its part stands, and on which side."""

    part: str
    number: str
    net: str
    at: Place
    side: str


def pads(layout: Path) -> list[Pad]:
    """Every pad of a layout."""
    found = []
    for footprint in each(tree(layout), "footprint"):
        reference = next(text[2] for text in each(footprint, "fp_text") if text[1] == "reference")
        for pad in each(footprint, "pad"):
            net = next(each(pad, "net"), ["net", "0", ""])[2]
            found.append(Pad(reference, pad[1], net, place(footprint), one(footprint, "layer")[1]))
    return found


def outline(layout: Path) -> tuple[Place, Place]:
    """The corner of a layout next to the sheet's own, and the one opposite."""
    lines = [line for line in each(tree(layout), "gr_line") if one(line, "layer")[1] == "Edge.Cuts"]
    ends = [place(one(line, name), "xy") for line in lines for name in ("start", "end")]
    xs, ys = zip(*ends, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))
