"""Every worked example of the household games goes as it says."""

from __future__ import annotations

import pytest

from tests.controller.games.evening.examples import Example, examples, found
from tests.controller.games.evening.random_games import HOUSEHOLD


@pytest.mark.parametrize("each", [pytest.param(each, id=f"{each.game}: {each.name}") for each in examples()])
def test_a_worked_example_goes_as_it_says(each: Example) -> None:
    wanted = {"faults": "", **each.says}
    wanted.pop("options", None)
    assert found(each._replace(says={"faults": "", **each.says})) == wanted


def test_each_game_has_examples() -> None:
    assert {each.game for each in examples()} == {*HOUSEHOLD}
