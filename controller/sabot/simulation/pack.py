"""The pack of a house that deals on screens. Its order is a secret: no record, log or screen has it.

A pack is shuffled once for each deal, and stays as it is until the next: where an act is taken back, the same
cards come again. After a restart what is left of the pack is shuffled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from sabot.core.cards import Card
from sabot.core.events import FaultFound
from sabot.core.observations import Observation
from sabot.core.play.state import Play
from sabot.core.table import Table, step
from sabot.games.evening.household import Coup
from sabot.games.evening.player import observed
from sabot.games.evening.stock import Dealt, Gift, dealt, number_of_deal
from sabot.games.evening.wishes import unseen

PACKS_KEPT = 8
"""How many deals can be taken back and dealt again as they were."""

Shuffle = tuple[int, int]
"""The number of a deal, and how often the cards were shuffled within it."""


class Pack:
    """The pack, shuffled for each deal by this chance."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._orders: dict[Shuffle, list[Card]] = {}
        self._dealt: tuple[Play, Dealt] | None = None

    def dealt(self, table: Table) -> Dealt:
        """What was dealt in the deal under way."""
        if self._dealt is None or self._dealt[0] is not table.play:
            self._dealt = table.play, dealt(table)
        return self._dealt[1]

    def given(self, table: Table, gift: Gift) -> Observation | None:
        """The act that gives these cards; None where the rules take none of those that are left."""
        for cards in self._drawn(table, gift):
            act = observed(gift.filled(cards))
            if is_taken(table, act):
                return act
        return None

    def _drawn(self, table: Table, gift: Gift) -> Iterator[Sequence[Card]]:
        """The next cards of the pack, then those behind them: rules may know of cards that cannot come. Where
        too few are left, all that lie in no hand count again."""
        coup, order = table.play.coup, self._order(table)
        assert isinstance(coup, Coup)
        for left in (self.dealt(table).left(order, gift), Counter(unseen(coup))):
            cards = [*_in_order(order, left)]
            for nth in range(len(cards) - gift.number + 1):
                yield cards[nth : nth + gift.number]

    def _order(self, table: Table) -> list[Card]:
        """The order of the pack in the deal that is due."""
        coup = table.play.coup
        assert isinstance(coup, Coup)
        evening = coup.rules.following(coup.deal) if coup.outcome else coup.deal.evening
        whole = coup.rules.PACK(evening.options, len(evening.seats))
        mine = (number_of_deal(table), self.dealt(table).shuffles)
        order = self._orders.pop(mine, [])
        if Counter(order) != Counter(whole):
            order = [*whole]
            self._chance.shuffle(order)
        self._orders[mine] = order
        for old in [*self._orders][:-PACKS_KEPT]:
            del self._orders[old]
        return order


def _in_order(order: Sequence[Card], left: Counter[Card]) -> Iterator[Card]:
    """The cards that are left, in the order of the pack."""
    left = left.copy()
    for card in order:
        if left[card] > 0:
            left[card] -= 1
            yield card


def is_taken(table: Table, act: Observation) -> bool:
    """Whether the rules take this act now, and it changes something: a word that may be said once more does
    not."""
    after, events = step(table, act)
    return after.play.coup != table.play.coup and not any(type(event) is FaultFound for event in events)
