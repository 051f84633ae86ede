"""Who may or must act at een-en-twintig, and what everybody may see."""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.reasons import Reason
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn, money
from sabot.games.banks import stakes
from sabot.games.banks.twenty_one import whys
from sabot.games.banks.twenty_one.allowed import may_open, may_split, must_open, not_opened, raise_limits
from sabot.games.banks.twenty_one.deal import STAKE, Deal, Hand
from sabot.games.banks.twenty_one.dealing import may_double, missing


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return () if deal.phase == "over" else DUE[deal.phase](deal)


def _dealing(deal: Deal) -> tuple[Turn, ...]:
    """A card each: unseen, or known where the hand was known before."""
    why, banker = whys.NOW[deal.phase], deal.banker
    hands = [deal.all_hands[nth] for nth in missing(deal)]
    known = tuple(
        Turn(each.seat, (f"hand {each.seat} CARDS",), (1, 1), why) for each in hands if each.is_known
    )
    turns = (*known, Turn(banker, ("deal",), why=why))
    if deal.phase == "second" and may_double(deal):
        return (*turns, Turn(banker, (f"double {banker}",), why=why))
    return turns


def _staking(deal: Deal) -> tuple[Turn, ...]:
    seats = [hand.seat for hand in deal.hands if not hand.stake]
    return tuple(
        Turn(seat, (f"bet {STAKE} AMOUNT {seat}",), stakes.limits(deal.evening, seat), whys.STAKES)
        for seat in seats
    )


def _playing(deal: Deal) -> tuple[Turn, ...]:
    if deal.drawing is not None:
        return (_card_owed(deal, deal.hands[deal.drawing]),)
    now = deal.hands[deal.turn]
    within = raise_limits(deal, now)
    first = Turn(
        now.seat, _choices(deal, now), within, whys.PLAYER, private=now.is_known, open_acts=_any(deal, now)
    )
    return (first, *_raising(deal, now), *_showing_now(deal, now), *_splitting(deal), *_banks(deal))


def _card_owed(deal: Deal, now: Hand) -> Turn:
    """An open card is named without a seat, so is the same card of a hand; both are understood."""
    acts = ("CARD",) if deal.evening.options.open_bought else ()
    return Turn(now.seat, (*acts, f"draw {now.seat} CARDS"), (1, 1), whys.CARD_COMES)


def _choices(deal: Deal, now: Hand) -> tuple[str, ...]:
    seat = now.seat
    if must_open(deal, now):
        return (f"open {seat}",)
    buy = (f"buy {seat}",) if deal.cards_left else ()
    if now.raised:
        return buy
    return (*buy, f"stand {seat}", *((f"open {seat}",) if may_open(deal, now) else ()))


def _any(deal: Deal, now: Hand) -> tuple[str, ...]:
    """What others may see of the choices of a known hand: those of any hand."""
    seat, splits = now.seat, may_split(deal, now._replace(cards=(), unseen=now.size))
    buy = (f"buy {seat}",) if deal.cards_left else ()
    if now.raised:
        return buy
    more = (f"raise {seat} AMOUNT",) if raise_limits(deal, now) else ()
    return (*buy, f"stand {seat}", *more, f"open {seat}", *((f"split {seat}",) if splits else ()))


def _raising(deal: Deal, now: Hand) -> tuple[Turn, ...]:
    within = raise_limits(deal, now)
    if within is None or must_open(deal, now):
        return ()
    return (Turn(now.seat, (f"raise {now.seat} AMOUNT",), within, whys.PLAYER, private=now.is_known),)


def _showing_now(deal: Deal, now: Hand) -> tuple[Turn, ...]:
    """A hand that nobody saw may be one that is opened."""
    if now.is_known or now.raised:
        return ()
    return (_show(now, not_opened(deal)),)


def _splitting(deal: Deal) -> tuple[Turn, ...]:
    hands = [hand for hand in deal.hands if may_split(deal, hand)]
    return tuple(
        Turn(each.seat, (f"split {each.seat}",), why=whys.NO_SPLIT, private=each.is_known) for each in hands
    )


def _banks(deal: Deal) -> tuple[Turn, ...]:
    """Before the players speak, the banker may have a bank that nobody saw."""
    if deal.begun or deal.bank.is_known:
        return ()
    return (_show(deal.bank, whys.NO_BANK),)


def _opening(deal: Deal) -> tuple[Turn, ...]:
    return (_show(deal.bank, whys.OPENING),)


def _banker(deal: Deal) -> tuple[Turn, ...]:
    draw = ("CARD",) if deal.cards_left else ()
    return (Turn(deal.banker, (*draw, f"stand {deal.banker}"), why=whys.BANKER),)


def _showing(deal: Deal) -> tuple[Turn, ...]:
    now = deal.to_show
    assert now is not None
    return (_show(now, whys.SHOWING),)


def _show(now: Hand, why: Reason) -> Turn:
    """A hand is laid open; the cards of it that nobody saw suffice."""
    return Turn(now.seat, (f"show {now.seat} CARDS",), (now.unseen, now.unseen), why)


DUE = {
    "first": _dealing,
    "stakes": _staking,
    "second": _dealing,
    "playing": _playing,
    "opening": _opening,
    "banker": _banker,
    "showing": _showing,
}


# --- what is seen


def opened(hand: Hand) -> tuple[Card, ...]:
    """The cards of a player's hand that lie open: all once it is shown, before that those bought so."""
    return hand.cards if hand.is_open else hand.cards[len(hand.cards) - hand.bought :]


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    seats = dict.fromkeys(hand.seat for hand in deal.hands)
    of = {seat: [hand for hand in deal.hands if hand.seat == seat] for seat in seats}
    cards = {str(seat): [str(card) for hand in of[seat] for card in opened(hand)] for seat in seats}
    closed = {str(seat): sum(hand.size - len(opened(hand)) for hand in of[seat]) for seat in seats}
    banker = str(deal.banker)
    return {
        "cards": {**cards, banker: [*map(str, deal.bank.cards)] if deal.bank.is_open else []},
        "hands": {**closed, banker: 0 if deal.bank.is_open else deal.bank.size},
        "bank": {"seat": deal.banker, "amount": money(deal.evening.purses[deal.banker])},
    }


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """The closed cards of this seat where they are known."""
    if seat == deal.banker:
        return None if deal.bank.is_open or not deal.bank.cards else deal.bank.cards
    mine = [hand for hand in deal.hands if hand.seat == seat and hand.is_known and not hand.is_open]
    return tuple(card for hand in mine for card in hand.cards[: len(hand.cards) - hand.bought]) or None
