"""A bank of chemin de fer that is passed, sold by auction, and paid. HS is *Hazardspelen* (Dutch, about
1920), p. 17 to 23."""

from __future__ import annotations

import pytest

from sabot.core.view import view
from tests.controller.dealing import dealt, faults, lines_of, only
from tests.controller.games.chemin_de_fer.test_chemin_bank import (
    BANK_WINS,
    EN_CARTES,
    GAME,
    PONTE_WINS,
    bank,
    banks,
    laid,
    refusal,
)
from tests.controller.games.chemin_de_fer.test_chemin_tirage import calls, example

WON = f"say banque 1 8\nsay banco 2\n{BANK_WINS}\n"
"""The bank of seat 1 holds 16."""

PASSED = WON + "say passe\n"


def sold(script: str, **options: str) -> tuple[int, int]:
    """Seat and amount (in units) of the bank when the play goes on after `script`."""
    table, lines = dealt(GAME, f"{script}\nrnvp", **options)
    assert faults(lines) == []
    held = table.play.coup.bank
    assert held is not None
    return held.seat, held.amount // 100


# --- who takes a passed bank (HS p. 19-22) -----------------------------------------------------------


def test_a_passed_bank_is_with_the_one_who_takes_it_at_its_full_sum() -> None:
    assert sold(PASSED + "say prend 6 16") == (6, 16)
    assert sold(PASSED + "say prend 6 16\nsay adjuge") == (6, 16)


def test_a_nearer_seat_may_still_take_the_bank_until_it_is_sold() -> None:
    assert sold(PASSED + "say prend 6 16\nsay prend 4 16\nsay prend 8 16") == (4, 16)
    assert sold(PASSED + "say prend 6 16\nsay prend 4 16", direction="left") == (6, 16)
    assert "for sale" in refusal(PASSED + "say prend 6 16\nsay adjuge\nsay prend 4 16")


def test_a_seat_at_the_full_sum_goes_before_a_spectator_and_both_before_any_bid() -> None:
    assert sold(PASSED + "say prend 12 16\nsay prend 9 16") == (9, 16)
    assert sold(PASSED + "say enchere 3 7\nsay prend 12 16\nsay adjuge") == (12, 16)
    assert sold(PASSED + "say enchere 3 20\nsay prend 9 16\nsay adjuge") == (9, 16)


def test_of_two_spectators_at_the_full_sum_the_lower_number_has_the_bank() -> None:
    assert sold(PASSED + "say prend 12 16\nsay prend 11 16") == (11, 16)


def test_bids_rise_until_the_bank_is_sold_to_the_highest() -> None:
    each = example("cdf-auction-8")["expected"]
    bids = PASSED + "say enchere 6 5\nsay enchere 12 7\nsay enchere 6 8\n"
    table, lines = dealt(GAME, bids + "say adjuge")
    assert faults(lines) == []
    held = table.play.coup.bank
    assert held is not None
    assert (held.seat, held.amount, held.main) == (6, each["bank"] * 100, 1)
    assert "8.00" in refusal(bids + "say enchere 2 8")
    assert "8.00" in refusal(bids + "say enchere 2 3")


def test_the_first_word_is_not_final() -> None:
    assert sold(PASSED + "say prend 6 5\nsay enchere 3 6\nsay adjuge") == (3, 6)


def test_a_bid_without_the_hammer_has_the_bank_when_the_play_goes_on() -> None:
    assert laid(PASSED + "say enchere 6 5\nsay banco 3") == [(3, 5)]
    assert laid(PASSED + "say enchere 6 5\nbet ponte 2 3") == [(3, 2)]
    assert bank(lines_of(GAME, f"{PASSED}say enchere 6 5\nsay banco 3\n{BANK_WINS}"))[:2] == (6, "10.00")


def test_no_bid_is_heard_once_somebody_takes_the_full_sum() -> None:
    assert "seat 6" in refusal(PASSED + "say prend 6 16\nsay enchere 3 17")
    assert "seat 6" in refusal(PASSED + "say prend 6 16\nsay enchere 3 5")


def test_the_hammer_without_a_bid_sells_nothing() -> None:
    assert "bid" in refusal(PASSED + "say adjuge")
    assert "bid" in refusal("say adjuge")
    assert "bid" in refusal("say banque 1 8\nsay adjuge")


def test_nothing_is_for_sale_while_a_bank_is_held() -> None:
    assert "for sale" in refusal("say enchere 3 20")
    assert "for sale" in refusal("say prend 6 8")
    assert "for sale" in refusal("say banque 1 8\nsay enchere 2 20")


def test_a_spectator_may_buy_a_bank_and_its_seller_may_not() -> None:
    assert sold(PASSED + "say enchere 12 5") == (12, 5)
    assert "passed" in refusal(PASSED + "say prend 1 5")
    assert "passed" in refusal(PASSED + "say prend 1 16")


def test_while_bids_lie_no_bank_is_opened_beside_them() -> None:
    assert "adjuge" in refusal(PASSED + "say enchere 6 5\nsay banque 2 70")
    assert faults(lines_of(GAME, PASSED + "say banque 2 70")) == []


def test_a_refused_stake_ends_no_auction() -> None:
    lines = lines_of(GAME, PASSED + "say enchere 6 5\nsay banco 6\nsay enchere 3 6\nsay adjuge")
    assert faults(lines) == ["wrong-order"]
    assert calls(lines)[-1] == "Il y a 6 à la banque, faites vos jeux"


def test_where_a_passed_bank_goes_to_the_next_seat_it_is_taken_at_its_full_sum_or_not_at_all() -> None:
    assert "16.00" in refusal(PASSED + "say prend 6 8", pass_offer="next")
    assert "16.00" in refusal(PASSED + "say enchere 6 20", pass_offer="next")
    assert sold(PASSED + "say prend 6 16", pass_offer="next") == (6, 16)
    assert faults(lines_of(GAME, PASSED + "say banque 2 5", pass_offer="next")) == []


def test_the_croupier_calls_the_bid_that_leads() -> None:
    lines = lines_of(GAME, PASSED + "say enchere 6 5\nsay prend 4 16\nsay adjuge")
    assert calls(lines)[-3:] == [
        "5, place 6. Qui dit mieux ?",
        "La banque est prise à 16, place 4",
        "Il y a 16 à la banque, faites vos jeux",
    ]


# --- the first bank by auction -----------------------------------------------------------------------


def test_the_first_bank_may_be_auctioned() -> None:
    auction = {"first_bank": "auction", "may_refuse": "off"}
    bids = "say enchere 6 8\nsay prend 3 9\nsay enchere 6 10\n"
    assert sold(bids + "say adjuge", **auction) == (6, 10)
    lines = lines_of(GAME, f"{bids}say adjuge\nsay banco 7\n{PONTE_WINS}", **auction)
    assert faults(lines) == []
    assert bank(lines)[0] == 7
    assert sold("say banque 3 8", **auction) == (3, 8)


def test_the_first_bank_is_for_a_seat_and_for_the_minimum_at_least() -> None:
    auction = {"first_bank": "auction", "bank_minimum": "60"}
    assert "9" in refusal("say enchere 12 80", **auction)
    assert "60.00" in refusal("say enchere 2 59", **auction)
    assert sold("say enchere 2 60", **auction) == (2, 60)
    assert refusal(f"say enchere 2 60\nsay adjuge\nsay banco 3\n{PONTE_WINS}\nsay enchere 3 70", **auction)


def test_a_seat_that_lets_the_main_go_by_takes_no_bid_with_it() -> None:
    assert sold("say enchere 3 8\nsay refuse 1\nsay adjuge", first_bank="auction") == (3, 8)


# --- what is paid ------------------------------------------------------------------------------------


def paid(script: str, **options: str) -> list[tuple[int, str, str]]:
    """Seat, amount and kind of all that is paid out."""
    return [
        (line["seat"], line["amount"], line["of"]) for line in only(lines_of(GAME, script, **options), "paid")
    ]


def test_a_bank_that_is_passed_is_paid_with_what_was_put_aside() -> None:
    won = f"say banque 1 16\nbet ponte 3 2\n{BANK_WINS}\n"
    assert paid(won) == []
    assert paid(won + "say passe") == [(1, "19.00", "bank")]
    assert only(lines_of(GAME, won + "say passe"), "paid")[0]["coup"] == 2


def test_a_bank_that_loses_is_paid_what_was_not_at_risk() -> None:
    lines = lines_of(GAME, f"say banque 1 16\nbet ponte 3 2\n{PONTE_WINS}")
    assert [line["event"] for line in lines][-3:] == ["settlement", "banque", "paid"]
    assert paid(f"say banque 1 16\nbet ponte 3 2\n{PONTE_WINS}") == [(1, "13.00", "bank")]


def test_an_empty_bank_is_not_paid() -> None:
    assert paid(f"say banque 1 16\nsay banco 2\n{PONTE_WINS}") == []
    assert paid(f"say banque 1 16\nsay banco 2\n{EN_CARTES}") == []


def test_the_partner_is_paid_half_and_the_broken_cent_is_the_banker_s() -> None:
    lost = f"say banque 1 8\nsay associe 4\nbet ponte 0.99 2\n{PONTE_WINS}"
    assert paid(lost) == [(1, "7.51", "bank"), (4, "7.50", "partner")]
    won = f"say banque 1 8\nsay associe 4\nsay banco 2\n{BANK_WINS}\nsay passe"
    assert paid(won) == [(1, "16.00", "bank"), (4, "16.00", "partner")]


def test_the_buyer_who_loses_is_paid_and_the_seller_not_again() -> None:
    script = f"{PASSED}say prend 6 16\nbet ponte 6 3\n{PONTE_WINS}"
    assert paid(script) == [(1, "16.00", "bank"), (6, "10.00", "bank")]


def test_what_a_passed_bank_was_paid_is_seen_until_the_next_coup() -> None:
    table, _ = dealt(GAME, PASSED)
    assert view(table)["handed"] == [{"event": "paid", "coup": 2, "seat": 1, "amount": "16.00", "of": "bank"}]
    table, _ = dealt(GAME, f"{PASSED}say prend 6 16\nsay banco 3\n{BANK_WINS}\nsay banco 3")
    assert view(table)["handed"] == []


# --- when a bank may be passed (HS p. 22) ------------------------------------------------------------


def test_a_bank_is_passed_until_the_cards_also_after_a_banco_was_called() -> None:
    for before in ("", "say banco 4\n", "say banco 4\nrnvp\n"):
        lines = lines_of(GAME, f"{WON}{before}say passe\nsay prend 6 16\nsay banco 4\n{BANK_WINS}")
        assert faults(lines) == []
        assert [line["returned"] for line in only(lines, "settlement")] == ["0.00", "0.00"]
        assert (banks(lines)[-1]["seat"], banks(lines)[-1]["amount"]) == (6, "32.00")


def test_a_bank_is_not_passed_once_a_card_lies() -> None:
    assert refusal(f"{WON}say banco 4\n2C\nsay passe")


@pytest.mark.parametrize("rnvp", ["", "rnvp\n"])
def test_free_stakes_against_a_bank_that_is_passed_go_back(rnvp: str) -> None:
    lines = lines_of(GAME, f"{WON}say avec-la-table 3\nbet ponte 9 4\nbet ponte 5 12\n{rnvp}say passe")
    back = [line for line in only(lines, "settlement") if line.get("uncovered")]
    assert sum(float(line["returned"]) for line in back if line["seat"] == 4) == 9
    assert sum(float(line["returned"]) for line in back if line["seat"] == 12) == 5
    assert all(line["stake"] == line["returned"] for line in back)
    assert only(lines, "paid")[0]["amount"] == "16.00"


def test_stakes_that_lie_en_cartes_go_back_when_the_bank_is_passed() -> None:
    tie = f"{WON}bet ponte 3 4\n{EN_CARTES}\n"
    for more in ("", "bet ponte 2 5\n"):
        table, lines = dealt(GAME, f"{tie}{more}say passe")
        assert faults(lines) == []
        back = [(line["seat"], line["returned"]) for line in only(lines, "settlement")[2:]]
        assert back == [(4, "3.00"), (5, "2.00")][: 1 + bool(more)]
        assert table.play.coup.stakes == ()


def test_a_banker_who_passes_opens_the_bets_again() -> None:
    lines = lines_of(GAME, f"{WON}say banco 4\nrnvp\nsay passe\nsay prend 6 16\nsay adjuge\nbet ponte 3 2")
    assert faults(lines) == []


def test_a_pay_out_that_is_taken_back_was_not_paid() -> None:
    table, _ = dealt(GAME, f"{PASSED}undo")
    assert view(table)["handed"] == []
    assert table.play == dealt(GAME, WON)[0].play


# --- a card that opens the next coup -----------------------------------------------------------------

TOO_MANY = f"say banque 1 8\nbet ponte 3 2\n{BANK_WINS}\nsay banque carte\n5S\n"
"""The bank of seat 1 wins with nine, and draws a card too many."""


@pytest.mark.parametrize(("close", "end"), [("auto", ""), ("croupier", "end\n")])
def test_a_card_too_many_lies_there_and_opens_the_next_coup_at_rien_ne_va_plus(close: str, end: str) -> None:
    house = {"faux_tirage": "next", "close": close}
    lines = lines_of(GAME, f"{TOO_MANY}{end}say banco 4\nrnvp\n{PONTE_WINS[3:]}", **house)
    assert "wrong-order" not in faults(lines)
    dealt_first = next(line for line in only(lines, "card") if line["coup"] == 2)
    assert (dealt_first["card"], dealt_first["to"]) == ("5S", "ponte")
    assert only(lines, "settlement")[-1]["seat"] == 4
    assert only(lines, "result")[-1]["holder"] == 4


def test_a_card_that_lies_ready_leaves_the_bets_open() -> None:
    table, lines = dealt(GAME, TOO_MANY + "end\nbet ponte 2 3\nbet ponte 2 4", faux_tirage="next")
    assert not table.play.coup.bets_closed
    assert [line for line in only(lines, "card") if line["coup"] == 2] == []
    assert "wrong-order" not in faults(lines)
    assert calls(lines)[-1] == "Il y a 6 à la banque, faites vos jeux"


def test_the_next_card_closes_the_bets_as_well() -> None:
    lines = lines_of(GAME, f"{TOO_MANY}end\nsay banco 4\nTC", faux_tirage="next")
    assert [(line["card"], line["to"]) for line in only(lines, "card")][-2:] == [
        ("5S", "ponte"),
        ("TC", "banque"),
    ]


def test_a_card_that_lies_ready_opens_no_coup_against_a_bank_that_nobody_covers() -> None:
    house = {"faux_tirage": "next"}
    lines = lines_of(GAME, TOO_MANY + "end\nrnvp", **house)
    assert faults(lines)[-1] == "wrong-order"
    table, lines = dealt(GAME, TOO_MANY + "end\n3D", **house)
    assert faults(lines)[-1] == "faux-tirage"
    assert table.play.taille.pending == tuple(table.play.taille.aside)
    lines = lines_of(GAME, f"{TOO_MANY}end\n3D\nsay banco 4\nrnvp\nKC KD\nKS KH", **house)
    assert [(line["card"], line["to"]) for line in only(lines, "card") if line["coup"] == 2][:4] == [
        ("5S", "ponte"),
        ("3D", "banque"),
        ("KC", "ponte"),
        ("KD", "banque"),
    ]
    assert all(line["holder"] for line in only(lines, "result"))


def test_a_card_that_lies_ready_is_early_without_rien_ne_va_plus_where_that_is_required() -> None:
    lines = lines_of(
        GAME, TOO_MANY.replace("TH", "rnvp\nTH") + "end\nsay banco 4\nTC", faux_tirage="next", rnvp="required"
    )
    assert faults(lines)[-1] == "early-card"
    lines = lines_of(
        GAME,
        TOO_MANY.replace("TH", "rnvp\nTH") + "end\nsay banco 4\nrnvp\nTC",
        faux_tirage="next",
        rnvp="required",
    )
    assert "early-card" not in faults(lines)


def test_without_a_bank_a_card_that_lies_ready_opens_the_next_coup() -> None:
    lines = lines_of(GAME, f"{BANK_WINS}\nsay banque carte\n5S\nend\n{PONTE_WINS[3:]}", faux_tirage="next")
    assert next(line["card"] for line in only(lines, "card") if line["coup"] == 2) == "5S"


def test_a_card_that_lies_ready_when_the_sabot_is_spent_opens_nothing() -> None:
    twelve = "\n".join(["KC 9D KH KS"] * 11)
    script = f"say banque 1 8\n{twelve}\nbet ponte 1 2\n{BANK_WINS}\nsay banque carte\n5S\n3C"
    lines = lines_of(GAME, script, faux_tirage="next", decks="1")
    assert "spent" in only(lines, "fault")[-1]["because"]


# --- a new sabot where no coup lies unfinished -------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    ["say banque 1 8\n", PASSED, PASSED + "say enchere 3 5\n", "say suivi 3\n", "bet ponte 1 3\n"],
    ids=["an opening bank", "a passed bank", "a bid", "a refused word", "a refused stake"],
)
def test_a_new_sabot_abandons_no_coup_without_a_card_or_a_stake(script: str) -> None:
    before, after = lines_of(GAME, script), lines_of(GAME, script + "new")
    assert faults(after) == faults(before)
    assert only(after, "void") == []


def test_a_passed_bank_is_still_for_sale_after_a_new_sabot() -> None:
    assert sold(PASSED + "say enchere 3 5\nnew\nsay adjuge") == (3, 5)


def test_a_new_sabot_gives_back_every_chip_also_one_that_the_bank_would_not_cover() -> None:
    lines = lines_of(GAME, "say banque 1 8\nbet ponte 9 4\nbet ponte 9 3\nnew")
    assert [(line["seat"], line["returned"]) for line in only(lines, "settlement")] == [
        (3, "9.00"),
        (4, "9.00"),
    ]
    assert all(line["void"] for line in only(lines, "settlement"))


# --- a stake that stays en cartes is taken back ------------------------------------------------------


def test_a_banco_that_stays_en_cartes_may_be_taken_back_and_another_called() -> None:
    tie = f"say banque 1 8\nsay banco 4\n{EN_CARTES}\n"
    assert laid(tie + "say retire ponte 4") == []
    assert laid(tie + "end\nsay retire ponte 4\nsay banco 2") == [(2, 8)]


def test_of_several_stakes_that_stay_one_may_be_taken_back() -> None:
    tie = f"say banque 1 8\nbet ponte 3 4\nbet ponte 2 6\n{EN_CARTES}\nend\n"
    assert laid(tie + "say retire ponte 4") == [(6, 2)]
    assert laid(tie + "bet ponte 9 5\nsay retire ponte 4") == [(6, 2), (5, 6)]
    assert laid(tie + "bet ponte 9 5\nsay retire ponte 4\nsay retire ponte 6") == [(5, 8)]
