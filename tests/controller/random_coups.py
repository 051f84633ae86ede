"""Random coups at any table, in any house, with faults, corrections, annulments, burns and new sabots.

The dealer looks at the table and mostly does what is due. It proves nothing by itself: what is told of its
coups is held against the table, the journal and the rules of money.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sabot.core import options as house
from sabot.core.cards import DECK
from sabot.core.events import Event
from sabot.core.game import Game
from sabot.core.observations import (
    Announced,
    BallSeen,
    BetsClosed,
    CardSeen,
    CoupEnded,
    CutCardSeen,
    Observation,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.core.options import House
from sabot.core.play.state import Play, is_dealing
from sabot.core.shapes.view import Result
from sabot.core.table import Table, opened, step
from sabot.core.terms import money
from sabot.games.roulette.announced import chips
from sabot.games.wheel.layout import WHEELS

SEATS = (None, 1, 2, 3, 4, 5, 12)

SUMS = {
    "minimum": ("0.00", "1.00"),
    "maximum": ("0.00", "500.00"),
    "bank-minimum": ("0.00", "5.00"),
    "guignot-threshold": ("0.00", "60.00"),
    "insurance-minimum": ("1.00", "500.00"),
    "min-cards": ("6", "8", "30"),
    "prison-levels": ("0", "1", "2"),
    "decks": ("1", "2", "6"),
}
"""Values of options that have no list of choices, or a list that is mostly the same."""

WORDS = {
    "punto-banco": (),
    "chemin-de-fer": (
        *("banco S", "banco S", "suivi S", "avec-la-table S", "passe", "prend S A", "enchere S A", "adjuge"),
        *("refuse S", "associe S", "banque S A", "tableau", "banque S A", "banco S"),
    ),
    "baccarat-banque": (
        *("banco S", "banco S", "suivi S", "ouverte", "egaux", "brule", "suite", "prend S A", "enchere S A"),
        *("adjuge", "fin tapis", "fin belle", "fin rouge-noir", "rouge S", "noir S", "banque 0 A"),
        *("passe droite gauche S", "passe gauche droite S", "banque 0 A"),
    ),
    "trente-et-quarante": ("assurance C S", "assurance C S", "melange S", "coupe S"),
    "roulette": ("prison C S",),
}
"""What is said before the cards at each game: S a seat, A a sum, C and D chances."""

CHOICES = {
    "trente-et-quarante": ("prison C S", "moitie C S", "passe C D S"),
    "roulette": ("prison C S", "moitie C S"),
}
"""What is said after a refait or a zero."""

SIMPLE = {
    "trente-et-quarante": ("noir", "rouge", "couleur", "inverse"),
    "roulette": ("rouge", "noir", "pair", "impair", "manque", "passe"),
}
ANNOUNCED = ("voisins", "tiers", "orphelins", "jeu-zero", "finale:7", "voisins-de:17:2")


def some_house(rng: Random, game: Game) -> House:
    """A house of this game with some of its options chosen by chance."""
    given = []
    for each in house.described(game.Options):
        choices = SUMS.get(each["name"]) or each["choices"]
        if each["name"] in ("decks", "close") or rng.random() < 0.3:
            given.append((each["name"], rng.choice(choices)))
    return house.read(game.Options, given)


class Dealt(NamedTuple):
    """An act, the table before and after it, and what was decided by it."""

    act: Observation
    before: Table
    after: Table
    events: tuple[Event, ...]


class Dealer:
    """Deals at a table: `act` is the next thing that happens there."""

    def __init__(self, rng: Random, game: Game, options: House, *, trouble: float) -> None:
        self.rng, self.game, self.options, self.trouble = rng, game, options, trouble
        self.chances = self._chances()
        self.cards = self._mixed()

    def _chances(self) -> tuple[str, ...]:
        if self.game.NAME == "roulette":
            pockets = int(getattr(self.options, "pockets"))  # noqa: B009 (only roulette has it)
            bets = [bet for bet in WHEELS[pockets].bets if self.game.chance(self.options, bet)]
            called = [name for name in ANNOUNCED if chips(pockets, name)]
            return (*bets, *SIMPLE["roulette"] * 10, *called)
        return tuple(each for each in self.game.CHANCES if self.game.chance(self.options, each))

    def _mixed(self) -> list[Observation]:
        cards = [CardSeen(card) for card in DECK * self.options.decks]
        self.rng.shuffle(cards)
        return [*cards]

    def act(self, table: Table) -> Observation:
        """What happens next."""
        play = table.play
        seen = self._trouble(play) if self.rng.random() < self.trouble else self._due(play)
        if isinstance(seen, SabotOpened):
            self.cards = self._mixed()
        return seen

    def _due(self, play: Play) -> Observation:
        taille, rng = play.taille, self.rng
        if taille.unread:
            return Undone()
        if taille.awaiting:
            return Said("confirme")
        if taille.spent and (play.result is not None or not play.opened) and rng.random() < 0.8:
            return SabotOpened()
        if play.owed is not None and play.owed.of and play.coup.bets_closed and rng.random() < 0.9:
            return Said(f"{play.owed.of} {rng.choice(play.owed.choices)}")
        if play.result is not None:
            return self._decided(play)
        return self._drawn() if is_dealing(play) or play.coup.bets_closed else self._open(play)

    def _decided(self, play: Play) -> Observation:
        chance = self.rng.random()
        if self.game.NAME in CHOICES and play.result and _may_choose(play.result.result) and chance < 0.8:
            return self._word(play, CHOICES[self.game.NAME])
        if chance < 0.5 or (self.options.close == "croupier" and chance < 0.9):
            return CoupEnded()
        return self._bet() if chance < 0.7 else self._word(play, WORDS[self.game.NAME])

    def _open(self, play: Play) -> Observation:
        bank, chance = play.coup.bank, self.rng.random()
        if bank is not None and not bank.amount and chance < 0.8:
            return Said(f"banque {self._banker(bank.main)} {money(self._sum())}")
        if chance < 0.5:
            return self._bet()
        if chance > 0.97 and self.game.PLACES:
            return Said(f"brule {self.rng.choice(DECK)}")
        if chance < 0.65:
            return self._word(play, WORDS[self.game.NAME])
        return BetsClosed() if chance < 0.85 or self.options.rnvp == "required" else self._drawn()

    def _banker(self, main: int) -> int:
        return main if self.game.NAME == "chemin-de-fer" else 0

    def _drawn(self) -> Observation:
        if self.game.NAME == "roulette":
            pockets = int(getattr(self.options, "pockets"))  # noqa: B009
            return BallSeen(self.rng.choice((*WHEELS[pockets].order, "0", "0")))
        return self.cards.pop() if self.cards else SabotOpened()

    def _bet(self) -> Observation:
        return Staked(self.rng.choice(self.chances), self._sum(), self.rng.choice(SEATS))

    def _sum(self) -> int:
        return self.rng.choice((1_00, 2_00, 5_50, 10_00, 33_33, 60_00, 500_00, self.rng.randrange(1, 9999)))

    def _word(self, play: Play, words: tuple[str, ...]) -> Observation:
        return Said(self._filled(self.rng.choice(words), play)) if words else self._bet()

    def _filled(self, pattern: str, play: Play) -> str:
        """The words, about a stake that is there, if one is."""
        simple = SIMPLE.get(self.game.NAME, self.chances)
        laid = [(each.where, each.seat) for each in (*play.coup.stakes, *play.coup.held)]
        about = laid if self.game.NAME in CHOICES else ()
        where, seat = self.rng.choice(about or [(self.rng.choice(simple), self.rng.choice(SEATS))])
        needed = str(seat or 1) if self.game.NAME not in CHOICES else str(seat or "")
        filled = {"S": needed, "A": money(self._sum()), "C": where, "D": self.rng.choice(simple)}
        return " ".join(filled.get(word, word) for word in pattern.split()).strip()

    def _trouble(self, play: Play) -> Observation:
        """Something that is not due, or takes back what was done."""
        chance = self.rng.random()
        if chance < 0.4:
            return Undone()
        rare = (SabotOpened, CutCardSeen) if chance < 0.5 and self.rng.random() < 0.3 else (BetsClosed,)
        if chance < 0.5:
            return self.rng.choice(rare)()
        if self.game.PLACES and chance < 0.7:
            return self._of_the_cards(play)
        if chance < 0.75:
            return self._word(play, WORDS[self.game.NAME])
        return self.rng.choice((self._bet, self._drawn, CoupEnded, self._announced))()

    def _of_the_cards(self, play: Play) -> Observation:
        laid = [(each.where, each.seat) for each in play.coup.stakes] or [(self.chances[0], 1)]
        where, seat = self.rng.choice(laid)
        retire = f"retire {where} {seat or ''}".strip()
        misplaced = CardSeen(self.rng.choice(DECK), self.rng.choice(self.game.PLACES))
        words = (Said("annule misdeal"), Said("annule"), Said(f"brule {self.rng.choice(DECK)}"), Said(retire))
        return self.rng.choice((*words, CardSeen(None), misplaced))

    def _announced(self) -> Observation:
        known = self.game.ANNOUNCEMENTS or ("rouge", "refait", "ponte banque", "17")
        return Announced(self.rng.choice(known))


def _may_choose(result: Result) -> bool:
    """Whether a refait or a zero came."""
    return result.get("winner") == "refait" or str(result.get("number")).startswith("0")


def dealt(table: Table, dealer: Dealer, *, acts: int) -> Iterator[Dealt]:
    """What happens at this table. Undos come in runs."""
    for _ in range(acts):
        act = dealer.act(table)
        times = dealer.rng.choice((1, 1, 2, 3, 12)) if isinstance(act, Undone) else 1
        for _ in range(times):
            before, (table, events) = table, step(table, act)
            yield Dealt(act, before, table, events)


def fresh(rng: Random, game: Game, *, trouble: float = 0.06) -> tuple[Table, Dealer]:
    """A new table in a house drawn by chance, and its dealer."""
    options = some_house(rng, game)
    return opened(game, options), Dealer(rng, game, options, trouble=trouble)
