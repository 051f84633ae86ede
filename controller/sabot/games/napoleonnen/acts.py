"""What each act does to a deal of napoleonnen, up to the first lead. Source: HS p. 63-65."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import money
from sabot.games.auctions.ladder import NO_BID, Made, highest, over
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT
from sabot.games.evening.whys import DEAL_OVER, no_cards, no_chips, turn_of
from sabot.games.napoleonnen import playing
from sabot.games.napoleonnen.deal import ANTE_COUNTERS, FULL_HAND, LADDER, STOK_CARDS, Deal, Phase, paid_in
from sabot.games.tricks.playing import Play

NOT_NOW: dict[Phase, Reason] = {
    "dealing": reason("napoleonnen begins with the deal"),
    "bidding": reason("each player bids a number of tricks now, or passes"),
    "naming": reason("the highest bidder names a sum of the pot now"),
    "exchanging": reason("the highest bidder may exchange cards with the stok now"),
    "trumps": reason("the highest bidder names trumps now"),
    "playing": reason("the tricks are played now"),
    "over": DEAL_OVER,
}


# --- dealing ------------------------------------------------------------------------------------------


def dealt(deal: Deal) -> Deal:
    """All hands that are not known were dealt, unseen, and so was the stok."""
    deal = _begun(deal).with_line("deal", dealer=deal.evening.dealer, cards=FULL_HAND)
    return _when_dealt(deal._replace(holding=deal.holding._replace(dealt=deal.order)))


def hand(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The hand of a seat is known."""
    if seat not in deal.evening.seats or seat in deal.holding.dealt:
        return refuse(deal, no_cards(seat), seat=seat)
    if because := deal.holding.wrong_number(cards):
        return refuse(deal, because, kind="misdeal", seat=seat)
    if because := deal.holding.impossible(cards):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = _begun(deal).with_line("hand", seat=seat, cards=FULL_HAND)
    return _when_dealt(deal._replace(holding=deal.holding.with_hand(seat, cards)))


def _begun(deal: Deal) -> Deal:
    """The deal when its first card comes: each player puts five counters into the pot. HS does not say
    whether also where the pot was not emptied; we let them."""
    if deal.holding.dealt:
        return deal
    ante = ANTE_COUNTERS * deal.evening.options.unit
    return paid_in(deal, [(seat, THE_POT, ante) for seat in deal.order])


def _when_dealt(deal: Deal) -> Deal:
    everybody = len(deal.holding.dealt) == len(deal.order)
    return deal._replace(phase="bidding") if everybody else deal


# --- bidding ------------------------------------------------------------------------------------------


def next_to_bid(deal: Deal) -> int:
    """The seat that bids: each bids once, from the dealer's left."""
    return deal.order[len(deal.bids)]


def may_look(deal: Deal, seat: int) -> bool:
    """Whether this seat may look at the stok: before it speaks, once, for one counter."""
    return seat not in deal.looked and deal.evening.can_pay(seat, deal.evening.options.unit)


def looked(deal: Deal, seat: int, _: str) -> Deal:
    """A seat looks at the stok and pays one counter into the kijkpot (HS p. 64)."""
    if seat != next_to_bid(deal):
        return refuse(deal, turn_of(next_to_bid(deal)), seat=seat)
    if not may_look(deal, seat):
        because = reason("the stok was seen already") if seat in deal.looked else no_chips(seat)
        return refuse(deal, because, seat=seat)
    deal = deal.with_line("answer", seat=seat, answer="kijken")._replace(looked=(*deal.looked, seat))
    return paid_in(deal, [(seat, THE_POT, deal.evening.options.unit)], pot="kijkpot")


def allowed(deal: Deal) -> tuple[str, ...]:
    """What the next player may bid: more than the bids before, or pass. That equal bids are no bids, HS does
    not say; we do."""
    standing = highest(deal.bids, LADDER)
    return (NO_BID, *over(LADDER, standing.bid if standing else None))


def bid(deal: Deal, seat: int, what: int | str) -> Deal:
    """A bid. The highest one is played; where all pass, the pot stays (HS is silent)."""
    if seat != next_to_bid(deal):
        return refuse(deal, turn_of(next_to_bid(deal)), seat=seat)
    called = "nap" if what == FULL_HAND else str(what)
    if called not in allowed(deal):
        return refuse(deal, _bid_refused(called), seat=seat)
    deal = deal._replace(bids=(*deal.bids, Made(seat, called))).with_line("bid", seat=seat, bid=called)
    if len(deal.bids) < len(deal.order):
        return deal
    contract = highest(deal.bids, LADDER)
    return _contracted(deal._replace(contract=contract)) if contract else deal._replace(phase="over")


def _bid_refused(what: str) -> Reason:
    if what in LADDER:
        return reason("a bid is higher than all bids before it")
    return reason("one to four tricks are bid, and five are called nap")


# --- the declarer -------------------------------------------------------------------------------------


def most_to_name(deal: Deal) -> int:
    """The largest sum that the declarer may name: the pot, and no more than their chips (HS is silent)."""
    purse = deal.evening.purses[deal.declarer]
    return min(deal.pot, purse) if deal.declarer in deal.evening.bought else deal.pot


def _contracted(deal: Deal) -> Deal:
    """The deal when its contract is known. Nap is for both pots (HS p. 64); where there is nothing that could
    be named, the declarer plays for nothing."""
    assert deal.contract is not None
    if deal.contract.bid == "nap":
        return deal._replace(named=deal.pot, phase="exchanging")
    return deal._replace(phase="naming" if most_to_name(deal) > 0 else "exchanging")


def named(deal: Deal, seat: int, sum_: int | str) -> Deal:
    """The declarer names the sum that the contract is for: it is won from the pot, or paid into it."""
    if seat != deal.declarer:
        return refuse(deal, turn_of(deal.declarer), seat=seat)
    if isinstance(sum_, str):
        return refuse(deal, NOT_NOW["naming"], seat=seat)
    if sum_ > most_to_name(deal):
        because = reason("no more than the pot and the own chips can be named")
        return refuse(deal, because, seat=seat)
    return deal.with_line("name", seat=seat, amount=money(sum_))._replace(named=sum_, phase="exchanging")


def most_to_exchange(deal: Deal) -> int:
    """How many cards the declarer may exchange: both of the stok, for one counter in all. That one card is
    enough, HS does not say; we do."""
    return STOK_CARDS if deal.evening.can_pay(deal.declarer, deal.evening.options.unit) else 0


def exchanged(deal: Deal, seat: int, given: int | tuple[Card, ...]) -> Deal:
    """The declarer takes cards of the stok for as many of their own; 0: none."""
    count = given if isinstance(given, int) else len(given)
    because = deal.holding.not_given(seat, given)
    if seat != deal.declarer or deal.drawing:
        because = (
            turn_of(deal.declarer) if seat != deal.declarer else reason("the cards of the stok come now")
        )
    elif count > most_to_exchange(deal):
        because = reason("no more than {n} cards of the stok can be taken", n=most_to_exchange(deal))
    if because:
        return refuse(deal, because, seat=seat)
    deal = deal.with_line("swap", seat=seat, cards=count)
    if count:
        deal = paid_in(deal, [(seat, THE_POT, deal.evening.options.unit)], pot="kijkpot")
    if isinstance(given, int):
        return deal._replace(phase="trumps")
    return deal._replace(holding=deal.holding.with_gone(*given), drawing=count)


def drawn(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The cards of the stok that came into the declarer's known hand."""
    if seat != deal.declarer or not deal.drawing:
        return refuse(deal, no_cards(seat), seat=seat)
    if because := deal.holding.not_drawn(cards, count=deal.drawing):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = deal.with_line("draw", seat=seat, cards=len(cards))
    return deal._replace(holding=deal.holding.with_drawn(seat, cards), drawing=0, phase="trumps")


def suits(deal: Deal) -> tuple[str, ...]:
    """The suits that the declarer may make trumps: those of their own hand, where it is known (HS p. 64)."""
    known = deal.holding.hands.get(deal.declarer)
    return ("C", "D", "H", "S") if known is None else tuple(sorted({card.suit for card in known}))


def trumps_named(deal: Deal, seat: int, suit: int | str) -> Deal:
    """The declarer names trumps, and leads."""
    if seat != deal.declarer:
        return refuse(deal, turn_of(deal.declarer), seat=seat)
    if isinstance(suit, int):
        return refuse(deal, NOT_NOW["trumps"], seat=seat)
    if suit not in suits(deal):
        return refuse(deal, reason("trumps are a suit of the own hand"), seat=seat)
    play = Play(deal.evening.seats, leader=seat, trump=suit)
    return deal.with_line("name", seat=seat, trump=suit)._replace(play=play, phase="playing")


ACTS: dict[tuple[str, str], Callable[..., Deal]] = {
    ("dealing", "deal"): dealt,
    ("dealing", "hand"): hand,
    ("bidding", "answer"): looked,
    ("bidding", "bid"): bid,
    ("naming", "name"): named,
    ("exchanging", "swap"): exchanged,
    ("exchanging", "draw"): drawn,
    ("trumps", "name"): trumps_named,
    ("playing", "play"): playing.played,
}
"""What may be done in each part of a deal."""
