"""What the cards of one picture have in common, because they are of one deck: how large they are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sabot_vision.finding.geometry import short_side
from sabot_vision.finding.indices import resized
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.glyphs import SHOWN, SHOWN_BY
from sabot_vision.reading.corners import index_places
from sabot_vision.reading.cuts import looked_at
from sabot_vision.reading.settling import Reading, as_seen, index_mass, shows_both

OTHER_SIZE_TIMES = 1.3
"""An outline with a side that is longer or shorter than that of other cards by this factor is of no card."""


def of_one_size(every: Sequence[Reading]) -> list[Reading]:
    """Returns the readings without the outlines of another size than the sure cards, those whose corners and
    face agree. A card that shows one index is as large as those.

    An outline of another size is that of a pair, with the index of one card in the one corner and that of the
    other in the other, or of what a card leaves of the card below it: one index and half of a face may name
    it."""
    return [fitted for _, fitted in fitting(every)]


def of_one_size_seen(picture: np.ndarray, every: Sequence[Reading]) -> Piecewise[list[Reading]]:
    """Does the same, but a card stays as large as it was read if its index does not show in the corner that a
    card as large as the others has: it was that of another card, far from the corner of this one."""
    pairs = fitting(every)
    changed = [fitted for read, fitted in pairs if fitted is not read]
    corners = [as_seen(fitted).corners for fitted in changed]
    seen = yield from looked_at(picture, [fitted.looked.outline for fitted in changed], corners)
    shown = zip(changed, seen, strict=True)
    bare = {id(fitted) for fitted, some in shown if max(map(index_mass, some.values())) < 0.5}
    return [read if id(fitted) in bare else fitted for read, fitted in pairs]


def fitting(every: Sequence[Reading]) -> list[tuple[Reading, Reading]]:
    """The readings that are not of another size, as they were read and with the size of the others."""
    whole = [reading for reading in every if reading.looked.outline.whole]
    sure = [reading for reading in whole if reading.verdict.card and all_agree(reading)]
    if not sure:
        return [(reading, reading) for reading in every]
    usual = np.median([sides(reading) for reading in sure], axis=0)
    odd = {id(reading) for reading in whole if not alike(reading, usual)} - {id(each) for each in sure}
    short = float(np.median([short_side(reading.looked.outline.quad) for reading in sure]))
    return [(reading, as_large_as(short, reading)) for reading in every if id(reading) not in odd]


def as_large_as(short: float, reading: Reading) -> Reading:
    """The reading; if only one index of a card is seen, and nothing told how large it is, the card gets a
    short side of `short` pixels from that corner on."""
    outline, corners = reading.looked.outline, as_seen(reading).corners
    if outline.whole or outline.sized or len(corners) != 1:
        return reading
    quad = resized(outline.quad, corners[0], short / short_side(outline.quad))
    fitted = outline._replace(quad=quad)
    return reading._replace(looked=reading.looked._replace(outline=fitted), places=index_places(fitted))


def all_agree(reading: Reading) -> bool:
    """Whether two opposite corners show one card, and so does the face if it was asked."""
    face = reading.looked.face
    faced = face is None or int(np.argmax(face.glyphs)) == SHOWN.index(SHOWN_BY[reading.verdict.rank])
    return faced and shows_both(reading)


def alike(reading: Reading, usual: np.ndarray) -> bool:
    """Whether each side of an outline is about as long as it usually is."""
    times = sides(reading) / usual
    return bool(times.max() < OTHER_SIZE_TIMES and times.min() > 1 / OTHER_SIZE_TIMES)


def sides(reading: Reading) -> np.ndarray:
    """The length of the short and of the long side of an outline, each the mean of two."""
    quad = reading.looked.outline.quad
    lengths = np.hypot(*(quad - np.roll(quad, 1, axis=0)).T)
    return np.array([lengths[1::2].mean(), lengths[::2].mean()])
