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
from typing import TYPE_CHECKING

_PLACES = {
    # the games
    "GAMES": "sabot.games.register",
    "Game": "sabot.core.game",
    # a table, one observation at a time
    "opened": "sabot.core.table",
    "step": "sabot.core.table",
    "untold": "sabot.core.table",
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

__all__ = list(_PLACES)

if TYPE_CHECKING:
    from sabot.app.assemble import Running as Running
    from sabot.app.assemble import running as running
    from sabot.app.eye import cards_in as cards_in
    from sabot.config import ConfigError as ConfigError
    from sabot.config import Settings as Settings
    from sabot.config import load as load_settings
    from sabot.config import read as read_settings
    from sabot.core.cards import Card as Card
    from sabot.core.cards import card_named as card_named
    from sabot.core.events import Event as Event
    from sabot.core.events import as_dict as event_line
    from sabot.core.game import Game as Game
    from sabot.core.observations import Acknowledged as Acknowledged
    from sabot.core.observations import Announced as Announced
    from sabot.core.observations import BallSeen as BallSeen
    from sabot.core.observations import BetsClosed as BetsClosed
    from sabot.core.observations import CardSeen as CardSeen
    from sabot.core.observations import CoupEnded as CoupEnded
    from sabot.core.observations import CutCardSeen as CutCardSeen
    from sabot.core.observations import Observation as Observation
    from sabot.core.observations import SabotOpened as SabotOpened
    from sabot.core.observations import Said as Said
    from sabot.core.observations import Staked as Staked
    from sabot.core.observations import Undone as Undone
    from sabot.core.script import ScriptError as ScriptError
    from sabot.core.table import Table as Table
    from sabot.core.table import opened as opened
    from sabot.core.table import step as step
    from sabot.core.table import untold as untold
    from sabot.core.view import view as view
    from sabot.games.register import GAMES as GAMES
    from sabot.record.chronicle import coups as coups
    from sabot.record.journal import JournalError as JournalError
    from sabot.record.journal import reading as reading
    from sabot.record.journal import verify as verify
    from sabot.referee import refereed as refereed
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
