"""The croupier's panel: what a push is and what it is not, and the same on every library that loads.

docs/panel.md. The pins are gpiozero's own mock ones: no hardware.
"""

from __future__ import annotations

import os
import queue
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.observations import (
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    Observation,
)
from sabot.core.table import BUTTONS as MEANINGS
from sabot.instruments.panel import pins
from sabot.instruments.panel.buttons import BUTTONS, Buttons, Panel, Timing
from sabot.instruments.panel.pins import PinsError
from sabot_dashboard.acts import NAMES
from tests.said import in_english

NAMED = tuple(BUTTONS.values())
MS = 1_000_000


def told(*spans: tuple[int, str], timing: Timing | None = None, down: tuple[str, ...] = ()):
    """What is reported when the buttons of each span are down for its milliseconds, checked every ten."""
    buttons, now_ms, seen = Buttons(NAMED, timing, down=down), 0, []
    for length_ms, which in spans:
        for _ in range(0, length_ms, 10):
            seen += buttons.looked(which.split(), now_ms * MS)
            now_ms += 10
    return seen


def test_a_button_speaks_once_for_each_push_however_long_it_is_held():
    assert told((100, ""), (60, "rnvp"), (100, ""), (5000, "rnvp"), (100, "")) == [ButtonPressed("rnvp")] * 2


def test_a_flicker_shorter_than_the_debounce_is_no_push_and_no_second_push():
    assert told((100, ""), (20, "end"), (100, "")) == []
    bouncing = [(10, "end"), (10, ""), (10, "end"), (10, ""), (200, "end"), (20, ""), (200, "end"), (100, "")]
    assert told((100, ""), *bouncing) == [ButtonPressed("end")]


def test_undo_must_be_held_as_on_the_screens():
    assert told((100, ""), (700, "undo"), (100, "")) == []
    assert told((100, ""), (2000, "undo"), (100, "")) == [ButtonPressed("undo")]


def test_a_button_that_stays_down_is_named_and_over_when_it_is_let_go():
    pressed, stuck, over = told((100, ""), (12_000, "deal"), (100, ""))
    assert pressed == ButtonPressed("deal")
    assert in_english(stuck) == DeviceTroubled("panel", "button-stuck: deal stays down for 10 s")
    assert in_english(over) == DeviceTroubled("panel", "button-stuck: deal is up again", since_ok=True)


def test_of_two_that_are_stuck_the_other_stays_named_when_one_is_freed():
    seen = told((100, ""), (12_000, "deal end"), (100, "end"), (100, ""))
    assert [str(each.trouble) for each in seen if isinstance(each, DeviceTroubled)][2:] == [
        "button-stuck: end is still down",
        "button-stuck: end is up again",
    ]


def test_a_button_that_is_down_when_the_panel_opens_was_never_pushed_but_is_stuck_in_time():
    seen = told((12_000, "rnvp"), (100, ""), (100, "rnvp"), down=("rnvp",))
    assert [type(each) for each in seen] == [DeviceTroubled, DeviceTroubled, ButtonPressed]


@given(st.lists(st.tuples(st.integers(1, 400), st.booleans()), max_size=60))
def test_no_flicker_whatever_makes_two_pushes_of_less_than_two_stable_downs(spans):
    """Between two acts the button was up, and down again, each for as long as the debounce."""
    seen = told(*((10 * length, "end" if down else "") for length, down in spans))
    acts = sum(isinstance(each, ButtonPressed) for each in seen)
    runs: list[int] = []
    last = None
    for length, down in spans:
        if down == last:
            runs[-1] += 10 * length
        else:
            runs.append(10 * length)
        last = down
    assert acts <= sum(length > 30 for length in runs)


def test_every_button_means_what_the_same_button_of_a_screen_means():
    assert {each for each in NAMED if each in MEANINGS} == {"rnvp", "end", "undo"}
    assert set(NAMED) <= set(NAMES)


# --- at the pins ------------------------------------------------------------------------------------


def loaded(name: str):
    """The pin factory of this name, or a skip that says why it is not to be had on this machine."""
    try:
        return pins.factory(name)[1]
    except PinsError as error:
        pytest.skip(str(error))


@pytest.fixture(params=[*pins.TRIED, "mock"])
def made(request):
    """Each library of the pins that loads here."""
    factory = loaded(request.param)
    yield factory
    factory.close()


def test_contract_an_input_with_nothing_connected_is_not_pressed_and_can_be_given_back(made):
    button = pins.button(17, made)
    assert button.is_active is False
    button.close()
    pins.button(17, made).close()


def test_contract_an_output_begins_dark_and_goes_on_and_off(made):
    lamp = pins.output(5, made)
    assert lamp.value == 0
    lamp.on()
    assert lamp.value == 1
    lamp.off()
    assert lamp.value == 0
    lamp.close()


def test_contract_a_pin_serves_one_thing_and_another_claim_is_one_line(made):
    with pins.button(17, made), pytest.raises(PinsError, match=r"^pin 17 \(BCM\) cannot be had: [^\n]+$"):
        pins.output(17, made)


class Pushing:
    """A panel on mock pins, looked at by hand."""

    def __init__(self, **given) -> None:
        self.pins, self.now_ms = loaded("mock"), 0
        self.said: list[Observation] = []
        self.factory = lambda: ("mock", self.pins)
        self.panel = Panel(
            {"rnvp": 27, "undo": 23},
            self.said.append,
            factory=lambda: self.factory(),
            monotonic_ns=lambda: self.now_ms * MS,
            **given,
        )

    def pass_ms(self, length_ms: int) -> None:
        for _ in range(0, length_ms, 10):
            self.panel.look()
            self.now_ms += 10

    def push(self, pin: int, length_ms: int) -> None:
        self.pins.pin(pin).drive_low()
        self.pass_ms(length_ms)
        self.pins.pin(pin).drive_high()
        self.pass_ms(100)


def test_a_push_of_the_pin_to_ground_is_an_observation_of_an_instrument_that_was_found():
    table = Pushing()
    table.pass_ms(50)
    table.push(27, 100)
    assert table.said == [DeviceFound("panel", "gpiozero", "mock: rnvp 27, undo 23"), ButtonPressed("rnvp")]


def test_pins_that_cannot_be_had_are_said_once_and_looked_for_until_they_are_there():
    table = Pushing()
    there = table.factory

    def away():
        raise PinsError("no pins can be had here (lgpio: no chip)")

    table.factory = away
    table.pass_ms(50)
    assert [in_english(each) for each in table.said] == [
        DeviceLost("panel", "no pins can be had here (lgpio: no chip)")
    ]
    table.factory = there
    table.pass_ms(50)
    assert table.said[1:] == [DeviceFound("panel", "gpiozero", "mock: rnvp 27, undo 23", tries=4)]


def test_a_library_that_breaks_while_the_table_is_open_loses_the_panel_and_nothing_else(monkeypatch):
    table = Pushing()
    table.pass_ms(50)
    monkeypatch.setattr(type(table.pins.pin(27)), "_get_state", lambda pin: 1 / 0)
    assert table.panel.look() is False
    assert [in_english(each) for each in table.said[1:]] == [DeviceLost("panel", "division by zero")]
    monkeypatch.undo()
    table.pass_ms(50)
    assert isinstance(table.said[-1], DeviceFound)


def test_pins_that_open_and_fail_at_every_look_do_not_fill_the_journal(monkeypatch):
    table = Pushing()
    table.pass_ms(50)
    monkeypatch.setattr(type(table.pins.pin(27)), "_get_state", lambda pin: 1 / 0)
    table.pass_ms(60_000)
    assert len(table.said) == 2
    monkeypatch.undo()
    table.pass_ms(50)
    assert table.said[-1].tries == 6_000 - 1


def test_what_is_the_chefs_to_allow_a_button_calls_the_chef_for():
    """Where a supervisor has a PIN, a screen asks for it; a button cannot."""
    table = Pushing(is_chefs=lambda act: act == "undo")
    table.pass_ms(50)
    table.push(23, 1000)
    assert table.said[1:] == [ButtonPressed("supervisor")]


def test_without_gpiozero_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(pins, "is_installed", lambda: False)
    with pytest.raises(PinsError, match=r"^the extra panel is missing: make -C \S+ setup EXTRA=panel$"):
        pins.factory()


LIKE_LGPIO = """
import os
os.chdir(os.environ["LG_WD"])
os.mkfifo(".lgd-nfy0")
Factory = dict
"""


def test_the_pipe_of_lgpio_does_not_land_in_the_folder_where_the_table_was_started(tmp_path, monkeypatch):
    """lgpio goes to its folder as it is imported, and stays there: measured with lgpio 0.2.2.0."""
    (tmp_path / "like_lgpio.py").write_text(LIKE_LGPIO)
    (here := tmp_path / "here").mkdir()
    monkeypatch.chdir(here)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setitem(pins.FACTORIES, "lgpio", ("like_lgpio", "Factory"))
    assert pins.factory("lgpio") == ("lgpio", {})  # type: ignore[comparison-overlap]
    assert Path.cwd() == here
    assert list(here.iterdir()) == []
    elsewhere = Path(os.environ["LG_WD"])
    assert [each.name for each in elsewhere.iterdir()] == [".lgd-nfy0"]
    shutil.rmtree(elsewhere)
    monkeypatch.delenv("LG_WD")


def test_a_folder_that_the_house_chose_for_lgpio_is_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("LG_WD", str(tmp_path))
    pins.factory("mock")
    assert os.environ["LG_WD"] == str(tmp_path)


def test_pins_that_cannot_be_had_are_looked_for_more_and_more_rarely():
    rounds = pins.Rounds("panel", lambda: True, pause_s=0.01)
    assert [rounds._next_s(False) for _ in range(3)] == [0.25, 0.5, 1]
    assert [rounds._next_s(each) for each in (True, False)] == [0.01, 0.25]


def test_only_a_raspberry_pi_is_one(tmp_path):
    model = tmp_path / "model"
    assert not pins.is_a_pi(model)
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert pins.is_a_pi(model)


def test_a_push_settles_in_thirty_milliseconds_is_held_for_eight_hundred_and_stuck_after_ten_seconds():
    assert Timing() == (30, 800, 10)


def test_a_button_that_is_down_at_the_first_look_is_stuck_ten_seconds_after_it():
    buttons = Buttons(NAMED, down=("rnvp",))
    begun_ns = 3_600_000 * MS
    assert buttons.looked(["rnvp"], begun_ns) == []
    assert buttons.looked(["rnvp"], begun_ns + 10_000 * MS - 1) == []
    (stuck,) = buttons.looked(["rnvp"], begun_ns + 10_000 * MS)
    assert isinstance(stuck, DeviceTroubled)


@pytest.mark.parametrize(("down_ms", "speaks"), [(30, False), (29, False), (31, True)])
def test_a_button_counts_as_down_when_it_has_been_down_for_thirty_milliseconds(down_ms: int, speaks: bool):
    buttons = Buttons(NAMED)
    seen = buttons.looked([], 0) + buttons.looked(["end"], 5 * MS)
    seen += buttons.looked(["end"], (5 + down_ms - 1) * MS)
    assert (seen == [ButtonPressed("end")]) is speaks


def test_undo_speaks_when_it_has_been_held_for_eight_hundred_milliseconds():
    buttons = Buttons(NAMED)
    buttons.looked([], 0)
    buttons.looked(["undo"], 0)
    assert buttons.looked(["undo"], 30 * MS) == []
    assert buttons.looked(["undo"], 830 * MS - 1) == []
    assert buttons.looked(["undo"], 830 * MS) == [ButtonPressed("undo")]


def test_an_error_of_the_pins_is_told_in_eighty_letters_or_by_its_name():
    assert pins._brief(OSError("no\n  such  pin")) == "no such pin"
    assert pins._brief(OSError("x" * 81)) == "x" * 80
    assert pins._brief(KeyError()) == "KeyError"


class Wanders:
    """A library that makes another folder the current one as it loads, as lgpio does."""

    def __init__(self) -> None:
        os.chdir(os.environ["LG_WD"])
        LOADING.get()()


LOADING: queue.Queue[Callable[[], object]] = queue.Queue()
"""What happens while it loads, at the first time and at the second."""


def test_a_lamp_and_a_panel_that_load_at_once_leave_the_current_folder_as_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setitem(pins.FACTORIES, "mock", (__name__, "Wanders"))
    monkeypatch.setattr(pins, "is_installed", lambda: True)
    panel = threading.Thread(target=pins.factory, args=("mock",))
    is_loading, lamp_is_there = threading.Event(), threading.Event()

    def lamp_loads() -> None:
        panel.start()
        is_loading.wait(0.1)

    def panel_loads() -> None:
        is_loading.set()
        lamp_is_there.wait(60)

    LOADING.put(lamp_loads)
    LOADING.put(panel_loads)
    before = Path.cwd()
    try:
        pins.factory("mock")
        lamp_is_there.set()
        panel.join(60)
        assert Path.cwd() == before
    finally:
        os.chdir(before)
