"""The players at commetten: each leads the card that wins most in deals that agree with what it knows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from statistics import fmean

from sabot.core.cards import Card, any_card_named
from sabot.core.terms import Turn
from sabot.games.commetten import acts
from sabot.games.commetten.deal import COMMETTE, FULL_PACK, Deal, next_higher
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.tricks.player.sampling import Hands, Unseen, sampled

DEALS_PER_ACT = 8
"""Deals that are played out for one act."""


def wished(coup: Coup, rng: Random) -> str:
    """What a player wants to do: who keeps the nine of diamonds may call it, else who has the next card does,
    or leads; empty where any act will do."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.phase != "calling":
        return ""
    for turn in coup.turns[1:] if deal.awaited == COMMETTE else ():
        if turn.acts and turn.seat in deal.hands and calls(seen_by(deal, turn.seat), turn, rng):
            return turn.acts[0]
    turn = coup.turns[0]
    if turn.seat not in deal.hands:
        return ""
    return turn.acts[0] if len(turn.acts) == 1 else lead(seen_by(deal, turn.seat), turn, rng)


def seen_by(deal: Deal, seat: int) -> Deal:
    """The deal without what this seat does not see: the hands of the others."""
    return deal._replace(hands={seat: deal.hands[seat]})


def lead(deal: Deal, turn: Turn, rng: Random) -> str:
    """The card with which this seat wins most on average."""
    seat, samples = turn.seat, _samples(deal, turn.seat, rng)
    seed = rng.random()

    def worth(act: str) -> float:
        return fmean([_worth(deal, hands, seat, act=act, rng=Random(seed)) for hands in samples] or [0.0])

    return max(turn.acts, key=worth)


def calls(deal: Deal, turn: Turn, rng: Random) -> bool:
    """Whether it is better to call the nine of diamonds now than to keep it."""
    samples, seed = _samples(deal, turn.seat, rng), rng.random()
    called, kept = (
        [_worth(deal, hands, turn.seat, act=act, rng=Random(seed)) for hands in samples]
        for act in (turn.acts[0], "")
    )
    return sum(called) >= sum(kept)


def _samples(deal: Deal, seat: int, rng: Random) -> Sequence[Hands]:
    """Hands by chance. What a run waited for in vain lies in the stock, but for the nine of diamonds."""
    stock = {card for card in deal.missed if card != COMMETTE}
    seen = {*deal.hands[seat], *deal.called, deal.turned, *stock}
    unseen = Unseen(
        [card for card in sorted(FULL_PACK) if card not in seen],
        {each: deal.size(each) for each in deal.order if each != seat},
    )
    found = (sampled(unseen, rng) for _ in range(DEALS_PER_ACT))
    return [{**hands, seat: deal.hands[seat]} for hands in found if hands is not None]


def _worth(deal: Deal, hands: Hands, seat: int, *, act: str, rng: Random) -> int:
    """What this seat wins in a deal with these hands, after this act of its own, when all lead their longest
    runs. An empty act: it keeps what it could call."""
    before = deal.evening.purses[seat]
    deal = deal._replace(hands=hands, lines=(), faults=())
    deal = _done(deal, act) if act else _led(deal, rng)
    while deal.phase == "calling":
        deal = _went_on(deal, rng)
    return deal.evening.purses[seat] - before


def _went_on(deal: Deal, rng: Random) -> Deal:
    """The next card that is called; the nine of diamonds is called when it can be."""
    keeping = [turn for turn in acts.calling_turns(deal)[1:] if turn.acts]
    return _done(deal, keeping[0].acts[0]) if keeping else _led(deal, rng)


def _led(deal: Deal, rng: Random) -> Deal:
    """The next card is called, or the leader leads the first card of their longest run."""
    turn = acts.calling_turns(deal)[0]
    if len(turn.acts) == 1:
        return _done(deal, turn.acts[0])
    hand = {*deal.hands[turn.seat]}
    return acts.called(deal, turn.seat, max(sorted(hand), key=lambda card: (run(card, hand), rng.random())))


def run(card: Card, hand: Collection[Card]) -> int:
    """How many cards of this hand follow each other from this one upwards; one more up to an ace, which keeps
    the lead.

    >>> from sabot.core.cards import card_named
    >>> hand = [card_named(text) for text in "7H 8H 9H KD AD".split()]
    >>> run(hand[0], hand), run(hand[3], hand), run(hand[2], hand)
    (3, 3, 1)
    """
    above = next_higher(card)
    if above is None:
        return 2
    return 1 + (run(above, hand) if above in hand else 0)


def _done(deal: Deal, act: str) -> Deal:
    _, seat, card = act.split()
    found = any_card_named(card)
    assert found is not None
    return acts.called(deal, int(seat), found)


PLAYERS = thoughtful(wished)
