"""The wheels and the cloth of roulette as data: pockets, colours, every bet, its numbers and what it pays.

Source: *Hazardspelen* (HS, Dutch, about 1920), p. 91-95, for the single zero; the bets that touch zero, and
the wheels of 38 and 39 pockets, are what casinos lay out. A pocket is named by what stands in it, `17`, `0`,
`00`; the third zero of a wheel of 39, which bears no number, is named `000`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

ORDERS = {
    37: "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10"
    " 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26",
    38: "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1"
    " 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2",
    39: "0 000 00 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10"
    " 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26",
}
"""The pockets clockwise from zero, by their number."""

ZERO_BETS = {
    37: "plein:0 cheval:0-1 cheval:0-2 cheval:0-3 transversale-pleine:0-1-2 transversale-pleine:0-2-3"
    " quatre-premiers:0-1-2-3",
    38: "plein:0 plein:00 cheval:0-00 cheval:0-1 cheval:0-2 cheval:00-2 cheval:00-3 transversale-pleine:0-1-2"
    " transversale-pleine:0-00-2 transversale-pleine:00-2-3 cinq-premiers:0-00-1-2-3",
    39: "plein:0 plein:00 plein:000 cheval:0-00 cheval:0-000 cheval:00-000 cheval:0-1 cheval:0-2 cheval:00-2"
    " cheval:00-3 transversale-pleine:0-00-000 transversale-pleine:0-1-2 transversale-pleine:0-00-2"
    " transversale-pleine:00-2-3 cinq-premiers:0-00-1-2-3",
}
"""The bets that touch a zero, with all their numbers; the others are the same on every cloth."""

ZERO_ROW, ROW_OF_THE_VOISINS = "transversale-zero", "transversale-pleine:0-2-3"
"""How announcers name a row of three with zero; without numbers they mean the row of the voisins du zéro."""

RED_NUMBERS = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
"""The red numbers (HS p. 94); the others from 1 to 36 are black."""

SIMPLE_CHANCES = ("rouge", "noir", "pair", "impair", "manque", "passe")


class Pays(NamedTuple):
    """What a winning bet gains: `gain` for each `to` of the stake."""

    gain: int
    to: int = 1


PAYS = {
    1: Pays(35),
    2: Pays(17),
    3: Pays(11),
    4: Pays(8),
    5: Pays(6),
    6: Pays(5),
    12: Pays(2),
    18: Pays(1),
    24: Pays(1, to=2),
}
"""What a bet pays by how many numbers it holds: 36/n - 1 (HS p. 95); five numbers pay the whole part of
it."""


class Pocket(NamedTuple):
    """A pocket and what it decides; `number` is an int, or the text of a further zero. Zeros have only
    that."""

    name: str
    number: int | str
    spoken: str
    colour: str | None = None
    parity: str | None = None
    half: str | None = None
    dozen: int | None = None
    column: int | None = None

    @property
    def chances(self) -> tuple[str | None, ...]:
        """The simple chances that it lets win."""
        return self.colour, self.parity, self.half


class Bet(NamedTuple):
    """A bet in its one spelling, the pockets that it wins with, and what it pays then."""

    name: str
    numbers: frozenset[str]
    pays: Pays

    def returned(self, amount: int) -> int:
        """What a winning stake brings back, itself included."""
        return amount + amount * self.pays.gain // self.pays.to


class Wheel(NamedTuple):
    """A wheel and its cloth: pockets clockwise from zero, bets by their one spelling, other spellings of
    them."""

    pockets: dict[str, Pocket]
    bets: dict[str, Bet]
    spellings: dict[str, str]

    @property
    def order(self) -> tuple[str, ...]:
        """The pockets clockwise from zero."""
        return tuple(self.pockets)

    def bet_named(self, where: str) -> str | None:
        """The one spelling of the bet that `where` names: `carre:20-16` and `carre:16-17-19-20` are one."""
        spelled = where.replace("_", "-")
        kind, colon, numbers = spelled.partition(":")
        laid = kind + colon + "-".join(sorted(numbers.split("-"), key=_rank))
        return spelled if spelled in self.bets else self.spellings.get(laid)


_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
    " dix-sept dix-huit dix-neuf vingt"
).split()


def in_french(number: int) -> str:
    """A number from 0 to 36 in words: `dix-sept`, `vingt et un`.

    >>> in_french(17), in_french(21), in_french(34)
    ('dix-sept', 'vingt et un', 'trente-quatre')
    """
    if number <= 20:
        return _FRENCH[number]
    ten, unit = ("vingt", number - 20) if number < 30 else ("trente", number - 30)
    return ten if unit == 0 else f"{ten} et un" if unit == 1 else f"{ten}-{_FRENCH[unit]}"


_ZEROS = {
    "0": Pocket("0", 0, "Zéro"),
    "00": Pocket("00", "00", "Double zéro"),
    "000": Pocket("000", "000", "Triple zéro"),
}
_RANKS = {name: rank for rank, name in enumerate((*_ZEROS, *map(str, range(1, 37))))}


def _rank(name: str) -> int:
    return _RANKS.get(name, len(_RANKS))


def pocket(number: int) -> Pocket:
    """The pocket of a number from 1 to 36.

    >>> pocket(17).colour, pocket(17).parity, pocket(17).half
    ('noir', 'impair', 'manque')
    """
    colour = "rouge" if number in RED_NUMBERS else "noir"
    parity = "impair" if number % 2 else "pair"
    half = "manque" if number <= 18 else "passe"
    spoken = f"{in_french(number).capitalize()}, {colour}, {parity} et {half}"
    dozen, column = (number - 1) // 12 + 1, (number - 1) % 3 + 1
    return Pocket(str(number), number, spoken, colour, parity, half, dozen, column)


POCKETS = _ZEROS | {str(number): pocket(number) for number in range(1, 37)}
"""Every pocket that a wheel can have, by its name."""


def _bet(name: str, numbers: Iterable[int | str]) -> Bet:
    held = frozenset(map(str, numbers))
    return Bet(name, held, PAYS[len(held)])


def _inside() -> Iterator[Bet]:
    """The bets on the numbers themselves, zero apart: named by their lowest number, or lowest and highest."""
    for low in range(1, 37):
        starts_row, ends_row = low % 3 == 1, low % 3 == 0
        yield _bet(f"plein:{low}", [low])
        if not ends_row:
            yield _bet(f"cheval:{low}-{low + 1}", [low, low + 1])
        if low <= 33:
            yield _bet(f"cheval:{low}-{low + 3}", [low, low + 3])
        if starts_row:
            yield _bet(f"transversale-pleine:{low}", range(low, low + 3))
        if low <= 33 and not ends_row:
            yield _bet(f"carre:{low}-{low + 4}", [low, low + 1, low + 3, low + 4])
        if low <= 33 and starts_row:
            yield _bet(f"transversale-simple:{low}", range(low, low + 6))


def _columns_and_dozens() -> Iterator[Bet]:
    """A third of the numbers each, and two neighbours of them à cheval."""
    for nth in (1, 2, 3):
        yield _bet(f"colonne:{nth}", range(nth, 37, 3))
        yield _bet(f"douzaine:{nth}", range(12 * nth - 11, 12 * nth + 1))
    for nth in (1, 2):
        yield _bet(f"colonne:{nth}-{nth + 1}", [n for n in range(1, 37) if (n - nth) % 3 < 2])
        yield _bet(f"douzaine:{nth}-{nth + 1}", range(12 * nth - 11, 12 * nth + 13))


def _simple() -> Iterator[Bet]:
    for name in SIMPLE_CHANCES:
        yield _bet(name, [key for key, each in POCKETS.items() if name in each.chances])


def _at_zero(pockets: int) -> Iterator[Bet]:
    for text in ZERO_BETS[pockets].split():
        kind, _, numbers = text.partition(":")
        yield _bet(kind if kind.endswith("premiers") else text, numbers.split("-"))


def is_double(name: str) -> bool:
    """Whether this bet lies à cheval on two dozens or columns."""
    return name.startswith(("colonne:", "douzaine:")) and "-" in name


def _spellings(bets: Iterable[Bet]) -> Iterator[tuple[str, str]]:
    """Bets named by all their numbers in order, or by the lowest and the highest, with the one spelling of
    each."""
    for bet in bets:
        if len(bet.numbers) > 6:
            continue
        kind, numbers = bet.name.partition(":")[0], sorted(bet.numbers, key=_rank)
        yield f"{kind}:{'-'.join(numbers)}", bet.name
        if bet.name == "quatre-premiers":
            yield from ((f"carre:{text}", bet.name) for text in ("0-3", "0-1-2-3"))
        elif kind == "transversale-pleine" and "0" in numbers:
            yield f"{ZERO_ROW}:{'-'.join(numbers)}", bet.name
            if bet.name == ROW_OF_THE_VOISINS:
                yield ZERO_ROW, bet.name
        elif "0" not in numbers:
            yield f"{kind}:{numbers[0]}-{numbers[-1]}", bet.name


def wheel(pockets: int) -> Wheel:
    """The wheel of 37, 38 or 39 pockets with its cloth.

    >>> wheel(37).order[:4]
    ('0', '32', '15', '19')
    >>> wheel(37).bet_named("carre:20-16")
    'carre:16-20'
    >>> wheel(37).bets["carre:16-20"].returned(100)
    900
    """
    bets = (*_at_zero(pockets), *_inside(), *_columns_and_dozens(), *_simple())
    return Wheel(
        {name: POCKETS[name] for name in ORDERS[pockets].split()},
        {bet.name: bet for bet in bets},
        dict(_spellings(bets)),
    )


WHEELS = {pockets: wheel(pockets) for pockets in ORDERS}
"""The wheels by the number of their pockets."""
