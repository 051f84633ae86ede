"""Dealing and staking at een-en-twintig. Source: HS p. 35-38."""

from __future__ import annotations

from sabot.games.banks import stakes
from sabot.games.banks.twenty_one import ending, whys
from sabot.games.banks.twenty_one.allowed import bank_of
from sabot.games.banks.twenty_one.coming import Cards, laid_more, not_one
from sabot.games.banks.twenty_one.deal import Deal
from sabot.games.banks.twenty_one.playing import when_played
from sabot.games.evening.deal import refuse
from sabot.games.evening.whys import no_cards


def target(deal: Deal) -> int:
    """How many cards each hand has after this round."""
    return 1 if deal.phase == "first" else 2


def missing(deal: Deal) -> tuple[int, ...]:
    """The places of the hands that still get a card in this round."""
    return tuple(nth for nth, hand in enumerate(deal.all_hands) if hand.size < target(deal))


def dealt(deal: Deal) -> Deal:
    """Those that have no card yet in this round got one, unseen."""
    after = deal.with_line("deal", dealer=deal.banker, cards=len(missing(deal)))
    for nth in missing(deal):
        after = after.with_hand(nth, unseen=after.all_hands[nth].unseen + 1)
    return when_dealt(after)


def hand(deal: Deal, seat: int, cards: Cards) -> Deal:
    """The card of a seat in this round is known."""
    mine = [nth for nth in missing(deal) if deal.all_hands[nth].seat == seat]
    if not mine or not deal.all_hands[mine[0]].is_known:
        return refuse(deal, no_cards(seat), seat=seat)
    if refused := not_one(deal, cards, seat=seat):
        return refused
    after = deal.with_hand(mine[0], cards=(*deal.all_hands[mine[0]].cards, *cards))
    return when_dealt(after.with_line("hand", seat=seat, cards=target(deal)))


def when_dealt(deal: Deal) -> Deal:
    """The deal goes on when every hand has its card. A bank of the banker ends it, where it is known."""
    if missing(deal):
        return deal
    if deal.phase == "first" and not deal.is_ten:
        return when_staked(deal._replace(phase="stakes"))
    if bank_of(deal, deal.bank):
        return ending.bank_opened(deal)
    return when_played(deal._replace(phase="playing"))


# --- stakes


def staked(deal: Deal, where: str, amount: int, seat: int | None) -> Deal:
    """A player stakes on their first card; `where` is always that."""
    mine = [nth for nth, each in enumerate(deal.hands) if each.seat == seat]
    if not mine or seat is None:
        return refuse(deal, stakes.OWN_STAKE, seat=seat)
    if deal.hands[mine[0]].stake:
        return refuse(deal, stakes.ALREADY, seat=seat)
    if because := stakes.refusal(amount, stakes.limits(deal.evening, seat)):
        return refuse(deal, because, seat=seat)
    after = laid_more(deal.with_hand(mine[0], first=amount), mine[0], amount)
    return when_staked(after)


def when_staked(deal: Deal) -> Deal:
    """The deal goes on when every player has staked."""
    if not all(each.stake for each in deal.hands):
        return deal
    return deal._replace(phase="first" if deal.is_ten else "second")


def may_double(deal: Deal) -> bool:
    """Whether the banker may still double: after the first cards, before the second."""
    return (
        deal.evening.options.banker_doubles and not deal.doubled and len(missing(deal)) == len(deal.all_hands)
    )


def doubled(deal: Deal, seat: int) -> Deal:
    """*Ik doubleer*: every player adds their stake once more; one with chips adds what they have."""
    if seat != deal.banker or not may_double(deal):
        return refuse(deal, whys.NO_DOUBLE, seat=seat)
    deal = deal._replace(doubled=True).with_line("double", seat=seat)
    for nth, each in enumerate(deal.hands):
        has = deal.evening.purses[each.seat] if each.seat in deal.evening.bought else each.stake
        deal = laid_more(deal, nth, min(each.stake, has)) if has else deal
    return deal
