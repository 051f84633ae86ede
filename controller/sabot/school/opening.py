"""The school at a table that runs: opened beside its journal, told of every coup, given the faults that a
simulated instrument can make."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from sabot.config import Settings
from sabot.core.cards import DECK
from sabot.core.table import Table
from sabot.live.feed import Feed, Subscription
from sabot.school.school import School, beside
from sabot.school.store import SchoolError

log = logging.getLogger(__name__)

LOOKS_S = 5.0


def opened(settings: Settings, parts: ExitStack) -> School | None:
    """The school of this table; None, with a line in the log, where it cannot be opened: the game goes on."""
    try:
        school = School(
            beside(settings.journal_path),
            house=settings.table.name,
            options={settings.table.game: settings.options},
        )
    except SchoolError as error:
        log.error("no school: %s", error)
        return None
    parts.callback(school.close)
    school.table.seat(settings.training.mode, None)
    return school


def attended(school: School | None, feed: Feed, parts: ExitStack) -> None:
    """Tell the school of every coup, from a thread of its own."""
    if school is not None:
        feed.attended("school", partial(_attend, school), parts)


def _attend(school: School, place: Subscription) -> None:
    while not place.closed:
        update = place.get(LOOKS_S)
        if update is None:
            continue
        try:
            school.table.saw(update.view, update.events, time.monotonic())
        except SchoolError as error:
            log.error("a coup at the table was not recorded: %s", error)


Tell = Callable[[dict[str, object]], None]


def shoe_deeds(tell: Tell, table: Callable[[], Table]) -> dict[str, Callable[[], None]]:
    """The faults that a trainer can make with a simulated shoe."""

    def extra() -> None:
        """A card to a hand that is owed none, one that the sabot can still hold."""
        play = table().play
        owed = play.owed.to if play.owed else None
        place = next(place for place in reversed(play.game.PLACES) if place != owed)
        held = [card for card in DECK if play.sabot.copies(card) < play.sabot.decks] or [*DECK]
        tell({"do": "card", "card": str(random.choice(held)), "place": place, "index": 3})

    return {
        "unread": lambda: tell({"do": "unreadable"}),
        "extra": extra,
        "cut": lambda: tell({"do": "cut"}),
        **line_deeds(tell),
    }


def line_deeds(tell: Tell) -> dict[str, Callable[[], None]]:
    """The faults of any simulated instrument's line."""
    return {
        "silence": lambda: tell({"do": "silence", "seconds": 5}),
        "noise": lambda: tell({"do": "noise"}),
        "pull": lambda: tell({"do": "pull", "seconds": 5}),
    }
