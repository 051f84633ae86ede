"""What the players do at een-en-twintig: buy, stand, raise, open, split. Source: HS p. 35-38."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.cards import Card
from sabot.core.reasons import Reason
from sabot.games.banks import stakes
from sabot.games.banks.twenty_one import ending, whys
from sabot.games.banks.twenty_one.allowed import (
    bank_of,
    may_open,
    may_split,
    must_open,
    not_opened,
    raise_limits,
)
from sabot.games.banks.twenty_one.coming import Cards, as_shown, laid_more, not_one
from sabot.games.banks.twenty_one.deal import Deal, Hand
from sabot.games.evening.deal import refuse
from sabot.games.evening.whys import no_cards, turn_of


def playing(act: Callable[..., Deal]) -> Callable[..., Deal]:
    """The act of the player whose turn it is; another's, or one while a card is owed, is refused."""

    def turned(deal: Deal, seat: int, *rest: object) -> Deal:
        owed = deal.turn if deal.drawing is None else deal.drawing
        now = deal.hands[owed]
        if seat != now.seat:
            return refuse(deal, turn_of(now.seat), seat=seat)
        if deal.drawing is not None:
            return refuse(deal, whys.CARD_COMES, seat=seat)
        return act(deal, now, *rest)

    return turned


def bought(deal: Deal, now: Hand) -> Deal:
    """A player buys a card. It comes next where it lies open or the hand is known."""
    if because := _no_purchase(deal, now):
        return refuse(deal, because, seat=now.seat)
    nth = deal.turn
    deal = deal._replace(begun=True).with_line("buy", seat=now.seat).with_hand(nth, raised=False)
    if now.is_known or deal.evening.options.open_bought:
        return deal._replace(drawing=nth)
    return deal.with_hand(nth, unseen=now.unseen + 1)


def _no_purchase(deal: Deal, now: Hand) -> Reason | None:
    if must_open(deal, now):
        return whys.MUST_OPEN[deal.how.aim]
    return None if deal.cards_left else whys.NO_CARDS_LEFT


def stood(deal: Deal, now: Hand) -> Deal:
    """A player buys no more."""
    if now.raised:
        return refuse(deal, whys.RAISED, seat=now.seat)
    if must_open(deal, now):
        return refuse(deal, whys.MUST_OPEN[deal.how.aim], seat=now.seat)
    after = deal._replace(begun=True).with_hand(deal.turn, state="stood")
    return when_played(after.with_line("stand", seat=now.seat))


def raised(deal: Deal, now: Hand, amount: int) -> Deal:
    """A player raises their stake before they buy (HS p. 36)."""
    within = raise_limits(deal, now)
    if within is None or must_open(deal, now):
        return refuse(deal, whys.NO_RAISE, seat=now.seat)
    if because := stakes.refusal(amount, within):
        return refuse(deal, because, seat=now.seat)
    return laid_more(deal._replace(begun=True).with_hand(deal.turn, raised=True), deal.turn, amount)


def opened(deal: Deal, now: Hand) -> Deal:
    """A player lays their hand open, and is paid or pays at once."""
    if now.raised:
        return refuse(deal, whys.RAISED, seat=now.seat)
    if not may_open(deal, now):
        return refuse(deal, not_opened(deal), seat=now.seat)
    return when_played(ending.hand_opened(deal._replace(begun=True), deal.turn))


def shown(deal: Deal, seat: int, cards: Cards) -> Deal:
    """The cards of a hand that nobody saw are laid open: by the player whose turn it is, or by the banker who
    has a bank."""
    if seat == deal.banker:
        return _bank_shown(deal, cards)
    return playing(_shown)(deal, seat, cards)


def _shown(deal: Deal, now: Hand, cards: Cards) -> Deal:
    named = as_shown(deal, deal.turn, cards)
    return opened(named, named.hands[deal.turn]) if _may(named, now) else _refused(deal, named, seat=now.seat)


def _may(named: Deal, now: Hand) -> bool:
    """Whether the hand was named, and may be opened."""
    return not now.is_known and not now.raised and may_open(named, named.hands[named.turn])


def _refused(deal: Deal, named: Deal, *, seat: int) -> Deal:
    """The deal with the fault of naming the hand, or else that it cannot be opened."""
    return named if named.faults != deal.faults else refuse(deal, not_opened(deal), seat=seat)


def _bank_shown(deal: Deal, cards: Cards) -> Deal:
    if deal.begun or deal.bank.is_known or deal.drawing is not None:
        return refuse(deal, whys.NO_BANK, seat=deal.banker)
    named = as_shown(deal, len(deal.hands), cards)
    if bank_of(named, named.bank):
        return ending.bank_opened(named)
    return named if named.faults != deal.faults else refuse(deal, whys.NO_BANK, seat=deal.banker)


def split(deal: Deal, seat: int) -> Deal:
    """Two cards of one rank become two hands with the same stake on each, and a second card comes to each."""
    mine = [nth for nth, each in enumerate(deal.hands) if each.seat == seat]
    if not deal.evening.options.split:
        return refuse(deal, whys.NO_SPLIT_HERE, seat=seat)
    if deal.drawing is not None or len(mine) != 1 or not may_split(deal, deal.hands[mine[0]]):
        return refuse(deal, whys.NO_SPLIT, seat=seat)
    nth, now = mine[0], deal.hands[mine[0]]
    one, two = _halves(now)
    after = deal._replace(hands=(*deal.hands[:nth], one, two, *deal.hands[nth + 1 :]))
    after = laid_more(after.with_line("split", seat=seat), nth + 1, now.stake)
    return after._replace(drawing=nth) if now.is_known else after


def _halves(now: Hand) -> tuple[Hand, Hand]:
    """The two hands out of a pair. Of a pair that nobody saw whole, each has its second card already,
    unseen."""
    unseen = 0 if now.is_known else 2
    one = now._replace(is_split=True, cards=now.cards[:1], unseen=max(0, unseen - len(now.cards)))
    return one, one._replace(cards=now.cards[1:], unseen=unseen, stake=0)


# --- cards that were bought


def drawn(deal: Deal, seat: int, cards: Cards) -> Deal:
    """The card for a seat that bought one, or split."""
    if deal.drawing is None or seat != deal.hands[deal.drawing].seat:
        return refuse(deal, no_cards(seat), seat=seat)
    return _came(deal, deal.drawing, cards)


def turned_up(deal: Deal, card: Card) -> Deal:
    """A card leaves the pack openly: it is the one that was bought."""
    if deal.drawing is None:
        return refuse(deal, whys.PLAYER, card=card)
    return _came(deal, deal.drawing, (card,))


def laid(deal: Deal, seat: int, card: Card) -> Deal:
    """A card comes to a seat, as the camera sees it."""
    return drawn(deal, seat, (card,))


def _came(deal: Deal, nth: int, cards: Cards) -> Deal:
    now = deal.hands[nth]
    is_open = deal.evening.options.open_bought and not (now.is_split and now.size == 1)
    if refused := not_one(deal, cards, seat=now.seat, is_open=is_open):
        return refused
    after = deal.with_hand(nth, cards=(*now.cards, *cards), bought=now.bought + is_open)
    if is_open:
        after = after.with_line("card", card=str(cards[0]), to=str(now.seat))
    else:
        after = after.with_line("draw", seat=now.seat, cards=1)
    return after._replace(drawing=_next_split(after, nth))


def _next_split(deal: Deal, nth: int) -> int | None:
    """The second hand of a pair that was split still gets its second card."""
    later = deal.hands[nth + 1 : nth + 2]
    return nth + 1 if any(each.is_split and each.size == 1 for each in later) else None


def when_played(deal: Deal) -> Deal:
    """When every player stood or is settled, the banker opens; nobody left to play against ends the deal."""
    if deal.turn < len(deal.hands):
        return deal
    if deal.to_show is None:
        return deal._replace(phase="over")
    return ending.banker_opens(deal) if deal.bank.is_known else deal._replace(phase="opening")
