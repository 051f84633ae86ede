"""A deal of écarté: its state, and what follows from it. Source: HS p. 48-52.

Two players play; all others are the gallery, who may bet on either of them and wait for their turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.tricks.cards import ACE_BELOW_KNAVE_32, pack
from sabot.games.tricks.holding import Holding
from sabot.games.tricks.playing import Play

Phase = Literal["dealing", "turning", "proposing", "answering", "exchanging", "playing", "over"]

FULL_HAND = 5
"""Cards in a hand, and tricks in a deal."""
PACK_32 = pack(ACE_BELOW_KNAVE_32)
STOCK_CARDS = len(PACK_32) - 2 * FULL_HAND - 1
"""What is left of the pack when two hands were dealt and a card was turned."""


class Bet(NamedTuple):
    """A stake on the game: `on` is the player who has to win it."""

    seat: int
    on: int
    amount: int


class Game(NamedTuple):
    """What goes from deal to deal: the two players, their points in this game, and the bets on it. `entered`
    is the player who came to the table last. `deals`: how many deals of this game were played."""

    pair: tuple[int, ...]
    entered: int
    points: tuple[int, ...] = (0, 0)
    bets: tuple[Bet, ...] = ()
    deals: int = 0


class Fields(NamedTuple):
    """The fields of a deal.

    `game` is the game before and in this deal. `turned` is the card that made trumps. `left` are the cards of
    the stock. `brutal`: the dealer's opponent plays at once. `refused`: the dealer refused at first.
    `swaps`: how many exchanges there were. `exchange` are the seats that still exchange cards, `drawing` how
    many come for the first of them into a known hand. `kings` declared the king of trumps. `won`: the seat
    that won the deal, and `scored` what it counted. `winner` has won the game, and `paid` are the payments.
    `stale` are the bets on a game that was given up: they go back with the first act.
    """

    evening: Evening
    holding: Holding
    game: Game
    phase: Phase = "dealing"
    turned: Card | None = None
    left: int = STOCK_CARDS
    brutal: bool = False
    refused: bool = False
    swaps: int = 0
    exchange: tuple[int, ...] = ()
    drawing: int = 0
    kings: tuple[int, ...] = ()
    play: Play | None = None
    won: int = 0
    scored: int = 0
    winner: int = 0
    stale: tuple[Bet, ...] = ()
    paid: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, evening_deal.Deal):
    """A deal of écarté."""

    __slots__ = ()

    @property
    def in_play(self) -> int:
        """What was bet on this game, and on one that was given up."""
        return sum(bet.amount for bet in (*self.game.bets, *self.stale))

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards that were thrown away, as far as they are known."""
        return self.holding.gone

    @property
    def dealer(self) -> int:
        """The player who deals."""
        return self.evening.dealer

    @property
    def elder(self) -> int:
        """The dealer's opponent, who speaks and leads first."""
        return other(self.game.pair, self.evening.dealer)

    @property
    def king(self) -> Card | None:
        """The king of trumps."""
        return Card("K", self.turned.suit) if self.turned else None

    @property
    def is_first(self) -> bool:
        """Whether this is the first deal of a game: bets are open until the card is turned."""
        return self.game.deals == 0

    def staked_on(self, seat: int) -> int:
        """What was bet on this player."""
        return sum(bet.amount for bet in self.game.bets if bet.on == seat)

    def with_points(self, seat: int, points: int) -> Deal:
        """The deal when this player scored, or lost, as many points."""
        now = {**self.points(), seat: self.points()[seat] + points}
        return self._replace(game=self.game._replace(points=tuple(now.values())))

    def points(self) -> Mapping[int, int]:
        """The points of each player in this game."""
        return dict(zip(self.game.pair, self.game.points, strict=True))


def other(pair: tuple[int, ...], seat: int) -> int:
    """The opponent of this player."""
    return pair[1] if seat == pair[0] else pair[0]
