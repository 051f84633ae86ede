"""Further looks at cards that are nearly named: through cuts shifted a little, sharpened, and larger."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sabot_vision.finding.outlines import Outline
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.glyphs import GLYPHS
from sabot_vision.networks.judging import Seen, Verdict, averaged
from sabot_vision.reading.cuts import faces_at, looked_at
from sabot_vision.reading.judge import CLEAR_PROBABILITY, Judge
from sabot_vision.reading.settling import Looked, index_mass

ASIDE_PARTS = ((0.02, 0.014), (-0.02, -0.014))
"""The second look uses cuts shifted this far, in parts of a card's sides."""
SECOND_LOOK_CONFIDENCE = 0.75
"""A second look is taken from this confidence on; below it, it hardly ever leads to a name."""
NO_SECOND_LOOK_CONFIDENCE = 0.9985
"""From this confidence on a single visible corner names its card without a second look."""
SHARPER_LOOK_CONFIDENCE = 0.85
"""The same for the sharper look at a card that the second one does not name."""
FURTHER_TIMES = 1.3
"""The last look at a card that is not named extends this much further into it."""


def looked_twice(picture: np.ndarray, looked: Sequence[Looked], judge: Judge) -> Piecewise[list[Looked]]:
    """Returns `looked`, with a second look through two shifted cuts at the cards that are nearly named."""
    verdicts = judge.verdicts(looked)
    again = [seen for seen, verdict in zip(looked, verdicts, strict=True) if doubtful(seen, verdict)]
    better = dict(zip(map(id, again), (yield from looked_aside(picture, again)), strict=True))
    return [better.get(id(seen), seen) for seen in looked]


def looked_sharper(picture: np.ndarray, looked: Sequence[Looked], judge: Judge) -> Piecewise[list[Looked]]:
    """Returns `looked`, with a look through sharpened cuts at the cards that are nearly named. It counts only
    if it names the card as what it seemed to be. A soft lens, or few pixels, let strokes flow together."""
    before = judge.verdicts(looked)
    soft = [n for n, verdict in enumerate(before) if verdict and is_nearly_named(verdict)]
    outlines, corners = [looked[n].outline for n in soft], [tuple(looked[n].indices) for n in soft]
    indices = yield from looked_at(picture, outlines, corners, sharp=True)
    faced = [n for n in soft if looked[n].face is not None]
    faces = yield from faces_at(picture, [looked[n].outline.quad for n in faced], sharp=True)
    face_of = dict(zip(faced, faces, strict=True))
    sharper = list(looked)
    for n, shown in zip(soft, indices, strict=True):
        of_both = {at: replaced(index, shown[at]) for at, index in looked[n].indices.items()}
        sharper[n] = Looked(looked[n].outline, of_both, face_of.get(n))
    after = judge.verdicts(sharper)
    return [
        sharper[n] if n in soft and confirms(before[n], after[n]) else seen for n, seen in enumerate(looked)
    ]


def is_nearly_named(verdict: Verdict) -> bool:
    """Whether a card is not named, but seems to be one, surely enough for a sharper look."""
    return not verdict.card and bool(verdict.suit) and verdict.confidence > SHARPER_LOOK_CONFIDENCE


def replaced(index: Seen, sharper: Seen) -> Seen:
    """Returns what a corner shows in a sharper look, which is a single look. The features stay those of the
    cut as it was: a table learns from such cuts."""
    return index._replace(glyphs=sharper.glyphs, suits=sharper.suits, least=0.0)


def confirms(before: Verdict | None, after: Verdict | None) -> bool:
    """Whether a card is named now, and as it seemed before."""
    if before is None or after is None or not after.card:
        return False
    return (before.rank, before.suit) == (after.rank, after.suit)


def looked_further(picture: np.ndarray, looked: Sequence[Looked], judge: Judge) -> Piecewise[list[Looked]]:
    """Returns `looked`, in which the suit of an unnamed card is that of a cut that extends further into it,
    if both show the same letter: the suit of a jumbo index may stand too low for the usual one."""
    verdicts = judge.verdicts(looked)
    low = [n for n, verdict in enumerate(verdicts) if not (verdict and verdict.card) and is_low(looked[n])]
    more = yield from looked_at(
        picture, [looked[n].outline for n in low], [tuple(looked[n].indices) for n in low], FURTHER_TIMES
    )
    further = list(looked)
    for n, seen in zip(low, more, strict=True):
        indices = {at: lower(index, seen[at]) for at, index in looked[n].indices.items()}
        further[n] = looked[n]._replace(indices=indices)
    return further


def is_low(seen: Looked) -> bool:
    """Whether a whole card shows a letter in both corners, so that only its suit may be missing."""
    return seen.outline.whole and sum(index_mass(index) >= 0.5 for index in seen.indices.values()) >= 2


def lower(index: Seen, further: Seen) -> Seen:
    """What a corner shows, with the suit of a further look where its own is not clear and the letters agree.
    A J keeps its own: that of a joker has a star below it.
    """
    letter = int(np.argmax(index.glyphs))
    same = letter == int(np.argmax(further.glyphs)) and GLYPHS[letter] != "J"
    return index._replace(suits=further.suits) if same and index.suits.max() < CLEAR_PROBABILITY else index


def doubtful(seen: Looked, verdict: Verdict | None) -> bool:
    """Returns whether an index was seen nearly surely enough; a single one has to be surer."""
    if verdict is None or verdict.confidence <= SECOND_LOOK_CONFIDENCE:
        return False
    if is_alone(seen) and verdict.confidence < NO_SECOND_LOOK_CONFIDENCE:
        return True
    return verdict.unsure in ("unclear", "indices disagree")


def is_alone(seen: Looked) -> bool:
    """Returns whether only a single corner of a card shows an index."""
    return seen.face is None and sum(index_mass(index) >= 0.5 for index in seen.indices.values()) == 1


def looked_aside(picture: np.ndarray, looked: Sequence[Looked]) -> Piecewise[list[Looked]]:
    """Returns what was seen of some outlines, together with what the shifted cuts show."""
    moved = [moved_by(seen.outline, *step) for seen in looked for step in ASIDE_PARTS]
    shown = [[n for n, index in seen.indices.items() if index_mass(index) >= 0.5] for seen in looked]
    more = yield from looked_at(picture, moved, [corners for corners in shown for _ in ASIDE_PARTS])
    faced = [seen for seen in looked if seen.face is not None]
    turned = yield from faces_at(picture, [np.roll(seen.outline.quad, 2, axis=0) for seen in faced])
    faces = dict(zip(map(id, faced), turned, strict=True))
    both = []
    for n, (seen, corners) in enumerate(zip(looked, shown, strict=True)):
        aside = more[n * len(ASIDE_PARTS) : (n + 1) * len(ASIDE_PARTS)]
        indices = {at: averaged([seen.indices[at], *(looks[at] for looks in aside)]) for at in corners}
        face = None if seen.face is None else averaged([seen.face, faces[id(seen)]])
        both.append(Looked(seen.outline, seen.indices | indices, face))
    return both


def moved_by(outline: Outline, across: float, down: float) -> Outline:
    """The outline moved by parts of its own sides."""
    quad = outline.quad
    return outline._replace(quad=quad + (quad[1] - quad[0]) * across + (quad[3] - quad[0]) * down)
