"""The parts of the panel at a table: which are fitted, who has them, and until when
(controller/sabot/live/outputs/fitted.py)."""

from __future__ import annotations

from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from sabot.config import read
from sabot.core.observations import ButtonPressed, DeviceFound, Perceived
from sabot.instruments.panel import pins
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.outputs import fitted

ON = '[panel]\nuse = "on"\nfactory = "mock"\n'


class Made:
    """A panel or a lamp on no pins, and what was done with it."""

    def __init__(self, wiring: Any, *given: Any, **named: Any) -> None:
        self.wiring, self.given, self.named = wiring, given, named
        self.done: list[str] = []

    def start(self) -> None:
        self.done.append("started")

    def stop(self) -> None:
        self.done.append("stopped")


@pytest.fixture
def made(monkeypatch) -> list[Made]:
    """The panels and lamps of a test."""
    found: list[Made] = []

    def make(*given: Any, **named: Any) -> Made:
        found.append(Made(*given, **named))
        return found[-1]

    for name in ("Panel", "Lamp"):
        monkeypatch.setattr(fitted, name, make)
    return found


def test_the_buttons_work_from_now_until_the_table_closes(made):
    inbox = Inbox(wall_ns=lambda: 7, monotonic_ns=lambda: 3)
    text = ON + "debounce_ms = 20\nhold_ms = 900\nstuck_s = 12\n"
    with ExitStack() as parts:
        fitted.panel(read(text), inbox, parts, is_chefs=lambda act: act == "annul")
        (panel,) = made
        assert panel.done == ["started"]
        assert panel.wiring == {"deal": 17, "rnvp": 27, "end": 22, "undo": 23, "supervisor": 24}
        assert tuple(panel.named["timing"]) == (20, 900, 12)
        assert panel.named["factory"]()[0] == "mock"
        assert panel.named["is_chefs"]("annul")
    assert panel.done == ["started", "stopped"]


def test_a_push_is_a_person_s_and_the_panel_itself_an_instrument(made):
    inbox = Inbox(wall_ns=lambda: 7, monotonic_ns=lambda: 3)
    with ExitStack() as parts:
        fitted.panel(read(ON), inbox, parts, is_chefs=lambda act: False)
    (put,) = made[0].given
    for seen in (ButtonPressed("deal"), DeviceFound("panel", "gpiozero", "mock")):
        put(seen)
    push, found = inbox.take(0)
    assert (push.perceived, push.pressed, push.role) == (
        Perceived(ButtonPressed("deal"), 7, 3),
        True,
        "panel",
    )
    assert (found.perceived.wall_ns, found.pressed, found.role) == (7, False, "panel")


def test_the_lamp_listens_from_now_until_the_table_closes(made):
    feed: Any = SimpleNamespace(silent_s=4.0)
    with ExitStack() as parts:
        (lamp,) = fitted.lamps(read(ON), feed, parts)
        assert made == [lamp]
        assert made[0].done == ["started"]
        assert made[0].wiring == {"lamp_red": 5, "lamp_green": 6, "lamp_blue": 13, "buzzer": 19}
        assert made[0].named["silent_s"]() == 4.0
        assert made[0].named["factory"]()[0] == "mock"
    assert made[0].done == ["started", "stopped"]


def test_a_table_without_a_panel_has_neither_buttons_nor_lamp(made):
    with ExitStack() as parts:
        fitted.panel(read(""), Inbox(), parts, is_chefs=lambda act: False)
        assert fitted.lamps(read(""), Feed(), parts) == []
    assert made == []


def test_the_first_pin_has_number_0_and_what_is_not_fitted_minus_1():
    section = read(
        "[panel]\ndeal = 0\nrien_ne_va_plus = 1\nend_of_coup = -1\nlamp_red = 4\nbuzzer = -1\n"
    ).panel
    assert fitted.buttons(section) == {"deal": 0, "rnvp": 1, "undo": 23, "supervisor": 24}
    assert fitted.lights(section) == {"lamp_red": 4, "lamp_green": 6, "lamp_blue": 13}
    zero = read("[panel]\nlamp_red = 0\n").panel
    assert fitted.lights(zero)["lamp_red"] == 0


def test_the_wiring_is_told_with_buttons_lamp_and_buzzer():
    told = "deal 17, rnvp 27, end 22, undo 23, supervisor 24"
    assert fitted.wiring(read("").panel) == (
        f"{told}, lamp_red 5, lamp_green 6, lamp_blue 13, buzzer 19 (BCM)"
    )


def test_pins_that_were_tried_are_given_back(monkeypatch):
    closed = []
    factory = SimpleNamespace(close=lambda: closed.append("closed"))
    monkeypatch.setattr(pins, "factory", lambda name: (name, factory))
    assert fitted.tried(read(ON).panel) == "mock"
    assert closed == ["closed"]


@pytest.mark.parametrize(
    ("use", "is_a_pi", "is_installed", "asked", "wanted"),
    [
        ("on", False, False, True, True),
        ("auto", True, True, True, True),
        ("auto", True, False, True, False),
        ("auto", False, True, False, False),
        ("off", True, True, False, False),
    ],
)
def test_a_panel_is_wanted_where_it_is_on_or_where_a_pi_has_the_library(
    use: str, is_a_pi: bool, is_installed: bool, asked: bool, wanted: bool, monkeypatch
):
    monkeypatch.setattr(pins, "is_a_pi", lambda: is_a_pi)
    monkeypatch.setattr(pins, "is_installed", lambda: is_installed)
    section = read(f'[panel]\nuse = "{use}"\n').panel
    assert (fitted.is_asked(section), fitted.is_wanted(section)) == (asked, wanted)
    assert bool(fitted.offered(section)) is (use == "off" and is_a_pi)
