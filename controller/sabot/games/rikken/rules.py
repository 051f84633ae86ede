"""Rikken: an auction, a partner whom only the asked ace shows, thirteen tricks.

Source: Kees Doevendans, *Rikken, hét Bourgondisch kaartspel* (1998). Here the acts of the players meet the
parts of the rules: `dealing`, `bidding`, `playing`, `claiming`, `outcome`.
"""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.cards import DECK, Card
from sabot.core.reasons import reason
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn
from sabot.core.words import Words
from sabot.games.evening.deal import refuse
from sabot.games.rikken import bidding, claiming, dealing, naming, playing
from sabot.games.rikken.bids import NAMES, PASS
from sabot.games.rikken.claiming import AGREED, PLAY_ON
from sabot.games.rikken.deal import (
    ANNOUNCED_ROUNDS,
    OP_VOORHAND,
    PLAYERS_AT_TABLE,
    Deal,
    cards_left,
    seen,
    tricks_of,
)
from sabot.games.rikken.deal import begun as begun
from sabot.games.rikken.options import Options as Options
from sabot.games.rikken.outcome import closed, is_over
from sabot.games.rikken.outcome import following as following
from sabot.games.rikken.outcome import outcome as outcome
from sabot.games.tricks.revokes import voids

NAME = "rikken"
SEATS = (PLAYERS_AT_TABLE, PLAYERS_AT_TABLE)
KIND = "tricks"
CHANCES: tuple[str, ...] = ()

WORDS = (
    "deal",
    "hand SEAT CARDS",
    f"answer SEAT {'|'.join((*ANNOUNCED_ROUNDS, AGREED, PLAY_ON))}",
    "answer SEAT kaarten NUMBER",
    "swap SEAT CARDS",
    "swap SEAT NUMBER",
    f"bid SEAT {'|'.join((PASS, *NAMES))}",
    "name SEAT SUIT [CARD]",
    "name SEAT CARD",
    "play SEAT CARD",
    "show SEAT CARDS",
    "claim SEAT NUMBER",
)


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    return DECK


def acted(deal: Deal, words: Words) -> Deal:
    verb, *rest = words
    act = _ACTS.get(verb)
    if act is None:
        return refuse(deal, reason("rikken knows no such act"))
    return closed(act(deal, *rest))


def _answered(deal: Deal, seat: int, word: str, number: int | None = None) -> Deal:
    if number is not None:
        return dealing.counted(deal, seat, number)
    if word in ANNOUNCED_ROUNDS:
        return dealing.announced(deal, seat, word)
    return claiming.answered(deal, seat, word)


def _named(deal: Deal, seat: int, what: str | Card, card: Card | None = None) -> Deal:
    if isinstance(what, Card):
        return naming.name(deal, seat, None, what)
    return naming.name(deal, seat, what, card)


def _called(deal: Deal, seat: int, word: str) -> Deal:
    if _lies(deal):
        return bidding.called(deal, seat, word)
    return refuse(deal, dealing.ONE_TOO_MANY if deal.dealt else dealing.NO_CARDS_YET, seat=seat)


def _of_cards(act: Callable[..., Deal]) -> Callable[..., Deal]:
    """The act, after which the hands may lie there as they should."""

    def done(deal: Deal, *what: object) -> Deal:
        after = act(deal, *what)
        return naming.with_asked_in_place(after) if _lies(after) else after

    return done


def _lies(deal: Deal) -> bool:
    """Whether all hands lie there with as many cards as they should have."""
    return deal.dealt and dealing.overlong(deal) is None


def _in_play(act: Callable[..., Deal]) -> Callable[..., Deal]:
    """The act, refused before the play begins or while a claim waits."""

    def guarded(deal: Deal, seat: int, *what: object) -> Deal:
        if not _lies(deal) or bidding.is_open(deal) or naming.missing(deal):
            return refuse(deal, reason("no card is played before trumps and partner are named"), seat=seat)
        if deal.claim is not None:
            return refuse(
                deal, reason("the others answer the claim of seat {n}", n=deal.claim.seat), seat=seat
            )
        return act(deal, seat, *what)

    return guarded


_ACTS: dict[str, Callable[..., Deal]] = {
    "deal": _of_cards(dealing.hidden_hands),
    "hand": _of_cards(dealing.known_hand),
    "answer": _answered,
    "swap": _of_cards(dealing.given_away),
    "bid": _called,
    "name": _named,
    "play": _in_play(playing.played),
    "show": _in_play(playing.shown),
    "claim": _in_play(claiming.claimed),
}


def due(deal: Deal) -> tuple[Turn, ...]:
    if is_over(deal):
        return ()
    if deal.round == OP_VOORHAND and deal.contract is None:
        return naming.due_of_naming(deal)
    if not deal.dealt:
        return dealing.due(deal)
    return _due_of_dealt(deal)


def _due_of_dealt(deal: Deal) -> tuple[Turn, ...]:
    overlong = dealing.overlong(deal)
    if overlong is not None:
        return dealing.due_of_overlong(deal, overlong)
    if bidding.is_open(deal):
        return bidding.due_of_auction(deal)
    if naming.missing(deal):
        return (*naming.due_of_naming(deal), *bidding.due_again(deal), *naming.due_again(deal))
    if deal.claim is not None:
        return claiming.due_of_answers(deal, deal.claim)
    again = (*bidding.due_again(deal), *naming.due_again(deal))
    return (*playing.due(deal), *claiming.due(deal), *dealing.due_of_counts(deal), *again)


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    hand = deal.hands.get(seat)
    return None if hand is None else tuple(sorted(hand, key=DECK.index))


def table(deal: Deal) -> Spread:
    spread: Spread = {
        "trump": deal.trump,
        "asked": str(deal.contract.asked) if deal.contract and deal.contract.asked else None,
        "contract": f"{deal.contract.declarer} {deal.contract.bid.name}" if deal.contract else None,
        "bids": [
            {"seat": call.seat, "bid": call.bid.name if call.bid else PASS} for call in deal.auction.calls
        ],
        "trick": [{"seat": seat, "card": str(card)} for seat, card in deal.trick.plays],
        "tricks": {str(seat): number for seat, number in tricks_of(deal).items()},
        "cards": {str(seat): _spread_out(deal, seat) for seat in deal.seats if seat in deal.shown},
    }
    if deal.dealt:
        spread["hands"] = {str(seat): cards_left(deal, seat) for seat in deal.seats}
    return spread


def _spread_out(deal: Deal, seat: int) -> list[str]:
    return [str(card) for card in held(deal, seat) or ()]


def partner(deal: Deal) -> int | None:
    """The partner as everybody may know them: the asked card lay on the table, or the two others are void in
    its suit."""
    contract = deal.contract
    if contract is None or contract.asked is None:
        return None
    holder = seen(deal).get(contract.asked, contract.partner)
    if holder is not None:
        return None if holder == contract.declarer else holder
    others = [seat for seat in deal.seats if seat != contract.declarer]
    void = voids(deal.laid, others)
    left = [seat for seat in others if (seat, contract.asked.suit) not in void]
    return left[0] if len(left) == 1 else None
