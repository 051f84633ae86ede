"""What the school asks of écarté: with which card a player threw the deal away."""

from __future__ import annotations

from sabot.core import game
from sabot.games.ecarte.deal import FULL_HAND, Deal
from sabot.games.ecarte.playing import MAJORITY_TRICKS
from sabot.games.evening.household import Coup
from sabot.games.lessons import Hindsight, Lessons
from sabot.games.tricks.double_dummy.answers import Contract
from sabot.games.tricks.lessons.hindsight import Finished, hindsight


def of_deal(coup: game.Coup) -> Hindsight:
    """The cards that decided who took three tricks. A game that the king won has none."""
    assert isinstance(coup, Coup)
    deal = coup.deal
    assert isinstance(deal, Deal)
    play = deal.play
    if play is None or not play.tricks:
        return Hindsight()
    goal = Contract(
        frozenset({deal.elder}), MAJORITY_TRICKS, trump=play.trump, rule=play.rule, order=play.order
    )
    plays = [each for trick in play.tricks for each in trick.plays]
    finished = Finished(deal.holding.hands, plays, play.seats, FULL_HAND)
    return hindsight(finished, [goal], is_duel=True)


LESSONS = Lessons(hindsight=of_deal)
