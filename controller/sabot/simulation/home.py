"""The house at a table at home: it deals where there are no real cards, and plays for the simulated players.

The first cards of a deal wait until somebody presses for them, and so does a card that is turned up while a
person may do something else. All others come by themselves. Where nobody but simulated players sits at the
table, nothing waits.
"""

from __future__ import annotations

import logging
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from sabot.core.observations import CardSeen, Confirmed, Observation, Said, Staked
from sabot.core.play.state import Play
from sabot.core.table import Table
from sabot.core.terms import Turn
from sabot.games.evening.household import Coup
from sabot.games.evening.player import PLAYERS
from sabot.games.evening.stock import (
    TURN_UP,
    Gift,
    gifts,
    is_between,
    number_of_deal,
)
from sabot.games.wishes import Look
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.simulation.croupier import Croupier, Deed
from sabot.simulation.pack import PACKS_KEPT, Pack, is_taken
from sabot.simulation.players import players
from sabot.simulation.seats import Seats
from sabot.simulation.table import Around
from sabot.simulation.turns_at_home import (
    coup_of,
    for_anybody,
    is_first,
    is_open,
    is_stake,
    own_acts,
    seat_of,
    turns_of,
)

log = logging.getLogger(__name__)

BETWEEN_BEATS, CARD_BEATS, ACT_BEATS = 3.0, 0.4, 1.0
"""The pauses before the first card of a deal, before any other, and before an act of a player."""

OFFERS_SHARE, STAKES_MOST = 0.4, 2
"""How often a simulated player stakes or bids while a person is awaited, and the most stakes in a deal."""

RARE_SHARE = 0.03
"""How often simulated players do what is seldom done, where a card would come otherwise."""


class Company(Croupier):
    """A thread that deals and plays. `chance` shuffles the pack; nobody can foresee it."""

    def __init__(
        self,
        feed: Feed,
        inbox: Inbox,
        *,
        table: Callable[[], Table],
        beat_s: float,
        seats: Seats,
        rng: random.Random,
        chance: random.Random,
    ) -> None:
        super().__init__(feed, inbox, table=table, tell=lambda command: None, beat_s=beat_s, rng=rng)
        self._seats, self._pack, self._first_acts = seats, Pack(chance), seats.opening
        self._answered = table().room.cards_asked
        self._dealt: set[tuple[int, Observation]] = set()
        self._stakes: Counter[tuple[int, int]] = Counter()
        self._seen: Play | None = None
        self._shown: Play | None = None

    def deeds(self, table: Table) -> Iterator[Deed]:
        """What is to be done now."""
        play, is_asked = table.play, table.room.cards_asked > self._answered
        if table.room.shut:
            return
        if table.room.unconfirmed:
            if not self._persons(play):
                yield Deed(Confirmed(by="croupier"), 2.0)
        elif self._first_acts and is_first(table):
            yield from self._opens()
        elif is_asked or not self._waits(table):
            yield from self._goes_on(table)
            self._answered = table.room.cards_asked
        elif not is_between(table):
            yield from self._offers()

    def _persons(self, play: Play) -> frozenset[int]:
        """The seats of people."""
        return frozenset(coup_of(play).deal.evening.seats) - self._seats.simulated

    def _opens(self) -> Iterator[Deed]:
        """What is done once, before the first deal; what others did already is left out."""
        for act in self._first_acts:
            if is_open(self._table(), act):
                yield Deed(Said(act), CARD_BEATS)
            self._first_acts = self._first_acts[1:]

    # --- waiting

    def _waits(self, table: Table) -> bool:
        """Whether somebody has to press before the house goes on."""
        coup, persons = coup_of(table.play), self._persons(table.play)
        if not persons:
            return False
        if is_between(table):
            return True
        due = self._gifts(coup)
        if not due or due[0].verb == "draw":
            return False
        return self._was_given(table, due[0]) or self._may_do_else(table, persons)

    def _may_do_else(self, table: Table, persons: frozenset[int]) -> bool:
        """Whether a person may do something else now than take a card; cards that are being dealt go on."""
        coup = coup_of(table.play)
        if not self._gifts(coup)[0].is_turned and self._pack.dealt(table).goes_on:
            return False
        return any(own_acts(coup, turn) for turn in coup.turns if turn.seat in persons)

    def _was_given(self, table: Table, gift: Gift) -> bool:
        """Whether these cards were given before and taken back. They do not come again by themselves."""
        act = self._pack.given(table, gift)
        return act is not None and (number_of_deal(table), act) in self._dealt

    def _gifts(self, coup: Coup) -> tuple[Gift, ...]:
        return gifts(coup) if self._seats.deals else ()

    # --- going on

    def _goes_on(self, table: Table) -> Iterator[Deed]:
        """The next card, or the act of a simulated player."""
        coup = coup_of(table.play)
        due = self._gifts(coup)
        if due and not self._is_choice(coup, due[0]):
            yield from self._gives(table, due[0])
        elif coup_of(self._look()).turns:
            yield from self._acts()
        else:
            yield from self._offers()

    def _is_choice(self, coup: Coup, gift: Gift) -> bool:
        """Whether a simulated player may do something else than take the card: always in the first turn, by
        chance in a later one."""
        others = [turn for turn in turns_of(coup, self._seats.simulated) if own_acts(coup, turn)]
        if not gift.is_turned or not others:
            return False
        return coup.turns[0] in others or self._rng.random() < RARE_SHARE

    def _gives(self, table: Table, gift: Gift) -> Iterator[Deed]:
        act, number = self._pack.given(table, gift), number_of_deal(table)
        if act is None:
            return
        alone = not self._persons(table.play)
        yield Deed(act, BETWEEN_BEATS if alone and is_between(table) else CARD_BEATS)
        self._dealt = {each for each in self._dealt if each[0] > number - PACKS_KEPT} | {(number, act)}

    def _acts(self) -> Iterator[Deed]:
        """An act of the simulated players whose turn it is."""
        for wish in self._wishes(self._look):
            act = self._with_card(wish)
            if act is not None and self._is_allowed(act):
                yield from self._done(act)

    def _wishes(self, look: Look) -> Iterator[Observation]:
        """What the simulated players would do. One whose thought fails acts by chance, so that nobody waits
        for them; the log has no word of what they hold."""
        try:
            yield from players(self._table().play.game.NAME).speak(look, self._rng)
        except Exception as error:  # noqa: BLE001 - its text and its trace may name a card
            log.error("a simulated player failed (%s) and acts by chance", type(error).__name__)
            yield from PLAYERS.speak(look, self._rng)

    def _is_allowed(self, act: Observation) -> bool:
        """Whether it is the act of a simulated player, and the rules take it."""
        is_mine = isinstance(act, CardSeen) or seat_of(act) in self._seats.simulated
        return is_mine and is_taken(self._table(), act)

    def _with_card(self, wish: Observation) -> Observation | None:
        """The act with a card of the pack where it turns one up."""
        if isinstance(wish, CardSeen):
            return self._pack.given(self._table(), Gift(TURN_UP)) if self._seats.deals else None
        return wish

    def _offers(self) -> Iterator[Deed]:
        """A simulated player lays a stake or bids while people think."""
        play = self._table().play
        turns = [turn for turn in turns_of(coup_of(play), self._seats.simulated) if self._may_offer(turn)]
        if not turns or self._rng.random() >= OFFERS_SHARE:
            return
        looked = play._replace(coup=coup_of(play)._replace(turns=tuple(turns)))
        wish = next(self._wishes(lambda: looked), None)
        if wish is not None and self._is_allowed(wish):
            yield from self._done(wish)

    def _done(self, act: Observation) -> Iterator[Deed]:
        """An act of a simulated player; their stakes are counted."""
        number = number_of_deal(self._table())
        yield Deed(act, ACT_BEATS)
        self._stakes[number, seat_of(act)] += isinstance(act, Staked)

    def _may_offer(self, turn: Turn) -> bool:
        """Whether this turn is a bid, or a stake and not one of many."""
        is_bid = all(act.startswith("bid ") for act in turn.acts)
        return is_bid or (is_stake(turn) and self._may_stake(turn.seat))

    def _may_stake(self, seat: int) -> bool:
        return self._stakes[number_of_deal(self._table()), seat] < STAKES_MOST

    # --- what simulated players look at

    def _look(self) -> Play:
        """The play with the turns of the simulated players alone; the same one until something happens."""
        play = self._table().play
        if self._seen is None or play.coup is not self._seen.coup or self._shown is None:
            self._seen, self._shown = play, play._replace(coup=self._of_company(coup_of(play)))
        return self._shown

    def _of_company(self, coup: Coup) -> Coup:
        """The coup with the turns in which a simulated player may act now: where a person is awaited, those
        who may do the same."""
        mine = turns_of(coup, self._seats.simulated)
        if coup.turns and coup.turns[0] not in mine:
            mine = [turn for turn in mine if for_anybody(turn) == for_anybody(coup.turns[0])]
            mine = [turn for turn in mine if not is_stake(turn) or self._may_stake(turn.seat)]
        turns = (turn._replace(acts=self._without_gifts(coup, turn)) for turn in mine)
        return coup._replace(turns=tuple(turn for turn in turns if turn.acts))

    def _without_gifts(self, coup: Coup, turn: Turn) -> tuple[str, ...]:
        """The acts of a turn that a player chooses among; a card that is turned up is one where there is
        another."""
        own = own_acts(coup, turn)
        return tuple(act for act in turn.acts if act in own or (act == TURN_UP and own))


def attended(table: Around, seats: Seats, parts: ExitStack) -> None:
    """Let the house deal and play at this table until it is closed."""
    chosen = table.settings.simulation
    company = Company(
        table.feed,
        table.inbox,
        table=lambda: table.loop.table,
        beat_s=chosen.seconds_per_card,
        seats=seats,
        rng=random.Random(chosen.seed or None),
        chance=random.Random(chosen.seed) if chosen.seed else secrets.SystemRandom(),
    )
    company.start()
    parts.callback(company.stop)
