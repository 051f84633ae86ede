"""The tableau that a page shows is the rules' own, and its marked cell is the coup's."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.games.punto_banco import tableau
from sabot.games.punto_banco.tirage import TABLEAU
from tests.dashboard import views


def test_the_page_has_every_cell_of_the_rules() -> None:
    shown = {
        (row["row"], cell["column"]): cell["rule"] for row in tableau.banco_rows() for cell in row["cells"]
    }
    assert shown == {(total, tableau.name(third)): rule for (total, third), rule in TABLEAU.items()}


def test_punto_draws_to_five_stands_on_six_and_seven_and_has_naturals() -> None:
    assert "".join(cell["rule"] for cell in tableau.punto_cells()) == "DDDDDDSSNN"


def test_the_page_gets_both_tables() -> None:
    assert tableau.tables() == {"banco_rows": tableau.banco_rows(), "punto_cells": tableau.punto_cells()}


def cell(script: str, **fault: Any) -> dict[str, Any] | None:
    known = views.view_of(script)
    return tableau.cell_of(known, {"kind": "faux-tirage", "coup": known["coup"]} | fault)


@pytest.mark.parametrize(
    ("script", "fault", "expected"),
    [
        (views.BANCO_STANDS, {"to": "banco"}, ("banco", 7, "2")),
        (views.BANCO_OWED, {"owed": "banco"}, ("banco", 4, "6")),
        ("rnvp 2C 4S 5D KH", {"to": "banco"}, ("banco", 4, "-")),
        ("rnvp 2C 4S 3D KH TD", {}, ("banco", 4, "10")),
        ("rnvp 2C 4S 3D KH", {"owed": "punto"}, ("punto", 0, "5")),
        ("rnvp 8C 4S QD KH", {"to": "banco"}, ("punto", 0, "8")),
    ],
)
def test_the_marked_cell_is_where_the_coup_stands(
    script: str, fault: dict[str, Any], expected: tuple[str, int, str]
) -> None:
    found = cell(script, **fault)
    assert found is not None
    assert tuple(found.values()) == expected


def test_no_cell_speaks_before_both_hands_lie_or_of_another_fault() -> None:
    assert cell("rnvp 8C 4S") is None
    assert cell(views.BANCO_STANDS, kind="misplaced-card") is None
    assert cell(views.BANCO_STANDS, coup=99) is None
