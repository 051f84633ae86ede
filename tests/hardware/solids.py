"""Reading an STL as a printer's slicer would, and what must be true of it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

Vertex = tuple[float, float, float]
Triangle = tuple[Vertex, Vertex, Vertex]


class Mesh(NamedTuple):
    """The triangles of a part, mm."""

    triangles: list[Triangle]

    @property
    def size(self) -> list[float]:
        """Width, depth, height."""
        axes = list(zip(*(vertex for each in self.triangles for vertex in each), strict=True))
        return [max(axis) - min(axis) for axis in axes]

    @property
    def bottom(self) -> float:
        return min(vertex[2] for each in self.triangles for vertex in each)

    @property
    def volume_mm3(self) -> float:
        """Positive where every triangle shows its outer side."""
        return sum(_six_volumes(each) for each in self.triangles) / 6

    @property
    def leaks(self) -> int:
        """Edges that do not lie between exactly two triangles that agree which side is out."""
        edges = Counter(edge for a, b, c in self.triangles for edge in ((a, b), (b, c), (c, a)))
        return sum(count != edges[(b, a)] for (a, b), count in edges.items())

    def walls(self, a: Vertex, b: Vertex) -> int:
        """How many surfaces lie between two points."""
        return sum(_crosses(a, b, each) for each in self.triangles)

    @property
    def bodies(self) -> int:
        """How many pieces hang together."""
        leader: dict[Vertex, Vertex] = {}
        for a, b, c in self.triangles:
            leader[_found(leader, b)] = leader[_found(leader, c)] = _found(leader, a)
        return len({_found(leader, vertex) for each in self.triangles for vertex in each})


def read(path: Path) -> Mesh:
    """An STL of OpenSCAD (ASCII)."""
    numbers = re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text())
    vertices = [(float(x), float(y), float(z)) for x, y, z in numbers]
    return Mesh([*zip(vertices[::3], vertices[1::3], vertices[2::3], strict=True)])


def _six_volumes(triangle: Triangle) -> float:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)


def _crosses(a: Vertex, b: Vertex, triangle: Triangle) -> bool:
    """Whether the way from `a` to `b` goes through a triangle: its ends on both sides, and inside it."""
    p, q, r = triangle
    if _side(a, p, q, r) * _side(b, p, q, r) >= 0:
        return False
    turns = [_side(a, b, *edge) > 0 for edge in ((p, q), (q, r), (r, p))]
    return all(turns) or not any(turns)


def _side(a: Vertex, b: Vertex, c: Vertex, d: Vertex) -> float:
    """The volume of the corner a b c d, with its sign."""
    edges = [tuple(x - y for x, y in zip(each, a, strict=True)) for each in (b, c, d)]
    return _six_volumes((edges[0], edges[1], edges[2]))


def _found(leader: dict[Vertex, Vertex], vertex: Vertex) -> Vertex:
    while leader.setdefault(vertex, vertex) != vertex:
        leader[vertex] = leader[leader[vertex]]
        vertex = leader[vertex]
    return vertex
