"""Baccarat banque: the counts against the referee's own positions, and against chemin de fer where they must
agree."""

from __future__ import annotations

from math import perm
from random import Random

import pytest

from sabot.games.baccarat_banque.hands import Table
from sabot.games.baccarat_banque.odds import BOTH, WINNERS, banker_draws, codes, counts, figures
from sabot.games.baccarat_banque.odds_cards import ways
from sabot.games.baccarat_banque.options import Options
from sabot.games.baccarat_banque.tirage import Position, advanced, decided, position
from sabot.games.chemin_de_fer import odds as chemin_de_fer
from sabot.games.odds.composition import full
from sabot.games.punto_banco.odds import full as by_value


def dealt(table: Table, totals: tuple[int, ...], cards: list[int], *, five: str, free: str) -> Position:
    """The coup as the referee sees it, with free choices as the odds have them made."""
    droite, gauche, banque = ((total, 0) for total in totals)
    now, drawn = position(table, (droite, gauche, banque), (None, None, None)), iter(cards)
    while (owed := now.owed) is not None:
        if owed.to is not None:
            now = advanced(now, "TA23456789"[next(drawn)])
        elif owed.of == "banque":
            draws = banker_draws(table, now.values, free=free)
            now = decided(now, "banque", "carte" if draws else "non")
        else:
            now = decided(now, str(owed.of), five)
    return now


@pytest.mark.parametrize("table", [Table(), Table(natural="points"), Table(five="draw")])
@pytest.mark.parametrize("five", ["carte", "non"])
@pytest.mark.parametrize("free", ["carte", "non"])
def test_every_coup_ends_as_the_referee_has_it(table: Table, five: str, free: str) -> None:
    rng, known = Random(1907), codes(table, five, free)
    for _ in range(600):
        totals, cards = tuple(rng.randrange(10) for _ in range(3)), [rng.randrange(10) for _ in range(3)]
        coup = dealt(table, totals, cards, five=five, free=free)
        assert BOTH[known[(*totals, *cards)]] == coup.winners, (totals, cards)


@pytest.mark.parametrize("decks", [1, 100])
def test_every_ordered_choice_of_nine_cards_is_counted_once(decks: int) -> None:
    assert int(ways(by_value(decks)).sum()) == perm(52 * decks, 9)


def test_cards_put_back_are_counted_as_often_as_they_can_be_chosen() -> None:
    assert int(ways(by_value(1), replaced=True).sum()) == 52**9


def test_fewer_than_nine_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="nine cards"):
        ways((8, *(0,) * 9))


def test_six_of_the_nine_cards_alone_give_the_counts_of_chemin_de_fer() -> None:
    """Where gauche has a natural it says nothing to the banker: droite against the banker is chemin de
    fer."""
    choices = ways(by_value(6), replaced=True)
    with_nine = choices[:, 9]
    known = codes(Table(), "carte", "carte")[:, 9]
    won = dict.fromkeys(WINNERS, 0)
    for place, (right, _) in enumerate(BOTH):
        won[right] += int(with_nine[known == place].sum())
    ours = chemin_de_fer.wins(full(0), ("carte", "carte", "carte"))
    whole, theirs = sum(won.values()), sum(ours.values())
    assert won["ponte"] * theirs == ours["ponte"] * whole
    assert won["banque"] * theirs == ours["banque"] * whole


@pytest.mark.parametrize("natural", ["points", "at-once"])
def test_the_side_that_the_banker_follows_fares_worse(natural: str) -> None:
    """Where a natural wins at once, the other side even gains."""
    options = Options(ponte_five="draw", natural=natural)
    told = {(each.section, each.name): each.exact for each in figures(full(2), options)}
    sections = {section for section, _ in told}
    assert len(sections) == 2
    for section in sections:
        names = ("on droite", "on gauche", "à cheval")
        droite, gauche, both = (told[section, f"bank gains of a stake {name}"] for name in names)
        assert gauche < droite
        assert (gauche > 0) == (natural == "points")
        assert both == (droite + gauche) / 2


def test_as_many_coups_as_there_are_choices_are_won_by_somebody() -> None:
    counted = counts(ways(by_value(2)), Table(), five="carte", free="non")
    assert sum(counted.values()) == perm(104, 9)
