"""Before the auction: which round it is, the hands, and a wrong number of cards (Doevendans 1.1-1.2)."""

from __future__ import annotations

from sabot.core.cards import DECK, Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Fault, Turn
from sabot.games.evening.deal import refuse
from sabot.games.rikken.deal import (
    ANNOUNCED_ROUNDS,
    FULL_HAND,
    OP_VOORHAND,
    TOTAAL,
    Deal,
    cards_left,
)

OVER_LONG, SHORT = FULL_HAND + 1, FULL_HAND - 1
"""The hands of a misdeal that one card puts right."""

NO_CARDS_YET = reason("the hands are not dealt yet")
ONE_TOO_MANY = reason("fourteen and twelve: the longer hand gives a card of its choice to the shorter")


def announced(deal: Deal, seat: int, word: str) -> Deal:
    """The dealer says before the cards what this deal is."""
    if deal.dealt or deal.hands or deal.contract:
        return refuse(deal, reason("the dealer names the round before the cards are dealt"), seat=seat)
    if seat != deal.evening.dealer:
        return refuse(deal, reason("seat {n} deals and names the round", n=deal.evening.dealer), seat=seat)
    return deal._replace(round=word).with_line("round", seat=seat, round=word)


def hidden_hands(deal: Deal) -> Deal:
    """All hands that are not known are dealt unseen."""
    if because := _too_early(deal):
        return refuse(deal, because)
    return _checked(deal._replace(dealt=True).with_line("deal", dealer=deal.evening.dealer, cards=FULL_HAND))


def _too_early(deal: Deal) -> Reason | None:
    if deal.dealt:
        return reason("the hands are dealt")
    if deal.round == OP_VOORHAND and deal.contract is None:
        return reason("seat {n} names trumps and an ace before the cards are dealt", n=deal.seats[0])
    return None


def known_hand(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """A hand that the shoe has read, or that the house deals on screens."""
    because = _too_early(deal)
    if because is None and (seat not in deal.seats or seat in deal.hands):
        because = reason("seat {n} gets no other hand", n=seat)
    if because is not None:
        return refuse(deal, because, seat=seat)
    if _are_impossible(deal, cards):
        because = reason("each card is there once, and only cards from 2 to ace are played with")
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = deal._replace(hands={**deal.hands, seat: frozenset(cards)})
    deal = deal.with_line("hand", seat=seat, cards=len(cards))
    return _checked(deal._replace(dealt=True)) if len(deal.hands) == len(deal.seats) else deal


def _are_impossible(deal: Deal, cards: tuple[Card, ...]) -> bool:
    """Whether one of these cards cannot be in this hand: it is there twice, in another hand, or of no pack of
    rikken. Which one is not said, as everybody would read it."""
    elsewhere = {card for hand in deal.hands.values() for card in hand}
    return len({*cards}) < len(cards) or not {*DECK} - elsewhere >= {*cards}


def _checked(deal: Deal) -> Deal:
    """The deal once the hands lie there: a wrong number of cards is a misdeal."""
    wrong = {seat: len(hand) for seat, hand in deal.hands.items() if len(hand) != FULL_HAND}
    if not wrong:
        return _all_open(deal)
    may_be_put_right = deal.options.misdeal_14_12 == "transfer" and sorted(wrong.values()) == [
        SHORT,
        OVER_LONG,
    ]
    for seat, number in wrong.items():
        if number > FULL_HAND or not may_be_put_right:
            deal = deal.with_fault(_miscounted(seat, number, FULL_HAND, trick=0))
    return deal if may_be_put_right else deal._replace(void="misdeal")


def _miscounted(seat: int, number: int, right: int, *, trick: int) -> Fault:
    because = reason("misdeal: seat {n} has {m} cards and should have {right}", n=seat, m=number, right=right)
    return Fault("misdeal", because, seat=seat, trick=trick)


def _all_open(deal: Deal) -> Deal:
    """At open piek totaal all hands lie open (ch. 22)."""
    return deal._replace(shown=frozenset(deal.seats)) if deal.round == TOTAAL else deal


def overlong(deal: Deal) -> int | None:
    """The seat that has a card too many and gives one away, to one that has twelve; None when all is right,
    as far as is known."""
    short = _of_size(deal, SHORT)
    return None if short is None else _of_size(deal, OVER_LONG)


def _of_size(deal: Deal, size: int) -> int | None:
    """The seat with as many cards before the first call, in a known hand or as it was counted."""
    sizes = {seat: len(hand) for seat, hand in deal.hands.items()} | {**deal.counts}
    is_early = not (deal.auction.calls or deal.laid)
    return next((seat for seat, number in sizes.items() if number == size and is_early), None)


def given_away(deal: Deal, seat: int, given: int | tuple[Card, ...]) -> Deal:
    """The player with fourteen cards gives one of their choice to the player with twelve (1.2). A card of a
    hidden hand need not be named."""
    may_give = deal.dealt and _of_size(deal, OVER_LONG) == seat and _is_one_card(deal, seat, given)
    if not may_give:
        because = reason("one card is given away, by a player who was dealt fourteen")
        return refuse(deal, because, seat=seat)
    short = _of_size(deal, SHORT)
    to = {} if short is None else {"to": short}
    deal = _moved(deal, seat, given, to=short)._replace(counts={}).with_line("swap", seat=seat, **to, cards=1)
    return _all_open(deal)


def _is_one_card(deal: Deal, seat: int, given: int | tuple[Card, ...]) -> bool:
    if isinstance(given, int):
        return given == 1 and seat not in deal.hands
    return len(given) == 1 and given[0] in deal.hands.get(seat, given)


def _moved(deal: Deal, seat: int, given: int | tuple[Card, ...], *, to: int | None) -> Deal:
    """The deal when the card went from one known hand to the other; where they are hidden nothing is to be
    done."""
    if isinstance(given, int) or to is None or to not in deal.hands:
        return deal
    hands = {seat: deal.hands[seat] - {*given}, to: deal.hands[to] | {*given}}
    return deal._replace(hands={**deal.hands, **hands})


def counted(deal: Deal, seat: int, number: int) -> Deal:
    """A player counts their cards. A wrong number voids the deal (SVB 25), unless nobody has called and one
    card puts it right."""
    if not deal.dealt or seat not in deal.seats or seat in deal.hands:
        return refuse(deal, reason("a player whose hand is hidden counts their cards"), seat=seat)
    right, begun = cards_left(deal, seat), bool(deal.laid)
    is_early = not (deal.auction.calls or begun)
    deal = deal._replace(counts={**deal.counts, seat: number} if is_early else {})
    if number == right:
        deal = deal.with_line("counted", seat=seat, cards=number)
    else:
        deal = deal.with_fault(_miscounted(seat, number, right, trick=deal.trick_number if begun else 0))
        is_early = is_early and deal.options.misdeal_14_12 == "transfer"
    may_go_on = _one_card_rights(deal) if is_early else number == right
    return deal if may_go_on else deal._replace(void="misdeal")


def _one_card_rights(deal: Deal) -> bool:
    """Whether the hands that were counted are right, or may be once a card has gone from a hand of fourteen
    to one of twelve."""
    wrong = sorted(number for number in deal.counts.values() if number != FULL_HAND)
    if wrong in ([], [SHORT, OVER_LONG]):
        return True
    is_open = any(seat not in deal.hands and seat not in deal.counts for seat in deal.seats)
    return wrong in ([SHORT], [OVER_LONG]) and is_open


def due_of_counts(deal: Deal) -> tuple[Turn, ...]:
    """Any player with a hidden hand may count their cards."""
    because = reason("a player whose hand is hidden counts their cards")
    return tuple(
        Turn(seat, (f"answer {seat} kaarten NUMBER",), limits=(number, number), why=because)
        for seat in deal.seats
        if seat not in deal.hands
        for number in [cards_left(deal, seat)]
    )


def due(deal: Deal) -> tuple[Turn, ...]:
    """What may happen before all hands lie there."""
    dealer, because = deal.evening.dealer, reason("each player gets thirteen cards")
    missing = [seat for seat in deal.seats if seat not in deal.hands]
    hands = [Turn(seat, (f"hand {seat} CARDS",), (FULL_HAND, FULL_HAND), because) for seat in missing]
    return (Turn(dealer, ("deal",), why=because), *hands, *_due_of_rounds(deal))


def _due_of_rounds(deal: Deal) -> tuple[Turn, ...]:
    if deal.hands or deal.contract:
        return ()
    dealer = deal.evening.dealer
    acts = tuple(f"answer {dealer} {each}" for each in ANNOUNCED_ROUNDS)
    return (Turn(dealer, acts, why=reason("the dealer names the round before the cards are dealt")),)


def due_of_overlong(deal: Deal, seat: int) -> tuple[Turn, ...]:
    """Any card may be given away; of a hidden hand it is only said that it was."""
    if seat not in deal.hands:
        return (Turn(seat, (f"swap {seat} NUMBER",), limits=(1, 1), why=ONE_TOO_MANY),)
    acts = tuple(f"swap {seat} {card}" for card in sorted(deal.hands[seat]))
    return (Turn(seat, acts, why=ONE_TOO_MANY),)
