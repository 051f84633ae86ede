"""What a seat may stake and call now: the referee is asked about each, and nothing happens at the table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.script import observation, tokens
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES
from sabot.staff.offers import AMOUNT, chances, chips, everything, offers, seats


def at(name: str, script: str = "", **options: Any) -> Table:
    """The table of this game after a script."""
    game = GAMES[name]
    table = opened(game, game.Options(**options))
    for line in script.splitlines():
        for token in tokens(line, 1):
            table, _ = step(table, observation(token, game, table.play.options))
    return table


PASSED = "say banque 1 16\nbet ponte 3 2\nKC 9D KH KD\nend\nsay passe"
FREE_PONTE = "say banque 1 100\nbet ponte 20 3\n5C 4D KH KD"


@pytest.mark.parametrize(
    ("game", "script", "seat", "calls"),
    [
        ("chemin-de-fer", "", 1, ["banque 1 AMOUNT", "refuse 1"]),
        ("chemin-de-fer", "say banque 1 100", 3, ["banco 3", "avec-la-table 3", "associe 3"]),
        ("chemin-de-fer", PASSED, 3, ["banque 3 AMOUNT", "prend 3 AMOUNT", "enchere 3 AMOUNT"]),
        ("chemin-de-fer", PASSED + "\nsay enchere 3 15.50", 5, ["prend 5 AMOUNT", "enchere 5 AMOUNT"]),
        ("chemin-de-fer", FREE_PONTE, None, ["ponte carte", "ponte non", "tableau"]),
        ("baccarat-banque", "say banque 0 1000", 3, ["banco 3"]),
        ("baccarat-banque", "", None, ["banque 0 AMOUNT"]),
        ("roulette", "bet rouge 20 3\n0", 3, ["prison rouge 3", "moitie rouge 3"]),
        ("roulette", "bet rouge 20 3\n0", 4, []),
        ("punto-banco", "", 4, ["melange 4", "coupe 4"]),
    ],
)
def test_a_seat_is_offered_the_calls_that_are_no_fault_now(
    game: str, script: str, seat: int | None, calls: list[str]
) -> None:
    options = {"zero_rule": "choice"} if game == "roulette" else {}
    found = offers(at(game, script, **options), seat).calls
    assert [call for call in calls if call not in found] == []
    assert not [call for call in found if "suivi" in call or ("adjuge" in call and "enchere" not in script)]


def test_what_only_a_bidder_has_made_possible_is_offered_after_the_bid() -> None:
    assert "adjuge" not in offers(at("chemin-de-fer", PASSED)).calls
    assert "adjuge" in offers(at("chemin-de-fer", PASSED + "\nsay enchere 3 4")).calls


def test_a_call_without_a_seat_is_offered_to_every_seat_and_one_with_a_seat_to_nobody_else() -> None:
    table = at("chemin-de-fer", FREE_PONTE)
    assert "tableau" in offers(table, 3).calls
    assert not any(any(part.isdigit() for part in call.split()) for call in offers(table).calls)


@pytest.mark.parametrize(
    ("game", "script", "chance", "why"),
    [
        ("punto-banco", "bet punto 20 4\nrnvp", "banco", "no stake after rien ne va plus"),
        ("chemin-de-fer", "say banque 1 100", "ponte", "seat 1 has a part in the bank and does not stake"),
        ("roulette", "", "colonne:1-2", "this house takes no stakes on two dozens or columns"),
    ],
)
def test_a_chance_that_takes_no_stake_says_why(game: str, script: str, chance: str, why: str) -> None:
    assert str(offers(at(game, script), 1).refused[chance]).startswith(why)


def test_a_stake_that_would_be_taken_is_not_refused_and_none_was_laid() -> None:
    table = at("punto-banco", minimum=1000)
    assert offers(table, 4).refused == {}
    assert table.play.coup.stakes == ()


def test_in_silent_mode_nothing_is_left_out_that_would_say_what_is_right() -> None:
    table = at("chemin-de-fer", FREE_PONTE)
    found = everything(table, 3)
    assert found.refused == {}
    assert {"ponte carte", "banque non", "banco 3", "suivi 3"} <= {*found.calls}
    assert {*offers(table, 3).calls} < {*found.calls}


@pytest.mark.parametrize(
    ("limits", "rack"),
    [
        ((0, 0), [1, 2, 5, 10, 20, 50, 100]),
        ((1000, 50000), [10, 20, 50, 100, 200, 500]),
        ((2500, 0), [20, 50, 100, 200, 500, 1000, 2000]),
    ],
)
def test_the_rack_has_chips_within_the_limits_of_the_house(limits: tuple[int, int], rack: list[int]) -> None:
    play = at("punto-banco", minimum=limits[0], maximum=limits[1]).play
    assert [chip // 100 for chip in chips(play)] == rack


def test_a_table_has_its_seats_and_every_bet_of_its_cloth() -> None:
    assert (seats(at("baccarat-banque").play), seats(at("roulette").play)) == (12, 9)
    assert chances(at("punto-banco").play) == ["punto", "banco", "egalite", "paire-punto", "paire-banco"]
    found = {pockets: chances(at("roulette", pockets=pockets).play) for pockets in (37, 38)}
    assert {"plein:0", "cheval:17-20", "carre:16-20", "transversale-simple:13", "voisins", "tiers"} <= {
        *found[37]
    }
    assert "voisins" not in found[38]
    assert "plein:00" in found[38]


@settings(max_examples=30)
@given(st.sampled_from(sorted(GAMES)), st.data())
def test_whatever_is_offered_is_no_fault_when_it_is_said(name: str, data: st.DataObject) -> None:
    """Said one after the other, each as it was offered on the table as it stood then."""
    table = at(name)
    for _ in range(4):
        seat = data.draw(st.none() | st.integers(1, 4))
        calls = [call for call in offers(table, seat).calls if AMOUNT not in call]
        if not calls:
            return
        call = data.draw(st.sampled_from(calls))
        token = next(iter(tokens(f"say {call}", 1)))
        table, events = step(table, observation(token, table.play.game, table.play.options))
        assert not [each for each in events if type(each).__name__ == "FaultFound"]
