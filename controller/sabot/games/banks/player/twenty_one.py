"""What a hand of een-en-twintig may expect, computed from the rules and the cards that are not seen.

Every card is drawn with the share of its rank among these, however many were drawn before. A hand is what it
counts with each ace as one (`low`), whether there is an ace in it, and how many cards it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from sabot.core.cards import Card
from sabot.games.banks.twenty_one.ending import ALL_BUT_OPENED
from sabot.games.banks.twenty_one.values import ACE_MORE, Counting, bank, times

BEST_RESPONSES = 3
"""How often it is asked from which points on to stand, if all others stand from those found before."""
FIRST_GUESS_BELOW = 4
"""The first guess: all stand with so much less than the aim."""

Totals: TypeAlias = dict[int, float]
"""Points at the end, each with its share; what is over the aim is one more than it."""


class Hand(NamedTuple):
    """A hand in short: its `low` points, whether it has an ace, and its number of cards."""

    low: int = 0
    has_ace: bool = False
    size: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card], how: Counting) -> Hand:
        """These cards in short."""
        held = [*cards]
        low = sum(how.values[card.rank] for card in held)
        return cls(low, any(card.rank == "A" for card in held), len(held))

    def points(self, how: Counting) -> int:
        """What it counts."""
        high = self.low + ACE_MORE
        return high if self.has_ace and high <= how.aim else self.low

    def drawn(self, value: int, *, is_ace: bool) -> Hand:
        """The hand with one more card."""
        return Hand(self.low + value, self.has_ace or is_ace, self.size + 1)


class Outlook:
    """What hands may expect at a table: `how` it counts, the cards not seen, and how many cards each hand has
    at first."""

    def __init__(self, how: Counting, cards: Iterable[Card], *, first_cards: int) -> None:
        ranks = Counter(card.rank for card in cards)
        whole = ranks.total()
        self.how, self._first_cards = how, first_cards
        self.ranks: Mapping[str, float] = {rank: count / whole for rank, count in sorted(ranks.items())}
        self._cards: dict[tuple[int, bool], float] = {}
        for rank, share in self.ranks.items():
            card = how.values[rank], rank == "A"
            self._cards[card] = self._cards.get(card, 0.0) + share
        self.stands_at = how.aim - FIRST_GUESS_BELOW
        for _ in range(BEST_RESPONSES):
            self._ends: dict[Hand, Totals] = {}
            self._banker = self.totals(Hand())
            self._worth: dict[Hand, float] = {}
            self.stands_at = self._first_to_stand()

    def _first_to_stand(self) -> int:
        """The lowest points with which it is better to stand than to buy."""
        aim, size = self.how.aim, self._first_cards
        hands = (Hand(points, size=size) for points in range(2, aim))
        return next((each.low for each in hands if self.standing(each.low) >= self.buying(each)), aim)

    def totals(self, hand: Hand) -> Totals:
        """The points with which a hand ends that draws until it has as many as all stand with."""
        if hand not in self._ends:
            self._ends[hand] = self._totals(hand)
        return self._ends[hand]

    def _totals(self, hand: Hand) -> Totals:
        points = hand.points(self.how)
        if points > self.how.aim:
            return {self.how.aim + 1: 1.0}
        if hand.size >= self._first_cards and points >= self.stands_at:
            return {points: 1.0}
        found: Totals = {}
        for after, share in self._after(hand):
            for each, part in self.totals(after).items():
                found[each] = found.get(each, 0.0) + share * part
        return found

    def _after(self, hand: Hand) -> Iterator[tuple[Hand, float]]:
        for (value, is_ace), share in self._cards.items():
            yield hand.drawn(value, is_ace=is_ace), share

    # --- a player's hand, for a stake of one

    def standing(self, points: int) -> float:
        """What a hand wins that stands with these points."""
        won = sum(share for banker, share in self._banker.items() if self._beats(points, banker))
        return 2 * won - 1

    def _beats(self, points: int, banker: int) -> bool:
        return banker > self.how.aim or (points > banker and banker < ALL_BUT_OPENED)

    def buying(self, hand: Hand) -> float:
        """What a hand wins that buys a card now, and then does what is best."""
        return sum(share * self.worth(after) for after, share in self._after(hand))

    def opening(self, hand: Hand) -> float:
        """What a hand wins that is opened, or pays when it is over the aim."""
        many = times(hand.size, self.how)
        return -many if hand.points(self.how) > self.how.aim else many

    def worth(self, hand: Hand) -> float:
        """What a hand wins that does what is best."""
        if hand not in self._worth:
            self._worth[hand] = self._best(hand)
        return self._worth[hand]

    def _best(self, hand: Hand) -> float:
        points, opened = hand.points(self.how), self.opening(hand)
        if points >= self.how.aim:
            return opened
        stands = self.standing(points)
        return max(stands, self.buying(hand), opened if opened > 1 else stands)

    def of_first(self, card: Card) -> float:
        """What a first card wins with the second one by chance."""
        return sum(share * self._of_two(card.rank, rank) for rank, share in self.ranks.items())

    def _of_two(self, first: str, second: str) -> float:
        cards = (Card(first, ""), Card(second, ""))
        return bank(cards, self.how) or self.worth(Hand.of(cards, self.how))

    def splitting(self, card: Card) -> float:
        """What both hands of a pair win that is split; an ace with a ten is plain twenty-one then."""
        one = Hand.of([card], self.how)
        return 2 * sum(share * self.worth(after) for after, share in self._after(one))

    # --- the banker's hand

    def banker_stands(self, points: int, against: Iterable[tuple[int, Totals]]) -> float:
        """What a banker wins who stands with these points; `against` are the stakes of those who stood, and
        what they may have."""
        return sum(
            stake * share * (-1 if self._beats(each, points) else 1)
            for stake, totals in against
            for each, share in totals.items()
        )

    def banker_draws(self, hand: Hand, against: list[tuple[int, Totals]]) -> float:
        """What a banker wins who draws a card now, and then does what is best."""
        return sum(share * self._banker_best(after, against) for after, share in self._after(hand))

    def _banker_best(self, hand: Hand, against: list[tuple[int, Totals]]) -> float:
        points = hand.points(self.how)
        if points > self.how.aim:
            return -float(sum(stake for stake, _ in against))
        stands = self.banker_stands(points, against)
        return stands if points >= self.stands_at else max(stands, self.banker_draws(hand, against))

    def stood(self, open_cards: Iterable[Card], closed: int) -> Totals:
        """What a hand may have that stood, with these cards open and as many closed: no less than it stands
        with, where that can be."""
        hands = {Hand.of(open_cards, self.how): 1.0}
        for _ in range(closed):
            more: dict[Hand, float] = {}
            for hand, part in hands.items():
                for after, share in self._after(hand):
                    more[after] = more.get(after, 0.0) + part * share
            hands = more
        found: Totals = {}
        for hand, part in hands.items():
            found[hand.points(self.how)] = found.get(hand.points(self.how), 0.0) + part
        likely = {points: share for points, share in found.items() if self.stands_at <= points < self.how.aim}
        whole = sum(likely.values())
        return {points: share / whole for points, share in likely.items()} if whole else {self.stands_at: 1.0}
