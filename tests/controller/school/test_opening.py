"""The school at a table that runs: told of every coup, given the faults of a simulated shoe, never in the
way of the game."""

from __future__ import annotations

import logging
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from sabot.config import read
from sabot.core import table as tables
from sabot.core.cards import DECK, Sabot
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco
from sabot.live.feed import Feed
from sabot.school import opening
from sabot.school.school import beside
from tests.dashboard.views import BANCO_OWED, FAUX_TIRAGE, observation, played


def settings(folder: Path, more: str = "") -> Any:
    return read(f'[journal]\npath = "table.sqlite3"\n{more}', file=folder / "table.toml")


def test_every_coup_of_the_feed_is_told_and_the_listener_leaves_with_the_table(tmp_path: Path) -> None:
    feed = Feed()
    with ExitStack() as parts:
        school = opening.opened(settings(tmp_path), parts)
        assert school is not None
        who = school.enrol("Marie")["id"]
        school.table.seat("silent", who)
        opening.attended(school, feed, parts)
        assert len(feed) == 1
        table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
        for seq, token in enumerate((FAUX_TIRAGE + " end").split()):
            table, events = tables.step(table, observation(token))
            feed.publish(seq, view(table), events)
        waited = (threading.Event().wait(0.01) for _ in range(6000))
        coup = next(found[0] for _ in waited if (found := school.table.state()["coups"]))
        assert [*map(str, coup["faults"])] == ["the banker drew: banco has 7 against a 2 and stands"]
        feed.close()
    assert len(feed) == 0
    with ExitStack() as parts:
        again = opening.opened(settings(tmp_path), parts)
        assert again is not None
        assert again.roll()[0]["coups"]["wrong_percent"] == 100


@pytest.mark.parametrize("mode", ["off", "coach", "silent"])
def test_the_table_opens_in_the_mode_of_its_configuration(tmp_path: Path, mode: str) -> None:
    with ExitStack() as parts:
        school = opening.opened(settings(tmp_path, f'[training]\nmode = "{mode}"'), parts)
        assert school is not None
        assert school.table.shown == {"training": mode}


def test_a_spoilt_school_stops_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    chosen = settings(tmp_path)
    beside(chosen.journal_path).write_text("this was a database once, before somebody wrote into it" * 40)
    with ExitStack() as parts, caplog.at_level(logging.ERROR):
        school = opening.opened(chosen, parts)
        opening.attended(school, Feed(), parts)
    assert school is None
    assert "no school" in caplog.text


@pytest.mark.parametrize(("script", "place"), [(BANCO_OWED, "punto"), (BANCO_OWED + " 5D", "banco")])
def test_a_card_too_many_goes_to_a_hand_that_is_owed_none(script: str, place: str) -> None:
    told: list[dict[str, Any]] = []
    table, _ = played(script)
    opening.shoe_deeds(told.append, lambda: table)["extra"]()
    assert [each["place"] for each in told] == [place]


def test_a_card_too_many_is_one_that_the_sabot_can_still_hold() -> None:
    table, _ = played(BANCO_OWED)
    sabot = Sabot(1).after_all(DECK[1:])
    told: list[dict[str, Any]] = []
    last = table._replace(play=table.play._replace(sabot=sabot))
    opening.shoe_deeds(told.append, lambda: last)["extra"]()
    assert told[0]["card"] == str(DECK[0])


def test_each_fault_of_the_panel_is_one_that_the_simulated_shoe_knows() -> None:
    from sabot.instruments.simulated.shoe import ACTS

    told: list[dict[str, Any]] = []
    table, _ = played(BANCO_OWED)
    for deed in opening.shoe_deeds(told.append, lambda: table).values():
        deed()
    assert {each["do"] for each in told} <= {*ACTS, "pull"}
    assert len(told) == 6
