"""A casino table that referees itself: games, table, script, live table, journal and eye.

This page is the whole public API. It is stable: `docs/api.md` says what that means. Each name is imported
when it is first used, so that `import sabot` costs nothing.

>>> import sabot
>>> table = sabot.opened(sabot.GAMES["punto-banco"])
>>> table, events = sabot.step(table, sabot.CardSeen(sabot.card_named("8C")))
>>> sabot.event_line(events[0])
{'event': 'card', 'coup': 1, 'card': '8C', 'to': 'punto', 'points': 8}
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # true for tools that read types; importing it from `typing` would take longer

_PLACES = {
    # the games
    "GAMES": "sabot.games.register",
    "Game": "sabot.core.game",
    # a table, one observation at a time
    "opened": "sabot.core.table",
    "step": "sabot.core.table",
    "open_settlements": "sabot.core.table",
    "view": "sabot.core.view",
    "Table": "sabot.core.table",
    # what was observed
    "Observation": "sabot.core.observations",
    "CardSeen": "sabot.core.observations",
    "BallSeen": "sabot.core.observations",
    "CutCardSeen": "sabot.core.observations",
    "SabotOpened": "sabot.core.observations",
    "BetsClosed": "sabot.core.observations",
    "CoupEnded": "sabot.core.observations",
    "Said": "sabot.core.observations",
    "Staked": "sabot.core.observations",
    "Announced": "sabot.core.observations",
    "Undone": "sabot.core.observations",
    "Acknowledged": "sabot.core.observations",
    "Card": "sabot.core.cards",
    "card_named": "sabot.core.cards",
    # what was decided
    "Event": "sabot.core.events",
    "event_line": "sabot.core.events:as_dict",
    # a script
    "refereed": "sabot.referee",
    "ScriptError": "sabot.core.script",
    # a live table
    "read_settings": "sabot.config:read",
    "load_settings": "sabot.config:load",
    "Settings": "sabot.config",
    "ConfigError": "sabot.config",
    "running": "sabot.app.assemble",
    "Running": "sabot.app.assemble",
    # the journal
    "reading": "sabot.record.journal",
    "coups": "sabot.record.chronicle",
    "verify": "sabot.record.journal",
    "JournalError": "sabot.record.journal",
    # the eye
    "cards_in": "sabot.app.eye",
}
"""Each public name and its module; after a colon the name that it has there, where that is another."""

__all__ = [
    "GAMES",
    "Acknowledged",
    "Announced",
    "BallSeen",
    "BetsClosed",
    "Card",
    "CardSeen",
    "ConfigError",
    "CoupEnded",
    "CutCardSeen",
    "Event",
    "Game",
    "JournalError",
    "Observation",
    "Running",
    "SabotOpened",
    "Said",
    "ScriptError",
    "Settings",
    "Staked",
    "Table",
    "Undone",
    "card_named",
    "cards_in",
    "coups",
    "event_line",
    "load_settings",
    "open_settlements",
    "opened",
    "read_settings",
    "reading",
    "refereed",
    "running",
    "step",
    "verify",
    "view",
]

if TYPE_CHECKING:
    from sabot.app.assemble import Running, running
    from sabot.app.eye import cards_in
    from sabot.config import ConfigError, Settings
    from sabot.config import load as load_settings
    from sabot.config import read as read_settings
    from sabot.core.cards import Card, card_named
    from sabot.core.events import Event
    from sabot.core.events import as_dict as event_line
    from sabot.core.game import Game
    from sabot.core.observations import (
        Acknowledged,
        Announced,
        BallSeen,
        BetsClosed,
        CardSeen,
        CoupEnded,
        CutCardSeen,
        Observation,
        SabotOpened,
        Said,
        Staked,
        Undone,
    )
    from sabot.core.script import ScriptError
    from sabot.core.table import Table, open_settlements, opened, step
    from sabot.core.view import view
    from sabot.games.register import GAMES
    from sabot.record.chronicle import coups
    from sabot.record.journal import JournalError, reading, verify
    from sabot.referee import refereed
else:

    def __getattr__(name: str) -> object:
        """The public object of this name, imported now."""
        if name not in _PLACES:
            raise AttributeError(f"module 'sabot' has no attribute {name!r}: docs/api.md names what it has")
        module, _, there = _PLACES[name].partition(":")
        found = globals()[name] = getattr(import_module(module), there or name)
        return found

    def __dir__() -> list[str]:
        """The public names, also those not imported yet."""
        return sorted({*globals(), *_PLACES})
