"""What may be done in a draw of loterijen, and what each act does. Source: HS p. 55-56."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.banks import stakes
from sabot.games.evening import offers
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT
from sabot.games.loterijen.deal import NOT_DRAWN, STAKE_LOST, Deal, Prize, Ticket, prizes, tickets_most
from sabot.games.pots.pot import divided
from sabot.games.tricks.cards import ACE_HIGH, pack

FULL_PACK = pack(ACE_HIGH)
SHARED = "delen"
"""What is said when the common bank is divided."""

TICKET = reason("the card of the ticket that was bought")
SALE_OVER = reason("no ticket is bought once a card of the second pack is turned")
BANKER_BUYS = reason("the banker buys no tickets")
SHARING = reason("before the tickets the players may divide the common bank")


# --- turns


def due(deal: Deal) -> tuple[Turn, ...]:
    """Tickets are bought in any order, and the banker turns the first card when the sale is over."""
    if deal.is_over:
        return ()
    if deal.buyer:
        return (Turn(deal.buyer, ("CARD",), why=TICKET),)
    if deal.drawn or not deal.buyers:
        return (_drawing(deal),)
    buying = [_buying(deal, seat) for seat in deal.buyers]
    return (*buying, _drawing(deal)) if deal.tickets else (*buying, *_sharing(deal))


def _buying(deal: Deal, seat: int) -> Turn:
    least, most = _limits(deal, seat)
    why = reason(
        "each may buy {n} tickets, of {least} to {most}",
        n=tickets_most(len(deal.evening.seats)),
        least=money(least),
        most=money(most),
    )
    return Turn(seat, (f"buy {seat} AMOUNT", f"stand {seat}"), (least, most), why)


def _limits(deal: Deal, seat: int) -> tuple[int, int]:
    least, most = stakes.limits(deal.evening, seat)
    most = min(most, deal.options.highest_price or most)
    return min(least, most), most


def _drawing(deal: Deal) -> Turn:
    prize = prizes(deal.options)[len(deal.drawn)]
    why = reason("the banker turns a card of the second pack: {prize}", prize=prize.name)
    return Turn(deal.banker, ("CARD",), why=why)


def _sharing(deal: Deal) -> tuple[Turn, ...]:
    """The players may share the bank between two draws; the book does not say when."""
    turn = Turn(deal.banker, (f"answer {deal.banker} {SHARED}",), why=SHARING)
    return (turn,) if deal.pot else ()


# --- acts


def acted(deal: Deal, words: Words) -> Deal:
    """The draw after one act; one that is not allowed only adds a fault."""
    words = offers.as_card(due(deal), words)
    if because := _refused(deal, words):
        return refuse(deal, because, seat=offers.seat_of(words))
    if because := _impossible(deal, words):
        return refuse(deal, because, kind="impossible-card", card=words[1])
    return DOES[words[0]](deal, *words[1:])


def _refused(deal: Deal, words: Words) -> Reason:
    """Why this act is not due; NOTHING where it is."""
    if words[0] == "buy" and (deal.drawn or words[1] == deal.bank):
        return SALE_OVER if deal.drawn else BANKER_BUYS
    return offers.refusal(due(deal), words)


def _impossible(deal: Deal, words: Words) -> Reason:
    """Why this card cannot be; NOTHING where it can. Each pack has every card once."""
    if words[0] != "card":
        return NOTHING
    seen = [ticket.card for ticket in deal.tickets] if deal.buyer else deal.drawn
    return offers.impossible(words[1:], seen=seen, pack=FULL_PACK)


def _bought(deal: Deal, seat: int, price: int) -> Deal:
    """The price lies on the table; the card comes next. An empty common bank is filled first, and a player
    who has nothing left after that buys nothing."""
    deal = _filled(deal, 1) if deal.options.coop_bank else deal
    price = price if deal.evening.can_pay(seat, price) else deal.evening.purses[seat]
    if not price:
        return _stood(deal, seat)
    lies = price + sum(ticket.price for ticket in deal.tickets if ticket.seat == seat)
    deal = deal._replace(evening=deal.evening.paid({seat: -price}), buyer=seat, price=price)
    return deal.with_line("stake", seat=seat, amount=money(price), stake=money(lies))


def _stood(deal: Deal, seat: int) -> Deal:
    """The seat buys no more. Where nobody has bought anything, no card is turned."""
    deal = deal._replace(content=(*deal.content, seat)).with_line("stand", seat=seat)
    return deal._replace(is_over=not deal.tickets and not deal.buyers)


def _shared(deal: Deal, seat: int, what: str) -> Deal:
    deal = deal.with_line("answer", seat=seat, answer=what)
    shares = divided(deal.pot, deal.order)
    return deal.with_paid([(THE_POT, each, share) for each, share in shares.items()])


def _carded(deal: Deal, card: Card) -> Deal:
    return _ticketed(deal, card) if deal.buyer else _drawn(deal, card)


def _ticketed(deal: Deal, card: Card) -> Deal:
    ticket = Ticket(deal.buyer, card, deal.price)
    deal = deal.with_line("card", card=str(card), to=str(deal.buyer))
    return deal._replace(tickets=(*deal.tickets, ticket), buyer=0, price=0)


# --- the draw


def _drawn(deal: Deal, card: Card) -> Deal:
    plan = prizes(deal.options)
    prize = plan[len(deal.drawn)]
    deal = deal._replace(drawn=(*deal.drawn, card))
    deal = deal.with_line("card", card=str(card), to=str(deal.banker), prize=prize.name)
    for ticket in deal.undecided:
        if _is_hit(ticket, card, way=deal.options.match):
            deal = _decided(deal, ticket, prize)
    return _ended(deal) if len(deal.drawn) == len(plan) else deal


def _is_hit(ticket: Ticket, card: Card, *, way: str) -> bool:
    """Whether a card decides a ticket. By rank it decides each of its rank, in the order of the sale; the
    book is silent."""
    return ticket.card.rank == card.rank if way == "rank" else ticket.card == card


def _ended(deal: Deal) -> Deal:
    """The stakes that no card decided are the banker's."""
    for ticket in deal.undecided:
        deal = _decided(deal, ticket, NOT_DRAWN)
    return deal._replace(is_over=True)


def _decided(deal: Deal, ticket: Ticket, prize: Prize) -> Deal:
    """The stake goes back to its player, who then pays it or is paid."""
    decided = [each._replace(prize=prize.name) if each is ticket else each for each in deal.tickets]
    evening = deal.evening.paid({ticket.seat: ticket.price})
    deal = deal._replace(tickets=tuple(decided), evening=evening)
    if prize.times == STAKE_LOST:
        return deal.with_paid([(ticket.seat, deal.bank, ticket.price)])
    if not prize.times:
        return deal.with_line("returned", seat=ticket.seat, amount=money(ticket.price))
    amount = ticket.price * (prize.times - (not deal.options.stake_back))
    deal = _filled(deal, amount) if deal.options.coop_bank else deal
    return deal.with_paid([(deal.bank, ticket.seat, amount)])


def _filled(deal: Deal, amount: int) -> Deal:
    """The draw when the common bank holds this sum: where it is short, all put in their share, as often as is
    needed. The book says that it is filled up when empty; so a prize is paid in full."""
    short, share = amount - deal.pot, max(1, deal.options.fund)
    times = -(-short // (share * len(deal.evening.seats)))
    return deal.with_paid([(seat, THE_POT, times * share) for seat in deal.order])


DOES: Mapping[str, Callable[..., Deal]] = {
    "buy": _bought,
    "stand": _stood,
    "answer": _shared,
    "card": _carded,
}
