"""What each pays or gets where several play misère or piek at once: a deal is played until it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from sabot.core.reasons import reason
from sabot.games.evening.drills.dealing import Taught, next_act, turn_of
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.rikken import rules
from sabot.games.rikken.deal import AUCTION, Deal, tricks_of
from sabot.games.rikken.options import Options

SEVERAL = "several on one misère"
ASK = "Several play at once. How many points does seat {n} pay or get in all?"
WHY = reason("each bid of a joint misère is settled against the three others")
BIDS = ("misere", "piek")
LOW_SHARE = 0.9
"""How often a player of a misère plays the lowest card that is allowed, so that some are made."""
LOW_TO_HIGH = "23456789TJQKA"


def chosen(coup: Coup, rng: Random) -> str:
    """Who may bid misère or piek mostly does; who plays one keeps low."""
    turn, deal = coup.turns[0], coup.deal
    assert isinstance(deal, Deal)
    bids = [act for act in turn.acts if act.startswith("bid ") and act.split()[-1] in BIDS]
    if bids:
        return rng.choice([*bids, f"bid {turn.seat} pas"])
    plays = turn_of(coup, "play ") is not None and deal.contract is not None
    if plays and _is_joint(deal, turn.seat) and rng.random() < LOW_SHARE:
        return min(turn.acts, key=lambda act: LOW_TO_HIGH.index(act.split()[-1][0]))
    return next_act(coup, rng)


def _is_joint(deal: Deal, seat: int) -> bool:
    return deal.contract is not None and seat in {call.seat for call in deal.contract.joint}


def cases(moment: Moment) -> Iterable[tuple[str, int]]:
    """Every seat, when a deal is over that several played."""
    deal = moment.after.deal
    assert isinstance(deal, Deal)
    if deal.points is not None and deal.contract and len(deal.contract.joint) > 1:
        for seat in deal.seats:
            yield SEVERAL, seat


def posed(moment: Moment, seat: int, rng: Random) -> Worth:
    """The bids with the tricks that each has taken, and what this seat pays or gets."""
    deal = moment.after.deal
    assert isinstance(deal, Deal)
    assert deal.contract is not None
    assert deal.points is not None
    tricks = tricks_of(deal)
    bids = [
        {"seat": call.seat, "bid": f"{call.bid.title}, {tricks[call.seat]} {_slagen(tricks[call.seat])}"}
        for call in deal.contract.joint
        if call.bid
    ]
    return Worth(ASK, {"bids": bids}, abs(deal.points[seat]), WHY, {"n": str(seat)})


def _slagen(number: int) -> str:
    return "slag" if number == 1 else "slagen"


def subject(options: Options) -> Subject[int, Worth]:
    """Deals that several play at once, in this house."""
    house = replace(options, round=AUCTION)
    return Subject(Taught(HouseholdGame(rules), house), cases, posed, chosen)
