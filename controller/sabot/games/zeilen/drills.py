"""What is paid at zeilen: what a card leaves in the pot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.evening.drills import paying, settling
from sabot.games.evening.drills.cards import rows_of
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment
from sabot.games.evening.household import HouseholdGame
from sabot.games.questions import Drill
from sabot.games.zeilen import rules
from sabot.games.zeilen.deal import Deal
from sabot.games.zeilen.options import Options

WON, LOST = "the hand wins", "the hand loses"
STAKE, POT = "the stake is part of the pot", "the stake is the whole pot"
ASK = (
    "{pot} are in the pot, and {amount} are staked on the hand of seat {n}. "
    "What is in the pot after this card?"
)
WHYS = {
    f"{WON}/{STAKE}": reason("a higher card of the suit wins as much as was staked out of the pot"),
    f"{WON}/{POT}": reason(
        "a bank that loses the whole pot puts its stake in again, and is lost the second time"
    ),
}
NOT_BEATEN = reason("without a higher card of the suit the stake goes into the pot")


def deals_of(moment: Moment) -> tuple[Deal, Deal]:
    """The round before and after the act."""
    before, deal = moment.before.deal, moment.after.deal
    assert isinstance(before, Deal)
    assert isinstance(deal, Deal)
    return before, deal


def cases(moment: Moment) -> Iterable[tuple[str, int]]:
    """The hand that a card decides."""
    before, deal = deals_of(moment)
    if before.phase != "turn" or deal.phase == "turn":
        return
    seat = before.waiting[0]
    row = WON if any(moment.paid(each) > 0 for each, _ in before.bets) else LOST
    yield f"{row}/{POT if before.covered == before.pot else STAKE}", seat


def moment_of(cell: str, rng: Random, *, options: Options) -> tuple[Moment, int]:
    """A card that decides a hand of this cell, and the seat of the hand."""
    found_in = settling.moments(Taught(HouseholdGame(rules), options), rng)
    return settling.found(found_in, cases, cell, rng)


def asks(cell: str, rng: Random, *, options: Options) -> Worth:
    """What a card of this cell leaves in the pot."""
    moment, seat = moment_of(cell, rng, options=options)
    before, deal = deals_of(moment)
    card = next(str(keys["card"]) for name, keys in reversed(deal.lines) if name == "card")
    hands = [
        {"seat": seat, "cards": [*map(str, before.hands[seat])]},
        {"seat": before.banker, "cards": [card]},
    ]
    values = {"n": str(seat), "pot": money(before.pot), "amount": money(before.covered)}
    return Worth(ASK, {"hands": hands}, deal.pot, WHYS.get(cell, NOT_BEATEN), values)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What a card leaves in the pot in this house."""
    given = options.get(rules.NAME)
    worth = partial(asks, options=given if isinstance(given, Options) else Options())
    columns = (STAKE, POT)
    rows = rows_of((WON, LOST), columns)
    return (paying.drill(rules.NAME, settling.TITLE, rows, worth, columns=columns, typed="money"),)
