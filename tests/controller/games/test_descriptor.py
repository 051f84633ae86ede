"""The descriptor of a game, and games that come from other installed packages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from sabot.core.descriptor import Descriptor, refusal
from sabot.games.punto_banco.descriptor import PUNTO_BANCO
from sabot.games.register import (
    DESCRIPTORS,
    FOLDERS,
    GAMES,
    USUAL,
    _described,
    casino,
    descriptor,
    game_named,
)
from tests.packages import installed

OURS = [*GAMES]


@pytest.fixture
def offering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path in which a test installs packages; afterwards they are gone."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    monkeypatch.undo()
    DESCRIPTORS.look_again()


def named(name: str, **changed: object) -> Descriptor:
    """A game with the rules of punto banco under another name."""
    rules = ModuleType(name)
    vars(rules).update(vars(PUNTO_BANCO.rules) | {"NAME": name} | changed)
    return replace(PUNTO_BANCO, rules=rules)


def test_the_rules_of_every_game_stand_under_its_name() -> None:
    assert [*GAMES] == [*DESCRIPTORS]
    assert len(GAMES) == len(DESCRIPTORS) >= 5
    for name, each in DESCRIPTORS.items():
        assert name == each.name == GAMES[name].NAME
        assert descriptor(name) is each


def test_a_game_has_the_name_of_its_folder() -> None:
    found = [_described(folder) for folder in FOLDERS]
    assert [each.name.replace("-", "_") for each in found] == [*FOLDERS]
    assert found == [DESCRIPTORS[name] for name in OURS]


def test_a_game_is_found_however_it_is_written() -> None:
    assert game_named(" Punto_Banco ") is GAMES["punto-banco"]
    assert game_named("snap") is None
    assert descriptor("snap") is None


def test_a_table_whose_configuration_names_no_game_deals_one_that_there_is() -> None:
    assert USUAL in GAMES


def test_the_games_of_a_casino_are_those_that_a_croupier_deals() -> None:
    deals = {"punto-banco", "chemin-de-fer", "baccarat-banque", "trente-et-quarante", "roulette"}
    assert {*casino()} == deals
    assert all(DESCRIPTORS[name].is_at_home for name in GAMES if name not in deals)


def test_a_wheel_has_no_places_for_cards_and_every_other_kind_has() -> None:
    for each in DESCRIPTORS.values():
        assert (each.kind == "wheel") == (not each.rules.PLACES)


def test_a_part_is_a_module_of_the_games_folder() -> None:
    game = replace(PUNTO_BANCO, parts=("coup",))
    assert game.part("coup") is PUNTO_BANCO.rules


def test_a_part_that_a_game_does_not_have_is_none() -> None:
    assert replace(PUNTO_BANCO, parts=()).part("coup") is None


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (PUNTO_BANCO, ""),
        (named("high-card"), ""),
        (named("9"), ""),
        (PUNTO_BANCO.rules, "is no Descriptor, but module"),
        (replace(PUNTO_BANCO, rules=SimpleNamespace(NAME="snap")), "has rules that lack functions"),
        (named("High Card"), "has the name 'High Card'"),
        (named("high_card"), "has the name 'high_card'"),
        (named("high--card"), "has the name 'high--card'"),
    ],
)
def test_what_is_no_game_is_refused_with_the_reason(found: object, why: str) -> None:
    assert refusal(found).startswith(why)
    assert bool(refusal(found)) == bool(why)


GAME = """
from dataclasses import replace
from types import ModuleType
from sabot.games.punto_banco.descriptor import PUNTO_BANCO

rules = ModuleType("their_rules")
vars(rules).update(vars(PUNTO_BANCO.rules) | {"NAME": "their-game"})
GAME = replace(PUNTO_BANCO, rules=rules)
"""


def test_a_game_of_another_package_stands_beside_ours(offering: Path) -> None:
    (offering / "their_game.py").write_text(GAME)
    installed(offering, "their-games", "sabot.games", {"one": "their_game:GAME"})
    DESCRIPTORS.look_again()
    assert [*GAMES][-1] == "their-game"
    assert GAMES["their-game"].PLACES == ("punto", "banco")
    assert DESCRIPTORS.troubles() == ()


def test_a_package_whose_game_is_broken_is_told_and_ours_stay(offering: Path) -> None:
    (offering / "broken_game.py").write_text("GAME = 'snap'")
    installed(offering, "broken-games", "sabot.games", {"snap": "broken_game:GAME"})
    DESCRIPTORS.look_again()
    assert len(GAMES) == len(OURS)
    assert DESCRIPTORS.troubles() == ("sabot.games: snap of broken-games is no Descriptor, but str",)


def test_a_place_stands_within_a_sentence_as_its_cloth_has_it() -> None:
    cloth = DESCRIPTORS["chemin-de-fer"].cloth
    assert cloth.place("banque") == "la banque"
    assert cloth.place("en-cartes") == "en cartes"
    assert cloth.place("seven") == "seven"


def test_every_cloth_has_a_word_for_each_place_of_its_game() -> None:
    for each in DESCRIPTORS.values():
        assert set(each.rules.PLACES) <= set(each.cloth.names)


def test_hands_lie_beside_each_other_and_rows_one_below_the_other() -> None:
    assert PUNTO_BANCO.zones() == {"punto": (0, 0, 0.49, 1), "banco": (0.51, 0, 1, 1)}
    assert DESCRIPTORS["trente-et-quarante"].zones() == {"noir": (0, 0, 1, 0.49), "rouge": (0, 0.51, 1, 1)}
    assert DESCRIPTORS["roulette"].zones() == {}


def test_three_hands_lie_in_the_order_of_the_cloth() -> None:
    assert DESCRIPTORS["baccarat-banque"].zones() == {
        "gauche": (0, 0, 0.32, 1),
        "banque": (0.34, 0, 0.66, 1),
        "droite": (0.68, 0, 1, 1),
    }
