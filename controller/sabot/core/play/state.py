"""The play: one game, its options, the sabot, the coup, and what is left of earlier ones. A value; `acts`
change it."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.cards import Card, Sabot, value
from sabot.core.events import CoupDecided, Event
from sabot.core.game import Coup, Game
from sabot.core.options import House
from sabot.core.terms import Call, Fault, Owed

RESULTS_KEPT = 500
"""Results kept for the screens' roads and cards; a taille never has as many."""

ALERTS_KEPT = 100
"""Open faults kept for the screens; the journal has them all."""


ASIDE_KEPT = 20
"""Cards outside the hands that the screens show; the journal has them all."""


class Alert(NamedTuple):
    """A fault that nobody has acknowledged yet; `refused`: the act changed nothing, and the next one that is
    taken answers for it."""

    coup: int
    fault: Fault
    refused: bool = False


class Waiting(NamedTuple):
    """How many cards came after one that nobody could read, and for how many of them that has been said."""

    cards: int = 0
    reported: int = 0


class Taille(NamedTuple):
    """What the taille has brought so far, beyond the coup under way.

    `burning` cards of a burn are still to come; `unread`: the last card could not be read; `aside` cards
    lie outside the hands, `pending` of them open the next coup; `cut` coups may still be opened (None: the
    cut card has not shown). `settled` is the settlement of the decided coup, `awaiting` the word that
    frees it; `open_settlements` are its lines for which a player may still choose (prison or half):
    reported when they have, or when the coup closes. `waiting` are the cards after an unread one.
    """

    burning: int = 0
    unread: bool = False
    aside: tuple[Card, ...] = ()
    pending: tuple[Card, ...] = ()
    cut: int | None = None
    spent: bool = False
    settled: tuple[Event, ...] = ()
    awaiting: str = ""
    alerts: tuple[Alert, ...] = ()
    results: tuple[CoupDecided, ...] = ()
    open_settlements: tuple[Event, ...] = ()
    waiting: Waiting = Waiting()


class Play(NamedTuple):
    """The play at one moment.

    `coup` is the coup under way, decided or not yet opened; `number` counts the opened ones. `owed` and
    `calls` are what the rules say of `coup`, kept so that they are asked once.
    """

    game: Game
    options: House
    sabot: Sabot
    coup: Coup
    owed: Owed | None
    calls: tuple[Call, ...]
    taille: Taille = Taille()
    number: int = 0
    opened: bool = False
    result: CoupDecided | None = None


def begun(game: Game, options: House) -> Play:
    """The play with a new sabot. A game without one (roulette) has a sabot of no decks."""
    coup = game.opening(options)
    return Play(
        game,
        options,
        Sabot(options.decks),
        coup,
        game.owed(coup),
        game.calls(coup),
    )


def opened(play: Play) -> Play:
    """The play with its coup under way: its first act opens it."""
    if play.opened:
        return play
    taille = play.taille
    if taille.cut is not None:
        taille = taille._replace(cut=taille.cut - 1)
    return play._replace(taille=taille, number=play.number + 1, opened=True)


def with_next_coup(play: Play, *, is_open: bool = False) -> Play:
    """The play when its decided coup is over; the next one lies ready, or is opened at once."""
    game, options, sabot, taille, number = play.game, play.options, play.sabot, play.taille, play.number
    coup = game.following(play.coup, sabot)
    if not (taille.spent or can_follow(play)):
        taille = taille._replace(spent=True)
    if is_open:
        number += 1
        if taille.cut is not None:
            taille = taille._replace(cut=taille.cut - 1)
    if taille.settled or taille.pending:
        taille = taille._replace(settled=(), pending=(), open_settlements=())
    owed, calls = game.owed(coup), game.calls(coup)
    if taille.spent and not coup.passed:
        calls = ()  # no invitation to stake on a coup that cannot be dealt
    return value(Play, (game, options, sabot, coup, owed, calls, taille, number, is_open, None))


def can_follow(play: Play) -> bool:
    """Whether the sabot can give the coup after this one, with the cards that lie ready for it; a wheel
    always can."""
    sabot, pending = play.sabot, play.taille.pending
    return play.game.playable(play.options, sabot.before_all(pending) if pending else sabot)


def closed_if_decided(play: Play) -> Play:
    """The next coup, where a decided coup closes by itself; else the play as it is. A coup whose settlement
    is held until it is confirmed does not close."""
    if play.result is None or play.options.close != "auto" or play.taille.awaiting:
        return play
    return coup_closed(play)


def coup_closed(play: Play) -> Play:
    """The play when its decided coup is over; cards that were drawn too many still lie ready."""
    pending, play = play.taille.pending, with_next_coup(play)
    return play._replace(taille=play.taille._replace(pending=pending)) if pending else play


def is_dealing(play: Play) -> bool:
    """Returns whether a card of a coup that is not decided has left the sabot, read or not."""
    if play.result is not None:
        return False
    return play.taille.unread or any(play.game.hand(play.coup, place) for place in play.game.PLACES)


def is_all_talk(play: Play) -> bool:
    """Returns whether nothing of this coup is on the cloth; there may have been calls about the bank."""
    coup, game = play.coup, play.game
    lies = coup.stakes or coup.bets_closed or any(game.hand(coup, place) for place in game.PLACES)
    return not lies and play.result is None and not play.taille.unread


def due(play: Play) -> Owed | None:
    """What is owed now: a spent sabot owes nothing."""
    return None if play.taille.spent else play.owed


def due_calls(play: Play) -> tuple[Call, ...]:
    """What is to be announced now: nothing of an undecided coup while a card waits for its name. If it is the
    first card, nobody may stake any more."""
    return () if play.taille.unread and play.result is None else play.calls


def last_coup(play: Play) -> int:
    """The number of the last coup of the taille, once the cut card has shown."""
    left = play.taille.cut or 0
    return play.number + (left if play.opened and play.result is None else max(left, 1))


def coup_number(play: Play) -> int:
    """The number of the coup under way, 0 between coups."""
    return play.number if play.opened else 0
