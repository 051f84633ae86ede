"""`sabot referee` and `sabot games`: a script through the referee, line by line as it happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from controller.events import as_dict
from controller.rules import options as house
from controller.rules.game import Game
from controller.rules.games import GAMES
from controller.script import read
from controller.table import opened, step, untold


def judge(game: Game, options: Any, *, lines: Iterable[str], tell: Callable[[str], object]) -> None:
    """Every event of the script as one JSON line given to `tell`, at once, and at its end the settlements for
    which a player might still have chosen. Raises ScriptError."""
    table = opened(game, options)
    for observation in read(lines, game, options):
        table, events = step(table, observation)
        for event in events:
            tell(_written(as_dict(event)))
    for event in untold(table):
        tell(_written(as_dict(event)))


_written = json.JSONEncoder(ensure_ascii=False).encode
"""An event line; `json.dumps` would make an encoder for each."""


def game_named(name: str) -> Game | None:
    """The game of this name, written with hyphens or underscores."""
    return GAMES.get(name.strip().lower().replace("_", "-"))


def described() -> list[dict[str, Any]]:
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
