"""The drills of the household games: what is right is what the rules of the deal allow, and nothing else.

Here a question is answered from what it shows, by rules that are written a second time, as plainly as they
stand in the books; or by the turns that are due in the deal of its seed.
"""

from __future__ import annotations

import pytest

from sabot.games.evening.drills import bids, cards, dealing, taking
from sabot.games.nap.options import Options as NapOptions
from sabot.games.poker.drills import SHARE
from sabot.games.questions import SEVERAL, Question
from sabot.games.rikken.options import Options as RikkenOptions
from sabot.school.catalogue import drills

pytestmark = pytest.mark.no_cover

DRILLS = drills()
HOME = {name: drill for name, drill in DRILLS.items() if drill.group in (
    "ecarte", "een-en-twintig", "mieen", "nap", "napoleonnen", "poker", "rikken")}  # fmt: skip
SEEDS = (11, 12)
ORDER = {"ecarte": "789TAJQK"}


def of(kind: str) -> list[str]:
    return [name for name in HOME if name.startswith(kind)]


def questions(name: str) -> list[Question]:
    return [HOME[name].ask(cell, seed) for cell in HOME[name].cells() for seed in SEEDS]


def truth(question: Question) -> str:
    return HOME[question.drill].judge(question, "").truth


def followed(question: Question) -> set[str]:
    """What a hand may play to the trick, by the books: it follows suit; at écarté it ruffs without it, and at
    mieën only trumps are followed."""
    hand, trick = question.shows["hand"], question.shows["trick"]
    if question.shows["game"] == "mieen" and trick[0]["card"][-1] != question.shows["trump"]:
        return {*hand}
    same = [card for card in hand if card[-1] == trick[0]["card"][-1]]
    trumps = [card for card in hand if card[-1] == question.shows["trump"]]
    ruffs = question.shows["game"] == "ecarte"
    return {*(same or (ruffs and trumps) or hand)}


@pytest.mark.parametrize("name", of("cards-"))
def test_the_cards_that_may_be_played_are_those_that_the_books_allow(name: str) -> None:
    for question in questions(name):
        if question.shows["trick"] and not question.cell.startswith("asked"):
            assert {*truth(question).split(",")} == followed(question), question
            assert len({card[-1] for card in question.shows["hand"]}) > 1, "there is something to choose from"


def test_the_asked_ace_falls_when_its_suit_is_first_led_and_nothing_lower_of_it_is_led() -> None:
    """Doevendans 4.1."""
    drill = HOME["cards-rikken"]
    for seed in SEEDS:
        follows = drill.ask("asked ace held/a plain suit led", seed)
        assert truth(follows) == follows.shows["asked"]
        leads = drill.ask("asked ace held/on the lead", seed)
        ace, right = leads.shows["asked"], truth(leads).split(",")
        assert right == [card for card in leads.shows["hand"] if card[-1] != ace[-1] or card == ace]
        assert ace[-1] not in leads.shows["led"]


def test_the_first_lead_of_mieen_is_the_highest_trump() -> None:
    """HS p. 58."""
    for seed in range(4):
        question = HOME["cards-mieen"].ask("trumps held/on the lead", seed)
        trumps = [card for card in question.shows["hand"] if card[-1] == question.shows["trump"]]
        assert truth(question) == max(trumps, key=lambda card: "23456789TJQKA".index(card[0]))


def test_a_wrong_card_is_answered_with_the_rule_that_refuses_it() -> None:
    drill = HOME["cards-rikken"]
    follows = drill.ask("asked ace held/a plain suit led", 11)
    wrong = next(card for card in follows.shows["hand"] if card != follows.shows["asked"])
    assert (
        "asked card falls" in str(drill.judge(follows, wrong).why) or wrong[-1] != follows.shows["asked"][-1]
    )
    held = drill.ask("suit held/a plain suit led", 11)
    other = next(card for card in held.shows["hand"] if card not in truth(held))
    assert "can follow" in str(drill.judge(held, other).why)
    assert "follow suit" in str(drill.judge(held, "").why)


@pytest.mark.parametrize("name", of("taking-"))
def test_a_trick_is_taken_by_the_highest_trump_else_by_the_highest_card_of_the_suit_led(name: str) -> None:
    for question in questions(name):
        laid, trump = question.shows["trick"], question.shows["trump"]
        suit = trump if any(each["card"][-1] == trump for each in laid) else laid[0]["card"][-1]
        ranks = ORDER.get(question.shows["game"], "23456789TJQKA")
        best = max(
            (each for each in laid if each["card"][-1] == suit), key=lambda each: ranks.index(each["card"][0])
        )
        verdict = HOME[name].judge(question, str(best["seat"]))
        assert verdict.right, question
        assert ("trump takes" in str(verdict.why)) == (suit == trump)


def test_a_figure_takes_an_ace_at_ecarte() -> None:
    """HS does not give the order; the usual one stands: K Q J A 10 9 8 7."""
    question = HOME["taking-ecarte"].ask("an ace and a figure of its suit", 11)
    taker = next(each for each in question.shows["trick"] if each["card"][0] in "JQK")
    assert truth(question) == str(taker["seat"])


@pytest.mark.parametrize("name", [*of("cards-"), *of("bids-")])
def test_what_is_right_is_what_is_due_in_that_deal_and_several_are_asked(name: str) -> None:
    """The deal is made once more, and every act that is offered is tried in it: the rules refuse all but
    those that are right."""
    drill = HOME[name]
    asked = drill.asks.keywords  # type: ignore[attr-defined]
    cell_of = asked["cell_of"] if "cell_of" in asked else asked["auction"].cell_of
    verb = "play" if name.startswith("cards-") else "bid"
    for question in questions(name):
        assert question.typed == SEVERAL
        coup = dealing.position(asked["taught"], cell_of, name, question.cell, question.seed)
        seat = question.values["n"]
        tried = {
            act.answer: dealing.after(asked["taught"].rules, coup, f"{verb} {seat} {act.answer}")
            for act in question.acts
        }
        allowed = [each for each, after in tried.items() if len(after.faults) == len(coup.faults)]
        assert truth(question).split(",") == allowed
        assert drill.judge(question, ",".join(reversed(allowed))).right
        others = [act.answer for act in question.acts if act.answer not in allowed]
        assert not drill.judge(question, ",".join([*allowed, *others[:1], "" if others else "?"])).right


@pytest.mark.parametrize("name", of("bids-"))
def test_some_of_the_bids_that_are_offered_are_allowed(name: str) -> None:
    for question in questions(name):
        assert 1 <= len(truth(question).split(",")) <= len(question.acts) == 4


def test_three_aces_have_to_be_called_only_in_a_house_that_plays_it_so() -> None:
    """Doevendans 6.2 and 2.5."""
    drill = HOME["bids-rikken"]
    question = drill.ask("three aces in hand", 11)
    assert sum(card[0] == "A" for card in question.shows["hand"]) >= 3
    assert not {"pas", "rik", "7"} & {*truth(question).split(",")}
    house = drills({"rikken": RikkenOptions(malheur="optional")})["bids-rikken"]
    assert "three aces in hand" not in house.cells()


def test_a_refused_bid_is_answered_with_its_rule() -> None:
    drill = HOME["bids-rikken"]
    question = next(
        each for seed in range(40) if "rik_beter" in str(each := drill.ask("nobody has bid", seed))
    )
    assert "rik beter needs a rik" in str(drill.judge(question, "rik_beter").why)


def test_the_calls_are_those_of_this_house() -> None:
    house = drills({"nap": NapOptions(misere=True, wellington="on")})
    assert "the call is made/wellington" in house["payout-nap"].cells()
    assert "the call is made/wellington" not in HOME["payout-nap"].cells()
    verdict = house["payout-nap"].judge(house["payout-nap"].ask("the call is lost/wellington", 0), "10")
    assert verdict.right  # EN p. 13: Blücher and Wellington are nap trebled and doubled


@pytest.mark.parametrize(
    ("cell", "points"),
    [
        ("just made/rik", 1), ("just made/malheur", 2), ("just made/misère, piek", 3), ("just made/open", 6),
        ("just made/met een praatje", 9), ("all thirteen tricks/rik", 10), ("contract lost/alleen", 1),
        ("all thirteen tricks/malheur", 11),
    ],
)  # fmt: skip
def test_a_contract_of_rikken_is_worth_what_the_table_says(cell: str, points: int) -> None:
    """Doevendans ch. 8 and 17."""
    assert truth(HOME["payout-rikken"].ask(cell, 3)) == str(points)


def test_an_overtrick_of_rikken_is_worth_one_more() -> None:
    for seed in range(6):
        question = HOME["payout-rikken"].ask("with overtricks/rik", seed)
        assert int(truth(question)) == int(question.values["n"]) - 7


def test_what_the_tricks_of_ecarte_count() -> None:
    """HS p. 50: one point, two for all five (doormarsch), two against a player who played brutaal."""
    drill = HOME["payout-ecarte"]
    assert [truth(drill.ask(cell, 0)) for cell in drill.cells()] == ["1", "2", "2", "2"]


def test_the_pots_of_poker_are_divided_to_the_cent() -> None:
    drill = HOME["payout-poker"]
    for seed in range(12):
        shared = drill.ask("a pot that is shared", seed)
        stakes = shared.shows["stakes"]
        whole = sum(round(100 * float(each["amount"])) for each in stakes)
        best = [each["seat"] for each in stakes if each["place"] == 1]
        first = best.index(int(shared.values["n"])) < whole % 3
        assert truth(shared) == f"{(whole // 3 + first) / 100:.2f}"
        side = drill.ask("a side pot", seed)
        amounts = sorted(round(100 * float(each["amount"])) for each in side.shows["stakes"])
        assert truth(side) == f"{3 * (amounts[-1] - amounts[0]) / 100:.2f}"


def test_a_pot_of_poker_is_won_whole_or_as_far_as_it_was_staked() -> None:
    drill = HOME["payout-poker"]
    for cell, share in (("one pot", 4), ("the main pot of a player with less", 4)):
        question = drill.ask(cell, 5)
        mine = next(each for each in question.shows["stakes"] if str(each["seat"]) == question.values["n"])
        assert float(truth(question)) == share * float(mine["amount"])
    folded = drill.ask("stakes of a player who folded", 5).shows["stakes"]
    assert [each["place"] for each in folded].count(None) == 1


def test_the_hands_of_poker_share_only_where_they_are_equal() -> None:
    drill = HOME["hands-poker"]
    for cell in drill.cells():
        for seed in range(4):
            question = drill.ask(cell, seed)
            assert (truth(question) == SHARE) == (cell == "the pot is shared")
            dealt = [card for hand in question.shows["hands"] for card in hand["cards"]]
            assert len(dealt) == len({*dealt}) == 15
            assert ("JOKER" in dealt) == (cell == "the hand without the joker wins")


def test_what_a_hand_of_een_en_twintig_counts_and_is_paid() -> None:
    """HS p. 35-37."""
    counting, payout = HOME["counting-een-en-twintig"], HOME["payout-een-en-twintig"]
    high = counting.ask("an ace that counts eleven", 2)
    low = sum(
        10 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0]) for card in high.shows["hand"]
    )
    assert truth(high) == str(low + 10)
    paid = {"groote bank": 3, "kleine bank": 2, "more than the banker": 1, "no more than the banker": 1}
    for cell, times in paid.items():
        question = payout.ask(cell, 4)
        assert float(truth(question)) == times * float(question.values["amount"])
    assert "pays" in str(payout.judge(payout.ask("no more than the banker", 4), "").why)


def test_a_cell_that_no_deal_reaches_is_said_so_instead_of_dealing_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dealing, "MOMENTS_MOST", 50)
    asked = HOME["cards-nap"].asks.keywords  # type: ignore[attr-defined]
    with pytest.raises(LookupError, match="no moment belongs to never"):
        dealing.position(asked["taught"], cards.place_of, "cards-nap", "never", 0)


def test_a_seat_that_is_not_at_that_moment_is_not_asked() -> None:
    asked = HOME["cards-nap"].asks.keywords  # type: ignore[attr-defined]
    coup = dealing.position(asked["taught"], _calling, "cards-nap", "calling", 0)
    assert cards.place_of(coup) is None
    assert taking.cell_of(coup) is None


def _calling(coup: object) -> str | None:
    return "calling" if dealing.turn_of(coup, bids.BID) else None
