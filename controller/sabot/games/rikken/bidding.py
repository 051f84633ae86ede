"""The auction in a deal, and the contract after it (Doevendans ch. 3, 13.1, 16 and 20)."""

from __future__ import annotations

from sabot.core.cards import SUITS, Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Turn
from sabot.games.evening.deal import refuse
from sabot.games.rikken import asked, auction
from sabot.games.rikken.auction import Called
from sabot.games.rikken.bids import PASS, named
from sabot.games.rikken.deal import AUCTION, MIEEN, Contract, Deal

HEARTS = "H"


def is_open(deal: Deal) -> bool:
    """Whether the auction is under way."""
    return deal.round == AUCTION and deal.contract is None


def aces(deal: Deal, seat: int) -> int | None:
    """How many aces this seat holds; None where its hand is not known."""
    hand = deal.hands.get(seat)
    return None if hand is None else sum(card.rank == "A" for card in hand)


def called(deal: Deal, seat: int, word: str) -> Deal:
    """A call. One more pass of a player who is out is harmless and changes nothing (2.2)."""
    if word == PASS and seat in _may_pass_again(deal):
        return deal
    because = _refused(deal, seat, word)
    if because is not None:
        return refuse(deal, because, seat=seat)
    bid = None if word == PASS else named(deal.options)[word][1]
    deal = deal._replace(auction=auction.after(deal.auction, seat, bid)).with_line("bid", seat=seat, bid=word)
    return deal if auction.turn(deal.auction) else _ended(deal)


def _may_pass_again(deal: Deal) -> list[int]:
    """The players who have passed, until a card lies."""
    passed = auction.passed(deal.auction)
    return [] if deal.laid else [seat for seat in deal.seats if seat in passed]


def _refused(deal: Deal, seat: int, word: str) -> Reason | None:
    if not is_open(deal):
        return reason("there is no auction now")
    return auction.refusal(deal.auction, seat, word, aces=aces(deal, seat))


def _ended(deal: Deal) -> Deal:
    """The contract when the auction is over; after four passes what this house does then (ch. 20)."""
    standing = auction.standing(deal.auction)
    if not standing:
        if deal.options.four_passes == "mie":
            return deal._replace(round=MIEEN).with_line("round", seat=deal.evening.dealer, round=MIEEN)
        return deal._replace(void="passed")
    first = standing[0]
    assert first.bid is not None
    trump = HEARTS if first.bid.hearts else None
    contract = Contract(first.bid, first.seat, standing, trump, _only_card(deal, first))
    joint = {"joint": [call.seat for call in standing]} if len(standing) > 1 else {}
    deal = deal.with_line("contract", seat=first.seat, bid=first.bid.name, **joint)
    return laid_open(deal._replace(contract=contract))


def _only_card(deal: Deal, call: Called) -> Card | None:
    """The card that three aces ask for: nobody has to name the fourth."""
    hand = deal.hands.get(call.seat)
    if hand is None or call.bid is None or call.bid.group != "malheur":
        return None
    cards = asked.highest_missing(hand, SUITS)
    return cards[0] if len(cards) == 1 else None


def laid_open(deal: Deal) -> Deal:
    """The deal with the hands open that lie open now: the bidder's, or all where there is talk (ch. 16). In
    some circles only after a few tricks (ch. 19)."""
    contract = deal.contract
    if contract is None or len(deal.tricks) < deal.options.open_after_tricks:
        return deal
    open_now: tuple[int, ...] = ((), (contract.declarer,), deal.seats)[contract.bid.openness]
    return deal._replace(shown=deal.shown | frozenset(open_now))


def due_of_auction(deal: Deal) -> tuple[Turn, ...]:
    """The calls of the seat whose turn it is. With a known hand they may say how many aces it holds."""
    seat = auction.turn(deal.auction)
    assert seat is not None
    known, anybody = (
        tuple(f"bid {seat} {call}" for call in auction.choices(deal.auction, aces=count))
        for count in (aces(deal, seat), aces(deal._replace(hands={}), seat))
    )
    because = reason("the auction goes round: a higher bid, or pass")
    turn = Turn(seat, known, why=because, private=seat in deal.hands, open_acts=anybody)
    return (turn, *due_again(deal))


def due_again(deal: Deal) -> tuple[Turn, ...]:
    """The pass of a player who is out, which changes nothing."""
    again = reason("this is known, and may be said once more")
    return tuple(Turn(seat, (f"bid {seat} {PASS}",), why=again) for seat in _may_pass_again(deal))
