"""The players at mijn en dijn: they stake before a card that pays, on the rank that has most cards left."""

from __future__ import annotations

from random import Random

from sabot.core.terms import Turn
from sabot.games.banks.player.staking import stake
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.mijn_en_dijn.rules import RANKS, TURNED_MOST, WHOLE_PACK, Deal, word_of


def wished(coup: Coup, rng: Random) -> str:
    """What one of the players wants to do before the next card; empty where nobody wants anything."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    if word_of(len(deal.turned)) == "mijn":
        return ""
    without = [
        turn for turn in coup.turns if turn.acts[0].startswith("bet ") and not _has_stake(deal, turn.seat)
    ]
    return staked(deal, rng.choice(without)) if without else ""


def _has_stake(deal: Deal, seat: int) -> bool:
    return any(each.seat == seat for each in deal.stakes)


def staked(deal: Deal, turn: Turn) -> str:
    """A stake on the best rank, where it wins on average; else nothing."""
    best = max(RANKS, key=lambda rank: gain(deal, rank))
    worth = gain(deal, best)
    return f"bet {RANKS[best]} {stake(turn, worth)} {turn.seat}" if worth > 0 else ""


def gain(deal: Deal, rank: str) -> float:
    """What a stake of one on this rank wins on average: it stays until a card of the rank comes, which is
    paid after *dijn* and lost after *mijn*."""
    left, copies = len(WHOLE_PACK) - len(deal.turned), _copies_left(deal, rank)
    waits, worth = 1.0, 0.0
    for nth in range(TURNED_MOST - len(deal.turned)):
        comes = copies / (left - nth)
        worth += waits * comes * (1 if word_of(len(deal.turned) + nth) == "dijn" else -1)
        waits *= 1 - comes
    return worth


def _copies_left(deal: Deal, rank: str) -> int:
    return sum(card.rank == rank for card in WHOLE_PACK) - sum(card.rank == rank for card in deal.turned)


PLAYERS = thoughtful(wished)
