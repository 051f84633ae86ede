"""From what the networks saw to a card, or to the reason why not: pure arithmetic on probabilities.

Each cut is a witness: its word counts as far as it saw an index at all, and none is believed wholly. A card
is named where all of them together leave little room for another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from sabot_vision.networks.glyphs import GLYPHS, SHOWN, SHOWN_BY, ranks

CERTAIN = 0.987
"""A card is named from this confidence on."""
ALONE = 0.9925
"""One of which a single corner is all that is seen, from this one."""
LEAST = 1e-5
"""No cut holds any card for less likely."""
FACE = 0.7
"""What the face is worth against the corners; these are worth one witness together, be they one or several,
for the same print under the same lamp misleads them alike."""
SEEN = 0.5
"""An index counts as seen where the networks give it at least this."""
BACK = 0.7
"""A back is called one from this probability on."""
FACE_ALONE = 0.985
"""Without any index, pips alone name a number card only from this probability on."""

INDICES = GLYPHS[:-1]
SHOWN_AT = [SHOWN.index(SHOWN_BY[glyph]) for glyph in INDICES]
NO_CARD, BACK_AT = SHOWN.index("-"), SHOWN.index("*")


class Seen(NamedTuple):
    """What one cut shows: probabilities of the glyphs (or of what a face shows) and the suits, none last."""

    glyphs: np.ndarray
    suits: np.ndarray


class Verdict(NamedTuple):
    """`card` where it is certain, else None with the reason in `unsure`; `rank` and `suit` the best guess."""

    card: str | None
    confidence: float
    rank: str
    suit: str
    unsure: str | None


def averaged(looks: Sequence[Seen]) -> Seen:
    """What several looks at the same corner tell: the mean of their logarithms."""
    glyphs, suits = (
        np.exp(np.log(np.maximum(np.array(told), LEAST)).mean(axis=0)) for told in zip(*looks, strict=True)
    )
    return Seen(glyphs / glyphs.sum(), suits / suits.sum())


def joint(index: Seen) -> np.ndarray:
    """Glyph × suit of one corner; what is missing to one is the chance that there is no index."""
    return np.outer(index.glyphs[:-1], index.suits[:4])


def joint_of_face(face: Seen) -> np.ndarray:
    """Glyph × suit as the whole card supports them: all court letters alike."""
    return np.outer(face.glyphs[SHOWN_AT], face.suits[:4])


def seen_at_all(index: Seen) -> float:
    """How sure it is that this cut shows an index."""
    return float(min(1 - index.glyphs[-1], 1 - index.suits[-1]))


def pooled(indices: Sequence[Seen]) -> np.ndarray:
    """The logarithms of what all corners of a card tell together, glyph × suit.

    The mean of theirs, by how surely each shows an index; corners without one have no say.
    """
    sure = np.array([seen_at_all(index) for index in indices])
    heard = np.where(sure > sure.max() / 2, sure, 0.0)
    told = np.log(np.maximum([joint(index) for index in indices], LEAST))
    return np.asarray(np.einsum("i,igs->gs", heard / heard.sum(), told))


def supported(face: Seen) -> np.ndarray:
    """The same of the whole card, for as much as it shows one."""
    told = joint_of_face(face)
    presence = float((1 - face.glyphs[NO_CARD] - face.glyphs[BACK_AT]) * (1 - face.suits[-1]))
    fair = told / max(float(told.sum()), 1e-9)
    return np.asarray(max(0.0, presence) * np.log(np.maximum(fair, LEAST)))


def weighed(
    indices: Sequence[Seen], face: Seen | None, language: str, beside: frozenset[str] = frozenset()
) -> np.ndarray:
    """Glyph × suit: the probability of each by all witnesses together; no letter of another language."""
    told = pooled(indices)
    if face is not None:
        told = told + FACE * supported(face)
    likelihood = np.exp(told - told.max()) * printed(language, beside)[:, None]
    return np.asarray(likelihood / max(float(likelihood.sum()), 1e-9))


@cache
def printed(language: str, beside: frozenset[str], meant: frozenset[str] = frozenset()) -> np.ndarray:
    """Which of INDICES such a deck has: any, or those that mean what is given."""
    every = [ranks(glyph, language, beside) for glyph in INDICES]
    return np.array([bool(one) and meant in (one, frozenset()) for one in every])


def judged(
    indices: Sequence[Seen], face: Seen | None, language: str = "any", beside: frozenset[str] = frozenset()
) -> Verdict | None:
    """The verdict on one outline; None where nothing there is a card. Languages as `ranks` takes them."""
    presence = max((seen_at_all(index) for index in indices), default=0.0)
    if presence < SEEN:
        return without_index(face)
    told = weighed(indices, face, language, beside)
    at, suit_at = np.unravel_index(int(np.argmax(told)), told.shape)
    glyph, suit = INDICES[at], "CDHS"[suit_at]
    meant = ranks(glyph, language, beside)
    if len(meant) != 1:
        return Verdict(None, float(told.max()), glyph, suit, "letter of which language")
    (rank,) = meant
    of_rank = told[printed(language, beside, meant)].sum(axis=0)
    confidence = float(of_rank[suit_at])
    if confidence >= (CERTAIN if face is not None or len(indices) > 1 else ALONE):
        return Verdict(rank + suit, confidence, glyph, suit, None)
    return Verdict(None, confidence, glyph, suit, doubt(indices))


def doubt(indices: Sequence[Seen]) -> str:
    """Why a card with an index is not named."""
    clear = {
        (int(np.argmax(index.glyphs)), int(np.argmax(index.suits)))
        for index in indices
        if seen_at_all(index) > 0.9
    }
    return "indices disagree" if len(clear) > 1 else "unclear"


def without_index(face: Seen | None) -> Verdict | None:
    """The verdict where no corner shows an index: a back, a number card by its pips, or nothing."""
    if face is None or face.glyphs[NO_CARD] > 0.5:
        return None
    if face.glyphs[BACK_AT] > BACK:
        return Verdict(None, float(face.glyphs[BACK_AT]), "", "", "back")
    told = joint_of_face(face)
    at, suit_at = np.unravel_index(int(np.argmax(told)), told.shape)
    glyph, suit, confidence = INDICES[at], "CDHS"[suit_at], float(told.max())
    if glyph in "A23456789T" and confidence >= FACE_ALONE:
        return Verdict(glyph + suit, confidence, glyph, suit, None)
    shown = glyph if glyph in "A23456789T" else ""
    return Verdict(None, confidence, shown, suit, "no index")
