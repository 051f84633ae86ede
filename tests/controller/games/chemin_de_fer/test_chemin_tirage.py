"""The cards of chemin de fer. HS is *Hazardspelen* (Dutch, about 1920), p. 17-34; published examples by their
names in the collection of worked examples."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sabot.games.baccarat.tableau import GIVEN, TABLEAU
from sabot.games.chemin_de_fer.tirage import Table, position, tirage, winner
from tests.controller.dealing import Lines, faults, lines_of, only
from tests.shared import vectors

GAME = "chemin-de-fer"


def examples() -> list[dict[str, Any]]:
    lines_of: list[dict[str, Any]] = vectors("casino")["vectors"]
    return [each for each in lines_of if each["game"] == "chemin_de_fer"]


def example(name: str) -> dict[str, Any]:
    return next(each for each in examples() if each["id"] == name)


RANK = {0: "K", 1: "A", 10: "K"} | {value: str(value) for value in range(2, 10)}


def cards(*values: int) -> str:
    """Cards of these values, suit after suit."""
    return " ".join(RANK[value] + "CDHS"[place % 4] for place, value in enumerate(values))


def two(total: int) -> tuple[int, int]:
    return (total, 0)


def calls(lines: Lines) -> list[str]:
    return [line["text"] for line in only(lines, "call")]


# --- the four cards and the ponte (HS p. 18) ---------------------------------------------------------


def test_the_first_four_cards_go_ponte_banque_ponte_banque() -> None:
    lines = lines_of(GAME, "2C 3D 4H 4S")
    assert [line["to"] for line in only(lines, "card")] == ["ponte", "banque", "ponte", "banque"]


@pytest.mark.parametrize("total", range(5))
def test_the_ponte_must_draw_to_four(total: int) -> None:
    owed = tirage(Table(), (two(total), two(7)))
    assert owed is not None
    assert (owed.to, str(owed.why)) == ("ponte", f"ponte has {total} and draws to 4")


def test_the_ponte_is_free_on_five() -> None:
    owed = tirage(Table(), (two(5), two(7)))
    assert owed is not None
    assert (owed.to, owed.of, owed.choices) == (None, "ponte", ("carte", "non"))


@pytest.mark.parametrize("total", [6, 7])
def test_the_ponte_stands_on_six_and_seven(total: int) -> None:
    assert tirage(Table(), (two(total), two(7))) is None


def test_where_the_house_says_so_the_ponte_must_draw_on_five() -> None:
    owed = tirage(Table(five="draw"), (two(5), two(7)))
    assert owed is not None
    assert (owed.to, str(owed.why)) == ("ponte", "ponte has 5 and draws to 5")
    assert only(lines_of(GAME, "5C 3D KH 4S", ponte_five="draw"), "owed")[-1]["to"] == "ponte"


@pytest.mark.parametrize(("ponte", "banque"), [(8, 0), (9, 3), (0, 8), (5, 9), (8, 9), (9, 9)])
def test_a_natural_on_either_side_ends_the_deal(ponte: int, banque: int) -> None:
    now = position(Table(), (two(ponte), two(banque)))
    assert now.owed is None
    assert now.natural
    assert now.winner == winner(ponte, banque)


# --- the tableau (HS p. 23-33) -----------------------------------------------------------------------


def test_the_tableau_is_the_published_one_cell_by_cell() -> None:
    published = example("cdf-tableau-full")["expected"]
    assert len(published) == 8
    for total, cells in published.items():
        for given_card, rule in cells.items():
            given = None if given_card == "none" else int(given_card) % 10
            assert TABLEAU[int(total), given] == {"draw": "D", "stand": "S", "free": "F"}[rule]


# The tableau as bankers learn it by heart: with the total on the left the banker draws against these cards,
# and with a star the banker is free. Written the other way round on purpose, so that a slip cannot hide.
BY_HEART = {
    0: "- A 2 3 4 5 6 7 8 9 X",
    1: "- A 2 3 4 5 6 7 8 9 X",
    2: "- A 2 3 4 5 6 7 8 9 X",
    3: "- A 2 3 4 5 6 7 9* X",
    4: "- 2 3 4 5 6 7",
    5: "- 4* 5 6 7",
    6: "6 7",
    7: "",
}


@pytest.mark.parametrize(("total", "given"), [*product(range(8), GIVEN)])
def test_the_banker_draws_as_bankers_learn_it(total: int, given: str) -> None:
    value = {"-": None, "A": 1, "X": 0}.get(given, int(given) if given.isdigit() else None)
    ponte = (6, 0) if value is None else (4, 0, value)
    owed = tirage(Table(), (ponte, two(total)))
    known = BY_HEART[total].split()
    assert (owed is not None and owed.to == "banque") == (given in known)
    assert (owed is not None and owed.of == "banque") == (given + "*" in known)


@pytest.mark.parametrize(
    "name",
    [f"cdf-odds-3-{given}" for given in (1, 4, 5, 6, 8, 9)]
    + [f"cdf-odds-4-{given}" for given in (1, 2, 5, 6, 7, 8, 9, 10)]
    + [f"cdf-odds-5-{given}" for given in (1, 3, 5, 7, 8, 10)]
    + [f"cdf-odds-6-{given}" for given in (1, 3, 4, 5, 7, 9, 10)],
)
def test_a_banker_who_stands_fares_as_the_book_counts(name: str) -> None:
    """HS p. 24-32: for each total with which the ponte may have drawn, who wins when the banker stands."""
    inputs, expected = example(name)["inputs"], example(name)["expected"]
    banker, given = inputs["banker_stands_on"], inputs["given"] % 10
    won = [winner((ponte + given) % 10, banker) for ponte in inputs["ponte_drew_on"]]
    counts = {"banker_wins": "banque", "ties": "en-cartes", "banker_loses": "ponte"}
    assert {key: won.count(who) for key, who in counts.items()} == expected


# --- faux tirage (HS p. 33-34) -----------------------------------------------------------------------


def banker_did(banker: int, given: int | str, *, drew: bool) -> Lines:
    """The coup of an example: the ponte stands on 6, or draws `given` on 4; then the banker speaks."""
    if given == "none":
        opening = cards(6, banker, 0, 0)
    else:
        opening = cards(4, banker, 0, 0, int(given))
    return lines_of(GAME, f"{opening}\nsay banque {'carte' if drew else 'non'}\n" + ("2H" if drew else ""))


@pytest.mark.parametrize("number", [1, 2, 3, 6, 8, 9, 10, 11])
def test_a_faux_tirage_of_the_banker_is_found_as_in_the_book(number: int) -> None:
    each = example(f"ft-cdf-{number}")
    inputs, expected = each["inputs"], each["expected"]
    lines = banker_did(inputs["banker"], inputs["given"], drew=inputs["banker_drew"])
    found = only(lines, "fault")
    assert bool(found) == expected["faux_tirage"]
    assert {line["kind"] for line in found} <= {"faux-tirage"}
    for line in found:
        assert line["because"].startswith(f"the banker {expected['kind']}: banque has {inputs['banker']}")


@pytest.mark.parametrize(("total", "given"), [*product(range(8), [None, *range(10)])])
@pytest.mark.parametrize("drew", [True, False])
def test_every_cell_of_the_tableau_is_held_against_the_banker(
    total: int, given: int | None, drew: bool
) -> None:
    lines = banker_did(total, "none" if given is None else given, drew=drew)
    law = TABLEAU[total, given]
    wrong = law == ("S" if drew else "D")
    assert bool(faults(lines)) == wrong
    assert all(kind == "faux-tirage" for kind in faults(lines))


@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("choice", ["carte", "non"])
def test_the_ponte_too_is_held_to_their_rule(total: int, choice: str) -> None:
    lines = lines_of(GAME, cards(total, 7, 0, 0) + f"\nsay ponte {choice}")
    wrong = total != 5 and (choice == "carte") != (total < 5)
    assert faults(lines) == (["faux-tirage"] if wrong else [])
    if wrong:
        did = "drew" if choice == "carte" else "stood"
        assert only(lines, "fault")[0]["because"].startswith(f"the ponte {did}: ponte has {total}")


def test_a_draw_after_a_natural_is_called_so() -> None:
    lines = lines_of(GAME, "8C 3D KH 4S\nsay ponte carte")
    assert only(lines, "fault")[0]["because"].startswith("a draw after a natural")
    assert only(lines, "result")[0]["natural"] is True


# --- the advice of the croupier (HS p. 23) -----------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "answer"),
    [
        (cards(4, 3, 0, 0), "On tire, monsieur"),
        (cards(5, 3, 0, 0), "À volonté, monsieur"),
        (cards(6, 7, 0, 0), "On reste, monsieur"),
        (cards(4, 3, 0, 0, 8), "On reste, monsieur"),  # the book's grid, not its example
        (cards(4, 3, 0, 0, 9), "À volonté, monsieur"),
        (cards(4, 5, 0, 0, 4), "À volonté, monsieur"),
        (cards(4, 6, 0, 0, 6), "On tire, monsieur"),
        (cards(6, 5, 0, 0), "On tire, monsieur"),
        (cards(9, 5, 0, 0), "On reste, monsieur"),
    ],
)
def test_the_croupier_who_is_asked_answers_by_the_tableau(script: str, answer: str) -> None:
    lines = lines_of(GAME, script + "\nsay tableau")
    assert calls(lines)[-1] == answer
    assert faults(lines) == []


def test_the_croupier_answers_as_often_as_they_are_asked() -> None:
    lines = lines_of(GAME, cards(4, 3, 0, 0, 9) + "\nsay tableau\nsay tableau\nsay banque non")
    assert calls(lines).count("À volonté, monsieur") == 2


def test_before_four_cards_lie_the_tableau_has_no_answer() -> None:
    assert faults(lines_of(GAME, "2C 3D\nsay tableau")) == ["wrong-order"]


def test_every_position_of_two_cards_each_has_a_rule_for_the_hand_that_is_next() -> None:
    for ponte, banque in product(range(10), repeat=2):
        now = position(Table(), (two(ponte), two(banque)))
        assert (now.owed is None) == (now.winner is not None)
        assert now.turn in (None, "ponte", "banque")


def test_a_bare_word_is_of_the_hand_that_is_to_speak() -> None:
    lines = lines_of("chemin-de-fer", "4C 2D KC KS\nsay carte\n2C\nsay carte\n3C")
    assert not faults(lines)
    assert only(lines, "result")[0]["cards"] == {"ponte": ["4C", "KC", "2C"], "banque": ["2D", "KS", "3C"]}


def test_a_bare_word_after_the_cards_have_decided_is_of_the_hand_that_spoke_last() -> None:
    ponte = lines_of("chemin-de-fer", "6C 6D KC KS\nsay carte")
    banker = lines_of("chemin-de-fer", "TC 3D KC KS\n8H\nsay carte")
    assert only(ponte, "fault")[0]["because"].startswith("the ponte drew")
    assert only(banker, "fault")[0]["because"].startswith("the banker drew")
