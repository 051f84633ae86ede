"""What a seat may say now: the words by the stage of the deal, with the limits of a sum, and the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from sabot.core.reasons import Reason, reason
from sabot.core.terms import Turn, money
from sabot.games.poker.deal import CLOSED_CARDS, OPEN_CARDS, Deal
from sabot.games.poker.options import FEWEST_PLAYERS
from sabot.games.poker.ranking import at_least_pair

MOST_DOUBLES = 2
"""As often may be doubled in the dark, and again in the light (HS p. 72)."""

Limits: TypeAlias = tuple[int, int] | None
Offers: TypeAlias = dict[str, Limits]
"""The acts of a turn, `{seat}` for the seat, each with the limits of its slot."""

TOO_FEW = reason("poker needs two players with chips")

RAISE = "raise {seat} AMOUNT"
FOLD: Offers = {"fold {seat}": None}
DOUBLE: Offers = {"double {seat}": None}
SEE: Offers = {"see {seat}": None}
CHEAP: Offers = {"cheap {seat}": None}
OPEN: Offers = {"open {seat}": None}
WAIT: Offers = {"wait {seat}": None}


def due(deal: Deal) -> tuple[Turn, ...]:
    if len(deal.players) >= FEWEST_PLAYERS:
        return _turns(deal)
    broke = [seat for seat in deal.evening.seats if seat not in deal.seats]
    return tuple([Turn(seat, (f"sit {seat} AMOUNT", f"leave {seat}"), why=TOO_FEW) for seat in broke])


def _turns(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now, the first in turn first."""
    if deal.stage == "over":
        return ()
    if deal.stage == "cards":
        return _before_the_cards(deal)
    if deal.stage == "show":
        return tuple([_turn(deal, seat, _showing(deal, seat)) for seat in deal.waiting])
    seat = deal.waiting[0]
    return (_turn(deal, seat, OFFERS[deal.stage](deal, seat)), *_drawing(deal))


def _turn(deal: Deal, seat: int, offers: Offers) -> Turn:
    acts = tuple([act.format(seat=seat) for act in offers])
    limits = next((each for each in offers.values() if each), None)
    is_private = deal.stage == "open" and bool(deal.opens_with) and deal.player(seat).hand is not None
    return Turn(seat, acts, limits, why(deal), private=is_private)


# --- before the hands, and after


def _before_the_cards(deal: Deal) -> tuple[Turn, ...]:
    count = CLOSED_CARDS[deal.options.variant]
    waiting = [seat for seat in deal.seats if not deal.player(seat).is_dealt]
    hands: dict[int, Offers] = {seat: {"hand {seat} CARDS": (count, count)} for seat in waiting}
    hands[deal.evening.dealer] = {"deal": None, **hands.get(deal.evening.dealer, {})}
    for seat in _may_straddle(deal):
        hands[seat] = {**hands[seat], "answer {seat} straddle": None}
    first, *others = [_turn(deal, seat, hands[seat]) for seat in (deal.evening.dealer, *waiting)]
    return (first, *[turn for turn in others if turn.seat != first.seat])


def _may_straddle(deal: Deal) -> tuple[int, ...]:
    """The second and the third player, if they can pay it. The dealer is the first: the book does not count
    them, so we do."""
    is_played = deal.options.straddle and deal.options.variant == "draw" and deal.carried.jackpot is None
    if not is_played or deal.straddler or any(player.is_dealt for player in deal.players):
        return ()
    others = [seat for seat in deal.after_seat(deal.evening.dealer) if seat != deal.evening.dealer]
    return tuple([seat for seat in others[:2] if _can_pay(deal, seat, 2 * deal.options.minimum)])


def _can_pay(deal: Deal, seat: int, amount: int) -> bool:
    has = deal.has(seat)
    return has is None or has >= amount


def _showing(deal: Deal, seat: int) -> Offers:
    """Where some cards of a hand are known, only the others have to be named."""
    player = deal.player(seat)
    more = player.changed if seat == deal.opener and deal.opens_with and not player.gone else 0
    offers: Offers = {"show {seat} CARDS": (player.unseen, player.unseen + more)}
    return offers | (FOLD if len(deal.standing) > 1 else {})


def hand_size(deal: Deal, seat: int) -> int:
    """How many closed cards this seat holds."""
    player = deal.player(seat)
    return len(player.known) + player.unseen


def _drawing(deal: Deal) -> tuple[Turn, ...]:
    """The seats whose new cards may be named: those whose other cards are known."""
    if deal.stage not in ("swap", "bets"):
        return ()
    awaited = {
        each.seat: each.unseen for each in deal.players if each.unseen and each.gone and not each.folded
    }
    return tuple(
        [_turn(deal, seat, {"draw {seat} CARDS": (count, count)}) for seat, count in awaited.items()]
    )


# --- by the stage


def _dark(deal: Deal, seat: int) -> Offers:
    if not deal.by:
        return OPEN | WAIT
    return _doubling(deal) | WAIT


def _doubling(deal: Deal) -> Offers:
    return DOUBLE if deal.doubles < MOST_DOUBLES else {}


def _open(deal: Deal, seat: int) -> Offers:
    hand = deal.player(seat).hand
    may_open = not (deal.opens_with and hand) or at_least_pair(hand, deal.opens_with)
    return (OPEN if may_open else {}) | WAIT


def _entry(deal: Deal, seat: int) -> Offers:
    return SEE | FOLD


def _light(deal: Deal, seat: int) -> Offers:
    return _entry(deal, seat) | (_doubling(deal) if _is_answered(deal, seat) else {})


def _is_answered(deal: Deal, seat: int) -> bool:
    """Whether another who has not folded has chips left to answer a raise."""
    return not all(deal.is_all_in(each) for each in deal.standing if each != seat)


def _swap(deal: Deal, seat: int) -> Offers:
    if deal.player(seat).hand is not None:
        return {"swap {seat} 0": None, "swap {seat} CARDS": (1, 5)}
    return {"swap {seat} NUMBER": (0, 5)}


def _up(deal: Deal, seat: int) -> Offers:
    return {"CARD": None}


def _bets(deal: Deal, seat: int) -> Offers:
    kind = deal.options.variant
    if kind == "doubles":
        doubling = DOUBLE if _is_answered(deal, seat) else {}
        return FOLD | _see_or_cheap(deal) | doubling | _small_raise(deal, seat)
    offers = FOLD | _raising(deal, seat)
    if kind == "draw":
        return offers | SEE
    if deal.raised or not _must_raise(deal):
        offers |= _see_or_cheap(deal)
    return offers if len(offers) > 1 else offers | CHEAP


def _see_or_cheap(deal: Deal) -> Offers:
    return SEE if deal.raised else CHEAP


def _raising(deal: Deal, seat: int) -> Offers:
    """A raise is from the minimum to the maximum, on top of the call, and no more than the seat has."""
    has, (least, most) = deal.has(seat), deal.options.raises
    if has is not None:
        most = min(most, has - deal.due_of(seat))
    return {RAISE: (least, most)} if most >= least and _is_answered(deal, seat) else {}


def _small_raise(deal: Deal, seat: int) -> Offers:
    amount = deal.options.small_raise
    if not amount or seat != deal.opener or deal.raised or not _can_pay(deal, seat, amount):
        return {}
    return {RAISE: (amount, amount)}


def _must_raise(deal: Deal) -> bool:
    """Seven cards: after the last open card who speaks first raises or folds (HS p. 75). Where that seat
    folds, the next one speaks first; the book is silent."""
    return deal.options.variant == "seven-stud" and is_last_card(deal)


def is_last_card(deal: Deal) -> bool:
    """Whether every standing player has all open cards of stud."""
    wanted = OPEN_CARDS[deal.options.variant]
    return all(len(deal.player(seat).up) == wanted for seat in deal.standing)


OFFERS: Mapping[str, Callable[[Deal, int], Offers]] = {
    "dark": _dark,
    "open": _open,
    "entry": _entry,
    "light": _light,
    "swap": _swap,
    "up": _up,
    "bets": _bets,
}


# --- the rules


def why(deal: Deal) -> Reason:
    """The rule of the stage."""
    if deal.stage == "open":
        return _why_open(deal)
    if deal.stage == "bets":
        return _why_bets(deal)
    price = money(deal.level)
    return {
        "cards": reason("the dealer gives each player a hand"),
        "dark": reason("before anybody looks one may open, and two may double after that"),
        "entry": reason("to play costs {price}; otherwise one folds", price=price),
        "light": reason("to play costs {price}; at most two may double it in the light", price=price),
        "swap": reason("each in turn exchanges any number of cards, or none (servi)"),
        "up": reason("each player gets one open card"),
        "show": reason("those who have not folded lay their cards open"),
    }[deal.stage]


def _why_open(deal: Deal) -> Reason:
    if deal.opens_with:
        return reason("a jackpot is opened with a pair of {rank} or more", rank=deal.opens_with)
    if deal.is_for_cheap_pot:
        return reason("to open this pot costs {price}; otherwise one waits", price=money(deal.contested))
    return reason("anybody may open in turn; otherwise one waits")


def _why_bets(deal: Deal) -> Reason:
    options = deal.options
    if options.variant == "doubles":
        return reason(
            "the stake of each, {price}, is doubled, seen or left; cheap while nobody has",
            price=money(deal.level),
        )
    if _must_raise(deal) and not deal.raised:
        return reason("after the last open card the first to speak raises or folds")
    seat = deal.waiting[0]
    price, (least, most) = deal.due_of(seat), _raising(deal, seat).get(RAISE) or options.raises
    if not price:
        return reason("a raise is {least} to {most} on top of the call", least=money(least), most=money(most))
    if RAISE not in _raising(deal, seat):
        return reason("to see costs {price}; otherwise one folds", price=money(price))
    return reason(
        "to see costs {price}, and a raise is {least} to {most} on top of that",
        price=money(price),
        least=money(least),
        most=money(most),
    )
