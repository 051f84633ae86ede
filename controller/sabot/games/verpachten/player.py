"""The players at verpachten: they buy as long as a card wins on average, and bid for the farm what a tenancy
is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Turn, money
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.evening.wishes import filled
from sabot.games.verpachten.deal import PACK_CARDS, TARGET_POINTS, Deal, points_of, value_of

ROUNDS_OF_THOUGHT = 3
"""How often the worth of sixteen is worked out: each round knows from the one before how others buy."""
PEOPLE_STAND_AT = 15
"""With this number of points people buy no more."""


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do."""
    deal, turn = coup.deal, coup.turns[0]
    assert isinstance(deal, Deal)
    draws = [(each, act) for each in coup.turns for act in each.acts if act.startswith("draw ")]
    if draws:
        return filled(coup, *draws[0], rng)
    hand = coup.hand_of(turn.seat)
    if deal.stage == "let":
        return f"bid {turn.seat} {bid(deal, turn)}"
    if deal.stage == "buy" and hand:
        wants = f"buy {turn.seat}"
        return wants if wants in turn.acts and buys(deal, hand) else f"stand {turn.seat}"
    return ""


def buys(deal: Deal, hand: tuple[Card, ...]) -> bool:
    """Whether one more card wins on average for this hand, which its player alone sees."""
    left = [card for card in PACK_CARDS if card not in hand]
    farm = Farm.of(left, deal.farm, unit=deal.options.unit, players=len(deal.players))
    return farm.buying(points_of(hand)) > 0


def bid(deal: Deal, turn: Turn) -> str:
    """Half of what is left between the highest bid and what a tenancy is worth, in counters; else a pass."""
    least, most = turn.limits or (0, 0)
    unit, worth = deal.options.unit, worth_of_tenancy(len(deal.evening.seats) - 1, deal.options.unit)
    half = (deal.bid + worth) / 2 // unit * unit
    return money(min(most, max(least, int(half)))) if 0 < least <= worth else "pass"


def worth_of_tenancy(players: int, unit: int) -> float:
    """What the tenant gets on average from those who are over sixteen, until one of them takes the farm.

    The rent of forty to fifty counters that the book advises (HS p. 86) is worth it where the others buy
    until they have about fifteen, as people do; so we count with that.
    """
    farm = Farm.of(PACK_CARDS, 0, unit=unit, players=players)
    hit, fine = farm.ends(0, stands_at=PEOPLE_STAND_AT)
    return players * fine / (1 - (1 - hit) ** players)


class Farm(NamedTuple):
    """What the farm means to each of its `players`: the `shares` of what a card counts, what sixteen is worth
    on average (`prize`), and what a point over it costs (`unit`)."""

    shares: tuple[tuple[int, float], ...]
    prize: float
    unit: int

    @classmethod
    def of(cls, cards: Iterable[Card], farm: int, *, unit: int, players: int) -> Farm:
        """The farm as it is worth to each player, if all buy as long as that wins on average. Of several with
        sixteen one takes it."""
        counts = Counter(map(value_of, cards))
        shares = tuple((value, count / counts.total()) for value, count in sorted(counts.items()))
        found = cls(shares, farm, unit)
        for _ in range(ROUNDS_OF_THOUGHT):
            hit, _ = found.ends(0)
            alone = (1 - (1 - hit) ** players) / (players * hit) if hit else 1.0
            found = found._replace(prize=farm * alone)
        return found

    def buying(self, points: int) -> float:
        """What a hand of these points wins on average with one more card, and then with what is best."""
        return sum(share * self._worth(points + value) for value, share in self.shares)

    def _worth(self, points: int) -> float:
        if points >= TARGET_POINTS:
            return self.prize if points == TARGET_POINTS else (TARGET_POINTS - points) * self.unit
        return max(0.0, self.buying(points))

    def ends(self, points: int, *, stands_at: int = 0) -> tuple[float, float]:
        """How likely a hand of these points ends with sixteen, and what it pays to the tenant on average, if
        it buys as long as that wins, or until it has as many points as `stands_at`."""
        if points > TARGET_POINTS:
            return 0.0, float((points - TARGET_POINTS) * self.unit)
        if points == TARGET_POINTS:
            return 1.0, 0.0
        if points and (points >= stands_at if stands_at else self.buying(points) <= 0):
            return 0.0, 0.0
        after = [(share, *self.ends(points + value, stands_at=stands_at)) for value, share in self.shares]
        return sum(share * hit for share, hit, _ in after), sum(share * fine for share, _, fine in after)


PLAYERS = thoughtful(wished)
