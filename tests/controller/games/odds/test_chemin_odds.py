"""The game of ponte and banker: Kemeny and Snell 1957, as Ethier and Gámez give it (Games 4, 2013)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sabot.games.chemin_de_fer.equilibrium import answers, best_answer, solved
from sabot.games.chemin_de_fer.odds import advantage, figures, plans, rake, wins
from sabot.games.chemin_de_fer.options import Options
from sabot.games.odds.composition import full
from sabot.games.punto_banco.odds import by_winner, counts
from sabot.games.punto_banco.odds import full as by_value
from tests.shared import vectors


def reference() -> dict[str, Any]:
    found: dict[str, Any] = vectors("odds")["chemin_de_fer_with_replacement"]
    return found


def test_the_ponte_draws_on_five_nine_times_of_eleven() -> None:
    assert solved().draws_on_five == Fraction(9, 11)


def test_the_banker_with_six_draws_against_a_ponte_who_stood_859_times_of_2288() -> None:
    assert solved().mixed == {(6, None): Fraction(859, 2288)}


def test_the_game_is_worth_as_much_to_the_ponte_as_is_published() -> None:
    assert solved().worth == Fraction(-679568, 53094899)


def cells(banker: dict[Any, str], theirs: dict[str, str]) -> list[str]:
    """Where our banker departs from the reference."""
    wrong = []
    for name, act in theirs.items():
        total, given = name.split(",")
        ours = banker[int(total), None if given == "stand" else int(given)]
        if ours != {"indifferent": "="}.get(act, act):
            wrong.append(f"{name}: {ours}")
    return wrong


def test_the_banker_answers_in_every_cell_as_the_reference_does() -> None:
    assert cells(dict(solved().banker), reference()["banker_strategy_total_3_to_6"]) == []


@pytest.mark.parametrize(
    ("name", "often"),
    [
        ("player_always_draws_on_5", Fraction(1)),
        ("player_always_stands_on_5", Fraction(0)),
        ("player_50_50", Fraction(1, 2)),
    ],
)
def test_the_best_answer_to_a_known_ponte_is_that_of_the_reference(name: str, often: Fraction) -> None:
    theirs = reference()["best_responses"][name]
    worth, banker = best_answer(often)
    assert float(worth) == pytest.approx(theirs["value_to_player"], rel=1e-14)
    assert cells(banker, theirs["banker_best"]) == []


def test_neither_gains_by_leaving_the_solution() -> None:
    """Against the banker's mixture the ponte is worth the same at any frequency of drawing on 5."""
    game, solution = answers(), solved()
    for often in (Fraction(0), Fraction(1, 3), Fraction(1)):
        worth = game.naturals
        for cell, act in solution.banker.items():
            drawn, stood = (game.cells[cell][each].at(often) for each in "DS")
            draws = solution.mixed.get(cell, Fraction(act == "D"))
            worth += draws * drawn + (1 - draws) * stood
        assert worth == solution.worth


@pytest.mark.parametrize("decks", [1, 6])
def test_a_ponte_who_draws_on_five_against_a_banker_who_draws_where_they_are_free_is_punto_banco(
    decks: int,
) -> None:
    ours = wins(full(decks), ("carte", "carte", "carte"))
    theirs = by_winner(counts(by_value(decks)))
    assert (ours["ponte"], ours["banque"], ours["en-cartes"]) == tuple(theirs.values())


def test_without_end_a_tableau_is_worth_no_more_to_the_bank_than_its_best_answer() -> None:
    for five, *free in product(("carte", "non"), repeat=3):
        gained = advantage(wins(full(0), (five, *free)))
        assert gained <= -best_answer(Fraction(five == "carte"))[0]


def test_a_ponte_bound_to_draw_on_five_is_told_so_alone() -> None:
    told = list(figures(full(6), Options(ponte_five="draw")))
    assert not [each for each in told if each.section.startswith("ponte stands on 5")]


def test_the_house_takes_its_percentage_of_what_the_bank_wins() -> None:
    assert rake(Options()) == Fraction(1, 20)
    assert rake(Options(rake_percent=0)) == 0


def test_plans_name_every_cell_in_words() -> None:
    for _, plan in plans():
        assert len(plan) == 88
        assert set(plan.values()) <= {"D", "S", "="}
        assert plan["6 against 6"] == "D"
