"""What a hand of poker is worth, with and without the joker.

Source: HS p. 66-67. From high to low: royal flush, straight flush, four alike, full house, flush, straight,
three alike, two pairs, a pair, a high card. Equal combinations are decided by the ranks of the combination,
then by the other cards from the top. A hand without the joker beats an equal one with it.

The joker takes the value that makes the hand best, except that of a card already held; so five alike do not
exist unless the house plays with them, and then they are highest. The book prints "of the same suit" for
the straight, which is the straight flush: a straight has any suits. The book is silent on a low ace; we let
it stand below the two in a straight, which is then five high.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from sabot.core.cards import JOKER, Card

KINDS = (
    "high-card",
    "pair",
    "two-pairs",
    "three",
    "straight",
    "flush",
    "full-house",
    "four",
    "straight-flush",
    "royal-flush",
    "five",
)
"""The kinds of a hand, the lowest first."""

ORDER = "23456789TJQKA"
"""The ranks, the lowest first; their places are what `Worth.ranks` holds."""

_RANK = {rank: place for place, rank in enumerate(ORDER)}
ACE, KING = _RANK["A"], _RANK["K"]

Ranks = tuple[int, ...]


class Worth(NamedTuple):
    """What a hand is worth; the greater one wins, and equal ones share.

    `kind` is a place in `KINDS`; `ranks` decides between hands of one kind, the ranks of the combination
    first; `natural`: the joker is not in it.
    """

    kind: int
    ranks: Ranks
    natural: bool

    @property
    def name(self) -> str:
        """The kind in words, as in `KINDS`."""
        return KINDS[self.kind]


_KIND = {name: place for place, name in enumerate(KINDS)}
_STRAIGHTS = {tuple(range(top, top - 5, -1)): top for top in range(ACE, 3, -1)} | {(ACE, 3, 2, 1, 0): 3}
"""The ranks of each straight, from the top, and its highest card."""

_SHAPES = {
    (4, 1): _KIND["four"],
    (3, 2): _KIND["full-house"],
    (3, 1, 1): _KIND["three"],
    (2, 2, 1): _KIND["two-pairs"],
    (2, 1, 1, 1): _KIND["pair"],
    (1, 1, 1, 1, 1): _KIND["high-card"],
}
"""How often each rank is in a hand, the most frequent first."""


def worth(cards: Sequence[Card], *, five_alike: bool = False) -> Worth:
    """What the best five of these five to seven cards are worth; at most one of them is the joker.

    >>> from sabot.core.cards import card_named
    >>> held = [card_named(text) for text in "KC KD 7S 5H KS".split()]
    >>> worth(held).name, worth([*held[:4], JOKER]) < worth(held)
    ('three', True)
    """
    return max(_five(hand, five_alike) for hand in combinations(cards, 5))


def _five(cards: Sequence[Card], five_alike: bool) -> Worth:
    natural = [card for card in cards if card != JOKER]
    ranks = tuple(sorted([_RANK[card.rank] for card in natural], reverse=True))
    is_flush = len({card.suit for card in natural}) == 1
    if len(natural) == len(cards):
        return _natural(ranks, is_flush)
    return _with_joker(ranks, is_flush, five_alike)


@cache
def _natural(ranks: Ranks, is_flush: bool) -> Worth:
    """The worth of five cards of these ranks, which stand from the top."""
    top = _STRAIGHTS.get(ranks)
    if top is not None:
        return Worth(_straight(top, is_flush), (top,), natural=True)
    if is_flush:
        return Worth(_KIND["flush"], ranks, natural=True)
    distinct = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    shape = tuple([ranks.count(rank) for rank in distinct])
    return Worth(_SHAPES[shape], tuple(distinct), natural=True)


def _straight(top: int, is_flush: bool) -> int:
    if not is_flush:
        return _KIND["straight"]
    return _KIND["royal-flush" if top == ACE else "straight-flush"]


@cache
def _with_joker(ranks: Ranks, is_flush: bool, five_alike: bool) -> Worth:
    """The worth of the joker and four cards of these ranks, which stand from the top."""
    if len(set(ranks)) == 1 and five_alike:
        return Worth(_KIND["five"], ranks[:1], natural=False)
    whole, suited = _completed(ranks, is_flush)
    return _natural(whole, suited)._replace(natural=False)


def _completed(ranks: Ranks, is_flush: bool) -> tuple[Ranks, bool]:
    """The five ranks that the joker makes of four, from the top, and whether they are of one suit."""
    added = _missing(ranks)
    if added is None and is_flush:
        added = max(set(range(13)) - set(ranks))
    elif added is None:
        added, is_flush = _alike(ranks), False
    return tuple(sorted((*ranks, added), reverse=True)), is_flush


def _missing(ranks: Ranks) -> int | None:
    """The rank that makes the highest straight of these four, or None."""
    held = set(ranks)
    found = (set(straight) - held for straight in _STRAIGHTS if len(held) == 4 and held < set(straight))
    return next((each.pop() for each in found), None)


def _alike(ranks: Ranks) -> int:
    """The rank that makes most of four cards without straight or flush: one of the most frequent, else the
    highest. Beside four alike the joker is the highest other card."""
    best = max(ranks, key=lambda rank: (ranks.count(rank), rank))
    if ranks.count(best) < 4:
        return best
    return KING if best == ACE else ACE


def showing(cards: Sequence[Card]) -> tuple[Ranks, Ranks, bool]:
    """What open cards of a hand show, to compare hands that are not yet whole: how often the ranks are
    there, the ranks themselves, and whether the joker is not among them.

    The book speaks of the highest card or combination that is visible. It does not say whether cards short
    of a straight or flush count as one; we do not count them.
    """
    ranks = [_RANK[card.rank] for card in cards if card != JOKER]
    if len(ranks) < len(cards):
        ranks.append(_alike(tuple(ranks)) if ranks else ACE)
    distinct = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    return tuple([ranks.count(rank) for rank in distinct]), tuple(distinct), JOKER not in cards


def at_least_pair(cards: Sequence[Card], rank: str) -> bool:
    """Whether a hand is a pair of this rank or anything higher.

    >>> from sabot.core.cards import card_named
    >>> at_least_pair([card_named(text) for text in "QC QD 7S 5H 2S".split()], "J")
    True
    """
    return worth(cards)[:2] >= (_KIND["pair"], (_RANK[rank],))


def at_least_three(cards: Sequence[Card]) -> bool:
    """Whether a hand is three alike or anything higher."""
    return worth(cards).kind >= _KIND["three"]
