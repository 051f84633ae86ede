"""The players at nap: each calls and plays what is best in deals that agree with what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sabot.core.cards import SUITS, Card, any_card_named
from sabot.core.terms import Turn
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.nap.calls import FULL_HAND, TRICKS, stake
from sabot.games.nap.deal import Deal, next_to_play
from sabot.games.tricks.cards import ACE_HIGH, pack
from sabot.games.tricks.double_dummy.answers import Contract, can_be_made
from sabot.games.tricks.player.choosing import POSITIONS_MOST, Knowledge, chosen, deals
from sabot.games.tricks.player.sampling import Hands, Unseen
from sabot.games.tricks.revokes import voids
from sabot.games.tricks.tricks import Trick

PASS, MISERE = "pass", "misere"
SUITS_MOST = 2
"""How many suits of a hand are thought about as trumps."""


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do."""
    deal, turn = coup.deal, coup.turns[0]
    assert isinstance(deal, Deal)
    if turn.seat not in deal.hands:
        return ""
    return thought(seen_by(deal, turn.seat), turn, rng)


def seen_by(deal: Deal, seat: int) -> Deal:
    """The deal without what this seat does not see: the hands of the others, and what was thrown away."""
    return deal._replace(hands={seat: deal.hands[seat]}, thrown=())


def thought(deal: Deal, turn: Turn, rng: Random) -> str:
    """What a seat wants to do that sees no more than this deal shows."""
    seat = turn.seat
    if deal.phase == "calling":
        return f"bid {seat} {call(deal, turn, rng)}"
    if deal.phase == "playing":
        return f"play {seat} {card(deal, turn, rng)}"
    if deal.phase == "buying" and deal.drawing is None:
        return f"swap {seat} 0"
    return ""


# --- the call -----------------------------------------------------------------------------------------


def call(deal: Deal, turn: Turn, rng: Random) -> str:
    """The call that promises the most units; a pass where every call loses."""
    calls = [word for act in turn.acts if (word := act.split()[2]) in TRICKS]
    known = _knowledge(deal, turn.seat, leader=turn.seat)
    samples = [*deals(known, rng)]
    leads = [_lead(known.hand, suit) for suit in _best_suits(known.hand)]
    tricks = [[_tricks(known, hands, lead) for hands in samples] for lead in leads] if calls else []
    worth = {
        each: max(_worth(deal, each, [taken >= TRICKS[each] for taken in every]) for every in tricks)
        for each in calls
        if each != MISERE
    }
    if MISERE in calls:
        low = _lead(known.hand, _best_suits(known.hand, lowest=True)[0], lowest=True)
        worth[MISERE] = _worth(deal, MISERE, [_is_made(deal, known, hands, MISERE, low) for hands in samples])
    best = max(worth, key=lambda each: worth[each], default=PASS)
    return best if worth.get(best, 0) > 0 else PASS


def _worth(deal: Deal, wanted: str, made: Sequence[bool]) -> float:
    """The units that this call wins from each opponent on average."""
    wins, loses = stake(deal.evening.options, wanted)
    return sum(wins if each else -loses for each in made) / len(made)


def _tricks(known: Knowledge, hands: Hands, lead: Card) -> int:
    """How many tricks this lead brings in this deal; what the search does not tell does not count."""
    taken = 0
    while taken < FULL_HAND and _makes(
        known, hands, lead, Contract(frozenset({known.seat}), taken + 1, trump=lead.suit)
    ):
        taken += 1
    return taken


def _best_suits(hand: Sequence[Card], *, lowest: bool = False) -> list[str]:
    """The suits that promise most as trumps; or least, those with the fewest and lowest cards."""

    def merit(suit: str) -> int:
        return sum(ACE_HIGH.index(card.rank) + len(ACE_HIGH) // 2 for card in hand if card.suit == suit)

    held = [suit for suit in SUITS if merit(suit)]
    return sorted(held, key=merit, reverse=not lowest)[:SUITS_MOST]


def _lead(hand: Sequence[Card], suit: str, *, lowest: bool = False) -> Card:
    cards = sorted((card for card in hand if card.suit == suit), key=lambda card: ACE_HIGH.index(card.rank))
    return cards[0] if lowest else cards[-1]


def _is_made(deal: Deal, known: Knowledge, hands: Hands, wanted: str, lead: Card) -> bool:
    """Whether the caller makes this call in this deal with this lead."""
    trump = lead.suit if wanted != MISERE or deal.evening.options.misere_trumps else None
    return _makes(known, hands, lead, _contract(known.seat, wanted, trump))


def _makes(known: Knowledge, hands: Hands, lead: Card, contract: Contract) -> bool:
    """Whether the contract is made after this lead; not where the search does not tell."""
    after = known.opened(hands, contract).after(lead, contract)
    return can_be_made(after, contract, limit=POSITIONS_MOST) is True


def _contract(caller: int, wanted: str, trump: str | None) -> Contract:
    return Contract(frozenset({caller}), TRICKS[wanted], exactly=wanted == MISERE, trump=trump)


# --- the cards ----------------------------------------------------------------------------------------


def card(deal: Deal, turn: Turn, rng: Random) -> Card:
    """The card that is best in most deals. The first one that is led also makes trumps."""
    assert deal.contract is not None
    cards = [found for act in turn.acts if (found := any_card_named(act.split()[-1]))]
    known = _knowledge(deal, turn.seat, leader=deal.trick.leader or next_to_play(deal))
    caller, wanted = deal.contract
    if not deal.played:
        samples = [*deals(known, rng)]
        return max(
            cards, key=lambda lead: sum(_is_made(deal, known, hands, wanted, lead) for hands in samples)
        )
    contract = _contract(caller, wanted, deal.trump)
    return chosen(known, cards, lambda hands: contract, rng)


def _knowledge(deal: Deal, seat: int, *, leader: int) -> Knowledge:
    """What this seat knows."""
    hand, on_table = deal.hands[seat], {each for each, _ in deal.trick.plays}
    seen = {*hand, *(each.card for each in deal.played)}
    left = FULL_HAND - len(deal.takers)
    others = [other for other in deal.order if other != seat]
    unseen = Unseen(
        [each for each in pack(ACE_HIGH) if each not in seen],
        {other: left - (other in on_table) for other in others},
        voids(_laid(deal), others),
    )
    return Knowledge(seat, hand, deal.trick, leader, deal.order, unseen, deal.takers)


def _laid(deal: Deal) -> list[tuple[tuple[int, Card], ...]]:
    """Every trick as its cards with their seats."""
    tricks: dict[int, Trick] = {}
    for number, seat, card in deal.played:
        tricks[number] = tricks.get(number, Trick()).with_play(seat, card)
    return [trick.plays for trick in tricks.values()]


PLAYERS = thoughtful(wished)
