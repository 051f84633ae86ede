"""What a hand of een-en-twintig is paid, or pays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from sabot.core.cards import SUITS, Card
from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.core.terms import money
from sabot.games.banks.twenty_one.deal import Deal, Hand, begun
from sabot.games.banks.twenty_one.ending import against, hand_opened
from sabot.games.banks.twenty_one.values import bank, cards_of, points
from sabot.games.een_en_twintig import rules
from sabot.games.een_en_twintig.options import Options
from sabot.games.evening.drills import paying
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.evening import opened
from sabot.games.questions import Drill

MORE, NOT_MORE, SMALL_BANK, BIG_BANK, FIVE, BUST = (
    *("more than the banker", "no more than the banker"),
    *("kleine bank", "groote bank", "five cards or more", "more than twenty-one"),
)
CELLS = (MORE, NOT_MORE, SMALL_BANK, BIG_BANK, FIVE, BUST)
STOOD = (MORE, NOT_MORE)
ASK = "The stake is {amount}. What does the player win or lose?"
TIMES_OF_BANK = {2: SMALL_BANK, 3: BIG_BANK}
CHIPS = range(2, 21)
ONE_CHIP = 50
ACES_SHARE = 0.1
"""How often a hand begins with two aces: by chance alone they come too seldom."""


def table(options: Options, rng: Random) -> Deal:
    """A player and a banker with cards by chance, and a stake."""
    deal = begun(opened(options))
    most = rng.choice((2, 2, 3, 4, 5, 6))
    cards = tuple(rng.sample(cards_of(options, 2), most + 3))
    if most == 2 and rng.random() < ACES_SHARE:
        cards = (*(Card("A", suit) for suit in rng.sample(SUITS, 2)), *cards[2:])
    stake = ONE_CHIP * rng.choice(CHIPS)
    mine = Hand(deal.hands[0].seat, cards[:most], stake=stake, state="stood")
    return deal._replace(hands=(mine,), bank=Hand(deal.banker, cards[most:][: rng.choice((2, 3))]))


def cell_of(deal: Deal) -> str | None:
    """What the hand of the player is an example of; None for what cannot come: a banker over twenty-one, or
    a hand that was over it before its last card."""
    cards, how = deal.hands[0].cards, deal.how
    if (
        points(deal.bank.cards, how) > how.aim
        or points(cards[:-1], how) > how.aim
        or bank(deal.bank.cards, how)
    ):
        return None
    if points(cards, how) > how.aim:
        return BUST
    if bank(cards, how):
        return TIMES_OF_BANK.get(bank(cards, how))
    if len(cards) >= min(how.many):
        return FIVE
    if points(cards, how) == how.aim:
        return None
    return MORE if against(deal, deal.hands[0]) > 0 else NOT_MORE


def asks(cell: str, rng: Random, *, options: Options) -> Worth:
    """What is won or lost with a hand of this cell."""
    deal = table(options, rng)
    while cell_of(deal) != cell:
        deal = table(options, rng)
    stake = deal.hands[0].stake
    many = against(deal, deal.hands[0]) if cell in STOOD else hand_opened(deal, 0).results[-1][1]
    hands = [_shown("The player", deal.hands[0].cards)]
    hands += [_shown("The banker", deal.bank.cards)] if cell in STOOD else []
    why = _why(many)
    return Worth(ASK, {"hands": hands}, abs(many) * stake, why, {"amount": money(stake)})


def _shown(name: str, cards: tuple[Card, ...]) -> dict[str, object]:
    return {"name": name, "cards": [*map(str, cards)]}


def _why(many: int) -> Reason:
    if many > 0:
        return reason("the player gets {n} × the stake", n=many)
    return reason("the player pays {n} × the stake", n=-many)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What a hand is paid in this house."""
    given = options.get(rules.NAME)
    worth = partial(asks, options=given if isinstance(given, Options) else Options())
    return (paying.drill(rules.NAME, "What a hand is paid", (CELLS,), worth, typed="money"),)
