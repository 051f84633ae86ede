"""A program that follows the event lines ends with what the table, its journal and a clean record have."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.core.observations import Said
from sabot.games.register import GAMES
from tests.controller.dealing import CASINO
from tests.controller.following import disagreements, of_the_journal, shift

SHIFTS, ACTS = 3, 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SHIFTS))
@pytest.mark.parametrize("game", CASINO)
def test_a_follower_of_random_coups_ends_with_what_the_table_and_its_journal_have(
    game: str, seed: int, tmp_path: Path
) -> None:
    done = shift(game, seed=seed, acts=ACTS)
    assert done.event_counts["result"] > ACTS / 30
    assert done.event_counts["undone"] > 3
    assert [*disagreements(done), *of_the_journal(done, tmp_path / "journal.sqlite3")] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", [name for name in CASINO if GAMES[name].PLACES])
def test_random_coups_are_annulled_and_broken_off_and_cards_are_burned(game: str) -> None:
    done = shift(game, seed=1, acts=2_000)
    said = {act.words.split()[0] for act in done.acts if isinstance(act, Said)}
    assert {"annule", "brule", "retire"} <= said
    assert done.event_counts["void"] > 3 < done.event_counts["shoe"]


def test_a_follower_that_keeps_another_result_disagrees_with_the_table() -> None:
    done = shift("punto-banco", seed=0, acts=ACTS)
    last = max(done.follower.results())
    done.follower.hears({"event": "result", "coup": last, "winner": "nobody"})
    assert [*disagreements(done)] == [
        "the follower keeps other lines than are told without the acts that were taken back",
        "the follower has other results than the table",
    ]
