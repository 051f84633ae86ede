"""Roulette at the table. HS is *Hazardspelen*, p. 91-95; the rest is the house's choice and says so."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sabot.core.cards import DECK
from sabot.core.events import FaultFound
from sabot.core.observations import BallSeen, CardSeen
from sabot.core.script import ScriptError
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.roulette import rules as roulette
from sabot.games.roulette.announced import SECTORS, chips
from sabot.games.roulette.rules import Options
from sabot.games.roulette.stakes import Lot, fate
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS
from tests.controller.dealing import because, faults, lines_of, only, returned, settled
from tests.shared import vectors

GAME = "roulette"
DOCS = Path(__file__).resolve().parents[4] / "docs" / "games" / "roulette.md"


# --- the coup ---------------------------------------------------------------------------------------


def test_the_ball_decides_number_colour_parity_half_dozen_and_column() -> None:
    (line,) = only(lines_of(GAME, "17"), "result")
    assert line == {
        "event": "result",
        "coup": 1,
        "number": 17,
        "colour": "noir",
        "parity": "impair",
        "half": "manque",
        "dozen": 2,
        "column": 2,
    }


def test_zero_decides_nothing_but_its_number() -> None:
    (line,) = only(lines_of(GAME, "0"), "result")
    assert line["number"] == 0
    assert {key for key, value in line.items() if value is None} == {
        *("colour", "parity", "half", "dozen", "column")
    }


def test_the_croupier_calls_the_stakes_closed_and_the_number() -> None:
    calls = only(lines_of(GAME, "bet rouge 5\nrnvp\n17\nend"), "call")
    assert [call["text"] for call in calls] == [
        *("Rien ne va plus", "Dix-sept, noir, impair et manque", "Faites vos jeux")
    ]
    assert {call["lang"] for call in calls} == {"fr"}


@pytest.mark.parametrize(("pocket", "text"), [("0", "Zéro"), ("00", "Double zéro"), ("000", "Triple zéro")])
def test_a_zero_is_called_by_its_name(pocket: str, text: str) -> None:
    assert [call["text"] for call in only(lines_of(GAME, pocket, pockets="39"), "call")] == [text]


def test_a_next_ball_is_a_next_coup() -> None:
    assert [line["coup"] for line in only(lines_of(GAME, "17 0 36"), "result")] == [1, 2, 3]


def test_a_stake_after_the_ball_belongs_to_the_next_coup() -> None:
    lines = lines_of(GAME, "bet rouge 5\n1\nbet noir 5\n2")
    assert settled(lines) == [(1, "rouge", "10.00", None), (2, "noir", "10.00", None)]


def test_only_the_croupier_closes_where_the_house_says_so() -> None:
    lines = lines_of(GAME, "17 18\nbet rouge 1\nend\n18", close="croupier")
    assert faults(lines) == ["wrong-order", "wrong-order"]
    assert [line["number"] for line in only(lines, "result")] == [17, 18]


def test_a_ball_before_rien_ne_va_plus_is_a_fault_where_it_is_required() -> None:
    lines = lines_of(GAME, "bet rouge 5\n1", rnvp="required")
    assert faults(lines) == ["wrong-order"]
    assert returned(lines) == {"rouge": "10.00"}
    assert faults(lines_of(GAME, "rnvp 1", rnvp="required")) == []


def test_no_stake_after_rien_ne_va_plus() -> None:
    lines = lines_of(GAME, "rnvp\nbet rouge 5\n1")
    assert faults(lines) == ["wrong-order"]
    assert settled(lines) == []


# --- what stakes return -----------------------------------------------------------------------------


def vector(name: str) -> Any:
    lines_of = vectors("casino")["vectors"]
    return next(each for each in lines_of if each["id"] == name)


def test_ten_on_rouge_wins_ten() -> None:
    """HS p. 95."""
    example = vector("ro-simple-10")
    given, expected = example["inputs"], example["expected"]
    lines = lines_of(GAME, f"bet {given['bet']} {given['stake']}\n{given['result']}")
    assert returned(lines) == {"rouge": f"{expected['returned']}.00"}


def test_zero_pays_its_own_bets_and_halves_the_simple_chances() -> None:
    """HS p. 95."""
    words = {
        "rouge": "rouge",
        "douzaine1": "douzaine:1",
        "plein0": "plein:0",
        "carre_0123": "quatre-premiers",
        "plein17": "plein:17",
    }
    example = vector("ro-zero")
    stakes = example["inputs"]["bets"]
    script = "\n".join(f"bet {words[name]} {stake}" for name, stake in stakes.items())
    back = returned(lines_of(GAME, f"{script}\n0", zero_rule="half"))
    net = {name: float(back[words[name]]) - stake for name, stake in stakes.items()}
    assert net == example["expected"]["net"]


@pytest.mark.parametrize("pockets", [37, 38, 39])
@pytest.mark.parametrize("rule", ["half", "lose"])
def test_every_bet_at_every_pocket_returns_what_the_book_says(pockets: int, rule: str) -> None:
    """HS p. 95: a winner gets 36/n for n numbers, at zero a simple chance half of itself."""
    options = Options(pockets=pockets, zero_rule=rule)
    for name, bet in WHEELS[pockets].bets.items():
        pays = Fraction(7) if len(bet.numbers) == 5 else Fraction(36, len(bet.numbers))
        for pocket in WHEELS[pockets].order:
            spared = name in SIMPLE_CHANCES and pocket in ("0", "00", "000") and rule == "half"
            due = 100 * pays if pocket in bet.numbers else 50 if spared else 0
            assert fate(options, Lot(name, 100), pocket) == (due, 0), (name, pocket)


def test_half_of_an_odd_cent_stays_with_the_bank() -> None:
    """The house's choice: no coin is smaller than a cent."""
    assert returned(lines_of(GAME, "bet rouge 0.01\nbet noir 0.03\n0")) == {"rouge": "0.00", "noir": "0.01"}


def test_two_dozens_are_refused_where_the_house_does_not_take_them() -> None:
    lines = lines_of(GAME, "bet douzaine:1-2 10\n5")
    assert faults(lines) == ["wrong-order"]
    assert "double-dozen" in because(lines)
    assert settled(lines) == []


def test_two_dozens_and_two_columns_win_half_of_the_stake() -> None:
    script = "bet douzaine:1-2 10\nbet colonne:2-3 10\nbet douzaine:2-3 1\n5"
    back = returned(lines_of(GAME, script, double_dozen="on"))
    assert back == {"douzaine:1-2": "15.00", "colonne:2-3": "15.00", "douzaine:2-3": "0.00"}


def test_a_stake_that_cannot_be_paid_one_to_two_is_refused() -> None:
    lines = lines_of(GAME, "bet douzaine:1-2 0.05", double_dozen="on")
    assert "divisible by two" in because(lines)


def test_a_stake_outside_the_limits_is_refused_and_the_limit_named() -> None:
    lines = lines_of(GAME, "bet rouge 1\nbet noir 1000\nbet pair 5\n2", minimum="2", maximum="500")
    assert [line["because"] for line in only(lines, "fault")] == [
        "the smallest stake at this table is 2.00",
        "the largest stake at this table is 500.00",
    ]
    assert returned(lines) == {"pair": "10.00"}


def test_stakes_are_settled_in_the_order_they_were_laid_with_their_seats() -> None:
    lines = only(lines_of(GAME, "bet rouge 5 3\nbet plein:17 1 1\nbet rouge 5\n17"), "settlement")
    assert [(line["bet"], line.get("seat")) for line in lines] == [
        ("rouge", 3),
        ("plein:17", 1),
        ("rouge", None),
    ]


# --- announced bets ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SECTORS, "finale:7", "finale-a-cheval:4-7", "voisins-de:17:2"])
def test_an_announced_bet_is_settled_chip_by_chip(name: str) -> None:
    lines = only(lines_of(GAME, f"bet {name} 2 4\n17"), "settlement")
    assert tuple(line["bet"] for line in lines) == chips(37, name)
    assert {(line["stake"], line["seat"]) for line in lines} == {("2.00", 4)}


@pytest.mark.parametrize(
    ("name", "pocket", "net"),
    [
        ("voisins", "25", 2 * 9 - 9),
        ("voisins", "0", 2 * 12 - 9),
        ("voisins", "19", 18 - 9),
        ("tiers", "33", 18 - 6),
        ("orphelins", "17", 2 * 18 - 5),
        ("orphelins", "1", 36 - 5),
        ("orphelins", "0", -5),
        ("jeu-zero", "26", 36 - 4),
        ("jeu-zero", "0", 18 - 4),
        ("finale:7", "27", 36 - 3),
        ("finale:0", "0", 36 - 4),
        ("voisins-de:17:2", "25", 36 - 5),
    ],
)
def test_what_an_announced_bet_of_one_wins(name: str, pocket: str, net: int) -> None:
    lines = only(lines_of(GAME, f"bet {name} 1\n{pocket}"), "settlement")
    assert sum(float(line["returned"]) - float(line["stake"]) for line in lines) == net


def test_a_sector_is_not_taken_at_a_wheel_of_two_zeros() -> None:
    with pytest.raises(ScriptError, match="a chance of roulette"):
        lines_of(GAME, "bet voisins 5", pockets="38")
    assert len(settled(lines_of(GAME, "bet finale:7 5\n1", pockets="38"))) == 3


# --- what the croupier announces --------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *(
            "17",
            "dix-sept",
            "Dix sept",
            "Dix-sept, noir, impair et manque",
            "17 noir",
            "noir",
            "impair et manque",
        ),
        "17, noir",
    ],
)
def test_a_true_announcement_is_number_or_chances_in_any_form(words: str) -> None:
    assert faults(lines_of(GAME, f"17\nannounce {words}")) == []


@pytest.mark.parametrize(
    "words",
    [
        *(
            "18",
            "dix",
            "dix-huit",
            "rouge",
            "17 rouge",
            "dix-sept, noir, pair et manque",
            "zero",
            "0",
            "vert",
        ),
        *("17 dix-sept", "et", "passe", "17 noir vert"),
    ],
)
def test_a_false_announcement_is_a_fault_that_says_what_the_wheel_shows(words: str) -> None:
    lines = lines_of(GAME, f"17\nannounce {words}")
    assert faults(lines) == ["wrong-announcement"]
    assert because(lines) == "the table shows: Dix-sept, noir, impair et manque"


@pytest.mark.parametrize("name", WHEELS[39].order)
def test_the_call_of_every_pocket_is_a_true_announcement_of_no_other(name: str) -> None:
    pockets = WHEELS[39].pockets
    coup = roulette.landed(roulette.opening(Options(pockets=39)), name)
    true = [other for other in pockets if roulette.announces(coup, pockets[other].spoken)]
    assert true == [name]
    assert [other for other in pockets if roulette.announces(coup, other)] == [name]


@pytest.mark.parametrize("words", ["zéro", "Zero", "0"])
def test_zero_is_announced(words: str) -> None:
    assert faults(lines_of(GAME, f"0\nannounce {words}")) == []


def test_an_announcement_before_the_ball_is_a_fault() -> None:
    assert faults(lines_of(GAME, "bet rouge 5\nannounce 17\n17")) == ["wrong-announcement"]
    assert not roulette.announces(roulette.opening(Options()), "17")


# --- what cannot be ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pockets", "pocket", "has"),
    [
        ("37", "37", "1 to 36 and 0, and no other"),
        ("37", "00", "1 to 36 and 0, and no other"),
        ("38", "000", "1 to 36 and 0, 00, and no other"),
        ("39", "07", "1 to 36 and 0, 00, 000, and no other"),
    ],
)
def test_a_pocket_that_the_wheel_does_not_have_decides_nothing(pockets: str, pocket: str, has: str) -> None:
    lines = lines_of(GAME, f"bet rouge 5\n{pocket}\n1", pockets=pockets)
    assert faults(lines) == ["wrong-order"]
    assert has in because(lines)
    assert returned(lines) == {"rouge": "10.00"}


def test_the_ball_decides_one_coup() -> None:
    coup = roulette.landed(roulette.opening(Options()), "17")
    again = roulette.landed(coup, "18")
    assert again.pocket == coup.pocket
    assert [fault.kind for fault in again.faults] == ["wrong-order"]


def test_no_card_is_dealt_at_a_roulette_table() -> None:
    table, events = step(opened(roulette), CardSeen(DECK[0]))
    assert [event.fault.kind for event in events if isinstance(event, FaultFound)] == ["wrong-order"]
    assert "played with a ball" in str(roulette.faux_tirage(table.play.coup, None))
    assert view(table)["places"] == []
    assert view(table)["sabot"] is None


def test_a_card_after_the_ball_is_a_fault_where_the_croupier_closes() -> None:
    table, _ = step(opened(roulette, Options(close="croupier")), BallSeen("17"))
    _, events = step(table, CardSeen(DECK[0]))
    assert "played with a ball" in str(next(e.fault.because for e in events if isinstance(e, FaultFound)))


def test_an_end_before_the_ball_closes_nothing() -> None:
    lines = lines_of(GAME, "bet rouge 5\nend\n1")
    assert faults(lines) == ["wrong-order"]
    assert [line["coup"] for line in only(lines, "result")] == [1]


@pytest.mark.parametrize(
    "token",
    [
        "bet cheval:3-4 5",
        "bet vert 5",
        "bet rouge 0",
        "bet rouge 5.001",
        "say banco",
        "8C",
        "1234",
        "say prison",
    ],
)
def test_a_script_with_a_word_that_is_none_is_not_read(token: str) -> None:
    with pytest.raises(ScriptError):
        lines_of(GAME, token)


def test_roulette_has_no_hands_and_owes_no_card() -> None:
    coup = roulette.opening(Options())
    assert (roulette.points(coup, "punto"), roulette.hand(coup, "punto"), roulette.owed(coup)) == (
        0,
        (),
        None,
    )
    assert roulette.playable(Options(), opened(roulette).play.sabot)
    assert not roulette.opens(coup, ("prison", "rouge", None))


# --- the page ---------------------------------------------------------------------------------------


def blocks() -> list[str]:
    """The fenced blocks of the page, in order."""
    return [block.partition("\n")[2] for block in DOCS.read_text().split("```")[1::2]]


def test_the_example_of_the_page_is_what_the_referee_prints() -> None:
    script, printed = blocks()[:2]
    lines = lines_of(GAME, script, zero_rule="prison")
    assert [json.loads(line) for line in printed.splitlines()] == lines


def test_the_page_names_every_option_and_every_bet() -> None:
    page = DOCS.read_text()
    kinds = {name.partition(":")[0] for name in roulette.CHANCES}
    assert [kind for kind in sorted(kinds) if f"`{kind}" not in page] == []
    for name in ("pockets", "zero-rule", "prison-levels", "prison-full", "double-dozen"):
        assert f"`{name}`" in page
