"""A roulette with a wheel at its line and a croupier at the buttons: what is announced, and when.

The wheel is the simulated one, byte for byte through its driver, at a clock of its own; the croupier presses
when the table asks for it. docs/wheel.md, docs/panel.md.
"""

from __future__ import annotations

import random

import pytest

from sabot.core import options as house
from sabot.core.events import Called, CoupDecided
from sabot.core.observations import ButtonPressed, Observation, Staked
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.instruments.registry import DRIVERS
from sabot.instruments.simulated.wheel import Wheel, voice

ROULETTE = GAMES["roulette"]
LIVE = house.read(ROULETTE.Options, [("close", "croupier")])
SLICE_S = 0.1


class Hall:
    """A table, its wheel, and what was announced at it."""

    def __init__(self, driver: str) -> None:
        rng = random.Random(3)
        self.wheel = Wheel(voice(driver, rng), rng=rng, idle=True)
        self.parser = DRIVERS[driver].made()
        self.table: Table = opened(ROULETTE, LIVE)
        self.said: list[str] = []
        self.now_s = 0.0
        self.parser.feed(self.wheel.plugged(0.0))

    def happens(self, observation: Observation) -> None:
        self.table, events = step(self.table, observation)
        self.said += [each.call.text for each in events if isinstance(each, Called)]
        self.said += ["="] * sum(isinstance(each, CoupDecided) for each in events)

    def turns(self, seconds: float, *, until: str = "") -> bool:
        """Time passes, until the wheel is in a phase; whether it got there."""
        ends_s = self.now_s + seconds
        while self.now_s < ends_s:
            self.now_s += SLICE_S
            seen = self.parser.feed(self.wheel.step(self.now_s))
            self.parser.settled(self.parser.mark)
            seen += self.parser.feed(self.wheel.hears(self.parser.replies(), self.now_s))
            for each in seen:
                self.happens(each)
            if until and any(getattr(each, "phase", "") == until for each in seen):
                return True
        return False


@pytest.fixture(params=["cammegh", "sabot-wheel"])
def hall(request):
    return Hall(request.param)


def test_a_coup_with_a_wheel_and_the_buttons_of_the_panel_is_announced_in_its_order(hall):
    hall.happens(Staked("rouge", 1000, 1))
    hall.wheel.obey({"do": "spin", "number": "17"}, hall.now_s)
    assert hall.turns(60, until="rnvp-due"), "the wheel never asked for rien ne va plus"
    assert "Rien ne va plus" not in hall.said, "the wheel asks for it, the croupier calls it"
    hall.happens(ButtonPressed("rnvp"))
    assert view(hall.table)["phase"] == "bets-closed"
    assert hall.turns(120, until="at-rest")
    hall.turns(1)
    assert view(hall.table)["phase"] == "decided"
    hall.happens(ButtonPressed("end"))
    assert [each for each in hall.said if each != "Faites vos jeux"] == [
        "Rien ne va plus",
        "Dix-sept, noir, impair et manque",
        "=",
    ]
    assert hall.said[-1] == "Faites vos jeux"
    assert not hall.table.play.taille.alerts


def test_a_spin_that_is_none_decides_nothing_and_the_stakes_lie_for_the_next(hall):
    hall.happens(Staked("rouge", 1000, 1))
    hall.wheel.obey({"do": "spin", "wrong": "ball-out"}, hall.now_s)
    hall.turns(200)
    assert [each.name for each in hall.table.room.wheel.faults if not each.answered]
    assert "=" not in hall.said
    assert [each.where for each in hall.table.play.coup.stakes] == ["rouge"]
