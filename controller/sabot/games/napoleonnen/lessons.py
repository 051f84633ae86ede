"""What the school asks of napoleonnen: with which card a contract was thrown away."""

from __future__ import annotations

from sabot.core import game
from sabot.games.evening.household import Coup
from sabot.games.lessons import Hindsight, Lessons
from sabot.games.napoleonnen.deal import FULL_HAND, TRICKS, Deal
from sabot.games.tricks.double_dummy.answers import Contract
from sabot.games.tricks.lessons.hindsight import Finished, hindsight


def of_deal(coup: game.Coup) -> Hindsight:
    """The cards that decided a contract."""
    assert isinstance(coup, Coup)
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.contract is None or deal.play is None:
        return Hindsight()
    goal = Contract(frozenset({deal.declarer}), TRICKS[deal.contract.bid], trump=deal.play.trump)
    plays = [each for trick in deal.play.tricks for each in trick.plays]
    finished = Finished(deal.holding.hands, plays, deal.play.seats, FULL_HAND)
    return hindsight(finished, [goal])


LESSONS = Lessons(hindsight=of_deal)
