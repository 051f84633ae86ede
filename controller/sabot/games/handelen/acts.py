"""What may be done in a deal of handelen, and what each act does. Source: HS p. 53-54."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.evening import offers
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT, paid
from sabot.games.evening.whys import DEAL_OVER
from sabot.games.handelen.deal import (
    ANTE_COUNTERS,
    DEALER_COUNTERS,
    FINE_COUNTERS,
    FULL_HAND,
    FULL_PACK,
    Deal,
    Goods,
    Owned,
    Sale,
)
from sabot.games.tricks.cards import ACE_HIGH

HIGHEST_RAISE_COUNTERS = 100
"""A bid is at most this many counters above the one before it. The book knows no limit; this one stops a
slip of the finger."""

DEALING = reason("each gets three closed cards, and nobody looks at them")
TRUMP = reason("a card is turned after the deal: its suit is trump")
IN_TURN = reason("each turns one card in turn; out of turn it costs the fine")
FOR_SALE = reason(
    "a trump higher than all before may be sold to the highest bidder (verkocht), or kept (houdt)"
)
PACKET = reason("cards that are not turned yet may be sold together (pakket)")
FINE = reason("a look at a closed card, or a card turned out of turn, costs four counters (boete)")
FINED = reason("this fine is paid: another one needs another look, after the next act")


# --- turns


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return DUE[deal.phase](deal) if deal.phase in DUE else ()


def _dealing(deal: Deal) -> tuple[Turn, ...]:
    return (Turn(deal.evening.dealer, ("deal",), why=DEALING),)


def _trump(deal: Deal) -> tuple[Turn, ...]:
    return (Turn(deal.evening.dealer, ("CARD",), why=TRUMP), *_fines(deal))


def _turning(deal: Deal) -> tuple[Turn, ...]:
    if deal.sale:
        return (*_selling(deal, deal.sale), *_fines(deal))
    place = deal.next_place
    return (Turn(place or 0, (f"play {place} CARD",), why=IN_TURN), *_packets(deal), *_fines(deal))


def _selling(deal: Deal, sale: Sale) -> tuple[Turn, ...]:
    """The seller sells or keeps; the others bid, each more than the last."""
    why = FOR_SALE if sale.goods == "troef" else PACKET
    ways = ("houdt", "verkocht") if sale.bids else ("houdt",)
    bids = [_bidding(deal, sale, seat, why) for seat in deal.order if seat != sale.seat]
    seller = Turn(sale.seat, tuple(f"answer {sale.seat} {way}" for way in ways), why=why)
    return (seller, *(turn for turn in bids if turn.acts))


def _bidding(deal: Deal, sale: Sale, seat: int, why: Reason) -> Turn:
    """What this seat may bid: a counter more than the last bid at least, and no more than its chips."""
    unit = deal.options.unit
    least = (sale.bids[-1][1] if sale.bids else 0) + unit
    most = least + HIGHEST_RAISE_COUNTERS * unit
    if not deal.evening.can_pay(seat, most):
        most = deal.evening.purses[seat]
    return Turn(seat, (f"bid {seat} AMOUNT",) if most >= least else (), (least, most), why)


def _packets(deal: Deal) -> tuple[Turn, ...]:
    """Each may offer the closed cards before them once between two cards. A packet that was bought is not
    sold again; the book is silent."""
    sellers = [seat for seat in deal.order if deal.closed(seat) and deal.owner(seat) == seat]
    return tuple(
        Turn(seat, (f"answer {seat} pakket",), why=PACKET) for seat in sellers if seat not in deal.offered
    )


def _fines(deal: Deal) -> tuple[Turn, ...]:
    """Nobody pays twice for one look: the next fine waits for another act."""
    return tuple(
        Turn(seat, (f"answer {seat} boete",), why=FINE) for seat in deal.order if seat not in deal.fined
    )


DUE: Mapping[str, Callable[[Deal], tuple[Turn, ...]]] = {
    "dealing": _dealing,
    "trump": _trump,
    "turning": _turning,
}


# --- acts


def acted(deal: Deal, words: Words) -> Deal:
    """The deal after one act; one that is not allowed only adds a fault."""
    turns = due(deal)
    words = offers.as_card(turns, words)
    if because := offers.refusal(turns, words) if turns else DEAL_OVER:
        is_fined = _is_fine(words) and words[1] in deal.fined
        return refuse(deal, FINED if is_fined else because, seat=offers.seat_of(words))
    if because := _impossible(deal, words):
        return refuse(deal, because, kind="impossible-card", seat=offers.seat_of(words))
    done = DOES[words[0]](deal, *words[1:])
    return done if _is_fine(words) else done._replace(fined=frozenset())


def _is_fine(words: Words) -> bool:
    return bool(words[0] == "answer" and words[2] == "boete")


def _impossible(deal: Deal, words: Words) -> Reason:
    """Why a card that is turned cannot come now; NOTHING where it can."""
    cards = [word for word in words if isinstance(word, Card)]
    return offers.impossible(cards, seen=deal.seen, pack=FULL_PACK) if cards else NOTHING


def _dealt(deal: Deal) -> Deal:
    """Three closed cards for each. The dealer puts six counters into the pot, each of the others four."""
    dealer, unit = deal.evening.dealer, deal.options.unit
    counters = dict.fromkeys(deal.order, ANTE_COUNTERS) | {dealer: DEALER_COUNTERS}
    deal = deal.with_line("deal", dealer=dealer, cards=FULL_HAND)._replace(phase="trump")
    return deal.with_paid([(seat, THE_POT, unit * count) for seat, count in counters.items()])


def _turned_up(deal: Deal, card: Card) -> Deal:
    """The card that makes trump; it wins nothing itself, the book is silent."""
    return deal._replace(trump=card, phase="turning").with_line("card", card=str(card), to="stok")


def _turned(deal: Deal, seat: int, card: Card) -> Deal:
    """A card is turned at this seat. A trump higher than all before may be sold."""
    deal = deal.with_line("card", card=str(card), to=str(seat))
    deal = deal._replace(cards=(*deal.cards, (seat, card)), offered=())
    if not _is_best(deal, card):
        return _ended(deal)
    owner = deal.owner(seat)
    return deal._replace(best=Owned(owner, card), sale=Sale(owner, "troef"))


def _is_best(deal: Deal, card: Card) -> bool:
    assert deal.trump is not None
    best = ACE_HIGH.index(deal.best.card.rank) if deal.best else -1
    return card.suit == deal.trump.suit and ACE_HIGH.index(card.rank) > best


def _ended(deal: Deal) -> Deal:
    """When all cards are turned, the owner of the highest trump takes the pot."""
    if deal.next_place:
        return deal
    deal = deal._replace(phase="over")
    if deal.best is None:
        return deal
    evening, pot, lines = paid(deal.evening, [(THE_POT, deal.best.seat, deal.pot)], pot=deal.pot)
    return deal._replace(evening=evening, pot=pot, paid=lines)


def _answered(deal: Deal, seat: int, what: str) -> Deal:
    return ANSWERS[what](deal.with_line("answer", seat=seat, answer=what), seat)


def _fined(deal: Deal, seat: int) -> Deal:
    """A player who looked, or turned a card out of turn, pays the fine."""
    deal = deal._replace(fined=deal.fined | {seat})
    return deal.with_paid([(seat, THE_POT, FINE_COUNTERS * deal.options.unit)])


def _offered(deal: Deal, seat: int) -> Deal:
    return deal._replace(sale=Sale(seat, "pakket"), offered=(*deal.offered, seat))


def _kept(deal: Deal, seat: int) -> Deal:
    return _ended(deal._replace(sale=None))


def _sold(deal: Deal, seat: int) -> Deal:
    """The highest bidder pays the seller. Cards of a packet stay where they lie and are turned there; the
    book is silent."""
    assert deal.sale is not None
    goods, (buyer, price) = deal.sale.goods, deal.sale.bids[-1]
    return _kept(OWNS[goods](deal.with_paid([(buyer, seat, price)]), seat, buyer), seat)


def _with_trump(deal: Deal, seat: int, buyer: int) -> Deal:
    assert deal.best is not None
    return deal._replace(best=deal.best._replace(seat=buyer))


def _with_packet(deal: Deal, seat: int, buyer: int) -> Deal:
    return deal._replace(owners={**deal.owners, seat: buyer})


def _bid(deal: Deal, seat: int, amount: int) -> Deal:
    assert deal.sale is not None
    sale = deal.sale._replace(bids=(*deal.sale.bids, (seat, amount)))
    return deal._replace(sale=sale).with_line("bid", seat=seat, bid=money(amount))


ANSWERS: Mapping[str, Callable[[Deal, int], Deal]] = {
    "boete": _fined,
    "pakket": _offered,
    "houdt": _kept,
    "verkocht": _sold,
}
OWNS: Mapping[Goods, Callable[[Deal, int, int], Deal]] = {"troef": _with_trump, "pakket": _with_packet}
DOES: Mapping[str, Callable[..., Deal]] = {
    "deal": _dealt,
    "card": _turned_up,
    "play": _turned,
    "answer": _answered,
    "bid": _bid,
}
