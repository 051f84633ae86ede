"""The three hands of baccarat banque, and what the rules tell each of them.

Source: HS p. 7-16. A ponte draws by the first two cards. The banker follows the tableau where both sides
imply the same, and is free where they disagree.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.games.baccarat.points import NATURAL_POINTS
from sabot.games.baccarat.tableau import PONTE, TABLEAU, Rule

PLACES = ("droite", "gauche", "banque")
SIDES = PLACES[:2]
AT = {place: number for number, place in enumerate(PLACES)}

NAMES = {"droite": "ponte", "gauche": "ponte", "banque": "banker"}

Hands = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The values before droite, gauche and banque, in the order drawn."""

Heard = tuple[str | None, str | None, str | None]
"""What droite, gauche and banque have decided aloud and lawfully: `carte`, `non`; None: nothing yet."""

NOTHING_HEARD: Heard = (None, None, None)


class Table(NamedTuple):
    """What of the options, and of the cards left, bears on the drawing."""

    five: str = "free"
    natural: str = "at-once"
    tapis_draw: str = "rules"
    mode: str = "normal"

    @property
    def free(self) -> bool:
        """Whether every hand draws as it likes."""
        return self.mode == "tapis" and self.tapis_draw == "free"


def mode_for(left: int) -> str:
    """How a coup is played with `left` cards left (HS; the bands between its figures are the house's)."""
    return "normal" if left >= 9 else "tapis" if left >= 6 else "belle" if left >= 3 else "rouge-noir"


def two(values: tuple[int, ...]) -> int:
    """The points of a hand's first two cards."""
    return sum(values[:2]) % 10


def is_natural(values: tuple[int, ...]) -> bool:
    """Whether the first two cards are 8 or 9."""
    return two(values) in NATURAL_POINTS


def third(values: tuple[int, ...]) -> int | None:
    """The value of the card given; None: there is none."""
    return values[2] if len(values) == 3 else None


def side_rule(table: Table, values: tuple[int, ...]) -> Rule:
    """What a ponte does with two cards."""
    if is_natural(values):
        return "S"
    return "F" if table.free else PONTE[table.five][two(values)]  # type: ignore[return-value]


def implied(hands: Hands, side: str) -> Rule | None:
    """What the tableau tells the banker of one side; None: the side turned up a natural and is done."""
    values = hands[AT[side]]
    return None if is_natural(values) else TABLEAU[two(hands[2]), third(values)]


def banker_rule(table: Table, hands: Hands) -> Rule:
    """What the banker does: bound where both sides imply the same, free where they do not (HS p. 15)."""
    rules = {implied(hands, side) for side in SIDES} - {None}
    if not rules:
        return "S"
    return "F" if table.free or len(rules) == 2 else rules.pop() or "S"


def is_over(hands: Hands) -> bool:
    """Whether naturals end the deal for all: the banker's, or those of both sides."""
    return is_natural(hands[2]) or (is_natural(hands[0]) and is_natural(hands[1]))
