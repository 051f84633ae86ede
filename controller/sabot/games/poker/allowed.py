"""Whether an act of poker is allowed now, and whether its cards can be."""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.evening.whys import DEAL_OVER, not_held, turn_of
from sabot.games.poker.cards import impossible, showing_refused
from sabot.games.poker.deal import Deal
from sabot.games.poker.offers import due, hand_size

OPEN_CARD = ("play", "SEAT", "CARD")
"""The act that an open card of stud is, where a camera saw before which seat it lies."""


def seat_of(words: Words) -> int | None:
    return words[1] if len(words) > 1 and isinstance(words[1], int) else None


def refused(deal: Deal, words: Words) -> Reason:
    """Why these words are not allowed now; NOTHING where they are."""
    now = due(deal)
    if not now:
        return DEAL_OVER
    seat = seat_of(words) or deal.evening.dealer
    own = [turn for turn in now if turn.seat == seat]
    if not own:
        return turn_of(now[0].seat)
    offered = [(turn, act) for turn in own for act in turn.acts if _is_named(act, words)]
    if not offered:
        return own[0].why
    if any(_fits(deal, act, words, turn) for turn, act in offered):
        return NOTHING
    return _beyond(*offered[-1])


def _is_named(act: str, words: Words) -> bool:
    """Whether the verb is that of this act, and the word after the seat too, where that is a word."""
    verb, *more = OPEN_CARD if act == "CARD" else act.split()
    if verb != words[0]:
        return False
    return not (len(more) > 1 and more[1].islower()) or more[1] == words[2]


def _fits(deal: Deal, act: str, words: Words, turn: Turn) -> bool:
    """Whether the number, the sum or the number of cards is within the limits of this act."""
    slot = act.split()[-1]
    if slot == "0" and len(words) > 2:
        return words[2] == 0 and isinstance(words[2], int)
    if slot not in ("NUMBER", "AMOUNT", "CARDS"):
        return True
    value = words[2]
    if isinstance(value, int) is (slot == "CARDS"):
        return False
    least, most = turn.limits or (0, 0)
    count = value if isinstance(value, int) else len(value)
    return least <= count <= most or (words[0] == "show" and count == hand_size(deal, turn.seat))


def _beyond(turn: Turn, act: str) -> Reason:
    least, most = turn.limits or (0, 0)
    if act.endswith("AMOUNT"):
        return reason("the sum is from {least} to {most}", least=money(least), most=money(most))
    if act.endswith("CARDS"):
        return reason("from {least} to {most} cards are named here", least=least, most=most)
    return reason("the number is from {least} to {most}", least=least, most=most)


def impossible_cards(deal: Deal, words: Words) -> Reason:
    """Why the cards of these words cannot be; NOTHING where they can."""
    verb, cards = words[0], words[2] if len(words) > 2 else None
    if isinstance(cards, Card):
        cards = (cards,)
    if not isinstance(cards, tuple):
        return NOTHING
    if verb == "swap":
        seat = words[1]
        return NOTHING if {*cards} <= {*deal.player(seat).known} else not_held(seat)
    if verb == "show":
        return showing_refused(deal, words[1], cards)
    return impossible(deal, cards)
