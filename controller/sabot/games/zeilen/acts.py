"""What may be done in a round of zeilen, and what each act does. Source: HS p. 87-90."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.evening import offers
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.zeilen.deal import FULL_HAND, FULL_PACK, LAST_SAIL, Deal

SAILS = {1: "eerste zeil", 2: "tweede zeil"}
"""What the banker announces: the first sail goes in, and the second (HS p. 88)."""


# --- turns


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return DUE[deal.phase](deal)


def _hands(deal: Deal) -> tuple[Turn, ...]:
    why = reason("{n} open cards of the first pack are laid before each player", n=FULL_HAND)
    missing = [seat for seat in deal.waiting if seat not in deal.hands]
    turns = tuple([Turn(seat, (f"show {seat} CARDS",), (FULL_HAND, FULL_HAND), why) for seat in missing])
    return (*turns, _sailing(deal)) if _may_sail(deal) else turns


def _may_sail(deal: Deal) -> bool:
    """After a whole round the banker may announce the first sail."""
    return not deal.opened and deal.carried.rounds > 0 and not deal.sail


def _sailing(deal: Deal) -> Turn:
    why = reason("after a whole round the banker may announce the first sail")
    return Turn(deal.banker, (f"answer {deal.banker} zeil",), why=why)


def _answers(deal: Deal) -> tuple[Turn, ...]:
    seat, most = deal.waiting[0], _most(deal, deal.waiting[0], deal.pot)
    why = reason("a stake up to the pot of {pot}, the pot, or weg", pot=money(deal.pot))
    stakes = (f"bid {seat} AMOUNT", f"bid {seat} pot") if most == deal.pot else (f"bid {seat} AMOUNT",)
    acts = (*(stakes if most else ()), f"bid {seat} weg")
    return (Turn(seat, acts, (1, most) if most else None, why),)


def _cover(deal: Deal) -> tuple[Turn, ...]:
    seat = deal.covering[0]
    most = _most(deal, seat, deal.pot - deal.covered)
    why = reason("the others may add stakes until the pot is covered")
    return (Turn(seat, (f"bid {seat} weg", f"bid {seat} AMOUNT"), (1, most), why),)


def _most(deal: Deal, seat: int, amount: int) -> int:
    """The most that this seat may stake: this amount, or all its chips."""
    return amount if deal.evening.can_pay(seat, amount) else deal.evening.purses[seat]


def _turn(deal: Deal) -> tuple[Turn, ...]:
    return (Turn(deal.banker, ("CARD",), why=reason("the banker turns a card of the second pack")),)


def _nobody(deal: Deal) -> tuple[Turn, ...]:
    return ()


DUE: Mapping[str, Callable[[Deal], tuple[Turn, ...]]] = {
    "hands": _hands,
    "answers": _answers,
    "cover": _cover,
    "turn": _turn,
    "over": _nobody,
}


# --- acts


def acted(deal: Deal, words: Words) -> Deal:
    """The round after one act; one that is not allowed only adds a fault."""
    if because := offers.refusal(due(deal), words):
        return refuse(deal, because, kind=offers.kind_of(due(deal), words, dealt="show"))
    if because := _impossible(deal, words):
        return refuse(deal, because, kind="impossible-card")
    return DOES[words[0]](_opened(deal), *words[1:])


def _impossible(deal: Deal, words: Words) -> Reason:
    """Why the cards of these words cannot be; NOTHING where they can. Each pack has every card once."""
    if words[0] == "show":
        seen = [card for hand in deal.hands.values() for card in hand]
        return offers.impossible(words[2], seen=seen, pack=FULL_PACK)
    if words[0] == "card":
        return offers.impossible(words[1:], seen=deal.gone, pack=FULL_PACK)
    return NOTHING


def _opened(deal: Deal) -> Deal:
    """The round when its first act comes: a new bank puts its stake in, and the second sail goes in by
    itself after the first."""
    if deal.opened:
        return deal
    deal = deal._replace(opened=True)
    if not deal.pot:
        deal = deal.with_paid([(deal.banker, THE_POT, deal.evening.options.bank)])
    return _announced(deal) if deal.sail else deal


def _announced(deal: Deal) -> Deal:
    return deal.with_line("answer", seat=deal.banker, answer=SAILS[deal.sail])


def _sailed(deal: Deal, seat: int, what: str) -> Deal:
    return _announced(deal._replace(sail=1))


def _shown(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    deal = deal.with_line("show", seat=seat, cards=[*map(str, cards)])
    deal = deal._replace(hands={**deal.hands, seat: cards})
    return deal._replace(phase="answers") if len(deal.hands) == len(deal.waiting) else deal


def _answered(deal: Deal, seat: int, what: int | str) -> Deal:
    deal = deal.with_line("bid", seat=seat, bid=money(what) if isinstance(what, int) else what)
    if deal.phase == "cover":
        return _added(deal, seat, what)
    if what == "weg":
        return _next(deal)
    amount = deal.pot if isinstance(what, str) else what
    covering = _others(deal, seat) if deal.evening.options.table_covers else ()
    return _when_covered(deal._replace(bets=((seat, amount),), covering=covering))


def _others(deal: Deal, seat: int) -> tuple[int, ...]:
    """The other players who can add something, from this seat's left."""
    around = deal.evening.after(seat)[:-1]
    return tuple([each for each in around if each != deal.banker and deal.evening.can_pay(each, 1)])


def _added(deal: Deal, seat: int, what: int | str) -> Deal:
    bets = (*deal.bets, (seat, what)) if isinstance(what, int) else deal.bets
    return _when_covered(deal._replace(bets=bets, covering=deal.covering[1:]))


def _when_covered(deal: Deal) -> Deal:
    is_open = deal.covering and deal.covered < deal.pot
    return deal._replace(phase="cover" if is_open else "turn")


def _turned(deal: Deal, card: Card) -> Deal:
    """A card that lies in the hand itself decides nothing: another is turned."""
    seat = deal.waiting[0]
    deal = deal.with_line("card", card=str(card), to=str(seat))
    deal = deal._replace(drawn=(*deal.gone, card), turned=(*deal.turned, card))
    if card in deal.hands[seat]:
        return deal
    return _won(deal) if is_beaten(card, deal.hands[seat]) else _lost(deal)


def is_beaten(card: Card, hand: tuple[Card, ...]) -> bool:
    """Whether a hand wins against the card of the bank: by a higher card of its suit.

    HS p. 87 prints "a card of the banker" and "a suit that is on the table"; the banker has no cards, and
    the examples show what is meant.
    """
    return any(
        each.suit == card.suit and ACE_HIGH.index(each.rank) > ACE_HIGH.index(card.rank) for each in hand
    )


def _lost(deal: Deal) -> Deal:
    return _next(deal.with_paid([(seat, THE_POT, amount) for seat, amount in deal.bets]))


def _won(deal: Deal) -> Deal:
    """The stakes are paid out of the pot. A bank that loses the whole pot puts its stake in once more; the
    second time it is lost."""
    deal = deal.with_paid([(THE_POT, seat, amount) for seat, amount in deal.bets])
    if deal.pot:
        return _next(deal)
    deal = deal._replace(losses=deal.losses + 1)
    if not deal.is_spent:
        deal = deal.with_paid([(deal.banker, THE_POT, deal.evening.options.bank)])
    return deal._replace(phase="over") if deal.is_lost else _next(deal)


def _next(deal: Deal) -> Deal:
    """The next player is asked. After the second sail the banker takes the pot."""
    deal = deal._replace(waiting=deal.waiting[1:], bets=(), covering=(), turned=(), phase="answers")
    if deal.waiting:
        return deal
    if deal.sail == LAST_SAIL:
        deal = deal.with_paid([(THE_POT, deal.banker, deal.pot)])
    return deal._replace(phase="over")


DOES: Mapping[str, Callable[..., Deal]] = {
    "answer": _sailed,
    "show": _shown,
    "bid": _answered,
    "card": _turned,
}
