"""What does not count: a coup that a new sabot interrupts or the supervisor annuls, and a card that is
burned."""

from __future__ import annotations

from sabot.core.cards import VALUE, Card
from sabot.core.events import Called, CoupVoided, Event, FaultFound, ShoeChanged, StakeSettled
from sabot.core.play.judgement import Outcome, faulted, impossible, recorded
from sabot.core.play.state import (
    ASIDE_KEPT,
    Play,
    Taille,
    closed_if_decided,
    coup_number,
    is_all_talk,
    is_dealing,
    last_coup,
)
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Fault, Settlement, Stake


def abandoned(play: Play) -> tuple[Play, list[Event]]:
    """The play without its unfinished coup, because a new sabot is opened; and the events about it."""
    if not play.opened or play.result is not None or is_all_talk(play) or play.coup.awaits_sabot:
        return play, []
    because = reason("a new sabot was opened while a coup lay unfinished: the coup is abandoned")
    fault = FaultFound(play.number, Fault("wrong-order", because))
    events = [fault, *_voided(play, because, said="new")]
    return play._replace(coup=play.game.annulled(play.coup, play.sabot)), events


def annulled(play: Play, *, said: str) -> Outcome:
    """The supervisor annuls the coup, decided or not, until it is closed. Its cards stay drawn, and the same
    sabot goes on with the next coup."""
    if not play.opened or is_all_talk(play):
        because = reason("there is no coup under way that could be annulled")
        return faulted(play, Fault("wrong-order", because, said=said))
    because = reason("the supervisor annuls the coup: its cards are drawn, its stakes go back")
    events = _voided(play, because, said=said)
    coup = play.game.annulled(play.coup, play.sabot)
    fresh = play._replace(coup=coup, owed=play.game.owed(coup), calls=play.game.calls(coup), opened=False)
    after, life = spent_if_empty(fresh._replace(result=None, taille=_without_coup(play)))
    if not life and play.taille.cut is not None and play.taille.cut < 1:
        life = [ShoeChanged(last_coup(after), "last-coup", after.sabot.drawn)]
    return recorded(after, [*events, *life, *(Called(0, call) for call in after.calls)])


def _without_coup(play: Play) -> Taille:
    """The taille without anything from the coup under way. If that was to be the last coup, the next one is
    now."""
    taille = play.taille
    results = taille.results if play.result is None else taille.results[:-1]
    kept = Taille(taille.burning, aside=taille.aside, cut=taille.cut, alerts=taille.alerts, results=results)
    return kept._replace(cut=max(kept.cut, 1)) if kept.cut is not None else kept


def spent_if_empty(play: Play) -> tuple[Play, list[Event]]:
    """The play between two coups; its sabot is spent where it cannot give another."""
    was_spent = play.taille.spent
    if not was_spent and play.game.playable(play.options, play.sabot):
        return play, []
    calls = play.calls if play.coup.passed else ()
    spent = play._replace(calls=calls, taille=play.taille._replace(spent=True))
    return spent, [] if was_spent else [ShoeChanged(coup_number(play), "spent", play.sabot.drawn)]


def _voided(play: Play, because: Reason, *, said: str) -> list[Event]:
    """The coup does not count, and each of its stakes goes back."""
    number, settled = play.number, [_given_back(stake) for stake in play.coup.stakes]
    return [CoupVoided(number, because, said), *(StakeSettled(number, each) for each in settled)]


def _given_back(stake: Stake) -> Settlement:
    return Settlement(stake.where, stake.amount, stake.amount, stake.seat, void=True)


# --- a card ---------------------------------------------------------------------------------------------


def burned(play: Play, card: Card) -> Outcome:
    """A burn at the opening of a sabot (CB), if the house burns; later, a card that was exposed by
    mistake."""
    if play.options.brule and not play.sabot.drawn:
        return _opening_burn(play, card)
    if because := _burn_refused(play):
        return faulted(play, Fault("wrong-order", because, said=f"brule {card}"))
    play = closed_if_decided(play)
    sabot, is_impossible = play.sabot.dealt(card)
    aside = (*play.taille.aside, card)[-ASIDE_KEPT:]
    events: list[Event] = [FaultFound(coup_number(play), impossible(card, sabot))] if is_impossible else []
    play = play._replace(sabot=sabot, taille=play.taille._replace(aside=aside))
    after, shown = _without_cards(play) if play.result is None else (play, [])
    return recorded(after, [*events, *shown])


def _opening_burn(play: Play, card: Card) -> Outcome:
    """CB: the first card of a new sabot is shown and burned, with as many more as it counts (a figure:
    ten)."""
    sabot = play.sabot.after(card)
    taille = play.taille._replace(burning=VALUE[card.rank] or 10)
    return recorded(play._replace(sabot=sabot, taille=taille), [])


def _burn_refused(play: Play) -> Reason | None:
    if is_dealing(play) or play.taille.unread:
        return reason("a card is burned between two coups, and one is under way")
    if play.taille.burning:
        return reason("the burn that opens the sabot is not over: {n} cards", n=play.taille.burning)
    return None


def _without_cards(play: Play) -> tuple[Play, list[Event]]:
    """The play when fewer cards are left for the coup that lies ready."""
    game, coup, calls = play.game, play.coup.counted(play.sabot), play.calls
    events: list[Event]
    after = play._replace(coup=coup, owed=game.owed(coup), calls=game.calls(coup))
    after, events = (after, []) if play.opened else spent_if_empty(after)
    if after.calls != calls:
        events += [Called(coup_number(play), call) for call in after.calls]
    return after, events
