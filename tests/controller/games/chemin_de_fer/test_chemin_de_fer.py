"""Chemin de fer at the table: what is spoken, what is put right, what is found over a long evening.

HS is *Hazardspelen* (Dutch, about 1920), p. 17-34; the rest is the house's choice and says so.
"""

from __future__ import annotations

import pytest

from sabot.core.view import view
from sabot.games.chemin_de_fer import rules as chemin_de_fer
from sabot.games.chemin_de_fer.options import Options
from tests.controller.dealing import Lines, dealt, faults, lines_of, only
from tests.controller.games.chemin_de_fer.test_chemin_tirage import calls

GAME = "chemin-de-fer"
PONTE_SIX = "6C 5D KH KS"
"""The ponte stands on 6, the banker has 5 and draws."""
BANK_SEVEN = "4C 7D KH KS"
"""The ponte draws on 4, the banker stands on 7 against any card."""


def results(lines: Lines) -> list[tuple[str, list[str], list[str]]]:
    return [
        (line["winner"], line["cards"]["ponte"], line["cards"]["banque"]) for line in only(lines, "result")
    ]


def because(lines: Lines) -> str:
    return str(only(lines, "fault")[-1]["because"])


# --- decisions, spoken and unspoken ------------------------------------------------------------------


@pytest.mark.parametrize("said", ["\nsay ponte carte\n", " "])
def test_a_card_that_the_rules_owe_may_come_without_a_word(said: str) -> None:
    lines = lines_of(GAME, f"{BANK_SEVEN}{said}2C")
    assert faults(lines) == []
    assert results(lines) == [("banque", ["4C", "KH", "2C"], ["7D", "KS"])]


@pytest.mark.parametrize("said", ["\nsay ponte carte\n", " "])
def test_on_a_free_five_a_card_is_the_decision_to_draw(said: str) -> None:
    lines = lines_of(GAME, f"5C 7D KH KS{said}2C")
    assert faults(lines) == []
    assert results(lines) == [("en-cartes", ["5C", "KH", "2C"], ["7D", "KS"])]


def test_on_a_free_five_the_ponte_may_stand() -> None:
    assert results(lines_of(GAME, "5C 7D KH KS\nsay ponte non")) == [("banque", ["5C", "KH"], ["7D", "KS"])]


def test_a_card_before_the_banker_says_that_the_free_ponte_stood() -> None:
    """The house's choice: if the ponte said nothing, the place of the card is evidence."""
    lines = lines_of(GAME, "5C 4D KH KS banque:2C")
    assert faults(lines) == []
    assert results(lines) == [("banque", ["5C", "KH"], ["4D", "KS", "2C"])]


def test_a_card_before_a_banker_who_stands_is_a_faux_tirage_of_the_banker() -> None:
    lines = lines_of(GAME, "5C 7D KH KS banque:2C")
    assert faults(lines) == ["faux-tirage"]
    assert because(lines).startswith("the banker drew: banque has 7 against no third card")
    assert results(lines) == [("banque", ["5C", "KH"], ["7D", "KS"])]


def test_a_card_for_the_free_banker_that_lies_elsewhere_is_misplaced_and_counts_for_them() -> None:
    lines = lines_of(GAME, "4C 3D KH KS 9C ponte:2C")
    assert only(lines, "fault")[0] == {
        "event": "fault",
        "coup": 1,
        "kind": "misplaced-card",
        "because": "banque was to speak and no other hand may draw: the card counts there",
        "card": "2C",
        "to": "ponte",
        "owed": "banque",
    }
    assert results(lines) == [("banque", ["4C", "KH", "9C"], ["3D", "KS", "2C"])]


@pytest.mark.parametrize(("choice", "hand"), [("carte", ["3D", "KS", "2C"]), ("non", ["3D", "KS"])])
def test_in_a_free_cell_the_banker_does_as_they_like(choice: str, hand: list[str]) -> None:
    lines = lines_of(GAME, f"4C 3D KH KS 9C\nsay banque {choice}\n" + ("2C" if choice == "carte" else ""))
    assert faults(lines) == []
    assert results(lines) == [("banque" if choice == "carte" else "en-cartes", ["4C", "KH", "9C"], hand)]


@pytest.mark.parametrize(
    "script",
    [
        "2C\nsay ponte carte",
        "4C 3D KH KS\nsay banque carte",  # the ponte speaks first (HS p. 18)
        "5C 3D KH KS\nsay banque non",
        "4C 3D KH KS\nsay ponte carte\nsay ponte carte",
        "4C 3D KH KS 9C\nsay ponte non",
        "4C 3D KH KS 9C\nsay banque carte\nsay banque non",
        "4C 3D KH KS\nsay ponte abat",
        "9C 3D KH KS\nsay banque abat",
    ],
)
def test_a_word_out_of_turn_is_named_and_changes_nothing(script: str) -> None:
    before = dealt(GAME, script.rpartition("\n")[0])[0]
    after, lines = dealt(GAME, script)
    assert faults(lines) == ["wrong-order"]
    ignored = {"faults": None, "last_card": None}
    assert view(after) | ignored == view(before) | ignored


def test_eight_or_nine_is_turned_up() -> None:
    assert faults(lines_of(GAME, "9C 3D KH KS\nsay ponte abat")) == []
    assert faults(lines_of(GAME, "4C 8D KH KS\nsay banque abat")) == []
    assert faults(lines_of(GAME, "9C 3D KH KS\nsay ponte non\nsay banque non")) == []


def test_the_ponte_who_asks_before_the_banker_shows_their_natural_does_no_wrong_and_is_given_nothing() -> (
    None
):
    """HS p. 21: the ponte with 4 asks, the banker turns up 8."""
    lines = lines_of(GAME, "AC AD 3H 7S\nsay ponte carte\nKC KD 9H 2S")
    assert faults(lines) == []
    assert [winner for winner, *_ in results(lines)] == ["banque", "ponte"]


def test_even_then_the_ponte_keeps_their_own_rule() -> None:
    assert because(lines_of(GAME, "AC AD 3H 7S\nsay ponte non")).startswith("the ponte stood: ponte has 4")
    assert because(lines_of(GAME, "6C AD KH 7S\nsay ponte carte")).startswith("the ponte drew: ponte has 6")
    assert because(lines_of(GAME, "9C AD KH 7S\nsay ponte carte")).startswith("a draw after a natural")
    assert faults(lines_of(GAME, "5C AD KH 7S\nsay ponte non")) == []


def test_where_the_banker_looks_first_nobody_asks_after_their_natural() -> None:
    lines = lines_of(GAME, "AC AD 3H 7S\nsay ponte carte", banker_peeks_first="on")
    assert because(lines).startswith("a draw after a natural")
    assert calls(lines)[-1] == "Huit à la banque. La banque gagne, huit à quatre"


def test_the_banker_who_looks_first_offers_a_card_and_the_other_waits_for_the_ponte() -> None:
    assert calls(lines_of(GAME, "4C 3D KH KS", banker_peeks_first="on"))[-1] == "J'en donne"
    assert calls(lines_of(GAME, "4C 3D KH KS"))[-1] == "La parole est au ponte"


def test_the_calls_of_a_coup_tell_nothing_of_hands_that_lie_face_down() -> None:
    lines = lines_of(GAME, "rnvp 4C 6D KH KS\nsay ponte carte\n6H\nsay banque carte\n2C")
    assert calls(lines) == [
        "Rien ne va plus",
        "La parole est au ponte",
        "Carte pour le ponte",
        "La parole est à la banque",
        "Carte pour la banque",
        "La banque gagne, huit à baccarat",
    ]
    assert calls(lines_of(GAME, f"{PONTE_SIX}\nsay ponte non"))[-2:] == [
        "Le ponte reste",
        "La parole est à la banque",
    ]
    assert calls(lines_of(GAME, "4C 4D KH KS 8C 8D"))[-1] == "La banque gagne, quatre à deux"
    assert calls(lines_of(GAME, "7C 7D KH KS"))[-1] == "En cartes, sept partout"
    assert calls(lines_of(GAME, "9C 7D KH KS"))[-1] == "Neuf au ponte. Le ponte gagne, neuf à sept"


def test_the_banker_turns_up_when_the_ponte_has_spoken_and_the_ponte_at_the_end() -> None:
    """HS p. 18."""
    steps = {"": (), "2C": ("ponte", "banque"), "4C 3D KH KS": ("ponte", "banque")}
    steps |= {"4C 3D KH KS\nsay ponte carte": ("ponte",), "4C 3D KH KS 9C": ("ponte",)}
    steps |= {PONTE_SIX: ("ponte", "banque"), PONTE_SIX + "\nsay ponte non": ("ponte",)}
    steps |= {"9C 3D KH KS": (), BANK_SEVEN + " 2C": ()}
    for script, down in steps.items():
        assert dealt(GAME, script)[0].play.coup.face_down == down, script


def test_the_table_says_which_hands_lie_face_down() -> None:
    places = view(dealt(GAME, "4C 3D KH KS 9C")[0])["places"]
    assert [(place["name"], place["face_down"]) for place in places] == [("ponte", True), ("banque", False)]


# --- faux tirage, and how the coup is put right ------------------------------------------------------


def test_a_card_wrongly_asked_for_stays_outside_and_the_rules_complete_the_hands() -> None:
    table, lines = dealt(GAME, f"{PONTE_SIX}\nsay ponte carte\n2C 3C")
    assert faults(lines) == ["faux-tirage"], "at the call; the card only follows from it"
    assert because(lines).endswith("counts in no hand, and the others play without it")
    assert view(table)["sabot"]["drawn"] == 6
    assert results(lines) == [("banque", ["6C", "KH"], ["5D", "KS", "3C"])]
    assert view(table)["aside"] == ["2C"]


def test_a_card_asked_for_after_the_coup_is_decided_does_not_open_the_next() -> None:
    lines = lines_of(GAME, f"{BANK_SEVEN} 2C\nsay banque carte\n3C\nKC KD 9H 2S")
    assert faults(lines) == ["faux-tirage"]
    assert because(lines).startswith("the banker drew: banque has 7 against a 2")
    assert because(lines).endswith("a card that comes for this counts in no hand")
    assert results(lines)[0] == ("banque", ["4C", "KH", "2C"], ["7D", "KS"])
    assert results(lines)[1] == ("ponte", ["KC", "9H"], ["KD", "2S"])


def test_a_hand_may_take_its_wrong_word_back() -> None:
    lines = lines_of(GAME, f"{PONTE_SIX}\nsay ponte carte\nsay ponte non\n2C")
    assert faults(lines) == ["faux-tirage"]
    assert results(lines) == [("banque", ["6C", "KH"], ["5D", "KS", "2C"])]


def test_the_place_of_a_card_tells_that_a_wrong_word_was_not_followed() -> None:
    lines = lines_of(GAME, f"{PONTE_SIX}\nsay ponte carte\nbanque:2C")
    assert faults(lines) == ["faux-tirage"]
    assert results(lines) == [("banque", ["6C", "KH"], ["5D", "KS", "2C"])]


def test_a_hand_that_stands_where_it_must_draw_is_still_owed_its_card() -> None:
    lines = lines_of(GAME, f"{PONTE_SIX}\nsay banque non\nend\n2C")
    assert faults(lines) == ["faux-tirage"]
    assert [line["owed"] for line in only(lines, "fault")] == ["banque"]
    assert because(lines).endswith("the card is still owed before the coup is closed")
    assert because(lines).startswith("the banker stood: banque has 5 against no third card")
    assert results(lines) == [("banque", ["6C", "KH"], ["5D", "KS", "2C"])]


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("4C 3D KH KS", "the ponte stood: ponte has 4"),
        ("5C 3D KH KS\nsay ponte carte", "a card is still owed: ponte has 5"),
        ("2C", "a card is still owed: the first four cards"),
    ],
)
def test_closing_while_a_card_is_owed_says_to_whom_and_why(script: str, why: str) -> None:
    lines = lines_of(GAME, script + "\nend")
    assert faults(lines) == ["faux-tirage"]
    assert because(lines).startswith(why)


def test_closing_while_a_decision_is_owed_decides_nothing() -> None:
    assert faults(lines_of(GAME, "5C 3D KH KS\nend")) == ["wrong-order"]


def test_no_hand_takes_four_cards() -> None:
    lines = lines_of(GAME, "4C 3D KH KS 9C\nsay ponte carte\n2C")
    assert faults(lines) == ["faux-tirage"]
    assert because(lines).startswith("the ponte drew: no hand takes more than three cards; ")
    lines = lines_of(GAME, "4C 3D KH KS 9C 2C 3C", close="croupier")
    assert because(lines) == "the banker drew: no hand takes more than three cards"


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("9C 3D KH KS 2C", "a draw after a natural"),
        ("7C 7D KH KS 2C", "the banker drew: banque has 7"),
        ("7C 7D KH KS ponte:2C", "the ponte drew: ponte has 7"),
        ("5C 7D KH KS\nsay ponte non\nponte:2C", "the ponte drew: they had said that they stand"),
    ],
)
def test_where_the_croupier_closes_a_card_too_many_names_the_hand(script: str, why: str) -> None:
    lines = lines_of(GAME, script, close="croupier")
    assert faults(lines) == ["faux-tirage"]
    assert because(lines).startswith(why)


def test_next_lets_the_card_open_the_next_coup() -> None:
    lines = lines_of(
        GAME,
        f"{PONTE_SIX}\nsay ponte carte\n9S 3C\nsay banque 1 5\nbet ponte 1 2\nKD KH KC",
        faux_tirage="next",
    )
    assert results(lines)[1] == ("ponte", ["9S", "KH"], ["KD", "KC"])
    lines = lines_of(GAME, f"{PONTE_SIX}\nsay ponte carte\n9S 3C KD KH KC", faux_tirage="next")
    assert results(lines)[1] == ("ponte", ["9S", "KH"], ["KD", "KC"])
    assert [line["card"] for line in only(lines, "card") if line["coup"] == 2] == ["9S", "KD", "KH", "KC"]
    lines = lines_of(
        GAME, f"{PONTE_SIX}\nsay ponte carte\n9S 3C end KD KH KC", faux_tirage="next", close="croupier"
    )
    assert results(lines)[1] == ("ponte", ["9S", "KH"], ["KD", "KC"])


def test_next_lets_a_card_asked_for_after_the_result_open_the_next_coup() -> None:
    lines = lines_of(GAME, "7C 7D KH KS\nsay banque carte\n9S KD KH KC", faux_tirage="next")
    assert faults(lines) == ["faux-tirage"]
    assert results(lines)[1] == ("ponte", ["9S", "KH"], ["KD", "KC"])


def test_hold_keeps_the_settlement_until_the_supervisor_confirms() -> None:
    script = f"say banque 1 8\nsay banco 2\n{PONTE_SIX}\nsay ponte carte\n2C 3C"
    held = lines_of(GAME, script, faux_tirage="hold")
    assert only(held, "settlement") == only(held, "banque") == []
    paid = lines_of(GAME, script + "\nsay confirme\nend", faux_tirage="hold")
    assert len(only(paid, "settlement")) == len(only(paid, "banque")) == 1


def test_stand_lets_the_coup_stand_as_it_was_dealt() -> None:
    lines = lines_of(GAME, f"{PONTE_SIX}\nsay ponte carte\nKD\nsay banque carte\n2C", faux_tirage="stand")
    assert faults(lines) == ["faux-tirage", "faux-tirage"]  # with a ten given the banker stands on 5
    assert results(lines)[-1] == ("banque", ["6C", "KH", "KD"], ["5D", "KS", "2C"])
    lines = lines_of(GAME, f"{PONTE_SIX}\nsay banque non", faux_tirage="stand")
    assert faults(lines) == ["faux-tirage"]
    assert results(lines) == [("ponte", ["6C", "KH"], ["5D", "KS"])]
    lines = lines_of(GAME, "4C 7D KH KS\nsay ponte non", faux_tirage="stand")
    assert results(lines) == [("banque", ["4C", "KH"], ["7D", "KS"])]


def test_stand_tells_a_second_result_where_a_decided_hand_draws_and_the_later_counts() -> None:
    script = f"say banque 1 8\nsay banco 2\n{BANK_SEVEN} 2C\nsay banque carte\n5C"
    table, lines = dealt(GAME, script, faux_tirage="stand")
    assert faults(lines) == ["faux-tirage"]
    assert [winner for winner, *_ in results(lines)] == ["banque", "ponte"]
    assert only(lines, "banque")[-1]["seat"] == 2
    assert len(view(table)["results"]) == 1


def test_stand_takes_a_silent_card_after_the_result_where_the_croupier_closes() -> None:
    lines = lines_of(GAME, f"{BANK_SEVEN} 2C 5C", faux_tirage="stand", close="croupier")
    assert faults(lines) == ["faux-tirage"]
    assert results(lines)[-1] == ("ponte", ["4C", "KH", "2C"], ["7D", "KS", "5C"])
    lines = lines_of(GAME, "5C 7D KH KS banque:2C", faux_tirage="stand")
    assert results(lines)[-1] == ("banque", ["5C", "KH"], ["7D", "KS", "2C"])


@pytest.mark.parametrize("script", [f"{BANK_SEVEN} 2C 5C", "5C 7D KH KS banque:5C"])
def test_a_silent_card_that_stands_is_the_fault_and_no_word_is_invented(script: str) -> None:
    """docs/notation.md: a card that is not due by the rules is named in its fault."""
    table, lines = dealt(GAME, script, faux_tirage="stand", close="croupier")
    (fault,) = only(lines, "fault")
    assert (fault["card"], fault["to"], "said" in fault) == ("5C", "banque", False)
    assert [shown["card"] for shown in view(table)["faults"]] == ["5C"]


@pytest.mark.parametrize("script", ["9C 3D KH KS 2C", f"{BANK_SEVEN} 2C ponte:5C"])
def test_stand_gives_no_card_after_a_natural_nor_a_fourth_one(script: str) -> None:
    table, lines = dealt(GAME, script, faux_tirage="stand", close="croupier")
    assert set(faults(lines)) == {"faux-tirage"}
    assert len(results(lines)) == 1
    assert len(view(table)["aside"]) == 1
    spoken = lines_of(GAME, "9C 3D KH KS\nsay banque carte\n2C", faux_tirage="stand")
    assert len(results(spoken)) == 1


# --- all else ----------------------------------------------------------------------------------------


def test_the_result_is_announced_as_it_lies() -> None:
    assert faults(lines_of(GAME, "7C 7D KH KS\nannounce en cartes")) == []
    assert faults(lines_of(GAME, "7C 7D KH KS\nannounce en-cartes")) == []
    assert faults(lines_of(GAME, "7C 7D KH KS\nannounce banque")) == ["wrong-announcement"]


def test_no_ball_rests_at_chemin_de_fer() -> None:
    coup = chemin_de_fer.landed(chemin_de_fer.opening(Options()), "17")
    assert [fault.kind for fault in coup.faults] == ["wrong-order"]


def test_which_calls_belong_to_the_next_coup() -> None:
    coup = chemin_de_fer.opening(Options())
    assert chemin_de_fer.opens(coup, ("banque", 1, 100))
    assert not chemin_de_fer.opens(coup, ("banque", "carte"))
    assert not chemin_de_fer.opens(coup, ("tableau",))


def test_sums_are_called_as_they_are_spoken() -> None:
    assert calls(lines_of(GAME, "say banque 1 8.50"))[-1] == "Il y a 8,50 à la banque, faites vos jeux"
    assert calls(lines_of(GAME, "say banque 1 8\nsay avec-la-table 3"))[-1] == "Avec la table, place 3"


@pytest.mark.parametrize(
    ("said", "asks", "to"),
    [
        ("", "ponte", ""),
        ("say ponte carte", "", "ponte"),
        ("say ponte non", "banque", ""),
        ("say ponte non\nsay banque carte", "", "banque"),
    ],
)
def test_a_call_names_the_hand_that_it_asks_to_speak_or_the_one_that_gets_a_card(
    said: str, asks: str, to: str
) -> None:
    table, _ = dealt(GAME, f"say banque 3 50\nsay banco 5\n2C 2H 3D TC\n{said}", close="croupier")
    call = table.play.calls[-1]
    assert (call.asks, call.to) == (asks, to)
