"""What the reading head of a shoe sees, for the person who adjusts it: a bar, figures, and advice. Pure.

The head gives steps of its converter; here they become millivolts at its pin. Where the limits come from:
docs/optics.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from sabot.instruments.line.messages import Level

FULL_STEPS, FULL_MV = 4095, 3300
"""The end of the converter, and its voltage."""

HALL_MOST = 152
"""If the hall alone gives more steps than this, a weak head begins to miss cards (25 µA)."""

PAPER_LEAST = 411
"""What the pulses of the weakest head give of white paper, with a card that is just tolerated."""

BLACK_MOST = 640
"""Without a card the strongest head gives this many steps at most: more is a card, or is not black."""

BLACK_PARTS = 4
"""Without a card there is less light than one part in this many of the white of the cards."""

NOT_BLACK = "Is the sheet with the slit black on its lower side too? Is the felt grey?"

SHOWN_MESSAGES = 50
"""How many messages the line looks back, for the least and the most: five seconds."""

BAR_CELLS, SCALE_LEAST = 16, 480
"""The bar ends at the most that was seen of late, or at this many steps."""


def mv(steps: float) -> int:
    """Millivolts at the converter's pin."""
    return round(steps * FULL_MV / FULL_STEPS)


class Light:
    """The part of the live line: the light now as a bar with the level in it, and figures in millivolts."""

    def __init__(self) -> None:
        self._seen: deque[Level] = deque(maxlen=SHOWN_MESSAGES)

    def take(self, level: Level) -> None:
        """One more message of the head."""
        self._seen.append(level)

    def __str__(self) -> str:
        now = self._seen[-1]
        least, most = min(each.least for each in self._seen), max(each.most for each in self._seen)
        bar = _bar(now.light, now.level, max(most, SCALE_LEAST))
        figures = f"{mv(least)} to {mv(most)}, level {mv(now.level)}, lamp off {mv(now.dark)}"
        return f"light {bar} {mv(now.light)} mV ({figures})"


def _bar(now: int, level: int, end: int) -> str:
    filled, mark = round(BAR_CELLS * now / end), min(BAR_CELLS - 1, BAR_CELLS * level // end)
    return "".join("│" if cell == mark else "█" if cell < filled else "░" for cell in range(BAR_CELLS))


def without_card(levels: Sequence[Level]) -> tuple[bool, str]:
    """Whether the head sees dark with the lamp off, and black with it on; and that in words."""
    if not levels:
        return False, "the head says nothing of its light: is its program that of this release (sabot flash)?"
    hall, black = max(each.dark for each in levels), max(each.most for each in levels)
    if hall > HALL_MOST:
        why = f"{mv(hall)} mV with the lamp off, {mv(HALL_MOST)} at most is good"
        return False, f"light of the hall comes in ({why}): close the lid; is the bridge on, with its felt?"
    if black > BLACK_MOST:
        why = f"{mv(black)} mV without a card, {mv(BLACK_MOST)} at most is good"
        return False, f"the black is too bright ({why}): is a card in the mouth? {NOT_BLACK}"
    return True, f"without a card {mv(black)} mV; with the lamp off {mv(hall)}"


def of_cards(levels: Sequence[Level]) -> str:
    """The white of the cards that passed, and what to do where that is weak or too much; empty where no head
    said anything."""
    if not levels:
        return ""
    white, lit = max(each.most for each in levels), max(each.lit for each in levels)
    black = min(each.light for each in levels)
    said = f"; their white gave {mv(white)} mV"
    if lit >= FULL_STEPS:
        return f"{said}, and the converter is at its end: does the hall or a lamp shine into the mouth?"
    if white < PAPER_LEAST:
        said += f", {mv(PAPER_LEAST)} at least is good: does the card lie flat on the floor?"
        return f"{said} Is the slit clean? Does the lamp shine (the camera of a telephone shows it)?"
    if black * BLACK_PARTS > white:
        return f"{said}, and without a card there are {mv(black)}: that is not black. {NOT_BLACK}"
    return said
