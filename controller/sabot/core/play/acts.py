"""What each act at the table does to the play: `act(play, seen) -> play, events`; the table of them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabot.core.events import Called
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
from sabot.core.play import calls
from sabot.core.play.calls import announced, ball_seen, not_decided, said, staked
from sabot.core.play.draws import card_seen, cut_card_seen, opens_with, sabot_opened
from sabot.core.play.judgement import Outcome, faulted, is_closed_upon_a_word, recorded, unread
from sabot.core.play.state import Play, coup_closed, is_all_talk, is_dealing
from sabot.core.reasons import reason
from sabot.core.terms import Fault


def coup_ended(play: Play, seen: CoupEnded) -> Outcome:
    """The croupier closes the coup: only when it is decided."""
    refusal = _close_refused(play)
    if refusal is not None:
        return recorded(play, []) if _is_told(play) else faulted(play, refusal)
    play = coup_closed(play)
    return recorded(play, [Called(0, call) for call in play.calls])


def _is_told(play: Play) -> bool:
    """Whether an open fault says already why the coup cannot be closed."""
    if play.taille.unread:
        return play.taille.waiting.cards > 0
    return play.opened and play.result is None and is_closed_upon_a_word(play)


def bets_closed(play: Play, seen: BetsClosed) -> Outcome:
    """*Rien ne va plus.* A card that lies ready from the coup before opens this one now."""
    closed, lines = calls.bets_closed(play, seen)
    pending = closed.taille.pending
    if not pending or closed.result is not None or not closed.coup.bets_closed or is_dealing(closed):
        return closed, lines
    after, more = opens_with(closed._replace(taille=closed.taille._replace(pending=())), pending)
    return after, (*lines, *more)


def _close_refused(play: Play) -> Fault | None:
    if not play.opened or is_all_talk(play):
        return Fault("wrong-order", reason("there is no coup to close"), said="end")
    if play.taille.unread:
        return unread(0)
    if play.result is not None:
        because = reason("the settlement is held until the supervisor confirms it (say confirme)")
        return Fault("wrong-order", because, said="end") if play.taille.awaiting else None
    if play.owed is not None and play.owed.to is not None:
        return Fault("faux-tirage", play.game.faux_tirage(play.coup, None), owed=play.owed.to)
    return Fault("wrong-order", not_decided(play.owed), said="end")


def acknowledged(play: Play, seen: Acknowledged) -> Play:
    """Somebody acknowledges the open faults. This changes nothing about the cards, and an unread card
    stays open until it is named or withdrawn."""
    left = [each for each in play.taille.alerts if each.fault.kind == "unread-card" and play.taille.unread]
    return play._replace(taille=play.taille._replace(alerts=tuple(left), awaiting=""))


ACTS: dict[type[Any], Callable[[Play, Any], Outcome]] = {
    CardSeen: card_seen,
    BallSeen: ball_seen,
    CutCardSeen: cut_card_seen,
    SabotOpened: sabot_opened,
    Staked: staked,
    BetsClosed: bets_closed,
    Said: said,
    Announced: announced,
    CoupEnded: coup_ended,
}


BUTTONS: dict[str, Observation] = {
    "rnvp": BetsClosed(),
    "end": CoupEnded(),
    "undo": Undone(by="panel"),
    "acknowledge": Acknowledged(by="panel"),
}
"""What the buttons of the croupier's panel mean; `supervisor` calls for help, `deal` asks the house for
cards."""
