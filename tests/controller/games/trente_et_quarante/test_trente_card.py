"""The score card of trente et quarante. HS is *Hazardspelen*, p. 80-81."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.games.trente_et_quarante.card import COLUMNS, Dots, Marker, card, figures, runs
from tests.controller.dealing import lines_of, only
from tests.controller.games.trente_et_quarante.rows_of_trente import (
    GAME,
    NOIR_AND_COULEUR,
    NOIR_AND_INVERSE,
    REFAIT,
    ROUGE_AND_COULEUR,
    coup,
    vector,
)


def named(outcomes: str, figure: str) -> list[Marker]:
    return [marker for marker in figures(outcomes) if marker.figure == figure]


@pytest.mark.parametrize("name", ["intermittence", "serie", "lion", "deux"])
def test_a_figure_of_the_source_is_found_with_its_name(name: str) -> None:
    example = vector(f"tq-card-{name}")
    (outcomes,) = example["inputs"].values()
    expected = example["expected"]
    (found,) = named(outcomes, expected["pattern"])
    assert found.length == expected.get("length", found.length)
    assert found.at == expected.get("at", found.at)
    assert found.pairs == expected.get("pairs", found.pairs)


def test_the_card_has_a_dot_in_each_tableau_for_every_coup_but_after_an_apres() -> None:
    cards = f"{NOIR_AND_COULEUR} {coup(35, 35)} {NOIR_AND_INVERSE} {REFAIT} {ROUGE_AND_COULEUR}"
    written = card(only(lines_of(GAME, cards), "result"))
    assert written.lines == (
        Dots("noir", "couleur", 0),
        Dots("noir", "inverse", 2),
        Dots("rouge", "couleur", 4),
    )
    assert (written.apres, written.refaits) == (1, 1)
    assert written.counts == {"rouge": 1, "noir": 2, "couleur": 2, "inverse": 1}
    assert written.markers == (Marker("grand", "série", 0, 1, "noir", 0),)


def test_an_apres_does_not_break_a_run() -> None:
    """The house's choice: the card shows the dots, and an après has none."""
    cards = f"{NOIR_AND_COULEUR} {coup(35, 35)} {NOIR_AND_COULEUR}"
    assert len(card(only(lines_of(GAME, cards), "result")).markers) == 2


def test_a_void_coup_leaves_nothing() -> None:
    written = card([{"winner": None, "couleur": None}])
    assert (written.lines, written.apres, written.refaits) == ((), 0, 0)


def test_an_empty_card_has_no_figures() -> None:
    assert card([]) == card(())
    assert card([]).counts == dict.fromkeys(COLUMNS, 0)


def test_two_of_one_chance_are_a_serie_and_one_is_none() -> None:
    assert [(each.first, each.last) for each in named("RRNRRR", "série")] == [(0, 1), (3, 5)]


def test_three_in_alternation_are_no_intermittence_and_four_are() -> None:
    assert named("RNR", "intermittence") == []
    assert named("RNRN", "intermittence")[0].length == 4


def test_an_intermittence_begins_at_the_end_of_a_run_and_ends_with_the_beginning_of_the_next() -> None:
    (found,) = named("RRRNRNN", "intermittence")
    assert (found.first, found.last, found.chance) == (2, 5, "R")


@pytest.mark.parametrize(
    ("outcomes", "at"), [("RRRNR", [3]), ("RRNR", []), ("RRRN", []), ("RRRNNR", []), ("NRRRNRRRNR", [4, 8])]
)
def test_a_coup_de_lion_is_three_a_single_opposite_and_the_first_again(outcomes: str, at: list[int]) -> None:
    assert [each.at for each in named(outcomes, "coup de lion")] == at


@pytest.mark.parametrize(
    ("outcomes", "pairs"), [("RRNN", [2]), ("RR", []), ("RRNNN", []), ("RRNNRNNRR", [2, 2])]
)
def test_a_coup_a_deux_is_two_runs_of_two_on_end(outcomes: str, pairs: list[int]) -> None:
    assert [each.pairs for each in named(outcomes, "coup à deux")] == pairs


@given(st.text("RN", max_size=60))
def test_runs_are_the_outcomes_again(outcomes: str) -> None:
    found = runs(outcomes)
    assert "".join(run.chance * run.length for run in found) == outcomes
    assert [run.first for run in found] == [
        place for place in range(len(outcomes)) if not place or outcomes[place] != outcomes[place - 1]
    ]


@given(st.text("RN", max_size=60))
def test_every_figure_is_what_its_name_says(outcomes: str) -> None:
    for marker in figures(outcomes, tableau="petit"):
        span = outcomes[marker.first : marker.last + 1]
        lengths = [len(list(same)) for _, same in groupby(span)]
        assert marker.chance == span[0]
        assert {
            "série": len(lengths) == 1 and len(span) >= 2,
            "intermittence": set(lengths) == {1} and len(span) >= 4,
            "coup de lion": len(lengths) == 3 and lengths[0] >= 3 and lengths[1:] == [1, 1],
            "coup à deux": set(lengths) == {2} and len(lengths) == marker.pairs >= 2,
        }[marker.figure]


@given(st.text("RN", max_size=60))
def test_no_alternation_of_four_is_missed(outcomes: str) -> None:
    inside = {
        place
        for marker in figures(outcomes)
        if marker.figure == "intermittence"
        for place in range(marker.first, marker.last + 1)
    }
    for place in range(len(outcomes) - 3):
        if outcomes[place : place + 4] in ("RNRN", "NRNR"):
            assert set(range(place, place + 4)) <= inside
