"""Cards that leave the sabot, and a new sabot. A card goes to a hand, waits, or is one too many."""

from __future__ import annotations

from sabot.core.cards import JOKER, Card, Sabot, value
from sabot.core.events import Called, CardDealt, Event, FaultFound, ShoeChanged, StakeSettled
from sabot.core.observations import CardSeen, CutCardSeen, SabotOpened, Said
from sabot.core.play import turns
from sabot.core.play.annulment import abandoned
from sabot.core.play.calls import TOO_EARLY, said
from sabot.core.play.judgement import (
    Outcome,
    faulted,
    impossible,
    is_known,
    judged,
    recorded,
    with_card,
    with_one_waiting,
)
from sabot.core.play.state import (
    ASIDE_KEPT,
    Play,
    Taille,
    can_follow,
    closed_if_decided,
    coup_number,
    last_coup,
    opened,
    with_next_coup,
)
from sabot.core.reasons import Reason, as_reason, reason
from sabot.core.terms import CONFIRM, Fault


def card_seen(play: Play, seen: CardSeen) -> Outcome:
    """A card left the sabot: it takes the place that is owed a card, or is a fault."""
    if play.coup.turns is not None:
        return turns.card_seen(play, seen)
    outcome = _drawn(play, _without_joker(seen))
    return _without_words(outcome, seen.card) if play.options.faux_tirage == "stand" else outcome


def _drawn(play: Play, seen: CardSeen) -> Outcome:
    card, place, taille, result = seen.card, seen.place, play.taille, play.result
    if card is None or taille.unread or taille.burning:
        return _not_dealt(play, seen, sabot=play.sabot.after(card))
    sabot, is_impossible = play.sabot.dealt(card)
    if taille.pending and _lies_ready(play):
        return _after_pending(play, seen)
    if taille.spent or (result is not None and (_is_too_many(play) or not can_follow(play))):
        return _too_many(play, seen, card, sabot=sabot)
    if result is not None or not play.opened:
        play = with_next_coup(play, is_open=True) if result is not None else opened(play)
    coup, to = play.game.dealt(play.coup, card, place)
    if to is None:
        return judged(play._replace(taille=_aside(play, card, place)), coup, [], sabot=sabot)
    events: list[Event] = [value(CardDealt, (play.number, card, to, play.game.points(coup, to)))]
    if place is not None or play.options.rnvp == "required" or sabot.drawn == 1 or is_impossible:
        faults = _card_faults(play, card, place, sabot=sabot)
        events += [FaultFound(play.number, fault) for fault in faults]
    return judged(play, coup, events, sabot=sabot)


def _without_joker(seen: CardSeen) -> CardSeen:
    """What was seen; a joker is a card that nobody could read, because no sabot holds one."""
    return seen._replace(card=None) if seen.card == JOKER else seen


def _card_faults(play: Play, card: Card, place: str | None, *, sabot: Sabot) -> list[Fault]:
    """Yields what is wrong with a card in any game: its place, its number of copies, its time."""
    faults = []
    to = play.owed.to if play.owed else None
    if place is not None and to is not None and place != to:
        because = reason("the card was owed to {place} and counts there, wherever it was laid", place=to)
        faults.append(Fault("misplaced-card", because, card, place, to))
    if sabot.has_too_many(card):
        faults.append(impossible(card, sabot))
    if play.options.rnvp == "required" and not play.coup.bets_closed:
        faults.append(Fault("early-card", TOO_EARLY, card))
    if sabot.drawn == 1 and play.options.brule:
        because = reason(
            "the first card of a new sabot is burned, with as many more as it counts (say brule)"
        )
        faults.append(Fault("wrong-order", because, card))
    return faults


def _not_dealt(play: Play, seen: CardSeen, *, sabot: Sabot) -> Outcome:
    taille = play.taille
    if taille.burning:
        play = play._replace(sabot=sabot, taille=taille._replace(burning=taille.burning - 1))
        if seen.card is not None and sabot.has_too_many(seen.card):
            return faulted(play, impossible(seen.card, sabot))
        return recorded(play, [])
    play = closed_if_decided(play)
    play = opened(play)
    play = play._replace(sabot=sabot, taille=play.taille._replace(unread=True))
    if seen.card is not None:
        return recorded(with_one_waiting(play), [])
    return faulted(play, Fault("unread-card", _not_read(as_reason(seen.note)), to=seen.place))


def _not_read(why: Reason) -> Reason:
    if why:
        return reason(
            "a card that nobody could read decides nothing: take it back and name it ({why})", why=why
        )
    return reason("a card that nobody could read decides nothing: take it back and name it")


def _is_too_many(play: Play) -> bool:
    """Whether a card after the result belongs to this coup: only `end` closes it, its settlement is held, or
    a hand has asked for a card against the rules (the coup's `asked`, in games where hands speak)."""
    if play.options.close == "croupier" or play.taille.awaiting:
        return True
    return play.coup.asked is not None


def _too_many(play: Play, seen: CardSeen, card: Card, *, sabot: Sabot) -> Outcome:
    """A card that is due to no hand: it stays outside, and the house decides what happens to it."""
    if play.result is not None and not (play.taille.spent or _is_too_many(play)):
        play = closed_if_decided(play)
    place = seen.place if seen.place in play.game.PLACES else play.coup.asked
    because = NOBODY_PLAYS if play.coup.needs_stake and not play.taille.spent else SPENT
    if play.result is not None and _is_too_many(play):
        if play.options.faux_tirage == "stand" and (stands := _standing(play, seen, place)):
            return stands
        because = play.game.faux_tirage(play.coup, place)
    taille, fault = _aside(play, card, place), Fault("faux-tirage", because, card, place)
    faults = [] if is_known(play._replace(taille=taille), fault) else [fault]
    if sabot.has_too_many(card):
        faults.append(impossible(card, sabot))
    events: list[Event] = [FaultFound(coup_number(play), fault) for fault in faults]
    play = play._replace(sabot=sabot, taille=taille, coup=play.coup.answered())
    return recorded(play, events)


SPENT = reason("the sabot is spent: no coup is dealt from it until a new one is opened")
NOBODY_PLAYS = reason("nobody plays against the bank: the card lies ready with the one before it")


def _aside(play: Play, card: Card, place: str | None) -> Taille:
    """The taille with one more card outside the hands."""
    aside = (*play.taille.aside, card)[-ASIDE_KEPT:]
    awaiting = CONFIRM if play.options.faux_tirage == "hold" else play.taille.awaiting
    taille = play.taille._replace(aside=aside, awaiting=awaiting, alerts=with_card(play, card, place))
    if play.options.faux_tirage != "next" or taille.spent or not play.game.PLACES:
        return taille
    return taille._replace(pending=(*taille.pending, card))


def _standing(play: Play, seen: CardSeen, place: str | None) -> Outcome | None:
    """The coup as it was dealt, in a house that lets it stand: as if the hand that drew had asked for the
    card. None if no hand could ask for one."""
    asked, events = said(play, Said(f"{place or play.game.PLACES[-1]} carte"))
    if asked.result is not None:
        return None
    after, more = card_seen(asked, seen)
    return after, (*events, *more)


def _without_words(outcome: Outcome, card: Card | None) -> Outcome:
    """The outcome of a drawn card: a fault of a word that nobody said names the card instead."""
    play, events = outcome
    spoken = [each.fault for each in events if type(each) is FaultFound and each.fault.said]
    if not spoken:
        return outcome
    named = {fault: fault._replace(card=card, said=None) for fault in spoken}
    alerts = [each._replace(fault=named.get(each.fault, each.fault)) for each in play.taille.alerts]
    drawn = [
        each._replace(fault=named.get(each.fault, each.fault)) if type(each) is FaultFound else each
        for each in events
    ]
    return play._replace(taille=play.taille._replace(alerts=tuple(alerts))), tuple(drawn)


def _lies_ready(play: Play) -> bool:
    """Whether the next card begins a coup."""
    if play.result is not None:
        return not _is_too_many(play)
    return not any(play.game.hand(play.coup, place) for place in play.game.PLACES)


def _after_pending(play: Play, seen: CardSeen) -> Outcome:
    """The coup opened by the extra cards of the last one, and then by this card."""
    pending, play = play.taille.pending, closed_if_decided(play)
    if play.coup.needs_stake and not play.taille.spent:
        assert seen.card is not None
        return _too_many(play, seen, seen.card, sabot=play.sabot.after(seen.card))
    early = _early(play, seen)
    play, opening = opens_with(play._replace(taille=play.taille._replace(pending=())), pending)
    play, lines = recorded(play, [*early, *opening])
    after, events = card_seen(play, seen)
    return after, (*lines, *events)


def _early(play: Play, seen: CardSeen) -> list[FaultFound]:
    if play.options.rnvp != "required" or play.coup.bets_closed:
        return []
    return [FaultFound(coup_number(play), Fault("early-card", TOO_EARLY, seen.card))]


def opens_with(play: Play, cards: tuple[Card, ...]) -> Outcome:
    """The coup with these as its first cards; cards that it does not need wait for the next coup."""
    events: tuple[Event, ...] = ()
    while cards and play.result is None and not play.taille.spent:
        (play, more), cards = _opens_next(play, cards[0]), cards[1:]
        events += more
    if cards and not play.taille.spent:
        play = play._replace(taille=play.taille._replace(pending=cards))
    return play, events


def _opens_next(play: Play, card: Card) -> Outcome:
    """An extra card, used as the house chose: as a card of the next coup."""
    play = opened(play)
    coup, to = play.game.dealt(play.coup, card, None)
    where = to or play.game.PLACES[0]
    dealt: list[Event] = [CardDealt(play.number, card, where, play.game.points(coup, where))]
    return judged(play, coup, dealt)


def cut_card_seen(play: Play, seen: CutCardSeen) -> Outcome:
    """The cut card came out: this coup is played, and as many more as the house plays after it. The event has
    the number of the last coup. A sabot has one cut card, and none that matters once it is spent."""
    if play.taille.cut is not None or play.taille.spent:
        return recorded(play, [])
    play = play._replace(taille=play.taille._replace(cut=play.options.after_cut))
    return recorded(play, [ShoeChanged(last_coup(play), "last-coup", play.sabot.drawn)])


def sabot_opened(play: Play, seen: SabotOpened) -> Outcome:
    """A new taille. A coup that lies unfinished is abandoned: its stakes go back."""
    play, events = abandoned(play)
    coup, settlements = play.game.reopened(play.coup)
    events += [StakeSettled(play.number, each) for each in settlements]
    events += [ShoeChanged(0, "new", 0), *(Called(0, call) for call in coup.opening_calls)]
    fresh = Play(
        play.game,
        play.options,
        Sabot(play.sabot.decks),
        coup,
        play.game.owed(coup),
        play.game.calls(coup),
        Taille(alerts=play.taille.alerts),
        play.number,
    )
    return recorded(fresh, events)
