"""Calls as spoken words: made here, once, by an engine or from the house's recordings."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from sabot.app.assemble import _speakers
from sabot.config import read
from sabot.core.events import ActWithdrawn, Called
from sabot.core.terms import Call
from sabot.live import speech
from sabot.live.speech import CALLS_WAITING_MOST, Speaker, Spoken, slug, speakers
from tests.controller.syncing import noting

ENGINE = """#!/bin/sh
# Speaks as espeak-ng does: -v LANG -s PACE -w FILE -- WORDS
printf 'RIFF %s %s' "$2" "$8" > "$6"
echo made >> "{log}"
"""


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    file = tmp_path / "engine"
    file.write_text(ENGINE.format(log=tmp_path / "made"))
    file.chmod(0o755)
    return file


def spoken(folder: Path, **section: str) -> Spoken:
    lines = "".join(f'{name} = "{value}"\n' for name, value in section.items())
    text = f'[journal]\npath = "table.sqlite3"\n[sound]\n{lines}'
    return Spoken(read(text, file=folder / "table.toml"))


def test_a_call_is_made_once_and_kept(tmp_path: Path, engine: Path) -> None:
    voice = spoken(tmp_path, calls="screens", engine=str(engine))
    assert voice.wav("Rien ne va plus", "fr") == b"RIFF fr Rien ne va plus"
    assert voice.wav("Rien ne va plus", "fr") == b"RIFF fr Rien ne va plus"
    assert (tmp_path / "made").read_text() == "made\n"


def test_a_call_that_was_made_is_on_disk_before_it_has_its_name(
    tmp_path: Path, engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = noting(monkeypatch)
    spoken(tmp_path, calls="screens", engine=str(engine)).wav("Rien ne va plus", "fr")
    (made,) = (tmp_path / "table.spoken").iterdir()
    assert steps == [f"sync {made.stem}.new", f"to {made.name}", "sync table.spoken"]


def test_the_house_s_own_recording_comes_first(tmp_path: Path, engine: Path) -> None:
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices" / "egalite.wav").write_bytes(b"RIFF ours")
    voice = spoken(tmp_path, calls="screens", engine=str(engine), recordings="voices")
    assert voice.wav("Égalité", "fr") == b"RIFF ours"
    assert voice.wav("Punto gagne", "fr") == b"RIFF fr Punto gagne"


@pytest.mark.parametrize("text", ["", "x" * 10_000, "a\nb", "\x00"])
def test_what_is_no_call_is_not_spoken(tmp_path: Path, engine: Path, text: str) -> None:
    assert spoken(tmp_path, calls="screens", engine=str(engine)).wav(text, "fr") is None


def test_words_that_look_like_an_option_are_words(tmp_path: Path, engine: Path) -> None:
    voice = spoken(tmp_path, calls="screens", engine=str(engine))
    assert voice.wav("--help", "../../x") == b"RIFF fr --help"


def test_a_missing_engine_is_one_clear_line_and_no_sound(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    voice = spoken(tmp_path, calls="screens", engine="no-such-engine")
    assert "sudo apt-get install espeak-ng" in voice.trouble()
    assert "\n" not in voice.trouble()
    with caplog.at_level(logging.WARNING):
        assert voice.wav("Rien ne va plus", "fr") is None
        assert speakers(voice) == []
    assert spoken(tmp_path).trouble() == "", "off, nothing is missed"


def test_the_loudspeaker_never_keeps_the_table_waiting(tmp_path: Path, engine: Path) -> None:
    held, said = threading.Event(), []

    class Slow(Spoken):
        def wav(self, text: str, lang: str) -> bytes | None:
            held.wait(60)
            said.append(text)
            return None

    voice = spoken(tmp_path, calls="speaker", engine=str(engine))
    slow = Slow.__new__(Slow)
    slow.__dict__.update(voice.__dict__)
    speaker = Speaker(slow, command="true")
    calls: list[Any] = [Called(1, Call(f"call {n}")) for n in range(50)]
    for each in calls:
        speaker.publish(1, {}, [each])
    held.set()
    speaker.stop()
    assert said[-1] == "call 49" or len(said) <= CALLS_WAITING_MOST + 1
    assert len(said) <= CALLS_WAITING_MOST + 1


@pytest.mark.parametrize(
    ("text", "name"),
    [("Rien ne va plus", "rien-ne-va-plus"), ("Égalité", "egalite"), ("17, noir!", "17-noir")],
)
def test_a_recording_is_named_after_its_words(text: str, name: str) -> None:
    assert slug(text) == name


def test_the_distribution_s_engine_speaks(tmp_path: Path) -> None:
    if shutil.which("espeak-ng") is None:
        pytest.skip("espeak-ng is not installed")
    wav = spoken(tmp_path, calls="screens").wav("Rien ne va plus", "fr")
    assert wav is not None
    assert wav[:4] == b"RIFF" and len(wav) > 10_000


def test_calls_are_made_beside_a_journal_whose_folder_is_not_there_yet(tmp_path: Path, engine: Path) -> None:
    section = f'[journal]\npath = "a/b/table.sqlite3"\n[sound]\nengine = "{engine}"\n'
    voice = Spoken(read(section, file=tmp_path / "table.toml"))
    assert voice.wav("Punto gagne", "fr") == b"RIFF fr Punto gagne"
    assert [each.suffix for each in (tmp_path / "a" / "b" / "table.spoken").iterdir()] == [".wav"]


@pytest.fixture
def given_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that each program gets; none of them ends in it."""
    limits: list[float] = []

    def hangs(command: list[str], *, timeout: float, **more: object) -> None:
        limits.append(timeout)
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(subprocess, "run", hangs)
    return limits


def test_an_engine_that_hangs_is_given_up_after_five_seconds(tmp_path: Path, given_s: list[float]) -> None:
    assert spoken(tmp_path, calls="screens").wav("Rien ne va plus", "fr") is None
    assert given_s == [5.0]


def test_a_loudspeaker_that_hangs_is_given_up_after_fifteen_seconds_and_the_next_call_is_said(
    tmp_path: Path, given_s: list[float]
) -> None:
    (tmp_path / "voices").mkdir()
    for name in ("punto", "banco"):
        (tmp_path / "voices" / f"{name}.wav").write_bytes(b"RIFF")
    speaker = Speaker(spoken(tmp_path, calls="speaker", recordings="voices"), command="player")
    calls: list[Any] = [Called(1, Call("punto")), Called(1, Call("banco"))]
    speaker.publish(1, {}, calls)
    speaker.stop()
    assert given_s == [15.0, 15.0]


def test_the_longest_call_has_160_characters(tmp_path: Path, engine: Path) -> None:
    voice = spoken(tmp_path, calls="screens", engine=str(engine))
    assert voice.wav("x" * 160, "fr") is not None
    assert voice.wav("x" * 161, "fr") is None


def test_the_calls_made_last_are_kept_and_older_ones_go(tmp_path: Path, engine: Path) -> None:
    folder = tmp_path / "table.spoken"
    folder.mkdir()
    for number in range(405):
        (folder / f"{number}.wav").touch()
        os.utime(folder / f"{number}.wav", (number, number))
    spoken(tmp_path, calls="screens", engine=str(engine)).wav("Punto gagne", "fr")
    left = sorted(
        int(each.stem) for each in folder.glob("*.wav") if each.stem.isdigit() and len(each.stem) < 4
    )
    assert left == [*range(5, 405)]


def test_a_folder_of_recordings_that_is_not_there_is_named(tmp_path: Path, engine: Path) -> None:
    voice = spoken(tmp_path, calls="screens", engine=str(engine), recordings="voices")
    assert voice.trouble() == f"there is no folder of recordings {tmp_path / 'voices'} ([sound] recordings)"
    (tmp_path / "voices").mkdir()
    assert voice.trouble() == ""


def test_the_table_waits_two_seconds_for_its_loudspeaker_when_it_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited_s: list[float | None] = []
    speaker = Speaker(spoken(tmp_path, calls="speaker"), command="player")
    thread = speaker._thread
    with monkeypatch.context() as closing:
        closing.setattr(thread, "join", lambda timeout=None: waited_s.append(timeout))
        speaker.stop()
    thread.join(60)
    assert waited_s == [2]
    assert not thread.is_alive()


def test_four_calls_wait_for_the_loudspeaker_and_older_ones_are_dropped(tmp_path: Path) -> None:
    held, begun, done, said = threading.Event(), threading.Event(), threading.Event(), list[str]()

    class Slow(Spoken):
        def wav(self, text: str, lang: str) -> bytes | None:
            begun.set()
            assert held.wait(60)
            said.append(text)
            if text == "call 5":
                done.set()
            return None

    speaker = Speaker(Slow(read("", file=tmp_path / "table.toml")), command="true")
    first: list[Any] = [Called(1, Call("first"))]
    speaker.publish(1, {}, first)
    assert begun.wait(60)
    waiting: list[Any] = [Called(1, Call(f"call {n}")) for n in range(1, 6)]
    speaker.publish(2, {}, waiting)
    held.set()
    assert done.wait(60)
    speaker.stop()
    assert said == ["first", "call 2", "call 3", "call 4", "call 5"]
    assert speaker._thread.daemon


def test_after_an_undo_no_call_that_waits_is_said(tmp_path: Path) -> None:
    held, begun, said = threading.Event(), threading.Event(), list[str]()

    class Slow(Spoken):
        def wav(self, text: str, lang: str) -> bytes | None:
            begun.set()
            held.wait(60)
            said.append(text)
            return None

    slow = Slow(read("", file=tmp_path / "table.toml"))
    speaker = Speaker(slow, command="true")
    first: list[Any] = [Called(1, Call("first"))]
    waiting: list[Any] = [Called(1, Call("second")), Called(1, Call("third"))]
    speaker.publish(1, {}, first)
    assert begun.wait(60)
    speaker.publish(2, {}, waiting)
    after: list[Any] = [ActWithdrawn(1, "8C", 1), Called(1, Call("after"))]
    speaker.publish(3, {}, after)
    held.set()
    speaker.stop()
    assert said == ["first", "after"]


def test_a_call_that_waits_when_the_table_closes_is_not_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, begun, said = threading.Event(), threading.Event(), list[str]()

    def wav(spoken: Spoken, text: str, lang: str) -> None:
        begun.set()
        held.wait(60)
        said.append(text)

    monkeypatch.setattr(Spoken, "wav", wav)
    monkeypatch.setattr(speech, "player", lambda: "true")
    settings = read('[sound]\ncalls = "speaker"\n', file=tmp_path / "table.toml")
    with ExitStack() as parts:
        (speaker,) = _speakers(settings, parts)
        assert isinstance(speaker, Speaker)
        first: list[Any] = [Called(1, Call("first"))]
        waiting: list[Any] = [Called(1, Call("second")), Called(1, Call("third"))]
        speaker.publish(1, {}, first)
        assert begun.wait(60)
        speaker.publish(2, {}, waiting)
        join = speaker._thread.join

        def let_go(timeout: float) -> None:
            held.set()
            join(60)

        monkeypatch.setattr(speaker._thread, "join", let_go)
    assert said == ["first"]


def test_an_engine_gets_the_language_the_pace_and_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], *, check: bool, capture_output: bool, **more: object) -> None:
        assert check and capture_output
        asked.append(command)
        Path(command[6]).write_bytes(b"RIFF")

    monkeypatch.setattr(subprocess, "run", run)
    voice = spoken(tmp_path, calls="screens", engine="engine")
    assert voice.wav("Rien", "nl") == voice.wav("Rien", "français") == b"RIFF"
    assert [each[:6] for each in asked] == [
        ["engine", "-v", lang, "-s", str(voice._pace), "-w"] for lang in ("nl", "fr")
    ]
    assert [each[7:] for each in asked] == [["--", "Rien"]] * 2


@pytest.mark.parametrize(
    ("there", "player"), [({"aplay", "pw-play"}, "aplay"), ({"pw-play", "paplay"}, "paplay"), (set(), None)]
)
def test_the_first_player_that_is_installed_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: set[str], player: str | None
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in {*there, "engine"} else None)
    assert speech.player() == player
    trouble = spoken(tmp_path, calls="both", engine="engine").trouble()
    assert trouble == ("" if player else "no player for the loudspeaker: sudo apt-get install alsa-utils")
    assert spoken(tmp_path, calls="screens", engine="engine").trouble() == ""


def test_the_loudspeaker_and_a_screen_that_want_the_same_call_at_once_make_it_once(
    tmp_path: Path, engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loud, screen = (spoken(tmp_path, calls="both", engine=str(engine)) for _ in range(2))
    heard: list[bytes | None] = []
    second = threading.Thread(target=lambda: heard.append(screen.wav("Carte", "fr")))
    make = Spoken._make

    def slowly(self: Spoken, *given: Any) -> None:
        if second.ident is None:
            second.start()
            second.join(0.1)
        make(self, *given)

    monkeypatch.setattr(Spoken, "_make", slowly)
    heard.append(loud.wav("Carte", "fr"))
    second.join(60)
    assert heard == [b"RIFF fr Carte"] * 2
    assert (tmp_path / "made").read_text() == "made\n"
