"""The simulated croupier at a roulette: a game is played at once where no instrument is attached."""

import random

import pytest

from sabot.app.assemble import running
from sabot.config import read
from sabot.core.observations import Acknowledged, BallSeen, CoupEnded, Staked, WheelFault
from sabot.core.shapes.view import ResultShown
from sabot.core.table import opened, step
from sabot.games.register import GAMES
from sabot.simulation.croupier import Croupier
from sabot.simulation.wheel_croupier import WheelCroupier

TABLE = '[table]\ngame = "roulette"\n[dashboard]\nport = 0\nstreams = 4\n[simulation]\nseconds_per_card = 0\n'


def deeds(*seen):
    """What the croupier would do at this table."""
    table = opened(GAMES["roulette"])
    for each in seen:
        table, _ = step(table, each)
    croupier = WheelCroupier.__new__(WheelCroupier)
    croupier._rng, croupier._table = random.Random(1), lambda: table
    return [deed.does for deed in croupier.deeds(table)]


def test_a_croupier_lays_stakes_and_then_spins():
    *stakes, spin = deeds()
    assert len(stakes) >= 2
    assert all(isinstance(each, Staked) for each in stakes)
    assert spin == {"do": "spin"}


def test_a_croupier_closes_a_coup_that_the_ball_has_decided():
    assert deeds(BallSeen("17")) == [CoupEnded()]


def test_a_croupier_answers_a_fault_of_the_wheel_by_its_name_and_spins_again_with_the_stakes_that_lie():
    lies = (Staked("rouge", 1000, 1), WheelFault("ball-out", "the ball left the wheel"))
    assert deeds(*lies) == [Acknowledged(by="croupier", fault="ball-out")]
    assert deeds(*lies, Acknowledged(fault="ball-out")) == [{"do": "spin"}]


class Looks:
    """A subscription in which nothing happens."""

    closed = False

    def get(self, seconds):
        raise AssertionError("nothing was commanded, so nothing is waited for")


@pytest.mark.parametrize("kind", [Croupier, WheelCroupier])
def test_what_no_instrument_hears_is_not_waited_for(kind, monkeypatch):
    monkeypatch.setattr("sabot.simulation.croupier.SEEN_WITHIN_S", 0.0)
    table = opened(GAMES["roulette"])
    croupier = kind(None, None, table=lambda: table, tell=lambda _: False, beat_s=0, rng=None)
    croupier._deal({"do": "spin"}, Looks())


@pytest.mark.process
@pytest.mark.parametrize("pockets", ["37", "39"])
def test_a_roulette_without_instruments_is_played_at_once(tmp_path, pockets):
    text = f'{TABLE}[journal]\npath = "{tmp_path}/j.sqlite3"\n[rules.roulette]\npockets = {pockets}\n'
    with running(read(text)) as table, table.feed.subscribe() as looks:
        results: list[ResultShown] = []
        while len(results) < 3:
            look = looks.get(60)
            assert look is not None, "the wheel stood still"
            results = look.view["results"]
        assert table.simulated
        assert table.readers[0].status()["role"] == "wheel"
    assert all(0 <= int(result["number"]) <= 36 for result in results)
