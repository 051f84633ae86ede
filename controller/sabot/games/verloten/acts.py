"""What may be done in a round of verloten, and what each act does. Source: HS p. 82-83."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.evening import offers
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT
from sabot.games.tricks.cards import ACE_HIGH, pack
from sabot.games.verloten import lots
from sabot.games.verloten.deal import PAIR_CARDS, Carried, Deal

FULL_PACK = pack(ACE_HIGH)

LOT = reason("each draws a card for the deal: the highest deals the prizes, the second the tickets")
TICKETS_DEALER = reason("the seat that deals the tickets, where the cards were drawn elsewhere")
TICKETS = reason("a closed card of the second pack is dealt to each, as their ticket")
PAIR = reason("both cards of each player are turned: two of a rank take the prize")


# --- turns


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return DUE[deal.phase](deal)


def _begin(deal: Deal) -> tuple[Turn, ...]:
    """Where a new pot is made, the players may draw for the deal, or say who deals the tickets."""
    why = reason("a closed card is dealt to each; into a new pot each puts {n}", n=money(_ante(deal)))
    dealing = Turn(deal.dealer, ("deal",), why=why)
    if deal.pot or deal.drawn:
        return (dealing,)
    others = tuple([f"name {deal.dealer} {seat}" for seat in deal.order[:-1]])
    draws = [_drawing(seat) for seat in deal.order]
    return (dealing, *draws, Turn(deal.dealer, others, why=TICKETS_DEALER))


def _ante(deal: Deal) -> int:
    options = deal.evening.options
    ante: int = options.ante * options.unit
    return ante


def _drawing(seat: int) -> Turn:
    return Turn(seat, (f"show {seat} CARDS",), (1, 1), LOT)


def _draw(deal: Deal) -> tuple[Turn, ...]:
    return _with_card([_drawing(seat) for seat in deal.drawing if seat not in deal.lots])


def _with_card(turns: list[Turn]) -> tuple[Turn, ...]:
    """These turns; a card without a seat is that of the first."""
    first, *others = turns
    return (first._replace(acts=(*first.acts, "CARD")), *others)


def _prizes(deal: Deal) -> tuple[Turn, ...]:
    """The dealer divides the pot as they like (HS p. 82)."""
    why = reason("the dealer lays the whole pot on the closed cards: {left} is left", left=money(deal.left))
    acts = tuple([f"bet {seat} AMOUNT {deal.dealer}" for seat in deal.order])
    return (Turn(deal.dealer, acts, (1, deal.left), why),)


def _tickets(deal: Deal) -> tuple[Turn, ...]:
    return (Turn(deal.tickets, ("deal",), why=TICKETS),)


def _pairs(deal: Deal) -> tuple[Turn, ...]:
    return _with_card([_pair(deal, seat) for seat in deal.waiting])


def _pair(deal: Deal, seat: int) -> Turn:
    return Turn(seat, (f"show {seat} CARDS",), (1, PAIR_CARDS - len(deal.turned.get(seat, ()))), PAIR)


def _nobody(deal: Deal) -> tuple[Turn, ...]:
    return ()


DUE: Mapping[str, Callable[[Deal], tuple[Turn, ...]]] = {
    "begin": _begin,
    "draw": _draw,
    "prizes": _prizes,
    "tickets": _tickets,
    "turn": _pairs,
    "over": _nobody,
}


# --- acts


def acted(deal: Deal, words: Words) -> Deal:
    """The round after one act; one that is not allowed only adds a fault."""
    turns = due(deal)
    words = _as_shown(turns, words)
    if because := offers.refusal(turns, words):
        return refuse(deal, because, seat=offers.seat_of(words))
    if words[0] == "show" and (because := _impossible(deal, *words[1:])):
        return refuse(deal, because, kind="impossible-card", seat=words[1])
    return DOES[words[0]](deal, *words[1:])


def _as_shown(turns: tuple[Turn, ...], words: Words) -> Words:
    """A card that was seen before a seat is laid open by it, and one without a seat by the first that may."""
    if words[0] == "play":
        return ("show", words[1], words[2:])
    is_due = words[0] == "card" and any("CARD" in turn.acts for turn in turns)
    return ("show", turns[0].seat, words[1:]) if is_due else words


def _impossible(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Reason:
    """Why these cards cannot be turned; NOTHING where they can. The prizes come from one pack, the tickets
    from another."""
    if deal.phase != "turn":
        return offers.impossible(cards, seen=deal.drawn, pack=FULL_PACK)
    mine = deal.turned.get(seat, ())
    for nth, card in enumerate(cards, start=len(mine)):
        seen = [pair[nth] for pair in deal.turned.values() if len(pair) > nth]
        if because := offers.impossible([card], seen=seen, pack=FULL_PACK):
            return because
    return NOTHING


def _dealt(deal: Deal) -> Deal:
    """The prizes are dealt, and each pays into a new pot; or the tickets are."""
    if deal.phase == "tickets":
        return deal.with_line("deal", dealer=deal.tickets)._replace(phase="turn")
    if not deal.pot:
        deal = deal.with_paid([(seat, THE_POT, _ante(deal)) for seat in deal.order])
    return _when_laid(deal.with_line("deal", dealer=deal.dealer))


def _named(deal: Deal, seat: int, tickets: int) -> Deal:
    evening = deal.evening._replace(carried=Carried(tickets=tickets))
    deal = deal._replace(evening=evening, tickets=tickets)
    return deal.with_line("dealer", seat=tickets, deals=lots.DEALERS[1])


def _laid(deal: Deal, where: str, amount: int, seat: int) -> Deal:
    place = int(where)
    prize = deal.prizes.get(place, 0) + amount
    deal = deal._replace(prizes={**deal.prizes, place: prize})
    return _when_laid(deal.with_line("stake", seat=seat, bet=where, amount=money(amount), stake=money(prize)))


def _when_laid(deal: Deal) -> Deal:
    return deal._replace(phase="prizes" if deal.left else "tickets")


def _shown(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    deal = deal.with_line("show", seat=seat, cards=[*map(str, cards)])
    return _turned(deal, seat, cards) if deal.phase == "turn" else lots.drawn(deal, seat, cards[0])


def _turned(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """Two cards of one rank take the prize; another prize stays in the pot."""
    pair = (*deal.turned.get(seat, ()), *cards)
    deal = deal._replace(turned={**deal.turned, seat: pair})
    if len(pair) == PAIR_CARDS and is_won(pair):
        deal = _taken(deal, seat)
    return deal if deal.waiting else deal._replace(phase="over")


def is_won(pair: tuple[Card, ...]) -> bool:
    """Whether a prize is taken: its card and the ticket are of one rank."""
    return len({card.rank for card in pair}) == 1


def _taken(deal: Deal, seat: int) -> Deal:
    prize = deal.prizes.get(seat, 0)
    prizes = {each: amount for each, amount in deal.prizes.items() if each != seat}
    deal = deal._replace(prizes=prizes, taken={**deal.taken, seat: prize})
    return deal.with_paid([(THE_POT, seat, prize)])


DOES: Mapping[str, Callable[..., Deal]] = {
    "deal": _dealt,
    "name": _named,
    "bet": _laid,
    "show": _shown,
}
