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

from sabot.config import ConfigError, answers, load, read
from sabot.core.cards import card_named
from sabot.games.punto_banco import coup as punto_banco
from sabot.instruments.keyboard import driver as keyboard
from sabot.instruments.keyboard import line as input_line
from sabot.instruments.line import discovery as discover
from sabot.instruments.line.found import Found
from sabot.instruments.simulated.voices import VOICES
from sabot.system.first_start import PortListener, described, written
from tests.controller.instruments.input_machine import Machine, Pipe

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
    assert described(read(""), file=file)["table"] == asked["table"]  # written, and not yet opened again
    file.write_text("[table")
    assert described(settings, file=file)["table"] == asked["table"]


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"table": {"game": "whist"}}, "table.game"),
        ({"table": {"nmae": "x"}}, "nmae: unknown key; did you mean name"),
        ({"table": {"game": "roulette"}, "options": {"minimum": "much"}}, "minimum=much: expected an amount"),
        ({"table": {"game": "roulette"}, "options": {"pockets": "12"}}, "pockets=12"),
        ({"table": {"game": "roulette"}, "options": {"x" * 10_000: "1"}}, "unknown option"),
        ({"instruments": [{"driver": 5}]}, "instruments"),
        ({"instruments": ["angel-eye"]}, "expected a driver"),
        ({"table": {"name": ""}}, "table.name"),
        ({"table": {"name": "Table \ud83c"}}, r"name: '\ud83c' is half of a letter"),
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


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'[mqtt]\nbroker = "broker.house"\n[limits]\ndisplay_delay = \n', "line 4"),
        (b'[table]\nname = "\xff"\n', "byte 17 is not UTF-8 text"),
    ],
)
def test_a_file_with_a_slip_is_not_written_over_and_the_place_is_named(
    tmp_path: Path, content: bytes, why: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(content)
    with pytest.raises(ConfigError) as refused:
        written({"table": {"name": "Table 7"}}, file)
    assert str(refused.value).startswith(f"{file}: ")
    assert why in str(refused.value)
    assert (file.read_bytes(), [*tmp_path.iterdir()]) == (content, [file])


def test_a_file_that_may_not_be_read_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = tmp_path / "table.toml"
    for name in ("read_text", "exists"):
        monkeypatch.setattr(Path, name, refused)
    with pytest.raises(ConfigError, match="Permission denied"):
        written({"table": {"name": "Table 7"}}, file)
    assert [*tmp_path.iterdir()] == []


def test_who_could_read_the_file_still_can(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    written(ANSWERS, file)
    file.chmod(0o640)
    written(ANSWERS, file)
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_table_opened_without_a_file_takes_the_one_that_the_set_up_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert load(None).table.game == "punto-banco"
    written(ANSWERS, tmp_path / "sabot" / "table.toml")
    assert load(None).table.game == "roulette"


# --- listener


@pytest.fixture
def line() -> Iterator[tuple[str, Callable[[bytes], int]]]:
    """A terminal: its path, and what an instrument at its other end sends."""
    master, terminal = os.openpty()
    tty.setraw(terminal)
    yield os.ttyname(terminal), lambda data: os.write(master, data)
    os.close(master)
    os.close(terminal)


def until(
    listener: PortListener, met: Callable[[dict[str, Any]], object], do: Callable[[], object]
) -> dict[str, Any]:
    """Do it again and again until what the listener say meets the condition."""
    for _ in range(1200):
        do()
        if met(found := listener.heard()):
            return found
        threading.Event().wait(0.05)
    raise AssertionError(found)


@pytest.mark.parametrize("name", ["angel-eye", "bee-tek"])
def test_who_is_heard_when_a_card_is_drawn_is_found(
    line: tuple[str, Callable[[bytes], int]], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discover, "ports", lambda: [discover.Found(line[0], names=("usb:Prolific",))])
    voice, count = VOICES[name](), iter(range(1, 10_000))
    listener = PortListener(game="punto-banco", rules=punto_banco.Options(), each_s=0.3)
    listener.listen()

    def draw() -> None:
        nth = next(count)
        line[1](voice.card(card_named("8C"), place="punto", index=nth, t_us=int(time.monotonic() * 1e6)))

    found = until(listener, lambda found: found["heard"], draw)
    listener.stop()
    heard = next(each for each in found["heard"] if each["driver"] == name)
    assert (heard["what"], heard["port"], heard["names"]) == ("8C", line[0], ["usb:Prolific"])
    assert listener.heard()["listening"] is False


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipe]:
    """A device that types, at event5, with what was done to it."""
    made = Pipe()
    monkeypatch.setattr(input_line, "_device", lambda path: made)
    machine = Machine(tmp_path, monkeypatch)
    machine.plug(5, by_id="usb-Example-event-kbd")
    yield made
    made.end()


def typing(listener: PortListener, pipe: Pipe, *cards: str, layout: str) -> dict[str, Any]:
    """What is heard once a reader has typed these cards, in this layout."""
    listener.listen()
    for card in cards:
        before = listener.heard()["ports"][0]["bytes"]
        line = keyboard.line(card, layout=layout)
        pipe.type(line)
        until(listener, lambda found: found["ports"][0]["bytes"] == before + len(line), lambda: None)  # noqa: B023
    listener.stop()
    return listener.heard()


def test_a_reader_that_types_is_heard_with_its_layout_and_taken_from_nobody(reader: Pipe) -> None:
    listener = PortListener(game="punto-banco", rules=punto_banco.Options())
    (heard,) = typing(listener, reader, "8C", layout="fr")["heard"]
    assert (heard["driver"], heard["what"], heard["options"]) == ("keyboard", "8C", {"layout": "fr"})
    assert heard["names"][0].endswith("/by-id/usb-Example-event-kbd")
    assert "grab" not in reader.done
    assert reader.done[-1] == "close"


def test_a_card_that_two_layouts_read_otherwise_is_not_told_until_a_figure_decides(reader: Pipe) -> None:
    """Where a French reader types AD, a US one types QD."""
    listener = PortListener(game="punto-banco", rules=punto_banco.Options())
    heard = typing(listener, reader, "AD", "8C", "AD", layout="fr")["heard"]
    assert [(each["what"], each["options"]["layout"]) for each in heard] == [("8C", "fr"), ("AD", "fr")]


def test_what_is_typed_and_is_no_card_is_kept_nowhere(reader: Pipe) -> None:
    found = typing(PortListener(game="punto-banco", rules=punto_banco.Options()), reader, "4711", layout="us")
    assert found["heard"] == []
    assert "4711" not in str(found)


def test_going_through_it_again_keeps_what_is_not_asked_of_an_instrument(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    plain = {"driver": "keyboard", "port": "usb:1EAB:1D06", "wait": True}
    plain["options"] = {"layout": "fr", "keys": {"shift+30": "8C"}}
    settings = written({"instruments": [plain]}, file)
    again = written({"instruments": described(settings, file=file)["instruments"]}, file)
    assert again.instruments == settings.instruments
    assert again.instruments[0].options["keys"] == {"shift+30": "8C"}
    assert again.instruments[0].wait


def test_a_port_that_the_table_reads_is_left_alone(
    line: tuple[str, Callable[[bytes], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discover, "ports", lambda: [discover.Found(line[0])])
    listener = PortListener(game="punto-banco", rules=punto_banco.Options())
    listener.listen(taken=[line[0]])
    assert listener.heard() == {"listening": False, "ports": [], "heard": []}


def test_a_second_press_while_the_first_is_looking_for_ports_leaves_nobody_at_them(
    line: tuple[str, Callable[[bytes], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was forgotten would keep the ports for five minutes, and the table could not open them."""
    second = threading.Thread(target=lambda: listener.listen())

    def looking() -> list[Found]:
        if second.ident is None:
            second.start()
            second.join(0.1)
        return [Found(line[0])]

    monkeypatch.setattr(discover, "everything", looking)
    listener = PortListener(game="punto-banco", rules=punto_banco.Options())
    listener.listen()
    second.join(60)
    listener.stop()
    assert [each.name for each in threading.enumerate() if each.name == f"ear {line[0]}"] == []


def test_a_port_that_cannot_be_opened_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discover, "ports", list)
    listener = PortListener(game="punto-banco", rules=punto_banco.Options())
    listener.listen(extra="/dev/not-there")
    found = until(listener, lambda found: found["ports"][0]["state"] != "listening", lambda: None)
    listener.stop()
    assert "/dev/not-there" in found["ports"][0]["state"]


def test_a_page_that_still_asks_when_its_table_has_closed_opens_no_port(
    line: tuple[str, Callable[[bytes], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discover, "everything", lambda: [Found(line[0])])
    listener = PortListener(game="punto-banco", rules=punto_banco.Options())
    listener.close()
    listener.listen(extra="socket://127.0.0.1:9")
    assert listener.heard() == {"listening": False, "ports": [], "heard": []}


def test_what_two_pages_save_at_once_is_all_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second save begins while the first has read the file and not yet written it."""
    file = tmp_path / "table.toml"
    written({"table": {"name": "A"}}, file)
    second = threading.Thread(
        target=lambda: written({"camera": {"source": "simulated", "use": "witness"}}, file)
    )
    rendered = answers.rendered

    def slowly(plain: Any) -> str:
        if second.ident is None:
            second.start()
            second.join(0.1)
        return rendered(plain)

    monkeypatch.setattr(answers, "rendered", slowly)
    written({"table": {"name": "B"}}, file)
    second.join(60)
    kept = load(file)
    assert (kept.table.name, kept.camera.source) == ("B", "simulated")
