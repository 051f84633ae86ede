"""The players at poker: each looks at the own hand alone, keeps what it has, and raises what is good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from sabot.core.cards import JOKER, Card
from sabot.core.observations import Observation
from sabot.core.terms import Turn, money
from sabot.games.evening.household import Coup
from sabot.games.evening.player import PROPOSALS_MOST, observed
from sabot.games.evening.player import act as by_chance
from sabot.games.evening.wishes import filled
from sabot.games.poker.deal import Deal
from sabot.games.poker.ranking import ORDER, showing, worth
from sabot.games.wishes import Look, Players, silent

BLUFF_SHARE = 0.05
"""How often a hand that is worth nothing is raised."""
STAY_SHARES = (0.3, 0.8, 0.95)
"""How often a hand without a pair, with a pair, and with more goes on where that costs something."""
RAISE_SHARES = (BLUFF_SHARE, 0.2, 0.6)
"""How often such a hand is raised or doubled."""
RAISE_MOST_UNITS = 5
"""The largest raise, as a multiple of the smallest."""

GOING_ON = ("see", "open")
RAISING = ("raise", "double")
FREE = ("cheap", "wait")


def act(look: Look, rng: Random) -> Iterator[Observation]:
    """What the player wants to do whose turn it is; else anything that is allowed."""
    coup = look().coup
    assert isinstance(coup, Coup)
    for wish in islice(wishes(coup, rng), PROPOSALS_MOST):
        yield observed(wish)
        if look().coup is not coup:
            return
    yield from by_chance(look, rng)


def wishes(coup: Coup, rng: Random) -> Iterator[str]:
    """Acts in words of the script: first cards that came for others are looked at, then the player speaks."""
    awaited = [(turn, each) for turn in coup.turns for each in turn.acts if each.startswith("draw")]
    while awaited:
        yield filled(coup, *awaited[0], rng)
    wish = wished(coup, coup.turns[0], rng) if coup.outcome is None else ""
    if wish:
        yield wish


def wished(coup: Coup, turn: Turn, rng: Random) -> str:
    """The act that the player at this seat wants, in words of the script; empty where any will do."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    offered = {each.split()[0]: each for each in turn.acts}
    hand = coup.hand_of(turn.seat)
    if hand is None or turn.seat not in deal.seats:
        return ""
    if "swap" in offered:
        return swapped(turn.seat, hand)
    if set(offered) & {*GOING_ON, *RAISING, *FREE}:
        cards = (*hand, *deal.player(turn.seat).up)
        return spoken(offered, strength(cards), turn, rng=rng)
    return ""


def swapped(seat: int, hand: tuple[Card, ...]) -> str:
    """Gives away what neither makes a pair nor belongs to a hand that stands as it is; a joker is kept."""
    if worth(hand).name in ("straight", "flush", "full-house", "straight-flush", "royal-flush", "five"):
        return f"swap {seat} 0"
    counts = Counter(card.rank for card in hand)
    highest = max(hand, key=lambda card: ORDER.find(card.rank))
    kept = {card for card in hand if counts[card.rank] > 1} or {highest}
    away = [str(card) for card in hand if card not in kept and card != JOKER]
    return f"swap {seat} {' '.join(away) or 0}"


def strength(cards: tuple[Card, ...]) -> int:
    """0: less than a pair, 1: a pair, 2: more."""
    if len(cards) >= 5:
        return min(worth(cards).kind, 2)
    counts, _, _ = showing(cards)
    return 0 if counts[0] == 1 else 1 + (counts[0] > 2 or counts[:2] == (2, 2))


def spoken(offered: dict[str, str], value: int, turn: Turn, *, rng: Random) -> str:
    """Raises, goes on, waits where that is free, or folds, the more boldly the better the hand."""
    raising = next((offered[verb] for verb in RAISING if verb in offered), "")
    if raising and rng.random() < RAISE_SHARES[value]:
        return _with_sum(raising, turn, rng)
    going = next((offered[verb] for verb in GOING_ON if verb in offered), "")
    free = next((offered[verb] for verb in FREE if verb in offered), "")
    if going and (rng.random() < STAY_SHARES[value] or not (free or "fold" in offered)):
        return going
    return free or offered.get("fold", "")


def _with_sum(act: str, turn: Turn, rng: Random) -> str:
    """A raise by a few of the smallest."""
    least, most = turn.limits or (0, 0)
    units = rng.randint(1, max(1, min(RAISE_MOST_UNITS, most // max(least, 1))))
    return act.replace("AMOUNT", money(units * least))


PLAYERS = Players(act, act, silent)
