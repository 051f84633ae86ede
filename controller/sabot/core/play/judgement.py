"""What the rules say after an act: the new faults, what is owed, the result and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabot.core.cards import Card, Sabot, value
from sabot.core.events import (
    Called,
    CardOwed,
    CoupDecided,
    CoupVoided,
    Event,
    FaultFound,
    LedgerChanged,
    ShoeChanged,
    StakeSettled,
)
from sabot.core.game import Coup
from sabot.core.play.state import (
    ALERTS_KEPT,
    RESULTS_KEPT,
    Alert,
    Play,
    Taille,
    Waiting,
    coup_number,
    due,
    due_calls,
)
from sabot.core.reasons import Reason, reason
from sabot.core.terms import CONFIRM, Call, Fault, LedgerLine, Settlement

Outcome = tuple[Play, tuple[Event, ...]]
"""The play after an act, and what was decided by it."""


def judged(play: Play, coup: Coup, events: list[Event], sabot: Sabot | None = None) -> Outcome:
    """The play with this coup, and the verdicts that the rules add: faults, what is owed, the result, the
    calls."""
    # By position, for `sabot bench rules`: by name a card takes 1.05 to 1.24 times as long.
    game, options, old_sabot, old, old_owed, spoken, taille, number, opened, result = play
    faults, old_faults = coup.faults, old.faults
    faultless = faults is old_faults and len(events) < 2
    if faults is not old_faults:
        _found(play, faults[len(old_faults) :], events)
    if coup.handed:
        events += handed_out(number, coup.handed[len(old.handed) :])
    sabot, owed, calls = sabot or old_sabot, game.owed(coup), game.calls(coup)
    decided = game.result(coup) if result is None and owed is None else None
    if decided is not None:
        result = value(CoupDecided, (number, decided))
        events.append(result)
    elif owed is not old_owed and owed is not None and owed != old_owed:
        events.append(value(CardOwed, (number, owed)))
    if calls is not spoken and calls and calls != spoken:
        _call(number, calls, events)
    if decided is not None and result is not None:
        coup, taille = _decided(play, coup, sabot, result, events)
    after = value(Play, (game, options, sabot, coup, owed, calls, taille, number, opened, result))
    return (after, tuple(events)) if faultless else recorded(after, events)


def _found(play: Play, faults: tuple[Fault, ...], events: list[Event]) -> None:
    events += [FaultFound(play.number, fault) for fault in faults if not is_known(play, fault)]


def handed_out(number: int, handed: Sequence[Settlement | LedgerLine]) -> list[Event]:
    """What is reported of money that goes to a person before the result."""
    return [
        StakeSettled(number, each) if isinstance(each, Settlement) else LedgerChanged(number, *each)
        for each in handed
    ]


def _call(number: int, calls: tuple[Call, ...], events: list[Event]) -> None:
    for call in calls:
        events.append(value(Called, (number, call)))  # noqa: PERF401 (mostly one: no list is made for it)


def _decided(
    play: Play, coup: Coup, sabot: Sabot, result: CoupDecided, events: list[Event]
) -> tuple[Coup, Taille]:
    """The coup is decided: settlements, and the end of the taille if nothing can follow."""
    taille = play.taille
    cut_is_due = taille.cut is not None and taille.cut <= 0
    last = sabot.decks > 0 and (cut_is_due or not play.game.playable(play.options, sabot))
    if last:
        coup = coup.ended()
    settled = _settled(play, coup, last=last)
    open_settlements: tuple[Event, ...] = ()
    if settled:
        open_settlements = _open_settlements(play, coup, settled)
        _tell(play, settled, open_settlements, events)
    if last:
        events.append(ShoeChanged(play.number, "spent", sabot.drawn))
    results = (*taille.results[1 - RESULTS_KEPT :], result)
    outside = (taille.burning, taille.unread, taille.aside, taille.pending, taille.cut)
    waiting = (settled, taille.awaiting, taille.alerts)
    return coup, value(Taille, (*outside, last, *waiting, results, open_settlements, taille.waiting))


def _tell(
    play: Play, settled: tuple[Event, ...], open_settlements: tuple[Event, ...], events: list[Event]
) -> None:
    """Report what is settled, unless the house holds it back or a player may still choose."""
    if play.options.faux_tirage != "hold":
        events += [each for each in settled if each not in open_settlements] if open_settlements else settled


def _settled(play: Play, coup: Coup, *, last: bool) -> tuple[Event, ...]:
    game, number = play.game, play.number
    settlements, ledger = game.settlement(coup, last=last), game.ledger(coup)
    if not settlements and not ledger:
        return ()
    if play.options.settle_order == "losers-first":
        settlements = tuple(sorted(settlements, key=_is_paid))
    settled: list[Event] = [StakeSettled(number, each) for each in settlements]
    return (*settled, *(LedgerChanged(number, *entry) for entry in ledger))


def _is_paid(settlement: Settlement) -> bool:
    """Whether the croupier takes nothing of the stake: it comes back whole, or stays."""
    return bool(settlement.held) or settlement.returned >= settlement.stake


def _open_settlements(play: Play, coup: Coup, settled: tuple[Event, ...]) -> tuple[Event, ...]:
    """Those of the settlements for which a player may still choose (a coup's `choosing`: chances and
    seats)."""
    choosing = coup.choosing
    if not choosing or play.options.faux_tirage == "hold":
        return ()
    stakes = [each for each in settled if isinstance(each, StakeSettled)]
    return tuple(each for each in stakes if (each.settlement.bet, each.settlement.seat) in choosing)


def told_at_close(play: Play, after: Play, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What is still to be told of a decided coup that closes: settlements for which a player could choose
    until now; in a house that holds settlements back, all, unless these events annul the coup. And the end of
    the sabot, where cards left it since the result and no other coup can follow."""
    held = play.taille.open_settlements
    if play.options.faux_tirage == "hold":
        held = () if events and isinstance(events[0], CoupVoided) else play.taille.settled
    is_spent_now = after.taille.spent and not play.taille.spent
    if is_spent_now and not any(isinstance(each, ShoeChanged) for each in events):
        return (*held, ShoeChanged(play.number, "spent", play.sabot.drawn))
    return held


def resettled(play: Play, events: tuple[Event, ...]) -> Outcome:
    """The play after words to a decided coup. If a player chose with them, the settlement of their stake is
    reported. If they change their mind it is reported again, and the later one counts."""
    coup, taille = play.coup, play.taille
    settled = _settled(play, coup, last=taille.spent)
    open_settlements = _open_settlements(play, coup, settled)
    known = tuple(each for each in taille.settled if each not in taille.open_settlements)
    settled_now = tuple(each for each in settled if each not in known and each not in open_settlements)
    if play.options.faux_tirage == "hold":
        settled_now = ()
    return play._replace(taille=taille._replace(settled=settled, open_settlements=open_settlements)), (
        *events,
        *settled_now,
    )


def undecided(play: Play) -> Play:
    """The play when a hand may draw after all, in a house that lets a coup stand as it was dealt: if a coup
    has two results, the later one counts."""
    taille = play.taille._replace(settled=(), spent=False, results=play.taille.results[:-1])
    return play._replace(result=None, taille=taille)


def faulted(play: Play, fault: Fault) -> Outcome:
    """The play as it was, with one more fault."""
    return recorded(play, [FaultFound(coup_number(play), fault)])


def recorded(play: Play, events: list[Event]) -> Outcome:
    """The play with its new faults open until somebody answers for them."""
    faults = [event for event in events if type(event) is FaultFound]
    if not faults:
        return play, tuple(events)
    taille = play.taille
    alerts = (*taille.alerts, *(Alert(found.coup, found.fault) for found in faults))[-ALERTS_KEPT:]
    if play.options.faux_tirage == "hold" and any(each.fault.kind == "faux-tirage" for each in faults):
        taille = taille._replace(awaiting=CONFIRM)
    return play._replace(taille=taille._replace(alerts=alerts)), tuple(events)


def impossible(card: Card, sabot: Sabot) -> Fault:
    """The fault of a card that has been seen more often than the sabot can hold it."""
    because = reason("a sabot of {n} packs holds no more than {m} of each card", n=sabot.decks, m=sabot.decks)
    if sabot.decks == 1:
        because = reason("a sabot of one pack holds each card once")
    return Fault("impossible-card", because, card)


def holding(play: Play) -> tuple[Event, ...]:
    """What is owed and to be announced as the play stands."""
    number = coup_number(play)
    owed = due(play)
    calls = tuple(Called(number, call) for call in due_calls(play))
    return (CardOwed(number, owed), *calls) if owed else calls


# --- one mistake is one fault -----------------------------------------------------------------------
#
# A reported line cannot change. So the first line of a mistake is its fault, and what only follows from
# it gives none. Once somebody has answered for the fault, the same thing is a new one.


def _words(play: Play) -> Iterator[Fault]:
    """The open faults of this coup that are words against the rules."""
    for coup, fault, _ in play.taille.alerts:
        if coup == play.number and fault.kind == "faux-tirage" and fault.said:
            yield fault


def with_card(play: Play, card: Card, place: str | None) -> tuple[Alert, ...]:
    """The open faults. The one for the word that asked for this card against the rules now names the card."""
    asked, alerts = play.coup.asked, play.taille.alerts
    if asked is None or place not in (None, asked):
        return alerts
    words = [fault for fault in _words(play) if fault.to == asked]
    return tuple([_named(alert, card) if alert.fault in words[-1:] else alert for alert in alerts])


def _named(alert: Alert, card: Card) -> Alert:
    return alert._replace(fault=alert.fault._replace(card=card))


def is_known(play: Play, fault: Fault) -> bool:
    """Whether this is the card that an open fault names: a hand asked for it, and that was the mistake."""
    if fault.kind != "faux-tirage" or fault.card is None or play.coup.asked is None:
        return False
    return any(word.to == fault.to == play.coup.asked and word.card == fault.card for word in _words(play))


def is_closed_upon_a_word(play: Play) -> bool:
    """Whether the coup is closed only as a word against the rules left it: the hand that said it stands is
    owed its card, or the last hand plays as if the card that was asked for counted."""
    due = play.owed and (play.owed.to or play.owed.of)
    return due is not None and any(_left(play, word, due) for word in _words(play))


def _left(play: Play, word: Fault, due: str) -> bool:
    if word.owed is not None:
        return word.owed == due
    has_come = word.card is not None or play.coup.asked == word.to
    return has_come and word.to != due == play.game.PLACES[-1]


# --- cards after one that nobody could read ---------------------------------------------------------


def unread(waiting: int) -> Fault:
    """The fault of a coup that waits for the name of a card, and with it the cards drawn after that one."""
    return Fault("unread-card", _waits(waiting))


def _waits(waiting: int) -> Reason:
    if waiting == 0:
        return reason("the coup waits until the card that nobody could read is named")
    if waiting == 1:
        return reason(
            "the coup waits until the card that nobody could read is named; one card drawn after it waits too"
        )
    return reason(
        "the coup waits until the card that nobody could read is named; {n} cards drawn after it wait too",
        n=waiting,
    )


def with_one_waiting(play: Play) -> Play:
    """The play when one more card waits. The open fault says how many; its line comes when the cards have
    stopped (`unreported`)."""
    taille, number = play.taille, coup_number(play)
    count = taille.waiting.cards + 1
    older = Alert(number, unread(count - 1)) if count > 1 else None
    alerts = (*[each for each in taille.alerts if each != older], Alert(number, unread(count)))
    return play._replace(
        taille=taille._replace(alerts=alerts, waiting=Waiting(count, taille.waiting.reported))
    )


def unreported(play: Play) -> tuple[FaultFound, ...]:
    """The fault of the cards that wait, if their number was not said yet."""
    count, reported = play.taille.waiting
    return (FaultFound(coup_number(play), unread(count)),) if count > reported else ()


def with_reported(play: Play, reported: int) -> Play:
    """The play when it has been said that this many cards wait."""
    taille = play.taille
    if not taille.unread or reported <= taille.waiting.reported:
        return play
    return play._replace(taille=taille._replace(waiting=taille.waiting._replace(reported=reported)))
