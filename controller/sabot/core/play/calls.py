"""What is said and staked at the table, and the ball: each is `act(play, seen) -> play, events`."""

from __future__ import annotations

from typing import Any

from sabot.core.events import Event, StakeSettled
from sabot.core.game import Coup, no_stake, words_of
from sabot.core.observations import Announced, BallSeen, BetsClosed, Said, Staked
from sabot.core.play import turns
from sabot.core.play.annulment import annulled, burned
from sabot.core.play.judgement import Outcome, faulted, judged, recorded, resettled, undecided, unread
from sabot.core.play.state import Play, closed_if_decided, is_dealing, opened
from sabot.core.reasons import Reason, reason
from sabot.core.terms import CONFIRM, OF_THE_CARDS, Fault, Owed, Stake, money
from sabot.core.words import Words, match, plain


def staked(play: Play, seen: Staked) -> Outcome:
    """A stake: on a chance of the game, within the limits, before *rien ne va plus*."""
    if play.coup.turns is not None:
        return turns.staked(play, seen)
    play = closed_if_decided(play)
    where = play.game.chance(play.options, plain(seen.where))
    if where is None:
        return _not_staked(play, seen, reason("{game} has no chance of this name", game=play.game.NAME))
    if refusal := _stake_refused(play, seen):
        return _not_staked(play, seen, refusal)
    return _taken(play, play.game.staked(play.coup, Stake(where, seen.amount, seen.seat)))


def _not_staked(play: Play, seen: Staked, because: Reason) -> Outcome:
    return faulted(play, Fault("wrong-order", because, said=f"{seen.where} {money(seen.amount)}"))


def _stake_refused(play: Play, seen: Staked) -> Reason | None:
    low, high = play.options.minimum, play.options.maximum
    if seen.amount <= 0:
        return reason("a stake is more than nothing")
    if play.result is not None:
        return reason("the coup is decided and not yet closed: the next stakes come after it")
    if play.taille.spent:
        return SPENT
    if is_dealing(play):
        return reason("no stake after the first card")
    if play.coup.bets_closed:
        return reason("no stake after rien ne va plus")
    if seen.amount < low:
        return reason("the smallest stake at this table is {amount}", amount=money(low))
    if high and seen.amount > high:
        return reason("the largest stake at this table is {amount}", amount=money(high))
    return None


SPENT = reason("the sabot is spent: no stake until a new one is opened")


def bets_closed(play: Play, seen: BetsClosed) -> Outcome:
    """*Rien ne va plus.* If the house requires it and a card came before it, the card was the fault. The late
    call is not a second fault."""
    play = closed_if_decided(play)
    if play.coup.turns is not None:
        return turns.acted(play, ("rnvp",))
    if play.options.rnvp == "required" and (play.taille.unread or _came_early(play)):
        return recorded(play, [])
    if play.coup.bets_closed or play.taille.unread or play.result is not None:
        return faulted(play, Fault("wrong-order", reason("the stakes are closed already"), said="rnvp"))
    if play.taille.pending and play.coup.needs_stake:
        because = reason("a card lies ready for this coup: it is dealt once somebody plays against the bank")
        return faulted(play, Fault("wrong-order", because, said="rnvp"))
    if play.taille.spent:
        return faulted(play, Fault("wrong-order", SPENT, said="rnvp"))
    play = opened(play)
    return judged(play._replace(owed=None), play.game.closed(play.coup), [])


def _came_early(play: Play) -> bool:
    """Whether an open fault says already that a card or the ball of this coup came too early."""
    early = [alert.coup for alert in play.taille.alerts if alert.fault.because in (TOO_EARLY, BALL_TOO_EARLY)]
    return play.opened and play.number in early


TOO_EARLY = reason("no card leaves the sabot before rien ne va plus")
BALL_TOO_EARLY = reason("the ball came to rest before rien ne va plus")


def said(play: Play, seen: Said) -> Outcome:
    """A call in the words of the game."""
    if plain(seen.words) == CONFIRM:
        return _confirmed(play)
    if play.coup.turns is not None and (outcome := turns.said(play, seen)):
        return outcome
    if play.game.PLACES and (words := match(OF_THE_CARDS, seen.words)):
        return _said_of_cards(play, words, said=seen.words)
    words = match(play.game.WORDS, seen.words)
    if words is None:
        because = reason(
            "{game} knows no such call; it knows: {note}",
            game=play.game.NAME,
            note=", ".join(words_of(play.game)),
        )
        return faulted(play, Fault("wrong-order", because, said=seen.words))
    if play.game.opens(play.coup, words):
        if play.taille.unread:
            return faulted(play, Fault("wrong-order", unread(0).because, said=seen.words))
        play = closed_if_decided(play)
    return _said_of_the_game(play, words)


def _taken(play: Play, coup: Coup) -> Outcome:
    """The play with the coup after a word or a stake. One that is refused opens no coup."""
    before: Any = play.coup
    if not play.opened and coup.faults and coup == before._replace(faults=coup.faults):
        return faulted(play, coup.faults[-1])
    return judged(opened(play), coup, [])


def _said_of_the_game(play: Play, words: Words) -> Outcome:
    """Words of the game; a decided coup may be settled otherwise then."""
    after, events = _taken(play, play.game.said(play.coup, words))
    if play.result is None:
        return after, events
    if after.owed is not None and play.game.result(after.coup) is None:
        return undecided(after), events
    return resettled(after, events)


def _confirmed(play: Play) -> Outcome:
    """The supervisor releases a payout that was held back."""
    if not play.taille.awaiting:
        return faulted(play, Fault("wrong-order", reason("nothing waits to be confirmed"), said=CONFIRM))
    return recorded(play._replace(taille=play.taille._replace(awaiting="")), [])


def _said_of_cards(play: Play, words: Words, *, said: str) -> Outcome:
    """What may be said in every game of cards."""
    if words[0] == "annule":
        return annulled(play, said=said)
    if words[0] in ("melange", "coupe"):
        return _mixed(play, words, said=said)
    return burned(play, words[1]) if words[0] == "brule" else _retired(play, *words[1:], said=said)


def _mixed(play: Play, words: Words, *, said: str) -> Outcome:
    """The staff or a player mixes a new sabot, or a player cuts it."""
    because = None
    if play.sabot.drawn:
        because = reason("the cards are mixed and cut before the first card of a sabot")
    elif words[0] == "melange" and words[1] is not None and not play.options.player_shuffle:
        because = reason("in this house only the staff mix the cards (option player-shuffle)")
    return faulted(play, Fault("wrong-order", because, said=said)) if because else recorded(play, [])


def _retired(play: Play, where: str, seat: int | None, *, said: str) -> Outcome:
    """A stake that stays on the table is taken back: before its coup is closed, or before the next one."""
    because = None
    if (play.coup.bets_closed or is_dealing(play)) and play.result is None:
        because = _too_late(play)
    elif (where, seat) not in _staying(play):
        because = no_stake(where, seat)
    if because:
        return faulted(play, Fault("wrong-order", because, said=said))
    return recorded(play._replace(coup=_without(play, where, seat)), [])


def _too_late(play: Play) -> Reason:
    if is_dealing(play):
        return reason("no stake is taken back after the first card")
    return reason("no stake is taken back after rien ne va plus")


def _staying(play: Play) -> set[tuple[str, int | None]]:
    """The chances and seats of the stakes that stay on the table, or stayed there from the coup before."""
    if play.result is None:
        return {(stake.where, stake.seat) for stake in play.coup.stakes if stake.stayed}
    there = {(stake.where, stake.seat) for stake in play.coup.stakes}
    lines = [each.settlement for each in play.taille.settled if isinstance(each, StakeSettled)]
    return there & {(line.bet, line.seat) for line in lines if line.held == "table"}


def _without(play: Play, where: str, seat: int | None) -> Coup:
    decided = play.result is not None
    left = [
        stake
        for stake in play.coup.stakes
        if (stake.where, stake.seat) != (where, seat) or not (decided or stake.stayed)
    ]
    return play.coup.with_stakes(tuple(left))


def announced(play: Play, seen: Announced) -> Outcome:
    """The croupier declares the result: it must be the one that the cards prove."""
    words = plain(seen.words)
    if play.game.announces(play.coup, words):
        return recorded(play, [])
    if play.result is None:
        owed = play.owed.to or play.owed.of if play.owed else None
        fault = Fault("wrong-announcement", not_decided(play.owed), owed=owed, said=seen.words)
        return faulted(play, fault)
    true = "; ".join(call.text for call in play.calls) or play.result.result.get("winner")
    because = reason("the table shows: {note}", note=str(true)) if true else NO_WINNER
    return faulted(play, Fault("wrong-announcement", because, said=seen.words))


NO_WINNER = reason("the table shows no winner")


def not_decided(owed: Owed | None) -> Reason:
    """Why a coup has no result yet: this is still due."""
    if owed is None or not owed.why:
        return reason("the coup is not decided")
    return reason("the coup is not decided: {why}", why=owed.why)


ONE_AT_A_TIME = reason("the coup is decided and not yet closed: the ball decides one coup at a time")
NUMBER_TOO_EARLY = reason(
    "the coup is decided and not yet closed, so this number counts for none: close it, then enter the number "
    "by hand"
)


def ball_seen(play: Play, seen: BallSeen) -> Outcome:
    """The ball rests in a pocket."""
    play = closed_if_decided(play)
    if play.result is not None:
        because = ONE_AT_A_TIME if seen.source == "manual" else NUMBER_TOO_EARLY
        return faulted(play, Fault("wrong-order", because, said=seen.pocket))
    play = opened(play)
    early: tuple[Event, ...] = ()
    if play.options.rnvp == "required" and not play.coup.bets_closed:
        play, early = faulted(play, Fault("wrong-order", BALL_TOO_EARLY, said=seen.pocket))
    after, events = judged(play, play.game.landed(play.coup, seen.pocket), [])
    return after, (*early, *events)
