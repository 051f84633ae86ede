"""Tricks that a side takes without a search: trumps that nobody can beat, and winners that can be led one
after the other."""

from __future__ import annotations

from typing import NamedTuple

from sabot.games.tricks.double_dummy.bits import FIRST_BITS, HIGHEST, SUIT_BITS, top_run
from sabot.games.tricks.double_dummy.goal import Goal
from sabot.games.tricks.double_dummy.holdings import Holdings

Sure = tuple[int, int]
"""How many tricks, and the cards whose owners decided that."""


class Moment(NamedTuple):
    """A position before a lead: the cards left by suit, the `trumps` that each player has left as bits of
    their suit, and how many tricks are left. `waits`: the asked card is still in its hand."""

    suits: tuple[int, int, int, int]
    trumps: tuple[int, ...]
    left: int
    waits: bool


class SureTricks:
    """The sure tricks of one deal."""

    def __init__(self, holdings: Holdings, goal: Goal) -> None:
        self._goal, self._hands = goal, holdings.suits
        self._partners, self._opponents = goal.partners, goal.opponents
        self._none = (0,) * holdings.players
        self._of_trumps: dict[int, tuple[Sure, ...]] = {}

    def moment(self, cards: int, suits: tuple[int, int, int, int], left: int) -> Moment:
        """What the other functions need to know of a position."""
        goal = self._goal
        trumps = self._none
        if goal.trump is not None and suits[goal.trump]:
            trumps = tuple([hand[goal.trump] & suits[goal.trump] for hand in self._hands])
        return Moment(suits, trumps, left, bool(cards & goal.asked_mask))

    def of_leader(self, moment: Moment, leader: int, *, enough: int) -> Sure:
        """Tricks that the side on lead takes at least; looks no further once there are `enough`."""
        cashed, mattered = self._cashed(moment, leader)
        best = cashed, mattered
        if moment.trumps is not self._none:
            trumps = self._with_trumps(moment)
            best = cashed + trumps[leader][0], mattered | trumps[leader][1]
            for partner in self._partners[leader]:
                kept = moment.left - moment.trumps[partner].bit_count()
                count = min(cashed, kept) + trumps[partner][0]
                if count > best[0]:
                    best = count, mattered | trumps[partner][1]
        return best if best[0] >= enough else max(best, self._crossed(moment, leader, enough))

    def of_others(self, moment: Moment, leader: int) -> Sure:
        """Tricks that the side not on lead takes at least."""
        if moment.trumps is self._none:
            return 0, 0
        trumps = self._with_trumps(moment)
        return max([trumps[player] for player in self._opponents[leader]], default=(0, 0))

    def escapes(self, moment: Moment, leader: int) -> int:
        """The cards that decide it, where the only player of a side that wants no trick surely takes none; 0
        where that is not sure.

        They do not lead, and in every suit their lowest card, their two lowest cards and so on are below as
        many of the others' (Doevendans ch. 4.5).
        """
        goal = self._goal
        (player, *others) = [nth for nth, its in enumerate(goal.sides) if its]
        if others or player in (leader, goal.asked_of) or goal.trump is not None or goal.rule.head:
            return 0
        decided = 0
        for nth, first in enumerate(FIRST_BITS):
            held = self._hands[player][nth] & moment.suits[nth]
            if not _is_below(held, moment.suits[nth] & ~held):
                return 0
            decided |= moment.suits[nth] << first if held else 0
        return decided

    def _cashed(self, moment: Moment, player: int) -> Sure:
        """Winners of the side suits that this player can lead one after the other."""
        count, mattered = 0, 0
        for nth, left in enumerate(moment.suits):
            held = self._hands[player][nth] & left
            if not held or nth == self._goal.trump or self._must_lead_asked(moment, player, nth):
                continue
            run = top_run(held, left)
            if run and moment.trumps is not self._none:
                run = min(run, self._unruffed(moment, player, nth))
            if run:
                count += run
                if held != left:
                    mattered |= HIGHEST[left][run] << FIRST_BITS[nth]
        return min(count, moment.left), mattered

    def _must_lead_asked(self, moment: Moment, player: int, nth: int) -> bool:
        """Whether the asked card of this suit is to be played first."""
        goal = self._goal
        return moment.waits and player == goal.asked_of and nth == goal.asked_suit

    def _unruffed(self, moment: Moment, player: int, nth: int) -> int:
        """For how many rounds of a suit everybody who could ruff has to follow."""
        rounds = SUIT_BITS
        for other, trumps in enumerate(moment.trumps):
            if not trumps or other == player:
                continue
            if self._could_ruff(moment, player, other):
                rounds = min(rounds, (self._hands[other][nth] & moment.suits[nth]).bit_count())
        return rounds

    def _could_ruff(self, moment: Moment, player: int, other: int) -> bool:
        """Whether this player may spoil the run of winners: an opponent, or a partner who has to ruff."""
        rule = self._goal.rule
        if other in self._opponents[player] or rule.ruff or rule.head:
            return True
        return moment.trumps[other].bit_count() == moment.left

    def _crossed(self, moment: Moment, leader: int, enough: int) -> Sure:
        """Tricks of a partner who gets the lead by a winner of theirs."""
        for partner in self._partners[leader]:
            if moment.waits and partner == self._goal.asked_of:
                continue
            entry = self._entry(moment, leader, partner)
            if not entry:
                continue
            count, mattered = self._cashed(moment, partner)
            if moment.trumps is not self._none:
                more, trumps = self._with_trumps(moment)[partner]
                count, mattered = count + more, mattered | trumps
            if count >= enough:
                return count, mattered | entry
        return 0, 0

    def _entry(self, moment: Moment, leader: int, partner: int) -> int:
        """The card with which a partner takes the lead; 0 where there is none."""
        for nth, left in enumerate(moment.suits):
            theirs = self._hands[partner][nth] & left
            if not theirs or not self._hands[leader][nth] & left or theirs.bit_length() != left.bit_length():
                continue
            ruffed = nth != self._goal.trump and moment.trumps is not self._none
            if not ruffed or self._unruffed(moment, partner, nth) > 0:
                return 1 << FIRST_BITS[nth] + left.bit_length() - 1
        return 0

    def _with_trumps(self, moment: Moment) -> tuple[Sure, ...]:
        """For each player the tricks that their trumps take at least."""
        trump = self._goal.trump
        assert trump is not None
        left = moment.suits[trump]
        known = self._of_trumps.get(left)
        if known is None:
            known = tuple(self._of_player(player, trump, left) for player in range(len(self._hands)))
            self._of_trumps[left] = known
        return known

    def _of_player(self, player: int, trump: int, left: int) -> Sure:
        held = self._hands[player][trump] & left
        others = 0
        for opponent in self._opponents[player]:
            others |= self._hands[opponent][trump] & left
        count = _unbeaten(held, others)
        if not count or not others:
            return count, 0
        enough = (cards for cards in HIGHEST[left] if _unbeaten(held & cards, others & cards) == count)
        return count, next(enough) << FIRST_BITS[trump]


def _is_below(held: int, others: int) -> bool:
    """Whether each card held, counted from the lowest, is lower than the one of the others at the same place.
    Cards beyond the last of the others can never take part."""
    while held and others:
        if held & -held > others & -others:
            return False
        held, others = held & held - 1, others & others - 1
    return not held or not others


def _unbeaten(held: int, others: int) -> int:
    """How many of these trumps take a trick although the others hold higher ones: each beats one at most."""
    free = beaten = 0
    for bit in reversed(range(SUIT_BITS)):
        if others >> bit & 1:
            free += 1
        elif held >> bit & 1 and free:
            free -= 1
            beaten += 1
    return held.bit_count() - beaten
