"""What outlives a taille: a bank, stakes in prison. A restart that begins in the middle knows them."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.bench.rehearsal import rehearsal_of, rehearsed_games
from sabot.core.observations import Acknowledged, CoupEnded, Observation, SabotOpened, Staked, WheelFault
from sabot.core.play import judgement
from sabot.core.reasons import Reason
from sabot.core.shapes.json import Plain, whole
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record import carry_over
from sabot.record import resume as resuming
from sabot.record.journal import Journal
from sabot.record.resume import begun, is_beginning, opening, remembered, reopened
from tests.controller.dealing import dealt
from tests.overheard import overheard


def evening(game: str, coups: int, seed: int, faults: float = 0.2, **house: Any) -> list[Observation]:
    rehearsal = rehearsal_of(game)
    return [act for act, _ in rehearsal.shift(Random(seed), coups=coups, faults=faults, **house)]


def house_of(game: str) -> Any:
    return rehearsal_of(game).HOUSE


@pytest.mark.parametrize("game", rehearsed_games())
@given(seed=st.integers(0, 10**6), coups=st.integers(1, 12))
def test_a_table_is_opened_again_with_all_that_it_carries_on(game, seed, coups):
    """From any moment at which a new sabot is opened."""
    table = opened(GAMES[game], house_of(game))
    for act in (*evening(game, coups, seed), SabotOpened()):
        table, _ = step(table, act)
    again = reopened(json.loads(json.dumps(opening(table))))
    assert again.play == table.play


def test_a_bank_of_chemin_de_fer_survives_the_reshuffle_and_the_restart_after_it() -> None:
    table, _ = dealt("chemin-de-fer", "say banque 3 50\nsay banco 5\n4C 9H TD TC\nend new", close="croupier")
    again = reopened(json.loads(json.dumps(opening(table))))
    assert again.play.coup.bank == table.play.coup.bank
    assert (again.play.coup.bank.seat, again.play.coup.bank.amount) == (3, 100_00)
    assert again.play.coup.bank.reshuffled


@pytest.mark.parametrize("plain", [{"bank": {"faro": 1}}, {"bank": 3}, {"faro": 1}, {"stakes": [{"x": 1}]}])
def test_what_is_no_coup_is_refused(plain):
    with pytest.raises((TypeError, ValueError, KeyError, AttributeError)):
        carry_over.read(GAMES["chemin-de-fer"], house_of("chemin-de-fer"), plain)


def kept(path: Any, game: str, options: Any, acts: list[Observation]) -> Table:
    """These acts at a live table, one transaction; the table after them."""
    inbox = Inbox()
    with Journal(path) as journal:
        beginning = begun(path, fresh=opened(GAMES[game], options), name="", wall_ns=1)
        journal.append(beginning.entries)
        loop = Loop(beginning.table, journal=journal, inbox=inbox, feed=Feed())
        for act in acts:
            inbox.put(act)
        while taken := inbox.take(0, most=2000):
            loop.keep(taken)
        return loop.table


COUPS = 90
"""A long evening where a table remembers as little as `remembers_little` says."""


@pytest.fixture
def remembers_little(monkeypatch):
    """A tenth of the coups that a table really goes back, and of the results that it shows."""
    monkeypatch.setattr(resuming, "COUPS_BACK", 16)
    monkeypatch.setattr(resuming, "COUPS_BETWEEN", 10)
    for module in (resuming, judgement):
        monkeypatch.setattr(module, "RESULTS_KEPT", 50)


@pytest.mark.usefixtures("remembers_little")
@pytest.mark.parametrize(
    ("game", "house"),
    [
        ("punto-banco", {"decks": 2}),
        ("chemin-de-fer", {"decks": 2}),
        ("baccarat-banque", {"decks": 2}),
        ("trente-et-quarante", {"decks": 2}),
        ("roulette", {"close": "croupier"}),
    ],
)
def test_a_long_evening_of_any_game_is_not_folded_from_its_beginning(game, house, tmp_path, monkeypatch):
    options = _with(house_of(game), **house)
    acts = evening(game, COUPS, 3, options=options)
    live = kept(tmp_path / "t.sqlite3", game, options, acts)
    starts: list[Plain] = []
    monkeypatch.setattr(resuming, "reopened", overheard(starts, reopened))
    again = remembered(tmp_path / "t.sqlite3")
    assert again is not None
    assert again.play == live.play
    assert 0 < whole(starts[-1]["coup"]) <= COUPS - resuming.COUPS_BACK


def _with(options: Any, **changed: Any) -> Any:
    return replace(options, **changed)


def test_no_fold_begins_where_a_fault_of_the_wheel_is_open() -> None:
    table = opened(GAMES["roulette"], _with(house_of("roulette"), close="croupier"))
    for act in evening("roulette", 100, 1, 0.0, options=table.play.options):
        table, _ = step(table, act)
    assert is_beginning(CoupEnded(), table)
    faulty, _ = step(table, WheelFault("silent"))
    assert not is_beginning(CoupEnded(), faulty)


def test_a_fault_of_the_wheel_is_carried_on_as_over_or_as_answered() -> None:
    """A fault that is over still waits for its answer; an answered one goes when it is over."""
    table = opened(GAMES["roulette"], house_of("roulette"))
    for act in (WheelFault("silent"), WheelFault("silent", since_ok=True), WheelFault("ball-out")):
        table, _ = step(table, act)
    table, _ = step(table, Acknowledged(fault="ball-out"))
    again = reopened(json.loads(json.dumps(opening(table))))
    assert [each[-2:] for each in again.room.wheel.faults] == [(True, False), (False, True)]


def test_an_open_fault_keeps_its_reason_and_one_of_an_older_journal_keeps_its_text() -> None:
    table = opened(GAMES["punto-banco"], _with(house_of("punto-banco"), maximum=100))
    table, _ = step(table, Staked("punto", 500))
    body = json.loads(json.dumps(opening(table)))
    assert reopened(body).play.taille.alerts == table.play.taille.alerts
    (kept,) = body["alerts"]
    assert kept["fault"]["because"] == "the largest stake at this table is 1.00"
    del kept["fault"]["reason"]
    (older,) = reopened(body).play.taille.alerts
    assert older.fault.because == Reason(kept["fault"]["because"])
