"""`make pit`: a whole pit on one machine comes up in seconds, says where it answers, and leaves nothing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from sabot.pit.services import MissingError, mosquitto, postgres_folder
from tests.house import ROOT
from tools.pit_floor import until

pytestmark = pytest.mark.process

START_MOST_S, END_MOST_S = 60, 30


def processes_in(*places: str) -> list[str]:
    """The processes whose command names one of these places."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            found += [words] if any(place in words for place in places) else []
    return found


@pytest.mark.parametrize("ends_with", [signal.SIGINT, signal.SIGTERM])
def test_four_tables_are_seen_within_a_minute_and_nothing_of_them_is_left(
    folder: Path, ends_with: int
) -> None:
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
        pit.send_signal(ends_with)
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
