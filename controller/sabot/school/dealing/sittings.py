"""The sittings of a school: begun, acted on and kept, many at once, and replayed after a restart.

An act goes on record before its state is shown. Nothing but the seed, the house and the acts with their times
is kept: the rest follows from them.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from sabot.core.events import with_reason
from sabot.core.options import House, OptionError, recorded
from sabot.core.reasons import Reason
from sabot.core.shapes.json import Plain
from sabot.core.view import view
from sabot.games.lessons import Dealt
from sabot.games.register import GAMES
from sabot.school.at_table import DRILL as AT_TABLE
from sabot.school.at_table import Watch
from sabot.school.dealing import levels
from sabot.school.dealing.acting import acted, sat_down
from sabot.school.dealing.judging import RefusedError
from sabot.school.dealing.levels import LEVELS, house
from sabot.school.dealing.moving import advanced
from sabot.school.dealing.rating import Rating, rated
from sabot.school.dealing.shown import Shown, reviewed, shown
from sabot.school.dealing.state import Setup, State
from sabot.school.store import SchoolError, Store
from sabot.school.today import Rated

OPEN_SITTINGS = 64
"""Sittings held in memory; another one is replayed from the record when it is asked for."""

LONGEST_LOOK_MS = 180_000
"""Somebody who does and asks nothing for longer has left the page."""

MOST_ACTS = 2_000
"""Acts of one sitting."""

LONGEST_ACT = 400
"""Characters of an act on record."""

MODES = ("coach", "silent")
NO_SITTING = "There is no such sitting."


A_COUP = (AT_TABLE, "coup")
"""The drill and the cell of a whole coup."""


def rated_in(game: str) -> str:
    """Under which name the coups of a game are kept for the rating; their cells are the levels."""
    return f"dealing-{game}"


class Sitting:
    """One sitting that is open: its state, and what the trainee did in its coups. Its clock stands while
    nobody looks at it."""

    def __init__(self, trainee: int, setup: Setup, now_ms: int) -> None:
        self.trainee, self.state = trainee, sat_down(setup)
        self._watch = Watch()
        self._seen_ms, self._at_ms = now_ms, 0

    def at_ms(self, now_ms: int) -> int:
        """The time of the sitting, now that somebody looks at it again."""
        passed = now_ms - self._seen_ms
        at_ms = max(self._at_ms, self.state.at_ms)
        self._seen_ms, self._at_ms = now_ms, at_ms + (passed if 0 < passed <= LONGEST_LOOK_MS else 0)
        return self._at_ms

    def take(self, act: Plain, at_ms: int) -> list[Dealt]:
        """Do this act; returns what the trainee did right and wrong in a coup that it closed. Raises
        RefusedError."""
        self.state = acted(self.state, act, max(at_ms, self.state.at_ms))
        done = []
        for table, events in self.state.news:
            done += self._watch.take(view(table), map(with_reason, events), self.state.at_ms / 1000)
        done = [*map(self._in_all, done)]
        name, level = rated_in(self.state.setup.game), str(self.state.setup.level)
        own = [each._replace(drill=name, cell=level) for each in done if (each.drill, each.cell) == A_COUP]
        return [*done, *self.state.learnt, *own]

    def _in_all(self, dealt: Dealt) -> Dealt:
        """A coup is right if everything in it was: the calls, the players and the money, too."""
        if (dealt.drill, dealt.cell) != A_COUP or not self.state.coups:
            return dealt
        return dealt._replace(right=dealt.right and self.state.coups[-1].right)


class Sittings:
    """All sittings. For many threads. Everything raises SchoolError for what cannot be."""

    def __init__(
        self,
        store: Store,
        options: Mapping[str, House],
        *,
        keep: Callable[[int, Dealt], None],
        needs: Callable[[int, str], tuple[str, ...]] = lambda trainee, game: (),
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._options, self._keep, self._wall_s = store, options, keep, wall_s
        self._needs = needs
        self._open: dict[str, Sitting] = {}
        self._lock = threading.RLock()

    def levels(self) -> list[Shown]:
        """Every level, the easiest first: its number and its title."""
        return [{"number": nth, "title": str(level.title)} for nth, level in enumerate(LEVELS, start=1)]

    def begin(self, trainee: int, body: Plain, *, seed: int | None = None) -> str:
        """Begin a sitting; returns its key."""
        game, level, mode = body.get("game"), body.get("level"), body.get("mode")
        if not isinstance(game, str) or game not in GAMES:
            raise SchoolError("Choose a game.")
        if type(level) is not int or not 1 <= level <= len(LEVELS):
            raise SchoolError("Choose a level.")
        if mode not in MODES:
            raise SchoolError("The mode is coach or silent.")
        ours = house(self._options.get(game) or GAMES[game].Options(), LEVELS[level - 1])
        setup = Setup(game, level, str(mode), secrets.randbelow(2**31) if seed is None else seed, ours)
        key, now = secrets.token_hex(12), self._now_ms()
        setup = setup._replace(wanted=self._needs(trainee, game), minutes=_minutes(body))
        made_of = {"house": levels.written(ours), "wanted": setup.wanted, "minutes": setup.minutes}
        self._store.add(
            "sitting", key, trainee, game, level, setup.mode, setup.seed, json.dumps(made_of), now
        )
        with self._lock:
            self._hold(key, Sitting(trainee, setup, now))
        return key

    def state(self, trainee: int, key: str) -> Shown:
        """The sitting as it stands now."""
        with self._lock:
            sitting = self._of(trainee, key)
            return self._shown(trainee, advanced(sitting.state, sitting.at_ms(self._now_ms())))

    def act(self, trainee: int, key: str, body: Plain) -> Shown:
        """Do an act of the trainee; returns the sitting after it. An act that was pressed on an older state
        is refused."""
        with self._lock:
            sitting = self._of(trainee, key)
            if body.get("n") != sitting.state.n:
                raise SchoolError("The table went on meanwhile. Look at it again.")
            if sitting.state.n >= MOST_ACTS:
                raise SchoolError("This sitting is long enough: begin another one.")
            self._act(sitting, key, {name: each for name, each in body.items() if name != "n"})
            return self._shown(trainee, sitting.state)

    def _shown(self, trainee: int, state: State) -> Shown:
        """The page of a state, with the rating; a silent table does not say it before its review."""
        rating = None if _is_hidden(state) else self.rating(trainee, state.setup.game)._asdict()
        return shown(state) | {"rating": rating}

    def rating(self, trainee: int, game: str) -> Rating:
        """The rating of a trainee at a game, by the coups that they dealt at the virtual table."""
        answers = self._store.answers(trainee, rated_in(game))
        return rated((int(each.cell), each.right) for each in answers)

    def ratings(self, trainee: int) -> list[Rated]:
        """The ratings of a trainee at the games in which they dealt a coup, but for those in which a sitting
        goes on that tells nothing before its end."""
        with self._lock:
            ours = [each.state for each in self._open.values() if each.trainee == trainee]
        hidden = {state.setup.game for state in ours if _is_hidden(state)}
        found = [(game, self.rating(trainee, game)) for game in GAMES if game not in hidden]
        return [
            {"game": game, "value": each.value, "coups": each.coups} for game, each in found if each.coups
        ]

    def _act(self, sitting: Sitting, key: str, act: Plain) -> None:
        text, at_ms, nth = json.dumps(act), sitting.at_ms(self._now_ms()), sitting.state.n
        if len(text) > LONGEST_ACT:
            raise SchoolError("That is too long to be an act.")
        try:
            done = sitting.take(act, at_ms)
        except RefusedError as refused:
            raise SchoolError(*refused.args) from None
        try:
            self._store.add("sitting_act", key, nth, at_ms, text)
        except SchoolError:
            self._open.pop(key, None)  # what is not on record has not happened
            raise
        for dealt in done:
            self._keep(sitting.trainee, dealt)

    def replay(self, trainee: int, key: str, *, by_trainer: bool = False) -> list[Shown]:
        """The coups of a sitting, each with its steps and what was right. A silent one that goes on has none
        yet where its level reviews the whole sitting, but for a trainer."""
        with self._lock:
            state = self._of(trainee, key).state
        if _is_hidden(state) and not by_trainer:
            return []
        return [*map(reviewed, state.coups)]

    def setup(self, trainee: int, key: str) -> Shown:
        """The game of a sitting, its level with its title, and its mode."""
        with self._lock:
            setup = self._of(trainee, key).state.setup
        return {"game": setup.game, "level": setup.level, "title": setup.title, "mode": setup.mode}

    def titles(self) -> list[Reason]:
        """What the levels are called, the easiest first."""
        return [level.title for level in LEVELS]

    def of(self, trainee: int) -> list[Shown]:
        """The sittings of a trainee, the newest first."""
        rows = self._store.rows(
            "SELECT id, game, level, mode, begun_ms FROM sitting WHERE trainee = ?"
            " ORDER BY rowid DESC LIMIT 20",
            trainee,
        )
        names = ("key", "game", "level", "mode", "begun_ms")
        return [dict(zip(names, each, strict=True)) for each in rows]

    # --- the record

    def _of(self, trainee: int, key: str) -> Sitting:
        found = self._open.get(key) or self._replayed(key)
        if found is None or found.trainee != trainee:
            raise SchoolError(NO_SITTING)
        return self._hold(key, found)

    def _hold(self, key: str, sitting: Sitting) -> Sitting:
        self._open.pop(key, None)
        self._open[key] = sitting
        for oldest in [*self._open][:-OPEN_SITTINGS]:
            del self._open[oldest]
        return sitting

    def _replayed(self, key: str) -> Sitting | None:
        """A sitting as its record leaves it."""
        asked = "SELECT game, level, mode, seed, options, trainee FROM sitting WHERE id = ?"
        found = next(iter(self._store.rows(asked, key)), None)
        if found is None or found[0] not in GAMES:
            return None
        made_of = json.loads(found[4])
        options, wanted = _options(found[0], made_of["house"]), tuple(made_of["wanted"])
        setup = Setup(found[0], found[1], found[2], found[3], options, wanted, made_of["minutes"])
        sitting = Sitting(found[5], setup, self._now_ms())
        for at_ms, act in self._acts(key):
            _taken(sitting, act, at_ms)
        return sitting

    def _acts(self, key: str) -> Iterator[tuple[int, Plain]]:
        rows = self._store.rows("SELECT at_ms, act FROM sitting_act WHERE sitting = ? ORDER BY nth", key)
        for at_ms, text in rows:
            yield at_ms, json.loads(text)

    def _now_ms(self) -> int:
        return round(1000 * self._wall_s())


def _is_hidden(state: State) -> bool:
    """Whether nothing of this sitting is told before it is over."""
    return state.is_silent and state.level.reviewed == "sitting" and not state.is_over


def _minutes(body: Plain) -> int:
    """The longest time of a sitting; 0: none was wanted. Raises SchoolError."""
    minutes = body.get("minutes", 0)
    if type(minutes) is not int or not 0 <= minutes <= MOST_MINUTES:
        raise SchoolError("A sitting has 1 to 60 minutes, or no limit.")
    return minutes


MOST_MINUTES = 60


def _taken(sitting: Sitting, act: Plain, at_ms: int) -> None:
    """An act on record, done again. One that newer rules refuse is passed over."""
    try:
        sitting.take(act, at_ms)
    except RefusedError:
        sitting.state = sitting.state._replace(n=sitting.state.n + 1)


def _options(game: str, house_of: Mapping[str, str]) -> House:
    try:
        return recorded(GAMES[game].Options, house_of)
    except OptionError as error:
        raise SchoolError(Reason(str(error))) from None
