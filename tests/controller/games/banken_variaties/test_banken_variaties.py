"""Banken met variaties. Source: *Hazardspelen* (HS), p. 39-43; `test_v_` is an example of it."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.cards import Card
from sabot.core.shapes.json import Plain
from sabot.core.table import Table
from sabot.games.banken_variaties.variations import is_even
from sabot.games.evening.wishes import unseen
from tests.controller.games.evening.lines import acts, plays
from tests.controller.games.evening.lines import because as reason_of
from tests.controller.games.evening.random_games import HOUSEHOLD, coup_of, dealt, illegal, refusal

GAME = HOUSEHOLD["banken-variaties"]
START = "hand 2 8C;hand 1 9D;bet kaart 1 2;hand 2 8H;hand 1 9C"
"""A player with two eights, and a banker with eighteen."""


def played(
    script: str, variation: int, table: Table | None = None, **house: object
) -> tuple[Table, list[Plain]]:
    """The table after this script, and every line that it reported."""
    return plays("banken-variaties", players=2)(script, table, variation=variation, **house)


def because(script: str, variation: int, **house: object) -> str:
    """The reason of the only fault."""
    return reason_of(played(script, variation, **house)[1])


def purses(script: str, variation: int, **house: object) -> list[int]:
    """What the seats have in the end."""
    return [*coup_of(played(script, variation, **house)[0]).deal.evening.purses.values()]


# --- the examples of the book


def test_v_even_odd_hs_p40_three_ways_to_count_the_figures() -> None:
    for figures, even, odd in (("ten", 8, 5), ("redraw", 5, 5), ("joe", 6, 7)):
        found = [is_even(rank, figures) for rank in "A23456789TJQK"]
        assert (found.count(True), found.count(False)) == (even, odd)


def test_v_tikt_hs_p41_it_ticks_at_six() -> None:
    script = "answer 1 tikt;bet kaart 1 2;3C;TC;QC;QD;4C;6C"
    table, lines = played(script, 6)
    result = next(line for line in lines if line["event"] == "result")
    assert len(result["cards"]) == 6  # type: ignore[arg-type]
    assert purses(script, 6) == [100, -100]
    assert purses(script.replace("tikt", "niet"), 6) == [-100, 100]
    assert acts(table) == ["answer 1 tikt", "answer 1 niet"]


def test_v_spoor_3_hs_p42_two_sevens_at_the_third_card_pay_six_times() -> None:
    rows = "show 2 7C 7D 2C 3C QC;bet kaart 1 2;"
    assert purses(rows + "4S;5S;7S", 8) == [600, -700]
    assert purses(rows + "4S;5S;7S;6S;8S;9S;TS;JS;KS;AS", 8) == [600, -600]
    queens = "show 2 QC QD 2C 3C 4C;bet kaart 1 2;5S;6S;7S;8S;9S;TS;JS;KS;AS;QS"
    assert purses(queens, 8) == [-1000, 1000]


@pytest.mark.parametrize(
    ("cards", "banker", "player"),
    [("5C;open 2", -100, 100), ("7C;open 2", 100, -100)],
    ids=["v-elven-2", "v-elven-3"],
)
def test_v_elven_hs_p39_exactly_eleven_is_paid_and_more_pays(cards: str, banker: int, player: int) -> None:
    assert purses(f"bet kaart 1 2;hand 2 6C;hand 1 8D;buy 2;{cards}".replace("7C", "7D"), 2) == [
        banker,
        player,
    ]


def test_v_elven_4_hs_p39_ten_may_stand_or_draw() -> None:
    table, _ = played("bet kaart 1 2;hand 2 TC;hand 1 8D", 2)
    assert acts(table) == ["buy 2", "stand 2"]


def test_v_gelijk_hs_p40_two_cards_of_one_colour_are_alike() -> None:
    won = [purses(f"bet gelijk 1 2;{cards}", 3)[1] > 0 for cards in ("8C;9S", "8H;9D", "8H;9C")]
    assert won == [True, True, False]
    assert purses("bet ongelijk 1 2;8H;9C", 3) == [-100, 100]


def test_v_hoopjes_hs_p41_the_banker_wins_from_what_is_not_higher() -> None:
    stakes = "bet kaart 1 2;bet kaart 1 3;bet kaart 1 4;"
    assert purses(stakes + "2:8C;3:9C;4:JC;1:9D", 7, players=4) == [100, -100, -100, 100]
    assert purses(stakes + "8C;AC;JC;AD", 7, players=4) == [300, -100, -100, -100]


def test_at_hoopjes_a_card_is_due_at_the_seat_whose_pile_it_shows() -> None:
    tables = [played(f"bet kaart 1 2;{cards}", 7)[0] for cards in ("", "8C")]
    due = [coup_of(table).turns[0] for table in tables]
    assert [(turn.seat, turn.acts) for turn in due] == [(2, ("CARD",)), (1, ("CARD",))]


# --- the other rules


def test_the_table_counts_ten_and_an_ace_is_eleven() -> None:
    dealt_two = "bet kaart 1 2;hand 2 {};hand 1 {};"
    assert purses(dealt_two.format("9C", "AC"), 2) == [100, -100]
    assert purses(dealt_two.format("AD", "8C") + "open 2", 2) == [-100, 100]
    assert purses(dealt_two.format("9C", "9D") + "stand 2;stand 1", 2) == [100, -100]
    assert purses(dealt_two.format("9C", "8D") + "stand 2;stand 1", 2) == [-100, 100]
    assert purses(dealt_two.format("9C", "8D") + "stand 2;4D", 2) == [-100, 100]
    assert because(dealt_two.format("5C", "8D") + "raise 2 1", 2) == "the stake cannot be raised now"


def test_where_the_table_counts_ten_a_player_may_keep_an_ace_hs_p39() -> None:
    table, _ = played("bet kaart 1 2;hand 2 AD;hand 1 8C", 2)
    assert acts(table) == ["buy 2", "stand 2", "open 2"]
    bought, _ = played("buy 2;5C", 2, table)
    assert acts(bought) == ["buy 2", "stand 2"]  # the ace counts one
    assert acts(played("buy 2;5D", 2, bought)[0]) == ["open 2"]
    assert acts(played("buy 2;KD", 2, table)[0]) == ["open 2"]
    over, _ = played("stand 2;3C", 2, table)  # eleven against eleven
    assert coup_of(over).deal.evening.purses == {1: 0, 2: -100}
    assert coup_of(played("stand 1", 2, over)[0]).deal.evening.purses == {1: 100, 2: -100}


def test_where_the_table_counts_ten_the_reasons_speak_of_eleven() -> None:
    """HS p. 39: over eleven is dead, exactly eleven opens; no number of cards is paid more."""
    dealt_two = "bet kaart 1 2;hand 2 6C;hand 1 8D;"
    assert because(dealt_two + "open 2", 2) == "only an ace, eleven and what is over eleven are opened"
    assert because(dealt_two + "buy 2;5D;stand 2", 2) == "eleven and what is over it are opened at once"
    assert because(dealt_two + "buy 2;9D;buy 2", 2) == "eleven and what is over it are opened at once"


@pytest.mark.parametrize(
    ("house", "script", "players"),
    [
        ({"ak_big": True}, "hand 2 AC;hand 1 8D;bet kaart 1 2;hand 2 KC;hand 1 9D;open 2", [-300, 300]),
        ({"ak_big": False}, "hand 2 AC;hand 1 8D;bet kaart 1 2;hand 2 KC;hand 1 9D;open 2", [-200, 200]),
        ({"raise_limit": "off"}, f"{START};raise 2 3;buy 2;KD;open 2", [400, -400]),
        ({"open_bought": False}, f"{START};buy 2;draw 2 KD;open 2", [100, -100]),
        ({"split": True}, f"{START};split 2;KD;KH;stand 2;stand 2;stand 1", [200, -200]),
    ],
)
def test_the_first_variation_is_played_with_the_options_of_een_en_twintig(
    house: dict[str, object], script: str, players: list[int]
) -> None:
    assert purses(script, 1, **house) == players


@pytest.mark.parametrize(
    ("house", "act", "why"),
    [
        ({"no_raise": True}, "raise 2 1", "the stake cannot be raised now"),
        ({"raise_limit": "stake"}, "raise 2 3", "between 0.01 and 1.00 may be staked"),
        ({"split": False}, "split 2", "this house does not split"),
    ],
)
def test_what_the_house_does_not_play_is_refused_in_the_first_variation(
    house: dict[str, object], act: str, why: str
) -> None:
    assert because(f"{START};{act}", 1, **house) == why


def test_a_bought_card_is_closed_in_the_first_variation_where_the_house_says_so() -> None:
    for is_open, shown in ((True, ["KD"]), (False, [])):
        table, _ = played(f"{START};buy 2;draw 2 KD", 1, open_bought=is_open)
        assert coup_of(table).spread["cards"]["2"] == shown


def test_a_colour_is_guessed() -> None:
    table, _ = played("bet rouge 1 2", 4)
    assert [(stake.where, stake.amount) for stake in coup_of(table).stakes] == [("rouge", 100)]
    assert purses("bet rouge 1 2;8H", 4) == [-100, 100]
    assert purses("bet noir 1 2;8H", 4) == [100, -100]


def test_another_card_is_turned_for_a_figure_where_figures_do_not_count() -> None:
    assert purses("bet even 1 2;KC;8H", 5) == [-100, 100]
    assert purses("bet even 1 2;KC", 5, figures="ten") == [-100, 100]
    assert purses("bet oneven 1 2;KC", 5, figures="joe") == [-100, 100]


def test_each_player_guesses_in_turn() -> None:
    table, _ = played("bet rouge 1 2;8H", 4, players=3)
    assert coup_of(table).rules.due(coup_of(table).deal) == coup_of(table).turns
    over, _ = played("bet rouge 1 3;8C", 4, table)
    assert coup_of(over).rules.due(coup_of(over).deal) == ()
    assert acts(table) == ["bet rouge AMOUNT 3", "bet noir AMOUNT 3"]
    turn = "it is the turn of seat 2"
    assert because("bet rouge 1 3", 4, players=3) == turn


def test_it_may_never_tick_and_is_counted_from_two_where_the_house_says_so() -> None:
    cards = "2C;3C;4C;5C;6C;7C;8C;9C;TC;JC;QC;KC;AC"
    assert purses("answer 1 niet;bet kaart 1 2;" + cards, 6) == [100, -100]
    assert purses("answer 1 niet;bet kaart 1 2;2C", 6, count_from=2) == [-100, 100]


def test_acts_that_do_not_belong_are_refused() -> None:
    for number, script, why in (
        (4, "8H", "each player in turn stakes on a guess, and the banker turns the cards for it"),
        (4, "buy 2", "each player in turn stakes on a guess, and the banker turns the cards for it"),
        (4, "bet gelijk 1 2", "this stake belongs to another variation"),
        (4, "bet rouge 1 1", "a stake names its seat: every player but the banker stakes"),
        (4, "bet rouge 1", "a stake names its seat: every player but the banker stakes"),
        (4, "bet rouge 20000 2", "between 0.01 and 10000.00 may be staked"),
        (4, "bet rouge 1 2;bet rouge 1 2", "the banker turns a card"),
        (4, "answer 1 tikt", "each player in turn stakes on a guess, and the banker turns the cards for it"),
        (6, "answer 2 tikt", "the banker says whether it ticks"),
        (6, "answer 1 tikt;bet kaart 1 2;3C;3C", "a card cannot be at two places"),
        (7, "bet kaart 1 2;1:8C", "it is the turn of seat 2"),
        (7, "2:8C", "each player stakes, and the stake stands"),
        (8, "show 2 7C", "five open cards lie before each player"),
        (8, "show 2 7C 7C 2C 3C 4C", "a card cannot be at two places"),
        (8, "show 2 JOKER 7C 2C 3C 4C", "a card cannot be at two places"),
    ):
        assert because(script, number) == why, script


def test_the_series_of_eight_is_played_and_then_the_bank_moves_left() -> None:
    script = (
        *("hand 2 KC;hand 1 KD;bet kaart 1 2;hand 2 9C;hand 1 8D;stand 2;stand 1",),
        *("bet kaart 1 2;hand 2 9C;hand 1 8D;stand 2;stand 1", "bet gelijk 1 2;8H;9H", "bet rouge 1 2;8H"),
        *("bet even 1 2;8H", "answer 1 tikt;bet kaart 1 2;AC", "bet kaart 1 2;8C;9C"),
        "show 2 7C 7D 2C 3C QC;bet kaart 1 2;4S;5S;6S;8S;9S;TS;JS;KS;AS;4H",
    )
    table = played("", 0)[0]
    names = []
    for each in script:
        assert coup_of(table).deal.evening.dealer == 1
        table, lines = played(each, 0, table)
        names += [line["variation"] for line in lines if line["event"] == "result"]
        assert coup_of(table).spread["contract"]
    assert names == [1, 2, 3, 4, 5, 6, 7, 8]
    coup = coup_of(table)
    assert coup.rules.following(coup.deal).dealer == 2


@pytest.mark.parametrize(("variation", "after"), [(0, "tafel tien"), (1, "een-en-twintig")])
def test_one_variation_may_be_played_each_time(variation: int, after: str) -> None:
    table, _ = played(f"{START};stand 2;stand 1", variation)
    assert (
        coup_of(played("hand 2 9D" if variation else "bet kaart 1 2", variation, table)[0]).spread["contract"]
        == after
    )


def test_where_nobody_has_chips_cards_are_dealt_and_nothing_else() -> None:
    table, _ = played("sit 1;sit 2 1;bet rouge 1 2;8C;deal", 4)
    assert acts(table) == ["deal"]


def test_random_rounds_of_all_variations_keep_the_money_and_refuse_what_is_not_due() -> None:
    for seed in range(2):
        positions = dealt(GAME, seed, deals=9)
        rng = Random(seed)
        for position in rng.sample(positions, 8):
            act = illegal(position, rng)
            assert act is None or refusal(position, act) == ""


@pytest.mark.parametrize("variation", [3, 4, 5, 6, 7, 8])
def test_the_joker_is_in_no_pack(variation: int) -> None:
    before = {3: "bet gelijk 1 2;", 4: "bet noir 1 2;", 5: "bet even 1 2;", 6: "answer 1 niet;bet kaart 1 2;"}
    row = "show 2 7C 7D 2C 3C QC;" if variation == 8 else ""
    script = before.get(variation, row + "bet kaart 1 2;") + "joker"
    assert because(script, variation) == "JOKER is not in this pack"


def test_a_row_of_spoortje_comes_from_one_pack_and_the_bankers_from_another() -> None:
    table, _ = played("show 2 7C 7D 2C 3C QC", 8, players=3)
    assert unseen(coup_of(table)).count(Card("7", "C")) == 0
    table, _ = played("show 3 7H 7S 2D 3D QD", 8, table)
    assert unseen(coup_of(table)).count(Card("7", "C")) == 1


def words(script: str, variation: int, **house: object) -> list[object]:
    """What the banker says with each card."""
    lines = played(script, variation, **house)[1]
    return [line["word"] for line in lines if line["event"] == "card"]


def test_the_banker_counts_at_tikt_ie_and_says_how_often_is_paid_at_spoortje() -> None:
    turned = "3C;TC;QC;QD;4C;5C;6D;7D;8D;9D;KD;JD;AS"
    counted = words(f"answer 1 niet;bet kaart 1 2;{turned}", 6)
    assert (counted[0], counted[9:]) == ("één", ["tien", "boer", "vrouw", "heer"])
    counted = words(f"answer 1 niet;bet kaart 1 2;{turned}".replace("AS", "KS"), 6, count_from=2)
    assert (counted[0], counted[8:]) == ("twee", ["tien", "boer", "vrouw", "heer", "aas"])
    said = words("show 2 7C 7D 2C 3C QC;bet kaart 1 2;4S;5S;7S;6S;8S;9S;TS;JS;KS;AS", 8)
    assert said[:2] == ["ik ontvang één maal", "ik ontvang twee maal"]
    assert said[4:6] == ["ik ontvang vijf maal", "ik betaal één maal"]
    assert said[9] == "ik betaal vijf maal"
