"""The players at rikken: they bid by the advice of the book, and play the card that is best in deals that
agree with what they know."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from sabot.core.cards import DECK, Card, any_card_named
from sabot.core.terms import Turn
from sabot.games.evening.household import Coup
from sabot.games.evening.player import thoughtful
from sabot.games.rikken import asked
from sabot.games.rikken.advice import advised, best_trumps, worth_asking
from sabot.games.rikken.bids import PASS
from sabot.games.rikken.deal import TOTAAL, Deal, cards_left, seen, tricks_of
from sabot.games.rikken.deal import Contract as Named
from sabot.games.rikken.playing import turn as next_to_play
from sabot.games.tricks.double_dummy.answers import Contract
from sabot.games.tricks.player.choosing import Knowledge, chosen
from sabot.games.tricks.player.sampling import Hands, Unseen
from sabot.games.tricks.revokes import voids


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do."""
    deal, turn = coup.deal, coup.turns[0]
    assert isinstance(deal, Deal)
    if turn.seat not in deal.hands:
        return ""
    return thought(seen_by(deal, turn.seat), turn, rng)


def seen_by(deal: Deal, seat: int) -> Deal:
    """The deal without what this seat does not see: the hands of the others that do not lie open."""
    return deal._replace(hands={each: deal.hands[each] for each in deal.hands if each in {seat, *deal.shown}})


def thought(deal: Deal, turn: Turn, rng: Random) -> str:
    """What a seat wants to do that sees no more than this deal shows."""
    verb = turn.acts[0].split()[0]
    if verb == "bid":
        return bid(deal, turn)
    if verb == "name":
        return named(deal.hands[turn.seat], turn.acts)
    if verb == "play":
        return f"play {turn.seat} {card(deal, turn, rng)}"
    return ""


# --- bids and names -----------------------------------------------------------------------------------


def bid(deal: Deal, turn: Turn) -> str:
    """The bid that the book advises, else a pass; where neither is allowed, the lowest bid that is."""
    hand = deal.hands[turn.seat]
    opening = not any(call.bid for call in deal.auction.calls)
    wanted = (f"bid {turn.seat} {word}" for word in (advised(hand, opening=opening), PASS))
    return next((act for act in wanted if act in turn.acts), turn.acts[0])


def named(hand: Collection[Card], acts: Collection[str]) -> str:
    """The longest suit as trumps, and the ace that is best to ask for."""
    trump = best_trumps(hand)
    suits = [trump] if any(act.split()[2] == trump for act in acts) else []
    allowed = [act for act in acts if not suits or act.split()[2] == trump]
    named_trump = allowed[0].split()[2]
    wanted = [str(ace) for ace in worth_asking(hand, named_trump)]
    ranked = sorted(allowed, key=lambda act: _place(wanted, act.split()[-1]))
    return ranked[0]


def _place(wanted: list[str], word: str) -> int:
    return wanted.index(word) if word in wanted else len(wanted)


# --- the cards ----------------------------------------------------------------------------------------


def card(deal: Deal, turn: Turn, rng: Random) -> Card:
    """The card that is best in most deals."""
    cards = [found for act in turn.acts if (found := any_card_named(act.split()[-1]))]
    seat = turn.seat

    def purpose(hands: Hands) -> Contract:
        return _contract(deal, hands, seat)

    return chosen(_knowledge(deal, seat), cards, purpose, rng)


def _contract(deal: Deal, hands: Hands, seat: int) -> Contract:
    """What is to be made or beaten in a deal with these hands. Where nobody bids, each wants one
    trick (open piek totaal) or none (schoppen mieën)."""
    contract = deal.contract
    if contract is None:
        return Contract(frozenset({seat}), int(deal.round == TOTAAL), exactly=True)
    if contract.bid.has_partner:
        return _with_partner(deal, contract, hands)
    if contract.bid.has_trumps:
        return Contract(frozenset({contract.declarer}), contract.bid.tricks, trump=contract.trump)
    bidder, tricks = _without_trumps(deal, contract, seat)
    return Contract(frozenset({bidder}), tricks, exactly=True)


def _with_partner(deal: Deal, contract: Named, hands: Hands) -> Contract:
    card = contract.asked
    laid = {seat for each, seat in seen(deal).items() if each == card}
    holders = {seat for seat, held in hands.items() if card in held} | laid
    falls = asked.has_duty(deal.options, contract.bid) and not laid
    return Contract(
        frozenset({contract.declarer, *holders}),
        contract.bid.tricks,
        trump=contract.trump,
        asked=card if falls else None,
    )


def _without_trumps(deal: Deal, contract: Named, seat: int) -> tuple[int, int]:
    """The bidder of misère or piek about whom this seat thinks, and their tricks: itself, else the first
    who can still make it."""
    taken = tricks_of(deal)
    bids = [(call.seat, call.bid.tricks) for call in contract.joint if call.bid]
    own = [each for each in bids if each[0] == seat]
    alive = [each for each in bids if taken[each[0]] <= each[1]]
    return (own or alive or bids)[0]


def _knowledge(deal: Deal, seat: int) -> Knowledge:
    """What this seat knows."""
    hand, others = tuple(sorted(deal.hands[seat])), [other for other in deal.seats if other != seat]
    laid = seen(deal)
    unseen = Unseen(
        [each for each in DECK if each not in {*hand, *laid}],
        {other: cards_left(deal, other) for other in others},
        voids(deal.laid, others),
        {other: tuple(sorted(deal.hands[other])) for other in others if other in deal.hands},
        _asked(deal),
    )
    leader = deal.trick.leader or next_to_play(deal)
    return Knowledge(seat, hand, deal.trick, leader, deal.seats, unseen, deal.takers)


def _asked(deal: Deal) -> tuple[Card, tuple[int, ...]] | None:
    """The asked card with those who may hold it; None where everybody knows, or there is none."""
    contract = deal.contract
    if contract is None or contract.asked is None:
        return None
    if any(contract.asked in cards for cards in (seen(deal), *deal.hands.values())):
        return None
    others = [seat for seat in deal.seats if seat not in deal.hands and seat != contract.declarer]
    void = voids(deal.laid, others)
    holders = tuple(seat for seat in others if (seat, contract.asked.suit) not in void)
    if contract.partner in holders:
        holders = (contract.partner,)
    return (contract.asked, holders) if holders else None


PLAYERS = thoughtful(wished)
