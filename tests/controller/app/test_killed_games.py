"""Kill -9 at any moment, at every game: the table goes on with the very coup, its bank and its prisoners."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from sabot.app.assemble import running
from sabot.bench.rehearsal import rehearsed_games
from sabot.config import load
from sabot.core.table import resumed
from sabot.core.view import view
from sabot.record.journal import reading, records, verify
from tests.controller.killing import killed

pytestmark = [pytest.mark.process, pytest.mark.slow]

ROUNDS = 2
KILLS = 2 if os.environ.get("SABOT_SOAK") else 1
OF_A_COMMAND = [game for game in rehearsed_games() if game != "roulette"][
    :: 1 if os.environ.get("SABOT_SOAK") else 2
]
"""The games in which `sabot run` itself is killed; `make soak` has all of them."""


@pytest.mark.parametrize("game", rehearsed_games())
def test_a_table_killed_again_and_again_goes_on_with_the_very_coup(game, tmp_path):
    kills = killed(game, tmp_path / "t.sqlite3", ROUNDS)
    for each in kills:
        assert each.on_record >= each.acknowledged
        assert each.remembered is not None
        assert each.remembered.play == each.true.play
        assert each.wrong == ""
        shown, true = view(resumed(each.remembered)), view(each.true)
        assert shown["unconfirmed"] is each.true.play.opened
        for what in ("coup", "phase", "places", "owed", "stakes", "prison", "faults", "results"):
            assert shown[what] == true[what]
    assert kills[-1].on_record > kills[0].on_record
    coups = [each.true.play.coup for each in kills]
    if game in ("chemin-de-fer", "baccarat-banque"):
        assert all(coup.bank.main > 1 or coup.bank.amount for coup in coups)


@pytest.mark.parametrize("game", OF_A_COMMAND)
def test_the_command_is_killed_and_goes_on_with_the_coup_that_lay_there(game, tmp_path):
    """The simulated croupier confirms it, and not one fault comes of it. No number is missing but that of a
    coup in which nothing was dealt before a new sabot came: a burnt bank. `make soak` kills it again after it
    has gone on."""
    config = tmp_path / "table.toml"
    config.write_text(
        f'[table]\ngame = "{game}"\n[dashboard]\nport = 0\nstreams = 4\n[journal]\npath = "t.sqlite3"\n'
        f"[rules.{game}]\ndecks = 2\n[simulation]\nseconds_per_card = 0.01\n"
    )
    for _ in range(KILLS):
        run_and_kill(config)
    path = tmp_path / "t.sqlite3"
    assert verify(path).wrong == ""
    with reading(path) as file:
        before = len(list(records(file, "kind = 'event' AND body LIKE '%\"result\"%'")))
    with running(load(config)) as table:
        looks = table.feed.subscribe(most=100_000)
        told = list(looks.get(60).events)
        while sum(event["event"] == "result" for event in told) < 5:
            told += looks.get(60).events
    with reading(path) as file:
        events = [record.plain for record in records(file, "kind = 'event'")]
        notes = [record.plain["note"] for record in records(file, "kind = 'note'")]
        sabots = {record.coup for record in records(file, "body LIKE '%\"SabotOpened\"%'")}
    assert notes == ["resumed"] * KILLS
    coups: list[Any] = [event["coup"] for event in events if event["event"] == "result"]
    assert coups == sorted(set(coups))
    assert set(range(1, coups[-1])) - set(coups) <= sabots
    assert len(coups) >= before + 5
    assert [event for event in events if event["event"] == "fault"] == []


def run_and_kill(config: Path) -> None:
    """`sabot run` until a hand has cards after at least two results, and not one act longer."""
    command = [sys.executable, "-m", "sabot.cli", "run", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            _watch(process.stdout.readline().split()[-1])
        finally:
            process.kill()


def _watch(address: str) -> None:
    coups: set[int] = set()
    with urllib.request.urlopen(f"{address}events?for=croupier", timeout=60) as stream:
        for line in itertools.islice(stream, 5000):
            told = json.loads(line[5:]) if line.startswith(b"data:") else {}
            assert not told.get("faults"), "the croupier stops at a fault, and nothing more would be told"
            if told.get("result"):
                coups.add(told["coup"])
            elif len(coups) > 1 and any(place["cards"] for place in told.get("places", ())):
                return
    pytest.fail(f"no coup lies on the table after {coups}")
