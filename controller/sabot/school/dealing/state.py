"""A sitting at the virtual table at one moment: one value. Acts and time make the next one of it.

The table in it is stepped by the referee. Chance comes from the seed of the sitting and from what has
happened, so the same seed with the same acts at the same times gives the same sitting.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from sabot.core.cards import DECK, Card
from sabot.core.events import Event
from sabot.core.observations import Observation, Staked
from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.core.table import Table, opened
from sabot.games.lessons import Dealt
from sabot.games.register import GAMES
from sabot.school.dealing.levels import LEVELS, Level


class Setup(NamedTuple):
    """What a sitting is made of: the game, the number of the level (from 1), `coach` or `silent`, the seed,
    the house, and the cells that the trainee needs most (`drill|cell`), the first one first.
    After `minutes` no coup begins (0: there is no limit). `examined`: this many coups are the questions of an
    examination, and nothing of them is told before its end (0: no examination asks for them)."""

    game: str
    level: int
    mode: str
    seed: int
    options: House
    wanted: tuple[str, ...] = ()
    minutes: int = 0
    examined: int = 0

    def named(self) -> dict[str, object]:
        """The game, the level with its title, and the mode."""
        title = LEVELS[self.level - 1].title
        return {"game": self.game, "level": self.level, "title": title, "mode": self.mode}

    def left_s(self, at_ms: int) -> int | None:
        """The seconds that are left for another coup; None: as many as the trainee likes."""
        return max(60 * self.minutes - at_ms // 1000, 0) if self.minutes else None


class Wish(NamedTuple):
    """What a player does or says, to be taken or refused, from `due_ms` of the sitting on.

    `does` is None for an interruption, which asks nothing of the rules. One that is `sound` was within the
    rules when it was planned: it waits for those before it, and nobody hears it when it no longer is. One
    that `weighs` must be answered. It takes the place of the wish `instead_of` (0: of none). `shown_ms`:
    since when it stands at the table.
    """

    id: int
    due_ms: int
    does: Observation | None
    kind: str
    seat: int | None = None
    sound: bool = True
    weighs: bool = True
    instead_of: int = 0
    shown_ms: int = 0


class Spin(NamedTuple):
    """A ball that runs: from `due_ms` of the sitting on *rien ne va plus* is due, at `rests_ms` it rests in
    `pocket`, or the spin `fails` in one of the ways of `FAILURES`."""

    pocket: str
    due_ms: int
    rests_ms: int
    fails: str = ""


FAILURES = {
    "out": reason("The ball leaves the wheel"),
    "stuck": reason("The ball does not leave its track"),
    "stands": reason("The rotor stands still"),
}
"""How a spin may fail."""


class Step(NamedTuple):
    """One act of the trainee as the review shows it: what they did, whether that was right, the rule, what
    would have been right, and the seconds since the act before.

    Then how it lay: the cards of each place, the number and its colour, and the cell of the tableau that a
    fault is about.
    """

    text: Reason
    right: bool
    why: Reason | None = None
    truth: Reason | None = None
    s: float = 0.0
    places: tuple[tuple[str, tuple[str, ...]], ...] = ()
    number: tuple[str, str] | None = None
    cell: dict[str, object] | None = None


class CoupOver(NamedTuple):
    """A coup that is over. One that the trainee stopped in the middle is not `closed`."""

    number: int
    steps: tuple[Step, ...]
    closed: bool = True

    @property
    def right(self) -> bool:
        """Whether every act was right."""
        return all(step.right for step in self.steps)


Lot = tuple[str, int | None]
"""The stakes of a seat on one chance."""

News = tuple[Table, tuple[Event, ...]]
"""The table after something happened, and what the referee said of it."""


class State(NamedTuple):
    """A sitting at one moment, `at_ms` after its beginning and after `n` acts.

    `cards` are those left in the sabot, the next one last. `hand` is a card that was drawn and lies nowhere
    yet. `coming` are the wishes that nobody has seen yet, in their order; those of the kind `croupier` are
    words that are the trainee's to say. `drawn` are the cards drawn in this coup; at the card `jams_at` the
    sabot jams. `called` are the calls made since they fell due, `done` the stakes that were settled;
    `is_marked`: the number is marked on the cloth; the stakes of `tried` were settled once, if only wrongly.
    `laid` are the cards of the coup where the trainee laid them, `astray` the stakes that they took against
    the rules: a silent table shows both as if they were right. `failed`: how the last spin failed, until the
    ball is taken back. `news` is what happened since the act before, `learnt` what was right or wrong in it
    beside the cards. `wanted` are the cells that no coup has asked yet.
    """

    setup: Setup
    table: Table
    cards: tuple[Card, ...]
    at_ms: int = 0
    n: int = 0
    ids: int = 0
    sabots: int = 1
    hand: Card | None = None
    coming: tuple[Wish, ...] = ()
    wishes: tuple[Wish, ...] = ()
    spin: Spin | None = None
    drawn: int = 0
    jams_at: int = -1
    is_jammed: bool = False
    called: tuple[str, ...] = ()
    done: frozenset[Lot] = frozenset()
    is_marked: bool = False
    laid: tuple[tuple[str, str], ...] = ()
    astray: tuple[Staked, ...] = ()
    failed: str = ""
    acted_ms: int = 0
    tried: frozenset[Lot] = frozenset()
    learnt: tuple[Dealt, ...] = ()
    wanted: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    coups: tuple[CoupOver, ...] = ()
    said: tuple[Reason, ...] = ()
    news: tuple[News, ...] = ()
    is_over: bool = False

    @property
    def level(self) -> Level:
        """The level of the sitting; in an examination with as many coups as that asks for."""
        level, examined = LEVELS[self.setup.level - 1], self.setup.examined
        return level._replace(coups=examined, reviewed="sitting") if examined else level

    @property
    def has_dealt_all(self) -> bool:
        """Whether no other coup begins: after the minutes that were chosen, else after the level's coups."""
        left_s = self.setup.left_s(self.at_ms)
        return len(self.coups) >= self.level.coups if left_s is None else left_s == 0

    @property
    def is_silent(self) -> bool:
        """Whether nothing shows before the review."""
        return self.setup.mode == "silent"

    def chance(self, purpose: str) -> Random:
        """Random numbers for one purpose at this moment of the sitting."""
        return Random(f"{self.setup.seed}|{purpose}|{len(self.coups)}|{self.n}|{self.drawn}")


SAID_KEPT = 6
"""How many of the last calls and words are shown."""


def begun(setup: Setup) -> State:
    """The sitting before its first coup."""
    table = opened(GAMES[setup.game], setup.options)
    return State(setup, table, shuffled(setup, 1), wanted=setup.wanted)


def shuffled(setup: Setup, sabot: int) -> tuple[Card, ...]:
    """The cards of the sabot of this number, the next one last; none where there is no sabot."""
    cards = [*DECK] * setup.options.decks
    Random(f"{setup.seed}|sabot|{sabot}").shuffle(cards)
    return tuple(cards)


def with_said(state: State, text: Reason) -> State:
    """The sitting when this was said."""
    return state._replace(said=(*state.said, text)[-SAID_KEPT:])
