"""Every screen of a table at home can be drawn after each act of whole deals, at every game."""

from __future__ import annotations

import pytest

from sabot.core.shapes.turns import own_shown
from sabot.core.view import view
from sabot.games.evening.player import PLAYERS
from sabot.games.register import DESCRIPTORS
from sabot.simulation import home
from sabot_dashboard.picture import projection, sheet
from sabot_dashboard.picture.telephone import telephone
from tests.controller.simulation.test_company import Beside

AT_HOME = [name for name, each in DESCRIPTORS.items() if each.is_at_home]
DEALS = 2


@pytest.mark.parametrize("game", AT_HOME)
def test_every_screen_draws_every_moment_of_a_deal(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "players", lambda game: PLAYERS)  # nobody thinks: that takes time
    beside = Beside(game)
    while beside.table.play.number < DEALS + 1:
        assert beside.works()
        shown = view(beside.table)
        assert projection.croupier(shown)["game"] == game
        assert projection.public(shown)["home"]
        assert telephone(shown, own_shown(beside.table, 1))["home"]
        assert sheet.page(shown, 2) is None
