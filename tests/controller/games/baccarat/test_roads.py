"""The roads against public road programs that agree with each other, and small cases to check by eye."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.games.baccarat import roads
from tests.shared import vectors

WINNERS = {"B": "banco", "P": "punto", "T": "egalite"}
LETTER = {name: letter for letter, name in WINNERS.items()} | {"red": "R", "blue": "B"}
DERIVED = (roads.big_eye_boy, roads.small_road, roads.cockroach_pig)
winners_of_a_taille = st.lists(st.sampled_from(sorted(WINNERS.values())), max_size=90)


def winners(text: str) -> list[str]:
    return [WINNERS[letter] for letter in text]


def cells(road: tuple[roads.Cell, ...]) -> list[list[Any]]:
    return [[cell.column, cell.row, LETTER[cell.mark]] for cell in road]


def marks(road: tuple[roads.Cell, ...]) -> str:
    return "".join(LETTER[cell.mark] for cell in road)


def drawn(road: tuple[roads.Cell, ...]) -> list[str]:
    """The six rows as text, a letter a mark and "." where nothing stands."""
    rows = [""] * roads.ROAD_ROWS
    for cell in sorted(road, key=lambda cell: cell.column):
        rows[cell.row] = rows[cell.row].ljust(cell.column, ".") + LETTER[cell.mark]
    return rows


def shoes() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = vectors("roads")["shoes"]
    return found


def test_every_reference_shoe_has_the_same_bead_plate() -> None:
    for shoe in shoes():
        assert drawn(roads.bead(winners(shoe["coups"]))) == shoe["bead"], shoe["name"]


def test_every_reference_shoe_has_the_same_big_road_with_tails_that_keep_right() -> None:
    for shoe in shoes():
        assert drawn(roads.big_road(winners(shoe["coups"]))) == shoe["big"], shoe["name"]


def test_every_reference_shoe_counts_the_same_ties_on_the_big_road() -> None:
    for shoe in shoes():
        found = [cell.ties for cell in roads.big_road(winners(shoe["coups"]))]
        assert found == shoe["ties"], shoe["name"]


@pytest.mark.parametrize("which", range(3))
def test_every_reference_shoe_has_the_same_derived_road(which: int) -> None:
    for shoe in shoes():
        road = DERIVED[which](winners(shoe["coups"]))
        assert marks(road) == shoe["derived"][which], shoe["name"]
        assert drawn(road) == shoe["grids"][which], shoe["name"]


def test_the_reference_holds_229_shoes() -> None:
    assert len(shoes()) == 229


def test_a_streak_of_seven_turns_right_at_the_sixth_row() -> None:
    assert cells(roads.big_road(winners("B" * 8)))[-3:] == [[0, 5, "B"], [1, 5, "B"], [2, 5, "B"]]


def test_a_streak_turns_early_above_the_tail_of_the_one_before() -> None:
    assert cells(roads.big_road(winners("B" * 7 + "P" * 6)))[-2:] == [[1, 4, "P"], [2, 4, "P"]]


def test_a_column_opens_beyond_a_tail_that_has_taken_the_top_row() -> None:
    shrinking = "".join("BP"[n % 2] * 9 for n in range(6)) + "B" * 3 + "P"
    tops = [cell.column for cell in roads.big_road(winners(shrinking)) if cell.row == 0]
    assert len(tops) == len(set(tops))


def test_ties_before_the_first_winner_count_on_its_cell() -> None:
    assert [cell.ties for cell in roads.big_road(winners("TTBTP"))] == [3, 0]


def test_ties_alone_mark_the_bead_plate_only() -> None:
    assert roads.big_road(winners("TTT")) == ()
    assert len(roads.bead(winners("TTT"))) == 3
    assert all(road(winners("TTT")) == () for road in DERIVED)


def test_a_cell_of_the_big_road_knows_its_coup() -> None:
    assert [cell.nth for cell in roads.big_road(winners("TBTTP"))] == [1, 4]


def test_the_big_eye_boy_begins_with_the_second_mark_of_the_second_column() -> None:
    assert roads.big_eye_boy(winners("BBBP")) == ()
    assert marks(roads.big_eye_boy(winners("BBBPP"))) == "R"


def test_a_chop_is_blue_where_the_column_before_just_ended() -> None:
    assert marks(roads.big_eye_boy(winners("BPP"))) == "B"


@given(winners_of_a_taille)
def test_no_two_marks_ever_share_a_cell(taille: list[str]) -> None:
    for road in (roads.bead, roads.big_road, *DERIVED):
        places = [(cell.column, cell.row) for cell in road(taille)]
        assert len(places) == len(set(places))
        assert all(0 <= row < roads.ROAD_ROWS for _, row in places)


@given(winners_of_a_taille)
def test_a_new_coup_never_moves_what_already_stands(taille: list[str]) -> None:
    for road in (roads.bead, roads.big_road, *DERIVED):
        before = [cell[:4] for cell in road(taille[:-1])]
        assert [cell[:4] for cell in road(taille)][: len(before)] == before


@given(winners_of_a_taille)
def test_every_coup_is_on_the_big_road_once_as_mark_or_as_tie(taille: list[str]) -> None:
    road = roads.big_road(taille)
    assert not road or len(road) + sum(cell.ties for cell in road) == len(taille)
