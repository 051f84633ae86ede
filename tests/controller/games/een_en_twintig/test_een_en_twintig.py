"""Een-en-twintig. Source: *Hazardspelen* (HS), p. 35-38; `test_21_` is an example of it."""

from __future__ import annotations

import pytest

from sabot.core.cards import Card, card_named
from sabot.core.table import Table
from sabot.games.banks.passing import Carried
from sabot.games.banks.twenty_one.ending import against
from sabot.games.banks.twenty_one.turns import held
from sabot.games.banks.twenty_one.values import ACE_KING, SMALL_PACK, USUAL, bank, points, times
from tests.controller.games.evening.lines import acts, because, of, plays
from tests.controller.games.evening.random_games import coup_of

played = plays("een-en-twintig", players=3)


def purses(table: Table) -> list[int]:
    """What the seats have, in their order."""
    return [*coup_of(table).deal.evening.purses.values()]


def cards(text: str) -> tuple[Card, ...]:
    """Cards by name."""
    return tuple(card for name in text.split() if (card := card_named(name)))


def known(two: str, three: str, banker: str) -> str:
    """Two cards for each of three seats, the first with the bank, and a stake of 1.00 each."""
    first, second = zip(*(hand.split() for hand in (two, three, banker)), strict=True)
    firsts = ";".join(f"hand {seat} {card}" for seat, card in zip((2, 3, 1), first, strict=True))
    seconds = ";".join(f"hand {seat} {card}" for seat, card in zip((2, 3, 1), second, strict=True))
    return f"{firsts};bet kaart 1 2;bet kaart 1 3;{seconds};"


UNSEEN = "deal;bet kaart 1 2;bet kaart 1 3;deal;"


# --- the examples of the book


def test_21_banker_20_hs_p37_a_banker_with_twenty_wins_of_all_who_stood() -> None:
    table, _ = played(known("KS QS", "9S TS", "KD QD") + "stand 2;stand 3;stand 1")
    assert purses(table) == [200, -100, -100]


def test_21_banker_19_hs_p37_a_banker_with_nineteen_pays_only_twenty() -> None:
    script = "stand 2;stand 3;stand 4;stand 1"
    hands = "hand 2 KS;hand 3 9S;hand 4 8D;hand 1 KD;" + ";".join(f"bet kaart 1 {n}" for n in (2, 3, 4))
    table, _ = played(hands + ";hand 2 QS;hand 3 TS;hand 4 TD;hand 1 9D;" + script, players=4)
    assert purses(table) == [100, 100, -100, -100]


def test_21_multi_hs_p36_five_six_and_seven_cards_are_paid_and_pay_two_three_and_four_times() -> None:
    assert [times(count) for count in (4, 5, 6, 7)] == [1, 2, 3, 4]
    table, _ = played(known("2S 3S", "KS 8S", "KD 8D") + "buy 2;4S;buy 2;2D;buy 2;3D;open 2")
    assert purses(table) == [-200, 200, -100]
    table, _ = played(known("2S 3S", "KS 8S", "KD 8D") + "buy 2;4S;buy 2;3D;buy 2;KC;open 2;stand 3;stand 1")
    assert purses(table) == [200 + 100, -200, -100]


def test_21_32cards_hs_p38_of_the_small_pack_seven_and_eight_cards_are_paid_two_and_three_times() -> None:
    assert [times(count, SMALL_PACK) for count in (5, 6, 7, 8)] == [1, 1, 2, 3]
    assert [points(cards(f"{rank}S"), SMALL_PACK) for rank in "JQK"] == [1, 2, 3]
    assert bank(cards("AS KS"), SMALL_PACK) == 0
    table, _ = played(known("7S JS", "KS 8S", "KD 8D") + "hand 2 2C", pack32=True)
    assert "buy 2" in acts(table)


def test_21_bank_hands_hs_p35_37_two_aces_an_ace_with_a_king_and_an_ace_with_a_ten() -> None:
    hands = [cards("AS AH"), cards("KS AH"), cards("TS AS")]
    assert [bank(hand, USUAL) for hand in hands] == [3, 2, 2]
    assert [bank(hand, ACE_KING) for hand in hands] == [0, 3, 2]


# --- dealing and staking


def test_a_bank_of_the_banker_ends_the_deal_whatever_the_players_have() -> None:
    table, lines = played(known("AS AH", "KS 8S", "AD AC"))
    assert purses(table) == [600, -300, -300]
    assert [line["event"] for line in lines[-4:]] == ["paid", "paid", "result", "score"]
    assert coup_of(table).spread["cards"]["2"] == []


def test_each_player_stakes_once_and_within_the_limits() -> None:
    start = "deal;"
    for act, why in (
        ("bet kaart 1 1", "a stake names its seat: every player but the banker stakes"),
        ("bet kaart 1", "a stake names its seat: every player but the banker stakes"),
        ("bet kaart 1 2;bet kaart 1 2", "this stake is laid, and stands"),
        ("bet kaart 9 2", "between 0.50 and 5.00 may be staked"),
        ("buy 2", "each player stakes on their first card"),
    ):
        _, lines = played(start + act, minimum=50, maximum=500)
        assert because(lines) == why


def test_cards_are_dealt_one_at_a_time_and_each_once() -> None:
    for act, why in (
        ("hand 2 8C 9C", "one card comes at a time"),
        ("hand 2 8C;hand 3 8C", "more copies of a card than are played with"),
        ("hand 2 8C;hand 2 9C", "seat 2 gets no cards now"),
        ("deal;bet kaart 1 2;bet kaart 1 3;hand 2 8C", "seat 2 gets no cards now"),
    ):
        assert because(played(act)[1]) == why


def test_the_banker_may_double_all_stakes_before_the_second_cards() -> None:
    start = "sit 1;sit 2 1.50;sit 3;sit 4 1;deal;bet kaart 1 2;bet kaart 1 3;bet kaart 1 4;"
    table, _ = played(start + "double 1", banker_doubles=True)
    assert [stake.amount for stake in coup_of(table).stakes] == [150, 200, 100]
    assert because(played(start + "double 1;double 1", banker_doubles=True)[1]) == "this banker cannot double"
    assert because(played(start + "double 1")[1]) == "this banker cannot double"


def test_a_player_without_chips_left_is_not_dealt_in() -> None:
    table, _ = played("sit 1;sit 2 1;sit 3;hand 2 KS;hand 3 9S;hand 1 KD;bet kaart 1 2;bet kaart 1 3")
    table, _ = played("hand 2 5S;hand 3 9C;hand 1 QD;stand 2;stand 3;stand 1;deal", table)
    assert acts(table) == ["bet kaart AMOUNT 3"]
    table, _ = played("bet kaart 1 3", table)
    assert [(stake.seat, stake.amount) for stake in coup_of(table).stakes] == [(3, 100)]


def test_a_banker_without_players_deals_and_the_deal_is_over() -> None:
    table, _ = played("sit 1;sit 2 1;hand 2 KS;hand 1 KD;bet kaart 1 2;hand 2 5S;hand 1 QD;stand 2;stand 1")
    table, lines = played("deal;deal", table)
    assert lines[-1]["event"] == "score"


# --- the players


def test_a_bank_of_a_player_is_opened_and_paid() -> None:
    table, _ = played(known("AS AH", "KS AD", "KD 8D"))
    assert acts(table) == ["open 2"]
    assert because(played("stand 2", table)[1]).startswith("two cards that are a bank")
    assert because(played("buy 2", table)[1]).startswith("two cards that are a bank")
    assert because(played("raise 2 1", table)[1]) == "the stake cannot be raised now"
    table, _ = played("open 2;open 3", table)
    assert purses(table) == [-500, 300, 200]


def test_twenty_one_is_paid_once_and_what_is_over_pays_at_once() -> None:
    table, _ = played(known("KS 5S", "KC 5C", "KD 8D") + "buy 2;6S;open 2;buy 3;9H;open 3")
    assert purses(table) == [0, 100, -100]


def test_a_hand_of_a_few_cards_below_twenty_one_is_not_opened() -> None:
    assert because(played(known("KS 5S", "KC 5C", "KD 8D") + "open 2")[1]).startswith("only a bank")


def test_a_stake_is_raised_before_a_card_and_then_a_card_is_bought() -> None:
    table, _ = played(known("2S 3S", "KC 5C", "KD 8D") + "raise 2 0.50")
    assert acts(table) == ["buy 2"]
    assert because(played("stand 2", table)[1]) == "the stake was raised: a card has to be bought"
    assert because(played("open 2", table)[1]) == "the stake was raised: a card has to be bought"
    table, _ = played("buy 2;2C", table)
    assert because(played("raise 2 1.01", table)[1]) == "between 0.01 and 1.00 may be staked"
    table, _ = played("buy 2;3C", table)
    assert because(played("raise 2 1", table)[1]) == "the stake cannot be raised now"


def test_a_house_may_raise_without_limit_or_not_at_all() -> None:
    start = known("2S 3S", "KC 5C", "KD 8D")
    assert played(start + "raise 2 80", raise_limit="off")[1][-1]["event"] != "fault"
    assert because(played(start + "raise 2 80", raise_limit="off", maximum=500)[1]).startswith("between")
    assert because(played(start + "raise 2 1", no_raise=True)[1]) == "the stake cannot be raised now"


def test_a_player_raises_with_the_chips_they_have() -> None:
    start = "sit 1;sit 2 1.20;sit 3 1;" + known("2S 3S", "KC 5C", "KD 8D")
    assert because(played(start + "raise 2 0.30")[1]) == "between 0.01 and 0.20 may be staked"
    assert because(played(start + "stand 2;raise 3 0.30")[1]) == "the stake cannot be raised now"


def test_players_act_in_turn_and_wait_for_the_card_they_bought() -> None:
    start = known("KS 2S", "KC 5C", "KD 8D")
    for act, why in (
        ("stand 3", "it is the turn of seat 2"),
        ("buy 2;stand 2", "the card that was bought"),
        ("8C", "a player stands, or buys one card at a time"),
        ("draw 2 8C", "seat 2 gets no cards now"),
        ("buy 2;draw 3 8C", "seat 3 gets no cards now"),
        ("buy 2;draw 2 8C 9C", "one card comes at a time"),
        ("buy 2;KS", "more copies of a card than are played with"),
    ):
        assert because(played(start + act)[1]) == why


def test_a_bought_card_lies_open_or_is_secret_as_the_house_plays_it() -> None:
    table, _ = played(known("KS 2S", "KC 5C", "KD 8D") + "buy 2;2:3S")
    assert coup_of(table).spread["cards"]["2"] == ["3S"]
    assert coup_of(table).hand_of(2) == cards("KS 2S")
    table, lines = played(known("KS 2S", "KC 5C", "KD 8D") + "buy 2;draw 2 3S", open_bought=False)
    assert coup_of(table).spread["cards"]["2"] == []
    assert lines[-2] == {"event": "draw", "coup": 1, "seat": 2, "cards": 1}


def test_the_pack_may_be_used_up() -> None:
    table, _ = played(UNSEEN + "buy 2;" * 46, open_bought=False)
    assert acts(table) == ["stand 2", "show 2 CARDS"]
    assert because(played("buy 2", table)[1]) == "the pack is used up"
    table, _ = played("stand 2;stand 3;show 1 KD 8D", table)
    assert acts(table) == ["stand 1"]


# --- pairs that are split


def test_two_cards_of_one_rank_are_split_into_two_hands_with_the_same_stake() -> None:
    table, _ = played(known("8S 8H", "KC 9C", "KD 8D") + "split 2")
    assert acts(table) == ["CARD", "draw 2 CARDS"]
    table, _ = played("draw 2 KS;draw 2 2S;stand 2;stand 2;stand 3;stand 1", table)
    assert purses(table) == [100, -200, 100]


def test_a_split_ace_with_a_ten_is_plain_twenty_one() -> None:
    start = known("AS AH", "KC 9C", "KD 8D") + "split 2;draw 2 KS;draw 2 2S;open 2"
    table, _ = played(start, ak_big=True)
    assert purses(table)[1] == 0


def test_only_two_cards_of_one_rank_are_split_and_before_anybody_spoke() -> None:
    pair = known("8S 8H", "KC 9C", "KD 8D")
    why = "only two cards of one rank are split, other than aces, and before a player has spoken"
    assert because(played(pair + "split 3")[1]) == why
    assert because(played(pair + "split 1")[1]) == why
    assert because(played(pair + "raise 2 1;split 2")[1]) == why
    assert because(played(pair + "split 2;draw 2 KS;draw 2 8C;split 2")[1]) == why
    assert because(played(known("AS AH", "KC 9C", "KD 8D") + "split 2")[1]) == why
    assert because(played(pair + "split 2", split=False)[1]) == "this house does not split"


# --- the banker


def test_a_banker_who_goes_over_pays_everyone_still_in_once_and_the_bank_passes() -> None:
    table, _ = played(known("KS 8S", "KC 5C", "KD 5D") + "stand 2;buy 3;9S;open 3;QD")
    assert purses(table) == [0, 100, -100]
    assert coup_of(table).rules.following(coup_of(table).deal).dealer == 2


def test_the_banker_draws_with_open_cards_and_stands() -> None:
    table, _ = played(known("KS 8S", "KC 7C", "KD 5D") + "stand 2;stand 3")
    assert acts(table) == ["CARD", "stand 1"]
    assert because(played("stand 2", table)[1]) == "it is the turn of seat 1"
    assert because(played("2:3D", table)[1]) == "seat 2 gets no cards now"
    assert because(played("KS", table)[1]) == "more copies of a card than are played with"
    table, _ = played("1:3D;stand 1", table)
    assert purses(table) == [200, -100, -100]


def test_a_banker_without_anybody_left_does_not_play() -> None:
    _, lines = played(known("AS AH", "KS AD", "KD 8D") + "open 2;open 3")
    assert lines[-1]["event"] == "score"
    result = next(line for line in lines if line["event"] == "result")
    assert (result["points"], result["cards"], result["bust"]) == (None, [], False)


# --- hands that nobody saw


def test_hands_that_nobody_saw_are_shown_when_they_count() -> None:
    table, _ = played(UNSEEN + "show 2 AS KS;buy 3;5S;stand 3;show 1 KD 9D;stand 1;show 3 TS 5D 5S")
    assert purses(table) == [-300, 200, 100]


def test_a_hand_that_stood_and_is_over_twenty_one_pays_as_such() -> None:
    table, _ = played(UNSEEN + "show 2 AS KS;stand 3;show 1 KD 9D;stand 1")
    deal = coup_of(table).deal
    over = deal.hands[1]._replace(cards=cards("KS QS 5S"), unseen=0)  # type: ignore[attr-defined]
    assert against(deal, over) == -1  # type: ignore[arg-type]
    assert held(deal, 3) is None  # type: ignore[arg-type]


def test_what_is_shown_must_be_the_hand() -> None:
    for act, why in (
        ("show 2 8C", "these are not the cards of that hand"),
        ("buy 2;5S;show 2 KS 6S TS", "these are not the cards of that hand"),
        ("show 2 8C 8C", "more copies of a card than are played with"),
        ("show 2 KS 5S", "only a bank, twenty-one, five cards and what is over twenty-one are opened"),
        (
            "raise 2 1;show 2 AS KS",
            "only a bank, twenty-one, five cards and what is over twenty-one are opened",
        ),
        ("show 1 KS 9S", "before the players speak the banker opens only a bank"),
        ("show 1 KS", "these are not the cards of that hand"),
        ("buy 2;5S;show 1 AS KS", "before the players speak the banker opens only a bank"),
        ("stand 2;stand 3;show 2 AS KS", "it is the turn of seat 1"),
        ("stand 2;stand 3;show 1 AS", "these are not the cards of that hand"),
        ("stand 2;stand 3;show 1 9S KS;stand 1;show 3 8C 9C", "it is the turn of seat 2"),
        ("stand 2;stand 3;show 1 9S KS;stand 1;show 2 8C", "these are not the cards of that hand"),
    ):
        assert because(played(UNSEEN + act)[1]) == why, act


def test_with_the_small_pack_seven_cards_are_opened_and_fewer_are_told_so() -> None:
    """HS p. 38: five and six cards have no bonus, seven cards are paid twice."""
    script = known("JS JC", "9S TS", "KD 8D") + "buy 2;JD;buy 2;JH;buy 2;QS;open 2"
    why = "only a bank, twenty-one, seven cards and what is over twenty-one are opened"
    assert because(played(script, pack32=True)[1]) == why


def test_a_bank_that_nobody_saw_is_shown_before_the_players_speak() -> None:
    table, _ = played(UNSEEN + "show 1 AS TS")
    assert purses(table) == [400, -200, -200]


def test_a_pair_that_nobody_saw_is_split() -> None:
    table, _ = played(
        UNSEEN + "split 2;stand 2;stand 2;stand 3;show 1 KD 9D;stand 1;show 2 8C KC;show 2 8H KH"
    )
    assert purses(table)[1] == -200


# --- how the bank passes


@pytest.mark.parametrize(
    ("way", "script", "banker"),
    [
        ("bust", known("KS 8S", "KC 7C", "KD 5D") + "stand 2;stand 3;QD", 2),
        ("bust", known("KS 8S", "KC 7C", "KD 9D") + "stand 2;stand 3;stand 1", 1),
        ("groote_now", known("KS 8S", "AC AD", "KD 9D") + "stand 2;open 3;stand 1", 3),
        ("groote_now", known("KS 8S", "KC 7C", "KD 9D") + "stand 2;stand 3;stand 1", 1),
        ("groote_after_bust", known("KS 8S", "AC AD", "KD 9D") + "stand 2;open 3;stand 1", 1),
        ("groote_after_bust", known("KS 8S", "AC AD", "KD 5D") + "stand 2;open 3;QD", 3),
        ("groote_after_bust", known("KS 8S", "KC 7C", "KD 5D") + "stand 2;stand 3;QD", 1),
        ("time", known("KS 8S", "KC 7C", "KD 5D") + "stand 2;stand 3;QD", 1),
        ("turns:1", known("KS 8S", "KC 7C", "KD 9D") + "stand 2;stand 3;stand 1", 2),
        ("turns:2", known("KS 8S", "KC 7C", "KD 9D") + "stand 2;stand 3;stand 1", 1),
    ],
)
def test_the_bank_passes_as_the_house_plays_it(way: str, script: str, banker: int) -> None:
    table, _ = played(script, bank_pass=way)
    coup = coup_of(table)
    assert coup.rules.following(coup.deal).dealer == banker


def test_a_right_to_the_bank_waits_until_the_banker_goes_over() -> None:
    table, _ = played(
        known("KS 8S", "AC AD", "KD 9D") + "stand 2;open 3;stand 1", bank_pass="groote_after_bust"
    )
    table, _ = played(known("KS 8S", "KC 7C", "KD 5D") + "stand 2;stand 3;QD", table)
    coup = coup_of(table)
    assert coup.rules.following(coup.deal).dealer == 3
    assert coup.rules.following(coup.deal).carried == Carried(3, 0, 0)


def test_each_banker_keeps_the_bank_for_the_agreed_deals() -> None:
    script = known("KS 8S", "KC 7C", "KD 9D") + "stand 2;stand 3;stand 1"
    table, _ = played(script, bank_pass="turns:2")
    table, _ = played(script, table)
    coup = coup_of(table)
    following = coup.rules.following(coup.deal)
    assert (following.dealer, following.carried.deals) == (2, 0)


def test_a_closed_card_that_cannot_come_is_not_named_and_an_open_one_is() -> None:
    table, _ = played("hand 2 8C;hand 3 9C")
    (fault,) = of(played("hand 1 8C", table)[1], "fault")
    assert (fault["kind"], fault.get("card"), fault["said"]) == ("impossible-card", None, "hand 1")
    table, _ = played("hand 1 2D;bet kaart 1 2;bet kaart 1 3;deal;buy 2", table)
    assert of(played("8C", table)[1], "fault")[0]["card"] == "8C"


def test_of_a_hand_that_is_laid_open_the_cards_that_nobody_saw_suffice() -> None:
    bought = UNSEEN + "buy 2;4C;stand 2;stand 3;show 1 KD QH;stand 1;show {} 4S;show 3 TD 9D"
    for shown in ("2 KS 4C", "2 KS"):
        _, lines = played(bought.format(shown))
        assert of(lines, "fault") == []
        assert {"seat": 2, "times": -1} in of(lines, "result")[0]["times"]  # type: ignore[operator]
    assert coup_of(played(UNSEEN + "buy 2;4C")[0]).turns[2].limits == (2, 2)


@pytest.mark.parametrize("first", ["hand 2 8C;deal", "deal"])
def test_a_pair_that_nobody_saw_whole_makes_two_hands_of_two_cards(first: str) -> None:
    table, _ = played(first + ";bet kaart 1 2;bet kaart 1 3;deal;split 2")
    assert [hand.size for hand in coup_of(table).deal.hands] == [2, 2, 2]  # type: ignore[attr-defined]
    assert coup_of(table).spread["hands"] == {"1": 2, "2": 4, "3": 2}
