"""The players at banken met variaties: they guess what is likely, and stake more where that wins on
average."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb, factorial
from random import Random

from sabot.core.cards import DECK, Card
from sabot.core.terms import Turn
from sabot.games.banken_variaties.acts import PILES_NUMBER, TICKS_NUMBER
from sabot.games.banken_variaties.rounds import Round
from sabot.games.banken_variaties.variations import COUNTED, RED, is_even
from sabot.games.banks.player import playing
from sabot.games.banks.player.staking import stake
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.tricks.cards import ACE_HIGH

SUITS_OF_A_RANK = 4


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do."""
    deal, turn = coup.deal, coup.turns[0]
    if not isinstance(deal, Round):
        return playing.wished(coup, rng)
    if turn.acts[0].startswith("answer "):
        return f"answer {turn.seat} {word()}"
    return staked(deal, turn) if turn.acts[0].startswith("bet ") else ""


def staked(deal: Round, turn: Turn) -> str:
    """A stake on the chance that is most likely."""
    chances = [act.split()[1] for act in turn.acts]
    best = max(chances, key=lambda chance: gain(deal, chance))
    return f"bet {best} {stake(turn, gain(deal, best))} {turn.seat}"


def gain(deal: Round, chance: str) -> float:
    """What a stake of one wins on average."""
    left = [card for card in DECK if card not in deal.turned]
    if chance in LIKELY:
        return 2 * LIKELY[chance](deal, left) - 1
    if deal.variation == PILES_NUMBER:
        return 2 * higher() - 1
    if deal.variation == TICKS_NUMBER:
        return 1 - 2 * (ticks() if deal.word == "tikt" else 1 - ticks())
    return 0.0  # spoortje: each rank is received as often as it is paid


def word() -> str:
    """What the banker says at tikt-ie."""
    return "tikt" if ticks() > 1 - ticks() else "niet"


def ticks() -> float:
    """How likely one of thirteen cards is the one that is counted: all but those in which none is
    (inclusion and exclusion)."""
    words, cards = len(COUNTED), len(DECK)
    none = sum(
        (-1) ** hits * comb(words, hits) * SUITS_OF_A_RANK**hits * factorial(cards - hits)
        for hits in range(words + 1)
    )
    return 1 - float(none / factorial(cards))


def higher() -> float:
    """How likely a card beats that of the banker, who wins with an ace and from equal cards."""
    pairs = [(one, other) for one in ACE_HIGH for other in ACE_HIGH.replace("A", "") if one != other]
    wins = sum(ACE_HIGH.index(one) > ACE_HIGH.index(other) for one, other in pairs)
    return wins * SUITS_OF_A_RANK**2 / (len(DECK) * (len(DECK) - 1))


def _alike(deal: Round, left: list[Card]) -> float:
    """How likely two cards are of one colour."""
    red = sum(card.suit in RED for card in left)
    return (comb(red, 2) + comb(len(left) - red, 2)) / comb(len(left), 2)


def _red(deal: Round, left: list[Card]) -> float:
    return sum(card.suit in RED for card in left) / len(left)


def _even(deal: Round, left: list[Card]) -> float:
    """How likely a card is even, among those that count for something."""
    parities = [is_even(card.rank, deal.evening.options.figures) for card in left]
    counted = [parity for parity in parities if parity is not None]
    return sum(counted) / len(counted)


LIKELY: Mapping[str, Callable[[Round, list[Card]], float]] = {
    "gelijk": _alike,
    "ongelijk": lambda deal, left: 1 - _alike(deal, left),
    "rouge": _red,
    "noir": lambda deal, left: 1 - _red(deal, left),
    "even": _even,
    "oneven": lambda deal, left: 1 - _even(deal, left),
}
"""How likely each guess is right."""

PLAYERS = thoughtful(wished)
