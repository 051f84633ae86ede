"""What each act does to a deal of commetten, and who may act. Source: HS p. 44-47."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Fault, Turn
from sabot.games.commetten.deal import (
    COMMETTE,
    COMMETTE_POT,
    FULL_PACK,
    POT_OF_RANK,
    Deal,
)
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT
from sabot.games.evening.whys import (
    DEAL_OVER,
    NOT_DEALT,
    NOT_TWICE,
    dealt_to_each,
    no_cards,
    not_held,
    not_in_pack,
    turn_of,
)

NOW = {
    "dealing": NOT_DEALT,
    "turning": reason("the top card of the stock is turned: its suit is trump"),
    "asking": reason("the deal ends when it is known who has the nine of diamonds"),
    "over": DEAL_OVER,
}
HANDS = reason("the hands are dealt one card at a time; about ten cards stay in the stock")
NEXT = reason("the next higher card of the suit is called, or the last caller begins another run")
LEAD = reason("the last caller begins another run with any card")


def not_now(deal: Deal) -> Reason:
    """Why an act belongs to another moment of the deal."""
    return _next_card(deal) if deal.phase == "calling" else NOW[deal.phase]


def _next_card(deal: Deal) -> Reason:
    return LEAD if deal.awaited is None else NEXT


# --- dealing ------------------------------------------------------------------------------------------


def dealt(deal: Deal) -> Deal:
    """All hands that are not known were dealt, unseen."""
    deal = _begun(deal)
    deal = deal.with_line("deal", dealer=deal.evening.dealer, cards=deal.cards_each)
    return deal._replace(dealt=deal.order, phase="turning")


def _begun(deal: Deal) -> Deal:
    return deal if deal.begun else deal.with_antes()


def hand(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The hand of a seat is known."""
    if seat not in deal.order or seat in deal.dealt:
        return refuse(deal, no_cards(seat), seat=seat)
    if len(cards) != deal.cards_each:
        return refuse(deal, dealt_to_each(deal.cards_each), kind="misdeal", seat=seat)
    known = [card for held in deal.hands.values() for card in held]
    if because := _impossible((*known, *cards)):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = _begun(deal).with_line("hand", seat=seat, cards=deal.cards_each)
    deal = deal._replace(hands={**deal.hands, seat: cards}, dealt=(*deal.dealt, seat))
    return deal._replace(phase="turning") if len(deal.dealt) == len(deal.order) else deal


def _impossible(cards: tuple[Card, ...]) -> Reason | None:
    """Why a pack cannot hold these cards; None where it can."""
    strange = [card for card in cards if card not in FULL_PACK]
    if strange:
        return not_in_pack(strange[0])
    return NOT_TWICE if len({*cards}) < len(cards) else None


def turned(deal: Deal, card: Card) -> Deal:
    """The dealer turns the top card of the stock. The nine of diamonds gives the dealer half the commette
    pot; the book is silent on an odd counter, and it stays."""
    known = [each for held in deal.hands.values() for each in held]
    if because := _impossible((*known, card)):
        return refuse(deal, because, kind="impossible-card", card=card)
    deal = deal._replace(turned=card, phase="calling").with_line("card", card=str(card), to="stok")
    if card != COMMETTE:
        return deal
    half = deal.pots[COMMETTE_POT] // deal.options.unit // 2 * deal.options.unit
    return deal.with_paid([(THE_POT, deal.evening.dealer, half)])


# --- calling ------------------------------------------------------------------------------------------


def called(deal: Deal, seat: int, card: Card) -> Deal:
    """A seat calls a card and lays it off: the next of the run, or the first of another."""
    if because := _not_theirs(deal, seat, card):
        return refuse(deal, because, kind="impossible-card", card=card, seat=seat)
    if because := _out_of_turn(deal, seat, card):
        return refuse(deal, because, card=card, seat=seat, trick=deal.leads or None)
    return _decided(_potted(_laid(_proven(deal, seat, card), seat, card), seat, card), seat)


def _not_theirs(deal: Deal, seat: int, card: Card) -> Reason | None:
    """Why this card cannot come from that hand; None where it can."""
    if seat not in deal.order or (seat in deal.hands and card not in deal.hands[seat]):
        return not_held(seat)
    elsewhere = deal.holder_of(card) not in (None, seat)
    return NOT_TWICE if elsewhere or card not in FULL_PACK else None


def _out_of_turn(deal: Deal, seat: int, card: Card) -> Reason | None:
    """Why this seat does not call this card now. The player with the next card calls it; only the nine of
    diamonds may be kept."""
    awaited = deal.awaited
    if card == awaited:
        return None
    owner = deal.holder_of(awaited) if awaited and awaited != COMMETTE else None
    if owner:
        return turn_of(owner) if seat != owner else _next_card(deal)
    return None if seat == deal.caller else _next_card(deal)


def _proven(deal: Deal, seat: int, card: Card) -> Deal:
    """The deal with the fault that this card proves: an earlier run waited for it, and they kept it."""
    run = deal.missed.get(card)
    if run is None or card == COMMETTE:
        return deal
    because = reason("in run {n} this card was called for and kept", n=run)
    fault = Fault("withheld-card", because, card, seat=seat, trick=run)
    return deal._replace(faults=(*deal.faults, fault))


def _laid(deal: Deal, seat: int, card: Card) -> Deal:
    """The card is laid off."""
    if card != deal.awaited:
        missed = {deal.awaited: deal.leads} if deal.awaited else {}
        start = len(deal.calls)
        deal = deal._replace(start=start, leads=deal.leads + 1, missed={**missed, **deal.missed})
    hands = {owner: tuple(each for each in held if each != card) for owner, held in deal.hands.items()}
    deal = deal._replace(hands=hands, calls=(*deal.calls, (seat, card)))
    return deal.with_line("card", card=str(card), to=str(seat))


def _potted(deal: Deal, seat: int, card: Card) -> Deal:
    """The caller of a high trump takes its pot."""
    assert deal.turned is not None
    pot = POT_OF_RANK.get(card.rank, "")
    if card.suit != deal.turned.suit or pot not in deal.pots:
        return deal
    return deal.with_paid([(THE_POT, seat, deal.pots[pot])], pot=pot)


def _decided(deal: Deal, seat: int) -> Deal:
    """The deal when this seat may be out: with the nine of diamonds as the last card they win its pot too."""
    if deal.size(seat):
        return deal
    if deal.calls[-1][1] == COMMETTE:
        deal = deal.with_paid([(THE_POT, seat, deal.pots[COMMETTE_POT])])
    holder = deal.holder_of(COMMETTE)
    return deal._replace(phase="asking") if holder is None else _paid(deal, holder)


def _paid(deal: Deal, holder: int) -> Deal:
    """Everybody pays the winner a counter for each card left, the holder of the nine of diamonds double."""
    winner, unit = deal.caller, deal.options.unit
    payments = [
        (seat, winner, deal.size(seat) * unit * (2 if seat == holder else 1))
        for seat in deal.evening.after(winner)
        if seat != winner
    ]
    return deal.with_paid(payments)._replace(holder=holder, phase="over")


def shown(deal: Deal, seat: int, card: Card) -> Deal:
    """The holder of the nine of diamonds shows it."""
    if card != COMMETTE:
        return refuse(deal, NOW["asking"], card=card, seat=seat)
    if seat not in _may_hold(deal):
        return refuse(deal, not_held(seat), kind="impossible-card", card=card, seat=seat)
    return _paid(deal.with_line("card", card=str(card), to=str(seat)), seat)


def _may_hold(deal: Deal) -> list[int]:
    return [seat for seat in deal.order if seat not in deal.hands and deal.size(seat)]


def in_stock(deal: Deal, seat: int, where: str) -> Deal:
    """The dealer says that the nine of diamonds lies in the stock."""
    if seat != deal.evening.dealer:
        return refuse(deal, turn_of(deal.evening.dealer), seat=seat)
    return _paid(deal.with_line("answer", seat=seat, answer=where), 0)


ACTS: dict[tuple[str, str], Callable[..., Deal]] = {
    ("dealing", "deal"): dealt,
    ("dealing", "hand"): hand,
    ("turning", "card"): turned,
    ("calling", "play"): called,
    ("asking", "show"): shown,
    ("asking", "play"): shown,
    ("asking", "answer"): in_stock,
}
"""What may be done in each part of a deal."""


# --- turns --------------------------------------------------------------------------------------------


def dealing_turns(deal: Deal) -> tuple[Turn, ...]:
    count = deal.cards_each
    missing = [seat for seat in deal.order if seat not in deal.dealt]
    hands = [Turn(seat, (f"hand {seat} CARDS",), (count, count), HANDS) for seat in missing]
    return (Turn(deal.evening.dealer, ("deal",), why=HANDS), *hands)


def turning_turns(deal: Deal) -> tuple[Turn, ...]:
    return (Turn(deal.evening.dealer, ("CARD",), why=NOW["turning"]),)


def calling_turns(deal: Deal) -> tuple[Turn, ...]:
    """The holder of the next card calls it. Where this is not known the last caller may begin another run.
    The turn of the seat that keeps the nine of diamonds is shown to that seat alone."""
    awaited, why = deal.awaited, _next_card(deal)
    if awaited is None:
        return (_lead(deal),)
    owner = deal.holder_of(awaited)
    if awaited == COMMETTE:
        others = [seat for seat in deal.order if seat != deal.caller and _call(deal, seat, awaited)]
        keeping = [Turn(seat, _call(deal, seat, awaited), why=why, private=True) for seat in others]
        return (_lead(deal), *keeping)
    if owner:
        return (Turn(owner, (f"play {owner} {awaited}",), why=why),)
    unknown = [seat for seat in deal.order if _call(deal, seat, awaited) and seat != deal.caller]
    return (*[Turn(seat, _call(deal, seat, awaited), why=why) for seat in unknown], _lead(deal))


def _call(deal: Deal, seat: int, card: Card) -> tuple[str, ...]:
    """The act by which this seat calls the card, if it may have it."""
    owner = deal.holder_of(card)
    may_have = owner == seat or (owner is None and seat not in deal.hands)
    return (f"play {seat} {card}",) if may_have else ()


def _lead(deal: Deal) -> Turn:
    seat = deal.caller
    cards = deal.hands.get(seat)
    acts = (f"play {seat} CARD",) if cards is None else tuple(f"play {seat} {card}" for card in cards)
    return Turn(seat, acts, why=LEAD)


def asking_turns(deal: Deal) -> tuple[Turn, ...]:
    dealer, why = deal.evening.dealer, NOW["asking"]
    holders = [Turn(seat, (f"show {seat} {COMMETTE}",), why=why) for seat in _may_hold(deal)]
    return (Turn(dealer, (f"answer {dealer} stok",), why=why), *holders)


DUE: dict[str, Callable[[Deal], tuple[Turn, ...]]] = {
    "dealing": dealing_turns,
    "turning": turning_turns,
    "calling": calling_turns,
    "asking": asking_turns,
}
