"""Poker at home: the draw with straddle and jackpots, doubles in the dark, and stud.

Source: HS p. 66-75. What a hand is worth is in `ranking`, a deal in `deal`, what may be said in `offers`,
what a word does in `stages`, and how a deal ends in `ending`. Here they meet as the rules of a household
game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.core.cards import Card
from sabot.core.shapes.view import Spread
from sabot.core.terms import money
from sabot.core.words import Words
from sabot.games.evening import offers
from sabot.games.evening.deal import Outcome, refuse
from sabot.games.evening.evening import Evening
from sabot.games.poker import ending, stages
from sabot.games.poker.allowed import impossible_cards, refused, seat_of
from sabot.games.poker.cards import dealt_unseen, shown, swapped, with_hand
from sabot.games.poker.deal import CLOSED_CARDS, Carried, Deal, Player, pack
from sabot.games.poker.offers import due as due
from sabot.games.poker.options import FEWEST_PLAYERS, MOST_PLAYERS
from sabot.games.poker.options import Options as Options
from sabot.games.pots.pot import Stakes

NAME = "poker"
SEATS = (FEWEST_PLAYERS, MOST_PLAYERS)
KIND = "pot"
CHANCES = ()
PACK = pack
WORDS = (
    "deal",
    "hand SEAT CARDS",
    "answer SEAT straddle",
    "open SEAT",
    "wait SEAT",
    "double SEAT",
    "see SEAT",
    "fold SEAT",
    "raise SEAT AMOUNT",
    "cheap SEAT",
    "swap SEAT NUMBER",
    "swap SEAT CARDS",
    "draw SEAT CARDS",
    "play SEAT CARD",
    "show SEAT CARDS",
)


# --- one deal and the next


def begun(evening: Evening) -> Deal:
    carried = evening.carried or Carried()
    seats = _players(evening, carried)
    players = tuple([Player(seat) for seat in seats])
    return Deal(evening, carried, players, Stakes(carried.left), waiting=seats)


def _players(evening: Evening, carried: Carried) -> tuple[int, ...]:
    """The seats that play: for a cheap pot those who staked for it, else all that have chips, and those whose
    stake lies in the jackpot."""
    entitled = tuple([seat for seat in evening.seats if seat in carried.seats])
    if carried.cheap and len(entitled) >= FEWEST_PLAYERS:
        return entitled
    return tuple([seat for seat in evening.seats if seat in entitled or evening.can_pay(seat, 1)])


def outcome(deal: Deal) -> Outcome | None:
    return ending.outcome(deal)


def following(deal: Deal) -> Evening:
    return ending.following(deal)


# --- acts


def acted(deal: Deal, words: Words) -> Deal:
    words = _to_a_seat(deal, words)
    because = refused(deal, words)
    if because:
        return refuse(deal, because, kind=offers.kind_of(due(deal), words), seat=seat_of(words))
    card = impossible_cards(deal, words)
    if card:
        return refuse(deal, card, kind="impossible-card", seat=seat_of(words))
    return stages.settled(DOES[words[0]](deal, *words[1:]))


def _to_a_seat(deal: Deal, words: Words) -> Words:
    """An open card of stud goes to the seat that is to get one; no other card leaves the pack openly."""
    if words[0] == "card" and deal.stage == "up":
        return ("play", deal.waiting[0], words[1])
    return words


# --- what the words of the cards do


def _dealt(deal: Deal) -> Deal:
    deal = dealt_unseen(_antes_paid(deal))
    return deal._replace(waiting=()).with_line(
        "deal", dealer=deal.evening.dealer, cards=CLOSED_CARDS[deal.options.variant]
    )


def _hand(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    deal = _antes_paid(deal)
    return _turned(deal.with_player(with_hand(deal.player(seat), cards)), seat).with_line(
        "hand", seat=seat, cards=len(cards)
    )


def _antes_paid(deal: Deal) -> Deal:
    """With the first hand: at the draw the dealer stakes the minimum and at doubles a unit, at a jackpot all
    stake twice the minimum (the book says equal stakes), and after a cheap pot in which everybody waited the
    dealer adds a unit."""
    least, dealer = deal.options.minimum, deal.evening.dealer
    if any(player.is_dealt for player in deal.players):
        return deal
    if deal.is_for_cheap_pot:
        has = deal.has(dealer)
        is_owed = deal.carried.ante and dealer in deal.seats
        return deal.with_left({dealer: least if has is None else min(least, has)}) if is_owed else deal
    if deal.carried.jackpot is not None:
        for seat in deal.seats:
            deal = deal.with_paid(seat, 2 * least, "stake")
        return deal._replace(level=2 * least)
    has_ante = deal.options.variant in ("draw", "doubles") and dealer in deal.seats
    return deal.with_paid(dealer, least, "stake") if has_ante else deal


def _turned(deal: Deal, seat: int) -> Deal:
    return deal._replace(waiting=tuple([each for each in deal.waiting if each != seat]))


def _swapped(deal: Deal, seat: int, what: int | tuple[Card, ...]) -> Deal:
    player = swapped(deal.player(seat), what)
    return _turned(deal.with_player(player), seat).with_line("swap", seat=seat, cards=player.changed)


def _drawn(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    player = deal.player(seat)
    deal = deal.with_player(player._replace(known=(*player.known, *cards), unseen=0))
    return deal.with_line("draw", seat=seat, cards=len(cards))


def _laid(deal: Deal, seat: int, card: Card) -> Deal:
    player = deal.player(seat)
    deal = deal.with_player(player._replace(up=(*player.up, card)))
    return _turned(deal, seat).with_line("card", card=str(card), to=str(seat))


def _shown(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    deal = deal.with_player(shown(deal.player(seat), cards))
    return _turned(deal, seat).with_line("show", seat=seat, cards=[*map(str, cards)])


def _straddled(deal: Deal, seat: int, _: str) -> Deal:
    return stages.straddled(deal, seat)


DOES: Mapping[str, Callable[..., Deal]] = {
    "deal": _dealt,
    "hand": _hand,
    "answer": _straddled,
    "open": stages.opened,
    "wait": stages.waited,
    "double": stages.doubled,
    "see": stages.seen,
    "fold": stages.folded,
    "raise": stages.raised,
    "cheap": stages.cheap,
    "swap": _swapped,
    "draw": _drawn,
    "play": _laid,
    "show": _shown,
}


# --- what is seen of it


def table(deal: Deal) -> Spread:
    players = deal.players
    return {
        "pot": money(deal.in_play),
        "stakes": {str(seat): money(paid) for seat, paid in deal.middle.paid if paid and not deal.ended},
        "cards": {str(player.seat): [*map(str, _open_cards(deal, player))] for player in players},
        "hands": {
            str(player.seat): 0 if player.folded else len(player.known) + player.unseen for player in players
        },
    }


def _open_cards(deal: Deal, player: Player) -> tuple[Card, ...]:
    """The open cards of stud, and the hands that were compared."""
    is_shown = deal.ended is not None and deal.ended.how == "showdown" and not player.folded
    return player.hand or () if is_shown else player.up


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """The closed hand; none once hands are laid open."""
    if deal.stage in ("show", "over"):
        return None
    found = [player for player in deal.players if player.seat == seat and player.known and not player.unseen]
    return found[0].known if found else None
