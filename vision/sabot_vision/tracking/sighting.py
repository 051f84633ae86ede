"""From the cards found in one picture to sightings, which tracks follow."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.tracking.placing import Placing
from sabot_vision.tracking.track import Sighting

NO_FACE = ("back", "no index")
"""The reader's reasons for a back, or for something that is not a card."""


def sightings(found: Iterable[Found], placing: Placing, *, in_nose: bool) -> list[Sighting]:
    """Returns the sightings with their places; nothing for a back, a mark, and in the nose a covered card."""
    seen = []
    for each in found:
        covered = each.unsure == "covered"
        if each.card is None and (each.unsure in NO_FACE or (covered and in_nose)):
            continue
        if each.card is None and placing.is_mark(each.quad):
            continue
        quad = np.array(each.quad, np.float64)
        (x, y), width = quad.mean(axis=0), float(np.linalg.norm(quad[1] - quad[0]))
        place = placing.where.zone(x, y) if placing.where and not in_nose else ""
        seen.append(Sighting(each.card, x, y, width, place, each.confidence, each.quad, covered))
    return seen
