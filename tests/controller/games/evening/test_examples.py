"""Every worked example of the household games goes as it says."""

from __future__ import annotations

import pytest

from sabot.core.script import read
from tests.controller.games.evening.examples import Example, examples, found
from tests.controller.games.evening.lines import of, played, table_of
from tests.controller.games.evening.random_games import HOUSEHOLD

SLOTS = {"CARDS": "8C 9C", "CARD": "8C", "AMOUNT": "1", "NUMBER": "1", "SEAT": "2", "SUIT": "H"}
EXAMPLES = [pytest.param(each, id=f"{each.game}: {each.name}") for each in examples()]


@pytest.mark.parametrize("each", EXAMPLES)
def test_a_worked_example_goes_as_it_says(each: Example) -> None:
    says = {"faults": "", **each.says}
    wanted = {key: value for key, value in says.items() if key != "options"}
    assert found(each._replace(says=says)) == wanted


@pytest.mark.no_cover
@pytest.mark.parametrize("game", sorted(HOUSEHOLD))
def test_what_is_owed_in_its_examples_is_in_the_words_of_the_game(game: str) -> None:
    for each in examples():
        if each.game == game:
            table, lines = played(table_of(game, **each.options), each.script)
            owed = dict.fromkeys(
                str(choice) for line in of(lines, "owed") for choice in line.get("choices", ())
            )
            acts = [" ".join(SLOTS.get(word, word) for word in choice.split()) for choice in owed]
            assert len([*read(acts, table.play.game, table.play.options)]) == len(acts), each.name


def test_each_game_has_examples() -> None:
    assert {each.game for each in examples()} == {*HOUSEHOLD}
