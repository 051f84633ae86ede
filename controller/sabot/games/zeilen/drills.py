"""What is learnt of zeilen: what may be staked, which hand wins, and what a card leaves in the pot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.evening.drills import allowing, choosing, paying, settling
from sabot.games.evening.drills.cards import rows_of
from sabot.games.evening.drills.choosing import Choice
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.questions import Act, Drill
from sabot.games.tricks.cards import ACE_HIGH
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
    card = _card(deal)
    hands = [
        {"seat": seat, "cards": [*map(str, before.hands[seat])]},
        {"seat": before.banker, "cards": [card]},
    ]
    values = {"n": str(seat), "pot": money(before.pot), "amount": money(before.covered)}
    return Worth(ASK, {"hands": hands}, deal.pot, WHYS.get(cell, NOT_BEATEN), values)


# --- which hand wins

HIGHER, LOWER, OTHER_SUITS, SAME = (
    *("a higher card of the suit", "only lower cards of the suit"),
    *("no card of the suit", "the card lies in the hand"),
)
SAME_SHARE = 0.3
"""How often a card is turned in these rounds that lies in the hand itself."""
HAND, BANK, ANOTHER = (
    *(Act("hand", "The hand wins", "1"), Act("bank", "The bank wins", "2")),
    Act("another", "Another card is turned", "3"),
)
ASK_WINS = "The banker turns this card for the hand of seat {n}. Who wins?"
WHYS_WINS = {
    HAND.answer: reason("a hand wins with a higher card of the suit that is turned"),
    BANK.answer: NOT_BEATEN,
    ANOTHER.answer: reason("a card that lies in the hand itself decides nothing: another is turned"),
}


def turned(coup: Coup, rng: Random) -> str:
    """Anything that the first turn offers; a card of the hand itself is turned more often than by chance."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.phase == "turn" and rng.random() < SAME_SHARE:
        return str(rng.choice(deal.hands[deal.waiting[0]]))
    return settling.chosen(coup, rng)


def wins_cases(moment: Moment) -> Iterable[tuple[str, str]]:
    """What the hand has of the suit that is turned."""
    before, deal = deals_of(moment)
    if before.phase != "turn":
        return
    card, hand = _card(deal), before.hands[before.waiting[0]]
    alike = [each for each in hand if each.suit == card[1]]
    higher = [each for each in alike if ACE_HIGH.index(each.rank) > ACE_HIGH.index(card[0])]
    if card in [*map(str, hand)]:
        yield SAME, SAME
    else:
        cell = HIGHER if higher else LOWER if alike else OTHER_SUITS
        yield cell, cell


def _card(deal: Deal) -> str:
    """The card that was turned last."""
    return next(str(keys["card"]) for name, keys in reversed(deal.lines) if name == "card")


def wins(moment: Moment, cell: str, rng: Random) -> Choice:
    """Whom the rules pay; nobody where another card comes."""
    before, deal = deals_of(moment)
    seat = before.waiting[0]
    is_won = any(moment.paid(each) > 0 for each, _ in before.bets)
    act = ANOTHER if deal.phase == "turn" else HAND if is_won else BANK
    hands = [
        {"seat": seat, "cards": [*map(str, before.hands[seat])]},
        {"seat": before.banker, "cards": [_card(deal)]},
    ]
    acts, values = (HAND, BANK, ANOTHER), {"n": str(seat)}
    return Choice(
        ASK_WINS, {"hands": hands}, acts, act.answer, WHYS_WINS[act.answer], values, moment.acts[-1]
    )


# --- what may be staked

SUM, TURN_OF, TURNS = "a sum against the pot", "a seat out of its turn", "a card is turned"


def tries(coup: Coup) -> Iterable[tuple[str, Sequence[str]]]:
    """Stakes of the seat that is asked and of another, up to the pot and above it."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.phase == "answers":
        seat, half = deal.waiting[0], money(max(1, deal.pot // 2))
        sums = [half, money(deal.pot), money(deal.pot + 1), money(2 * deal.pot)]
        yield SUM, [*(f"bid {seat} {each}" for each in sums), f"bid {seat} pot"]
        others = [each for each in deal.evening.seats if each != seat]
        yield TURN_OF, [f"bid {each} weg" for each in (seat, *others)]
    if deal.phase == "turn":
        yield TURNS, [f"bid {deal.waiting[0]} weg"]


def shown(coup: Coup, seat: int) -> Mapping[str, object]:
    """The pot, the hand that is asked, and what was said."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    said = [{"seat": keys["seat"], "bid": str(keys["bid"])} for name, keys in deal.lines if name == "bid"]
    first = deal.waiting[0]
    hands = [{"seat": first, "cards": [*map(str, deal.hands[first])]}]
    return {"contract": f"bank: {deal.banker} · pot: {money(deal.pot)}", "bids": said, "hands": hands}


def winning(options: Options) -> Subject[str, Choice]:
    """Which hands win in this house."""
    return Subject(Taught(HouseholdGame(rules), options), wins_cases, wins, turned)


def may(options: Options) -> Subject[Sequence[str], Choice]:
    """What may be staked in this house."""
    return allowing.subject(Taught(HouseholdGame(rules), options), tries, shown)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of zeilen, as this house plays it."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    worth, lying = partial(asks, options=house), (HIGHER, LOWER, OTHER_SUITS, SAME)
    columns = (STAKE, POT)
    rows = rows_of((WON, LOST), columns)
    return (
        allowing.drill(may(house), (SUM, TURN_OF, TURNS)),
        choosing.drill("winning", rules.NAME, "Which hand wins", (lying,), winning(house).asks),
        paying.drill(rules.NAME, settling.TITLE, rows, worth, columns=columns, typed="money"),
    )
