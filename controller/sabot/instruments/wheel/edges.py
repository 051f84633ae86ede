"""Edges of our own wheel sensor: which sensors there are, where they sit, and recordings of them.

A recording is a CSV file with the header `t_us,sensor`, one rising edge a row in order of time.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sabot.games.wheel import terms as wheel_terms
from sabot.games.wheel.terms import layout_refusal

SENSORS = {"index": 1, "index2": 2, "track": 3, "pocket": 4, "track2": 5, "pocket2": 6}
"""Every sensor with its number on the sabot link. `track2` is a second beam across the ball track: only
with it can the direction of the ball be seen. `pocket2` is a second eye over the pockets: with it a number is
known sooner. Both may be left out."""

EYES = {"pocket": "pocket_deg", "pocket2": "pocket2_deg"}
"""The sensors over the pockets, and the option that says where each sits."""

NAMES = {number: name for name, number in SENSORS.items()}


OUT_OF_ORDER_US = 1_000_000
"""Rows further out of order than this are no recording; nearer ones are put in order."""


class Edge(NamedTuple):
    """One rising edge: microseconds of the device's clock, and the sensor's name."""

    t_us: int
    sensor: str


class Options(NamedTuple):
    """The wheel and its sensors. Angles in degrees clockwise seen from above, from `index` on the bowl.

    `mark_pocket`: the pocket with the rotor's mark at its middle. `required_laps`, `slowest_rpm`,
    `fastest_rpm` (at the launch), `alternate`: what makes a spin valid. `rnvp_rev_s`: the ball speed at which
    *rien ne va plus* is due. `scatter_s`: how long a ball may scatter after it left the track. `pocket2`
    whether a second eye is known to be there: one that is not seen at all is then silent, and not left out.
    `kind` is what the board must call itself; `wheel` the name under which statistics are kept; `calibrated`
    the day on which the angles were measured.
    """

    pockets: int = 37
    layout: str = ""
    mark_pocket: str = "0"
    index_deg: float = 0.0
    index2_deg: float = 90.0
    track_deg: float = 0.0
    track2_deg: float = 90.0
    pocket_deg: float = 0.0
    pocket2_deg: float = 160.0
    pocket2: bool = False
    required_laps: int = 5
    slowest_rpm: float = 10.0
    fastest_rpm: float = 36.0
    alternate: bool = True
    rnvp_rev_s: float = 1.0
    scatter_s: float = 5.0
    kind: str = "sabot-wheel"
    wheel: str = ""
    calibrated: str = ""

    def refusal(self) -> str:
        """Why these options are impossible; empty if they are not."""
        if why := layout_refusal(self.pockets, self.layout):
            return why
        if self.mark_pocket not in self.order:
            return f"mark_pocket = {self.mark_pocket!r} is no pocket of this wheel"
        if not 0 < self.slowest_rpm < self.fastest_rpm <= 120:
            return "slowest_rpm must be above 0 and below fastest_rpm, which is 120 at most"
        if why := self._endless_angle():
            return why
        if abs((self.index2_deg - self.index_deg) % 180 - 90) > 60:
            return (
                "index2_deg must lie 30 to 150 degrees from index_deg, on either side: it tells the direction"
            )
        if abs((self.pocket2_deg - self.pocket_deg) % 360 - 180) > 90:
            return "pocket2_deg must lie 90 to 270 degrees from pocket_deg"
        if not (1 <= self.required_laps <= 50 and 0 < self.scatter_s <= 60 and 0 < self.rnvp_rev_s <= 5):
            return "required_laps is 1 to 50, scatter_s up to 60, rnvp_rev_s up to 5"
        return ""

    def _endless_angle(self) -> str:
        """Why an angle is none; empty if all are numbers."""
        angles = {name: value for name, value in self._asdict().items() if name.endswith("_deg")}
        wrong = next((name for name, value in angles.items() if not math.isfinite(value)), "")
        return f"{wrong} = {angles[wrong]}, but an angle in degrees was expected" if wrong else ""

    @property
    def order(self) -> tuple[str, ...]:
        """The pockets clockwise from zero."""
        return wheel_terms.order(self.pockets, self.layout)

    @property
    def index_apart(self) -> float:
        """How far clockwise of `index` the sensor `index2` sits, in revolutions."""
        return (self.index2_deg - self.index_deg) / 360


def read(path: Path) -> Iterator[Edge]:
    """The edges of a recording. Raises ValueError naming the line that is none, OSError."""
    with path.open(encoding="utf-8", errors="replace", newline="") as lines:
        rows = csv.reader(lines)
        header = [each.strip() for each in next(rows, [])]
        if header != ["t_us", "sensor"]:
            raise ValueError(f"{path}, line 1: expected the header t_us,sensor")
        yield from _rows(rows, str(path))


def _rows(rows: Iterable[list[str]], path: str) -> Iterator[Edge]:
    last = None
    for number, row in enumerate(rows, start=2):
        if not row:
            continue
        edge = _edge(row)
        if edge is None:
            raise ValueError(f"{path}, line {number}: {','.join(row)[:40]!r} is no edge; expected 1234,index")
        if last is not None and edge.t_us < last - OUT_OF_ORDER_US:
            raise ValueError(f"{path}, line {number}: {edge.t_us} comes before the line above")
        last = max(edge.t_us, last or edge.t_us)
        yield edge


def _edge(row: list[str]) -> Edge | None:
    if len(row) != 2 or row[1].strip() not in SENSORS:
        return None
    text = row[0].strip()
    whole = text.removeprefix("-")
    return (
        Edge(int(text), row[1].strip()) if whole.isascii() and whole.isdigit() and len(whole) < 18 else None
    )


def written(edges: Iterable[Edge]) -> str:
    """The recording of these edges."""
    return "t_us,sensor\n" + "".join(f"{each.t_us},{each.sensor}\n" for each in edges)
