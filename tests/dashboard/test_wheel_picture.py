"""Where the pockets of the wheel and the boxes of the cloth lie (sabot_dashboard/picture/wheel.py)."""

from __future__ import annotations

import itertools

import pytest

from sabot_dashboard.picture.wheel import PRINTED, Box, cylinder, inside, layout


def boxes(pockets: int) -> dict[str, Box]:
    return {box.name: box for box in layout(pockets)}


def where(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.w, box.h


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_no_two_boxes_of_the_cloth_lie_over_each_other(pockets: int) -> None:
    for one, other in itertools.combinations(layout(pockets), 2):
        beside = one.x + one.w <= other.x + 0.01 or other.x + other.w <= one.x + 0.01
        above = one.y + one.h <= other.y + 0.01 or other.y + other.h <= one.y + 0.01
        assert beside or above, (one, other)


def test_the_numbers_lie_in_three_rows_from_left_to_right_and_one_is_at_the_bottom() -> None:
    cloth = boxes(37)
    assert where(cloth["1"]) == (10, 28, 10, 14)
    assert where(cloth["2"]) == (10, 14, 10, 14)
    assert where(cloth["3"]) == (10, 0, 10, 14)
    assert where(cloth["4"]) == (20, 28, 10, 14)
    assert where(cloth["36"]) == (120, 0, 10, 14)


def test_the_zeros_share_the_height_of_the_three_rows() -> None:
    assert where(boxes(37)["0"]) == (0, 0, 10, 42)
    assert [each.h for each in layout(38) if each.tone == "zero"] == [21, 21]
    zeros = [each for each in layout(39) if each.tone == "zero"]
    assert [(each.x, each.y, each.h) for each in zeros] == [(0, 0, 14), (0, 14, 14), (0, 28, 14)]


def test_dozens_lie_below_their_numbers_columns_beside_their_rows_and_chances_below_all() -> None:
    cloth = boxes(37)
    assert [where(cloth[f"douzaine:{nth}"]) for nth in (1, 2, 3)] == [
        (10, 42, 40, 11),
        (50, 42, 40, 11),
        (90, 42, 40, 11),
    ]
    assert [where(cloth[f"colonne:{nth}"]) for nth in (1, 2, 3)] == [
        (130, 28, 13, 14),
        (130, 14, 13, 14),
        (130, 0, 13, 14),
    ]
    assert [where(cloth[name]) for name in PRINTED] == [(10 + 20 * nth, 53, 20, 11) for nth in range(6)]
    assert [cloth[name].text for name in ("douzaine:2", "colonne:1", "manque")] == [
        "2e 12",
        "2 à 1",
        "Manque",
    ]


def test_the_pockets_go_round_clockwise_from_zero_at_the_top() -> None:
    wheel = cylinder(37)
    assert [each["name"] for each in wheel[:3]] == ["0", "32", "15"]
    assert [each["angle"] for each in wheel[:3]] == [0, 9.73, 19.459]
    assert wheel[-1]["angle"] == 350.27
    assert {each["tone"] for each in wheel} == {"zero", "rouge", "noir"}


def test_a_pocket_is_a_piece_of_the_ring_between_rim_and_hub() -> None:
    top = cylinder(37)[0]["path"]
    assert top == ("M-8.48 -99.64A100 100 0 0 1 8.48 -99.64L4.92 -57.79A58 58 0 0 0 -4.92 -57.79Z")
    assert cylinder(37)[9]["path"].startswith("M99.")


def test_bets_inside_lie_on_six_numbers_at_most() -> None:
    bets = inside(37)
    assert max(len(numbers.split()) for numbers in bets.values()) == 6
    assert bets["plein:17"] == "17"
    assert not [name for name in bets if name.startswith(("douzaine", "colonne"))]


def test_the_field_of_a_pocket_lies_between_a_rim_of_a_hundred_and_a_hub_of_fifty_eight() -> None:
    path = str(cylinder(37)[0]["path"])
    assert path == "M-8.48 -99.64A100 100 0 0 1 8.48 -99.64L4.92 -57.79A58 58 0 0 0 -4.92 -57.79Z"


def test_bets_on_one_to_six_numbers_lie_inside() -> None:
    counts = {len(numbers.split()) for numbers in inside(37).values()}
    assert counts == {1, 2, 3, 4, 6}
