"""Seats, purses, chips and the deal: what every household game shares."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from sabot.core.cards import Card, card_named
from sabot.core.events import as_dict
from sabot.core.observations import (
    Announced,
    BallSeen,
    BetsClosed,
    CoupEnded,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.core.shapes.turns import own_shown
from sabot.core.table import opened, step
from sabot.core.terms import Fault, Stake
from sabot.core.view import phase, view
from sabot.games.evening import seating
from sabot.games.evening.deal import Deal, Line
from sabot.games.evening.evening import Evening
from sabot.games.evening.evening import opened as evening_of
from sabot.games.evening.options import Household
from sabot.games.evening.paying import THE_POT, paid
from sabot.games.evening.wishes import unseen
from sabot.games.register import GAMES
from tests.controller.games.evening.lines import acts, because, of, plays, purses
from tests.controller.games.evening.lines import pot as pool
from tests.controller.games.evening.random_games import HOUSEHOLD, coup_of
from tests.controller.games.nap.table import ALL_PASS, HANDS, kinds, played

NAP = HOUSEHOLD["nap"]

ONE_TRICK = HANDS + ALL_PASS + "\n2:2C\n3:2D\n4:2H\n1:AS\n"

# --- sitting down and leaving


def test_where_nobody_sat_down_as_many_seats_play_as_the_house_says() -> None:
    table = opened(NAP, NAP.Options(players=3))
    assert (table.play.coup.spread["seats"], table.play.coup.spread["dealer"]) == ([1, 2, 3], 1)


def test_the_first_who_sits_down_by_name_ends_the_company_of_the_option() -> None:
    table, lines = played("sit 3")
    assert table.play.coup.spread["seats"] == [3]
    assert lines[0] == {"event": "sit", "coup": 1, "seat": 3}
    assert acts(table) == ["sit SEAT"]
    table, lines = played("deal", table)
    assert because(lines) == "nap is for 2 to 7 players: more have to sit down"
    table, _ = played("sit 5 2.50\ndeal", table)
    assert (table.play.coup.spread["seats"], purses(table)) == ([3, 5], {3: 0, 5: 250})


def test_who_has_played_a_deal_stays_with_what_they_owe_when_somebody_sits_down_by_name() -> None:
    table, _ = played(ONE_TRICK)
    assert purses(table) == {1: -10, 2: 30, 3: -10, 4: -10}
    assert because(played("sit 3", table)[1]) == "seat 3 is taken"
    assert because(played("sit 3 0.10", table)[1]) == "seat 3 owes 0.10: chips are bought for more"
    table, _ = played("sit 5 2.50", table)
    assert table.play.coup.spread["seats"] == [1, 2, 3, 4, 5]
    assert purses(table) == {1: -10, 2: 30, 3: -10, 4: -10, 5: 250}


def test_a_seat_that_is_taken_is_refused_and_one_who_sits_there_buys_more_chips() -> None:
    table, lines = played("sit 1 1\nsit 1")
    assert because(lines) == "seat 1 is taken"
    table, _ = played("sit 1 0.50", table)
    assert purses(table) == {1: 150}


def test_a_player_who_owes_pays_it_out_of_the_chips_they_buy() -> None:
    table, _ = played("sit 1 1\nsit 2\nsit 3\nsit 4\n" + ONE_TRICK)
    assert purses(table)[3] == -10
    assert because(played("sit 3 0.10", table)[1]) == "seat 3 owes 0.10: chips are bought for more"
    table, lines = played("leave 3\nsit 3 0.11", table)
    assert of(lines, "fault") == []
    assert purses(table)[3] == 1
    assert because(played("sit 3", table)[1]) == "seat 3 is taken"


def test_a_table_has_twelve_seats_and_a_game_its_players() -> None:
    _, lines = played("sit 13")
    assert because(lines) == "the table has 12 seats"
    _, lines = played("\n".join(f"sit {seat}" for seat in range(1, 9)))
    assert because(lines) == "the game is for 7 players at most"


def test_a_player_who_leaves_takes_their_chips_and_one_without_keeps_their_purse_on_the_sheet() -> None:
    table, _ = played("sit 1 1\nsit 2\nsit 3\nsit 4\n" + ONE_TRICK)
    assert purses(table) == {1: 90, 2: 30, 3: -10, 4: -10}
    table, lines = played("leave 1\nleave 2", table)
    assert of(lines, "leave") == [
        {"event": "leave", "coup": 2, "seat": 1, "amount": "0.90"},
        {"event": "leave", "coup": 2, "seat": 2, "amount": "0.30"},
    ]
    assert purses(table) == {2: 30, 3: -10, 4: -10}
    table, _ = played("sit 2", table)
    assert (purses(table)[2], table.play.coup.spread["dealer"]) == (30, 3)


def test_nobody_leaves_or_sits_down_in_the_middle_of_a_deal() -> None:
    table, lines = played(HANDS + "leave 2")
    (fault,) = of(lines, "fault")
    assert fault["because"] == str(seating.TOO_LATE)
    assert (fault["seat"], fault["said"]) == (2, "leave 2")
    assert table.play.coup.spread["seats"] == [1, 2, 3, 4]


def test_a_seat_where_nobody_sits_neither_leaves_nor_deals() -> None:
    for act in ("leave 6", "dealer 6"):
        _, lines = played(act)
        assert because(lines) == "nobody sits at seat 6"


def test_the_dealer_is_named_before_the_first_deal() -> None:
    table, lines = played("dealer 3\ndeal")
    assert of(lines, "dealer") == [{"event": "dealer", "coup": 1, "seat": 3}]
    assert acts(table)[0] == "bid 4 pass"


def test_what_was_wrong_before_a_player_sat_down_is_not_reported_again() -> None:
    _, lines = played("sit 1\nsit 1\nsit 2\nsit 2")
    assert kinds(lines) == ["wrong-order", "wrong-order"]


# --- money


def test_payments_make_and_lose_nothing() -> None:
    evening = evening_of(Household(players=3))
    after, pot, lines = paid(evening, [(1, THE_POT, 50), (2, 3, 20), (THE_POT, 3, 80), (1, 2, 0)])
    assert (after.purses, pot) == ({1: -50, 2: -20, 3: 70}, 0)
    assert lines == (
        ("pot", {"seat": 1, "amount": "0.50", "pot": "0.50"}),
        ("paid", {"seat": 3, "amount": "0.20", "of": "2"}),
        ("paid", {"seat": 3, "amount": "0.50", "of": "pot"}),
    )


def test_who_has_chips_can_pay_no_more_and_who_has_none_owes() -> None:
    evening = evening_of(Household(players=2))._replace(bought={1: 30}, purses={1: 30, 2: 0})
    assert [evening.can_pay(1, 30), evening.can_pay(1, 31), evening.can_pay(2, 1000)] == [True, False, True]
    after, _, _ = paid(evening, [(1, 2, 50), (2, 1, 500)])
    assert after.purses == {1: 500, 2: -470}


# --- the deal as a coup


def test_a_deal_closes_by_itself_when_the_first_act_of_the_next_comes() -> None:
    table, _ = played(ONE_TRICK)
    assert (table.play.number, phase(table.play)) == (1, "decided")
    assert acts(table)[0] == "deal"
    table, _ = played("deal", table)
    assert (table.play.number, phase(table.play)) == (2, "decision")


def test_an_act_that_is_refused_opens_no_deal() -> None:
    table, lines = played("bid 2 3")
    assert (table.play.opened, table.play.number) == (False, 0)
    assert of(lines, "fault")[0]["because"] == "the cards are not dealt yet"
    decided, _ = played(ONE_TRICK)
    table, lines = played("bid 2 3", decided)
    assert because(lines) == "the cards are not dealt yet"
    assert table.play._replace(taille=decided.play.taille) == decided.play


def test_the_croupier_may_close_a_decided_deal_and_no_other() -> None:
    table, _ = played(ONE_TRICK)
    table, _ = step(table, CoupEnded())
    assert not table.play.opened
    table, _ = played("deal", table)
    _, events = step(table, CoupEnded())
    assert as_dict(events[0])["kind"] == "wrong-order"


def test_a_deal_that_is_annulled_begins_again_with_the_money_of_its_beginning() -> None:
    table, _ = played("deal", kitty="dealer")
    assert pool(table) == 10
    table, lines = played("say annule a card was dropped", table)
    assert (of(lines, "void")[0]["said"], pool(table), purses(table)[1]) == (
        "annule a card was dropped",
        0,
        0,
    )
    assert table.play.coup.spread["dealer"] == 1


def test_a_new_pack_begins_the_deal_under_way_again_and_after_a_decided_one_the_next() -> None:
    table, _ = played("deal")
    table, events = step(table, SabotOpened())
    assert [as_dict(event)["event"] for event in events] == ["fault", "void", "shoe"]
    assert acts(table)[0] == "deal"
    table, _ = played(ONE_TRICK)
    table, _ = step(table, SabotOpened())
    assert table.play.coup.spread["dealer"] == 2


def test_what_a_game_does_not_know_is_refused() -> None:
    table, _ = played("deal")
    for observation in (
        Staked("pot", 100, 2),
        BetsClosed(),
        BallSeen("17"),
        Said("brule 8C"),
        Announced("1"),
    ):
        _, events = step(table, observation)
        assert [as_dict(event)["event"] for event in events] == ["fault"], observation


def test_the_winner_is_announced_once_the_deal_is_over() -> None:
    table, _ = played(ONE_TRICK)
    assert step(table, Announced("2"))[1] == ()
    assert as_dict(step(table, Announced("3"))[1][0])["kind"] == "wrong-announcement"


def test_a_hand_that_was_entered_is_in_no_line() -> None:
    table, lines = played("hand 2 2C 3C 4C 5C 6C")
    assert of(lines, "hand") == [{"event": "hand", "coup": 1, "seat": 2, "cards": 5}]
    _, events = step(table, Undone())
    assert as_dict(events[0])["token"] == "hand 2"
    _, lines = played("hand 2 2C 3C 4C 5C 5C")
    assert of(lines, "fault")[0]["said"] == "hand 2"


def test_only_the_player_of_a_seat_sees_their_hand_and_which_cards_they_may_play() -> None:
    table, _ = played(HANDS + ALL_PASS)
    assert view(table)["turns"] == [
        {
            "seat": 2,
            "acts": ["play 2 CARD"],
            "limits": None,
            "why": {"id": "the leader plays any card", "values": {}},
        }
    ]
    own = own_shown(table, 2)
    assert own["hand"] == ["2C", "3C", "4C", "5C", "6C"]
    assert own["turns"][0]["acts"][0] == "play 2 2C"
    assert own_shown(table, 3)["turns"] == []
    assert own_shown(played("deal")[0], 2)["hand"] is None


def test_the_seats_of_the_deal_are_its_places_with_the_cards_of_the_trick() -> None:
    table, _ = played(HANDS + ALL_PASS + "\n2:2C")
    places = [(place["name"], place["cards"], place["owed"]) for place in view(table)["places"]]
    assert places == [("1", [], False), ("2", ["2C"], False), ("3", [], True), ("4", [], False)]


def test_a_game_without_turns_shows_none() -> None:
    table = opened(GAMES["punto-banco"])
    assert "turns" not in view(table)
    assert own_shown(table, 1) == {"seat": 1, "hand": None, "turns": []}


class PlainDeal(NamedTuple):
    """The fields of a deal, and nothing else."""

    evening: Evening
    lines: tuple[Line, ...] = ()
    faults: tuple[Fault, ...] = ()


class Bare(PlainDeal, Deal):
    """A deal of a game without stakes or pots."""

    __slots__ = ()


def test_a_deal_of_a_game_without_money_on_the_table_has_none_in_play() -> None:
    deal = Bare(evening_of(Household(players=2)))
    assert (deal.stakes, deal.in_play) == ((), 0)


def test_the_functions_of_every_game_say_the_same_as_words() -> None:
    table, _ = played("deal\nbid 2 4\nbid 3 pass\nbid 4 pass\nbid 1 pass")
    coup = coup_of(table)
    laid, place = NAP.dealt(coup, Card("8", "C"), "2")
    assert place is None
    assert laid.faults == ()
    assert len(NAP.dealt(coup, Card("8", "C"), None)[0].faults) == 1
    assert len(NAP.staked(coup, Stake("pot", 100, 2)).faults) == 1
    assert len(NAP.closed(coup).faults) == 1
    assert (NAP.chance(NAP.Options(), "pot"), NAP.points(coup, "2")) == (None, 0)
    assert str(NAP.faux_tirage(coup, None)) == "the deal is not over"


def test_a_coup_of_another_game_has_no_open_cards_of_its_own() -> None:
    assert opened(GAMES["roulette"]).play.coup.spread == {}


def test_a_card_that_is_turned_up_too_early_is_named_as_a_card() -> None:
    _, (fault,) = played("8C")
    assert (fault["card"], fault.get("said")) == ("8C", None)


@pytest.mark.parametrize(
    ("game", "script", "away"),
    [
        ("nap", "swap 2 2C 3C", "2C"),
        ("ecarte", "AC; answer 2 zwak; answer 1 geeft; swap 2 9C TC", "9C"),
        ("napoleonnen", "bid 2 1; bid 1 pass; name 2 0.10; swap 2 9C", "9C"),
        ("poker", "see 2; see 1; swap 2 9C", "9C"),
    ],
)
def test_a_card_that_was_thrown_away_is_not_drawn_again_by_chance(game: str, script: str, away: str) -> None:
    """Else a simulated player who draws from a short stock would hardly ever name cards that may come."""
    two = {"nap": "2C 3C 4C 5C 6C", "poker": "9C TC JC QC KD"}.get(game, "9C TC JC QC KC")
    options = {"buy": True} if game == "nap" else {}
    hands = f"hand 2 {two}; hand 1 7H 8H 9H TH JH; "
    table, lines = plays(game, players=2, **options)(hands + script)
    assert of(lines, "fault") == []
    assert card_named(away) not in unseen(coup_of(table))
    assert card_named("AS") in unseen(coup_of(table))


@pytest.mark.parametrize(
    ("game", "act"),
    [
        *(("nap", "hand 2 2C 3C"), ("ecarte", "hand 2 7C 8C"), ("napoleonnen", "hand 2 7C 8C")),
        *(
            ("commetten", "hand 2 2C 3C"),
            ("poker", "hand 2 2C 3C"),
            ("verpachten", "bid 2 1;bid 1 pass;hand 1 2C 3C"),
        ),
        *(("zeilen", "show 2 2C 3C"), ("een-en-twintig", "hand 2 2C 3C"), ("mieen", "hand 2 2C 3C")),
        ("banken-variaties", "show 2 2C 3C"),
    ],
)
def test_a_wrong_number_of_cards_is_a_misdeal_at_every_game(game: str, act: str) -> None:
    options = {"players": 5} if game == "commetten" else {"players": 2}
    if game == "banken-variaties":
        options["variation"] = 8
    _, lines = plays(game, **options)(act)
    assert [line["kind"] for line in of(lines, "fault")] == ["misdeal"]


@pytest.mark.parametrize(
    "game", ["nap", "ecarte", "napoleonnen", "rikken", "poker", "commetten", "een-en-twintig"]
)
def test_hands_dealt_unseen_are_reported_alike_at_every_game(game: str) -> None:
    (line,) = of(plays(game)("deal")[1], "deal")
    assert line.keys() == {"event", "coup", "dealer", "cards"}
