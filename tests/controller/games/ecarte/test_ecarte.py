"""Écarté. Source: *Hazardspelen* (HS), p. 48-52; a test that begins `ec_` is a published example."""

from __future__ import annotations

import pytest

from sabot.core.events import as_dict
from sabot.core.observations import Staked
from sabot.core.shapes.turns import public_acts
from sabot.core.table import Table, step
from sabot.games.ecarte.playing import points_for
from tests.controller.games.evening.lines import acts, of, plays, purses
from tests.controller.games.evening.lines import because as reason_of
from tests.controller.games.evening.random_games import coup_of

played = plays("ecarte")
HANDS = "hand 1 KS QS JS TS 9S\nhand 2 KH QH JH TH 9H\n"
"""The dealer, seat 1, has spades; the other player hearts."""
FIVE = "2:KH 1:9S 1:KS 2:9H 1:QS 2:TH 1:JS 2:JH 1:TS 2:QH"
"""The dealer ruffs and takes all five with spades as trumps."""
THREE = "2:KH 1:8H 2:QH 1:9H 2:JH 1:KS 1:QS 2:AC 1:JS 2:AD"
"""The dealer takes the last three."""
MIXED = "hand 1 KS QS JS 8H 9H\nhand 2 KH QH JH AC AD\n"
UNSEEN = "deal\n7S\nanswer 2 brutaal\n"


def because(table: Table, act: str) -> str:
    """The reason of the only fault of this act."""
    return reason_of(played(act, table)[1])


def score(table: Table) -> object:
    """The points of the game."""
    return coup_of(table).spread["contract"]


def three_points() -> Table:
    """A table at which seat 1 has three points, and seat 2 deals."""
    return played(HANDS + "7S\nanswer 2 brutaal\nanswer 1 heer\n" + FIVE)[0]


# --- what a deal counts


def test_ec_points_hs_p48_three_tricks_count_one_and_five_two_and_against_a_brutal_player_two() -> None:
    assert [
        points_for(3, loser_brutal=False),
        points_for(5, loser_brutal=False),
        points_for(3, loser_brutal=True),
        points_for(5, loser_brutal=True),
    ] == [1, 2, 2, 2]
    assert score(three_points()) == "1:3 2:0"


def test_ec_king_3_hs_p51_a_brutal_player_who_loses_gives_the_two_points_that_lacked() -> None:
    table, lines = played("hand 2 KS QS JS 8H 9H\nhand 1 KH QH JH AC AD\n7S\n", three_points())
    table, lines = played("answer 1 brutaal\n" + THREE.translate(str.maketrans("12", "21")), table)
    assert score(table) == "1:3 2:2"
    table, lines = played(MIXED + "7S\nanswer 2 brutaal\n" + THREE, table)
    (result,) = of(lines, "result")
    assert (result["points"], result["score"], result["game"]) == (2, {"1": 5, "2": 2}, True)


def test_ec_turn_king_hs_p50_a_king_that_is_turned_is_the_dealers_point_and_wins_with_four() -> None:
    table, _ = played("deal\n7C\nanswer 1 zwak\nanswer 2 speelt\nanswer 1 heer", three_points())
    assert score(table) == "1:4 2:0"
    table, _ = played("1:KC 2:8C 1:QC 2:9C 1:JS 2:QS 2:KS 1:AH 2:AS 1:AD", table)
    before, _ = played("deal", table)
    later, lines = played("KD", before)
    assert coup_of(later).deal.evening.dealer == 1
    assert of(lines, "result")[0] == {
        "event": "result", "coup": 3, "winner": "1", "points": 0, "tricks": {"1": 0, "2": 0},
        "score": {"1": 5, "2": 1}, "game": True,
    }  # fmt: skip


@pytest.mark.parametrize(("penalty", "points"), [(False, "1:0 2:1"), (True, "1:0 2:2")])
def test_a_dealer_who_refuses_the_first_exchange_and_loses(penalty: bool, points: str) -> None:
    hands = "hand 2 KS QS JS 8H 9H\nhand 1 KH QH JH AC AD\n7S\nanswer 2 zwak\nanswer 1 speelt\n"
    table, _ = played(
        hands + "2:KS 1:AC 2:QS 1:AD 2:JS 1:JH 2:9H 1:KH 1:QH 2:8H", dealer_refusal_penalty=penalty
    )
    assert score(table) == points


# --- the king


def test_a_false_king_of_a_known_hand_is_a_fault_and_costs_a_point_unless_the_opponent_holds_it() -> None:
    table, lines = played(MIXED + "7S\nanswer 2 brutaal\nanswer 2 heer")
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"]) == ("wrong-announcement", 2)
    assert (
        because(table, "answer 2 heer")
        == "a player declares the king of trumps once, before their first card"
    )
    assert score(played(THREE, table)[0]) == "1:2 2:0"
    hands = MIXED.replace("KS", "AS")
    table, _ = played(hands + "7S\nanswer 2 brutaal\nanswer 2 heer\n" + THREE.replace("KS", "AS"))
    assert score(table) == "1:2 2:-1"


def test_a_false_king_of_an_unseen_hand_is_found_when_all_cards_are_played() -> None:
    table, lines = played(UNSEEN + "answer 1 heer\n" + THREE.replace("KS", "AS"))
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["card"]) == ("wrong-announcement", 1, "KS")
    assert score(table) == "1:1 2:0"
    assert score(played(UNSEEN + "answer 1 heer\n" + THREE)[0]) == "1:3 2:0"


def test_a_king_that_is_known_to_be_elsewhere_is_declared_falsely_at_once() -> None:
    """It costs nothing where the opponent holds it, and a point where it was thrown away."""
    held = "hand 2 KS QS JS 8H 9H\ndeal\n7S\nanswer 2 "
    table, lines = played(held + "brutaal\nanswer 1 heer")
    assert (of(lines, "fault")[0]["kind"], of(lines, "king"), score(table)) == (
        "wrong-announcement",
        [],
        "1:0 2:0",
    )
    gone = "zwak\nanswer 1 geeft\nswap 2 KS\ndraw 2 AD\nswap 1 0\nanswer 2 speelt\nanswer 1 heer\n"
    table, lines = played(held + gone + "2:AD 1:7D 2:QS 1:8S 2:JS 1:9S 2:8H 1:7H 2:9H 1:TH")
    assert [fault["kind"] for fault in of(lines, "fault")] == ["wrong-announcement"]
    assert score(table) == "1:-1 2:1"


@pytest.mark.parametrize("cards", [THREE, THREE.replace("1:KS", "1:AS").replace("1:JS", "1:KS")])
def test_an_unseen_hand_wins_with_the_king_when_it_shows_it(cards: str) -> None:
    table, lines = played(UNSEEN + "answer 1 heer", target=1)
    assert (score(table), of(lines, "result")) == ("1:1 2:0", [])
    (result,) = of(played(cards, table)[1], "result")
    assert (result["winner"], result["score"]) == ("1", {"1": 1, "2": 0})


def test_sterk_is_another_word_for_brutaal() -> None:
    table, lines = played(HANDS + "7S\nanswer 2 sterk")
    assert of(lines, "answer")[-1]["answer"] == "brutaal"
    assert coup_of(table).deal.brutal


def test_who_may_declare_the_king_reads_it_and_nobody_else_does() -> None:
    table, _ = played(MIXED + "7S\nanswer 2 brutaal")
    declares = [turn for turn in coup_of(table).turns if turn.acts == ("answer 1 heer",)]
    assert [public_acts(turn) for turn in declares] == [()]
    assert "answer 2 heer" not in acts(table)
    assert "answer 2 heer" in acts(played(UNSEEN)[0])
    late, _ = played("2:KH", table)
    assert "once, before their first card" in because(late, "answer 2 heer")
    assert "once, before their first card" in because(late, "answer 1 zwak")
    turned, _ = played("deal\nKS\nanswer 2 brutaal")
    assert acts(turned) == ["play 2 CARD"]


# --- the exchange


def test_cards_are_exchanged_round_by_round_as_long_as_there_are_some() -> None:
    table, _ = played(HANDS + "7S\nanswer 2 zwak\nanswer 1 geeft")
    assert acts(table) == ["swap 2 CARDS"]
    assert because(table, "swap 2 0") == "from 1 to 5 cards are exchanged"
    assert because(table, "swap 1 0") == "it is the turn of seat 2"
    assert because(table, "swap 2 7C") == "only cards of the own hand are thrown away"
    table, _ = played("swap 2 9H TH", table)
    assert acts(table) == ["draw 2 CARDS"]
    assert because(table, "swap 2 KH") == "it is the turn of seat 2"
    assert because(table, "draw 2 7S 8C") == "this card is at another place"
    assert because(table, "draw 1 7C 8C") == "seat 1 gets no cards now"
    table, _ = played("draw 2 7C 8C", table)
    assert acts(table) == ["swap 1 CARDS", "swap 1 0"]
    table, _ = played("swap 1 0", table)
    assert acts(table) == ["answer 2 speelt", "answer 2 zwak"]
    assert "brutaal" in because(table, "answer 2 brutaal")
    table, _ = played("answer 2 speelt", table)
    assert acts(table)[0] == "play 2 KH"


def test_when_the_stock_is_spent_it_is_played() -> None:
    table, _ = played("deal\n7S" + "\nanswer 2 zwak\nanswer 1 geeft\nswap 2 5\nswap 1 5" * 2)
    table, _ = played("answer 2 zwak\nanswer 1 geeft\nswap 2 1", table)
    assert acts(table) == ["swap 1 NUMBER"]
    table, _ = played("swap 1 0", table)
    assert acts(table)[0] == "play 2 CARD"
    table, _ = played(HANDS + "7S\nanswer 2 zwak\nanswer 1 geeft")
    five = "swap 2 KH QH JH TH 9H\ndraw 2 7C 8C 9C TC JC\nswap 1 KS QS JS TS 9S\ndraw 1 7D 8D 9D TD JD"
    table, _ = played(five + "\nanswer 2 zwak\nanswer 1 geeft", table)
    table, _ = played("swap 2 7C 8C 9C TC JC\ndraw 2 QC KC AC QD KD\nswap 1 7D 8D 9D TD JD", table)
    table, _ = played("draw 1 AD AS 8S 7H 8H\nanswer 2 zwak\nanswer 1 geeft\nswap 2 QC\ndraw 2 AH", table)
    assert acts(table) == ["swap 1 0"]


def test_words_of_the_exchange_come_in_turn() -> None:
    table, _ = played("deal\n7S")
    assert because(table, "answer 1 zwak") == "it is the turn of seat 2"
    assert because(table, "swap 2 1").startswith("the dealer's opponent plays at once")
    table, _ = played("answer 2 zwak", table)
    assert because(table, "answer 2 geeft") == "it is the turn of seat 1"
    assert because(table, "answer 1 zwak").startswith("the dealer gives other cards")


# --- the play


def test_suit_is_followed_and_without_it_trump_is_played() -> None:
    table, _ = played(MIXED + "7S\nanswer 2 brutaal\n2:AC")
    assert acts(table)[:3] == ["play 1 KS", "play 1 QS", "play 1 JS"]
    assert because(table, "1:8H") == "the rules of following suit do not allow this card"
    table, _ = played(MIXED + "7S\nanswer 2 brutaal\n2:KH")
    assert acts(table)[:2] == ["play 1 8H", "play 1 9H"]


def test_the_ace_stands_below_the_knave_and_heading_is_an_option() -> None:
    hands = "hand 1 JC AC 7C 8H 9H\nhand 2 TC QH JH KD AD\n7S\nanswer 2 brutaal\n2:TC"
    assert acts(played(hands)[0])[:3] == ["play 1 JC", "play 1 AC", "play 1 7C"]
    assert acts(played(hands, must_head=True)[0])[:2] == ["play 1 JC", "play 1 AC"]
    lines = played(hands.replace("2:TC", "").replace("TC", "QC") + "2:QC 1:AC 2:QH 1:8H")[1]
    assert [line["seat"] for line in of(lines, "trick")] == [2, 2]


def test_a_hand_that_did_not_trump_is_found_out_by_a_later_trump() -> None:
    _, lines = played(UNSEEN + "2:KH 1:8C 2:QH 1:9S")
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"]) == ("revoke", 1, 1)


# --- the gallery


def test_ec_bets_4_hs_p52_the_gallery_covers_and_the_other_side_is_raised_until_both_have_five() -> None:
    table, _ = played("bet 1 0.30 1\nbet 2 0.20 2\nbet 2 0.30 3\ndeal", players=4)
    assert because(table, "7S") == "the bets on both players are equal before the card is turned"
    assert acts(table)[0] == "bet 1 AMOUNT 1"
    assert coup_of(table).turns[0].limits == (1, 20)
    table, _ = played("bet 1 0.20 1", table)
    assert coup_of(table).spread["pots"] == {"1": "0.50", "2": "0.50"}
    table, lines = played("7S", table)
    assert of(lines, "fault") == []
    assert because(table, "bet 1 0.10 4").startswith("bets on a game are laid before")


def test_stakes_that_nobody_covers_go_back_the_last_one_first() -> None:
    table, _ = played("bet 1 0.30 1\nbet 2 0.20 2\nbet 1 0.05 3\nbet 1 0.10 4", players=4)
    assert because(table, "answer 2 gelijk").startswith("a deal of écarté begins")
    table, lines = played("answer 1 gelijk", table)
    assert [(line["seat"], line["amount"]) for line in of(lines, "paid")] == [
        (4, "0.10"),
        (3, "0.05"),
        (1, "0.10"),
    ]
    assert purses(table) == {1: -20, 2: -20, 3: 0, 4: 0}
    table, _ = played("bet 2 0.10 4", table)
    assert "answer 1 gelijk" in acts(table)


def test_when_a_game_is_won_its_backers_are_paid_and_the_winner_meets_the_next_of_the_gallery() -> None:
    table, _ = played("bet 1 0.30 1\nbet 2 0.10 2\nbet 2 0.20 3\n" + HANDS, players=4)
    assert coup_of(table).hand_of(3) == coup_of(table).hand_of(2)
    assert coup_of(table).hand_of(4) is None
    table, _ = played("7S\nanswer 2 brutaal\nanswer 1 heer\n" + FIVE, table)
    table, lines = played(
        "hand 1 KH QH JH TH 9H\nhand 2 KS QS JS TS 9S\n7H\nanswer 1 brutaal\nanswer 1 heer", table
    )
    assert coup_of(table).deal.evening.dealer == 2
    table, lines = played("1:KH 2:9S 1:QH 2:TS 1:JH 2:JS 1:TH 2:QS 1:9H 2:KS", table)
    assert of(lines, "result")[0]["game"] is True
    assert purses(table) == {1: 30, 2: -10, 3: -20, 4: 0}
    table, _ = played("deal", table)
    assert (coup_of(table).deal.evening.dealer, score(table)) == (1, "1:0 3:0")


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("bet 1 0.10", "a bet names its seat: bet 1 0.10 3"),
        ("bet 3 0.10 3", "a bet is on one of the two players, by a seat at the table"),
        ("bet 1 0.10 9", "a bet is on one of the two players, by a seat at the table"),
        ("bet 2 0.10 1", "a player bets on their own game"),
    ],
)
def test_a_bet_that_is_not_allowed_is_refused(act: str, why: str) -> None:
    assert because(played(players=3)[0], act) == why


def test_a_bet_on_nobody_is_refused() -> None:
    """As an instrument may report it: a script cannot say it."""
    _, (fault,) = step(played()[0], Staked("", 10, 1))
    assert as_dict(fault)["because"] == "a bet is on one of the two players, by a seat at the table"


def test_nobody_bets_more_than_their_chips() -> None:
    table, _ = played("sit 1 0.10\nsit 2 0.10\nbet 1 0.10 1")
    assert because(table, "bet 1 0.10 1") == "seat 1 has not enough chips"
    assert "bet 1 AMOUNT 1" not in acts(table)


def test_a_player_who_leaves_gives_the_game_up_and_the_bets_go_back() -> None:
    table, _ = played(
        "sit 1\nsit 2\nsit 3\nbet 1 0.30 1\nbet 2 0.30 2\n" + HANDS + "7S\nanswer 2 brutaal\n" + FIVE
    )
    table, _ = played("leave 2", table)
    table, lines = played("deal", table)
    assert [(line["seat"], line["amount"]) for line in of(lines, "paid")] == [(1, "0.30"), (2, "0.30")]
    assert score(table) == "1:0 3:0"
    assert sum(purses(table).values()) == 0


def test_where_both_players_have_left_the_dealer_begins_a_game() -> None:
    table, _ = played("sit 1\nsit 2\nsit 3\nsit 4\n" + HANDS + "7S\nanswer 2 brutaal\n" + FIVE)
    table, _ = played("leave 1\nleave 2\nleave 3", table)
    assert coup_of(table).spread["pots"] == {}
    table, _ = played("sit 3\ndeal", table)
    assert score(table) in ("3:0 4:0", "4:0 3:0")


def test_a_seat_of_the_gallery_does_not_deal() -> None:
    table, _ = played("sit 1\nsit 2\nsit 3\n" + HANDS + "7S\nanswer 2 brutaal\n" + FIVE)
    table, _ = played("dealer 3\ndeal", table)
    assert coup_of(table).deal.evening.dealer == 1


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("hand 1 KC QC JC TC 9C", "seat 1 gets no cards now"),
        ("hand 3 KC QC JC TC 9C", "seat 3 gets no cards now"),
        ("hand 2 KC QC JC TC", "a hand has 5 cards"),
        ("hand 2 KC QC JC TC KS", "this card is at another place"),
        ("answer 2 zwak", "a deal of écarté begins with five cards for each of the two players"),
    ],
)
def test_a_hand_that_cannot_be_dealt_is_refused(act: str, why: str) -> None:
    table, _ = played("hand 1 KS QS JS TS 9S", players=3)
    assert because(table, act) == why


def test_a_card_that_is_in_a_hand_cannot_be_turned() -> None:
    table, _ = played(HANDS)
    assert because(table, "KS") == "this card is at another place"
