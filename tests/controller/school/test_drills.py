"""The drills: every cell is asked, what is right is right, and no question tells its answer.

What the referee's rules say is checked here against the books as the rehearsals know them by heart, which do
not ask the rules.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabot.games.baccarat.points import VALUE
from sabot.games.baccarat_banque import rules as baccarat_banque
from sabot.games.chemin_de_fer import rules as chemin_de_fer
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco.rehearsal import DRAWS_AGAINST
from sabot.games.questions import DRAW, FREE, STAND
from sabot.games.rehearsal import by_heart
from sabot.games.roulette import rules as roulette
from sabot.school.catalogue import drills

DRILLS = drills()
GIVEN = {"-": None, "A": 1, "X": 0} | {str(value): value for value in range(2, 10)}
PLAIN = ("announced", "wheel-sector", "wheel-call", "payout-ecarte", "payout-nap")
"""What is asked of a cell shows nothing besides the cell."""

RULE = {"carte": DRAW, "non": STAND, "free": FREE}


def truth(drill: str, cell: str, seed: int = 0) -> str:
    found = DRILLS[drill]
    return found.judge(found.ask(cell, seed), "").truth


@pytest.mark.parametrize("name", DRILLS)
def test_every_cell_asks_a_question_whose_true_answer_is_right_and_any_other_wrong(name: str) -> None:
    drill = DRILLS[name]
    for seed, cell in enumerate(drill.cells()):
        question = drill.ask(cell, seed)
        verdict = drill.judge(question, "no such answer")
        assert not verdict.right
        assert verdict.why
        assert drill.judge(question, verdict.truth).right
        assert question.typed or verdict.truth in [act.answer for act in question.acts]
        others = [act.answer for act in question.acts if act.answer != verdict.truth]
        assert not any(drill.judge(question, each).right for each in others)


@pytest.mark.parametrize("name", DRILLS)
def test_a_question_is_drawn_again_by_its_seed_and_travels_as_json(name: str) -> None:
    drill = DRILLS[name]
    cell = drill.cells()[-1]
    question = drill.ask(cell, 7)
    assert drill.ask(cell, 7) == question
    again = question._replace(shows=json.loads(json.dumps(question.shows)))
    assert drill.judge(again, "x") == drill.judge(question, "x")
    assert any(drill.ask(cell, seed).shows != question.shows for seed in range(20)) or name in PLAIN


def test_a_cell_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="tirage-banco has no cell '9/9'"):
        DRILLS["tirage-banco"].ask("9/9", 0)


@pytest.mark.parametrize("total", range(10))
def test_punto_draws_to_five(total: int) -> None:
    """CB: punto draws to 5, stands on 6 and 7, and a natural ends the deal."""
    assert truth("tirage-punto", str(total)) == (DRAW if total <= 5 else STAND)


@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("given", GIVEN)
def test_the_tableau_is_that_of_the_book(total: int, given: str) -> None:
    """CB for banco, HS p. 23 for the banker who is free in two cells: both as the rehearsals know them."""
    value = GIVEN[given]
    draws = total < 6 if value is None else total < 3 or value in DRAWS_AGAINST.get(total, ())
    assert truth("tirage-banco", f"{total}/{given}") == (DRAW if draws else STAND)
    assert truth("tirage-banque", f"{total}/{given}") == RULE[by_heart.banker(total, value)]


@pytest.mark.parametrize("five", ["free", "draw"])
def test_the_ponte_is_asked_by_the_rule_of_this_house(five: str) -> None:
    house = drills({"chemin-de-fer": chemin_de_fer.Options(ponte_five=five)})["tirage-ponte"]
    for total in range(8):
        verdict = house.judge(house.ask(str(total), 3), "")
        assert verdict.truth == RULE[by_heart.ponte(total, on_five=five)]


def test_the_banker_against_two_sides_reads_the_tableau_twice() -> None:
    """HS p. 15: both sides say the same, or one has turned up 8 or 9: the banker follows; otherwise the
    banker is free."""
    for cell in DRILLS["tirage-two-sides"].cells():
        for seed in range(4):
            question = DRILLS["tirage-two-sides"].ask(cell, seed)
            droite, gauche, banque = ([VALUE[card[0]] for card in place["cards"]]
                                      for place in question.shows["places"])  # fmt: skip
            sides = [side for side in (droite, gauche) if sum(side[:2]) % 10 < 8]
            says = {by_heart.banker(sum(banque) % 10, (*side, None)[2]) for side in sides}
            found = DRILLS["tirage-two-sides"].judge(question, "")
            assert found.truth == (RULE[says.pop()] if len(says) == 1 else FREE), found.why
            assert len(found.read) == len(sides)


def test_the_ponte_of_a_side_is_asked_by_the_rule_of_this_house() -> None:
    house = drills({"baccarat-banque": baccarat_banque.Options(ponte_five="draw")})["tirage-side"]
    for found, five in ((DRILLS["tirage-side"], "free"), (house, "draw")):
        for total in range(8):
            verdict = found.judge(found.ask(str(total), 1), "")
            assert verdict.truth == RULE[by_heart.ponte(total, on_five=five)]


CLOSED = "no stake after rien ne va plus"
DECIDED = "the coup is decided and not yet closed: the next stakes come after it"
STAKE = {"bet": {"bet": "noir", "amount": "5.00"}, "end": {"does": "end"}}


@pytest.mark.parametrize(
    ("game", "done", "offered", "right", "why"),
    [
        ("roulette", [{"does": "rnvp"}], STAKE | {"ball": {"ball": "17"}}, "ball", CLOSED),
        ("roulette", [{"does": "rnvp"}, {"ball": "17"}], STAKE | {"ball": {"ball": "3"}}, "end", DECIDED),
        ("trente-et-quarante", [{"does": "rnvp"}], STAKE | {"noir": {"card": "4S", "place": "noir"}}, "noir",
         CLOSED),
    ],
)  # fmt: skip
def test_of_the_acts_offered_one_breaks_no_rule(
    game: str, done: list[Any], offered: dict[str, Any], right: str, why: str
) -> None:
    found = DRILLS[f"order-{game}"]
    question = found.ask("a stake", 1)
    question = question._replace(shows=question.shows | {"acts": done, "offers": offered})
    assert found.judge(question, right).right
    assert str(found.judge(question, "bet").why) == why


def test_each_cell_of_the_order_comes_to_its_own_act() -> None:
    begins = {"a stake": "Mise", "a card": "Carte", "the ball": "La bille", "a word": "«",
              "the end of the coup": "End"}  # fmt: skip
    for name in (name for name in DRILLS if name.startswith("order-")):
        begins["rien ne va plus"] = "Le jeu est fait" if "trente" in name else "Rien ne va plus"
        for cell in DRILLS[name].cells():
            assert truth(name, cell, 3).startswith(begins[cell]), (name, cell)


def test_the_why_is_the_sentence_of_the_rules() -> None:
    found = DRILLS["tirage-banco"]
    assert str(found.judge(found.ask("5/3", 1), DRAW).why) == "banco has 5 against a 3 and stands"
    assert str(found.judge(found.ask("4/6", 1), DRAW).why) == "banco has 4 against a 6"
    punto = DRILLS["tirage-punto"]
    assert str(punto.judge(punto.ask("6", 1), DRAW).why) == "punto has 6 and stands on 6 and 7"


def test_the_tax_is_reckoned_as_the_house_rounds_it() -> None:
    """5 % of 37.50 is 1.875: to the cent, up and down to whole units."""
    found = DRILLS["payout-punto-banco"]
    for law, paid in (("to the cent", "35.62"), ("rounded up", "35.50"), ("rounded down", "36.50")):
        cell = f"tax {law}"
        question = found.ask(cell, 1)
        question = question._replace(shows=question.shows | {"stake": {"where": "banco", "amount": "37.50"}})
        assert found.judge(question, paid.replace(".", ",")).right, cell


def test_chips_around_a_number_are_paid_as_the_cloth_pays() -> None:
    """One chip on each of the plein, the four chevaux and the four carrés of 17: 35 + 4 × 17 + 4 × 8."""
    found = DRILLS["payout-roulette"]
    question = found.ask("plein", 1)
    names = (
        *("plein:17", "cheval:14-17", "cheval:16-17", "cheval:17-18", "cheval:17-20"),
        *("carre:13-17", "carre:14-18", "carre:16-20", "carre:17-21", "plein:3"),
    )
    chips = [{"bet": name, "count": 1} for name in names]
    question = question._replace(shows=question.shows | {"number": "17", "chips": chips})
    assert found.judge(question, "135").right


@pytest.mark.parametrize(("bet", "count"), [("voisins", 9), ("tiers", 6), ("orphelins", 5), ("jeu-zero", 4),
                                            ("finale:7", 3), ("finale:4", 4)])  # fmt: skip
def test_an_announced_bet_takes_its_chips(bet: str, count: int) -> None:
    assert truth("announced", bet) == str(count)


def test_each_number_of_the_wheel_lies_in_one_sector() -> None:
    found = [truth("wheel-sector", pocket) for pocket in DRILLS["wheel-sector"].cells()]
    assert {cut: found.count(cut) for cut in set(found)} == {"voisins": 17, "tiers": 12, "orphelins": 8}


def test_the_neighbours_of_zero_are_those_of_the_wheel() -> None:
    """HS p. 94: clockwise from zero 32, 15, 19; before it 26."""
    found, seen = DRILLS["wheel-order"], set()
    for seed in range(12):
        question = found.ask("0", seed)
        seen.add((question.ask.rpartition(" ")[2], found.judge(question, "").truth))
    assert seen == {("clockwise?", "32"), ("anticlockwise?", "26")}


def test_a_wheel_with_two_zeros_has_its_own_neighbours_and_no_sectors() -> None:
    house = drills({"roulette": roulette.Options(pockets=38)})
    assert "wheel-sector" not in house
    order = house["wheel-order"]
    assert order.judge(order.ask("00", 1), "").truth in ("1", "27")


def test_forty_is_called_quarante_and_a_row_may_be_told_by_its_last_digit() -> None:
    found = DRILLS["rows"]
    assert str(found.judge(found.ask("40", 1), "").why) == "the row counts 40: Quarante"
    assert found.judge(found.ask("39", 1), " 9 ").right


OF_ROWS = {
    "a card past its row": ("card", "misplaced-card"),
    "a card before its row": ("card", "misplaced-card"),
    "a card too many": ("card", "faux-tirage"),
    "a row stopped short": ("does", "faux-tirage"),
    "the row called wrong": ("announces", "wrong-announcement"),
    "the result called wrong": ("announces", "wrong-announcement"),
    "a stake too late": ("bet", "wrong-order"),
    "a wrong payout": ("pays", "wrong-payout"),
}
OF_SPINS = {
    "no such bet": ("bet", "wrong-order"),
    "closed twice": ("does", "wrong-order"),
    "the ball too early": ("ball", "wrong-order"),
    "a call too early": ("announces", "wrong-announcement"),
    "the number called wrong": ("announces", "wrong-announcement"),
    "a chance called wrong": ("announces", "wrong-announcement"),
    "ended too early": ("does", "wrong-order"),
}
FAULTY = OF_ROWS | OF_SPINS


@pytest.mark.parametrize("name", [name for name in DRILLS if name.startswith("faults-")])
def test_a_coup_with_a_fault_has_exactly_the_fault_of_its_cell(name: str) -> None:
    for cell in DRILLS[name].cells():
        for seed in range(2):
            question = DRILLS[name].ask(cell, seed)
            nth, _, kind = DRILLS[name].judge(question, "").truth.rpartition(" ")
            made, expected = FAULTY.get(cell, ("", cell))
            assert kind == expected
            assert not made or made in question.shows["acts"][int(nth) - 1]


ROW = [{"bet": "noir", "amount": "10.00"}, {"does": "rnvp"}, *({"card": card, "place": "noir"} for card in
       ("KS", "QH", "JD", "4C")), {"announces": "Quatre"}]  # fmt: skip
LOWER = [{"card": card, "place": "rouge"} for card in ("TS", "TH", "TD", "AC")]
SPIN = [{"bet": "plein:17", "amount": "5.00"}, {"bet": "rouge", "amount": "10.00"}, {"does": "rnvp"}]
SEVENTEEN = [*SPIN, {"ball": "17"}, {"announces": "17, noir"}]
END = {"does": "end"}


@pytest.mark.parametrize(
    ("name", "acts", "truth", "why"),
    [
        ("trente-et-quarante", [*ROW, {"card": "5H", "place": "noir"}], "8 misplaced-card",
         "the card was owed to rouge and counts there, wherever it was laid"),
        ("trente-et-quarante", [*ROW[:5], END], "6 faux-tirage",
         "the noir row was stopped short: it has 30 and is dealt until it has 31 or more"),
        ("trente-et-quarante", [*ROW[:6], {"announces": "Cinq"}], "7 wrong-announcement",
         "the coup is not decided: the rouge row is dealt next, until it has 31 or more"),
        ("trente-et-quarante", [*ROW, *LOWER, {"pays": "noir", "amount": "10.00"}, END], "12 wrong-payout",
         "noir has not won: nothing is paid to it"),
        ("trente-et-quarante", [*ROW, *LOWER, {"announces": "Rouge gagne, couleur perd"}, END], "none", ""),
        ("roulette", [*SPIN, SPIN[1]], "4 wrong-order", "no stake after rien ne va plus"),
        ("roulette", [*SPIN[:2], {"ball": "17"}], "3 wrong-order",
         "the ball came to rest before rien ne va plus"),
        ("roulette", [*SEVENTEEN, {"pays": "plein:17", "amount": "180.00"}], "6 wrong-payout",
         "5.00 on plein:17 gains 35 to 1: 175.00"),
        ("roulette", [*SEVENTEEN, {"pays": "plein:17", "amount": "175.00"}, END], "none", ""),
    ],
)  # fmt: skip
def test_a_fault_in_a_row_or_a_spin_is_told_by_its_act_and_its_rule(
    name: str, acts: list[dict[str, str]], truth: str, why: str
) -> None:
    """HS p. 76-81: a row ends with the card that brings it to 31, the lower wins; p. 92: a plein pays 35."""
    drill = DRILLS[f"faults-{name}"]
    question = drill.ask("none", 1)
    question = question._replace(shows=question.shows | {"acts": acts})
    verdict = drill.judge(question, truth)
    assert (verdict.right, verdict.truth) == (True, truth)
    assert not why or str(verdict.why) == why


def test_what_belongs_to_a_coup_does_not_tell_that_something_is_wrong() -> None:
    """Every row and result is called and every winner paid, with a fault or without."""
    for name in ("faults-trente-et-quarante", "faults-roulette"):
        for cell in ("none", "a wrong payout", "a stake too late"):
            acts = DRILLS[name].ask(cell, 5).shows["acts"]
            assert sum("announces" in act for act in acts) == (2 if "trente" in name else 1)


def test_a_card_too_many_is_named_by_its_act() -> None:
    found = DRILLS["faults-punto-banco"]
    question = found.ask("none", 1)
    acts = [{"card": card, "place": place} for card, place in
            (("2C", "punto"), ("3S", "banco"), ("3D", "punto"), ("4H", "banco"), ("2H", "punto"),
             ("5C", "banco"))]  # fmt: skip
    question = question._replace(shows=question.shows | {"acts": [*acts, {"does": "end"}]})
    verdict = found.judge(question, "6 faux-tirage")
    assert verdict.right
    assert str(verdict.why) == "the banker drew: banco has 7 against a 2 and stands"
    assert not found.judge(question, "5 faux-tirage").right
    assert not found.judge(question, "none").right


def test_the_first_cards_go_round_as_the_rules_deal_them() -> None:
    assert [truth("procedure-punto-banco", f"card {nth}") for nth in range(4)] == [*punto_banco.PLACES] * 2
    assert truth("procedure-trente-et-quarante", "card 0") == "noir"
    assert truth("procedure-trente-et-quarante", "card 1") == "rouge"
