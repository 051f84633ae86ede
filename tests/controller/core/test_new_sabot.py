"""A new sabot is mixed and cut, in every game of cards."""

from __future__ import annotations

import pytest

from sabot.core.events import FaultFound
from sabot.core.observations import Said
from sabot.core.table import opened, step
from sabot.games.register import GAMES
from tests.controller.dealing import CASINO, faults, lines_of, only

OF_CARDS = [name for name in CASINO if GAMES[name].PLACES]
BEFORE = "the cards are mixed and cut before the first card of a sabot"


@pytest.mark.parametrize("game", OF_CARDS)
def test_the_staff_mix_and_a_player_cuts_before_the_first_card(game: str) -> None:
    lines = lines_of(game, "say mélange\nsay coupe 3\n8C new\nsay melange\nsay coupe\n8C")
    assert faults(lines) == ["wrong-order"]  # the coup that the new sabot broke off
    assert [line["coup"] for line in only(lines, "card")] == [1, 2]


@pytest.mark.parametrize("game", OF_CARDS)
@pytest.mark.parametrize("words", ["melange", "melange 3", "coupe", "coupe 3"])
@pytest.mark.parametrize("drawn", ["8C", "??", "8C end"])
def test_nobody_mixes_or_cuts_cards_that_have_been_dealt_from(game: str, words: str, drawn: str) -> None:
    last = only(lines_of(game, f"{drawn}\nsay {words}"), "fault")[-1]
    assert (last["because"], last["said"]) == (BEFORE, words)


@pytest.mark.parametrize("game", OF_CARDS)
def test_a_player_mixes_too_but_at_trente_et_quarante_only_where_the_house_lets_them(game: str) -> None:
    refused = ["wrong-order"] if game == "trente-et-quarante" else []
    assert faults(lines_of(game, "say melange 3")) == refused
    assert not faults(lines_of("trente-et-quarante", "say melange 3", player_shuffle="on"))


@pytest.mark.parametrize("game", OF_CARDS)
def test_mixing_opens_no_coup(game: str) -> None:
    assert faults(lines_of(game, "say melange\nsay coupe 2\nend")) == ["wrong-order"]
    assert lines_of(game, "say melange\nsay coupe 2") == []


@pytest.mark.parametrize(
    ("script", "after_cut", "told"),
    [
        ("9C 3D cut KH 5S 9D 3C cut KS 5H", "1", [("last-coup", 2), ("spent", 2)]),
        ("cut 8C 3D KH 6S cut", "0", [("last-coup", 1), ("spent", 1)]),
        ("cut undo 8C 3D cut KH 6S", "0", [("last-coup", 1), ("last-coup", 1), ("spent", 1)]),
        ("cut cut undo undo cut", "1", [("last-coup", 1), ("last-coup", 1)]),
        ("cut 8C 3D KH 6S new cut", "0", [("last-coup", 1), ("spent", 1), ("new", None), ("last-coup", 2)]),
    ],
)
def test_a_sabot_has_one_cut_card(script: str, after_cut: str, told: list[tuple[str, int | None]]) -> None:
    lines = lines_of("punto-banco", script, after_cut=after_cut)
    assert faults(lines) == []
    assert [(line["state"], line.get("coup")) for line in only(lines, "shoe")] == told


def test_a_wheel_is_not_mixed() -> None:
    table = opened(GAMES["roulette"])
    assert [event for event in step(table, Said("melange 3"))[1] if isinstance(event, FaultFound)]
