"""What a table loses when it is opened for another game (controller/sabot/record/abandoned.py)."""

from __future__ import annotations

import pytest

from sabot.core import options as house
from sabot.core.observations import Noted
from sabot.core.script import read
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES
from sabot.record.abandoned import left, noted, would_be_lost


def table(game: str, *lines: str, **rules: str) -> Table:
    """The table after these lines of a script, with these house rules."""
    at = opened(GAMES[game], house.read(GAMES[game].Options, [*rules.items()]))
    for each in read(list(lines), at.play.game, at.play.options):
        at, _ = step(at, each)
    return at


@pytest.mark.parametrize(
    ("game", "lines", "lies"),
    [
        (
            "punto-banco",
            ["bet banco 50 2", "bet punto 20 3", "rnvp", "8C TS"],
            "punto 8♣ · banco 10♠ · mises 70.00",
        ),
        ("roulette", ["bet plein:17 5", "bet rouge 10"], "mises 15.00"),
        ("trente-et-quarante", ["bet noir 50", "rnvp", "8C TS"], "noir 8♣ 10♠ · mises 50.00"),
    ],
)
def test_what_lies_on_an_undecided_coup_is_named_in_the_words_of_the_cloth(
    game: str, lines: list[str], lies: str
) -> None:
    at = table(game, *lines)
    assert left(at) == lies
    assert noted(at) == Noted("coup-abandoned", text=lies, about=1)


def test_a_coup_that_is_opened_and_bare_is_lost_too() -> None:
    at = table("punto-banco", "rnvp")
    assert (left(at), would_be_lost(at)) == ("", True)
    assert noted(at) == Noted("coup-abandoned", about=1)


@pytest.mark.parametrize("lines", [[], ["rnvp", "8C 4S TC KD"]])
def test_of_a_table_without_a_coup_or_with_a_decided_one_nothing_is_lost(lines: list[str]) -> None:
    at = table("punto-banco", *lines)
    assert (left(at), would_be_lost(at), noted(at)) == ("", False, None)


def test_a_stake_in_prison_and_a_bank_go_from_coup_to_coup_and_would_be_lost() -> None:
    prison = table("roulette", "bet rouge 10", "rnvp", "0", "end", close="croupier", zero_rule="prison")
    assert left(prison) == "prison 10.00"
    bank = table("chemin-de-fer", "say banque 1 100")
    assert left(bank).endswith("bank 100.00")
