"""Mijn en dijn. Source: *Hazardspelen* (HS), p. 60-62.

The players stake on ranks. The banker turns cards and says by turns "dijn", which pays the stakes on the rank
of the card, and "mijn", which takes them. A deal is a whole bank: 62 of the 64 cards. Where the book is
silent: a banker with chips pays as far as they go, in the order in which the stakes were laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import Fault, Settlement, Stake, Turn, money
from sabot.core.words import Words
from sabot.games.banks.stakes import OWN_STAKE
from sabot.games.evening import deal as evening_deal
from sabot.games.evening import offers
from sabot.games.evening.deal import Line, Outcome, refuse
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import paid
from sabot.games.evening.whys import not_in_pack
from sabot.games.mijn_en_dijn.options import Options as Options
from sabot.games.tricks.cards import ACE_HIGH_32, pack

NAME = "mijn-en-dijn"
SEATS = (2, 12)
KIND = "bank"
RANKS = dict(zip(ACE_HIGH_32, ("7", "8", "9", "10", "boer", "vrouw", "heer", "aas"), strict=True))
"""The chances of the layout, by the rank that they stand for. Suits do not count."""
CHANCES = tuple(RANKS.values())
WORDS = ("answer SEAT weg|terug",)
"""To decline the bank; and to take a stake back, which is always refused (HS p. 61)."""

TURNED_MOST = 62
"""The last two of 64 cards are not turned: 31 are dijn and 31 mijn (HS p. 61)."""
STAKE_MOST = 1_000_000
"""The largest stake where the house sets none, in minor units. The book sets none; so we do."""
WHOLE_PACK = pack(ACE_HIGH_32, copies=2)
COPIES = Counter(WHOLE_PACK)


class Fields(NamedTuple):
    """The fields of a bank: who holds it, the cards that were turned, and the stakes on the layout.
    `declined`: who would not hold the bank. `left`: the stakes that no card decided."""

    evening: Evening
    banker: int
    declined: tuple[int, ...] = ()
    turned: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    left: tuple[Stake, ...] = ()
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, evening_deal.Deal):
    """A bank of mijn en dijn."""

    __slots__ = ()

    @property
    def in_play(self) -> int:
        """The stakes on the layout."""
        return sum(stake.amount for stake in self.stakes)


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    """Two packs of 32. The layout of A K Q J of hearts comes from a third."""
    return WHOLE_PACK


def begun(evening: Evening) -> Deal:
    """The bank before its first stake."""
    return Deal(evening, evening.dealer)


# --- turns


def due(deal: Deal) -> tuple[Turn, ...]:
    """The banker turns a card; until then every other player may stake."""
    if outcome(deal):
        return ()
    why = reason("stakes lie on a rank until it is turned: {word} is next", word=word_of(len(deal.turned)))
    card = Turn(deal.banker, ("CARD",), why=why)
    others = deal.evening.after(deal.banker)[:-1]
    stakes = [_staking(deal, seat) for seat in others if deal.evening.can_pay(seat, 1)]
    decline = Turn(
        deal.banker,
        (f"answer {deal.banker} weg",),
        why=reason("who would not hold the bank passes it to the left before it begins"),
    )
    return (card, *stakes, decline) if _may_decline(deal) else (card, *stakes)


def word_of(turned: int) -> str:
    """What the banker says to the next card: they begin with dijn.

    >>> word_of(0), word_of(1)
    ('dijn', 'mijn')
    """
    return "mijn" if turned % 2 else "dijn"


def _staking(deal: Deal, seat: int) -> Turn:
    house: Options = deal.evening.options
    most = house.maximum or STAKE_MOST
    if seat in deal.evening.bought:
        most = min(most, deal.evening.purses[seat])
    why = reason("a stake may be laid or raised before each card, and stays until it is decided")
    acts = tuple([f"bet {chance} AMOUNT {seat}" for chance in CHANCES])
    return Turn(seat, acts, (min(most, max(1, house.minimum)), most), why)


def _may_decline(deal: Deal) -> bool:
    """Where the house leaves it open, all but one may decline the bank, before it begins."""
    is_begun = deal.turned or deal.stakes
    can_pass = len(deal.declined) < len(deal.evening.seats) - 1
    return not deal.evening.options.bank_compulsory and not is_begun and can_pass


# --- acts


def acted(deal: Deal, words: Words) -> Deal:
    """The bank after one act; one that is not allowed only adds a fault."""
    if words[0] == "bet" and words[3] == deal.banker:
        return refuse(deal, OWN_STAKE)
    if because := offers.refusal(due(deal), words):
        return refuse(deal, because)
    return DOES[words[0]](deal, *words[1:])


def _declined(deal: Deal, seat: int, what: str) -> Deal:
    deal = deal._replace(banker=deal.evening.left_of(seat), declined=(*deal.declined, seat))
    return deal.with_line("answer", seat=seat, answer=what)


def _staked(deal: Deal, where: str, amount: int, seat: int) -> Deal:
    deal = deal._replace(
        evening=deal.evening.paid({seat: -amount}), stakes=(*deal.stakes, Stake(where, amount, seat))
    )
    lies = sum(each.amount for each in deal.stakes if (each.where, each.seat) == (where, seat))
    return deal.with_line("stake", seat=seat, bet=where, amount=money(amount), stake=money(lies))


def _turned(deal: Deal, card: Card) -> Deal:
    if because := _impossible(deal, card):
        return refuse(deal, because, kind="impossible-card", card=card)
    word, rank = word_of(len(deal.turned)), RANKS[card.rank]
    deal = deal._replace(turned=(*deal.turned, card)).with_line("card", card=str(card), to=rank, word=word)
    hit = [stake for stake in deal.stakes if stake.where == rank]
    deal = deal._replace(stakes=tuple([stake for stake in deal.stakes if stake.where != rank]))
    for stake in hit:
        deal = _decided(deal, stake, is_won=word == "dijn")
    return _ended(deal) if len(deal.turned) == TURNED_MOST else deal


def _impossible(deal: Deal, card: Card) -> Reason | None:
    if card not in COPIES:
        return not_in_pack(card)
    if deal.turned.count(card) == COPIES[card]:
        return reason("{card} was turned twice already: two packs have it twice", card=card)
    return None


def _decided(deal: Deal, stake: Stake, *, is_won: bool) -> Deal:
    """A stake goes back with as much from the banker, or to the banker."""
    seat = stake.seat or deal.banker
    evening = deal.evening.paid({seat: stake.amount})
    giver, taker = (deal.banker, seat) if is_won else (seat, deal.banker)
    evening, _, lines = paid(evening, [(giver, taker, stake.amount)])
    return deal._replace(evening=evening, lines=(*deal.lines, *lines))


def _ended(deal: Deal) -> Deal:
    """The stakes that no card decided go back."""
    evening = deal.evening
    for stake in deal.stakes:
        evening = evening.paid({stake.seat or deal.banker: stake.amount})
    return deal._replace(evening=evening, stakes=(), left=deal.stakes)


DOES: Mapping[str, Callable[..., Deal]] = {"answer": _declined, "bet": _staked, "card": _turned}


# --- the end


def outcome(deal: Deal) -> Outcome | None:
    """What the bank came to; None while it is undecided."""
    if len(deal.turned) < TURNED_MOST:
        return None
    settlements = [Settlement(each.where, each.amount, each.amount, each.seat) for each in deal.left]
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    result: Plain = {"winner": None, "bank": deal.banker, "turned": len(deal.turned)}
    return Outcome(result, tuple(settlements), (("score", {"purses": purses}),))


def following(deal: Deal) -> Evening:
    """The next bank is held by the left neighbour."""
    return deal.evening.following(dealer=deal.evening.left_of(deal.banker))


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """Nobody holds cards."""
    return None


def table(deal: Deal) -> Spread:
    """What everybody may see."""
    return {
        "bank": {"seat": deal.banker, "amount": money(deal.in_play)},
        "turned": [*map(str, deal.turned[-1:])],
        "contract": None if len(deal.turned) == TURNED_MOST else word_of(len(deal.turned)),
    }
