"""What is paid at mieën: a deal is played until its three tricks are taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.evening.drills import paying, settling
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.wishes import filled
from sabot.games.mieen import rules
from sabot.games.mieen.deal import Deal
from sabot.games.mieen.options import Options
from sabot.games.questions import Drill

ONE, TWO, ALL, NONE, ALONE, DEFENDED = (
    *("one trick", "two tricks", "all three tricks", "no trick"),
    *("the only player who goes along", "a dealer who defends"),
)
CELLS = (ONE, TWO, ALL, NONE, ALONE, DEFENDED)
BY_TRICKS = (NONE, ONE, TWO, ALL)
FOLD_SHARE, DEFEND_SHARE = 0.4, 0.7
"""How often a player drops in these deals, and a dealer defends who may."""
ASK = "{amount} are in the pot, and seat {n} has gone along. What does seat {n} pay or get?"
ASK_DEFENDED = (
    "{amount} are in the pot, and seat {n} has defended as the dealer. What does seat {n} pay or get?"
)
ASK_ALONE = "{amount} are in the pot, and nobody but seat {n} has gone along. What does seat {n} pay or get?"
WHYS = {
    ONE: reason("each trick takes a third of the pot, in whole counters"),
    ALL: reason("three tricks take the whole pot"),
    NONE: reason("who went along and has no trick pays as much as was in the pot into the next one"),
    ALONE: reason("the only player who goes along takes the pot"),
    DEFENDED: reason(
        "a dealer who defends plays for the pot: what they win stays in it, and they pay nothing"
    ),
}
WHYS |= {TWO: WHYS[ONE]}


def chosen(coup: Coup, rng: Random) -> str:
    """Hands are known; some drop, and a dealer who may defend mostly does."""
    turn = coup.turns[0]
    offers = [(each, act) for each in coup.turns for act in each.acts]
    hands = [(each, act) for each, act in offers if act.startswith("hand ")]
    if hands:
        return filled(coup, *hands[0], rng)
    defends = [act for act in turn.acts if act.endswith("verdedigt")]
    if defends and rng.random() < DEFEND_SHARE:
        return defends[0]
    folds = [act for act in turn.acts if act.startswith("fold ")]
    act = folds[0] if folds and rng.random() < FOLD_SHARE else rng.choice(turn.acts)
    return filled(coup, turn, act, rng)


def cases(moment: Moment) -> Iterable[tuple[str, tuple[str, int]]]:
    """Everybody who played, when a deal is over."""
    deal = moment.after.deal
    assert isinstance(deal, Deal)
    if deal.phase != "over":
        return
    for seat in deal.along:
        cell = BY_TRICKS[deal.play.taken(seat)] if deal.play else ALONE
        yield cell, (cell, seat)
    if deal.defends:
        yield DEFENDED, (DEFENDED, deal.dealer)


def posed(moment: Moment, what: tuple[str, int], rng: Random) -> Worth:
    """What this seat pays or gets."""
    cell, seat = what
    deal = moment.after.deal
    assert isinstance(deal, Deal)
    values = {"n": str(seat), "amount": money(deal.divided)}
    shows: dict[str, object] = {"taken": deal.play.taken(seat)} if deal.play else {}
    ask = {DEFENDED: ASK_DEFENDED, ALONE: ASK_ALONE}.get(cell, ASK)
    return Worth(ask, shows, abs(moment.gain(seat)), WHYS[cell], values)


def payout(options: Options) -> Subject[tuple[str, int], Worth]:
    """What tricks are paid in this house."""
    return Subject(Taught(HouseholdGame(rules), options), cases, posed, chosen)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What tricks are paid in this house."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    return (paying.drill(rules.NAME, settling.TITLE, (CELLS,), payout(house).asks, typed="money"),)
