"""A further look at what may be the ace of a deck that has a picture on its aces: without that picture.

The networks were taught aces with bare paper beside the index, and courts with a picture there. So an A with
a picture beside it may look like the letter of a court. This look paints the picture over. It only counts
where the corners looked like an A before, because without their picture courts look like aces too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.cutting import corner_cut
from sabot_vision.networks.judging import ACES_AT, Seen, Verdict, looks_like_a_court, shares_of_letters
from sabot_vision.reading.cuts import corners_read
from sabot_vision.reading.judge import CLEAR_PROBABILITY, Judge
from sabot_vision.reading.settling import Looked, index_mass

ACE_LEAST = 0.1
"""A card may be a pictured ace if its corners, with the picture, look like an A with this probability."""
ACE_LEAST_BARE = 0.98
"""The same for the look without the picture, which is then believed."""
PICTURE_FROM_PX, PICTURE_TO_PX = 18, 38
"""In a corner cut, a picture begins between these columns."""
HEAD_PX = 6
"""The first rows of a corner cut, which show the table and the rim of the card."""
INK_MOST = 80
"""Pixels are this much darker than paper at most, of 255: black counts for no more than a colour."""
PAPER_PERCENTILE = 80
"""The paper of a corner cut is about as light as this hundredth of its pixels."""


def looked_without_picture(
    picture: np.ndarray, looked: Sequence[Looked], judge: Judge
) -> Piecewise[list[Looked]]:
    """Returns `looked`, in which an unnamed card that looks like a court, and like an ace by its corners, has
    the letters that a look without its picture shows, if those are surely of an ace."""
    verdicts = judge.verdicts(looked)
    may_be = [n for n, verdict in enumerate(verdicts) if may_be_pictured_ace(looked[n], verdict)]
    corners = [(n, at) for n in may_be for at in shown(looked[n].indices)]
    seen = yield from corners_read(
        without_picture(corner_cut(picture, looked[n].outline.quad, at), at) for n, at in corners
    )
    bare: dict[int, dict[int, Seen]] = {n: {} for n in may_be}
    for (n, at), index in zip(corners, seen, strict=True):
        bare[n][at] = index
    return [with_letters(each, bare[n]) if n in bare else each for n, each in enumerate(looked)]


def may_be_pictured_ace(seen: Looked, verdict: Verdict | None) -> bool:
    """Whether an unnamed card that looks like a court shows what may be an A in two corners."""
    if verdict is None or verdict.card or not seen.outline.whole or not looks_like_a_court(seen.face):
        return False
    indices = shown(seen.indices)
    return len(indices) > 1 and ace_share([*indices.values()]) >= ACE_LEAST


def shown(indices: Mapping[int, Seen]) -> dict[int, Seen]:
    """The corners that show an index."""
    return {at: index for at, index in indices.items() if index_mass(index) >= 0.5}


def ace_share(indices: Sequence[Seen]) -> float:
    """How likely these corners of one card show an A or a 1."""
    return float(shares_of_letters(indices)[ACES_AT].sum())


def with_letters(seen: Looked, bare: Mapping[int, Seen]) -> Looked:
    """The card with the letters of its `bare` corners, if all of them surely show an ace. The suits stay as
    they were seen."""
    surely = all(index_mass(index) >= CLEAR_PROBABILITY for index in bare.values())
    if not surely or ace_share([*bare.values()]) < ACE_LEAST_BARE:
        return seen
    lettered = {at: seen.indices[at]._replace(glyphs=index.glyphs) for at, index in bare.items()}
    return seen._replace(indices=seen.indices | lettered)


def without_picture(cut: np.ndarray, corner: int) -> np.ndarray:
    """A corner cut (see `corner_cut`) with paper from the column on in which the least stands, between the
    index and what is further in."""
    upright = cut if corner in (0, 2) else cut[:, ::-1]
    paper = np.percentile(upright.reshape(-1, 3), PAPER_PERCENTILE, axis=0)
    ink = np.minimum(np.abs(upright - paper).max(axis=2), INK_MOST)[HEAD_PX:, PICTURE_FROM_PX:PICTURE_TO_PX]
    nearest = np.arange(ink.shape[1])
    begins = PICTURE_FROM_PX + int(np.argmin(ink.sum(axis=0) + nearest))
    bare = upright.copy()
    bare[:, begins:] = paper
    return bare if corner in (0, 2) else np.ascontiguousarray(bare[:, ::-1])
