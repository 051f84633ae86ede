"""Every worked example of Doevendans, *Rikken* (1998), as the reference data has it, through the referee.

SVB are the numbered examples, EX others from the text; LB, SC, HA and SH are rules and hands that it
discusses; FT are faults made up for the referee.
"""

from __future__ import annotations

from typing import Any

import pytest

from sabot.core.cards import SUITS, Card, card_named
from sabot.games.rikken import advice, auction, claims, score
from sabot.games.rikken.asked import in_its_place
from sabot.games.rikken.bids import named
from sabot.games.rikken.options import Options
from sabot.games.tricks.tricks import Trick, winner
from tests.controller.games.rikken import scripts
from tests.controller.games.rikken.scripts import SEAT, examples, faults, only
from tests.shared import vectors


def by_id(kind: str) -> Any:
    """A test for each example of this kind, named by its id and its place in the book."""
    return pytest.mark.parametrize(
        "example", [pytest.param(each, id=f"{each['id']} {each['source']}") for each in examples(kind)]
    )


def cards(names: list[str]) -> list[Card]:
    found = [card for name in names if (card := card_named(name))]
    assert len(found) == len(names)
    return found


def test_every_example_is_tested() -> None:
    tested = {"deal", "position", "trick", "bidding", "bid_check", "score", "hand", "suit_holding", "fault"}
    others = {"deal_fragment": "EX21-deal", "missing": "SVB20"}
    assert {each["kind"] for each in vectors("rikken")} == tested | set(others)
    assert [each["id"] for each in vectors("rikken") if each["kind"] in others] == ["EX21-deal", "SVB20"]


# --- deals -------------------------------------------------------------------------------------------


@by_id("deal")
@pytest.mark.parametrize("known", [True, False], ids=["hands known", "hands unseen"])
def test_a_deal_of_the_book_goes_as_it_says(example: dict[str, Any], known: bool) -> None:
    table, lines = scripts.table_after(scripts.script_of(example, known=known))
    assert faults(lines) == []
    assert [line["seat"] for line in only(lines, "trick")] == [
        SEAT[each["winner"]] for each in example["tricks"]
    ]
    deal = table.play.coup.deal
    if deal.contract:
        bid, trump = example["contract"]["bid"], example["trump"]
        assert (deal.contract.bid.name, deal.contract.trump) == (bid, trump)
        assert deal.contract.declarer == SEAT[example["contract"]["declarer"]]
    if example["ended_by"] in ("played_out", "contract_decided"):
        check_result(example, lines)
    else:
        assert only(lines, "result") == []


def check_result(example: dict[str, Any], lines: scripts.Lines) -> None:
    (result,) = only(lines, "result")
    assert result["tricks"] == {str(SEAT[seat]): won for seat, won in example["tricks_won"].items()}
    wanted = example.get("result")
    if wanted is not None:
        assert (result["side_tricks"], result["made"]) == (wanted["side_tricks"], wanted["made"])
        assert result["points"] == {str(SEAT[seat]): each for seat, each in wanted["points"].items()}
    if example.get("partner"):
        assert result["partner"] == SEAT[example["partner"]]


@pytest.mark.parametrize("example", [each for each in examples("deal") if each["ended_by"] == "claim_made"])
def test_a_claim_of_the_book_holds(example: dict[str, Any]) -> None:
    """Where the search gives up (SVB 12), the others say that they accept it."""
    bidder = SEAT[example["contract"]["declarer"]]
    more = example["result"]["side_tricks"] - example["tricks_won"][example["contract"]["declarer"]]
    script = scripts.script_of(example, known=True) + f"claim {bidder} {more}\n"
    if not only(scripts.lines_of(script), "result"):
        script += "\n".join(f"answer {seat} akkoord" for seat in SEAT.values() if seat != bidder)
    lines = scripts.lines_of(script)
    assert faults(lines) == []
    (result,) = only(lines, "result")
    assert result["points"] == {str(SEAT[seat]): each for seat, each in example["result"]["points"].items()}


def test_open_piek_totaal_of_the_book_is_won_by_two() -> None:
    """EX22 (22): East and West take all thirteen tricks together."""
    lines = scripts.lines_of(scripts.script_of(scripts.example("EX22"), known=True))
    assert only(lines, "result")[0]["winner"] == "2 4"


def test_the_king_is_asked_where_the_named_ace_lies_in_the_own_hand() -> None:
    """EX21-deal (21, p. 64): clubs are trumps, and the ace of diamonds is North's own."""
    example = scripts.example("EX21-deal")
    assert in_its_place(cards(["AD", "9D", "AC"]), Card("A", "D")) == card_named(example["asked_card"])


@by_id("position")
def test_the_cards_left_in_a_diagram_of_the_book_are_a_position_of_its_deal(example: dict[str, Any]) -> None:
    """SVB05-pos7 shows twenty-four different cards, six in each hand. Its deal (SVB05a) is not here."""
    left = [card for hand in example["hands"].values() for card in cards(hand)]
    assert len(set(left)) == len(left) == 4 * (13 - example["after_trick"])


@by_id("trick")
def test_the_card_that_the_book_names_takes_the_trick(example: dict[str, Any]) -> None:
    """A card that it does not name took nothing."""
    plays = [(nth, card_named(name)) for nth, name in enumerate(example["plays"]) if name]
    assert winner(Trick(tuple(plays)), example["trump"]) == example["winner_index"]


# --- bids and scores ---------------------------------------------------------------------------------


@by_id("bidding")
def test_an_auction_of_the_book_ends_as_it_says(example: dict[str, Any]) -> None:
    calls = "".join(f"bid {SEAT[seat]} {bid}\n" for seat, bid in example["bids"])
    deal = scripts.deal_after(f"dealer {SEAT[example['dealer']]}\ndeal\n{calls}")
    final = example["final"]
    assert (deal.contract.bid.name, deal.contract.declarer) == (final["bid"], SEAT[final["declarer"]])
    joint = [SEAT[seat] for seat in final.get("joint", [final["declarer"]])]
    assert [call.seat for call in deal.contract.joint] == joint
    assert not deal.faults


@by_id("bid_check")
def test_a_call_is_allowed_as_the_book_says(example: dict[str, Any]) -> None:
    options = Options(**example["options"])
    first = SEAT[(example["bids"] or [[example["player"]]])[0][0]]
    order = tuple((first + nth - 1) % 4 + 1 for nth in range(4))
    state = auction.Auction(options, order)
    for seat, call in example["bids"]:
        assert auction.refusal(state, SEAT[seat], call, aces=None) is None
        state = auction.after(state, SEAT[seat], None if call == "pas" else named(options)[call][1])
    refused = auction.refusal(state, SEAT[example["player"]], example["bid"], aces=example["aces"])
    assert (refused is None) == example["legal"], refused


@by_id("score")
def test_a_score_is_that_of_the_book(example: dict[str, Any]) -> None:
    _, bid = named(Options())[example["bid"]]
    side = [1, 2] if bid.has_partner else [1]
    points = score.paid_to(side, [1, 2, 3, 4], score.worth(Options(), bid, example["side_tricks"]))
    assert (points[1], points[4]) == (example["each_winner"], example["each_opponent"])


# --- advice ------------------------------------------------------------------------------------------


@by_id("hand")
def test_a_hand_of_the_book_is_judged_as_it_says(example: dict[str, Any]) -> None:
    hand, wanted = cards(example["hand"]), example["advice"]
    assert len(hand) == example["cards_expected"]
    trump = advice.best_trumps(hand)
    said = {advice.advised(hand, opening=True), advice.advised(hand, opening=False)}
    if "after" in wanted:
        said = {advice.advised(hand, opening=False)}
        assert advice.advised(hand, opening=True) in ("rik", "pas")
    if wanted.get("bid", "not").startswith("not"):
        assert wanted.get("bid", "").removeprefix("not ") not in said
    else:
        assert wanted["bid"] in said
    assert wanted.get("trump", trump) == trump
    assert advice.is_safe_misere(hand) == wanted.get("safe", False)
    check_further(hand, trump, wanted)


def check_further(hand: list[Card], trump: str, wanted: dict[str, Any]) -> None:
    if "ask_any_of" in wanted:
        assert {*map(str, advice.worth_asking(hand, trump))} == set(wanted["ask_any_of"])
    if "tricks_expected" in wanted:
        assert int(advice.tricks_alone(hand, trump)) == wanted["tricks_expected"]
    if "lead_suit" in wanted:
        assert advice.lead_against_alone(hand, "H") == wanted["lead_suit"]
    if "own_lead" in wanted:
        assert str(advice.lead_at_misere(hand)) == wanted["own_lead"]
    if "long_suit" in wanted:
        plain = [suit for suit in SUITS if suit != trump]
        assert max(plain, key=lambda suit: len(advice.suit_of(hand, suit))) == wanted["long_suit"]


def test_the_ace_of_a_singleton_is_asked_before_that_of_a_king_and_one() -> None:
    """5.1."""
    hand = cards("AS KS QS JS TS 9S 2H KD 3D 5C 4C 3C 2C".split())
    assert [str(ace) for ace in advice.worth_asking(hand, "S")] == ["AH", "AD", "AC"]


@by_id("suit_holding")
def test_a_long_suit_loses_as_many_tricks_as_the_book_says(example: dict[str, Any]) -> None:
    most = claims.losers(cards(example["cards"]), cards(example["missing_cards"]))
    assert most == example["max_losers_if_all_missing_in_one_hand"]


# --- faults ------------------------------------------------------------------------------------------

KINDS = {
    "revoke": "revoke",
    "asked_card_withheld": "withheld-card",
    "duplicate_card": "impossible-card",
    "misdeal": "misdeal",
}


@by_id("fault")
def test_a_fault_is_found_when_it_can_be_proven(example: dict[str, Any]) -> None:
    known = any(each["fault"] == "misdeal" for each in example["expect"])
    lines = scripts.lines_of(scripts.script_of(example, known=known))
    found = [fault for fault in faults(lines) if fault[0] in KINDS.values()]
    named = [fault for fault in found if fault[1] is not None]
    assert named == [
        (KINDS[each["fault"]], SEAT[each["player"]], each["committed_trick"]) for each in example["expect"]
    ]


PROVEN_BY_CARDS = [
    each for each in examples("fault") if each["expect"] and each["expect"][0]["fault"] != "misdeal"
]


@pytest.mark.parametrize("example", PROVEN_BY_CARDS, ids=[each["id"] for each in PROVEN_BY_CARDS])
def test_a_fault_is_reported_in_the_trick_that_proves_it(example: dict[str, Any]) -> None:
    """First without a name where only the whole table proves it (FT03, FT11)."""
    wanted = example["expect"][0]
    plays, proven = 0, []
    for act, lines in scripts.act_by_act(scripts.script_of(example, known=False)):
        plays += act.startswith("play")
        found = [fault for fault in faults(lines) if fault[0] in KINDS.values()]
        proven += [(plays - 1) // 4 + 1] * len(found)
    assert proven[0] == wanted["provable_trick"]
    assert proven[-1] == wanted.get("attributable_trick", wanted["provable_trick"])
