"""The school at a table that runs: opened beside its journal, told of every coup, given the faults that a
simulated instrument can make."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Protocol

from sabot.config import Settings
from sabot.core.cards import DECK
from sabot.core.events import FaultFound
from sabot.core.observations import BetsClosed, CardSeen, CoupEnded, Observation, SabotOpened
from sabot.core.table import Table, step
from sabot.live.feed import Feed, Subscription
from sabot.school.at_table import AtTable
from sabot.school.school import School
from sabot.school.store import SchoolError, beside

log = logging.getLogger(__name__)

LOOKS_S = 5.0


def opened(settings: Settings, parts: ExitStack) -> School | None:
    """The school of this table; None, with a line in the log, where it cannot be opened: the game goes on."""
    try:
        school = School(
            beside(settings.journal_path),
            house=settings.table.name,
            options={settings.table.game: settings.options},
            journal=settings.journal_path,
        )
    except SchoolError as error:
        log.error("no school: %s", error)
        return None
    parts.callback(school.close)
    school.table.seat(settings.training.mode, None)
    return school


def attended(school: School | None, feed: Feed, parts: ExitStack) -> None:
    """Tell the school of every coup, from a thread of its own, and note how long examinations go on."""
    if school is not None:
        feed.attended("school", partial(_attend, school), parts)


def _attend(school: School, place: Subscription) -> None:
    while not place.closed:
        update = place.get(LOOKS_S)
        school.exams.timing.note()
        if update is None:
            continue
        try:
            school.table.saw(update.view, update.events, time.monotonic())
        except SchoolError as error:
            log.error("a coup at the table was not recorded: %s", error)


Tell = Callable[[dict[str, object]], object]


def card_too_many(table: Table, rng: random.Random) -> dict[str, object] | None:
    """Returns the command for a card too many: one that the sabot can still hold, to a hand at which the
    referee calls it a faux tirage. None while there is no such hand: the deal is not over.

    In a house where the next card closes a coup no card is too many; there it goes to a hand that is owed
    none."""
    play = table.play
    held = [card for card in DECK if play.sabot.copies(card) < play.sabot.decks] or [*DECK]
    card = rng.choice(held)
    wanted = "faux-tirage" if play.options.close == "croupier" else "misplaced-card"
    for place in reversed(play.game.PLACES):
        _, events = step(table, CardSeen(card, place))
        if [event.fault.kind for event in events if isinstance(event, FaultFound)] == [wanted]:
            return {"do": "card", "card": str(card), "place": place, "index": 3}
    return None


def shoe_deeds(tell: Tell, extra: Callable[[], None]) -> dict[str, Callable[[], object]]:
    """The faults that a trainer can make with a simulated shoe; `extra` lays a card too many."""
    return {
        "unread": lambda: tell({"do": "unreadable"}),
        "extra": extra,
        "cut": lambda: tell({"do": "cut"}),
        **line_deeds(tell),
    }


class Dealer(Protocol):
    """Who deals at a simulated table while no trainee does."""

    def draw(self, place: str) -> None:
        """Draw the next card to this place, for a trainee."""

    def lay_too_many(self) -> None:
        """Lay a card too many as soon as one can be."""


def simulated(
    at: AtTable, dealer: Dealer, tell: Tell, put: Callable[[Observation], object], *, places: tuple[str, ...]
) -> None:
    """Give a simulated table its faults, and the acts that a trainee does there by touch. One without places
    has a wheel."""
    at.deeds = line_deeds(tell)
    if places:
        at.deeds |= shoe_deeds(tell, dealer.lay_too_many)
    at.hands = {f"draw {place}": partial(dealer.draw, place) for place in places}
    at.hands |= {} if places else {"spin": lambda: tell({"do": "spin"})}
    at.hands |= {
        "rnvp": lambda: put(BetsClosed()),
        "end": lambda: put(CoupEnded()),
        "new-sabot": lambda: put(SabotOpened()),
    }


def line_deeds(tell: Tell) -> dict[str, Callable[[], object]]:
    """The faults of any simulated instrument's line."""
    return {
        "silence": lambda: tell({"do": "silence", "seconds": 5}),
        "noise": lambda: tell({"do": "noise"}),
        "pull": lambda: tell({"do": "pull", "seconds": 5}),
    }
