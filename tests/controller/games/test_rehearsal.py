"""The rehearsal: random coups with faults at known places. `sabot bench rehearsal` deals a million of each
game; here it is two thousand, and ten thousand in `make soak`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sabot.bench import rehearsal as bench_rehearsal
from sabot.bench.rehearsal import Shift, measure, rehearsal_of, rehearsed, rehearsed_games
from sabot.core.events import FaultFound
from sabot.core.observations import BetsClosed, CardSeen, CoupEnded
from sabot.core.table import opened, step
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco import rehearsal
from sabot.games.punto_banco.options import Options
from sabot.games.punto_banco.rehearsal import Deal, shift
from sabot.games.punto_banco.tirage import tirage
from sabot.games.register import GAMES

pytestmark = pytest.mark.no_cover

COUPS = 10_000 if os.environ.get("SABOT_SOAK") else 2_000
KINDS = {"punto-banco": 6, "roulette": 2, "trente-et-quarante": 6, "chemin-de-fer": 5, "baccarat-banque": 5}
"""How many kinds of faults are made at each game."""


def test_every_game_of_the_casino_is_rehearsed() -> None:
    casino = {"punto-banco", "chemin-de-fer", "baccarat-banque", "trente-et-quarante", "roulette"}
    assert set(rehearsed_games()) == casino


@pytest.mark.slow
@pytest.mark.parametrize("game", rehearsed_games())
def test_every_fault_of_thousands_of_coups_is_found_at_its_act_and_none_is_invented(game: str) -> None:
    verdict = rehearsed(Shift(game, COUPS, seed=20))
    assert verdict.injected.total() > COUPS / 10
    assert len(verdict.injected) == KINDS[game]
    assert (verdict.found, verdict.invented, verdict.otherwise) == (verdict.injected, 0, ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("baccarat-banque", {"ponte_five": "draw", "rnvp": "required"}),
        ("baccarat-banque", {"close": "croupier", "decks": 1}),
        ("baccarat-banque", {"fin": False, "decks": 4, "seats": 3}),
        ("chemin-de-fer", {"close": "croupier", "rnvp": "required", "direction": "left"}),
        ("chemin-de-fer", {"ponte_five": "draw", "seats": 5, "decks": 1, "banker_peeks_first": True}),
        ("chemin-de-fer", {"pass_offer": "auction", "decks": 4, "may_refuse": True}),
        ("roulette", {"pockets": 38, "zero_rule": "prison", "close": "croupier"}),
        ("roulette", {"pockets": 39, "minimum": 5_00, "maximum": 1000_00}),
        ("trente-et-quarante", {"close": "croupier"}),
        ("trente-et-quarante", {"close": "croupier", "faux_tirage": "next", "decks": 2, "half_rest": "play"}),
    ],
)
def test_every_fault_of_a_thousand_coups_is_found_in_every_kind_of_house(
    game: str, options: dict[str, Any]
) -> None:
    dealer = rehearsal_of(game)
    chosen = replace(dealer.HOUSE, **options)
    table, made = opened(GAMES[game], chosen), 0
    for act, kind in dealer.shift(Random(7), coups=1_000, faults=0.4, options=chosen):
        table, events = step(table, act)
        found = [event.fault.kind for event in events if type(event) is FaultFound]
        assert found == ([kind] if kind else []), (table.play.number, act)
        made += kind is not None
    assert made > 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        Options(minimum=1_00, maximum=5000_00, rnvp="required"),
        Options(minimum=1_00, maximum=5000_00, rnvp="required", close="croupier", decks=1),
        Options(minimum=1_00, maximum=5000_00, pairs=True, decks=2, after_cut=0),
    ],
    ids=["no card before rien ne va plus", "one pack, closed by the croupier", "closed by the next card"],
)
def test_punto_banco_is_rehearsed_in_every_kind_of_house(options: Options) -> None:
    table, made = opened(punto_banco, options), set[str | None]()
    for observation, kind in shift(Random(7), coups=2_000, faults=0.5, options=options):
        table, events = step(table, observation)
        found = [event.fault.kind for event in events if type(event) is FaultFound]
        assert found == ([kind] if kind else []), observation
        made.add(kind)
    assert {"misplaced-card", "unread-card", "faux-tirage", "wrong-order", "wrong-announcement"} <= made
    assert ("early-card" in made) is (options.rnvp == "required")


def test_the_dealer_of_the_rehearsal_goes_by_the_tableau_of_the_book() -> None:
    """The dealer's own table and the referee's, for every two totals and third card."""
    for punto in range(10):
        for banco in range(10):
            for third in range(10):
                deal = Deal()
                deal.values = {"punto": [punto, 0], "banco": [banco, 0]}
                owed = tirage((punto, 0), (banco, 0))
                assert deal.turn() == (owed and owed.to)
                if deal.turn() == "punto":
                    deal.values["punto"].append(third)
                    owed = tirage((punto, 0, third), (banco, 0))
                    assert deal.turn() == (owed and owed.to)


def test_a_shift_is_the_same_each_time_it_is_dealt() -> None:
    assert list(shift(Random(3), coups=50, faults=0.5)) == list(shift(Random(3), coups=50, faults=0.5))


# --- what is measured ----------------------------------------------------------------------------------


class Forged:
    """A rehearsal that calls a lawful act a fault, and says nothing of one that is."""

    HOUSE = Options(close="croupier")

    @staticmethod
    def shift(rng: Random, *, coups: int, faults: float) -> Iterator[tuple[Any, str | None]]:
        yield BetsClosed(), "wrong-order"
        yield BetsClosed(), None
        yield CardSeen(None), "misplaced-card"
        yield CoupEnded(), "unread-card"


def test_a_fault_that_is_missed_and_one_that_is_invented_are_both_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_rehearsal, "rehearsal_of", lambda game: Forged)
    verdict = rehearsed(Shift("punto-banco", 1, 1))
    assert verdict.injected == {"wrong-order": 1, "misplaced-card": 1, "unread-card": 1}
    assert verdict.found == {"unread-card": 1}
    assert verdict.invented == 2
    assert len(verdict.otherwise) == 3


def test_the_bench_tells_what_was_injected_found_and_invented() -> None:
    told = measure(2_000, games=("roulette",))["roulette"]
    assert told["coups"] == 2_000
    assert told["injected"] == told["found"] == sum(told["injected_by_kind"].values()) > 200
    assert (told["invented"], told["missed_by_kind"]) == (0, {})


@pytest.mark.slow
def test_the_bench_deals_on_every_core_what_it_deals_on_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_rehearsal, "SHIFT_COUPS", 500)
    many = measure(1_500, games=("punto-banco",))["punto-banco"]
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0})
    one = measure(1_500, games=("punto-banco",))["punto-banco"]
    assert isinstance(many, dict) and isinstance(one, dict)
    assert many | {"seconds": 0} == one | {"seconds": 0}


def test_houses_of_the_rehearsals_put_cards_too_many_aside() -> None:
    assert rehearsal.HOUSE.faux_tirage in ("burn", "hold")
