"""A card that an instrument reports at a place that the game does not have."""

from __future__ import annotations

import pytest

from sabot.core.cards import card_named
from sabot.core.observations import CardSeen
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.register import GAMES


@pytest.mark.parametrize("name", [each for each in GAMES if GAMES[each].PLACES])
def test_a_card_at_a_place_that_no_game_has_is_judged_as_one_that_nobody_saw_laid(name: str) -> None:
    table = opened(GAMES[name], GAMES[name].Options(close="croupier"))
    for text in "5C AC AC 5C AC".split():
        table, _ = step(table, CardSeen(card_named(text)))
    for text in "AC 5C AC 8D KH 2S".split():
        table, _ = step(table, CardSeen(card_named(text), "0"))
    assert view(table)["game"] == name
