"""What may be done in a deal of verpachten, what each act does, and what follows by itself.

Source: HS p. 84-86.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.evening import offers
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT
from sabot.games.evening.whys import DEAL_OVER, NOT_TWICE, no_chips, not_in_pack, turn_of
from sabot.games.verpachten.deal import (
    PACK_CARDS,
    TARGET_POINTS,
    Deal,
    Player,
    points_of,
    rank,
)

HIGHEST_JUMP_COUNTERS = 100
"""A bid is at most this much above the last one. The book knows no limit; this one catches a slip."""


# --- turns


def due(deal: Deal) -> tuple[Turn, ...]:
    if deal.stage == "let":
        return (_bidding(deal, deal.waiting[0]),)
    if deal.stage == "cards":
        dealing = Turn(deal.tenant, ("deal",), why=ONE_CARD)
        hands = [Turn(seat, (f"hand {seat} CARDS",), (1, 1), ONE_CARD) for seat in deal.waiting]
        return (dealing, *hands)
    if deal.stage == "buy":
        return (_buying(deal, deal.waiting[0]), *_drawing(deal))
    return tuple([_showing(deal, seat) for seat in deal.waiting])


ONE_CARD = reason("the tenant deals one closed card to each of the others")
LAID_OPEN = reason("all lay their cards open")


def _bidding(deal: Deal, seat: int) -> Turn:
    unit = deal.options.unit
    least, most = deal.bid + unit, deal.bid + HIGHEST_JUMP_COUNTERS * unit
    if seat in deal.evening.bought:
        most = min(most, deal.evening.purses[seat])
    if most < least:
        return Turn(seat, (f"bid {seat} pass",), why=no_chips(seat))
    why = reason("the farm is let to the highest bidder: {least} at least, or pass", least=money(least))
    return Turn(seat, (f"bid {seat} pass", f"bid {seat} AMOUNT"), (least, most), why)


def _buying(deal: Deal, seat: int) -> Turn:
    """The book is silent on a pack that is bought up; nobody buys then."""
    can_buy = deal.cards_out < len(PACK_CARDS)
    acts = (f"buy {seat}", f"stand {seat}") if can_buy else (f"stand {seat}",)
    return Turn(seat, acts, why=reason("each in turn buys any number of closed cards, one by one"))


def _drawing(deal: Deal) -> tuple[Turn, ...]:
    """The seats whose bought cards may be named: those whose first card is known."""
    why = reason("the cards that were bought")
    awaited = [(each.seat, each.unseen) for each in deal.players if each.known and each.unseen]
    return tuple([Turn(seat, (f"draw {seat} CARDS",), (count, count), why) for seat, count in awaited])


def _showing(deal: Deal, seat: int) -> Turn:
    """Where some cards of a hand are known, only the others are named."""
    count = deal.player(seat).unseen
    return Turn(seat, (f"show {seat} CARDS",), (count, count), LAID_OPEN)


# --- acts


def acted(deal: Deal, words: Words) -> Deal:
    because = _refused(deal, words)
    if because:
        return refuse(deal, because, kind=offers.kind_of(due(deal), words), seat=_seat(words))
    because = _impossible(deal, words)
    if because:
        return refuse(deal, because, kind="impossible-card", seat=_seat(words))
    return _settled(DOES[words[0]](deal, *words[1:]))


def _seat(words: Words) -> int | None:
    return words[1] if len(words) > 1 and isinstance(words[1], int) else None


def _refused(deal: Deal, words: Words) -> Reason:
    """Why these words are not allowed now; NOTHING where they are."""
    now = due(deal)
    if not now:
        return DEAL_OVER
    offered = [turn for turn in now if any(_is_named(act, words) for act in turn.acts)]
    if not offered:
        return now[0].why if _seat(words) == now[0].seat else turn_of(now[0].seat)
    value = words[2] if len(words) > 2 else None
    least, most = offered[0].limits or (0, 0)
    size = len(value) if isinstance(value, tuple) else value
    return offered[0].why if isinstance(size, int) and not least <= size <= most else NOTHING


def _is_named(act: str, words: Words) -> bool:
    """Whether verb and seat are those of this act, and the word after them, where it is one."""
    verb, *more = act.split()
    if verb != words[0] or (more and int(more[0]) != words[1]):
        return False
    return len(more) < 2 or (more[1] == words[2] if more[1].islower() else words[2] != "pass")


def _impossible(deal: Deal, words: Words) -> Reason:
    """Why the cards of these words cannot be; NOTHING where they can."""
    cards: Sequence[Card] = words[2] if len(words) > 2 and isinstance(words[2], tuple) else ()
    seen = {card for player in deal.players for card in player.known}
    for place, card in enumerate(cards):
        if card not in PACK_CARDS:
            return not_in_pack(card)
        if card in seen or card in cards[:place]:
            return NOT_TWICE
    return NOTHING


def _bid(deal: Deal, seat: int, what: int | str) -> Deal:
    """A pass is for good; a bid is asked of the others once more. The book is silent; so auctions go."""
    if isinstance(what, str):
        return deal.acted(seat).with_line("bid", seat=seat, bid="pass")
    others = tuple([each for each in deal.waiting if each != seat])
    deal = deal._replace(waiting=(*others, seat), bid=what, tenant=seat)
    return deal.with_line("bid", seat=seat, bid=money(what))


def _dealt(deal: Deal) -> Deal:
    deal = _rent_paid(deal)
    players = tuple([each if each.size else each._replace(unseen=1) for each in deal.players])
    return deal._replace(players=players, waiting=()).with_line("deal", dealer=deal.tenant, cards=1)


def _hand(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    deal = _rent_paid(deal)
    return deal.with_player(Player(seat, cards)).acted(seat).with_line("hand", seat=seat, cards=1)


def _rent_paid(deal: Deal) -> Deal:
    """With the first card the tenant has paid the rent and the others their counters: when the farm is let,
    or at every deal where the house plays so."""
    options, is_let = deal.options, bool(deal.bid) or deal.carried.owed
    if deal.cards_out:
        return deal
    rent = [(deal.tenant, THE_POT, deal.bid or deal.carried.rent)] if is_let else []
    counters = [(player.seat, THE_POT, options.ante * options.unit) for player in deal.players]
    return deal.with_paid([*rent, *(counters if is_let or options.per_round_ante else ())])


def _bought(deal: Deal, seat: int) -> Deal:
    player = deal.player(seat)
    return deal.with_player(player._replace(unseen=player.unseen + 1)).with_line("buy", seat=seat)


def _stood(deal: Deal, seat: int) -> Deal:
    return deal.acted(seat).with_line("stand", seat=seat)


def _drawn(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    return _named(deal, seat, cards).with_line("draw", seat=seat, cards=len(cards))


def _named(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    player = deal.player(seat)
    return deal.with_player(player._replace(known=(*player.known, *cards), unseen=0))


def _shown(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    deal = _named(deal, seat, cards).acted(seat)
    return deal.with_line("show", seat=seat, cards=[*map(str, deal.player(seat).known)])


DOES: Mapping[str, Callable[..., Deal]] = {
    "bid": _bid,
    "deal": _dealt,
    "hand": _hand,
    "buy": _bought,
    "stand": _stood,
    "draw": _drawn,
    "show": _shown,
}


# --- what follows by itself


def let(deal: Deal) -> Deal:
    """The deal when the farm has a tenant, who is to give the cards."""
    others = [seat for seat in deal.evening.after(deal.tenant) if seat != deal.tenant]
    return deal._replace(
        stage="cards", waiting=tuple(others), players=tuple([Player(seat) for seat in others])
    )


def _settled(deal: Deal) -> Deal:
    """The deal when everything that follows by itself has happened."""
    if deal.stage == "let" and not deal.waiting:
        return deal._replace(stage="over")
    if deal.stage == "let" and deal.waiting == (deal.tenant,):
        return let(deal)
    if deal.stage == "cards" and not deal.waiting:
        return deal._replace(stage="buy", waiting=tuple([player.seat for player in deal.players]))
    if deal.stage == "buy" and not deal.waiting:
        unseen = tuple([player.seat for player in deal.players if player.unseen])
        deal = deal._replace(stage="show", waiting=unseen)
    return _decided(deal) if deal.stage == "show" and not deal.waiting else deal


def _decided(deal: Deal) -> Deal:
    """Who is over sixteen pays the tenant the difference; the best sixteen takes the farm."""
    over = [(each.seat, points_of(each.known) - TARGET_POINTS) for each in deal.players]
    fines = [(seat, deal.tenant, points * deal.options.unit) for seat, points in over if points > 0]
    deal = deal.with_paid(fines)._replace(stage="over")
    hits = [player for player in deal.players if points_of(player.known) == TARGET_POINTS]
    if not hits:
        return deal
    best = min(hits, key=rank).seat
    return deal.with_paid([(THE_POT, best, deal.farm)])._replace(winner=best)
