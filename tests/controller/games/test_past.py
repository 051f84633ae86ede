"""The results of a taille as a display draws them, game by game."""

from __future__ import annotations

from itertools import product

from sabot.games.baccarat import roads
from sabot_dashboard.picture.score import score
from tests.dashboard import tables, views


def test_a_cell_carries_its_ties_pairs_and_natural_and_the_newest_is_marked() -> None:
    # a natural with a pair for banco; an égalité; a win of banco
    coups = ["rnvp 9C KS KD KH end", views.BANCO_STANDS + " end", views.BANCO_OWED + " 5D end"]
    found = score(views.view_of(" ".join(coups)))
    assert found is not None
    assert found["roads"]["bead"] == [
        [0, 0, "punto", 0, "bn"],
        [0, 1, "egalite", 0, ""],
        [0, 2, "banco", 0, "!"],
    ]
    assert found["roads"]["big"] == [[0, 0, "punto", 1, "bn"], [1, 0, "banco", 0, "!"]]


def test_counts_are_counts_and_say_over_how_many() -> None:
    found = score(views.view_of(views.taille(27)))
    assert found is not None
    assert found["coups"] == sum(found["counts"].values()) == 27


def test_pairs_and_naturals_are_counted_place_by_place() -> None:
    coups = ["rnvp 9C KS KD KH end", views.BANCO_STANDS + " end", views.FIRST_FOUR + " end"]
    found = score(views.view_of(" ".join(coups)))
    assert found is not None
    assert found["signs"] == {"pair punto": 0, "pair banco": 1, "natural": 2}


def test_what_punto_or_banco_next_draws_is_what_the_derived_roads_then_have() -> None:
    winners = [mark for _, _, mark, *_ in (score(views.view_of(views.taille(30))) or {})["roads"]["bead"]]
    drawn = {1: roads.big_eye_boy, 2: roads.small_road, 3: roads.cockroach_pig}
    for length, winner, back in product(range(30), ("punto", "banco"), drawn):
        before, after = (drawn[back](winners[:length] + more) for more in ([], [winner]))
        gained = after[-1].mark if len(after) > len(before) else None
        assert roads.next_mark(winners[:length], winner, back=back) == gained


def test_each_derived_road_has_the_next_mark_of_its_own_distance() -> None:
    """Streaks of 2, 1, 2, 2, 1, 3, 1. A second punto falls below the first: the columns 1, 2 and 3 back
    are 3, 1 and 2 long. A banco opens a column: the one that it leaves is 1 long, those 1, 2 and 3
    before that are 3, 1 and 2."""
    coups = "".join(
        {"P": "rnvp 9C 4S KD QH end ", "B": "rnvp 4S 9C KD QH end "}[each] for each in "PPBPPBBPBBBP"
    )
    found = score(views.view_of(coups))
    assert found is not None
    assert found["next"] == {
        "punto": {"eye": "red", "small": "blue", "pig": "red"},
        "banco": {"eye": "blue", "small": "red", "pig": "blue"},
    }


def test_a_new_taille_begins_with_empty_roads() -> None:
    found = score(views.view_of(""))
    assert found == {
        "kind": "roads",
        "roads": {"bead": [], "big": [], "eye": [], "small": [], "pig": []},
        "counts": {"punto": 0, "banco": 0, "egalite": 0},
        "signs": {"pair punto": 0, "pair banco": 0, "natural": 0},
        "next": {name: {"eye": None, "small": None, "pig": None} for name in ("punto", "banco")},
        "coups": 0,
    }


def test_the_derived_roads_are_those_of_the_rules() -> None:
    found = score(views.view_of(views.taille(41)))
    assert found is not None
    winners = [mark for _, _, mark, *_ in found["roads"]["bead"]]
    assert [tuple(cell[:3]) for cell in found["roads"]["eye"]] == [
        cell[:3] for cell in roads.big_eye_boy(winners)
    ]
    assert found["roads"]["pig"]


def test_the_numbers_of_roulette_come_newest_first_with_their_colour_and_a_window() -> None:
    found = score(tables.view_of("roulette", "17\nend\n0\nend\n32\nend\n"))
    assert found is not None
    assert found["numbers"] == [["32", "rouge", False], ["0", "zero", False], ["17", "noir", False]]
    assert found["counts"] == {
        "rouge": 1,
        "noir": 1,
        "pair": 1,
        "impair": 1,
        "manque": 1,
        "passe": 1,
        "douzaine:1": 0,
        "douzaine:2": 1,
        "douzaine:3": 1,
        "colonne:1": 0,
        "colonne:2": 2,
        "colonne:3": 0,
        "zero": 1,
    }
    assert (found["over"], found["coups"]) == (3, 3)


def test_numbers_are_counted_over_a_stated_window() -> None:
    found = score(tables.view_of("roulette", tables.taille("roulette", 130)))
    assert found is not None
    assert (found["over"], found["coups"], len(found["numbers"])) == (100, 130, 24)
    assert sum(found["counts"][name] for name in ("rouge", "noir", "zero")) == 100


def test_a_sector_of_the_wheel_is_a_number_and_two_neighbours_on_each_side() -> None:
    found = score(tables.view_of("roulette", "0\nend\n32\nend\n17\nend\n"))
    assert found is not None
    heat, over = found["heat"], found["over"]
    assert isinstance(heat, dict) and isinstance(over, int)
    assert list(heat)[:4] == ["0", "32", "15", "19"]  # clockwise
    assert (heat["0"], heat["26"], heat["3"], heat["35"]) == (2, 2, 1, 0)
    assert sum(heat.values()) == 5 * over


def test_the_card_of_trente_et_quarante_has_two_dots_a_line_and_the_figures_that_reach_the_newest() -> None:
    found = score(tables.view_of("trente-et-quarante", tables.taille("trente-et-quarante", 17)))
    assert found is not None
    assert isinstance(found["lines"], list)
    assert set(map(tuple, found["lines"])) <= set(product(("rouge", "noir"), ("couleur", "inverse")))
    assert len(found["lines"]) + found["counts"]["apres"] + found["counts"]["refait"] == 17
    assert all(figure[3] == len(found["lines"]) - 1 for figure in found["now"])


def test_each_side_of_baccarat_banque_has_a_plate_of_its_own() -> None:
    found = score(tables.view_of("baccarat-banque", tables.taille("baccarat-banque", 8)))
    assert found is not None
    assert isinstance(found["plates"], dict)
    assert set(found["plates"]) == {"droite", "gauche"}
    assert all(sum(counts.values()) == 8 for counts in found["counts"].values())


def test_chemin_de_fer_has_one_plate() -> None:
    found = score(tables.view_of("chemin-de-fer", tables.taille("chemin-de-fer", 8)))
    assert found is not None
    assert isinstance(found["plates"], dict)
    assert set(found["plates"]) == {""}
    assert sum(found["counts"][""].values()) == 8


def test_a_game_that_is_unknown_has_no_score() -> None:
    assert score(views.view_of("") | {"game": "belote"}) is None
