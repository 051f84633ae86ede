"""What the school asks of nap: with which card a call was thrown away."""

from __future__ import annotations

from sabot.core import game
from sabot.games.evening.household import Coup
from sabot.games.lessons import Hindsight, Lessons
from sabot.games.nap.calls import FULL_HAND, TRICKS
from sabot.games.nap.deal import Deal
from sabot.games.tricks.double_dummy.answers import Contract
from sabot.games.tricks.lessons.hindsight import Finished, hindsight

MISERE = "misere"


def of_deal(coup: game.Coup) -> Hindsight:
    """The cards that decided a call. The first one also makes trumps: it is not judged."""
    assert isinstance(coup, Coup)
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.contract is None:
        return Hindsight()
    caller, call = deal.contract
    goal = Contract(frozenset({caller}), TRICKS[call], exactly=call == MISERE, trump=deal.trump)
    plays = [(each.seat, each.card) for each in deal.played]
    finished = Finished(deal.hands, plays, deal.order, FULL_HAND, lead_decides=deal.trump is not None)
    return hindsight(finished, [goal])


LESSONS = Lessons(hindsight=of_deal)
