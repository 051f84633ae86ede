"""What is named after the auction, or before the deal: trumps, the asked card, the partner (Doevendans ch. 3,
5.1, 6 and 21)."""

from __future__ import annotations

from sabot.core.cards import SUITS, Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Turn
from sabot.games.evening.deal import refuse
from sabot.games.rikken import asked
from sabot.games.rikken.auction import Called
from sabot.games.rikken.bidding import HEARTS
from sabot.games.rikken.bids import OP_VOORHAND as NAMED_BEFORE
from sabot.games.rikken.deal import OP_VOORHAND, Contract, Deal
from sabot.games.rikken.options import Options


def missing(deal: Deal) -> str:
    """What is still to be named: `asked`, `partner` (who also names trumps), `trump`, or nothing."""
    contract = deal.contract
    if contract is None:
        return "asked" if deal.round == OP_VOORHAND else ""
    if contract.has_partner and contract.asked is None:
        return "asked"
    if not contract.bid.has_trumps or contract.trump is not None:
        return ""
    return "partner" if contract.bid.group == "malheur" else "trump"


def name(deal: Deal, seat: int, suit: str | None, card: Card | None) -> Deal:
    """What a player names. What is known already may be named, and changes nothing."""
    if (seat, suit, card) == _known(deal):
        return deal
    if deal.round == OP_VOORHAND:
        return _named_before(deal, seat, suit, card) if deal.contract is None else _replaced(deal, seat, card)
    wanted = missing(deal)
    if deal.contract is None or not wanted:
        return refuse(deal, reason("nothing is to be named now"), seat=seat)
    if wanted == "partner":
        return _partner_names(deal, deal.contract, seat, suit)
    if seat != deal.contract.declarer:
        return refuse(deal, reason("seat {n} names it", n=deal.contract.declarer), seat=seat)
    return _declarer_names(deal, deal.contract, suit or deal.contract.trump, card)


def _known(deal: Deal) -> tuple[int, str | None, Card | None] | None:
    """What the declarer may still name although it is known: hearts as trumps of beter, the card that their
    known hand asks for."""
    contract = deal.contract
    if contract is None or deal.laid:
        return None
    if contract.bid.hearts and not contract.bid.has_partner:
        return contract.declarer, HEARTS, None
    asks_itself = contract.stands_in or (contract.bid.group == "malheur" and contract.trump is None)
    if contract.asked and asks_itself and contract.declarer in deal.hands:
        return contract.declarer, None, contract.asked
    return None


def _declarer_names(deal: Deal, contract: Contract, suit: str | None, card: Card | None) -> Deal:
    """The declarer names trumps, and the card that they ask where they play with a partner."""
    bid, seat = contract.bid, contract.declarer
    if bid.hearts and suit != HEARTS:
        return refuse(deal, reason("{bid} has hearts as trumps", bid=bid.title), seat=seat)
    if bid.group == "alone" or bid.group == "solo":
        because = None if suit and card is None else reason("the declarer names trumps alone")
    else:
        because = _asked_refused(deal, contract, suit, card)
    if because is not None:
        return refuse(deal, because, seat=seat)
    deal = deal._replace(contract=contract._replace(trump=suit, asked=card))
    return _reported(deal, seat)


def _asked_refused(deal: Deal, contract: Contract, suit: str | None, card: Card | None) -> Reason | None:
    bid = contract.bid
    if card is None or (suit is None) != (bid.group == "malheur"):
        return _wanted(contract)
    hand = deal.hands.get(contract.declarer)
    return asked.refusal(deal.options, bid, hand, trump=suit, card=card)


def _wanted(contract: Contract) -> Reason:
    if contract.bid.group == "malheur":
        return reason("the declarer of malheur names the card that they lack, the partner trumps")
    return reason("the declarer names trumps and the ace that they ask")


def _partner_names(deal: Deal, contract: Contract, seat: int, suit: str | None) -> Deal:
    """The holder of the fourth ace says so and names trumps (ch. 6)."""
    because = None if suit else _wanted(contract)
    assert contract.asked is not None
    holder = next((each for each, hand in deal.hands.items() if contract.asked in hand), None)
    is_theirs = holder == (seat if seat in deal.hands else None)
    if seat == contract.declarer or seat not in deal.seats or not is_theirs:
        because = reason("the player who holds {card} names trumps", card=contract.asked)
    elif suit == contract.asked.suit and not deal.options.malheur_trump_may_be_fourth_suit:
        because = reason("this house does not let the suit of the fourth ace be trumps")
    if because is not None:
        return refuse(deal, because, seat=seat)
    return _reported(deal._replace(contract=contract._replace(trump=suit, partner=seat)), seat)


def _named_before(deal: Deal, seat: int, suit: str | None, card: Card | None) -> Deal:
    """The left of the dealer names trumps and an ace before the cards are dealt (ch. 21)."""
    contract = Contract(NAMED_BEFORE, deal.seats[0], (Called(deal.seats[0], NAMED_BEFORE),), suit, card)
    because = None if suit and card else _wanted(contract)
    if seat != contract.declarer:
        because = reason("seat {n} names it", n=contract.declarer)
    elif card is not None:
        because = because or asked.refusal(deal.options, NAMED_BEFORE, (), trump=suit, card=card)
    if because is not None:
        return refuse(deal, because, seat=seat)
    return _reported(deal._replace(contract=contract), seat)


def _reported(deal: Deal, seat: int) -> Deal:
    contract = deal.contract
    assert contract is not None
    card = {"asked": str(contract.asked)} if contract.asked else {}
    return deal.with_line("name", seat=seat, trump=contract.trump, **card)


def _replaced(deal: Deal, seat: int, card: Card | None) -> Deal:
    """The declarer says that they hold the named ace: the highest card that they lack is asked (ch. 21)."""
    contract = deal.contract
    assert contract is not None
    if deal.laid or not deal.dealt or seat in deal.hands or seat != contract.declarer:
        return refuse(deal, reason("nothing is to be named now"), seat=seat)
    assert contract.asked is not None
    if card is None or card.suit != contract.asked.suit:
        because = reason("the asked card stays of the suit of {card}", card=contract.asked)
        return refuse(deal, because, seat=seat)
    return _reported(deal._replace(contract=contract._replace(asked=card, stands_in=True)), seat)


def with_asked_in_place(deal: Deal) -> Deal:
    """The deal once all hands are right: a known hand of the declarer decides which card is asked."""
    contract = deal.contract
    if contract is None or contract.asked is None or contract.declarer not in deal.hands:
        return deal
    card = asked.in_its_place(deal.hands[contract.declarer], contract.asked)
    if card == contract.asked:
        return deal
    changed = deal._replace(contract=contract._replace(asked=card, stands_in=True))
    return _reported(changed, contract.declarer)


# --- whose turn --------------------------------------------------------------------------------------


def due_again(deal: Deal) -> tuple[Turn, ...]:
    """What the declarer may name although it is known."""
    known = _known(deal)
    if known is None:
        return ()
    seat, suit, card = known
    return (
        Turn(seat, (f"name {seat} {suit or card}",), why=reason("this is known, and may be said once more")),
    )


def due_of_naming(deal: Deal) -> tuple[Turn, ...]:
    """What is to be named, and who names it."""
    contract = deal.contract
    if contract is None:
        return _due_before(deal)
    if missing(deal) == "partner":
        return _due_of_partner(deal, contract)
    seat = contract.declarer
    if missing(deal) == "trump":
        return (Turn(seat, tuple(f"name {seat} {suit}" for suit in SUITS), why=_trumps_owed()),)
    acts, anybody = (
        tuple(_asked_acts(deal.options, contract, hand)) for hand in (deal.hands.get(seat), None)
    )
    is_known = seat in deal.hands
    return (Turn(seat, acts, why=_wanted(contract), private=is_known, open_acts=anybody),)


def _trumps_owed() -> Reason:
    return reason("the declarer names trumps alone")


def _asked_acts(options: Options, contract: Contract, hand: frozenset[Card] | None) -> list[str]:
    """What the declarer with this hand, or with one that nobody knows, may name."""
    seat, bid = contract.declarer, contract.bid
    if bid.group == "malheur":
        cards = asked.may_be_asked(options, bid, hand, trump=None)
        return [f"name {seat} {card}" for card in cards]
    return [
        f"name {seat} {suit} {card}"
        for suit in ([HEARTS] if bid.hearts else SUITS)
        for card in asked.may_be_asked(options, bid, hand, trump=suit)
    ]


def _due_before(deal: Deal) -> tuple[Turn, ...]:
    seat = deal.seats[0]
    acts = tuple(
        f"name {seat} {suit} {card}"
        for suit in SUITS
        for card in asked.may_be_asked(deal.options, NAMED_BEFORE, (), trump=suit)
    )
    because = reason("seat {n} names trumps and an ace before the cards are dealt", n=seat)
    return (Turn(seat, acts, why=because),)


def _due_of_partner(deal: Deal, contract: Contract) -> tuple[Turn, ...]:
    """The holder of the asked card, or everybody who may hold it."""
    assert contract.asked is not None
    holder = [seat for seat, hand in deal.hands.items() if contract.asked in hand]
    unknown = [seat for seat in deal.seats if seat not in deal.hands and seat != contract.declarer]
    because = reason("the player who holds {card} names trumps", card=contract.asked)
    suits = [
        suit for suit in SUITS if suit != contract.asked.suit or deal.options.malheur_trump_may_be_fourth_suit
    ]
    return tuple(
        Turn(seat, tuple(f"name {seat} {suit}" for suit in suits), why=because) for seat in holder or unknown
    )
