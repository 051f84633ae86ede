"""Exact chances of punto banco for any composition of the sabot: counted, not simulated.

Every ordered choice of six cards is counted in whole numbers (`sabot.games.baccarat.counting`); the rules
decide each (`sabot.games.baccarat.outcomes`), and the settlement of the referee itself says what the house
keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np

from sabot.core.cards import RANKS, Card, card_named
from sabot.core.progress import Progress, silent
from sabot.core.terms import Stake
from sabot.games.baccarat.counting import by_first_total
from sabot.games.baccarat.outcomes import TABLE, Outcome
from sabot.games.baccarat.points import NATURAL_POINTS, VALUE
from sabot.games.odds import published
from sabot.games.odds.composition import Composition
from sabot.games.odds.figures import Figure
from sabot.games.odds.terms import Odds
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco.options import Options

Counts = dict[Outcome, int]

FIRST_PLACE_OF_OUTCOME = {code: TABLE.index(code) for code in set(TABLE)}
"""Where each outcome stands first in the table: totals and cards that give it."""

STAKE_CENTS = 100 * 100 * 100
"""A stake on which every tax in whole percents is a whole number, rounded or not."""


def full(decks: int) -> tuple[int, ...]:
    """The composition by value of an untouched sabot."""
    return tuple(4 * decks * sum(VALUE[rank] == value for rank in RANKS) for value in range(10))


def counts(composition: Sequence[int], *, replaced: bool = False) -> Counts:
    """In how many ordered choices of six cards each outcome comes. Six cards at least must be there."""
    split = counts_by_total(composition, replaced=replaced)
    return {outcome: sum(ways) for outcome, ways in split.items()}


def counts_by_total(composition: Sequence[int], *, replaced: bool = False) -> dict[Outcome, list[int]]:
    """As `counts`, each number split by the total of punto's first two cards (0 to 9)."""
    codes = np.frombuffer(TABLE, np.uint16).reshape(10, 10, 10, 10)
    split = by_first_total(codes, composition, replaced=replaced)
    return {Outcome.of(code): ways for code, ways in split.items()}


def by_winner(counted: Counts) -> dict[str, int]:
    """The counts by winner alone."""
    return {
        name: sum(ways for outcome, ways in counted.items() if outcome.winner == name)
        for name in punto_banco.WINNERS
    }


def edge(counted: Counts, options: Options, chance: str) -> Fraction:
    """What the house keeps of a stake on `chance`, as a fraction: from the settlement of the referee
    itself."""
    kept = sum(
        ways * (STAKE_CENTS - _returned(_example(outcome, options), chance))
        for outcome, ways in counted.items()
    )
    return Fraction(kept, STAKE_CENTS * sum(counted.values()))


def _returned(coup: punto_banco.Coup, chance: str) -> int:
    (settlement,) = punto_banco.settlement(coup._replace(stakes=(Stake(chance, STAKE_CENTS),)), last=False)
    return settlement.returned


def _example(outcome: Outcome, options: Options) -> punto_banco.Coup:
    """A coup with this outcome, dealt by the rules."""
    index = FIRST_PLACE_OF_OUTCOME[outcome.code]
    punto, banco, fifth, sixth = (index // 10**place % 10 for place in (3, 2, 1, 0))
    values = (punto, banco, 0, 0, fifth, sixth)[: outcome.cards]
    return _dealt(options, [f"{'TA23456789'[value]}C" for value in values])


def _dealt(options: Options, cards: Sequence[str]) -> punto_banco.Coup:
    coup = punto_banco.opening(options)
    for text in cards:
        coup, _ = punto_banco.dealt(coup, card_named(text) or Card("A", "C"), None)
    return coup


# --- pairs -------------------------------------------------------------------------------------------

PAIRS = ("paire-punto", "paire-banco")


def pairs(cards: Composition) -> dict[tuple[bool, ...], int]:
    """In how many ordered choices of four cards punto, banco, both or none have a pair; the rules say of each
    choice of ranks what it is."""
    found: dict[tuple[bool, ...], int] = {}
    four = range(len(RANKS))
    for chosen in product(four, repeat=4):
        ways = _choices(cards, chosen)
        if ways:
            coup = _dealt(Options(pairs=True), [RANKS[rank] + "C" for rank in chosen])
            key = tuple(_returned(coup, chance) > 0 for chance in PAIRS)
            found[key] = found.get(key, 0) + ways
    return found


def _choices(cards: Composition, ranks: Sequence[int]) -> int:
    ways = 1
    for place, rank in enumerate(ranks):
        ways *= max(0, cards.ranks[rank] - (0 if cards.replaced else ranks[:place].count(rank)))
    return ways


# --- what is told ------------------------------------------------------------------------------------


def figures(cards: Composition, options: Options, *, progress: Progress = silent) -> Iterator[Figure]:
    """Every figure of punto banco over these cards, for a house with these options."""
    by_value = cards.by_value(VALUE)
    with progress("counting", 1) as advance:
        split = counts_by_total([by_value[value] for value in range(10)], replaced=cards.replaced)
        advance(1)
    counted = {outcome: sum(ways) for outcome, ways in split.items()}
    paired = pairs(cards)
    yield from _house(counted, paired, options)
    yield from _decided(counted, options)
    yield from _other_houses(counted, options)
    yield from _shares(counted)
    yield from _pairs(paired)
    yield from _given(split)


def _house(counted: Counts, paired: dict[tuple[bool, ...], int], options: Options) -> Iterator[Figure]:
    for chance in ("punto", "banco", "egalite"):
        yield Figure("house keeps", chance, edge(counted, options, chance))
    for place, chance in enumerate(PAIRS):
        won = sum(ways for key, ways in paired.items() if key[place])
        coup = _dealt(replace(options, pairs=True), ["8C", "9C", "8D", "9D"])
        returned = Fraction(_returned(coup, chance), STAKE_CENTS)
        yield Figure("house keeps", chance, 1 - returned * Fraction(won, sum(paired.values())))


def _decided(counted: Counts, options: Options) -> Iterator[Figure]:
    """A stake on punto or banco stays on égalité: of the coups that decide it the house keeps more."""
    decided = {outcome: ways for outcome, ways in counted.items() if outcome.winner != "egalite"}
    for chance in ("punto", "banco"):
        yield Figure("house keeps of a decided stake", chance, edge(decided, options, chance))


def _other_houses(counted: Counts, options: Options) -> Iterator[Figure]:
    section = "house keeps, other options"
    for percent in (4, 5):
        house = replace(options, no_tax=False, tax_percent=percent)
        yield Figure(section, f"banco, tax {percent} %", edge(counted, house, "banco"))
    for total in range(1, 10):
        house = replace(options, no_tax=True, half_pay_total=total)
        yield Figure(section, f"banco, no tax, half on {total}", edge(counted, house, "banco"))
    for pays in (8, 9):
        house = replace(options, egalite_pays=pays)
        yield Figure(section, f"egalite, {pays} to 1", edge(counted, house, "egalite"))
    yield Figure(section, "banco, no tax, nothing on 7 in three cards", _nothing_on_seven(counted))


def _nothing_on_seven(counted: Counts) -> Fraction:
    """A bet that this house does not take: banco at even money, but a win with 7 in three cards only returns
    the stake."""
    kept = dict.fromkeys(punto_banco.WINNERS, 0) | {"punto": 1, "banco": -1}
    return sum(
        (
            Fraction(ways * kept[each.winner], sum(counted.values()))
            for each, ways in counted.items()
            if (each.winner, each.banco, each.banco_cards) != ("banco", 7, 3)
        ),
        Fraction(0),
    )


def _shares(counted: Counts) -> Iterator[Figure]:
    """How often each thing comes that can be said of an outcome."""
    whole = sum(counted.values())
    ways = dict.fromkeys(LABELS, 0)
    for outcome, number in counted.items():
        for label in _labels(outcome):
            ways[label] += number
    yield Figure("wins", "all", Fraction(1), whole)
    yield from (Figure(*label, Fraction(number, whole), number) for label, number in ways.items())
    cards = sum(number * outcome.cards for outcome, number in counted.items())
    yield Figure("cards", "on average", Fraction(cards, whole))


def _labels(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """All that is told of a coup with this outcome: section and name."""
    won, punto, banco, cards, punto_cards = outcome
    high = max(punto, banco)
    yield "wins", won
    yield "wins with", f"{won} {high}"
    if won != "egalite":
        with_cards = punto_cards if won == "punto" else outcome.banco_cards
        yield "wins with so many cards", f"{won} {high} in {with_cards}"
        yield "wins by", f"{won} by {high - min(punto, banco)}"
    yield from _naturals(outcome)
    yield "totals", f"punto {punto}, banco {banco}"
    yield "cards", f"{cards} cards"
    yield "cards", f"punto {punto_cards}, banco {outcome.banco_cards}"


def _naturals(outcome: Outcome) -> Iterator[tuple[str, str]]:
    if outcome.cards != 4:
        return
    natural = {name: getattr(outcome, name) in NATURAL_POINTS for name in ("punto", "banco")}
    yield from (("naturals", name) for name, there in natural.items() if there)
    if any(natural.values()):
        yield "naturals", "either"
        yield "naturals", f"decides: {outcome.winner}"


SECTIONS = ("wins", "wins with", "wins with so many cards", "wins by", "naturals", "totals", "cards")

LABELS = sorted(
    {label for code in set(TABLE) for label in _labels(Outcome.of(code))},
    key=lambda label: (SECTIONS.index(label[0]), label[1]),
)
"""Everything that can be said of an outcome, in the order in which it is told."""


def _pairs(paired: dict[tuple[bool, ...], int]) -> Iterator[Figure]:
    whole = sum(paired.values())
    kinds: dict[str, Callable[[bool, bool], bool]] = {
        "punto": lambda punto, banco: punto,
        "banco": lambda punto, banco: banco,
        "both": lambda punto, banco: punto and banco,
        "either": lambda punto, banco: punto or banco,
        "exactly one": lambda punto, banco: punto != banco,
    }
    for name, holds in kinds.items():
        ways = sum(ways for key, ways in paired.items() if holds(*key))
        yield Figure("pairs", name, Fraction(ways, whole), ways)


def _given(split: dict[Outcome, list[int]]) -> Iterator[Figure]:
    for total in range(10):
        ways = by_winner({outcome: by_total[total] for outcome, by_total in split.items()})
        whole = sum(ways.values())
        for name, won in ways.items():
            share = Fraction(won, whole) if whole else Fraction(0)
            yield Figure("wins, given punto's first two cards", f"punto has {total}: {name}", share, won)


ODDS = Odds(of_cards=figures, published=partial(published.of, "punto-banco"))
