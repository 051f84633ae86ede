"""Sabot and camera: one card, or a dispute with a name. Pure: it compares the cards that the eye sees with
those that were dealt.

The sabot deals a card at once; the eye follows a second or two later. So not two streams of messages are
compared, but two states: the cards that the eye sees, and the cards in the hands. A card that lies where
it was dealt agrees. Any other is in doubt for a while, because either side may be late, and then becomes a
dispute that names both readings. A card that the eye has not seen is not a dispute: the sabot's reading
counts.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.cards import Card, card_named
from sabot.core.observations import CardLies, CardTaken
from sabot.core.reasons import reason
from sabot.core.shapes.view import Result
from sabot.core.terms import Fault

DOUBT_NS = 1_500_000_000
"""How long another reading may differ from a dealt card: the eye may see the cards in another order."""

UNHEARD_NS = 4_000_000_000
"""How long a card may lie that the sabot did not report: somebody may enter it by hand."""

MOST_LYING = 60
"""More cards than any game lays; beyond them the oldest are forgotten."""


class Lying(NamedTuple):
    """A card that the eye sees. `coup` is the one to which it belongs (0: not known yet), `agreed` whether it
    lies as it was dealt; `doubt` is the dispute that it may become, since `doubt_ns`, and `reported` whether
    it has."""

    track: str
    card: Card | None
    place: str
    picture: str = ""
    coup: int = 0
    agreed: bool = False
    doubt: Fault | None = None
    doubt_ns: int = 0
    reported: bool = False


class Eye(NamedTuple):
    """What the eye sees on the cloth, in the order in which it was seen."""

    lying: tuple[Lying, ...] = ()


class Hands(NamedTuple):
    """What was dealt, as far as a camera could see it: `dealt` cards of coup number `coup` by their places,
    `before` those of the coup before it, `aside` cards that lie outside the hands.

    `places` are those of the game; while the table `waits` (a card to be named, a burn, an eye that sees
    badly) nothing is disputed.
    """

    coup: int
    places: tuple[str, ...]
    dealt: tuple[tuple[str, Card], ...]
    before: tuple[tuple[str, Card], ...] = ()
    aside: tuple[Card, ...] = ()
    waits: bool = False


def of_result(result: Result) -> tuple[tuple[str, Card], ...]:
    """The cards of a decided coup by their places, from its result."""
    hands = result.get("cards", {})
    named = ((place, card_named(name)) for place, hand in hands.items() for name in hand)
    return tuple((place, card) for place, card in named if card is not None)


def looked(eye: Eye, seen: CardLies | CardTaken) -> Eye:
    """The eye after it saw a card come to rest, move to another place, or leave."""
    others = tuple(each for each in eye.lying if each.track != seen.track)
    if isinstance(seen, CardTaken):
        return Eye(others)
    lies = Lying(seen.track, seen.card, seen.place, seen.picture)
    return Eye((*others, lies)[-MOST_LYING:])


def compared(eye: Eye, hands: Hands, now_ns: int) -> tuple[Eye, tuple[Fault, ...]]:
    """The eye with what agrees settled and the rest in doubt, and the doubts that have become disputes."""
    now = _agreeing(eye, hands)
    now = tuple(map(_undoubted, now)) if hands.waits else _doubted(now, hands, now_ns)
    faults = tuple(
        new.doubt
        for old, new in zip(eye.lying, now, strict=True)
        if new.reported and new.doubt and new != old
    )
    return (Eye(now) if now != eye.lying else eye), faults


def unseen(eye: Eye, hands: Hands) -> tuple[tuple[str, Card], ...]:
    """The dealt cards that the eye has not seen, with their places; none for an eye that sees no place."""
    if not any(each.place in hands.places for each in eye.lying):
        return ()
    left = list(hands.dealt)
    for each in eye.lying:
        if each.agreed and each.coup == hands.coup:
            _take(left, each)
    return tuple(left)


def _counts(each: Lying, hands: Hands) -> bool:
    """Returns whether a card is compared with these hands: it was read, lies at a place of the game, and
    belongs to no earlier coup. (A coup whose first card was withdrawn is not there yet.)"""
    return each.card is not None and each.place in hands.places and not 0 < each.coup < hands.coup


def _take(left: list[tuple[str, Card]], each: Lying) -> bool:
    """Take this card at its place out of `left`, if it is there."""
    here = (each.place, each.card)
    if here in left:
        left.remove(here)
        return True
    return False


def _agreeing(eye: Eye, hands: Hands) -> tuple[Lying, ...]:
    """Every card that lies as it was dealt, in this coup or late in the one before, is settled."""
    left, before, outside = list(hands.dealt), list(hands.before), list(hands.aside)
    lying = []
    for each in eye.lying:
        if not _counts(each, hands):
            lying.append(each)
        elif _take(left, each):
            lying.append(_settled(each, hands.coup))
        elif each.coup == 0 and _take(before, each):
            lying.append(_settled(each, hands.coup - 1))
        elif each.card in outside:
            outside.remove(each.card)
            lying.append(_settled(each, hands.coup))
        else:
            lying.append(each._replace(agreed=False))
    return tuple(lying)


def _settled(each: Lying, coup: int) -> Lying:
    return each._replace(coup=coup, agreed=True, doubt=None, doubt_ns=0, reported=False)


def _doubted(lying: tuple[Lying, ...], hands: Hands, now_ns: int) -> tuple[Lying, ...]:
    """The cards that do not agree, each with the dispute that it is or may become."""
    left = list(hands.dealt)
    for each in lying:
        if each.agreed and each.coup == hands.coup:
            _take(left, each)
    doubtful = [each for each in lying if _counts(each, hands) and not each.agreed]
    doubts = {
        each.track: _in_doubt(each, _dispute(each, each.card, left), hands.coup, now_ns)
        for each in doubtful
        if each.card
    }
    return tuple(doubts.get(each.track, each) for each in lying)


def _undoubted(each: Lying) -> Lying:
    """While disputes are off, a doubt starts again from zero. A reported dispute stays."""
    return each if each.reported else each._replace(doubt=None, doubt_ns=0)


def _in_doubt(each: Lying, doubt: Fault, coup: int, now_ns: int) -> Lying:
    if each.doubt != doubt:
        return each._replace(doubt=doubt, doubt_ns=now_ns, reported=False)
    patience = UNHEARD_NS if doubt.said is None and doubt.owed is None else DOUBT_NS
    if each.reported or 0 <= now_ns - each.doubt_ns < patience:
        return each
    if now_ns < each.doubt_ns:  # a computer that was started again counts from nothing
        return each._replace(doubt_ns=now_ns)
    return each._replace(reported=True, coup=coup)


def _dispute(each: Lying, card: Card, left: list[tuple[str, Card]]) -> Fault:
    """Returns the dispute about this card; the dealt card that it is compared with is taken from `left`."""
    elsewhere = next((other for other in left if other[1] == each.card), None)
    instead = next((other for other in left if other[0] == each.place), None)
    picture = each.picture or None
    if elsewhere:
        left.remove(elsewhere)
        because = reason(
            "the eye sees {card} at {place}, and it was dealt to {to}",
            card=card,
            place=each.place,
            to=elsewhere[0],
        )
        return Fault("misplaced-card", because, each.card, each.place, elsewhere[0], picture=picture)
    if instead:
        left.remove(instead)
        because = reason(
            "the eye reads {card} at {place}, and the sabot said {dealt}",
            card=card,
            place=each.place,
            dealt=instead[1],
        )
        return Fault("disagreement", because, each.card, each.place, said=str(instead[1]), picture=picture)
    because = reason(
        "the eye reads {card} at {place}, and no such card was dealt", card=card, place=each.place
    )
    return Fault("disagreement", because, each.card, each.place, picture=picture)
