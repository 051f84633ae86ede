"""Where the table lies since the camera was last knocked: a small file, so that a restart begins there."""

from __future__ import annotations

import json
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from sabot.core.shapes.json import decimal, record
from sabot_vision.keeping import replace
from sabot_vision.places import points_spelled


class Mended(NamedTuple):
    """What the marks have mended: the `corners` now (spelled), those that it began with and those on the way
    (`before`), by how many millimetres the last knock moved the table, when (seconds since 1970), and how
    many knocks there were."""

    corners: str
    before: tuple[str, ...]
    mm: float
    at_s: float
    times: int

    @property
    def shown(self) -> dict[str, object]:
        """What the technician's page shows."""
        return {"mm": round(self.mm), "at": round(self.at_s), "times": self.times}


def found(file: Path | None, saved: str) -> Mended | None:
    """Returns what was mended since the corners `saved` in the configuration; None if nothing was, or if they
    were measured again since."""
    if file is None:
        return None
    with suppress(OSError, TypeError, ValueError, OverflowError, RecursionError):
        plain = record(json.loads(file.read_bytes()))
        corners, before = str(plain.get("corners", "")), plain.get("before")
        known = [str(each) for each in before] if isinstance(before, list) else []
        if len(points_spelled(corners)) == 4 and saved in known:
            mm, at_s, times = (decimal(plain.get(name, 0)) for name in ("mm", "at_s", "times"))
            if isfinite(mm) and isfinite(at_s):
                return Mended(corners, tuple(known), mm, at_s, int(times))
    return None


def keep(file: Path | None, mended: Mended) -> None:
    """Write it; a full disk must not stop the eye."""
    if file is not None:
        with suppress(OSError):
            replace(file, json.dumps(mended._asdict()).encode())
