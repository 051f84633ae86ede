"""The players at écarté: each proposes, exchanges and plays what scores most in deals that agree with what it
knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean

from sabot.core.cards import Card, any_card_named
from sabot.core.terms import Turn
from sabot.games.ecarte.acts import limits
from sabot.games.ecarte.deal import FULL_HAND, Deal, other
from sabot.games.ecarte.playing import MAJORITY_TRICKS, points_for
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.tricks.cards import ACE_BELOW_KNAVE_32
from sabot.games.tricks.double_dummy.answers import Contract, Open, most_tricks
from sabot.games.tricks.player.choosing import POSITIONS_MOST, Knowledge, chosen, deals
from sabot.games.tricks.player.knowing import knowledge
from sabot.games.tricks.player.sampling import Hands
from sabot.games.tricks.playing import Play
from sabot.games.tricks.tricks import Following

ASKED_THROWN_FEWEST = 2
"""A player who asks for other cards would throw away as many at least [ours]."""


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do."""
    deal, seat = coup.deal, coup.turns[0].seat
    assert isinstance(deal, Deal)
    if seat not in deal.holding.hands:
        return ""
    return thought(seen_by(deal, seat), [turn for turn in coup.turns if turn.seat == seat], rng)


def seen_by(deal: Deal, seat: int) -> Deal:
    """The deal without what this seat does not see: the other hand, and what that player threw away."""
    gone = (*([deal.turned] if deal.turned else []), *thrown(deal, seat))
    holding = deal.holding._replace(hands={seat: deal.holding.hands[seat]}, gone=gone)
    return deal._replace(holding=holding)


def thrown(deal: Deal, seat: int) -> tuple[Card, ...]:
    """What this seat has thrown away. The turned card is the first that is gone, then come those thrown away
    from known hands, in the order of the exchanges."""
    mine: tuple[Card, ...] = ()
    at = 1
    for name, keys in deal.lines:
        if name == "swap" and keys["seat"] in deal.holding.hands:
            count = int(str(keys["cards"]))
            mine += deal.holding.gone[at : at + count] if keys["seat"] == seat else ()
            at += count
    return mine


def thought(deal: Deal, turns: Sequence[Turn], rng: Random) -> str:
    """What a seat wants to do that sees no more than this deal shows."""
    seat = turns[0].seat
    if deal.phase == "proposing":
        return f"answer {seat} {proposal(deal, seat, rng)}"
    if deal.phase == "answering":
        return f"answer {seat} {answer(deal, seat, rng)}"
    if deal.phase == "exchanging" and not deal.drawing:
        away = best_exchange(deal, seat, _samples(deal, seat, rng), rng)[1]
        return f"swap {seat} {' '.join(map(str, away)) or 0}"
    return _played(deal, turns, rng) if deal.phase == "playing" else ""


# --- cards now, or others -----------------------------------------------------------------------------


def proposal(deal: Deal, seat: int, rng: Random) -> str:
    """What the dealer's opponent says: they play where that scores as much as other cards would."""
    samples = _samples(deal, seat, rng)
    dared = (seat,) if deal.swaps == 0 else ()
    now = fmean(balance(deal, hands, seat, dared=dared) for hands in samples)
    later, _ = best_exchange(deal._replace(exchange=(seat, deal.dealer)), seat, samples, rng)
    return ("speelt" if deal.swaps else "brutaal") if now >= later else "zwak"


def answer(deal: Deal, seat: int, rng: Random) -> str:
    """What the dealer says: who asks has a weak hand, and the dealer thinks of no other."""
    trump = _trump(deal)
    every = _samples(deal, seat, rng)
    weak = [each for each in every if len(discards(each[deal.elder], trump)) >= ASKED_THROWN_FEWEST]
    samples = weak or every
    dared = (seat,) if deal.swaps == 0 and deal.evening.options.dealer_refusal_penalty else ()
    now = fmean(balance(deal, hands, seat, dared=dared) for hands in samples)
    later, _ = best_exchange(deal._replace(exchange=(deal.elder, seat)), seat, samples, rng)
    return "speelt" if now >= later else "geeft"


def best_exchange(
    deal: Deal, seat: int, samples: Sequence[Hands], rng: Random
) -> tuple[float, tuple[Card, ...]]:
    """The cards that this seat had best throw away, and what it then scores on average."""
    worst = worst_first(deal.holding.hands[seat], _trump(deal))
    least, most = limits(deal)
    away = [worst[:count] for count in range(least, most + 1)]
    seed = rng.random()
    worth = [_after_exchange(deal, seat, cards, samples=samples, rng=Random(seed)) for cards in away]
    best = max(range(len(away)), key=worth.__getitem__)
    return worth[best], away[best]


def _after_exchange(
    deal: Deal, seat: int, away: tuple[Card, ...], *, samples: Sequence[Hands], rng: Random
) -> float:
    """What this seat scores on average when it throws these cards away, and the other player those that are
    neither trumps nor kings."""
    trump = _trump(deal)

    def throws(each: int, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return away if each == seat else discards(hand, trump)

    return fmean(balance(deal, _exchanged(deal, hands, throws, rng), seat) for hands in samples)


def _exchanged(
    deal: Deal, hands: Hands, throws: Callable[[int, tuple[Card, ...]], tuple[Card, ...]], rng: Random
) -> Hands:
    """The hands when each seat that still exchanges has thrown cards away for those of the stock."""
    held = {card for hand in hands.values() for card in hand} | {*deal.holding.gone}
    stock = sorted(deal.holding.pack - held)
    rng.shuffle(stock)
    left = deal.left
    for seat in deal.exchange:
        away = throws(seat, hands[seat])[:left]
        left -= len(away)
        came = tuple(stock.pop() for _ in away)
        hands = {**hands, seat: (*(card for card in hands[seat] if card not in away), *came)}
    return hands


def worst_first(hand: Sequence[Card], trump: str) -> tuple[Card, ...]:
    """The cards of a hand, those first that are thrown away first: kings and trumps last."""
    return tuple(
        sorted(
            hand, key=lambda card: (card.suit == trump, card.rank == "K", ACE_BELOW_KNAVE_32.index(card.rank))
        )
    )


def discards(hand: Sequence[Card], trump: str) -> tuple[Card, ...]:
    """What a player throws away by rule of thumb: all but trumps and kings."""
    return tuple(card for card in worst_first(hand, trump) if card.suit != trump and card.rank != "K")


def balance(deal: Deal, hands: Hands, seat: int, *, dared: tuple[int, ...] = ()) -> float:
    """What this seat scores more than the other player when these hands are played as well as they can be.
    `dared`: who plays without other cards, and loses two points."""
    rival = other(deal.game.pair, seat)
    open_deal = Open({each: hands[each] for each in deal.game.pair}, deal.elder)
    taken = most_tricks(open_deal, _contract(deal, seat), limit=POSITIONS_MOST)
    if taken is None:
        return 0.0
    has_won = taken >= MAJORITY_TRICKS
    tricks, loser = (taken, rival) if has_won else (FULL_HAND - taken, seat)
    points = points_for(tricks, loser_brutal=loser in dared)
    return (points if has_won else -points) + _of_king(deal, hands, seat)


def _of_king(deal: Deal, hands: Hands, seat: int) -> int:
    """The point for the king of trumps, where it was not turned."""
    if deal.king == deal.turned:
        return 0
    return sum(1 if each == seat else -1 for each, hand in hands.items() if deal.king in hand)


# --- the play -----------------------------------------------------------------------------------------


def _played(deal: Deal, turns: Sequence[Turn], rng: Random) -> str:
    """The king of trumps is declared; then the card that is best in most deals."""
    seat = turns[0].seat
    king = f"answer {seat} heer"
    if any(king in turn.acts for turn in turns):
        return king
    cards = [found for act in turns[0].acts if (found := any_card_named(act.split()[-1]))]
    contract = _contract(deal, seat)
    return f"play {seat} {chosen(_knowledge(deal, seat), cards, lambda hands: contract, rng)}"


def _contract(deal: Deal, seat: int) -> Contract:
    rule = Following(ruff=True, head=deal.evening.options.must_head)
    trump = _trump(deal)
    return Contract(frozenset({seat}), MAJORITY_TRICKS, trump=trump, rule=rule, order=ACE_BELOW_KNAVE_32)


def _trump(deal: Deal) -> str:
    assert deal.turned is not None
    return deal.turned.suit


def _samples(deal: Deal, seat: int, rng: Random) -> list[Hands]:
    return [*deals(_knowledge(deal, seat), rng)]


def _knowledge(deal: Deal, seat: int) -> Knowledge:
    """What this seat knows. A king of trumps that the other player declared is theirs until it is played; one
    that they did not declare they do not hold."""
    play = deal.play or Play(deal.game.pair, deal.elder)
    known = knowledge(play, deal.holding, seat, out=deal.holding.gone)
    rival, king = other(deal.game.pair, seat), deal.king
    if king is None or king not in known.unseen.cards:
        return known
    if rival in deal.kings:
        return known._replace(unseen=known.unseen._replace(held={rival: (king,)}))
    if not play.cards_of(rival):
        return known
    cards = [card for card in known.unseen.cards if card != king]
    return known._replace(unseen=known.unseen._replace(cards=cards))


PLAYERS = thoughtful(wished)
