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

OFTEN = ("decks", "close", "zero-rule", "prison-levels", "prison-full", "no-tax", "suivi")
"""Options that every house draws: much hangs on them that is rarely met otherwise."""

WORDS: dict[str, tuple[str, ...]] = {
    "punto-banco": (),
    "chemin-de-fer": (
        *("banco S", "banco S", "suivi", "suivi", "suivi S", "avec-la-table S", "passe", "passe", "passe"),
        *("prend S A", "enchere S A", "adjuge"),
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

HANDS = dict.fromkeys(("chemin-de-fer", "baccarat-banque"), ("carte", "carte", "non", "abat"))
"""What a hand may say, lawfully or not, at the games where hands speak."""

SIMPLE = {
    "trente-et-quarante": ("noir", "rouge", "couleur", "inverse"),
    "roulette": ("rouge", "noir", "pair", "impair", "manque", "passe"),
}
ANNOUNCED = ("voisins", "tiers", "orphelins", "jeu-zero", "finale:7", "voisins-de:17:2")


def some_house(rng: Random, game: Game, **fixed: str) -> House:
    """A house of this game with some of its options chosen by chance, and these as given."""
    given = {}
    for each in house.described(game.Options):
        choices = SUMS.get(each["name"]) or each["choices"]
        if each["name"] in OFTEN or rng.random() < 0.3:
            given[each["name"]] = rng.choice(choices)
    return house.read(game.Options, (given | fixed).items())


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
        self.full_sum = 0
        self.cards = self._mixed()

    def _chances(self) -> tuple[str, ...]:
        if self.game.NAME == "roulette":
            pockets = int(getattr(self.options, "pockets"))  # noqa: B009 (only roulette has it)
            bets = [bet for bet in WHEELS[pockets].bets if self.game.chance(self.options, bet)]
            called = [name for name in ANNOUNCED if chips(pockets, name)]
            return (*bets, *SIMPLE["roulette"] * 30, *called)
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
        if self.game.PLACES and taille.cut in (0, 1) and rng.random() < 0.04:
            return Said("annule")
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
        return self._due_card(play) if is_dealing(play) or play.coup.bets_closed else self._open(play)

    def _decided(self, play: Play) -> Observation:
        chance = self.rng.random()
        if self.game.NAME in HANDS and self.rng.random() < 0.1:
            return self._hand_speaks()
        if self.game.PLACES and self.rng.random() < 0.02:
            return self._drawn()
        if self.game.NAME in CHOICES and play.result and _may_choose(play.result.result) and chance < 0.8:
            return self._word(play, CHOICES[self.game.NAME])
        if chance < 0.5 or (self.options.close == "croupier" and chance < 0.9):
            return CoupEnded()
        return self._bet() if chance < 0.7 else self._word(play, WORDS[self.game.NAME])

    def _open(self, play: Play) -> Observation:
        bank, chance = play.coup.bank, self.rng.random()
        if bank is not None and not bank.amount and chance < 0.8:
            return self._sale(play, bank.main)
        self.full_sum = bank.amount if bank is not None else 0
        if chance < 0.8 and play.taille.results and play.taille.results[-1].result.get("en_cartes"):
            return Said("suivi")  # three bancos en cartes in a row are rare otherwise
        if chance < 0.5:
            return self._bet()
        if chance > 0.97 and self.game.PLACES:
            return Said(f"brule {self.rng.choice(DECK)}")
        if chance < 0.65:
            return self._word(play, WORDS[self.game.NAME])
        return BetsClosed() if chance < 0.85 or self.options.rnvp == "required" else self._drawn()

    def _sale(self, play: Play, main: int) -> Observation:
        """A bank that nobody holds is opened, taken at its full sum, or bid for."""
        if self.rng.random() < 0.3:
            return Said(f"banque {self._banker(main)} {money(self._sum())}")
        return self._word(
            play, ("prend S F", "prend S F", "prend S A", "enchere S A", "enchere S A", "adjuge")
        )

    def _banker(self, main: int) -> int:
        return main if self.game.NAME == "chemin-de-fer" else 0

    def _drawn(self) -> Observation:
        if self.game.NAME == "roulette":
            pockets = int(getattr(self.options, "pockets"))  # noqa: B009
            return BallSeen(self.rng.choice((*WHEELS[pockets].order, *["0"] * 6)))
        return self.cards.pop() if self.cards else SabotOpened()

    def _due_card(self, play: Play) -> Observation:
        """The next card. At trente et quarante many rows end with 31: a refait is rare otherwise. At roulette
        zero comes often while stakes lie in prison: they lie deep by that alone."""
        if self.game.NAME == "roulette":
            return BallSeen("0") if play.coup.held and self.rng.random() < 0.5 else self._drawn()
        owed = play.owed.to if play.owed else None
        if self.game.NAME == "trente-et-quarante" and owed is not None and self.rng.random() < 0.7:
            wanted = 31 - self.game.points(play.coup, owed)
            for at, seen in enumerate(self.cards[-40:], max(len(self.cards) - 40, 0)):
                if isinstance(seen, CardSeen) and seen.card and _counts(seen.card.rank) == wanted:
                    return self.cards.pop(at)
        return self._drawn()

    def _bet(self) -> Observation:
        return Staked(self.rng.choice(self.chances), self._sum(), self.rng.choice(SEATS))

    def _sum(self) -> int:
        any_sum = self.rng.randrange(1, 9999)
        return self.rng.choice((50, 1_00, 2_00, 5_50, 10_00, 33_33, 60_00, 500_00, 700_00, any_sum))

    def _word(self, play: Play, words: tuple[str, ...]) -> Observation:
        return Said(self._filled(self.rng.choice(words), play)) if words else self._bet()

    def _filled(self, pattern: str, play: Play) -> str:
        """The words, about a stake that is there, if one is."""
        simple = SIMPLE.get(self.game.NAME, self.chances)
        laid = [(each.where, each.seat) for each in (*play.coup.stakes, *play.coup.held)]
        about = laid if self.game.NAME in CHOICES else ()
        where, seat = self.rng.choice(about or [(self.rng.choice(simple), self.rng.choice(SEATS))])
        needed = str(seat or 1) if self.game.NAME not in CHOICES else str(seat or "")
        filled = {
            "S": needed,
            "A": money(self._sum()),
            "F": money(self.full_sum or 1),
            "C": where,
            "D": self.rng.choice(simple),
        }
        return " ".join(filled.get(word, word) for word in pattern.split()).strip()

    def _trouble(self, play: Play) -> Observation:
        """Something that is not due, or takes back what was done."""
        if self.game.NAME in HANDS and self._lies(play) and self.rng.random() < 0.4:
            return self._hand_speaks()
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

    def _hand_speaks(self) -> Observation:
        return Said(f"{self.rng.choice(self.game.PLACES)} {self.rng.choice(HANDS[self.game.NAME])}")

    def _lies(self, play: Play) -> bool:
        return any(self.game.hand(play.coup, place) for place in self.game.PLACES)

    def _of_the_cards(self, play: Play) -> Observation:
        laid = [(each.where, each.seat) for each in play.coup.stakes] or [(self.chances[0], 1)]
        where, seat = self.rng.choice(laid)
        retire = f"retire {where} {seat or ''}".strip()
        misplaced = CardSeen(self.rng.choice(DECK), self.rng.choice(self.game.PLACES))
        words = (Said("annule misdeal"), Said("annule"), Said(f"brule {self.rng.choice(DECK)}"), Said(retire))
        return self.rng.choice((*words, CardSeen(None), misplaced, CutCardSeen()))

    def _announced(self) -> Observation:
        known = self.game.ANNOUNCEMENTS or ("rouge", "refait", "ponte banque", "17")
        return Announced(self.rng.choice(known))


def _counts(rank: str) -> int:
    """What a card counts at trente et quarante."""
    return 10 if rank in "TJQK" else "A23456789".index(rank) + 1


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


def fresh(
    rng: Random, game: Game, *, trouble: float = 0.06, options: House | None = None
) -> tuple[Table, Dealer]:
    """A new table and its dealer, in a house drawn by chance where none is given."""
    options = options or some_house(rng, game)
    return opened(game, options), Dealer(rng, game, options, trouble=trouble)
