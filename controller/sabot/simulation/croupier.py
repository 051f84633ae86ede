"""The simulated croupier: looks at the table like a croupier and does the next act, at a human pace.

It draws cards from the simulated shoe, presses the buttons of the screen and speaks for the players; the
table cannot tell it from a person. If somebody else acts, it continues from the present state of the
cloth. It stops at an open fault until somebody has answered. While a trainee deals it rests: it speaks for
the players alone, and draws the cards that the trainee asks for.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sabot.core.cards import DECK, Card
from sabot.core.events import FaultFound
from sabot.core.observations import BetsClosed, Confirmed, CoupEnded, Observation, SabotOpened, Said, Undone
from sabot.core.surroundings import EYE
from sabot.core.table import Table, step
from sabot.games.wishes import Proposals
from sabot.instruments.simulated.dealing import PLACES
from sabot.live.feed import Feed, Subscription
from sabot.live.inbox import Inbox, NotKept
from sabot.simulation.players import players

HIGHEST_INDEX = 15
"""A shoe that counts the cards of a hand counts no further."""

SEEN_WITHIN_S = 5.0
"""How long it waits for its act to show on the table, before it goes on anyway."""

LATE_S = 30.0
"""How long it waits for the card of a shoe that nothing troubles: on a busy machine it comes late, and
another drawn meanwhile would be a fault."""

LOOKS_S = 1.0
"""How often it looks at a table at which nothing happens."""

REFUSED = "wrong-order"
"""The kind of fault that only says that an act was not taken: it needs no answer."""


class Deed(NamedTuple):
    """An act of the croupier: command the shoe, or press a button, after a pause of `beats` beats."""

    does: Observation | dict[str, object]
    beats: float = 1.0


def is_troubled(table: Table) -> bool:
    """Whether an instrument is lost or troubled, the eye aside: a card may not have reached the table."""
    return any(each.state != "found" and each.role != EYE for each in table.room.instruments)


class Croupier:
    """A thread that deals. `table` gives the table as it stands, `tell` commands the simulated shoe.

    `rests` says whether a trainee deals; `extra` gives the command for a card too many as soon as one can be.
    One that does not stop (`stops`) deals on through open faults, for tests without anybody who answers.
    """

    def __init__(
        self,
        feed: Feed,
        inbox: Inbox,
        *,
        table: Callable[[], Table],
        tell: Callable[[dict[str, object]], bool | None],
        beat_s: float,
        rng: random.Random,
        rests: Callable[[], bool] = lambda: False,
        extra: Callable[[Table], dict[str, object] | None] = lambda _: None,
        stops: bool = True,
    ) -> None:
        self._rests, self._extra, self._stops = rests, extra, stops
        self._is_asked, self._asked = False, threading.Event()
        self._feed, self._inbox, self._table, self._tell = feed, inbox, table, tell
        self._beat_s, self._rng = beat_s, rng
        self._sabot: list[Card] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.run, name="croupier", daemon=True)

    def start(self) -> None:
        """Take the place at the table."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the table."""
        self._stop.set()
        self._asked.set()
        self._thread.join(timeout=5)

    def look(self) -> None:
        """Look at the table again at once: something else is to be done."""
        self._asked.set()

    def lay_too_many(self) -> None:
        """Lay a card too many as soon as one can be."""
        self._is_asked = True
        self.look()

    def draw(self, place: str) -> None:
        """Draw the next card to this place, for a trainee who deals."""
        self._tell(self._drawn(self._table(), place))

    def run(self) -> None:
        """Look, pause, do, and wait until it shows."""
        with self._feed.subscribe() as looks:
            looks.get(SEEN_WITHIN_S)
            while not (looks.closed or self._stop.is_set()):  # if its screens close, the table closes
                if not self._works(looks):
                    looks.get(LOOKS_S)  # nothing to do until something happens

    def _works(self, looks: Subscription) -> int:
        """Do what is to be done now, as far as nobody else acts meanwhile. Returns how much it was."""
        done = 0
        self._asked.clear()
        for deed in self._due(self._table()):
            before = self._table().play
            if self._stop.is_set() or self._asked.wait(deed.beats * self._beat_s) or looks.closed:
                return done
            if self._table().play is not before:
                return done + 1  # it was planned for another cloth
            self._do(deed.does, looks)
            done += 1
        return done

    def _due(self, table: Table) -> Iterator[Deed]:
        """What is to be done now by one who stops at a fault, and rests while a trainee deals."""
        if self._is_asked and (command := self._extra(table)):
            yield Deed(command, 0.0)
            self._is_asked = False  # it was done: a deed that is passed over is not gone on from
        elif self._rests():
            yield from self._for_players(table)
        elif not self._stops or all(alert.fault.kind == REFUSED for alert in table.play.taille.alerts):
            yield from self.deeds(table)

    def _for_players(self, table: Table) -> Iterator[Deed]:
        """What the players do while somebody else deals."""
        play = table.play
        sitting = players(play.game.NAME)
        if play.owed is not None and play.owed.of is not None and play.result is None:
            yield from self._heard(sitting.speak, 0.7)
        elif not play.opened and play.result is None and not play.taille.spent:
            yield from self._heard(sitting.open, 0.4)

    def _do(self, does: Observation | dict[str, object], looks: Subscription) -> None:
        if isinstance(does, dict):
            self._deal(does, looks)
            return
        try:
            self._inbox.put(does).result(SEEN_WITHIN_S)
        except (NotKept, TimeoutError):
            self._stop.wait(SEEN_WITHIN_S)  # the table is halted: look again

    def _deal(self, command: dict[str, object], looks: Subscription) -> None:
        """Command the shoe, and wait for the card on the cloth; a card from another instrument does not
        count."""
        before, waited_s = self._table().play, 0.0
        if not self._is_heard(command):
            return
        while self._table().play is before and not (self._stop.is_set() or looks.closed):
            if looks.get(SEEN_WITHIN_S) is None and not self._inbox.halted:
                waited_s += SEEN_WITHIN_S
                if waited_s >= LATE_S or is_troubled(self._table()):
                    return

    def _is_heard(self, command: dict[str, object]) -> bool:
        """Give the instrument this command. Returns whether it took it; if not, a moment has passed, and what
        is to be done is looked at again."""
        taken = self._tell(command) is not False
        if not taken:
            self._stop.wait(SEEN_WITHIN_S)
        return taken

    def deeds(self, table: Table) -> Iterator[Deed]:
        """What is to be done now, one thing or a few."""
        play, taille = table.play, table.play.taille
        if table.room.unconfirmed:
            yield Deed(Confirmed(by="croupier"), 2.0)
        elif taille.awaiting:
            yield Deed(Said(taille.awaiting), 3.0)
        elif taille.unread:
            yield Deed(Undone(by="croupier", reason="not read"), 3.0)
        elif taille.spent and (play.result is None or play.options.close == "auto"):
            yield Deed(SabotOpened(), 3.0)
        elif taille.burning:
            yield from (Deed({"do": "unreadable"}, 0.0), self._draw(table, None))
        elif play.result is not None:
            yield from self._heard(players(play.game.NAME).answer, 0.7)
            yield Deed(CoupEnded(), 3.0)
        elif self._is_dealt(table):
            yield from self._heard(players(play.game.NAME).speak, 0.7)
            yield from self._next_card()
        else:
            yield from self._opening(table)

    def _is_dealt(self, table: Table) -> bool:
        """Whether the stakes are closed, or cards lie already."""
        play = table.play
        lies = any(play.game.hand(play.coup, place) for place in play.game.PLACES)
        return play.owed is not None and (play.coup.bets_closed or lies)

    def _next_card(self) -> Iterator[Deed]:
        """The card that is owed, if one is owed after all that was said."""
        table = self._table()
        if table.play.owed is not None and table.play.owed.to and table.play.result is None:
            yield self._draw(table, table.play.owed.to)

    def _opening(self, table: Table) -> Iterator[Deed]:
        play = table.play
        sitting = players(play.game.NAME)
        if not play.sabot.drawn and play.options.brule:
            yield Deed(Said(f"brule {self._next(table)}"))
        elif sitting.cut_at and play.taille.cut is None and play.sabot.left <= sitting.cut_at:
            yield Deed({"do": "cut"})
        yield from self._heard(sitting.open, 0.4)
        yield from self._allowed(BetsClosed(), 1.5)

    def _heard(self, proposals: Proposals, beats: float) -> Iterator[Deed]:
        """What the players propose, as far as the rules allow it by then."""
        for each in proposals(lambda: self._table().play, self._rng):
            yield from self._allowed(each, beats)

    def _allowed(self, observation: Observation, beats: float) -> Iterator[Deed]:
        """Yields this act unless it would be a fault: the croupier asks the referee first."""
        _, events = step(self._table(), observation)
        if not any(type(event) is FaultFound for event in events):
            yield Deed(observation, beats)

    def _draw(self, table: Table, place: str | None) -> Deed:
        return Deed(self._drawn(table, place))

    def _drawn(self, table: Table, place: str | None) -> dict[str, object]:
        """The command for the next card of the sabot. A shoe knows two hands: punto and banco at any game."""
        game, coup = table.play.game, table.play.coup
        nth = min(len(game.hand(coup, place)) + 1, HIGHEST_INDEX) if place else 1
        where = place or game.PLACES[0]
        if len(game.PLACES) == len(PLACES):
            where = PLACES[game.PLACES.index(where)]
        return {"do": "card", "card": str(self._next(table)), "place": where, "index": nth}

    def _next(self, table: Table) -> Card:
        """Returns the next card of the sabot; the unseen cards are shuffled again if the table disagrees."""
        sabot = table.play.sabot
        if len(self._sabot) != sabot.left:
            self._sabot = [card for card in DECK for _ in range(sabot.decks - sabot.copies(card))]
            self._rng.shuffle(self._sabot)
        return self._sabot.pop() if self._sabot else DECK[0]
