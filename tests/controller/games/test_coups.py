"""What only some games have in a coup, asked of the coup itself."""

from __future__ import annotations

import pytest

from sabot.core.table import opened
from sabot.core.terms import Stake
from sabot.core.view import view
from sabot.games.baccarat.coach import bound_banker
from sabot.games.baccarat_banque import rules as baccarat_banque
from sabot.games.chemin_de_fer import rules as chemin_de_fer
from sabot.games.roulette import rules as roulette
from sabot.games.roulette import stakes as of_roulette
from sabot.games.trente_et_quarante import rules as trente_et_quarante
from sabot.games.trente_et_quarante import stakes as of_rows

STAKES = (Stake("rouge", 10_00, 4),)


def test_a_coup_of_roulette_with_other_stakes_leaves_those_in_prison_out() -> None:
    held = roulette.opening(roulette.Options())._replace(held=(of_roulette.Lot("noir", 20_00, 2, 1),))
    assert held.staked_alone(STAKES)._replace(stakes=()) == roulette.opening(roulette.Options())
    assert held.staked_alone(STAKES).stakes == STAKES


def test_a_coup_of_rows_with_other_stakes_leaves_those_in_prison_out() -> None:
    coup = trente_et_quarante.opening(trente_et_quarante.Options())
    held = coup._replace(held=(of_rows.Lot("noir", 20_00, 2, 1),))
    assert held.staked_alone(STAKES)._replace(stakes=()) == coup
    assert held.staked_alone(STAKES).stakes == STAKES


@pytest.mark.parametrize("game", [chemin_de_fer, baccarat_banque])
def test_a_card_that_was_asked_for_is_not_awaited_once_it_has_come(game) -> None:
    coup = game.opening(game.Options())
    assert coup._replace(asked="ponte").answered() == coup


@pytest.mark.parametrize(("face_down", "hands"), [(True, None), (False, [(3, 4), (2, 0)])])
def test_the_coach_says_nothing_of_a_banker_whose_cards_lie_face_down(face_down: bool, hands) -> None:
    shown = view(opened(chemin_de_fer))
    for place, cards in zip(shown["places"], (["3C", "4D"], ["2C", "KD"]), strict=True):
        place["cards"] = cards
    shown["places"][-1]["face_down"], shown["owed"] = face_down, None
    assert bound_banker(shown) == hands
