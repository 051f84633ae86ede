"""What a seat knows while tricks are played: its own hand, the open cards, and who showed void."""

from __future__ import annotations

from collections.abc import Collection

from sabot.core.cards import Card
from sabot.games.tricks.holding import Holding
from sabot.games.tricks.player.choosing import Knowledge
from sabot.games.tricks.player.sampling import Unseen
from sabot.games.tricks.playing import Play
from sabot.games.tricks.revokes import Laid, voids


def knowledge(play: Play, holding: Holding, seat: int, *, out: Collection[Card] = ()) -> Knowledge:
    """What this seat knows. `out` are cards that it saw and that are in no hand."""
    hand = holding.hands[seat]
    others = [other for other in play.seats if other != seat]
    laid = [trick.plays for trick in (*play.tricks, play.trick)]
    seen = {*hand, *out, *(card for plays in laid for _, card in plays)}
    unseen = Unseen(
        sorted(holding.pack - seen),
        {other: holding.size - len(play.cards_of(other)) for other in others},
        voids(laid, others) | _without_trumps(play, laid),
    )
    leader = play.trick.leader or play.turn
    return Knowledge(seat, hand, play.trick, leader, play.seats, unseen, play.takers)


def _without_trumps(play: Play, laid: Laid) -> frozenset[tuple[int, str]]:
    """Seats that neither followed nor played trump where that is a duty: they lack trumps too."""
    if not play.rule.ruff or play.trump is None:
        return frozenset()
    plays = [(trick[0][1].suit, seat, card.suit) for trick in laid if trick for seat, card in trick]
    return frozenset((seat, play.trump) for led, seat, suit in plays if suit not in (led, play.trump))
