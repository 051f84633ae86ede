"""What may be said of the cards and the stakes in every card game, as a table at home takes it: a card is
burned, and the cards are mixed and cut, between two deals; a stake stays where it lies.

No stake of these games stays on the table from deal to deal, and most of them shuffle the whole pack for each
deal: there a burned card comes again. Where the pack goes on, it does not before the next shuffle.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.game import no_stake
from sabot.core.reasons import Reason, reason
from sabot.core.terms import OF_THE_CARDS, Fault
from sabot.core.words import Words
from sabot.games.evening.deal import Deal
from sabot.games.evening.evening import Evening
from sabot.games.evening.whys import not_in_pack, seen_already

VERBS = tuple(pattern.partition(" ")[0] for pattern in OF_THE_CARDS[1:])

TOO_LATE = reason("cards are burned, mixed and cut between two deals")
STAYS = reason("a stake of this game stays where it lies until it is decided")


def after(deal: Deal, words: Words, *, pack: tuple[Card, ...], is_under_way: bool) -> Evening | Fault:
    """The evening after these words; the fault where they are not allowed now."""
    verb, *rest = words
    if verb == "retire":
        return Fault("wrong-order", _kept(deal, *rest), seat=rest[1])
    if is_under_way:
        return Fault("wrong-order", TOO_LATE)
    if verb != "brule":
        return deal.evening
    card: Card = rest[0]
    if card not in pack:
        return Fault("impossible-card", not_in_pack(card), card=card)
    burned: Evening | None = deal.burned(card)
    return burned or Fault("impossible-card", seen_already(card), card=card)


def _kept(deal: Deal, where: str, seat: int | None) -> Reason:
    has = any((stake.where, stake.seat) == (where, seat) for stake in deal.stakes)
    return STAYS if has else no_stake(where, seat)
