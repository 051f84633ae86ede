"""A shift at trente et quarante: random coups from shuffled sixains, with stakes, calls and choices, and
faults at known places.

The dealer here counts the rows and the sixain itself: it does not ask the rules under test.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sabot.core.cards import DECK, Card
from sabot.core.observations import (
    Announced,
    BetsClosed,
    CardSeen,
    CoupEnded,
    Observation,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.games.rehearsal import Act
from sabot.games.rehearsal.chips import in_chips
from sabot.games.trente_et_quarante.rules import Options

HOUSE = Options(minimum=1_00, maximum=5000_00)
"""The house that the shift is played in, unless another is named."""

CHANCES = ("noir", "rouge", "couleur", "inverse")
COUNT = dict.fromkeys("TJQK", 10) | {rank: 1 + place for place, rank in enumerate("A23456789")}
NUMBERS = ("Un", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept", "Huit", "Neuf", "Quarante")
APRES = (*(f"{number}, {number.lower()} après" for number in NUMBERS[:9]), "Quarante, après")
RESULTS = (
    *("Rouge perd, couleur gagne", "Rouge perd et couleur", "Rouge gagne et couleur"),
    "Rouge gagne, couleur perd",
)


class Sixain:
    """The cards of one taille as they will come, and what is known of them when they have."""

    def __init__(self, rng: Random, packs: int) -> None:
        self.packs = packs
        self.cards = list(DECK) * packs
        rng.shuffle(self.cards)
        self.points = 340 * packs
        self.shown = dict.fromkeys(DECK, 0)

    def draw(self) -> Card:
        """The next card."""
        return self.show(self.cards.pop())

    def show(self, card: Card) -> Card:
        """`card` is what the table sees of a card that left."""
        self.points -= COUNT[card.rank]
        self.shown[card] += 1
        return card

    def exhausted(self) -> Card | None:
        """A card with no unseen copy, if there is one."""
        return next((card for card, times in self.shown.items() if times >= self.packs), None)

    @property
    def can_give_a_coup(self) -> bool:
        """Whether eight cards and 62 points are left (TT)."""
        return len(self.cards) > 7 and self.points >= 62


def shift(
    rng: Random, *, coups: int, faults: float = 0.0, options: Options = HOUSE
) -> Iterator[tuple[Observation, str | None]]:
    """Yields the acts of `coups` coups. In a part `faults` of them (0 to 1) one act is a fault; its kind
    stands beside it."""
    sixain = Sixain(rng, options.decks)
    for _ in range(coups):
        if not sixain.can_give_a_coup:
            yield from _passed(rng, sixain, faulty=rng.random() < faults)
            sixain = Sixain(rng, options.decks)
        fault = rng.choice(tuple(FAULTS)) if rng.random() < faults else ""
        yield from _Deal(rng, sixain, options, fault).acts()


def _passed(rng: Random, sixain: Sixain, *, faulty: bool) -> Iterator[Act]:
    """The cards pass. A fault here is a card, or a stake, after all is over."""
    if faulty:
        if sixain.cards and rng.random() < 0.5:
            yield CardSeen(sixain.draw()), "faux-tirage"
        else:
            yield Staked("noir", 10_00, 1), "wrong-order"
    yield SabotOpened(), None


FAULTS = {
    "open": ("unknown", "small", "large", "short", "chosen", "uninsurable"),
    "row": ("misplaced", "short", "late", "insured", "announced", "unread", "impossible", "mixed"),
    "between": ("row call",),
    "decided": ("result call", "chosen", "insured", "surplus"),
}
"""The faults that can be made while stakes are taken, in a row, between the rows, and after both."""


class _Deal:
    """One coup; its `fault` is made at a random one of the moments where it can be."""

    def __init__(self, rng: Random, sixain: Sixain, options: Options, fault: str) -> None:
        self.rng, self.sixain, self.options = rng, sixain, options
        self.when = fault
        self.at_card = rng.randrange(8) if fault == "row" else -1
        self.stakes: list[Staked] = []
        self.insured: set[tuple[str, int | None]] = set()
        self.rows: list[list[Card]] = [[], []]

    def acts(self) -> Iterator[Act]:
        """The coup from its stakes to its end."""
        yield from self._stakes()
        if self.when == "open":
            yield self._open_fault()
        if self.rng.random() < 0.5:
            yield BetsClosed(), None
        yield from self._row(0)
        if self._count(0) >= 31:
            yield from self._announced_row()
            yield from self._row(1)
        if self._count(1) >= 31:
            yield from self._announced_result()
        if self.options.close == "croupier" or self.rng.random() < 0.2:
            yield CoupEnded(), None

    # --- before the first card

    def _stakes(self) -> Iterator[Act]:
        for _ in range(self.rng.randrange(1, 4)):
            amount = in_chips(self.rng.randrange(1, 2001) * 100)
            stake = Staked(self.rng.choice(CHANCES), amount, self.rng.choice((None, 1, 2, 3)))
            self.stakes.append(stake)
            yield stake, None
            place = (stake.where, stake.seat)
            if amount >= 500_00 and place not in self.insured and self.rng.random() < 0.3:
                self.insured.add(place)
                yield Said(_words("assurance", *place)), None

    def _open_fault(self) -> Act:
        match self.rng.choice(FAULTS["open"]):
            case "unknown":
                return Staked("vert", 10_00), "wrong-order"
            case "small":
                return Staked("noir", 99), "wrong-order"
            case "large":
                return Staked("noir", 5000_01), "wrong-order"
            case "short":
                return CoupEnded(), "faux-tirage"
            case "chosen":
                return Said("prison noir 1"), "wrong-order"
            case _:
                return Said("assurance rouge 99"), "wrong-order"

    # --- the rows

    def _count(self, row: int) -> int:
        return sum(COUNT[card.rank] for card in self.rows[row])

    def _row(self, row: int) -> Iterator[Act]:
        while self._count(row) < 31 and self.sixain.cards:
            dealt = len(self.rows[0]) + len(self.rows[1])
            if dealt == self.at_card:
                yield from self._row_fault(row)
                continue
            yield self._card(row), None

    def _card(self, row: int, place: str | None = None) -> CardSeen:
        card = self.sixain.draw()
        self.rows[row].append(card)
        if place is None and self.rng.random() < 0.1:
            place = ("noir", "rouge")[row]
        return CardSeen(card, place)

    def _row_fault(self, row: int) -> Iterator[Act]:
        self.at_card = -1
        match self.rng.choice(FAULTS["row"]):
            case "misplaced":
                yield self._card(row, ("rouge", "noir")[row]), "misplaced-card"
            case "unread":
                yield CardSeen(None), "unread-card"
                yield Undone(), None
            case "impossible":
                yield from self._impossible(row)
            case "short":
                yield CoupEnded(), "faux-tirage"
            case "announced":
                yield Announced(self.rng.choice((*RESULTS, *APRES))), "wrong-announcement"
            case other:
                yield self._late(row, other)

    def _impossible(self, row: int) -> Iterator[Act]:
        card = self.sixain.exhausted()
        if card is None:
            yield CoupEnded(), "faux-tirage"
            return
        self.sixain.cards.pop()
        self.rows[row].append(self.sixain.show(card))
        yield CardSeen(card), "impossible-card"

    def _late(self, row: int, what: str) -> Act:
        """Stakes and insurance come before the first card, mixing before the first of the sixain."""
        if not self.rows[0]:
            return Said("moitie noir 1"), "wrong-order"
        if what == "late":
            return Staked("noir", 10_00, 1), "wrong-order"
        if what == "insured":
            return Said(_words("assurance", self.stakes[0].where, self.stakes[0].seat)), "wrong-order"
        return Said("coupe 2"), "wrong-order"

    # --- calls and choices

    def _announced_row(self) -> Iterator[Act]:
        true = NUMBERS[self._count(0) - 31]
        if self.when == "between":
            false = [*(name for name in NUMBERS if name != true), "Dix", *RESULTS]
            yield Announced(self.rng.choice(false)), "wrong-announcement"
        if self.rng.random() < 0.3:
            yield Announced(self.rng.choice((true, true.upper()))), None

    def _announced_result(self) -> Iterator[Act]:
        true = self._result()
        if self.when == "decided":
            yield self._decided_fault(true)
        if self.rng.random() < 0.3:
            yield Announced(self.rng.choice((true, true.lower().replace(",", "")))), None
        if true == APRES[0] and self.sixain.can_give_a_coup:
            yield from self._choices()

    def _result(self) -> str:
        noir, rouge = self._count(0), self._count(1)
        if noir == rouge:
            return APRES[noir - 31]
        couleur = (rouge < noir) == (self.rows[0][0].suit in "DH")
        return RESULTS[2 - couleur + 1 if rouge < noir else 1 - couleur]

    def _decided_fault(self, true: str) -> Act:
        match self.rng.choice(FAULTS["decided"]):
            case "chosen":
                return Said("moitie noir 99"), "wrong-order"
            case "surplus" if self._may_burn():
                return CardSeen(self.sixain.draw()), "faux-tirage"
            case "insured" if self.options.close == "croupier":
                return Said(_words("assurance", self.stakes[0].where, self.stakes[0].seat)), "wrong-order"
            case _:
                false = [call for call in (*RESULTS, *APRES) if call != true]
                return Announced(self.rng.choice(false)), "wrong-announcement"

    def _may_burn(self) -> bool:
        """Whether a card drawn too many is a fault, and leaves enough for the next coup."""
        enough = len(self.sixain.cards) > 80
        return enough and self.options.close == "croupier" and self.options.faux_tirage == "burn"

    def _choices(self) -> Iterator[Act]:
        """After a refait each player who has not insured may choose."""
        for where, _, seat in self.stakes:
            if (where, seat) in self.insured or self.rng.random() < 0.3:
                continue
            other = self.rng.choice([chance for chance in CHANCES if chance != where])
            word = self.rng.choice(("prison", "moitie", "passe"))
            place = (where, other) if word == "passe" else (where,)
            yield Said(_words(word, *place, seat)), None


def _words(*words: str | int | None) -> str:
    return " ".join(str(word) for word in words if word is not None)
