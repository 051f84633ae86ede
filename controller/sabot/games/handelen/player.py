"""The players at handelen: each trades by the chance that a trump stays the highest."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from random import Random

from sabot.core.observations import Observation
from sabot.core.terms import Turn, money
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.handelen.deal import FULL_HAND, FULL_PACK, Deal, Sale
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.wishes import Look

BUYER_SHARES = (0.5, 1.1)
"""A buyer pays at most a share of what the goods are worth: one between these, by chance."""
SELLER_SHARE = 0.6
"""A seller takes this part of what the goods are worth, or more."""
PATIENCE_LOOKS = 8
"""How often a seller looks around, on average, where others than simulated players may bid."""
FINE = "boete"


def wished(coup: Coup, rng: Random) -> str:
    """What is done next; empty where any act will do."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.phase == "dealing":
        return ""
    if deal.sale:
        return _trade(deal, deal.sale, coup.turns, rng)
    return coup.turns[0].acts[0].replace("CARD", str(rng.choice(sorted(FULL_PACK - deal.seen))))


def _trade(deal: Deal, sale: Sale, turns: tuple[Turn, ...], rng: Random) -> str:
    """A bid of a player who pays as much for the goods; else the seller sells or keeps."""
    worth = _worth(deal, sale)
    last = sale.bids[-1][0] if sale.bids else 0
    bidders = [(turn.seat, turn.limits[0]) for turn in turns if turn.limits and turn.seat != last]
    if bidders:
        seat, least = rng.choice(bidders)
        if least <= worth * rng.uniform(*BUYER_SHARES):
            return f"bid {seat} {money(least)}"
    is_enough = sale.bids and sale.bids[-1][1] >= worth * SELLER_SHARE
    return f"answer {sale.seat} {'verkocht' if is_enough else 'houdt'}"


def _worth(deal: Deal, sale: Sale) -> float:
    """What the goods win on average: the pot by the chance that the best trump stays the best, or a packet's
    share of the chance that it does not."""
    stays = stays_best(deal)
    if sale.goods == "troef":
        return deal.pot * stays
    return deal.pot * (1 - stays) * deal.closed(sale.seat) / closed_cards(deal)


def closed_cards(deal: Deal) -> int:
    """How many cards on the table are not turned."""
    return FULL_HAND * len(deal.order) - len(deal.cards)


def stays_best(deal: Deal) -> float:
    """The chance that no closed card is a trump higher than the best; where none is turned, that none is a
    trump."""
    assert deal.trump is not None
    best = ACE_HIGH.index(deal.best.card.rank) if deal.best else -1
    unseen = FULL_PACK - deal.seen
    higher = sum(card.suit == deal.trump.suit and ACE_HIGH.index(card.rank) > best for card in unseen)
    count = closed_cards(deal)
    return comb(len(unseen) - higher, count) / comb(len(unseen), count)


def waits(coup: Coup, rng: Random) -> bool:
    """Whether nobody does anything yet: a seller leaves the others time to bid, and nobody pays a fine for
    nothing."""
    deal, seats = coup.deal, {turn.seat for turn in coup.turns}
    assert isinstance(deal, Deal)
    if all(FINE in act.split() for turn in coup.turns for act in turn.acts):
        return True
    is_alone = deal.sale is None or deal.sale.seat not in seats or seats == {*deal.order}
    return not is_alone and rng.random() > 1 / PATIENCE_LOOKS


def spoken(look: Look, rng: Random) -> Iterator[Observation]:
    """What the players do, once they do anything."""
    coup = look().coup
    assert isinstance(coup, Coup)
    if not waits(coup, rng):
        yield from THINKING.speak(look, rng)


THINKING = thoughtful(wished)
PLAYERS = THINKING._replace(speak=spoken)
