"""The bids of rikken, from rik to solo beter (Doevendans 3.2-3.3; the variants of ch. 18)."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from sabot.games.rikken.options import Options

Group = Literal["rik", "alone", "misere", "piek", "malheur", "solo"]

PASS = "pas"  # noqa: S105  (no password)


class Bid(NamedTuple):
    """A bid: `tricks` is what it promises, exactly so for misère and piek, at least for the others.

    `hearts`: hearts are trumps (*beter*). `openness`: 0 all hands are hidden, 1 the bidder's hand lies open,
    2 all hands do and the opponents may talk (*met een praatje*).
    """

    name: str
    group: Group
    tricks: int
    hearts: bool = False
    openness: int = 0

    @property
    def title(self) -> str:
        """The bid as it is said.

        >>> named(Options())["open_misere_praatje"][1].title
        'open misère met een praatje'
        """
        return self.name.replace("_praatje", " met een praatje").replace("_", " ").replace("misere", "misère")

    @property
    def has_trumps(self) -> bool:
        """Whether there are trumps: in all but misère and piek."""
        return self.group not in ("misere", "piek")

    @property
    def has_partner(self) -> bool:
        """Whether the bidder plays with the holder of an asked card."""
        return self.group in ("rik", "malheur")


Rung = tuple[Bid, ...]
"""Bids of the same rank."""


def _no_trumps(openness: int, before: str = "", after: str = "") -> Rung:
    return (
        Bid(f"{before}misere{after}", "misere", 0, openness=openness),
        Bid(f"{before}piek{after}", "piek", 1, openness=openness),
    )


def _number(tricks: int) -> tuple[Rung, Rung]:
    return (Bid(f"{tricks}", "alone", tricks),), (Bid(f"{tricks}_beter", "alone", tricks, hearts=True),)


RIK = ((Bid("rik", "rik", 8),), (Bid("rik_beter", "rik", 8, hearts=True),))
MALHEUR = (Bid("malheur", "malheur", 8),)
TOP = (
    _no_trumps(1, "open_"),
    _no_trumps(2, "open_", "_praatje"),
    (Bid("solo", "solo", 13),),
    (Bid("solo_beter", "solo", 13, hearts=True),),
)
"""What stays above malheur in every variant (ch. 18)."""


@cache
def ladder(options: Options) -> tuple[Rung, ...]:
    """The bids of this house, low to high.

    >>> [len(rung) for rung in ladder(Options())]
    [1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1]
    """
    rungs: list[Rung] = [*RIK]
    for tricks in range(7, 13):
        rungs += _number(tricks) if tricks >= options.lowest_alone else ()
        rungs += [_no_trumps(0)] if tricks == options.misere_above else []
    rungs += [MALHEUR] if options.malheur != "off" else []
    return tuple(_played(options, rung) for rung in (*rungs, *TOP))


def _played(options: Options, rung: Rung) -> Rung:
    return rung if options.piek_allowed else tuple(bid for bid in rung if bid.group != "piek")


@cache
def named(options: Options) -> dict[str, tuple[int, Bid]]:
    """Each bid of this house by its name, with its place on the ladder from 1.

    >>> named(Options())["open_piek"][0], named(Options(lowest_alone=8))["misere"][0]
    (17, 5)
    """
    return {bid.name: (rank, bid) for rank, rung in enumerate(ladder(options), start=1) for bid in rung}


NAMES = tuple(named(Options()))
"""The names of all bids, low to high."""

OP_VOORHAND = Bid("rik_op_voorhand", "rik", 8)
"""Rik named before the deal (ch. 21): it is no bid of the ladder."""
