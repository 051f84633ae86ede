"""A coup that a new sabot interrupts does not count: its stakes go back, in every game."""

from __future__ import annotations

import pytest

from sabot.core.events import with_reason
from sabot.core.observations import CardSeen, SabotOpened
from sabot.core.table import opened, step
from sabot.games.register import GAMES
from tests.controller.dealing import card, dealt, faults, lines_of, only

OPEN = {
    "punto-banco": "bet punto 20 3\nbet banco 10\n8C",
    "trente-et-quarante": "bet noir 20 3\nbet inverse 10\n8C",
    "roulette": "bet rouge 20 3\nbet plein:17 10\nrnvp",
    "chemin-de-fer": "say banque 1 40\nbet ponte 20 3\nbet ponte 10 4\n8C",
    "baccarat-banque": "say banque 0 40\nbet droite 20 3\nbet gauche 10 4\n8C",
}


BACK = ("fault", "void", "settlement", "settlement", "shoe")


@pytest.mark.parametrize("game", OPEN)
def test_a_new_sabot_gives_every_stake_of_the_open_coup_back(game: str) -> None:
    lines = lines_of(game, f"{OPEN[game]} new")
    told_then = lines[[line["event"] for line in lines].index("fault") :]
    announced = ["call"] * 2 * (game != "roulette")
    assert [line["event"] for line in told_then] == [*BACK, *announced]
    void, settlements, shoe = told_then[1], told_then[2:4], told_then[4]
    assert (void["coup"], void["said"]) == (1, "new")
    assert "abandoned" in void["because"]
    assert [(each["stake"], each["returned"], each["void"]) for each in settlements] == [
        ("20.00", "20.00", True),
        ("10.00", "10.00", True),
    ]
    assert shoe["state"] == "new"


@pytest.mark.parametrize("game", OPEN)
def test_nothing_of_the_abandoned_coup_plays_the_next_one(game: str) -> None:
    table, _ = dealt(game, f"{OPEN[game]} new")
    assert table.play.coup.stakes == ()
    assert not table.play.opened


@pytest.mark.parametrize("game", OPEN)
def test_no_coup_is_voided_where_none_lies_open(game: str) -> None:
    assert only(lines_of(game, "new"), "void") == []


@pytest.mark.parametrize("game", ["chemin-de-fer", "baccarat-banque"])
def test_a_bank_that_is_only_spoken_of_is_no_coup_that_is_abandoned(game: str) -> None:
    lines = lines_of(game, "say banque 1 40\nnew")
    assert (faults(lines), only(lines, "void")) == ([], [])


def test_prison_is_kept_apart_from_what_the_void_coup_gives_back() -> None:
    """A refait put 100 in prison at level 1: it is worth 50 at the end of a sixain, and no void line."""
    refait = "TS TH TD AS TS TH TD AC"
    lines = lines_of("trente-et-quarante", f"bet noir 100 3\n{refait}\nbet rouge 7 4\nTC new")
    assert only(lines, "void")
    assert [(each["bet"], each["returned"], each.get("void")) for each in only(lines, "settlement")[1:]] == [
        ("rouge", "7.00", True),
        ("noir", "50.00", None),
    ]


def test_a_screen_gets_the_reason_as_a_value() -> None:
    table, _ = step(opened(GAMES["punto-banco"]), CardSeen(card("8C")))
    _, events = step(table, SabotOpened())
    void = next(line for line in map(with_reason, events) if line["event"] == "void")
    assert void["reason"]["id"] == void["because"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("game", "refused"),
    [
        ("trente-et-quarante", "say prison noir 3"),
        ("chemin-de-fer", "say passe"),
        ("baccarat-banque", "say banco 1"),
        ("chemin-de-fer", "bet ponte 5 3"),
        ("roulette", "bet douzaine:1-2 5"),
    ],
)
def test_a_word_or_stake_that_is_refused_opens_no_coup(game: str, refused: str) -> None:
    """Nothing of it is on the cloth: a coup has the number of its first act that was taken."""
    table, lines = dealt(game, refused)
    assert faults(lines) == ["wrong-order"]
    assert ("coup" in lines[0], table.play.opened, table.play.number) == (False, False, 0)


def test_a_refused_word_is_none_of_the_coups_that_the_cut_card_leaves() -> None:
    lines = lines_of("trente-et-quarante", "cut\nsay prison noir 3\nbet noir 5 3\nTS TH TD AS 9S TC TD 9C")
    states = [(line["state"], line["coup"]) for line in only(lines, "shoe")]
    assert states == [("last-coup", 1), ("spent", 1)]


def test_a_refusal_in_an_open_coup_stands_in_it() -> None:
    lines = lines_of("trente-et-quarante", "bet noir 5 3\nsay prison noir 3")
    assert [line["coup"] for line in only(lines, "fault")] == [1]
