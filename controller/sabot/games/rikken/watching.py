"""What cards prove that nobody could know before: a revoke, an asked card kept back, a wrong announcement.

Doevendans forbids all this and names no penalty (2.2, 4.1, ch. 6). With hidden hands a fault is proven by a
later card, and is then reported with the trick in which it was made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sabot.core.cards import Card
from sabot.core.reasons import reason
from sabot.core.terms import Fault
from sabot.games.rikken import asked, auction
from sabot.games.rikken.auction import ACES_OF_MALHEUR
from sabot.games.rikken.deal import Contract, Deal, cards_left, seen, unseen
from sabot.games.tricks.revokes import Hands, impossible_suits, void_since, voids


def fell(deal: Deal, seat: int, card: Card) -> Deal:
    """The deal with all that this card, the last on the table, proves."""
    if seat not in deal.hands:
        deal = _with_revokes(deal, seat, [card])
        deal = _with_unreported_aces(deal, seat, [card])
    deal = _with_impossible_voids(deal)
    contract = deal.contract
    if contract is None or contract.asked is None:
        return deal
    for fault in (*_announced_wrongly(contract, seat, card), *_withheld(deal, contract, seat, card)):
        deal = deal.with_fault(fault)
    return deal


def laid_down(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The deal with what an unknown hand proves that is laid open now."""
    if seat in deal.hands:
        return deal
    deal = _with_revokes(deal, seat, cards)
    return _with_unreported_aces(deal, seat, cards)


# --- revokes -----------------------------------------------------------------------------------------


def _with_revokes(deal: Deal, seat: int, cards: Iterable[Card]) -> Deal:
    """A suit that the seat shows after it did not follow it (F1)."""
    earlier = _before(deal, seat, cards)
    for card in {card.suit: card for card in cards}.values():
        since = void_since(earlier, seat, card.suit)
        if since is not None:
            deal = _revoked(deal, seat, card, since=since)
    return deal


def _before(deal: Deal, seat: int, cards: Iterable[Card]) -> list[list[tuple[int, Card]]]:
    """The tricks without these cards of this seat."""
    hidden = {(seat, card) for card in cards}
    rows = ([play for play in trick if play not in hidden] for trick in deal.laid)
    return [row for row in rows if row]


def _revoked(deal: Deal, seat: int, card: Card, *, since: int) -> Deal:
    because = reason(
        "seat {n} did not follow suit in trick {m} and has {card} in trick {now}: a revoke",
        n=seat,
        m=since,
        card=card,
        now=deal.trick_number,
    )
    if deal.options.revoke_penalty == "deal_lost":
        deal = deal._replace(lost_by=seat)
    return deal.with_fault(Fault("revoke", because, card=card, seat=seat, trick=since))


def _with_impossible_voids(deal: Deal) -> Deal:
    """More cards of some suits are out than the others can hold: somebody has revoked (F1b)."""
    hidden = [seat for seat in deal.seats if seat not in deal.hands]
    if not hidden or _is_suspected(deal):
        return deal
    hands = Hands(
        {seat: cards_left(deal, seat) for seat in hidden}, Counter(card.suit for card in unseen(deal))
    )
    if impossible_suits(hands, voids(deal.laid, hidden)) is None:
        return deal
    because = reason("more cards of a suit are out than the other hands can hold: somebody has revoked")
    return deal.with_fault(Fault("revoke", because, trick=deal.trick_number))


def _is_suspected(deal: Deal) -> bool:
    """Whether it is known already that somebody has revoked, and not yet who."""
    revokes = [fault for fault in deal.faults if fault.kind == "revoke"]
    return bool(revokes) and revokes[-1].seat is None


# --- announcements -----------------------------------------------------------------------------------


def _with_unreported_aces(deal: Deal, seat: int, cards: Iterable[Card]) -> Deal:
    """The third ace of a player who did not call malheur when they had to (F7)."""
    shown = {card for card, who in seen(deal).items() if who == seat} | {*cards}
    aces = sum(card.rank == "A" for card in shown)
    new = sum(card.rank == "A" for card in cards)
    is_late = aces - new < ACES_OF_MALHEUR <= aces
    if not is_late or not auction.owed_malheur(deal.auction, seat):
        return deal
    because = reason("seat {n} has three aces and did not call malheur", n=seat)
    return deal.with_fault(Fault("wrong-announcement", because, seat=seat, trick=deal.trick_number))


def _announced_wrongly(contract: Contract, seat: int, card: Card) -> list[Fault]:
    """A card that should be in another hand, by what was announced (F3, F8)."""
    because, who = None, seat
    if card == contract.asked and seat == contract.declarer:
        because = reason("seat {n} asked for {card} and holds it", n=seat, card=card)
    elif card == contract.asked and contract.partner not in (None, seat):
        who = contract.partner or seat
        because = reason("{card} is not in the hand of seat {n}", card=card, n=who)
    elif card in _held_by_malheur(contract) and seat != contract.declarer:
        who = contract.declarer
        because = reason("seat {n} called malheur without {card}", n=who, card=card)
    return [Fault("wrong-announcement", because, card=card, seat=who)] if because else []


def _held_by_malheur(contract: Contract) -> set[Card]:
    """The cards that the declarer of malheur holds by what they asked: the other aces, and with all four the
    other kings."""
    if contract.bid.group != "malheur" or contract.asked is None:
        return set()
    place = asked.HIGH_TO_LOW.index(contract.asked.rank)
    higher = {Card(rank, ace.suit) for rank in asked.HIGH_TO_LOW[:place] for ace in asked.ACES}
    return higher | ({*asked.ACES} - {contract.asked})


def _withheld(deal: Deal, contract: Contract, seat: int, card: Card) -> list[Fault]:
    """The asked card did not fall when its suit was first led. Who held it back is known when it shows."""
    asked_card = contract.asked
    if asked_card is None or not asked.has_duty(deal.options, contract.bid):
        return []
    first = asked.first_led(deal.laid, asked_card.suit)
    if card == asked_card:
        is_late = first is not None and first < deal.trick_number and seat != contract.declarer
        return [_kept_back(asked_card, seat, first)] if is_late and not _is_named(deal) else []
    is_last = len(deal.trick.plays) == len(deal.seats) and first == deal.trick_number
    if not is_last or asked_card in seen(deal) or _is_named(deal):
        return []
    return [_kept_back(asked_card, contract.partner, first)]


def _is_named(deal: Deal) -> bool:
    return any(fault.kind == "withheld-card" and fault.seat is not None for fault in deal.faults)


def _kept_back(card: Card, seat: int | None, trick: int | None) -> Fault:
    if seat is None:
        because = reason("{card} was asked and did not fall in trick {m}", card=card, m=trick or 0)
    else:
        because = reason("seat {n} kept {card} back in trick {m}", n=seat, card=card, m=trick or 0)
    return Fault("withheld-card", because, card=card, seat=seat, trick=trick)
