"""A trainee deals at the table: the referee's own events judge him."""

from __future__ import annotations

from typing import Any

import pytest

from controller import table as tables
from controller.events import as_dict
from controller.rules import chemin_de_fer, punto_banco
from controller.script import read
from controller.training.at_table import DRILL, AtTable, Dealt, Watch
from controller.training.store import SchoolError
from controller.view import view
from tests.dashboard.views import BANCO_OWED, BANCO_STANDS, FAUX_TIRAGE, observation


def dealt(script: str, *, seconds: float = 1.0) -> tuple[list[Dealt], Watch]:
    """What a trainee did who dealt this, an act each second."""
    watch, done, at_s = Watch(), [], 100.0
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for token in script.split():
        table, events = tables.step(table, observation(token))
        done += watch.take(view(table), [as_dict(event) for event in events], at_s)
        at_s += seconds
    return done, watch


def test_a_coup_without_fault_counts_for_its_cells() -> None:
    """Punto 5 drew a two; banco has 7 and stood."""
    done, watch = dealt(BANCO_STANDS + " end")
    assert done == [
        Dealt(DRILL, "coup", True, 5.0),
        Dealt("tirage-punto", "5", True, 1.0),
        Dealt("tirage-banco", "7/2", True, 0.0),
    ]
    assert watch.coups[0].faults == ()


def test_a_third_card_is_timed_from_when_it_was_owed() -> None:
    done, _ = dealt(BANCO_OWED + " 5D end", seconds=2.0)
    assert done[2] == Dealt("tirage-banco", "4/6", True, 2.0)


def test_a_card_too_many_counts_against_its_cell() -> None:
    done, watch = dealt(FAUX_TIRAGE + " end")
    assert Dealt(DRILL, "coup", False, 6.0) in done
    assert Dealt(DRILL, "faux-tirage", False) in done
    assert Dealt("tirage-banco", "7/2", False, 0.0) in done
    assert Dealt("tirage-punto", "5", True, 1.0) in done
    assert watch.coups[0].faults == ("the banker drew: banco has 7 against a 2 and stands",)


def test_a_natural_asks_nothing_of_the_tableau() -> None:
    done, _ = dealt("rnvp 8C 4S KD KH end")
    assert [each.drill for each in done] == [DRILL]


@pytest.mark.parametrize(
    ("game", "script", "cells"),
    [
        (punto_banco, "rnvp 8C ?? undo 4S KD KH end", []),
        (chemin_de_fer, "say banque 1 16\nbet ponte 5 3\nrnvp 6C 3D TH KS\nsay ponte carte\nbanque:4C end",
         [("tirage-ponte", "6", True), ("tirage-banque", "3/-", True)]),
    ],
)  # fmt: skip
def test_what_the_instruments_or_a_player_do_is_not_held_against_the_hand_that_deals(
    game: Any, script: str, cells: list[Any]
) -> None:
    """A card that nobody could read; a ponte who asks for a card on 6, and is given none."""
    watch, table, faults, done = Watch(), tables.opened(game, game.Options(close="croupier")), 0, []
    for seen in read(script.splitlines(), game, table.play.options):
        table, events = tables.step(table, seen)
        plain = [as_dict(event) for event in events]
        faults += sum(event["event"] == "fault" for event in plain)
        done += watch.take(view(table), plain, 0.0)
    assert faults > 0
    assert [(each.drill, each.cell, each.right) for each in done] == [(DRILL, "coup", True), *cells]


def test_the_next_coup_begins_anew() -> None:
    done, watch = dealt((FAUX_TIRAGE + " end ") + BANCO_STANDS + " end")
    assert [each.right for each in done if each.cell == "coup"] == [False, True]
    assert [len(coup.faults) for coup in watch.coups] == [1, 0]


def at_table(kept: list[Any]) -> AtTable:
    return AtTable(keep=lambda trainee, each: kept.append((trainee, each)))


def saw(at: AtTable, script: str) -> None:
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for nth, token in enumerate(script.split()):
        table, events = tables.step(table, observation(token))
        at.saw(view(table), [as_dict(event) for event in events], float(nth))


@pytest.mark.parametrize(("mode", "counted"), [("off", 0), ("silent", 3), ("coach", 3)])
def test_only_while_a_trainee_is_seated_anything_is_kept(mode: str, counted: int) -> None:
    kept: list[Any] = []
    at = at_table(kept)
    saw(at, BANCO_STANDS + " end")
    assert kept == []
    at.seat(mode, 4)
    assert at.shown == {"training": mode}
    saw(at, BANCO_STANDS + " end")
    assert len(kept) == counted
    assert {who for who, _ in kept} <= {4}


def test_a_fault_is_made_where_there_is_a_simulated_table_only() -> None:
    at, made = at_table([]), []
    with pytest.raises(SchoolError):
        at.make("unread")
    at.deeds = {"unread": lambda: made.append("unread")}
    at.make("unread")
    assert made == at.state()["deeds"] == ["unread"]
    with pytest.raises(SchoolError):
        at.seat("loud", 1)
