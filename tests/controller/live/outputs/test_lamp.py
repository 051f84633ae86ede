"""Lamp and buzzer: what they show of a table, and that a lamp which cannot be driven holds nothing up.

docs/panel.md. The pins are gpiozero's own mock ones: no hardware.
"""

from __future__ import annotations

import pytest

from sabot.app.assemble import running
from sabot.config import ConfigError, read
from sabot.core import options as house
from sabot.core import script
from sabot.core.observations import Acknowledged, ButtonPressed, DeviceLost, WheelFault
from sabot.core.reasons import Reason, as_dict
from sabot.core.shapes.view import View
from sabot.core.table import opened, resumed, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.instruments.panel import pins
from sabot.live.outputs import fitted
from sabot.live.outputs.lamp import Lamp
from sabot.live.outputs.signals import ALARM, NEVER, SIGNALS, STANDSTILL, signal
from sabot.system import doctor

GAME = GAMES["punto-banco"]
LIVE = house.read(GAME.Options, [("close", "croupier")])


def table(text: str, *more):
    """A punto banco table after these tokens and observations."""
    now = opened(GAME, LIVE)
    for each in (*script.read(text.splitlines(), GAME, LIVE), *more):
        now, _ = step(now, getattr(each, "observation", each))
    return now


def shown(now) -> View:
    return view(now) | {"halted": None}


def state(text: str, *more) -> str:
    return signal(shown(table(text, *more))).state


def test_the_lamp_follows_the_coup():
    assert state("") == "idle"
    assert state("bet punto 10") == "betting"
    assert state("bet punto 10\nrnvp") == "dealing"
    assert state("8C KD") == "dealing"
    assert state("8C KD KH 6S") == "decided"


def test_what_is_in_dispute_comes_before_all_and_sounds_until_it_is_answered_for():
    disputed = shown(table("8C KD KH 6S 2C", DeviceLost("sabot", "cable")))
    assert (signal(disputed).state, signal(disputed).buzzer) == ("fault", ALARM)
    answered = shown(table("8C KD KH 6S 2C", Acknowledged(by="chef")))
    assert (signal(answered).state, signal(answered).buzzer) == ("decided", NEVER)


def test_an_act_that_was_merely_refused_sounds_once():
    refused = signal(shown(table("end")))
    assert (refused.state, refused.beep, refused.buzzer) == ("refused", True, NEVER)


def test_a_fault_of_the_wheel_a_halted_record_a_lost_instrument_and_a_call_each_have_their_signal():
    assert state("", WheelFault("ball-out")) == "fault"
    assert signal(shown(table("")) | {"halted": as_dict(Reason("no space"))}).state == "fault"
    assert state("", DeviceLost("sabot", "cable")) == "instrument-lost"
    assert state("", ButtonPressed("supervisor")) == "supervisor"
    assert signal(shown(resumed(table("8C KD")))).state == "check"


def test_no_two_states_look_alike_and_none_flashes_more_than_three_times_a_second():
    """WCAG 2.2, 2.3.1. Red and green look the same to one man in twelve: rhythm tells them apart."""
    signals = [each for each, _ in SIGNALS] + [STANDSTILL]
    assert len({(each.colour, each.rhythm) for each in signals}) == len(signals)
    assert all(each.rhythm.of_ms >= 334 for each in signals)
    pressing = {each.rhythm for each in signals if "r" in each.colour and each.colour != "rgb"}
    assert not pressing & {each.rhythm for each in signals if each.colour == "g"}


# --- at the pins ------------------------------------------------------------------------------------

WIRING = {"lamp_red": 5, "lamp_green": 6, "lamp_blue": 13, "buzzer": 19}


class Shining:
    """A lamp on mock pins, driven by hand."""

    def __init__(self) -> None:
        self.pins, self.now_s, self.silent_s = pins.factory("mock")[1], 0.0, 0.0
        self.factory = lambda: ("mock", self.pins)
        self.lamp = Lamp(
            WIRING,
            factory=lambda: self.factory(),
            silent_s=lambda: self.silent_s,
            monotonic_s=lambda: self.now_s,
        )

    def lit(self, *, after_s: float = 0.0) -> str:
        """The parts that are lit, as letters; `!` for the buzzer."""
        self.now_s += after_s
        assert self.lamp.show()
        return "".join(
            letter for pin, letter in ((5, "r"), (6, "g"), (13, "b"), (19, "!")) if self.pins.pin(pin).state
        )


def test_the_pins_follow_the_table_in_colour_and_rhythm():
    hall = Shining()
    assert hall.lit() == ""
    hall.lamp.publish(1, shown(table("bet punto 10")))
    assert hall.lit() == hall.lit(after_s=0.7) == "g"
    hall.lamp.publish(2, shown(table("")))
    assert hall.lit(after_s=5.0) == "g"
    assert hall.lit(after_s=0.2) == ""


def test_a_fault_blinks_red_and_sounds_again_and_again():
    hall = Shining()
    hall.lamp.publish(1, shown(table("8C KD KH 6S 2C")))
    seen = [hall.lit(after_s=0.0625 if number else 0.0) for number in range(48)]
    assert {"r!", "r", ""} == set(seen)
    assert seen[:16] == seen[16:32] == seen[32:]


def test_a_table_that_no_longer_turns_never_leaves_the_lamp_on_green():
    hall = Shining()
    hall.lamp.publish(1, shown(table("bet punto 10")))
    assert hall.lit() == "g"
    hall.silent_s = 6.0
    assert hall.lit() == "r!"


def test_a_lamp_that_cannot_be_driven_raises_nothing_is_named_once_and_comes_back(caplog):
    hall = Shining()
    there = hall.factory

    def away():
        raise pins.PinsError("pin 5 (BCM) cannot be had: in use")

    hall.factory = away
    hall.lamp.publish(1, shown(table("bet punto 10")))
    assert [hall.lamp.show() for _ in range(5)] == [False] * 5
    assert [each.message for each in caplog.records] == [
        "the lamp cannot be driven and is passed over: pin 5 (BCM) cannot be had: in use"
    ]
    hall.factory = there
    assert hall.lit() == "g"


def test_one_pin_for_two_things_is_refused_and_a_pin_that_is_not_fitted_is_left_out():
    assert "pin 5 is claimed by deal and lamp_red" in fitted.refusal(read("[panel]\ndeal = 5").panel)
    bare = read("[panel]\nbuzzer = -1\ndeal = -1\nundo = -1").panel
    assert fitted.refusal(bare) == ""
    assert "buzzer" not in fitted.lights(bare)
    assert set(fitted.buttons(bare)) == {"rnvp", "end", "supervisor"}
    with pytest.raises(ConfigError):
        read("[panel]\ndeal = 40")


@pytest.mark.process
def test_no_pin_is_touched_unless_somebody_says_so(monkeypatch):
    monkeypatch.setattr(pins, "is_a_pi", lambda: True)
    assert not fitted.is_wanted(read("").panel)
    assert not fitted.is_wanted(read("[panel]\ndeal = 4").panel)
    assert fitted.is_wanted(read('[panel]\nuse = "auto"').panel)
    monkeypatch.setattr(pins, "is_a_pi", lambda: False)
    assert not fitted.is_wanted(read('[panel]\nuse = "auto"').panel)
    assert fitted.is_wanted(read('[panel]\nuse = "on"').panel)


def test_a_panel_that_could_be_is_offered_with_the_pins_that_it_would_claim(monkeypatch, tmp_path):
    mine = read(f'[journal]\npath = "{tmp_path}/table.sqlite3"')
    monkeypatch.setattr(pins, "is_a_pi", lambda: True)
    buttons = "deal 17, rnvp 27, end 22, undo 23, supervisor 24"
    lamp = "lamp_red 5, lamp_green 6, lamp_blue 13, buzzer 19"
    why = f'off; [panel] use = "on" would claim these pins: {buttons}, {lamp} (BCM)'
    assert doctor.panel(mine).why == why
    assert fitted.offered(read('[panel]\nuse = "on"').panel) == ""
    monkeypatch.setattr(pins, "is_a_pi", lambda: False)
    assert doctor.panel(mine).why == "none: the buttons are those of the screens ([panel] use)"


def test_a_table_with_a_panel_shows_it_on_its_screens_as_an_instrument_that_was_found(tmp_path):
    settings = read(
        f'[journal]\npath = "{tmp_path}/table.sqlite3"\n[dashboard]\nport = 0\n'
        '[simulation]\nseconds_per_card = 60\n[panel]\nuse = "on"\nfactory = "mock"\n'
    )
    with running(settings) as hall, hall.feed.subscribe() as looks:
        found = next(
            each for update in looks for each in update.view["instruments"] if each["role"] == "panel"
        )
    assert (found["state"], found["driver"]) == ("found", "gpiozero")
    assert found["where"] == "mock: deal 17, rnvp 27, end 22, undo 23, supervisor 24"


def test_a_refused_act_sounds_for_three_tenths_of_a_second():
    hall = Shining()
    hall.lamp.publish(1, shown(table("end")))
    assert hall.lit() == "r!"
    assert hall.lit(after_s=0.2995) == "r!"
    assert hall.lit(after_s=0.001) == "r"


def test_a_table_may_be_silent_for_five_seconds_before_the_lamp_says_that_it_stands():
    hall = Shining()
    hall.lamp.publish(1, shown(table("bet punto 10")))
    hall.silent_s = 5.0
    assert hall.lit() == "g"
    hall.silent_s = 5.01
    assert hall.lit() == "r!"


def test_pin_zero_is_a_pin_as_any_other():
    assert "pin 0 is claimed by deal and undo" in fitted.refusal(read("[panel]\ndeal = 0\nundo = 0").panel)


def test_a_lamp_that_is_stopped_is_dark_and_no_longer_driven(monkeypatch):
    begun, ended = [], []
    monkeypatch.setattr(pins.Rounds, "start", lambda rounds: begun.append(rounds))
    monkeypatch.setattr(pins.Rounds, "stop", lambda rounds: ended.append(rounds))
    hall = Shining()
    hall.lamp.start()
    hall.lamp.publish(1, shown(table("bet punto 10")))
    assert hall.lit() == "g"
    pin = hall.pins.pin(6)
    hall.lamp.stop()
    assert not pin.state
    assert len(begun) == 1
    assert begun == ended


def test_a_lamp_that_fails_gives_its_pins_back_so_that_they_can_be_had_again(monkeypatch):
    hall = Shining()
    hall.lamp.publish(1, shown(table("bet punto 10")))
    assert hall.lit() == "g"
    green = hall.pins.pin(6)

    def fails() -> None:
        raise OSError("the chip is gone")

    monkeypatch.setattr(hall.lamp._devices["lamp_red"], "on", fails)
    hall.lamp.publish(2, shown(table("8C KD KH 6S 2C")))
    assert not hall.lamp.show()
    assert not green.state
    assert hall.lit(after_s=0.0) == "r!"


def test_a_lamp_of_one_colour_shows_what_that_colour_has_a_part_in():
    bare = pins.factory("mock")[1]
    lamp = Lamp({"lamp_red": 5}, factory=lambda: ("mock", bare), monotonic_s=lambda: 0.0)
    lamp.publish(1, shown(table("bet punto 10\nrnvp")))
    assert lamp.show()
    assert bare.pin(5).state, "white has red in it"
    lamp.publish(2, shown(table("bet punto 10")))
    assert lamp.show()
    assert not bare.pin(5).state


def test_the_pins_are_driven_twenty_times_a_second(monkeypatch):
    made = []
    monkeypatch.setattr(pins, "Rounds", lambda name, each, *, pause_s: made.append((name, pause_s)))
    Lamp(WIRING)
    assert made == [("lamp", 0.05)]


def test_a_lamp_that_fails_again_after_it_worked_is_named_again(caplog):
    hall = Shining()
    there = hall.factory

    def away():
        raise pins.PinsError("in use")

    for _ in range(2):
        hall.factory = away
        assert not hall.lamp.show()
        hall.factory = there
        assert hall.lamp.show()
        hall.lamp.stop()
    assert len(caplog.records) == 2
