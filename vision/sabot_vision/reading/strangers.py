"""Cards that the readers of indices have no name for: a joker gets its own, a Russian letter what it means, a
letter of another pack none.

A network that knows only these is asked about letters and about whole cards that nothing named: a joker's J
with a star looks like the jack of diamonds, and a Russian Д like an R, a D, an H or an A.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from sabot_vision.finding.outlines import Outline
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.cutting import corner_cut
from sabot_vision.networks.glyphs import LANGUAGES_OF_GLYPH, RUSSIAN, SHOWN, SIGNS, STRANGE
from sabot_vision.networks.judging import Verdict
from sabot_vision.networks.running import strangers_seen
from sabot_vision.reading.corners import first_side, index_places
from sabot_vision.reading.cuts import CORNERS_AT_A_TIME
from sabot_vision.reading.judge import Judge
from sabot_vision.reading.settling import Looked, Reading

JOKER = "JOKER"
"""The name of a joker, as `sabot.core.cards` has it; it has no suit."""
JOKER_PROBABILITY = 0.98
"""A whole card is a joker if its corners together give at least this probability,"""
JOKER_PROBABILITY_EACH = 0.9
"""and each of them this one."""
JOKER_PROBABILITY_NAMED = 0.9995
"""A card that has a name, or the letter J, is a joker only if its corners together give this probability: a
small jack of diamonds has a J above something that might be a star."""
STRANGE_PROBABILITY = 0.97
"""A letter is not believed if each corner is as likely as this not an index that the readers know."""
JACK_JOKER_PROBABILITY = 0.2
"""The J of a whole card is not believed if each corner is as likely as this that of a joker."""
RUSSIAN_PROBABILITY, RUSSIAN_PROBABILITY_ALONE = 0.9, 0.97
"""A letter is a Russian one if each corner is as likely as this one that no pack we know has, and this one;
the second number is for a card that shows a single corner."""
STRANGE_PROBABILITY_RUSSIAN = 0.5
"""In a Russian pack it is enough that each corner is as likely as this one that no other pack has."""
SUIT_PROBABILITY = 0.987
"""A card with a Russian letter is named if its corners together are as sure as this of its suit."""
ALIKE_PART = 0.8
"""An outline in which nothing was read is at least this part as wide as the named cards, and they as it."""
OTHER_LETTER = "letter not known"
"""Why a card has no name whose corners all show a letter of a pack that the readers do not know."""
NOTHING = Verdict(None, 0.0, "", "", "no index")


def without_strangers(
    picture: np.ndarray, looked: Sequence[Looked], kept: Sequence[Reading], judge: Judge
) -> Piecewise[list[Reading]]:
    """Returns the readings that were kept of what was looked at: with the jokers named, and with letters that
    no known pack has without a name."""
    every = [*kept, *unread(looked, kept, judge)]
    asked = [n for n, reading in enumerate(every) if may_be_strange(reading)]
    cuts = [(n, corner) for n in asked for corner in corners_of(every[n].looked.outline)]
    shown: dict[int, list[np.ndarray]] = {n: [] for n in asked}
    for first in range(0, len(cuts), CORNERS_AT_A_TIME):
        some = cuts[first : first + CORNERS_AT_A_TIME]
        seen = strangers_seen(
            [corner_cut(picture, every[n].looked.outline.quad, corner) for n, corner in some]
        )
        for (n, _), chances in zip(some, seen, strict=True):
            shown[n].append(chances)
        yield
    letters, is_russian = russian_letters(shown, [card.looked for card in every], judge)
    for n, card in enumerate(every):
        if n in letters and (is_russian or is_an_ace(card)):
            verdict = russian(card, letters[n])
        elif is_russian and card.verdict.unsure == "language not known":
            verdict = judge.in_russian(card.looked) or card.verdict
        else:
            verdict = reconsidered(card, shown[n]) if n in shown else card.verdict
        every[n] = card._replace(verdict=verdict)
    return [reading for n, reading in enumerate(every) if n < len(kept) or reading.verdict.card]


def unread(looked: Sequence[Looked], kept: Sequence[Reading], judge: Judge) -> list[Reading]:
    """The outlines as large as the named cards in which nothing was read: a joker may have no index that the
    readers know, and a face unlike any other. None lies on a card that was kept, or on another."""
    named = [first_side(reading.looked.outline) for reading in kept if reading.verdict.card]
    if not named:
        return []
    verdicts, usual = judge.verdicts(looked), float(np.median(named))
    left = [seen for seen, verdict in zip(looked, verdicts, strict=True) if verdict is None]
    taken, found = [reading.looked.outline for reading in kept], list[Reading]()
    for seen in sorted(left, key=lambda each: -first_side(each.outline)):
        outline = seen.outline
        alike = ALIKE_PART * usual < first_side(outline) < usual / ALIKE_PART
        if outline.whole and alike and not any(on_each_other(outline, other) for other in taken):
            taken.append(outline)
            found.append(Reading(seen, NOTHING, index_places(outline)))
    return found


def on_each_other(one: Outline, other: Outline) -> bool:
    """Whether the middle of one of two outlines lies in the other."""
    pairs = ((one.quad, other.quad), (other.quad, one.quad))
    return any(cv2.pointPolygonTest(a, b.mean(axis=0).tolist(), False) >= 0 for a, b in pairs)


def may_be_strange(reading: Reading) -> bool:
    """Whether a reading is of a letter that only some packs have, of an A, or of a whole card without a name
    that does not lie face down."""
    verdict = reading.verdict
    if verdict.rank in LANGUAGES_OF_GLYPH or verdict.rank == "A":
        return True
    return reading.looked.outline.whole and verdict.card is None and verdict.unsure != "back"


def corners_of(outline: Outline) -> tuple[int, ...]:
    """The corners to ask about: those that are seen, or the two with an index on every deck."""
    return (0, 2) if outline.whole else outline.corners[:1]


def russian_letters(
    shown: Mapping[int, Sequence[np.ndarray]], looked: Sequence[Looked], judge: Judge
) -> tuple[dict[int, str], bool]:
    """Returns the letters that only a Russian pack has, by the number of the card that `shown` corners are
    of, and whether the pack is known to be a Russian one. There are none beside letters of other packs."""
    sure, likely = (
        {
            n: letter
            for n, corners in shown.items()
            if (letter := russian_letter(corners, in_russian_pack=russian_pack))
        }
        for russian_pack in (False, True)
    )
    if not judge.may_be_russian([card for n, card in enumerate(looked) if n not in likely]):
        return {}, False
    is_russian = judge.is_russian or "Д" in sure.values()
    return (likely if is_russian else sure), is_russian


def russian_letter(shown: Sequence[np.ndarray], *, in_russian_pack: bool = False) -> str:
    """The letter that only a Russian pack has, if every corner shows it; else nothing. `in_russian_pack`:
    whether the pack is known to be one."""
    together = np.min(shown, axis=0)
    chances = dict(zip(RUSSIAN, together[len(STRANGE) :].tolist(), strict=True))
    letter, least = max(chances, key=chances.__getitem__), RUSSIAN_PROBABILITY
    sure = chances[letter] >= (least if len(shown) > 1 else RUSSIAN_PROBABILITY_ALONE)
    strange = STRANGE_PROBABILITY_RUSSIAN if in_russian_pack else least
    return letter if sure and together[STRANGE.index("?")] >= strange else ""


def is_an_ace(reading: Reading) -> bool:
    """Whether the card is named an ace already, or its face is that of an ace or of a picture: a T may be a
    ten."""
    face, named = reading.looked.face, reading.verdict.card or ""
    return named.startswith("A") or (face is not None and SHOWN[int(np.argmax(face.glyphs))] in "AF")


def russian(reading: Reading, letter: str) -> Verdict:
    """The verdict on a card of a Russian pack with this letter."""
    corners, together = corners_of(reading.looked.outline), np.full(len(SIGNS), 1 / len(SIGNS))
    for corner, seen in reading.looked.indices.items():
        together = together * seen.suits if corner in corners else together
    at = int(np.argmax(together[:4]))
    suit, sure = SIGNS[at], float(together[at] / max(float(together.sum()), 1e-9))
    card = RUSSIAN[letter] + suit if sure >= SUIT_PROBABILITY else None
    return Verdict(card, sure, letter, suit, None if card else "unclear")


def reconsidered(reading: Reading, shown: Sequence[np.ndarray]) -> Verdict:
    """The verdict, after the corners were compared with jokers and the letters of other packs."""
    verdict, whole = reading.verdict, reading.looked.outline.whole
    if verdict.rank == "A" and verdict.card:
        return verdict
    joker = np.array([chances[STRANGE.index("*")] for chances in shown])
    strange = min(1 - chances[STRANGE.index("-")] for chances in shown)
    together = float(np.exp(np.log(np.maximum(joker, 1e-6)).mean()))
    least = JOKER_PROBABILITY_NAMED if verdict.card or verdict.rank == "J" else JOKER_PROBABILITY
    is_joker = together >= least and joker.min() >= JOKER_PROBABILITY_EACH
    if is_joker and whole:
        return Verdict(JOKER, together, "", "", None)
    other_letter = min(chances[STRANGE.index("?")] for chances in shown) >= STRANGE_PROBABILITY
    least_joker = JACK_JOKER_PROBABILITY if verdict.rank == "J" and whole else 1.0
    doubted = strange >= STRANGE_PROBABILITY or joker.min() >= least_joker
    if other_letter and (verdict.card or verdict.unsure == "unclear"):
        return verdict._replace(card=None, unsure=OTHER_LETTER)
    return verdict._replace(card=None, unsure="unclear") if verdict.card and doubted else verdict
