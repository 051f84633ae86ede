"""What a side is to reach, as the search needs it."""

from __future__ import annotations

from collections.abc import Collection

from sabot.games.tricks.double_dummy.bits import SUIT_BITS
from sabot.games.tricks.tricks import FOLLOW_SUIT, Following


class Goal:
    """What `side` (the numbers of its players) is to reach: at least a number of tricks, or `exactly` that
    number.

    `trump` is the number of a suit, or None. `asked` is the card that its holder, the player `asked_of`, has
    to play when its suit is led for the first time.
    """

    def __init__(
        self,
        side: Collection[int],
        players: int,
        *,
        exactly: bool = False,
        trump: int | None = None,
        rule: Following = FOLLOW_SUIT,
        asked: int | None = None,
        asked_of: int | None = None,
    ) -> None:
        self.sides = tuple(player in side for player in range(players))
        self.exactly, self.trump, self.rule = exactly, trump, rule
        self.asked_of = asked_of
        self.asked_bits = () if asked is None else (asked,)
        self.asked_mask = 0 if asked is None else 1 << asked
        self.asked_suit = None if asked is None else asked // SUIT_BITS
        self.partners = tuple(self._others(player, same=True) for player in range(players))
        self.opponents = tuple(self._others(player, same=False) for player in range(players))

    def _others(self, player: int, *, same: bool) -> tuple[int, ...]:
        mine = self.sides[player]
        return tuple(
            other for other, its in enumerate(self.sides) if other != player and (its == mine) == same
        )
