"""How a deal of poker goes on: what each word does, and the stage that follows when nobody is to speak.

Source: HS p. 68-75.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from sabot.games.poker.deal import Deal
from sabot.games.poker.ending import compared, ended, restaked, unshown
from sabot.games.poker.offers import is_last_card
from sabot.games.poker.ranking import showing

# --- words


def folded(deal: Deal, seat: int) -> Deal:
    player = deal.player(seat)
    return _spoken(deal.with_player(player._replace(folded=True)), seat).with_line("fold", seat=seat)


def seen(deal: Deal, seat: int) -> Deal:
    return _spoken(deal.with_paid(seat, deal.due_of(seat), "see"), seat)


def waited(deal: Deal, seat: int) -> Deal:
    return _spoken(deal, seat).with_line("wait", seat=seat)


def cheap(deal: Deal, seat: int) -> Deal:
    return _spoken(deal, seat).with_line("cheap", seat=seat)


def raised(deal: Deal, seat: int, amount: int) -> Deal:
    """A raise is on top of the call; everybody who can still pay speaks once more."""
    return _asked_again(deal._replace(level=deal.level + amount), seat, "raise")


def doubled(deal: Deal, seat: int) -> Deal:
    """The stake of each is doubled. In the dark the next in turn go on; later all speak once more."""
    deal = deal._replace(level=2 * deal.level, doubles=deal.doubles + 1)
    if deal.stage == "dark":
        return _spoken(deal.with_paid(seat, deal.due_of(seat), "double"), seat)._replace(by=seat)
    return _asked_again(deal, seat, "double")


def _asked_again(deal: Deal, seat: int, word: str) -> Deal:
    deal = deal.with_paid(seat, deal.due_of(seat), word)
    others = tuple([each for each in deal.after_seat(seat) if each != seat and not deal.is_all_in(each)])
    return deal._replace(waiting=others, by=seat, raised=True)


def opened(deal: Deal, seat: int) -> Deal:
    """The price of opening: in the dark and in stud a unit, for a cheap pot what is played for; a jackpot is
    opened with what the draw costs, twice the minimum. The book names no sum for stud and the jackpot."""
    deal = deal._replace(level=deal.level + price(deal), by=seat)
    if deal.stage == "dark":
        return _spoken(deal.with_paid(seat, deal.due_of(seat), "open"), seat)
    proven = deal.player(seat).hand is not None
    deal = _asked_again(deal, seat, "open")
    return deal._replace(opener=seat, proven=proven, raised=False, stage="entry")


def price(deal: Deal) -> int:
    """What it costs to open."""
    if deal.is_for_cheap_pot:
        return deal.contested
    if deal.carried.jackpot is not None:
        return 2 * deal.options.minimum
    return deal.options.minimum


def straddled(deal: Deal, seat: int) -> Deal:
    """The second or third player stakes twice the minimum before the cards (HS p. 70)."""
    return deal._replace(straddler=seat).with_paid(seat, 2 * deal.options.minimum, "straddle")


def _spoken(deal: Deal, seat: int) -> Deal:
    return deal._replace(waiting=tuple([each for each in deal.waiting if each != seat]))


# --- stages


def settled(deal: Deal) -> Deal:
    """The deal when everything that follows by itself has happened: until somebody is to speak, or it is
    over."""
    while deal.stage != "over":
        if deal.stage != "cards" and len(deal.standing) == 1:
            return unshown(deal)
        if deal.waiting:
            return deal
        deal = AFTER[deal.stage](deal)
    return deal


def _after_cards(deal: Deal) -> Deal:
    kind, dealer = deal.options.variant, deal.evening.dealer
    if deal.is_for_cheap_pot or deal.carried.jackpot is not None or kind.endswith("stud"):
        return deal._replace(stage="open", waiting=_openers(deal, deal.after_seat(dealer)))
    if kind == "doubles":
        return deal._replace(stage="dark", waiting=_speakers(deal, deal.after_seat(dealer)))
    last = deal.straddler or dealer
    deal = deal._replace(level=(4 if deal.straddler else 2) * deal.options.minimum)
    return deal._replace(stage="entry", waiting=_speakers(deal, deal.after_seat(last)))


def _openers(deal: Deal, order: tuple[int, ...]) -> tuple[int, ...]:
    """Those of these seats that have something to open with; all where none has."""
    return tuple([seat for seat in order if not deal.is_all_in(seat)]) or order


def _after_dark(deal: Deal) -> Deal:
    """Nobody opened: the dealer's stake stays for the next deal. The book is silent."""
    if not deal.by:
        return ended(deal, "waited")
    others = tuple([seat for seat in deal.after_seat(deal.by) if seat != deal.by])
    return deal._replace(stage="light", waiting=_speakers(deal, others), doubles=0)


def _after_open(deal: Deal) -> Deal:
    return ended(deal, "waited" if deal.is_for_cheap_pot else "unopened")


def _after_entry(deal: Deal) -> Deal:
    order = deal.after_seat(deal.evening.dealer)
    return deal._replace(stage="up" if deal.options.variant.endswith("stud") else "swap", waiting=order)


def _after_swap(deal: Deal) -> Deal:
    """Who opened or doubled last speaks first, else the left neighbour of the dealer."""
    dealer = deal.evening.dealer
    first = deal.opener or (deal.by if deal.options.variant == "doubles" else 0)
    return _betting(deal, deal.from_seat(first) if first else deal.after_seat(dealer))


def _after_up(deal: Deal) -> Deal:
    """Who shows the highest speaks first; of equals the first from the dealer's left. The book is silent on
    equals."""
    order = deal.after_seat(deal.evening.dealer)
    return _betting(deal, deal.from_seat(max(order, key=lambda seat: showing(deal.player(seat).up))))


def _betting(deal: Deal, order: tuple[int, ...]) -> Deal:
    return deal._replace(stage="bets", raised=False, waiting=_speakers(deal, order))


def _speakers(deal: Deal, order: tuple[int, ...]) -> tuple[int, ...]:
    """Those of these seats that have something left to stake; none where only one has, and owes nothing."""
    able = tuple([seat for seat in order if not deal.is_all_in(seat)])
    is_alone = len(able) == 1 and not deal.due_of(able[0])
    return () if is_alone and deal.stage in ("swap", "up") else able


def _after_bets(deal: Deal) -> Deal:
    kind = deal.options.variant
    if kind == "doubles" and _all_said_cheap(deal):
        return restaked(deal)
    if kind.endswith("stud") and not is_last_card(deal):
        return _after_entry(deal)
    return _shown_known(deal)


def _all_said_cheap(deal: Deal) -> bool:
    """Whether nobody doubled, so that the pot grows. An opened cheap pot is decided now, and so is a pot for
    which somebody has staked all chips; the book is silent on both."""
    return not deal.raised and not deal.is_for_cheap_pot and not any(map(deal.is_all_in, deal.standing))


def _shown_known(deal: Deal) -> Deal:
    """Hands that the referee knows are open; the others are to be laid open, the last who raised first."""
    order = deal.from_seat(deal.by) if deal.by else deal.after_seat(deal.evening.dealer)
    return deal._replace(
        stage="show", waiting=tuple([seat for seat in order if deal.player(seat).hand is None])
    )


Step: TypeAlias = Callable[[Deal], Deal]

AFTER: Mapping[str, Step] = {
    "cards": _after_cards,
    "dark": _after_dark,
    "open": _after_open,
    "entry": _after_entry,
    "light": _after_entry,
    "swap": _after_swap,
    "up": _after_up,
    "bets": _after_bets,
    "show": compared,
}
