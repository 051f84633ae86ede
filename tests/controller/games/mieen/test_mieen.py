"""Mieën (HS p. 57-59). A test that begins `mi_` is a published example; `ours`: where the book is silent."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.cards import card_named
from sabot.core.events import as_dict
from sabot.core.observations import Announced
from sabot.core.shapes.turns import own_shown
from sabot.core.table import Table, step
from sabot.games.mieen.ending import shares
from sabot.games.mieen.player import wished
from tests.controller.games.evening.lines import acts, faults, of, played, plays, purses, refused
from tests.controller.games.evening.random_games import coup_of

HANDS = "hand 2 AS KS 2C; hand 3 QS JS AC; hand 4 5D 6D 7D; hand 5 8D 9D TD; hand 1 3H 4H 5H; 2S"
DEFENDED = "hand 2 AS KS 2C; hand 3 5C 6C 7C; hand 4 5D 6D 7D; hand 5 8D 9D TD; hand 1 QS JS AC; 2S"
TWO_ONE = "2:AS 3:QS 2:KS 3:JS 2:2C 3:AC"
SPEAKING = "each in turn goes along (mee), takes the mie, exchanges cards, or drops"
DEALER = "the dealer may also give a card for the turned one (troef), or defend against one (verdedigt)"
MUST = "all go along, for nothing is left of an earlier pot"
FOLLOW = "the rules of following suit do not allow this card"


def table(script: str = "", **options: object) -> Table:
    at, lines = plays("mieen")(script, **options)
    assert faults(lines) == []
    return at


def then(at: Table, script: str) -> Table:
    """The table after more of the script, without a fault."""
    at, lines = played(at, script)
    assert faults(lines) == []
    return at


def counters(at: Table) -> dict[int, int]:
    return {seat: amount // 10 for seat, amount in purses(at).items()}


def pot(at: Table) -> int:
    return coup_of(at).deal.in_play // 10


def result(at: Table) -> dict[str, object]:
    found = coup_of(at).outcome
    assert found is not None
    return found.result


# --- the examples of the book


def test_mi_63_four_dead_players_and_the_winners_ante_hs_p58() -> None:
    all_along = "answer 2 mee; answer 3 mee; answer 4 mee; answer 5 mee; answer 1 mee"
    hands = "hand 2 AS KS QS; hand 3 5C 6C 7C; hand 4 5D 6D 7D; hand 5 8D 9D TD; hand 1 3H 4H 5H; 2S"
    at = table(f"{hands}; {all_along}; 2:AS 3:5C 4:5D 5:8D 1:3H 2:KS 3:6C 4:6D 5:9D 1:4H")
    assert pot(at) == 15
    at = then(at, "2:QS 3:7C 4:7D 5:TD 1:5H")
    assert counters(at) == {1: -18, 2: 12, 3: -18, 4: -18, 5: -18}
    assert (result(at)["winner"], result(at)["dead"]) == ("2", [3, 4, 5, 1])
    at = then(at, "deal")
    assert pot(at) == 63
    assert counters(at)[2] == 9


def test_mi_split_two_tricks_take_two_thirds_and_one_takes_one_hs_p58() -> None:
    at = table(f"{HANDS}; answer 2 mee; answer 3 mee; fold 4; fold 5; fold 1; {TWO_ONE}")
    assert counters(at) == {1: -3, 2: 7, 3: 2, 4: -3, 5: -3}
    assert pot(at) == 0
    assert shares(15, {1: 2, 2: 1}) == {1: 10, 2: 5}


def test_mi_defend_each_trick_of_the_dealer_leaves_a_third_hs_p58() -> None:
    at = table(f"{DEFENDED}; answer 2 mee; fold 3; fold 4; fold 5; answer 1 verdedigt")
    at = then(at, "2:AS 1:QS 2:KS 1:JS 2:2C 1:AC")
    assert counters(at) == {1: -3, 2: 7, 3: -3, 4: -3, 5: -3}
    assert pot(at) == 5
    assert (result(at)["defends"], result(at)["dead"]) == (1, [])
    at, lines = played(at, "deal")
    assert counters(at)[1] == -3  # the dealer owes no new ante
    assert pot(at) == 5 + 4 * 3
    assert [(line["amount"], line["pot"]) for line in of(lines, "odd")] == [("0.20", "1.70")]  # HS: by three


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [((3, 0), {1: 15, 2: 0}), ((1, 1, 1), {1: 5, 2: 5, 3: 5}), ((0, 3), {1: 0, 2: 15})],
)
def test_three_tricks_take_all_and_one_each_a_third_hs_p58(
    tricks: tuple[int, ...], expected: dict[int, int]
) -> None:
    assert shares(15, dict(enumerate(tricks, start=1))) == expected


# --- the pot


def test_the_pot_is_empty_after_one_trick_each_and_all_put_in_again_hs_p58() -> None:
    hands = "hand 2 AS 2H 3C; hand 3 3S AH 2D; hand 1 4S 2C AD; 2S"
    at = table(f"{hands}; answer 2 mee; answer 3 mee; answer 1 mee; 2:AS 3:3S 1:4S", players=3)
    at = then(at, "2:2H 3:AH 1:2C 3:2D 1:AD 2:3C")
    assert (result(at)["winner"], result(at)["tricks"]) == (None, {"1": 1, "2": 1, "3": 1})
    assert pot(at) == 0
    assert pot(then(at, "deal")) == 9


def test_a_player_alone_takes_the_pot_hs_p58() -> None:
    at = table(f"{HANDS}; fold 2; answer 3 mee; fold 4; fold 5; fold 1")
    assert (result(at)["winner"], result(at)["tricks"]) == ("3", {})
    assert counters(at) == {1: -3, 2: -3, 3: 12, 4: -3, 5: -3}
    at = table("deal; 2S; fold 2; fold 3; answer 1 mee", players=3)
    assert counters(at) == {1: 6, 2: -3, 3: -3}


def test_a_pot_for_which_nobody_plays_stays_ours() -> None:
    at = table("deal; 2S; fold 2; fold 3; fold 1", players=3)
    assert result(at)["winner"] is None
    assert pot(then(at, "deal")) == 18


def test_a_player_who_goes_down_against_the_defending_dealer_pays_the_pot() -> None:
    hands = "hand 2 3S 3C 4C; hand 3 5C 6C 7C; hand 1 AS AC KC; 2S"
    at = table(f"{hands}; answer 2 mee; fold 3; answer 1 verdedigt; 2:3S 1:AS 1:AC 2:3C 1:KC 2:4C", players=3)
    assert (result(at)["winner"], result(at)["dead"]) == ("1", [2])
    assert pot(at) == 9 + 9
    at = then(at, "deal")
    assert pot(at) == 21  # neither the dead player nor the dealer who defended puts in
    assert counters(at) == {1: -3, 2: -12, 3: -6}


def test_a_newcomer_at_the_seat_of_a_dead_player_puts_in_as_everybody_does_ours() -> None:
    hands = "hand 2 3S 3C 4C; hand 3 5C 6C 7C; hand 1 AS AC KC; 2S"
    tricks = "2:3S 1:AS 1:AC 2:3C 1:KC 2:4C"
    over = table(f"sit 1; sit 2; sit 3; {hands}; answer 2 mee; fold 3; answer 1 verdedigt; {tricks}")
    at = then(over, "leave 2; sit 2; deal")
    assert pot(at) == pot(then(over, "deal")) + 3
    at = then(over, "sit 2 5.00; deal")  # the dead player buys chips and is no newcomer
    assert pot(at) == pot(then(over, "deal"))


def test_nobody_can_be_announced_where_the_deal_has_no_winner() -> None:
    at = table("deal; 2S; fold 2; fold 3; fold 1", players=3)
    for words in ("None", "2", ""):
        (found,) = step(at, Announced(words))[1]
        assert as_dict(found)["because"] == "the table shows no winner"


def test_a_dealer_who_defends_and_wins_nothing_is_not_dead_ours() -> None:
    hands = "hand 2 AS KS QS; hand 3 5C 6C 7C; hand 1 2C 3C 4C; 2S"
    at = table(f"{hands}; answer 2 mee; fold 3; answer 1 verdedigt; 2:AS 1:2C 2:KS 1:3C 2:QS 1:4C", players=3)
    assert (pot(at), counters(at)) == (0, {1: -3, 2: 6, 3: -3})
    assert pot(then(at, "deal")) == 6


def test_odd_counters_stay_in_a_pot_that_three_does_not_divide_ours() -> None:
    assert shares(170, {1: 2, 2: 1}, unit=10) == {1: 100, 2: 50}
    assert shares(170, {1: 3, 2: 0}, unit=10) == {1: 170, 2: 0}


def test_a_cap_limits_what_a_dead_player_pays() -> None:
    hands = "hand 2 AS KS QS; hand 3 5C 6C 7C; hand 1 2C 3C 4C; 2S"
    script = f"{hands}; answer 2 mee; answer 3 mee; fold 1; 2:AS 3:5C 2:KS 3:6C 2:QS 3:7C"
    assert pot(table(script, players=3)) == 9
    assert pot(table(script, players=3, dead_cap=40)) == 4
    assert pot(table(script, players=3, dead_cap=500)) == 9


def test_a_player_with_chips_pays_no_more_than_they_have() -> None:
    at = table("sit 1 0.20; sit 2; sit 3; deal; 2S; fold 2; fold 3; answer 1 mee")
    assert purses(at) == {1: 80, 2: -30, 3: -30}


def test_a_pot_that_three_divides_has_no_odd_counters() -> None:
    assert of(plays("mieen")("deal")[1], "odd") == []


# --- who goes along


def test_each_speaks_once_from_the_dealers_left_and_the_dealer_last_hs_p57() -> None:
    at = table(HANDS)
    assert coup_of(at).turns[0].seat == 2
    assert acts(at) == ["answer 2 mee", "answer 2 mie", "swap 2 CARDS", "fold 2"]
    at = then(at, "fold 2; answer 3 mee; fold 4; fold 5")
    assert acts(at)[:4] == ["answer 1 mee", "answer 1 mie", "answer 1 troef", "answer 1 verdedigt"]


@pytest.mark.parametrize(
    ("script", "act", "why"),
    [
        ("", "2S", "3 cards are dealt to each"),
        ("deal", "answer 2 mee", "after the hands and the mie a card is turned: its suit is trump"),
        ("deal; 2S", "answer 3 mee", "it is the turn of seat 2"),
        ("deal; 2S", "swap 3 1", "it is the turn of seat 2"),
        ("deal; 2S", "answer 2 troef", SPEAKING),
        ("deal; 2S", "answer 2 verdedigt", SPEAKING),
        ("deal; 2S; answer 2 mie", "answer 3 mie", SPEAKING),
        ("deal; 2S; answer 2 mee; answer 3 mee; fold 4; fold 5", "answer 1 verdedigt", DEALER),
        ("deal; 2S", "swap 2 4", SPEAKING),
        ("deal; 2S", "swap 2 0", SPEAKING),
        ("deal; 2S", "play 2 AS", SPEAKING),
        (HANDS, "swap 2 AS KS 2C 3C", SPEAKING),
        (HANDS, "swap 2 QS", "only cards of the own hand are thrown away"),
        ("hand 2 AS KS 2C", "hand 2 AC KC 3C", "seat 2 gets no cards now"),
        ("hand 2 AS KS 2C", "hand 6 AC KC 3C", "seat 6 gets no cards now"),
        ("hand 2 AS KS 2C", "hand 3 AC KC", "a hand has 3 cards"),
        ("hand 2 AS KS 2C", "hand 3 AC KC AS", "this card is at another place"),
        ("hand 2 AS KS 2C; deal", "AS", "this card is at another place"),
    ],
)
def test_what_is_not_allowed_now_is_refused(script: str, act: str, why: str) -> None:
    assert refused(table(script), act) == why


def test_all_must_go_along_on_a_fresh_pot_where_the_house_says_so() -> None:
    at = table("deal; 2S", players=2, all_in_first=True)
    assert refused(at, "fold 2") == MUST
    at = then(at, "answer 2 mee")
    assert refused(at, "answer 1 verdedigt") == MUST
    at = then(at, "answer 1 mee; 2:AS 1:3S 2:KS 1:4S 2:QS 1:5S")
    assert "fold 1" in acts(then(at, "deal; 2S"))  # the pot of the dead player is not fresh


def test_the_mie_is_looked_at_and_the_best_three_of_five_are_kept_hs_p57() -> None:
    at = then(table(HANDS), "fold 2; fold 3; fold 4; answer 5 mie")
    assert acts(at) == ["draw 5 CARDS"]
    assert refused(at, "draw 4 3S 4S 5S 6S 7S") == "seat 4 gets no cards now"
    assert refused(at, "draw 5 3S 4S 5S") == "cards that come into the hand: 5"
    assert faults(played(at, "draw 5 3S 4S 5S")[1])[0][0] == "misdeal"
    at = then(at, "draw 5 3S 4S 5S 6H 7H")
    assert len(coup_of(at).hand_of(5) or ()) == 5
    assert refused(at, "swap 5 6H") == "three of the five cards of the mie are kept"
    at = then(at, "swap 5 6H 7H")
    assert [*map(str, coup_of(at).hand_of(5) or ())] == ["3S", "4S", "5S"]
    assert coup_of(at).spread["bids"][-1] == {"seat": 5, "bid": "mie"}
    assert "answer 1 mie" not in acts(at)


def test_the_mie_of_a_hand_that_nobody_saw_is_taken_at_once() -> None:
    at = table("deal; 2S; answer 2 mie")
    assert coup_of(at).turns[0].seat == 3


def test_any_cards_are_exchanged_and_come_from_the_stock_hs_p57() -> None:
    at = then(table(HANDS), "swap 2 2C")
    assert acts(at) == ["draw 2 CARDS"]
    assert refused(at, "draw 2 QS") == "this card is at another place"
    at = then(at, "draw 2 3S")
    assert [*map(str, coup_of(at).hand_of(2) or ())] == ["AS", "KS", "3S"]
    at = table("deal; 2S; swap 2 3")
    assert coup_of(at).spread["bids"] == [{"seat": 2, "bid": "mee"}]


def test_no_more_cards_are_exchanged_than_the_stock_has_ours() -> None:
    at = table("deal; 2S; swap 2 3; swap 3 3; swap 4 3", players=12)  # ten cards in the stock
    assert [act for act in acts(at) if act.startswith("swap")] == ["swap 5 1"]
    assert [act for act in acts(then(at, "swap 5 1")) if act.startswith("swap")] == []


def test_the_dealer_takes_the_turned_card_for_one_of_the_hand_hs_p57() -> None:
    at = then(table(HANDS), "answer 2 mee; fold 3; fold 4; fold 5; answer 1 troef")
    assert acts(at) == ["swap 1 CARDS"]
    at = then(at, "swap 1 3H")
    assert [*map(str, coup_of(at).hand_of(1) or ())] == ["4H", "5H", "2S"]
    assert coup_of(at).spread["turned"] == []
    at = then(at, "2:AS")
    assert acts(at) == ["play 1 2S"]


def test_the_turned_card_in_a_dealers_unknown_hand_comes_from_no_other() -> None:
    at = table("deal; 2S; answer 2 mee; answer 3 mee; fold 4; fold 5; answer 1 troef; swap 1 1")
    at = then(at, "2:AS")
    assert refused(at, "3:2S") == "seat 3 does not hold this card"
    at = then(at, "3:3S 1:2S")
    at = table("deal; 2S; answer 2 mee; fold 3; fold 4; fold 5; answer 1 mee")
    assert refused(at, "2:2S") == "this card is at another place"


def test_a_camera_may_see_the_turned_card_before_the_dealer() -> None:
    assert coup_of(table("deal; 1:2S")).spread["turned"] == ["2S"]
    assert refused(table("deal"), "2:2S") == "after the hands and the mie a card is turned: its suit is trump"


def test_only_the_player_sees_the_hand_and_everybody_sees_how_many_cards_it_has() -> None:
    at = then(table(HANDS), "answer 2 mee; fold 3")
    spread = coup_of(at).spread
    assert own_shown(at, 2)["hand"] == ["AS", "KS", "2C"]
    assert spread["hands"] == {"1": 3, "2": 3, "3": 0, "4": 3, "5": 3}
    assert (spread["trump"], spread["turned"]) == ("S", ["2S"])
    at = then(at, "fold 4; fold 5; answer 1 verdedigt; 2:AS")
    spread = coup_of(at).spread
    assert spread["bids"][0] == {"seat": 2, "bid": "mee"}
    assert spread["bids"][-1] == {"seat": 1, "bid": "verdedigt"}
    assert (spread["trick"], spread["tricks"]) == ([{"seat": 2, "card": "AS"}], {"1": 0, "2": 0})
    assert (spread["hands"]["2"], spread["hands"]["3"], spread["hands"]["1"]) == (2, 0, 3)


# --- the tricks


def test_the_first_to_go_along_leads_the_highest_trump_hs_p58() -> None:
    at = then(table(HANDS), "fold 2; answer 3 mee; fold 4; fold 5; answer 1 mee")
    assert acts(at) == ["play 3 QS"]
    _, lines = played(at, "3:JS")
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"]) == ("withheld-card", 3, 1)
    assert refused(at, "1:3H") == "seat 3 plays the next card"
    at = then(at, "3:QS 1:3H")
    assert acts(at) == ["play 3 JS", "play 3 AC"]


def test_a_leader_without_a_trump_leads_any_card_ours() -> None:
    at = then(table(HANDS), "fold 2; fold 3; answer 4 mee; answer 5 mee; fold 1")
    assert acts(at) == ["play 4 5D", "play 4 6D", "play 4 7D"]


def test_trump_is_followed_with_trump_and_other_suits_are_free_hs_p58() -> None:
    at = then(table(HANDS), "answer 2 mee; answer 3 mee; fold 4; fold 5; fold 1; 2:AS")
    assert refused(at, "3:AC") == FOLLOW
    at = then(at, "3:QS 2:2C")
    assert acts(at) == ["play 3 JS", "play 3 AC"]


def test_other_suits_are_followed_too_where_the_house_says_so() -> None:
    at = table(
        f"{HANDS}; answer 2 mee; answer 3 mee; fold 4; fold 5; fold 1; 2:AS 3:QS 2:2C", follow_plain=True
    )
    assert acts(at) == ["play 3 AC"]
    assert str(coup_of(at).turns[0].why) == "follow suit if you can"


UNSEEN = "deal; 2S; answer 2 mee; answer 3 mee; fold 4; fold 5; fold 1"


@pytest.mark.parametrize(
    ("script", "seat", "trick", "kind"),
    [
        ("2:QS 3:4S 2:KS", 2, 1, "withheld-card"),
        ("2:QC 3:AC 3:4C 2:KS", 2, 1, "withheld-card"),
        ("2:AS 3:4C 2:KC 3:4S", 3, 1, "revoke"),
    ],
)
def test_a_fault_of_an_unseen_hand_is_found_when_it_is_proven(
    script: str, seat: int, trick: int, kind: str
) -> None:
    _, lines = played(table(UNSEEN), script)
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"]) == (kind, seat, trick)


def test_a_fault_that_was_proven_is_reported_once() -> None:
    _, lines = played(table(UNSEEN), "2:QS 3:4S 2:KS 3:5S 2:AS 3:6S")
    assert len(of(lines, "fault")) == 1


def test_a_lower_trump_after_the_highest_proves_nothing() -> None:
    assert table(UNSEEN + "; 2:AS 3:4S 2:KS 3:5S 2:2C 3:KC")


# --- the players


def test_players_go_along_with_trumps_and_drop_without() -> None:
    at = table(HANDS)
    assert wished(coup_of(at), Random(1)) == "swap 2 2C"
    at = then(at, "swap 2 2C; draw 2 3S; answer 3 mee")
    said = {wished(coup_of(at), Random(seed)) for seed in range(20)}
    assert said == {"fold 4", "answer 4 mie"}
    at = table(f"{HANDS.replace('2C', '3S')}; fold 2")
    assert wished(coup_of(table(HANDS.replace("2C", "3S"))), Random(1)) == "answer 2 mee"
    assert wished(coup_of(at), Random(1)) == "swap 3 AC"


def test_a_dealer_defends_or_takes_a_high_card_that_was_turned() -> None:
    at = then(table(HANDS), "answer 2 mee; fold 3; fold 4; fold 5")
    assert wished(coup_of(at), Random(1)) == "answer 1 verdedigt"
    at = then(table(HANDS.replace("2S", "TS").replace("3H", "3S")), "answer 2 mee; fold 3; fold 4; fold 5")
    assert wished(coup_of(at), Random(1)) == "answer 1 troef"
    assert wished(coup_of(then(at, "answer 1 troef")), Random(1)) == "swap 1 4H"


def test_players_keep_the_best_of_the_mie_and_win_cheaply() -> None:
    at = then(table(HANDS), "answer 2 mie; draw 2 3S 4C 5C TH 9S")
    assert wished(coup_of(at), Random(1)) == "swap 2 4C 5C"
    at = then(table(HANDS), "answer 2 mee; answer 3 mee; fold 4; fold 5; fold 1; 2:AS")
    assert wished(coup_of(at), Random(1)) == "play 3 JS"
    at = then(at, "3:JS 2:2C")
    assert wished(coup_of(at), Random(1)) == "play 3 AC"


@pytest.mark.parametrize(
    "script", ["", "; swap 2 2C; draw 2 3S", "; answer 2 mee; answer 3 mee; fold 4; fold 5; fold 1; 2:AS"]
)
def test_no_player_sees_another_hand(script: str) -> None:
    """The choice is the same when the hidden hands are others."""
    coup = coup_of(table(HANDS + script))
    seat = coup.turns[0].seat
    hands = coup.deal.holding.hands  # type: ignore[attr-defined]
    hidden = {each: tuple(card_named(name) for name in ("9C", "TC", "JC")) for each in hands}
    others = coup.deal._replace(  # type: ignore[attr-defined]
        holding=coup.deal.holding._replace(hands={**hidden, seat: hands[seat]})  # type: ignore[attr-defined]
    )
    for seed in range(5):
        assert wished(coup._replace(deal=others), Random(seed)) == wished(coup, Random(seed))


def test_a_hand_that_nobody_saw_is_played_by_chance() -> None:
    assert wished(coup_of(table("deal; 2S")), Random(1)) == ""
    assert wished(coup_of(table()), Random(1)) == ""
