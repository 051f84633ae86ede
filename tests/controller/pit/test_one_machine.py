"""`make pit`: a whole pit on one machine comes up in seconds, says where it answers, and leaves nothing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from sabot.pit.services import MissingError, mosquitto, postgres_folder
from tests.house import ROOT
from tools import pit as one_machine
from tools.pit_floor import until

START_MOST_S, END_MOST_S = 60, 30


def processes_in(*places: str) -> list[str]:
    """The processes whose command names one of these places."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            found += [words] if any(place in words for place in places) else []
    return found


@pytest.mark.process
def test_four_tables_are_seen_within_a_minute_and_nothing_of_them_is_left(folder: Path) -> None:
    try:
        mosquitto(), postgres_folder()
    except MissingError as error:
        pytest.skip(str(error))
    command = [sys.executable, "-m", "tools.pit", "--seconds-per-card", "0.2"]
    log = folder / "said"
    with log.open("wb") as said:
        pit = subprocess.Popen(
            command, cwd=ROOT, stdout=said, stderr=said, env=os.environ | {"TMPDIR": str(folder)}
        )
    try:
        until_said(log, "Ctrl-C ends", pit)
        text = log.read_text()
        places = dict(re.findall(r"(?m)^(the page|the wall|t\d).*?: (http://\S+)", text))
        assert [*places] == ["the page", "the wall", "t1", "t2", "t3", "t4"]
        with urlopen(places["the wall"]) as wall:
            assert "<title>" in wall.read().decode()
        database = re.search(r"host=(\S+)", text)
        assert database is not None
        assert len(processes_in(str(folder), database[1])) >= 10
        pit.send_signal(signal.SIGTERM)
        assert pit.wait(END_MOST_S) == 0
        assert processes_in(str(folder), database[1]) == []
        assert not Path(database[1]).exists()
        assert [*folder.iterdir()] == [log]
    finally:
        pit.kill()
        pit.wait()


def until_said(log: Path, words: str, pit: subprocess.Popen[bytes]) -> None:
    until(lambda: words in log.read_text() or pit.poll() is not None, words, limit_s=START_MOST_S)
    assert words in log.read_text(), log.read_text()


@pytest.fixture
def same_signals() -> Iterator[None]:
    """The signals do afterwards what they did before."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.usefixtures("same_signals")
@pytest.mark.parametrize("ends_with", [signal.SIGINT, signal.SIGTERM])
def test_either_signal_ends_it_in_order_also_where_a_shell_had_it_ignored(
    ends_with: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts, sent = [], iter([ends_with])

    @contextmanager
    def started(pace: float) -> Iterator[Any]:
        parts.append(f"at a card in {pace} s")
        try:
            yield None
        finally:
            parts.append("ended")

    signal.signal(ends_with, signal.SIG_IGN)
    monkeypatch.setattr(one_machine, "started", started)
    monkeypatch.setattr(one_machine, "said", lambda _: ["Ctrl-C ends all of it"])
    monkeypatch.setattr(signal, "pause", lambda: signal.raise_signal(next(sent)))
    monkeypatch.setattr(sys, "argv", ["pit", "--seconds-per-card", "0.2"])
    assert one_machine.main() == 0
    assert parts == ["at a card in 0.2 s", "ended"]
    assert capsys.readouterr().out.splitlines()[1:] == ["Ctrl-C ends all of it", "all of it has ended"]
