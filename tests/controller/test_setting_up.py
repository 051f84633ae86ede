"""The first start: answers become a configuration that says what it is for, and instruments are found by
listening."""

from __future__ import annotations

import os
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.cards import card_named
from controller.config import ConfigError, load, read
from controller.instruments import discover
from controller.instruments.voices import VOICES
from controller.rules import punto_banco
from controller.setting_up import Ears, described, written

ANSWERS = {
    "table": {"name": "Tafel „7“", "game": "roulette", "language": "nl"},
    "options": {"minimum": "5.00", "maximum": "500.00", "pockets": "37", "zero-rule": "prison"},
    "instruments": [{"driver": "cammegh", "port": "usb:Prolific", "role": ""}],
}


def test_the_answers_are_a_configuration_that_loads_and_keeps_its_comments(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    settings = written(ANSWERS, file)
    assert load(file) == settings
    assert (settings.table.name, settings.options.zero_rule, settings.options.minimum) == (
        "Tafel „7“",
        "prison",
        500,
    )
    assert settings.instruments[0].port == "usb:Prolific"
    text = file.read_text()
    assert "# the game that is dealt; `sabot games` names them" in text
    assert "# the port to listen on; 0: any free one" in text


def test_going_through_it_again_keeps_what_was_not_asked(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        '[dashboard]\nport = 9000\n[rules.punto-banco]\nno-tax = true\n[table]\ngame = "punto-banco"\n'
    )
    settings = written(ANSWERS, file)
    assert settings.dashboard.port == 9000
    assert load(file).table.game == "roulette"
    again = written({"table": {"game": "punto-banco"}}, file)
    assert (again.options.no_tax, again.dashboard.port, again.table.language) == (True, 9000, "nl")
    assert (tmp_path / "table.toml.before").read_text() != file.read_text()


def test_the_questions_stand_with_the_answers_of_now(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    settings = written(ANSWERS, file)
    asked = described(settings, file=file)
    roulette = {each["name"]: each["value"] for each in asked["games"]["roulette"]}
    assert (roulette["zero-rule"], roulette["minimum"], roulette["close"]) == ("prison", "5.00", "croupier")
    assert asked["table"]["language"] == "nl"
    assert described(read(""), file=tmp_path / "none.toml")["exists"] is False
    assert described(read(""), file=file)["table"] == asked["table"]  # written, and not yet opened anew
    file.write_text("[table")
    assert described(settings, file=file)["table"] == asked["table"]


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"table": {"game": "poker"}}, "table.game"),
        ({"table": {"nmae": "x"}}, "nmae: unknown key; did you mean name"),
        ({"table": {"game": "roulette"}, "options": {"minimum": "much"}}, "minimum=much: expected an amount"),
        ({"table": {"game": "roulette"}, "options": {"pockets": "12"}}, "pockets=12"),
        ({"table": {"game": "roulette"}, "options": {"x" * 10_000: "1"}}, "unknown option"),
        ({"instruments": [{"driver": 5}]}, "instruments"),
        ({"instruments": ["angel-eye"]}, "expected a driver"),
        ({"table": {"name": ""}}, "table.name"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_and_nothing_is_written(
    tmp_path: Path, answers: dict[str, Any], why: str
) -> None:
    file = tmp_path / "table.toml"
    with pytest.raises(ConfigError) as refused:
        written(answers, file)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not file.exists()


def test_a_table_opened_without_a_file_takes_the_one_that_the_set_up_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert load(None).table.game == "punto-banco"
    written(ANSWERS, tmp_path / "sabot" / "table.toml")
    assert load(None).table.game == "roulette"


# --- ears


@pytest.fixture
def line() -> Iterator[tuple[str, Callable[[bytes], int]]]:
    """A terminal: its path, and what an instrument at its other end sends."""
    master, terminal = os.openpty()
    tty.setraw(terminal)
    yield os.ttyname(terminal), lambda data: os.write(master, data)
    os.close(master)
    os.close(terminal)


def until(ears: Ears, met: Callable[[dict[str, Any]], object], do: Callable[[], object]) -> dict[str, Any]:
    """Do it again and again until what the ears say meets the condition."""
    for _ in range(1200):
        do()
        if met(found := ears.heard()):
            return found
        threading.Event().wait(0.05)
    raise AssertionError(found)


@pytest.mark.parametrize("name", ["angel-eye", "bee-tek"])
def test_who_is_heard_when_a_card_is_drawn_is_found(
    line: tuple[str, Callable[[bytes], int]], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discover, "ports", lambda: [discover.Found(line[0], names=("usb:Prolific",))])
    voice, count = VOICES[name](), iter(range(1, 10_000))
    ears = Ears(game="punto-banco", rules=punto_banco.Options(), each_s=0.3)
    ears.listen()

    def draw() -> None:
        nth = next(count)
        line[1](voice.card(card_named("8C"), place="punto", index=nth, t_us=int(time.monotonic() * 1e6)))

    found = until(ears, lambda found: found["heard"], draw)
    ears.stop()
    heard = next(each for each in found["heard"] if each["driver"] == name)
    assert (heard["what"], heard["port"], heard["names"]) == ("8C", line[0], ["usb:Prolific"])
    assert ears.heard()["listening"] is False


def test_a_port_that_the_table_reads_is_left_alone(
    line: tuple[str, Callable[[bytes], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discover, "ports", lambda: [discover.Found(line[0])])
    ears = Ears(game="punto-banco", rules=punto_banco.Options())
    ears.listen(taken=[line[0]])
    assert ears.heard() == {"listening": False, "ports": [], "heard": []}


def test_a_port_that_cannot_be_opened_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discover, "ports", list)
    ears = Ears(game="punto-banco", rules=punto_banco.Options())
    ears.listen(extra="/dev/not-there")
    found = until(ears, lambda found: found["ports"][0]["state"] != "listening", lambda: None)
    ears.stop()
    assert "/dev/not-there" in found["ports"][0]["state"]
