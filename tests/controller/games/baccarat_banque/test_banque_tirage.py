"""The cards of baccarat banque. HS is *Hazardspelen* (Dutch, about 1920), p. 7-16; published examples by
their names in the collection of worked examples."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sabot.games.baccarat.points import NATURAL_POINTS
from sabot.games.baccarat.tableau import TABLEAU
from sabot.games.baccarat_banque.hands import Table, banker_rule, implied
from sabot.games.baccarat_banque.tirage import tirage, winner
from tests.controller.dealing import Lines, dealt, faults, lines_of, only
from tests.shared import vectors

GAME = "baccarat-banque"
RANK = {0: "K", 1: "A", 10: "K"} | {value: str(value) for value in range(2, 10)}


def example(name: str) -> dict[str, Any]:
    lines_of: list[dict[str, Any]] = vectors("casino")["vectors"]
    return next(each for each in lines_of if each["id"] == name)


def cards(*values: int) -> str:
    """Cards of these values, suit after suit."""
    return " ".join(RANK[value] + "CDHS"[place % 4] for place, value in enumerate(values))


def coup(droite: int, gauche: int, banque: int, *then: str) -> str:
    """Six cards that give these totals in two cards, and what comes after them."""
    return " ".join((cards(droite, gauche, banque, 0, 0, 0), "\n", *then))


def next_owed(lines: Lines) -> dict[str, Any]:
    return only(lines, "owed")[-1]


def result(lines: Lines) -> dict[str, Any]:
    (line,) = only(lines, "result")
    return line


def because(lines: Lines) -> str:
    return str(only(lines, "fault")[-1]["because"])


# --- the deal (HS p. 8) ------------------------------------------------------------------------------


def test_six_cards_go_droite_gauche_banque_twice_as_bac_deal_order_has_it() -> None:
    letters = example("bac-deal-order")["expected"]["banque"]
    names = {"R": "droite", "L": "gauche", "B": "banque"}
    lines = lines_of(GAME, cards(2, 3, 4, 2, 3, 2))
    assert [line["to"] for line in only(lines, "card")] == [names[letter] for letter in letters]


@pytest.mark.parametrize(("banque", "droite"), [(8, 0), (9, 4), (8, 9), (9, 9)])
def test_eight_or_nine_of_the_banker_ends_the_deal(banque: int, droite: int) -> None:
    lines = lines_of(GAME, coup(droite, 3, banque))
    assert result(lines)["natural"] is True
    assert result(lines)["points"] == {"droite": droite, "gauche": 3, "banque": banque}


def test_naturals_of_both_sides_end_the_deal() -> None:
    assert result(lines_of(GAME, coup(8, 9, 7)))["winners"] == {"droite": "ponte", "gauche": "ponte"}


def test_a_natural_of_one_side_leaves_the_other_to_play() -> None:
    lines = lines_of(GAME, coup(3, 9, 4))
    assert next_owed(lines)["to"] == "droite"
    assert "Neuf à gauche" in [line["text"] for line in only(lines, "call")]


@pytest.mark.parametrize("total", range(5))
def test_a_side_must_draw_to_four_droite_first(total: int) -> None:
    assert next_owed(lines_of(GAME, coup(total, 4, 3)))["to"] == "droite"
    assert next_owed(lines_of(GAME, coup(6, total, 3)))["to"] == "gauche"


def test_a_side_is_free_on_five() -> None:
    owed = next_owed(lines_of(GAME, coup(5, 2, 3)))
    assert (owed["of"], owed["choices"], owed["why"]) == (
        "droite",
        ["carte", "non"],
        "droite has 5 and is free on 5",
    )


def test_with_ponte_five_draw_a_side_must_draw_on_five() -> None:
    assert next_owed(lines_of(GAME, coup(5, 2, 3), ponte_five="draw"))["to"] == "droite"


def test_the_third_cards_go_droite_gauche_banque() -> None:
    lines = lines_of(GAME, coup(0, 0, 0, "2C 3C 4C"))
    assert [line["to"] for line in only(lines, "card")[6:]] == ["droite", "gauche", "banque"]


def test_equal_points_are_a_tie_whatever_the_number_of_cards() -> None:
    """bb-equal-definition: the book prints *cards* where it means points (HS p. 7)."""
    assert example("bb-equal-definition")["expected"]["no_result_when"] == "equal points"
    lines = lines_of(GAME, coup(4, 6, 7, "3C"))
    assert result(lines)["winners"] == {"droite": "egalite", "gauche": "banque"}
    assert [winner(5, 5), winner(6, 5), winner(4, 5)] == ["egalite", "ponte", "banque"]


# --- the banker (HS p. 15) ---------------------------------------------------------------------------

THIRDS = [None, *range(10)]


def hands(banque: int, droite: int | None, gauche: int | None) -> Any:
    """Hands in which these cards were given; without one the side stood on 6."""
    sides = [(6, 0) if given is None else (2, 0, given) for given in (droite, gauche)]
    return (*sides, (banque, 0))


@pytest.mark.parametrize("banque", range(8))
def test_where_both_sides_say_the_same_the_banker_is_bound_and_else_free(banque: int) -> None:
    for droite, gauche in product(THIRDS, THIRDS):
        says = TABLEAU[banque, droite], TABLEAU[banque, gauche]
        expected = says[0] if says[0] == says[1] else "F"
        assert banker_rule(Table(), hands(banque, droite, gauche)) == expected, (banque, droite, gauche)


@pytest.mark.parametrize("natural", NATURAL_POINTS)
def test_a_side_that_turned_up_a_natural_says_nothing_to_the_banker(natural: int) -> None:
    for banque, given in product(range(8), THIRDS):
        lying = hands(banque, given, None)
        lying = (lying[0], (natural, 0), lying[2])
        assert implied(lying, "gauche") is None
        assert banker_rule(Table(), lying) == TABLEAU[banque, given]


def test_a_banker_who_must_draw_is_owed_a_card_and_told_why() -> None:
    owed = next_owed(lines_of(GAME, coup(0, 0, 3, "2C 7C")))
    assert owed["to"] == "banque"
    assert (
        owed["why"] == "banque has 3, against a 2 on droite: draw, against a 7 on gauche: draw; banque draws"
    )


def test_sides_that_disagree_leave_the_banker_free_and_nothing_they_do_is_a_fault() -> None:
    before = coup(0, 2, 4, "TC 4C")
    assert next_owed(lines_of(GAME, before))["of"] == "banque"
    for end in ("say banque non", "say banque carte\n5S", "5S", "banque:5S"):
        lines = lines_of(GAME, f"{before}\n{end}")
        assert faults(lines) == []
        assert len(result(lines)["cards"]["banque"]) == (2 if end.endswith("non") else 3)


def test_bb_unequal_the_larger_stake_decides_the_advice() -> None:
    vector = example("bb-unequal")
    stakes, advice = vector["inputs"]["stakes"], vector["expected"]["advice"]
    script = f"bet droite {stakes['right']} 1\nbet gauche {stakes['left']} 2\n" + coup(0, 0, 4, "TC 4C")
    lines = lines_of(GAME, f"{script}\nsay tableau\nsay banque carte\n2S")
    why = next_owed(only(lines, "owed")[:-1])["why"]
    assert f"on droite: {advice['right']}" in why
    assert f"on gauche: {advice['left']}" in why
    assert why.endswith(f"is advised to {vector['expected']['recommended']}")
    assert "On reste, monsieur" in [line["text"] for line in only(lines, "call")]
    assert faults(lines) == []


@pytest.mark.parametrize(
    ("stakes", "says"),
    [
        ("bet droite 80\nbet gauche 30", "On reste, monsieur"),
        ("bet droite 30\nbet gauche 80", "On tire, monsieur"),
        ("bet droite 30\nbet gauche 30", "À volonté, monsieur"),
        ("", "À volonté, monsieur"),
    ],
)
def test_the_croupier_answers_what_the_larger_stake_advises(stakes: str, says: str) -> None:
    lines = lines_of(GAME, f"{stakes}\n{coup(0, 0, 4, 'TC 4C')}\nsay tableau")
    assert only(lines, "call")[-1]["text"] == says


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (coup(3, 7, 4), "On tire, monsieur"),
        (coup(5, 7, 4), "À volonté, monsieur"),
        (coup(6, 7, 6), "On reste, monsieur"),
        (coup(6, 7, 8), "On reste, monsieur"),
        (coup(8, 9, 4), "On reste, monsieur"),
        (coup(0, 0, 3, "9C 9D"), "À volonté, monsieur"),
        (coup(0, 0, 3, "9C 8D"), "On reste, monsieur"),
    ],
)
def test_the_croupier_answers_for_the_hand_that_speaks(script: str, says: str) -> None:
    assert only(lines_of(GAME, f"{script}\nsay tableau"), "call")[-1]["text"] == says


def test_the_tableau_is_silent_before_six_cards_lie() -> None:
    assert faults(lines_of(GAME, "2C 3C\nsay tableau")) == ["wrong-order"]


# --- published coups ---------------------------------------------------------------------------------


def played(vector: dict[str, Any]) -> Lines:
    """The cards of a published coup, each laid at its place."""
    inputs = vector["inputs"]
    sides = {"droite": "right", "gauche": "left", "banque": "banker"}
    order = [(place, number) for number in range(2) for place in sides]
    tokens = [f"{place}:{card(inputs[sides[place]][number])}" for place, number in order]
    for place, side in sides.items():
        given = inputs[f"{side}_third"]
        tokens += [f"{place}:{card(given)}"] if given else []
    bank, stakes = inputs["bank"], inputs["stakes"]
    before = f"say banque 0 {bank}\n"
    before += "say banco 1\n" if inputs.get("a_cheval") else staked(inputs, stakes)
    return lines_of(GAME, before + " ".join(tokens), decks="12")


def staked(inputs: dict[str, Any], stakes: dict[str, Any]) -> str:
    by_seat = inputs.get("stakes_by_seat", {side: {"1": stakes[side]} for side in stakes})
    names = {"right": "droite", "left": "gauche"}
    return "".join(
        f"bet {names[side]} {amount} {seat}\n"
        for side, laid in by_seat.items()
        for seat, amount in laid.items()
    )


_SUITS = iter("CDHS" * 100)


def card(text: str) -> str:
    rank = {"X": "K", "F": "Q", "10": "T"}.get(text, text)
    return rank + next(_SUITS)


@pytest.mark.parametrize("name", ["bb-ex-2", "bb-ex-4", "bb-ex-5", "bb-ex-7"])
def test_a_published_coup_is_judged_as_printed(name: str) -> None:
    vector = example(name)
    expected = vector["expected"]
    lines = played(vector)
    told_result = result(lines)
    assert faults(lines) == []
    assert told_result["points"] == {
        "droite": expected["right_total"],
        "gauche": expected["left_total"],
        "banque": expected["banker_total"],
    }
    who = {"banker": "banque", "ponte": "ponte"}
    assert told_result["winners"] == {"droite": who[expected["right"]], "gauche": who[expected["left"]]}
    assert (len(told_result["cards"]["banque"]) == 3) == expected["banker_drew"]
    assert told_result["en_cartes"] == (expected.get("a_cheval") == "en cartes")
    (bank,) = only(lines, "banque")
    assert (float(bank["amount"]), float(bank["net"])) == (expected["bank_next"], expected["banker_net"])
    assert bank["en_cartes"] == expected.get("consecutive_en_cartes", 0)
    if "right_holder" in expected:
        assert told_result["holders"] == {
            "droite": expected["right_holder"],
            "gauche": expected["left_holder"],
        }


def test_bb_natural_9_9_a_tie_on_one_side_settles_the_other_alone() -> None:
    inputs = example("bb-natural-9-9")["inputs"]
    stakes = inputs["stakes"]
    before = f"say banque 0 20\nbet droite {stakes['right']} 1\nbet gauche {stakes['left']} 2\n"
    lines = lines_of(GAME, before + coup(inputs["right"], inputs["left"], inputs["banker"]))
    expected = example("bb-natural-9-9")["expected"]
    assert result(lines)["winners"] == {"droite": "egalite", "gauche": "banque"}
    assert float(only(lines, "banque")[0]["net"]) == expected["banker_net"]
    assert [line.get("held") for line in only(lines, "settlement")] == ["table", None]


@pytest.mark.parametrize(("gauche", "en_cartes"), [(7, True), (8, False), (9, False)])
def test_eight_against_nine_on_droite_is_en_cartes_only_when_gauche_has_seven_at_most(
    gauche: int, en_cartes: bool
) -> None:
    """HS p. 8 prints *below nine*; with eight on gauche that side is a tie."""
    assert result(lines_of(GAME, coup(9, gauche, 8)))["en_cartes"] is en_cartes


def test_both_sides_equal_is_en_cartes_too() -> None:
    assert result(lines_of(GAME, coup(6, 6, 6)))["en_cartes"] is True


# --- a natural of one side, and a banker who draws to as much ----------------------------------------


@pytest.mark.parametrize(
    ("option", "card", "won", "call"),
    [
        ("points", "4S", "egalite", "Gauche : égalité, neuf partout"),
        ("at-once", "4S", "ponte", "Gauche : le ponte gagne, neuf, naturel"),
        ("points", "3S", "ponte", "Gauche : le ponte gagne, neuf à huit"),
        ("at-once", "3S", "ponte", "Gauche : le ponte gagne, neuf à huit"),
    ],
)
def test_the_option_natural_says_against_what_a_natural_is_compared(
    option: str, card: str, won: str, call: str
) -> None:
    lines = lines_of(GAME, coup(0, 9, 5, "5D", card), natural=option)
    assert result(lines)["winners"]["gauche"] == won
    assert only(lines, "call")[-1]["text"].endswith(call)


def test_at_once_a_natural_of_droite_stands_as_well() -> None:
    assert result(lines_of(GAME, coup(8, 0, 5, "5D 3S"), natural="at-once"))["winners"]["droite"] == "ponte"


# --- breaches ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (coup(3, 7, 4, "\nsay droite non"), "the ponte stood: droite has 3 and draws to 4"),
        (coup(6, 7, 4, "\nsay droite carte"), "the ponte drew: droite has 6 and stands on 6 and 7"),
        (coup(7, 2, 4, "\nsay gauche non"), "the ponte stood: gauche has 2 and draws to 4"),
        (coup(6, 7, 4, "\nsay banque non"), "the banker stood: banque has 4, against no third card on"),
        (coup(0, 0, 7, "2C 3C\nsay banque carte"), "the banker drew: banque has 7, against a 2 on droite"),
        (coup(0, 9, 6, "2C\nsay banque carte"), "against a natural 9 on gauche: nothing; banque stands"),
        (coup(3, 2, 9, "\nsay droite carte"), "a draw after a natural"),
        (coup(3, 9, 4, "\nsay gauche carte"), "a draw after a natural"),
        (coup(8, 9, 4, "\nsay banque carte"), "a draw after a natural"),
        (coup(0, 0, 4, "2C\nsay droite carte"), "the ponte drew: no hand takes more than three cards"),
    ],
)
def test_a_hand_that_breaks_its_rule_is_a_faux_tirage_and_says_which(script: str, sentence: str) -> None:
    if "say gauche carte" in script:  # droite is to speak first
        script = script.replace("\nsay", "2C\nsay")
    lines = lines_of(GAME, script)
    assert faults(lines) == ["faux-tirage"]
    assert sentence in because(lines)


@pytest.mark.parametrize("choice", ["non", "abat"])
def test_a_natural_that_is_turned_up_or_stands_is_no_fault(choice: str) -> None:
    assert faults(lines_of(GAME, coup(9, 3, 4, f"\nsay droite {choice}"))) == []


@pytest.mark.parametrize(
    "script",
    [
        coup(3, 9, 4, "\nsay gauche abat\nsay banque non"),
        coup(3, 4, 4, "\nsay gauche carte"),
        coup(3, 4, 4, "\nsay droite abat"),
        coup(5, 4, 4, "\nsay droite non\nsay droite carte"),
        coup(3, 4, 4, "2C\nsay droite non"),
        "2C 3C\nsay droite carte",
        "2C 3C\nsay banque non",
    ],
)
def test_a_word_out_of_turn_is_refused(script: str) -> None:
    assert faults(lines_of(GAME, script)) == ["wrong-order"]


def test_a_card_called_for_against_the_rules_stays_outside_and_the_coup_is_completed() -> None:
    lines = lines_of(GAME, coup(6, 2, 4, "\nsay droite carte\n9S\nTH\nsay banque non"))
    assert faults(lines) == ["faux-tirage"], "at the call; the card only follows from it"
    assert result(lines)["cards"] == {
        "droite": ["6C", "KS"],
        "gauche": ["2D", "KC", "TH"],
        "banque": ["4H", "KD"],
    }


def test_a_card_after_a_call_against_the_rules_counts_where_it_was_laid() -> None:
    lines = lines_of(GAME, coup(6, 2, 4, "\nsay droite carte\ngauche:TH"))
    assert faults(lines) == ["faux-tirage"]
    assert only(lines, "card")[-1]["to"] == "gauche"


def test_where_the_coup_stands_as_it_was_dealt_a_wrong_word_counts() -> None:
    lines = lines_of(GAME, coup(6, 7, 7, "\nsay droite carte\n2S"), faux_tirage="stand")
    assert faults(lines) == ["faux-tirage"]
    assert [each["points"]["droite"] for each in only(lines, "result")] == [6, 8]
    stood = lines_of(GAME, coup(3, 7, 7, "\nsay droite non"), faux_tirage="stand")
    assert result(stood)["points"]["droite"] == 3


def test_where_the_coup_stands_a_hand_of_three_cards_that_asks_for_one_more_keeps_its_result() -> None:
    lines = lines_of(GAME, coup(0, 7, 7, "\nsay droite carte\n2S\nsay droite carte"), faux_tirage="stand")
    assert faults(lines) == ["faux-tirage"]
    assert [each["points"] for each in only(lines, "result")] == [{"droite": 2, "gauche": 7, "banque": 7}]


def test_where_the_coup_stands_a_card_too_many_is_drawn_by_the_hand_it_lies_before() -> None:
    lines = lines_of(GAME, coup(6, 7, 7, "\ngauche:2S\nend"), faux_tirage="stand", close="croupier")
    assert faults(lines) == ["faux-tirage"]
    assert only(lines, "result")[-1]["points"]["gauche"] == 9


def test_a_card_too_many_opens_the_next_coup_where_the_house_has_it_so() -> None:
    lines = lines_of(GAME, coup(6, 7, 7, "\n5S\nend\n4S"), faux_tirage="next", close="croupier")
    assert faults(lines) == ["faux-tirage"]
    assert [(line["card"], line["to"]) for line in only(lines, "card")[6:]] == [
        ("5S", "droite"),
        ("4S", "gauche"),
    ]


def test_settlement_waits_for_the_supervisor_where_the_house_holds_it() -> None:
    script = "say banque 0 20\nbet droite 5\n" + coup(6, 7, 7, "\nsay droite carte\nend\nsay confirme\nend")
    lines = lines_of(GAME, script, faux_tirage="hold", close="croupier")
    assert faults(lines) == ["faux-tirage", "wrong-order"]
    assert len(only(lines, "settlement")) == 1


# --- cards that speak for their hand -----------------------------------------------------------------


def test_a_card_stands_for_the_word_of_a_hand_that_is_free() -> None:
    lines = lines_of(GAME, coup(5, 7, 7, "2S"))
    assert result(lines)["points"]["droite"] == 7


def test_a_card_before_a_later_hand_says_that_the_free_one_stood() -> None:
    lines = lines_of(GAME, coup(5, 2, 7, "gauche:2S"))
    assert faults(lines) == []
    assert result(lines)["points"] == {"droite": 5, "gauche": 4, "banque": 7}


def test_both_sides_free_a_card_before_the_banker_says_that_both_stood() -> None:
    lines = lines_of(GAME, coup(5, 5, 4, "banque:2S"))
    assert faults(lines) == []
    assert result(lines)["points"] == {"droite": 5, "gauche": 5, "banque": 6}


def test_when_the_free_hand_stood_a_card_at_the_wrong_later_place_is_misplaced() -> None:
    lines = lines_of(GAME, coup(5, 2, 4, "banque:2S"))
    assert faults(lines) == ["misplaced-card"]
    assert only(lines, "card")[-1]["to"] == "gauche"


def test_a_card_before_an_earlier_hand_counts_for_the_one_that_speaks() -> None:
    lines = lines_of(GAME, coup(7, 5, 4, "droite:2S"))
    assert faults(lines) == ["misplaced-card"]
    assert only(lines, "card")[-1]["to"] == "gauche"


@pytest.mark.parametrize(("house", "points"), [("burn", 7), ("stand", 9)])
def test_when_the_free_hand_stood_and_all_is_decided_a_further_card_is_a_faux_tirage(
    house: str, points: int
) -> None:
    lines = lines_of(GAME, coup(5, 6, 7, "banque:2S"), faux_tirage=house)
    assert faults(lines) == ["faux-tirage"]
    assert because(lines).startswith("the banker drew")
    assert only(lines, "result")[-1]["points"]["banque"] == points


def test_a_card_after_the_result_is_one_too_many_when_only_the_croupier_closes() -> None:
    for script, sentence in [
        (coup(6, 6, 9, "\n2S"), "a draw after a natural"),
        (coup(6, 6, 7, "\ndroite:2S"), "the ponte drew"),
        (coup(6, 6, 7, "\n2S"), "the banker drew"),
        (coup(9, 6, 7, "\ndroite:2S"), "a draw after a natural"),
        (coup(5, 6, 7, "\nsay droite non\ndroite:2S"), "the ponte drew: they had said that they stand"),
    ]:
        lines = lines_of(GAME, script, close="croupier")
        assert faults(lines) == ["faux-tirage"]
        assert sentence in because(lines)


def test_closing_with_a_card_owed_is_a_faux_tirage_and_with_a_word_owed_out_of_order() -> None:
    for script, kind, sentence in [
        ("2C 3C\nend", "faux-tirage", "a card is still owed: the first six cards"),
        (coup(3, 7, 7, "\nend"), "faux-tirage", "the ponte stood: droite has 3"),
        (coup(5, 7, 7, "\nsay droite carte\nend"), "faux-tirage", "a card is still owed: droite has 5"),
        (coup(6, 7, 4, "\nend"), "faux-tirage", "the banker stood: banque has 4"),
        (coup(5, 7, 7, "\nend"), "wrong-order", "the coup is not decided: droite has 5"),
    ]:
        lines = lines_of(GAME, script)
        assert faults(lines) == [kind]
        assert sentence in because(lines)


# --- announcements -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "ponte banque",
        "droite ponte",
        "gauche : banque",
        "droite:ponte, gauche:banque",
        "à droite le ponte gagne, à gauche la banque gagne",
        "en cartes",
        "Droite : le ponte gagne, sept à six ; Gauche : la banque gagne, six à quatre",
    ],
)
def test_a_true_announcement_passes(words: str) -> None:
    assert faults(lines_of(GAME, coup(7, 2, 6, "2S\n", f"announce {words}"))) == []


@pytest.mark.parametrize(
    "words",
    [
        *("banque ponte", "ponte", "droite egalite", "droite ponte gauche", "la table", "droite"),
        *("droite banque droite ponte", "droite ponte droite banque"),
    ],
)
def test_a_false_announcement_is_found(words: str) -> None:
    lines = lines_of(GAME, coup(7, 2, 6, "2S\n", f"announce {words}"))
    assert faults(lines) == ["wrong-announcement"]


def test_one_word_announces_both_sides() -> None:
    assert faults(lines_of(GAME, coup(6, 6, 7, "\nannounce banque\nannounce la banque gagne partout"))) == []


def test_the_result_is_announced_also_after_the_croupier_was_asked_for_the_tableau() -> None:
    said = (
        "say tableau\nannounce Droite : le ponte gagne, sept à six ; Gauche : la banque gagne, six à quatre"
    )
    assert faults(lines_of(GAME, coup(7, 2, 6, "2S\n", said))) == []


def test_nothing_can_be_announced_before_the_coup_is_decided() -> None:
    assert faults(lines_of(GAME, coup(3, 2, 6, "\nannounce banque"))) == ["wrong-announcement"]


def test_whose_cards_lie_face_down_is_known() -> None:
    hidden = []
    for script in ("", "2C", coup(3, 9, 4), coup(6, 9, 4), coup(6, 6, 7)):
        table, _ = dealt(GAME, script)
        hidden.append(table.play.coup.face_down)
    assert hidden == [(), ("droite", "gauche", "banque"), ("droite", "banque"), ("droite",), ()]


def test_no_ball_rests_at_baccarat_banque() -> None:
    from sabot.core.observations import BallSeen
    from sabot.core.table import opened, step

    table = opened(dealt(GAME, "2C")[0].play.game)
    _, events = step(table, BallSeen("17"))
    assert "no ball" in str(events)


def test_the_tirage_owes_nothing_once_all_have_three_cards() -> None:
    assert tirage(Table(), ((2, 0, 3), (1, 0, 4), (0, 0, 5))) is None


def test_a_bare_word_is_of_the_hand_that_is_to_speak() -> None:
    lines = lines_of(GAME, coup(0, 5, 3, "\nsay carte\n5C\nsay non\nsay carte\n4D"))
    assert not faults(lines)
    assert only(lines, "result")[0]["points"] == {"droite": 5, "gauche": 5, "banque": 7}


def test_a_bare_word_after_the_cards_have_decided_is_the_banker_s() -> None:
    because = only(lines_of(GAME, coup(6, 6, 7, "\nsay carte")), "fault")[0]["because"]
    assert because.startswith("the banker drew")


def test_a_suivi_without_a_seat_is_of_the_one_who_has_it() -> None:
    lost = "say banque 0 10\nsay banco 2\n" + coup(5, 6, 9, "\nend\n")
    assert not faults(lines_of(GAME, lost + "say suivi"))
    assert faults(lines_of(GAME, "say banque 0 10\nsay suivi")) == ["wrong-order"]


def test_at_rouge_ou_noir_one_card_of_the_bank_decides():
    """HS, the last cards of a sabot; asked of the table itself, which remembers nothing."""
    owed = tirage(Table(mode="rouge-noir"), ((), (), ()))
    assert owed is not None
    assert (owed.to, str(owed.why)) == ("banque", "the next card decides: rouge ou noir")
    assert tirage(Table(mode="rouge-noir"), ((), (), (0,))) is None
