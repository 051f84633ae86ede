"""Who pays whom at een-en-twintig. Source: HS p. 36-37."""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot.games.banks import stakes
from sabot.games.banks.twenty_one.allowed import bank_of
from sabot.games.banks.twenty_one.deal import Deal, Hand
from sabot.games.banks.twenty_one.values import times
from sabot.games.evening.deal import Outcome

ALL_BUT_OPENED = 20
"""A banker with twenty or more wins of all who stood: twenty-one was opened before (HS p. 37)."""
GROOTE_TIMES = 3
"""How often the groote bank is paid."""


def settled(deal: Deal, nth: int, *, many: int) -> Deal:
    """The deal when a hand is paid `many` times its stake, or pays it where `many` is below zero."""
    now = deal.hands[nth]
    pays = stakes.won if many > 0 else stakes.lost
    evening, lines = pays(deal.evening, now.seat, now.stake, times=abs(many))
    after = deal._replace(
        evening=evening, lines=(*deal.lines, *lines), results=(*deal.results, (now.seat, many))
    )
    return after.with_hand(nth, stake=0, state="done")


def hand_opened(deal: Deal, nth: int) -> Deal:
    """A player's hand lies open: a bank is paid, also twenty-one and many cards; what is over pays."""
    now = deal.hands[nth]
    many = bank_of(deal, now) or times(now.size, deal.how)
    if bank_of(deal, now) == GROOTE_TIMES:
        deal = deal._replace(highest=(*deal.highest, now.seat))
    won = deal.points(now) <= deal.how.aim
    return settled(_laid_open(deal, nth), nth, many=many if won else -many)


def _laid_open(deal: Deal, nth: int) -> Deal:
    now = deal.all_hands[nth]
    cards = [*map(str, now.cards)]
    deal = deal.with_hand(nth, is_open=True)
    return deal.with_line("open", seat=now.seat, cards=cards, points=deal.points(now))


def bank_opened(deal: Deal) -> Deal:
    """The banker has a bank: every player pays, and the deal is over."""
    many = bank_of(deal, deal.bank)
    deal = _laid_open(deal, len(deal.hands))._replace(phase="over")
    for nth, _ in enumerate(deal.hands):
        deal = settled(deal, nth, many=-many)
    return deal


def banker_opens(deal: Deal) -> Deal:
    """The banker's cards lie open, and the banker draws or stands."""
    return _laid_open(deal, len(deal.hands))._replace(phase="banker")


def banker_drew(deal: Deal, card: Card) -> Deal:
    """The banker has one more card. Over twenty-one, everyone still in is paid once."""
    deal = deal.with_hand(len(deal.hands), cards=(*deal.bank.cards, card))
    deal = deal.with_line("card", card=str(card), to=str(deal.banker), points=deal.points(deal.bank))
    if deal.points(deal.bank) <= deal.how.aim:
        return deal
    deal = deal._replace(bust=True, phase="over")
    for nth, now in enumerate(deal.hands):
        deal = settled(deal, nth, many=1) if now.state == "stood" else deal
    return deal


def compared(deal: Deal) -> Deal:
    """Those who stood are compared with the banker, as far as their cards are known; the others show them."""
    while (now := deal.to_show) is not None and now.is_known:
        nth = deal.hands.index(now)
        deal = settled(_laid_open(deal, nth), nth, many=against(deal, now))
    return deal if deal.to_show else deal._replace(phase="over")


def against(deal: Deal, now: Hand) -> int:
    """What a hand that stood is paid: once with more than the banker, else it pays once. One that turns out
    to be over twenty-one pays as such."""
    has, banker = deal.points(now), deal.points(deal.bank)
    if has > deal.how.aim:
        return -times(now.size, deal.how)
    return 1 if has > banker and banker < ALL_BUT_OPENED else -1


def outcome(deal: Deal) -> Outcome | None:
    """The result line and the score; None while the deal is undecided."""
    if deal.phase != "over":
        return None
    result: Plain = {
        "winner": None,
        "banker": deal.banker,
        "points": deal.points(deal.bank) if deal.bank.is_open else None,
        "cards": [*map(str, deal.bank.cards)] if deal.bank.is_open else [],
        "bust": deal.bust,
        "times": [{"seat": seat, "times": many} for seat, many in deal.results],
    }
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    return Outcome(result, lines=(("score", {"purses": purses}),))
