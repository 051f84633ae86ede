"""A shift at chemin de fer: random coups of bank, stakes, cards and decisions, with faults at known places.

The hands are followed here by the rules of the book, told the other way round than in the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from sabot.core.cards import DECK
from sabot.core.observations import (
    Announced,
    BetsClosed,
    CoupEnded,
    Observation,
    SabotOpened,
    Said,
    Staked,
)
from sabot.games.baccarat import rehearsal as baccarat
from sabot.games.chemin_de_fer.options import Options
from sabot.games.chemin_de_fer.rules import PLACES
from sabot.games.rehearsal import Act, by_heart
from sabot.games.rehearsal.chips import in_chips

HOUSE = Options(bank_minimum=10_00)
"""The house that the shift is played in, unless another is named. Its `faux_tirage` must be `burn`: a
card too many then never enters a hand, and nothing waits for the supervisor."""

RICH_CENTS = 1_000_000_00
"""A banker with so much passes the hand."""


class Hands(baccarat.Hands):
    """The values of both hands."""

    def natural(self) -> bool:
        """Whether 8 or 9 in two cards ends the drawing."""
        return max(map(self.two, PLACES)) > 7

    def law(self, who: str, options: baccarat.Options) -> str:
        """`carte`, `non`, or `free`."""
        if who == "ponte":
            return by_heart.ponte(self.two(who), on_five=options.ponte_five)
        given = self.values["ponte"][2:]
        return by_heart.banker(self.two(who), given[0] if given else None)

    def winner(self) -> str:
        """Who wins with these hands."""
        ponte, banque = map(self.points, PLACES)
        return "en-cartes" if ponte == banque else "ponte" if ponte > banque else "banque"


def _no_cards() -> Hands:
    return Hands({who: [] for who in PLACES})


@dataclass
class Evening(baccarat.Evening[Options, Hands]):
    """What outlives a coup: besides the bank, how often it won, and the stakes that stay."""

    PLACES = PLACES
    WORDS = ("carte", "non")

    seat: int = 1
    coups: int = 0
    staked: int = 0
    kept: bool = False

    def elsewhere(self, who: str) -> str:
        """The place of the other hand."""
        return PLACES[who == "ponte"]


def shift(
    rng: Random, *, coups: int, faults: float = 0.0, options: Options = HOUSE
) -> Iterator[tuple[Observation, str | None]]:
    """Yields the acts of `coups` coups. In a part `faults` of them (0 to 1) something is done wrong; the
    kind of the fault stands beside the act."""
    evening = Evening(rng, options, _no_cards())
    for number in range(coups):
        evening.faulty = rng.choice(tuple(FAULTS)) if rng.random() < faults else ""
        yield from _sabot(evening, first=number == 0)
        yield from _coup(evening)


def _sabot(evening: Evening, *, first: bool) -> Iterator[Act]:
    """Fresh cards where a coup could not be opened."""
    if len(evening.cards) >= evening.options.min_cards:
        return
    evening.cards = list(DECK) * evening.options.decks
    evening.rng.shuffle(evening.cards)
    if not first:
        yield SabotOpened(), None


def _coup(evening: Evening) -> Iterator[Act]:
    evening.hands = _no_cards()
    if evening.kept and evening.faulty == "open":
        evening.faulty = "closed"  # nothing has opened this coup yet: a word would belong to the last one
    yield from _bank(evening)
    yield from _stakes(evening)
    yield from evening.out_of_turn("open", FAULTS["open"])
    if evening.options.rnvp == "required" or evening.faulty == "closed" or evening.rng.random() < 0.5:
        yield BetsClosed(), None
    yield from evening.out_of_turn("closed", FAULTS["closed"])
    yield from evening.deals(4)
    if not evening.hands.natural():
        for who in PLACES:
            yield from evening.speaks(who)
    yield from _decided(evening)


def _bank(evening: Evening) -> Iterator[Act]:
    rng = evening.rng
    if evening.bank > RICH_CENTS and evening.coups and not evening.kept:
        yield Said("passe"), None
        evening.seat, evening.bank = evening.other(evening.seat), in_chips(rng.randrange(10, 100) * 100)
        evening.coups = 0
        yield Said(f"enchere {evening.seat} {evening.bank // 100}"), None
        yield Said("adjuge"), None
    elif not evening.bank:
        evening.seat = evening.main = evening.other() if rng.random() < 0.2 else evening.main
        evening.bank, evening.coups, evening.suivi = in_chips(rng.randrange(10, 100) * 100), 0, None
        yield Said(f"banque {evening.seat} {evening.bank // 100}"), None


def _stakes(evening: Evening) -> Iterator[Act]:
    if evening.kept:
        return
    rng, evening.banco, evening.staked = evening.rng, None, evening.bank
    if evening.suivi not in (None, evening.seat) and rng.random() < 0.5:
        evening.banco = evening.suivi
        yield Said(f"suivi {evening.suivi}"), None
    elif rng.random() < 0.4:
        yield from _bancos(evening)
    else:
        yield from _free(evening)


def _bancos(evening: Evening) -> Iterator[Act]:
    """One seat or two call banco; the nearer to the forehand has it."""
    callers = [evening.other(evening.seat) for _ in range(evening.rng.choice((1, 1, 2)))]
    step = 1 if evening.options.direction == "right" else -1
    evening.banco = min(callers, key=lambda seat: (step * (seat - evening.main) - 1) % evening.options.seats)
    yield from ((Said(f"banco {seat}"), None) for seat in callers)


def _free(evening: Evening) -> Iterator[Act]:
    """Free stakes, at times more than the bank covers."""
    rng, room = evening.rng, evening.bank
    if rng.random() < 0.3:
        yield Said(f"avec-la-table {evening.other(evening.seat)}"), None
        room -= evening.bank // 2
    for _ in range(rng.randrange(1, 4)):
        amount = in_chips(rng.randrange(1, evening.bank + 1))
        room = max(room - amount, 0)
        yield Staked("ponte", amount, rng.choice((None, evening.other(evening.seat)))), None
    evening.staked = evening.bank - room


def _decided(evening: Evening) -> Iterator[Act]:
    won = evening.hands.winner()
    if evening.faulty == "decided":
        yield _wrong_announcement(evening, won)
    elif evening.rng.random() < 0.2:
        yield Announced(won), None
    _settles(evening, won)
    if evening.options.close == "croupier" or evening.rng.random() < 0.3:
        yield CoupEnded(), None


def _settles(evening: Evening, won: str) -> None:
    """The bank after the coup, as the book has it."""
    evening.coups, evening.kept = evening.coups + 1, won == "en-cartes"
    if won == "ponte":
        step = 1 if evening.options.direction == "right" else -1
        evening.main = (evening.main - 1 + step) % evening.options.seats + 1
        evening.bank = 0
    elif won == "banque":
        evening.bank = 2 * evening.staked
        kept = evening.suivi if evening.options.suivi == "kept" else None
        evening.suivi = evening.banco or kept


# --- faults ------------------------------------------------------------------------------------------


def _wrong_announcement(evening: Evening, won: str) -> Act:
    others = [each for each in ("ponte", "banque", "en-cartes") if each != won]
    return Announced(evening.rng.choice(others)), "wrong-announcement"


def _against_himself(evening: Evening) -> Observation:
    return Said(f"{evening.rng.choice(('banco', 'avec-la-table'))} {evening.seat}")


def _not_lost(evening: Evening) -> Observation:
    return Said(f"suivi {evening.other(evening.seat, evening.suivi, evening.banco)}")


def _not_for_sale(evening: Evening) -> Observation:
    return Said(f"prend {evening.other(evening.seat)} 20")


def _second_bank(evening: Evening) -> Observation:
    return Said(f"banque {evening.other(evening.seat)} 50")


def _nothing_sold(evening: Evening) -> Observation:
    return Said("adjuge")


def _spoken_early(evening: Evening) -> Observation:
    return Said(evening.rng.choice(("ponte carte", "banque non", "tableau", "ponte abat")))


def _late_stake(evening: Evening) -> Observation:
    return Staked("ponte", 5_00, evening.other(evening.seat))


def _late_banco(evening: Evening) -> Observation:
    return Said(f"banco {evening.other(evening.seat)}")


def _closed_twice(evening: Evening) -> Observation:
    return BetsClosed()


FAULTS: dict[str, tuple[Callable[[Evening], Observation], ...]] = {
    "open": (
        *(_against_himself, _not_lost, _not_for_sale),
        *(_second_bank, _nothing_sold, _spoken_early),
    ),
    "closed": (_late_stake, _late_banco, _closed_twice, _spoken_early),
    **dict.fromkeys(("deal", *PLACES, "decided"), ()),
}
"""When something goes wrong, and how, where it is one act out of turn; the other moments have functions of
their own."""
