"""A shift at baccarat banque: random coups of bank, stakes, cards and decisions down to the last card of each
sabot, with faults at known places.

Hands and bank are followed here by the rules of the book, told the other way round than in the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from sabot.core.cards import DECK
from sabot.core.observations import (
    Announced,
    BetsClosed,
    CardSeen,
    CoupEnded,
    Observation,
    SabotOpened,
    Said,
    Staked,
)
from sabot.core.terms import money
from sabot.games.baccarat import rehearsal as baccarat
from sabot.games.baccarat_banque.by_heart import Hands
from sabot.games.baccarat_banque.hands import PLACES, SIDES
from sabot.games.baccarat_banque.options import Options
from sabot.games.rehearsal import Act
from sabot.games.rehearsal.chips import in_chips

HOUSE = Options()
"""The house that the shift is played in, unless another is named. Its `faux_tirage` must be `burn`: a
card too many then never enters a hand, and nothing waits for the supervisor."""

RICH_CENTS = 100_000_00
"""A banker with this much gives it up: for the full sum, or to a bidder."""

LEAST_CENTS = 5_00
"""The smallest stake, in cents."""


@dataclass
class Evening(baccarat.Evening[Options, Hands]):
    """What outlives a coup: besides the bank, how the last cards of the sabot are played."""

    PLACES = PLACES
    WORDS = ("carte", "non", "abat")
    KEPT_BACK = 6

    en_cartes: int = 0
    stakes: list[tuple[str, int, int | None]] = field(default_factory=list)
    stayed: list[tuple[str, int, int | None]] = field(default_factory=list)
    mode: str = "normal"
    colour: str = "rouge"
    won: tuple[str, str] = ("", "")

    def elsewhere(self, who: str) -> str:
        """A place of another hand."""
        return self.rng.choice([place for place in PLACES if place != who])


def shift(
    rng: Random, *, coups: int, faults: float = 0.0, options: Options = HOUSE
) -> Iterator[tuple[Observation, str | None]]:
    """Yields the acts of `coups` coups. In a part `faults` of them (0 to 1) something is done wrong; the
    kind of the fault stands beside the act."""
    evening = Evening(rng, options, Hands({}))
    for number in range(coups):
        evening.faulty = rng.choice(tuple(FAULTS)) if rng.random() < faults else ""
        yield from _sabot(evening, first=number == 0)
        yield from _coup(evening)


def _sabot(evening: Evening, *, first: bool) -> Iterator[Act]:
    """Fresh cards where there are none; with a few left the banker plays on or has them mixed."""
    left, rng = len(evening.cards), evening.rng
    if left < 9 and (not left or not evening.options.fin or rng.random() < 0.2):
        evening.cards = list(DECK) * evening.options.decks
        rng.shuffle(evening.cards)
        if not first:
            yield SabotOpened(), None
    left = len(evening.cards)
    evening.mode = "normal" if left > 8 else "tapis" if left > 5 else "belle" if left > 2 else "rouge-noir"


def _coup(evening: Evening) -> Iterator[Act]:
    virtual = [0] if evening.mode in ("tapis", "belle") else []
    evening.hands = Hands({who: [*virtual] for who in PLACES})
    yield from _bank(evening)
    yield from _last_cards(evening)
    yield from _stakes(evening)
    yield from evening.out_of_turn("open", FAULTS["open"])
    if evening.options.rnvp == "required" or evening.faulty == "closed" or evening.rng.random() < 0.5:
        yield BetsClosed(), None
    yield from evening.out_of_turn("closed", FAULTS["closed"])
    yield from _colour(evening) if evening.mode == "rouge-noir" else _hands(evening)
    yield from _decided(evening)


def _bank(evening: Evening) -> Iterator[Act]:
    rng = evening.rng
    if evening.bank > RICH_CENTS:
        yield Said("suite"), None
        evening.en_cartes = 0
        if rng.random() < 0.5:
            evening.bank, evening.suivi = in_chips(rng.randrange(10, 100) * 100), None
        yield Said(f"prend 0 {money(evening.bank)}"), None
        yield Said("adjuge"), None
    elif not evening.bank:
        evening.bank, evening.suivi, evening.en_cartes = in_chips(rng.randrange(10, 100) * 100), None, 0
        yield Said(f"banque 0 {evening.bank // 100}"), None


def _last_cards(evening: Evening) -> Iterator[Act]:
    if evening.mode != "normal" and evening.rng.random() < 0.5:
        yield Said(f"fin {evening.mode}"), None
    evening.colour = "rouge"
    if evening.mode == "rouge-noir" and evening.rng.random() < 0.7:
        evening.colour = evening.rng.choice(("rouge", "noir"))
        yield Said(f"{evening.colour} {evening.main}"), None


# --- stakes ------------------------------------------------------------------------------------------


def _stakes(evening: Evening) -> Iterator[Act]:
    rng, evening.banco, evening.stakes = evening.rng, None, list(_staying(evening))
    may_banco = evening.en_cartes < 3
    if may_banco and evening.suivi and rng.random() < 0.6:
        evening.banco = evening.suivi
        yield Said(f"suivi {evening.suivi}"), None
    elif may_banco and rng.random() < 0.4:
        callers = [evening.other() for _ in range(rng.choice((1, 1, 2)))]
        evening.banco = min(callers, key=lambda seat: (seat - evening.main) % evening.options.seats)
        yield from ((Said(f"banco {seat}"), None) for seat in callers)
    else:
        yield from _free(evening)
    if evening.banco:
        gauche = evening.bank // 2
        evening.stakes = [
            ("droite", evening.bank - gauche, evening.banco),
            ("gauche", gauche, evening.banco),
        ]


def _staying(evening: Evening) -> Iterator[tuple[str, int, int | None]]:
    """The stakes that stay from a tie, as far as the bank as it is now covers them."""
    room = dict.fromkeys(SIDES, evening.bank // 2)
    for side, amount, seat in evening.stayed:
        covered = min(amount, room[side])
        room[side] -= covered
        if covered:
            yield side, covered, seat


def _free(evening: Evening) -> Iterator[Act]:
    rng, room = evening.rng, dict.fromkeys(SIDES, evening.bank // 2)
    for side, amount, _ in evening.stakes:
        room[side] -= amount
    for _ in range(rng.randrange(1, 5)):
        side = rng.choice(SIDES)
        if room[side]:
            amount = rng.randrange(1, room[side] + 1)
            if room[side] >= LEAST_CENTS:  # the last of a small bank is no round sum
                amount = in_chips(amount)
            room[side] -= amount
            seat = rng.choice((None, evening.other(evening.main, evening.suivi)))
            evening.stakes.append((side, amount, seat))
            yield Staked(side, amount, seat), None


# --- cards -------------------------------------------------------------------------------------------


def _colour(evening: Evening) -> Iterator[Act]:
    if evening.faulty == "deal":
        yield CoupEnded(), "faux-tirage"
    card = evening.cards.pop()
    yield CardSeen(card, evening.rng.choice((None, "banque"))), None
    side = "ponte" if card.is_red == (evening.colour == "rouge") else "banque"
    evening.won = side, side


def _hands(evening: Evening) -> Iterator[Act]:
    hands = evening.hands
    yield from evening.deals(6 if evening.mode == "normal" else 3)
    if evening.mode != "belle" and not hands.is_over():
        for who in PLACES:
            if hands.two(who) < 8:
                yield from evening.speaks(who)
    evening.won = _winner(evening, "droite"), _winner(evening, "gauche")


def _winner(evening: Evening, side: str) -> str:
    """Who wins a side; eight or nine at once meets the banker's two cards (HS p. 8)."""
    hands, ponte = evening.hands, evening.hands.points(side)
    at_once = evening.options.natural == "at-once" and hands.two(side) > 7
    banque = hands.two("banque") if at_once else hands.points("banque")
    return "egalite" if ponte == banque else "ponte" if ponte > banque else "banque"


# --- the end of the coup -----------------------------------------------------------------------------


def _decided(evening: Evening) -> Iterator[Act]:
    if evening.faulty == "decided":
        yield _wrong_announcement(evening), "wrong-announcement"
    elif evening.rng.random() < 0.2:
        yield Announced(" ".join(evening.won)), None
    _settles(evening)
    if evening.options.close == "croupier" or evening.rng.random() < 0.3:
        yield CoupEnded(), None


def _wrong_announcement(evening: Evening) -> Observation:
    droite, gauche = evening.won
    return Announced(f"{'ponte' if droite == 'banque' else 'banque'} {gauche}")


def _settles(evening: Evening) -> None:
    """The bank after the coup, as the book has it."""
    won = dict(zip(SIDES, evening.won, strict=True))
    sign = {"ponte": -1, "banque": 1, "egalite": 0}
    net = sum(sign[won[side]] * amount for side, amount, _ in evening.stakes)
    mains = sum(sign[won[side]] * amount for side, amount, seat in evening.stakes if seat == evening.main)
    evening.bank += net
    free = [] if evening.banco else evening.stakes
    evening.stayed = [each for each in free if won[each[0]] == "egalite"]
    if not evening.stakes:
        return
    quits = sorted(evening.won) in (["banque", "ponte"], ["egalite", "egalite"])
    drawn = evening.banco is not None and quits  # of an odd cent one side has more
    evening.main += 1 if mains < 0 and not drawn else 0
    evening.main = 1 if evening.main > evening.options.seats else evening.main
    evening.suivi = evening.banco if net >= 0 or drawn else None
    evening.en_cartes = evening.en_cartes + 1 if drawn else 0


# --- faults ------------------------------------------------------------------------------------------


def _too_much(evening: Evening) -> Observation:
    return Staked(evening.rng.choice(SIDES), evening.bank // 2 + LEAST_CENTS, evening.other())


def _nowhere(evening: Evening) -> Observation:
    return Staked("banque", LEAST_CENTS, evening.other())


def _not_lost(evening: Evening) -> Observation:
    return Said(f"suivi {evening.other(evening.suivi)}")


def _not_for_sale(evening: Evening) -> Observation:
    return Said(f"prend {evening.other()} 20")


def _second_bank(evening: Evening) -> Observation:
    return Said(f"banque {evening.other()} 50")


def _other_ending(evening: Evening) -> Observation:
    endings = ("tapis", "belle", "rouge-noir")
    return Said(f"fin {evening.rng.choice([mode for mode in endings if mode != evening.mode])}")


def _no_such_seat(evening: Evening) -> Observation:
    return Said(f"banco {evening.options.seats + 1}")


def _nothing_to_move(evening: Evening) -> Observation:
    return Said(f"passe droite gauche {evening.main}")


def _spoken_early(evening: Evening) -> Observation:
    return Said(evening.rng.choice(("droite carte", "gauche non", "banque non", "tableau", "gauche abat")))


def _late_stake(evening: Evening) -> Observation:
    return Staked(evening.rng.choice(SIDES), LEAST_CENTS, evening.other())


def _late_word(evening: Evening) -> Observation:
    return Said(evening.rng.choice(("banco 1", "brule", "suite", "ouverte", "egaux", "fin tapis", "rouge")))


def _closed_twice(evening: Evening) -> Observation:
    return BetsClosed()


FAULTS: dict[str, tuple[Callable[[Evening], Observation], ...]] = {
    "open": (
        *(_too_much, _nowhere, _not_lost, _not_for_sale, _second_bank, _other_ending),
        *(_no_such_seat, _nothing_to_move, _spoken_early),
    ),
    "closed": (_late_stake, _late_word, _closed_twice, _spoken_early),
    **dict.fromkeys(("deal", *PLACES, "decided"), ()),
}
"""When something goes wrong, and how, where it is one act out of turn; other moments have their functions."""
