"""Verpachten (HS p. 84-86): the farm is let, and exactly sixteen takes it."""

from __future__ import annotations

import random

import pytest

from sabot.core.cards import Card, any_card_named, card_named
from sabot.core.words import match
from sabot.games.evening.evening import Evening, opened
from sabot.games.verpachten import rules
from sabot.games.verpachten.deal import Carried, Deal, value_of


def evening(**options: object) -> Evening:
    return opened(rules.Options(**options))


def said(deal: Deal, text: str) -> Deal:
    for act in text.split(","):
        words = match(rules.WORDS, act.strip())
        assert words is not None, act
        deal = rules.acted(deal, words)
    return deal


def played(text: str, *, start: Evening | None = None, **options: object) -> Deal:
    deal = said(rules.begun(start or evening(**options)), text)
    assert [str(fault.because) for fault in deal.faults] == []
    return deal


def refused(deal: Deal, text: str) -> str:
    after = said(deal, text)
    assert after._replace(faults=deal.faults) == deal
    return str(after.faults[-1].because)


def offered(deal: Deal) -> dict[int, tuple[str, ...]]:
    return {turn.seat: turn.acts for turn in rules.due(deal)}


def next_deal(deal: Deal) -> Deal:
    return rules.begun(rules.following(deal))


LET = "bid 2 4.00, bid 3 4.50, bid 4 pass, bid 1 pass, bid 2 pass"
"""Four players, seat 1 deals; seat 3 becomes the tenant for 4.50."""
STOOD = f"{LET}, deal, stand 4, stand 1, stand 2"


def shown(*hands: str, start: Evening | None = None, **options: object) -> Deal:
    """A deal in which the tenant is seat 3, and seats 4, 1 and 2 hold these cards."""
    text = f"{LET}, deal"
    for seat, hand in zip((4, 1, 2), hands, strict=True):
        text += f", buy {seat}" * (len(hand.split()) - 1) + f", stand {seat}"
    for seat, hand in zip((4, 1, 2), hands, strict=True):
        text += f", show {seat} {hand}"
    return played(text, start=start, **({"players": 4} | options if start is None else {}))


# --- the pack


def test_ve_pack_the_forty_five_cards():
    """ve-pack (HS p. 84): without the eights and three sixes; with two cards 6H and a ten, or 7 and 9, make
    16."""
    pack = rules.PACK(evening().options, 5)
    assert len(pack) == len(set(pack)) == 45
    assert {str(card) for card in pack if card.rank in "68"} == {"6H"}
    pairs = {tuple(sorted((value_of(one), value_of(two)))) for one in pack for two in pack if one != two}
    assert {pair for pair in pairs if sum(pair) == 16} == {(6, 10), (7, 9)}


def test_aces_figures_and_tens_count_ten():
    assert [value_of(Card(*name)) for name in "AC KC QC JC TC 9C 2C".split()] == [10] * 5 + [9, 2]


# --- the farm is let


def test_the_farm_goes_to_the_highest_bidder_who_pays_the_rent_with_the_first_card():
    deal = played(LET, players=4)
    assert (deal.stage, deal.tenant, deal.farm, deal.evening.purses[3]) == ("cards", 3, 0, 0)
    deal = said(deal, "deal")
    assert deal.evening.purses == {1: -10, 2: -10, 3: -450, 4: -10}
    assert deal.farm == 480


def test_a_bid_is_higher_than_the_last_and_a_pass_is_for_good():
    deal = played("bid 2 4.00", players=4)
    assert rules.due(deal)[0].limits == (410, 1400)
    assert refused(deal, "bid 3 4.00") == "the farm is let to the highest bidder: 4.10 at least, or pass"
    assert refused(deal, "bid 3 14.10") == "the farm is let to the highest bidder: 4.10 at least, or pass"
    assert "it is the turn of seat 3" in refused(deal, "bid 4 5.00")
    deal = said(deal, "bid 3 pass, bid 4 5.00, bid 1 pass")
    assert offered(deal) == {2: ("bid 2 pass", "bid 2 AMOUNT")}
    assert said(deal, "bid 2 pass").tenant == 4


def test_the_last_who_speaks_may_have_the_farm_for_one_bid():
    assert played("bid 2 pass, bid 3 pass, bid 4 pass, bid 1 0.10", players=4).stage == "cards"


def test_where_nobody_bids_the_next_player_deals():
    deal = played("bid 2 pass, bid 3 pass, bid 4 pass, bid 1 pass", players=4)
    assert rules.outcome(deal).result == {"winner": None, "tenant": None, "farm": "0.00"}
    assert (next_deal(deal).evening.dealer, next_deal(deal).stage) == (2, "let")
    assert rules.outcome(played("bid 2 pass", players=4)) is None


def test_who_has_chips_bids_no_more_than_they_have():
    start = evening(players=4)._replace(bought={2: 30, 3: 5})
    start = start._replace(purses={1: 0, 2: 30, 3: 5, 4: 0})
    assert rules.due(rules.begun(start))[0].limits == (10, 30)
    assert offered(played("bid 2 pass", start=start)) == {3: ("bid 3 pass",)}


# --- cards


def test_who_cannot_pay_for_a_bid_is_told_so():
    start = evening(players=4)._replace(bought={1: 30}, purses={1: 30, 2: 0, 3: 0, 4: 0})
    deal = played("bid 2 pass, bid 3 pass, bid 4 0.30", start=start)
    assert refused(deal, "bid 1 0.40") == "seat 1 has not enough chips"


def test_the_tenant_deals_one_card_to_each_of_the_others_and_none_to_themselves():
    deal = played(LET, players=4)
    assert offered(deal) == {
        3: ("deal",),
        4: ("hand 4 CARDS",),
        1: ("hand 1 CARDS",),
        2: ("hand 2 CARDS",),
    }
    assert rules.table(said(deal, "deal"))["hands"] == {"4": 1, "1": 1, "2": 1}
    assert refused(deal, "hand 3 KC") == "the tenant deals one closed card to each of the others"
    assert "it is the turn of seat 3" in refused(deal, "buy 4")
    assert refused(deal, "hand 4 KC QC") == "the tenant deals one closed card to each of the others"


def test_each_buys_as_many_as_they_like_from_the_tenants_left():
    deal = played(f"{LET}, deal, buy 4, buy 4", players=4)
    assert offered(deal) == {4: ("buy 4", "stand 4")}
    assert "it is the turn of seat 4" in refused(deal, "buy 1")
    deal = said(deal, "stand 4, stand 1, stand 2")
    assert offered(deal) == {4: ("show 4 CARDS",), 1: ("show 1 CARDS",), 2: ("show 2 CARDS",)}
    assert refused(deal, "show 4 KC 2C") == "all lay their cards open"


def test_nobody_buys_from_an_empty_pack():
    deal = played(f"{LET}, deal" + ", buy 4" * 42, players=4)
    assert offered(deal) == {4: ("stand 4",)}


def test_known_hands_are_for_their_player_and_need_not_be_shown():
    deal = played(f"{LET}, hand 4 KC, hand 1 7C, deal, buy 4", players=4)
    assert rules.held(deal, 1) == (card_named("7C"),)
    assert rules.held(deal, 4) is rules.held(deal, 2) is rules.held(deal, 3) is None
    assert "KC" not in str(rules.table(deal))
    assert rules.due(deal)[1].acts == ("draw 4 CARDS",)
    deal = said(deal, "draw 4 6H, stand 4, stand 1, stand 2")
    assert offered(deal) == {2: ("show 2 CARDS",)}
    assert rules.held(deal, 1) is None
    assert said(deal, "show 2 9C").winner == 4


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("show 4 8C", "8C is not in this pack"),
        ("show 4 joker", "JOKER is not in this pack"),
        ("show 4 9H", "a card cannot be at two places"),
    ],
)
def test_a_card_that_cannot_be_is_refused(act: str, why: str):
    deal = played(f"{STOOD}, show 1 9H", players=4)
    assert refused(deal, act) == why
    assert said(deal, act).faults[-1].kind == "impossible-card"


def test_the_same_card_twice_in_one_hand_is_refused():
    deal = played(f"{LET}, deal, buy 4, stand 4, stand 1, stand 2", players=4)
    assert refused(deal, "show 4 9H 9H") == "a card cannot be at two places"


# --- who pays and who wins


def test_ve_over_twenty_one_pays_the_tenant_five_and_the_farm_nothing():
    """ve-over (HS p. 85)."""
    deal = shown("KC QC", "7C 4C TD", "9C")
    assert deal.farm == 480
    assert deal.evening.purses[1] == -10 - 50
    assert deal.evening.purses[3] == -450 + 40 + 50
    assert deal.winner == 0


def test_under_sixteen_pays_nothing():
    deal = shown("KC", "9C", "7C")
    assert deal.evening.purses == {1: -10, 2: -10, 3: -450, 4: -10}


def test_ve_tie_the_fewest_cards_and_then_the_six_of_hearts():
    """ve-tie (HS p. 85)."""
    assert shown("6H KC", "7C 9C", "5C 4C 7D").winner == 4
    assert shown("7C 9C", "6H KC", "5C 4C 7D").winner == 1
    assert shown("5C 4C 7D", "7C 9C", "KC").winner == 1


def test_equal_sixteens_go_to_the_first_from_the_tenants_left():
    """The book is silent."""
    assert shown("7C 9C", "7D 9D", "KC").winner == 4
    assert shown("7C 4C 5C", "6H 7D 3D", "KC").winner == 4


def test_sixteen_takes_the_whole_farm():
    deal = shown("KC", "7C 9C", "9D")
    assert (deal.farm, deal.evening.purses[1]) == (0, -10 + 480)
    assert rules.outcome(deal).result == {
        "winner": "1",
        "tenant": 3,
        "farm": "0.00",
        "points": {"4": 10, "1": 16, "2": 9},
        "cards": {"4": ["KC"], "1": ["7C", "9C"], "2": ["9D"]},
    }
    assert rules.table(deal)["cards"]["1"] == ["7C", "9C"]


# --- the next deal


def test_without_a_sixteen_the_tenancy_goes_on_and_nobody_adds_anything():
    deal = next_deal(shown("KC", "9C", "7C"))
    assert (deal.stage, deal.tenant, deal.farm) == ("cards", 3, 480)
    assert rules.table(deal)["bank"] == {"seat": 3, "amount": "4.50"}
    assert said(deal, "deal").farm == 480


def test_where_the_house_plays_so_the_others_add_counters_at_every_deal():
    deal = next_deal(shown("KC", "9C", "7C", per_round_ante=True, ante=2))
    assert deal.farm == 450 + 60
    assert said(deal, "deal").farm == 450 + 120


def test_after_a_sixteen_the_farm_is_let_again():
    """A new auction, from the left of the one who took it."""
    deal = next_deal(shown("KC", "7C 9C", "9D"))
    assert (deal.stage, deal.tenant, deal.evening.dealer) == ("let", 0, 1)
    assert "bank" not in rules.table(deal)


def test_or_the_new_tenant_pays_the_same_rent():
    deal = next_deal(shown("KC", "7C 9C", "9D", rent="same"))
    assert (deal.stage, deal.tenant, deal.farm) == ("cards", 1, 0)
    deal = said(deal, "hand 2 KC, hand 3 QC, hand 4 JC")
    assert deal.farm == 450 + 30
    assert (deal.stage, deal.waiting) == ("buy", (2, 3, 4))


def test_a_tenant_who_left_has_the_farm_no_more():
    start = evening(players=4)._replace(seats=(1, 2, 4), carried=Carried(480, 3, 450))
    assert (rules.begun(start).stage, rules.begun(start).farm) == ("let", 480)


def test_an_act_after_the_end_is_refused():
    assert refused(shown("KC", "7C 9C", "9D"), "buy 4") == "the deal is over"


@pytest.mark.parametrize("words", [("rnvp",), ("bet", "pot", 10, 2), ("card", card_named("9C"))])
def test_what_is_no_act_of_the_game_is_refused(words: tuple[object, ...]):
    assert len(rules.acted(played(LET, players=4), words).faults) == 1


def test_random_evenings_make_and_lose_no_money():
    rng, deals = random.Random(3), 0
    deal = rules.begun(evening(players=4, per_round_ante=True))
    while deals < 40:
        turn = rng.choice(rules.due(deal))
        act = rng.choice(turn.acts)
        limits = turn.limits or (1, 1)
        left = [
            card for card in rules.PACK(deal.options, 4) if all(card not in p.known for p in deal.players)
        ]
        cards = " ".join(map(str, rng.sample(left, limits[0]))) if "CARDS" in act else ""
        amount = f"{rng.randint(*limits) / 100:.2f}" if "AMOUNT" in act else ""
        deal = said(deal, act.replace("CARDS", cards).replace("AMOUNT", amount))
        assert sum(deal.evening.purses.values()) + deal.in_play == 0
        assert deal.faults == ()
        if rules.outcome(deal) is not None:
            assert rules.due(deal) == ()
            deal, deals = next_deal(deal), deals + 1
    assert any_card_named("8C") not in rules.PACK(deal.options, 4)
