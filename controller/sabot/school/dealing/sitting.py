"""One sitting at the virtual table that is open in memory."""

from __future__ import annotations

from sabot.core.events import with_reason
from sabot.core.shapes.json import Plain
from sabot.core.view import view
from sabot.games.lessons import Dealt
from sabot.school.at_table import A_COUP, Watch, rated_in
from sabot.school.dealing.acting import acted, sat_down
from sabot.school.dealing.state import Setup

LONGEST_LOOK_MS = 180_000
"""Somebody who does and asks nothing for longer has left the page."""


class Sitting:
    """One sitting that is open: its state, and what the trainee did in its coups. Its clock stands while
    nobody looks at it."""

    def __init__(self, trainee: int, setup: Setup, now_ms: int) -> None:
        self.trainee, self.state = trainee, sat_down(setup)
        self._watch = Watch()
        self._held: list[Dealt] = []
        self._seen_ms, self._at_ms = now_ms, 0

    def at_ms(self, now_ms: int) -> int:
        """The time of the sitting, now that somebody looks at it again."""
        passed = now_ms - self._seen_ms
        at_ms = max(self._at_ms, self.state.at_ms)
        self._seen_ms, self._at_ms = now_ms, at_ms + (passed if 0 < passed <= LONGEST_LOOK_MS else 0)
        return self._at_ms

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of this sitting is told before it is over."""
        state = self.state
        return state.is_silent and state.level.reviewed == "sitting" and not state.is_over

    def take(self, act: Plain, at_ms: int) -> list[Dealt]:
        """Do this act; returns what the trainee did right and wrong and may know now: at a silent table with
        the review of the coup, or of the sitting where that told nothing before its end. Raises
        RefusedError."""
        self.state = acted(self.state, act, max(at_ms, self.state.at_ms))
        self._held += self._judged()
        if self.is_hidden or (self.state.is_silent and self.state.steps):
            return []
        ready, self._held = self._held, []
        return ready

    def _judged(self) -> list[Dealt]:
        """What the trainee did right and wrong in the coup that their act closed."""
        done: list[Dealt] = []
        for table, events in self.state.news:
            done += self._watch.take(view(table), map(with_reason, events), self.state.at_ms / 1000)
        done = [*map(self._in_all, (*done, *self.state.learnt))]
        name, level = rated_in(self.state.setup.game), str(self.state.setup.level)
        own = [each._replace(drill=name, cell=level) for each in done if (each.drill, each.cell) == A_COUP]
        return [*done, *own]

    def _in_all(self, dealt: Dealt) -> Dealt:
        """A coup is right if everything in it was: the calls, the players and the money, too."""
        if (dealt.drill, dealt.cell) != A_COUP or not self.state.coups:
            return dealt
        return dealt._replace(right=dealt.right and self.state.coups[-1].right)
