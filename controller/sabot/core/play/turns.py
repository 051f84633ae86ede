"""Games in which players act in turns: each act goes to the rules as words.

A deal is the coup. A decided one closes by itself when the first act of the next comes, and an act that the
rules refuse opens none.
"""

from __future__ import annotations

from sabot.core.game import Coup
from sabot.core.observations import CardSeen, Said, Staked
from sabot.core.play.judgement import Outcome, faulted, judged
from sabot.core.play.state import Play, coup_closed, opened
from sabot.core.reasons import Reason, as_reason, reason
from sabot.core.terms import OF_THE_CARDS, Fault
from sabot.core.words import Words, match


def said(play: Play, seen: Said) -> Outcome | None:
    """An act in the words of the game, or in those of every game of cards; None where they are none. The
    annulment is the supervisor's, and no act of the game."""
    words = match((*play.game.WORDS, *OF_THE_CARDS[1:]), seen.words)
    return None if words is None else acted(play, words)


def staked(play: Play, seen: Staked) -> Outcome:
    """A stake; the rules judge where and when."""
    return acted(play, ("bet", seen.where, seen.amount, seen.seat))


def card_seen(play: Play, seen: CardSeen) -> Outcome:
    """A card: laid by a seat, or turned up. One that nobody could read changes nothing."""
    if seen.card is None:
        return faulted(play, Fault("unread-card", _not_read(as_reason(seen.note)), to=seen.place))
    if seen.place in play.game.PLACES:
        return acted(_named(play), ("play", int(seen.place), seen.card))
    return acted(_named(play), ("card", seen.card))


def acted(play: Play, words: Words) -> Outcome:
    """The play after one act."""
    game, coup = play.game, play.coup
    if not play.opened or play.result is not None:
        if not game.opens(coup, words):
            return _without_deal(play, game.said(coup, words))
        play = opened(coup_closed(play) if play.result is not None else play)
    after, events = judged(play, game.said(play.coup, words), [])
    is_wrong = len(after.coup.faults) > len(play.coup.faults)
    if is_wrong and len(after.coup.handed) == len(play.coup.handed):
        return _refused(play, (after, events))
    return _answered(after), events


def _without_deal(play: Play, after: Coup) -> Outcome:
    """The play after an act that opens no deal: a refusal, or a report where the decided deal takes it."""
    if len(after.faults) == len(play.coup.faults):
        return judged(play, after, [])
    return _refused(play, faulted(play, after.faults[-1]))


def _refused(before: Play, outcome: Outcome) -> Outcome:
    """The play after an act that changed nothing: its new faults are refusals."""
    after, events = outcome
    known = before.taille.alerts
    alerts = tuple(each if each in known else each._replace(refused=True) for each in after.taille.alerts)
    return after._replace(taille=after.taille._replace(alerts=alerts)), events


def _answered(play: Play) -> Play:
    """The play after an act that was taken: it answers for what was refused before it."""
    left = tuple(each for each in play.taille.alerts if not each.refused)
    if len(left) == len(play.taille.alerts):
        return play
    return play._replace(taille=play.taille._replace(alerts=left))


def _named(play: Play) -> Play:
    """The play when a card came that could be read: the open fault of the one before it is answered."""
    alerts = play.taille.alerts
    if not any(alert.fault.kind == "unread-card" for alert in alerts):
        return play
    left = tuple(alert for alert in alerts if alert.fault.kind != "unread-card")
    return play._replace(taille=play.taille._replace(alerts=left))


def _not_read(why: Reason) -> Reason:
    if why:
        return reason(
            "a card that nobody could read changes nothing: the next card names it ({why})", why=why
        )
    return reason("a card that nobody could read changes nothing: the next card names it")
