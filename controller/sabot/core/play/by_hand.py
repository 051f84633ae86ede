"""Cards that a person enters while the shoe is away, and the same cards told by the shoe once it is back."""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.events import Event, FaultFound
from sabot.core.observations import CardSeen
from sabot.core.play.judgement import recorded
from sabot.core.play.state import Play, coup_number
from sabot.core.reasons import reason
from sabot.core.surroundings import Entered, Room
from sabot.core.terms import Fault

BY_HAND = "manual"
"""The source of what a person enters."""

SHOE = "sabot"
"""The role of the instrument that keeps its cards while it is not heard."""

Comparison = tuple[Play, Room, tuple[Event, ...], bool]
"""The play and the room after a card was told, what was reported, and whether the card is dealt already."""


def is_compared(room: Room, seen: CardSeen) -> bool:
    """Whether a card is compared with those that were entered while the shoe was away."""
    return bool(room.entered.cards) or seen.source == BY_HAND


def compared(play: Play, room: Room, seen: CardSeen) -> Comparison:
    """A card that a person enters, or one that the shoe tells after some were entered."""
    if seen.source == BY_HAND:
        return play, room._replace(entered=_with(room, seen.card)), (), False
    if not seen.late:  # what the shoe kept comes before what leaves it now
        return play, room._replace(entered=Entered()), (), False
    return _late(play, room, seen.card)


def taken_back(room: Room, seen: CardSeen) -> Room:
    """The room after this card was withdrawn. If a person had entered it, the shoe may deal it again. If the
    shoe had told it and is away now, the next card that a person enters may stand in its place."""
    cards, named = room.entered
    if seen.source == BY_HAND and cards and cards[-1] == seen.card:
        return room._replace(entered=Entered(cards[:-1], named))
    return room._replace(entered=Entered(cards, named + 1)) if _is_away(room) else room


def _is_away(room: Room) -> bool:
    return any(each.role == SHOE and each.state == "lost" for each in room.instruments)


def _with(room: Room, card: Card | None) -> Entered:
    cards, named = room.entered
    if card is None or not _is_away(room):
        return room.entered
    return Entered(cards, named - 1) if named else Entered((*cards, card), 0)


def _late(play: Play, room: Room, card: Card | None) -> Comparison:
    """A card that left the shoe while it was away: the next of those that were entered."""
    cards = room.entered.cards
    number = cards.index(card) if card in cards else 0
    room = room._replace(entered=Entered(cards[number + 1 :]))
    if card is None or card == cards[number]:
        return play, room, (), True
    because = reason(
        "{said} was entered by hand while the shoe was away, and the shoe read {card}: look at the card",
        said=cards[number],
        card=card,
    )
    fault = Fault("disagreement", because, card, said=str(cards[number]))
    play, events = recorded(play, [FaultFound(coup_number(play), fault)])
    return play, room, events, True
