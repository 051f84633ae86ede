"""The chronicle of every game: what a journal's exports say of its coups."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller import chronicle
from controller.chain import Entry
from controller.journal import Journal, reading
from controller.observations import BallSeen, CoupEnded, Observation, Staked, as_dict
from controller.resuming import opening
from controller.rules import options as house
from controller.rules.games import GAMES
from controller.script import read
from controller.table import opened


@pytest.fixture
def kept(tmp_path):
    """A journal of a script, or of what was seen."""

    def of(game: str, seen: str | list[Observation], **options: str) -> Path:
        rules = GAMES[game]
        chosen = house.read(rules.Options, options.items())
        acts = list(read(seen.splitlines(), rules, chosen)) if isinstance(seen, str) else seen
        path = tmp_path / "table.sqlite3"
        with Journal(path) as journal:
            journal.append([Entry("opening", opening(opened(rules, chosen)))])
            journal.append([Entry("observation", as_dict(each), 1) for each in acts])
        return path

    return of


@pytest.mark.parametrize(
    ("game", "script", "won"),
    [
        ("punto-banco", "8C 4S TH 2D", "punto"),
        ("chemin-de-fer", "8C 4S TH 2D", "ponte"),
        ("baccarat-banque", "8C 4S 9H TD 2D TC", "droite banque; gauche banque"),
        ("trente-et-quarante", "TD TC TH AS\nTD TS TH 4S", "noir inverse"),
        ("trente-et-quarante", "TC TD TH AS\nTD TS TH AD", "refait"),
        ("roulette", "17", "17"),
        ("roulette", "0", "0"),
    ],
)
def test_the_table_of_coups_says_who_has_won_at_every_game(kept, game, script, won):
    with reading(kept(game, script)) as file:
        _, line = chronicle.as_csv(file)
    assert f",{won}," in line


def test_what_the_notation_cannot_say_is_a_comment_in_the_script(kept):
    """The journal keeps whatever was perceived; a script of it can be judged nevertheless."""
    seen = [Staked("vert", 10_00), Staked("rouge", 10_00, 3), BallSeen(""), BallSeen("17"), CoupEnded()]
    with reading(kept("roulette", seen)) as file:
        lines = [line for line in chronicle.as_script(file) if not line.startswith(("# opened", "# sabot"))]
    assert [line for line in lines if not line.startswith("#")] == ["bet rouge 10.00 3", "17", "end"]
    assert "# the notation cannot say: bet vert 10.00" in lines
