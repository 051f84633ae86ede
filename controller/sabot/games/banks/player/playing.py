"""What players and the banker do at een-en-twintig: what wins most on average."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from sabot.core.cards import Card
from sabot.core.terms import Turn, money
from sabot.games.banks.player.staking import stake
from sabot.games.banks.player.twenty_one import Hand as Short
from sabot.games.banks.player.twenty_one import Outlook, Totals
from sabot.games.banks.twenty_one.allowed import bank_of
from sabot.games.banks.twenty_one.deal import STAKE, Deal, Hand
from sabot.games.banks.twenty_one.turns import opened
from sabot.games.evening.household import Coup
from sabot.games.evening.wishes import filled


def wished(coup: Coup, rng: Random) -> str:
    """What the player whose turn it is wants to do; empty where any act will do."""
    deal, turn = coup.deal, coup.turns[0]
    assert isinstance(deal, Deal)
    seen = seen_by(deal, turn.seat)
    if deal.phase == "banker":
        return filled(coup, turn, banker(seen, turn.seat), rng)
    if deal.phase == "stakes":
        return f"bet {STAKE} {first_stake(seen, turn)} {turn.seat}"
    if deal.phase == "playing" and deal.drawing is None and seen.hands[seen.turn].is_known:
        return choice(seen, [each for each in coup.turns if each.seat == turn.seat])
    return ""


def seen_by(deal: Deal, seat: int) -> Deal:
    """The deal without what this seat does not see: the closed cards of the others."""
    hands = tuple(hand if hand.seat == seat else _closed(hand) for hand in deal.hands)
    bank = deal.bank if deal.banker == seat or deal.bank.is_open else _closed(deal.bank)
    return deal._replace(hands=hands, bank=bank)


def _closed(hand: Hand) -> Hand:
    shown = opened(hand)
    return hand._replace(cards=shown, unseen=hand.size - len(shown))


def outlook(deal: Deal) -> Outlook:
    """What hands may expect, as far as this deal shows cards."""
    left = Counter(deal.pack)
    left.subtract(card for hand in deal.all_hands for card in hand.cards)
    return Outlook(deal.how, (+left).elements(), first_cards=1 if deal.is_ten else 2)


def first_stake(deal: Deal, turn: Turn) -> str:
    """The stake on the first card: more on one that wins on average."""
    (cards,) = (hand.cards for hand in deal.hands if hand.seat == turn.seat)
    return stake(turn, outlook(deal).of_first(cards[0]) if cards else 0)


def choice(deal: Deal, turns: Sequence[Turn]) -> str:
    """What wins most: to buy, to stand, to open, to split; a stake is raised before a card that wins."""
    now, seat = deal.hands[deal.turn], turns[0].seat
    offered = {act.split()[0]: (turn, act) for turn in turns for act in turn.acts}
    hand, table = Short.of(now.cards, deal.how), outlook(deal)
    worth = {
        "buy": table.buying(hand),
        "stand": table.standing(hand.points(deal.how)),
        "open": bank_of(deal, now) or table.opening(hand),
    }
    best = max((verb for verb in worth if verb in offered), key=lambda verb: worth[verb])
    if "split" in offered and table.splitting(now.cards[0]) > worth[best]:
        return f"split {seat}"
    if "raise" in offered and (more := _raise(offered["raise"][0], now, buys=worth["buy"], best=worth[best])):
        return f"raise {seat} {money(more)}"
    return offered[best][1]


def _raise(turn: Turn, now: Hand, *, buys: float, best: float) -> int:
    """By how much the stake is raised, by no more than it is; 0 where it is not worth the card."""
    more = min((turn.limits or (0, 0))[1], now.stake)
    return more if buys > 0 and (now.stake + more) * buys > now.stake * best else 0


def banker(deal: Deal, seat: int) -> str:
    """The banker draws or stands: what wins more from those who stood."""
    table, hand = outlook(deal), Short.of(deal.bank.cards, deal.how)
    against = [_standing(table, each) for each in deal.hands if each.state == "stood"]
    stands = table.banker_stands(hand.points(deal.how), against)
    draws = table.banker_draws(hand, against) if deal.cards_left else stands
    return "CARD" if draws > stands else f"stand {seat}"


def _standing(table: Outlook, hand: Hand) -> tuple[int, Totals]:
    """The stake of a player who stood, and what they may have."""
    shown: tuple[Card, ...] = opened(hand)
    return hand.stake, table.stood(shown, hand.size - len(shown))
