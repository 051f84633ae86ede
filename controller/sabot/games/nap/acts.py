"""What each act does to a deal of nap: dealing, buying, calling, the spare hand, the pool."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.games.auctions.ladder import Made, highest
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT, Payment, paid
from sabot.games.evening.whys import (
    DEAL_OVER,
    NOT_DEALT,
    NOT_TWICE,
    dealt_to_each,
    no_cards,
    no_chips,
    turn_of,
)
from sabot.games.nap import calls, ending, playing
from sabot.games.nap.calls import FULL_HAND, LADDER
from sabot.games.nap.deal import Deal
from sabot.games.tricks.cards import ACE_HIGH, pack

FOLLOW = playing.FOLLOW
FULL_PACK = frozenset(pack(ACE_HIGH))


def not_now(deal: Deal) -> Reason:
    """Why an act belongs to another moment of the deal."""
    return NOW[deal.phase]


NOW = {
    "dealing": NOT_DEALT,
    "buying": reason("cards are exchanged now, before the calls"),
    "calling": reason("the calls are made now"),
    "choosing": reason("the caller takes the spare hand now"),
    "playing": reason("the cards are being played"),
    "pool": reason("each player shows one card for the pool"),
    "over": DEAL_OVER,
}


# --- dealing ------------------------------------------------------------------------------------------


def dealt(deal: Deal) -> Deal:
    """All hands that are not known were dealt, unseen."""
    deal = _begun(deal)
    after = deal.with_line("deal", dealer=deal.evening.dealer, cards=FULL_HAND)
    return _when_dealt(after._replace(dealt=deal.order))


def hand(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The hand of a seat is known."""
    if seat not in deal.evening.seats or seat in deal.dealt:
        return refuse(deal, no_cards(seat), seat=seat)
    if len(cards) != FULL_HAND:
        return refuse(deal, dealt_to_each(FULL_HAND), kind="misdeal", seat=seat)
    if because := _impossible(deal, cards):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = _begun(deal)
    after = deal.with_line("hand", seat=seat, cards=FULL_HAND)
    return _when_dealt(after._replace(hands={**deal.hands, seat: cards}, dealt=(*deal.dealt, seat)))


def _impossible(deal: Deal, cards: tuple[Card, ...]) -> Reason | None:
    """Why no hand can hold these cards; None where one can."""
    known = {card for held in deal.hands.values() for card in held} | {*deal.thrown}
    if len({*cards}) < len(cards) or not FULL_PACK.issuperset(cards):
        return reason("a full pack holds each card once, and no joker")
    return NOT_TWICE if known & {*cards} else None


def _begun(deal: Deal) -> Deal:
    """The deal when its first card comes: the kitty is paid in."""
    if deal.begun:
        return deal
    kitty, dealer = deal.evening.options.kitty, deal.evening.dealer
    payers = {"dealer": (dealer,), "all": deal.order if dealer == deal.carried.first else ()}.get(kitty, ())
    return _paid(deal._replace(begun=True), [(seat, THE_POT, deal.evening.options.unit) for seat in payers])


def _paid(deal: Deal, payments: list[Payment]) -> Deal:
    evening, pool, lines = paid(deal.evening, payments, pot=deal.pool)
    return deal._replace(evening=evening, pool=pool, lines=(*deal.lines, *lines))


def _when_dealt(deal: Deal) -> Deal:
    """The deal goes on when every seat has its cards."""
    if len(deal.dealt) < len(deal.order):
        return deal
    return deal._replace(phase="buying" if deal.evening.options.buy else "calling")


def misdealt(deal: Deal, seat: int) -> Deal:
    """A misdeal or an exposed card: the same dealer deals again, and pays one unit to the pool (EN p. 9)."""
    if seat != deal.evening.dealer or deal.phase not in ("dealing", "buying", "calling"):
        because = reason("only the dealer can misdeal, and before the first card is led")
        return refuse(deal, because, seat=seat)
    after = _paid(_begun(deal).with_line("misdeal", seat=seat), [(seat, THE_POT, deal.evening.options.unit)])
    fresh = Deal(deal.evening)
    unchanged = {"evening", "pool", "lines", "faults", "begun"}
    again = {name: getattr(fresh, name) for name in Deal._fields if name not in unchanged}
    return after._replace(**again)


# --- buying -------------------------------------------------------------------------------------------


def next_to_buy(deal: Deal) -> int:
    """The seat that may exchange cards."""
    return deal.order[len(deal.bought)]


def most_to_buy(deal: Deal) -> int:
    """How many cards may be exchanged: those thrown away do not come back."""
    hands = len(deal.order) + int(deal.evening.options.spare_hand)
    stock = len(FULL_PACK) - FULL_HAND * hands - sum(deal.bought.values())
    return max(0, min(FULL_HAND, stock))


def bought(deal: Deal, seat: int, given: int | tuple[Card, ...]) -> Deal:
    """A seat throws cards away and buys as many."""
    if deal.drawing or seat != next_to_buy(deal):
        return refuse(deal, turn_of(deal.drawing[0] if deal.drawing else next_to_buy(deal)), seat=seat)
    count = given if isinstance(given, int) else len(given)
    because = _purchase_refused(deal, seat, given, count=count)
    if because:
        return refuse(deal, because, seat=seat)
    deal = deal.with_line("swap", seat=seat, cards=count)
    deal = _paid(deal, [(seat, THE_POT, count * deal.evening.options.unit)] if count else [])
    deal = deal._replace(bought={**deal.bought, seat: count})
    if not isinstance(given, int):
        return _thrown(deal, seat, given)._replace(drawing=(seat, count))
    return _when_bought(deal)


def _purchase_refused(deal: Deal, seat: int, given: int | tuple[Card, ...], *, count: int) -> Reason | None:
    if count > most_to_buy(deal):
        return reason("no more than {n} cards can be exchanged", n=most_to_buy(deal))
    if not deal.evening.can_pay(seat, count * deal.evening.options.unit):
        return no_chips(seat)
    return _given_refused(deal, seat, given) if count else None


def _given_refused(deal: Deal, seat: int, given: int | tuple[Card, ...]) -> Reason | None:
    """Why these cards cannot be thrown away: the cards of a known hand are named, those of others are not."""
    if isinstance(given, int):
        return reason("the hand is known: name the cards") if seat in deal.hands else None
    if len({*given}) == len(given) and {*given} <= {*deal.hands.get(seat, ())}:
        return None
    return reason("only cards of the hand can be thrown away")


def _thrown(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    left = tuple(card for card in deal.hands[seat] if card not in cards)
    return deal._replace(hands={**deal.hands, seat: left}, thrown=(*deal.thrown, *cards))


def drawn(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The cards that a seat got for those that it threw away."""
    if deal.drawing is None or deal.drawing[0] != seat:
        return refuse(deal, no_cards(seat), seat=seat)
    if because := _draw_refused(deal, cards, count=deal.drawing[1]):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = deal.with_line("draw", seat=seat, cards=len(cards))
    return _when_bought(deal._replace(hands={**deal.hands, seat: deal.hands[seat] + cards}, drawing=None))


def _draw_refused(deal: Deal, cards: tuple[Card, ...], *, count: int) -> Reason | None:
    if len(cards) != count:
        return reason("{n} cards come for those thrown away", n=count)
    return _impossible(deal, cards)


def _when_bought(deal: Deal) -> Deal:
    return deal._replace(phase="calling") if len(deal.bought) == len(deal.order) else deal


# --- calling ------------------------------------------------------------------------------------------


def may_take_spare(deal: Deal) -> bool:
    """Whether the next player may take the spare hand: it obliges them to stand nap (EN p. 13)."""
    may_call = "nap" in calls.allowed(deal.evening.options, deal.bids)
    return deal.evening.options.spare_hand and may_call and not deal.spare


def called(deal: Deal, seat: int, what: int | str) -> Deal:
    """A call: each player makes one, from the dealer's left, and none may change it (EN p. 10)."""
    if any(each.seat == seat for each in deal.bids):
        return refuse(deal, reason("each player calls once, and none may change it"), seat=seat)
    if seat != deal.order[len(deal.bids)]:
        return refuse(deal, turn_of(deal.order[len(deal.bids)]), seat=seat)
    takes_spare = what == "spare"
    call = "nap" if takes_spare or what == FULL_HAND else str(what)
    because: Reason | None = calls.refusal(deal.evening.options, deal.bids, call)
    if takes_spare and not may_take_spare(deal):
        because = reason("there is no spare hand that could be taken")
    if because:
        return refuse(deal, because, seat=seat)
    spare = seat if takes_spare else deal.spare
    after = deal._replace(bids=(*deal.bids, Made(seat, call)), spare=spare)
    return _when_called(after.with_line("bid", seat=seat, bid=str(what) if takes_spare else call))


def _when_called(deal: Deal) -> Deal:
    """The highest call is played. Where all pass, the first caller stands for one trick (EN p. 10), or the
    next stakes are doubled."""
    if len(deal.bids) < len(deal.order):
        return deal
    contract = highest(deal.bids, LADDER)
    if contract is None and deal.evening.options.double_header:
        return deal._replace(phase="over")
    if contract is None:
        contract = Made(deal.order[0], "1")
        deal = deal.with_line("bid", seat=contract.seat, bid=contract.bid, forced=True)
    chooses = contract == Made(deal.spare, "nap")
    return deal._replace(contract=contract, phase="choosing" if chooses else "playing")


# --- the spare hand -----------------------------------------------------------------------------------


def spare_seen(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The caller looks at the spare hand, and it is known."""
    assert deal.contract is not None
    if seat != deal.contract.seat or len(deal.hands.get(seat, ())) != FULL_HAND:
        return refuse(deal, no_cards(seat), seat=seat)
    if because := _draw_refused(deal, cards, count=FULL_HAND):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = deal.with_line("draw", seat=seat, cards=FULL_HAND)
    return deal._replace(hands={**deal.hands, seat: deal.hands[seat] + cards})


def chosen(deal: Deal, seat: int, given: int | tuple[Card, ...]) -> Deal:
    """The caller throws five of the ten cards away; of an unknown hand, `given` is how many of their own."""
    assert deal.contract is not None
    count = given if isinstance(given, int) else len(given)
    held = len(deal.hands.get(seat, ()))
    because = _given_refused(deal, seat, given)
    if seat != deal.contract.seat:
        because = turn_of(deal.contract.seat)
    elif held == FULL_HAND or count > FULL_HAND or (held and count != FULL_HAND):
        because = reason("the caller keeps five of the ten cards")
    if because:
        return refuse(deal, because, seat=seat)
    deal = deal.with_line("swap", seat=seat, cards=count)._replace(phase="playing")
    return deal if isinstance(given, int) else _thrown(deal, seat, given)


# --- the pool -----------------------------------------------------------------------------------------


def pool_ended(deal: Deal, seat: int, how: str) -> Deal:
    """The players end the pool: it is split, or the lowest of one card each wins it (EN p. 9)."""
    if seat != deal.evening.dealer or deal.begun or not deal.pool:
        return refuse(deal, reason("a pool is ended between two deals, by the dealer"), seat=seat)
    deal = deal.with_line("answer", seat=seat, answer=how)
    return ending.pool_shared(deal, deal.order) if how == "split" else deal._replace(phase="pool")


def shown(deal: Deal, seat: int, card: Card) -> Deal:
    """A card for the pool."""
    if seat not in deal.evening.seats or any(seat == each for each, _ in deal.shown):
        return refuse(deal, reason("each player shows one card for the pool"), card=card, seat=seat)
    if card not in FULL_PACK or any(card == each for _, each in deal.shown):
        because = NOT_TWICE
        return refuse(deal, because, kind="impossible-card", card=card, seat=seat)
    deal = deal.with_line("card", card=str(card), to=str(seat))
    deal = deal._replace(shown=(*deal.shown, (seat, card)))
    return deal if len(deal.shown) < len(deal.order) else ending.lowest_wins(deal)


ACTS: dict[tuple[str, str], Callable[..., Deal]] = {
    ("dealing", "deal"): dealt,
    ("dealing", "hand"): hand,
    ("dealing", "answer"): pool_ended,
    ("buying", "swap"): bought,
    ("buying", "draw"): drawn,
    ("calling", "bid"): called,
    ("choosing", "draw"): spare_seen,
    ("choosing", "swap"): chosen,
    ("playing", "play"): playing.played,
    ("pool", "show"): shown,
    ("pool", "play"): shown,
}
"""What may be done in each part of a deal."""
