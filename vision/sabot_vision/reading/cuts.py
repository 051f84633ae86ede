"""What the networks see in the corners and faces of cards, a few at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np

from sabot_vision.finding.outlines import Outline
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.cutting import corner_cut, face_cut, sharpened
from sabot_vision.networks.judging import Seen
from sabot_vision.networks.running import corners_seen, faces_seen

CORNERS_AT_A_TIME, FACES_AT_A_TIME = 12, 6
"""At most this many corners, and this many faces, are read without a pause."""


def corners_read(cuts: Iterable[np.ndarray]) -> Piecewise[list[Seen]]:
    """What these corners show. Each is cut out when it is its turn."""
    left, shown = iter(cuts), list[Seen]()
    while some := list(islice(left, CORNERS_AT_A_TIME)):
        shown += corners_seen(some)
        yield
    return shown


def looked_at(
    picture: np.ndarray,
    places: Sequence[Outline],
    corners: Sequence[Sequence[int]],
    reach: float = 1.0,
    *,
    sharp: bool = False,
) -> Piecewise[list[dict[int, Seen]]]:
    """What the given corners of each place show; `reach` is that of a cut, and `sharp`: its edges are
    sharpened."""
    every = [(n, corner) for n, some in enumerate(corners) for corner in some]
    cuts = (corner_cut(picture, places[n].quad, corner, reach) for n, corner in every)
    seen = yield from corners_read(map(sharpened, cuts) if sharp else cuts)
    shown: list[dict[int, Seen]] = [{} for _ in places]
    for (n, corner), what in zip(every, seen, strict=True):
        shown[n][corner] = what
    return shown


def faces_at(
    picture: np.ndarray, quads: Sequence[np.ndarray], *, sharp: bool = False
) -> Piecewise[list[Seen]]:
    """What the cards at these corners show as a whole; `sharp`: with sharpened edges."""
    shown: list[Seen] = []
    for first in range(0, len(quads), FACES_AT_A_TIME):
        cuts = [face_cut(picture, quad) for quad in quads[first : first + FACES_AT_A_TIME]]
        shown += faces_seen([*map(sharpened, cuts)] if sharp else cuts)
        yield
    return shown
