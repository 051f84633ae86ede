"""The auction of rikken, and what is named after it (Doevendans ch. 3, 5.1, 6, 11.1, 13.1, 18-21)."""

from __future__ import annotations

import pytest

from sabot.games.rikken import auction, rules
from sabot.games.rikken.asked import may_be_asked
from sabot.games.rikken.bids import RIK, ladder, named
from sabot.games.rikken.descriptor import RIKKEN
from sabot.games.rikken.options import Options
from tests.controller.games.rikken.scripts import (
    ONE_SUIT_EACH,
    THREE_ACES,
    deal_after,
    faults,
    hands,
    lines_of,
    only,
    turns_after,
    whys,
)

FOUR_ACES = hands(
    "S:32 H:KQJT98765 C:32",
    "S:AK H:A D:AKQJT C:AK654",
    "S:QJT987654 D:5432",
    "H:432 D:9876 C:QJT987",
)


def bids(*calls: str) -> str:
    return "".join(f"bid {call}\n" for call in calls)


def contract(script: str, **options: str):
    """The bid that is played after this script, its declarer, and the seats that share it."""
    deal = deal_after(script, **options)
    assert not deal.faults, deal.faults
    found = deal.contract
    return found and (found.bid.name, found.declarer, [call.seat for call in found.joint])


# --- the ladder --------------------------------------------------------------------------------------


def test_the_ladder_has_twenty_rungs_as_in_the_book() -> None:
    """2.1 of the specification: misère above 8 beter, malheur above 12 beter, solo beter on top."""
    ranks = {name: rank for name, (rank, _) in named(Options()).items()}
    assert len(ladder(Options())) == 20
    assert [ranks[name] for name in ("rik", "8_beter", "piek", "malheur", "open_piek", "solo_beter")] == [
        *(1, 6, 7, 16, 17, 20)
    ]


@pytest.mark.parametrize(
    "options, below, above",
    [
        ({"misere_above": 10}, "10_beter", "11"),
        ({"lowest_alone": 9}, "rik_beter", "9"),
        ({"lowest_alone": 8, "misere_above": 9}, "9_beter", "10"),
    ],
)
def test_a_circle_may_put_misere_elsewhere(options: dict[str, int], below: str, above: str) -> None:
    """Ch. 18."""
    ranks = {name: rank for name, (rank, _) in named(Options(**options)).items()}
    assert (ranks[below] + 1, ranks[above] - 1) == (ranks["misere"], ranks["misere"])


def test_a_circle_may_play_without_piek_and_malheur() -> None:
    """Ch. 18."""
    known = named(Options(piek_allowed=False, malheur="off"))
    assert not {"piek", "open_piek", "open_piek_praatje", "malheur"} & known.keys()
    why = whys(lines_of("deal\nbid 2 piek", **{"piek-allowed": "off"}))
    assert why == ["this house does not play piek"]


# --- who calls ---------------------------------------------------------------------------------------


def test_the_left_of_the_dealer_calls_first() -> None:
    assert whys(lines_of("dealer 3\ndeal\nbid 1 rik")) == ["seat 4 calls now"]


def test_nobody_calls_before_the_deal_or_after_the_auction() -> None:
    assert whys(lines_of("deal\nbid 2 rik\nbid 3 pas\nbid 4 pas\nbid 1 pas\nbid 2 9")) == [
        "there is no auction now"
    ]
    assert whys(lines_of("bid 2 rik")) == ["the hands are not dealt yet"]


def test_one_more_pass_of_a_player_who_is_out_changes_nothing() -> None:
    """The table on p. 12 asks North again."""
    before = deal_after("deal\n" + bids("2 pas", "3 rik"))
    assert deal_after("deal\n" + bids("2 pas", "3 rik", "2 pas")) == before
    over = bids("2 pas", "3 rik", "4 pas", "1 pas")
    again = deal_after("deal\n" + over + bids("2 pas"))
    assert again == deal_after("deal\n" + over)
    named = over + "name 3 S AH\n"
    assert [turn.acts for turn in turns_after("deal\n" + named) if turn.acts[0].endswith("pas")] == [
        *((f"bid {seat} pas",) for seat in (2, 4, 1)),
    ]
    assert whys(lines_of("deal\n" + named + "play 2 AS\nbid 2 pas")) == ["there is no auction now"]


def test_a_bid_after_a_pass_is_refused() -> None:
    assert whys(lines_of("deal\n" + bids("2 pas", "3 rik", "2 9"))) == [
        "seat 2 has passed and is out of this auction"
    ]


def test_a_bid_goes_over_the_one_before() -> None:
    assert whys(lines_of("deal\n" + bids("2 rik", "3 9", "4 8_beter"))) == ["8 beter does not go over 9"]


def test_the_auction_is_over_when_only_the_highest_bidder_is_left() -> None:
    assert contract("deal\n" + bids("2 rik", "3 rik_beter", "4 pas", "1 pas", "2 9", "3 pas")) == (
        "9",
        2,
        [2],
    )
    state = auction.Auction(Options(), (2, 3, 4, 1))
    for seat in (2, 3, 4, 1):
        state = auction.after(state, seat, None)
    assert auction.turn(state) is None
    assert auction.choices(state, aces=None) == ()


def test_nobody_calls_when_the_auction_is_over() -> None:
    state = auction.Auction(Options(), (2, 3))
    state = auction.after(auction.after(state, 2, named(Options())["rik"][1]), 3, None)
    assert str(auction.refusal(state, 2, "9", aces=None)) == "the auction is over"


def test_a_house_may_want_a_rik_before_a_number_alone() -> None:
    """A1: 3.3 says rik, 11.1 any bid."""
    script = "deal\n" + bids("2 misere", "3 9")
    assert faults(lines_of(script)) == []
    assert whys(lines_of(script, **{"alone-needs-rik": "on"})) == [
        "this house plays a number alone only after a rik"
    ]


@pytest.mark.parametrize(
    "allowed, calls, joint",
    [
        ("misere", ("2 misere", "3 pas", "4 misere", "1 pas"), [2, 4]),
        ("closed", ("2 piek", "3 piek", "4 pas", "1 pas"), [2, 3]),
        ("mixed", ("2 misere", "3 piek", "4 pas", "1 pas"), [2, 3]),
    ],
)
def test_another_player_may_join_a_misere(allowed: str, calls: tuple[str, ...], joint: list[int]) -> None:
    """13.1; for piek the book is silent, and the house says."""
    found = contract("deal\n" + bids(*calls), **{"joint-bids": allowed})
    assert found and found[2] == joint


@pytest.mark.parametrize(
    "allowed, calls",
    [
        ("none", ("2 misere", "3 misere")),
        ("misere", ("2 piek", "3 piek")),
        ("misere", ("2 misere", "3 piek")),
        ("closed", ("2 misere", "3 piek")),
        ("mixed", ("2 open_misere", "3 open_misere")),
        ("mixed", ("2 rik", "3 rik")),
    ],
)
def test_no_other_bid_is_joined(allowed: str, calls: tuple[str, ...]) -> None:
    assert faults(lines_of("deal\n" + bids(*calls), **{"joint-bids": allowed})) == [("wrong-order", 3, None)]


# --- malheur -----------------------------------------------------------------------------------------


def test_three_aces_are_malheur_or_a_bid_above_it() -> None:
    """2.5; SVB 22 opens solo with three aces."""
    for call in ("pas", "rik"):
        assert whys(lines_of(THREE_ACES + bids(f"2 {call}"))) == [
            "three aces are called malheur, or a bid above it"
        ]
    for call in ("malheur", "solo", "open_piek"):
        assert faults(lines_of(THREE_ACES + bids(f"2 {call}"))) == []


def test_three_aces_bind_nobody_where_malheur_is_optional() -> None:
    assert faults(lines_of(THREE_ACES + bids("2 pas"), malheur="optional")) == []


def test_two_aces_are_no_malheur() -> None:
    assert (
        whys(lines_of(THREE_ACES + bids("2 malheur", "3 malheur")))[-1] == "malheur does not go over malheur"
    )
    assert whys(lines_of(ONE_SUIT_EACH + bids("2 malheur"))) == ["malheur needs three aces, and seat 2 has 1"]


def test_the_fourth_ace_asks_itself_and_its_holder_names_trumps() -> None:
    """Ch. 6: any suit, also that of the ace."""
    won = THREE_ACES + bids("2 malheur", "3 pas", "4 pas", "1 pas")
    deal = deal_after(won + "name 2 AC\nname 4 C\n")
    assert not deal.faults
    assert (str(deal.contract.asked), deal.contract.partner, deal.contract.trump) == ("AC", 4, "C")
    assert whys(lines_of(won + "name 3 C")) == ["the player who holds AC names trumps"]
    assert whys(lines_of(won + "name 4 AD")) == [
        "the declarer of malheur names the card that they lack, the partner trumps"
    ]
    closed = {"malheur-trump-may-be-fourth-suit": "off"}
    assert whys(lines_of(won + "name 4 C", **closed)) == [
        "this house does not let the suit of the fourth ace be trumps"
    ]
    assert faults(lines_of(won + "name 4 D", **closed)) == []
    turns = turns_after(won, **closed)
    assert turns[0].acts == ("name 4 D", "name 4 H", "name 4 S")
    assert turns[-1].acts == ("name 2 AC",)


def test_with_four_aces_a_king_is_asked() -> None:
    """SVB 17; the declarer lacks only the king of hearts."""
    deal = deal_after(FOUR_ACES + bids("2 malheur", "3 pas", "4 pas", "1 pas"))
    assert str(deal.contract.asked) == "KH"


def test_the_declarer_of_an_unseen_malheur_names_the_fourth_ace() -> None:
    won = "deal\n" + bids("2 malheur", "3 pas", "4 pas", "1 pas")
    turn = turns_after(won)[0]
    assert len(turn.acts) == 12  # an ace, king or queen
    assert whys(lines_of(won + "name 2 H AC")) == [
        "the declarer of malheur names the card that they lack, the partner trumps"
    ]
    turns = turns_after(won + "name 2 AC")
    assert [turn.seat for turn in turns if turn.acts[0].startswith("name")] == [3, 4, 1]
    assert deal_after(won + "name 2 AC\nname 1 H").contract.partner == 1


def test_a_player_who_had_to_call_malheur_is_known_by_their_calls() -> None:
    """F7: they had a call at which nothing above malheur was bid."""
    options, order = Options(), (2, 3, 4, 1)
    state = auction.Auction(options, order)
    assert not auction.owed_malheur(state, 2)
    over = auction.after(state, 2, named(options)["open_misere"][1])
    assert not auction.owed_malheur(auction.after(over, 3, None), 3)
    assert auction.owed_malheur(auction.after(state, 2, None), 2)
    assert auction.owed_malheur(auction.after(state, 2, named(options)["rik"][1]), 2)
    assert not auction.owed_malheur(auction.after(state, 2, named(options)["solo"][1]), 2)
    after_malheur = auction.after(state, 2, named(options)["malheur"][1])
    assert not auction.owed_malheur(auction.after(after_malheur, 3, None), 3)
    free = auction.Auction(Options(malheur="optional"), order)
    assert not auction.owed_malheur(auction.after(free, 2, None), 2)


# --- four passes (1.2, ch. 20) -----------------------------------------------------------------------

FOUR_PASSES = "deal\n" + bids("2 pas", "3 pas", "4 pas", "1 pas")


def test_after_four_passes_the_same_dealer_deals_again() -> None:
    assert rules.due(deal_after(FOUR_PASSES)) == ()
    lines = lines_of(FOUR_PASSES + "deal\nbid 2 rik")
    assert faults(lines) == []
    assert only(lines, "result")[0]["void"] == "passed"
    assert [line["coup"] for line in only(lines, "deal")] == [1, 2]
    assert [line["dealer"] for line in only(lines, "deal")] == [1, 1]


def test_a_house_may_not_let_the_fourth_player_pass() -> None:
    assert whys(lines_of(FOUR_PASSES, **{"four-passes": "fourth_must_bid"})) == [
        "all others have passed: this house does not let the fourth player pass"
    ]


def test_a_house_may_play_schoppen_mieen_after_four_passes() -> None:
    deal = deal_after(FOUR_PASSES + "play 2 QS", **{"four-passes": "mie"})
    assert (deal.round, deal.faults) == ("mieen", ())


# --- trumps and the asked ace ------------------------------------------------------------------------


def test_the_declarer_names_trumps_and_an_ace_that_they_lack() -> None:
    won = ONE_SUIT_EACH + bids("2 rik", "3 pas", "4 pas", "1 pas")
    assert whys(lines_of(won + "name 3 H AS")) == ["seat 2 names it"]
    assert whys(lines_of(won + "name 2 H")) == ["the declarer names trumps and the ace that they ask"]
    assert whys(lines_of(won + "name 2 AS")) == ["the declarer names trumps and the ace that they ask"]
    assert whys(lines_of(won + "name 2 S AS")) == ["the asked card is no trump"]
    assert whys(lines_of(won + "name 2 S AH")) == ["AH is in the hand of the player who asks for it"]
    assert whys(lines_of(won + "name 2 H KS")) == [
        "an ace is asked, and a lower card only by a player who holds the aces"
    ]
    assert whys(lines_of(won + "name 2 H AS\nname 2 H AS")) == ["nothing is to be named now"]
    deal = deal_after(won + "name 2 H AS\n")
    assert (deal.contract.trump, str(deal.contract.asked), deal.faults) == ("H", "AS", ())
    turn = turns_after(won)[0]
    assert turn.private
    assert len(turn.acts) == 3 + 3 * 2  # with hearts as trumps three aces, else two
    assert len(turn.open_acts) == 4 * 3  # nobody else knows that seat 2 holds the ace of hearts
    assert rules.table(deal)["asked"] == "AS"
    assert rules.table(deal_after(won))["asked"] is None


def test_the_calls_that_all_others_see_are_those_of_a_hand_that_nobody_knows() -> None:
    known = turns_after(THREE_ACES)[0]
    assert (known.acts[0], known.private) == ("bid 2 malheur", True)
    hidden = turns_after("deal")[0]
    assert (known.open_acts, hidden.private) == (hidden.acts, False)
    after = turns_after(ONE_SUIT_EACH + bids("2 rik"))[0]
    assert "bid 3 rik" not in after.open_acts


def test_beter_has_hearts_as_trumps() -> None:
    won = "deal\n" + bids("2 rik", "3 rik_beter", "4 pas", "1 pas", "2 pas")
    assert whys(lines_of(won + "name 3 S AH")) == ["rik beter has hearts as trumps"]
    assert deal_after(won + "name 3 AS").contract.trump == "H"
    turn = turns_after(won)[0]
    assert turn.acts == ("name 3 H AC", "name 3 H AD", "name 3 H AS")
    alone = "deal\n" + bids("2 rik", "3 9_beter", "4 pas", "1 pas", "2 pas")
    assert whys(lines_of(alone + "name 3 H\nname 3 S")) == ["nothing is to be named now"]
    assert turns_after(alone)[-1].acts == ("name 3 H",)


def test_who_plays_alone_names_trumps_and_no_ace() -> None:
    won = "deal\n" + bids("2 rik", "3 9", "4 pas", "1 pas", "2 pas")
    assert whys(lines_of(won + "name 3 S AH")) == ["the declarer names trumps alone"]
    turn = turns_after(won)[0]
    assert turn.acts == ("name 3 C", "name 3 D", "name 3 H", "name 3 S")


def test_misere_has_no_trumps() -> None:
    assert whys(lines_of("deal\n" + bids("2 misere", "3 pas", "4 pas", "1 pas") + "name 2 H")) == [
        "nothing is to be named now"
    ]
    assert whys(lines_of("deal\nname 2 H")) == ["nothing is to be named now"]


def test_a_rikker_with_all_side_aces_asks_a_king() -> None:
    """A8: possible only where malheur is not compulsory."""
    _, rik = named(Options())["rik"]
    assert rik == RIK[0][0]
    free = Options(malheur="optional")
    assert {card.rank for card in may_be_asked(free, rik, None, trump="S")} == {"A", "K"}
    won = THREE_ACES + bids("2 rik", "3 pas", "4 pas", "1 pas") + "name 2 C KH"
    assert faults(lines_of(won, malheur="optional")) == []


def test_what_is_named_and_answered_is_reported_as_at_the_other_games() -> None:
    script = "deal\nbid 2 rik\nbid 3 pas\nbid 4 pas\nbid 1 pas\nname 2 H AS\n"
    assert only(lines_of(script), "name") == [
        {"event": "name", "coup": 1, "seat": 2, "trump": "H", "asked": "AS"}
    ]
    misere = "deal\nbid 2 misere\nbid 3 pas\nbid 4 pas\nbid 1 pas\nclaim 2 0\nanswer 3 akkoord\n"
    assert only(lines_of(misere), "answer") == [
        {"event": "answer", "coup": 1, "seat": 3, "answer": "akkoord"}
    ]


def test_the_screens_write_each_bid_as_players_do() -> None:
    """The script has plain letters; the cloth has the accents (Doevendans 3.2-3.3)."""
    printed = RIKKEN.cloth.names
    assert printed["open misere praatje"] == "open misère met een praatje"
    assert printed["mieen"] == "mieën"
    assert all(name.replace("_", " ") in printed for name in named(Options()))
