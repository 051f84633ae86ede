"""A deal of commetten as a value: the pots, the hands, and the calls so far. Source: HS p. 44-47."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import Fault, money
from sabot.games.commetten.options import Options
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.deal import Line
from sabot.games.evening.evening import Evening
from sabot.games.evening.paying import Payment, paid
from sabot.games.tricks.cards import ACE_HIGH, pack

Phase = Literal["dealing", "turning", "calling", "asking", "over"]

DEALT_CARDS_MOST = 42
"""At least ten of the fifty-two cards stay in the stock (HS p. 45)."""
FULL_PACK = frozenset(pack(ACE_HIGH))
COMMETTE = Card("9", "D")
COMMETTE_POT = "commetten"
POT_OF_RANK = {"A": "azen", "K": "heeren", "Q": "vrouwen", "J": "boeren", "T": "tienen"}
"""Which pot the caller of a trump takes, by its rank."""


def pot_names(options: Options) -> tuple[str, ...]:
    """The pots, from left to right.

    >>> pot_names(Options())
    ('azen', 'heeren', 'vrouwen', 'boeren', 'commetten')
    """
    tens = ("tienen",) if options.ten_pot else ()
    return ("azen", "heeren", "vrouwen", "boeren", *tens, COMMETTE_POT)


def next_higher(card: Card) -> Card | None:
    """The next card of the suit; None after the ace.

    >>> str(next_higher(Card("9", "H"))), next_higher(Card("A", "H"))
    ('TH', None)
    """
    place = ACE_HIGH.index(card.rank) + 1
    return Card(ACE_HIGH[place], card.suit) if place < len(ACE_HIGH) else None


class Fields(NamedTuple):
    """The fields of a deal.

    `pots` by name. `hands` are what is left of the hands that are known, `dealt` the seats that have their
    cards. `turned` is the top card of the stock. `calls` are the cards laid off, each with its seat; those
    from number `start` on run upwards; `leads` counts the runs. `missed`: the cards for which a run waited
    and that nobody called, each with the number of the run. `holder` is the seat with the commette at the
    end (0: nobody, None: not known).
    """

    evening: Evening
    pots: Mapping[str, int]
    phase: Phase = "dealing"
    begun: bool = False
    hands: Mapping[int, tuple[Card, ...]] = {}
    dealt: tuple[int, ...] = ()
    turned: Card | None = None
    calls: tuple[tuple[int, Card], ...] = ()
    start: int = 0
    leads: int = 0
    missed: Mapping[Card, int] = {}
    holder: int | None = None
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Deal(Fields, evening_deal.Deal):
    """A deal of commetten."""

    __slots__ = ()

    @property
    def options(self) -> Options:
        """What the house chose."""
        options: Options = self.evening.options
        return options

    @property
    def in_play(self) -> int:
        """All pots."""
        return sum(self.pots.values())

    @property
    def cards_each(self) -> int:
        """How many cards each player gets: eight for five players, seven for six (HS p. 45)."""
        return DEALT_CARDS_MOST // len(self.order)

    @property
    def called(self) -> frozenset[Card]:
        """The cards that were laid off."""
        return frozenset(card for _, card in self.calls)

    @property
    def caller(self) -> int:
        """The seat that called last, or leads first."""
        return self.calls[-1][0] if self.calls else self.order[0]

    @property
    def awaited(self) -> Card | None:
        """The card that continues the run; None where none can."""
        card = next_higher(self.calls[-1][1]) if self.calls else None
        return None if card in self.called or card == self.turned else card

    def size(self, seat: int) -> int:
        """How many cards this seat holds."""
        return self.cards_each - sum(seat == each for each, _ in self.calls)

    def holder_of(self, card: Card) -> int | None:
        """The seat in whose known hand this card is; 0: in nobody's; None: this is not known."""
        seats = [seat for seat, hand in self.hands.items() if card in hand]
        out = card in self.called or card == self.turned or len(self.hands) == len(self.order)
        return seats[0] if seats else (0 if out else None)

    def with_paid(self, payments: Sequence[Payment], *, pot: str = COMMETTE_POT) -> Deal:
        """The deal after these payments, out of this pot where it is named."""
        evening, left, lines = paid(self.evening, payments, pot=self.pots[pot])
        lines = tuple(
            ("paid", {**keys, "name": pot}) if keys["of"] == "pot" else (name, keys) for name, keys in lines
        )
        return self._replace(evening=evening, pots={**self.pots, pot: left}, lines=(*self.lines, *lines))

    def with_antes(self) -> Deal:
        """The deal when everyone has put one counter into each pot."""
        deal = self._replace(begun=True)
        for seat in deal.order:
            before = deal.in_play
            for pot in pot_names(deal.options):
                evening, total, _ = paid(deal.evening, [(seat, 0, deal.options.unit)], pot=deal.pots[pot])
                deal = deal._replace(evening=evening, pots={**deal.pots, pot: total})
            given = money(deal.in_play - before)
            deal = deal.with_line("pot", seat=seat, amount=given, pot=money(deal.in_play))
        return deal
