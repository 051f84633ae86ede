"""What the school asks of rikken: with which card a contract was thrown away."""

from __future__ import annotations

from sabot.core import game
from sabot.games.evening.household import Coup
from sabot.games.lessons import UNKNOWN, Hindsight, Lessons
from sabot.games.rikken import asked
from sabot.games.rikken.claiming import partner_of
from sabot.games.rikken.deal import FULL_HAND, Contract, Deal
from sabot.games.tricks.double_dummy import answers
from sabot.games.tricks.lessons.hindsight import Finished, hindsight


def goals(deal: Deal, contract: Contract) -> list[answers.Contract]:
    """What is to be made: by the declarer's side, or by each bidder of a joint misère for themselves."""
    bid = contract.bid
    if not bid.has_trumps:
        return [
            answers.Contract(frozenset({call.seat}), call.bid.tricks, exactly=True)
            for call in contract.joint
            if call.bid
        ]
    partner = partner_of(deal, contract) if bid.has_partner else None
    falls = contract.asked if bid.has_partner and asked.has_duty(deal.options, bid) else None
    side = frozenset({contract.declarer, partner or contract.declarer})
    return [answers.Contract(side, bid.tricks, trump=contract.trump, asked=falls)]


def of_deal(coup: game.Coup) -> Hindsight:
    """The cards that decided a contract. Where no contract is played nobody throws one away; where the asked
    card stands for an ace, the search does not know its rank."""
    assert isinstance(coup, Coup)
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.contract is None:
        return Hindsight()
    if deal.contract.stands_in:
        return Hindsight(silent=UNKNOWN)
    plays = [play for trick in deal.laid for play in trick]
    finished = Finished(deal.hands, plays, deal.seats, FULL_HAND)
    return hindsight(finished, goals(deal, deal.contract))


LESSONS = Lessons(hindsight=of_deal)
