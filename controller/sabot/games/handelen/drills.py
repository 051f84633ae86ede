"""What is learnt of handelen: what is put in, sold and owed, who takes the pot, and who may do what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from sabot.core.cards import with_sign
from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.evening.drills import allowing, choosing, paying, settling
from sabot.games.evening.drills.choosing import NOBODY, Choice, seats_or_nobody
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject, staked
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.wishes import filled, unseen
from sabot.games.handelen import rules
from sabot.games.handelen.deal import Deal
from sabot.games.handelen.options import Options
from sabot.games.questions import Drill

TRADE_SHARE, FINE_SHARE, PLAIN_SHARE = 0.3, 0.02, 0.5
"""How often somebody offers a packet in these deals, or pays a fine, and no trump is turned."""

# --- what is paid

DEALER, OTHER, FINE, SOLD, OUTBID, KEPT = (
    *("the dealer's part", "the part of another player", "a fine"),
    *("sold to this seat", "sold to another seat", "not sold"),
)
ASKS_PAID = {
    DEALER: "Seat {m} deals, and a counter is {unit}. What does seat {n} put into the pot?",
    FINE: "Seat {n} has looked at a closed card, and a counter is {unit}. What does seat {n} pay?",
    SOLD: "Seat {m} sells: verkocht. What does seat {n} pay?",
    KEPT: "Seat {m} does not sell: houdt. What does seat {n} pay?",
}
ASKS_PAID |= {OTHER: ASKS_PAID[DEALER], OUTBID: ASKS_PAID[SOLD]}
WHYS = {
    DEALER: reason("the dealer puts in six counters, each of the others four"),
    FINE: reason("the fine is four counters, and goes into the pot"),
    SOLD: reason("the highest bidder pays what they bid last, and nobody else pays"),
    KEPT: reason("who keeps the goods gets nothing, and nobody pays"),
}
WHYS |= {OTHER: WHYS[DEALER], OUTBID: WHYS[SOLD]}

# --- who takes the pot

OWN, BOUGHT, PACKET, NO_TRUMP = (
    *("the highest trump is not sold", "the highest trump was sold"),
    *("a packet was sold", "no trump is turned"),
)
ASK_POT = "All cards are turned. Who takes the pot?"
ASK_BOUGHT = "All cards are turned, and seat {m} has bought {card}. Who takes the pot?"
ASK_PACKET = (
    "All cards are turned, and seat {m} has bought a packet of seat {k}, {card} in it. Who takes the pot?"
)
WHY_POT = reason("the owner of the highest trump takes the pot, even where another seat turned it")
WHY_NONE = reason("without a trump nobody takes the pot: it stays")

# --- what may be done

TURN, SELL, BID, OFFER = (
    *("a card is turned", "a trump may be sold"),
    *("a bid", "a packet is offered"),
)
ASKS = {"play": "May seat {n} turn a card?"}


def deal_of(coup: Coup) -> Deal:
    """The deal of handelen."""
    assert isinstance(coup.deal, Deal)
    return coup.deal


def chosen(coup: Coup, rng: Random) -> str:
    """What is due, with an offer or a bid now and then."""
    turns = [turn for turn in coup.turns if not turn.acts[0].endswith("boete")]
    fines = [turn for turn in coup.turns if turn not in turns]
    trades = turns if len(turns) > 1 and (deal_of(coup).sale or rng.random() < TRADE_SHARE) else turns[:1]
    turn = rng.choice(fines if fines and rng.random() < FINE_SHARE else trades)
    trump = deal_of(coup).trump
    is_plain = turn.acts[0].startswith("play ") and rng.random() < PLAIN_SHARE
    if is_plain and trump and (plain := [card for card in unseen(coup) if card.suit != trump.suit]):
        return f"play {turn.seat} {rng.choice(plain)}"
    return filled(coup, turn, staked(turn, rng.choice(turn.acts), rng), rng)


def paid_cases(moment: Moment) -> Iterable[tuple[str, tuple[str, int]]]:
    """Everybody at the deal and at the end of a sale, and who pays a fine."""
    before, deal = deal_of(moment.before), deal_of(moment.after)
    verb, *words = moment.acts[-1].split()
    if verb == "deal":
        for seat in deal.order:
            cell = DEALER if seat == deal.evening.dealer else OTHER
            yield cell, (cell, seat)
    if verb == "answer" and words[1] == "boete":
        yield FINE, (FINE, int(words[0]))
    if before.sale and not deal.sale and before.sale.bids:
        sold = words[1:] == ["verkocht"]
        for seat in {bidder for bidder, _ in before.sale.bids}:
            cell = KEPT if not sold else SOLD if seat == before.sale.bids[-1][0] else OUTBID
            yield cell, (cell, seat)


def paid(moment: Moment, what: tuple[str, int], rng: Random) -> Worth:
    """What this seat pays."""
    cell, seat = what
    before, deal = deal_of(moment.before), deal_of(moment.after)
    values = {"n": str(seat)}
    if cell in (DEALER, OTHER, FINE):
        values |= {"unit": money(deal.options.unit)}
        values |= {"m": str(deal.evening.dealer)} if cell != FINE else {}
        return Worth(ASKS_PAID[cell], {}, -moment.gain(seat), WHYS[cell], values)
    sale = before.sale
    assert sale is not None
    bids = [{"seat": each, "bid": money(bid)} for each, bid in sale.bids]
    shows: dict[str, object] = {"contract": sale.goods, "bids": bids}
    return Worth(ASKS_PAID[cell], shows, -moment.gain(seat), WHYS[cell], {**values, "m": str(sale.seat)})


def pot_cases(moment: Moment) -> Iterable[tuple[str, str]]:
    """How the highest trump came to its owner, when all cards are turned."""
    deal = deal_of(moment.after)
    if deal.phase != "over":
        return
    if deal.best is None:
        yield NO_TRUMP, NO_TRUMP
        return
    place = next(seat for seat, card in deal.cards if card == deal.best.card)
    is_packet, is_sold = place in deal.owners, deal.best.seat != deal.owner(place)
    if not (is_packet and is_sold):
        cell = PACKET if is_packet else BOUGHT if is_sold else OWN
        yield cell, cell


def pot(moment: Moment, cell: str, rng: Random) -> Choice:
    """Who takes the pot, as the rules report it."""
    deal = deal_of(moment.after)
    hands = [
        {"seat": seat, "cards": [str(card) for each, card in deal.cards if each == seat]}
        for seat in deal.order
    ]
    assert deal.trump is not None
    values: dict[str, str] = {}
    if deal.best and cell in (BOUGHT, PACKET):
        values = {"m": str(deal.best.seat), "card": with_sign(deal.best.card)}
        place = next(seat for seat, card in deal.cards if card == deal.best.card)
        values |= {"k": str(place)} if cell == PACKET else {}
    assert moment.after.outcome is not None
    winner = moment.after.outcome.result["winner"]
    ask = {BOUGHT: ASK_BOUGHT, PACKET: ASK_PACKET}.get(cell, ASK_POT)
    shows = {"trump": deal.trump.suit, "hands": hands}
    why = WHY_POT if winner else WHY_NONE
    return Choice(
        ask, shows, seats_or_nobody(deal.order), str(winner or NOBODY), why, values, moment.acts[-1]
    )


def tries(coup: Coup) -> Iterable[tuple[str, Sequence[str]]]:
    """Cards in and out of turn, offers, bids, and what a seller says."""
    deal = deal_of(coup)
    place = deal.next_place
    if deal.phase != "turning" or place is None:
        return
    card = unseen(coup)[0]
    if not deal.sale:
        yield TURN, [f"play {seat} {card}" for seat in (place, deal.evening.left_of(place))]
        if deal.offered:
            yield OFFER, [f"answer {seat} pakket" for seat in deal.order]
        return
    sale, unit = deal.sale, deal.options.unit
    last = sale.bids[-1][1] if sale.bids else 0
    bidders = [seat for seat in deal.order if seat != sale.seat]
    sums = [last + unit, last + 2 * unit, *([last] if last else [])]
    yield (
        BID,
        [*(f"bid {bidders[0]} {money(each)}" for each in sums), f"bid {sale.seat} {money(last + unit)}"],
    )
    yield (
        SELL,
        [f"answer {seat} {word}" for seat in (sale.seat, bidders[0]) for word in ("verkocht", "houdt")],
    )


def shown(coup: Coup, seat: int) -> Mapping[str, object]:
    """The cards that were turned, what is sold, and the bids for it."""
    deal = deal_of(coup)
    assert deal.trump is not None
    hands = [
        {"seat": each, "cards": cards}
        for each in deal.order
        if (cards := [str(card) for place, card in deal.cards if place == each])
    ]
    sale = deal.sale
    bids = [{"seat": each, "bid": money(bid)} for each, bid in (sale.bids if sale else ())]
    goods = f"{sale.seat}: {sale.goods}" if sale else ""
    return {"contract": goods, "trump": deal.trump.suit, "bids": bids, "hands": hands}


def taught(options: Options) -> Taught:
    """Handelen in this house."""
    return Taught(HouseholdGame(rules), options)


def payout(options: Options) -> Subject[tuple[str, int], Worth]:
    """What is paid in this house."""
    return Subject(taught(options), paid_cases, paid, chosen)


def winning(options: Options) -> Subject[str, Choice]:
    """Who takes the pot in this house."""
    return Subject(taught(options), pot_cases, pot, chosen)


def may(options: Options) -> Subject[Sequence[str], Choice]:
    """What may be done in this house."""
    return allowing.subject(taught(options), tries, shown, asks=ASKS, chooses=chosen)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of handelen, as this house plays it."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    rows, ways = (DEALER, OTHER, FINE, SOLD, OUTBID, KEPT), (OWN, BOUGHT, PACKET, NO_TRUMP)
    return (
        choosing.drill("winning", rules.NAME, "Who takes the pot", (ways,), winning(house).asks),
        allowing.drill(may(house), (TURN, SELL, BID, OFFER)),
        paying.drill(rules.NAME, settling.TITLE, (rows,), payout(house).asks, typed="money"),
    )
