"""The school at a table that runs: told of every coup, given the faults of a simulated shoe, never in the
way of the game."""

from __future__ import annotations

import logging
import threading
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sabot.config import read
from sabot.core import table as tables
from sabot.core.cards import DECK, Sabot
from sabot.core.observations import BetsClosed, CoupEnded, SabotOpened
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco
from sabot.live.feed import Feed
from sabot.school import opening
from sabot.school.at_table import AtTable
from sabot.school.store import SchoolError, beside
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


@pytest.mark.parametrize(
    ("script", "close", "place"),
    [
        ("", "croupier", None),
        ("rnvp 2C", "croupier", None),
        (BANCO_OWED, "croupier", None),
        (BANCO_OWED + " 5D", "croupier", "banco"),
        ("", "auto", "banco"),
        (BANCO_OWED, "auto", "punto"),
    ],
)
def test_a_card_too_many_waits_for_the_hand_at_which_it_is_one_fault(
    script: str, close: str, place: str | None
) -> None:
    """Before a coup, after its first card, with a card owed, and decided. Where the next card closes a coup,
    it goes at once to a hand that is owed none."""
    table, _ = played(script, close=close)
    command = opening.card_too_many(table, Random(1))
    assert (command and command["place"]) == place


def test_a_card_too_many_is_one_that_the_sabot_can_still_hold() -> None:
    table, _ = played(BANCO_OWED + " 5D")
    sabot = Sabot(1).after_all(DECK[1:])
    command = opening.card_too_many(table._replace(play=table.play._replace(sabot=sabot)), Random(1))
    assert command is not None
    assert command["card"] == str(DECK[0])


class Dealer:
    """One who deals, and writes down what they are asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def draw(self, place: str) -> None:
        self.asked.append(place)

    def lay_too_many(self) -> None:
        self.asked.append("extra")


@pytest.mark.parametrize(
    ("places", "hands"), [(("punto", "banco"), ["draw punto", "draw banco"]), ((), ["spin"])]
)
def test_at_a_simulated_table_a_trainee_deals_by_touch(places: tuple[str, ...], hands: list[str]) -> None:
    told: list[dict[str, Any]] = []
    put: list[Any] = []
    at, dealer = AtTable(keep=lambda _who, _dealt: None), Dealer()
    opening.simulated(at, dealer, told.append, put.append, places=places)
    with pytest.raises(SchoolError):
        at.do("end")  # nobody is seated
    at.seat("silent", 1)
    assert at.state()["hands"] == [*hands, "rnvp", "end", "new-sabot"]
    for hand in (*hands, "rnvp", "end", "new-sabot"):
        at.do(hand)
    assert put == [BetsClosed(), CoupEnded(), SabotOpened()]
    assert (dealer.asked, told) == ([*places], [] if places else [{"do": "spin"}])
    with pytest.raises(SchoolError):
        at.do("jump")


def test_each_fault_of_the_panel_is_one_that_the_simulated_shoe_knows() -> None:
    from sabot.instruments.simulated.shoe import ACTS

    told: list[dict[str, Any]] = []
    dealer = Dealer()
    for deed in opening.shoe_deeds(told.append, dealer.lay_too_many).values():
        deed()
    assert {each["do"] for each in told} <= {*ACTS, "pull"}
    assert (len(told), dealer.asked) == (5, ["extra"])
