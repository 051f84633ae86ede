"""How the line of each driver is set, and what each option is when the configuration leaves it out
(docs/instruments.md, docs/configuration.md)."""

from __future__ import annotations

import pytest

from sabot.instruments.contract import LineSettings
from sabot.instruments.registry import DRIVERS

LINES: dict[str, tuple[str, int, float | None]] = {
    "angel-eye": ("sabot", 4800, None),
    "bee-tek": ("sabot", 9600, None),
    "lines": ("sabot", 9600, None),
    "keyboard": ("sabot", 115200, None),
    "sabot-shoe": ("sabot", 115200, 2.0),
    "cammegh": ("wheel", 9600, 5.0),
    "sabot-wheel": ("wheel", 115200, 2.0),
    "camera": ("camera", 115200, 10.0),
    "wheel-camera": ("wheel", 115200, 10.0),
}
"""Role, bits a second, and the seconds without a frame after which it is lost."""

OF_SPINS = {
    "required_laps": 5,
    "slowest_rpm": 10.0,
    "fastest_rpm": 36.0,
    "alternate": True,
    "rnvp_rev_s": 1.0,
    "scatter_s": 5.0,
}
"""What makes a spin valid, for a wheel that we follow ourselves."""

OF_PICTURES = {
    "width": 1280,
    "height": 720,
    "exposure_us": 0,
    "focus_cm": 0,
    "number": 0,
    "full_field": True,
    "white_balance_k": 0,
    "focus_steps": -1,
}
"""How a camera takes its pictures, but for their pace."""

DEFAULTS: dict[str, dict[str, object]] = {
    "angel-eye": {
        "game": "punto-banco",
        "report_r": "ignore",
        "burn": "say",
        "result": "ignore",
        "overdraw": "trouble",
        "copies": 1,
        "sequence": "any",
    },
    "bee-tek": {"cut_card": "CUT", "unread_alarm": "trouble"},
    "lines": {"texts": {}, "pattern": "", "ranks": {}, "suits": {}, "unknown": "unread"},
    "keyboard": {
        "texts": {},
        "pattern": "",
        "ranks": {},
        "suits": {},
        "unknown": "unread",
        "layout": "us",
        "keys": {},
        "pause_ms": 0,
    },
    "sabot-shoe": {"kind": "sabot-shoe", "calibrated": ""},
    "cammegh": {
        "pockets": 37,
        "layout": "",
        "alternate": True,
        "slowest_rpm": 8.0,
        "fastest_rpm": 40.0,
        "unit_rpm": 0.1,
        "witnesses": 2,
        "wheel": "",
    },
    "sabot-wheel": {
        "pockets": 37,
        "layout": "",
        "mark_pocket": "0",
        "index_deg": 0.0,
        "index2_deg": 90.0,
        "track_deg": 0.0,
        "track2_deg": 90.0,
        "pocket_deg": 0.0,
        "pocket2_deg": 160.0,
        "pocket2": False,
        **OF_SPINS,
        "kind": "sabot-wheel",
        "wheel": "",
        "calibrated": "",
    },
    "camera": {
        "use": "witness",
        "source": "",
        "game": "punto-banco",
        "letters": "any",
        **OF_PICTURES,
        "fps": 15,
        "width_mm": 800,
        "height_mm": 500,
        "corners": "",
        "zones": "",
        "pictures": "",
        "pictures_mb": 500,
        "learns": True,
        "learned": "",
        "mended": "",
        "live": "",
    },
    "wheel-camera": {
        "use": "wheel",
        "source": "",
        "view": "",
        "name": "",
        "pockets": 37,
        "layout": "",
        **OF_SPINS,
        **OF_PICTURES,
        "fps": 30,
        "seed": 0,
        "live": "",
        "turned": "",
    },
}


@pytest.mark.parametrize("name", LINES)
def test_each_driver_has_its_part_at_the_table_its_speed_and_its_silence(name: str) -> None:
    driver = DRIVERS[name]
    assert (driver.name, (driver.role, driver.baud, driver.silence_s)) == (name, LINES[name])
    assert driver.line == LineSettings(8, "none", 1, "none", "on", "on")


@pytest.mark.parametrize("name", DEFAULTS)
def test_an_option_that_is_left_out_is_as_the_documents_say(name: str) -> None:
    assert DRIVERS[name].read_options({})._asdict() == DEFAULTS[name]


def test_only_our_own_boards_and_the_eye_get_answers() -> None:
    assert {name for name, driver in DRIVERS.items() if driver.speaks} == {
        "sabot-shoe",
        "sabot-wheel",
        "camera",
        "wheel-camera",
    }
    assert {name: driver.usb for name, driver in DRIVERS.items() if driver.usb} == {
        "sabot-shoe": ("Sabot shoe", "Sabot shoe light"),
        "sabot-wheel": ("Sabot wheel",),
    }


def test_messages_of_our_own_boards_end_with_a_zero_and_have_257_bytes_at_most() -> None:
    ours = {name: (driver.ends, driver.longest) for name, driver in DRIVERS.items() if driver.ends}
    assert ours == dict.fromkeys(("sabot-shoe", "sabot-wheel"), (b"\0", 257))
    assert all(driver.longest == 0 for name, driver in DRIVERS.items() if name not in ours)


def test_a_driver_names_the_extra_without_which_it_does_not_work() -> None:
    extras = {name: driver.extra for name, driver in DRIVERS.items() if driver.extra}
    assert extras == {"keyboard": "keyboard", "camera": "camera", "wheel-camera": "camera"}
    assert [name for name, driver in DRIVERS.items() if driver.types] == ["keyboard"]
