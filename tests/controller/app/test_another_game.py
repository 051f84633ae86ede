"""The set-up of an open table asks before another game ends a coup; the croupier is told of it afterwards.
Through the real port, with the real journal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from sabot.app.assemble import running
from sabot.config import load

CONFIG = """
[table]
game = "punto-banco"
[journal]
path = "table.sqlite3"
[dashboard]
port = 0
[[instruments]]
driver = "lines"
port = "/dev/sabot/none"
wait = true
"""
"""A table whose sabot is not plugged in: nothing happens at it but what is sent."""

PATIENCE_S = 60


def post(address: str, path: str, **body: object) -> tuple[int, Any]:
    """What the table answers to one of its own pages."""
    headers = {"X-Sabot": "act", "Content-Type": "application/json"}
    request = Request(address + path, json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


def noticed(address: str) -> list[Any]:
    """What the croupier's page tells besides the game, in the first picture that tells something."""
    with urlopen(f"{address}events?for=croupier", timeout=PATIENCE_S) as stream:
        pictures = (json.loads(each.removeprefix(b"data:")) for each in stream if each.startswith(b"data:"))
        return next(each["notices"] for each in pictures if each["notices"])


@pytest.mark.process
@pytest.mark.slow
def test_another_game_is_opened_over_a_coup_only_when_that_was_seen_and_wanted(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG)
    renewed: list[bool] = []
    with running(load(file), renew=lambda: renewed.append(True)) as table:
        at = table.address
        keys = (f"0123456789abcde{nth}" for nth in range(9))

        def deal(**act: object) -> None:
            _, said = post(at, "acts", key=next(keys), seen=1, **act)
            assert said["recorded"], said

        deal(act="rnvp")
        deal(act="card", card="8C")
        assert post(at, "setup/renew") == (200, {"taken": True}), "the same game goes on with the coup"
        post(at, "setup", table={"game": "roulette"})
        status, asked = post(at, "setup/renew")
        assert (status, asked["taken"], len(renewed)) == (409, False, 1)
        values = asked["why"]["values"]
        assert values == {"n": 1, "game": "punto banco", "what": {"id": "punto 8♣", "values": {}}}
        deal(act="card", card="4S")
        status, again = post(at, "setup/renew", loses=asked["loses"])
        both = again["why"]["values"]["what"]["values"]
        assert status == 409
        assert [each["id"] for each in both.values()] == ["punto 8♣", "banco 4♠"], "another card came"
        assert post(at, "setup/renew", loses=again["loses"]) == (200, {"taken": True})
        assert len(renewed) == 2
    with running(load(file)) as table:
        (told,) = noticed(table.address)
        assert told["values"] == {"n": 1, "what": {"id": "{one} · {other}", "values": both}}
        assert post(table.address, "setup/renew") == (200, {"taken": False}), "nothing lies there to be lost"
    with running(load(file)) as table:
        assert noticed(table.address) == [told], "a restart forgets nothing"
