"""The simulated croupier at a wheel: lays stakes for the players, spins, and calls what the wheel asks for.

It sees the wheel as the table shows it. After a spin with a fault it acknowledges the fault by its name
and launches the ball again.
"""

from __future__ import annotations

from collections.abc import Iterator

from sabot.core.observations import Acknowledged, BetsClosed, Confirmed, CoupEnded
from sabot.core.table import Table
from sabot.games.wheel.terms import AT_REST, BALL_DROPPED, RNVP_DUE
from sabot.live.feed import Subscription
from sabot.simulation.croupier import SEEN_WITHIN_S, Croupier, Deed
from sabot.simulation.players import players

SPIN_TAKES_S = 240.0
"""A spin without a result after this time is given up, and the next one starts."""


class WheelCroupier(Croupier):
    """A thread that spins."""

    def deeds(self, table: Table) -> Iterator[Deed]:
        """What is to be done now, one thing or a few."""
        play = table.play
        if table.room.unconfirmed:
            yield Deed(Confirmed(by="croupier"), 2.0)
        elif fault := next((each for each in table.room.wheel.faults if not each.answered), None):
            yield Deed(Acknowledged(by="croupier", fault=fault.name), 3.0)
        elif play.result is not None:
            yield Deed(CoupEnded(), 3.0)
        else:
            if not play.coup.stakes and not play.coup.bets_closed:
                yield from self._heard(players(play.game.NAME).open, 0.4)
            yield Deed({"do": "spin"}, 1.0)

    def _deal(self, command: dict[str, object], looks: Subscription) -> None:
        """Launch the ball and follow it: *rien ne va plus* when it is due, then wait for the number or a
        fault."""
        before = len(self._table().room.wheel.faults)
        if not self._is_heard(command):
            return
        waited_s = 0.0
        while waited_s < SPIN_TAKES_S and not (self._stop.is_set() or looks.closed):
            table = self._table()
            if table.play.result is not None or len(table.room.wheel.faults) > before:
                return
            self._calls(table, looks)
            if looks.get(SEEN_WITHIN_S) is None:
                waited_s += SEEN_WITHIN_S

    def _calls(self, table: Table, looks: Subscription) -> None:
        seen, coup = table.room.wheel.seen, table.play.coup
        if seen is not None and seen.phase in (RNVP_DUE, BALL_DROPPED, AT_REST) and not coup.bets_closed:
            self._do(BetsClosed(), looks)
