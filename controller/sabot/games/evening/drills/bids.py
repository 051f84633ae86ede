"""Which bids are allowed: of a few that the game has, each that may be made now is touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from sabot.core.terms import Turn
from sabot.games.evening.drills.cards import Facts, no_facts
from sabot.games.evening.drills.dealing import (
    CellOf,
    Taught,
    done_with,
    position,
    refused,
    sorted_hand,
    turn_of,
)
from sabot.games.evening.household import Coup
from sabot.games.questions import SEVERAL, Act, Drill, Question, Verdict, chance_of, marks_judged

FIRST, OVER_LOW, OVER_HIGH = "nobody has bid", "over a low bid", "over a high bid"
"""The cells of an auction in which each bid is higher than the one before."""

TITLE = "Bids that are allowed"
ASK = "Touch every bid that seat {n} may make."
TARGET_S = 5.0
BIDS_OFFERED = 4
BID = "bid "


class Auction(NamedTuple):
    """What is taught of an auction: all bids of this house, the lowest first and the pass among them, how
    each is said, to which cell a moment belongs, and what is shown besides the bids."""

    bids: Sequence[str]
    cells: tuple[str, ...]
    cell_of: CellOf
    said: Callable[[str], str] = str
    facts: Facts = no_facts
    shows_hand: bool = False


def height_of(coup: Coup, *, ladder: Sequence[str]) -> str | None:
    """The cell by the height of the bid that stands, where a seat bids; None at other moments."""
    if turn_of(coup, BID) is None:
        return None
    made = [ladder.index(each["bid"]) for each in coup.spread.get("bids", ()) if each["bid"] in ladder]
    if not made:
        return FIRST
    return OVER_HIGH if max(made) >= len(ladder) // 2 else OVER_LOW


def offered(bids: Sequence[str], allowed: Sequence[str], rng: Random) -> list[str]:
    """A few bids in the order of the ladder, some allowed and some not, where there are both kinds."""
    others = [bid for bid in bids if bid not in allowed]
    mine = [bid for bid in bids if bid in allowed]
    count = rng.randint(max(1, BIDS_OFFERED - len(others)), min(len(mine), BIDS_OFFERED - bool(others)))
    chosen = {*rng.sample(mine, count), *rng.sample(others, min(len(others), BIDS_OFFERED - count))}
    return [bid for bid in bids if bid in chosen]


def asked(cell: str, seed: int, *, taught: Taught, auction: Auction, name: str) -> Question:
    """The bids so far, and a few that could be made."""
    coup = position(taught, auction.cell_of, name, cell, seed)
    turn = _turn(coup)
    rng = chance_of(name, f"{cell} offered", seed)
    bids = offered(auction.bids, done_with(turn, BID), rng)
    hand = sorted_hand(coup.hand_of(turn.seat) or ()) if auction.shows_hand else []
    shows = {
        "kind": "evening",
        "game": taught.name,
        "bids": [{**each, "bid": auction.said(each["bid"])} for each in coup.spread.get("bids", ())],
        "hand": [*map(str, hand)],
        **auction.facts(coup),
    }
    acts = tuple(Act(bid, auction.said(bid), str(nth), True) for nth, bid in enumerate(bids, start=1))
    return Question(name, cell, seed, ASK, shows, {"n": str(turn.seat)}, acts, SEVERAL)


def _turn(coup: Coup) -> Turn:
    turn = turn_of(coup, BID)
    assert turn is not None
    return turn


def judged(question: Question, answer: str, *, taught: Taught, auction: Auction) -> Verdict:
    """The bids that are due in that deal are right; of a wrong one the rule says why it is refused."""
    coup = position(taught, auction.cell_of, question.drill, question.cell, question.seed)
    turn = _turn(coup)
    allowed = done_with(turn, BID)
    wrong = [bid for bid in answer.split(",") if bid in auction.bids and bid not in allowed]
    why = refused(taught, coup, f"bid {turn.seat} {wrong[0]}") if wrong else turn.why
    return marks_judged(question, answer, right=allowed, why=why)


def drill(taught: Taught, auction: Auction) -> Drill:
    """The bids that are allowed at this game."""
    name = f"bids-{taught.name}"
    ask = partial(asked, taught=taught, auction=auction, name=name)
    judge = partial(judged, taught=taught, auction=auction)
    return Drill(name, TITLE, (auction.cells,), ask, judge, TARGET_S, (), taught.name)
