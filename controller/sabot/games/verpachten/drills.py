"""What is learnt of verpachten: what may be bid and bought, who takes the farm, and what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.evening.drills import allowing, choosing, paying, settling
from sabot.games.evening.drills.choosing import NOBODY, Choice, seats_or_nobody
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.wishes import filled
from sabot.games.questions import Drill
from sabot.games.verpachten import rules
from sabot.games.verpachten.deal import TARGET_POINTS, Deal, Player, points_of
from sabot.games.verpachten.options import Options

UNDER, OVER, FAR_OVER, SIXTEEN, BEST, BEATEN = (
    *("under sixteen", "one to three over sixteen", "four or more over sixteen"),
    *("sixteen alone", "the better of two sixteens", "sixteen that is beaten"),
)
LITTLE_OVER = 3
RENT_COUNTERS = range(30, 51)
STANDS_AT = range(13, 17)
"""Players in these deals buy until they have as many points."""
ASK = (
    "Seat {m} is the tenant, {amount} lie in the farm, and a counter is {unit}. "
    "What does seat {n} pay, or take from the farm?"
)
WHYS = {
    UNDER: reason("under sixteen nothing is paid"),
    OVER: reason("each point over sixteen costs a counter, paid to the tenant"),
    SIXTEEN: reason("sixteen takes the farm"),
    BEST: reason("of several sixteens the one with the fewest cards takes the farm, then the six of hearts"),
}
WHYS |= {FAR_OVER: WHYS[OVER], BEATEN: WHYS[BEST]}


def cell_of(deal: Deal, player: Player) -> str:
    """What this open hand is an example of."""
    over = points_of(player.known) - TARGET_POINTS
    if over:
        return UNDER if over < 0 else OVER if over <= LITTLE_OVER else FAR_OVER
    if player.seat != deal.winner:
        return BEATEN
    many = sum(points_of(each.known) == TARGET_POINTS for each in deal.players)
    return SIXTEEN if many == 1 else BEST


def cases(moment: Moment) -> Iterable[tuple[str, int]]:
    """Each open hand, when the deal is over."""
    deal = moment.after.deal
    assert isinstance(deal, Deal)
    if deal.stage == "over" and deal.tenant:
        for player in deal.players:
            yield cell_of(deal, player), player.seat


def chosen(coup: Coup, rng: Random) -> str:
    """The farm is let to the first bidder; each buys until they stand, and every card is named."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.stage == "let":
        seat = deal.waiting[0]
        return f"bid {seat} {_rent(deal, rng)}" if not deal.bid else f"bid {seat} pass"
    if deal.stage == "buy" and len(coup.turns) == 1:
        player = deal.player(deal.waiting[0])
        buys = points_of(player.known) < rng.choice(STANDS_AT) and coup.turns[0].acts[0].startswith("buy ")
        return f"{'buy' if buys else 'stand'} {player.seat}"
    turn = coup.turns[-1]
    return filled(coup, turn, turn.acts[0], rng)


def _rent(deal: Deal, rng: Random) -> str:
    return money(rng.choice(RENT_COUNTERS) * deal.options.unit)


def moment_of(cell: str, rng: Random, *, options: Options) -> tuple[Moment, int]:
    """The end of a deal with a hand of this cell, and the seat of the hand."""
    found_in = settling.moments(Taught(HouseholdGame(rules), options), rng, chosen)
    return settling.found(found_in, cases, cell, rng)


def asks(cell: str, rng: Random, *, options: Options) -> Worth:
    """What a hand of this cell pays or takes."""
    return worth(*moment_of(cell, rng, options=options))


def worth(moment: Moment, seat: int) -> Worth:
    """What the hand of this seat pays or takes."""
    before, deal = moment.before.deal, moment.after.deal
    assert isinstance(before, Deal)
    assert isinstance(deal, Deal)
    hands = [{"seat": each.seat, "cards": [*map(str, each.known)]} for each in deal.players]
    unit = money(deal.options.unit)
    values = {"m": str(deal.tenant), "n": str(seat), "amount": money(before.farm), "unit": unit}
    why = WHYS[cell_of(deal, deal.player(seat))]
    return Worth(ASK, {"hands": hands}, abs(moment.gain(seat)), why, values)


# --- who takes the farm

NO_SIXTEEN, ONE_SIXTEEN, SIXTEENS = "no sixteen", "one sixteen", "several sixteens"
ASK_FARM = "Seat {m} is the tenant. Who takes the farm?"
WHYS_FARM = {
    NO_SIXTEEN: reason("without a sixteen the farm stays"),
    ONE_SIXTEEN: WHYS[SIXTEEN],
    SIXTEENS: WHYS[BEST],
}


def farm_cases(moment: Moment) -> Iterable[tuple[str, str]]:
    """How many sixteens lie open when a deal is over."""
    deal = moment.after.deal
    assert isinstance(deal, Deal)
    if deal.stage == "over" and deal.tenant:
        many = sum(points_of(each.known) == TARGET_POINTS for each in deal.players)
        cell = (NO_SIXTEEN, ONE_SIXTEEN, SIXTEENS)[min(many, 2)]
        yield cell, cell


def farm_taken(moment: Moment, cell: str, rng: Random) -> Choice:
    """The seat that the rules pay the farm."""
    deal = moment.after.deal
    assert isinstance(deal, Deal)
    hands = [{"seat": each.seat, "cards": [*map(str, each.known)]} for each in deal.players]
    acts = seats_or_nobody(tuple([each.seat for each in deal.players]))
    values, winner = {"m": str(deal.tenant)}, str(deal.winner or NOBODY)
    return Choice(ASK_FARM, {"hands": hands}, acts, winner, WHYS_FARM[cell], values, moment.acts[-1])


# --- what may be done

NO_BID, OVER_BID, BUYING = "nobody has bid", "over a bid", "a card is bought"
BID_SHARE = 0.5
"""How often a player bids in these deals."""
ASKS_MAY = {
    "buy": "May seat {n} buy a card?",
    "stand": "May seat {n} stand?",
}


def bidding(coup: Coup, rng: Random) -> str:
    """Bids go up by a few counters; the rest is as above."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.stage != "let" or rng.random() > BID_SHARE:
        return f"bid {deal.waiting[0]} pass" if deal.stage == "let" else chosen(coup, rng)
    return f"bid {deal.waiting[0]} {money(deal.bid + rng.randint(1, 9) * deal.options.unit)}"


def tries(coup: Coup) -> Iterable[tuple[str, Sequence[str]]]:
    """Bids that are too low or high enough, in turn and out of turn; cards that are bought."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.stage == "let":
        seat, other, unit = deal.waiting[0], deal.evening.left_of(deal.waiting[0]), deal.options.unit
        sums = [deal.bid + unit, deal.bid + 2 * unit, *([deal.bid] if deal.bid else [])]
        acts = [f"bid {seat} {money(each)}" for each in sums]
        yield OVER_BID if deal.bid else NO_BID, [*acts, f"bid {seat} pass", f"bid {other} {money(sums[1])}"]
    if deal.stage == "buy":
        yield BUYING, [f"{verb} {each.seat}" for each in deal.players for verb in ("buy", "stand")]


def shown(coup: Coup, seat: int) -> Mapping[str, object]:
    """The bids so far; who has stood, and whose turn it is to buy."""
    lines = [(name, keys) for name, keys in coup.deal.lines if name in ("bid", "buy", "stand")]
    bids = [{"seat": keys["seat"], "bid": str(keys.get("bid", name))} for name, keys in lines]
    return {"bids": bids}


def winning(options: Options) -> Subject[str, Choice]:
    """Who takes the farm in this house."""
    return Subject(Taught(HouseholdGame(rules), options), farm_cases, farm_taken, chosen)


def may(options: Options) -> Subject[Sequence[str], Choice]:
    """What may be bid and bought in this house."""
    return allowing.subject(
        Taught(HouseholdGame(rules), options), tries, shown, asks=ASKS_MAY, chooses=bidding
    )


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of verpachten, as this house plays it."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    sixteens = () if house.players == rules.SEATS[0] else (BEST, BEATEN)
    cells = (UNDER, OVER, FAR_OVER, SIXTEEN, *sixteens)
    ask = partial(asks, options=house)
    several = (SIXTEENS,) if sixteens else ()
    farm = (NO_SIXTEEN, ONE_SIXTEEN, *several)
    return (
        allowing.drill(may(house), (NO_BID, OVER_BID, BUYING)),
        choosing.drill("winning", rules.NAME, "Who takes the farm", (farm,), winning(house).asks),
        paying.drill(rules.NAME, settling.TITLE, (cells,), ask, typed="money", target_s=8.0),
    )
