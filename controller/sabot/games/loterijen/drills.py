"""What is learnt of loterijen: the prizes in their order, what each pays, and which tickets may be bought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.core.terms import money
from sabot.games.evening.drills import allowing, choosing, paying, settling
from sabot.games.evening.drills.choosing import Choice
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.wishes import filled
from sabot.games.loterijen import rules
from sabot.games.loterijen.deal import (
    NIET,
    NOT_DRAWN,
    OWN_MONEY,
    Deal,
    Prize,
    Ticket,
    prizes,
    tickets_most,
)
from sabot.games.loterijen.options import Options
from sabot.games.questions import Drill, numbered

PRICES_MINOR = range(10, 110, 10)
BUY_SHARE, HIT_SHARE = 0.8, 0.4
"""How often a player buys one more ticket in these draws, and a card of a ticket is turned."""

# --- what is paid

ASK_PAID = (
    "Seat {n} has this ticket for {amount}. The banker turns its card: {word}. "
    "What is handed to seat {n}, the price with it?"
)
ASK_NOT_DRAWN = (
    "Seat {n} has this ticket for {amount}, and the draw is over without its card. "
    "What is handed to seat {n}, the price with it?"
)

# --- the prizes in their order

ASK_PRIZE = "{n} cards of the draw have been turned. What is the next card?"

# --- what may be bought

WHO, PRICE, ONE_MORE, TOO_LATE = (
    *("the banker or a player", "the price of a ticket"),
    *("one ticket more", "a card of the draw is turned"),
)
ASKS = {"buy": "May seat {n} buy a ticket for {note}?"}


def deals_of(moment: Moment) -> tuple[Deal, Deal]:
    """The draw before and after the act."""
    before, deal = moment.before.deal, moment.after.deal
    assert isinstance(before, Deal)
    assert isinstance(deal, Deal)
    return before, deal


def chosen(coup: Coup, rng: Random) -> str:
    """The first player buys a ticket, or no more; the cards of tickets are turned often."""
    turn, deal = coup.turns[0], coup.deal
    assert isinstance(deal, Deal)
    tickets = [each.card for each in deal.undecided if each.card not in deal.drawn]
    is_last = len(deal.drawn) == len(prizes(deal.options)) - 1
    if deal.drawn and tickets and (is_last or rng.random() < HIT_SHARE):
        return str(rng.choice(tickets))
    if not turn.limits:
        return filled(coup, turn, turn.acts[0], rng)
    prices = [each for each in PRICES_MINOR if turn.limits[0] <= each <= turn.limits[1]]
    if prices and rng.random() < BUY_SHARE:
        return f"buy {turn.seat} {money(rng.choice(prices))}"
    return f"stand {turn.seat}"


def paid_cases(moment: Moment) -> Iterable[tuple[str, Ticket]]:
    """The tickets that this card decides, of seats with no other such ticket."""
    before, deal = deals_of(moment)
    open_before = {each.card for each in before.undecided}
    decided = [each for each in deal.tickets if each.prize and each.card in open_before]
    for each in decided:
        if sum(other.seat == each.seat for other in decided) == 1:
            yield each.prize, each


def paid(moment: Moment, ticket: Ticket, rng: Random) -> Worth:
    """What the seat of this ticket is handed."""
    _, deal = deals_of(moment)
    values = {"n": str(ticket.seat), "amount": money(ticket.price)}
    shows: dict[str, object] = {"hands": [{"seat": ticket.seat, "cards": [str(ticket.card)]}]}
    is_drawn = ticket.prize != NOT_DRAWN.name
    values |= {"word": ticket.prize} if is_drawn else {}
    prize = next(each for each in (*prizes(deal.options), NOT_DRAWN) if each.name == ticket.prize)
    ask = ASK_PAID if is_drawn else ASK_NOT_DRAWN
    return Worth(ask, shows, moment.gain(ticket.seat), why_of(prize, deal.options), values)


def why_of(prize: Prize, options: Options) -> Reason:
    """What a prize pays."""
    if prize in (NIET, NOT_DRAWN):
        return reason("niet, and what is not drawn, leaves the price to the banker")
    if prize == OWN_MONEY:
        return reason("eigen geld gives the price back")
    if options.stake_back:
        return reason(
            "{word} pays {n} times the price, and the price goes back", word=prize.name, n=prize.times
        )
    return reason("{word} pays {n} times the price in all", word=prize.name, n=prize.times)


def said_cases(moment: Moment) -> Iterable[tuple[str, int]]:
    """The prize of a card of the draw, by how many came before it."""
    before, deal = deals_of(moment)
    if len(deal.drawn) > len(before.drawn):
        yield prizes(deal.options)[len(before.drawn)].name, len(before.drawn)


def said(moment: Moment, number: int, rng: Random) -> Choice:
    """The prize, as the rules report it with the card."""
    before, deal = deals_of(moment)
    word = next(str(keys["prize"]) for name, keys in reversed(deal.lines) if "prize" in keys)
    names = [prize.name for prize in prizes(deal.options)]
    first = names.index(word)
    why = reason("{word}: from card {n} to card {m}", word=word, n=first + 1, m=first + names.count(word))
    acts = tuple(numbered([*dict.fromkeys(names)]))
    last = [{"seat": deal.banker, "cards": [*map(str, before.drawn[-1:])]}] if number else []
    return Choice(ASK_PRIZE, {"hands": last}, acts, word, why, {"n": str(number)}, moment.acts[-1])


def tries(coup: Coup) -> Iterable[tuple[str, Sequence[str]]]:
    """Tickets of the banker and of players, at prices that are asked or not."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    price, most = money(PRICES_MINOR[0]), deal.options.highest_price
    players = deal.evening.after(deal.banker)[:-1]
    if deal.buyer:
        return
    if deal.drawn:
        yield TOO_LATE, [f"buy {players[0]} {price}"]
        return
    if deal.buyers:
        yield WHO, [f"buy {seat} {price}" for seat in (deal.banker, deal.buyers[0])]
        sums = {most // 2, most, most + PRICES_MINOR.step, 2 * most} - {0}
        yield PRICE, [f"buy {deal.buyers[0]} {money(each)}" for each in sorted(sums)]
    full = [seat for seat in players if deal.bought(seat) == tickets_most(len(deal.evening.seats))]
    if full and deal.buyers:
        yield ONE_MORE, [f"buy {seat} {price}" for seat in (full[-1], deal.buyers[0])]


def shown(coup: Coup, seat: int) -> Mapping[str, object]:
    """Who has the bank, and the tickets that were bought."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    hands = [
        {"seat": each, "cards": [str(one.card) for one in deal.tickets if one.seat == each]}
        for each in deal.evening.seats
        if deal.bought(each)
    ]
    return {"contract": f"bank: {deal.banker}", "hands": hands}


def taught(options: Options) -> Taught:
    """Loterijen in this house, against one banker: a prize is the same where all are the bank."""
    return Taught(HouseholdGame(rules), replace(options, coop_bank=False))


def payout(options: Options) -> Subject[Ticket, Worth]:
    """What tickets are paid in this house."""
    return Subject(taught(options), paid_cases, paid, chosen)


def prize(options: Options) -> Subject[int, Choice]:
    """The order of the prizes in this house."""
    return Subject(taught(options), said_cases, said, chosen, among=4)


def may(options: Options) -> Subject[Sequence[str], Choice]:
    """Which tickets may be bought in this house."""
    return allowing.subject(taught(options), tries, shown, asks=ASKS, chooses=chosen)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of loterijen, as this house plays it."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    names = tuple(dict.fromkeys(each.name for each in prizes(house)))
    price = (PRICE,) if house.highest_price else ()
    return (
        choosing.drill("prizes", rules.NAME, "The prizes in their order", (names,), prize(house).asks),
        allowing.drill(may(house), (WHO, *price, ONE_MORE, TOO_LATE)),
        paying.drill(
            rules.NAME, settling.TITLE, ((*names, NOT_DRAWN.name),), payout(house).asks, typed="money"
        ),
    )
