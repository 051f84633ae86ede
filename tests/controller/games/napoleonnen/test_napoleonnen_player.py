"""Simulated players at napoleonnen: what they bid, name and give away, and that they see one hand only."""

from __future__ import annotations

from sabot.games.evening.household import Coup
from sabot.games.napoleonnen.deal import Deal
from sabot.games.napoleonnen.player import seen_by
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.controller.games.evening.thinking import positions, wished

WEAK = "hand 3 7C 8C 7D 8D 7H, hand 4 9C TC 9D TD 8H, hand 1 7S 8S 9S TH 9H"
STRONG = WEAK + ", hand 2 AS KS QS JS TS"
FAIR = WEAK + ", hand 2 AS KS QS JH QD"
OTHERS_PASS = ", bid 3 pass, bid 4 pass, bid 1 pass"


def wish(script: str, **options: str) -> str:
    table, _ = played(table_of("napoleonnen", **options), script)
    return wished("napoleonnen", coup_of(table), 1)


def test_five_high_trumps_are_called_nap_for_both_pots():
    assert wish(STRONG + ", answer 2 kijken") == "bid 2 nap"


def test_the_lowest_of_the_bids_that_win_most_is_made():
    assert wish(FAIR) in ("bid 2 1", "bid 2 2")


def test_a_hand_that_makes_nothing_passes():
    assert wish(WEAK + ", hand 2 AS KS QS JS TS, bid 2 3") == "bid 3 pass"


def test_a_contract_that_is_likely_is_for_the_whole_pot_and_another_for_the_least():
    assert wish(FAIR + ", bid 2 1" + OTHERS_PASS) == "name 2 2.00"
    assert wish(FAIR + ", bid 2 pass, bid 3 4, bid 4 pass, bid 1 pass") == "name 3 0.01"


def test_no_counter_is_paid_for_cards_that_are_not_needed():
    assert wish(STRONG + ", bid 2 1" + OTHERS_PASS + ", name 2 2.00") == "swap 2 0"


def test_a_large_sum_is_worth_a_counter_for_other_cards():
    script = (
        WEAK
        + ", hand 2 AS KS QS 7D 7H".replace("7D 7H", "JD JH")
        + ", bid 2 4"
        + OTHERS_PASS
        + ", name 2 2.00"
    )
    assert wish(script) == "swap 2 JD JH"


def test_the_longest_and_highest_suit_makes_trumps():
    assert wish(FAIR + ", bid 2 3" + OTHERS_PASS + ", name 2 2.00, swap 2 0") == "name 2 S"


def test_a_player_whose_hand_is_not_known_acts_by_chance():
    assert wish("deal") == ""


def exchanged(coup: Coup, seat: int) -> Coup | None:
    """The same deal in which the others hold each other's cards; None where they hold different numbers."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    others = [each for each in deal.order if each != seat]
    hidden = [deal.holding.hands[each] for each in others]
    if {*map(len, hidden)} != {len(hidden[0])}:
        return None
    hands = {seat: deal.holding.hands[seat], **dict(zip(others, hidden[1:] + hidden[:1], strict=True))}
    gone = deal.holding.gone if seat == deal.declarer else deal.holding.gone[::-1]
    changed = deal._replace(holding=deal.holding._replace(hands=hands, gone=gone))
    return coup._replace(deal=changed, turns=coup.rules.due(changed))


def test_a_whole_deal_is_played_and_what_the_others_hold_changes_no_choice():
    verbs = set()
    for coup in map(coup_of, positions("napoleonnen", 3)[4:-1:2]):
        other = exchanged(coup, coup.turns[0].seat)
        if other is not None and (choice := wished("napoleonnen", coup, 5)):
            assert wished("napoleonnen", other, 5) == choice
            verbs.add(choice.split()[0])
    assert {"bid", "play"} <= verbs


def test_a_small_sum_is_not_worth_a_counter():
    script = WEAK + ", hand 2 AS KS QS JD JH, bid 2 4" + OTHERS_PASS + ", name 2 0.01"
    assert wish(script) == "swap 2 0"


def test_only_the_declarer_knows_what_was_given_away():
    script = WEAK + ", hand 2 AS KS QS JD JH, bid 2 4" + OTHERS_PASS + ", name 2 1, swap 2 JD"
    deal = coup_of(played(table_of("napoleonnen"), script)[0]).deal
    assert isinstance(deal, Deal)
    assert [len(seen_by(deal, seat).holding.gone) for seat in (2, 3)] == [1, 0]
