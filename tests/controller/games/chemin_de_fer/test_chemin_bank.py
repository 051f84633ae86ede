"""The bank of chemin de fer, who covers it, where it goes. HS is *Hazardspelen* (Dutch, about 1920), p. 17
to 34; CB *Casinobank*."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.games.chemin_de_fer.bank import Bank, after
from sabot.games.chemin_de_fer.options import Options
from tests.controller.dealing import Lines, dealt, faults, lines_of, only
from tests.controller.games.chemin_de_fer.test_chemin_tirage import RANK, calls, example

GAME = "chemin-de-fer"
BANK_WINS = "TH 5C TD 4S"
PONTE_WINS = "5H TC 4D TS"
EN_CARTES = "QC KC 9D 9H"
"""Four cards each: nine to baccarat, and nine all."""


def banks(lines: Lines) -> Lines:
    return only(lines, "banque")


def bank(lines: Lines) -> tuple[int, str, str]:
    """Seat, amount and bénéfice as last told."""
    line = banks(lines)[-1]
    return line["seat"], line["amount"], line["benefice"]


def laid(script: str, **options: str) -> list[tuple[int | None, int]]:
    """Who has how much (in units) against the bank after `script`."""
    table, lines = dealt(GAME, f"{script}\nrnvp", **options)
    assert faults(lines) == []
    return [(stake.seat, stake.amount // 100) for stake in table.play.coup.stakes]


def refusal(script: str, **options: str) -> str:
    """The rule against the last line of `script`, the only fault in it."""
    lines = lines_of(GAME, script, **options)
    assert faults(lines) == ["wrong-order"]
    return str(only(lines, "fault")[0]["because"])


# --- the account (HS p. 19) --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cdf-benefice-32-20", "cdf-ex-8-benefice"])
def test_what_stakes_do_not_cover_is_put_aside_when_the_bank_wins(name: str) -> None:
    inputs, expected = example(name)["inputs"], example(name)["expected"]
    bets = "\n".join(f"bet ponte {stake} {seat}" for seat, stake in enumerate(inputs["stakes"], start=2))
    lines = lines_of(GAME, f"say banque 1 {inputs['bank']}\n{bets}\nrnvp\n{BANK_WINS}")
    assert faults(lines) == []
    assert bank(lines) == (1, f"{expected['bank_next']}.00", f"{expected['benefice_added']}.00")


def test_a_banker_who_wins_13_aside_and_then_loses_six_leaves_with_13() -> None:
    lines = lines_of(GAME, f"say banque 1 16\nbet ponte 3 2\n{BANK_WINS}\nsay banco 4\n{PONTE_WINS}")
    won, lost = banks(lines)
    assert (won["amount"], won["benefice"]) == ("6.00", "13.00")
    assert (lost["seat"], lost["amount"], lost["benefice"]) == (2, "0.00", "0.00")
    assert (lost["leaves"], lost["takes"]) == (1, "13.00")
    assert [line["returned"] for line in only(lines, "settlement")] == ["0.00", "12.00"]


def test_a_banker_who_loses_takes_what_was_not_staked_against() -> None:
    lost = banks(lines_of(GAME, f"say banque 1 16\nbet ponte 3 2\n{PONTE_WINS}"))[-1]
    assert (lost["leaves"], lost["takes"], lost["seat"]) == (1, "13.00", 2)


def test_en_cartes_moves_nothing_and_the_stakes_stay_for_the_next_deal() -> None:
    lines = lines_of(GAME, f"say banque 1 16\nbet ponte 3 2\n{EN_CARTES}\n{PONTE_WINS}")
    tie, won = only(lines, "settlement")
    assert (tie["returned"], tie["held"]) == ("3.00", "table")
    assert (won["coup"], won["stake"], won["returned"]) == (2, "3.00", "6.00")
    assert (banks(lines)[0]["amount"], banks(lines)[0]["benefice"]) == ("16.00", "0.00")


@given(amount=st.integers(1, 10**8), share=st.floats(0, 1), chocolate=st.integers(0, 10**8))
def test_no_cent_is_lost_between_bank_benefice_and_stakes(amount: int, share: float, chocolate: int) -> None:
    options = Options(rake_percent=0)
    staked = max(1, int(amount * share))
    before = Bank(seat=3, main=3, amount=amount, benefice=chocolate)
    won = after(options, before, winner="banque", staked=staked, banco=None)
    assert won.amount + won.benefice == amount + chocolate + staked
    lost = after(options, before, winner="ponte", staked=staked, banco=None)
    assert lost.left is not None
    assert lost.left.takes == amount + chocolate - staked


def test_a_coup_without_stakes_moves_no_money_but_a_losing_bank_is_lost() -> None:
    assert bank(lines_of(GAME, f"say banque 1 16\n{BANK_WINS}")) == (1, "16.00", "0.00")
    lost = banks(lines_of(GAME, f"say banque 1 16\n{PONTE_WINS}"))[-1]
    assert (lost["seat"], lost["takes"]) == (2, "16.00")


def test_without_any_bank_the_cards_are_refereed_and_no_bank_is_told() -> None:
    lines = lines_of(GAME, f"{BANK_WINS}\n{PONTE_WINS}\nsay banque 1 5")
    assert [line["winner"] for line in only(lines, "result")] == ["banque", "ponte"]
    assert banks(lines) == []
    assert faults(lines) == []


# --- the share of the house (CB) ---------------------------------------------------------------------


def test_the_house_has_five_percent_of_what_the_banker_wins() -> None:
    inputs, expected = example("cdf-tax")["inputs"], example("cdf-tax")["expected"]
    script = f"say banque 1 {inputs['bank']}\nsay banco 2\n{BANK_WINS}"
    line = banks(lines_of(GAME, script, rake_percent=str(inputs["rake_percent"])))[-1]
    assert line["rake"] == f"{expected['rake']}.00"
    assert line["amount"] == "200.00"


def test_pontes_pay_no_share_and_nobody_does_where_the_house_takes_none() -> None:
    assert banks(lines_of(GAME, f"say banque 1 100\nsay banco 2\n{PONTE_WINS}"))[-1]["rake"] == "0.00"
    script = f"say banque 1 100\nsay banco 2\n{BANK_WINS}"
    assert banks(lines_of(GAME, script, rake_percent="0"))[-1]["rake"] == "0.00"


def test_a_broken_cent_of_the_share_is_the_house_s() -> None:
    assert banks(lines_of(GAME, f"say banque 1 0.30\nsay banco 2\n{BANK_WINS}"))[-1]["rake"] == "0.02"


# --- the worked coups of HS p. 20-22 -----------------------------------------------------------------


def dealing(inputs: dict[str, Any]) -> str:
    """The four cards and the third ones, with what the ponte said."""
    ranks = {"10": "T"} | {str(number): name for number, name in RANK.items() if number not in (0, 10)}
    ponte, banque = inputs["ponte"], inputs["banker"]
    names = [ponte[0], banque[0], ponte[1], banque[1]]
    text = " ".join(ranks.get(name, name) + "CDHS"[place] for place, name in enumerate(names))
    if inputs["ponte_third"]:
        text += f"\nsay ponte carte\n{inputs['ponte_third']}C"
    elif sorted(ponte) == ["5", "K"]:
        text += "\nsay ponte non"
    return text + (f"\n{inputs['banker_third']}D" if inputs["banker_third"] else "")


WINNER = {"banker": "banque", "ponte": "ponte", "tie": "en-cartes"}


@pytest.mark.parametrize("name", [f"cdf-ex-{number}" for number in (1, 3, 5, 6, 7)])
def test_a_coup_of_the_book_goes_as_it_is_told_there(name: str) -> None:
    inputs, expected = example(name)["inputs"], example(name)["expected"]
    bancos = inputs.get("banco", [inputs["banco_seat"]] if "banco_seat" in inputs else [])
    offers = [f"say banco {seat}" for seat in bancos]
    if "avec_la_table_seat" in inputs:
        offers = [f"say avec-la-table {inputs['avec_la_table_seat']}"]
        offers += [f"bet ponte {stake} {seat}" for seat, stake in enumerate(inputs["others"], start=5)]
    asked = "\nsay ponte carte" if "ponte_asked" in inputs else ""
    script = [
        f"say banque {inputs['banker_seat']} {inputs['bank']}",
        *offers,
        "rnvp",
        dealing(inputs) + asked,
    ]
    lines = lines_of(GAME, "\n".join(script))
    result = only(lines, "result")[0]
    assert faults(lines) == []
    assert result["winner"] == WINNER[expected["winner"]]
    assert result["points"] == {"ponte": expected["ponte_total"], "banque": expected["banker_total"]}
    assert result["natural"] == expected["natural"]
    assert bank(lines)[:2] == (inputs["banker_seat"], f"{expected['bank_next']}.00")
    assert result["holder"] == expected.get("banco_seat", (bancos or [4])[0])


def test_seat_two_loses_a_banco_follows_it_and_wins_the_bank_of_seat_one() -> None:
    """HS p. 20-21, the first two coups."""
    second = example("cdf-ex-2")
    script = f"say banque 1 1\nsay banco 2\nTH 5C TD 4S\nsay suivi 2\n{dealing(second['inputs'])}"
    lines = lines_of(GAME, script)
    assert faults(lines) == []
    assert only(lines, "result")[-1]["winner"] == "ponte"
    settled = only(lines, "settlement")[-1]
    assert settled["seat"] == 2
    assert (settled["stake"], settled["returned"]) == ("2.00", "4.00")
    assert bank(lines)[0] == second["expected"]["bank_to_seat"]


# --- opening, passing, buying (HS p. 17-22) ----------------------------------------------------------


def test_the_main_is_with_seat_one_and_may_be_let_go_by() -> None:
    assert calls(lines_of(GAME, "say refuse 1"))[-1] == "La main est à la place 2"
    assert faults(lines_of(GAME, "say banque 3 8")) == []
    assert "seat 1" in refusal("say banque 3 8", may_refuse="off")
    assert refusal("say refuse 1", may_refuse="off")
    assert refusal("say refuse 2")
    assert refusal("say banque 1 8\nsay refuse 1")


def test_a_bank_opens_with_the_minimum_at_least_and_at_a_seat() -> None:
    assert "60.00" in refusal("say banque 1 59", bank_minimum="60")
    assert faults(lines_of(GAME, "say banque 1 60", bank_minimum="60")) == []
    assert "seat" in refusal("say banque 10 60")


def test_a_bank_is_its_banker_s_until_it_loses_or_is_passed() -> None:
    assert "seat 1" in refusal("say banque 1 8\nsay banque 2 8")
    assert "8.00" in refusal("say banque 1 8\nsay banque 1 9")
    assert faults(lines_of(GAME, "say banque 1 8\nsay banque 1 8")) == []
    assert refusal("say banque 1 8\nsay prend 2 8")


def test_the_banker_who_passes_has_their_bank_and_it_is_offered_at_its_sum() -> None:
    each = example("cdf-pass-16")
    table, lines = dealt(GAME, f"say banque 1 8\nsay banco 2\n{BANK_WINS}\nsay passe")
    assert faults(lines) == []
    offered = table.play.coup.bank
    assert offered.left is not None
    assert offered.left.takes == each["expected"]["passer_receives"] * 100
    assert offered.offered == each["expected"]["offered_at"] * 100
    assert calls(lines)[-1] == "La main passe : la banque est à prendre à 16"


def test_precedence_over_a_bought_bank_counts_from_the_seat_that_passed_it() -> None:
    each = example("cdf-auction-9")
    main, expected = each["inputs"]["main_seat"], each["expected"]
    seat, price = expected["banker_seat"], expected["bank"]
    bought = f"say banque {main} 6\nsay banco 4\n{BANK_WINS}\nsay passe\nsay prend {seat} {price}\n"
    for nearer in expected["prime_order_if_6_calls"]:
        assert laid(bought + f"say banco 6\nsay banco {nearer}") == [(nearer, price)]
    lines = lines_of(GAME, f"{bought}say banco 6\n{PONTE_WINS}")
    assert faults(lines) == []
    assert bank(lines)[0] == expected["if_bank_loses_next_main"]
    assert banks(lines)[-1]["leaves"] == seat
    won = banks(lines_of(GAME, f"{bought}say banco 6\n{BANK_WINS}"))[-1]
    assert (won["seat"], won["main"]) == (seat, expected["main_stays"])


def test_suivi_outlives_a_sale() -> None:
    assert laid(
        f"say banque 1 8\nsay banco 5\n{BANK_WINS}\nsay passe\nsay prend 3 9\nsay banco 2\nsay suivi 5"
    ) == [(5, 9)]


def test_a_bank_is_passed_after_one_coup_at_least() -> None:
    assert "one coup" in refusal("say banque 1 8\nsay passe")
    assert "nobody" in refusal("say passe")


def test_a_bank_that_nobody_buys_is_the_next_seat_s_with_the_minimum() -> None:
    passed = f"say banque 1 60\nsay banco 2\n{BANK_WINS}\nsay passe\n"
    assert laid(passed + "say banco 5", bank_minimum="60") == [(5, 60)]
    assert bank(lines_of(GAME, passed + "bet ponte 10 5\n" + BANK_WINS, bank_minimum="60")) == (
        2,
        "20.00",
        "50.00",
    )
    assert bank(lines_of(GAME, passed + "rnvp\n" + PONTE_WINS, bank_minimum="60"))[0] == 3
    assert bank(lines_of(GAME, passed + PONTE_WINS, bank_minimum="60"))[0] == 3
    assert faults(lines_of(GAME, passed + "say banque 2 70")) == []
    assert "seat 2" in refusal(passed + "say banque 3 70", may_refuse="off")


# --- the partner (HS p. 23) --------------------------------------------------------------------------


def test_a_partner_doubles_the_bank_and_shares_what_is_taken() -> None:
    each = example("cdf-partner")
    script = f"say banque 1 {each['inputs']['bank_stake']}\nsay associe 4"
    table, _ = dealt(GAME, script)
    assert table.play.coup.bank.amount == each["expected"]["bank"] * 100
    lines = lines_of(GAME, f"{script}\nbet ponte 1 2\n{BANK_WINS}\nsay passe")
    assert faults(lines) == []
    lost = banks(lines_of(GAME, f"{script}\nbet ponte 0.99 2\n{PONTE_WINS}"))[-1]
    assert (lost["leaves"], lost["takes"], lost["partner"], lost["partner_takes"]) == (1, "0.51", 4, "0.50")


def test_a_partner_joins_once_before_the_first_coup_and_is_not_the_banker() -> None:
    assert refusal("say associe 4")
    assert refusal("say banque 1 8\nsay associe 4\nsay associe 5")
    assert refusal("say banque 1 8\nsay associe 1")
    assert refusal(f"say banque 1 8\nsay banco 2\n{BANK_WINS}\nsay associe 4")


# --- the end of the sabot (HS p. 18, 22) -------------------------------------------------------------


def test_bank_and_stakes_outlive_the_sabot_and_the_banker_may_keep_half() -> None:
    shuffled = f"say banque 1 8\nsay banco 2\n{BANK_WINS}\nnew\n"
    assert bank(lines_of(GAME, f"{shuffled}say banque 1 8\nsay banco 3\n{BANK_WINS}")) == (1, "16.00", "8.00")
    assert bank(lines_of(GAME, f"{shuffled}say banco 3\n{BANK_WINS}")) == (1, "32.00", "0.00")
    assert refusal(f"{shuffled}say banque 1 9")
    assert refusal(f"{shuffled}say banco 3\n{EN_CARTES}\nsay banque 1 8")
    assert laid(f"say banque 1 8\nbet ponte 3 4\n{EN_CARTES}\nnew") == [(4, 3)]


def test_a_new_sabot_in_the_middle_of_a_coup_leaves_bank_and_stakes_for_the_next() -> None:
    lines = lines_of(GAME, f"say banque 1 8\nsay banco 4\n2C 3D\nnew\n{PONTE_WINS}")
    assert faults(lines) == ["wrong-order"]
    assert only(lines, "settlement")[0]["seat"] == 4
    assert bank(lines)[0] == 2


def test_no_coup_is_opened_with_fewer_than_six_cards() -> None:
    lines = lines_of(GAME, "\n".join(["KC 9D KH KS"] * 12), decks="1")
    spent = [line for line in only(lines, "shoe") if line["state"] == "spent"]
    assert spent == [{"event": "shoe", "coup": 12, "state": "spent", "cards": 48}]
