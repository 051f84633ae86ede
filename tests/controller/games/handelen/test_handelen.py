"""Handelen (HS p. 53-54): cards turned in turn, trumps and packets sold, and the pot that stays."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.table import Table
from sabot.games.handelen.player import stays_best, waits, wished
from tests.controller.games.evening.lines import acts_by_seat as acts
from tests.controller.games.evening.lines import of, played, plays, purses, refused
from tests.controller.games.evening.random_games import after, coup_of

FOR_SALE = "a trump higher than all before may be sold to the highest bidder (verkocht), or kept (houdt)"
FINED = "this fine is paid: another one needs another look, after the next act"
IN_TURN = "each turns one card in turn; out of turn it costs the fine"


def table(script: str = "", *, players: int = 3) -> Table:
    at, lines = plays("handelen", players=players)(script)
    assert of(lines, "fault") == []
    return at


def counters(at: Table) -> dict[int, int]:
    return {seat: amount // 10 for seat, amount in purses(at).items()}


def pot(at: Table) -> int:
    return coup_of(at).deal.in_play // 10


NO_TRUMP = "2:2C, 3:3C, 1:4C, 2:5C, 3:6C, 1:7C, 2:8C, 3:9C, 1:10C"


# --- the pot and the order of turns


def test_the_dealer_puts_in_six_counters_and_the_others_four_hs_p53() -> None:
    at = table("deal", players=5)
    assert counters(at) == {1: -6, 2: -4, 3: -4, 4: -4, 5: -4}
    assert set(coup_of(at).spread["hands"].values()) == {3}


def test_from_the_dealers_left_each_turns_one_card_in_rotation_hs_p53() -> None:
    at = table("deal, 8H")
    for turn, card in zip([2, 3, 1] * 3, "2C 3C 4C 5C 6C 7C 8C 9C TC".split(), strict=True):
        assert acts(at)[turn][0] == f"play {turn} CARD"
        at, _ = played(at, f"{turn}:{card}")
    assert coup_of(at).outcome is not None


def test_the_owner_of_the_highest_trump_takes_the_pot_hs_p54() -> None:
    at, lines = played(table("deal, 8H, 2:9H, answer 2 houdt, 3:AH, answer 3 houdt"), "1:KH, 2:QH, 3:JH")
    assert of(lines, "fault") == []
    at, lines = played(at, "1:2H, 2:3H, 3:4H, 1:5H")
    assert of(lines, "result")[0]["winner"] == "3"
    assert of(lines, "result")[0]["card"] == "AH"
    assert of(lines, "paid") == [{"event": "paid", "coup": 1, "seat": 3, "amount": "1.40", "of": "pot"}]
    assert counters(at) == {1: -6, 2: -4, 3: 10}


def test_without_a_trump_the_pot_stays_and_all_put_in_again_hs_p54() -> None:
    at, lines = played(table("deal, 8H"), NO_TRUMP)
    (result,) = of(lines, "result")
    assert (result["winner"], result["card"], result["pot"]) == (None, None, "1.40")
    at, _ = played(at, "deal")
    assert pot(at) == 28
    assert coup_of(at).spread["dealer"] == 2
    assert counters(at) == {1: -10, 2: -10, 3: -8}


def test_the_card_that_makes_trump_wins_nothing_ours() -> None:
    _, lines = played(table("deal, AH, 2:2H, answer 2 houdt"), NO_TRUMP.partition(", ")[2])
    assert of(lines, "result")[0]["winner"] == "2"


def test_a_camera_may_see_the_turned_card_before_the_dealer() -> None:
    assert coup_of(table("deal, 1:8H")).spread["turned"] == ["8H"]


def test_nobody_knows_a_hand_and_the_table_shows_what_was_turned() -> None:
    at = table("deal, 8H, 2:QH, bid 3 0.30")
    spread = coup_of(at).spread
    assert coup_of(at).hand_of(2) is None
    assert (spread["trump"], spread["turned"], spread["contract"]) == ("H", ["8H"], "2 QH")
    assert spread["bids"] == [{"seat": 3, "bid": "0.30"}]
    assert spread["cards"] == {"2": ["QH"], "3": [], "1": []}
    assert spread["hands"] == {"2": 2, "3": 3, "1": 3}


# --- the sale of a trump


def test_the_first_trump_is_sold_to_the_highest_bidder_hs_p53() -> None:
    at = table("deal, 8H, 2:9H")
    assert acts(at)[2][0] == "answer 2 houdt"
    assert "answer 2 verkocht" not in acts(at)[2]
    at, lines = played(at, "bid 3 0.10, bid 1 0.30, answer 2 verkocht")
    assert of(lines, "fault") == []
    assert of(lines, "paid") == [{"event": "paid", "coup": 1, "seat": 2, "amount": "0.30", "of": "1"}]
    at, lines = played(at, NO_TRUMP.partition(", ")[2])
    assert of(lines, "result")[0]["winner"] == "1"


def test_an_owner_keeps_the_trump_if_the_bids_displease_hs_p53() -> None:
    at, lines = played(table("deal, 8H, 2:9H, bid 3 0.10"), "answer 2 houdt")
    assert of(lines, "paid") == []
    assert coup_of(at).spread["contract"] == "2 9H"


def test_then_only_a_higher_trump_than_the_best_is_for_sale_hs_p53() -> None:
    at = table("deal, 8H, 2:TH, answer 2 houdt, 3:9H")
    assert acts(at)[1][0] == "play 1 CARD"
    at, _ = played(at, "1:JH")
    assert acts(at)[1][0] == "answer 1 houdt"
    assert acts(at)[3] == ["bid 3 AMOUNT", "answer 3 boete"]


def test_the_last_trump_can_be_sold_too() -> None:
    at, _ = played(table("deal, 8H"), NO_TRUMP.replace("1:10C", "1:10H"))
    assert coup_of(at).outcome is None
    at, lines = played(at, "bid 3 1.00, answer 1 verkocht")
    assert of(lines, "result")[0]["winner"] == "3"
    assert counters(at) == {1: 4, 2: -4, 3: 0}


@pytest.mark.parametrize(
    "act",
    ["3:2C", "bid 2 0.30", "bid 3 0.05", "bid 3 10.11", "bid 4 0.30", "answer 3 houdt", "answer 2 verkocht"],
)
def test_while_a_trump_is_for_sale_nothing_else_is_done(act: str) -> None:
    assert refused(table("deal, 8H, 2:9H"), act) == FOR_SALE


def test_a_bid_is_a_counter_more_than_the_last() -> None:
    at = table("deal, 8H, 2:9H, bid 3 0.30")
    assert refused(at, "bid 1 0.39") == FOR_SALE
    assert of(played(at, "bid 1 0.40")[1], "bid")[0]["bid"] == "0.40"


def test_nobody_bids_more_than_their_chips() -> None:
    at = table("sit 1 1.00, sit 2 1.00, sit 3 0.50, deal, 8H, 2:9H")
    limits = {turn.seat: turn.limits for turn in coup_of(at).turns if turn.limits}
    assert limits == {3: (10, 10), 1: (10, 40)}
    at, _ = played(at, "bid 3 0.10")
    assert [turn.seat for turn in coup_of(at).turns if turn.limits] == [1]


# --- packets


def test_cards_that_are_not_turned_are_sold_as_a_packet_and_the_seller_is_paid_hs_p54() -> None:
    at, lines = played(table("deal, 8H, 2:2C"), "answer 3 pakket, bid 1 0.20, answer 3 verkocht")
    assert of(lines, "fault") == []
    assert counters(at) == {1: -8, 2: -4, 3: -2}
    at, lines = played(at, "3:KH")
    assert acts(at)[1][0] == "answer 1 houdt"
    at, lines = played(at, "answer 1 houdt, " + "1:4C, 2:5C, 3:6C, 1:7C, 2:8C, 3:9C, 1:10C")
    assert of(lines, "result")[0]["winner"] == "1"


def test_a_packet_is_offered_once_between_two_cards_and_not_sold_twice_ours() -> None:
    at = table("deal, 8H, answer 2 pakket, answer 2 houdt")
    assert acts(at)[2] == ["play 2 CARD", "answer 2 boete"]
    assert refused(at, "answer 2 pakket") == IN_TURN
    at = table("deal, 8H, answer 2 pakket, answer 2 houdt, 2:2C, answer 2 pakket, bid 3 0.20")
    at, _ = played(at, "answer 2 verkocht, 3:3C")
    assert refused(at, "answer 2 pakket") == IN_TURN
    assert acts(at)[3] == ["answer 3 pakket", "answer 3 boete"]


def test_who_has_turned_all_cards_has_no_packet() -> None:
    at, _ = played(table("deal, 8H"), NO_TRUMP.rpartition(", ")[0])
    assert [seat for seat, each in acts(at).items() if f"answer {seat} pakket" in each] == [1]


# --- the fine


@pytest.mark.parametrize("script", ["deal", "deal, 8H", "deal, 8H, 2:9H"])
def test_a_look_costs_four_counters_hs_p53(script: str) -> None:
    at = table(script)
    later, lines = played(at, "answer 3 boete")
    assert of(lines, "fault") == []
    assert pot(later) == pot(at) + 4
    assert [*coup_of(later).turns] == [turn for turn in coup_of(at).turns if turn.acts != ("answer 3 boete",)]


def test_one_look_is_fined_once_and_another_one_once_more_house() -> None:
    at, _ = played(table("deal, 8H"), "answer 3 boete")
    assert refused(at, "answer 3 boete") == FINED
    at, lines = played(at, "answer 1 boete")  # what another player pays is another fine
    assert of(lines, "fault") == []
    assert refused(at, "answer 3 boete") == FINED
    later, lines = played(at, "2:9S, answer 3 boete")
    assert of(lines, "fault") == []
    assert pot(later) == pot(at) + 4


def test_a_card_turned_out_of_turn_is_refused() -> None:
    at = table("deal, 8H")
    assert refused(at, "3:2C") == IN_TURN
    assert of(played(at, "3:2C")[1], "fault")[0]["seat"] == 3
    assert refused(at, "answer 9 boete") == IN_TURN


# --- the stock


def test_a_card_that_was_seen_already_is_impossible() -> None:
    at = table("deal, 8H")
    assert "was seen already" in refused(at, "2:8H")


def test_the_stock_goes_on_from_deal_to_deal_hs_p54() -> None:
    at, _ = played(table("deal, 8H"), NO_TRUMP)
    at, _ = played(at, "deal")
    assert "was seen already" in refused(at, "8H")
    assert "was seen already" in refused(at, "2C")
    assert of(played(at, "9H")[1], "card")


@pytest.mark.parametrize(("players", "deals", "left"), [(4, 4, 0), (8, 2, 2)])
def test_a_stock_that_is_too_short_is_filled_with_the_spent_cards_hs_p54(
    players: int, deals: int, left: int
) -> None:
    """Four players take thirteen cards and eight take 25; each card comes once before the stock is filled."""
    at, rng, seen = table(players=players), Random(1), set()
    for number in range(1, deals + 1):
        while at.play.number < number or at.play.result is None:
            at, _ = after(at, wished(coup_of(at), rng) or "deal")
        seen |= coup_of(at).deal.seen  # type: ignore[attr-defined]
    assert len(seen) == 52 - left
    at, _ = played(at, "deal")
    assert coup_of(at).deal.seen == frozenset()  # type: ignore[attr-defined]


# --- the players


def test_a_trump_stays_the_best_with_the_chance_that_no_higher_one_is_closed() -> None:
    at = table("deal, 8H, 2:AH")
    assert stays_best(coup_of(at).deal) == 1  # type: ignore[arg-type]
    at = table("deal, 8H, 2:2C, 3:3C, 1:4C, 2:5C, 3:6C, 1:7C, 2:9C, 3:KH")
    assert stays_best(coup_of(at).deal) == pytest.approx(42 / 43)  # type: ignore[arg-type]


def test_players_buy_the_ace_and_never_name_a_card_that_cannot_come() -> None:
    rng, at, sold = Random(7), table(players=4), 0
    for number in range(1, 7):
        while at.play.number < number or at.play.result is None:
            wish = wished(coup_of(at), rng) if coup_of(at).outcome is None else ""
            at, lines = played(at, wish or "deal")
            assert of(lines, "fault") == []
            sold += len([line for line in of(lines, "answer") if line["answer"] == "verkocht"])
    assert sold > 0
    assert sum(counters(at).values()) + pot(at) == 0


def test_the_owner_sells_for_what_a_trump_is_worth() -> None:
    at = table("deal, 8H, 2:AH, bid 3 1.30")
    wishes = {wished(coup_of(at), Random(seed)) for seed in range(40)}
    assert wishes <= {"answer 2 verkocht", "bid 1 1.40"}
    assert "answer 2 verkocht" in wishes


def test_a_seller_gives_the_others_time_to_bid_where_people_sit() -> None:
    """The company at a table with people looks at the turns of its own seats alone."""
    sale = coup_of(table("deal, 8H, 2:AH"))
    beside_people = sale._replace(turns=tuple(turn for turn in sale.turns if turn.seat != 1))
    bidders = sale._replace(turns=tuple(turn for turn in sale.turns if turn.seat == 3))
    assert not any(waits(sale, Random(seed)) for seed in range(40))
    assert not any(waits(bidders, Random(seed)) for seed in range(40))
    looks = [waits(beside_people, Random(seed)) for seed in range(40)]
    assert any(looks)
    assert not all(looks)


def test_nobody_pays_a_fine_for_nothing() -> None:
    turning = coup_of(table("deal"))
    assert waits(turning._replace(turns=turning.turns[1:]), Random(1))
    assert not waits(turning, Random(1))
