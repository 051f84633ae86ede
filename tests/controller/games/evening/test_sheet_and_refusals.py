"""The score sheet of an evening, and refusals that the next act answers for."""

from __future__ import annotations

from typing import Any

from sabot.core.observations import SabotOpened, Said, Undone
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from tests.controller.games.evening.test_evening import ONE_TRICK
from tests.controller.games.nap.table import HANDS, kinds, played

WON = {"1": "-0.10", "2": "0.30", "3": "-0.10", "4": "-0.10"}


def sheet(table: Table) -> list[Any]:
    """The deals on the score sheet."""
    return [*view(table)["spread"]["sheet"]]


def said(table: Table, *acts: str) -> Table:
    """The table after these acts."""
    for act in acts:
        table, _ = step(table, Said(act))
    return table


def refusals(table: Table) -> list[bool]:
    """Each open fault: whether its act changed nothing."""
    return [fault.get("refused", False) for fault in view(table)["faults"]]


def test_a_deal_that_is_over_stands_on_the_sheet_and_stays_there() -> None:
    table, _ = played(HANDS)
    assert sheet(table) == []
    table, _ = played(ONE_TRICK)
    assert sheet(table) == [{"deal": 1, "money": WON, "points": {}}]
    assert sheet(said(table, "deal")) == sheet(table)


def test_the_sheet_has_each_deal_in_its_order() -> None:
    table, _ = played(ONE_TRICK)
    table = said(table, "deal", "bid 3 1", "bid 4 pass", "bid 1 pass", "bid 2 pass")
    table = said(table, "play 3 9C", "play 4 3C", "play 1 4C", "play 2 5C")
    assert [deal["deal"] for deal in sheet(table)] == [1, 2]
    assert sheet(table)[1]["money"]["3"] == "0.30"


def test_a_deal_that_is_taken_back_or_annulled_is_not_on_the_sheet() -> None:
    table, _ = played(ONE_TRICK)
    back, _ = step(table, Undone())
    assert sheet(back) == []
    assert sheet(said(table, "deal", "annule maldonne")) == sheet(table)


def test_a_new_pack_and_a_player_who_sits_down_leave_the_sheet_as_it_is() -> None:
    table, _ = played(ONE_TRICK)
    packed, _ = step(table, SabotOpened())
    assert sheet(packed) == sheet(table)
    assert sheet(said(packed, "sit 5", "sit 6")) == sheet(table)


def test_chips_that_are_bought_are_no_winnings() -> None:
    table, _ = played("sit 1 5\nsit 2 5\nsit 3 5\nsit 4 5\n" + ONE_TRICK)
    assert sheet(table)[0]["money"] == WON


def test_points_stand_on_the_sheet_where_the_game_counts_them() -> None:
    game = GAMES["rikken"]
    lot = said(opened(game, game.Options()), "deal", "bid 2 misere", "bid 3 pas", "bid 4 pas", "bid 1 pas")
    lot = said(lot, "play 2 AC", "play 3 2C", "play 4 3C", "play 1 4C")
    assert sheet(lot)[0]["points"] == {"1": 3, "2": -9, "3": 3, "4": 3}


def test_an_act_that_changed_nothing_is_a_refusal_until_the_next_one_is_taken() -> None:
    table = said(played("deal")[0], "bid 3 1")
    assert refusals(table) == [True]
    table = said(table, "bid 4 1")
    assert refusals(table) == [True, True]
    assert refusals(said(table, "bid 2 1")) == []


def test_the_same_wrong_act_once_more_does_not_answer_for_itself() -> None:
    table = said(played("deal")[0], "bid 3 1", "bid 3 1")
    assert refusals(table) == [True] * len(refusals(table)) != []


def test_an_act_that_opens_no_deal_is_a_refusal_too() -> None:
    table, lines = played("play 2 8C")
    assert kinds(lines) == ["wrong-order"]
    assert refusals(table) == [True]
    assert refusals(said(table, "deal")) == []


def test_a_fault_that_was_found_in_what_was_played_stays_open() -> None:
    table = said(played("deal")[0], "bid 2 1", "bid 3 2", "bid 4 pass", "bid 1 pass")
    table = said(
        table, "play 3 8C", "play 4 9H", "play 1 TC", "play 2 2C", "play 1 3C", "play 2 4C", "play 3 5C"
    )
    table = said(table, "play 2 9D", "play 4 9C")
    assert [fault["kind"] for fault in view(table)["faults"]] == ["revoke"]
    assert refusals(table) == [False]
