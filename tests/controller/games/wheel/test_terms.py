"""Which pockets a wheel may have, and in which order (sabot/games/wheel/terms.py)."""

from __future__ import annotations

import pytest

from sabot.games.wheel.terms import layout_refusal, order


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_the_wheels_that_are_built_need_no_layout(pockets: int):
    assert layout_refusal(pockets) == layout_refusal(pockets, "  ") == ""


@pytest.mark.parametrize("pockets", [0, 36, 40])
def test_any_other_wheel_does(pockets: int):
    assert layout_refusal(pockets) == f"pockets = {pockets}, but 37, 38 or 39 was expected"


@pytest.mark.parametrize(("count", "allowed"), [(19, False), (20, True), (60, True), (61, False)])
def test_a_layout_has_twenty_to_sixty_pockets(count: int, allowed: bool):
    assert (layout_refusal(37, " ".join(map(str, range(count)))) == "") is allowed


def test_a_layout_names_each_pocket_once():
    assert layout_refusal(37, "0 1 2 3 2") == "layout names a pocket twice: 2"


def test_the_pockets_of_a_wheel_are_the_usual_ones_unless_they_are_named():
    assert order(37)[:3] == order(37, "  ")[:3] == ("0", "32", "15")
    assert order(37, " 1 2  3") == ("1", "2", "3")
