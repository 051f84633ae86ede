"""A trainee at a live table: what an instrument sends is judged, kept under the trainee's name, and stands
in the heat map of its drill, over HTTP as a trainer sees it."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from sabot.app.assemble import running
from sabot.core import script
from sabot.games.baccarat_banque import rules as baccarat_banque
from sabot.games.roulette import rules as roulette
from sabot.games.trente_et_quarante import rules as trente_et_quarante
from sabot_dashboard.guard import ACT_HEADER
from tests.controller.app import test_live_games as live

pytestmark = [pytest.mark.process, pytest.mark.slow]

BANQUE = """say banque 0 1000
bet droite 120 2
rnvp
2C 6D 4H 3S KD AH
say droite carte
4S
end
say banque non
end"""
"""Droite 5 is free and draws; the coup is closed while the banker has not spoken; then the banker stays."""
TRENTE = """bet noir 10
rnvp
KS QH JD 4C
end
TS TH TD AC
announce rouge gagne, couleur perd
end"""
"""Noir 34; the second row is forgotten; rouge 31; the result called right."""
ROULETTE = """bet rouge 5
rnvp
bet noir 5
17
announce 18
end"""
"""A stake taken too late, and the number called wrong."""


def ask(address: str, path: str, **body: Any) -> str:
    """The answer of a page of this table; `body` is posted as one of its own pages does."""
    own = {"Content-Type": "application/json", "Origin": address.rstrip("/"), ACT_HEADER: "act"}
    data = json.dumps(body).encode() if body else None
    with urlopen(Request(address + path, data, own if body else {}), timeout=60) as answer:
        return str(answer.read().decode())


def dealt(folder: Path, game: Any, text: str, drill: str) -> dict[str, str]:
    """Marie deals this at a live table: the tone of each cell of the drill that has one."""
    name = live.INSTRUMENTS[game.NAME]
    with live.instrument(name) as (hand, port):
        line = f'[[instruments]]\ndriver = "{name}"\nport = "{port}"\n'
        with running(live.settings(folder, game.NAME, line, close="croupier")) as table:
            at = live.Table(table)
            at.meets(hand)
            ask(table.address, "school/trainee", name="Marie")
            ask(table.address, "school/trainer/seat", mode="silent", trainee=1)
            options = table.loop.table.play.options
            live.played(
                at, hand.deals, ((each, None) for each in script.read(text.splitlines(), game, options))
            )
            state = "school/table/state"
            waited = (threading.Event().wait(0.01) for _ in range(6000))
            assert next(seen for _ in waited if (seen := json.loads(ask(table.address, state))["coups"]))
            page = ask(table.address, f"school/trainer/1/{drill}?lang=en")
    return tones(page)


def tones(page: str) -> dict[str, str]:
    """The cells of a heat map of one row that were asked, with what they show."""
    heads = re.findall(r'<th scope="col">(.*?)</th>', page)
    found = zip(heads, re.findall(r'<td class="heat (\w+)">', page), strict=True)
    return {cell: tone for cell, tone in found if tone != "new"}


@pytest.mark.parametrize(
    ("game", "text", "drill", "shown"),
    [
        (baccarat_banque, BANQUE, "tirage-side", {"5": "sure", "6": "sure"}),
        (trente_et_quarante, TRENTE, "procedure-trente-et-quarante",
         {"1st card": "sure", "2nd card": "poor"}),
        (roulette, ROULETTE, "order-roulette",
         {"a stake": "sure", "rien ne va plus": "sure", "the ball": "poor", "the end of the coup": "sure"}),
    ],
)  # fmt: skip
def test_what_a_trainee_deals_at_a_live_table_stands_in_the_heat_map_of_its_drill(
    game: Any, text: str, drill: str, shown: dict[str, str], tmp_path: Path
) -> None:
    assert dealt(tmp_path, game, text, drill) == shown
