"""The search: every card that could make a difference, and no position twice.

A position is asked one question: can the side take `need` of the tricks that are `left`? The answer comes
with the cards whose owners decided it, so that it holds for every position that is alike in those. The cards
of a trick stay among the cards left until it is complete.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from sabot.core.cards import value
from sabot.games.tricks.double_dummy.bits import FIRST_BITS, SUIT_BITS, SUIT_MASK
from sabot.games.tricks.double_dummy.goal import Goal
from sabot.games.tricks.double_dummy.holdings import Holdings
from sabot.games.tricks.double_dummy.memory import Answer, Memory, Position
from sabot.games.tricks.double_dummy.order import FollowOrder, by_lead
from sabot.games.tricks.double_dummy.playable import Playable
from sabot.games.tricks.double_dummy.sure import SureTricks

Node: TypeAlias = tuple[int, int, int, int]
"""The cards left, those of the trick under way, whose turn it is, and the tricks needed."""
NO_CARD = SUIT_BITS * len(FIRST_BITS)
"""Higher than every bit: where no card of a suit mattered."""


class UndecidedError(Exception):
    """The search looked at as many positions as it may, and has no answer."""


class Laid(NamedTuple):
    """A trick under way: the suit that was led, the best card and who played it, all its cards, and how many
    of them are of the suit of the best."""

    led: int
    best: int
    winner: int
    cards: int
    suited: int

    @classmethod
    def led_with(cls, bit: int, player: int) -> Laid:
        """The trick of this first card."""
        return cls(bit // SUIT_BITS, bit, player, 1 << bit, 1)

    def with_card(self, bit: int, player: int, trump: int | None) -> Laid:
        """The trick with one more card."""
        led, best, winner, cards, suited = self
        suit, cards = bit // SUIT_BITS, cards | 1 << bit
        if suit == best // SUIT_BITS:
            if bit > best:
                return value(Laid, (led, bit, player, cards, suited + 1))
            return value(Laid, (led, best, winner, cards, suited + 1))
        if suit == trump:
            return value(Laid, (led, bit, player, cards, 1))
        return value(Laid, (led, best, winner, cards, suited))


def laid_by(plays: Iterable[int], leader: int, players: int, trump: int | None) -> Laid | None:
    """The trick of these cards, which this player led; None before the lead."""
    laid: Laid | None = None
    for nth, bit in enumerate(plays):
        player = (leader + nth) % players
        laid = laid.with_card(bit, player, trump) if laid else Laid.led_with(bit, player)
    return laid


class Search:
    """The search in one deal: `asking.Searching` says what is asked of it."""

    def __init__(self, holdings: Holdings, goal: Goal) -> None:
        self.goal, self.holdings = goal, holdings
        self.positions = self.limit = 0
        self._memory = Memory()
        self._sure = SureTricks(holdings, goal)
        self._playable = Playable(holdings, goal)
        self._order = FollowOrder(goal)
        self._last = holdings.players - 1
        self._slow: dict[Node, dict[int, int]] = {}

    def made(self, *, cards: int, leader: int, plays: bytes, need: int, limit: int) -> bool | None:
        """Whether the side takes `need` of the tricks that are left, with these cards in the trick under way;
        None at the limit."""
        (left,) = {(hand & cards).bit_count() for hand in self.holdings.hands}
        self.limit = limit
        laid = laid_by(plays, leader, self.holdings.players, self.goal.trump)
        player = (leader + len(plays)) % self.holdings.players
        try:
            if laid is None:
                return self.from_lead(cards, leader, need, left)[0]
            return self.from_trick(cards, laid, player, need, left, self._last + 1 - len(plays))[0]
        except UndecidedError:
            return None

    def from_lead(self, cards: int, leader: int, need: int, left: int) -> Answer:
        """Whether the side takes `need` of the `left` tricks when this player leads.

        Raises UndecidedError at the limit.
        """
        over = self._over(need, left)
        if over is not None:
            return over, 0
        position = self._position(cards, leader, need)
        asked = 1 if self.goal.exactly else need
        found = self._memory.found(position, asked)
        if found is not None:
            return found
        self.positions += 1
        if self.positions > self.limit:
            raise UndecidedError(f"not decided after {self.limit} positions")
        answer = self._bounded(position, cards, leader, need, left)
        if answer is None:
            answer = self._led(position, cards, leader, need, left)
        return self._memory.keep(position, asked, answer)

    def _over(self, need: int, left: int) -> bool | None:
        """Whether the goal is reached, or can no longer be; None while that is open."""
        if need > left or need < 0:
            return need < 0 and not self.goal.exactly
        if need == 0 and not self.goal.exactly:
            return True
        return need == 0 if left == 0 else None

    def _position(self, cards: int, leader: int, need: int) -> Position:
        clubs, diamonds, hearts, spades = suits = (
            cards & SUIT_MASK,
            cards >> 13 & SUIT_MASK,
            cards >> 26 & SUIT_MASK,
            cards >> 39,
        )
        of_clubs, of_diamonds, of_hearts, of_spades = self.holdings.descriptions
        pattern, length = of_clubs[clubs]
        more, longer = of_diamonds[diamonds]
        pattern, length = pattern | more, length | longer
        more, longer = of_hearts[hearts]
        pattern, length = pattern | more, length | longer
        more, longer = of_spades[spades]
        key = (length | longer) << 8 | leader << 5
        goal = self.goal
        if cards & goal.asked_mask:
            key |= 16
        return Position(suits, pattern | more, key | need if goal.exactly else key)

    def _bounded(self, position: Position, cards: int, leader: int, need: int, left: int) -> Answer | None:
        """The answer where sure tricks give it."""
        mine, exactly = self.goal.sides[leader], self.goal.exactly
        moment = self._sure.moment(cards, position.suits, left)
        if exactly and not need and (mattered := self._sure.escapes(moment, leader)):
            return True, mattered
        if not (mine and exactly):  # a side that wants no more tricks does not cash them
            enough = need if mine else left - need + 1
            count, mattered = self._sure.of_leader(moment, leader, enough=enough)
            if count >= enough:
                return mine, mattered
        count, mattered = self._sure.of_others(moment, leader)
        enough = left - need + 1 if mine else need + exactly
        return (not mine and not exactly, mattered) if count >= enough else None

    def _led(self, position: Position, cards: int, leader: int, need: int, left: int) -> Answer:
        """The answer from what each lead leads to."""
        mine = self.goal.sides[leader]
        leads = self._playable.leads(cards, leader)
        if len(leads) > 1:
            best = self._memory.best.get(position.key, -1)
            leads = by_lead(self.holdings, self.goal, cards, leader, leads, best)
        if self._slow:
            leads = self._slow_last((cards, 0, leader, need), leads)
        tried = _Tried(cards & self.goal.asked_mask)
        follower = (leader + 1) % self.holdings.players
        for bit in leads:
            if tried.is_alike(bit):
                continue
            laid = Laid.led_with(bit, leader)
            try:
                answer = self.from_trick(cards, laid, follower, need, left, self._last)
            except UndecidedError:
                self._was_slow((cards, 0, leader, need), bit)
                raise
            if answer[0] == mine:
                self._memory.best[position.key] = bit
                return answer[0], self._with_asked(cards, answer[1])
            tried.add(bit, answer[1])
        return not mine, self._with_asked(cards, self._playable.with_runs(cards, leader, tried.mattered))

    def _with_asked(self, cards: int, mattered: int) -> int:
        """The cards that mattered; while the asked card waits, it is one of them."""
        return mattered | cards & self.goal.asked_mask

    def from_trick(self, cards: int, laid: Laid, player: int, need: int, left: int, to_come: int) -> Answer:
        """The same question in the middle of a trick: `to_come` cards are still to be played to it, the next
        one by this player."""
        if to_come == 0:
            return self._taken(cards, laid, need, left)
        goal, follows = self.goal, self._playable.follows(cards, laid, player)
        following, mine = (player + 1) % self.holdings.players, goal.sides[player]
        if len(follows) == 1:
            after = laid.with_card(follows[0], player, goal.trump)
            made, mattered = self.from_trick(cards, after, following, need, left, to_come - 1)
            return made, mattered if made == mine else self._playable.with_runs(cards, player, mattered)
        tried = _Tried(cards & goal.asked_mask)
        for bit in self._in_order(cards, laid, player, need, follows, is_last=to_come == 1):
            if tried.is_alike(bit):
                continue
            after = laid.with_card(bit, player, goal.trump)
            try:
                answer = self.from_trick(cards, after, following, need, left, to_come - 1)
            except UndecidedError:
                self._was_slow((cards, laid.cards, player, need), bit)
                raise
            if answer[0] == mine:
                return answer
            tried.add(bit, answer[1])
        return not mine, self._playable.with_runs(cards, player, tried.mattered)

    def _in_order(
        self, cards: int, laid: Laid, player: int, need: int, follows: tuple[int, ...], *, is_last: bool
    ) -> tuple[int, ...]:
        """The cards to be tried, the most promising first."""
        order = self._order.of(cards, laid, follows, mine=self.goal.sides[player], is_last=is_last)
        return self._slow_last((cards, laid.cards, player, need), order) if self._slow else order

    def _was_slow(self, node: Node, bit: int) -> None:
        """This card was under way when an attempt ended."""
        slow = self._slow.setdefault(node, {})
        slow[bit] = slow.get(bit, 0) + 1

    def _slow_last(self, node: Node, order: tuple[int, ...]) -> tuple[int, ...]:
        """These cards, those last that used up most attempts."""
        slow = self._slow.get(node)
        return tuple(sorted(order, key=lambda bit: slow.get(bit, 0))) if slow else order

    def _taken(self, cards: int, laid: Laid, need: int, left: int) -> Answer:
        """The answer after a complete trick. A card that beat another of its suit mattered. Where players
        have to beat the others if they can, all of them did."""
        goal = self.goal
        after = need - goal.sides[laid.winner]
        made, mattered = self.from_lead(cards & ~laid.cards, laid.winner, after, left - 1)
        if goal.rule.head:
            return made, mattered | laid.cards
        return made, mattered | 1 << laid.best if laid.suited > 1 else mattered


class _Tried:
    """The cards of a player that failed, and what mattered then. Another card of the same suit fails too
    where both are lower than every card of the suit that mattered."""

    __slots__ = ("_asked", "_below", "mattered")

    def __init__(self, asked: int) -> None:
        self.mattered, self._asked = 0, asked
        self._below: dict[int, int] = {}

    def is_alike(self, bit: int) -> bool:
        """Whether a card that is worth the same has failed."""
        return bit < self._below.get(bit // SUIT_BITS, 0) and not self._asked >> bit & 1

    def add(self, bit: int, mattered: int) -> None:
        """This card failed."""
        self.mattered |= mattered
        suit = bit // SUIT_BITS
        of_suit = mattered >> FIRST_BITS[suit] & SUIT_MASK
        lowest = FIRST_BITS[suit] + (of_suit & -of_suit).bit_length() - 1 if of_suit else NO_CARD
        if bit < lowest and not self._asked >> bit & 1:
            self._below[suit] = lowest
