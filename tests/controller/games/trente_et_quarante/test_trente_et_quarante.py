"""Trente et quarante: rows, calls, the sixain. HS is *Hazardspelen*, p. 76-81; TT the treatise of Baden-Baden
(1854); the rest is the house's choice and says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sabot.core.cards import DECK
from sabot.core.events import as_dict
from sabot.core.observations import BallSeen
from sabot.core.table import step
from sabot.games.trente_et_quarante import rules as game
from sabot.games.trente_et_quarante.coup import FEWEST_CARDS, FEWEST_POINTS
from sabot.games.trente_et_quarante.rows import (
    ROW_ENDS,
    ROW_POINTS_MOST,
    VALUE,
    position,
    result_call,
    row_call,
    winner,
)
from sabot.games.trente_et_quarante.stakes import Options
from tests.controller.dealing import because, card, dealt, faults, lines_of, only
from tests.controller.games.trente_et_quarante.rows_of_trente import (
    GAME,
    NOIR_AND_COULEUR,
    NOIR_AND_INVERSE,
    REFAIT,
    ROUGE_AND_COULEUR,
    ROUGE_AND_INVERSE,
    coup,
    row,
    texts,
    vector,
)

DOCS = Path(__file__).resolve().parents[4] / "docs" / "games" / "trente-et-quarante.md"
THE_CARDS_PASS = "Messieurs, le coup n'y est plus. Les cartes passent"


# --- the rows -----------------------------------------------------------------------------------------


def test_the_ace_counts_one_figures_ten_and_a_pack_three_hundred_and_forty() -> None:
    """TT."""
    assert [VALUE[rank] for rank in "A29TJQK"] == [1, 2, 9, 10, 10, 10, 10]
    assert sum(VALUE[card.rank] for card in DECK) == 340


def test_noir_is_dealt_to_thirty_one_then_rouge() -> None:
    """HS p. 77."""
    dealt_to = [line["to"] for line in only(lines_of(GAME, "TC TD 9S AH AS TC TD 9S AH AS"), "card")]
    assert dealt_to == ["noir"] * 5 + ["rouge"] * 5


def test_a_row_counts_aloud_and_owes_a_card_until_it_has_thirty_one() -> None:
    lines = lines_of(GAME, "TC TD TS AH")
    assert [line["points"] for line in only(lines, "card")] == [10, 20, 30, 31]
    assert [line["to"] for line in only(lines, "owed")] == ["noir", "noir", "noir", "rouge"]
    assert "noir has 30" in only(lines, "owed")[2]["why"]


def test_a_row_has_thirty_one_to_forty_points_and_at_least_four_cards() -> None:
    """TT."""
    bounds = vector("tq-row-bounds")["expected"]
    assert (bounds["min"], bounds["max"]) == (ROW_ENDS, ROW_POINTS_MOST)
    assert bounds["min_cards_per_coup"] == FEWEST_CARDS == 2 * bounds["min_cards_per_row"]
    assert bounds["min_points_per_coup"] == FEWEST_POINTS
    assert bounds["always_enough_points"] == 2 * ROW_POINTS_MOST


@pytest.mark.parametrize(
    "name", ["tq-ex-2", "tq-ex-3", "tq-ex-4", "tq-ex-6", "tq-ex-7", "tq-ex-8", "tq-rows-cards"]
)
def test_a_printed_coup_is_called_as_the_source_prints_it(name: str) -> None:
    """HS p. 78-79, TT."""
    example = vector(name)
    given, expected = example["inputs"], example["expected"]
    if "noir" in given:
        ranks = [("T" if rank == "10" else rank) for rank in (*given["noir"], *given["rouge"])]
        script = " ".join(rank + "CDSH"[place % 4] for place, rank in enumerate(ranks))
    else:
        script = coup(given["noir_row"], given["rouge_row"], given["first_card_colour"])
    lines = lines_of(GAME, script)
    assert not faults(lines)
    *rows, result_text = texts(lines)
    assert result_text == expected["call"]
    assert rows == expected.get("row_calls", rows)
    (result,) = only(lines, "result")
    assert set(winners(result)) == set(expected.get("winners", winners(result)))
    assert (result["winner"] == "refait") == expected.get("refait", False)
    if "noir_row" in expected:
        assert result["points"] == {"noir": expected["noir_row"], "rouge": expected["rouge_row"]}


def winners(result: dict[str, Any]) -> list[str]:
    """The chances that a result line says have won."""
    if result["couleur"] is None:
        return []
    return [result["winner"], "couleur" if result["couleur"] else "inverse"]


@pytest.mark.parametrize(
    ("cards", "call", "won"),
    [
        (NOIR_AND_COULEUR, "Rouge perd, couleur gagne", ["noir", "couleur"]),
        (NOIR_AND_INVERSE, "Rouge perd et couleur", ["noir", "inverse"]),
        (ROUGE_AND_COULEUR, "Rouge gagne et couleur", ["rouge", "couleur"]),
        (ROUGE_AND_INVERSE, "Rouge gagne, couleur perd", ["rouge", "inverse"]),
    ],
)
def test_only_rouge_and_couleur_are_named(cards: str, call: str, won: list[str]) -> None:
    """HS p. 78: noir and inverse are never named; the first card of all decides couleur."""
    lines = lines_of(GAME, cards)
    assert texts(lines)[-1] == call
    assert winners(only(lines, "result")[0]) == won


def test_the_first_card_of_all_decides_couleur_and_not_that_of_the_second_row() -> None:
    (line,) = only(lines_of(GAME, f"{row(31, 'rouge')} {row(32, 'noir')}"), "result")
    assert (line["winner"], line["couleur"]) == ("noir", False)


@pytest.mark.parametrize("points", range(31, 41))
def test_equal_rows_are_an_apres_and_of_thirty_one_a_refait(points: int) -> None:
    """HS p. 79: neither colour nor couleur wins."""
    (line,) = only(lines_of(GAME, coup(points, points)), "result")
    assert line["winner"] == ("refait" if points == 31 else "apres")
    assert line["couleur"] is None


CALLED = ["Un", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept", "Huit", "Neuf", "Quarante"]


@pytest.mark.parametrize(("points", "call"), [*zip(range(31, 41), CALLED, strict=True)])
def test_a_row_is_called_by_what_it_has_over_thirty_and_forty_is_never_ten(points: int, call: str) -> None:
    """TT."""
    assert row_call(points) == call
    assert texts(lines_of(GAME, row(points))) == [call]


def test_an_apres_is_called_with_its_number_twice_but_forty_once() -> None:
    """HS p. 79, TT."""
    assert result_call((32, 32), couleur=False) == "Deux, deux après"
    assert result_call((31, 31), couleur=False) == "Un, un après"
    assert result_call((40, 40), couleur=False) == "Quarante, après"


@pytest.mark.parametrize("noir", range(31, 41))
def test_the_lower_row_wins_whatever_the_rows(noir: int) -> None:
    for rouge in range(31, 41):
        expected = "noir" if noir < rouge else "rouge" if rouge < noir else winner(noir, noir)
        assert position(noir, rouge, True).winner == expected


def test_the_result_has_winner_couleur_points_and_cards_by_place() -> None:
    (line,) = only(lines_of(GAME, coup(33, 35, "rouge")), "result")
    assert line == {
        "event": "result",
        "coup": 1,
        "winner": "noir",
        "couleur": False,
        "points": {"noir": 33, "rouge": 35},
        "cards": {"noir": ["TD", "JH", "QS", "3S"], "rouge": ["TC", "JH", "QS", "5S"]},
    }


def test_a_position_is_told_in_a_word() -> None:
    assert repr(position(31, 12, True)) == "position(31, 12, True)"


# --- the calls of the table ---------------------------------------------------------------------------


def test_the_croupier_invites_closes_calls_the_rows_and_the_result() -> None:
    lines = lines_of(GAME, f"bet noir 5\nrnvp\n{coup(33, 35)} end")
    assert texts(lines) == [
        *("Le jeu est fait", "Trois", "Cinq", "Rouge perd, couleur gagne", "Messieurs, faites votre jeu")
    ]
    assert {line["lang"] for line in only(lines, "call")} == {"fr"}


def test_the_invitation_has_a_second_wording() -> None:
    """TT, German column."""
    assert texts(lines_of(GAME, f"{coup(33, 35)} end", invitation="le"))[-1] == "Messieurs, faites le jeu"


def test_the_call_of_a_row_is_repeated_where_both_rows_are_alike() -> None:
    assert texts(lines_of(GAME, REFAIT)) == ["Un", "Un", "Un, un après"]


# --- announcements ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (ROUGE_AND_INVERSE, "rouge gagne, couleur perd"),
        (ROUGE_AND_INVERSE, "ROUGE GAGNE COULEUR PERD"),
        (ROUGE_AND_COULEUR, "Rouge gagne et couleur."),
        (NOIR_AND_INVERSE, "rouge perd et couleur"),
        (NOIR_AND_COULEUR, "Rouge perd ,couleur gagne"),
        (REFAIT, "un, un apres"),
        (REFAIT, "Un après"),
        (coup(32, 32), "DEUX, DEUX APRÈS"),
        (coup(40, 40), "quarante, après"),
        (coup(40, 40), "Quarante, quarante après"),
        (coup(33, 35), "cinq"),
        (row(33), "trois"),
        (row(40), "Quarante"),
    ],
)
def test_a_true_announcement_passes_whatever_its_case_accents_and_commas(cards: str, words: str) -> None:
    assert not faults(lines_of(GAME, f"{cards}\nannounce {words}"))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (ROUGE_AND_INVERSE, "rouge gagne et couleur"),
        (ROUGE_AND_COULEUR, "rouge gagne, couleur perd"),
        (NOIR_AND_COULEUR, "rouge perd et couleur"),
        (NOIR_AND_COULEUR, "noir gagne, couleur gagne"),
        (NOIR_AND_COULEUR, "trois"),
        (REFAIT, "deux, deux après"),
        (REFAIT, "rouge perd et couleur"),
        (coup(40, 40), "dix, dix après"),
        (coup(33, 35), "noir"),
        (row(40), "dix"),
        (row(33), "quatre"),
    ],
)
def test_a_wrong_announcement_is_a_fault(cards: str, words: str) -> None:
    assert faults(lines_of(GAME, f"{cards}\nannounce {words}")) == ["wrong-announcement"]


def test_a_result_announced_before_the_cards_decide_is_a_fault_that_says_what_is_owed() -> None:
    lines = lines_of(GAME, f"{row(33)} TC\nannounce rouge perd et couleur")
    (fault,) = only(lines, "fault")
    assert (fault["kind"], fault["owed"]) == ("wrong-announcement", "rouge")
    assert "rouge has 10" in fault["because"]


def test_the_fault_of_a_wrong_announcement_says_the_true_call() -> None:
    assert "Rouge perd, couleur gagne" in because(lines_of(GAME, f"{NOIR_AND_COULEUR}\nannounce rouge gagne"))


# --- faults of the dealer -----------------------------------------------------------------------------


def test_a_row_stopped_short_of_thirty_one_is_a_faux_tirage_and_its_card_stays_owed() -> None:
    lines = lines_of(GAME, "TC TD TS end AH TC TD end TS AH")
    assert faults(lines) == ["faux-tirage", "faux-tirage"]
    first, second = only(lines, "fault")
    assert (first["owed"], second["owed"]) == ("noir", "rouge")
    assert "stopped short: it has 30" in first["because"]
    assert only(lines, "result")[0]["points"] == {"noir": 31, "rouge": 31}


def test_a_card_laid_in_the_wrong_row_counts_for_the_row_that_is_owed_it() -> None:
    lines = lines_of(GAME, "TC TD rouge:TS noir:AH noir:TC")
    assert faults(lines) == ["misplaced-card", "misplaced-card"]
    assert [line["to"] for line in only(lines, "card")] == ["noir"] * 4 + ["rouge"]
    assert [(line["to"], line["owed"]) for line in only(lines, "fault")] == [
        *(("rouge", "noir"), ("noir", "rouge"))
    ]


def test_a_card_past_thirty_one_stays_outside_the_rows() -> None:
    lines = lines_of(GAME, f"{coup(33, 35)} rouge:2C 3D end", close="croupier")
    assert faults(lines) == ["faux-tirage", "faux-tirage"]
    first, _ = only(lines, "fault")
    assert first["card"] == "2C"
    assert "a card past 31: noir has 33 and rouge 35" in first["because"]
    assert only(lines, "result")[0]["points"] == {"noir": 33, "rouge": 35}


def test_a_card_too_many_may_open_the_next_coup() -> None:
    lines = lines_of(GAME, f"{coup(33, 35)} 2C end rnvp", close="croupier", faux_tirage="next")
    assert only(lines, "card")[-1] == {"event": "card", "coup": 2, "card": "2C", "to": "noir", "points": 2}


def test_no_ball_rests_at_this_table() -> None:
    table, _ = dealt(GAME, "TC")
    _, events = step(table, BallSeen("17"))
    assert [as_dict(event)["kind"] for event in events] == ["wrong-order"]


def test_a_seventh_copy_of_a_card_is_impossible() -> None:
    assert faults(lines_of(GAME, "4C 4C 4C 4C 4C 4C 4C")) == ["impossible-card"]


def test_a_card_before_the_play_is_made_is_a_fault_where_that_is_required() -> None:
    assert faults(lines_of(GAME, "TC", rnvp="required")) == ["early-card"]


# --- the page -----------------------------------------------------------------------------------------


def blocks() -> list[str]:
    """The fenced blocks of the page, in order."""
    return [block.partition("\n")[2] for block in DOCS.read_text().split("```")[1::2]]


def test_the_example_of_the_page_is_what_the_referee_prints() -> None:
    script, printed = blocks()[:2]
    lines = [line for line in lines_of(GAME, script) if line["event"] not in ("card", "owed")]
    assert [json.loads(line) for line in printed.splitlines()] == lines


def test_the_page_names_every_option_and_every_word() -> None:
    page = DOCS.read_text()
    for name in Options.__dataclass_fields__:
        assert f"`{name.replace('_', '-')}`" in page
    for words in game.WORDS:
        assert f"say {words.split()[0]}" in page


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("KC QC JC", None),
        ("KC QC JC 5C", "noir has 35: its row is full, and the next card goes to rouge"),
        ("KC QC JC 5C KD", None),
        (
            "KC QC JC 5C KD QD JD 3D",
            "noir has 35 and rouge 33, and a row takes no card once it has 31 or more",
        ),
    ],
    ids=["noir goes on", "noir is full", "rouge goes on", "both are full"],
)
def test_a_trainee_is_told_which_row_is_full(cards: str, rule: str | None) -> None:
    coup = game.opening(Options())
    for text in cards.split():
        coup, _ = game.dealt(coup, card(text), None)
    why = game.full(coup)
    assert (why and str(why)) == rule
