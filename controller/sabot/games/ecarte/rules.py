"""Écarté. Source: *Hazardspelen* (HS), p. 48-52.

Where the book is silent: the ranks are K Q J A 10 9 8 7, the winner of a game deals the next one, the
gallery comes to the table clockwise, and bets are for a game.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.ecarte import acts, bets, ending, playing
from sabot.games.ecarte.deal import FULL_HAND, PACK_32, Deal
from sabot.games.ecarte.options import Options as Options
from sabot.games.evening.deal import Outcome, refuse
from sabot.games.evening.evening import Evening
from sabot.games.evening.household import PLACES
from sabot.games.tricks.holding import Holding

NAME = "ecarte"
SEATS = (2, 12)
KIND = "tricks"
CHANCES = PLACES
"""A bet names the player who has to win."""
WORDS = (
    *("deal", "hand SEAT CARDS", "answer SEAT brutaal|sterk|zwak|speelt|geeft|heer|gelijk"),
    *("swap SEAT NUMBER", "swap SEAT CARDS", "draw SEAT CARDS", "play SEAT CARD"),
)
BET_MOST = 1000
"""The largest stake that is proposed to a player without chips, in minor units."""


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """32 cards, from the seven up."""
    return PACK_32


def begun(evening: Evening) -> Deal:
    """The deal before its first card."""
    game = ending.game_of(evening) if len(evening.seats) >= SEATS[0] else ending.NO_GAME
    stale = evening.carried.bets if evening.carried and game is not evening.carried else ()
    if game.pair and evening.dealer not in game.pair:
        evening = evening._replace(dealer=game.pair[0])
    return Deal(evening, Holding(frozenset(PACK_32), FULL_HAND), game, stale=stale)


def acted(deal: Deal, words: Words) -> Deal:
    """The deal after one act."""
    if words[0] == "bet":
        return bets.bet(deal, *words[1:])
    act = acts.ACTS.get((deal.phase, words[0]))
    return refuse(deal, acts.NOT_NOW[deal.phase]) if act is None else act(deal, *words[1:])


def outcome(deal: Deal) -> Outcome | None:
    """What the deal came to; None while it is undecided."""
    return ending.outcome(deal) if deal.phase == "over" else None


def following(deal: Deal) -> Evening:
    """The next deal, of this game or of the next one."""
    return ending.following(deal)


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """The hand of this seat where it is known; a seat that backs one player may see theirs (HS p. 52)."""
    if seat in deal.game.pair:
        return deal.holding.hands.get(seat)
    backed = {bet.on for bet in deal.game.bets if bet.seat == seat}
    return deal.holding.hands.get(backed.pop()) if len(backed) == 1 else None


def due(deal: Deal) -> tuple[Turn, ...]:
    """Who may or must act now."""
    return () if deal.phase == "over" else DUE[deal.phase](deal)


def _dealing(deal: Deal) -> tuple[Turn, ...]:
    why = acts.NOT_NOW["dealing"]
    missing = [seat for seat in deal.game.pair if seat not in deal.holding.dealt]
    hands = (Turn(seat, (f"hand {seat} CARDS",), (FULL_HAND, FULL_HAND), why) for seat in missing)
    return (Turn(deal.dealer, ("deal",), why=why), *hands, *_betting(deal))


def _turning(deal: Deal) -> tuple[Turn, ...]:
    """The card is turned when both sides are equal."""
    turned = () if bets.short(deal) else (Turn(deal.dealer, ("CARD",), why=acts.NOT_NOW["turning"]),)
    return (*turned, *_betting(deal))


def _betting(deal: Deal) -> tuple[Turn, ...]:
    """Who may bet, only in the first deal of a game. The player with the smaller sum of bets is asked first.
    While the sums differ, the dealer may also let the rest of the larger one go back."""
    if not bets.are_open(deal):
        return ()
    short = bets.short(deal)
    seats = sorted(deal.evening.seats, key=lambda seat: seat != short)
    turns = tuple(turn for seat in seats for turn in _bets_of(deal, seat))
    even = (Turn(deal.dealer, (f"answer {deal.dealer} gelijk",), why=bets.UNEQUAL),) if short else ()
    return (*turns, *even)


def _bets_of(deal: Deal, seat: int) -> tuple[Turn, ...]:
    """The bets that one seat may lay. On the player with the smaller sum it offers at most the difference."""
    evening, short = deal.evening, bets.short(deal)
    purse = evening.purses[seat] if seat in evening.bought else BET_MOST
    if purse < 1:
        return ()
    sides = [seat] if seat in deal.game.pair else [*deal.game.pair]
    limits = {side: (1, min(purse, abs(bets.gap(deal))) if side == short else purse) for side in sides}
    return tuple(Turn(seat, (f"bet {on} AMOUNT {seat}",), limits[on], bets.UNEQUAL) for on in sides)


def _proposing(deal: Deal) -> tuple[Turn, ...]:
    words = tuple(f"answer {deal.elder} {word}" for word in acts.proposals(deal))
    return (Turn(deal.elder, words, why=acts.NOT_NOW["proposing"]),)


def _answering(deal: Deal) -> tuple[Turn, ...]:
    words = (f"answer {deal.dealer} geeft", f"answer {deal.dealer} speelt")
    return (Turn(deal.dealer, words, why=acts.NOT_NOW["answering"]),)


def _exchanging(deal: Deal) -> tuple[Turn, ...]:
    seat, why, (least, most) = deal.exchange[0], acts.NOT_NOW["exchanging"], acts.limits(deal)
    if deal.drawing:
        return (Turn(seat, (f"draw {seat} CARDS",), (deal.drawing, deal.drawing), why),)
    if seat not in deal.holding.hands:
        return (Turn(seat, (f"swap {seat} NUMBER",), (least, most), why),)
    cards = (Turn(seat, (f"swap {seat} CARDS",), (1, most), why),) if most else ()
    none = () if least else (Turn(seat, (f"swap {seat} 0",), why=why),)
    return (*cards, *none)


def _playing(deal: Deal) -> tuple[Turn, ...]:
    """The next card; and the king of trumps may be declared, which a known hand does unseen."""
    assert deal.play is not None
    kings = [
        seat for seat in deal.game.pair if playing.may_declare(deal, seat) and _may_hold_king(deal, seat)
    ]
    why = acts.NOT_NOW["playing"]
    declares = (Turn(s, (f"answer {s} heer",), why=why, private=s in deal.holding.hands) for s in kings)
    return (deal.play.due(deal.holding), *declares)


def _may_hold_king(deal: Deal, seat: int) -> bool:
    return seat not in deal.holding.hands or deal.king in deal.holding.hands[seat]


DUE = {
    "dealing": _dealing,
    "turning": _turning,
    "proposing": _proposing,
    "answering": _answering,
    "exchanging": _exchanging,
    "playing": _playing,
}


def table(deal: Deal) -> Spread:
    """What everybody may see. `contract` is the score of the game."""
    play, pair = deal.play, deal.game.pair
    spread: Spread = {
        "dealer": deal.dealer,
        "trump": deal.turned.suit if deal.turned else None,
        "turned": [str(deal.turned)] if deal.turned else [],
        "contract": " ".join(f"{seat}:{points}" for seat, points in deal.points().items()),
        "hands": {
            str(seat): FULL_HAND - (len(play.cards_of(seat)) if play else 0) for seat in deal.holding.dealt
        },
        "pots": {str(seat): money(deal.staked_on(seat)) for seat in pair},
    }
    if play:
        spread["trick"] = [{"seat": seat, "card": str(card)} for seat, card in play.trick.plays]
        spread["tricks"] = {str(seat): play.taken(seat) for seat in pair}
    return spread
