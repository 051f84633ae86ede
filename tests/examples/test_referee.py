"""examples/referee.py: what it prints is what `sabot referee` prints."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.house import ROOT

SCRIPT = "bet banco 20\n8C KD 3H 6S KS\n"
EXAMPLE = ROOT / "examples" / "referee.py"


def printed(*command: str) -> str:
    return subprocess.run(
        [sys.executable, *command], input=SCRIPT, capture_output=True, text=True, check=True, timeout=60
    ).stdout


@pytest.mark.process
def test_it_prints_what_the_command_prints() -> None:
    lines = printed(str(EXAMPLE), "punto-banco")
    assert lines == printed("-m", "sabot.cli", "referee", "punto-banco")
    assert '"winner": "banco"' in lines


@pytest.mark.process
@pytest.mark.parametrize("words", [["foo"], []])
def test_without_a_game_that_there_is_it_names_those_that_there_are(words: list[str]) -> None:
    command = [sys.executable, str(EXAMPLE), *words]
    ended = subprocess.run(command, input=SCRIPT, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("Name one of these games: punto-banco, ")


def test_it_has_ten_lines_at_most() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 10
