"""Simulated players at poker: what they keep, what they pay for, and that they see their own cards only."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.cards import any_card_named
from sabot.core.events import FaultFound
from sabot.core.observations import CardSeen, Said
from sabot.core.table import Table, opened, step
from sabot.games.evening.household import Coup
from sabot.games.poker.deal import Deal, pack
from sabot.games.poker.descriptor import POKER
from sabot.games.poker.options import Options
from sabot.games.poker.player import PLAYERS
from sabot.games.poker.player.drawing import WHOLE, choices, discards
from sabot.games.poker.player.imagining import ENDINGS_IMAGINED, endings, raises, seen_by
from sabot.games.poker.player.speaking import RAISES_MOST, gain, is_better
from sabot.games.poker.ranking import worth
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of, money_of
from tests.controller.games.evening.thinking import positions, wished


def hand(text: str):
    return tuple(card for name in text.split() if (card := any_card_named(name)))


@pytest.mark.parametrize(
    ("cards", "away"),
    [
        ("KC KD 7S 5H 3S", "7S 5H 3S"),
        ("KC KD 7S 7H 3S", "3S"),
        ("AC KD 9S 7H 3S", "KD 9S 7H 3S"),
        ("AC 8D 9S 7H joker", "8D 9S 7H"),
        ("9C 8D 7S 6H 5S", ""),
        ("AH KH 9H 7H 3H", ""),
        ("KC KD KS 7H 7S", ""),
    ],
)
def test_what_makes_a_combination_is_kept(cards: str, away: str):
    assert discards(hand(cards)) == hand(away)


@pytest.mark.parametrize(
    ("cards", "ones"),
    [
        ("AH KH 9H 7H 7S", "7S"),
        ("9C 8D 7S 6H KS", "KS"),
        ("AC KD QS JH 2S", ""),
        ("9C 8D joker 6H KS", "KS"),
        ("KC KD KS 7H 7S", ""),
        ("9C 8D 7S 6H 5S", ""),
    ],
)
def test_a_hand_that_lacks_one_card_may_wait_for_it(cards: str, ones: str):
    usual, *more = choices(hand(cards))
    assert usual == discards(hand(cards))
    assert more == [(card,) for card in hand(ones)]


HANDS = {
    "strong": "AC AD AS KC KD",
    "fair": "QC QD 9S 7H 6C",
    "weak": "9D 8D 6H 5S JC",
}


def deal_of(script: str, **options: str) -> Coup:
    return coup_of(played(table_of("poker", players="3", **{"short-pack": "off", **options}), script)[0])


def dealt(mine: str, *more: str, **options: str) -> Coup:
    """Seat 2 has one of these hands, and speaks first."""
    hands = f"hand 2 {HANDS[mine]}, hand 3 TC TD 4S 3H 2C, hand 1 TH 7C 4D 3C 2H"
    return deal_of(", ".join((hands, *more)), **options)


ENTERED = ("see 2", "see 3", "see 1", "swap 2 0", "swap 3 0", "swap 1 0")


def chosen(coup: Coup) -> list[str]:
    return [wished("poker", coup, seed).split()[0] for seed in range(12)]


def test_the_better_the_hand_the_more_is_paid_for_it():
    assert chosen(dealt("strong", *ENTERED)).count("raise") == 12
    assert chosen(dealt("weak", *ENTERED)).count("raise") < 4


def test_a_raise_is_seen_where_the_pot_is_worth_it_and_not_otherwise():
    coup = dealt(
        "fair", "see 2", "see 3", "see 1", "swap 2 9S 7H 6C", "draw 2 9C 7D 5C", "swap 3 0", "swap 1 0"
    )
    deal = coup.deal
    assert isinstance(deal, Deal)
    every = [*endings(seen_by(deal, 2), 2, Random(1))]
    cheap, dear = (gain(deal._replace(level=deal.level + more), 2, every, Random(1)) for more in (1, 500))
    assert cheap > dear


def test_a_hand_is_raised_again_only_if_it_beats_nearly_all_others():
    deal = dealt("fair", *ENTERED).deal
    assert isinstance(deal, Deal)
    best = {seat: worth(hand(HANDS["fair"])) for seat in deal.standing}
    worse = {**best, 1: worth(hand(HANDS["weak"])), 3: worth(hand(HANDS["weak"]))}
    half = [worse, worse, best | {1: worth(hand(HANDS["strong"]))}]
    raised = [deal]
    for _ in range(RAISES_MOST):
        raised.append(raised[-1].with_line("raise", seat=3))
    assert is_better(raised[0], 2, half)
    assert not is_better(raised[3], 2, half)
    assert is_better(raised[3], 2, [worse])
    assert not is_better(raised[RAISES_MOST], 2, [worse])
    assert (raises(raised[3]), raises(raised[3], 3), raises(raised[3], 2)) == (3, 3, 0)


@pytest.mark.parametrize("variant", ["draw", "doubles", "five-stud", "seven-stud"])
def test_in_every_imagined_end_each_that_has_not_folded_has_a_whole_hand(variant: str):
    stages = set()
    for coup in map(coup_of, positions("poker", 1, deals=2, variant=variant)):
        deal = coup.deal
        assert isinstance(deal, Deal)
        seats = [player.seat for player in deal.players if player.hand and not player.folded]
        if coup.outcome is None and seats and deal.stage not in stages:
            stages.add(deal.stage)
            every = [*endings(seen_by(deal, seats[0]), seats[0], Random(1))]
            assert len(every) == ENDINGS_IMAGINED
            assert all({*best} == {*deal.standing} for best in every)
    assert len(stages) > 2


def exchanged(coup: Coup, seat: int) -> Coup:
    """The same deal in which the others hold other closed cards, and threw others away."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    known = {card for each in deal.players for card in (*each.known, *each.up, *each.gone)}
    left = [card for card in pack(deal.options, len(deal.evening.seats)) if card not in known]
    for player in deal.players:
        if player.seat != seat:
            cards = tuple(left.pop() if left else card for card in player.known)
            deal = deal.with_player(player._replace(known=cards, gone=player.gone[::-1]))
    return coup._replace(deal=deal)


@pytest.mark.parametrize("variant", ["draw", "doubles", "five-stud"])
def test_what_the_others_hold_changes_no_choice(variant: str):
    verbs = set()
    for coup in map(coup_of, positions("poker", 4, deals=2, variant=variant)):
        choice = wished("poker", coup, 5) if coup.outcome is None else ""
        if choice and not choice.startswith("draw "):
            assert wished("poker", exchanged(coup, coup.turns[0].seat), 5) == choice
            verbs.add(choice.split()[0])
    assert len(verbs) > 1


def dealt_deals(variant: str, *, seed: int, acts: int) -> tuple[Table, int]:
    """A table after this many acts of its players, and how many deals were decided by comparing hands."""
    rng, compared = Random(seed), 0
    tables = [opened(POKER.rules, Options(variant=variant, jackpot="both"))]
    while len(tables) <= acts:
        for proposed in PLAYERS.speak(lambda: tables[-1].play, rng):
            assert isinstance(proposed, Said | CardSeen)
            later, events = step(tables[-1], proposed)
            if not any(isinstance(event, FaultFound) for event in events):
                tables.append(later)
                compared += any("showdown" in str(event) for event in events)
                break
    return tables[-1], compared


@pytest.mark.parametrize(
    ("variant", "acts"), [("draw", 120), ("doubles", 120), ("five-stud", 100), ("seven-stud", 100)]
)
def test_players_play_whole_deals_and_show_their_hands(variant: str, acts: int):
    table, compared = dealt_deals(variant, seed=3, acts=acts)
    assert table.play.number > 1
    assert compared > 0 or variant.endswith("stud")
    assert money_of(table) == 0


def test_who_exchanges_no_card_is_taken_to_hold_a_hand_that_needs_none():
    def whole(count: int) -> int:
        deal = dealt("fair", *ENTERED).deal
        assert isinstance(deal, Deal)
        deal = seen_by(deal, 2).with_player(deal.player(3)._replace(known=(), unseen=5, changed=count))
        return sum(best[3].name in WHOLE for best in endings(deal, 2, Random(1)))

    assert whole(0) > 2 * whole(3)


@pytest.mark.parametrize("variant", ["draw", "doubles", "seven-stud"])
def test_seven_players_need_nearly_the_whole_pack(variant: str):
    assert coup_of(positions("poker", 3, variant=variant, players=7)[-1]).outcome is not None
