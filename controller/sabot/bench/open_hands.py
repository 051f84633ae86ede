"""How fast the search with all hands open is: whole deals of thirteen tricks, and hands of five cards.

A whole deal is a rik at random: a player with their longest suit as trumps, the holder of an ace that is
asked, eight tricks to take. *Alone* is seven or eight tricks without a partner. A misère and a piek are asked
of the lowest of twelve hands. A hand of five cards is a call of three tricks among five players. Each deal is
asked whether the goal can be reached. Times are processor time on one core. They are compared with what a
table allows (`limit`). Where the search in C was built, it is compared with the one in Python, which finds
the same with as many positions.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Sequence
from time import process_time

from sabot.core.cards import DECK, SUITS, Card
from sabot.core.progress import Progress, silent, stepping
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.tricks.double_dummy import asking
from sabot.games.tricks.double_dummy.answers import Contract, Open, can_be_made

WHOLE_DEALS, OTHER_DEALS, SHORT_DEALS = (200, 40, 400) if asking.IN_C is None else (1_000, 200, 1_000)
COMPARED_DEALS, COMPARED_POSITIONS = 20, 2_000
LOW_HANDS = 12
"""A misère or piek is bid with the lowest of as many hands."""
POSITION_LIMIT = 2_000_000
LOW_POSITION_LIMIT = 60_000 if asking.IN_C is None else POSITION_LIMIT
WHOLE_LIMITS_S, SHORT_LIMITS_S = (1.0, 5.0), (0.005, 0.05)
"""The median and the worst that a table allows, in seconds."""


def measure(deals: int = WHOLE_DEALS, *, progress: Progress = silent) -> dict[str, object]:
    """The seconds that an answer takes, for each kind of deal."""
    chance = random.Random(1)
    other = min(deals, OTHER_DEALS)
    kinds = {
        "thirteen_tricks": (_rik, deals),
        "five_tricks": (_call, SHORT_DEALS),
        "alone": (_alone, other),
        "misere": (_misere, other),
        "piek": (_piek, other),
    }
    with progress("solving deals", sum(count for _, count in kinds.values())) as advance:
        figures: dict[str, object] = {
            name: _figures(name, [_seconds(*dealt(chance)) for _ in stepping(range(count), advance)])
            for name, (dealt, count) in kinds.items()
        }
    return figures | {"searches": _compared()}


def _compared() -> dict[str, object]:
    """The seconds of both searches for the same riks, each with the same few positions, and how many times
    faster the one in C is; None where it was not built."""
    in_python, in_c = _seconds_in(None), asking.IN_C and _seconds_in(asking.IN_C)
    times = None if in_c is None else round(in_python / in_c, 1)
    return {"deals": COMPARED_DEALS, "in_python_s": in_python, "in_c_s": in_c, "times_faster": times}


def _seconds_in(search: Callable[..., asking.Searching] | None) -> float:
    """The seconds of one of the searches for some riks."""
    before, asking.IN_C = asking.IN_C, search
    try:
        deals = [_rik(random.Random(seed)) for seed in range(COMPARED_DEALS)]
        return round(sum(_seconds(*deal, limit=COMPARED_POSITIONS)[0] for deal in deals), 4)
    finally:
        asking.IN_C = before


def _rik(chance: random.Random) -> tuple[Open, Contract]:
    """A deal with the longest suit of the first seat as trumps and an ace that they do not hold."""
    while True:
        hands = _hands(chance)
        trump = _longest(hands[1])
        asked = [ace for suit in SUITS if suit != trump and (ace := Card("A", suit)) not in hands[1]]
        if asked:
            partner = next(seat for seat, held in hands.items() if asked[0] in held)
            contract = Contract(frozenset({1, partner}), tricks=8, trump=trump, asked=asked[0])
            return Open(hands, chance.randint(1, 4)), contract


def _hands(chance: random.Random) -> dict[int, tuple[Card, ...]]:
    dealt = chance.sample(DECK, 52)
    return {seat: tuple(dealt[13 * (seat - 1) : 13 * seat]) for seat in (1, 2, 3, 4)}


def _longest(hand: Sequence[Card]) -> str:
    return max(SUITS, key=lambda suit: sum(card.suit == suit for card in hand))


def _alone(chance: random.Random) -> tuple[Open, Contract]:
    hands = _hands(chance)
    contract = Contract(frozenset({1}), chance.choice((7, 8)), trump=_longest(hands[1]))
    return Open(hands, chance.randint(1, 4)), contract


def _misere(chance: random.Random) -> tuple[Open, Contract]:
    deals = [_hands(chance) for _ in range(LOW_HANDS)]
    low = min(deals, key=lambda hands: sum(ACE_HIGH.index(card.rank) for card in hands[1]))
    return Open(low, 1), Contract(frozenset({1}), 0, exactly=True)


def _piek(chance: random.Random) -> tuple[Open, Contract]:
    deal, contract = _misere(chance)
    return deal, contract._replace(tricks=1)


def _call(chance: random.Random) -> tuple[Open, Contract]:
    dealt = chance.sample(DECK, 25)
    hands = {seat: tuple(dealt[5 * (seat - 1) : 5 * seat]) for seat in range(1, 6)}
    return Open(hands, 1), Contract(frozenset({1}), tricks=3, trump=hands[1][0].suit)


def _seconds(deal: Open, contract: Contract, *, limit: int | None = None) -> tuple[float, bool]:
    """The seconds, and whether it was decided."""
    if limit is None:
        limit = LOW_POSITION_LIMIT if contract.exactly else POSITION_LIMIT
    began = process_time()
    made = can_be_made(deal, contract, limit=limit)
    return process_time() - began, made is not None


def _figures(name: str, found: list[tuple[float, bool]]) -> dict[str, object]:
    seconds = [each for each, _ in found]
    median, worst = statistics.median(seconds), max(seconds)
    median_limit, worst_limit = SHORT_LIMITS_S if name == "five_tricks" else WHOLE_LIMITS_S
    ordered = sorted(seconds)
    return {
        "deals": len(seconds),
        "median_s": round(median, 4),
        "p99_s": round(ordered[len(ordered) * 99 // 100 - 1], 4),
        "worst_s": round(worst, 4),
        "median_of_limit": round(median / median_limit, 3),
        "worst_of_limit": round(worst / worst_limit, 3),
        "not_decided": sum(not decided for _, decided in found),
        "over_the_worst_limit": sum(each > worst_limit for each in seconds),
    }
