"""What is learnt of verloten: who deals, what is paid, and who may lay the prizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.evening.drills import allowing, choosing, paying, settling
from sabot.games.evening.drills.choosing import Choice
from sabot.games.evening.drills.dealing import Taught, seat_acts
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject, staked
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.wishes import filled, unseen
from sabot.games.questions import Act, Drill
from sabot.games.verloten import rules
from sabot.games.verloten.deal import PAIR_CARDS, Deal
from sabot.games.verloten.options import Options

DRAW_SHARE, ALIKE_SHARE = 0.5, 0.3
"""How often all draw for the deal in these rounds, and a card comes with the rank of another that lies."""
LAID_MOST = 3
"""Among how many cards the dealer divides a pot in these rounds."""

# --- what is paid

NEW_POT, PAIR, NO_PAIR = "a new pot", "two cards of a rank", "two ranks"
ASKS_PAID = {
    NEW_POT: "The pot is empty, and a counter is {unit}. What does seat {n} put into the new pot?",
    PAIR: "The prize of seat {n} is {amount}. What does seat {n} take?",
}
ASKS_PAID |= {NO_PAIR: ASKS_PAID[PAIR]}
WHYS = {
    PAIR: reason("a prize is taken with two cards of the same rank"),
    NO_PAIR: reason("without two cards of the same rank the prize stays in the pot"),
}

# --- who deals

PRIZES, TICKETS, EQUAL = "the prizes", "the tickets", "equal cards"
AGAIN = Act("again", "Some draw once more", "0")
ASKS_DEALER = {
    PRIZES: "Each has drawn a card. Who deals the prizes?",
    TICKETS: "Each has drawn a card. Who deals the tickets?",
}
WHY_DEALER = reason("the highest card deals the prizes, the second the tickets; equal cards draw once more")

# --- what may be done

LAY, EARLY, LAID, LOTS = (
    *("a prize is laid", "before the whole pot is laid"),
    *("when the whole pot is laid", "a card is drawn for the deal"),
)
ASKS = {
    "bet": "May seat {n} lay {note} on the card of seat {chance}?",
    "deal": "May the tickets be dealt?",
    "show": "May seat {n} draw a card for the deal?",
}


def deal_of(coup: Coup) -> Deal:
    """The round of verloten."""
    assert isinstance(coup.deal, Deal)
    return coup.deal


def chosen(coup: Coup, rng: Random) -> str:
    """What is due: the pot lies on few cards, and cards of a rank come together often."""
    deal = deal_of(coup)
    turn = coup.turns[1] if deal.phase == "begin" and _draws(coup, rng) else coup.turns[0]
    acts = [act for act in turn.acts if act.startswith("show ")] or turn.acts[:LAID_MOST]
    if deal.phase in ("draw", "turn") and rng.random() < ALIKE_SHARE and (cards := _alike(coup)):
        return f"show {turn.seat} {rng.choice(cards)}"
    act = staked(turn, rng.choice(acts), rng)
    return filled(coup, turn, act.replace("CARDS", "CARD"), rng)


def _draws(coup: Coup, rng: Random) -> bool:
    return len(coup.turns) > 1 and rng.random() < DRAW_SHARE


def _alike(coup: Coup) -> list[str]:
    """Cards with the rank of one that was drawn, or of the card before the seat that turns now."""
    deal = deal_of(coup)
    lying = deal.turned.get(coup.turns[0].seat, ()) if deal.phase == "turn" else deal.lots.values()
    ranks = {card.rank for card in lying}
    return [str(card) for card in unseen(coup) if card.rank in ranks]


def paid_cases(moment: Moment) -> Iterable[tuple[str, tuple[str, int]]]:
    """Everybody when a new pot is made, and each prize whose second card is turned."""
    before, deal = deal_of(moment.before), deal_of(moment.after)
    if before.phase == "begin" and deal.phase == "prizes":
        for seat in deal.order:
            yield NEW_POT, (NEW_POT, seat)
    for seat, pair in deal.turned.items():
        if len(pair) == PAIR_CARDS > len(before.turned.get(seat, ())) and before.prizes.get(seat):
            cell = PAIR if seat in deal.taken else NO_PAIR
            yield cell, (cell, seat)


def paid(moment: Moment, what: tuple[str, int], rng: Random) -> Worth:
    """What this seat pays or takes."""
    cell, seat = what
    before, deal = deal_of(moment.before), deal_of(moment.after)
    if cell == NEW_POT:
        house: Options = deal.evening.options
        values = {"n": str(seat), "unit": money(house.unit)}
        return Worth(
            ASKS_PAID[cell],
            {},
            -moment.gain(seat),
            reason("each puts {k} counters into a new pot", k=house.ante),
            values,
        )
    hands = [{"seat": seat, "cards": [*map(str, deal.turned[seat])]}]
    values = {"n": str(seat), "amount": money(before.prizes[seat])}
    return Worth(ASKS_PAID[cell], {"hands": hands}, moment.gain(seat), WHYS[cell], values)


def dealer_cases(moment: Moment) -> Iterable[tuple[str, str]]:
    """The dealers when each has drawn a card for the first time, and those who are not found yet."""
    before, deal = deal_of(moment.before), deal_of(moment.after)
    is_whole = before.drawing == before.order and len(before.lots) == len(before.order) - 1
    if is_whole and not deal.lots:
        for what, nth in ((PRIZES, 1), (TICKETS, 2)):
            yield what if len(deal.found) >= nth else EQUAL, what


def dealer(moment: Moment, what: str, rng: Random) -> Choice:
    """Who deals, as the rules report it."""
    before, deal = deal_of(moment.before), deal_of(moment.after)
    card = moment.acts[-1].split()[-1]
    lots = {**{seat: str(each) for seat, each in before.lots.items()}, int(moment.acts[-1].split()[1]): card}
    nth = (PRIZES, TICKETS).index(what)
    truth = str(deal.found[nth]) if len(deal.found) > nth else AGAIN.answer
    laid = [{"seat": seat, "card": lots[seat]} for seat in sorted(lots)]
    acts = (*seat_acts(sorted(lots)), AGAIN)
    return Choice(ASKS_DEALER[what], {"trick": laid}, acts, truth, WHY_DEALER, {}, moment.acts[-1])


def tries(coup: Coup) -> Iterable[tuple[str, Sequence[str]]]:
    """Prizes that the dealer or another lays, more than is left too; tickets too early; a second lot."""
    deal = deal_of(coup)
    if deal.phase in ("prizes", "tickets"):
        yield EARLY if deal.left else LAID, ["deal"]
    if deal.phase == "prizes":
        other, unit = deal.order[0], deal.evening.options.unit
        laid = [f"bet {other} {money(each)} {deal.dealer}" for each in (deal.left, deal.left + unit)]
        yield LAY, [*laid, f"bet {other} {money(deal.left)} {other}"]
    if deal.phase == "draw":
        yield LOTS, [f"show {seat} {unseen(coup)[0]}" for seat in deal.order]


def shown(coup: Coup, seat: int) -> Mapping[str, object]:
    """The pot with what is left of it, the prizes, and the cards that were drawn."""
    deal = deal_of(coup)
    prizes = [{"seat": each, "bid": money(amount)} for each, amount in deal.prizes.items()]
    hands = [{"seat": each, "cards": [str(card)]} for each, card in deal.lots.items()]
    pot = f"prijzen: {deal.dealer} · pot: {money(deal.pot)}" if deal.pot else ""
    return {"contract": pot, "bids": prizes, "hands": hands}


def taught(options: Options) -> Taught:
    """Verloten in this house."""
    return Taught(HouseholdGame(rules), options)


def payout(options: Options) -> Subject[tuple[str, int], Worth]:
    """What is paid in this house."""
    return Subject(taught(options), paid_cases, paid, chosen)


def dealers(options: Options) -> Subject[str, Choice]:
    """Who deals in this house."""
    return Subject(taught(options), dealer_cases, dealer, chosen)


def may(options: Options) -> Subject[Sequence[str], Choice]:
    """What may be done in this house."""
    return allowing.subject(taught(options), tries, shown, asks=ASKS, chooses=chosen)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of verloten, as this house plays it."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    return (
        choosing.drill("dealers", rules.NAME, "Who deals", ((PRIZES, TICKETS, EQUAL),), dealers(house).asks),
        allowing.drill(may(house), (LAY, EARLY, LAID, LOTS)),
        paying.drill(
            rules.NAME, settling.TITLE, ((NEW_POT, PAIR, NO_PAIR),), payout(house).asks, typed="money"
        ),
    )
