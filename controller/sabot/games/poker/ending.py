"""How a deal of poker ends: who wins what, and what it leaves to the next one."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.core.cards import Card
from sabot.core.reasons import reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import LedgerLine, Settlement, money
from sabot.games.evening.deal import Outcome, refuse
from sabot.games.evening.evening import Evening
from sabot.games.poker.cards import proves_opening
from sabot.games.poker.deal import OPENERS, Carried, Deal, Ended
from sabot.games.poker.ranking import at_least_three, worth
from sabot.games.pots.pot import Stakes, side_pots, won


def ended(deal: Deal, how: str, shares: Mapping[int, int] | None = None) -> Deal:
    """The deal when it is over: these shares are paid out. Without shares all stays for the next deal."""
    stakes = deal.middle
    left = stakes.left - deal.contested if shares else stakes.total
    deal = deal._replace(stage="over", waiting=(), ended=Ended(how, tuple((shares or {}).items())))
    return deal._replace(middle=stakes._replace(left=left), evening=deal.evening.paid(shares or {}))


def unshown(deal: Deal) -> Deal:
    """One is left, and takes the pot without showing a hand. The opener of a jackpot has to prove the opening
    first (HS p. 71); what becomes of the pot where that fails the book does not say: we leave it for the next
    deal."""
    (winner,) = deal.standing
    if must_prove(deal, winner):
        if deal.player(winner).hand is None:
            return deal._replace(stage="show", waiting=(winner,))
        if not has_proven(deal):
            return ended(_unproven(deal), "unproven")
    return ended(deal, "folded", {winner: deal.middle.total - deal.middle.left + deal.contested})


def must_prove(deal: Deal, seat: int) -> bool:
    """Whether this seat opened a jackpot with a hand that the referee did not know."""
    return bool(deal.opens_with) and seat == deal.opener and deal.options.opener_must_show and not deal.proven


def has_proven(deal: Deal) -> bool:
    """Whether the opener's cards are what a jackpot is opened with."""
    return proves_opening(deal.player(deal.opener), str(deal.opens_with))


def _unproven(deal: Deal) -> Deal:
    """The opener's hand does not count."""
    seat = deal.opener
    because = reason(
        "seat {n} opened this jackpot without a pair of {rank} or more: the hand does not count",
        n=seat,
        rank=str(deal.opens_with),
    )
    deal = refuse(deal, because, kind="wrong-announcement", seat=seat)
    return deal.with_player(deal.player(seat)._replace(folded=True))


def compared(deal: Deal) -> Deal:
    """The hands of those who have not folded decide each pot; odd cents go to the first from the dealer's
    left."""
    if must_prove(deal, deal.opener) and deal.opener in deal.standing and not has_proven(deal):
        deal = _unproven(deal)
    pots = side_pots(Stakes(deal.contested, deal.middle.paid), deal.standing)
    best = {seat: worth(hand, five_alike=deal.options.five_kind) for seat, hand in hands(deal).items()}
    return ended(deal, "showdown", won(pots, best, deal.after_seat(deal.evening.dealer)))


def hands(deal: Deal) -> dict[int, tuple[Card, ...]]:
    """The whole hands of those who have not folded."""
    return {player.seat: player.hand or () for player in deal.players if not player.folded}


def restaked(deal: Deal) -> Deal:
    """All said cheap: each stakes as much as lies in the middle, and the same dealer deals again (HS p. 73).
    Where one has less, all stake that; the book knows no limit of chips."""
    limits = [has for seat in deal.standing if (has := deal.has(seat)) is not None]
    each = min([deal.middle.total, *limits])
    return ended(deal.with_left(dict.fromkeys(deal.standing, each)), "cheap")


# --- what is reported


def outcome(deal: Deal) -> Outcome | None:
    """What the deal came to; None while it is undecided."""
    if deal.ended is None:
        return None
    shares = {seat: share for seat, share in deal.ended.won if share}
    result: Plain = {
        "winner": str(next(iter(shares))) if len(shares) == 1 else None,
        "winners": {str(seat): money(share) for seat, share in shares.items()},
        "how": deal.ended.how,
        **_compared_hands(deal),
    }
    return Outcome(result, _settlements(deal, shares), (_score(deal),))


def _compared_hands(deal: Deal) -> Plain:
    if deal.ended is None or deal.ended.how != "showdown":
        return {}
    shown = hands(deal)
    return {
        "cards": {str(seat): [*map(str, cards)] for seat, cards in shown.items()},
        "hands": {
            str(seat): worth(cards, five_alike=deal.options.five_kind).name for seat, cards in shown.items()
        },
    }


def _settlements(deal: Deal, shares: Mapping[int, int]) -> tuple[Settlement, ...]:
    seats = [seat for seat in deal.seats if deal.middle.of(seat) or seat in shares]
    return tuple([Settlement("pot", deal.middle.of(seat), shares.get(seat, 0), seat) for seat in seats])


def _score(deal: Deal) -> LedgerLine:
    """The purses, and what stays in the middle for the next deal."""
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    return "score", {"purses": purses, "pot": money(deal.in_play)}


# --- the next deal


def following(deal: Deal) -> Evening:
    """The evening of the next deal. After a pot in which all said cheap the same dealer deals again; who
    has no stake in a cheap pot does not deal for it."""
    assert deal.ended is not None
    carried, dealer = _carried(deal, deal.ended.how), deal.evening.dealer
    if deal.ended.how == "cheap":
        return deal.evening.following(dealer=dealer, carried=carried)
    inside = [seat for seat in deal.evening.after(dealer) if carried.cheap and seat in carried.seats]
    return deal.evening.following(dealer=inside[0] if inside else None, carried=carried)


def _carried(deal: Deal, how: str) -> Carried:
    carried, left = deal.carried, deal.middle.left
    if how == "cheap":
        return Carried(left, deal.standing, cheap=True)
    if carried.cheap and left:
        return carried._replace(left=left, sliced=carried.sliced or how != "waited", ante=how == "waited")
    if carried.jackpot is not None and how in ("unopened", "unproven"):
        place = min(carried.jackpot + (how == "unopened"), len(OPENERS) - 1)
        return carried._replace(left=left, seats=deal.seats, jackpot=place)
    dealt = 0 if carried.jackpot is not None else carried.dealt + 1
    return Carried(left, dealt=dealt, jackpot=0 if _calls_jackpot(deal, dealt) else None)


def _calls_jackpot(deal: Deal, dealt: int) -> bool:
    """Whether the next deal is a jackpot: every player has dealt since the last one, or three alike or more
    were shown (HS p. 71)."""
    options = deal.options
    if options.variant != "draw":
        return False
    is_round_over = options.jackpot in ("after_round", "both") and dealt >= len(deal.evening.seats)
    return is_round_over or (options.jackpot in ("after_showdown_trips", "both") and _has_shown_three(deal))


def _has_shown_three(deal: Deal) -> bool:
    return (
        deal.ended is not None
        and deal.ended.how == "showdown"
        and any(map(at_least_three, hands(deal).values()))
    )
