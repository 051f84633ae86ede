"""How fast the search with all hands open is: whole deals of thirteen tricks, and hands of five cards.

A whole deal is a rik at random: a player with their longest suit as trumps, the holder of an ace that is
asked, eight tricks to take. A hand of five cards is a call of three tricks among five players. Both are asked
whether the goal can be reached. Times are processor time on one core. They are compared with what a table
allows (`limit`).
"""

from __future__ import annotations

import random
import statistics
from time import process_time

from sabot.core.cards import DECK, SUITS, Card
from sabot.core.progress import Progress, silent, stepping
from sabot.games.tricks.double_dummy.answers import Contract, Open, can_be_made

WHOLE_DEALS, SHORT_DEALS = 200, 400
POSITION_LIMIT = 2_000_000
LIMITS_S = {"thirteen_tricks": (1.0, 5.0), "five_tricks": (0.005, 0.05)}
"""The median and the worst that a table allows, in seconds."""


def measure(deals: int = WHOLE_DEALS, *, progress: Progress = silent) -> dict[str, object]:
    """The seconds that an answer takes, for both kinds of deal."""
    chance = random.Random(1)
    with progress("solving deals", deals + SHORT_DEALS) as advance:
        whole = [_seconds(*_rik(chance)) for _ in stepping(range(deals), advance)]
        short = [_seconds(*_call(chance)) for _ in stepping(range(SHORT_DEALS), advance)]
    return {
        "thirteen_tricks": _figures("thirteen_tricks", whole),
        "five_tricks": _figures("five_tricks", short),
    }


def _rik(chance: random.Random) -> tuple[Open, Contract]:
    """A deal with the longest suit of the first seat as trumps and an ace that they do not hold."""
    while True:
        dealt = chance.sample(DECK, 52)
        hands = {seat: tuple(dealt[13 * (seat - 1) : 13 * seat]) for seat in (1, 2, 3, 4)}
        trump = max(SUITS, key=lambda suit: sum(card.suit == suit for card in hands[1]))
        asked = [ace for suit in SUITS if suit != trump and (ace := Card("A", suit)) not in hands[1]]
        if asked:
            partner = next(seat for seat, held in hands.items() if asked[0] in held)
            contract = Contract(frozenset({1, partner}), tricks=8, trump=trump, asked=asked[0])
            return Open(hands, chance.randint(1, 4)), contract


def _call(chance: random.Random) -> tuple[Open, Contract]:
    dealt = chance.sample(DECK, 25)
    hands = {seat: tuple(dealt[5 * (seat - 1) : 5 * seat]) for seat in range(1, 6)}
    return Open(hands, 1), Contract(frozenset({1}), tricks=3, trump=hands[1][0].suit)


def _seconds(deal: Open, contract: Contract) -> float:
    began = process_time()
    can_be_made(deal, contract, limit=POSITION_LIMIT)
    return process_time() - began


def _figures(name: str, seconds: list[float]) -> dict[str, object]:
    median, worst = statistics.median(seconds), max(seconds)
    median_limit, worst_limit = LIMITS_S[name]
    ordered = sorted(seconds)
    return {
        "deals": len(seconds),
        "median_s": round(median, 4),
        "p99_s": round(ordered[len(ordered) * 99 // 100 - 1], 4),
        "worst_s": round(worst, 4),
        "median_of_limit": round(median / median_limit, 3),
        "worst_of_limit": round(worst / worst_limit, 3),
        "over_the_worst_limit": sum(each > worst_limit for each in seconds),
    }
