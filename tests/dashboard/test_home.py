"""A table at home: what the display and the tablet draw of it, from the view alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabot.core import table as referee
from sabot.core.observations import Observation, Said, Staked
from sabot.core.shapes.view import View
from sabot.core.terms import minor_units
from sabot.core.view import view
from sabot_dashboard.picture import projection
from sabot_dashboard.words.sentence import with_suit
from tests.dashboard import tables

NAP = ("deal", "bid 2 2", "bid 3 3", "bid 4 pass", "bid 1 pass", "play 3 8C", "play 4 9C")
HANDS = ("hand 1 AS KS QS JS TS", "hand 2 2C 3C 4C 5C 6C", "hand 3 2D 3D 4D 5D 6D", "hand 4 2H 3H 4H 5H 6H")
RIK = ("deal", "bid 2 rik", "bid 3 pas", "bid 4 pas", "bid 1 pas", "name 2 H AS")
NAP_OF_ONE = ("bid 2 1", "bid 3 pass", "bid 4 pass", "bid 1 pass", "play 2 2C", "play 3 2D", "play 4 2H")


def known(game: str, *acts: str, **options: str) -> View:
    """The view after these acts."""
    at = tables.table(game, options)
    for act in acts:
        verb, *rest = act.split()
        observation: Observation = Said(act)
        if verb == "bet":
            observation = Staked(rest[0], minor_units(rest[1]) or 0, int(rest[2]))
        at, _ = referee.step(at, observation)
    return view(at)


def seat(picture: dict[str, Any], number: int) -> dict[str, Any]:
    """One seat of a picture."""
    found: dict[str, Any] = next(each for each in picture["home"]["seats"] if each["seat"] == number)
    return found


def test_a_casino_game_has_no_seats_around_its_cloth() -> None:
    shown = tables.table("punto-banco")
    assert projection.public(view(shown))["home"] is None
    assert projection.croupier(view(shown))["turns"] == []


def test_the_display_shows_the_trick_the_bid_that_stands_and_whose_turn_it_is() -> None:
    shown: dict[str, Any] = projection.public(known("nap", *NAP))
    home = shown["home"]
    assert home["trick"] == [{"seat": 3, "card": "8C"}, {"seat": 4, "card": "9C"}]
    assert (home["trump"], home["contract"], home["is_over"]) == ("C", "3 3", False)
    assert [each["seat"] for each in home["seats"] if each["is_next"]] == [1]
    assert [each["seat"] for each in home["seats"] if each["deals"]] == [1]
    assert (seat(shown, 3)["hand"], seat(shown, 1)["hand"]) == (4, 5)
    assert (seat(shown, 2)["bid"], seat(shown, 4)["bid"]) == ("2", "pass")


def test_the_newest_bid_of_a_seat_stands_there_as_people_read_it() -> None:
    shown: dict[str, Any] = projection.public(known("rikken", "deal", "bid 2 rik", "bid 3 open_misere"))
    assert seat(shown, 3)["bid"] == "open misere"
    assert seat(shown, 4)["bid"] is None


def test_the_bid_that_stands_is_marked_at_its_seat_with_its_trump() -> None:
    auction: dict[str, Any] = projection.public(known("rikken", "deal", "bid 2 rik", "bid 3 pas"))
    assert auction["home"]["contract"] == "2 rik"
    assert [seat(auction, number)["stands"] for number in (2, 3)] == ["", None]
    playing: dict[str, Any] = projection.public(known("nap", *NAP))
    assert [seat(playing, number)["stands"] for number in (2, 3)] == [None, "C"]


def test_the_asked_ace_stands_at_the_seat_that_asks_for_it() -> None:
    before: dict[str, Any] = projection.public(known("rikken", *RIK[:-1]))
    assert (before["home"]["asked"], seat(before, 2)["asks"]) == (None, None)
    shown: dict[str, Any] = projection.public(known("rikken", *RIK))
    assert shown["home"]["asked"] == "AS"
    assert [seat(shown, number)["asks"] for number in (1, 2)] == [None, "AS"]


def test_an_answer_to_a_bank_is_no_bid_that_stands() -> None:
    shown: dict[str, Any] = projection.public(known("zeilen", "show 2 QD TS 3H", "bid 2 0.10", players="2"))
    assert (shown["home"]["contract"], seat(shown, 2)["bid"]) == (None, "0.10")


@pytest.mark.parametrize(
    ("game", "acts", "taken"),
    [
        ("nap", (*NAP, "play 1 TC", "play 2 2C"), (1, "8C 9C TC 2C")),
        (
            "nap",
            (*NAP, "play 1 TC", "play 2 2C", "play 1 2H", "play 2 3H", "play 3 4H", "play 4 5H"),
            (4, "2H 3H 4H 5H"),
        ),
        ("nap", NAP, None),
        ("rikken", (*RIK, "play 2 5C", "play 3 9C", "play 4 KC", "play 1 2C"), (4, "5C 9C KC 2C")),
    ],
)
def test_the_trick_that_was_taken_last_is_still_known(game: str, acts: Any, taken: Any) -> None:
    shown: Any = projection.public(known(game, *acts))["home"]
    found = shown["taken"] and (
        shown["taken"]["seat"],
        " ".join(each["card"] for each in shown["taken"]["cards"]),
    )
    assert found == taken


def test_each_card_of_the_last_trick_has_its_player() -> None:
    shown: Any = projection.public(known("nap", *NAP, "play 1 TC", "play 2 2C"))["home"]
    assert [each["seat"] for each in shown["taken"]["cards"]] == [3, 4, 1, 2]


def test_the_pot_is_shown_once_it_holds_anything() -> None:
    assert projection.public(known("poker"))["home"]["pots"] == []  # type: ignore[index]
    shown: dict[str, Any] = projection.public(known("poker", "deal", "see 2"))
    assert shown["home"]["pots"] == [{"name": "", "amount": "0.30"}]


def test_at_the_end_of_a_deal_each_seat_shows_what_it_won_or_lost() -> None:
    shown: dict[str, Any] = projection.public(known("nap", *HANDS, *NAP_OF_ONE, "play 1 AS"))
    assert shown["home"]["is_over"]
    assert [seat(shown, number)["in_deal"][0] for number in (1, 3, 4)] == ["-"] * 3
    assert seat(shown, 2)["in_deal"].startswith("+")


def test_the_points_of_a_deal_stand_at_each_seat() -> None:
    seen = known("rikken")
    sheet: dict[str, object] = {"event": "score", "points": {"1": 3, "2": -3}}
    shown: dict[str, Any] = projection.public({**seen, "ledger": [sheet]})
    assert [seat(shown, number)["points"] for number in (1, 2, 3)] == [3, -3, None]


def test_the_score_of_a_game_stands_at_the_seats_and_is_no_contract() -> None:
    seen = known("ecarte", "deal")
    assert seen["spread"]["contract"] == "1:0 2:0"
    seen["spread"]["contract"] = "1:0 2:4"
    shown: dict[str, Any] = projection.public(seen)
    assert shown["home"]["contract"] is None
    assert [seat(shown, number)["points"] for number in (1, 2)] == [0, 4]


def test_stakes_pots_by_name_and_the_bank_stand_where_they_are() -> None:
    seen = known("rikken")
    seen["stakes"] = [
        {"where": "card", "amount": "0.50", "seat": 2},
        {"where": "card", "amount": "1.00", "seat": 2},
    ]
    seen["spread"]["pots"] = {"pool": "2.00", "kitty": "0.00"}
    seen["spread"]["bank"] = {"seat": 3, "amount": "10.00"}
    shown: dict[str, Any] = projection.public(seen)
    assert (seat(shown, 2)["stake"], seat(shown, 3)["stake"]) == ("1.50", None)
    assert (seat(shown, 2)["bank"], seat(shown, 3)["bank"]) == (None, "10.00")
    assert shown["home"]["pots"] == [{"name": "pool", "amount": "2.00"}]


def test_the_end_of_a_pot_names_the_seat_that_took_it() -> None:
    seen = known("poker", "deal", "see 2", "fold 3", "fold 4", "fold 5", "fold 1")
    shown: dict[str, Any] = projection.public(seen)
    assert (shown["says"], shown["won"], shown["lost"]) == ("Seat 2 wins", ["2"], [])
    assert projection.croupier(seen)["won"] == ["2"]


def test_seats_that_share_are_all_named_and_nobody_where_nobody_won() -> None:
    seen = known("poker", "deal")
    for result, says in (
        ({"winner": None, "winners": {"1": "0.50", "3": "0.50"}}, "Seat 1 & Seat 3 win"),
        ({"winner": "2 3 4"}, "Seat 2, Seat 3 & Seat 4 win"),
        ({"winner": None}, ""),
    ):
        shown = projection.public({**seen, "phase": "decided", "result": result})  # type: ignore[typeddict-item]
        assert shown["says"] == says


def test_no_card_of_a_hand_is_on_any_screen_of_a_table_at_home() -> None:
    seen = known("nap", *HANDS, *NAP_OF_ONE[:5])
    for picture in (projection.public(seen), projection.croupier(seen)):
        text = json.dumps(picture)
        assert "2C" in text
        assert not [card for card in ("AS", "3C", "2D", "6H") if card in text]


def test_the_tablet_offers_the_acts_of_the_seat_whose_turn_it_is() -> None:
    offered: Any = projection.croupier(known("poker", "deal"))["turns"]
    assert offered[0]["seat"] == 2
    assert "see 2" in offered[0]["acts"]


def test_where_the_acts_would_betray_a_hand_all_that_a_player_could_say_is_offered() -> None:
    hand = "hand 2 AS KS QS JS TS 9S 8S 7S AH AD 4C 3C 2C"
    bidding: Any = projection.croupier(known("rikken", hand, "deal"))["turns"]
    assert (bidding[0]["seat"], {act.split()[0] for act in bidding[0]["acts"]}) == (2, {"bid"})
    assert {"bid 2 pas", "bid 2 rik", "bid 2 malheur"} <= {*bidding[0]["acts"]}
    bank = ("hand 2 KS", "hand 3 AC", "hand 1 KD", "bet kaart 1 2", "bet kaart 1 3")
    hands = ("hand 2 5S", "hand 3 QC", "hand 1 8D")
    buying: Any = projection.croupier(known("een-en-twintig", *bank, *hands, players="3"))["turns"]
    assert buying[0]["acts"] == ["buy 2", "stand 2", "raise 2 AMOUNT", "open 2", "split 2"]


def test_at_poker_each_plate_says_what_lies_in_the_pot_from_its_seat() -> None:
    shown: Any = projection.public(known("poker", "deal", "see 2"))["home"]
    assert {each["seat"]: each["stake"] for each in shown["seats"]} == {
        1: "0.10",
        2: "0.20",
        **dict.fromkeys((3, 4, 5)),
    }


def test_a_card_that_is_laid_open_is_entered_by_one_button() -> None:
    bank = ("hand 2 KS", "hand 3 AC", "hand 1 KD", "bet kaart 1 2", "bet kaart 1 3")
    hands = ("hand 2 5S", "hand 3 7C", "hand 1 8D", "buy 2")
    options = {"players": "3", "open_bought": "on"}
    bought: Any = projection.croupier(known("een-en-twintig", *bank, *hands, **options))["turns"]
    assert bought[0]["acts"] == ["CARD"]


def test_a_trainee_in_silent_mode_is_not_told_whose_turn_it_is() -> None:
    seen: View = {**known("nap", *NAP), "training": "silent"}
    shown: dict[str, Any] = projection.croupier(seen)
    assert shown["turns"] == []
    assert not [each for each in shown["home"]["seats"] if each["is_next"]]


def test_a_joker_has_a_name_and_no_suit() -> None:
    assert (with_suit("JOKER"), with_suit("TH"), with_suit(None)) == ("JOKER", "10♥", "")


def at_home(shown: View, *simulated: int, deals: bool = True, **names: str) -> dict[str, Any]:
    """What the tablet shows of a table at which the house deals."""
    by_seat = {seat.removeprefix("seat_"): name for seat, name in names.items()}
    shown["home"] = {"deals": deals, "simulated": [*simulated], "names": by_seat}
    drawn: dict[str, Any] = projection.croupier(shown)
    return drawn


def acts(picture: dict[str, Any]) -> list[tuple[int, list[str]]]:
    return [(turn["seat"], turn["acts"]) for turn in picture["turns"] if turn["acts"]]


def test_where_the_house_deals_one_button_asks_for_the_cards() -> None:
    dealt = acts(at_home(known("nap")))
    assert dealt == [(1, ["DEAL"]), (1, ["answer 1 misdeal"])]
    with_cards = acts(at_home(known("nap"), deals=False))
    assert with_cards[0] == (1, ["deal"])
    assert (2, ["hand 2 CARDS"]) in with_cards


def test_the_button_is_not_there_while_nothing_is_to_be_dealt() -> None:
    assert acts(at_home(known("nap", *HANDS)))[0][0] == 2
    assert acts(at_home(known("nap", *HANDS), 2)) == [(1, ["answer 1 misdeal"])], "seat 2 acts by itself"
    assert ["DEAL"] not in [each for _, each in acts(at_home(known("nap", *HANDS), 2))]


def test_a_simulated_player_who_begins_the_next_deal_is_asked_for_it() -> None:
    """At verpachten the deal begins with bids; after the seats were taken, too."""
    for sits in ((), ("sit 1 5.00", "sit 2 5.00", "sit 3 5.00", "sit 4 5.00")):
        shown = known("verpachten", *sits, players="4")
        assert acts(at_home(shown, 2, 3, 4))[0][1] == ["DEAL"]
        assert acts(at_home(shown, 3))[0][1] != ["DEAL"]
    under_way = known("verpachten", "bid 2 pass", players="4")
    assert acts(at_home(under_way, 2, 3, 4)) == []


def test_a_seat_has_the_name_of_its_player_in_what_is_said_of_it() -> None:
    shown = known("nap", *HANDS, *NAP_OF_ONE, "play 1 AS")
    assert "Seat 2" in json.dumps(projection.public(shown))
    at_home(shown, seat_2="Ben")
    named = json.dumps(projection.public(shown))
    assert "Ben" in named
    assert "Seat 2" not in named


def test_a_player_without_a_telephone_bids_on_the_tablet_where_the_house_deals() -> None:
    hand = "hand 2 AS KS QS JS TS 9S 8S 7S AH AD 4C 3C 2C"
    dealt = known("rikken", hand, "deal")
    assert {act.split()[0] for act in acts(at_home(dealt, 1, 3, 4))[0][1]} == {"bid"}
    assert acts(at_home(dealt, 2)) == [], "a simulated player bids by themselves"
