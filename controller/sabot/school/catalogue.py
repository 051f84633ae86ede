"""All drills of the school, in this house."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator, Mapping

from sabot.core.descriptor import Descriptor
from sabot.core.options import House, OptionError, recorded
from sabot.games.questions import Drill
from sabot.games.register import GAMES
from sabot.school import dealers, faults, order, procedures, stacks
from sabot.school.dealing.levels import written
from sabot.school.taught import games, lessons

log = logging.getLogger(__name__)


def drills(options: Mapping[str, House] | None = None) -> dict[str, Drill]:
    """Every drill by its name; `options` are those of the house by game, the rules' own where none are
    named. A game whose drills cannot be made is left out, with a line in the log."""
    every: list[Drill] = []
    for game in games():
        try:
            every += _of(game, options or {})
        except Exception as error:  # noqa: BLE001 - the table opens in spite of any error in another package
            log.error("%s is not taught: %s: %s", game.name, type(error).__name__, error)
    return {drill.name: drill for drill in (*every, *stacks.DRILLS)}


class Drills(Mapping[str, Drill]):
    """Every drill by its name, as `drills` gives them. They are made when one is first asked for: a table
    opens without the games that it does not deal. For many threads."""

    def __init__(self, options: Mapping[str, House] | None) -> None:
        self._options, self._making = options, threading.Lock()
        self._made: dict[str, Drill] | None = None

    def rules(self) -> str:
        """The rules of the house that these follow, as a record keeps them."""
        return json.dumps({game: written(house) for game, house in (self._options or {}).items()})

    def __getitem__(self, name: str) -> Drill:
        return self._every()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._every())

    def __len__(self) -> int:
        return len(self._every())

    def _every(self) -> dict[str, Drill]:
        with self._making:
            if self._made is None:
                self._made = drills(self._options)
            return self._made


def bound(rules: str) -> Mapping[str, Drill]:
    """Every drill by these rules of a house, as `Drills.rules` gave them; none where this version cannot read
    them."""
    given = {game: house for game, house in json.loads(rules).items() if game in GAMES}
    try:
        return Drills({game: recorded(GAMES[game].Options, house) for game, house in given.items()})
    except OptionError as error:
        log.error("the rules of an examination cannot be read: %s", error)
        return {}


def _of(game: Descriptor, house: Mapping[str, House]) -> list[Drill]:
    """The drills of one game. Where hands draw or stand, that is learnt first."""
    own, common = _part(game, "drills", house), _common(game, house)
    return [*own, *common] if game.kind == "hands" else [*common, *own]


def _common(game: Descriptor, house: Mapping[str, House]) -> list[Drill]:
    """The school's own drills, as far as they are taught of this game."""
    taught, rehearsal = lessons(game.name), game.part("rehearsal")
    found: list[Drill] = []
    if rehearsal and taught.faults:
        found.append(faults.drill(dealers.dealer(game.name, rehearsal.shift, taught.faults)))
    found += _part(game, "payouts", house)
    if taught.procedure:
        found.append(procedures.drill(game.name, taught.procedure))
    if rehearsal and taught.order:
        found.append(order.drill(order.dealer(game.name, rehearsal.shift, taught.order)))
    return found


def _part(game: Descriptor, name: str, house: Mapping[str, House]) -> tuple[Drill, ...]:
    part = game.part(name)
    found: tuple[Drill, ...] = part.drills(house) if part else ()
    return found
