"""The sittings of a school: begun, acted on and kept, many at once, and replayed after a restart.

An act goes on record before its state is shown. Nothing but the seed, the house and the acts with their times
is kept: the rest follows from them.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from sabot.core.options import House, OptionError, recorded
from sabot.core.reasons import Reason
from sabot.core.shapes.json import Plain
from sabot.games.lessons import Dealt
from sabot.games.register import GAMES, casino
from sabot.school.at_table import rated_in
from sabot.school.dealing import levels
from sabot.school.dealing.judging import RefusedError
from sabot.school.dealing.levels import LEVELS, house
from sabot.school.dealing.moving import advanced
from sabot.school.dealing.rating import Coup, Point, Rating, curve, rated
from sabot.school.dealing.shown import Shown, reviewed, shown
from sabot.school.dealing.sitting import Sitting
from sabot.school.dealing.state import CoupOver, Setup, State
from sabot.school.store import SchoolError, Store
from sabot.school.today.day import Rated

OPEN_SITTINGS = 64
"""Sittings held in memory; another one is replayed from the record when it is asked for."""

MOST_ACTS = 2_000
"""Acts of one sitting."""

LONGEST_ACT = 400
"""Characters of an act on record."""

MODES = ("coach", "silent")
NO_SITTING = "There is no such sitting."


class UnreadableError(SchoolError):
    """This version does not have the game of a sitting, or cannot read its rules."""


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
        """Begin a sitting; returns its key. One of this trainee that tells nothing before its end is over."""
        game, level, mode = body.get("game"), body.get("level"), body.get("mode")
        if not isinstance(game, str) or game not in casino():
            raise SchoolError("Choose a game.")
        if type(level) is not int or not 1 <= level <= len(LEVELS):
            raise SchoolError("Choose a level.")
        if mode not in MODES:
            raise SchoolError("The mode is coach or silent.")
        ours = house(self._options.get(game) or GAMES[game].Options(), LEVELS[level - 1])
        setup = Setup(game, level, str(mode), secrets.randbelow(2**31) if seed is None else seed, ours)
        setup = setup._replace(wanted=self._needs(trainee, game), minutes=_minutes(body))
        key = secrets.token_hex(12)
        with self._lock:
            self._leave(trainee)
            self._add(trainee, key, setup)
        return key

    def examine(self, trainee: int, key: str, *, game: str, level: int, coups: int, seed: int) -> None:
        """Begin the sitting of an examination, under the examination's key: silent, with the sabot of this
        seed, and with no coups that the trainee needs. One that was begun goes on."""
        if game not in casino():
            raise UnreadableError(NO_SITTING)
        ours = house(self._options.get(game) or GAMES[game].Options(), LEVELS[level - 1])
        with self._lock:
            self._add(trainee, key, Setup(game, level, "silent", seed, ours, examined=coups))

    def _add(self, trainee: int, key: str, setup: Setup) -> None:
        made_of = {
            "house": levels.written(setup.options),
            "wanted": setup.wanted,
            "minutes": setup.minutes,
            "examined": setup.examined,
        }
        begun = (setup.game, setup.level, setup.mode, setup.seed, json.dumps(made_of), self._now_ms())
        if self._store.add("sitting", key, trainee, *begun):
            self._hold(key, Sitting(trainee, setup, self._now_ms()))

    def _leave(self, trainee: int) -> None:
        """End the newest sitting of this trainee if it tells nothing before its end: its coups count."""
        found = self._store.rows(
            "SELECT id FROM sitting WHERE trainee = ? ORDER BY rowid DESC LIMIT 1", trainee
        )
        with contextlib.suppress(SchoolError):  # rules that this version cannot read: nothing goes on there
            for (key,) in found:
                sitting = self._found(key)
                if sitting is not None and sitting.is_hidden and not sitting.state.setup.examined:
                    self._act(sitting, key, {"act": "stop"})

    def state(self, trainee: int, key: str, *, in_exam: bool = False) -> Shown:
        """The sitting as it stands now. That of an examination is shown `in_exam` alone."""
        with self._lock:
            sitting = self._of(trainee, key, in_exam=in_exam)
            at_ms = sitting.at_ms(self._now_ms())
            return self._shown(sitting, advanced(sitting.state, at_ms))

    def act(self, trainee: int, key: str, body: Plain, *, in_exam: bool = False) -> Shown:
        """Do an act of the trainee; returns the sitting after it. An act that was pressed on an older state
        is refused."""
        with self._lock:
            sitting = self._of(trainee, key, in_exam=in_exam)
            if body.get("n") != sitting.state.n:
                raise SchoolError("The table went on meanwhile. Look at it again.")
            if sitting.state.n >= MOST_ACTS:
                raise SchoolError("This sitting is long enough: begin another one.")
            self._act(sitting, key, {name: each for name, each in body.items() if name != "n"})
            return self._shown(sitting, sitting.state)

    def end(self, trainee: int, key: str) -> tuple[CoupOver, ...]:
        """End the sitting of an examination, if it goes on; returns its coups."""
        with self._lock:
            sitting = self._of(trainee, key, in_exam=True)
            if not sitting.state.is_over:
                self._act(sitting, key, {"act": "stop"})
            return sitting.state.coups

    def coups(self, trainee: int, key: str) -> int:
        """How many coups of an examination are closed."""
        with self._lock:
            return len(self._of(trainee, key, in_exam=True).state.coups)

    def _shown(self, sitting: Sitting, state: State) -> Shown:
        """The page of a state, with the rating; a silent table does not say it before its review."""
        rating = None if sitting.is_hidden else self.rating(sitting.trainee, state.setup.game)._asdict()
        return shown(state) | {"rating": rating}

    def rating(self, trainee: int, game: str) -> Rating:
        """The rating of a trainee at a game, by the coups that they dealt at the virtual table."""
        return rated(self._rated(trainee, game))

    def _rated(self, trainee: int, game: str) -> Iterator[Coup]:
        for each in self._store.answers(trainee, rated_in(game)):
            yield Coup(each.at_s, int(each.cell), each.right)

    def ratings(self, trainee: int) -> list[Rated]:
        """The ratings of a trainee at the games in which they dealt a coup that counts."""
        found = [(game, self.rating(trainee, game)) for game in casino()]
        return [
            {"game": game, "value": each.value, "coups": each.coups, "within": each.within}
            for game, each in found
            if each.coups
        ]

    def curves(self, trainee: int) -> list[Shown]:
        """The ratings of a trainee day by day: for each game with a coup the points, oldest first, each with
        its `within` on both sides."""
        found = {game: curve(self._rated(trainee, game)) for game in GAMES}
        return [{"game": game, "points": [*map(_point, points)]} for game, points in found.items() if points]

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

    def replay(
        self, trainee: int, key: str, *, in_exam: bool = False, by_trainer: bool = False
    ) -> list[Shown]:
        """The coups of a sitting, each with its steps and what was right. A silent one that goes on has none
        yet where its level reviews the whole sitting, but for a trainer."""
        with self._lock:
            sitting = self._of(trainee, key, in_exam=None if by_trainer else in_exam)
            coups = sitting.state.coups
        return [] if sitting.is_hidden and not by_trainer else [*map(reviewed, coups)]

    def setup(self, trainee: int, key: str) -> Shown:
        """The game of a sitting, its level with its title, its mode, and whether it is over."""
        with self._lock:
            state = self._of(trainee, key, in_exam=None).state
        return {**state.setup.named(), "over": state.is_over}

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

    def _of(self, trainee: int, key: str, *, in_exam: bool | None = False) -> Sitting:
        """The sitting of this trainee: one that is examined, one that is not, or (None) either."""
        found = self._found(key)
        is_examined = found is not None and bool(found.state.setup.examined)
        if found is None or found.trainee != trainee or in_exam not in (None, is_examined):
            raise SchoolError(NO_SITTING)
        return found

    def _found(self, key: str) -> Sitting | None:
        """The sitting of this key, now in memory."""
        found = self._open.get(key) or self._replayed(key)
        return found and self._hold(key, found)

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
        if found is None or found[0] not in casino():
            return None
        made_of = json.loads(found[4])
        options, wanted = _options(found[0], made_of["house"]), tuple(made_of["wanted"])
        counts = (made_of["minutes"], made_of.get("examined", 0))
        setup = Setup(found[0], found[1], found[2], found[3], options, wanted, *counts)
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


def _point(point: Point) -> Shown:
    rating = point.rating
    return {"day": point.day, "value": rating.value, "within": rating.within, "coups": rating.coups}


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
        raise UnreadableError(Reason(str(error))) from None
