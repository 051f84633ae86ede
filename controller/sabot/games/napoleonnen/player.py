"""The players at napoleonnen: each bids, exchanges and plays what wins most in deals that agree with what it
knows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sabot.core.cards import SUITS, Card, any_card_named
from sabot.core.terms import Turn, money
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.napoleonnen.acts import most_to_exchange
from sabot.games.napoleonnen.deal import STOK_CARDS, TRICKS, Deal
from sabot.games.tricks.cards import ACE_HIGH
from sabot.games.tricks.double_dummy.answers import Contract, Open, most_tricks
from sabot.games.tricks.player.choosing import POSITIONS_MOST, Knowledge, chosen, deals
from sabot.games.tricks.player.knowing import knowledge
from sabot.games.tricks.player.sampling import in_stock
from sabot.games.tricks.playing import Play

PASS, NAP = "pass", "nap"
EVEN_CHANCE = 0.5
"""With a better chance than this the declarer plays for all that can be named."""
SUITS_MOST = 2
"""How many suits of a hand are thought about as trumps."""


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do."""
    deal, turn = coup.deal, coup.turns[0]
    assert isinstance(deal, Deal)
    if turn.seat not in deal.holding.hands:
        return ""
    return thought(seen_by(deal, turn.seat), turn, rng)


def seen_by(deal: Deal, seat: int) -> Deal:
    """The deal without what this seat does not see: the hands of the others, and what the declarer threw
    away, unless it is the declarer."""
    gone = deal.holding.gone if seat == deal.declarer else ()
    return deal._replace(holding=deal.holding._replace(hands={seat: deal.holding.hands[seat]}, gone=gone))


def thought(deal: Deal, turn: Turn, rng: Random) -> str:
    """What a seat wants to do that sees no more than this deal shows."""
    seat = turn.seat
    if deal.phase == "bidding":
        return f"bid {seat} {bid(deal, turn, rng)}"
    if deal.phase == "naming":
        least, most = turn.limits or (0, 0)
        return f"name {seat} {money(most if chance(deal, seat, rng) > EVEN_CHANCE else least)}"
    if deal.phase == "exchanging" and not deal.drawing:
        return f"swap {seat} {' '.join(map(str, given_away(deal, seat, rng))) or 0}"
    if deal.phase == "trumps":
        return f"name {seat} {trumps(deal, seat, rng)}"
    return f"play {seat} {card(deal, turn, rng)}" if deal.phase == "playing" else ""


# --- the bid and its sum ------------------------------------------------------------------------------


def bid(deal: Deal, turn: Turn, rng: Random) -> str:
    """The bid that promises the most money, the lowest of equal ones; a pass where every bid loses."""
    tricks = outlook(deal, turn.seat, rng)
    bids = [word for act in turn.acts if (word := act.split()[-1]) in TRICKS]
    worth = {each: _worth(deal, each, tricks) for each in bids}
    best = max(worth, key=lambda each: worth[each], default=PASS)
    return best if worth.get(best, 0) > 0 else PASS


def _worth(deal: Deal, wanted: str, tricks: Sequence[int]) -> float:
    """What this bid wins on average, for the whole pot: nap is for the kijkpot too."""
    pot = deal.pot + (deal.kijkpot if wanted == NAP else 0)
    return (2 * _share(tricks, TRICKS[wanted]) - 1) * pot


def chance(deal: Deal, seat: int, rng: Random) -> float:
    """How often the contract is made in deals that agree with what the declarer knows."""
    assert deal.contract is not None
    return _share(outlook(deal, seat, rng), TRICKS[deal.contract.bid])


def _share(tricks: Sequence[int], wanted: int) -> float:
    return sum(each >= wanted for each in tricks) / len(tricks) if tricks else 0.0


# --- the stok and the trumps --------------------------------------------------------------------------


def given_away(deal: Deal, seat: int, rng: Random) -> tuple[Card, ...]:
    """The cards that are worth a counter to exchange: the worst one or two, or none."""
    assert deal.contract is not None
    sum_ = deal.named + (deal.kijkpot if deal.contract.bid == NAP else 0)
    worst = worst_first(deal.holding.hands[seat])
    choices = [worst[:count] for count in range(min(STOK_CARDS, most_to_exchange(deal)) + 1)]
    wanted, seed = TRICKS[deal.contract.bid], rng.random()
    unit = deal.evening.options.unit

    def worth(away: tuple[Card, ...]) -> float:
        made = _share(outlook(deal, seat, Random(seed), away=away), wanted)
        return (2 * made - 1) * sum_ - (unit if away else 0)

    return max(choices, key=worth)


def trumps(deal: Deal, seat: int, rng: Random) -> str:
    """The suit with which the contract is made most often."""
    assert deal.contract is not None
    wanted, seed = TRICKS[deal.contract.bid], rng.random()

    def made(suit: str) -> float:
        return _share(outlook(deal, seat, Random(seed), suit=suit), wanted)

    return max(best_suits(deal.holding.hands[seat])[:SUITS_MOST], key=made)


def outlook(
    deal: Deal, seat: int, rng: Random, *, away: tuple[Card, ...] = (), suit: str | None = None
) -> list[int]:
    """How many tricks this seat takes in each of some deals, with this suit as trumps or else its best one,
    when it has given these cards away for cards of the stok."""
    known, found = _knowledge(deal, seat), []
    for hands in deals(known, rng):
        came = rng.sample(in_stock(known.unseen, hands), len(away))
        hand = (*(card for card in known.hand if card not in away), *came)
        contract = Contract(frozenset({seat}), 1, trump=suit or best_suits(hand)[0])
        tricks = most_tricks(
            Open({**_in_order(deal, hands), seat: hand}, seat), contract, limit=POSITIONS_MOST
        )
        found.append(tricks or 0)
    return found


def _in_order(deal: Deal, hands: dict[int, tuple[Card, ...]]) -> dict[int, tuple[Card, ...]]:
    return {seat: hands[seat] for seat in deal.evening.seats}


def best_suits(hand: Sequence[Card]) -> list[str]:
    """The suits of a hand, that first which promises most as trumps: many cards, and high ones."""

    def merit(suit: str) -> int:
        return sum(ACE_HIGH.index(card.rank) + len(ACE_HIGH) // 2 for card in hand if card.suit == suit)

    return sorted((suit for suit in SUITS if merit(suit)), key=merit, reverse=True)


def worst_first(hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a hand, those first that are given away first: trumps last."""
    trump = best_suits(hand)[0]
    return tuple(sorted(hand, key=lambda card: (card.suit == trump, ACE_HIGH.index(card.rank))))


# --- the cards ----------------------------------------------------------------------------------------


def card(deal: Deal, turn: Turn, rng: Random) -> Card:
    """The card that is best in most deals."""
    assert deal.contract is not None
    assert deal.play is not None
    cards = [found for act in turn.acts if (found := any_card_named(act.split()[-1]))]
    side = frozenset({deal.declarer})
    contract = Contract(side, TRICKS[deal.contract.bid], trump=deal.play.trump)
    return chosen(_knowledge(deal, turn.seat), cards, lambda hands: contract, rng)


def _knowledge(deal: Deal, seat: int) -> Knowledge:
    play = deal.play or Play(deal.evening.seats, seat)
    return knowledge(play, deal.holding, seat, out=deal.holding.gone)


PLAYERS = thoughtful(wished)
