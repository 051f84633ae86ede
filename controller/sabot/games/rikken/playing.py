"""The play of a deal: who leads, what may be played, each card as it falls (Doevendans ch. 2, 4.1, 16)."""

from __future__ import annotations

from collections.abc import Collection

from sabot.core.cards import DECK, Card
from sabot.core.reasons import reason
from sabot.core.terms import Fault, Turn
from sabot.games.evening.deal import refuse
from sabot.games.rikken import asked
from sabot.games.rikken.bidding import laid_open
from sabot.games.rikken.deal import Deal, cards_left, seen, taker
from sabot.games.rikken.watching import fell, laid_down
from sabot.games.tricks.tricks import Trick, legal


def first_leader(deal: Deal) -> int:
    """Who leads to the first trick: the left of the dealer, but the bidder of an open misère or piek."""
    contract = deal.contract
    if contract and contract.bid.openness and deal.options.open_bidder_leads:
        return contract.declarer
    return deal.seats[0]


def turn(deal: Deal) -> int:
    """The seat whose card comes next."""
    if deal.trick.plays:
        return deal.evening.left_of(deal.trick.plays[-1][0])
    return deal.takers[-1] if deal.takers else first_leader(deal)


def playable(deal: Deal, seat: int) -> Collection[Card]:
    """The cards of a known hand that may be played now."""
    hand = deal.hands[seat]
    following = legal(hand, deal.trick, trump=deal.trump)
    contract = deal.contract
    if contract is None or contract.asked is None or not asked.has_duty(deal.options, contract.bid):
        return following
    if not deal.trick.plays:
        return asked.may_lead(hand, contract.asked, deal.laid)
    return (contract.asked,) if asked.must_play(hand, contract.asked, deal.laid) else following


def played(deal: Deal, seat: int, card: Card) -> Deal:
    """A card. One that the rules forbid is refused where the hand is known; it stands when the next player
    plays on."""
    deal = _with_refused_card(deal, seat)
    fault = _misplaced(deal, seat, card) or _forbidden(deal, seat, card)
    return deal.with_fault(fault) if fault else _laid(deal, seat, card)


def _misplaced(deal: Deal, seat: int, card: Card) -> Fault | None:
    """A card that cannot come from this hand, or not now."""
    number, before = deal.trick_number, seen(deal)
    because = None
    if card in before:
        because = reason("{card} was played before, by seat {n}", card=card, n=before[card])
    elif card not in DECK or card not in deal.hands.get(seat, (card,)) or _is_of_another(deal, seat, card):
        because = reason("{card} is not in the hand of seat {n}", card=card, n=seat)
    if because:
        return Fault("impossible-card", because, card=card, seat=seat, trick=number)
    if seat == turn(deal):
        return None
    because = reason("seat {n} plays now", n=turn(deal))
    return Fault("wrong-order", because, card=card, seat=seat, trick=number)


def _is_of_another(deal: Deal, seat: int, card: Card) -> bool:
    return any(card in hand for other, hand in deal.hands.items() if other != seat)


def _forbidden(deal: Deal, seat: int, card: Card) -> Fault | None:
    """A card of a known hand that the rules do not let it play."""
    if seat not in deal.hands or card in playable(deal, seat):
        return None
    number = deal.trick_number
    if card in legal(deal.hands[seat], deal.trick, trump=deal.trump):
        because = reason("the asked card falls when its suit is first led")
        return Fault("withheld-card", because, card=card, seat=seat, trick=number)
    because = reason("seat {n} can follow {card} and does not", n=seat, card=deal.trick.plays[0][1])
    return Fault("revoke", because, card=card, seat=seat, trick=number)


def _with_refused_card(deal: Deal, seat: int) -> Deal:
    """The deal in which a card that was refused stands, because the next player plays on."""
    fault = deal.faults[-1] if deal.faults else None
    if fault is None or fault.kind not in ("revoke", "withheld-card") or fault.card is None:
        return deal
    late = turn(deal)
    is_put_right = fault.trick != deal.trick_number
    if is_put_right or fault.seat != late or seat == late or fault.card not in deal.hands.get(late, ()):
        return deal
    costs = deal.options.revoke_penalty == "deal_lost" and fault.kind == "revoke"
    after = _laid(deal._replace(lost_by=late) if costs else deal, late, fault.card)
    return after if seat == turn(after) else deal


def _laid(deal: Deal, seat: int, card: Card) -> Deal:
    """The deal with one more card on the table."""
    if seat in deal.hands:
        deal = deal._replace(hands={**deal.hands, seat: deal.hands[seat] - {card}})
    deal = deal._replace(trick=deal.trick.with_play(seat, card))
    deal = deal.with_line("card", card=str(card), to=str(seat))
    deal = fell(deal, seat, card)
    return _complete(deal) if len(deal.trick.plays) == len(deal.seats) else deal


def _complete(deal: Deal) -> Deal:
    """The deal when the fourth card has fallen: somebody takes the trick."""
    trick = deal.trick
    cards = [str(card) for _, card in trick.plays]
    seat = taker(deal, trick)
    deal = deal.with_line("trick", number=deal.trick_number, seat=seat, cards=cards)
    tricks, takers = (*deal.tricks, trick), (*deal.takers, seat)
    return laid_open(deal._replace(tricks=tricks, takers=takers, trick=Trick()))


def shown(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """A player lays their hand open. Cards that lie open prove or clear what was only suspected (F1c)."""
    if seat not in deal.seats:
        return refuse(deal, reason("nobody plays at seat {n}", n=seat), seat=seat)
    known = deal.hands.get(seat)
    if len(set(cards)) != cards_left(deal, seat) or (known is not None and known != frozenset(cards)):
        because = reason("seat {n} lays all {m} cards open", n=seat, m=cards_left(deal, seat))
        return refuse(deal, because, seat=seat)
    before = seen(deal)
    wrong = next((card for card in cards if card in before or _is_of_another(deal, seat, card)), None)
    if wrong:
        because = reason("{card} is not in the hand of seat {n}", card=wrong, n=seat)
        return refuse(deal, because, kind="impossible-card", card=wrong, seat=seat)
    deal = laid_down(deal, seat, cards)
    hands = {**deal.hands, seat: frozenset(cards)}
    deal = deal._replace(hands=hands, shown=deal.shown | {seat})
    return deal.with_line("show", seat=seat, cards=sorted(map(str, cards)))


def due(deal: Deal) -> tuple[Turn, ...]:
    """The card of the seat whose turn it is, and hands that are to be laid open."""
    seat = turn(deal)
    cards = sorted(playable(deal, seat)) if seat in deal.hands else ("CARD",)
    because = reason("follow suit if you can; else any card")
    card = Turn(seat, tuple(f"play {seat} {card}" for card in cards), why=because)
    return (
        card,
        *(_to_be_shown(deal, each) for each in deal.seats if each in deal.shown - deal.hands.keys()),
    )


def _to_be_shown(deal: Deal, seat: int) -> Turn:
    number = cards_left(deal, seat)
    because = reason("this hand lies open")
    return Turn(seat, (f"show {seat} CARDS",), limits=(number, number), why=because)
