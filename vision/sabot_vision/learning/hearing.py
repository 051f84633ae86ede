"""What a learned head may say: an unsure card gets a name, or a named one becomes unsure. Pure.

It never turns one name into another.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot_vision.learning.head import answer, confirms
from sabot_vision.learning.margin import Figures, Learned
from sabot_vision.learning.samples import Look
from sabot_vision.networks.glyphs import ranks
from sabot_vision.networks.judging import Verdict

MAY_BE_NAMED = ("unclear", "indices disagree", "language not known", "letter not known")
"""The reasons for which a card with an index is unsure."""
OTHERWISE = "learned otherwise"
"""The reason of a card that the network names and the head would name otherwise."""

NEWEST_CARDS = 60
"""The newest cards, this number of them, say whether the head still fits."""
LESS_SURE = 0.2
"""The deck or the lamp has changed if the share that the head is sure of fell by so much."""


def heard(learned: Learned, look: Look, verdict: Verdict) -> Verdict:
    """Returns the verdict after the head was heard. It only confirms what the network itself thinks
    likeliest, by its corners and by all that it saw."""
    name, margin = answer(learned.head, look)
    if margin < learned.margin or verdict.card == name:
        return verdict
    if verdict.card is not None:
        return verdict._replace(card=None, unsure=OTHERWISE)
    is_guess = name[0] in ranks(verdict.rank) and name[1] == verdict.suit
    if verdict.unsure not in MAY_BE_NAMED or not (is_guess and confirms(look, name)):
        return verdict
    return verdict._replace(card=name, unsure=None)


def outcome(learned: Learned, look: Look, name: str) -> bool | None:
    """Returns whether the head is right about a new card that the sabot called `name`; None: not sure."""
    said, margin = answer(learned.head, look)
    return None if margin < learned.margin else said == name


def is_worse(outcomes: Sequence[bool | None], figures: Figures) -> bool:
    """Returns whether the head no longer fits: it was surely wrong about a new card, or is sure of far fewer
    than when it was made."""
    if False in outcomes:
        return True
    sure = sum(each is not None for each in outcomes) / max(1, len(outcomes))
    return len(outcomes) >= NEWEST_CARDS and sure < figures.sure - LESS_SURE
