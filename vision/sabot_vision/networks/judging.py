"""From the networks' answers to a card, or to the reason why there is none: pure arithmetic on probabilities.

Each cut is a witness. Its weight is how likely it shows an index, and none is believed completely. A card is
named if all of them together make any other card unlikely.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from sabot_vision.networks.glyphs import GLYPHS, SHOWN, SHOWN_BY, ranks

CONFIDENCE_LEAST = 0.987
"""A card is named from this confidence on."""
CONFIDENCE_LEAST_ALONE = 0.9925
"""The same for a card with a single visible corner."""
CONFIDENCE_MOST_DOUBTED = 0.96
"""A card that might be another has no more than this."""
CONFIDENCE_LEAST_ALONE_AGREED, LOOK_LEAST = 0.97, 0.9
"""The same for one that was looked at several times, if each look gives at least the second probability to
its letter and to its suit."""
PROBABILITY_LEAST = 1e-5
"""The least probability that a cut can give to a card."""
FACE_WEIGHT = 0.7
"""The weight of the face against the corners. All corners together have the weight of one witness, because
the same print under the same lamp misleads them in the same way."""
COURT_CONFIDENCE_LEAST = 0.9
"""The corners alone name a court from this confidence on; a face adds nothing to less."""
LETTER_LEAST = 0.95
"""The letter of a court has this probability among those of all languages, before a deck without the others
makes it surer: the A of a pictured ace may look half like an H and half like an R."""
NUMBER_LEAST = 0.8
"""The same for an ace or a number, by all witnesses: the J of a joker in a deck without it was called a 3."""
ACE_MOST = 3e-4
"""The corners of a court look like an ace with this probability at most. All drawn pictured aces that were
read as kings had more, and no drawn court did."""
JACK_SUIT_LEAST = 0.975
"""Each corner of a J gives its suit at least this probability: a joker may have a star in its place."""
CONTRADICTED_PROBABILITY = 0.9
"""A corner that shows a card with this probability speaks against every other card."""
INDEX_PROBABILITY = 0.5
"""An index counts as seen from this probability on."""
BACK_PROBABILITY = 0.7
"""A back is reported from this probability on."""
CONFIDENCE_LEAST_FACE_ALONE = 0.985
"""Without an index, the pips name a number card only from this confidence on."""

INDICES = GLYPHS[:-1]
ACES = "A1"
SHOWN_AT = [SHOWN.index(SHOWN_BY[glyph]) for glyph in INDICES]
ACES_AT = [INDICES.index(glyph) for glyph in ACES]
COURT_AT, NO_CARD, BACK_AT = SHOWN.index("F"), SHOWN.index("-"), SHOWN.index("*")


class Seen(NamedTuple):
    """What one cut shows: probabilities of the glyphs (or of what a face shows) and the suits, none last.

    `features` are what the network made of a corner before its last layer; None for a face. `least` is the
    least probability that any of several looks gives to the letter and the suit; 0 for a single look.
    """

    glyphs: np.ndarray
    suits: np.ndarray
    features: np.ndarray | None = None
    least: float = 0.0


class Verdict(NamedTuple):
    """`card` where it is certain, else None with the reason in `unsure`; `rank` and `suit` the best guess."""

    card: str | None
    confidence: float
    rank: str
    suit: str
    unsure: str | None


def averaged(looks: Sequence[Seen]) -> Seen:
    """Returns the mean of the logarithms of several looks at the same corner, and of their features."""
    glyphs, suits = (
        np.exp(np.log(np.maximum(np.array(chances), PROBABILITY_LEAST)).mean(axis=0))
        for chances in ([look.glyphs for look in looks], [look.suits for look in looks])
    )
    features = [look.features for look in looks if look.features is not None]
    mean = np.mean(features, axis=0) if features else None
    at, suit_at = int(np.argmax(glyphs)), int(np.argmax(suits))
    least = min(float(min(look.glyphs[at], look.suits[suit_at])) for look in looks) if len(looks) > 1 else 0.0
    return Seen(glyphs / glyphs.sum(), suits / suits.sum(), mean, least)


def joint(index: Seen) -> np.ndarray:
    """Glyph × suit of one corner; what is missing to one is the chance that there is no index."""
    return np.outer(index.glyphs[:-1], index.suits[:4])


def joint_of_face(face: Seen) -> np.ndarray:
    """Glyph × suit as the whole card supports them: all court letters alike."""
    return np.outer(face.glyphs[SHOWN_AT], face.suits[:4])


def seen_at_all(index: Seen) -> float:
    """Returns how likely this cut shows an index."""
    return float(min(1 - index.glyphs[-1], 1 - index.suits[-1]))


def pooled(indices: Sequence[Seen]) -> np.ndarray:
    """Returns the logarithms of what all corners of a card show together, glyph × suit.

    It is their mean, weighted by how surely each shows an index; corners without an index have no weight.
    """
    sure = np.array([seen_at_all(index) for index in indices])
    heard = np.where(sure > sure.max() / 2, sure, 0.0)
    chances = np.log(np.maximum([joint(index) for index in indices], PROBABILITY_LEAST))
    return np.asarray(np.einsum("i,igs->gs", heard / heard.sum(), chances))


def shares_of_letters(indices: Sequence[Seen]) -> np.ndarray:
    """Returns how likely all corners of a card show each of INDICES, among those of all languages."""
    chances = np.exp(pooled(indices)).sum(axis=1)
    return np.asarray(chances / max(float(chances.sum()), 1e-9))


def supported(face: Seen) -> np.ndarray:
    """Returns the same for the whole card, weighted by how likely it is a card. A picture supports an ace as
    it supports a court: many decks have one on their aces."""
    chances = joint_of_face(face)
    chances[ACES_AT] += face.glyphs[COURT_AT] * face.suits[:4]
    presence = float((1 - face.glyphs[NO_CARD] - face.glyphs[BACK_AT]) * (1 - face.suits[-1]))
    fair = chances / max(float(chances.sum()), 1e-9)
    return np.asarray(max(0.0, presence) * np.log(np.maximum(fair, PROBABILITY_LEAST)))


def witnessed(indices: Sequence[Seen], face: Seen | None) -> np.ndarray:
    """Returns the logarithms of what corners and face show together, glyph × suit, of every language."""
    return pooled(indices) if face is None else pooled(indices) + FACE_WEIGHT * supported(face)


def weighed(
    indices: Sequence[Seen], face: Seen | None, language: str, beside: frozenset[str] = frozenset()
) -> np.ndarray:
    """Glyph × suit: the probability of each by all witnesses together; no letter of another language."""
    chances = witnessed(indices, face)
    likelihood = np.exp(chances - chances.max()) * printed(language, beside)[:, None]
    return np.asarray(likelihood / max(float(likelihood.sum()), 1e-9))


@cache
def printed(language: str, beside: frozenset[str], meant: frozenset[str] = frozenset()) -> np.ndarray:
    """Returns which of INDICES such a deck has: all of them, or those that mean `meant`."""
    every = [ranks(glyph, language, beside) for glyph in INDICES]
    return np.array([bool(one) and meant in (one, frozenset()) for one in every])


def judged(
    indices: Sequence[Seen], face: Seen | None, language: str = "any", beside: frozenset[str] = frozenset()
) -> Verdict | None:
    """Returns the verdict on one outline; None if nothing there is a card. Languages are those of `ranks`."""
    presence = max((seen_at_all(index) for index in indices), default=0.0)
    if presence <= INDEX_PROBABILITY:
        return without_index(face)
    chances = weighed(indices, face, language, beside)
    at, suit_at = np.unravel_index(int(np.argmax(chances)), chances.shape)
    glyph, suit = INDICES[at], "CDHS"[suit_at]
    meant = ranks(glyph, language, beside)
    if len(meant) != 1:
        return Verdict(None, float(chances.max()), glyph, suit, "language not known")
    (rank,), court = meant, SHOWN_BY[glyph] == "F" or (glyph in ACES and looks_like_a_court(face))
    of_rank = chances[printed(language, beside, meant)].sum(axis=0)
    confidence = float(of_rank[suit_at])
    confidence = min(
        confidence, by_letters(indices, int(at)) if court else by_numbers(indices, face, int(at))
    )
    if face is not None and court:
        confidence = min(confidence, by_corners(indices, meant, int(suit_at), language, beside))
    if glyph == "J":
        confidence = min(confidence, by_suits(indices, int(suit_at)))
    if contradict(indices):
        return Verdict(None, confidence, glyph, suit, "indices disagree")
    if confidence >= level(indices, face):
        return Verdict(rank + suit, confidence, glyph, suit, None)
    return Verdict(None, confidence, glyph, suit, doubt(indices))


def looks_like_a_court(face: Seen | None) -> bool:
    """Whether the face was asked, and shows a court: a picture."""
    return face is not None and int(np.argmax(face.glyphs)) == COURT_AT


def by_corners(
    indices: Sequence[Seen], meant: frozenset[str], suit_at: int, language: str, beside: frozenset[str]
) -> float:
    """Returns the confidence that a face gives a court or a pictured ace of this rank and suit at most: what
    the corners alone say of its rank, and of it, unless they name it.

    Courts, pictured aces and jokers look alike, so a face that shows one speaks against other cards and for a
    suit. It makes no letter surer, and never a court of what the corners do not call one.
    """
    alone = weighed(indices, None, language, beside)[printed(language, beside, meant)].sum(axis=0)
    named = float(alone[suit_at])
    return float(alone.sum()) if named >= COURT_CONFIDENCE_LEAST else named


def by_letters(indices: Sequence[Seen], at: int) -> float:
    """Returns the confidence in the letter of a court or a pictured ace if the corners doubt it, among those
    of all languages, or if those of a court look a little like an ace; 1 if they do neither."""
    shares = shares_of_letters(indices)
    sure, ace = float(shares[at]), 0.0 if at in ACES_AT else float(shares[ACES_AT].max())
    return 1.0 if sure >= LETTER_LEAST and ace <= ACE_MOST else min(sure, CONFIDENCE_MOST_DOUBTED)


def by_numbers(indices: Sequence[Seen], face: Seen | None, at: int) -> float:
    """Returns the confidence in an ace or a number among the glyphs of all languages, if the witnesses doubt
    it; 1 if they do not."""
    chances = np.exp(witnessed(indices, face)).sum(axis=1)
    alike = [n for n, glyph in enumerate(INDICES) if SHOWN_BY[glyph] == SHOWN_BY[INDICES[at]]]
    sure = float(chances[alike].sum() / max(float(chances.sum()), 1e-9))
    return 1.0 if sure >= NUMBER_LEAST else sure


def by_suits(indices: Sequence[Seen], suit_at: int) -> float:
    """Returns the confidence in a suit if a corner doubts it; 1 if none does."""
    least = min(float(index.suits[suit_at]) for index in indices if seen_at_all(index) > INDEX_PROBABILITY)
    return 1.0 if least >= JACK_SUIT_LEAST else least


def level(indices: Sequence[Seen], face: Seen | None) -> float:
    """The confidence from which on a card is named. A corner that shows no index bears witness to nothing."""
    shown = [index for index in indices if seen_at_all(index) > INDEX_PROBABILITY]
    if face is not None or len(shown) > 1:
        return CONFIDENCE_LEAST
    return CONFIDENCE_LEAST_ALONE_AGREED if shown[0].least >= LOOK_LEAST else CONFIDENCE_LEAST_ALONE


def contradict(indices: Sequence[Seen]) -> bool:
    """Whether two corners surely show two cards: then no face decides between them, because it is one of a
    pair whose outline is that of both."""
    chances = [joint(index) for index in indices]
    return len({int(np.argmax(each)) for each in chances if each.max() > CONTRADICTED_PROBABILITY}) > 1


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
    if face.glyphs[BACK_AT] > BACK_PROBABILITY:
        return Verdict(None, float(face.glyphs[BACK_AT]), "", "", "back")
    chances = joint_of_face(face)
    at, suit_at = np.unravel_index(int(np.argmax(chances)), chances.shape)
    glyph, suit, confidence = INDICES[at], "CDHS"[suit_at], float(chances.max())
    if glyph in "A23456789T" and confidence >= CONFIDENCE_LEAST_FACE_ALONE:
        return Verdict(glyph + suit, confidence, glyph, suit, None)
    shown = glyph if glyph in "A23456789T" else ""
    return Verdict(None, confidence, shown, suit, "no index")
