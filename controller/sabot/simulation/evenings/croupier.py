"""The croupier of a simulated evening: the one of a table without instruments, one deed after the other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from random import Random

from sabot.core.observations import BallSeen, BetsClosed, Observation
from sabot.core.table import Table
from sabot.games.wheel.terms import AT_REST, BALL_DROPPED, RNVP_DUE
from sabot.instruments.simulated.instrument import Command
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox, NotKept
from sabot.simulation.croupier import Croupier
from sabot.simulation.evenings.scheduler import Course, Scheduler
from sabot.simulation.wheel_croupier import WheelCroupier

BEAT_S = 0.05
"""A beat of the croupier: these evenings are dealt fast."""
LOOKS_S = 0.08
"""The croupier looks this often whether their act shows."""
PATIENCE_S = 8.0
"""For so long the croupier waits for a card, or an answer, before they go on with what the table shows."""
SPIN_TAKES_S = 20.0
"""A number that is not there by then is entered by hand."""

Put = Callable[[Observation], Future[int]]


class Dealer:
    """What the croupier does while one program runs; the next finds the croupier looking at the cloth."""

    def __init__(
        self, scheduler: Scheduler, *, table: Callable[[], Table], put: Put, tell: Callable[[Command], None]
    ) -> None:
        self._scheduler, self._table, self._put, self._tell = scheduler, table, put, tell

    def works(self, rng: Random, *, coups: int) -> Course:
        """Deal until this number of coups is over; go on if a late number opens another one after that."""
        spins = not self._table().play.game.PLACES
        croupier = (WheelCroupier if spins else Croupier)(
            Feed(), Inbox(), table=self._table, tell=self._tell, beat_s=BEAT_S, rng=rng
        )
        while True:
            for deed in () if self._is_over(coups) else croupier.deeds(self._table()):
                yield deed.beats * BEAT_S
                if not isinstance(deed.does, dict):
                    yield from self._acts(deed.does)
                elif spins:
                    yield from self._spins(deed.does)
                else:
                    yield from self._deals(deed.does)
            yield LOOKS_S

    def _is_over(self, coups: int) -> bool:
        play = self._table().play
        return play.number >= coups and not play.opened and play.result is None

    def _acts(self, act: Observation) -> Course:
        """Press, and wait for the answer."""
        receipt, until_s = self._put(act), self._scheduler.now_s + PATIENCE_S
        while not receipt.done() and self._scheduler.now_s < until_s:
            yield LOOKS_S
        if receipt.done() and isinstance(receipt.exception(), NotKept):
            yield PATIENCE_S / 4  # the table is halted: look again

    def _deals(self, command: Command) -> Course:
        """Draw a card, and wait until it shows."""
        before, until_s = self._table().play, self._scheduler.now_s + PATIENCE_S
        self._tell(command)
        while self._table().play is before and self._scheduler.now_s < until_s:
            yield LOOKS_S

    def _spins(self, command: Command) -> Course:
        """Launch the ball, and wait for its number; without one, enter a number by hand."""
        faults, until_s = len(self._table().room.wheel.faults), self._scheduler.now_s + SPIN_TAKES_S
        self._tell(command)
        while self._table().play.result is None and self._scheduler.now_s < until_s:
            if len(self._table().room.wheel.faults) > faults:
                return
            seen = self._table().room.wheel.seen
            if seen and seen.phase in (RNVP_DUE, BALL_DROPPED, AT_REST):
                yield from self._closes()
            yield LOOKS_S
        if self._table().play.result is None:
            yield from self._acts(BallSeen("17", "manual"))

    def _closes(self) -> Course:
        if not self._table().play.coup.bets_closed:
            yield from self._acts(BetsClosed())
