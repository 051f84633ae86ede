"""Cards in a deal of poker: dealt, exchanged, laid open, shown; and what cannot be.

A hand may be known to the referee or not. A card that is seen at two places, or that the pack does not
have, is refused, and nothing changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.games.evening.whys import NOT_TWICE, not_in_pack
from sabot.games.poker.deal import CLOSED_CARDS, Deal, Player, pack
from sabot.games.poker.ranking import ORDER, at_least_pair, showing


def impossible(deal: Deal, cards: Sequence[Card], *, seat: int = 0) -> Reason:
    """Why these cards cannot come to light now; NOTHING where they can. Cards known to be in the hand of
    `seat` may be shown there."""
    playing = pack(deal.options, len(deal.evening.seats))
    own = deal.player(seat).known if seat else ()
    seen = _seen(deal)
    for card, count in Counter(cards).items():
        if card not in playing:
            return not_in_pack(card)
        if count > 1 or (card in seen and card not in own):
            return NOT_TWICE
    return NOTHING


def _seen(deal: Deal) -> set[Card]:
    """Every card whose place is known."""
    hands = {card for player in deal.players for card in (*player.known, *player.up)}
    return hands.union(deal.discarded)


def with_hand(player: Player, cards: tuple[Card, ...]) -> Player:
    """The player whose closed cards are known."""
    return player._replace(known=cards, unseen=0)


def dealt_unseen(deal: Deal) -> Deal:
    """The deal when all who have no hand yet got one that nobody has named."""
    count = CLOSED_CARDS[deal.options.variant]
    for player in deal.players:
        if not player.is_dealt:
            deal = deal.with_player(player._replace(unseen=count))
    return deal


def swapped(player: Player, what: int | tuple[Card, ...]) -> Player:
    """The player who gave these cards away, or this number of cards that nobody has named."""
    if isinstance(what, int):
        return player._replace(changed=what)
    kept = tuple([card for card in player.known if card not in what])
    return player._replace(known=kept, unseen=len(what), gone=what, changed=len(what))


def shown(player: Player, cards: tuple[Card, ...]) -> Player:
    """The player who laid open the closed hand, or what nobody knew of it, and behind it the cards that were
    given away."""
    count = len(player.known) + player.unseen
    if player.known and len(cards) < count:
        return player._replace(known=(*player.known, *cards), unseen=0)
    return player._replace(known=cards[:count], unseen=0, gone=player.gone or cards[count:])


def showing_refused(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Reason:
    """Why this seat cannot show these cards; NOTHING where it can."""
    player = deal.player(seat)
    is_rest = len(cards) == player.unseen
    because = impossible(deal, cards, seat=0 if is_rest else seat)
    if because or is_rest or {*player.known} <= {*cards}:
        return because
    return reason("a card that is known to be in this hand is not shown")


def proves_opening(player: Player, rank: str) -> bool:
    """Whether the cards of the opener prove that they opened a jackpot with a pair of this rank or more.

    The hand at the opening was what is kept of the hand now and the cards given away. Where those were not
    shown, the cards that may have been kept must suffice.
    """
    kept = combinations(player.known, 5 - player.changed)
    if len(player.gone) == player.changed:
        return any(at_least_pair((*cards, *player.gone), rank) for cards in kept)
    return any(_suffices(cards, rank) for cards in kept)


def _suffices(cards: Sequence[Card], rank: str) -> bool:
    """Whether these cards are such a pair or more, with any other cards beside them."""
    if not cards:
        return False
    counts, ranks, _ = showing(cards)
    return counts[0] > 2 or counts[:2] == (2, 2) or (counts[0] == 2 and ranks[0] >= ORDER.index(rank))
