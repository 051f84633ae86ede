"""`sabot referee` and `sabot games`: a script through the referee, line by line as it happens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypedDict

from sabot.core import options as house
from sabot.core.events import Event, as_dict
from sabot.core.game import Game
from sabot.core.observations import Observation
from sabot.core.options import House
from sabot.core.play.judgement import unreported
from sabot.core.script import ScriptError, read
from sabot.core.series import steps
from sabot.core.table import open_settlements, opened, step
from sabot.games.register import GAMES


def refereed(game: Game, script: str | Iterable[str], options: House | None = None) -> Iterator[Event]:
    """Every event of a script, one after the other: the text of the script, or its lines as they come.

    Raises ScriptError at a token that cannot be read, after the events of all that stands before it.

    >>> import sabot
    >>> for event in sabot.refereed(sabot.GAMES["punto-banco"], "bet punto 20\\n8C KD 3H 6S KS"):
    ...     line = sabot.event_line(event)
    ...     if line["event"] in ("call", "settlement"):
    ...         print(line)
    {'event': 'call', 'coup': 1, 'text': 'Un à punto, six à banco', 'lang': 'fr'}
    {'event': 'call', 'coup': 1, 'text': 'Carte pour punto', 'lang': 'fr'}
    {'event': 'call', 'coup': 1, 'text': 'Banco gagne, six à un, banco reste', 'lang': 'fr'}
    {'event': 'settlement', 'coup': 1, 'bet': 'punto', 'stake': '20.00', 'returned': '0.00'}
    """
    table = opened(game, options)
    lines = re.split(r"\r\n?|\n", script) if isinstance(script, str) else script
    for observation in read(lines, game, table.play.options):
        table, events = step(table, observation)
        yield from events
    yield from (*unreported(table.play), *open_settlements(table))


def judge(
    game: Game, options: House, *, lines: Iterable[str], tell: Callable[[str], object], at_once: int = 1
) -> None:
    """Every event of the script as one JSON line given to `tell`. At its end come the settlements for which
    a player might still have chosen, and how many cards wait for an unread one. `at_once`: how many
    observations are read before they are judged; 1: each is, as it happens. Raises ScriptError, when all
    that stands before has been reported."""

    def tell_all(events: Sequence[Event]) -> None:
        for event in events:
            tell(_written(as_dict(event)))

    table = opened(game, options)
    for observations in _gathered(read(lines, game, options), at_once):
        table = steps(table, observations, tell_all)
    tell_all((*unreported(table.play), *open_settlements(table)))


def _gathered(observations: Iterator[Observation], at_once: int) -> Iterator[list[Observation]]:
    """The observations in lists of `at_once`. What stands before a token that cannot be read has been
    heard."""
    gathered: list[Observation] = []
    try:
        for observation in observations:
            gathered.append(observation)
            if len(gathered) == at_once:
                yield gathered
                gathered = []
    except ScriptError:
        yield gathered
        raise
    yield gathered


_written = json.JSONEncoder(ensure_ascii=False).encode
"""An event line; `json.dumps` would make an encoder for each."""


class GameSummary(TypedDict):
    """A game for people: its places, what may be bet and said, and what the house may choose."""

    game: str
    places: list[str]
    bets: list[str]
    words: list[str]
    options: list[house.Described]


def described() -> list[GameSummary]:
    """Every game with its words and options, as `sabot games --json` prints it."""
    return [
        {
            "game": game.NAME,
            "places": list(game.PLACES),
            "bets": list(game.CHANCES),
            "words": list(game.WORDS),
            "options": house.described(game.Options),
        }
        for game in GAMES.values()
    ]
