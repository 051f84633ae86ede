"""The calls of nap: which there are, which is higher, and what each wins and loses.

Source: EN p. 10-14. The stakes of nap itself are inferred from those of Wellington and Blücher, which are
its double and treble.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.reasons import Reason, reason
from sabot.games.auctions.ladder import NO_BID, Made, highest, over
from sabot.games.nap.options import Options

LADDER = ("1", "2", "misere", "3", "4", "nap", "wellington", "blucher")
"""All calls, the lowest first. Misère ranks between two and three (EN p. 12)."""

TRICKS = {"1": 1, "2": 2, "3": 3, "4": 4, "nap": 5, "wellington": 5, "blucher": 5, "misere": 0}
"""How many tricks each call promises; misère promises to take none."""


class Stake(NamedTuple):
    """What the caller wins from each opponent and loses to each, in units."""

    wins: int
    loses: int


STAKES = {each: Stake(int(each), int(each)) for each in "1234"} | {
    "misere": Stake(3, 3),
    "nap": Stake(10, 5),
    "wellington": Stake(20, 10),
    "blucher": Stake(30, 15),
}
MODIFIED = {"wellington": Stake(10, 10), "blucher": Stake(10, 15)}
"""The stakes of the two highest calls where the house plays them modified (EN p. 13)."""

FULL_HAND = 5
"""Cards in a hand, and tricks in a deal."""
LOWEST_DOUBLED = "3"
"""The lowest call where stakes may be doubled (EN p. 13)."""


def ladder(options: Options) -> tuple[str, ...]:
    """The calls of this house, the lowest first."""
    without = {
        "misere": not options.misere,
        "wellington": options.wellington == "off",
        "blucher": options.blucher == "off" or options.wellington == "off",
    }
    calls = tuple(call for call in LADDER if not without.get(call))
    return calls[calls.index(LOWEST_DOUBLED) :] if options.double_header else calls


def allowed(options: Options, bids: tuple[Made, ...]) -> tuple[str, ...]:
    """What the next player may call, passing included: more than the calls before, Wellington only over nap
    and Blücher only over Wellington."""
    standing = highest(bids, LADDER)
    higher = over(ladder(options), standing.bid if standing else None)
    needs = {"wellington": "nap", "blucher": "wellington"}
    calls = tuple(call for call in higher if call not in needs or (standing and standing.bid == needs[call]))
    return (NO_BID, *calls)


def stake(options: Options, call: str) -> Stake:
    """What this call wins and loses, in units."""
    house = {"wellington": options.wellington, "blucher": options.blucher}.get(call)
    return MODIFIED[call] if house == "modified" else STAKES[call]


def refusal(options: Options, bids: tuple[Made, ...], call: str) -> Reason | None:
    """Why this call is not allowed now; None where it is."""
    if call in allowed(options, bids):
        return None
    if call not in ladder(options):
        return reason("this house does not play that call")
    if call in ("wellington", "blucher"):
        return reason("Wellington is called over nap, and Blücher over Wellington")
    return reason("a call is higher than those before it")
