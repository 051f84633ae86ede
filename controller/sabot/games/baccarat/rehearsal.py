"""What the rehearsals of chemin de fer and baccarat banque share: the hands speak, and how they go wrong.

A seed names a shift: another order of the calls to chance here is another shift for every seed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from sabot.core.cards import Card
from sabot.core.observations import CardSeen, CoupEnded, Observation, Said, Undone
from sabot.games.baccarat.points import VALUE
from sabot.games.rehearsal import Act


class Options(Protocol):
    """What of the options bears on the hands."""

    @property
    def seats(self) -> int:
        """How many seats are numbered."""

    @property
    def ponte_five(self) -> str:
        """What a ponte does with five."""


@dataclass
class Hands(ABC):
    """The values of each hand, in the order drawn."""

    values: dict[str, list[int]]

    def two(self, who: str) -> int:
        """The points of two cards."""
        return sum(self.values[who][:2]) % 10

    def points(self, who: str) -> int:
        """The points of all cards."""
        return sum(self.values[who]) % 10

    @abstractmethod
    def law(self, who: str, options: Options) -> str:
        """What `who` owes: `carte`, `non`, or `free`."""


Kind = TypeVar("Kind", bound=Options)
Dealt = TypeVar("Dealt", bound=Hands)


@dataclass
class Evening(ABC, Generic[Kind, Dealt]):
    """What outlives a coup: the cards left, the bank and who may follow it; `faulty` is what goes wrong in
    this coup."""

    PLACES: ClassVar[Sequence[str]]
    WORDS: ClassVar[Sequence[str]]
    """What a hand may say."""
    KEPT_BACK: ClassVar[int] = 0
    """With no more cards than these left nobody draws against the rules: the coup needs them."""

    rng: Random
    options: Kind
    hands: Dealt
    cards: list[Card] = field(default_factory=list)
    main: int = 1
    bank: int = 0
    suivi: int | None = None
    banco: int | None = None
    faulty: str = ""

    def other(self, *taken: int | None) -> int:
        """A seat that is none of these."""
        return self.rng.choice([seat for seat in range(1, self.options.seats + 1) if seat not in taken])

    @abstractmethod
    def elsewhere(self, who: str) -> str:
        """A place that is not that of `who`."""

    def lays(self, who: str, *, place: str | None, kind: str | None = None) -> Iterator[Act]:
        """A card that counts for `who`, seen at `place`; `kind` is the fault that this is."""
        card = self.cards.pop()
        self.hands.values[who].append(VALUE[card.rank])
        yield CardSeen(card, place), kind

    def speaks(self, who: str) -> Iterator[Act]:
        """A hand decides, aloud or, where the cards tell it, in silence; or it breaks the rules first."""
        rng, law = self.rng, self.hands.law(who, self.options)
        if self.faulty == who and law != "free" and len(self.cards) > self.KEPT_BACK:
            yield from self._breach(who, law)
        choice = rng.choice(("carte", "non")) if law == "free" else law
        if (law == "free" and choice == "non") or rng.random() < 0.5:
            yield Said(f"{who} {choice}"), None
        if choice == "carte":
            yield from self.lays(who, place=rng.choice((None, who)))

    def out_of_turn(self, when: str, acts: Sequence[Callable[[Self], Observation]]) -> Iterator[Act]:
        """One of these acts out of turn, if this is the moment when the coup goes wrong."""
        if self.faulty == when:
            yield self.rng.choice(acts)(self), "wrong-order"

    def _breach(self, who: str, law: str) -> Iterator[Act]:
        """The fault is the call; where a card follows it, that card counts nowhere and is no second fault."""
        yield Said(f"{who} {'non' if law == 'carte' else 'carte'}"), "faux-tirage"
        if law == "non":
            place = self.rng.choice((None, who))
            yield CardSeen(self.cards.pop(), place), None

    def deals(self, cards: int) -> Iterator[Act]:
        """The first cards, round by round; in a coup that goes wrong here, one of them with a fault."""
        wrong_at = self.rng.randrange(1, cards) if self.faulty == "deal" else None
        for number in range(cards):
            who = self.PLACES[number % len(self.PLACES)]
            if number == wrong_at:
                yield from self._deal_fault(who)
            else:
                yield from self.lays(who, place=self.rng.choice((None, who)))

    def _deal_fault(self, who: str) -> Iterator[Act]:
        """In the middle of the deal: the wrong place, a word too early, the cards collected, one not read."""
        which = self.rng.randrange(4)
        if which == 0:
            yield from self.lays(who, place=self.elsewhere(who), kind="misplaced-card")
            return
        if which == 1:
            yield Said(f"{self.rng.choice(self.PLACES)} {self.rng.choice(self.WORDS)}"), "wrong-order"
        elif which == 2:
            yield CoupEnded(), "faux-tirage"
        else:
            yield CardSeen(None), "unread-card"
            yield Undone(), None
        yield from self.lays(who, place=None)
