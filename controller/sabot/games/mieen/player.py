"""The players at mieën: with trumps they go along, without they drop, and they win tricks cheaply."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sabot.core.cards import Card, any_card_named
from sabot.core.terms import Turn
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.mieen.deal import FULL_HAND, MIE_CARDS, Deal
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.tricks.playing import Play
from sabot.games.tricks.tricks import winner

HIGH = ACE_HIGH.index("J")
"""One trump from the knave up is worth a try."""
TRUMPS_ENOUGH = 2
MIE_SHARE = 0.4
"""How often a player without a good hand takes the mie."""


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do."""
    deal, turn = coup.deal, coup.turns[0]
    assert isinstance(deal, Deal)
    hand = deal.holding.hands.get(turn.seat)
    if not hand or deal.trump is None:
        return ""
    worst_first = sorted(hand, key=lambda card: worth(card, deal.trump))
    if deal.phase == "speaking":
        return spoken(deal, turn, worst_first, rng)
    if deal.phase == "choosing":
        return _away(turn.seat, worst_first[: MIE_CARDS - FULL_HAND])
    if deal.phase == "taking":
        return _away(turn.seat, worst_first[:1])
    return f"play {turn.seat} {card(deal.play, turn)}" if deal.play else ""


def worth(card: Card, trump: Card | None) -> tuple[bool, int]:
    """Trumps above all others, then by rank."""
    return trump is not None and card.suit == trump.suit, ACE_HIGH.index(card.rank)


def spoken(deal: Deal, turn: Turn, worst_first: Sequence[Card], rng: Random) -> str:
    """Goes along with trumps, and exchanges the rest; else takes what costs least."""
    assert deal.trump is not None
    seat, trump = turn.seat, deal.trump
    trumps = [card for card in worst_first if card.suit == trump.suit]
    if f"answer {seat} troef" in turn.acts and _is_good([*trumps, trump]):
        return f"answer {seat} troef"
    if _is_good(trumps):
        rest = [card for card in worst_first if card not in trumps]
        return _away(seat, rest[: turn.limits[1]]) if rest and turn.limits else f"answer {seat} mee"
    if f"answer {seat} verdedigt" in turn.acts:
        return f"answer {seat} verdedigt"
    if f"answer {seat} mie" in turn.acts and rng.random() < MIE_SHARE:
        return f"answer {seat} mie"
    return f"fold {seat}" if f"fold {seat}" in turn.acts else f"answer {seat} mee"


def _is_good(trumps: Sequence[Card]) -> bool:
    return len(trumps) >= TRUMPS_ENOUGH or any(ACE_HIGH.index(card.rank) >= HIGH for card in trumps)


def _away(seat: int, cards: Sequence[Card]) -> str:
    return f"swap {seat} {' '.join(map(str, cards))}"


def card(play: Play, turn: Turn) -> Card:
    """Leads the best card; else the cheapest that wins so far, or the worst."""
    trump = Card("A", play.trump or "")
    cards = [found for act in turn.acts if (found := any_card_named(act.split()[-1]))]
    cards.sort(key=lambda each: worth(each, trump))
    if not play.trick.plays:
        return cards[-1]
    winning = [
        each for each in cards if winner(play.trick.with_play(turn.seat, each), play.trump) == turn.seat
    ]
    return (winning or cards)[0]


PLAYERS = thoughtful(wished)
