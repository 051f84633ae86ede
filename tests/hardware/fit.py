"""An assembly as bodies, and what must be true before somebody prints it.

Each body comes in its order along a straight way and then stays. Two bodies meet where they share more than
`TOUCH_MM3`. Lengths in mm; a screw's head sits on the plane z = 0 of its frame and its shaft goes down.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np

from tests.hardware import csg
from tests.hardware.csg import Flat, Solid
from tests.hardware.tool import tool

TOUCH_MM3 = 0.02
WALL_MM = 1.2
BRIDGE_MM = 10.5
INSERT_WALL_MM = 1.6
PASSES_MM = 3.2
"""What an M3 needs at least to pass."""

LONGER_MM = 0.4
"""A screw may be longer than its name by 0.35 mm up to M3×16 (ISO 4762, tolerance js15, from memory)."""

STEP_MM = 0.8
ENGAGED = 1.2
"""A screw goes this many of its diameters into an insert; into a nut, by the nut's height."""


@dataclass(eq=False)
class Body:
    """One body of an assembly, in its place."""

    name: str
    step: int
    unit: str
    kind: str
    way: np.ndarray
    figures: list[float]
    frame: np.ndarray
    solid: Solid


@dataclass
class Unit:
    """Bodies that are put together on their own and join the rest when a step begins, on a straight way."""

    joins: int
    way: np.ndarray


@dataclass
class Assembly:
    """The bodies in the order of the work, and the units among them by name."""

    bodies: list[Body]
    units: dict[str, Unit]


def assembly(source: Path, folder: Path, **parameters: int) -> Assembly:
    """An assembly as OpenSCAD evaluates it. Raises tool.Tool where it refuses."""
    target = folder / f"{source.stem}.csg"
    changed = [word for name, value in parameters.items() for word in ("-D", f"{name}={value}")]
    said = tool.ran(["openscad", "--hardwarnings", *changed, "-o", str(target), str(source)], source.name)
    echoes = [_said(line) for line in re.findall(r"^ECHO: ((?:body|unit) = .*)$", said, re.MULTILINE)]
    named = [each for each in echoes if "body" in each]
    drawn = csg.coloured(csg.read(target.read_text(encoding="utf-8")))
    found = [_body(each, shape) for each, shape in zip(named, drawn, strict=True)]
    units = {each["unit"]: Unit(each["joins"], np.array(each["away"])) for each in echoes if "joins" in each}
    return Assembly(sorted(found, key=lambda body: body.step), units)


def _body(said: dict, shape: csg.Coloured) -> Body:
    way = shape.frame[:3, :3] @ said["away"]
    return Body(
        said["body"], said["step"], said["unit"], said["kind"], way, said["figures"], shape.frame, shape.solid
    )


def _said(line: str) -> dict:
    """`body = "nut", step = 3` as a dictionary."""
    return json.loads("{" + re.sub(r"(\w+) = ", r'"\1": ', line) + "}")


# --- bodies that meet


def shared(one: Solid, other: Solid) -> float:
    """How much two solids share, mm³."""
    return (one ^ other).volume() if is_near(one, other) else 0.0


def is_near(one: Solid, other: Solid) -> bool:
    """Whether the boxes round two solids meet: where they do not, neither do the solids."""
    a, b = one.bounding_box(), other.bounding_box()
    return a[0] < b[3] and b[0] < a[3] and a[1] < b[4] and b[1] < a[4] and a[2] < b[5] and b[2] < a[5]


def meetings(whole: Assembly) -> Iterator[str]:
    """Which bodies meet in their places."""
    for a, b in combinations(whole.bodies, 2):
        if (mm3 := shared(a.solid, b.solid)) > TOUCH_MM3:
            yield f"{a.name} meets {b.name}: {mm3:.2f} mm3"


def blocked(whole: Assembly) -> Iterator[str]:
    """Which bodies, and which units, do not reach their places along their ways, and what they meet there."""
    there: list[Body] = []
    apart = dict(whole.units)
    for body in whole.bodies:
        for name in [name for name, unit in apart.items() if unit.joins <= body.step]:
            way = apart.pop(name).way
            rest = [each for each in there if each.unit != name and each.unit not in apart]
            yield from (wrong for each in there if each.unit == name for wrong in met(each, way, rest))
        side = body.unit if body.unit in apart else ""
        beside = [each for each in there if (each.unit if each.unit in apart else "") == side]
        yield from met(body, body.way, beside)
        there.append(body)


def met(body: Body, way: np.ndarray, others: list[Body]) -> list[str]:
    """What a body meets on a straight way to its place."""
    box = np.array(body.solid.bounding_box())
    low, high = box[:3] + np.minimum(way, 0), box[3:] + np.maximum(way, 0)
    reach = Solid.cube(high - low).translate(low)
    near = [each for each in others if is_near(reach, each.solid)]
    swept = Solid.batch_hull([body.solid, body.solid.translate(way)])
    # A convex body meets what its hull meets. Of the others only the piece within the hull can be met: it is
    # cut out once, and the body is tried at a hundred places.
    cut = [(each, each.solid ^ swept) for each in near if is_near(swept, each.solid)]
    cut = [(each, piece) for each, piece in cut if piece.volume() > TOUCH_MM3]
    places = np.linspace(0, 1, int(float(np.linalg.norm(way)) / STEP_MM) + 2)[:, None] * way
    return [
        f"{body.name} meets {other.name} on its way"
        for other, piece in cut
        if any(
            shared(body.solid.translate(place), piece) > TOUCH_MM3 for place in _near(places, box, to=piece)
        )
    ]


def _near(places: np.ndarray, box: np.ndarray, *, to: Solid) -> np.ndarray:
    """The places at which a body with this box round it may meet a solid."""
    there = np.array(to.bounding_box())
    overlaps = (places + box[:3] < there[3:]) & (there[:3] < places + box[3:])
    return np.asarray(places[overlaps.all(axis=1)])


# --- screws, inserts, cables


def screws(whole: Assembly) -> Iterator[str]:
    """What is wrong with each screw, insert and nut."""
    for body in whole.bodies:
        others = [other for other in whole.bodies if other is not body]
        if body.kind in ("screw", "clamp screw"):
            yield from (f"{body.name} in step {body.step}: {wrong}" for wrong in _wrong_with(body, others))
        if body.kind == "insert" and (share := _held(body, others)) < 0.97:
            yield f"{body.name} in step {body.step}: {share:.0%} of its wall is there"


def _wrong_with(screw: Body, others: list[Body]) -> list[str]:
    across, long, head, _ = screw.figures
    threads = [other for other in others if other.kind in ("insert", "nut") and other.figures[0] == across]
    solid = [other for other in others if other not in threads and other.kind != "felt"]
    said = []
    ring = _ring(screw, across + 0.1, across + 0.5, -long, 0)
    round_ = ring.volume()
    held = max((shared(ring, thread.solid) / round_ * long / _least(thread) for thread in threads), default=0)
    if held < 1:
        said.append(f"its thread holds {held:.0%} of what it must")
    passes = _ring(screw, 0, max(across + 0.2, PASSES_MM if across == 3 else 0), -long - LONGER_MM, -0.05)
    said += [
        f"its hole in {other.name} is too narrow or too short"
        for other in solid
        if screw.kind == "screw" and shared(passes, other.solid) > TOUCH_MM3
    ]
    seat = _ring(screw, across + 0.6, head - 0.2, -0.4, -0.05)
    there = sum(shared(seat, other.solid) for other in others) / seat.volume()
    if screw.kind == "screw" and there < 0.6:
        said.append(f"{there:.0%} of its head's seat is there")
    if screw.kind == "clamp screw" and not _presses(screw, others):
        said.append("its tip presses nothing")
    return said


def astray(whole: Assembly, step: int) -> list[str]:
    """Which screws of a step, pictured on their way, would not come to what they fasten in that picture."""
    said = []
    for screw in whole.bodies:
        if screw.kind in ("screw", "clamp screw") and screw.step == step:
            across, long, head, _ = screw.figures
            way = float(np.linalg.norm(screw.way))
            kinds = (
                ("insert", "nut") if screw.kind == "clamp screw" else ("printed", "board", "part", "washer")
            )
            inner, outer, low = (
                (across + 0.1, across + 0.5, -long)
                if screw.kind == "clamp screw"
                else (across + 0.6, head, -0.4)
            )
            ring = _ring(screw, inner, outer, low - way, -0.05)
            if not any(shared(ring, each.solid) > TOUCH_MM3 for each in whole.bodies if each.kind in kinds):
                said.append(f"{screw.name} comes to nothing")
    return said


def _least(thread: Body) -> float:
    """For how long a shaft must lie in a thread, mm."""
    return min(ENGAGED * thread.figures[0], thread.figures[1] - 0.05)


def _presses(screw: Body, others: list[Body]) -> bool:
    across, long, *_ = screw.figures
    tip = _ring(screw, 0, across - 0.5, -long - 0.4, -long)
    pressed = [other for other in others if shared(tip, other.solid) > TOUCH_MM3]
    return any(each.kind in ("given", "felt") or _on_felt(each, screw, others) for each in pressed)


def _on_felt(strip: Body, screw: Body, others: list[Body]) -> bool:
    """Whether a printed strip, pressed by a screw, lies on felt."""
    moved = strip.solid.translate(-SEAT_MM * screw.frame[:3, 2])
    felts = [other.solid for other in others if other.kind == "felt"]
    return strip.kind == "printed" and any(shared(moved, felt) > TOUCH_MM3 for felt in felts)


def _held(insert: Body, others: list[Body]) -> float:
    """How much of the wall round an insert is one of the other bodies."""
    _, long, across = insert.figures
    ring = _ring(insert, across + 0.05, across + 2 * INSERT_WALL_MM - 0.05, -long, -0.05)
    return (
        max(shared(ring, other.solid) for other in others if other.kind in ("printed", "given"))
        / ring.volume()
    )


def _ring(body: Body, inner: float, outer: float, low: float, high: float) -> Solid:
    """A tube round a body's axis, in the world; a full cylinder where `inner` is 0."""
    ring = Solid.cylinder(high - low, outer / 2, outer / 2, 36)
    if inner:
        ring -= Solid.cylinder(high - low, inner / 2, inner / 2, 36)
    return ring.translate((0, 0, low)).transform(body.frame[:3])


def loose(whole: Assembly) -> list[str]:
    """Which cables are not squeezed over 8 mm, by a lid on their flat side and by the floor of a channel."""
    said = []
    for cable in whole.bodies:
        if cable.kind == "cable":
            across, long, _, held = cable.figures
            others = [each.solid for each in whole.bodies if each.kind == "printed"]
            whole_round = Solid.cylinder(long, across / 2, across / 2, 36).rotate((0, 90, 0))
            cut = whole_round.transform(cable.frame[:3]) - cable.solid
            lid = sum(shared(cut, each) for each in others) / cut.volume()
            floor = sum(shared(cable.solid.translate(cable.frame[:3, 2] * -0.3), each) for each in others)
            if held < 8 or lid < 0.2 or floor < 1:
                said.append(f"{cable.name} is not held")
    return said


# --- what no screw holds

SEAT_MM = 0.05
SEATS: dict[str, dict[int, tuple[float, float]]] = {
    "sheet with the slit": {-1: (0.1, 60)},  # on its glue
    "reading head": {1: (0, 60)},
    "foam": {-1: (0, 50), 1: (0.05, 50)},
    "USB cable of the Pico": {1: (0, 4)},  # against the lid's tongue, where a tie holds it
    "flat cable of the camera": {-1: (0.05, 100), 1: (0.05, 100)},
    "clear pane": {-1: (0, 300)},  # on its ledge, glued
}
"""On which side (1 above, -1 below) a body lies on others, across which gap (mm), on how much (mm²)."""


def seats(whole: Assembly) -> list[str]:
    """Which bodies that no screw holds do not lie on anything where they should."""
    said = []
    for body in whole.bodies:
        others = [other for other in whole.bodies if other is not body]
        for side, (gap, least) in SEATS.get(body.name, {}).items():
            pressed = body.solid.translate((0, 0, side * (gap + SEAT_MM)))
            mm2 = sum(shared(pressed, other.solid) for other in others) / SEAT_MM
            if mm2 < least:
                said.append(f"{body.name} lies on {mm2:.0f} mm2 {'above' if side > 0 else 'below'} it")
    return said


# --- parts to print


def thin(solid: Solid, wall: float = WALL_MM, apart: float = 1.0) -> list[str]:
    """Where a part is thinner than a wall may be: what a disc of that width misses in slices on three axes.

    It misses corners too, but little of them, and the side of a peg in one slice: a piece counts that two
    slices miss, from half a square millimetre on, longer than a wall is thick.
    """
    said = []
    for axis, turned in (("z", solid), ("x", solid.rotate((0, -90, 0))), ("y", solid.rotate((90, 0, 0)))):
        low, high = turned.bounding_box()[2], turned.bounding_box()[5]
        before = Flat()
        for at in np.arange(low + 0.13, high, apart):
            missed = _missed(turned.slice(float(at)), wall)
            said += [
                f"{axis} {at:.1f}: {_where(piece)}"
                for piece in (missed ^ before).decompose()
                if _counts(piece, wall)
            ]
            before = missed
    return said


def _missed(layer: Flat, wall: float) -> Flat:
    """What no disc of almost a wall's width covers that stays inside the layer."""
    narrower = layer.offset(-wall / 2 + 0.02, circular_segments=24)
    return layer - narrower.offset(wall / 2 + 0.02, circular_segments=24)


def _counts(piece: Flat, wall: float) -> bool:
    x0, y0, x1, y1 = piece.bounds()
    return piece.area() > 0.5 and max(x1 - x0, y1 - y0) > wall


def _where(piece: Flat) -> str:
    return ", ".join(f"{each:.1f}" for each in piece.bounds())


def hanging(solid: Solid, bridge: float = BRIDGE_MM, layer: float = 0.4) -> list[str]:
    """Layers with a place farther than half a bridge from what carries it from below."""
    low, high = solid.bounding_box()[2], solid.bounding_box()[5]
    layers = [solid.slice(float(at)) for at in np.arange(low + layer / 2, high, layer)]
    said = []
    for number, (below, above) in enumerate(pairwise(layers)):
        free = above - below.offset(bridge / 2, circular_segments=24)
        if free.area() > 0.2:
            said.append(f"z {low + (number + 1.5) * layer:.1f}: {_where(free)}")
    return said
