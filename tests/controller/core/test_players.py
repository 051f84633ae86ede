"""Who plays this evening: the notice that fewer do than the game is for, over a whole evening."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sabot.core import observations
from sabot.core.events import as_dict
from sabot.core.observations import Noted, Said, Undone
from sabot.core.play.seated import seats
from sabot.core.script import read
from sabot.core.table import CHAPTERS_KEPT, Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import COUPS_BACK, opening, remembered, reopened
from tests.controller.dealing import dealt

GAME = "chemin-de-fer"
EN_CARTES = "9C 9D JS KH"
FIVE = "say banque 1 50\n" + "\n".join(f"bet ponte 1 {seat}" for seat in (2, 3, 4, 5))


def went_on(table: Table, script: str) -> Table:
    play = table.play
    for act in read(script.splitlines(), play.game, play.options):
        table, _ = step(table, act)
    return table


def quiet_coups(count: int) -> str:
    """Coups that nobody names a seat in: the stakes that stayed play them."""
    return f"{EN_CARTES} end\n" * count


def counted(table: Table) -> list[object]:
    return [each["values"] for each in view(table)["notices"]]


def test_a_player_of_an_early_coup_counts_when_that_coup_can_no_longer_be_taken_back() -> None:
    table, _ = dealt(GAME, f"{FIVE}\n{quiet_coups(CHAPTERS_KEPT + 5)}", decks="12", min_cards="6")
    assert table.play.number > CHAPTERS_KEPT
    assert seats(table) == {"1", "2", "3", "4", "5"}
    assert counted(went_on(table, "rnvp")) == []


def test_who_played_in_earlier_coups_is_not_looked_for_where_there_are_players_enough() -> None:
    table = went_on(dealt(GAME, f"{FIVE}\n{quiet_coups(1)}")[0], "bet ponte 1 7\nrnvp")
    assert seats(table) == {"1", "2", "3", "4", "5", "7"}
    assert seats(table, enough=1) == {"7"}
    assert seats(table, enough=2) == seats(table, enough=9) == seats(table)


def test_a_player_whose_act_was_taken_back_does_not_count() -> None:
    table, _ = dealt(GAME, f"{FIVE}")
    assert counted(went_on(table, "rnvp")) == []
    table, _ = step(table, Undone())
    assert counted(went_on(table, "rnvp")) == [{"n": 4, "m": 5}]


@pytest.mark.parametrize("coups", [1, CHAPTERS_KEPT + 5])
def test_an_evening_ends_when_the_table_is_closed(coups: int) -> None:
    table, _ = dealt(GAME, f"{FIVE}\n{quiet_coups(coups)}", decks="12")
    for what in ("table-closed", "table-closed", "table-opened"):
        table, _ = step(table, Noted(what))
        assert seats(table) == frozenset()
    table = went_on(table, f"bet ponte 1 3\n{quiet_coups(CHAPTERS_KEPT + 5)}bet ponte 1 4\nrnvp")
    assert counted(table) == [{"n": 2, "m": 5}]


def test_opening_a_table_that_is_open_forgets_nobody() -> None:
    table, _ = step(dealt(GAME, FIVE)[0], Noted("table-opened"))
    assert len(seats(table)) == 5


def test_a_restart_knows_who_played_before_the_new_sabot_from_which_it_begins(tmp_path: Path) -> None:
    """A journal is folded from a new sabot on: who played before it stands with it."""
    early, _ = dealt(GAME, f"{FIVE}\n{EN_CARTES} end new", decks="12")
    body = json.loads(json.dumps(opening(early)))
    assert body["players"] == ["1", "2", "3", "4", "5"]
    assert seats(reopened(body)) == seats(early)
    with Journal(tmp_path / "journal") as journal:
        journal.append([Entry("opening", opening(opened(early.play.game)))])
        journal.append([Entry("taille", body, 0)])
        table, entries = reopened(body), []
        for act in read([f"{EN_CARTES} end new"] * (COUPS_BACK + 1), table.play.game, table.play.options):
            table, events = step(table, act)
            number = table.play.number
            entries.append(Entry("observation", observations.as_dict(act), number))
            entries += [Entry("event", as_dict(event), number) for event in events]
        journal.append(entries)
    known = remembered(tmp_path / "journal")
    assert known is not None
    assert seats(known) == {"1", "2", "3", "4", "5"}


def test_an_older_opening_knows_no_players() -> None:
    body = opening(opened(GAMES[GAME]))
    del body["players"]
    assert seats(reopened(body)) == frozenset()


def test_a_game_for_any_number_of_players_does_not_write_them_down() -> None:
    assert "players" not in opening(dealt("punto-banco", "bet punto 5 1")[0])


def test_a_word_without_a_seat_names_nobody() -> None:
    table, _ = step(opened(GAMES[GAME]), Said("ponte carte"))
    assert seats(table) == frozenset()
