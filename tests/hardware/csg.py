"""Reading a .csg of OpenSCAD, the flat tree of solids that a model evaluates to, into solids of manifold3d.

OpenSCAD writes that tree within milliseconds; joining the solids takes it seconds. manifold3d joins them fast
enough for a test. What this reader does not know, it refuses.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from manifold3d import CrossSection as Flat
from manifold3d import Manifold as Solid
from manifold3d import OpType

from tests.hardware.tool import tool

Shape: TypeAlias = Solid | Flat

TOKEN = re.compile(r'"[^"]*"|[\w$.+-]+|[\[\](){},;=]')
HULL, ADD, SUBTRACT, INTERSECT = (
    "hull",
    *(getattr(OpType, name) for name in ("Add", "Subtract", "Intersect")),
)


@dataclass
class Node:
    """One call of the tree: its name, its arguments and what stands in its braces."""

    name: str
    arguments: dict[str, Any]
    children: list[Node] = field(default_factory=list)


def read(text: str) -> list[Node]:
    """The nodes of a .csg. ValueError where it is none."""
    words = iter(TOKEN.findall(text))
    return list(_nodes(words))


def _nodes(words: Iterator[str]) -> Iterator[Node]:
    for name in words:
        if name == "}":
            return
        if next(words) != "(":
            raise ValueError(f"{name} is no call")
        node = Node(name, _arguments(words))
        if next(words) == "{":
            node.children = list(_nodes(words))
        yield node


def _arguments(words: Iterator[str]) -> dict[str, Any]:
    """Named arguments up to the closing bracket; one without a name is called ``matrix``."""
    found, depth, text = {}, 1, ""
    for word in words:
        depth += (word in "([") - (word in ")]")
        if depth == 0 or (depth == 1 and word == ","):
            name, equals, value = text.rpartition("=")
            if text:
                found[name if equals else "matrix"] = json.loads(value.replace("undef", "null"))
            text = ""
        else:
            text += word
        if depth == 0:
            break
    return found


# --- solids


@dataclass
class Coloured:
    """What stands in one ``color``: its frame in the world, and its solid there."""

    frame: np.ndarray
    solid: Solid


def coloured(nodes: list[Node], frame: np.ndarray | None = None) -> Iterator[Coloured]:
    """The coloured solids of a tree, in its order."""
    frame = np.eye(4) if frame is None else frame
    for node in nodes:
        if node.name == "color":
            yield Coloured(frame, solid_of(node.children).transform(frame[:3]))
        else:
            inner = frame @ _matrix(node) if node.name == "multmatrix" else frame
            yield from coloured(node.children, inner)


def solid_of(nodes: list[Node]) -> Solid:
    """Everything that a tree draws, as one solid. A body that stands in several assemblies is made once."""
    key = repr(nodes)
    if key not in _MADE:
        shape = _joined([_shape(node) for node in nodes], ADD)
        _MADE[key] = Solid() if shape is None else shape
        _MADE[key].num_tri()  # works it out now, and not again for each place that it is moved to
    return _MADE[key]


_MADE: dict[str, Solid] = {}
"""The solids of this process by what draws them."""


def part(source: Path, folder: Path, **parameters: float) -> tuple[Solid, dict[str, list[float] | float]]:
    """A part as it lies on the printer, and what it says of itself. Raises tool.Tool."""
    target = folder / f"{source.stem}.csg"
    said = tool.solid(source, target, **parameters)
    return solid_of(read(target.read_text(encoding="utf-8"))), said


def _shape(node: Node) -> Shape | None:
    if node.name in JOINS:
        return _joined([_shape(each) for each in node.children], JOINS[node.name])
    if node.name in SOLIDS:
        return SOLIDS[node.name](node.arguments)
    inner = _joined([_shape(each) for each in node.children], ADD)
    if inner is None:
        return None
    if node.name == "multmatrix":
        matrix = _matrix(node)
        return inner.transform(matrix[:3] if isinstance(inner, Solid) else matrix[:2, [0, 1, 3]])
    if node.name == "linear_extrude" and isinstance(inner, Flat):
        return inner.extrude(float(node.arguments["height"]))
    raise ValueError(f"this reader of .csg does not know {node.name}")


def _joined(shapes: list[Shape | None], how: Any) -> Shape | None:
    """Several shapes as one; where the first of a difference is nothing, so is the whole."""
    there: list[Any] = [shape for shape in shapes if shape is not None]
    if not there or (how != ADD and shapes[0] is None):
        return None
    kind = type(there[0])
    return kind.batch_hull(there) if how == HULL else kind.batch_boolean(there, how)


def _matrix(node: Node) -> np.ndarray:
    return np.array(node.arguments["matrix"], dtype=float)


def _cube(said: dict[str, Any]) -> Solid:
    return Solid.cube(said["size"], said["center"])


def _cylinder(said: dict[str, Any]) -> Solid:
    return Solid.cylinder(
        said["h"], said["r1"], said["r2"], _sides(said, max(said["r1"], said["r2"])), said["center"]
    )


def _sphere(said: dict[str, Any]) -> Solid:
    return Solid.sphere(said["r"], _sides(said, said["r"]))


def _sides(said: dict[str, Any], radius: float) -> int:
    """As the manual of OpenSCAD says under $fa, $fs and $fn."""
    if said["$fn"] > 0:
        return int(max(said["$fn"], 3))
    return math.ceil(max(min(360 / said["$fa"], radius * 2 * math.pi / said["$fs"]), 5))


def _square(said: dict[str, Any]) -> Flat:
    return Flat.square(said["size"], said["center"])


def _circle(said: dict[str, Any]) -> Flat:
    return Flat.circle(said["r"], _sides(said, said["r"]))


def _polygon(said: dict[str, Any]) -> Flat:
    return Flat([said["points"]])


JOINS: dict[str, Any] = {
    "union": ADD, "group": ADD, "render": ADD, "color": ADD,
    "difference": SUBTRACT, "intersection": INTERSECT, "hull": HULL,
}  # fmt: skip
SOLIDS: dict[str, Callable[[dict[str, Any]], Shape]] = {
    "cube": _cube, "cylinder": _cylinder, "sphere": _sphere,
    "square": _square, "circle": _circle, "polygon": _polygon,
}  # fmt: skip
