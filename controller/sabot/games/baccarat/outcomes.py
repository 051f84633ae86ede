"""The outcome of a coup of punto banco from the values of its cards alone, one at a time or many millions.

`TABLE` is generated from `sabot.games.punto_banco.tirage.tirage`, which a reader can hold against the book; a
test proves the two equal for all values. An outcome is one number: see `Outcome.of`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from sabot.games.punto_banco.coup import WINNERS
from sabot.games.punto_banco.tirage import tirage, winner

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIX = 6
"""No coup takes more cards; an outcome is looked up with the six cards that lie uppermost."""


class Outcome(NamedTuple):
    """An outcome in words: who won, the points of both hands, how many cards were dealt (4 to 6), and how
    many of them to punto."""

    winner: str
    punto: int
    banco: int
    cards: int
    punto_cards: int

    @staticmethod
    def of(code: int) -> Outcome:
        """The outcome that `code` packs: winner in bits 0-1, cards less 4 in 2-3, punto in 4-7, banco in
        8-11, whether punto drew in 12."""
        return Outcome(
            WINNERS[code & 3], code >> 4 & 15, code >> 8 & 15, (code >> 2 & 3) + 4, (code >> 12) + 2
        )

    @property
    def code(self) -> int:
        """The outcome as one number."""
        drew = self.punto_cards - 2
        return (
            WINNERS.index(self.winner) | self.cards - 4 << 2 | self.punto << 4 | self.banco << 8 | drew << 12
        )

    @property
    def banco_cards(self) -> int:
        """How many cards banco had."""
        return self.cards - self.punto_cards


def dealt(punto: int, banco: int, *, fifth: int, sixth: int) -> Outcome:
    """The outcome by the rules when two cards each give these points and these values are drawn next.

    >>> dealt(7, 6, fifth=0, sixth=0).winner
    'punto'
    >>> dealt(5, 6, fifth=6, sixth=2)
    Outcome(winner='banco', punto=1, banco=8, cards=6, punto_cards=3)
    """
    hands: dict[str, tuple[int, ...]] = {"punto": (punto, 0), "banco": (banco, 0)}
    drawn = [fifth, sixth]
    while (owed := tirage(hands["punto"], hands["banco"])) is not None and owed.to is not None:
        hands[owed.to] = (*hands[owed.to], drawn.pop(0))
    points = sum(hands["punto"]) % 10, sum(hands["banco"]) % 10
    return Outcome(winner(*points), *points, 6 - len(drawn), len(hands["punto"]))


TABLE = array(
    "H",
    (
        dealt(punto, banco, fifth=fifth, sixth=sixth).code
        for punto, banco, fifth, sixth in product(range(10), repeat=4)
    ),
)
"""Codes of outcomes by `punto * 1000 + banco * 100 + fifth * 10 + sixth`, all of them values from 0 to 9."""


def _by_sums() -> list[list[list[int]]]:
    """`TABLE` by the sums of two cards as they are added up (0 to 18 each), and the values of the next two as
    one number. Equal rows and equal codes are there once: what is small stays near the processor."""
    once = {code: code for code in TABLE}
    rows = [[once[code] for code in TABLE[at : at + 100]] for at in range(0, len(TABLE), 100)]
    return [[rows[punto % 10 * 10 + banco % 10] for banco in range(19)] for punto in range(19)]


BY_SUMS = _by_sums()


def outcome(values: Sequence[int], at: int = 0) -> int:
    """The code of the coup whose first card lies at `at` among `values` (0 to 9 each); six must follow.

    >>> Outcome.of(outcome([4, 0, 5, 6, 0, 0])).winner  # 9 against 6
    'punto'
    """
    first, second, third, fourth, fifth, sixth = values[at : at + SIX]
    return BY_SUMS[first + third][second + fourth][fifth * 10 + sixth]


def sabot_outcomes(values: Sequence[int], until: int) -> list[int]:
    """The codes of all coups of a sabot of these values (0 to 9 each), as long as one can begin before card
    `until`, counted from 0; five more must follow there."""
    codes, at = [], 0
    while at < until:
        first, second, third, fourth, fifth, sixth = values[at : at + SIX]
        code = BY_SUMS[first + third][second + fourth][fifth * 10 + sixth]
        codes.append(code)
        at += (code >> 2 & 3) + 4
    return codes


def outcomes(values: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The codes of many coups at once: `values` has shape (coups, 6), the order of dealing."""
    import numpy as np

    first, second, third, fourth, fifth, sixth = (values[:, card].astype(np.uint16) for card in range(SIX))
    index = (first + third) % 10 * 1000 + (second + fourth) % 10 * 100 + fifth * 10 + sixth
    codes: NDArray[np.uint16] = np.frombuffer(TABLE, np.uint16)[index]
    return codes


def cards_used(code: int) -> int:
    """How many cards the coup of this code took from the sabot."""
    return (code >> 2 & 3) + 4
